//! Edited maps that are saved and read again: formations and their jitter stay, and every seed still works.

use super::editing::{built_in, draft, unit, units};
use super::random_edits::{attempts, edit};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use sidestep::types::Vec2;
use sidestep_lab::scene::{LayoutOptions, MapDraft, MapEdit, OtherFile, Scene, built_in_maps};
use std::cell::Cell;
use std::collections::HashSet;

fn seeded(seed: u64) -> LayoutOptions {
    LayoutOptions { seed: Some(seed), ..LayoutOptions::default() }
}

/// The edits that a draft accepted, as far as they concern units.
#[derive(Default)]
struct Accepted {
    moved: HashSet<(u16, usize)>,
    counted: HashSet<u16>,
    walls: bool,
}

impl Accepted {
    fn add(&mut self, edit: &MapEdit) {
        match edit {
            MapEdit::MoveUnits(units) => {
                self.moved.extend(units.iter().map(|(unit, _)| (unit.group as u16, unit.number)));
            }
            MapEdit::SetCount { group, .. } => drop(self.counted.insert(*group as u16)),
            _ => self.walls = true,
        }
    }
}

#[test]
fn saved_edits_read_back_as_the_same_starts_and_other_units_keep_their_jitter() {
    let folder = tempfile::tempdir().unwrap();
    let seeds_matter = Cell::new(0);
    for map in built_in_maps() {
        let original = Scene::built_in(map.name).unwrap();
        let mut runner = TestRunner::new(Config { cases: 4, failure_persistence: None, ..Config::default() });
        let test = |attempts: Vec<_>| {
            let mut draft = built_in(map.name);
            let mut accepted = Accepted::default();
            for attempt in &attempts {
                let edit = edit(&draft, attempt);
                if draft.edit(&edit).unwrap_or(false) {
                    accepted.add(&edit);
                }
            }
            let path = folder.path().join(format!("{}.toml", map.name));
            draft.save(&path, OtherFile::Replace).unwrap();
            let saved = Scene::from_file(&path).unwrap();
            let own = saved.layout(&LayoutOptions::default()).unwrap();
            prop_assert_eq!(units(&own), units(draft.layout()));
            for seed in [own.seed, 2, 77] {
                let (drafted, read) = (draft.scene().layout(&seeded(seed)), saved.layout(&seeded(seed)));
                // A wall or another number of units may leave the jitter no room with another seed.
                let may_fail = accepted.walls || !accepted.counted.is_empty();
                let (Ok(drafted), Ok(read)) = (&drafted, &read) else {
                    prop_assert!(may_fail && drafted.is_err() && read.is_err(), "{seed}: {drafted:?}");
                    continue;
                };
                prop_assert_eq!(units(read), units(drafted), "seed {}", seed);
                // A random formation draws other places around a moved unit.
                if map.toml.contains(r#"formation = "random""#) && seed != own.seed {
                    continue;
                }
                let before = units(&original.layout(&seeded(seed)).unwrap());
                for (id, after) in units(read) {
                    if accepted.moved.contains(&id) || accepted.counted.contains(&id.0) {
                        continue;
                    }
                    prop_assert_eq!(&before[&id].0, &after.0, "position of {:?}, seed {}", id, seed);
                    let with_own_seed = &units(&own)[&id].0;
                    seeds_matter.set(seeds_matter.get() + usize::from(*with_own_seed != after.0));
                }
            }
            Ok(())
        };
        runner.run(&attempts(), test).unwrap_or_else(|error| panic!("{}: {error}", map.name));
    }
    assert!(seeds_matter.get() > 1000, "{} units have another start with another seed", seeds_matter.get());
}

const TWO: &str = r#"sidestep = 1
bounds = [[-30, -15], [30, 15]]
time_limit = 60
jitter = 0.05

[[group]]
name = "block"      # stays a block
formation = "hex"
count = 8
area = [[-20, -3], [-14, 3]]
rotate = { degrees = 20, about = [-17, 0] }
goal = { shift = [30, 0] }

[[group]]
name = "ring"
ring = { center = [10, 0], radius = 4 }
count = 9
goal = { across = [0, 0] }
"#;

fn nudge(draft: &mut MapDraft, group: usize, number: usize, by: Vec2) {
    let unit = unit(group, number);
    let at = draft.layout().starts[draft.index_of(unit).unwrap()].position;
    assert!(draft.edit(&MapEdit::MoveUnits(vec![(unit, at + by)])).unwrap());
}

