//! Watching the files of the map: it is loaded again when they change.

use super::notice::Notice;
use super::session::Session;
use super::stale::Stale;
use super::watch::Watch;
use crate::scene::MapDraft;
use crate::viewer::command::Command;
use crate::viewer::map_loader::MapError;
use crate::viewer::pane::Pane;
use sidestep::steering::Steering;
use sidestep::world::Layout;

impl Session {
    /// The time until the files are looked at, s.
    pub(super) fn watch_in(&self) -> Option<f32> {
        let watches = [Some(&self.shelf.watch), self.shelf.failed.as_ref().map(|(_, watch)| watch)];
        watches.into_iter().flatten().filter_map(Watch::left).reduce(f32::min)
    }

    /// Loads the map again if its files have changed.
    pub(super) fn look_at_files(&mut self, elapsed: f32) {
        if let Some((map, watch)) = &mut self.shelf.failed
            && watch.changed(elapsed)
        {
            let map = *map;
            self.stale = Stale::ALL;
            return self.choose(&Command::ChooseMap(map));
        }
        let changed = self.shelf.watch.changed(elapsed);
        let is_edited = self.draft().is_some_and(MapDraft::is_changed);
        if changed && is_edited {
            self.shelf.watch.is_behind = true;
            self.stale = Stale::ALL;
            self.notice = Some(Notice {
                title: format!("{} has changed on disk", self.shelf.name(self.map())),
                text: "Your unsaved changes are kept. Ctrl+S asks where to save them;\n\
                       once they are undone (Ctrl+Z), the file is loaded."
                    .into(),
            });
        } else if changed || self.shelf.watch.is_behind && !is_edited {
            self.stale = Stale::ALL;
            self.follow_file();
        }
    }

    /// Loads the map again after its file has changed. Placing continues; what the user chose of the steering stays.
    fn follow_file(&mut self) {
        let before = self.world().layout().clone();
        let draft = self.shelf.draft.take();
        match self.reload(Some(self.chosen_steerings())) {
            Err(problem) => {
                self.shelf.draft = draft;
                self.shelf.watch.is_behind = false;
                self.show_problem(self.shelf.name(self.map()), problem);
            }
            Ok(()) => {
                let what = changes(&before, self.world().layout());
                let what = if what.is_empty() { String::new() } else { format!(": {}", what.join(", ")) };
                self.say(format!("{} has changed on disk{what}", self.shelf.name(self.map())));
                self.show_warnings();
                if draft.is_some_and(|draft| draft.open) {
                    self.toggle_placing();
                }
            }
        }
    }

    /// The steering of each world for the same map. A single world takes that of the map if the user has not changed it, because
    /// the map's file may have.
    pub(super) fn chosen_steerings(&self) -> Vec<Option<Steering>> {
        let chosen = |pane: &Pane| {
            let steering = pane.world().steering();
            (self.compares || steering != pane.map_steering()).then(|| steering.clone())
        };
        self.panes.iter().map(chosen).collect()
    }

    /// Shows why a map cannot be used, until it can.
    pub(super) fn show_problem(&mut self, map: String, problem: MapError) {
        self.notice = Some(Notice { title: format!("{map} cannot be used"), text: problem.report });
    }

    /// Shows why a map of the list cannot be chosen, and tries it again once its files change.
    pub(super) fn show_failed(&mut self, map: usize, problem: MapError) {
        let name = self.shelf.name(map);
        if map != self.map() {
            self.shelf.failed = Some((map, Watch::new(self.shelf.source.files(map))));
        }
        self.show_problem(name, problem);
    }
}

/// What differs between two layouts of a map, in a few words each.
fn changes(before: &Layout, after: &Layout) -> Vec<&'static str> {
    let goals = |layout: &Layout| layout.starts.iter().map(|start| start.goal).collect::<Vec<_>>();
    let starts = |layout: &Layout| -> Vec<_> {
        let goal = sidestep::navigation::Goal::Stand;
        layout.starts.iter().map(|start| sidestep::world::Start { goal, ..start.clone() }).collect()
    };
    let same_count = before.starts.len() == after.starts.len();
    let parts = [
        ("name", before.name != after.name),
        ("bounds", before.bounds != after.bounds || before.origin != after.origin),
        ("walls", before.walls != after.walls),
        ("groups", before.groups != after.groups),
        ("colours", before.colors != after.colors),
        ("number of units", !same_count),
        ("starts", same_count && starts(before) != starts(after)),
        ("goals", same_count && goals(before) != goals(after)),
        ("steering", before.steering != after.steering || before.push_stated != after.push_stated),
        ("plans", before.plans != after.plans),
        ("time limit", before.time_limit != after.time_limit),
        ("seed", before.seed != after.seed),
    ];
    parts.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{LayoutOptions, Scene};
    use sidestep::types::{Point, Vec2};

    #[test]
    fn each_difference_between_two_states_of_a_map_is_named_alone() {
        let scene = Scene::built_in("crossing").unwrap();
        let before = scene.layout(&LayoutOptions::default()).unwrap();
        assert_eq!(changes(&before, &before), Vec::<&str>::new());
        type Change = fn(&mut Layout);
        let differences: [(&str, Change); 15] = [
            ("name", |map| map.name.push('2')),
            ("bounds", |map| map.bounds.max.x += 1.0),
            ("bounds", |map| map.origin.x += 256.0),
            ("walls", |map| {
                map.walls.push(sidestep::geometry::Wall::Circle { center: Point::origin(), radius: 1.0 })
            }),
            ("groups", |map| map.groups[0].push('2')),
            ("colours", |map| map.colors.push(None)),
            ("number of units", |map| map.starts.truncate(9)),
            ("starts", |map| map.starts[1].position += Vec2::new(0.1, 0.0)),
            ("starts", |map| map.starts[1].radius *= 0.9),
            ("goals", |map| map.starts[1].goal = sidestep::navigation::Goal::Roam),
            ("steering", |map| map.steering.push.on ^= true),
            ("steering", |map| map.push_stated ^= true),
            ("plans", |map| map.plans.push(None)),
            ("time limit", |map| map.time_limit += 1.0),
            ("seed", |map| map.seed += 1),
        ];
        for (name, change) in differences {
            let mut after = before.clone();
            change(&mut after);
            assert_eq!(changes(&before, &after), [name]);
        }
        let before = Scene::built_in("wander").unwrap().layout(&LayoutOptions::default()).unwrap();
        let mut after = before.clone();
        after.plans[0].as_mut().unwrap().name.push('2');
        assert_eq!(changes(&before, &after), ["plans"]);
    }
}
