//! Placing of units and walls: changes of the map, before its run.

use super::draft::Draft;
use super::help::with_help;
use super::session::Session;
use crate::scene::{MapDraft, MapEdit};
use crate::viewer::map_loader::{MapError, MapRequest};
use sidestep::geometry::{Wall, polygon};
use sidestep::types::Point;

/// A click reaches a wall up to this many pixels away.
const REACH: f32 = 8.0;

impl Session {
    /// Whether units and walls are being placed.
    pub fn placing(&self) -> bool {
        self.shelf.draft.as_ref().is_some_and(|draft| draft.open)
    }

    /// The map that is being changed.
    pub fn draft(&self) -> Option<&MapDraft> {
        self.shelf.draft.as_ref().map(|draft| &draft.map)
    }

    /// Whether leaving the map would lose changes. It then says so.
    pub(super) fn drops_changes(&mut self) -> bool {
        let changed = self.draft().is_some_and(MapDraft::is_changed);
        if changed {
            self.say("this map has changes: save it (Ctrl+S) or undo them (Ctrl+Z) first".into());
        }
        changed
    }

    pub(super) fn toggle_placing(&mut self) {
        if let Some(draft) = &mut self.shelf.draft {
            draft.open = !draft.open;
            if !draft.open {
                if !draft.map.is_changed() && !draft.map.can_redo() {
                    self.shelf.draft = None;
                }
                return;
            }
        } else {
            let (units, seed) = self.chosen();
            let request = MapRequest { units, seed, ..MapRequest::new(self.map()) };
            match self.shelf.source.draft(&request) {
                Ok(map) => self.shelf.draft = Some(Draft { map, open: true }),
                Err(problem) => return self.say(problem.message),
            }
        }
        self.open.tools = false;
        // A map describes the start of a run.
        self.clock.paused = true;
        if let Err(problem) = self.restart_from_draft() {
            self.shelf.draft = None;
            self.say(problem.message);
        }
    }

    fn restart_from_draft(&mut self) -> Result<(), MapError> {
        let steerings = self.panes.iter().map(|pane| Some(pane.world().steering().clone())).collect();
        self.reload(Some(steerings))
    }

    pub(super) fn place(&mut self, edit: MapEdit) {
        let Some(draft) = &mut self.shelf.draft else { return };
        let before = draft.map.clone();
        match draft.map.edit(&edit) {
            Ok(true) => {
                if let Err(problem) = self.restart_from_draft() {
                    // The edit suits the map's seed, but not that on display.
                    self.shelf.draft = Some(Draft { map: before, open: true });
                    self.say(problem.message);
                }
            }
            Ok(false) => {}
            Err(problem) => self.say(with_help(&problem)),
        }
    }

    pub(super) fn undo(&mut self) {
        self.change_back(MapDraft::undo, "nothing to undo");
    }

    pub(super) fn redo(&mut self) {
        self.change_back(MapDraft::redo, "nothing to redo");
    }

    fn change_back(&mut self, change: fn(&mut MapDraft) -> bool, nothing: &str) {
        if self.shelf.draft.as_mut().is_some_and(|draft| change(&mut draft.map)) {
            if let Err(problem) = self.restart_from_draft() {
                self.say(problem.message);
            }
        } else {
            self.say(nothing.into());
        }
    }

    /// The wall at a point of the map. Those that close the map's bounds cannot be changed.
    pub fn wall_at(&self, at: Point) -> Option<usize> {
        let draft = self.draft()?;
        let walls = &draft.layout().walls[..draft.walls()];
        let reach = REACH / self.camera().scale;
        let near =
            (0..walls.len()).map(|wall| (wall, gap(&walls[wall], at))).filter(|(_, gap)| *gap <= reach);
        near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(wall, _)| wall)
    }
}

/// The distance of a point from a wall, m; 0 inside.
fn gap(wall: &Wall, at: Point) -> f32 {
    let inside = match wall {
        Wall::Box(area) => area.contains(at),
        Wall::Circle { center, radius } => (at - center).norm() <= *radius,
        Wall::Polygon(corners) => polygon::contains(corners, at),
        Wall::Chain(_) => false,
    };
    let edges = wall.outline();
    let nearest = edges.iter().map(|edge| (edge.nearest(at) - at).norm()).fold(f32::INFINITY, f32::min);
    if inside { 0.0 } else { nearest }
}
