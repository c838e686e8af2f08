//! Plain tables for a terminal.

use crate::measure::{
    ARRIVED, DEEPEST_OVERLAP, LANE_ORDER, Metric, Metrics, NO_WAY, PATH_RATIO, STUCK, STUCK_LONGEST, T50,
    T95, T100, TIME_RATIO,
};
use crate::text::{counted, push_text};
use sidestep::lookup;
use sidestep::settings::{OFF, ON, Setting, SettingKind, main_and_others};
use sidestep::steering::combine::Plan;
use sidestep::traffic::Mechanism;
use sidestep::world::Layout;

/// Rows with aligned columns. The last column is not padded.
pub(super) fn columns<R: AsRef<[String]>>(rows: &[R]) -> String {
    let rows: Vec<&[String]> = rows.iter().map(AsRef::as_ref).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.first().map_or(0, |row| row.len())).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let line: String = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}  ")).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The heading of the plain names of a model's main settings.
pub(super) const PLAIN: &str = "main slider";

/// A table of settings, the main ones first. `given` is appended to the first heading.
pub(super) fn settings(settings: &'static [Setting], given: &str) -> String {
    if settings.is_empty() {
        return "No settings.\n".into();
    }
    let words = [&format!("setting{given}"), PLAIN, "default", "from", "to", "unit", "meaning"];
    let mut rows = vec![words.map(String::from).to_vec()];
    let (main, others) = main_and_others(settings);
    rows.extend(main.into_iter().chain(others).map(|s| {
        let (from, to) = s.range;
        let [default, from, to] =
            [s.default, s.of_number(from), s.of_number(to)].map(|value| value.to_string());
        let plain = s.plain.unwrap_or_default();
        [s.key, plain, &default, &from, &to, s.unit, s.what].map(String::from).to_vec()
    }));
    if settings.iter().all(|s| s.plain.is_none()) {
        rows.iter_mut().for_each(|row| _ = row.remove(1));
    }
    columns(&rows)
}

/// The main figures of a run.
pub(super) fn figures(m: &Metrics, layout: &Layout) -> String {
    let mut rows =
        vec![["map".into(), format!("{}, {}, seed {}", m.map, counted(m.units as u64, "unit"), m.seed)]];
    rows.extend(steering(m, layout));
    rows.extend(arrivals(m, layout));
    if let Some(units) = m.value(&NO_WAY).filter(|units| *units > 0.0) {
        rows.push([NO_WAY.heading().into(), format!("{} at the start", NO_WAY.text(Some(units)))]);
    }
    let value = |metric: &Metric| metric.text(m.value(metric));
    rows.extend([
        metric_row(&DEEPEST_OVERLAP, m),
        [STUCK.heading().into(), format!("{}, longest {}", value(&STUCK), value(&STUCK_LONGEST))],
        metric_row(&LANE_ORDER, m),
        [
            "tick".into(),
            format!(
                "{:.0} µs median, {:.0} µs p99, {}",
                m.tick_us.p50,
                m.tick_us.p99,
                counted(m.threads as u64, "thread")
            ),
        ],
        ["state hash".into(), m.state_hash.clone()],
    ]);
    columns(&rows)
}

/// How the units steer: by avoidance modes, or by the plans that groups follow instead.
fn steering(m: &Metrics, layout: &Layout) -> Vec<[String; 2]> {
    let push = push_text(m.push);
    let plans: Vec<(&String, &Plan)> = layout
        .groups
        .iter()
        .zip(&layout.plans)
        .filter_map(|(group, plan)| Some((group, plan.as_ref()?)))
        .collect();
    if plans.is_empty() {
        return vec![["mode".into(), format!("{}, push {push}", modes(m))]];
    }
    let by_group: Vec<String> = plans.iter().map(|(group, plan)| followed(group, plan)).collect();
    let mut rows = Vec::new();
    if plans.len() < layout.groups.len() {
        rows.push(["mode".into(), format!("{} (groups without a plan), push {push}", modes(m))]);
        rows.push(["plans".into(), format!("move the other units: {}", by_group.join(", "))]);
    } else {
        rows.push(["plans".into(), format!("move all units: {}; push {push}", by_group.join(", "))]);
    }
    rows
}

/// "guards: rounds (blending)", without repeating equal names.
fn followed(group: &str, plan: &Plan) -> String {
    let (name, combine) = (&plan.name, plan.combine.name());
    let plan = if name == combine { name.clone() } else { format!("{name} ({combine})") };
    if group == name { plan } else { format!("{group}: {plan}") }
}

