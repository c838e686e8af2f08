//! A session: the part of the window that needs no display.

mod camera;
mod clock;
mod commands;
mod maps;
mod modes;
mod opening;
mod past;
mod picture;
mod placing;
mod save;
mod saving;
mod watching;
mod worlds;

use super::memory::WindowMemory;
use super::pace::Pace;
use super::pane::Pane;
use super::past::MEMORY;
use super::recording::LiveRecording;
use super::results::Finished;
use super::{MapEntry, MapLoader, MapRequest, ViewerError, ViewerOptions, WatchedRun};
use crate::draw::canvas::Area;
use crate::draw::side_by_side::CellParts;
use crate::draw::theme::{self, Theme, theme_named};
use crate::draw::{Camera, Overlays};
use crate::export::{GIF, OutputFormat, VisibleArea};
use crate::run::RunEnd;
use crate::scene::frame;
use maps::ShownMap;
use placing::Draft;
use sidestep::types::DT;
use sidestep::world::World;
use std::path::PathBuf;
use std::time::Duration;
use watching::Watch;

pub use modes::{SettingsInUse, SettingsParts};
pub use opening::Candidate;
pub use placing::Tool;
pub use saving::SaveQuestion;
pub use watching::Notice;

/// The available speeds; 1 is real time.
pub const SPEEDS: [f32; 8] = [0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];
/// The most worlds side by side.
pub use crate::draw::side_by_side::MOST as MOST_WORLDS;
/// The most real time that one frame spends on ticks, so that the window stays responsive with heavy worlds.
const BUDGET: Duration = Duration::from_millis(60);
/// How long a message is shown, s.
const MESSAGE: f32 = 4.0;

/// Which parts of the window are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenParts {
    /// The panel on the left.
    pub panel: bool,
    /// The plots at the bottom.
    pub plots: bool,
    /// The table of results.
    pub results: bool,
    /// The key help.
    pub help: bool,
    /// The first-run hint.
    pub hint: bool,
}

/// What the window asks in a dialogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapQuestion {
    /// Under which name to save the changed map.
    Save(SaveQuestion),
    /// Which map file to open; why the last answer was not followed.
    Open(Option<String>),
}

/// One to four worlds in a window, with their view.
pub struct Session {
    panes: Vec<Pane>,
    /// The number of the world that commands change.
    active: usize,
    source: Box<dyn MapLoader>,
    maps: Vec<MapEntry>,
    choice: ShownMap,
    /// The results of the runs that ended, oldest first.
    finished: Vec<Finished>,
    /// The result of the run, from its end until the user closes it.
    result: Vec<String>,
    /// Whether the end of this run has been noticed.
    concluded: bool,
    pace: Pace,
    paused: bool,
    speed: usize,
    /// The tick that the session looks back at.
    looking: Option<u64>,
    overlays: Overlays,
    theme: &'static Theme,
    open: OpenParts,
    camera: Camera,
    /// The part of the window that shows the worlds, pixels.
    viewport: Area,
    /// Each world's part of the viewport under the heading, pixels.
    cells: Vec<CellParts>,
    text_scale: u32,
    selected: Option<usize>,
    /// The message, and the real seconds left to show it.
    message: Option<(String, f32)>,
    /// Simulated seconds since the last tick.
    owed: f32,
    budget: Duration,
    frames_per_second: Option<f32>,
    /// Whether the view shows the whole map, and so follows the window's size.
    fitted: bool,
    quit: bool,
    /// Whether the user asked to quit, and was told that the map is not saved.
    asked_to_quit: bool,
    folder: PathBuf,
    recording: Option<LiveRecording>,
    recording_format: &'static OutputFormat,
    draft: Option<Draft>,
    question: Option<MapQuestion>,
    notice: Option<Notice>,
    watch: Watch,
    /// The map that was chosen last, if it cannot be used.
    failed: Option<(usize, Watch)>,
    /// Whether there were several worlds side by side.
    compares: bool,
    /// Whether the worlds' picture, or only what surrounds it, has changed since the last drawing.
    stale: Stale,
}

/// What has to be drawn again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stale {
    /// The worlds.
    pub worlds: bool,
    /// The panel and everything else around the worlds.
    pub panel: bool,
}

impl Stale {
    const ALL: Stale = Stale { worlds: true, panel: true };

