//! Tests of maps that are files: saving them, opening others, and what happens when they change.

use super::tests::{layout, move_one, on, session};
use crate::cli::run_args::RunArgs;
use crate::scene::{FileState, LayoutOptions, MapEdit, Scene, UnitRef};
use crate::viewer::{Command, MapQuestion, SaveQuestion, Session};
use sidestep::types::{Point, Vec2};
use std::fs;
use std::path::{Path, PathBuf};

const MAP: &str = r#"# Two groups
sidestep = 1
bounds = [[-20, -10], [20, 10]]
time_limit = 60
jitter = 0.05

[[group]]
name = "west"   # on the left
count = 12
formation = "hex"
area = [[-15, -5], [-8, 5]]
goal = { shift = [20, 0] }

[[group]]
name = "red"
count = 6
formation = "grid"
area = [[8, -5], [15, 5]]
goal = { point = [-10, 0] }
"#;

struct Opened {
    folder: tempfile::TempDir,
    session: Session,
}

/// A session on this map in a file `gate.toml`.
fn opened(text: &str) -> Opened {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let file = folder.path().join("gate.toml");
    assert!(fs::write(&file, text).is_ok());
    let mut session = session(RunArgs { seed: None, ..on(&file.to_string_lossy()) });
    session.set_folder(folder.path().to_path_buf());
    Opened { folder, session }
}

impl Opened {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    fn write(&self, name: &str, text: &str) {
        assert!(fs::write(self.path(name), text).is_ok());
    }

    /// Changes the map, which is being placed.
    fn change(&mut self) {
        self.session.apply(Command::TogglePlacing);
        move_one(&mut self.session);
    }

    fn save_question(&self) -> SaveQuestion {
        match self.session.question() {
            Some(MapQuestion::Save(question)) => question.clone(),
            other => panic!("{other:?}"),
        }
    }

    fn answer(&mut self, name: &Path, replace: bool) {
        self.session.apply(Command::SaveMapAs { name: name.display().to_string(), replace });
    }

    /// Lets the window look at the files several times.
    fn wait(&mut self) {
        (0..4).for_each(|_| self.session.advance(0.6));
    }

    fn title(&self) -> &str {
        self.session.notice().map_or("", |notice| &notice.title)
    }
}

#[test]
fn saving_an_opened_map_asks_and_replaces_nothing_by_itself() {
    let mut o = opened(MAP);
    o.write("gate-2.toml", "precious");
    o.change();
    let moved = layout(&o.session);
    o.session.apply(Command::SaveMap);
    assert_eq!((o.read("gate.toml").as_str(), o.read("gate-2.toml").as_str()), (MAP, "precious"));
    let question = o.save_question();
    let own = o.path("gate.toml");
    assert_eq!(question.present, Some((own.display().to_string(), FileState::Same)));
    assert_eq!(question.free, o.path("gate-3.toml").display().to_string());
    // A name that a file has is not an answer.
    o.answer(&o.path("gate-2.toml"), false);
    assert!(o.save_question().problem.is_some_and(|problem| problem.contains("exists")));
    assert_eq!(o.read("gate-2.toml"), "precious");
    // Neither is none.
    o.session.apply(Command::CloseQuestion);
    assert!(o.session.question().is_none() && o.session.draft().is_some_and(|draft| draft.is_changed()));
    o.session.apply(Command::SaveMap);
    o.answer(&o.path("gate-3.toml"), false);
    assert!(o.session.question().is_none(), "{:?}", o.session.question());
    assert_eq!(o.read("gate.toml"), MAP);
    let saved = Scene::from_file(&o.path("gate-3.toml")).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(saved.layout(&LayoutOptions::default()).map(|saved| saved.starts).ok(), Some(moved.starts));
    assert!(o.read("gate-3.toml").contains("name = \"west\"   # on the left"), "comments stay");
    // From now on, the saved file is the map.
    assert_eq!(o.session.maps()[o.session.map()].name, o.path("gate-3.toml").display().to_string());
    o.session.apply(Command::SaveMap);
    assert_eq!(o.save_question().free, o.path("gate-4.toml").display().to_string());
}

