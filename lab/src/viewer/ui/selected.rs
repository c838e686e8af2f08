//! The selected units: what they do, and fields that change them.

use super::overlays;
use super::ui::Ui;
use crate::draw::progress_in_words;
use crate::viewer::command::Command;
use crate::viewer::play::Play;
use crate::viewer::session::Session;
use egui::{ComboBox, DragValue, Grid, Slider, SliderClamping};
use sidestep::crowd::{Stance, UnitChange, UnitId};
use sidestep::navigation::Goal;
use sidestep::steering::avoidance::Mode;
use sidestep::types::Vec2;
use sidestep::world::World;
use std::collections::BTreeMap;

/// The largest number of a team.
const MOST_TEAMS: u16 = 99;

/// Does nothing without selected units.
pub(super) fn show(ui: &mut Ui, body: &mut egui::Ui, session: &Session) {
    let Some(world) = session.shown_world(session.active()) else {
        body.label(overlays::computing(session.computing().unwrap_or(0)));
        return;
    };
    let known = |unit: &UnitId| Some((*unit, world.slot(*unit)?));
    let units: Vec<(UnitId, usize)> = session.selection().iter().filter_map(known).collect();
    if units.is_empty() {
        body.label("None of them is in this world.");
        return;
    }
    Grid::new("selected units").num_columns(2).show(body, |grid| facts(grid, world, &units));
    let slots: Vec<usize> = units.iter().map(|(_, slot)| *slot).collect();
    body.add_enabled_ui(session.looking().is_none(), |body| fields(ui, body, world, &slots));
    body.horizontal_wrapped(|row| {
        ui.button(row, "stop", Command::Play(Play::Stop));
        ui.button(row, "hold", Command::Play(Play::Hold));
        ui.button(row, "patrol", Command::Play(Play::AskPatrol));
        ui.button(row, "remove", Command::Play(Play::Remove));
    });
}

/// What the units are and do.
fn facts(grid: &mut egui::Ui, world: &World, units: &[(UnitId, usize)]) {
    let all = world.units();
    let slots = || units.iter().map(|(_, slot)| *slot);
    let mut fact = |name: &str, value: String| {
        grid.label(name);
        grid.add(egui::Label::new(value).truncate());
        grid.end_row();
    };
    let number = match units {
        [(unit, _)] => format!("unit {unit}"),
        _ => counted(slots().map(|slot| group_of(world, slot))),
    };
    fact("units", format!("{} ({number})", units.len()));
    fact(
        "mode",
        counted(slots().filter(|slot| !all.is_fixed(*slot)).map(|slot| world.mode(slot).to_string())),
    );
    fact("moves at", format!("{:.2} m/s", mean(slots().map(|slot| all.velocity[slot].norm()))));
    fact("goal", goals(world, &slots().collect::<Vec<_>>()));
    let progress = units.iter().filter_map(|(unit, _)| world.progress(*unit));
    fact("progress", counted(progress.map(|progress| progress_in_words(&progress))));
    let queued = units.iter().filter_map(|(unit, _)| world.order_of(*unit)).map(|(_, queued)| queued);
    let queued = match queued.max() {
        None | Some(0) => "none".into(),
        Some(1) => "1 more goal".into(),
        Some(most) => format!("up to {most} more goals"),
    };
    fact("queued", queued);
}

fn group_of(world: &World, slot: usize) -> String {
    let group = usize::from(world.units().group[slot]);
    world.layout().groups.get(group).cloned().unwrap_or_else(|| "units".into())
}

/// Each different text with its number: "12 walking, 3 arrived". A text that is the only one has no number.
fn counted(texts: impl Iterator<Item = String>) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    texts.for_each(|text| *counts.entry(text).or_default() += 1);
    match counts.len() {
        0 => "none".into(),
        1 => counts.into_keys().collect(),
        _ => counts.iter().map(|(text, count)| format!("{count} {text}")).collect::<Vec<_>>().join(", "),
    }
}

fn mean(values: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / count.max(1) as f32
}

/// Where the units go: the middle of their goals, in map coordinates.
fn goals(world: &World, slots: &[usize]) -> String {
    let units = world.units();
    let aims: Vec<Vec2> = slots
        .iter()
        .filter_map(|slot| units.goal[*slot].aim(&units.position))
        .map(|aim| aim.coords)
        .collect();
    if aims.is_empty() {
        let roams = slots.iter().any(|slot| units.goal[*slot] == Goal::Roam);
        return if roams { "anywhere".into() } else { "none".into() };
    }
    let middle = aims.iter().fold(Vec2::zeros(), |sum, aim| sum + aim) / aims.len() as f32;
    let at = world.layout().map_point(middle.into());
    format!("{}({:.1}, {:.1})", if aims.len() > 1 { "about " } else { "" }, at.x, at.y)
}

/// Fields that change the units at once. A field shows the mean of units that differ.
fn fields(ui: &mut Ui, body: &mut egui::Ui, world: &World, slots: &[usize]) {
    let units = world.units();
    let of = |values: &[f32]| mean(slots.iter().map(|slot| values[*slot]));
    let mut change = UnitChange::default();
    let none = UnitChange::default();
    slider(body, "max. speed", " m/s", (of(&units.max_speed), 0.1..=10.0), &mut change.max_speed);
    slider(body, "radius", " m", (of(&units.radius), 0.1..=5.0), &mut change.radius);
    slider(body, "mass", " kg", (of(&units.mass), 0.1..=1000.0), &mut change.mass);
    change.mode = mode(body, world, slots);
    body.horizontal(|row| {
        let mut team = units.team[slots[0]];
        row.label("team");
        if row.add(DragValue::new(&mut team).range(0..=MOST_TEAMS)).changed() {
            change.team = Some(team);
        }
        row.label("standing");
        for (stance, name) in [(Stance::GiveWay, "gives way"), (Stance::Hold, "holds")] {
            let all = slots.iter().all(|slot| units.stance[*slot] == stance);
            if row.selectable_label(all, name).clicked() {
                change.stance = Some(stance);
            }
        }
    });
    if change != none {
        ui.send(Command::Play(Play::Change(change)));
    }
}

/// A list of the modes. Returns the one that was picked.
fn mode(body: &mut egui::Ui, world: &World, slots: &[usize]) -> Option<Mode> {
    let moving = slots.iter().filter(|slot| !world.units().is_fixed(**slot));
    let modes: Vec<Mode> = moving.map(|slot| world.mode(*slot)).collect();
    let first = *modes.first()?;
    let is_common = modes.iter().all(|mode| *mode == first);
    let shown = if is_common { first.name() } else { "several modes" };
    let list = ComboBox::from_label("mode of these units").selected_text(shown);
    let picked = list.show_ui(body, |list| {
        let names = Mode::all()
            .filter(|mode| list.selectable_label(is_common && *mode == first, mode.name()).clicked());
        names.last()
    });
    picked.inner.flatten()
}

fn slider(
    body: &mut egui::Ui,
    name: &str,
    unit: &str,
    (mean, range): (f32, std::ops::RangeInclusive<f32>),
    change: &mut Option<f32>,
) {
    body.horizontal(|row| {
        row.add_sized([80.0, row.spacing().interact_size.y], egui::Label::new(name));
        let mut value = mean;
        // Without clamping, egui would change a value that the user does not touch.
        let slider = Slider::new(&mut value, range).clamping(SliderClamping::Edits).logarithmic(true);
        if row.add(slider.suffix(unit).max_decimals(2)).changed() {
            *change = Some(value);
        }
    });
}
