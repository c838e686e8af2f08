//! The interval of a share.

use super::interval::{Interval, UPPER};
use statrs::distribution::{ContinuousCDF, Normal};

/// Returns the share k / n with its 95 % interval (Wilson 1927, "Probable inference, the law of succession, and statistical
/// inference", JASA 22): the shares p with |k / n − p| ≤ z √(p (1 − p) / n), z = Φ⁻¹(0.975).
///
/// Unlike the normal interval, it has a width where k is 0 or n, and stays within 0 and 1. Returns none if n is 0 or k > n.
pub fn wilson_interval(k: usize, n: usize) -> Option<Interval> {
    if n == 0 || k > n {
        return None;
    }
    let (share, n) = (k as f64 / n as f64, n as f64);
    let z = Normal::standard().inverse_cdf(UPPER);
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    let (low, high) = ((middle - half) / scale, (middle + half) / scale);
    Interval { mean: share, low: low.clamp(0.0, share), high: high.clamp(share, 1.0) }.finite()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_formula() {
        // With z² = 3.8414588: n of n reaches down to n / (n + z²), and 0 of n up to z² / (n + z²).
        let z2 = 3.841_458_8;
        let ends = |k, n| wilson_interval(k, n).map(|i| (i.low, i.high)).unwrap();
        for n in [1, 8, 100] {
            let (low, high) = ends(n, n);
            assert!((low - n as f64 / (n as f64 + z2)).abs() < 1e-7 && high == 1.0, "{n}: {low}, {high}");
            let (low, high) = ends(0, n);
            assert!((high - z2 / (n as f64 + z2)).abs() < 1e-7 && low == 0.0, "{n}: {low}, {high}");
        }
        // By hand: 7 of 8 has the middle 0.875 + 0.240091 and the half width 1.959964 √(0.013672 + 0.015006), over 1.480182.
        let (low, high) = ends(7, 8);
        assert!((low - 0.529_112).abs() < 1e-6 && (high - 0.977_583).abs() < 1e-4, "{low}, {high}");
        assert_eq!((wilson_interval(0, 0), wilson_interval(3, 2)), (None, None));
    }
}
