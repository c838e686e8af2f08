//! Looking for gates, all at once or over several ticks.

use super::gates;
use super::mean_unit::MeanUnit;
use super::table::MECHANISMS;
use super::traffic_units::TrafficUnits;
use crate::navigation::Clearance;
use crate::navigation::passages::{PassageRules, PassageSearch, Passages};
use crate::steering::Steering;
use crate::types::Point;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The work of a tick: as much as to look at this many cells, and a share of all cells more.
const WORK: usize = 60_000;
const WORK_SHARE: usize = 8;

/// A search for gates.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct GateSearch {
    pub mean: MeanUnit,
    rules: PassageRules,
    /// Where the units are at its beginning.
    starts: Vec<Point>,
    /// The number of ticks for which it has gone on.
    ticks: u32,
    /// What was found so far. None before the first tick, and in a crowd that was restored.
    #[serde(skip)]
    search: Option<Box<PassageSearch>>,
}

impl GateSearch {
    /// None if no mechanism is on, or there is no unit.
    pub fn new(units: &TrafficUnits<'_>, steering: &Steering) -> Option<GateSearch> {
        let of_all = |values: &[f32]| values.iter().sum::<f32>() / values.len().max(1) as f32;
        let mean = MeanUnit { radius: of_all(units.radius), max_speed: of_all(units.max_speed) };
        let MeanUnit { radius, max_speed } = mean;
        let is_on = MECHANISMS.iter().any(|mechanism| steering.is_on(mechanism));
        if !(is_on && radius > 0.0 && max_speed > 0.0 && (radius / max_speed).is_finite()) {
            return None;
        }
        let rules = gates::passage_rules(&steering.settings, radius);
        let starts = units.position.to_vec();
        Some(GateSearch { mean, rules, starts, ticks: 0, search: None })
    }

    /// Finds all gates at once.
    pub fn find_all(&self, ground: &Arc<Clearance>) -> Passages {
        Passages::find(ground, &self.rules, &self.starts)
    }

    /// Goes on for a tick. Returns the gates once all are found.
    pub fn go_on(&mut self, ground: &Arc<Clearance>) -> Option<Passages> {
        let GateSearch { rules, starts, ticks, search, .. } = self;
        let work = WORK + ground.grid_len() / WORK_SHARE;
        let begun = search.take().unwrap_or_else(|| {
            let mut again = PassageSearch::new(ground.clone(), *rules, starts);
            (0..*ticks).for_each(|_| _ = again.go_on(work));
            Box::new(again)
        });
        *ticks += 1;
        let begun = search.insert(begun);
        begun.go_on(work).then(|| search.take().map(|search| search.into_passages())).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::navigation::Goal;
    use crate::steering::avoidance::Mode;
    use crate::types::{Point, Vec2};

    /// Lengths of gates are multiples of the radius, and times of the time to walk it.
    #[test]
    fn gates_are_looked_for_if_lengths_and_times_are_finite() {
        let steering = Steering { mode: Mode::named("lanes").unwrap(), ..Steering::default() };
        for (radius, max_speed, looks) in
            [(0.5, 5.0, true), (0.0, 5.0, false), (0.5, 0.0, false), (1e10, 1e-30, false), (1e20, 1e20, true)]
        {
            let units = TrafficUnits {
                position: &[Point::origin()],
                velocity: &[Vec2::zeros()],
                radius: &[radius],
                max_speed: &[max_speed],
                goal: &[Goal::Roam],
                standing: &[false],
                team: &[0],
                holds: &|_| false,
                follows_plan: &|_| false,
            };
            let search = GateSearch::new(&units, &steering);
            assert_eq!(search.is_some(), looks, "{radius} m, {max_speed} m/s");
        }
    }
}
