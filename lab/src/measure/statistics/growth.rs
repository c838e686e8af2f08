//! The growth of a cost with size: the slope on doubly logarithmic axes, and its name.

use super::interval::{Interval, t_quantile};
use serde::Serialize;

/// An exponent whose interval is wider than this could belong to two named growths.
const UNCLEAR: f64 = 1.0;

/// A fit of y = factor · x^exponent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Fit {
    /// The exponent, as the interval's `mean`, with its 95 % interval.
    pub exponent: Interval,
    /// ln y at x = 1: the natural logarithm of the factor.
    pub intercept: f64,
    /// The share of the variance of ln y that the line explains, in [0, 1]; 1 for a constant y. It is small if y barely
    /// grows, so it does not measure the quality of the fit there.
    pub r2: f64,
    /// The number of points.
    pub n: usize,
}

impl Fit {
    /// The fitted y at `x` > 0.
    pub fn at(&self, x: f64) -> f64 {
        (self.intercept + self.exponent.mean * x.ln()).exp()
    }

    /// Names the growth by its exponent. From 100 to 20 000 units, n log n has the slope 1 + 1 / ln n, from 1.22 to
    /// 1.10: a single exponent cannot distinguish it from a power slightly above 1.
    pub fn name(&self) -> &'static str {
        if self.exponent.high - self.exponent.low > UNCLEAR {
            return "unclear";
        }
        match self.exponent.mean {
            e if e < -0.1 => "falling",
            e if e <= 0.1 => "constant",
            e if e < 0.9 => "slower than linear",
            e if e <= 1.05 => "linear",
            e if e <= 1.3 => "n log n or a little worse than linear",
            e if e < 1.9 => "between linear and quadratic",
            e if e <= 2.1 => "quadratic",
            _ => "worse than quadratic",
        }
    }
}

/// Fits a power of x to y by least squares of ln y on ln x.
///
/// The exponent is S_xy / S_xx, and its interval ± t(0.975; n − 2) √(S_res / (n − 2) / S_xx) (Draper & Smith 1998,
/// "Applied regression analysis", 3rd ed., sections 1.2 to 1.4). The interval assumes that every point is off the
/// line by chance, with the same relative scatter; a bend (a full cache, or a fixed cost at small sizes) shows as a
/// wide interval. Returns none for slices of different lengths, fewer than 3 points, any value that is not finite and
/// positive, or if all x are equal.
pub fn slope(x: &[f64], y: &[f64]) -> Option<Fit> {
    let usable = |v: &f64| v.is_finite() && *v > 0.0;
    if x.len() != y.len() || x.len() < 3 || !x.iter().chain(y).all(usable) {
        return None;
    }
    let n = x.len() as f64;
    let (x, y) = (Logs::from_values(x), Logs::from_values(y));
    // Logarithms are of order 1, so equal x leave no more than their rounding error.
    if x.squares <= 1e-24 * n {
        return None;
    }
    let exponent = x.times(&y) / x.squares;
    let residual: f64 = x.off.iter().zip(&y.off).map(|(x, y)| (y - exponent * x) * (y - exponent * x)).sum();
    let half = t_quantile(n - 2.0)? * (residual / (n - 2.0) / x.squares).sqrt();
    Some(Fit {
        exponent: Interval::around(exponent, half)?,
        intercept: y.mean - exponent * x.mean,
        r2: if y.squares > 1e-24 * n { (1.0 - residual / y.squares).clamp(0.0, 1.0) } else { 1.0 },
        n: x.off.len(),
    })
}

/// Logarithms of values: their mean, the deviations from it, and the sum of the squared deviations.
struct Logs {
    mean: f64,
    off: Vec<f64>,
    squares: f64,
}

impl Logs {
    fn from_values(values: &[f64]) -> Logs {
        let mean = values.iter().map(|v| v.ln()).sum::<f64>() / values.len() as f64;
        let off: Vec<f64> = values.iter().map(|v| v.ln() - mean).collect();
        let squares = off.iter().map(|d| d * d).sum();
        Logs { mean, off, squares }
    }

