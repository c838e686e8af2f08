//! The bootstrap, for metrics with a skewed distribution, such as travel times with a long tail or rare overlaps.

use super::interval::{Interval, Moments, UPPER};
use super::summary::quantile;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use statrs::distribution::{ContinuousCDF, Normal};

/// The number of resamples. With this many, the ends of an interval scatter by about 1 % of its width.
const RESAMPLES: usize = 10_000;
/// The seed of the resampling. Any number would do; a fixed one makes reports reproducible.
const SEED: u64 = 1987;
/// Means that differ by less than this many standard deviations are equal up to rounding.
const TIE: f64 = 1e-9;

/// Returns the mean with its 95 % interval from the bias-corrected and accelerated bootstrap, BCa (Efron 1987,
/// "Better bootstrap confidence intervals", Journal of the American Statistical Association 82).
///
/// The values are resampled with replacement 10 000 times. The ends of the interval are the quantiles of the
/// resampled means at Φ(z₀ + (z₀ + z) / (1 − a (z₀ + z))) for z = ±1.96. Here z₀ corrects the bias of the means'
/// median, and a, from the jackknife, describes how fast the scatter grows with the mean. The interval follows the
/// tail of a skewed metric, but it cannot account for a tail that no seed has shown: with fewer than about 20 values
/// it is too narrow.
///
/// The same values give the same result in any order: resampling uses ChaCha8 with a fixed seed. It takes 10 000 n
/// draws. If all values are equal, the interval has zero width. Returns none where [`super::t_interval`] does.
pub fn bootstrap_interval(values: &[f64]) -> Option<Interval> {
    let m = Moments::from_values(values)?;
    if m.deviation == 0.0 {
        return Interval::around(m.mean, 0.0);
    }
    let means = resampled_means(values, &m);
    let normal = Normal::standard();
    let z0 = normal.inverse_cdf(share_below(&means));
    // The jackknife's Σd³ / (6 (Σd²)^(3/2)): leaving out one value moves the mean by d = (x − x̄) / (n − 1).
    let acceleration = m.skewness / (6.0 * m.n.sqrt());
    let end = |z: f64| {
        // The divisor is positive: |a| < 1/6 since |g₁| < √n, and |z₀ + z| < 3.9 + 2 since z₀ comes from a share of
        // 10 000.
        let level = normal.cdf(z0 + (z0 + z) / (1.0 - acceleration * (z0 + z)));
        Some(m.mean + m.deviation * quantile(&means, level)?)
    };
    let z = normal.inverse_cdf(UPPER);
    Interval { mean: m.mean, low: end(-z)?, high: end(z)? }.finite()
}

/// Returns the means of the resamples in ascending order, as distances from the values' mean in standard deviations.
fn resampled_means(values: &[f64], m: &Moments) -> Vec<f64> {
    let mut scores: Vec<f64> = values.iter().map(|v| (v - m.mean) / m.deviation).collect();
    // Sorted, so the result does not depend on the order in which runs ended.
    scores.sort_unstable_by(f64::total_cmp);
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let count = scores.len() as u64;
    // The upper half of the product with 32 random bits is uniform to n / 2³².
    let mut draw = || scores[((u64::from(rng.next_u32()) * count) >> 32) as usize];
    let mut means: Vec<f64> = (0..RESAMPLES).map(|_| (0..count).map(|_| draw()).sum::<f64>() / m.n).collect();
    means.sort_unstable_by(f64::total_cmp);
    means
}

/// Returns the share of means below 0, counting ties as half. It is never 0 or 1, so it has a normal quantile.
fn share_below(means: &[f64]) -> f64 {
    let below = means.partition_point(|mean| *mean < -TIE);
    let not_above = means.partition_point(|mean| *mean <= TIE);
    let count = means.len() as f64;
    ((below + not_above) as f64 / (2.0 * count)).clamp(0.5 / count, 1.0 - 0.5 / count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_order_of_the_values_does_not_matter() {
        let values = [3.0, 0.5, 2.0, 9.0, 1.0, 1.5];
        let mut turned = values;
        turned.reverse();
        let (a, b) = (bootstrap_interval(&values).unwrap(), bootstrap_interval(&turned).unwrap());
        for (a, b) in [(a.low, b.low), (a.high, b.high)] {
            assert!((a - b).abs() < 1e-12, "{a} {b}");
        }
    }

    #[test]
    fn two_values_are_the_ends_themselves() {
        let interval = bootstrap_interval(&[1.0, 3.0]).unwrap();
        assert_eq!(interval, Interval { mean: 2.0, low: 1.0, high: 3.0 });
    }

    #[test]
    fn shares_count_ties_half_and_stay_off_the_ends() {
        assert_eq!(share_below(&[-1.0, 0.0, 1e-12, 1.0]), 0.5);
        assert_eq!(share_below(&[-1.0, -1.0, -1.0, 1.0]), 0.75);
        assert_eq!(share_below(&[1.0; 4]), 0.125);
        assert_eq!(share_below(&[-1.0; 4]), 0.875);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn an_interval_holds_the_mean_and_stays_within_the_values(
            values in prop::collection::vec(prop_oneof![-1e6..1e6_f64, Just(0.0), Just(1.0), -1e-3..1e-3_f64], 2..40),
        ) {
            let interval = bootstrap_interval(&values).unwrap();
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let rounding = 1e-9 * (most - least);
            prop_assert!(least - rounding <= interval.low && interval.high <= most + rounding, "{interval:?}");
            prop_assert!(interval.low <= interval.mean && interval.mean <= interval.high, "{interval:?}");
        }

        #[test]
        fn any_bits_at_all_give_a_finite_answer_or_none(values in prop::collection::vec(any::<f64>(), 0..6)) {
            if let Some(Interval { mean, low, high }) = bootstrap_interval(&values) {
                prop_assert!(mean.is_finite() && low.is_finite() && high.is_finite());
            }
        }
    }
}
