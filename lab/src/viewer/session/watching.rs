//! Watching the files of the map: it is loaded again when they change.

use super::Session;
use crate::scene::MapDraft;
use crate::viewer::MapError;
use crate::viewer::command::Command;
use sidestep::steering::Steering;
use sidestep::world::Layout;
use std::path::PathBuf;
use std::time::SystemTime;

/// The time between two looks at the files, s.
const INTERVAL: f32 = 0.5;

/// Something about a map that stays on display until the user closes it or its cause is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What it is about.
    pub title: String,
    /// The text, in lines of fixed width.
    pub text: String,
}

/// When a file was changed, and its size; none if it cannot be read.
type FileStamp = Option<(SystemTime, u64)>;

/// The files of a map, and their state when they were read.
#[derive(Debug, Default)]
pub(super) struct Watch {
    files: Vec<PathBuf>,
    read: Vec<FileStamp>,
    /// Their state at the last look. A change counts once it is the same at two looks, so that half a file is not read.
    seen: Vec<FileStamp>,
    /// The time until the next look, s.
    left: f32,
    /// Whether the files have changed under unsaved changes.
    is_behind: bool,
}

fn stamps(files: &[PathBuf]) -> Vec<FileStamp> {
    let stamp = |file: &PathBuf| {
        let metadata = std::fs::metadata(file).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    };
    files.iter().map(stamp).collect()
}

impl Watch {
    pub(super) fn new(files: Vec<PathBuf>) -> Watch {
        let read = stamps(&files);
        Watch { seen: read.clone(), read, files, left: INTERVAL, is_behind: false }
    }

    /// Whether the files have changed under unsaved changes.
    pub(super) fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// Looks at the files if it is time. Returns whether they have changed.
    fn changed(&mut self, elapsed: f32) -> bool {
        self.left -= elapsed;
        if self.files.is_empty() || self.left > 0.0 {
            return false;
        }
        self.left = INTERVAL;
        let now = stamps(&self.files);
        let is_settled = now == self.seen;
        self.seen = now;
        let changed = is_settled && self.seen != self.read;
        if changed {
            self.read.clone_from(&self.seen);
        }
        changed
    }
}

impl Session {
    /// The time until the files are looked at, s.
    pub(super) fn watch_in(&self) -> Option<f32> {
        let watches = [Some(&self.watch), self.failed.as_ref().map(|(_, watch)| watch)];
        let left = watches.into_iter().flatten().filter(|watch| !watch.files.is_empty());
        left.map(|watch| watch.left).reduce(f32::min)
    }

    /// Takes the files of the map as they are now.
    pub(super) fn watch_again(&mut self) {
        self.watch = Watch::new(self.source.files(self.map()));
    }

    /// Loads the map again if its files have changed.
    pub(super) fn look_at_files(&mut self, elapsed: f32) {
        if let Some((map, watch)) = &mut self.failed
            && watch.changed(elapsed)
        {
            let map = *map;
            self.stale = super::Stale::ALL;
            return self.choose(&Command::ChooseMap(map));
        }
        let changed = self.watch.changed(elapsed);
        let is_edited = self.draft().is_some_and(MapDraft::is_changed);
        if changed && is_edited {
            self.watch.is_behind = true;
            self.stale = super::Stale::ALL;
            self.notice = Some(Notice {
                title: format!("{} has changed on disk", self.map_name()),
                text: "Your unsaved changes are kept. Ctrl+S asks where to save them;\n\
                       once they are undone (Ctrl+Z), the file is loaded."
                    .into(),
            });
        } else if changed || self.watch.is_behind && !is_edited {
            self.stale = super::Stale::ALL;
            self.follow_file();
        }
    }

    /// Loads the map again after its file has changed. Placing continues; what the user chose of the steering stays.
    fn follow_file(&mut self) {
        let before = self.world().layout().clone();
        let draft = self.draft.take();
        match self.reload(Some(self.chosen_steerings())) {
            Err(problem) => {
                self.draft = draft;
                self.watch.is_behind = false;
                self.show_problem(self.map_name(), problem);
            }
            Ok(()) => {
                let what = changes(&before, self.world().layout());
                let what = if what.is_empty() { String::new() } else { format!(": {}", what.join(", ")) };
                self.say(format!("{} has changed on disk{what}", self.map_name()));
                if draft.is_some_and(|draft| draft.is_open()) {
                    self.toggle_placing();
                }
            }
        }
    }

    /// The steering of each world for the same map. A single world takes that of the map if the user has not changed it, because
    /// the map's file may have.
    pub(super) fn chosen_steerings(&self) -> Vec<Option<Steering>> {
        let chosen = |pane: &crate::viewer::Pane| {
            let steering = pane.world().steering();
            (self.compares || steering != pane.map_steering()).then(|| steering.clone())
        };
        self.panes.iter().map(chosen).collect()
    }

    fn map_name(&self) -> String {
        self.maps.get(self.map()).map(|map| map.name.clone()).unwrap_or_default()
    }

    /// Shows why a map cannot be used, until it can.
    pub(super) fn show_problem(&mut self, map: String, problem: MapError) {
        self.notice = Some(Notice { title: format!("{map} cannot be used"), text: problem.report });
    }

    /// Shows why a map of the list cannot be chosen, and tries it again once its files change.
    pub(super) fn show_failed(&mut self, map: usize, problem: MapError) {
        let name = self.maps.get(map).map(|map| map.name.clone()).unwrap_or_default();
        if map != self.map() {
            self.failed = Some((map, Watch::new(self.source.files(map))));
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
    }
}
