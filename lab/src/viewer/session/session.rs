//! The state of a session.

use super::clock::{Clock, SPEEDS};
use super::map_shelf::MapShelf;
use super::map_view::MapView;
use super::notice::Notice;
use super::open_parts::OpenParts;
use super::order_mark::OrderMark;
use super::question::MapQuestion;
use super::saved_files::SavedFiles;
use super::selection::Selection;
use super::stale::Stale;
use crate::draw::canvas::Area;
use crate::draw::side_by_side::{CellParts, MOST};
use crate::draw::theme::{self, Theme, theme_named};
use crate::draw::{Camera, Overlays};
use crate::export::VisibleArea;
use crate::run::RunEnd;
use crate::scene::frame;
use crate::viewer::error::ViewerError;
use crate::viewer::map_loader::MapRequest;
use crate::viewer::memory::WindowMemory;
use crate::viewer::options::ViewerOptions;
use crate::viewer::outcome::WatchedRun;
use crate::viewer::pane::Pane;
use crate::viewer::past_memory::PastMemory;

use crate::viewer::results::Finished;
use sidestep::world::World;
use std::path::PathBuf;
use std::time::Duration;

/// How long a message is shown, s.
const MESSAGE: f32 = 4.0;

/// One to four worlds in a window, with their view.
pub struct Session {
    pub(super) panes: Vec<Pane>,
    /// The number of the world that commands change.
    pub(super) active: usize,
    /// Whether there were several worlds side by side.
    pub(super) compares: bool,
    pub(super) shelf: MapShelf,
    pub(super) clock: Clock,
    pub(super) view: MapView,
    pub(super) files: SavedFiles,
    /// The results of the runs that ended, oldest first.
    pub(super) finished: Vec<Finished>,
    /// The result of the run, from its end until the user closes it.
    pub(super) result: Vec<String>,
    pub(super) overlays: Overlays,
    pub(super) theme: &'static Theme,
    pub(super) open: OpenParts,
    pub(super) selection: Selection,
    /// Where orders were given, for a short time.
    pub(super) marks: Vec<OrderMark>,
    /// The message, and the real seconds left to show it.
    pub(super) message: Option<(String, f32)>,
    pub(super) question: Option<MapQuestion>,
    pub(super) notice: Option<Notice>,
    pub(super) frames_per_second: Option<f32>,
    pub(super) quit: bool,
    /// Whether the user asked to quit, and was told that the map is not saved.
    pub(super) asked_to_quit: bool,
    /// The memory for the past of all worlds.
    memory: PastMemory,
    /// Whether the worlds' picture, or only what surrounds it, has changed since the last drawing.
    pub(super) stale: Stale,
}

impl Session {
    /// Loads the first world, or the first worlds side by side.
    pub fn new(options: ViewerOptions) -> Result<Session, ViewerError> {
        let count = options.variants.clamp(1, MOST);
        let mut shelf = MapShelf::new(options.source, options.maps, options.map);
        let mut worlds = Vec::new();
        for variant in 0..count {
            let request = MapRequest { variant, ..MapRequest::new(options.map) };
            let world = shelf.source.world(&request);
            worlds.push(world.map_err(|problem| ViewerError::Load(problem.message))?);
        }
        let memory = &options.memory;
        let size = options.size.unwrap_or((memory.width, memory.height));
        let remembered = memory.theme.as_deref().and_then(|name| theme_named(name).ok());
        let selected = options.selected.and_then(|slot| worlds[0].ids().get(slot).copied());
        let camera = Camera::fit(frame(worlds[0].layout()), size, (0.0, 0.0));
        let mut session = Session {
            panes: worlds
                .into_iter()
                .map(|world| Pane::new(world, None, PastMemory::ALL.shared_by(count)))
                .collect(),
            active: 0,
            compares: count > 1,
            shelf,
            clock: Clock::new(options.paused, options.speed),
            view: MapView::new(camera, size),
            files: SavedFiles::default(),
            finished: Vec::new(),
            result: Vec::new(),
            overlays: options.overlays,
            theme: options.theme.or(remembered).unwrap_or(&theme::DARK),
            open: OpenParts {
                panel: memory.panel,
                plots: false,
                results: false,
                help: false,
                hint: !memory.hint_closed,
                tools: false,
            },
            selection: Selection::of_unit(selected),
            marks: Vec::new(),
            message: None,
            question: None,
            notice: None,
            frames_per_second: None,
            quit: false,
            asked_to_quit: false,
            memory: PastMemory::ALL,
            stale: Stale::ALL,
        };
        session.repeat_recording();
        session.clock.replay_to = (options.begin > session.ticks()).then_some(options.begin);
        session.arrange();
        session.fit();
        options.visible.into_iter().for_each(|area| session.show_area(area));
        session.conclude();
        session.show_warnings();
        Ok(session)
    }

