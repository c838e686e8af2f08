//! The table of all metrics. A family is one file and one line here; whatever lists metrics is derived from this table.

use super::gatherer::Family;
use super::metric::Metric;
use super::{arrivals, contacts, flips, lanes, motion, order, ratios, reach, stuck};

/// All families, in the order in which their metrics are written.
pub static FAMILIES: &[&Family] = &[
    &arrivals::FAMILY,
    &ratios::FAMILY,
    &contacts::FAMILY,
    &reach::FAMILY,
    &stuck::FAMILY,
    &motion::FAMILY,
    &flips::FAMILY,
    &lanes::FAMILY,
    &order::FAMILY,
];

/// All metrics, in the order in which they are written.
pub fn all_metrics() -> impl Iterator<Item = &'static Metric> {
    FAMILIES.iter().flat_map(|family| family.metrics).copied()
}