#[test]
fn the_opened_map_is_replaced_only_when_that_is_chosen() {
    let mut o = opened(MAP);
    o.change();
    o.session.apply(Command::SaveMap);
    let own = o.path("gate.toml");
    o.answer(&own, true);
    assert!(o.session.question().is_none() && o.read("gate.toml").contains("moved = "));
    assert!(o.session.draft().is_some_and(|draft| !draft.is_changed()));
    // Its own saving is not a change by another program.
    o.wait();
    assert!(o.session.notice().is_none() && o.session.placing(), "{:?}", o.session.notice());
}

#[test]
fn a_file_that_changed_since_it_was_opened_is_named_as_such_before_it_is_replaced() {
    let mut o = opened(MAP);
    o.change();
    o.write("gate.toml", "# by another program");
    o.session.apply(Command::SaveMap);
    assert!(matches!(o.save_question().present, Some((_, FileState::Changed))));
    o.session.apply(Command::CloseQuestion);
    o.write("gate.toml", MAP);
    o.session.apply(Command::SaveMap);
    assert!(matches!(o.save_question().present, Some((_, FileState::Same))));
    // It changes while the question is open.
    o.write("gate.toml", "# by another program");
    o.answer(&o.path("gate.toml"), true);
    let question = o.save_question();
    assert!(question.problem.is_some() && matches!(question.present, Some((_, FileState::Changed))));
    assert_eq!(o.read("gate.toml"), "# by another program");
    o.answer(&o.path("gate.toml"), true);
    assert!(o.session.question().is_none() && o.read("gate.toml").contains("moved = "));
}

#[test]
fn seeds_change_a_group_whose_unit_was_moved_and_saved() {
    let mut o = opened(MAP);
    o.change();
    o.session.apply(Command::SaveMap);
    o.answer(&o.path("new.toml"), false);
    let scene = |name: &str| Scene::from_file(&o.path(name)).unwrap_or_else(|error| panic!("{error:?}"));
    let (before, after) = (scene("gate.toml"), scene("new.toml"));
    for seed in 1..20 {
        let options = LayoutOptions { seed: Some(seed), ..LayoutOptions::default() };
        let (Ok(before), Ok(after)) = (before.layout(&options), after.layout(&options)) else {
            panic!("seed {seed}")
        };
        let pairs = before.starts.iter().zip(&after.starts);
        assert_eq!(pairs.filter(|(before, after)| before != after).count(), 1, "seed {seed}");
    }
}

#[test]
fn the_file_that_was_saved_is_watched_and_the_one_before_no_longer() {
    let mut o = opened(MAP);
    o.change();
    o.session.apply(Command::SaveMap);
    o.answer(&o.path("new.toml"), false);
    o.session.apply(Command::TogglePlacing);
    let wall = "\n[[wall]]\ncircle = { center = [0, 0], radius = 1 }\n";
    o.write("gate.toml", &format!("{MAP}{wall}"));
    o.wait();
    assert_eq!(layout(&o.session).walls.len(), 0);
    let saved = o.read("new.toml");
    o.write("new.toml", &format!("{saved}{wall}"));
    o.wait();
    assert_eq!(layout(&o.session).walls.len(), 1, "{:?}", o.session.notice());
}

#[test]
fn a_changed_file_is_loaded_again() {
    let mut o = opened(MAP);
    o.session.apply(Command::Step);
    let wall = "\n[[wall]]\ncircle = { center = [0, 0], radius = 1 }\n";
    o.write("gate.toml", &format!("{MAP}{wall}"));
    o.wait();
    assert_eq!((layout(&o.session).walls.len(), o.session.ticks()), (1, 0));
    let said = o.session.message().unwrap_or_default().to_string();
    assert!(said.ends_with("gate.toml has changed on disk: walls"), "{said}");
    // The map's steering, too, unless the user has chosen another.
    o.write("gate.toml", &format!("{MAP}\n[avoidance]\nmode = \"orca\"\n"));
    o.wait();
    assert_eq!(o.session.pane().modes(), "orca");
    o.session.apply(Command::NextMode);
    let chosen = o.session.pane().modes();
    o.write("gate.toml", MAP);
    o.wait();
    assert_eq!(o.session.pane().modes(), chosen);
    // Placing without changes continues with the new file.
    o.session.apply(Command::TogglePlacing);
    o.write("gate.toml", &format!("{MAP}{wall}"));
    o.wait();
    assert!(o.session.placing() && o.session.draft().is_some_and(|draft| draft.walls() == 1));
}

