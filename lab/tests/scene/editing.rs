//! Tests of edits: what is not edited stays bit for bit, and refused edits change nothing.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use sidestep::geometry::Wall;
use sidestep::types::{MapPoint, Point, Rect, Vec2};
use sidestep::world::World;
use sidestep::world::{Layout, Start};
use sidestep_lab::scene::{
    FileState, LayoutOptions, LayoutProblem, MapDraft, MapEdit, OtherFile, SaveError, Scene, UnitRef,
    built_in_maps,
};
use std::collections::BTreeMap;
use std::fs;

pub(super) fn draft(toml: &str) -> MapDraft {
    MapDraft::new(&Scene::from_toml("test.toml", toml).unwrap(), &LayoutOptions::default()).unwrap()
}

pub(super) fn built_in(name: &str) -> MapDraft {
    MapDraft::new(&Scene::built_in(name).unwrap(), &LayoutOptions::default()).unwrap()
}

pub(super) fn unit(group: usize, number: usize) -> UnitRef {
    UnitRef { group, number }
}

/// The units of each group. `Debug` shows every bit of a coordinate, also a zero's sign.
pub(super) fn units(layout: &Layout) -> BTreeMap<(u16, usize), (String, String, String)> {
    let mut counts = BTreeMap::new();
    let mut key = |start: &Start| {
        let count = counts.entry(start.group).or_insert(0);
        *count += 1;
        (start.group, *count - 1)
    };
    // A zero velocity may lose its sign.
    let body =
        |s: &Start| format!("{:?}", (s.velocity + Vec2::zeros(), s.radius, s.mass, s.max_speed, s.max_force));
    let one = |s: &Start| (format!("{:?}", s.position), format!("{:?}", s.goal), body(s));
    layout.starts.iter().map(|start| (key(start), one(start))).collect()
}

fn hash(layout: &Layout, ticks: usize) -> u64 {
    let mut world = World::new(layout.clone(), 1);
    (0..ticks).for_each(|_| world.tick());
    world.state_hash()
}

/// What an edit may change: units, walls, and the goals' discs.
pub(super) fn check_untouched(before: &Layout, after: &Layout, edit: &MapEdit) -> Result<(), TestCaseError> {
    let (old, new) = (units(before), units(after));
    for (&(group, number), old) in &old {
        match edit {
            MapEdit::SetCount { group: counted, .. } if *counted == usize::from(group) => continue,
            _ => {}
        }
        let new = &new[&(group, number)];
        let is_moved = matches!(edit, MapEdit::MoveUnits(units)
            if units.iter().any(|(unit, _)| *unit == UnitRef { group: group.into(), number }));
        prop_assert!(is_moved || old.0 == new.0, "{group}:{number} moved: {} {}", old.0, new.0);
        let is_counted = matches!(edit, MapEdit::SetCount { .. });
        prop_assert!(is_counted || old.1 == new.1, "goal of {group}:{number}: {} {}", old.1, new.1);
        prop_assert_eq!(&old.2, &new.2, "body of {}:{}", group, number);
    }
    let touched = match edit {
        MapEdit::MoveWall { wall, .. } | MapEdit::ReplaceWall { wall, .. } | MapEdit::RemoveWall(wall) => {
            Some(*wall)
        }
        _ => None,
    };
    let kept = |layout: &Layout, skip: Option<usize>| -> Vec<String> {
        let walls = layout.walls.iter().enumerate().filter(|(i, _)| Some(*i) != skip);
        walls.map(|(_, wall)| format!("{wall:?}")).collect()
    };
    let is_removed = matches!(edit, MapEdit::RemoveWall(_));
    let (mut old, mut new) = (kept(before, touched), kept(after, touched.filter(|_| !is_removed)));
    if let MapEdit::AddWall(_) = edit {
        prop_assert_eq!(new.len(), old.len() + 1);
        new.retain(|wall| old.contains(wall));
    }
    old.sort();
    new.sort();
    prop_assert_eq!(old, new);
    prop_assert_eq!((before.bounds, before.origin, before.seed), (after.bounds, after.origin, after.seed));
    Ok(())
}