    fn times(&self, other: &Logs) -> f64 {
        self.off.iter().zip(&other.off).map(|(a, b)| a * b).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [f64; 8] = [100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10_000.0, 20_000.0];

    fn fit(cost: impl Fn(f64) -> f64) -> Fit {
        slope(&SIZES, &SIZES.map(cost)).unwrap()
    }

    #[test]
    fn a_power_comes_back_as_it_went_in() {
        for exponent in [-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0] {
            let fit = fit(|n| 0.25 * n.powf(exponent));
            assert!((fit.exponent.mean - exponent).abs() < 1e-12, "{fit:?}");
            assert!(fit.exponent.high - fit.exponent.low < 1e-12 && (fit.r2 - 1.0).abs() < 1e-12, "{fit:?}");
            let at = fit.at(300.0);
            assert!((at / (0.25 * 300.0_f64.powf(exponent)) - 1.0).abs() < 1e-12, "{at}");
            assert_eq!(fit.n, 8);
        }
    }

    #[test]
    fn what_has_no_logarithm_has_no_slope() {
        assert!(slope(&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0]).is_some());
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(slope(&[1.0, 2.0, bad], &[1.0, 2.0, 3.0]), None, "x {bad}");
            assert_eq!(slope(&[1.0, 2.0, 3.0], &[1.0, bad, 3.0]), None, "y {bad}");
        }
        assert_eq!(slope(&[1.0, 2.0, 3.0], &[1.0, 2.0]), None);
        assert_eq!(slope(&[1.0, 2.0], &[1.0, 2.0]), None);
    }

    #[test]
    fn growth_is_named() {
        assert_eq!(fit(|n| 1e6 / n).name(), "falling");
        assert_eq!(fit(|_| 42.0).name(), "constant");
        assert_eq!(fit(f64::ln).name(), "slower than linear");
        assert_eq!(fit(|n| n).name(), "linear");
        assert_eq!(fit(|n| n * n.ln()).name(), "n log n or a little worse than linear");
        assert_eq!(fit(|n| n * n.sqrt()).name(), "between linear and quadratic");
        assert_eq!(fit(|n| n * n).name(), "quadratic");
        assert_eq!(fit(|n| n * n * n).name(), "worse than quadratic");
    }

    #[test]
    fn what_scatters_too_much_has_no_name() {
        let fit = slope(&SIZES[..4], &[1.0, 90.0, 2.0, 300.0]).unwrap();
        assert!(fit.exponent.high - fit.exponent.low > 1.0, "{fit:?}");
        assert_eq!(fit.name(), "unclear");
    }

    #[test]
    fn what_has_no_slope_has_none() {
        assert_eq!(slope(&[1.0, 2.0], &[1.0, 2.0]), None);
        assert_eq!(slope(&[1.0, 2.0, 3.0], &[1.0, 2.0]), None);
        assert_eq!(slope(&[0.1, 0.1, 0.1], &[1.0, 2.0, 3.0]), None);
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(slope(&[1.0, 2.0, bad], &[1.0, 2.0, 3.0]), None, "{bad}");
            assert_eq!(slope(&[1.0, 2.0, 3.0], &[1.0, bad, 3.0]), None, "{bad}");
        }
        let widest = slope(&[f64::MIN_POSITIVE, 1.0, f64::MAX], &[f64::MAX, f64::MIN_POSITIVE, 1.0]).unwrap();
        assert!(widest.exponent.finite().is_some() && widest.r2.is_finite());
    }

    /// Each name up to its largest exponent.
    #[test]
    fn an_exponent_at_the_limit_of_two_names_has_the_plainer_one() {
        for (exponent, name) in [
            (-0.1, "constant"),
            (0.1, "constant"),
            (0.9, "linear"),
            (1.05, "linear"),
            (1.3, "n log n or a little worse than linear"),
            (1.9, "quadratic"),
            (2.1, "quadratic"),
        ] {
            let exponent = Interval { mean: exponent, low: exponent, high: exponent };
            assert_eq!(Fit { exponent, intercept: 0.0, r2: 1.0, n: 3 }.name(), name, "{exponent:?}");
        }
    }
}
