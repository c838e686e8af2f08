//! Looking back.

use super::*;
use crate::draw::{Color, reasons_in_words, theme};
use crate::viewer::Play;
use crate::viewer::past_memory::PastMemory;

/// Two units that walk towards each other.
fn encounter(name: &str) -> Layout {
    let mut layout = layout(name);
    let goal = |x: f32| Goal::Point { at: Point::new(x, 0.0), radius: 0.5, own: false };
    layout.starts = vec![start(-3.0, 0.0), start(3.0, 0.2)];
    layout.starts[0].goal = goal(4.0);
    layout.starts[1].goal = goal(-4.0);
    layout
}

/// The same with goals far away.
fn long_encounter(name: &str) -> Layout {
    let mut layout = encounter(name);
    let goal = |x: f32| Goal::Point { at: Point::new(x, 0.0), radius: 0.5, own: false };
    (layout.starts[0].goal, layout.starts[1].goal) = (goal(300.0), goal(-300.0));
    layout.time_limit = 300.0;
    layout
}

fn reasons(world: &World) -> Vec<(String, Color)> {
    reasons_in_words(world, 0, &theme::DARK)
}

#[test]
fn looking_back_shows_what_was_decided_then_under_the_steering_of_then() {
    let mut session = session_on(encounter);
    session.apply(Command::Select(Some(0)));
    let mut then = vec![(session.world().state_hash(), reasons(session.world()))];
    for tick in 1..=90 {
        session.apply(Command::Step);
        then.push((session.world().state_hash(), reasons(session.world())));
        match tick {
            20 => session.apply(Command::ChooseMode(Mode::named("lanes").unwrap_or_default())),
            // No difference remains, but the model starts anew.
            30 => (0..2).for_each(|_| session.apply(Command::TogglePush)),
            45 => session.apply(Command::ChooseMode(Mode::named("orca").unwrap_or_default())),
            46 => session.apply(Command::TogglePush),
            _ => {}
        }
    }
    assert!(then[10].1 != then[60].1 && then[60].1 != then[89].1);
    for tick in [60, 61, 10, 20, 21, 0, 47, 89] {
        session.apply(Command::LookAt(tick));
        session.advance(0.01);
        let shown = session.shown_world(0).map(|world| (world.state_hash(), reasons(world)));
        assert_eq!(shown.as_ref(), Some(&then[tick as usize]), "tick {tick}");
        assert_eq!(session.computing(), None);
    }
    session.apply(Command::LookAtPresent);
    assert_eq!(session.shown_world(0).map(|world| world.ticks()), Some(90));
}

#[test]
fn a_past_moment_is_computed_step_by_step_while_the_window_remains_usable() {
    let mut session = session_on(encounter);
    (0..40).for_each(|_| session.apply(Command::Step));
    session.apply(Command::LookAt(20));
    session.advance(0.01);
    assert_eq!((session.computing(), session.shown_world(0).is_some()), (None, false), "nobody asks for it");
    session.apply(Command::Select(Some(0)));
    // Each frame has time for one tick.
    session.set_budget(Duration::ZERO);
    for tick in 0..20 {
        assert_eq!(session.computing(), Some(100 * tick / 20));
        assert!(session.shown_world(0).is_none(), "the present is not shown as the past");
        assert_eq!(session.wakes_in(), Some(Duration::ZERO));
        session.take_stale();
        session.advance(0.01);
        let stale = session.take_stale();
        assert!(stale.panel, "the progress is drawn");
        assert_eq!(stale.worlds, tick == 19, "the worlds are drawn once the moment is known");
    }
    assert_eq!((session.computing(), session.wakes_in()), (None, None));
    assert_eq!(session.shown_world(0).map(|world| world.ticks()), Some(20));
    // Forward it continues from there.
    session.apply(Command::Step);
    assert_eq!(session.computing(), Some(95));
    session.advance(0.01);
    assert_eq!(session.shown_world(0).map(|world| world.ticks()), Some(21));
}

