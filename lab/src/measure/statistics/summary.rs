//! Means and quantiles.

use std::borrow::Borrow;

/// Returns the mean; none without values.
pub fn mean<T: Borrow<f64>>(values: impl IntoIterator<Item = T>) -> Option<f64> {
    let add = |(sum, count): (f64, u64), value: T| (sum + value.borrow(), count + 1);
    let (sum, count) = values.into_iter().fold((0.0, 0), add);
    (count > 0).then(|| sum / count as f64)
}

/// Returns the quantile at `level` in [0, 1] of sorted values, interpolated linearly (Hyndman & Fan 1996, type 7);
/// none without values.
pub fn quantile(sorted: &[f64], level: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = level * last as f64;
    let below = (at as usize).min(last);
    let above = (below + 1).min(last);
    Some(sorted[below] + (at - below as f64) * (sorted[above] - sorted[below]))
}

/// Returns the median of values in any order; none without values.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    quantile(&values, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_neighbours() {
        let sorted = [0.0, 1.0, 3.0];
        let at = |level| quantile(&sorted, level).unwrap();
        assert_eq!([at(0.0), at(0.25), at(0.5), at(0.75), at(1.0)], [0.0, 0.5, 1.0, 2.0, 3.0]);
        assert_eq!(quantile(&[5.0], 0.3), Some(5.0));
    }

    #[test]
    fn a_median_is_the_middle_value_or_the_mean_of_the_two_in_the_middle() {
        assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![9.0, 1.0, 2.0, 4.0]), Some(3.0));
    }

    #[test]
    fn no_values_have_no_mean_and_no_quantile() {
        assert_eq!((mean::<f64>([]), quantile(&[], 0.5), median(vec![])), (None, None, None));
        assert_eq!(mean([1.0, 2.0, 6.0]), Some(3.0));
    }
}
