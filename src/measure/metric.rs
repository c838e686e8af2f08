//! What a metric is: its name, its unit, which way it is better, and how a report shows it.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt;

/// Which way a metric is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    /// The less, the better: times, overlaps, effort.
    Lower,
    /// The more, the better: the share that arrived, lane order.
    Higher,
}

/// A metric of a run. JSON keys, columns, tables, reports and the documentation are derived from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metric {
    /// The key in JSON, and the name of the column in CSV and Parquet.
    pub key: &'static str,
    /// The unit; empty for a plain number.
    pub unit: &'static str,
    /// Which way it is better; none for a metric that only describes.
    pub better: Option<Better>,
    /// Whether it is written as a whole number.
    pub whole: bool,
    /// One line for the documentation, in Markdown.
    pub meaning: &'static str,
    /// How reports show it; none where they do not. What a report shows is also compared with an earlier study.
    pub report: Option<ReportColumn>,
}

/// How a report shows a metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReportColumn {
    /// The heading of the column.
    pub heading: &'static str,
    /// The name in a sentence.
    pub name: &'static str,
    /// How the values of several seeds become one.
    pub over_seeds: OverSeeds,
    /// Digits after the decimal point.
    pub decimals: usize,
    /// The term, and what it means, for the report's list of terms.
    pub term: (&'static str, &'static str),
}

/// How the values of several seeds become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverSeeds {
    /// Their mean.
    Mean,
    /// The largest.
    Largest,
}

/// Metrics with their values, in the order in which they are written.
#[derive(Clone, PartialEq, Default)]
pub struct Values(Vec<(&'static Metric, Option<f64>)>);

impl Values {
    /// The value of a metric; none where it does not exist or was not measured.
    pub fn value(&self, metric: &Metric) -> Option<f64> {
        self.get(metric.key)
    }

    /// The value of the metric with this key; none where it does not exist or was not measured.
    pub fn get(&self, key: &str) -> Option<f64> {
        self.0.iter().find(|(metric, _)| metric.key == key)?.1
    }

    /// All metrics with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Metric, Option<f64>)> {
        self.0.iter().copied()
    }
}

impl FromIterator<(&'static Metric, Option<f64>)> for Values {
    fn from_iter<I: IntoIterator<Item = (&'static Metric, Option<f64>)>>(values: I) -> Values {
        Values(values.into_iter().collect())
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(metric, value)| (metric.key, value))).finish()
    }
}

/// Numbers by key; whole numbers as such, `null` where there is no value.
impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (metric, value) in self.iter() {
            match value {
                Some(value) if metric.whole => map.serialize_entry(metric.key, &(value as u64))?,
                value => map.serialize_entry(metric.key, &value)?,
            }
        }
        map.end()
    }
}
