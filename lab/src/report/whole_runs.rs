//! The runs in which every unit arrived.

use crate::measure::statistics::{Interval, wilson_interval};
use crate::text::fixed;
use std::ops::Add;

/// In how many runs every unit arrived.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct WholeRuns {
    /// The number of runs in which every unit arrived.
    pub whole: usize,
    /// The number of runs.
    pub runs: usize,
}

impl WholeRuns {
    /// Whether there are runs, and every unit arrived in each of them.
    pub fn all(self) -> bool {
        self.runs > 0 && self.whole == self.runs
    }

    /// The share of such runs with its interval; none without runs.
    pub fn share(self) -> Option<Interval> {
        wilson_interval(self.whole, self.runs)
    }

    /// "7 of 8 (53–98 %)".
    pub fn cell(self) -> String {
        let WholeRuns { whole, runs } = self;
        let percents = |i: Interval| [i.low, i.high].map(|end| fixed(100.0 * end, 0));
        let ends = self.share().map(percents).map(|[low, high]| format!(" ({low}–{high} %)"));
        format!("{whole} of {runs}{}", ends.unwrap_or_default())
    }
}

impl Add for WholeRuns {
    type Output = WholeRuns;

    fn add(self, other: WholeRuns) -> WholeRuns {
        WholeRuns { whole: self.whole + other.whole, runs: self.runs + other.runs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cell_has_the_interval() {
        assert_eq!(WholeRuns { whole: 7, runs: 8 }.cell(), "7 of 8 (53–98 %)");
        assert_eq!(WholeRuns { whole: 8, runs: 8 }.cell(), "8 of 8 (68–100 %)");
        assert_eq!(WholeRuns::default().cell(), "0 of 0");
    }
}
