//! The sums of the field over all neighbours at once: the same arithmetic as in [`Cardioid::repulsion`] and
//! [`turned_aside`](super::field::turned_aside), bit by bit, in SIMD registers. A test compares the two.

use super::field::{Cardioid, DEAD_AHEAD, LEAST_DISTANCE, OwnMotion, cube, mirror, resolve_crossing, square};
use super::repulsion::{Crossing, share_ahead};
use crate::math::quadrant;
use crate::steering::avoidance::columns::{Columns, PerSlot, SLOTS};
use crate::steering::avoidance::forces::matters;
use crate::steering::unit::Neighbour;
use crate::types::Vec2;
use std::f32::consts::FRAC_PI_2;
use wide::f32x4;

/// The repulsions of a few neighbours.
struct Repulsions {
    /// The directions away from the neighbours.
    outwards: [PerSlot; 2],
    magnitude: PerSlot,
    /// The cosines of their bearings.
    ahead: PerSlot,
    distance: PerSlot,
    cardioid: PerSlot,
    /// The repulsions before and after they are turned sideways, not yet weighted.
    force: [PerSlot; 2],
    adjusted: [PerSlot; 2],
}

impl Cardioid {
    /// S and B: the sums of the repulsions of all neighbours that matter, and of the repulsions turned sideways.
    pub(super) fn sums(&self, own: &OwnMotion, neighbours: &[Neighbour]) -> (Vec2, Vec2) {
        let (mut force_sum, mut adjusted_sum) = (Vec2::zeros(), Vec2::zeros());
        for some in neighbours.chunks(SLOTS) {
            let columns = Columns::new(some);
            let mut repulsions = self.repulsions(own, &columns);
            if !repulsions.turn_aside(own, &columns) {
                some.iter().filter(|other| matters(own.unit, other)).for_each(|other| {
                    let repulsion = self.repulsion(own, other);
                    force_sum += repulsion.force;
                    adjusted_sum += repulsion.adjusted;
                });
                continue;
            }
            if self.stage >= 4 {
                repulsions.cross(own, &columns, some);
            }
            repulsions.weigh();
            let Repulsions { force, adjusted, .. } = &repulsions;
            for (k, _) in some.iter().enumerate().filter(|(_, other)| matters(own.unit, other)) {
                force_sum += Vec2::new(force[0][k], force[1][k]);
                adjusted_sum += Vec2::new(adjusted[0][k], adjusted[1][k]);
            }
        }
        (force_sum, adjusted_sum)
    }

    /// The repulsions before they are turned sideways.
    fn repulsions(&self, own: &OwnMotion, others: &Columns) -> Repulsions {
        let (p, radius, desired) = (own.unit.position, own.unit.radius, own.desired);
        let zero = [0.0; SLOTS];
        let mut all = Repulsions {
            outwards: [zero; 2],
            magnitude: zero,
            ahead: zero,
            distance: zero,
            cardioid: zero,
            force: [zero; 2],
            adjusted: [zero; 2],
        };
        for k in 0..SLOTS {
            let (x, y) = (p.x - others.x[k], p.y - others.y[k]);
            let distance = (x * x + y * y).sqrt();
            let touch = radius + others.radius[k];
            let magnitude = self.personal_space * square(touch / distance.max(LEAST_DISTANCE * touch));
            let (x, y) = if distance > 0.0 { (x / distance, y / distance) } else { (0.0, 0.0) };
            let ahead = -(x * desired.x + y * desired.y);
            (all.outwards[0][k], all.outwards[1][k]) = (x, y);
            (all.force[0][k], all.force[1][k]) = (x * magnitude, y * magnitude);
            (all.magnitude[k], all.ahead[k], all.distance[k]) = (magnitude, ahead, distance);
            all.cardioid[k] = cube(share_ahead(ahead));
        }
        all.adjusted = all.force;
        all
    }
}

