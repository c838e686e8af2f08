//! The files that a session saves: recordings, pictures, settings and animations.

use super::draft::Draft;
use super::help::with_help;
use super::session::Session;
use super::shown_map::ShownMap;
use crate::draw::Canvas;
use crate::export::{OutputFormat, RecordingOptions, VisibleArea, png};
use crate::scene::{MarkedUnit, Patch};
use crate::viewer::map_loader::MapRequest;
use crate::viewer::recording::LiveRecording;
use sidestep::types::DT;

/// The ticks of a recording that shows a moment: 30 s.
const MOMENT: u64 = 1800;

impl Session {
    /// Saves the last 30 s of the active world as a recording, with the selected unit marked.
    pub(super) fn save_moment(&mut self) {
        let tick = self.saved_tick();
        let unit = self.selection.single().filter(|unit| self.drawn(self.active).slot(*unit).is_some());
        let marked = unit.map(|unit| MarkedUnit { unit, tick });
        let name = match unit {
            Some(unit) => format!("bug-{}-{tick}-unit-{unit}", self.map_in_file_name()),
            None => format!("bug-{}-{tick}", self.map_in_file_name()),
        };
        let name = self.files.free_name(&name, "sidestep");
        let from = tick.saturating_sub(MOMENT).max(self.pane().rerun().start().ticks());
        let used = match unit {
            Some(unit) => format!("with unit {unit} marked; to explain it: sidestep explain {name}"),
            None => format!("with no unit marked; to play it: sidestep replay {name}"),
        };
        let seconds = (tick - from) as f32 * DT;
        self.save_recording(&name, from, marked, format!("saved {name}: the last {seconds:.0} s, {used}"));
    }

    /// Saves the run of the active world so far as a recording.
    pub(super) fn save_run(&mut self) {
        let tick = self.saved_tick();
        let name = self.files.free_name(&format!("run-{}-{tick}", self.map_in_file_name()), "sidestep");
        let from = self.pane().rerun().start().ticks();
        self.save_recording(&name, from, None, format!("saved {name}; to play it: sidestep replay {name}"));
    }

    /// The last tick of recordings.
    fn saved_tick(&self) -> u64 {
        self.past_tick(self.active).unwrap_or(self.world().ticks())
    }

    /// Saves a recording of the active world, which is repeated for this.
    fn save_recording(&mut self, name: &str, from: u64, marked: Option<MarkedUnit>, done: String) {
        let rerun = self.pane().rerun();
        let (start, tick) = (rerun.start().layout_at_start(), self.saved_tick());
        let ShownMap { map, units, seed } = self.shelf.choice;
        let scene = self.shelf.draft.as_ref().map(Draft::scene);
        let request = MapRequest { map, units, seed, variant: self.active, scene };
        let scene = match self.shelf.source.recorded(&request, &start) {
            Ok(scene) => scene.with_mark(marked),
            Err(problem) => return self.say(problem.message),
        };
        let written = match self.pane().recording(&scene.to_bytes(), (from, tick)) {
            Ok(bytes) => {
                crate::files::write(&self.files.folder.join(name), &bytes).map_err(|e| e.to_string())
            }
            Err(problem) => Err(problem.to_string()),
        };
        self.say(written.map_or_else(|problem| problem, |()| done));
    }

    pub(super) fn save_picture(&mut self) {
        let tick = self.clock.looking.unwrap_or(self.ticks());
        let name = self.files.free_name(&format!("sidestep-{}-{tick}", self.map_in_file_name()), "png");
        let size = self.view.viewport.size();
        let (pixels, size) = (self.pixels(size), size);
        let written = png::write(&self.files.folder.join(&name), size, &pixels);
        self.say(match written {
            Ok(()) => format!("saved {name}"),
            Err(problem) => problem.to_string(),
        });
    }

    /// The picture of the worlds alone.
    pub(super) fn pixels(&self, (width, height): (u32, u32)) -> Vec<u8> {
        let mut pixels = vec![255; width as usize * height as usize * 4];
        self.draw_for_file(&mut Canvas::new(width, height, &mut pixels));
        pixels
    }

    /// Saves the settings of the active world. Replaces only a file that the session wrote and nobody has changed since.
    pub(super) fn save_settings(&mut self) {
        let (base, groups) = (self.pane().map_steering(), &self.world().layout().groups);
        let text = Patch::between(base, self.world().steering(), groups).to_toml();
        let name = self.files.settings_to_write(&self.map_in_file_name());
        if let Err(problem) = crate::files::write(&self.files.folder.join(&name), text.as_bytes()) {
            return self.say(problem.to_string());
        }
        let map = self.shelf.name(self.shelf.choice.map);
        self.say(format!("saved {name}; to use it: sidestep run {map} --set {name}"));
        self.files.settings = Some((name, text));
    }

    pub(super) fn load_settings(&mut self) {
        let name = self.files.settings_to_read(&self.map_in_file_name());
        let path = self.files.folder.join(&name);
        match Patch::open(&path) {
            Ok(file) => {
                let layout = self.world().layout();
                let (groups, push_stated) = (layout.groups.clone(), layout.push_stated);
                // The file may be of another map with other groups.
                self.steer(|steering| drop(file.steer(steering, &groups, push_stated)));
                self.say(format!("loaded {name}"));
            }
            Err(problem) => self.say(problem.to_string()),
        }
    }

    /// The format of recordings.
    pub fn recording_format(&self) -> &'static OutputFormat {
        self.files.recording_format
    }

    pub(super) fn toggle_recording(&mut self) {
        if self.files.recording.is_some() {
            return self.end_recording();
        }
        let format = self.files.recording_format;
        let Some(open) = format.open_pictures else { return };
        let name = self.files.free_name(&format!("sidestep-{}", self.map_in_file_name()), format.ending);
        // Videos need even sizes.
        let size = (self.view.viewport.width.max(2) & !1, self.view.viewport.height.max(2) & !1);
        let scale = self.view.camera.width / self.view.viewport.width.max(1) as f32;
        let options = RecordingOptions {
            size: Some(size),
            overlays: self.overlays.clone(),
            selected: self.selected(),
            theme: Some(self.theme),
            visible: (!self.view.fitted).then(|| VisibleArea {
                middle: self.world().layout().map_point(self.view.camera.center),
                width: size.0 as f32 * scale / self.view.camera.scale,
            }),
            ..RecordingOptions::default()
        };
        match LiveRecording::begin(open, &self.files.folder, name, &options, &self.panes) {
            Ok(recording) => {
                self.say(format!("recording {}: press F9 to end it", recording.name));
                self.files.recording = Some(recording);
            }
            Err(problem) => self.say(with_help(&problem)),
        }
    }

    /// Adds the last tick to the recording.
    pub(super) fn record(&mut self) {
        if let Some(recording) = &mut self.files.recording
            && let Err(problem) = recording.record(&self.panes)
        {
            self.files.recording = None;
            self.say(with_help(&problem));
        }
    }

    pub(super) fn end_recording(&mut self) {
        if let Some(recording) = self.files.recording.take() {
            self.say(match recording.end(&self.panes) {
                Ok(name) => format!("saved {name}"),
                Err(problem) => with_help(&problem),
            });
        }
    }

    /// The map's name with only characters that file names may have.
    pub(super) fn map_in_file_name(&self) -> String {
        let fine = |c: char| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '-' };
        self.world().layout().name.chars().map(fine).collect()
    }
}
