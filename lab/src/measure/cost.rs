//! The time that a tick takes on this machine.

use super::gatherer::per;
use super::statistics::quantile;
use serde::ser::{Serialize, SerializeMap, Serializer};
use sidestep::world::Stage;
use std::ops::Index;

/// A part of a tick whose time is reported separately.
#[derive(Debug, PartialEq)]
pub struct TickPart {
    /// The key in JSON, which is also the column heading and the label in the window.
    pub key: &'static str,
    /// A one-line description.
    pub meaning: &'static str,
    /// The stages of a tick that it covers.
    pub stages: &'static [Stage],
}

/// The parts of a tick; the last one is the whole tick.
pub static TICK_PARTS: [TickPart; 6] = [
    TickPart {
        key: "index",
        meaning: "taking the positions, and measuring how far units have moved",
        stages: &[Stage::Index],
    },
    TickPart { key: "perceive", meaning: "neighbours, by lists and queries", stages: &[Stage::Perceive] },
    TickPart {
        key: "paths",
        meaning: "fields of paths, and each unit's way along them",
        stages: &[Stage::Paths, Stage::Navigate],
    },
    TickPart {
        key: "decide",
        meaning: "narrow places and steering",
        stages: &[Stage::Direct, Stage::Decide],
    },
    TickPart { key: "physics", meaning: "impulses and the physics step", stages: &[Stage::Act] },
    TickPart { key: "total", meaning: "the whole tick, arrivals included", stages: &Stage::ALL },
];

/// One value for each of [`TICK_PARTS`], in their order. Serialises to an object with the parts' keys.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ByPart<T>(pub [T; TICK_PARTS.len()]);

/// The times of one tick, in µs.
pub type TickTimes = ByPart<f32>;

impl<T: Copy> ByPart<T> {
    /// The value of the whole tick.
    pub fn total(&self) -> T {
        self.0[TICK_PARTS.len() - 1]
    }

    /// Every part with its value.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&'static TickPart, T)> {
        TICK_PARTS.iter().zip(self.0)
    }

    /// Applies `change` to every value.
    pub fn map<U>(self, change: impl Fn(T) -> U) -> ByPart<U> {
        ByPart(self.0.map(change))
    }
}

impl TickTimes {
    /// The times of the parts, from those of the stages in the order of [`Stage::ALL`], µs.
    pub fn from_stages(stages: &[f32; Stage::ALL.len()]) -> TickTimes {
        let times = || Stage::ALL.iter().zip(stages);
        ByPart(
            TICK_PARTS.each_ref().map(|part| {
                times().filter(|(stage, _)| part.stages.contains(stage)).map(|(_, time)| time).sum()
            }),
        )
    }
}

/// The value of a part, by its key.
///
/// # Panics
///
/// Panics if no part has this key.
impl<T> Index<&str> for ByPart<T> {
    type Output = T;

    fn index(&self, key: &str) -> &T {
        let index = TICK_PARTS.iter().position(|part| part.key == key);
        &self.0[index.unwrap_or_else(|| panic!("no part of a tick is called '{key}'"))]
    }
}

impl<T: Serialize> Serialize for ByPart<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(TICK_PARTS.len()))?;
        for (part, value) in TICK_PARTS.iter().zip(&self.0) {
            map.serialize_entry(part.key, value)?;
        }
        map.end()
    }
}

/// Time per tick over a run, in µs: the median and the 99th percentile of whole ticks, and the mean of each part. All
/// are 0 for a run that was not timed.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct TickCost {
    /// Median of whole ticks.
    pub p50: f64,
    /// 99th percentile of whole ticks.
    pub p99: f64,
    /// The mean of each part.
    #[serde(flatten)]
    pub mean: ByPart<f64>,
}

/// Collects the times of all ticks of a run.
#[derive(Default)]
pub(super) struct TickClock {
    totals: Vec<f64>,
    sums: ByPart<f64>,
}

impl TickClock {
    pub fn observe_times(&mut self, times: &TickTimes) {
        self.totals.push(f64::from(times.total()));
        self.sums.0.iter_mut().zip(times.0).for_each(|(sum, time)| *sum += f64::from(time));
    }

    pub fn cost(&self) -> TickCost {
        let mut sorted = self.totals.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        TickCost {
            p50: quantile(&sorted, 0.5).unwrap_or(0.0),
            p99: quantile(&sorted, 0.99).unwrap_or(0.0),
            mean: self.sums.map(|sum| per(sum, self.totals.len() as u64)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_of_a_tick_is_written_and_found_under_its_key() {
        let parts = ByPart(std::array::from_fn(|part| part as u64));
        let written = serde_json::to_value(parts).unwrap();
        assert_eq!(written.as_object().map(serde_json::Map::len), Some(TICK_PARTS.len()));
        for (place, part) in TICK_PARTS.iter().enumerate() {
            assert_eq!(written[part.key], place as u64, "{}", part.key);
            assert_eq!(parts[part.key], place as u64, "{}", part.key);
        }
        assert_eq!(parts.total(), TICK_PARTS.len() as u64 - 1);
    }

    #[test]
    fn a_run_costs_the_mean_of_each_part_over_its_ticks() {
        let mut clock = TickClock::default();
        for factor in [1.0, 3.0] {
            clock.observe_times(&ByPart(std::array::from_fn(|part| factor * part as f32)));
        }
        for (part, mean) in clock.cost().mean.0.into_iter().enumerate() {
            assert_eq!(mean, 2.0 * part as f64);
        }
    }

    #[test]
    fn a_run_without_a_tick_costs_nothing() {
        let cost = TickClock::default().cost();
        assert_eq!((cost.p50, cost.p99, cost.mean.total()), (0.0, 0.0, 0.0));
    }
}