/// Each frame has time for one tick of each world.
#[test]
fn the_progress_of_several_worlds_is_that_of_all_ticks_that_are_missing() {
    let mut session = session_of(2, encounter);
    (0..40).for_each(|_| session.apply(Command::Step));
    session.apply(Command::Select(Some(0)));
    session.set_budget(Duration::ZERO);
    session.apply(Command::LookAt(20));
    for tick in 0..20 {
        assert_eq!(session.computing(), Some(100 * 2 * tick / 40));
        session.advance(0.01);
    }
    assert_eq!(session.computing(), None);
    // They go on from there.
    session.apply(Command::LookAt(30));
    assert_eq!(session.computing(), Some(66), "40 of 60");
}

#[test]
fn overlays_of_a_past_moment_are_those_of_that_moment() {
    let picture = |session: &Session| {
        let mut pixels = vec![0; 300 * 200 * 4];
        session.draw(&mut Canvas::new(300, 200, &mut pixels));
        pixels
    };
    let paused = |ticks: usize| {
        let mut session = session_on(encounter);
        session.apply(Command::Resize(300, 200));
        session.apply(Command::Select(Some(1)));
        OVERLAYS.iter().for_each(|overlay| session.apply(Command::Toggle(overlay)));
        (0..ticks).for_each(|_| session.apply(Command::Step));
        session
    };
    let mut session = paused(80);
    let present = picture(&session);
    session.apply(Command::LookAt(50));
    let without = picture(&session);
    session.advance(0.01);
    let then = picture(&session);
    assert!(then == picture(&paused(50)), "not the picture of a run that is at this tick");
    assert!(then != without && then != present);
}

#[test]
fn each_world_side_by_side_has_the_reasons_of_the_past_moment() {
    let mut session = session_of(2, encounter);
    session.apply(Command::ChooseMode(Mode::no_avoidance()));
    session.apply(Command::Select(Some(0)));
    (0..60).for_each(|_| session.apply(Command::Step));
    session.apply(Command::LookAt(30));
    session.advance(0.01);
    for pane in session.panes().iter().enumerate() {
        let (number, alone) = (pane.0, World::new(encounter("here"), 1));
        let mut alone = alone;
        alone.set_steering(pane.1.world().steering().clone());
        (0..30).for_each(|_| alone.tick());
        assert_eq!(session.shown_world(number).map(reasons), Some(reasons(&alone)), "world {number}");
    }
}

#[test]
fn looking_back_shows_earlier_positions_and_resuming_continues_from_the_present() {
    let mut session = session_on(|_| short_walk(60.0));
    (0..50).for_each(|_| session.apply(Command::Step));
    let present = session.world().units().position[0];
    assert_eq!((session.kept(), session.looking()), ((0, 50), None));
    session.apply(Command::LookAt(10));
    assert!(session.paused() && !session.runs());
    let past = session.shown_position(0, 0);
    assert!((past - present).norm() > 0.5, "{past} is not {present}");
    session.apply(Command::StepBack);
    assert_eq!(session.looking(), Some(9));
    session.apply(Command::Step);
    session.apply(Command::Step);
    assert_eq!(session.looking(), Some(11));
    assert_eq!(session.world().ticks(), 50, "the run itself stays where it is");
    // A second session that never looked back is in the same state later.
    session.apply(Command::TogglePause);
    assert!(session.runs() && session.looking().is_none());
    pass(&mut session, 0.5, 0.01);
    let mut other = session_on(|_| short_walk(60.0));
    (0..session.world().ticks()).for_each(|_| other.apply(Command::Step));
    assert_eq!(session.world().state_hash(), other.world().state_hash());
}

#[test]
fn looking_back_pauses_a_session_that_runs() {
    let mut session = session_on(|_| short_walk(60.0));
    pass(&mut session, 0.5, 0.01);
    let ticks = session.ticks();
    session.apply(Command::LookAt(10));
    session.apply(Command::LookAtPresent);
    pass(&mut session, 0.5, 0.01);
    assert_eq!((session.paused(), session.ticks()), (true, ticks));
}

