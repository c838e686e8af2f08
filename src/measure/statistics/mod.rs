//! Statistics over many runs: what a mode comes to over seeds, how sure that is, and which modes can be told apart. What
//! the figures mean to a reader of a report stands in `docs/statistics.md`.
//!
//! A run is one sample of a chaotic system, a seed its random draw, and a slice of values here is one metric over seeds.
//! Whoever calls leaves out what is missing; a value that is not finite makes the answer `None`, never a panic. All
//! arithmetic is in f64, in one thread and in the order given, so that the same values give the same answer.

mod bootstrap;
mod compare;
mod growth;
mod summary;

pub use bootstrap::bootstrap_interval;
pub use compare::{ALPHA, LARGEST_EFFECT, Paired, holm, paired, ranks};
pub use growth::{Fit, slope};
pub use summary::{mean, median, quantile};

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use std::fmt;

/// The cumulative probability up to a two-sided 95 % interval's upper end.
const UPPER: f64 = 0.975;
/// Above so many degrees of freedom Student's t is taken from its expansion at the normal distribution.
const MANY: f64 = 5000.0;
/// Scatter below this share of the largest value is the rounding of f64: the values are equal.
const ROUNDING: f64 = 4.0 * f64::EPSILON;
/// Beyond this skewness the ends of a t interval, which is symmetric, mislead.
const SKEWED: f64 = 1.0;

/// An estimate with its 95 % confidence interval: of many such studies, 95 in 100 have the true value between the ends.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// The estimate, in the values' unit.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The estimate with equal room on both sides; none where an end is beyond f64.
    fn around(mean: f64, half: f64) -> Option<Interval> {
        Interval { mean, low: mean - half, high: mean + half }.finite()
    }

    fn finite(self) -> Option<Interval> {
        [self.mean, self.low, self.high].iter().all(|end| end.is_finite()).then_some(self)
    }
}

/// How an interval was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Student's t: [`t_interval`].
    T,
    /// The BCa bootstrap: [`bootstrap_interval`].
    Bootstrap,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Method::T => "t",
            Method::Bootstrap => "bootstrap",
        })
    }
}

/// The mean x̄ with its 95 % interval x̄ ± t(0.975; n − 1) s / √n, where s² = Σ(x − x̄)² / (n − 1) (Student 1908, "The
/// probable error of a mean", Biometrika 6).
///
/// It supposes that means over n seeds are nearly normal: true of normal values at any n, of skewed ones at large n only.
/// Values that are all equal give an interval without width. None for fewer than 2 values, or any that is not finite, or
/// so large (10¹⁵⁴) that their squares are not.
pub fn t_interval(values: &[f64]) -> Option<Interval> {
    let m = Moments::of(values)?;
    Interval::around(m.mean, t_quantile(m.n - 1.0)? * m.standard_error())
}

/// The moment coefficient of skewness, g₁ = m₃ / m₂^(3/2) with mᵣ = Σ(x − x̄)ʳ / n: 0 for symmetric values, positive with
/// a long tail to the right.
///
/// Of the usual three coefficients it scatters least over small samples (Joanes & Gill 1998, "Comparing measures of sample
/// skewness and kurtosis", The Statistician 47); it cannot exceed (n − 2) / √(n − 1), so that 3 values never count as
/// skewed. 0 where all values are equal. None where [`t_interval`] is none.
pub fn skewness(values: &[f64]) -> Option<f64> {
    Moments::of(values).map(|m| m.skewness)
}

/// The mean with the 95 % interval that suits the values: the bootstrap's where their skewness is beyond ±1, else Student's.
pub fn interval(values: &[f64]) -> Option<(Interval, Method)> {
    if skewness(values)?.abs() > SKEWED {
        bootstrap_interval(values).map(|interval| (interval, Method::Bootstrap))
    } else {
        t_interval(values).map(|interval| (interval, Method::T))
    }
}

/// The number of values, their mean, standard deviation and skewness.
struct Moments {
    n: f64,
    mean: f64,
    /// With n − 1 in the denominator; exactly 0 where the values differ by rounding only.
    deviation: f64,
    /// g₁, with n in the denominators.
    skewness: f64,
}

impl Moments {
    fn of(values: &[f64]) -> Option<Moments> {
        let largest = values.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        Moments::beyond(values, ROUNDING * largest)
    }

