//! The map of a session: which one, with how many units and which seed.

use super::draft::Draft;
use super::notice::Notice;
use super::selection::Selection;
use super::session::Session;
use super::shown_map::ShownMap;
use super::watch::Watch;
use crate::viewer::command::Command;
use crate::viewer::map_loader::{MapEntry, MapError, MapRequest};
use crate::viewer::pane::Pane;
use sidestep::steering::Steering;
use sidestep::world::World;

/// The length of a line of warnings.
const WARNING_COLUMNS: usize = 72;

impl Session {
    /// The maps to choose from.
    pub fn maps(&self) -> &[MapEntry] {
        &self.shelf.maps
    }

    /// The number of the current map in [`Session::maps`].
    pub fn map(&self) -> usize {
        self.shelf.choice.map
    }

    /// The chosen number of units and seed; none for the map's own.
    pub fn chosen(&self) -> (Option<usize>, Option<u64>) {
        (self.shelf.choice.units, self.shelf.choice.seed)
    }

    /// A world of the map at its start, for a small picture.
    pub fn preview(&mut self, map: usize) -> Option<World> {
        self.shelf.source.world(&MapRequest::new(map)).ok()
    }

    /// Loads a map, or the same map with another number of units or another seed.
    pub(super) fn choose(&mut self, command: &Command) {
        let (before, count) = (self.shelf.choice, self.shelf.maps.len().max(1));
        let next = match *command {
            Command::NextMap => ShownMap::new((before.map + 1) % count),
            Command::PreviousMap => ShownMap::new((before.map + count - 1) % count),
            Command::ChooseMap(map) => ShownMap::new(map.min(count - 1)),
            Command::Units(units) => ShownMap { units, ..before },
            Command::Seed(seed) => ShownMap { seed, ..before },
            Command::RestartWithNextSeed => {
                let seed = self.world().layout().seed;
                ShownMap { seed: Some(if seed < i64::MAX as u64 { seed + 1 } else { 0 }), ..before }
            }
            _ => before,
        };
        let another = next.map != before.map;
        if (another || next.units != before.units) && self.drops_changes() {
            return;
        }
        let draft = if another || next.units != before.units { self.shelf.draft.take() } else { None };
        self.shelf.choice = next;
        let all = self.panes.iter().map(|pane| Some(pane.world().steering().clone()));
        // A restart keeps the chosen steering. Another map brings its own, unless several worlds compare modes.
        let steerings = match another {
            false => Some(self.chosen_steerings()),
            true if self.panes.len() > 1 => Some(all.collect()),
            true => None,
        };
        if let Err(problem) = self.reload(steerings) {
            self.shelf.choice = before;
            self.shelf.draft = self.shelf.draft.take().or(draft);
            // Numbers that the user typed are answered; a map's mistake stays on display until it is mended.
            if matches!(command, Command::Units(_) | Command::Seed(_) | Command::RestartWithNextSeed) {
                self.say(problem.message);
            } else {
                self.show_failed(next.map, problem);
            }
        } else if another {
            self.say(self.world().layout().name.clone());
            self.show_warnings();
        } else if draft.is_some_and(|draft| draft.open) {
            // Placing continues with the other number of units.
            self.toggle_placing();
        }
    }

    /// What is asked of the source for the first world.
    pub(super) fn request(&self) -> MapRequest<'_> {
        let ShownMap { map, units, seed } = self.shelf.choice;
        MapRequest { map, units, seed, variant: 0, scene: self.shelf.draft.as_ref().map(Draft::scene) }
    }

    /// Lets the first world repeat the recording that was opened, if it is on the recording's map.
    pub(super) fn repeat_recording(&mut self) {
        if let Some(repeats) = self.shelf.source.repeats(&self.request()) {
            self.panes[0].repeat(&repeats);
        }
    }

    /// Loads all worlds again, one for each steering (none for the map's), or as many as there are with the map's steering.
    ///
    /// # Errors
    ///
    /// The map cannot be used. Nothing has changed then.
    pub(super) fn reload(&mut self, steerings: Option<Vec<Option<Steering>>>) -> Result<(), MapError> {
        let count = steerings.as_ref().map_or(self.panes.len(), Vec::len);
        let ShownMap { map, units, seed } = self.shelf.choice;
        let watch = Watch::new(self.shelf.source.files(map));
        let mut worlds = Vec::new();
        for variant in 0..count {
            let request =
                MapRequest { map, units, seed, variant, scene: self.shelf.draft.as_ref().map(Draft::scene) };
            worlds.push(self.shelf.source.world(&request)?);
        }
        self.shelf.failed = None;
        if self.shelf.draft.is_none() {
            self.shelf.watch = watch;
        }
        if !self.shelf.watch.is_behind {
            self.notice = None;
        }
        // The clock of an animation does not go back.
        self.end_recording();
        let memory = self.memory(count);
        let same_map = self.world().layout().name == worlds[0].layout().name;
        let mut steerings = steerings.unwrap_or_else(|| vec![None; count]);
        if !same_map {
            // The modes of single groups belong to the map that has these groups.
            steerings.iter_mut().flatten().for_each(|steering| steering.modes.clear());
        }
        let both = worlds.into_iter().zip(steerings);
        self.panes = both.map(|(world, steering)| Pane::new(world, steering, memory)).collect();
        self.repeat_recording();
        self.active = self.active.min(count - 1);
        self.clock.restart();
        self.result.clear();
        if same_map {
            self.forget_the_gone();
        } else {
            self.selection = Selection::default();
        }
        self.marks.clear();
        self.view.fitted |= !same_map;
        self.arrange();
        self.conclude();
        Ok(())
    }

    /// Shows which units of the map have no path.
    pub(super) fn show_warnings(&mut self) {
        let world = self.world();
        let too_large = world.layout().too_large().map(|found| found.to_string());
        let unreachable = world.unreachable().into_iter().map(|units| units.to_string());
        let warnings: Vec<String> = too_large.into_iter().chain(unreachable).collect();
        if !warnings.is_empty() {
            let title = format!("{} has units without a path", world.layout().name);
            let lines = warnings.iter().flat_map(|warning| textwrap::wrap(warning, WARNING_COLUMNS));
            let text = lines.collect::<Vec<_>>().join("\n");
            self.notice = Some(Notice { title, text });
        }
    }
}
