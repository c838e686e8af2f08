//! Size classes: units of similar size share their paths, so that one large unit does not close alleys to small ones.

use super::clearance;
use crate::types::Rect;
use std::f32::consts::FRAC_1_SQRT_2;

/// The largest number of classes.
const MOST: usize = 4;

/// The radius for which each class plans, m, descending: that of its largest unit. A class has the units down to 1/√2 of that, the
/// last one all that are smaller. No class is so small that `area` would need too many cells.
pub(super) fn sizes(radii: impl Iterator<Item = f32>, area: Rect) -> Vec<f32> {
    let mut radii: Vec<f32> = radii.filter(|radius| *radius > 0.0 && radius.is_finite()).collect();
    radii.sort_unstable_by(|a, b| b.total_cmp(a));
    let mut sizes: Vec<f32> = Vec::new();
    for radius in radii {
        let is_new = sizes.last().is_none_or(|last| {
            radius < FRAC_1_SQRT_2 * last && sizes.len() < MOST && clearance::is_affordable(area, radius)
        });
        if is_new {
            sizes.push(radius);
        }
    }
    sizes
}

/// The classes with units that come later: those that are known, as far as they serve, since each new one takes long to prepare. `all`
/// are the radii of all units.
pub(super) fn with_new(known: &[f32], new: impl Iterator<Item = f32>, all: &[f32], area: Rect) -> Vec<f32> {
    let mut sizes = known.to_vec();
    for radius in new.filter(|radius| *radius > 0.0) {
        let is_full = sizes.len() == MOST;
        match (class_of(sizes.iter().copied(), radius), sizes.first_mut()) {
            (None, Some(largest)) if *largest >= FRAC_1_SQRT_2 * radius => *largest = radius,
            (None, _) if is_full => return self::sizes(all.iter().copied(), area),
            (None, _) => sizes.insert(0, radius),
            (Some(class), _) => {
                let is_alike = radius >= FRAC_1_SQRT_2 * sizes[class];
                if !is_alike && !is_full && clearance::is_affordable(area, radius) {
                    sizes.insert(class + 1, radius);
                }
            }
        }
    }
    sizes
}

/// The class of a unit: the smallest for which it is not too large. None if all are too small.
pub(super) fn class_of(sizes: impl IntoIterator<Item = f32>, radius: f32) -> Option<usize> {
    sizes.into_iter().take_while(|size| *size >= radius).count().checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Point;

    fn square(side: f32) -> Rect {
        Rect { min: Point::origin(), max: Point::new(side, side) }
    }

    #[test]
    fn a_class_has_the_units_down_to_seven_tenths_of_its_largest() {
        for (radii, expected) in [
            (vec![], vec![]),
            (vec![f32::INFINITY, f32::NAN, -1.0, 0.0], vec![]),
            (vec![0.5], vec![0.5]),
            (vec![0.36, 0.5, 0.4], vec![0.5]),
            (vec![0.35, 0.5, 0.35], vec![0.5, 0.35]),
            (vec![0.4, 1.5, 0.5, 1.2], vec![1.5, 0.5]),
            (vec![8.0, 4.0, 2.0, 1.0, 0.5, 0.1], vec![8.0, 4.0, 2.0, 1.0]),
        ] {
            assert_eq!(sizes(radii.iter().copied(), square(50.0)), expected, "{radii:?}");
            let class = |radius: &f32| class_of(expected.iter().copied(), *radius);
            for radius in radii.iter().filter(|_| !expected.is_empty()) {
                let size = expected[class(radius).unwrap()];
                assert!(size >= *radius && !expected.iter().any(|other| (*radius..size).contains(other)));
            }
        }
        assert_eq!(class_of([1.5, 0.5], 1.6), None);
    }

    #[test]
    fn classes_stay_for_units_that_come_later_unless_none_is_large_enough() {
        let full = [2.0, 1.0, 0.5, 0.2];
        for (known, new, expected) in [
            (&[][..], &[0.5][..], &[0.5][..]),
            (&[1.0, 0.5], &[0.8, 0.36], &[1.0, 0.5]),
            (&[1.0, 0.5], &[0.6], &[1.0, 0.6, 0.5]),
            (&[1.0, 0.5], &[0.3], &[1.0, 0.5, 0.3]),
            (&[1.0, 0.5], &[1.4], &[1.4, 0.5]),
            (&[1.0, 0.5], &[1.5], &[1.5, 1.0, 0.5]),
            (&full, &[0.6, 0.1], &full),
            (&full, &[2.5], &[2.5, 1.0, 0.5, 0.2]),
            // As for the units that there are.
            (&full, &[4.0], &[4.0, 0.5]),
        ] {
            let all = [&[0.5, 0.4], new].concat();
            assert_eq!(
                with_new(known, new.iter().copied(), &all, square(50.0)),
                expected,
                "{known:?} {new:?}"
            );
        }
    }

    /// Cells are at most 2 R wide, and there are at most 2²² of them: 2 km on a side with R = 0.5 m.
    #[test]
    fn units_too_small_for_a_large_area_share_the_paths_of_larger_ones() {
        let sizes = |side: f32| sizes([2.0, 0.4].into_iter(), square(side));
        assert_eq!((sizes(1600.0), sizes(1700.0)), (vec![2.0, 0.4], vec![2.0]));
    }
}
