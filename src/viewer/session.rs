//! A world being watched: everything about the window that is not the window.

use super::keys;
use super::watched::{End, Watched};
use super::{Load, MapChoice, Outcome, ViewerError, ViewerOptions};
use crate::draw::{Camera, Canvas, Hud, Overlay, Overlays, Trails, View, hud, render, units};
use crate::export::{self, png};
use crate::settings::Push;
use crate::steering::Steering;
use crate::steering::avoidance::{Mode, cardioid};
use crate::types::DT;
use crate::world::World;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How fast a world can run; 1 is real time.
pub const SPEEDS: [f32; 6] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0];
/// Real seconds that one frame makes up for at most: after a longer one the world is late, not frantic.
const CATCH_UP: f32 = 0.12;
/// Real time that one frame spends on ticks at most, so that a world too heavy for real time stays responsive.
const BUDGET: Duration = Duration::from_millis(60);
/// How long a message stays, s.
const MESSAGE: f32 = 4.0;
/// The speed that is reached is measured over this long, s of real time.
const MEASURED: f32 = 0.5;
/// A click selects a unit up to so many pixels beside it.
const REACH: f32 = 6.0;

/// What a user can ask for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command {
    /// Stand still or go on.
    TogglePause,
    /// Stand still, one tick further.
    Step,
    /// The map from its start, steering as now.
    Restart,
    /// Twice as fast.
    Faster,
    /// Half as fast.
    Slower,
    /// The map after this one.
    NextMap,
    /// The map before this one.
    PreviousMap,
    /// The avoidance mode after this one.
    NextMode,
    /// The avoidance mode before this one.
    PreviousMode,
    /// A stage of the cardioid field, 1 to 4.
    Stage(u8),
    /// The sideways push on or off.
    TogglePush,
    /// An overlay on or off.
    Toggle(Overlay),
    /// All overlays off.
    ClearOverlays,
    /// Moves the picture's content, pixels to the right and down.
    Pan(f32, f32),
    /// Zooms about the middle.
    Zoom(f32),
    /// Zooms about a pixel: x, y, factor.
    ZoomAt(f32, f32, f32),
    /// Shows the whole map.
    Fit,
    /// Selects the unit at a pixel, or none.
    SelectAt(f32, f32),
    /// Selects a unit by id, or none.
    Select(Option<usize>),
    /// Closes the help, else the result, else deselects, else quits.
    Escape,
    /// Ends.
    Quit,
    /// Writes what the selected unit perceives, for `explain`.
    SaveSituation,
    /// Writes the picture.
    SavePicture,
    /// Shows or hides the keys.
    ToggleHelp,
    /// The window has another size, pixels.
    Resize(u32, u32),
}

/// How much simulated time passes in real time.
#[derive(Default)]
struct Pace {
    /// Real seconds since the last measurement.
    real: f32,
    /// Ticks in them.
    ticks: u64,
    /// Simulated seconds a real second, as measured last.
    reached: Option<f32>,
}

impl Pace {
    fn add(&mut self, real: f32, ticks: u64) {
        self.real += real;
        self.ticks += ticks;
        if self.real >= MEASURED {
            *self = Pace { reached: Some(self.ticks as f32 * DT / self.real), ..Pace::default() };
        }
    }
}

/// A world being watched.
pub struct Session {
    world: World,
    watched: Watched,
    /// What the run came to, once it has ended and until the user closes it.
    result: Vec<String>,
    /// Whether the user has let the world go on past its time limit.
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
    /// What just happened, and for how many more real seconds it is shown.
    message: Option<(String, f32)>,
    trails: Trails,
    /// Simulated seconds that passed since the last tick.
    owed: f32,
    budget: Duration,
    frames_per_second: Option<f32>,
    /// Whether the view still is the whole map, and follows the window's size.
    fitted: bool,
    quit: bool,
    folder: PathBuf,
    /// Whether the picture has changed since it was last asked for.
    stale: bool,
}

