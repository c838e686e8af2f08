//! The sideways push: two that meet head-on slide past each other, both to their own right; both to their own left when
//! they already lie that way, since to push them back over the point where they are dead on would hold them longer.
//!
//! It is a tangential velocity that the contact solver brings a touching pair to, through friction. The two get opposite
//! impulses, so that momentum is kept. A pair of reduced mass μ gains at most ½·μ·v² from it, v being the tangential
//! velocity asked for: the motor only ever brings the relative tangential speed up to v, and never works on one that is
//! faster.

use crate::math;
use crate::types::Vec2;
use rapier2d::prelude::*;

/// Both want to go through the other: the cosine of the widest angle between the way and the line of centres.
const HEAD_ON: f32 = 0.5;
/// The two ways oppose: the largest cosine between them.
const OPPOSED: f32 = -0.1;
/// To the left of each other: how far off the mean way the line of centres must lie, as a sine.
const LEFT: f32 = 0.1;
/// The friction through which the push acts: the tangential impulse stays under this multiple of the normal one.
const GRIP: f32 = 1.0;

/// The contact hook for one step.
pub(super) struct SidewaysPush<'a> {
    pub preferred: &'a [Vec2],
    pub max_speed: &'a [f32],
    pub strength: f32,
}

impl SidewaysPush<'_> {
    /// The sideways speed for units `a` and `b` whose line of centres is `normal` (from a to b), m/s; negative to the left.
    fn speed(&self, a: usize, b: usize, normal: Vec2) -> Option<f32> {
        let (way_a, way_b) =
            (math::normalize(*self.preferred.get(a)?), math::normalize(*self.preferred.get(b)?));
        let head_on =
            way_a.dot(&normal) > HEAD_ON && -way_b.dot(&normal) > HEAD_ON && way_a.dot(&way_b) < OPPOSED;
        // The other lies to the right of the way: the near side is the left. It is the same seen from `b`.
        let left = math::cross(math::normalize(way_a - way_b), normal) < -LEFT;
        let speed = self.strength * 0.5 * (self.max_speed[a] + self.max_speed[b]);
        head_on.then_some(if left { -speed } else { speed })
    }
}

impl PhysicsHooks for SidewaysPush<'_> {
    fn modify_solver_contacts(&self, context: &mut ContactModificationContext) {
        let (a, b) = (super::index(context.collider1), super::index(context.collider2));
        let Some(contact) = context.rigid_mut() else { return };
        let normal: Vec2 = (*contact.normal).into();
        if let Some(speed) = self.speed(a, b, normal) {
            *contact.friction = GRIP;
            // `a` goes to its right, which is the right of the normal, or to its left; `b` opposite.
            let aside = math::right(normal) * speed;
            for solver_contact in contact.solver_contacts.iter_mut() {
                solver_contact.tangent_velocity = (-aside).into();
            }
        } else {
            *contact.friction = 0.0;
        }
    }
}
