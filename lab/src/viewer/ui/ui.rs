//! The state of what surrounds the worlds.

use super::grab::Grab;
use super::style;
use crate::draw::Theme;
use crate::draw::canvas::Area;
use crate::viewer::brush::Brush;
use crate::viewer::command::Command;
use crate::viewer::keys;
use crate::viewer::session::{PlayTool, Session, Tool};
use egui::{Context, Event, FullOutput, RawInput, TextureHandle};
use std::collections::{BTreeMap, HashMap};

/// The state of what surrounds the worlds.
pub struct Ui {
    context: Context,
    pub(super) thumbnails: HashMap<usize, TextureHandle>,
    /// The map whose thumbnail is seen but missing.
    pub(super) missing: Option<usize>,
    pub(super) tool: Tool,
    /// The tool for running worlds.
    pub(super) play_tool: PlayTool,
    pub(super) brush: Brush,
    pub(super) grab: Option<Grab>,
    /// The number of the mode to which its list was scrolled last.
    pub(super) listed_mode: Option<usize>,
    /// Events that are left for the next frame.
    pub(super) later: Vec<Event>,
    /// Whether each section of the panel is open; a section that is missing has not been touched.
    pub(super) sections: BTreeMap<String, bool>,
    pub(super) commands: Vec<Command>,
    pub(super) viewport: Area,
    style: Option<&'static Theme>,
    /// What is typed in the dialogue that is open.
    pub(super) typed: Option<String>,
    /// One more than the map to which the list was scrolled last.
    pub(super) scrolled_to: usize,
}

impl Ui {
    /// An interface without a window, with these sections of the panel open or closed.
    pub fn new(sections: BTreeMap<String, bool>) -> Ui {
        let context = Context::default();
        Ui {
            context,
            thumbnails: HashMap::new(),
            missing: None,
            tool: Tool::Move,
            play_tool: PlayTool::Select,
            brush: Brush::default(),
            grab: None,
            listed_mode: None,
            later: Vec::new(),
            commands: Vec::new(),
            viewport: Area { x: 0, y: 0, width: 1, height: 1 },
            style: None,
            typed: None,
            scrolled_to: 0,
            sections,
        }
    }

    /// Whether each section of the panel that the user opened or closed is open.
    pub fn sections(&self) -> &BTreeMap<String, bool> {
        &self.sections
    }

    /// The egui context.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The part of the window that is left for the worlds, pixels.
    pub fn viewport(&self) -> Area {
        self.viewport
    }

    /// Lays out one frame. Returns what to draw, and the commands of the user.
    pub fn show(&mut self, session: &Session, mut input: RawInput) -> (FullOutput, Vec<Command>) {
        self.part_quick_clicks(&mut input.events);
        if self.style != Some(session.theme()) {
            style::apply(&self.context, session.theme());
            self.style = Some(session.theme());
            // They have the colours of the theme.
            self.thumbnails.clear();
        }
        self.commands.clear();
        self.missing = None;
        let context = self.context.clone();
        let output = context.run(input, |context| self.lay_out(context, session));
        (output, std::mem::take(&mut self.commands))
    }

    /// Leaves the release of a button for the next frame if it was pressed in this one: plots and sliders look at what is held at the
    /// end of a frame, and would miss a quick click.
    fn part_quick_clicks(&mut self, events: &mut Vec<Event>) {
        let mut all = std::mem::take(&mut self.later);
        all.append(events);
        let mut held = Vec::new();
        let release = all.iter().position(|event| match event {
            Event::PointerButton { button, pressed: true, .. } => {
                held.push(*button);
                false
            }
            Event::PointerButton { button, pressed: false, .. } => held.contains(button),
            _ => false,
        });
        self.later = all.split_off(release.unwrap_or(all.len()));
        *events = all;
    }

    pub(super) fn send(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// A button that sends a command, with the command's key. Returns whether it was pressed.
    pub(super) fn button(&mut self, ui: &mut egui::Ui, text: &str, command: Command) -> bool {
        self.button_if(ui, text, command, true)
    }

    /// A button that can be disabled.
    pub(super) fn button_if(
        &mut self,
        ui: &mut egui::Ui,
        text: &str,
        command: Command,
        enabled: bool,
    ) -> bool {
        let pressed = ui.add_enabled(enabled, style::button(ui, text, keys::key_of(&command))).clicked();
        if pressed {
            self.send(command);
        }
        pressed
    }

    /// A button that stays down while `on`.
    pub(super) fn toggle(&mut self, ui: &mut egui::Ui, text: &str, on: bool, command: Command) {
        if ui.add(style::button(ui, text, keys::key_of(&command)).selected(on)).clicked() {
            self.send(command);
        }
    }

    /// The map whose thumbnail is seen but missing.
    pub fn missing_thumbnail(&self) -> Option<usize> {
        self.missing
    }

    /// Adds the thumbnail of a map.
    pub fn add_thumbnail(&mut self, map: usize, size: [usize; 2], rgba: &[u8]) {
        let image = egui::ColorImage::from_rgba_unmultiplied(size, rgba);
        let texture = self.context.load_texture(format!("map {map}"), image, egui::TextureOptions::LINEAR);
        self.thumbnails.insert(map, texture);
    }
}
