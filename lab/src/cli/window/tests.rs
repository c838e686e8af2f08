//! Tests of placing in a session on the maps of a command line.

use super::*;
use crate::cli::run_args::RunArgs;
use crate::scene::{MapEdit, UnitRef};
use crate::viewer::{Command, Play, Session};
use sidestep::crowd::NewWall;
use sidestep::geometry::Wall;
use sidestep::recording::Recording;
use sidestep::types::{Point, Rect, Vec2};
use std::collections::BTreeMap;

/// A session on the map of a command line.
pub(super) fn session(args: RunArgs) -> Session {
    let plan = RunPlan::new(args).unwrap_or_else(|error| panic!("{error:?}"));
    let maps = Maps::new(&plan);
    let (map, entries) = (maps.named, maps.entries());
    let options = ViewerOptions { map, paused: true, ..ViewerOptions::new(Box::new(maps), entries) };
    Session::new(options).unwrap_or_else(|error| panic!("{error}"))
}

pub(super) fn on(map: &str) -> RunArgs {
    RunArgs { map: Some(map.into()), threads: 1, ..RunArgs::default() }
}

pub(super) fn layout(session: &Session) -> Layout {
    session.world().layout().clone()
}

/// Moves the first unit that has room a little, and returns its index.
pub(super) fn move_one(session: &mut Session) -> usize {
    let before = layout(session);
    let nudges = [Vec2::new(0.0, 0.05), Vec2::new(0.0, -0.05), Vec2::new(0.05, 0.0), Vec2::new(-0.05, 0.0)];
    for (id, by) in (0..before.starts.len()).flat_map(|id| nudges.map(|by| (id, by))) {
        let first = before.starts.iter().position(|start| start.group == before.starts[id].group).unwrap();
        let unit = UnitRef { group: usize::from(before.starts[id].group), number: id - first };
        let to: Point = before.starts[id].position + by;
        session.apply(Command::Place(MapEdit::MoveUnits(vec![(unit, to)])));
        if session.draft().is_some_and(crate::scene::MapDraft::is_changed) {
            return id;
        }
    }
    panic!("no unit of {} can be moved: {:?}", before.name, session.message());
}

/// The largest offset between two layouts in x or y, m.
fn offset(one: &Layout, two: &Layout) -> f32 {
    let pairs = one.starts.iter().zip(&two.starts);
    pairs.map(|(a, b)| (a.position - b.position).amax()).fold(0.0, f32::max)
}

#[test]
fn a_draft_has_the_jitter_of_the_command_line_once() {
    // Formations, listed units, and rings.
    for map in ["crossing", "dozen", "circle"] {
        let args = |jitter| RunArgs { units: None, seed: Some(5), jitter, ..on(map) };
        let (exact, mut session) = (layout(&self::session(args(Some(0.0)))), self::session(args(Some(0.01))));
        let before = layout(&session);
        assert!((0.001..=0.0101).contains(&offset(&exact, &before)), "{map}: {}", offset(&exact, &before));
        session.apply(Command::TogglePlayTools);
        session.apply(Command::TogglePlacing);
        assert!(session.placing(), "{map}: {:?}", session.message());
        assert!(!session.open().tools, "{map}: the tools for a running world are closed");
        assert_eq!(layout(&session), before, "{map}");
        let moved = move_one(&mut session);
        let others = |session: &Session| {
            let mut starts = layout(session).starts;
            starts.remove(moved);
            starts
        };
        let mut expected = before.starts.clone();
        expected.remove(moved);
        assert_eq!(others(&session), expected, "{map}");
        session.apply(Command::TogglePlacing);
        session.apply(Command::Restart);
        assert_eq!(others(&session), expected, "{map}: after a restart");
        // Another seed draws another offset; it is not added to the first one.
        for _ in 0..3 {
            session.apply(Command::RestartWithNextSeed);
            let now = layout(&session);
            let far = |id: usize| (now.starts[id].position - exact.starts[id].position).amax();
            let furthest = (0..now.starts.len()).filter(|id| *id != moved).map(far).fold(0.0, f32::max);
            assert!(furthest <= 0.0101, "{map}: {furthest} m, seed {}", now.seed);
        }
    }
}

#[test]
fn a_draft_follows_the_plan_of_the_command_line() {
    let own = layout(&session(on("wander"))).plans;
    for seed in [None, Some(7)] {
        let mut session =
            session(RunArgs { steering: Some("look-where-going".into()), seed, ..on("wander") });
        let before = layout(&session);
        assert_ne!(before.plans, own);
        session.apply(Command::TogglePlacing);
        assert!(session.placing(), "seed {seed:?}: {:?}", session.message());
        assert_eq!(layout(&session), before, "seed {seed:?}");
        move_one(&mut session);
        assert_eq!(layout(&session).plans, before.plans, "seed {seed:?}");
        session.apply(Command::Undo);
        assert_eq!(layout(&session), before, "seed {seed:?}");
        // The plan belongs to the command line, not to the map.
        assert!(session.draft().is_some_and(|draft| draft.layout().plans == own));
    }
}