#[test]
fn the_last_tick_is_the_present_and_the_start_the_earliest() {
    let mut session = session_on(|_| short_walk(60.0));
    session.apply(Command::StepBack);
    assert_eq!(session.looking(), None, "there is nothing before the start");
    (0..5).for_each(|_| session.apply(Command::Step));
    session.apply(Command::LookAt(99));
    assert_eq!(session.looking(), None);
    (0..9).for_each(|_| session.apply(Command::StepBack));
    assert_eq!(session.looking(), Some(0));
    session.apply(Command::LookAtPresent);
    assert_eq!(session.looking(), None);
    session.apply(Command::StepBack);
    session.apply(Command::Restart);
    assert_eq!((session.looking(), session.kept()), (None, (0, 0)));
}

#[test]
fn memory_for_the_past_is_bounded() {
    let mut past = crate::viewer::past::Past::default();
    let mut world = World::new(layout("here"), 1);
    let memory = 4096;
    for _ in 0..200 {
        past.record(&world, memory);
        world.tick();
    }
    let (first, last) = past.range().unwrap_or_default();
    assert_eq!(last, 199);
    assert!(first > 100 && past.bytes() <= memory, "{first}, {} bytes", past.bytes());
    assert!(past.at(first).is_some() && past.at(first - 1).is_none() && past.at(last + 1).is_none());
    let kept = past.at(last).map(|moment| moment.positions.to_vec());
    assert_eq!(kept, Some(world.units().previous.clone()));
}

#[test]
fn moments_whose_positions_are_no_longer_kept_are_computed_again() {
    let walk = |_: &str| long_encounter("here");
    let (mut session, mut memory) = (session_on(walk), PastMemory::ALL);
    // For the positions of a few ticks, and for two states.
    (memory.positions, memory.states) = (2000, 20_000);
    session.set_memory(memory);
    (0..1300).for_each(|_| session.apply(Command::Step));
    assert!(session.pane().past().range().is_some_and(|(first, _)| first > 1200));
    assert!(session.memory_in_use().0 <= 22_000, "{:?}", session.memory_in_use());
    let kept = session.pane().past().range().unwrap_or_default().0;
    for tick in [900, 20, 1299] {
        session.apply(Command::LookAt(tick));
        if tick == 900 {
            let nearest = session.pane().past().at(kept).map(|moment| moment.positions[0]);
            assert_eq!(Some(session.shown_position(0, 0)), nearest, "until it is computed");
        }
        (0..100).for_each(|_| session.advance(0.01));
        assert_eq!(session.computing(), None);
        assert_eq!(session.looking(), Some(tick));
        let mut alone = World::new(long_encounter("here"), 1);
        (0..tick).for_each(|_| alone.tick());
        assert_eq!(session.shown_position(0, 0), alone.units().position[0], "at {tick}");
        assert!(tick > 1200 || session.shown_world(0).is_some());
    }
}

#[test]
fn continuing_from_a_state_gives_the_run_and_the_measurement_of_one_that_never_looked_back() {
    let walk = |_: &str| long_encounter("here");
    let mut session = session_on(walk);
    let steps = |session: &mut Session, count: u64| (0..count).for_each(|_| session.apply(Command::Step));
    steps(&mut session, 700);
    session.apply(Command::NextMode);
    steps(&mut session, 60);
    session.apply(Command::LookAt(720));
    session.apply(Command::Play(Play::ContinueFromHere));
    (0..1000).for_each(|_| session.advance(0.01));
    let mut other = session_on(walk);
    steps(&mut other, 700);
    other.apply(Command::NextMode);
    steps(&mut other, 20);
    assert_eq!(session.ticks(), 720);
    for _ in 0..2 {
        assert_eq!(session.world().state_hash(), other.world().state_hash());
        assert_eq!(session.pane().metrics().values, other.pane().metrics().values);
        assert_eq!(session.pane().changes(), other.pane().changes());
        assert_eq!(session.pane().series().samples().len(), other.pane().series().samples().len());
        steps(&mut session, 30);
        steps(&mut other, 30);
    }
}

