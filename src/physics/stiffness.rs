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
            // A body that was removed since the last step still has its contacts.
            let Some(unit) = world.colliders.get(unit) else { return false };
            let radius = unit.shape().as_ball().map_or(0.0, |ball| ball.radius);
            // The contact is as old as the last step, but the unit's position is current.
            (unit.position().translation - pose * at).dot(pose.rotation * normal) < DEEP * radius
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::{BodyMotion, Disc, Motions, Physics};
    use super::*;
    use crate::geometry::Wall;
    use crate::settings::Push;
    use crate::types::{Point, Rect, Renumbering, Vec2};

    /// The east of the origin at which the walls' surface is, m.
    const EAST: f32 = 30.0;

    /// Whether contacts with walls are rigid once a disc of radius 2 touches this wall, and its centre is `x` metres from the
    /// surface. None: the disc is removed.
    fn is_rigid(wall: Wall, x: Option<f32>) -> bool {
        let disc = Disc {
            position: Point::new(EAST + 1.5, 0.0),
            velocity: Vec2::zeros(),
            radius: 2.0,
            mass: 1.0,
            max_speed: 5.0,
            motion: BodyMotion::Sliding,
        };
        // Another one at the same wall is never deep.
        let other = Disc { position: Point::new(EAST + 1.9, -2.5), ..disc };
        let far = Wall::Circle { center: Point::new(-EAST, 0.0), radius: 1.0 };
        let mut physics = Physics::new(&[disc, other], &[wall, far]);
        physics.step(&Motions::new(2), &Push { on: false, strength: 0.0 }, &[]);
        match x {
            Some(x) => physics.world.colliders[physics.colliders[0]]
                .set_position(Pose::from_translation(Vector::new(EAST + x, 0.0))),
            None => physics.renumber(&Renumbering { kept: Vec::new(), before: 2, added: 0 }, &[]),
        }
        choose(&mut physics.world, &physics.walls);
        let soft = SpringCoefficients::<f32>::contact_static_defaults();
        let softness = physics.world.integration_parameters.static_contact_softness;
        let factors = [
            softness.natural_frequency / soft.natural_frequency,
            softness.damping_ratio / soft.damping_ratio,
        ];
        assert!(factors == [1.0, 1.0] || factors == [100.0, 100.0], "{factors:?}");
        factors[0] > 1.0
    }

    #[test]
    fn contacts_with_walls_are_rigid_while_a_unit_is_closer_than_half_its_radius() {
        let corners =
            [(0.0, -3.0), (0.0, 3.0), (-4.0, 3.0), (-4.0, -3.0)].map(|(x, y)| Point::new(EAST + x, y));
        let walls = [
            Wall::Box(Rect { min: corners[3], max: corners[1] }),
            Wall::Circle { center: Point::new(EAST - 4.0, 0.0), radius: 4.0 },
            Wall::Polygon(corners.to_vec()),
            Wall::Chain(corners[..2].to_vec()),
            // The disc touches its north side, too, and is not deep in that.
            Wall::Polygon(
                [(0.0, -3.0), (0.0, 1.7), (4.0, 1.7), (4.0, 3.0), (-4.0, 3.0), (-4.0, -3.0)]
                    .map(|(x, y)| Point::new(EAST + x, y))
                    .to_vec(),
            ),
        ];
        for wall in walls {
            for (radii, rigid) in [(0.8, false), (0.55, false), (0.45, true), (0.1, true)] {
                assert_eq!(is_rigid(wall.clone(), Some(radii * 2.0)), rigid, "{wall:?} at {radii} R");
            }
            assert!(!is_rigid(wall.clone(), None), "{wall:?}, whose unit is gone");
        }
    }
}
