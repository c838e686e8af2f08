//! Records as table rows: the run, its settings and its metrics, in a fixed order of columns.

use super::record::{Record, RunOutcome};
use crate::measure::{Metric, TICK_PARTS, all_metrics};
use crate::text::CsvText;
use sidestep::lookup::assignment;
use std::borrow::Cow;
use std::sync::LazyLock;

/// A value in a row.
enum ColumnValue {
    /// No value.
    Empty,
    /// Text.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// Any number.
    Number(f64),
}

/// A column: its name, and a function that takes its value from a record.
struct Column {
    name: Cow<'static, str>,
    value: fn(&Record, &str) -> ColumnValue,
}

const fn of_run(name: &'static str, value: fn(&Record, &str) -> ColumnValue) -> Column {
    Column { name: Cow::Borrowed(name), value }
}

const fn number(name: &'static str) -> Column {
    Column {
        name: Cow::Borrowed(name),
        value: |r, name| r.number(name).map_or(ColumnValue::Empty, ColumnValue::Number),
    }
}

const fn whole(name: &'static str) -> Column {
    Column {
        name: Cow::Borrowed(name),
        value: |r, name| r.number(name).map_or(ColumnValue::Empty, |x| ColumnValue::Whole(x as i64)),
    }
}

fn metric(metric: &Metric) -> Column {
    if metric.whole { whole(metric.key) } else { number(metric.key) }
}

/// All columns. Those that depend on the machine come last, so that the rest of two equal studies is identical byte
/// for byte.
static COLUMNS: LazyLock<Vec<Column>> =
    LazyLock::new(|| RUN.into_iter().chain(all_metrics().map(metric)).chain(END).chain(costs()).collect());

/// The columns before the metrics: the inputs and the outcome of the run.
const RUN: [Column; 15] = [
    of_run("id", |r, _| text(&r.run.id)),
    of_run("map", |r, _| text(&r.run.map)),
    of_run("map_hash", |r, _| text(&r.run.map_hash)),
    of_run("mode", |r, _| text(&r.run.mode)),
    of_run("push", |r, _| ColumnValue::Number(widened(r.run.push))),
    of_run("units_asked", |r, _| r.run.units.map_or(ColumnValue::Empty, |n| ColumnValue::Whole(n as i64))),
    of_run("seed", |r, _| ColumnValue::Whole(i64::try_from(r.run.seed).unwrap_or(i64::MAX))),
    of_run("jitter", |r, _| r.run.jitter.map_or(ColumnValue::Empty, |x| ColumnValue::Number(widened(x)))),
    of_run("limit", |r, _| r.run.limit.map_or(ColumnValue::Empty, |x| ColumnValue::Number(widened(x)))),
    of_run("settings", |r, _| text(&settings(r))),
    of_run("version", |r, _| text(&r.run.version)),
    of_run("outcome", |r, _| text(outcome(r).0)),
    of_run("reason", |r, _| outcome(r).1.map_or(ColumnValue::Empty, text)),
    whole("units"),
    whole("walkers"),
];

/// The columns after the metrics.
const END: [Column; 3] = [
    of_run("state_hash", |r, name| {
        r.metrics.get(name).and_then(|v| v.as_str()).map_or(ColumnValue::Empty, text)
    }),
    whole("ticks"),
    whole("threads"),
];

/// The columns with the cost of a tick.
fn costs() -> impl Iterator<Item = Column> {
    let keys = ["p50", "p99"].into_iter().chain(TICK_PARTS.iter().map(|part| part.key));
    keys.map(|key| Column { name: format!("tick_us.{key}").into(), ..number("") })
}

fn text(text: &str) -> ColumnValue {
    ColumnValue::Text(text.to_string())
}

/// Converts to 64 bits so that the number keeps its shortest decimal form.
fn widened(number: f32) -> f64 {
    number.to_string().parse().unwrap_or_else(|_| number.into())
}

/// Returns the settings as typed on the command line, separated by spaces.
fn settings(record: &Record) -> String {
    let settings = record.run.settings.iter().map(|(key, value)| assignment(key, *value));
    settings.collect::<Vec<_>>().join(" ")
}

fn outcome(record: &Record) -> (&'static str, Option<&str>) {
    match &record.outcome {
        RunOutcome::Arrived => ("arrived", None),
        RunOutcome::Cut => ("cut", None),
        RunOutcome::Failed(why) => ("failed", Some(why)),
    }
}

/// Returns the first line of a CSV file: the names of the columns.
pub(super) fn csv_head() -> CsvText {
    let mut csv = CsvText::default();
    COLUMNS.iter().for_each(|column| csv.value(&column.name));
    csv.end_line();
    csv
}

/// Returns a record as a line of a CSV file.
pub(super) fn csv_line(record: &Record) -> CsvText {
    let mut csv = CsvText::default();
    for column in COLUMNS.iter() {
        match (column.value)(record, &column.name) {
            ColumnValue::Empty => csv.value(""),
            ColumnValue::Whole(number) => csv.value(number),
            ColumnValue::Number(number) => csv.value(number),
            ColumnValue::Text(text) => csv.text(&text),
        }
    }
    csv.end_line();
    csv
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_documented() {
        let page = include_str!("../../../docs/measuring.md");
        for column in COLUMNS.iter() {
            assert!(page.contains(&format!("`{}`", column.name)), "docs/measuring.md lacks {}", column.name);
        }
    }
}