#[test]
fn a_recording_ends_before_another_future_begins() {
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => panic!("{error}"),
    };
    let mut session = session_on(|_| long_encounter("here"));
    session.set_folder(folder.path().to_path_buf());
    session.apply(Command::Resize(120, 80));
    session.apply(Command::ToggleRecording);
    (0..30).for_each(|_| session.apply(Command::Step));
    assert!(session.records());
    session.apply(Command::LookAt(20));
    session.apply(Command::Play(Play::WhatIf));
    assert!(!session.records());
    assert!(folder.path().join("sidestep-here.gif").is_file(), "{:?}", session.message());
}

/// Where anything was commanded, the routes of a past moment have to be computed.
#[test]
fn a_past_moment_is_computed_if_one_of_the_worlds_was_commanded() {
    let mut session = session_on(long_encounter);
    let steps = |session: &mut Session, count: u64| (0..count).for_each(|_| session.apply(Command::Step));
    steps(&mut session, 30);
    session.apply(Command::LookAt(20));
    assert_eq!(session.computing(), None, "nothing was commanded");
    session.apply(Command::Play(Play::WhatIf));
    (0..100).for_each(|_| session.advance(0.01));
    session.apply(Command::Select(Some(0)));
    session.apply(Command::Play(Play::Hold));
    steps(&mut session, 20);
    session.apply(Command::Select(None));
    session.apply(Command::LookAt(25));
    assert!(session.computing().is_some());
}

/// What the window says at the end of a run.
#[test]
fn a_result_is_gone_once_its_run_goes_on_from_an_earlier_tick() {
    let mut session = session_on(|_| short_walk(60.0));
    pass(&mut session, 8.0, 0.02);
    assert!(!session.result().is_empty(), "it has ended");
    session.apply(Command::LookAt(20));
    session.apply(Command::Play(Play::WhatIf));
    assert!(session.result().is_empty(), "{:?}", session.result());
}

#[test]
fn another_future_runs_beside_what_was() {
    let walk = |_: &str| long_encounter("here");
    let mut session = session_on(walk);
    let steps = |session: &mut Session, count: u64| (0..count).for_each(|_| session.apply(Command::Step));
    steps(&mut session, 30);
    session.apply(Command::Select(Some(0)));
    session.apply(Command::Play(Play::Stop));
    steps(&mut session, 30);
    let was = session.world().state_hash();
    session.apply(Command::LookAt(20));
    session.apply(Command::Play(Play::WhatIf));
    let said = session.message().unwrap_or_default();
    assert!(said.starts_with("another future from 0.3 s: "), "{said}");
    (0..100).for_each(|_| session.advance(0.01));
    assert_eq!((session.panes().len(), session.active(), session.ticks()), (2, 1, 20));
    assert_eq!(session.cells().len(), 2, "each has its part of the window");
    let hash = |session: &Session, number: usize| session.panes()[number].world().state_hash();
    assert_eq!(hash(&session, 0), hash(&session, 1));
    // The stop is repeated in what was, and not in the other future. An order goes to the latter only.
    session.apply(Command::Play(Play::Hold));
    steps(&mut session, 40);
    assert_eq!(hash(&session, 0), was, "what was is not what it was");
    assert!(hash(&session, 1) != was);
    assert!(session.panes()[0].label().ends_with("as it was"), "{}", session.panes()[0].label());
    session.apply(Command::Activate(0));
    session.apply(Command::NextMode);
    assert!(session.message().is_some_and(|text| text.contains("what was")), "{:?}", session.message());
    session.apply(Command::RemoveWorld(1));
    session.apply(Command::NextMode);
    assert!(!session.pane().is_past() && session.pane().changes().len() <= 1);
}
