//! How far units have moved, so that what was made for earlier positions can still be used.

use crate::types::Point;

/// The share of a distance that covers the rounding of all sums.
pub(super) const ROUNDING: f32 = 1e-4;

/// The positions of all units, and how far units have moved.
#[derive(Debug, Default, Clone)]
pub struct Displacement {
    positions: Vec<Point>,
    /// An upper bound of the distance that any unit has moved since the last break: the sum of the largest steps, m.
    total: f64,
    /// The largest distance that a unit moved between the last two updates, m. 0 after a break.
    step: f32,
    /// The number of updates.
    updates: u64,
    /// The number of breaks: updates after which nothing is known of how far units have moved.
    breaks: u64,
}

/// A moment from which on the displacement is asked for.
#[derive(Debug, Clone, Copy)]
pub struct DriftMark {
    total: f64,
    breaks: u64,
}

impl Displacement {
    /// Replaces the positions, and adds the largest distance that a unit has moved since the last update.
    pub fn update(&mut self, positions: &[Point]) {
        let squared =
            positions.iter().zip(&self.positions).map(|(now, before)| (now - before).norm_squared());
        // `f32::max` would ignore an undefined distance. Written so that NaN is kept.
        let most =
            squared.fold(0.0_f32, |most, next| if next <= most || most.is_nan() { most } else { next });
        if most.is_finite() && positions.len() == self.positions.len() {
            self.step = most.sqrt();
            self.total += f64::from(self.step * (1.0 + ROUNDING));
        } else {
            (self.step, self.total) = (0.0, 0.0);
            self.breaks += 1;
        }
        self.positions.clear();
        self.positions.extend_from_slice(positions);
        self.updates += 1;
    }

    /// The positions at the last update, by id.
    pub fn positions(&self) -> &[Point] {
        &self.positions
    }

    /// The largest distance that a unit moved between the last two updates, m.
    pub fn step(&self) -> f32 {
        self.step
    }

    /// The number of updates.
    pub fn updates(&self) -> u64 {
        self.updates
    }

    /// This moment.
    pub fn mark(&self) -> DriftMark {
        DriftMark { total: self.total, breaks: self.breaks }
    }

    /// An upper bound of the distance that any unit has moved since then, m. Infinite if units were added or removed,
    /// or were at a position that is not a number.
    pub fn since(&self, mark: DriftMark) -> f32 {
        if mark.breaks == self.breaks { (self.total - mark.total) as f32 } else { f32::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_steps_add_up() {
        let mut displacement = Displacement::default();
        let at = |x: f32, y: f32| [Point::new(x, 0.0), Point::new(0.0, y)];
        displacement.update(&at(0.0, 0.0));
        let start = displacement.mark();
        for (x, y, total) in [(3.0, -4.0, 4.0), (5.0, -4.5, 6.0), (5.0, -4.5, 6.0)] {
            displacement.update(&at(x, y));
            let since = displacement.since(start);
            assert!((total..total * 1.001).contains(&since), "{since} m instead of {total}");
        }
        assert_eq!(displacement.step(), 0.0);
        assert_eq!(displacement.since(displacement.mark()), 0.0);
    }

    /// Wherever the unit is in the crowd, and also once its position is a number again.
    #[test]
    fn after_a_position_that_is_not_a_number_nothing_is_known() {
        let sound = [Point::new(1.0, 0.0), Point::new(2.0, 0.0), Point::new(3.0, 0.0)];
        for id in 0..3 {
            for wrong in [f32::NAN, f32::INFINITY, -f32::INFINITY] {
                let mut displacement = Displacement::default();
                displacement.update(&sound);
                let start = displacement.mark();
                let mut broken = sound;
                broken[id].y = wrong;
                displacement.update(&broken);
                assert_eq!(displacement.since(start), f32::INFINITY, "{wrong} at {id}");
                let during = displacement.mark();
                displacement.update(&sound);
                assert_eq!(displacement.since(during), f32::INFINITY, "after {wrong} at {id}");
                let after = displacement.mark();
                displacement.update(&sound.map(|p| p + crate::types::Vec2::new(0.5, 0.0)));
                assert!((0.5..0.501).contains(&displacement.since(after)), "{wrong} at {id}");
            }
        }
    }

    #[test]
    fn with_another_number_of_units_nothing_is_known() {
        let mut displacement = Displacement::default();
        displacement.update(&[Point::origin(); 3]);
        let start = displacement.mark();
        displacement.update(&[Point::origin(); 2]);
        assert_eq!(displacement.since(start), f32::INFINITY);
    }
}