impl Repulsions {
    /// Turns the repulsions of neighbours in front sideways. Returns false if one of them is too close to a right
    /// angle for the formulas used here.
    fn turn_aside(&mut self, own: &OwnMotion, others: &Columns) -> bool {
        let (outwards, desired) = (&self.outwards, own.desired);
        let mut slots = others.which(|_, k| self.ahead[k] > 0.0);
        let mut is_exact = true;
        loop {
            // Slots that are left over repeat the first one.
            let Some(first) = slots.next() else { return is_exact };
            let four = [
                first,
                slots.next().unwrap_or(first),
                slots.next().unwrap_or(first),
                slots.next().unwrap_or(first),
            ];
            let of = |column: &PerSlot| f32x4::new(four.map(|k| column[k]));
            let (x, y, magnitude) = (of(&outwards[0]), of(&outwards[1]), of(&self.magnitude));
            let side = desired.x * y - desired.y * x;
            let ratio = side.abs() / of(&self.ahead);
            is_exact &= ratio.simd_le(f32x4::splat(quadrant::LARGEST_RATIO)).all();
            let bearing = quadrant::atan(ratio);
            let share = 1.0 - bearing / FRAC_PI_2;
            let ellipse = 1.0 - (1.0 - share * share).max(f32x4::ZERO).sqrt();
            let is_left = side.simd_gt(f32x4::ZERO) | bearing.simd_lt(f32x4::splat(DEAD_AHEAD));
            let quarter = is_left.bitselect(f32x4::splat(-FRAC_PI_2), f32x4::splat(FRAC_PI_2));
            let (s, c) = quadrant::sin_cos(quarter * of(&self.cardioid) * ellipse);
            let (s, c) = (f32x4::new(s), f32x4::new(c));
            let turned = [(c * x - s * y) * magnitude, (s * x + c * y) * magnitude];
            for (column, turned) in self.adjusted.iter_mut().zip(turned) {
                for (k, value) in four.into_iter().zip(turned.to_array()) {
                    column[k] = value;
                }
            }
        }
    }

    /// Applies stage 4: moving neighbours nearby whose paths cross the unit's.
    fn cross(&mut self, own: &OwnMotion, others: &Columns, some: &[Neighbour]) {
        let slots = others.which(|others, k| {
            let is_moving = (others.vx[k] != 0.0) | (others.vy[k] != 0.0);
            is_moving & (self.ahead[k] > 0.0) & (self.distance[k] < own.near)
        });
        for k in slots {
            let (crossing, factor) = resolve_crossing(own, &some[k], self.distance[k]);
            for columns in [&mut self.force, &mut self.adjusted] {
                let before = Vec2::new(columns[0][k], columns[1][k]);
                let after = match crossing {
                    Crossing::NoCross => before * factor,
                    Crossing::Yield => mirror(before, own.desired) * factor,
                    Crossing::None | Crossing::RightOfWay => before,
                };
                (columns[0][k], columns[1][k]) = (after.x, after.y);
            }
        }
    }

    /// Applies the cardioid weights.
    fn weigh(&mut self) {
        let Repulsions { force: [a, b], adjusted: [c, d], cardioid, .. } = self;
        for column in [a, b, c, d] {
            for (value, cardioid) in column.iter_mut().zip(&*cardioid) {
                *value *= cardioid;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use crate::steering::avoidance::cardioid::STAGE;
    use crate::steering::avoidance::columns::samples;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_at_once_repel_as_they_do_one_by_one(
            unit in samples::units(), neighbours in samples::neighbours(), stage in 1..5,
        ) {
            let mut settings = Settings::default();
            settings.set(&STAGE, stage as f32).unwrap();
            let cardioid = Cardioid::new(&settings);
            let plain = cardioid.decide(&unit, neighbours.iter().filter(|other| matters(&unit, other)), None);
            prop_assert_eq!(cardioid.decide_quickly(&unit, &neighbours), plain);
        }
    }
}