#[test]
fn a_moved_unit_is_an_exception_of_its_formation() {
    let mut draft = draft(TWO);
    let goals = |draft: &MapDraft| draft.layout().starts.iter().map(|start| start.goal).collect::<Vec<_>>();
    let before = goals(&draft);
    nudge(&mut draft, 0, 3, Vec2::new(-3.0, 6.0));
    nudge(&mut draft, 1, 0, Vec2::new(2.0, 0.0));
    nudge(&mut draft, 1, 4, Vec2::new(0.0, 5.0));
    nudge(&mut draft, 0, 3, Vec2::new(0.5, 0.0));
    assert_eq!(goals(&draft), before);
    let mut kept = draft.text().lines().filter(|line| !TWO.lines().any(|other| other == *line));
    let one = kept.next().unwrap();
    assert!(one.starts_with("moved = [{ unit = 3, position = [-") && one.ends_with("] }]"), "{one}");
    let rest: Vec<&str> = kept.collect();
    assert_eq!((rest.len(), rest[0], rest[3]), (4, "moved = [", "]"), "{rest:?}");
    assert!(rest[1].starts_with("    { unit = 0, position = ["), "{rest:?}");
    assert!(TWO.lines().all(|line| draft.text().lines().any(|other| other == line)), "{}", draft.text());
}

#[test]
fn exceptions_have_a_table_each_if_the_map_writes_them_so() {
    let tables = format!("{TWO}\n[[group.moved]] # the first\nunit = 2\nposition = [10, 9] # up\n");
    let mut draft = draft(&tables);
    nudge(&mut draft, 1, 2, Vec2::new(1.0, 0.0));
    nudge(&mut draft, 1, 5, Vec2::new(-1.0, 0.0));
    let text = draft.text();
    assert!(
        text.contains("position = [11, 9] # up") && text.matches("[[group.moved]]").count() == 2,
        "{text}"
    );
}

#[test]
fn another_number_of_units_keeps_the_exceptions_that_are_left() {
    let mut draft = draft(TWO);
    nudge(&mut draft, 0, 7, Vec2::new(-3.0, 6.0));
    nudge(&mut draft, 0, 1, Vec2::new(-3.0, -6.0));
    let moved = draft.layout().starts[1].position;
    assert!(draft.edit(&MapEdit::SetCount { group: 0, count: 6 }).unwrap());
    assert_eq!(draft.layout().starts[1].position, moved);
    assert!(!draft.text().contains("unit = 7"), "{}", draft.text());
    // `--units` arranges the formation anew.
    let options = LayoutOptions { units: Some(31), ..LayoutOptions::default() };
    let grown = draft.scene().layout(&options).unwrap();
    assert_eq!(grown.starts.len(), 31);
    let again = MapDraft::new(draft.scene(), &options).unwrap();
    assert!(*again.layout() == grown && !again.text().contains("moved"), "{}", again.text());
}

#[test]
fn the_jitter_of_the_command_line_moves_exceptions_too() {
    let mut draft = draft(TWO);
    nudge(&mut draft, 0, 7, Vec2::new(-3.0, 6.0));
    let exact = draft.layout().starts[7].position;
    let options = LayoutOptions { jitter: Some(0.02), ..LayoutOptions::default() };
    let layout = draft.scene().layout(&options).unwrap();
    let offset = (layout.starts[7].position - exact).amax();
    assert!(offset > 0.0 && offset <= 0.0201, "{offset}");
    let again = MapDraft::new(draft.scene(), &options).unwrap();
    assert!(*again.layout() == layout && again.text().contains("formation = \"hex\""), "{}", again.text());
}

#[test]
fn a_random_formation_leaves_moved_units_room_with_every_seed() {
    let text = "sidestep = 1\nbounds = [[-10, -10], [10, 10]]\ntime_limit = 60\njitter = 0.02\n\n[[group]]\nname = \"all\"\nformation = \"random\"\ncount = 60\narea = [[-8, -8], [8, 8]]\ngoal = { shift = [1, 0] }\n";
    let mut draft = draft(text);
    let before = draft.layout().starts.clone();
    let mut moved = 0;
    for number in 0..60 {
        let to = before[(number + 7) % 60].position + Vec2::new(0.9, 0.8);
        let edit = MapEdit::MoveUnits(vec![(unit(0, number), to)]);
        moved += usize::from(moved < 6 && draft.edit(&edit).unwrap_or(false));
    }
    assert_eq!(moved, 6);
    let stay = draft.layout().starts.iter().zip(&before).filter(|(after, before)| after == before).count();
    assert_eq!(stay, 54);
    for seed in 0..200 {
        let layout = draft.scene().layout(&seeded(seed));
        assert!(layout.is_ok(), "seed {seed}: {layout:?}");
    }
}

#[test]
fn a_unit_is_not_moved_where_another_seed_would_let_it_overlap() {
    let mut draft = draft(TWO);
    let (from, at) = (unit(1, 0), draft.layout().starts[8 + 1].position);
    let to = at + Vec2::new(1.05, 0.0);
    let error = draft.edit(&MapEdit::MoveUnits(vec![(from, to)])).unwrap_err();
    assert_eq!(error.problem().code(), "scene::edit_other_seeds", "{error}");
    assert!(draft.edit(&MapEdit::MoveUnits(vec![(from, at + Vec2::new(1.2, 0.0))])).unwrap());
}
