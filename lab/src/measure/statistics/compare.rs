//! Comparisons of modes that ran from the same starts: paired differences, a correction for multiple comparisons, and
//! ranks.

use super::interval::{Interval, Moments, ROUNDING, t_quantile};
use crate::measure::metric::Better;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::ops::RangeInclusive;

/// A difference is significant if its (adjusted) p is below this level.
pub const ALPHA: f64 = 0.05;
/// Effects are limited to ± this value: a difference of a hundred times its scatter needs no more precision.
pub const LARGEST_EFFECT: f64 = 100.0;

/// The difference between two modes on the same seeds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Paired {
    /// The number of pairs, one per seed.
    pub n: usize,
    /// The mean difference, values − baseline, with its 95 % t interval.
    pub difference: Interval,
    /// The two-sided p in [0, 1]: the probability of a difference at least this large between two modes with equal
    /// means.
    pub p: f64,
    /// Cohen's d_z: the mean difference divided by the standard deviation of the differences, within
    /// ±[`LARGEST_EFFECT`].
    pub effect: f64,
}

/// Compares the values of a mode with those of a baseline, where `values[s]` and `baseline[s]` come from the same
/// seed.
///
/// It uses the paired t-test (Student 1908), t = d̄ / (s_d / √n) with n − 1 degrees of freedom, and the effect d_z =
/// d̄ / s_d (Cohen 1988, "Statistical power analysis for the behavioral sciences", 2nd ed., section 2.3.5). Pairing
/// cancels what the starts have in common, since a start that is hard for one mode tends to be hard for all.
///
/// If all differences are equal, there is no scatter to judge by. Then p is 1 and the effect 0 if they are 0;
/// otherwise p is 0 and the effect ±[`LARGEST_EFFECT`], and the number of seeds alone says how far to trust that.
/// Returns none for slices of different lengths, fewer than 2 pairs, or any value that is not finite.
pub fn paired(values: &[f64], baseline: &[f64]) -> Option<Paired> {
    if values.len() != baseline.len() {
        return None;
    }
    let differences: Vec<f64> = values.iter().zip(baseline).map(|(v, b)| v - b).collect();
    // The rounding error of a difference is that of its operands.
    let noise = ROUNDING * values.iter().chain(baseline).fold(0.0_f64, |most, v| most.max(v.abs()));
    let m = Moments::beyond(&differences, noise)?;
    let freedom = m.n - 1.0;
    let difference = Interval::around(m.mean, t_quantile(freedom)? * m.standard_error())?;
    let (p, effect) = if m.deviation > 0.0 {
        let t = m.mean / m.standard_error();
        let beyond = StudentsT::new(0.0, 1.0, freedom).ok()?.sf(t.abs());
        ((2.0 * beyond).clamp(0.0, 1.0), m.mean / m.deviation)
    } else if m.mean.abs() <= noise {
        (1.0, 0.0)
    } else {
        (0.0, LARGEST_EFFECT.copysign(m.mean))
    };
    Some(Paired { n: values.len(), difference, p, effect: effect.clamp(-LARGEST_EFFECT, LARGEST_EFFECT) })
}

/// Adjusts the p of several comparisons so that the probability of even one false difference stays below the
/// significance level (Holm 1979, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
/// Statistics 6).
///
/// The k-th smallest of m, with k from 1, becomes the largest of (m − j + 1) p₍ⱼ₎ over j ≤ k, and at most 1. The
/// method is valid for any dependence between the comparisons, and at least as powerful as Bonferroni's m p. The
/// result has the order of `p`; a p that is not a number counts as 1, and others are clamped to [0, 1].
pub fn holm(p: &[f64]) -> Vec<f64> {
    let p: Vec<f64> = p.iter().map(|p| if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) }).collect();
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let mut adjusted = vec![1.0; p.len()];
    let mut largest = 0.0_f64;
    for (smaller, k) in order.into_iter().enumerate() {
        largest = largest.max((p.len() - smaller) as f64 * p[k]).min(1.0);
        adjusted[k] = largest;
    }
    adjusted
}

