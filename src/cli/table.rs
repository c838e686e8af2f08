//! Plain tables for a terminal.

use crate::measure::Metrics;
use crate::settings::Setting;
use crate::steering::avoidance::MODELS;

/// Rows with their columns aligned; the last one is free.
pub(super) fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let line: String = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}  ")).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Settings, with their whole keys; `given` says how they are.
pub(super) fn settings(settings: &[Setting], given: &str) -> String {
    if settings.is_empty() {
        return "It has no settings.\n".into();
    }
    let words = [&format!("setting{given}"), "default", "from", "to", "unit", "what it means"];
    let mut rows = vec![words.map(String::from)];
    rows.extend(settings.iter().map(|s| {
        let (from, to) = s.range;
        let numbers = [s.default, from, to].map(|x| x.to_string());
        let [default, from, to] = numbers;
        [s.key.to_string(), default, from, to, s.unit.to_string(), s.what.to_string()]
    }));
    columns(&rows)
}

/// The figures of a run that a person looks at first.
pub(super) fn figures(m: &Metrics) -> String {
    let seconds = |t: Option<f64>| t.map_or("never".into(), |t| format!("{t:.2} s"));
    let ratio = |r: Option<f64>| r.map_or("–".into(), |r| format!("{r:.3}"));
    // The JSON has all settings; here those that are not as `sidestep models` lists them.
    let changed = |(key, value): &(&&str, &f32)| {
        MODELS.iter().flat_map(|model| model.settings).any(|s| s.key == **key && s.default != **value)
    };
    let settings: String =
        m.settings.iter().filter(changed).map(|(key, value)| format!(", {key} {value}")).collect();
    let groups: String = m.group_modes.iter().map(|(group, mode)| format!(", {group} {mode}")).collect();
    let push = if m.push == 0.0 { "off".to_string() } else { m.push.to_string() };
    let arrived = match m.walkers {
        0 => "–   (nobody has a goal)".to_string(),
        _ => format!("{:.1} %", m.arrived * 100.0),
    };
    let rows = [
        ["map".into(), format!("{}, {} units, seed {}", m.map, m.units, m.seed)],
        ["mode".into(), format!("{}{groups}, push {push}{settings}", m.mode)],
        ["arrived".into(), arrived],
        [
            "half, 95 %, all there".into(),
            format!("{}, {}, {}", seconds(m.t50), seconds(m.t95), seconds(m.t100)),
        ],
        ["time ratio".into(), format!("{}   (1 is free flow)", ratio(m.time_ratio))],
        ["path ratio".into(), ratio(m.path_ratio)],
        ["deepest overlap".into(), format!("{:.3} radii", m.deepest_overlap)],
        ["stuck".into(), format!("{} units, {:.1} s at the longest", m.stuck, m.stuck_longest)],
        ["lane order".into(), ratio(m.lane_order)],
        [
            "tick".into(),
            format!("{:.0} µs median, {:.0} µs p99, {} threads", m.tick_us.p50, m.tick_us.p99, m.threads),
        ],
        ["state hash".into(), m.state_hash.clone()],
    ];
    columns(&rows)
}