    /// Whether anything has to be drawn again.
    pub fn any(self) -> bool {
        self.worlds || self.panel
    }
}

impl Session {
    /// Loads the first world, or the first worlds side by side.
    pub fn new(mut options: ViewerOptions) -> Result<Session, ViewerError> {
        let count = options.variants.clamp(1, MOST_WORLDS);
        let watch = Watch::new(options.source.files(options.map));
        let mut worlds = Vec::new();
        for variant in 0..count {
            let request = MapRequest { variant, ..MapRequest::new(options.map) };
            let world = options.source.world(&request);
            worlds.push(world.map_err(|problem| ViewerError::Load(problem.message))?);
        }
        let off = |s: &f32| (libm::log2f(*s) - libm::log2f(options.speed.max(1e-3))).abs();
        let nearest = (0..SPEEDS.len()).min_by(|a, b| off(&SPEEDS[*a]).total_cmp(&off(&SPEEDS[*b])));
        let memory = &options.memory;
        let size = options.size.unwrap_or((memory.width, memory.height));
        let viewport = Area { x: 0, y: 0, width: size.0, height: size.1 };
        let remembered = memory.theme.as_deref().and_then(|name| theme_named(name).ok());
        let units = worlds[0].units().len();
        let mut session = Session {
            active: 0,
            camera: Camera::fit(frame(worlds[0].layout()), size, (0.0, 0.0)),
            source: options.source,
            choice: ShownMap::new(options.map),
            maps: options.maps,
            finished: Vec::new(),
            result: Vec::new(),
            concluded: false,
            pace: Pace::default(),
            paused: options.paused,
            speed: nearest.unwrap_or(4),
            looking: None,
            overlays: options.overlays,
            theme: options.theme.or(remembered).unwrap_or(&theme::DARK),
            open: OpenParts {
                panel: memory.panel,
                plots: false,
                results: false,
                help: false,
                hint: !memory.hint_closed,
            },
            viewport,
            cells: vec![CellParts::map_only(viewport)],
            text_scale: 1,
            selected: options.selected.filter(|id| *id < units),
            message: None,
            owed: 0.0,
            budget: BUDGET,
            frames_per_second: None,
            fitted: true,
            quit: false,
            asked_to_quit: false,
            folder: PathBuf::from("."),
            recording: None,
            recording_format: &GIF,
            draft: None,
            question: None,
            notice: None,
            watch,
            failed: None,
            compares: count > 1,
            stale: Stale::ALL,
            panes: worlds.into_iter().map(|world| Pane::new(world, None, MEMORY / count)).collect(),
        };
        session.arrange();
        session.fit();
        if let Some(VisibleArea { middle, width }) = options.visible {
            session.camera.center = session.world().layout().local_point(middle);
            session.camera.scale = session.camera.width / width;
            session.fitted = false;
        }
        session.conclude();
        Ok(session)
    }

    /// The worlds, in the order in which they are shown.
    pub fn panes(&self) -> &[Pane] {
        &self.panes
    }

    /// The number of the active world, the one that commands change.
    pub fn active(&self) -> usize {
        self.active
    }

    /// The active world with its run.
    pub fn pane(&self) -> &Pane {
        &self.panes[self.active]
    }

    /// The active world.
    pub fn world(&self) -> &World {
        self.pane().world()
    }

    /// The last run of each world.
    pub fn into_runs(mut self) -> Vec<WatchedRun> {
        self.end_recording();
        self.panes.into_iter().map(Pane::into_run).collect()
    }

    /// Why the runs have ended, once all have.
    pub fn end(&self) -> Option<RunEnd> {
        let ends: Option<Vec<RunEnd>> = self.panes.iter().map(Pane::end).collect();
        let ends = ends?;
        if ends.contains(&RunEnd::Limit) { Some(RunEnd::Limit) } else { Some(RunEnd::Arrived) }
    }

    /// The results of the runs that ended, oldest first.
    pub fn finished(&self) -> &[Finished] {
        &self.finished
    }

    /// The result on display; empty during the run and once the user has closed it.
    pub fn result(&self) -> &[String] {
        &self.result
    }

    /// Whether the worlds are paused.
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

    /// Frames per second, while they are counted.
    pub fn frames_per_second(&self) -> Option<f32> {
        self.frames_per_second
    }

