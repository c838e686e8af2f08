//! What a metric is: its name, its unit, which way it is better, and how a report shows it.

use crate::text::{MISSING, counted, fixed};
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
    /// How the terminal, the window and the scale's picture show it; none where they do not.
    pub table: Option<TableColumn>,
    /// How reports show it; none where they do not. What a report shows is also compared with an earlier study.
    pub report: Option<ReportColumn>,
}

impl Metric {
    /// The heading in tables; the key of a metric that no table shows.
    pub fn heading(&self) -> &'static str {
        self.table.map_or(self.key, |column| column.heading)
    }

    /// The heading of a narrow column.
    pub fn narrow_heading(&self) -> &'static str {
        self.table.map_or(self.key, |column| column.narrow_heading)
    }

    /// A value with its unit: "98.5 %", "3 units", "–" where there is none.
    pub fn text(&self, value: Option<f64>) -> String {
        let unit = self.table.map_or(self.unit, |column| column.unit);
        match value {
            Some(value) if self.whole && !unit.is_empty() => {
                counted(value as u64, unit.trim_end_matches('s'))
            }
            value => self.with_unit(value, unit),
        }
    }

    /// A value as it stands in a narrow column: "98.5 %", "3", "–" where there is none.
    pub fn narrow_text(&self, value: Option<f64>) -> String {
        self.with_unit(value, self.table.map_or(self.unit, |column| column.narrow_unit))
    }

    /// What a value is compared with, "1: free flow" with ": " between; empty where there is nothing.
    pub fn reference(&self, between: &str) -> String {
        let reference = self.table.and_then(|column| column.reference);
        reference.map_or_else(String::new, |(value, name)| format!("{value}{between}{name}"))
    }

    fn with_unit(&self, value: Option<f64>, unit: &str) -> String {
        let factor = if self.table.is_some_and(|column| column.unit == "%") { 100.0 } else { 1.0 };
        match value.filter(|value| value.is_finite()) {
            None => MISSING.into(),
            Some(value) => {
                let decimals = self.table.map_or(3, |column| column.decimals);
                let number = fixed(value * factor, decimals);
                if unit.is_empty() { number } else { format!("{number} {unit}") }
            }
        }
    }
}

/// How a table shows one run's value of a metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TableColumn {
    /// The heading.
    pub heading: &'static str,
    /// The heading of a narrow column.
    pub narrow_heading: &'static str,
    /// Digits after the decimal point.
    pub decimals: usize,
    /// The unit after the number; "%" shows a share in per cent.
    pub unit: &'static str,
    /// The unit in a narrow column.
    pub narrow_unit: &'static str,
    /// A value to compare with, and its name: 1 is free flow.
    pub reference: Option<(u32, &'static str)>,
}

impl TableColumn {
    /// A column with the same heading and unit everywhere.
    pub const fn new(heading: &'static str, decimals: usize, unit: &'static str) -> TableColumn {
        TableColumn { heading, narrow_heading: heading, decimals, unit, narrow_unit: unit, reference: None }
    }
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
