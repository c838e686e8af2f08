//! Random edits of maps and start files change only what they are about, and can be undone.

use super::editing::{built_in, check_untouched, units};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use sidestep::geometry::Wall;
use sidestep::types::{Point, Rect, Vec2};
use sidestep_lab::scene::{EditProblem, LayoutOptions, MapDraft, MapEdit, Scene, built_in_maps};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// An edit with shares in place of indices, so that it fits every map.
#[derive(Debug, Clone)]
pub(super) enum Attempt {
    Units(Vec<f32>, f32, f32),
    MoveWall(f32, f32, f32),
    Shape(Option<f32>, u8, f32, f32, f32, f32),
    Remove(f32),
    Count(f32, i32),
}

pub(super) fn attempts() -> impl Strategy<Value = Vec<Attempt>> {
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

pub(super) fn edit(draft: &MapDraft, attempt: &Attempt) -> MapEdit {
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

#[test]
fn random_edits_of_every_built_in_map_change_only_what_they_are_about() {
    let accepted = RefCell::new(BTreeMap::<&str, usize>::new());
    for (number, map) in built_in_maps().iter().enumerate() {
        let config = Config { cases: 5, failure_persistence: None, ..Config::default() };
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
        assert!(accepted.get(kind).is_some_and(|n| *n > 20), "too few edits were accepted: {accepted:?}");
    }
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
