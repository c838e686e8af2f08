//! The sideways push: two units that meet head-on slide past each other, both to their right. If they are already
//! offset to the left, both go left, because pushing them back across the head-on position would take longer.
//!
//! The push is a tangential velocity that the contact solver imposes on a touching pair through friction. The two
//! units get opposite impulses, so momentum is conserved. A pair of reduced mass μ gains at most ½·μ·v² of energy,
//! where v is the requested tangential velocity: the motor only raises the relative tangential speed to v and does
//! no work on a faster pair.

use crate::math;
use crate::types::Vec2;
use rapier2d::prelude::*;

/// Head-on: the smallest cosine between each unit's direction and the line of centres.
const HEAD_ON: f32 = 0.5;
/// Opposed: the largest cosine between the two directions.
const OPPOSED: f32 = -0.1;
/// To the left of each other: the smallest offset of the line of centres from the mean direction, as a sine.
const LEFT: f32 = 0.1;
/// The friction through which the push acts: the limit of the tangential impulse as a multiple of the normal
/// impulse.
const GRIP: f32 = 1.0;

/// The contact hook for one step.
pub(super) struct SidewaysPush<'a> {
    pub slots: &'a [u32],
    /// The units on which it acts, by slot.
    pub pushed: &'a [bool],
    pub preferred: &'a [Vec2],
    pub max_speed: &'a [f32],
    pub strength: f32,
}

impl SidewaysPush<'_> {
    /// The sideways speed of units `a` and `b` with the line of centres `normal` (from a to b), m/s. Negative to
    /// the left. None if they do not meet head-on.
    fn speed(&self, a: usize, b: usize, normal: Vec2) -> Option<f32> {
        if !(self.pushed.get(a)? & self.pushed.get(b)?) {
            return None;
        }
        let (direction_a, direction_b) =
            (math::normalize(*self.preferred.get(a)?), math::normalize(*self.preferred.get(b)?));
        let head_on = direction_a.dot(&normal) > HEAD_ON
            && -direction_b.dot(&normal) > HEAD_ON
            && direction_a.dot(&direction_b) < OPPOSED;
        // The other unit is on the right, so the shorter way past is on the left. The same is true for `b`.
        let left = math::cross(math::normalize(direction_a - direction_b), normal) < -LEFT;
        let speed = self.strength * 0.5 * (self.max_speed[a] + self.max_speed[b]);
        head_on.then_some(if left { -speed } else { speed })
    }
}

impl PhysicsHooks for SidewaysPush<'_> {
    fn modify_solver_contacts(&self, context: &mut ContactModificationContext) {
        let (a, b) = (super::slot(self.slots, context.collider1), super::slot(self.slots, context.collider2));
        let Some(contact) = context.rigid_mut() else { return };
        let normal: Vec2 = (*contact.normal).into();
        if let Some(speed) = self.speed(a, b, normal) {
            *contact.friction = GRIP;
            // `a` moves to the right of the normal, or to the left at negative speed. `b` moves the opposite way.
            let aside = math::right(normal) * speed;
            for solver_contact in contact.solver_contacts.iter_mut() {
                solver_contact.tangent_velocity = (-aside).into();
            }
        } else {
            *contact.friction = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sideways speed of two units of 4 and 6 m/s that walk in these directions, with the line of centres in the
    /// direction `normal`; all in degrees.
    fn speed(first: f32, second: f32, normal: f32) -> Option<f32> {
        let preferred = [math::unit(first.to_radians()) * 4.0, math::unit(second.to_radians()) * 0.5];
        let push = SidewaysPush {
            slots: &[],
            pushed: &[true; 2],
            preferred: &preferred,
            max_speed: &[4.0, 6.0],
            strength: 0.3,
        };
        push.speed(0, 1, math::unit(normal.to_radians()))
    }

    /// 0.3 times the mean of 4 and 6 m/s is 1.5 m/s.
    #[test]
    fn units_that_meet_head_on_are_pushed_right_by_a_share_of_their_mean_top_speed() {
        assert_eq!(speed(0.0, 180.0, 0.0), Some(1.5));
        assert_eq!(speed(90.0, -90.0, 90.0), Some(1.5), "in any direction");
        assert_eq!(speed(0.0, 180.0, 20.0), Some(1.5), "the other unit is on the left");
    }

    /// sin 5.7° is 0.1.
    #[test]
    fn a_pair_that_is_offset_to_the_left_by_more_than_a_tenth_is_pushed_left() {
        assert_eq!(speed(0.0, 180.0, -5.6), Some(1.5));
        assert_eq!(speed(0.0, 180.0, -5.9), Some(-1.5));
    }

    /// cos 60° is 0.5.
    #[test]
    fn a_unit_that_passes_at_over_60_degrees_is_not_pushed() {
        for side in [1.0, -1.0] {
            assert!(speed(0.0, 180.0, 59.0 * side).is_some());
            assert_eq!(speed(0.0, 180.0, 61.0 * side), None);
            // Only one of the two walks past.
            assert!(speed(59.0 * side, 180.0, 0.0).is_some());
            assert_eq!(speed(61.0 * side, 180.0, 0.0), None);
            assert!(speed(0.0, 180.0 + 59.0 * side, 0.0).is_some());
            assert_eq!(speed(0.0, 180.0 + 61.0 * side, 0.0), None);
        }
    }

    /// Two units that both walk 42.1° to the left of the line of centres' ends have directions whose cosine is −0.1.
    #[test]
    fn units_whose_directions_are_hardly_opposed_are_not_pushed() {
        assert!(speed(41.8, 180.0 - 41.8, 0.0).is_some());
        assert_eq!(speed(42.5, 180.0 - 42.5, 0.0), None);
    }

    #[test]
    fn both_units_must_be_among_those_on_which_it_acts() {
        let preferred = [Vec2::new(4.0, 0.0), Vec2::new(-4.0, 0.0)];
        for (pushed, speed) in
            [([true, true], Some(2.0)), ([true, false], None), ([false, true], None), ([false, false], None)]
        {
            let (preferred, pushed) = (&preferred, &pushed);
            let push = SidewaysPush { slots: &[], pushed, preferred, max_speed: &[4.0; 2], strength: 0.5 };
            assert_eq!(push.speed(0, 1, Vec2::new(1.0, 0.0)), speed, "{pushed:?}");
        }
    }

    #[test]
    fn a_wall_and_a_unit_that_goes_nowhere_push_nobody() {
        let preferred = [Vec2::new(1.0, 0.0), Vec2::zeros()];
        let push = SidewaysPush {
            slots: &[],
            pushed: &[true; 2],
            preferred: &preferred,
            max_speed: &[5.0, 5.0],
            strength: 0.3,
        };
        assert_eq!(push.speed(0, 1, Vec2::new(1.0, 0.0)), None);
        assert_eq!(push.speed(0, 2, Vec2::new(1.0, 0.0)), None, "a wall has no direction");
    }
}