    fn show_area(&mut self, VisibleArea { middle, width }: VisibleArea) {
        self.view.camera.center = self.world().layout().local_point(middle);
        self.view.camera.scale = self.view.camera.width / width;
        self.view.fitted = false;
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
        self.clock.paused
    }

    /// The chosen speed.
    pub fn speed(&self) -> f32 {
        SPEEDS[self.clock.speed]
    }

    /// The actual speed, once measured.
    pub fn reached(&self) -> Option<f32> {
        self.clock.pace.reached
    }

    /// Frames per second, while they are counted.
    pub fn frames_per_second(&self) -> Option<f32> {
        self.frames_per_second
    }

    /// The tick that the session looks back at; none in the present.
    pub fn looking(&self) -> Option<u64> {
        self.clock.looking
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
        &self.view.camera
    }

    /// Each world's part of the window, pixels.
    pub fn cells(&self) -> Vec<CellParts> {
        let corner = (self.view.viewport.x, self.view.viewport.y + self.heading().height);
        self.view.cells.iter().map(|cell| cell.moved(corner)).collect()
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
        self.files.recording.is_some()
    }

    /// The window's title.
    pub fn title(&self) -> String {
        let modes: Vec<String> = self.panes.iter().map(Pane::modes).collect();
        format!("Sidestep - {} - {}", self.world().layout().name, modes.join(" | "))
    }

    /// Whether the worlds advance with time. Otherwise only commands and the end of a message change the picture.
    pub fn runs(&self) -> bool {
        let is_present = self.clock.looking.is_none() && self.clock.replay_to.is_none();
        !self.clock.paused && is_present && self.end().is_none()
    }

    /// What has changed since the last call, and must be drawn.
    pub fn take_stale(&mut self) -> Stale {
        std::mem::take(&mut self.stale)
    }

    /// The time until the picture may change: zero while the worlds run, a past moment is computed or a change is not drawn yet, `None`
    /// if only a command can change it.
    pub fn wakes_in(&self) -> Option<Duration> {
        if self.stale.any() || self.runs() || self.computing().is_some() || self.clock.replay_to.is_some() {
            return Some(Duration::ZERO);
        }
        let message = self.message.as_ref().map(|(_, left)| *left);
        let wake = [message, self.watch_in(), self.mark_left()].into_iter().flatten().reduce(f32::min);
        wake.map(|left| Duration::from_secs_f32(left.max(0.0)))
    }

    /// Sets the text scale and the measured frames per second.
    pub fn set_display(&mut self, text_scale: u32, frames_per_second: Option<f32>) {
        self.stale.panel |= self.frames_per_second != frames_per_second;
        if self.view.text_scale != text_scale {
            self.view.text_scale = text_scale;
            self.arrange();
        }
        self.frames_per_second = frames_per_second;
    }

    /// Sets the folder of saved files, initially the current folder.
    pub fn set_folder(&mut self, folder: PathBuf) {
        self.files.folder = folder;
    }

    /// Changes the most time that one frame spends on ticks.
    #[cfg(test)]
    pub(crate) fn set_budget(&mut self, budget: Duration) {
        self.clock.budget = budget;
    }

    /// What the next window should look like. The window adds what only it knows.
    pub(in crate::viewer) fn remember(&self, memory: WindowMemory) -> WindowMemory {
        WindowMemory {
            map: self.shelf.maps.get(self.shelf.choice.map).map(|map| map.name.clone()),
            panel: self.open.panel,
            theme: Some(self.theme.name.into()),
            hint_closed: !self.open.hint,
            ..memory
        }
    }

    /// The part of the window that shows the worlds, pixels.
    pub fn viewport(&self) -> Area {
        self.view.viewport
    }

    /// The memory that the past of all worlds uses, and the most that it may use, bytes.
    pub fn memory_in_use(&self) -> (usize, usize) {
        let used = self.panes.iter().map(|pane| pane.past().bytes() + pane.rerun().bytes()).sum();
        (used, self.memory.positions + self.memory.states)
    }

    /// The memory for the past of one of as many worlds.
    pub(super) fn memory(&self, worlds: usize) -> PastMemory {
        self.memory.shared_by(worlds)
    }

    /// Changes the memory for the past of all worlds.
    #[cfg(test)]
    pub(in crate::viewer) fn set_memory(&mut self, memory: PastMemory) {
        self.memory = memory;
    }

    pub(super) fn say(&mut self, text: String) {
        self.message = Some((text, MESSAGE));
    }
}
