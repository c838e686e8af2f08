//! Tests of edits: what is not edited stays bit for bit, and refused edits change nothing.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};
use sidestep::geometry::Wall;
use sidestep::scene::{
    EditProblem, Layout, LayoutOptions, LayoutProblem, MapDraft, MapEdit, OtherFile, SaveError, Scene, Start,
    UnitRef, built_in_maps,
};
use sidestep::types::{MapPoint, Point, Rect, Vec2};
use sidestep::world::World;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;

fn draft(toml: &str) -> MapDraft {
    MapDraft::new(&Scene::from_toml("test.toml", toml).unwrap(), &LayoutOptions::default()).unwrap()
}

fn built_in(name: &str) -> MapDraft {
    MapDraft::new(&Scene::built_in(name).unwrap(), &LayoutOptions::default()).unwrap()
}

fn unit(group: usize, number: usize) -> UnitRef {
    UnitRef { group, number }
}

/// The units of each group. `Debug` shows every bit of a coordinate, also a zero's sign.
fn units(layout: &Layout) -> BTreeMap<(u16, usize), (String, String, String)> {
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

/// An edit with shares in place of indices, so that it fits every map.
#[derive(Debug, Clone)]
enum Attempt {
    Units(Vec<f32>, f32, f32),
    MoveWall(f32, f32, f32),
    Shape(Option<f32>, u8, f32, f32, f32, f32),
    Remove(f32),
    Count(f32, i32),
}

fn attempts() -> impl Strategy<Value = Vec<Attempt>> {
    let share = || 0.0f32..1.0;
    let by = || -3.0f32..3.0;
    let attempt = prop_oneof![
        4 => (prop::collection::vec(share(), 1..4), by(), by()).prop_map(|(u, x, y)| Attempt::Units(u, x, y)),
        2 => (share(), by(), by()).prop_map(|(w, x, y)| Attempt::MoveWall(w, x, y)),
        2 => (prop::option::of(share()), 0u8..4, share(), share(), 0.1f32..3.0, 0.1f32..3.0)
            .prop_map(|(w, kind, x, y, a, b)| Attempt::Shape(w, kind, x, y, a, b)),
        1 => share().prop_map(Attempt::Remove),
        2 => (share(), -3i32..4).prop_map(|(g, by)| Attempt::Count(g, by)),
    ];
    prop::collection::vec(attempt, 4..9)
}

fn at(share: f32, count: usize) -> usize {
    ((share * count as f32) as usize).min(count.saturating_sub(1))
}

fn edit(draft: &MapDraft, attempt: &Attempt) -> MapEdit {
    let layout = draft.layout();
    match *attempt {
        Attempt::Units(ref shares, x, y) => {
            let mut indices: Vec<usize> =
                shares.iter().map(|share| at(*share, layout.starts.len())).collect();
            indices.sort();
            indices.dedup();
            let to = |i: usize| layout.starts[i].position + Vec2::new(x, y);
            MapEdit::MoveUnits(indices.into_iter().map(|i| (draft.unit_at(i).unwrap(), to(i))).collect())
        }
        Attempt::MoveWall(wall, x, y) => {
            MapEdit::MoveWall { wall: at(wall, layout.walls.len()), by: Vec2::new(x, y) }
        }
        Attempt::Shape(wall, kind, x, y, a, b) => {
            let Rect { min, max } = layout.bounds;
            let p = Point::new(min.x + (max.x - min.x) * x, min.y + (max.y - min.y) * y);
            let corners = vec![p, p + Vec2::new(a, 0.1), p + Vec2::new(0.2, b)];
            let shape = match kind {
                0 => Wall::Box(Rect { min: p, max: p + Vec2::new(a, b) }),
                1 => Wall::Circle { center: p, radius: a },
                2 => Wall::Polygon(corners),
                _ => Wall::Chain(corners),
            };
            match wall {
                Some(wall) if !layout.walls.is_empty() => {
                    MapEdit::ReplaceWall { wall: at(wall, layout.walls.len()), shape }
                }
                _ => MapEdit::AddWall(shape),
            }
        }
        Attempt::Remove(wall) => MapEdit::RemoveWall(at(wall, layout.walls.len())),
        Attempt::Count(group, by) => {
            let group = at(group, layout.groups.len());
            MapEdit::SetCount { group, count: draft.counts()[group].saturating_add_signed(by as isize) }
        }
    }
}

/// What an edit may change: units, walls, and the goals' discs.
fn check_untouched(before: &Layout, after: &Layout, edit: &MapEdit) -> Result<(), TestCaseError> {
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
fn random_edits_of_every_built_in_map_change_only_what_they_are_about() {
    let accepted = RefCell::new(BTreeMap::<&str, usize>::new());
    for (number, map) in built_in_maps().iter().enumerate() {
        let config = Config { cases: 3, failure_persistence: None, ..Config::default() };
        // Otherwise all maps would get the same edits.
        let rng_seed = match config.rng_seed {
            RngSeed::Fixed(seed) => RngSeed::Fixed(seed.wrapping_add(number as u64)),
            RngSeed::Random => RngSeed::Random,
        };
        let mut runner = TestRunner::new(Config { rng_seed, ..config });
        let test = |attempts: Vec<Attempt>| {
            let mut draft = built_in(map.name);
            prop_assert_eq!(draft.text(), map.toml);
            let mut texts = vec![draft.text().to_string()];
            for attempt in &attempts {
                let before = draft.clone();
                let edit = edit(&draft, attempt);
                match draft.edit(&edit) {
                    Ok(true) => {
                        let scene =
                            Scene::from_toml(&format!("maps/{}.toml", map.name), draft.text()).unwrap();
                        scene.summary().unwrap();
                        let after = scene.layout(&LayoutOptions::default()).unwrap();
                        prop_assert_eq!(format!("{after:?}"), format!("{:?}", draft.layout()));
                        check_untouched(before.layout(), &after, &edit)?;
                        texts.push(draft.text().to_string());
                        let kind = match edit {
                            MapEdit::MoveUnits(_) => "units",
                            MapEdit::MoveWall { .. } => "wall",
                            MapEdit::ReplaceWall { .. } => "shape",
                            MapEdit::AddWall(_) => "add",
                            MapEdit::RemoveWall(_) => "remove",
                            MapEdit::SetCount { .. } => "count",
                        };
                        *accepted.borrow_mut().entry(kind).or_default() += 1;
                    }
                    Ok(false) => prop_assert_eq!(draft.text(), before.text()),
                    Err(error) => {
                        prop_assert_eq!(draft.text(), before.text());
                        prop_assert_eq!(draft.layout(), before.layout());
                        prop_assert!(!error.to_string().is_empty() && !error.advice().is_empty());
                        let own = error.problem_as::<EditProblem>();
                        prop_assert!(
                            !matches!(own, Some(EditProblem::SideEffect { .. })),
                            "{edit:?}: {error}"
                        );
                    }
                }
            }
            let last = texts.len() - 1;
            for text in texts[..last].iter().rev() {
                prop_assert!(draft.undo());
                prop_assert_eq!(draft.text(), text);
            }
            prop_assert!(!draft.undo() && !draft.is_changed());
            for text in &texts[1..] {
                prop_assert!(draft.redo());
                prop_assert_eq!(draft.text(), text);
            }
            prop_assert!(!draft.can_redo());
            Ok(())
        };
        runner.run(&attempts(), test).unwrap_or_else(|error| panic!("{}: {error}", map.name));
    }
    let accepted = accepted.into_inner();
    for kind in ["units", "wall", "shape", "add", "remove", "count"] {
        assert!(accepted.get(kind).is_some_and(|n| *n > 5), "too few edits were accepted: {accepted:?}");
    }
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
fn start_files_of_a_map_become_lists() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.toml");
    fs::write(folder.path().join("s.txt"), "0 0 10 0 0.4 3\n2 1 10 0\n4 0 -5 0.3\n").unwrap();
    let text = "sidestep = 1\nbounds = [[-20, -20], [20, 20]]\ntime_limit = 9\njitter = 0.02\n\n[[group]]\nname = \"all\"\n# from elsewhere\nstarts = \"s.txt\"\nunit = { radius = 0.3 }\n";
    fs::write(&path, text).unwrap();
    let mut draft = MapDraft::new(&Scene::from_file(&path).unwrap(), &LayoutOptions::default()).unwrap();
    let before = draft.layout().clone();
    let elsewhere = tempfile::tempdir().unwrap();
    let refused = draft.save(&elsewhere.path().join("a.toml"), OtherFile::Replace);
    assert!(matches!(refused, Err(SaveError::Starts { .. })), "{refused:?}");
    let edit = MapEdit::MoveUnits(vec![(unit(0, 1), Point::new(2.0, 3.0))]);
    assert!(draft.edit(&edit).unwrap());
    check_untouched(&before, draft.layout(), &edit).unwrap();
    assert!(draft.text().contains("# from elsewhere\nunits = ["), "{}", draft.text());
    assert!(!draft.text().contains("s.txt"));
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

/// Start files of a few units, far enough apart.
fn start_files() -> impl Strategy<Value = (String, LayoutOptions)> {
    let middle = || prop::sample::select(vec![0.0, 40_000.0, -1023.75]);
    let unit = (
        (-0.3f64..0.3, -0.3f64..0.3),
        (-6.0f64..6.0, -6.0f64..6.0),
        prop::option::of((0.05f32..0.8, prop::option::of(0.1f32..9.0))),
        prop::option::of("[ -~\\t]{0,9}"),
    );
    let options = (prop::option::of(0u64..9), prop::option::of(0.0f32..0.05));
    (middle(), middle(), prop::collection::vec(unit, 1..12), options).prop_map(
        |(x, y, units, (seed, jitter))| {
            let mut text = String::from("\u{feff}# top\r\n");
            for (k, ((dx, dy), (to_x, to_y), body, comment)) in units.into_iter().enumerate() {
                let (column, row) = ((k % 6) as f64 * 3.0, (k / 6) as f64 * 3.0);
                text += &format!("{} {} {} {}", x + column + dx, y + row + dy, x + to_x, y + to_y);
                if let Some((radius, speed)) = body {
                    text += &format!(" {radius}");
                    text += &speed.map_or(String::new(), |speed| format!(" {speed}"));
                }
                text += &comment.map_or("\n".into(), |comment| format!(" #{comment}\n# {k} ends \u{1}\r\n"));
            }
            (text, LayoutOptions { seed, jitter, ..LayoutOptions::default() })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_start_file_can_be_edited((text, options) in start_files(), attempts in attempts()) {
        let scene = Scene::from_starts("a.starts", &text).unwrap();
        // The jitter can make units overlap.
        let Ok(wanted) = scene.layout(&options) else { return Ok(()) };
        let first = MapDraft::new(&scene, &options).unwrap();
        let got = first.layout();
        // The middle of the map's bounds, which are whole metres, can be nearer to another origin than that of the starts.
        prop_assert!((got.origin - wanted.origin).norm() <= 256.0 * 1.5);
        if got.origin == wanted.origin {
            prop_assert_eq!(units(got), units(&wanted));
            prop_assert_eq!(got.bounds, wanted.bounds);
        }
        prop_assert_eq!((&got.groups, &got.steering, &got.walls), (&wanted.groups, &wanted.steering, &wanted.walls));
        prop_assert_eq!(got.time_limit.to_bits(), wanted.time_limit.to_bits());
        prop_assert_eq!((got.seed, got.push_stated, &got.name), (wanted.seed, wanted.push_stated, &wanted.name));
        for comment in text.lines().filter_map(|line| line.split_once('#')).map(|(_, comment)| comment.trim_end()) {
            prop_assert!(first.text().contains(&comment.replace('\u{1}', " ")), "{comment} {}", first.text());
        }
        let mut draft = first.clone();
        let mut edits = 0;
        for attempt in &attempts {
            let before = draft.clone();
            let edit = edit(&draft, attempt);
            match draft.edit(&edit) {
                Ok(true) => {
                    check_untouched(before.layout(), draft.layout(), &edit)?;
                    edits += 1;
                }
                Ok(false) => prop_assert_eq!(draft.text(), before.text()),
                Err(error) => {
                    prop_assert_eq!(draft.text(), before.text());
                    let own = error.problem_as::<EditProblem>();
                    prop_assert!(!matches!(own, Some(EditProblem::SideEffect { .. })), "{edit:?}: {error}");
                }
            }
        }
        let last = draft.text().to_string();
        prop_assert_eq!((0..99).take_while(|_| draft.undo()).count(), edits);
        prop_assert_eq!(draft.text(), first.text());
        prop_assert_eq!((0..99).take_while(|_| draft.redo()).count(), edits);
        prop_assert_eq!(draft.text(), last);
    }
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
    draft.save(&own, OtherFile::Keep).unwrap();
    assert!(!draft.is_changed() && fs::read_to_string(&own).unwrap() == draft.text());
    // Its own file, changed by another program.
    fs::write(&own, "changed").unwrap();
    assert!(matches!(draft.save(&own, OtherFile::Keep), Err(SaveError::Exists { .. })));
    draft.save(&other, OtherFile::Replace).unwrap();
    assert_eq!(draft.file(), Some(other.as_path()));
    let starts = draft.save(&folder.path().join("a.starts"), OtherFile::Replace);
    assert!(matches!(starts, Err(SaveError::Name { .. })));
}
