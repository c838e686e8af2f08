//! Ticks, speed, pause and the end of a run.

use super::*;

#[test]
fn a_second_has_sixty_ticks_at_any_frame_rate() {
    for frame in [0.007, 1.0 / 144.0, 1.0 / 60.0, 0.1] {
        let mut session = session();
        pass(&mut session, 1.0, frame);
        let ticks = session.world().ticks();
        assert!((59..=61).contains(&ticks), "{ticks} ticks in frames of {frame} s");
    }
}

#[test]
fn speed_multiplies_the_ticks_and_stays_in_range() {
    let mut session = session();
    session.apply(Command::Faster);
    pass(&mut session, 1.0, 0.01);
    let ticks = session.world().ticks();
    assert!((118..=122).contains(&ticks), "{ticks} ticks in a second at twice the speed");
    (0..20).for_each(|_| session.apply(Command::Faster));
    assert_eq!(session.speed(), 8.0);
    (0..20).for_each(|_| session.apply(Command::Slower));
    assert_eq!(session.speed(), SPEEDS[0]);
}

#[test]
fn the_world_does_not_catch_up_with_a_long_frame() {
    let mut session = session();
    session.advance(3600.0);
    assert!(session.world().ticks() <= 8, "{} ticks after one long frame", session.world().ticks());
    session.advance(f32::NAN);
    session.advance(-1.0);
    assert!(session.world().ticks() <= 8);
}

#[test]
fn a_world_too_slow_for_its_speed_does_not_catch_up_later() {
    let mut session = session();
    session.set_budget(Duration::ZERO);
    session.advance(0.1);
    let ticks = session.ticks();
    assert!(ticks <= 1, "{ticks} ticks in no time");
    session.set_budget(Duration::MAX);
    session.advance(1.5 / 60.0);
    assert_eq!(session.ticks(), ticks + 1);
}

#[test]
fn pause_stops_and_step_advances_one_tick() {
    let mut session = session();
    session.apply(Command::TogglePause);
    pass(&mut session, 1.0, 0.01);
    assert_eq!(session.world().ticks(), 0);
    session.apply(Command::Step);
    session.apply(Command::Step);
    pass(&mut session, 1.0, 0.01);
    assert_eq!(session.world().ticks(), 2);
    assert!(session.paused());
    session.apply(Command::TogglePause);
    pass(&mut session, 1.0, 0.01);
    assert!((61..=64).contains(&session.world().ticks()), "{}", session.world().ticks());
}

/// The metrics of a headless run, without measured times.
fn headless(layout: Layout) -> Metrics {
    timeless(Run::new(World::new(layout, 1)).finish().metrics)
}

fn timeless(metrics: Metrics) -> Metrics {
    let tick_us =
        Measure::new(&World::new(layout("none"), 1)).metrics(&World::new(layout("none"), 1)).tick_us;
    Metrics { tick_us, ..metrics }
}

#[test]
fn the_clock_stops_at_the_last_arrival_with_the_figures_of_a_headless_run() {
    let mut session = session_on(|_| short_walk(60.0));
    assert_eq!((session.end(), session.result()), (None, &[][..]));
    pass(&mut session, 10.0, 0.01);
    let wanted = headless(short_walk(60.0));
    assert_eq!((session.end(), session.world().ticks()), (Some(RunEnd::Arrived), wanted.ticks));
    assert!(wanted.ticks < 600, "it walks for {} ticks", wanted.ticks);
    let (ratio, last) = (wanted.value(&TIME_RATIO).unwrap(), wanted.value(&T100).unwrap());
    let shown = session.result().join("\n");
    assert!(shown.contains(&format!("{ratio:.3}")) && shown.contains(&format!("{last:.2} s")), "{shown}");
    // Nothing is left to draw, and neither space nor a step advances the world.
    assert!(session.take_stale().any() && !session.runs());
    assert_eq!(session.wakes_in(), None);
    session.apply(Command::TogglePause);
    session.apply(Command::Step);
    assert!(session.message().is_some_and(|text| text.contains("r to restart")), "{:?}", session.message());
    session.apply(Command::Escape);
    assert_eq!((session.result(), session.wants_to_quit()), (&[][..], false), "escape closes the result");
    session.apply(Command::Restart);
    assert_eq!((session.end(), session.world().ticks()), (None, 0));
    pass(&mut session, 10.0, 0.03);
    let outcome = session.into_runs().remove(0);
    assert_eq!((timeless(outcome.metrics), outcome.changes), (wanted, vec![]));
}

#[test]
fn the_clock_stops_at_the_time_limit_until_the_user_continues() {
    let mut session = session_on(|_| short_walk(1.0));
    pass(&mut session, 2.0, 0.01);
    assert_eq!((session.end(), session.world().ticks()), (Some(RunEnd::Limit), 60));
    let shown = session.result().join("\n");
    assert!(shown.starts_with("Timed out at 1 s") && shown.contains("0 of 1"), "{shown}");
    session.apply(Command::TogglePause);
    assert!(session.runs() && session.result().is_empty());
    pass(&mut session, 10.0, 0.01);
    assert_eq!(session.end(), Some(RunEnd::Arrived));
    session.apply(Command::Restart);
    pass(&mut session, 2.0, 0.01);
    assert_eq!(session.world().ticks(), 60, "a restart has its limit again");
    session.apply(Command::Step);
    assert_eq!((session.world().ticks(), session.paused()), (61, true));
}

#[test]
fn the_actual_speed_is_measured() {
    let mut session = session();
    pass(&mut session, 2.0, 0.01);
    assert!(session.reached().is_some_and(|x| (x - 1.0).abs() < 0.04), "{:?}", session.reached());
    // Two frames per second: each catches up with 0.12 s.
    pass(&mut session, 5.0, 0.5);
    assert!(session.reached().is_some_and(|x| (0.22..0.26).contains(&x)), "{:?}", session.reached());
    session.apply(Command::Faster);
    assert_eq!(session.reached(), None, "not known yet");
    pass(&mut session, 2.0, 0.01);
    assert!(session.reached().is_some());
    session.apply(Command::TogglePause);
    assert_eq!(session.reached(), None, "a pause has none");
}
