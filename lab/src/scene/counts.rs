//! Distributes a requested total number of units over the groups.

use super::description::{Description, Group, Shape};
use super::limits::MAX_UNITS;
use super::map_problem::MapProblem;
use crate::document::{DocumentError, SourceText};

/// Returns the number of units of each group. Formations and rings that walk are scaled in proportion; the largest
/// remainders are rounded up, so that the sum is exact.
pub(super) fn counts(
    d: &Description,
    source: &SourceText,
    units: Option<usize>,
) -> Result<Vec<usize>, DocumentError> {
    let mut counts: Vec<usize> = d.groups.iter().map(|g| g.shape.count()).collect();
    let total: usize = counts.iter().sum();
    let Some(asked) = units else { return Ok(counts) };
    if asked == 0 {
        return Err(source.error(MapProblem::NoUnits { what: "the map".into() }));
    }
    if asked > MAX_UNITS {
        return Err(source.error(MapProblem::TooManyUnits { count: asked.to_string() }));
    }
    let stands = |g: &Group| g.goal.as_ref().is_some_and(|goal| goal.stands());
    let scalable: Vec<usize> = (0..counts.len())
        .filter(|&i| !matches!(d.groups[i].shape, Shape::Units(_)) && !stands(&d.groups[i]))
        .collect();
    if asked == total {
        return Ok(counts);
    }
    if scalable.is_empty() {
        return Err(source.error(MapProblem::NotScalable { map: d.name.clone() }));
    }
    let old: usize = scalable.iter().map(|&i| counts[i]).sum();
    let fixed = total - old;
    let least = fixed + scalable.len();
    if asked < least {
        return Err(source.error(MapProblem::TooFewUnits { asked, least }));
    }
    // One unit for each group, the rest in proportion.
    let rest = asked - least;
    let share = |i: usize| (counts[i] * rest / old, counts[i] * rest % old);
    let mut new: Vec<(usize, usize, usize)> = scalable.iter().map(|&i| (i, share(i).0, share(i).1)).collect();
    // If the proportion of the whole leaves each group at least one unit, it is used instead.
    let whole = asked - fixed;
    if scalable.iter().all(|&i| counts[i] * whole / old >= 1) {
        new = scalable.iter().map(|&i| (i, counts[i] * whole / old - 1, counts[i] * whole % old)).collect();
    }
    let given: usize = new.iter().map(|(_, n, _)| n + 1).sum();
    let mut left = whole - given;
    new.sort_by_key(|&(i, _, remainder)| (std::cmp::Reverse(remainder), i));
    for (i, n, _) in new {
        let extra = usize::from(left > 0);
        left -= extra;
        counts[i] = n + 1 + extra;
    }
    Ok(counts)
}