    /// The tick that the session looks back at; none in the present.
    pub fn looking(&self) -> Option<u64> {
        self.looking
    }

    /// The active overlays.
    pub fn overlays(&self) -> &Overlays {
        &self.overlays
    }

    /// The theme.
    pub fn theme(&self) -> &'static Theme {
        self.theme
    }

    /// Which parts of the window are open.
    pub fn open(&self) -> OpenParts {
        self.open
    }

    /// The view of each world.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Each world's part of the window, pixels.
    pub fn cells(&self) -> Vec<CellParts> {
        let corner = (self.viewport.x, self.viewport.y + self.heading().height);
        self.cells.iter().map(|cell| cell.moved(corner)).collect()
    }

    /// The selected unit.
    pub fn selected(&self) -> Option<usize> {
        self.selected
    }

    /// The message on display.
    pub fn message(&self) -> Option<&str> {
        self.message.as_ref().map(|(text, _)| text.as_str())
    }

    /// What the window asks; nothing else is operated meanwhile.
    pub fn question(&self) -> Option<&MapQuestion> {
        self.question.as_ref()
    }

    /// The notice about a map, which stays until the user closes it or its cause is gone.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// Whether the user wants to quit.
    pub fn wants_to_quit(&self) -> bool {
        self.quit
    }

    /// Whether an animation is being recorded.
    pub fn records(&self) -> bool {
        self.recording.is_some()
    }

    /// The window's title.
    pub fn title(&self) -> String {
        let modes: Vec<String> = self.panes.iter().map(Pane::modes).collect();
        format!("Sidestep - {} - {}", self.world().layout().name, modes.join(" | "))
    }

    /// Whether the worlds advance with time. Otherwise only commands and the end of a message change the picture.
    pub fn runs(&self) -> bool {
        !self.paused && self.looking.is_none() && self.end().is_none()
    }

    /// What has changed since the last call, and must be drawn.
    pub fn take_stale(&mut self) -> Stale {
        std::mem::take(&mut self.stale)
    }

    /// The time until the picture may change: zero while the worlds run, a past moment is computed or a change is not drawn yet, `None`
    /// if only a command can change it.
    pub fn wakes_in(&self) -> Option<Duration> {
        if self.stale.any() || self.runs() || self.computing().is_some() {
            return Some(Duration::ZERO);
        }
        let message = self.message.as_ref().map(|(_, left)| *left);
        let wake = [message, self.watch_in()].into_iter().flatten().reduce(f32::min);
        wake.map(|left| Duration::from_secs_f32(left.max(0.0)))
    }

    /// Sets the text scale and the measured frames per second.
    pub fn set_display(&mut self, text_scale: u32, frames_per_second: Option<f32>) {
        self.stale.panel |= self.frames_per_second != frames_per_second;
        if self.text_scale != text_scale {
            self.text_scale = text_scale;
            self.arrange();
        }
        self.frames_per_second = frames_per_second;
    }

    /// Sets the folder of saved files, initially the current folder.
    pub fn set_folder(&mut self, folder: PathBuf) {
        self.folder = folder;
    }

    /// Changes the most time that one frame spends on ticks.
    #[cfg(test)]
    pub(super) fn set_budget(&mut self, budget: Duration) {
        self.budget = budget;
    }

    /// What the next window should look like. The window adds what only it knows.
    pub(super) fn remember(&self, memory: WindowMemory) -> WindowMemory {
        WindowMemory {
            map: self.maps.get(self.choice.map()).map(|map| map.name.clone()),
            panel: self.open.panel,
            theme: Some(self.theme.name.into()),
            hint_closed: !self.open.hint,
            ..memory
        }
    }

    /// The part of the window that shows the worlds, pixels.
    pub fn viewport(&self) -> Area {
        self.viewport
    }

    /// The memory for the past of one world, bytes.
    fn memory(&self) -> usize {
        MEMORY / self.panes.len().max(1)
    }

    /// The memory that the past of all worlds uses, bytes.
    pub fn memory_in_use(&self) -> usize {
        self.panes.iter().map(|pane| pane.past().bytes()).sum()
    }

    fn say(&mut self, text: String) {
        self.message = Some((text, MESSAGE));
    }

    /// The picture's moment between the last two ticks.
    fn alpha(&self) -> f32 {
        (self.owed / DT).clamp(0.0, 1.0)
    }
}