/// Returns the range of ranks that each mode may have, where 1 is the best: from 1 + the number of significantly
/// better modes, to the number of modes − the number of significantly worse ones. `groups[k][s]` is the value of mode
/// k at seed s.
///
/// All pairs of modes are [compared](paired) on the same seeds, at [`ALPHA`] after [Holm's correction](holm) over all
/// pairs. The ranges are simultaneous confidence sets for the ranks: if the tests' assumptions are met, all of them
/// are right at once in 95 of 100 studies (Mogstad, Romano, Shaikh & Wilhelm 2024, "Inference for ranks with
/// applications to mobility across neighbourhoods and academic achievement across countries", Review of Economic
/// Studies 91).
///
/// `1..=1` is the single best mode, significantly so. `1..=3` is **not distinguishable** from the best: these seeds
/// leave open which of the three ranks it has. This does not prove that the three are equal; the scatter over seeds
/// may hide a smaller difference, which more seeds may reveal. Nor do the ranges group modes: A may be
/// indistinguishable from B, and B from C, while A is better than C.
///
/// A pair of modes that cannot be compared (different numbers of seeds, or a value that is not finite) is not
/// distinguishable. Leave out a seed for all modes if any mode lacks it.
pub fn ranks(groups: &[Vec<f64>], better: Better) -> Vec<RangeInclusive<usize>> {
    let count = groups.len();
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let compared: Vec<(usize, usize, Paired)> =
        pairs.filter_map(|(a, b)| Some((a, b, paired(&groups[a], &groups[b])?))).collect();
    let p: Vec<f64> = compared.iter().map(|(_, _, paired)| paired.p).collect();
    let (mut best, mut worst) = (vec![1; count], vec![count; count]);
    for ((a, b, paired), p) in compared.into_iter().zip(holm(&p)) {
        if p >= ALPHA {
            continue;
        }
        let a_wins = (paired.difference.mean < 0.0) == (better == Better::Lower);
        let (winner, loser) = if a_wins { (a, b) } else { (b, a) };
        best[loser] += 1;
        worst[winner] -= 1;
    }
    best.into_iter().zip(worst).map(|(best, worst)| best..=worst).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CALM: [f64; 8] = [1.20, 1.22, 1.19, 1.21, 1.23, 1.20, 1.18, 1.21];

    fn raised(by: f64) -> Vec<f64> {
        varied(by, 0)
    }

    /// The values of `CALM`, raised by `by` plus a scatter with a standard deviation of 0.014 that `order` rotates.
    fn varied(by: f64, order: usize) -> Vec<f64> {
        let mut scatter = [0.01, -0.01, 0.02, 0.0, -0.02, 0.01, 0.0, -0.01];
        scatter.rotate_left(order);
        CALM.iter().zip(scatter).map(|(v, w)| v + by + w).collect()
    }

    #[test]
    fn a_difference_turns_its_sign_when_the_sides_are_swapped() {
        let (a, b) = (paired(&raised(0.1), &CALM).unwrap(), paired(&CALM, &raised(0.1)).unwrap());
        assert_eq!((a.n, a.p), (8, b.p));
        assert_eq!(a.effect, -b.effect);
        assert_eq!((a.difference.low, a.difference.high), (-b.difference.high, -b.difference.low));
        assert!(a.p < 1e-4 && a.effect > 5.0, "{a:?}");
    }

    #[test]
    fn a_p_below_alpha_and_an_interval_without_0_are_the_same_thing() {
        for by in 0..40 {
            let Paired { difference, p, .. } = paired(&raised(f64::from(by) * 0.001), &CALM).unwrap();
            assert_eq!(p < ALPHA, difference.low > 0.0 || difference.high < 0.0, "{by}: {difference:?} {p}");
        }
    }

    #[test]
    fn differences_without_scatter_are_all_or_nothing() {
        let same = paired(&CALM, &CALM).unwrap();
        assert_eq!((same.p, same.effect, same.difference.low, same.difference.high), (1.0, 0.0, 0.0, 0.0));
        // Tenths are not exact in binary: these sums and differences are equal up to rounding.
        let (a, b) = ([0.1 + 0.2, 0.7 + 0.1, 1.1 + 2.2], [0.3, 0.8, 3.3]);
        let rounding = paired(&a, &b).unwrap();
        assert_eq!((rounding.p, rounding.effect), (1.0, 0.0));
        let more = paired(&[1.1, 2.1, 3.1], &[1.0, 2.0, 3.0]).unwrap();
        assert_eq!((more.p, more.effect), (0.0, LARGEST_EFFECT));
        assert_eq!(more.difference.low, more.difference.high);
        let less = paired(&[1.0, 2.0, 3.0], &[1.1, 2.1, 3.1]).unwrap();
        assert_eq!((less.p, less.effect), (0.0, -LARGEST_EFFECT));
    }

    #[test]
    fn what_is_no_pair_is_not_compared() {
        assert_eq!(paired(&[1.0, 2.0, 3.0], &[1.0, 2.0]), None);
        assert_eq!(paired(&[1.0], &[2.0]), None);
        assert_eq!(paired(&[], &[]), None);
        assert_eq!(paired(&[1.0, f64::NAN], &[1.0, 2.0]), None);
        assert_eq!(paired(&[1.0, f64::INFINITY], &[1.0, f64::INFINITY]), None);
        assert_eq!(paired(&[f64::MAX, 1.0], &[f64::MIN, 1.0]), None);
    }

    #[test]
    fn holm_of_the_textbook() {
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]);
        assert_eq!(holm(&[0.5, 0.5]), [1.0, 1.0]);
        assert_eq!(holm(&[f64::NAN, 0.01, -1.0, 7.0]), [1.0, 0.03, 0.0, 1.0]);
        assert_eq!(holm(&[]), [0.0; 0]);
    }

    #[test]
    fn ranks_say_what_is_shown_and_no_more() {
        let groups = vec![varied(0.2, 1), CALM.to_vec(), varied(0.002, 3), varied(0.4, 5)];
        assert_eq!(ranks(&groups, Better::Lower), [3..=3, 1..=2, 1..=2, 4..=4]);
        assert_eq!(ranks(&groups, Better::Higher), [2..=2, 3..=4, 3..=4, 1..=1]);
    }

    #[test]
    fn indistinguishable_does_not_carry_over() {
        let groups = vec![CALM.to_vec(), varied(0.012, 1), varied(0.024, 4)];
        assert_eq!(ranks(&groups, Better::Lower), [1..=2, 1..=3, 2..=3]);
    }

    #[test]
    fn what_cannot_be_compared_may_hold_any_place() {
        assert_eq!(ranks(&[], Better::Lower), []);
        assert_eq!(ranks(&[CALM.to_vec()], Better::Lower), [1..=1]);
        let groups = vec![CALM.to_vec(), vec![], vec![f64::NAN; 8], raised(0.3)];
        assert_eq!(ranks(&groups, Better::Lower), [1..=3, 1..=4, 1..=4, 2..=4]);
    }

    #[test]
    fn many_modes_need_a_clearer_difference() {
        let close = raised(0.011);
        let p = paired(&close, &CALM).unwrap().p;
        assert!((0.005..ALPHA).contains(&p), "{p}");
        assert_eq!(ranks(&[CALM.to_vec(), close.clone()], Better::Lower), [1..=1, 2..=2]);
        let among_twelve: Vec<Vec<f64>> = std::iter::repeat_n(CALM.to_vec(), 11).chain([close]).collect();
        assert!(ranks(&among_twelve, Better::Lower).iter().all(|range| *range == (1..=12)));
    }

    proptest! {
        #[test]
        fn adjusted_p_are_no_smaller_and_keep_their_order(p in prop::collection::vec(0.0..1.0_f64, 0..20)) {
            let adjusted = holm(&p);
            prop_assert_eq!(adjusted.len(), p.len());
            for (k, a) in adjusted.iter().enumerate() {
                prop_assert!(p[k] <= *a && *a <= 1.0 && *a <= p.len() as f64 * p[k]);
                prop_assert!(adjusted.iter().zip(&p).all(|(b, q)| *q < p[k] || *b >= *a));
            }
        }

        #[test]
        fn any_bits_at_all_give_finite_comparisons(
            pairs in prop::collection::vec((any::<f64>(), any::<f64>()), 0..6),
        ) {
            let (a, b): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            if let Some(Paired { difference, p, effect, .. }) = paired(&a, &b) {
                prop_assert!(difference.finite().is_some() && (0.0..=1.0).contains(&p) && effect.abs() <= LARGEST_EFFECT);
            }
            let ranks = ranks(&[a, b], Better::Higher);
            prop_assert!(ranks.iter().all(|range| !range.is_empty() && *range.end() <= 2));
        }
    }
}
