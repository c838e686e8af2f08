//! The description of a metric: its name, its unit, which direction is better, and how tables and reports show it.

use crate::text::{MISSING, counted, fixed};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt;

/// The direction in which a metric is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    /// Lower values are better: times, overlaps, effort.
    Lower,
    /// Higher values are better: the share that arrived, lane order.
    Higher,
}

/// A metric of a run. JSON keys, columns, tables, reports and the documentation are all derived from this description.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metric {
    /// The key in JSON, and the name of the column in CSV.
    pub key: &'static str,
    /// The unit; empty for a plain number.
    pub unit: &'static str,
    /// The direction in which it is better; none for a purely descriptive metric.
    pub better: Option<Better>,
    /// Whether its values are written as whole numbers.
    pub whole: bool,
    /// Whether it is one of the few figures by which runs are compared at a glance; see [`headline`](super::headline).
    pub headline: bool,
    /// The definition in one line of Markdown, for the documentation.
    pub meaning: &'static str,
    /// How the terminal, the window and the picture of `scale` show it; none if they do not.
    pub table: Option<TableColumn>,
    /// How reports show it; none if they do not. Metrics that reports show are also compared with an earlier study.
    pub report: Option<ReportColumn>,
}

impl Metric {
    /// The heading in tables, or the key if no table shows the metric.
    pub fn heading(&self) -> &'static str {
        self.table.map_or(self.key, |column| column.heading)
    }

    /// The heading in narrow columns.
    pub fn narrow_heading(&self) -> &'static str {
        self.table.map_or(self.key, |column| column.narrow_heading)
    }

    /// Formats a value with its unit: "98.5 %", "3 units", or "–" for a missing value.
    pub fn text(&self, value: Option<f64>) -> String {
        let unit = self.table.map_or(self.unit, |column| column.unit);
        match value {
            Some(value) if self.whole && !unit.is_empty() => {
                counted(value as u64, unit.trim_end_matches('s'))
            }
            value => self.with_unit(value, unit),
        }
    }

    /// Formats a value for a narrow column: "98.5 %", "3", or "–" for a missing value.
    pub fn narrow_text(&self, value: Option<f64>) -> String {
        self.with_unit(value, self.table.map_or(self.unit, |column| column.narrow_unit))
    }

    /// The reference value and its name, separated by `between`, such as "1: free flow"; empty if the metric has none.
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

/// How a table shows the value of a metric in one run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TableColumn {
    /// The heading.
    pub heading: &'static str,
    /// The heading in narrow columns.
    pub narrow_heading: &'static str,
    /// Digits after the decimal point.
    pub decimals: usize,
    /// The unit after the number; "%" shows a share as a percentage.
    pub unit: &'static str,
    /// The unit in narrow columns.
    pub narrow_unit: &'static str,
    /// A reference value and its name, such as 1, "free flow".
    pub reference: Option<(u32, &'static str)>,
}

impl TableColumn {
    /// Creates a column with the same heading and unit at every width.
    pub const fn new(heading: &'static str, decimals: usize, unit: &'static str) -> TableColumn {
        TableColumn { heading, narrow_heading: heading, decimals, unit, narrow_unit: unit, reference: None }
    }
}

/// How a report shows a metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReportColumn {
    /// The heading of the column.
    pub heading: &'static str,
    /// The name to use in a sentence.
    pub name: &'static str,
    /// How the values of several seeds are combined.
    pub over_seeds: OverSeeds,
    /// Digits after the decimal point.
    pub decimals: usize,
    /// The term and its explanation, for the report's list of terms.
    pub term: (&'static str, &'static str),
}

/// How the values of several seeds are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverSeeds {
    /// By their mean.
    Mean,
    /// By the largest of them.
    Largest,
}

/// Metrics and their values, in output order.
#[derive(Clone, PartialEq, Default)]
pub struct Values(Vec<(&'static Metric, Option<f64>)>);

impl Values {
    /// The value of a metric; none if it does not exist or was not measured.
    pub fn value(&self, metric: &Metric) -> Option<f64> {
        self.get(metric.key)
    }

    /// The value of the metric with this key; none if it does not exist or was not measured.
    pub fn get(&self, key: &str) -> Option<f64> {
        self.0.iter().find(|(metric, _)| metric.key == key)?.1
    }

    /// All metrics and their values, in output order.
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

/// Serialises to numbers by key: whole-number metrics as integers, missing values as `null`.
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
