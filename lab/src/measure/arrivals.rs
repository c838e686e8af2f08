//! How many units arrived, and when.

use super::gatherer::{Family, Gatherer};
use super::journeys::Journeys;
use super::metric::{Better, Metric, OverSeeds, ReportColumn, TableColumn};
use sidestep::types::DT;
use sidestep::world::World;

/// The share of units with a goal that arrived; 1 if no unit has a goal.
pub static ARRIVED: Metric = Metric {
    key: "arrived",
    unit: "share",
    better: Some(Better::Higher),
    whole: false,
    headline: true,
    meaning: "units that arrived ÷ units that have a goal; 1 if no unit has a goal",
    table: Some(TableColumn::new("arrived", 1, "%")),
    report: Some(ReportColumn {
        heading: "arrived",
        name: "share arrived",
        over_seeds: OverSeeds::Mean,
        decimals: 3,
        term: (
            "arrived",
            "Share of the units with a goal that arrived within the run's time limit, mean over seeds.",
        ),
    }),
};

/// The time by which half of the walkers have arrived, in s.
pub static T50: Metric =
    time("t50", "50 % arrived", "time by which half of the walkers have arrived; `null` if they never do");

/// The time by which 95 % of the walkers have arrived, in s.
pub static T95: Metric =
    time("t95", "95 % arrived", "time by which 95 % of the walkers have arrived; `null` if they never do");

/// The time by which all walkers have arrived, in s.
pub static T100: Metric = Metric {
    headline: true,
    ..time("t100", "last arrival", "time by which all walkers have arrived; `null` if they never do")
};

const fn time(key: &'static str, heading: &'static str, meaning: &'static str) -> Metric {
    let table = Some(TableColumn::new(heading, 2, "s"));
    Metric {
        key,
        unit: "s",
        better: Some(Better::Lower),
        whole: false,
        headline: false,
        meaning,
        table,
        report: None,
    }
}

pub(super) static FAMILY: Family =
    Family { metrics: &[&ARRIVED, &T50, &T95, &T100], begin: |_, _| Box::new(Arrivals) };

#[derive(serde::Serialize, serde::Deserialize)]
struct Arrivals;

impl Gatherer for Arrivals {
    fn values(&self, _world: &World, journeys: &Journeys) -> Vec<(&'static Metric, Option<f64>)> {
        let walkers = journeys.walkers();
        let share = if walkers == 0 { 1.0 } else { journeys.arrived() as f64 / walkers as f64 };
        let mut times: Vec<u64> = journeys.arrivals().map(|(_, at)| at).collect();
        times.sort_unstable();
        let when = |share: f64| {
            let needed = (share * walkers as f64).ceil() as usize;
            (needed > 0).then(|| times.get(needed - 1)).flatten().map(|t| *t as f64 * f64::from(DT))
        };
        vec![(&ARRIVED, Some(share)), (&T50, when(0.5)), (&T95, when(0.95)), (&T100, when(1.0))]
    }
}
