//! Axes: the range of values, their positions in the picture, and round values for the ticks.

use crate::text::short_number;

/// A range of values along one direction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    log: bool,
}

impl Axis {
    /// Creates an axis from the smallest to the largest value, with some margin. It is logarithmic if all values are
    /// above zero and span more than a factor of `wide`.
    pub fn over(values: impl Iterator<Item = f64>, wide: f64) -> Axis {
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        if low > high {
            return Axis { low: 0.0, high: 1.0, log: false };
        }
        if low > 0.0 && high / low > wide {
            return Axis { low: low / 1.1, high: high * 1.1, log: true };
        }
        let room = if high > low { (high - low) * 0.06 } else { low.abs().max(1e-6) * 0.1 };
        Axis { low: low - room, high: high + room, log: false }
    }

    /// Creates an axis from 0 to `high`, or to 1 if `high` is not above 0.
    pub fn from_zero(high: f64) -> Axis {
        Axis { low: 0.0, high: if high.is_finite() && high > 0.0 { high } else { 1.0 }, log: false }
    }

    /// Creates a logarithmic axis from the smallest to the largest value, with a margin so that no point lies on the
    /// frame. A single value lies in the middle.
    pub fn logarithmic(values: &[f64]) -> Axis {
        let (low, high) = ends(values).unwrap_or((1.0, 10.0));
        let room = if high > low { (high / low).powf(0.04) } else { 2.0 };
        Axis { low: low / room, high: high * room, log: true }
    }

    /// Creates an axis from the whole number below the smallest value to slightly above the largest.
    pub fn from_whole(values: &[f64]) -> Axis {
        let (low, high) = ends(values).unwrap_or((0.0, 1.0));
        let low = low.floor();
        Axis { low, high: low + (high - low).max(0.05) * 1.12, log: false }
    }

    /// Creates an axis of rows from 0, at the top, to `count` - 1.
    pub fn of_rows(count: usize) -> Axis {
        Axis { low: count as f64 - 0.5, high: -0.5, log: false }
    }

    /// Returns the position of a value along the axis, from 0 to 1; a value outside is moved to the end.
    fn share(&self, value: f64) -> f64 {
        let share = self.unbounded_share(value);
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    }

    pub fn unbounded_share(&self, value: f64) -> f64 {
        if self.log {
            (value.max(f64::MIN_POSITIVE) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// Returns about `count` round values within the axis, and the number of decimals that they need.
    pub fn ticks(&self, count: f64) -> (Vec<f64>, usize) {
        if self.log {
            return self.log_ticks();
        }
        let rough = (self.high - self.low) / count;
        let power = 10_f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|s| *s >= rough).unwrap_or(rough);
        let first = (self.low / step).ceil();
        let last = (self.high / step).floor();
        let number = ((last - first).clamp(0.0, 50.0)) as usize + 1;
        let decimals = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
        ((0..number).map(|k| (first + k as f64) * step).collect(), decimals)
    }

    fn log_ticks(&self) -> (Vec<f64>, usize) {
        let from = self.low.log10().floor() as i32;
        let to = (self.high.log10().ceil() as i32).min(from + 12);
        let decades = (from..=to).flat_map(|power| [1.0, 2.0, 5.0].map(|m| m * 10_f64.powi(power)));
        let within: Vec<f64> = decades.filter(|v| *v >= self.low && *v <= self.high).collect();
        // If there are many, only the powers of ten are kept.
        let few = within
            .iter()
            .copied()
            .filter(|v| within.len() < 10 || (v.log10() - v.log10().round()).abs() < 1e-9);
        (few.collect(), (-from).clamp(0, 6) as usize)
    }
}

/// An axis with the positions of its ends in the picture.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlacedAxis {
    pub axis: Axis,
    /// The position of the low end, in the picture's units.
    pub from: f64,
    /// The position of the high end.
    pub to: f64,
}

impl PlacedAxis {
    /// Returns the position of a value in the picture.
    pub fn position(&self, value: f64) -> f64 {
        self.from + self.axis.share(value) * (self.to - self.from)
    }