#[test]
fn the_number_of_units_can_change_while_placing() {
    let mut session = session(RunArgs { seed: Some(3), ..on("crossing") });
    session.apply(Command::TogglePlacing);
    session.apply(Command::Units(Some(40)));
    let forty = layout(&session);
    assert_eq!((forty.starts.len(), session.placing()), (40, true), "{:?}", session.message());
    assert_eq!(forty, layout(&self::session(RunArgs { units: Some(40), seed: Some(3), ..on("crossing") })));
    assert!(session.draft().is_some_and(|draft| !draft.is_changed() && draft.layout() == &forty));
    // Changes are not lost by accident.
    move_one(&mut session);
    let changed = layout(&session);
    session.apply(Command::Units(Some(60)));
    assert_eq!((layout(&session), session.chosen().0), (changed, Some(40)));
    assert!(session.message().is_some_and(|text| text.contains("save it")), "{:?}", session.message());
    session.apply(Command::Undo);
    session.apply(Command::Units(None));
    assert_eq!((layout(&session).starts.len() > 40, session.placing()), (true, true));
    // Ended placing stays ended.
    session.apply(Command::TogglePlacing);
    session.apply(Command::Units(Some(40)));
    assert_eq!((layout(&session).starts.len(), session.placing()), (40, false));
}

#[test]
fn what_was_undone_can_be_redone_after_placing_was_closed() {
    let mut session = session(on("crossing"));
    session.apply(Command::TogglePlacing);
    move_one(&mut session);
    let changed = layout(&session);
    session.apply(Command::Undo);
    assert!(layout(&session) != changed, "undone");
    session.apply(Command::TogglePlacing);
    session.apply(Command::TogglePlacing);
    session.apply(Command::Redo);
    assert!(layout(&session) == changed, "redone");
}

#[test]
fn units_of_a_start_file_are_placed_and_saved_as_a_map() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let file = folder.path().join("two.txt");
    let text = "-20 0 20 0 # west\n20 1 -20 1 0.4 3\n-20 2 20 2\n";
    assert!(std::fs::write(&file, text).is_ok());
    let mut session = session(RunArgs { jitter: Some(0.05), seed: Some(4), ..on(&file.to_string_lossy()) });
    session.set_folder(folder.path().to_path_buf());
    let before = layout(&session);
    session.apply(Command::TogglePlacing);
    assert!(session.placing(), "{:?}", session.message());
    // The lines of the two groups alternate.
    let places = |layout: &Layout| {
        let mut places: Vec<_> =
            layout.starts.iter().map(|start| (start.group, start.position, start.radius)).collect();
        places.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.y.total_cmp(&b.1.y)));
        places
    };
    assert_eq!(places(&layout(&session)), places(&before));
    move_one(&mut session);
    let moved = layout(&session);
    session.apply(Command::SaveMap);
    session.apply(Command::SaveMapAs { name: "two-2.toml".into(), replace: false });
    let saved = Scene::from_file(&folder.path().join("two-2.toml")).unwrap_or_else(|e| panic!("{e:?}"));
    let saved = saved.layout(&LayoutOptions::default()).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(saved.starts, moved.starts);
    assert!(std::fs::read_to_string(&file).is_ok_and(|kept| kept == text));
    assert!(
        std::fs::read_to_string(folder.path().join("two-2.toml")).is_ok_and(|map| map.contains("# west"))
    );
}

#[test]
fn a_refused_number_of_units_leaves_the_draft_as_it_is() {
    let mut session = session(on("dozen"));
    session.apply(Command::TogglePlacing);
    let before = layout(&session);
    session.apply(Command::Units(Some(7)));
    assert!(session.placing() && session.message().is_some(), "{:?}", session.message());
    assert_eq!(layout(&session), before);
}

/// A run in the window, with the state hashes of each world after every tick.
struct Watched {
    session: Session,
    hashes: Vec<BTreeMap<u64, u64>>,
}

impl Watched {
    fn play(&mut self, play: Play) {
        self.session.apply(Command::Play(play));
    }

    fn steps(&mut self, count: u64) {
        for _ in 0..count {
            self.session.apply(Command::Step);
            self.note();
        }
    }

    /// Notes the states of all worlds. Where one is known already, it has to be the same.
    fn note(&mut self) {
        for (pane, hashes) in self.session.panes().iter().zip(&mut self.hashes) {
            let (tick, hash) = (pane.world().ticks(), pane.world().state_hash());
            assert_eq!(*hashes.entry(tick).or_insert(hash), hash, "tick {tick} is another one now");
        }
    }

