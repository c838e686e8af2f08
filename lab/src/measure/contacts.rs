//! Contacts and overlaps of units.

use super::gatherer::{Family, Gatherer, per};
use super::journeys::Journeys;
use super::metric::{Better, Metric, OverSeeds, ReportColumn, TableColumn};
use sidestep::world::World;

/// A pair counts as overlapping if it overlaps by more than this share of the smaller radius.
const OVERLAP: f32 = 0.01;

/// The deepest overlap of any two units at any tick, as a share of the smaller radius.
pub static DEEPEST_OVERLAP: Metric = Metric {
    key: "deepest_overlap",
    unit: "share of the smaller radius",
    better: Some(Better::Lower),
    whole: false,
    headline: true,
    meaning: "deepest overlap of any two units at any tick",
    table: Some(TableColumn {
        narrow_heading: "overlap",
        narrow_unit: "R",
        ..TableColumn::new("deepest overlap", 3, "radii")
    }),
    report: Some(ReportColumn {
        heading: "deepest overlap / R",
        name: "deepest overlap (of a radius)",
        over_seeds: OverSeeds::Largest,
        decimals: 3,
        term: (
            "deepest overlap",
            "The deepest overlap of two units at any tick of any seed, as a share of the smaller radius R.",
        ),
    }),
};

/// The number of pairs that overlap by more than 1 % of the smaller radius, mean per tick until t95.
pub static OVERLAPS: Metric = Metric {
    key: "overlaps",
    unit: "pairs",
    better: Some(Better::Lower),
    whole: false,
    headline: false,
    meaning: "pairs that overlap by more than 1 % of the smaller radius, mean per tick until `t95`",
    table: None,
    report: None,
};

/// The share of unit-ticks before arrival in which the unit touches another unit.
pub static CONTACT_SHARE: Metric = Metric {
    key: "contact_share",
    unit: "share",
    better: Some(Better::Lower),
    whole: false,
    headline: false,
    meaning: "share of unit-ticks before arrival in which the unit touches another unit",
    table: None,
    report: None,
};

pub(super) static FAMILY: Family = Family {
    metrics: &[&DEEPEST_OVERLAP, &OVERLAPS, &CONTACT_SHARE],
    begin: |_, _| Box::new(Overlaps::default()),
};

#[derive(Default, serde::Serialize, serde::Deserialize)]
struct Overlaps {
    deepest: f32,
    overlaps: u64,
    /// Ticks until t95.
    ticks: u64,
    contact_ticks: u64,
    unit_ticks: u64,
}

impl Gatherer for Overlaps {
    fn observe(&mut self, world: &World, journeys: &Journeys) {
        let before_t95 = journeys.before_t95();
        self.ticks += u64::from(before_t95);
        for contact in world.contacts() {
            self.deepest = self.deepest.max(contact.overlap);
            self.overlaps += u64::from(before_t95 && contact.overlap > OVERLAP);
        }
        self.contact_ticks += journeys.touching().len() as u64;
        self.unit_ticks += journeys.under_way().len() as u64;
    }

    fn values(&self, _world: &World, _journeys: &Journeys) -> Vec<(&'static Metric, Option<f64>)> {
        vec![
            (&DEEPEST_OVERLAP, Some(f64::from(self.deepest))),
            (&OVERLAPS, Some(per(self.overlaps as f64, self.ticks))),
            (&CONTACT_SHARE, Some(per(self.contact_ticks as f64, self.unit_ticks))),
        ]
    }
}
