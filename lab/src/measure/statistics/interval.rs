//! Moments, and Student's t interval for a mean.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The cumulative probability at the upper end of a two-sided 95 % interval.
pub(super) const UPPER: f64 = 0.975;
/// Above this many degrees of freedom, Student's t is computed from its expansion around the normal distribution.
const MANY: f64 = 5000.0;
/// Scatter below this share of the largest value is rounding error: the values count as equal.
pub(super) const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// An estimate with its 95 % confidence interval: in 95 of 100 studies, the interval contains the true value.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// The estimate, in the unit of the values.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Creates a symmetric interval around the estimate; none if an end overflows f64.
    pub(super) fn around(mean: f64, half: f64) -> Option<Interval> {
        Interval { mean, low: mean - half, high: mean + half }.finite()
    }

    pub(super) fn finite(self) -> Option<Interval> {
        [self.mean, self.low, self.high].iter().all(|end| end.is_finite()).then_some(self)
    }
}

/// Returns the mean x̄ with its 95 % interval x̄ ± t(0.975; n − 1) s / √n, where s² = Σ(x − x̄)² / (n − 1) (Student
/// 1908, "The probable error of a mean", Biometrika 6).
///
/// It assumes that means over n seeds are nearly normal. This is true for normal values at any n, and for skewed
/// values only at large n. If all values are equal, the interval has zero width. Returns none for fewer than 2
/// values, or if any value is not finite or so large (10¹⁵⁴) that its square is not.
pub fn t_interval(values: &[f64]) -> Option<Interval> {
    let m = Moments::from_values(values)?;
    Interval::around(m.mean, t_quantile(m.n - 1.0)? * m.standard_error())
}

/// Returns the moment coefficient of skewness, g₁ = m₃ / m₂^(3/2) with mᵣ = Σ(x − x̄)ʳ / n: 0 for symmetric values,
/// positive for a long tail to the right.
///
/// Of the three usual coefficients it scatters least over small samples (Joanes & Gill 1998, "Comparing measures of
/// sample skewness and kurtosis", The Statistician 47). It cannot exceed (n − 2) / √(n − 1), so 3 values never count
/// as skewed. It is 0 if all values are equal. Returns none where [`t_interval`] does.
pub fn skewness(values: &[f64]) -> Option<f64> {
    Moments::from_values(values).map(|m| m.skewness)
}

/// The number of values, their mean, standard deviation and skewness.
pub(super) struct Moments {
    pub n: f64,
    pub mean: f64,
    /// With n − 1 in the denominator; exactly 0 if the values differ only by rounding.
    pub deviation: f64,
    /// g₁, with n in the denominators.
    pub skewness: f64,
}

impl Moments {
    pub fn from_values(values: &[f64]) -> Option<Moments> {
        let largest = values.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        Moments::beyond(values, ROUNDING * largest)
    }

    /// Computes the moments, treating scatter up to `noise` as zero.
    pub fn beyond(values: &[f64], noise: f64) -> Option<Moments> {
        let n = values.len() as f64;
        let (&first, 2..) = (values.first()?, values.len()) else { return None };
        // Summing differences from the first value is exact if all are equal, and limits cancellation if they are
        // large.
        let mean = first + values.iter().map(|v| v - first).sum::<f64>() / n;
        let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
        if !(mean.is_finite() && squares.is_finite()) {
            return None;
        }
        let deviation = (squares / (n - 1.0)).sqrt();
        if deviation <= noise {
            return Some(Moments { n, mean, deviation: 0.0, skewness: 0.0 });
        }
        // Cubes of standardised values cannot overflow, since none of the values exceeds √n.
        let spread = (squares / n).sqrt();
        let cube = |v: &f64| ((v - mean) / spread) * ((v - mean) / spread) * ((v - mean) / spread);
        Some(Moments { n, mean, deviation, skewness: values.iter().map(cube).sum::<f64>() / n })
    }

    pub fn standard_error(&self) -> f64 {
        self.deviation / self.n.sqrt()
    }
}

/// Returns the value that Student's t exceeds with a probability of 2.5 %, for `freedom` ≥ 1.
pub(super) fn t_quantile(freedom: f64) -> Option<f64> {
    if freedom <= MANY {
        return Some(StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(UPPER));
    }
    // Abramowitz & Stegun 1964, 26.7.5: accurate to 10⁻¹⁰ here, where the numerical inverse begins to lose digits.
    let z = Normal::standard().inverse_cdf(UPPER);
    let (z3, z5) = (z * z * z, z * z * z * z * z);
    Some(z + (z3 + z) / (4.0 * freedom) + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * freedom * freedom))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_has_three_finite_numbers() {
        let whole = Interval { mean: 1.0, low: 0.0, high: 3.0 };
        assert_eq!(whole.finite(), Some(whole));
        assert_eq!(Interval::around(1.0, 0.5), Some(Interval { mean: 1.0, low: 0.5, high: 1.5 }));
        let broken = [
            Interval { mean: f64::NAN, ..whole },
            Interval { low: f64::NEG_INFINITY, ..whole },
            Interval { high: f64::INFINITY, ..whole },
        ];
        assert!(broken.iter().all(|interval| interval.finite().is_none()));
        assert_eq!(Interval::around(f64::MAX, f64::MAX), None);
    }

    /// What counts as rounding is a share of the values: tiny ones scatter, too.
    #[test]
    fn the_unit_of_the_values_does_not_matter() {
        let wide = t_interval(&[1.0, 2.0, 4.0]).unwrap();
        let tiny = t_interval(&[1e-20, 2e-20, 4e-20]).unwrap();
        for (wide, tiny) in [(wide.low, tiny.low), (wide.high, tiny.high)] {
            assert!((1e20 * tiny - wide).abs() < 1e-9, "{tiny} and {wide}");
        }
    }

    /// The quantile for 5001 degrees, to 15 digits.
    #[test]
    fn students_t_is_exact_at_many_degrees_of_freedom() {
        let quantile = t_quantile(5001.0).unwrap();
        assert!((quantile - 1.960_438_456_789_474).abs() < 1e-10, "{quantile}");
    }

    #[test]
    fn students_t_has_no_step_at_many_degrees_of_freedom() {
        let [search, series] = [MANY, MANY + 1e-6].map(|freedom| t_quantile(freedom).unwrap());
        assert!((search - series).abs() < 1e-8, "{search} {series}");
    }
}
