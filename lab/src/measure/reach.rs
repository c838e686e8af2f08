//! Units that have no path to their goal.

use super::gatherer::{Family, Gatherer};
use super::journeys::Journeys;
use super::metric::{Metric, TableColumn};
use sidestep::world::World;

/// The number of units with no path to their goal at the start: walled in, or behind a gap that is too narrow.
pub static NO_WAY: Metric = Metric {
    key: "no_way",
    unit: "units",
    better: None,
    whole: true,
    headline: false,
    meaning: "units with no path to their goal at the start: walled in, or behind a gap that is too narrow",
    table: Some(TableColumn::new("no path", 0, "units")),
    report: None,
};

pub(super) static FAMILY: Family = Family {
    metrics: &[&NO_WAY],
    begin: |world, _| {
        let units = world.unreachable().iter().map(|found| found.units.len()).sum();
        Box::new(WalledIn { units })
    },
};

#[derive(serde::Serialize, serde::Deserialize)]
struct WalledIn {
    units: usize,
}

impl Gatherer for WalledIn {
    fn values(&self, _world: &World, _journeys: &Journeys) -> Vec<(&'static Metric, Option<f64>)> {
        vec![(&NO_WAY, Some(self.units as f64))]
    }
}
