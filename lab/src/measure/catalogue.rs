//! The table of all metrics. Each family is one file plus one line here; every list of metrics is derived from this
//! table.

use super::gatherer::Family;
use super::metric::Metric;
use super::{arrivals, contacts, flips, lanes, motion, order, ratios, reach, stuck};

/// All families, in output order.
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

/// Returns all metrics, in output order.
pub fn all_metrics() -> impl Iterator<Item = &'static Metric> {
    FAMILIES.iter().flat_map(|family| family.metrics).copied()
}

/// Returns the few metrics by which runs are compared at a glance, in output order.
pub fn headline() -> impl Iterator<Item = &'static Metric> {
    all_metrics().filter(|metric| metric.headline)
}