impl Session {
    /// Loads the first world.
    pub fn new(mut options: ViewerOptions) -> Result<Session, ViewerError> {
        let world = (options.load)(MapChoice::Current).map_err(ViewerError::Load)?;
        let off = |s: &f32| (libm::log2f(*s) - libm::log2f(options.speed.max(1e-3))).abs();
        let nearest = (0..SPEEDS.len()).min_by(|a, b| off(&SPEEDS[*a]).total_cmp(&off(&SPEEDS[*b])));
        let mut trails = Trails::default();
        trails.record(&world);
        let mut session = Session {
            watched: Watched::new(&world),
            result: Vec::new(),
            past_limit: false,
            pace: Pace::default(),
            camera: Camera::fit(world.layout().bounds, options.size, (0.0, 0.0)),
            load: options.load,
            paused: options.paused,
            speed: nearest.unwrap_or(2),
            overlays: options.overlays,
            size: options.size,
            text_scale: 1,
            selected: options.selected.filter(|id| *id < world.units().position.len()),
            help: false,
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

    /// What is left when the session is over.
    pub fn into_outcome(self) -> Outcome {
        let (metrics, changes) = (self.watched.metrics(&self.world), self.watched.changes(&self.world));
        Outcome { world: self.world, metrics, changes }
    }

    /// Why the run has ended, if it has.
    pub fn end(&self) -> Option<End> {
        if self.world.finished() {
            return Some(End::Arrived);
        }
        let at_limit = self.world.ticks() >= self.world.layout().tick_limit();
        (at_limit && !self.past_limit).then_some(End::Limit)
    }

    /// What the window shows of a run that has ended; nothing while it is under way or after the user closed it.
    pub fn result(&self) -> &[String] {
        &self.result
    }

    /// Whether the world stands still.
    pub fn paused(&self) -> bool {
        self.paused
    }

    /// How fast it should run.
    pub fn speed(&self) -> f32 {
        SPEEDS[self.speed]
    }

    /// How fast it really runs, once that has been measured at this speed.
    pub fn reached(&self) -> Option<f32> {
        self.pace.reached
    }

    /// The overlays that are on.
    pub fn overlays(&self) -> Overlays {
        self.overlays
    }

    /// The view.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// The unit that is selected.
    pub fn selected(&self) -> Option<usize> {
        self.selected
    }

    /// What just happened, while it is shown.
    pub fn message(&self) -> Option<&str> {
        self.message.as_ref().map(|(text, _)| text.as_str())
    }

    /// Whether the user wants to end.
    pub fn wants_to_quit(&self) -> bool {
        self.quit
    }

    /// The window's title.
    pub fn title(&self) -> String {
        format!("Sidestep - {} - {}", self.world.layout().name, self.modes())
    }

    /// Whether time moves the world. While it does not, only a command or the end of a message changes the picture.
    pub fn runs(&self) -> bool {
        !self.paused && self.end().is_none()
    }

    /// Whether the picture must be drawn because it changed since the last call.
    pub fn take_redraw(&mut self) -> bool {
        std::mem::take(&mut self.stale)
    }

    /// How long until the picture may change: zero while the world runs or a change is not drawn yet, none when only a command
    /// changes it.
    pub fn wakes_in(&self) -> Option<Duration> {
        if self.stale || self.runs() {
            return Some(Duration::ZERO);
        }
        self.message.as_ref().map(|(_, left)| Duration::from_secs_f32(left.max(0.0)))
    }

    /// How large text is, and how many frames a second the window reaches.
    pub fn set_display(&mut self, text_scale: u32, frames_per_second: Option<f32>) {
        self.stale |= (self.text_scale, self.frames_per_second) != (text_scale, frames_per_second);
        if self.text_scale != text_scale {
            self.text_scale = text_scale;
            self.refit();
        }
        self.frames_per_second = frames_per_second;
    }

    /// Where files are saved; the current folder at first.
    pub fn set_folder(&mut self, folder: PathBuf) {
        self.folder = folder;
    }

    /// Lifts the bound on how long a frame may simulate.
    #[cfg(test)]
    pub(super) fn take_all_the_time(&mut self) {
        self.budget = Duration::MAX;
    }

    /// Lets `elapsed` real seconds pass: as many ticks as that is at this speed, or as many as one frame may take.
    pub fn advance(&mut self, elapsed: f32) {
        let elapsed = if elapsed.is_finite() { elapsed.max(0.0) } else { 0.0 };
        if let Some((_, left)) = &mut self.message {
            *left -= elapsed;
            if *left <= 0.0 {
                self.message = None;
                self.stale = true;
            }
        }
        if !self.runs() {
            return;
        }
        self.stale = true;
        self.owed += elapsed.min(CATCH_UP) * self.speed();
        let (begin, before) = (Instant::now(), self.world.ticks());
        while self.owed >= DT && self.end().is_none() {
            if begin.elapsed() > self.budget {
                // Too heavy for this speed: what is owed is dropped, or it would only grow.
                self.owed = 0.0;
                break;
            }
            self.owed -= DT;
            self.tick();
        }
        self.pace.add(elapsed, self.world.ticks() - before);
    }

    fn tick(&mut self) {
        self.world.tick();
        self.trails.record(&self.world);
        self.watched.observe(&self.world);
        self.conclude();
    }

    /// Where the run has ended, stops the clock and shows what it came to.
    fn conclude(&mut self) {
        if let Some(end) = self.end() {
            self.result = self.watched.result(end, &self.world);
            self.hold();
        }
    }

    /// Shows the last tick itself, not a place on the way to it.
    fn hold(&mut self) {
        self.owed = DT;
        self.pace = Pace::default();
    }

    /// Whether the world may tick: not when all have arrived. A user who asks for more than the time limit gets it.
    fn goes_on(&mut self) -> bool {
        match self.end() {
            None => return true,
            Some(End::Arrived) => self.say("this run is over: r restarts it, n opens the next map".into()),
            Some(End::Limit) => {
                self.past_limit = true;
                self.result.clear();
                return true;
            }
        }
        false
    }

    fn toggle_pause(&mut self) {
        let ended = self.end().is_some();
        if self.goes_on() {
            self.paused = !self.paused && !ended;
            self.pace = Pace::default();
        }
    }

    fn step(&mut self) {
        if self.goes_on() {
            self.paused = true;
            self.tick();
            self.hold();
        }
    }

    fn set_speed(&mut self, speed: usize) {
        self.speed = speed.min(SPEEDS.len() - 1);
        self.pace = Pace::default();
    }

    /// Does what was asked.
    pub fn apply(&mut self, command: Command) {
        self.stale = true;
        match command {
            Command::TogglePause => self.toggle_pause(),
            Command::Step => self.step(),
            Command::Restart => self.exchange(MapChoice::Current),
            Command::NextMap => self.exchange(MapChoice::Next),
            Command::PreviousMap => self.exchange(MapChoice::Previous),
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
            Command::ToggleHelp => self.help = !self.help,
            Command::Resize(width, height) => self.resize(width, height),
        }
    }

    fn say(&mut self, text: String) {
        self.message = Some((text, MESSAGE));
    }

    fn steer(&mut self, change: impl FnOnce(&mut Steering)) {
        let mut steering = self.world.steering().clone();
        change(&mut steering);
        self.world.set_steering(steering);
        self.watched.steered(&self.world);
    }

    /// The modes by which somebody walks, in words.
    fn modes(&self) -> String {
        self.world.modes().iter().map(Mode::to_string).collect::<Vec<_>>().join(", ")
    }

    /// Everybody by the mode after this one, or before it. Where groups of the map have modes of their own, those are a stop on
    /// the way, after the mode of its others.
    fn turn_mode(&mut self, forward: bool) {
        let map = &self.world.layout().steering;
        let mut stops: Vec<(Mode, Vec<Option<Mode>>)> = Mode::all().map(|mode| (mode, Vec::new())).collect();
        if !map.modes.is_empty() {
            let after = stops.iter().position(|(mode, _)| *mode == map.mode).map_or(0, |at| at + 1);
            stops.insert(after, (map.mode, map.modes.clone()));
        }
        let steering = self.world.steering();
        let at = stops.iter().position(|stop| *stop == (steering.mode, steering.modes.clone())).unwrap_or(0);
        let by = if forward { 1 } else { stops.len() - 1 };
        let (mode, modes) = stops.swap_remove((at + by) % stops.len());
        let mixed = !modes.is_empty();
        self.steer(|s| (s.mode, s.modes) = (mode, modes));
        self.say(if mixed {
            format!("each group by its own: {}", self.modes())
        } else {
            format!("{mode}: {}", mode.summary())
        });
    }

    fn set_stage(&mut self, number: u8) {
        let number = f32::from(number);
        if cardioid::STAGE.check(number).is_err() {
            return;
        }
        self.steer(|s| {
            // Checked above.
            let _ = s.settings.set(&cardioid::STAGE, number);
        });
        if !self.world.modes().iter().any(|mode| mode.settings().contains(&cardioid::STAGE)) {
            self.say(format!("stage {number} is set; this mode has no cardioid (m for the next mode)"));
        }
    }

    /// Another world. A restart keeps the steering that was chosen; another map brings its own.
    fn exchange(&mut self, choice: MapChoice) {
        match (self.load)(choice) {
            Err(problem) => self.say(problem),
            Ok(mut world) => {
                if choice == MapChoice::Current {
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
                self.selected = self.selected.filter(|id| choice == MapChoice::Current && *id < count);
                if choice != MapChoice::Current {
                    self.fit();
                }
                self.conclude();
            }
        }
    }

    fn zoom(&mut self, at: (f32, f32), factor: f32) {
        self.fitted = false;
        self.camera.zoom(at, factor);
    }

    /// The whole map between the two strips of text.
    fn fit(&mut self) {
        let strip = (hud::STRIP * self.text_scale) as f32;
        self.camera = Camera::fit(self.world.layout().bounds, self.size, (8.0, strip + 8.0));
        self.fitted = true;
    }

    fn refit(&mut self) {
        if self.fitted {
            self.fit();
        }
    }

    fn resize(&mut self, width: u32, height: u32) {
        self.size = (width.max(1), height.max(1));
        self.camera.resize(width, height);
        self.refit();
    }

    fn unit_at(&self, at: (f32, f32)) -> Option<usize> {
        let gap = |id: usize| {
            let (x, y) = self.camera.to_screen(units::place(&self.world, id, self.alpha()));
            let (dx, dy) = (x - at.0, y - at.1);
            (dx * dx + dy * dy).sqrt() - self.world.units().radius[id] * self.camera.scale
        };
        (0..self.world.units().position.len())
            .map(|id| (id, gap(id)))
            .filter(|(_, gap)| *gap <= REACH)
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(id, _)| id)
    }

    /// How far between the last two ticks the picture is.
    fn alpha(&self) -> f32 {
        (self.owed / DT).clamp(0.0, 1.0)
    }

    fn save_situation(&mut self) {
        let Some(id) = self.selected else {
            return self.say("click a unit first: c saves what the selected one perceives".into());
        };
        let name = format!("situation-{}-{}-{id}.json", self.map_in_file_name(), self.world.ticks());
        let written = export::write(&self.folder.join(&name), self.world.situation_json(id).as_bytes());
        self.say(match written {
            Ok(()) => format!("saved {name}; try: sidestep explain {name}"),
            Err(problem) => problem.to_string(),
        });
    }

    fn save_picture(&mut self) {
        let name = format!("sidestep-{}-{}.png", self.map_in_file_name(), self.world.ticks());
        let (width, height) = self.size;
        let mut pixels = vec![255; width as usize * height as usize * 4];
        self.message = None;
        self.draw(&mut Canvas::new(width, height, &mut pixels));
        let written = png::write(&self.folder.join(&name), self.size, &pixels);
        self.say(match written {
            Ok(()) => format!("saved {name}"),
            Err(problem) => problem.to_string(),
        });
    }

    /// The map's name without what a file's name can't have.
    fn map_in_file_name(&self) -> String {
        let fine = |c: char| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '-' };
        self.world.layout().name.chars().map(fine).collect()
    }

    /// Draws what the window shows.
    pub fn draw(&self, canvas: &mut Canvas) {
        let hud = Hud {
            text_scale: self.text_scale,
            below: true,
            frames_per_second: self.frames_per_second,
            speed: Some(self.speed()),
            reached: self.reached(),
            paused: self.paused,
            ended: self.end().map(End::name),
            result: &self.result,
            message: self.message(),
            help: if self.help { keys::HELP } else { &[] },
        };
        let view = View {
            camera: self.camera,
            overlays: self.overlays,
            selected: self.selected,
            alpha: self.alpha(),
            trails: &self.trails,
            hud: Some(hud),
        };
        render(&self.world, &view, canvas);
    }
}