    /// Returns values with short labels, from low to high, in steps of 1, 2 and 5; over many decades only powers of
    /// ten.
    pub fn short_ticks(&self) -> Vec<(f64, String)> {
        let Axis { low, high, log } = self.axis;
        let inside = |value: &f64| (low..=high * (1.0 + 1e-9)).contains(value);
        let values: Vec<f64> = if log {
            let steps: &[f64] = if (high / low).log10() > 3.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
            let tens = low.log10().floor() as i32..=high.log10().ceil() as i32;
            tens.flat_map(|ten| steps.iter().map(move |step| step * 10.0_f64.powi(ten))).collect()
        } else {
            let step = round_up((high - low) / 5.0);
            (0..=10).map(|k| low + f64::from(k) * step).collect()
        };
        values.into_iter().filter(inside).map(|value| (value, short_number(value))).collect()
    }
}

/// Returns the smallest and the largest value.
fn ends(values: &[f64]) -> Option<(f64, f64)> {
    let low = values.iter().copied().reduce(f64::min)?;
    Some((low, values.iter().copied().fold(low, f64::max)))
}

/// Rounds up to the next of …, 0.2, 0.5, 1, 2, 5, 10, 20, ….
fn round_up(value: f64) -> f64 {
    let ten = 10.0_f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|step| step * ten).find(|step| *step >= value).unwrap_or(10.0 * ten)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        let axis = Axis::over([1.02, 1.11].into_iter(), 4.0);
        let (ticks, decimals) = axis.ticks(6.0);
        assert!(ticks.len() >= 3 && ticks.iter().all(|t| *t >= axis.low && *t <= axis.high), "{ticks:?}");
        assert_eq!(decimals, 2);
        let (ticks, _) = Axis::over([100.0, 20_000.0].into_iter(), 4.0).ticks(6.0);
        assert_eq!(ticks.last(), Some(&20_000.0));
    }

    #[test]
    fn odd_values_make_an_axis_all_the_same() {
        for values in [vec![], vec![f64::NAN], vec![0.0], vec![3.0, 3.0], vec![-1.0], vec![1e-300, 1e300]] {
            let axis = Axis::over(values.iter().copied(), 4.0);
            let (ticks, _) = axis.ticks(6.0);
            assert!(ticks.len() < 60 && ticks.iter().all(|t| t.is_finite()), "{values:?}: {ticks:?}");
            assert!(axis.share(values.first().copied().unwrap_or(0.0)).is_finite());
        }
    }

    fn placed(axis: Axis, from: f64, to: f64) -> PlacedAxis {
        PlacedAxis { axis, from, to }
    }

    #[test]
    fn short_ticks_lie_on_their_axis() {
        let few = placed(Axis::logarithmic(&[100.0, 20_000.0]), 0.0, 380.0);
        let many = placed(Axis::logarithmic(&[0.01, 1e5]), 200.0, 0.0);
        let ratios = placed(Axis::from_whole(&[1.02, 1.4]), 0.0, 1.0);
        let labels = |axis: &PlacedAxis| {
            axis.short_ticks().into_iter().map(|(_, label)| label).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels(&few), "100 200 500 1k 2k 5k 10k 20k");
        assert_eq!(labels(&many), "0.01 0.1 1 10 100 1k 10k 100k");
        assert_eq!(labels(&ratios), "1 1.1 1.2 1.3 1.4");
        let empty = placed(Axis::from_whole(&[]), 3.0, 9.0);
        let none = placed(Axis::logarithmic(&[]), 0.0, 1.0);
        let single = placed(Axis::logarithmic(&[7.0]), 0.0, 1.0);
        for axis in [few, many, ratios, empty, none, single] {
            let (low, high) = (axis.from.min(axis.to), axis.from.max(axis.to));
            for (value, label) in axis.short_ticks() {
                let at = axis.position(value);
                assert!((low..=high + 1e-6).contains(&at), "{label} at {at}");
            }
        }
    }

    #[test]
    fn a_logarithmic_axis_has_equal_factors_at_equal_distances() {
        let axis = placed(Axis::logarithmic(&[10.0, 1000.0]), 0.0, 100.0);
        assert!((axis.position(100.0) - 50.0).abs() < 1e-9);
        assert!((axis.position(1000.0) + axis.position(10.0) - 100.0).abs() < 1e-9);
    }

    #[test]
    fn a_linear_axis_places_values_in_proportion() {
        let axis = placed(Axis { log: false, low: 1.0, high: 3.0 }, 110.0, 10.0);
        assert_eq!([1.0, 1.5, 3.0].map(|value| axis.position(value)), [110.0, 85.0, 10.0]);
    }
}
