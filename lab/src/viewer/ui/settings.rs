//! The settings of the active world, each as a slider, a switch or a choice: the main ones of the mode, and under *advanced* the
//! others.

use super::ui::Ui;
use crate::viewer::command::Command;
use crate::viewer::session::{Session, SettingsInUse};
use egui::{RichText, Slider, SliderClamping};
use sidestep::settings::{BY_MODE, OFF, ON, PUSH, Setting, SettingKind, SettingValue};

/// A range that spans more than this factor gets a logarithmic slider.
const WIDE: f32 = 200.0;
/// The width of the names, in points.
const NAME: f32 = 118.0;

pub(super) fn show(ui: &mut Ui, body: &mut egui::Ui, session: &Session) {
    list(ui, body, session, ("push", &PUSH.iter().collect::<Vec<_>>()));
    let SettingsInUse { main, advanced } = session.settings();
    let several = main.len() > 1;
    for (part, settings) in &main {
        if several {
            body.label(RichText::new(*part).strong());
        }
        list(ui, body, session, (part, settings));
    }
    let changed =
        advanced.iter().flat_map(|(_, settings)| settings).filter(|s| is_changed(session, s)).count();
    let title = if changed > 0 { format!("advanced ({changed} changed)") } else { "advanced".into() };
    egui::CollapsingHeader::new(title).id_salt("advanced").show(body, |body| {
        for (part, settings) in &advanced {
            let own = session.world().modes().iter().any(|mode| mode.name() == *part);
            let header = egui::CollapsingHeader::new(*part).id_salt(("settings", part)).default_open(own);
            header.show(body, |body| list(ui, body, session, (part, settings)));
        }
    });
    body.horizontal(|row| {
        ui.button(row, "save", Command::SaveSettings);
        ui.button(row, "load", Command::LoadSettings);
    });
}

/// Settings that belong together, and a button that resets those that were changed.
fn list(ui: &mut Ui, body: &mut egui::Ui, session: &Session, (part, settings): (&str, &[&'static Setting])) {
    for setting in settings {
        setting_row(ui, body, session, setting);
    }
    let changed: Vec<_> = settings.iter().copied().filter(|s| is_changed(session, s)).collect();
    if changed.len() > 1 && body.small_button(format!("reset all of {part}")).clicked() {
        ui.send(Command::Reset(changed));
    }
}

fn is_changed(session: &Session, setting: &Setting) -> bool {
    session.world().steering().get(setting) != session.pane().map_steering().get(setting)
}

fn setting_row(ui: &mut Ui, body: &mut egui::Ui, session: &Session, setting: &'static Setting) {
    let value = session.world().steering().get(setting);
    let (low, high) = setting.range;
    let tip = format!(
        "{}\n{} {}, from {low} to {high}; default {}",
        setting.what, setting.key, setting.unit, setting.default
    );
    body.horizontal(|row| {
        let name = RichText::new(setting.label());
        let changed = is_changed(session, setting);
        let name = if changed { name.strong() } else { name };
        let label = egui::Label::new(name).truncate().sense(egui::Sense::hover());
        row.add_sized([NAME, row.spacing().interact_size.y], label).on_hover_text(&tip);
        if let Some(value) = control(row, setting, value, &tip) {
            ui.send(Command::Set(setting, value));
        }
        if changed && row.small_button("reset").on_hover_text("return to the map's value").clicked() {
            ui.send(Command::Reset(vec![setting]));
        }
    });
}

/// The control of a setting. Returns the value that the user chose.
fn control(row: &mut egui::Ui, setting: &Setting, value: SettingValue, tip: &str) -> Option<SettingValue> {
    let (low, high) = setting.range;
    match setting.kind {
        SettingKind::Switch => {
            let states: &[SettingValue] =
                if setting.default == BY_MODE { &[BY_MODE, ON, OFF] } else { &[ON, OFF] };
            let pressed =
                |state: &&SettingValue| row.selectable_label(**state == value, state.to_string()).clicked();
            states.iter().find(pressed).copied()
        }
        SettingKind::OneOf(numbers) => {
            let pressed = |number: &&f32| {
                row.selectable_label(**number == value.as_number(), number.to_string()).clicked()
            };
            numbers.iter().find(pressed).map(|number| (*number).into())
        }
        SettingKind::Number | SettingKind::Whole => {
            let mut chosen = value.as_number();
            let wide = low > 0.0 && high / low > WIDE || low == 0.0 && high > WIDE;
            // Clamping always would also round a value that the user did not touch.
            let mut slider = Slider::new(&mut chosen, low..=high)
                .clamping(SliderClamping::Edits)
                .logarithmic(wide)
                .suffix(suffix(setting.unit));
            if setting.kind == SettingKind::Whole {
                slider = slider.step_by(1.0);
            } else {
                slider = slider.max_decimals(3);
            }
            row.add(slider).on_hover_text(tip).changed().then_some(chosen.into())
        }
    }
}

fn suffix(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" {unit}") }
}