/// The modes, and the settings that differ from their defaults. The JSON has all settings.
fn modes(m: &Metrics) -> String {
    let default = |setting: &Setting| match Mechanism::with_setting(setting) {
        Some(mechanism) if setting.kind == SettingKind::Switch => {
            if m.mode.mechanisms().contains(&mechanism.name) { ON } else { OFF }
        }
        _ => setting.default,
    };
    let changed = |(key, value): &(&&str, &f32)| {
        lookup::all_settings().any(|s| s.key == **key && default(s).as_number() != **value)
    };
    let settings: String = m
        .settings
        .iter()
        .filter(changed)
        .map(|(key, value)| format!(", {}", lookup::labelled(key, *value)))
        .collect();
    let groups: String = m.group_modes.iter().map(|(group, mode)| format!(", {group} {mode}")).collect();
    format!("{}{groups}{settings}", m.mode)
}

/// How many units arrived, and when.
fn arrivals(m: &Metrics, layout: &Layout) -> Vec<[String; 2]> {
    if m.walkers == 0 {
        return vec![[ARRIVED.heading().into(), "–   (no unit has a goal)".into()]];
    }
    vec![
        metric_row(&ARRIVED, m),
        [
            "half, 95 %, all arrived".into(),
            times(&[&T50, &T95, &T100].map(|metric| m.value(metric)), m, layout),
        ],
        metric_row(&TIME_RATIO, m),
        metric_row(&PATH_RATIO, m),
    ]
}

fn metric_row(metric: &Metric, m: &Metrics) -> [String; 2] {
    [metric.heading().into(), value_and_reference(metric, m)]
}

/// A metric's value, with its reference value in brackets.
pub(super) fn value_and_reference(metric: &Metric, m: &Metrics) -> String {
    let (value, reference) = (metric.text(m.value(metric)), metric.reference(" is "));
    if reference.is_empty() { value } else { format!("{value}   ({reference})") }
}

/// Arrival times of a run, s. "timed out at 10 s" or "quit at 5.67 s" replaces those that the run did not reach.
pub(super) fn times(times: &[Option<f64>], m: &Metrics, layout: &Layout) -> String {
    let reached = |time: &Option<f64>| T100.text(*time);
    // In the window, a run can be continued beyond its limit.
    let ended = if m.ticks == layout.tick_limit() { "timed out" } else { "quit" };
    let ended = format!("{ended} at {} s", seconds(m.ticks));
    if times.iter().all(Option::is_none) {
        return ended;
    }
    let text = times.iter().map(reached).collect::<Vec<_>>().join(", ");
    if times.iter().any(Option::is_none) { format!("{text} ({ended})") } else { text }
}

/// The time after some ticks, s, with at most two decimals.
fn seconds(ticks: u64) -> String {
    let text = format!("{:.2}", ticks as f64 / 60.0);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Measure;
    use crate::scene::{LayoutOptions, Scene};
    use sidestep::world::World;

    #[test]
    fn a_time_that_was_not_reached_names_the_time_limit() {
        let mut world =
            World::new(Scene::open("chicken").unwrap().layout(&LayoutOptions::default()).unwrap(), 1);
        let measure = Measure::new(&world);
        (0..90).for_each(|_| world.tick());
        let m = measure.metrics(&world);
        let ended = Layout { time_limit: 1.5, ..world.layout().clone() };
        assert_eq!(times(&[None, None], &m, &ended), "timed out at 1.5 s");
        assert_eq!(times(&[Some(1.0), None, None], &m, &ended), "1.00 s, –, – (timed out at 1.5 s)");
        assert_eq!(times(&[Some(1.0), Some(1.25)], &m, &ended), "1.00 s, 1.25 s");
    }

    #[test]
    fn a_run_that_the_user_ended_did_not_time_out() {
        let mut world =
            World::new(Scene::open("chicken").unwrap().layout(&LayoutOptions::default()).unwrap(), 1);
        let measure = Measure::new(&world);
        (0..100).for_each(|_| world.tick());
        let m = measure.metrics(&world);
        assert_eq!(times(&[None, None], &m, world.layout()), "quit at 1.67 s");
        assert!(figures(&m, world.layout()).contains("quit at 1.67 s"));
    }
}
