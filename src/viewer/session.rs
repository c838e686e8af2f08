//! A session: the part of the window that needs no display.

mod camera;
mod clock;
mod modes;
mod save;

use super::command::Command;
use super::keys;
use super::pace::Pace;
use super::watched::{RunEnd, Watched};
use super::{Load, MapStep, ViewerError, ViewerOptions, ViewerOutcome};
use crate::draw::{Camera, Canvas, Hud, Overlays, Trails, View, help::HelpLayout, render, theme};
use crate::measure::Stopwatch;
use crate::settings::Push;
use crate::steering::Steering;
use crate::types::DT;
use crate::world::World;
use std::path::PathBuf;
use std::time::Duration;

/// The available speeds; 1 is real time.
pub const SPEEDS: [f32; 6] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0];
/// The most real time that one frame spends on ticks, so that the window stays responsive with heavy worlds.
const BUDGET: Duration = Duration::from_millis(60);
/// How long a message is shown, s.
const MESSAGE: f32 = 4.0;
/// The distance that the help scrolls when the wheel would zoom by e, pixels. One notch zooms by 12 %, and so scrolls three rows.
const WHEEL: f32 = 480.0;

/// A world in a window, with its view.
pub struct Session {
    world: World,
    /// The map's steering.
    map_steering: Steering,
    watched: Watched,
    stopwatch: Stopwatch,
    /// The result of the run, from its end until the user closes it.
    result: Vec<String>,
    /// Whether the user continued past the time limit.
    past_limit: bool,
    pace: Pace,
    load: Load,
    paused: bool,
    speed: usize,
    overlays: Overlays,
    camera: Camera,
    size: (u32, u32),
    text_scale: u32,
    selected: Option<usize>,
    help: bool,
    /// The rows of the help that are scrolled off.
    help_scroll: f32,
    /// The message, and the real seconds left to show it.
    message: Option<(String, f32)>,
    trails: Trails,
    /// Simulated seconds since the last tick.
    owed: f32,
    budget: Duration,
    frames_per_second: Option<f32>,
    /// Whether the view shows the whole map, and so follows the window's size.
    fitted: bool,
    quit: bool,
    folder: PathBuf,
    /// Whether the picture has changed since the last drawing.
    stale: bool,
}