    /// Looks back at a tick and does what `play` says from there. Its worlds are those of `origins`, without what came later in
    /// those that are not `as_it_was`.
    fn look_back(&mut self, tick: u64, play: Play, origins: &[usize], as_it_was: &[bool]) {
        self.session.apply(Command::LookAt(tick));
        self.play(play);
        (0..1000).for_each(|_| self.session.advance(0.1));
        assert_eq!((self.session.ticks(), self.session.panes().len()), (tick, origins.len()));
        self.hashes = origins.iter().map(|origin| self.hashes[*origin].clone()).collect();
        for (hashes, as_it_was) in self.hashes.iter_mut().zip(as_it_was) {
            hashes.retain(|known, _| *as_it_was || *known <= tick);
        }
        self.note();
    }

    /// Saves a world as a recording, which has to play again with the state of every tick.
    fn saved_plays_again(&mut self, number: usize, folder: &Path) -> World {
        self.session.apply(Command::Activate(number));
        self.session.apply(Command::SaveRun);
        let message = self.session.message().unwrap_or_default().to_string();
        let file = folder.join(message.split_whitespace().last().unwrap());
        let bytes = std::fs::read(file).unwrap_or_else(|error| panic!("{message}: {error}"));
        let recording = Recording::read(&bytes).unwrap();
        let ticks = self.session.panes()[number].world().ticks();
        assert_eq!((recording.first_tick(), recording.last_tick()), (0, ticks));
        let layout = RecordedScene::from_bytes(recording.scene()).unwrap().layout().unwrap();
        let mut player = recording.play(layout, 1).unwrap();
        while player.tick().unwrap() {
            let tick = player.world().ticks();
            assert_eq!(Some(&player.world().state_hash()), self.hashes[number].get(&tick), "tick {tick}");
        }
        player.into_world()
    }
}

/// Orders, a door that is opened and shut, another mode, a way back from which the run goes on, and another future beside what was.
#[test]
fn what_somebody_does_in_the_window_plays_again_with_the_state_of_every_tick() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(RunArgs { units: Some(40), seed: Some(5), ..on("crossing") });
    session.set_folder(folder.path().to_path_buf());
    let mut run = Watched { session, hashes: vec![BTreeMap::new()] };
    run.steps(40);
    run.session.apply(Command::Select(Some(3)));
    run.play(Play::Go { to: (640.0, 300.0), queued: false });
    run.steps(30);
    let wall = Wall::Box(Rect { min: Point::new(-2.0, 12.0), max: Point::new(2.0, 13.0) });
    run.play(Play::AddWall(NewWall::door(wall)));
    run.steps(240);
    let door = run.session.world().walls().last().unwrap().id;
    run.play(Play::SwitchDoor(door));
    run.steps(20);
    run.session.apply(Command::NextMode);
    run.steps(50);
    run.play(Play::SwitchDoor(door));
    run.steps(20);
    // The door is not shut again.
    run.look_back(375, Play::ContinueFromHere, &[0], &[false]);
    run.play(Play::Hold);
    run.steps(30);
    run.session.apply(Command::NextMode);
    run.steps(300);
    run.look_back(700, Play::WhatIf, &[0, 0], &[true, false]);
    run.session.apply(Command::NextMode);
    run.play(Play::Stop);
    run.steps(60);
    let [was, other] = [0, 1].map(|number| run.saved_plays_again(number, folder.path()));
    assert!(was.state_hash() != other.state_hash(), "the other future is the same");
    assert_eq!(was.walls().last().map(|door| door.is_closed()), Some(false));
}

#[test]
fn the_last_30_s_are_saved_with_the_selected_unit_marked_and_the_whole_run_without() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(RunArgs { units: Some(12), seed: Some(5), ..on("crossing") });
    session.set_folder(folder.path().to_path_buf());
    session.apply(Command::Select(Some(3)));
    // A commanded run does not end.
    session.apply(Command::Play(Play::Stop));
    (0..1000).for_each(|_| session.apply(Command::Step));
    session.apply(Command::NextMode);
    (0..1000).for_each(|_| session.apply(Command::Step));
    session.apply(Command::SaveMoment);
    let file = folder.path().join("bug-crossing-2000-unit-3.sidestep");
    let bytes = std::fs::read(&file).unwrap_or_else(|error| panic!("{:?}: {error}", session.message()));
    let recording = Recording::read(&bytes).unwrap();
    assert_eq!((recording.first_tick(), recording.last_tick()), (200, 2000));
    let scene = RecordedScene::from_bytes(recording.scene()).unwrap();
    assert_eq!(scene.marked.map(|marked| (marked.unit.to_string(), marked.tick)), Some(("3".into(), 2000)));
    let mut player = recording.play(scene.layout().unwrap(), 1).unwrap();
    while player.tick().unwrap() {}
    assert_eq!(player.world().state_hash(), session.world().state_hash());
    session.apply(Command::SaveRun);
    let bytes = std::fs::read(folder.path().join("run-crossing-2000.sidestep")).unwrap();
    let recording = Recording::read(&bytes).unwrap();
    assert_eq!((recording.first_tick(), recording.last_tick()), (0, 2000), "the whole run");
}
