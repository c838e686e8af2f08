//! How stiff contacts with walls are. Rapier's contacts are springs whose push is limited, so a crowd that presses
//! harder makes a unit sink through a wall at constant speed. While a unit is deep in a wall, contacts with walls are
//! rigid: a unit moves outwards at the same speed as otherwise, whatever presses against it.

use rapier2d::prelude::*;

/// A unit is deep in a wall if its centre is closer to the wall than this share of its radius.
const DEEP: f32 = 0.5;
/// Rapier's frequency and damping multiplied by the same factor keep the speed at which an overlap is resolved. The
/// share of the pressure that the contact gives way to is divided by the factor's square.
const RIGID: f32 = 100.0;

/// Sets the stiffness for the next step. Rapier has one for all contacts with fixed bodies.
pub(super) fn choose(world: &mut PhysicsWorld, walls: &[ColliderHandle]) {
    let soft = SpringCoefficients::contact_static_defaults();
    let SpringCoefficients { natural_frequency, damping_ratio } = soft;
    let rigid = SpringCoefficients::new(natural_frequency * RIGID, damping_ratio * RIGID);
    let deep = walls.iter().any(|wall| holds_deep_unit(world, *wall));
    world.integration_parameters.static_contact_softness = if deep { rigid } else { soft };
}

/// Whether a unit is deep in this wall.
fn holds_deep_unit(world: &PhysicsWorld, wall: ColliderHandle) -> bool {
    let pose = world.colliders[wall].position();
    world.narrow_phase.contact_pairs_with(wall).any(|pair| {
        let is_first = pair.collider1 == wall;
        pair.manifolds().iter().any(|manifold| {
            let Some(point) = manifold.points.first() else { return false };
            let (at, normal, unit) = if is_first {
                (point.local_p1, manifold.local_n1, pair.collider2)
            } else {
                (point.local_p2, manifold.local_n2, pair.collider1)
            };
            let unit = &world.colliders[unit];
            let radius = unit.shape().as_ball().map_or(0.0, |ball| ball.radius);
            // The contact is as old as the last step, but the unit's position is current.
            (unit.position().translation - pose * at).dot(pose.rotation * normal) < DEEP * radius
        })
    })
}