#[test]
fn a_changed_file_in_which_units_have_no_path_is_loaded_with_a_warning() {
    let mut o = opened(MAP);
    assert!(o.session.notice().is_none());
    let enclosed = "\n[[wall]]\nchain = [[-2, 4], [2, 4], [2, 8], [-2, 8], [-2, 4]]\n";
    let text = MAP.replace("point = [-10, 0]", "point = [0, 6]");
    o.write("gate.toml", &format!("{text}{enclosed}"));
    o.wait();
    assert_eq!(layout(&o.session).walls.len(), 1);
    assert!(o.title().ends_with("has units without a path"), "{:?}", o.session.notice());
}

#[test]
fn unsaved_changes_survive_a_change_of_the_file_and_the_window_says_so() {
    let mut o = opened(MAP);
    o.change();
    let changed = layout(&o.session);
    o.write("gate.toml", &MAP.replace("count = 6", "count = 4"));
    o.wait();
    assert_eq!(layout(&o.session).starts, changed.starts);
    assert!(o.title().ends_with("gate.toml has changed on disk"), "{:?}", o.session.notice());
    // Once they are undone, the file is loaded.
    o.session.apply(Command::Undo);
    o.wait();
    assert_eq!((layout(&o.session).starts.len(), o.session.placing()), (16, true));
    assert!(o.session.notice().is_none());
}

