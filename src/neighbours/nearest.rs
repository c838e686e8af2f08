//! The nearest of a few neighbours, in order.
//!
//! A crowd's neighbour list has about 25 entries, of which 20 are kept. At this size, counting for each entry how many
//! are nearer is faster than a sort: the loop has no branch to mispredict and is vectorised.

use super::near::Near;

/// The largest number of entries that are ranked by counting.
const RANKED: usize = 32;
/// Sorts after every neighbour.
const LAST: Near = Near(u64::MAX);

/// Appends the nearest `most` of `all` to `sorted`, ordered by (distance, id). The order of `all` changes.
pub(super) fn nearest(all: &mut [Near], most: usize, sorted: &mut Vec<Near>) {
    let mut few = all;
    if few.len() > RANKED {
        if most >= RANKED {
            few.sort_unstable();
            sorted.extend_from_slice(&few[..few.len().min(most)]);
            return;
        }
        few.select_nth_unstable(RANKED - 1);
        few = &mut few[..RANKED];
    }
    let kept = few.len().min(most);
    let mut ranked = [LAST; RANKED];
    let distinct = match few.len() {
        0..=8 => rank::<8>(few, &mut ranked),
        9..=16 => rank::<16>(few, &mut ranked),
        17..=24 => rank::<24>(few, &mut ranked),
        _ => rank::<RANKED>(few, &mut ranked),
    };
    if distinct {
        sorted.extend_from_slice(&ranked[..kept]);
    } else {
        few.sort_unstable();
        sorted.extend_from_slice(&few[..kept]);
    }
}

/// Puts each of at most `N` neighbours at its rank by distance. Returns false if two are at the same distance: they
/// get the same rank, and one of them is lost.
fn rank<const N: usize>(few: &[Near], ranked: &mut [Near; RANKED]) -> bool {
    // The bits of non-negative floats sort like integers, for which every processor has vector instructions.
    let mut distances = [i32::MAX; N];
    for (distance, near) in distances.iter_mut().zip(few) {
        *distance = (near.0 >> 32) as i32;
    }
    let mut ranks = [0; N];
    for other in distances {
        for (rank, distance) in ranks.iter_mut().zip(distances) {
            *rank += i32::from(other < distance);
        }
    }
    for (near, rank) in few.iter().zip(ranks) {
        ranked[rank as usize % RANKED] = *near;
    }
    !ranked[..few.len()].contains(&LAST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Few different distances, so that many are equal.
        #[test]
        fn the_nearest_are_those_of_a_sort(
            distances in prop::collection::vec(0_u8..60, 0..90), most in 0_usize..40
        ) {
            let all: Vec<Near> =
                distances.iter().zip((0..).step_by(7)).map(|(d, id)| Near::new(f32::from(*d), id % 101)).collect();
            let mut expected = all.clone();
            expected.sort_unstable();
            expected.truncate(most);
            let mut found = Vec::new();
            nearest(&mut all.clone(), most, &mut found);
            prop_assert_eq!(found, expected);
        }
    }
}
