//! The choice of a suitable interval.

use super::bootstrap::bootstrap_interval;
use super::interval::{Interval, skewness, t_interval};
use serde::Serialize;
use std::fmt;

/// Beyond this skewness, the symmetric t interval is misleading.
const SKEWED: f64 = 1.0;

/// How an interval was computed.
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

/// Returns the mean with a suitable 95 % interval: the bootstrap interval if the skewness is beyond ±1, otherwise
/// Student's t.
pub fn interval(values: &[f64]) -> Option<(Interval, Method)> {
    if skewness(values)?.abs() > SKEWED {
        bootstrap_interval(values).map(|interval| (interval, Method::Bootstrap))
    } else {
        t_interval(values).map(|interval| (interval, Method::T))
    }
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
        // In f64, neither 3 × 0.1 nor 0.1 + 0.2 equals 0.3. Neither deviation counts as scatter.
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
        // Equal up to the noise of resampling.
        assert!((a.high + b.low).abs() < 0.03 * (a.high - a.low), "{a:?} {b:?}");
        assert_eq!(interval(&[1.0, 2.0, 3.0, 4.0]).unwrap().1, Method::T);
        assert_eq!(interval(&[1.0, 1.0, 1e9]).unwrap().1, Method::T, "three values cannot show a tail");
    }

    #[test]
    fn methods_have_names() {
        assert_eq!(format!("{} {}", Method::T, Method::Bootstrap), "t bootstrap");
    }
}