#[test]
fn saved_maps_run_like_their_drafts() {
    let folder = tempfile::tempdir().unwrap();
    for map in built_in_maps() {
        let mut draft = built_in(map.name);
        let half = draft.layout().starts.len() / 2;
        let moved = (0..half).any(|i| {
            let to = draft.layout().starts[i].position + Vec2::new(0.05, 0.02);
            let edit = MapEdit::MoveUnits(vec![(draft.unit_at(i).unwrap(), to)]);
            draft.edit(&edit).unwrap_or(false)
        });
        assert!(moved, "{}", map.name);
        let path = folder.path().join(format!("{}.toml", map.name));
        draft.save(&path, OtherFile::Keep).unwrap();
        let saved = Scene::from_file(&path).unwrap().layout(&LayoutOptions::default()).unwrap();
        assert_eq!(hash(&saved, 60), hash(draft.layout(), 60), "{}", map.name);
        // The map differs from the built-in one, so the test compares more than equal texts.
        let original = Scene::built_in(map.name).unwrap().layout(&LayoutOptions::default()).unwrap();
        assert_ne!(hash(&saved, 0), hash(&original, 0), "{}", map.name);
    }
}

#[test]
fn the_options_of_a_run_become_part_of_the_map() {
    let mut refused = Vec::new();
    for map in built_in_maps() {
        let scene = Scene::built_in(map.name).unwrap();
        let own = scene.layout(&LayoutOptions::default()).unwrap().starts.len();
        let all = [
            LayoutOptions { seed: Some(7), ..LayoutOptions::default() },
            LayoutOptions { units: Some(own * 3), ..LayoutOptions::default() },
            LayoutOptions { units: Some(own / 2 + 1), seed: Some(3), ..LayoutOptions::default() },
            LayoutOptions { jitter: Some(0.01), ..LayoutOptions::default() },
        ];
        for options in all {
            let Ok(layout) = scene.layout(&options) else { continue };
            match MapDraft::new(&scene, &options) {
                Ok(draft) => {
                    assert!(draft.layout() == &layout, "{} {options:?}", map.name);
                    assert!(units(draft.layout()) == units(&layout), "{} {options:?}", map.name);
                    assert!(!draft.is_changed() && !draft.can_undo());
                }
                Err(error) => refused.push(format!("{} {options:?}: {error}", map.name)),
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

const FAR: &str = r#"# A map far from the origin.
sidestep = 1
bounds = [[40000, -30010], [40060.5, -29970]]   # m
closed = true
time_limit = 20
jitter = 0.05

# Walls

# a post
[[wall]]
circle = { center = [40030.1, -29990.3], radius = 0.7 } # round

[[wall]]
box = [
    [40040, -29985], # lower left
    [40041, -29980],
]

[[group]]
name = "rotated"     # by 30 degrees
formation = "grid"
area = [[40010, -30000], [40014, -29996]]
count = 4
rotate = { degrees = 30, about = [40020, -29990] }
goal = { shift = [5, 1] }

[[group]]
name = "listed"
rotate = { degrees = 180, about = [40030, -29990] }
units = [
    { position = [40020.1, -29975.5], velocity = [1, 0] }, # the first
    { position = [40022.7, -29975.5] },
]
goal = { across = [40030, -29976] }

[[group]]
name = "follower"
units = [{ position = [40050, -29975], radius = 0.4 }]
goal = { unit = "listed:1" }
"#;

#[test]
fn rotated_groups_far_from_the_origin_stay_in_place() {
    let original = draft(FAR);
    assert_ne!(original.layout().origin, MapPoint::origin());
    for (group, number) in [(0, 2), (1, 0), (2, 0)] {
        let mut draft = original.clone();
        let moved = unit(group, number);
        let index = draft.index_of(moved).unwrap();
        let to = draft.layout().starts[index].position + Vec2::new(0.3, -0.2);
        let edit = MapEdit::MoveUnits(vec![(moved, to)]);
        assert!(draft.edit(&edit).unwrap());
        check_untouched(original.layout(), draft.layout(), &edit).unwrap();
        let at = draft.layout().starts[index].position;
        assert!((at - to).norm() < 1e-3 && at != original.layout().starts[index].position);
        assert!(draft.text().contains("# the first"));
        assert!(draft.text().contains("name = \"rotated\"     # by 30 degrees"));
    }
}

#[test]
fn only_the_lines_of_the_edit_change() {
    let changed = |edit: MapEdit| {
        let mut draft = draft(FAR);
        assert!(draft.edit(&edit).unwrap());
        let old: Vec<&str> = FAR.lines().collect();
        let new = draft.text().to_string();
        let gone: Vec<String> =
            old.iter().filter(|l| !new.lines().any(|n| n == **l)).map(|l| l.to_string()).collect();
        let come: Vec<String> = new.lines().filter(|l| !old.contains(l)).map(str::to_string).collect();
        (gone, come)
    };
    let (gone, come) = changed(MapEdit::MoveWall { wall: 0, by: Vec2::new(0.25, -0.1) });
    assert_eq!(gone.len(), 1);
    assert_eq!(come, ["circle = { center = [40030.35, -29990.4], radius = 0.7 } # round"]);
    let (_, come) = changed(MapEdit::MoveWall { wall: 1, by: Vec2::new(0.1, 0.0) });
    assert_eq!(come, ["    [40040.1, -29985], # lower left", "    [40041.1, -29980],"]);
    let (gone, come) = changed(MapEdit::RemoveWall(0));
    assert_eq!((gone.len(), come.len()), (1, 0), "{gone:?}");
    let (gone, come) = changed(MapEdit::RemoveWall(1));
    // Another list also ends with a line `]`.
    assert_eq!((gone.len(), come.len()), (3, 0), "{gone:?}");
    let (gone, come) = changed(MapEdit::SetCount { group: 0, count: 3 });
    assert_eq!((gone, come), (vec!["count = 4".to_string()], vec!["count = 3".to_string()]));
    let circle = Wall::Circle {
        center: draft(FAR).layout().local_point(MapPoint::new(40050.0, -30000.0)),
        radius: 1.0,
    };
    let (gone, come) = changed(MapEdit::AddWall(circle.clone()));
    assert_eq!(
        (gone.len(), come),
        (0, vec!["circle = { center = [40050, -30000], radius = 1 }".to_string()])
    );
    let (gone, come) = changed(MapEdit::ReplaceWall { wall: 1, shape: circle });
    assert_eq!((gone.len(), come.len()), (3, 1), "{gone:?}");
    let to = draft(FAR).layout().local_point(MapPoint::new(40051.0, -29975.0));
    let (gone, come) = changed(MapEdit::MoveUnits(vec![(unit(2, 0), to)]));
    assert_eq!(
        (gone.len(), come),
        (1, vec!["units = [{ position = [40051, -29975], radius = 0.4 }]".to_string()])
    );
}

#[test]
fn lines_keep_their_endings() {
    let mut draft = draft(&FAR.replace('\n', "\r\n"));
    let at = draft.layout().local_point(MapPoint::new(40055.0, -30000.0));
    draft.edit(&MapEdit::AddWall(Wall::Chain(vec![at, at + Vec2::new(2.0, 0.0)]))).unwrap();
    assert_eq!(draft.text().matches('\n').count(), draft.text().matches("\r\n").count());
}

#[test]
fn a_refused_edit_says_why_and_changes_nothing() {
    let mut draft = built_in("corridor");
    let starts = draft.layout().starts.clone();
    let onto = MapEdit::MoveUnits(vec![(unit(0, 0), starts[1].position)]);
    let error = draft.edit(&onto).unwrap_err();
    assert!(matches!(error.problem_as(), Some(LayoutProblem::UnitOverlap { .. })), "{error:?}");
    let outside = MapEdit::MoveUnits(vec![(unit(0, 0), Point::new(1e4, 0.0))]);
    let error = draft.edit(&outside).unwrap_err();
    assert!(matches!(error.problem_as(), Some(LayoutProblem::StartOutside { .. })), "{error:?}");
    for (edit, code) in [
        (MapEdit::MoveUnits(vec![(unit(0, 9999), Point::origin())]), "scene::edit_no_unit"),
        (MapEdit::MoveUnits(vec![(unit(9, 0), Point::origin())]), "scene::edit_no_group"),
        (MapEdit::MoveUnits(vec![(unit(0, 0), Point::new(f32::NAN, 0.0))]), "scene::not_finite"),
        (MapEdit::RemoveWall(99), "scene::edit_no_wall"),
        (MapEdit::SetCount { group: 0, count: 0 }, "scene::no_units"),
        (MapEdit::SetCount { group: 9, count: 1 }, "scene::edit_no_group"),
        (MapEdit::SetCount { group: 0, count: 90_000 }, "scene::does_not_fit"),
    ] {
        let error = draft.edit(&edit).unwrap_err();
        assert_eq!(error.problem().code(), code, "{edit:?}: {error}");
    }
    // A wall across the corridor.
    let Rect { min, max } = draft.layout().bounds;
    let across = Wall::Chain(vec![Point::new(0.0, min.y), Point::new(0.0, max.y)]);
    let error = draft.edit(&MapEdit::AddWall(across)).unwrap_err();
    assert_eq!(error.problem().code(), "scene::edit_unreachable", "{error}");
    assert!(error.to_string().contains("no path to their goal"), "{error}");
    let mut closed = built_in("maze");
    let error = closed.edit(&MapEdit::RemoveWall(closed.walls())).unwrap_err();
    assert_eq!(error.problem().code(), "scene::edit_bounds_wall");
    assert_eq!((draft.text(), draft.can_undo()), (built_in("corridor").text(), false));
}

#[test]
fn units_are_added_to_lists_and_removed_from_them() {
    let mut draft = built_in("dozen");
    let group = draft.counts().iter().position(|n| *n > 2).unwrap();
    let before = draft.counts()[group];
    draft.edit(&MapEdit::SetCount { group, count: before + 3 }).unwrap();
    assert_eq!(draft.counts()[group], before + 3);
    draft.edit(&MapEdit::SetCount { group, count: 1 }).unwrap();
    assert_eq!(draft.counts()[group], 1);
    assert!(draft.undo() && draft.counts()[group] == before + 3);
    assert!(draft.undo() && !draft.is_changed());
    // A unit that another one follows stays.
    let mut far = self::draft(FAR);
    let error = far.edit(&MapEdit::SetCount { group: 1, count: 1 }).unwrap_err();
    assert_eq!(error.problem().code(), "scene::unknown_unit", "{error}");
    assert!(far.edit(&MapEdit::SetCount { group: 2, count: 5 }).unwrap());
}

#[test]
fn units_of_start_files_are_moved_as_exceptions_and_counted_as_lists() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.toml");
    fs::write(folder.path().join("s.txt"), "0 0 10 0 0.4 3\n2 1 10 0\n4 0 -5 0.3\n").unwrap();
    let text = "sidestep = 1\nbounds = [[-20, -20], [20, 20]]\ntime_limit = 9\njitter = 0.02\n\n[[group]]\nname = \"all\"\n# from elsewhere\nstarts = \"s.txt\"\nunit = { radius = 0.3 }\n";
    fs::write(&path, text).unwrap();
    let mut draft = MapDraft::new(&Scene::from_file(&path).unwrap(), &LayoutOptions::default()).unwrap();
    let before = draft.layout().clone();
    let edit = MapEdit::MoveUnits(vec![(unit(0, 1), Point::new(2.0, 3.0))]);
    assert!(draft.edit(&edit).unwrap());
    check_untouched(&before, draft.layout(), &edit).unwrap();
    assert!(draft.text().contains("starts = \"s.txt\""), "{}", draft.text());
    assert!(draft.text().ends_with("moved = [{ unit = 1, position = [2, 3] }]\n"), "{}", draft.text());
    let elsewhere = tempfile::tempdir().unwrap();
    let refused = draft.save(&elsewhere.path().join("a.toml"), OtherFile::Replace);
    assert!(matches!(refused, Err(SaveError::Starts { .. })), "{refused:?}");
    let moved = draft.layout().clone();
    let edit = MapEdit::SetCount { group: 0, count: 4 };
    assert!(draft.edit(&edit).unwrap());
    assert_eq!(draft.layout().starts[..3], moved.starts);
    assert!(draft.text().contains("# from elsewhere\nunits = ["), "{}", draft.text());
    assert!(!draft.text().contains("s.txt") && !draft.text().contains("moved"), "{}", draft.text());
    draft.save(&elsewhere.path().join("a.toml"), OtherFile::Keep).unwrap();
}

const STARTS: &str = "# Two blocks\n# x y goal_x goal_y radius max_speed\n\n\
    -20.5 -1 20 -1   # the first\n20 1 -20.25 1 0.4 3.5\n# a slow one\n-20.5 1.5 20 1.5 0.3 1 # slow\n0 8 0 8\n# the end\n";

#[test]
fn a_start_file_becomes_a_map_with_its_comments() {
    let scene = Scene::from_starts("folder/blocks.txt", STARTS).unwrap();
    let mut draft = MapDraft::new(&scene, &LayoutOptions::default()).unwrap();
    assert!(!draft.is_changed() && !draft.can_undo() && draft.file().is_none());
    let first = draft.clone();
    insta::assert_snapshot!(draft.text());
    let edit = MapEdit::MoveUnits(vec![(unit(0, 1), Point::new(-18.0, 2.0))]);
    assert!(draft.edit(&edit).unwrap());
    check_untouched(first.layout(), draft.layout(), &edit).unwrap();
    assert!(draft.edit(&MapEdit::SetCount { group: 1, count: 2 }).unwrap());
    let wall = Wall::Circle { center: Point::origin(), radius: 1.0 };
    assert!(draft.edit(&MapEdit::AddWall(wall)).unwrap());
    let last = draft.text().to_string();
    assert!(
        last.contains("    # a slow one\n    { position = [-18, 2], radius = 0.3, max_speed = 1, "),
        "{last}"
    );
    assert!(draft.undo() && draft.undo() && draft.undo() && !draft.undo());
    assert_eq!(draft.text(), first.text());
    assert!(draft.redo() && draft.redo() && draft.redo() && draft.text() == last);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("blocks-changed.toml");
    assert!(matches!(draft.save(&folder.path().join("a.txt"), OtherFile::Keep), Err(SaveError::Name { .. })));
    draft.save(&path, OtherFile::Keep).unwrap();
    let saved = Scene::from_file(&path).unwrap().layout(&LayoutOptions::default()).unwrap();
    assert_eq!(hash(&saved, 60), hash(draft.layout(), 60));
}

#[test]
fn another_file_is_not_replaced_silently() {
    let folder = tempfile::tempdir().unwrap();
    let (own, other) = (folder.path().join("own.toml"), folder.path().join("other.toml"));
    fs::write(&own, built_in("dozen").text()).unwrap();
    fs::write(&other, "precious").unwrap();
    let mut draft = MapDraft::new(&Scene::from_file(&own).unwrap(), &LayoutOptions::default()).unwrap();
    assert!(draft.edit(&MapEdit::RemoveWall(0)).is_err() || draft.is_changed());
    let to = draft.layout().starts[0].position + Vec2::new(0.1, 0.1);
    draft.edit(&MapEdit::MoveUnits(vec![(unit(0, 0), to)])).unwrap();
    assert!(matches!(draft.save(&other, OtherFile::Keep), Err(SaveError::Exists { .. })));
    assert_eq!(fs::read_to_string(&other).unwrap(), "precious");
    assert!(draft.is_changed());
    // Not even its own file.
    let before = fs::read_to_string(&own).unwrap();
    assert!(matches!(draft.save(&own, OtherFile::Keep), Err(SaveError::Exists { .. })));
    assert_eq!((fs::read_to_string(&own).unwrap(), draft.file_state()), (before, Some(FileState::Same)));
    draft.save(&own, OtherFile::Replace).unwrap();
    assert!(!draft.is_changed() && fs::read_to_string(&own).unwrap() == draft.text());
    fs::write(&own, "changed").unwrap();
    assert_eq!(draft.file_state(), Some(FileState::Changed));
    fs::remove_file(&own).unwrap();
    assert_eq!(draft.file_state(), Some(FileState::Missing));
    draft.save(&other, OtherFile::Replace).unwrap();
    assert_eq!(draft.file(), Some(other.as_path()));
    let starts = draft.save(&folder.path().join("a.starts"), OtherFile::Replace);
    assert!(matches!(starts, Err(SaveError::Name { .. })));
}