    /// The moments of values whose scatter counts when it is larger than `noise`.
    fn beyond(values: &[f64], noise: f64) -> Option<Moments> {
        let n = values.len() as f64;
        let (&first, 2..) = (values.first()?, values.len()) else { return None };
        // Sums of differences from the first value: exact where all are equal, and little cancels where they are large.
        let mean = first + values.iter().map(|v| v - first).sum::<f64>() / n;
        let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
        if !(mean.is_finite() && squares.is_finite()) {
            return None;
        }
        let deviation = (squares / (n - 1.0)).sqrt();
        if deviation <= noise {
            return Some(Moments { n, mean, deviation: 0.0, skewness: 0.0 });
        }
        // Cubes of standardised values do not overflow: none is beyond √n.
        let spread = (squares / n).sqrt();
        let cube = |v: &f64| ((v - mean) / spread) * ((v - mean) / spread) * ((v - mean) / spread);
        Some(Moments { n, mean, deviation, skewness: values.iter().map(cube).sum::<f64>() / n })
    }

    fn standard_error(&self) -> f64 {
        self.deviation / self.n.sqrt()
    }
}

/// Student's t that 2.5 % lie beyond, for `freedom` ≥ 1.
fn t_quantile(freedom: f64) -> Option<f64> {
    if freedom <= MANY {
        return Some(StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(UPPER));
    }
    // Abramowitz & Stegun 1964, 26.7.5, right to 10⁻¹⁰ here, where the search for the inverse begins to lose digits.
    let z = Normal::standard().inverse_cdf(UPPER);
    let (z3, z5) = (z * z * z, z * z * z * z * z);
    Some(z + (z3 + z) / (4.0 * freedom) + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * freedom * freedom))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_few_or_not_finite_values_have_no_interval() {
        for values in [
            &[][..],
            &[1.0],
            &[1.0, f64::NAN],
            &[f64::NAN, 1.0],
            &[f64::INFINITY, 1.0, 2.0],
            &[1.0, 2.0, f64::NEG_INFINITY],
            &[f64::MAX, f64::MIN],
            &[1e200, 2e200],
        ] {
            assert_eq!(t_interval(values), None, "{values:?}");
            assert_eq!(bootstrap_interval(values), None, "{values:?}");
            assert_eq!(skewness(values), None, "{values:?}");
            assert_eq!(interval(values), None, "{values:?}");
        }
    }

    #[test]
    fn equal_values_have_an_interval_without_width() {
        // Three times 0.1 is not 0.3, and 0.1 + 0.2 is not either: neither is scatter.
        for values in
            [&[0.1; 3][..], &[0.3, 0.1 + 0.2, 0.3, 0.1 + 0.2], &[-7.25; 100], &[0.0; 2], &[f64::MAX; 5]]
        {
            let (interval, method) = interval(values).unwrap();
            assert_eq!(method, Method::T);
            assert_eq!((interval.low, interval.high), (interval.mean, interval.mean), "{values:?}");
            assert!((interval.mean - values[0]).abs() <= f64::EPSILON, "{values:?}");
            assert_eq!(bootstrap_interval(values), Some(interval));
            assert_eq!(skewness(values), Some(0.0));
        }
    }

    #[test]
    fn an_offset_and_a_unit_change_nothing_but_the_numbers() {
        let values = [1.25, 1.5, 1.0, 2.75, 1.375, 1.125];
        let moved: Vec<f64> = values.iter().map(|v| 1e6 + 8.0 * v).collect();
        for find in [t_interval, bootstrap_interval] {
            let (a, b) = (find(&values).unwrap(), find(&moved).unwrap());
            for (a, b) in [(a.mean, b.mean), (a.low, b.low), (a.high, b.high)] {
                assert!((1e6 + 8.0 * a - b).abs() < 1e-7, "{a} {b}");
            }
        }
        assert!((skewness(&values).unwrap() - skewness(&moved).unwrap()).abs() < 1e-8);
    }

    #[test]
    fn a_tail_calls_for_the_bootstrap_and_its_interval_leans_that_way() {
        let right = [1.0, 1.1, 1.2, 1.0, 1.1, 1.3, 1.2, 6.0];
        let left = right.map(|v| -v);
        let (a, method) = interval(&right).unwrap();
        assert_eq!(method, Method::Bootstrap);
        assert!(a.high - a.mean > 2.0 * (a.mean - a.low), "{a:?}");
        let (b, _) = interval(&left).unwrap();
        // The same but for the noise of other resamples.
        assert!((a.high + b.low).abs() < 0.03 * (a.high - a.low), "{a:?} {b:?}");
        assert_eq!(interval(&[1.0, 2.0, 3.0, 4.0]).unwrap().1, Method::T);
        assert_eq!(interval(&[1.0, 1.0, 1e9]).unwrap().1, Method::T, "three values cannot show a tail");
    }

    /// Where the series takes over from the search it agrees with it.
    #[test]
    fn students_t_has_no_step_at_many_degrees_of_freedom() {
        let [search, series] = [MANY, MANY + 1e-6].map(|freedom| t_quantile(freedom).unwrap());
        assert!((search - series).abs() < 1e-8, "{search} {series}");
    }

    #[test]
    fn methods_have_names() {
        assert_eq!(format!("{} {}", Method::T, Method::Bootstrap), "t bootstrap");
    }
}