impl Session {
    /// Loads the first world.
    pub fn new(mut options: ViewerOptions) -> Result<Session, ViewerError> {
        let world = (options.load)(MapStep::Current).map_err(ViewerError::Load)?;
        let off = |s: &f32| (libm::log2f(*s) - libm::log2f(options.speed.max(1e-3))).abs();
        let nearest = (0..SPEEDS.len()).min_by(|a, b| off(&SPEEDS[*a]).total_cmp(&off(&SPEEDS[*b])));
        let mut trails = Trails::default();
        trails.record(&world);
        let mut session = Session {
            map_steering: world.steering().clone(),
            watched: Watched::new(&world),
            stopwatch: Stopwatch::default(),
            result: Vec::new(),
            past_limit: false,
            pace: Pace::default(),
            camera: Camera::fit(world.layout().frame(), options.size, (0.0, 0.0)),
            load: options.load,
            paused: options.paused,
            speed: nearest.unwrap_or(2),
            overlays: options.overlays,
            size: options.size,
            text_scale: 1,
            selected: options.selected.filter(|id| *id < world.units().position.len()),
            help: false,
            help_scroll: 0.0,
            message: None,
            trails,
            owed: 0.0,
            budget: BUDGET,
            frames_per_second: None,
            fitted: true,
            quit: false,
            folder: PathBuf::from("."),
            stale: true,
            world,
        };
        session.fit();
        session.conclude();
        Ok(session)
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The outcome of the session.
    pub fn into_outcome(self) -> ViewerOutcome {
        let (metrics, changes) = (self.watched.metrics(&self.world), self.watched.changes(&self.world));
        ViewerOutcome { world: self.world, metrics, changes }
    }

    /// Why the run has ended, if it has.
    pub fn end(&self) -> Option<RunEnd> {
        if self.world.finished() {
            return Some(RunEnd::Arrived);
        }
        let at_limit = self.world.ticks() >= self.world.layout().tick_limit();
        (at_limit && !self.past_limit).then_some(RunEnd::Limit)
    }

    /// The result on display; empty during the run and once the user has closed it.
    pub fn result(&self) -> &[String] {
        &self.result
    }

    /// Whether the world is paused.
    pub fn paused(&self) -> bool {
        self.paused
    }

    /// The chosen speed.
    pub fn speed(&self) -> f32 {
        SPEEDS[self.speed]
    }

    /// The actual speed, once measured.
    pub fn reached(&self) -> Option<f32> {
        self.pace.reached
    }

    /// The active overlays.
    pub fn overlays(&self) -> &Overlays {
        &self.overlays
    }

    /// The view.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// The selected unit.
    pub fn selected(&self) -> Option<usize> {
        self.selected
    }

    /// The number of rows of the help that are scrolled off.
    pub fn help_row(&self) -> usize {
        self.help_scroll.round() as usize
    }

    /// The message on display.
    pub fn message(&self) -> Option<&str> {
        self.message.as_ref().map(|(text, _)| text.as_str())
    }

    /// Whether the user wants to quit.
    pub fn wants_to_quit(&self) -> bool {
        self.quit
    }

    /// The window's title.
    pub fn title(&self) -> String {
        format!("Sidestep - {} - {}", self.world.layout().name, self.modes())
    }

    /// Whether the world advances with time. Otherwise only commands and the end of a message change the picture.
    pub fn runs(&self) -> bool {
        !self.paused && self.end().is_none()
    }

    /// Whether the picture has changed since the last call, and must be drawn.
    pub fn take_redraw(&mut self) -> bool {
        std::mem::take(&mut self.stale)
    }

    /// The time until the picture may change: zero while the world runs or a change is not drawn yet, `None` if only a command can
    /// change it.
    pub fn wakes_in(&self) -> Option<Duration> {
        if self.stale || self.runs() {
            return Some(Duration::ZERO);
        }
        self.message.as_ref().map(|(_, left)| Duration::from_secs_f32(left.max(0.0)))
    }

    /// Sets the text scale and the measured frames per second.
    pub fn set_display(&mut self, text_scale: u32, frames_per_second: Option<f32>) {
        self.stale |= (self.text_scale, self.frames_per_second) != (text_scale, frames_per_second);
        if self.text_scale != text_scale {
            self.text_scale = text_scale;
            self.refit();
        }
        self.frames_per_second = frames_per_second;
    }

    /// Sets the folder of saved files, initially the current folder.
    pub fn set_folder(&mut self, folder: PathBuf) {
        self.folder = folder;
    }

    /// Removes the limit on the simulation time of a frame.
    #[cfg(test)]
    pub(super) fn take_all_the_time(&mut self) {
        self.budget = Duration::MAX;
    }

    /// Executes a command.
    pub fn apply(&mut self, command: Command) {
        self.stale = true;
        match command {
            Command::TogglePause => self.toggle_pause(),
            Command::Step => self.step(),
            Command::Restart => self.load_map(MapStep::Current),
            Command::NextMap => self.load_map(MapStep::Next),
            Command::PreviousMap => self.load_map(MapStep::Previous),
            Command::Faster => self.set_speed(self.speed + 1),
            Command::Slower => self.set_speed(self.speed.saturating_sub(1)),
            Command::NextMode => self.turn_mode(true),
            Command::PreviousMode => self.turn_mode(false),
            Command::Stage(number) => self.set_stage(number),
            Command::TogglePush => {
                let push = self.world.steering().push;
                self.steer(|s| s.push = Push { on: !push.on, ..push });
            }
            Command::Toggle(overlay) => self.overlays.toggle(overlay),
            Command::ClearOverlays => self.overlays = Overlays::NONE,
            // While the help is open, arrow keys, drags and the wheel scroll it.
            Command::Pan(_, dy) if self.help => self.scroll_help(-dy),
            Command::ZoomAt(_, _, factor) if self.help => self.scroll_help(-WHEEL * libm::logf(factor)),
            Command::Pan(dx, dy) => {
                self.fitted = false;
                self.camera.pan(dx, dy);
            }
            Command::Zoom(factor) => self.zoom((self.camera.width / 2.0, self.camera.height / 2.0), factor),
            Command::ZoomAt(x, y, factor) => self.zoom((x, y), factor),
            Command::Fit => self.fit(),
            Command::SelectAt(x, y) => self.selected = self.unit_at((x, y)),
            Command::Select(id) => self.selected = id.filter(|id| *id < self.world.units().position.len()),
            Command::Escape if self.help => self.help = false,
            Command::Escape if !self.result.is_empty() => self.result.clear(),
            Command::Escape if self.selected.is_some() => self.selected = None,
            Command::Escape | Command::Quit => self.quit = true,
            Command::SaveSituation => self.save_situation(),
            Command::SavePicture => self.save_picture(),
            Command::ToggleHelp => (self.help, self.help_scroll) = (!self.help, 0.0),
            Command::Resize(width, height) => self.resize(width, height),
        }
    }

    /// Scrolls the help by this many pixels, within its range.
    fn scroll_help(&mut self, pixels: f32) {
        let layout = HelpLayout::new(keys::help(), self.size, self.text_scale);
        let last = layout.last_scroll() as f32;
        self.help_scroll = (self.help_scroll + pixels / layout.row()).clamp(0.0, last);
    }

    fn say(&mut self, text: String) {
        self.message = Some((text, MESSAGE));
    }

    /// Loads a world. A restart keeps the chosen steering; another map brings its own.
    fn load_map(&mut self, choice: MapStep) {
        match (self.load)(choice) {
            Err(problem) => self.say(problem),
            Ok(mut world) => {
                self.map_steering = world.steering().clone();
                if choice == MapStep::Current {
                    world.set_steering(self.world.steering().clone());
                } else {
                    self.say(world.layout().name.clone());
                }
                self.watched = Watched::new(&world);
                self.world = world;
                self.owed = 0.0;
                (self.past_limit, self.pace, self.result) = (false, Pace::default(), Vec::new());
                self.trails = Trails::default();
                self.trails.record(&self.world);
                let count = self.world.units().position.len();
                self.selected = self.selected.filter(|id| choice == MapStep::Current && *id < count);
                if choice != MapStep::Current {
                    self.fit();
                }
                self.conclude();
            }
        }
    }

    /// The picture's moment between the last two ticks.
    fn alpha(&self) -> f32 {
        (self.owed / DT).clamp(0.0, 1.0)
    }

    /// Draws the picture.
    pub fn draw(&self, canvas: &mut Canvas) {
        let hud = Hud {
            text_scale: self.text_scale,
            below: true,
            times: (self.world.ticks() > 0).then(|| self.stopwatch.last()),
            frames_per_second: self.frames_per_second,
            speed: Some(self.speed()),
            reached: self.reached(),
            paused: self.paused,
            ended: self.end().map(RunEnd::name),
            result: &self.result,
            message: self.message(),
            help: if self.help { keys::help() } else { &[] },
            help_scroll: self.help_row(),
        };
        let view = View {
            camera: self.camera,
            overlays: self.overlays.clone(),
            selected: self.selected,
            alpha: self.alpha(),
            theme: &theme::DARK,
            trails: &self.trails,
            hud: Some(hud),
        };
        render(&self.world, &view, canvas);
    }
}
