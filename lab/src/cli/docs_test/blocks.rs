//! Blocks of the documentation that mirror the program or show measured figures.

use super::figures;
use super::pages::Page;
use crate::cli::table::PLAIN;
use crate::draw::OVERLAYS;
use crate::export::FORMATS;
use crate::measure::{Metric, all_metrics};
use crate::scene::{Scene, built_in_maps};
use crate::viewer::keys::keys_markdown;
use sidestep::lookup::shared_settings;
use sidestep::settings::{Setting, SettingKind, main_and_others};
use sidestep::steering::avoidance::Mode;
use sidestep::steering::behaviours::{BEHAVIOURS, Behaviour, Needs};
use sidestep::traffic::{MECHANISMS, Mechanism};

/// What a block begins with, before its name and ` -->`.
pub(super) const BEGIN: &str = "<!-- generated: ";
const END: &str = "<!-- end of generated -->";

/// The names of the blocks that the documentation must have.
pub(super) fn all() -> Vec<String> {
    let lists = ["mechanisms", "behaviours", "maps", "overlays", "keys", "metrics", "formats"];
    // A mode may have settings of another one, which are listed there.
    let has_own = |mode: &Mode| {
        let prefix = format!("{mode}.");
        mode.settings().iter().any(|setting| setting.key.starts_with(&prefix))
    };
    let settings = Mode::all().filter(has_own).map(|mode| format!("settings {mode}"));
    // A behaviour that is also a mode has the mode's settings.
    let behaviours = BEHAVIOURS
        .iter()
        .filter(|behaviour| !behaviour.settings.is_empty() && Mode::named(behaviour.name).is_none());
    lists
        .into_iter()
        .map(String::from)
        .chain(settings)
        .chain(shared_settings().map(|(name, _)| format!("settings {name}")))
        .chain(behaviours.map(|behaviour| format!("behaviour {}", behaviour.name)))
        .collect()
}

/// A page with every block filled and every quoted figure as it was measured.
pub(super) fn filled(page: &Page) -> String {
    let mut text = String::new();
    let mut rest = page.text.as_str();
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (name, after) =
            after.split_once(" -->").unwrap_or_else(|| panic!("{}: '{BEGIN}' without an end", page.path));
        let (_, after) =
            after.split_once(END).unwrap_or_else(|| panic!("{}: '{name}' without '{END}'", page.path));
        let block =
            block(name, &text).unwrap_or_else(|| panic!("{}: no block is called '{name}'", page.path));
        text += &format!("{before}{BEGIN}{name} -->\n{}\n{END}", block.trim_end());
        rest = after;
    }
    figures::quoted(&Page { path: page.path.clone(), text: text + rest })
}

/// The content of a block; `before` is the page up to it.
fn block(name: &str, before: &str) -> Option<String> {
    let (kind, of) = name.split_once(' ').unwrap_or((name, ""));
    match kind {
        "mechanisms" => Some(table(
            ["mechanism", "option", "on by default in", "what it does"],
            MECHANISMS.iter().map(|mechanism| mechanism_row(mechanism)),
        )),
        "settings" => {
            let shared = || Some(shared_settings().find(|(name, _)| *name == of)?.1);
            Some(settings(Mode::named(of).map(Mode::settings).or_else(shared)?, before))
        }
        "behaviours" => Some(table(
            ["behaviour", "needs", "what it does"],
            BEHAVIOURS.iter().map(|behaviour| behaviour_row(behaviour)),
        )),
        "behaviour" => Some(settings(Behaviour::named(of)?.settings, before)),
        "maps" => Some(table(
            ["map", "units", "what it shows"],
            built_in_maps().iter().map(|map| map_row(map.name)),
        )),
        "overlays" => Some(table(
            ["overlay", "key", "what it shows"],
            OVERLAYS
                .iter()
                .map(|overlay| [code(overlay.name), code(&overlay.key.to_string()), overlay.meaning.into()]),
        )),
        "keys" => Some(keys_markdown()),
        "metrics" => Some(table(
            ["key (unit)", "meaning"],
            all_metrics().map(|metric| [metric_key(metric), metric.meaning.into()]),
        )),
        "formats" => Some(table(
            ["ending", "option of `run`", "what the file holds"],
            FORMATS.iter().map(|format| {
                [
                    code(&format!(".{}", format.ending)),
                    code(&format!("--{} FILE", format.ending)),
                    format.meaning.into(),
                ]
            }),
        )),
        "figures" => Some(figures::block(of, before).unwrap_or_else(|error| panic!("{name}: {error}"))),
        _ => None,
    }
}

fn mechanism_row(mechanism: &Mechanism) -> [String; 4] {
    let modes: Vec<String> = Mode::names_with(mechanism).into_iter().map(code).collect();
    [
        code(mechanism.name),
        code(&format!("--{} on", mechanism.option)),
        modes.join(", "),
        mechanism.summary.into(),
    ]
}

fn behaviour_row(behaviour: &Behaviour) -> [String; 3] {
    let needs = match behaviour.needs {
        Needs::Nothing => "",
        Needs::Target => "target",
        Needs::Path => "path",
    };
    [code(behaviour.name), needs.into(), behaviour.summary.into()]
}

fn metric_key(metric: &Metric) -> String {
    let key = code(metric.key);
    if metric.unit.is_empty() { key } else { format!("{key} ({})", metric.unit) }
}

fn map_row(name: &str) -> [String; 3] {
    let scene = Scene::open(name).unwrap();
    [code(name), scene.summary().unwrap().units().to_string(), scene.about().into()]
}

/// The settings, without those of modes that the page shows `before`.
fn settings(settings: &'static [Setting], before: &str) -> String {
    let (main, others) = main_and_others(settings);
    let shown: Vec<Mode> =
        Mode::all().filter(|mode| before.contains(&format!("{BEGIN}settings {mode} -->"))).collect();
    let is_new = |setting: &&Setting| {
        !shown.iter().flat_map(|mode| mode.settings()).any(|other| other.key == setting.key)
    };
    let rows = main.into_iter().chain(others).filter(is_new).map(setting_row);
    if settings.iter().any(|setting| setting.plain.is_some()) {
        table(["setting", PLAIN, "default", "range", "meaning"], rows)
    } else {
        let rows = rows.map(|[key, _, default, range, what]| [key, default, range, what]);
        table(["setting", "default", "range", "meaning"], rows)
    }
}

fn setting_row(setting: &Setting) -> [String; 5] {
    let [least, most] = <[f32; 2]>::from(setting.range).map(|number| setting.of_number(number).to_string());
    let range = match setting.kind {
        SettingKind::Switch => format!("{least} or {most}"),
        SettingKind::OneOf(numbers) => numbers.iter().map(f32::to_string).collect::<Vec<_>>().join(", "),
        _ => format!("{least} to {most}"),
    };
    [
        code(setting.key),
        setting.plain.unwrap_or_default().into(),
        setting.default.to_string(),
        if setting.unit.is_empty() { range } else { format!("{range} {}", code(setting.unit)) },
        setting.what.into(),
    ]
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn table<const N: usize>(headings: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | ")).replace("|  |", "| |");
    let escaped = rows.map(|row| row.map(|cell| cell.replace('|', "\\|").replace('\n', " ")));
    line(&headings.map(String::from))
        + &format!("|{}\n", "---|".repeat(N))
        + &escaped.map(|row| line(&row)).collect::<String>()
}