#[test]
fn a_mistake_in_the_file_is_shown_as_in_the_terminal_until_it_is_mended() {
    let mut o = opened(MAP);
    let before = layout(&o.session);
    o.write("gate.toml", &MAP.replace("time_limit", "time_limt"));
    o.wait();
    assert_eq!(layout(&o.session), before);
    let text = o.session.notice().map_or(String::new(), |notice| notice.text.clone());
    for part in
        ["unknown key 'time_limt'", "gate.toml:4:1", "did you mean 'time_limit'?", "4 │ time_limt = 60"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    // It is not read again before it changes.
    o.session.apply(Command::CloseNotice);
    o.wait();
    assert_eq!(o.session.notice(), None);
    o.write("gate.toml", &MAP.replace("count = 6", "count = 5"));
    o.wait();
    assert_eq!((layout(&o.session).starts.len(), o.session.notice()), (17, None));
}

#[test]
fn a_draft_survives_a_failed_load() {
    let mut o = opened(MAP);
    o.write("broken.toml", "sidestep = 1\n");
    // Nothing is changed yet, so another map may be chosen.
    o.session.apply(Command::TogglePlacing);
    let before = layout(&o.session);
    o.session.apply(Command::OpenMap(o.path("broken.toml")));
    assert!(o.title().ends_with("broken.toml cannot be used"), "{:?}", o.session.notice());
    assert!(o.session.placing() && layout(&o.session) == before);
    move_one(&mut o.session);
    assert!(o.session.draft().is_some_and(|draft| draft.can_undo()));
    // With changes, the window stays on the map.
    let changed = layout(&o.session);
    o.session.apply(Command::OpenMap(o.path("broken.toml")));
    o.session.apply(Command::Restart);
    assert!(layout(&o.session).starts == changed.starts && o.session.placing());
    // Also when they are no longer being made.
    o.session.apply(Command::TogglePlacing);
    o.session.apply(Command::NextMap);
    assert!(layout(&o.session).starts == changed.starts, "{:?}", o.session.message());
    assert!(o.session.message().is_some_and(|text| text.contains("has changes")));
}

#[test]
fn an_edit_without_effect_adds_no_undo_step() {
    let mut o = opened(MAP);
    o.session.apply(Command::Select(Some(3)));
    o.session.apply(Command::TogglePause);
    assert!(!o.session.paused() && o.session.takes_orders());
    o.session.apply(Command::TogglePlacing);
    assert!(o.session.paused() && !o.session.takes_orders(), "a map describes the start of a run");
    let unit = UnitRef { group: 0, number: 3 };
    let at = layout(&o.session).starts[3].position;
    let edits = [
        MapEdit::MoveUnits(vec![(unit, at + Vec2::new(0.1, 0.0))]),
        MapEdit::MoveUnits(vec![(unit, at + Vec2::new(0.1, 0.0))]),
        MapEdit::SetCount { group: 1, count: 6 },
    ];
    edits.into_iter().for_each(|edit| o.session.apply(Command::Place(edit)));
    o.session.apply(Command::Undo);
    assert!(o.session.draft().is_some_and(|draft| !draft.can_undo() && draft.can_redo()));
    // Neither does it end what can be redone.
    o.session.apply(Command::Place(MapEdit::SetCount { group: 1, count: 6 }));
    assert!(o.session.draft().is_some_and(|draft| !draft.can_undo() && draft.can_redo()));
}

#[test]
fn unsaved_changes_take_two_requests_in_a_row_to_quit() {
    let mut o = opened(MAP);
    o.change();
    for (command, quits) in
        [(Command::Quit, false), (Command::ToggleHelp, false), (Command::Quit, false), (Command::Quit, true)]
    {
        o.session.apply(command);
        assert_eq!(o.session.wants_to_quit(), quits);
    }
    let mut unchanged = opened(MAP);
    unchanged.session.apply(Command::TogglePlacing);
    unchanged.session.apply(Command::Quit);
    assert!(unchanged.session.wants_to_quit());
}

#[test]
fn the_pointer_reaches_the_nearest_wall_up_to_8_pixels_away() {
    let walls = "
[[wall]]
circle = { center = [0, 0], radius = 1 }
[[wall]]
chain = [[-3, -8], [3, -8]]
[[wall]]
box = [[-1, 5], [1, 8]]
[[wall]]
polygon = [[-5, -4], [5, -4], [5, -3]]
[[wall]]
chain = [[-5, -4.3], [5, -4.3]]
";
    let mut o = opened(&format!("{}{walls}", MAP.replace("jitter", "closed = true\njitter")));
    o.session.apply(Command::TogglePlacing);
    let pixel = 1.0 / o.session.camera().scale;
    for (wall, x, y, outside) in [
        (0, 0.2, 0.3, false),
        (0, 1.0, 0.0, true),
        (1, 0.0, -8.0, true),
        (2, 0.0, 6.0, false),
        (2, 1.0, 6.0, true),
        (3, 4.0, -3.5, false),
        (3, 5.0, -3.5, true),
    ] {
        let (right, up) = if wall == 1 { (0.0, pixel) } else { (pixel, 0.0) };
        let at = |pixels: f32| o.session.wall_at(Point::new(x + pixels * right, y + pixels * up));
        assert_eq!(at(0.0), Some(wall), "{x}, {y}");
        if outside {
            assert_eq!((at(7.0), at(9.0)), (Some(wall), None), "{x}, {y}");
        }
    }
    // Between two, the nearer one.
    assert_eq!([-4.1, -4.2].map(|y| o.session.wall_at(Point::new(0.0, y))), [Some(3), Some(4)]);
    assert_eq!(o.session.wall_at(Point::new(-20.0, 0.0)), None, "the map's bounds");
}

#[test]
fn a_map_that_is_opened_joins_the_list_and_is_tried_again_once_it_is_mended() {
    let mut o = opened(MAP);
    let count = o.session.maps().len();
    o.session.apply(Command::AskToOpen);
    o.session.apply(Command::OpenMap(o.path("missing.toml")));
    assert!(matches!(o.session.question(), Some(MapQuestion::Open(Some(_)))), "{:?}", o.session.question());
    o.write("other.toml", &MAP.replace("hex", "hax"));
    o.session.apply(Command::OpenMap(o.path("other.toml")));
    assert!(o.session.question().is_none() && o.title().ends_with("other.toml cannot be used"));
    o.session.apply(Command::CloseNotice);
    o.wait();
    assert_eq!(o.title(), "", "it is not tried again before it changes");
    assert_eq!(layout(&o.session).name, "gate");
    o.write("other.toml", &MAP.replace("count = 12", "count = 10"));
    o.wait();
    assert_eq!((layout(&o.session).name.as_str(), o.session.notice()), ("other", None));
    assert_eq!((o.session.maps().len(), o.session.map()), (count + 1, count));
    // Opened again, it is in the list already, with its present summary.
    o.write("gate.toml", &MAP.replace("sidestep = 1", "sidestep = 1\nabout = \"A gate\""));
    o.session.apply(Command::OpenMap(o.path("gate.toml")));
    assert!(o.session.maps().iter().any(|map| map.about == "A gate"), "{:?}", o.session.maps().last());
    o.session.apply(Command::OpenMap(o.path("other.toml")));
    assert_eq!((o.session.maps().len(), o.session.map()), (count + 1, count));
    // A map that could not be used is of no interest once another one is chosen.
    o.write("third.toml", &MAP.replace("hex", "hax"));
    o.session.apply(Command::OpenMap(o.path("third.toml")));
    o.session.apply(Command::OpenMap(o.path("gate.toml")));
    o.write("third.toml", MAP);
    o.wait();
    assert_eq!(layout(&o.session).name, "gate");
}

#[test]
fn typed_paths_are_completed_with_maps_and_folders() {
    let o = opened(MAP);
    assert!(fs::create_dir(o.path("garden")).is_ok());
    o.write("gate-way.toml", MAP);
    o.write("gate.png", "");
    let names = |typed: &str| -> Vec<String> {
        o.session.candidates(typed).into_iter().map(|candidate| candidate.path).collect()
    };
    assert_eq!(names(""), ["gate-way.toml", "gate.toml", "garden/"]);
    assert_eq!(names("gat"), ["gate-way.toml", "gate.toml"]);
    assert_eq!(o.session.completed("gat"), "gate");
    assert_eq!(o.session.completed("gate-"), "gate-way.toml");
    assert_eq!(o.session.completed("gar"), "garden/");
    assert_eq!(o.session.completed("x"), "x");
    o.write("other.toml", MAP);
    assert_eq!(o.session.completed(""), "", "they agree on nothing");
    (0..510).for_each(|number| o.write(&format!("many-{number}.toml"), MAP));
    assert_eq!(names("many").len(), 500, "no more than a list can show");
}

#[test]
fn a_name_without_an_ending_is_that_of_a_map() {
    let o = opened(MAP);
    for (typed, file, exists) in [
        ("gate", "gate.toml", true),
        ("new", "new.toml", false),
        ("new.map", "new.map", false),
        ("garden/", "garden/", false),
    ] {
        assert_eq!(o.session.map_file(typed), (file.into(), exists), "{typed}");
    }
}

#[test]
fn escape_puts_the_placing_tools_away() {
    let mut o = opened(MAP);
    o.session.apply(Command::TogglePlacing);
    assert!(o.session.placing());
    for _ in 0..3 {
        o.session.apply(Command::Escape);
    }
    assert!(!o.session.placing() && !o.session.wants_to_quit());
}

/// Units at random: 35 fit with the map's own seed, but not with seed 9.
#[test]
fn an_edit_that_does_not_suit_the_seed_on_display_is_taken_back() {
    let map = MAP.replace("hex", "random").replace("goal = { shift", "spacing = 1.2\ngoal = { shift");
    for (seed, fits) in [(None, true), (Some(9), false)] {
        let mut o = opened(&map);
        o.session.apply(Command::TogglePlacing);
        o.session.apply(Command::Seed(seed));
        for (count, expected) in [(34, 34), (35, if fits { 35 } else { 34 })] {
            o.session.apply(Command::Place(MapEdit::SetCount { group: 0, count }));
            let in_draft = o.session.draft().map(|draft| draft.counts()[0]);
            assert_eq!(in_draft, Some(expected), "seed {seed:?}: {:?}", o.session.message());
            assert_eq!(layout(&o.session).starts.len(), expected + 6);
        }
        assert_eq!(o.session.message().is_some_and(|text| text.contains("does not fit")), !fits);
        assert!(o.session.placing());
    }
}
