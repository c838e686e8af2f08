//! The window without a window.

use super::keys;
use super::session::SPEEDS;
use super::{Command, MapStep, RunEnd, Session, SteeringChange, ViewerOptions};
use crate::draw::help::{HelpLayout, HelpLine};
use crate::draw::{Canvas, OVERLAYS, Overlays, overlays};
use crate::measure::{Measure, Metrics, T100, TIME_RATIO};
use crate::navigation::Goal;
use crate::scene::{Layout, Start};
use crate::steering::Steering;
use crate::steering::avoidance::{Mode, cardioid};
use crate::steering::behaviours::Behaviour;
use crate::steering::combine::Plan;
use crate::types::{MapPoint, Point, Rect, Vec2};
use crate::world::World;
use std::time::Duration;

fn start(x: f32, y: f32) -> Start {
    Start {
        position: Point::new(x, y),
        velocity: Vec2::zeros(),
        radius: 0.5,
        mass: 80.0,
        max_speed: 2.0,
        max_force: 400.0,
        group: 0,
        goal: Goal::Roam,
    }
}

fn layout(name: &str) -> Layout {
    Layout {
        name: name.into(),
        bounds: Rect { min: Point::new(-10.0, -5.0), max: Point::new(10.0, 5.0) },
        walls: vec![],
        groups: vec!["one".into()],
        starts: vec![start(-4.0, 0.0), start(4.0, 1.0)],
        steering: Steering::default(),
        push_stated: false,
        origin: MapPoint::origin(),
        plans: Vec::new(),
        time_limit: 60.0,
        seed: 1,
    }
}

/// One unit that goes four metres, and one that stands.
fn short_walk(limit: f32) -> Layout {
    let mut layout = layout("walk");
    layout.starts[0].goal = Goal::Point { at: Point::new(0.0, 0.0), radius: 0.3, own: false };
    layout.starts[1].goal = Goal::Stand;
    layout.time_limit = limit;
    layout
}

fn session() -> Session {
    session_on(layout)
}

fn session_on(layout: impl Fn(&str) -> Layout + 'static) -> Session {
    let load = move |choice| match choice {
        MapStep::Current => Ok(World::new(layout("here"), 1)),
        MapStep::Next => Ok(World::new(layout("next/map"), 1)),
        MapStep::Previous => Err("there is no map before this one".to_string()),
    };
    let mut session = match Session::new(ViewerOptions::new(Box::new(load))) {
        Ok(session) => session,
        Err(error) => panic!("{error}"),
    };
    session.take_all_the_time();
    session
}

fn pass(session: &mut Session, seconds: f32, frame: f32) {
    for _ in 0..(seconds / frame).round() as usize {
        session.advance(frame);
    }
}

#[test]
fn a_second_is_sixty_ticks_whatever_the_frames() {
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
fn a_long_frame_is_not_made_up_for() {
    let mut session = session();
    session.advance(3600.0);
    assert!(session.world().ticks() <= 8, "{} ticks after one long frame", session.world().ticks());
    session.advance(f32::NAN);
    session.advance(-1.0);
    assert!(session.world().ticks() <= 8);
}

#[test]
fn pause_holds_and_step_moves_by_one() {
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

/// What a run without a window measures, without what the machine's speed decides.
fn headless(layout: Layout) -> Metrics {
    let mut world = World::new(layout, 1);
    let mut measure = Measure::new(&world);
    while world.ticks() < world.layout().tick_limit() && !world.finished() {
        world.tick();
        measure.observe(&world);
    }
    timeless(measure.metrics(&world))
}

fn timeless(metrics: Metrics) -> Metrics {
    let tick_us =
        Measure::new(&World::new(layout("none"), 1)).metrics(&World::new(layout("none"), 1)).tick_us;
    Metrics { tick_us, ..metrics }
}

#[test]
fn the_clock_stops_when_all_have_arrived_and_the_figures_are_those_of_a_run_without_a_window() {
    let mut session = session_on(|_| short_walk(60.0));
    assert_eq!((session.end(), session.result()), (None, &[][..]));
    pass(&mut session, 10.0, 0.01);
    let wanted = headless(short_walk(60.0));
    assert_eq!((session.end(), session.world().ticks()), (Some(RunEnd::Arrived), wanted.ticks));
    assert!(wanted.ticks < 600, "it walks for {} ticks", wanted.ticks);
    let (ratio, last) = (wanted.value(&TIME_RATIO).unwrap(), wanted.value(&T100).unwrap());
    let shown = session.result().join("\n");
    assert!(shown.contains(&format!("{ratio:.3}")) && shown.contains(&format!("{last:.2} s")), "{shown}");
    // Nothing is left to draw, and neither space nor a step moves it.
    assert!(session.take_redraw() && !session.runs());
    assert_eq!(session.wakes_in(), None);
    session.apply(Command::TogglePause);
    session.apply(Command::Step);
    assert!(session.message().is_some_and(|text| text.contains("r restarts")), "{:?}", session.message());
    session.apply(Command::Escape);
    assert_eq!((session.result(), session.wants_to_quit()), (&[][..], false), "escape closes the result");
    session.apply(Command::Restart);
    assert_eq!((session.end(), session.world().ticks()), (None, 0));
    pass(&mut session, 10.0, 0.03);
    let outcome = session.into_outcome();
    assert_eq!((timeless(outcome.metrics), outcome.changes), (wanted, vec![]));
}

#[test]
fn the_clock_stops_at_the_time_limit_until_the_user_lets_it_go_on() {
    let mut session = session_on(|_| short_walk(1.0));
    pass(&mut session, 2.0, 0.01);
    assert_eq!((session.end(), session.world().ticks()), (Some(RunEnd::Limit), 60));
    let shown = session.result().join("\n");
    assert!(shown.starts_with("Stopped at 1 s") && shown.contains("0 of 1"), "{shown}");
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
fn a_change_of_the_steering_on_the_way_is_told() {
    let change = |tick, what: &str| SteeringChange { tick, what: what.into() };
    let mut session = session_on(|_| short_walk(60.0));
    session.apply(Command::NextMode);
    assert_eq!(session.world().modes(), [Mode::named("orca").unwrap_or_default()]);
    pass(&mut session, 0.5, 0.01);
    let tick = session.world().ticks();
    // Both at once; what was turned over twice has not changed.
    session.apply(Command::PreviousMode);
    session.apply(Command::Stage(2));
    session.apply(Command::TogglePush);
    session.apply(Command::TogglePush);
    session.apply(Command::Step);
    session.apply(Command::TogglePush);
    let outcome = session.into_outcome();
    let what = "avoidance from orca to raycast+cardioid, stage from 4 to 2";
    assert_eq!(outcome.changes, [change(tick, what)], "the last change has moved no unit yet");
}

#[test]
fn the_speed_that_is_reached_is_measured() {
    let mut session = session();
    pass(&mut session, 2.0, 0.01);
    assert!(session.reached().is_some_and(|x| (x - 1.0).abs() < 0.04), "{:?}", session.reached());
    // Two frames a second: each makes up for 0.12 s.
    pass(&mut session, 5.0, 0.5);
    assert!(session.reached().is_some_and(|x| (0.22..0.26).contains(&x)), "{:?}", session.reached());
    session.apply(Command::Faster);
    assert_eq!(session.reached(), None, "not known yet");
}

/// The pictures that a session asks for in so many frames of 10 ms.
fn pictures(session: &mut Session, frames: usize) -> usize {
    let mut asked = 0;
    for _ in 0..frames {
        session.advance(0.01);
        asked += usize::from(session.take_redraw());
    }
    asked
}

#[test]
fn what_does_not_change_is_not_drawn_again() {
    let mut session = session();
    assert_eq!(pictures(&mut session, 50), 50, "a world that runs is drawn in every frame");
    assert_eq!(session.wakes_in(), Some(Duration::ZERO));
    session.apply(Command::TogglePause);
    assert_eq!(session.wakes_in(), Some(Duration::ZERO), "the pause itself is not drawn yet");
    assert_eq!(pictures(&mut session, 50), 1, "a paused world is drawn once");
    assert_eq!(session.wakes_in(), None, "only a command wakes it");
    for command in [Command::Step, Command::Pan(5.0, 0.0), Command::ToggleHelp, Command::Faster] {
        session.apply(command);
        assert_eq!(pictures(&mut session, 50), 1, "{command:?}");
    }
    session.set_display(1, None);
    assert_eq!(pictures(&mut session, 50), 0, "the same display again");
    session.set_display(2, None);
    assert_eq!(pictures(&mut session, 50), 1, "another scale of text");
}

#[test]
fn a_message_is_drawn_when_it_comes_and_when_it_goes() {
    let mut session = session();
    session.apply(Command::TogglePause);
    // As after a long sleep.
    session.advance(3600.0);
    session.apply(Command::PreviousMap);
    assert!(session.take_redraw() && session.message().is_some());
    let sleep = session.wakes_in().map_or(0.0, |after| after.as_secs_f32());
    assert!((sleep - 4.0).abs() < 0.01, "{sleep} s until the message goes");
    session.advance(0.9 * sleep);
    assert!(!session.take_redraw() && session.message().is_some());
    session.advance(0.1 * sleep + 0.01);
    assert!(session.take_redraw() && session.message().is_none());
    assert_eq!(session.wakes_in(), None);
}

#[test]
fn restart_begins_anew_and_keeps_the_steering() {
    let mut session = session();
    session.apply(Command::NextMode);
    session.apply(Command::Stage(2));
    session.apply(Command::TogglePush);
    let chosen = session.world().steering().clone();
    assert_ne!(chosen, Steering::default());
    pass(&mut session, 0.5, 0.01);
    session.apply(Command::Restart);
    assert_eq!(session.world().ticks(), 0);
    assert_eq!(*session.world().steering(), chosen);
}

#[test]
fn modes_go_round_and_stages_are_set() {
    let mut session = session();
    let first = session.world().steering().mode;
    for _ in 0..Mode::all().len() {
        session.apply(Command::NextMode);
    }
    assert_eq!(session.world().steering().mode, first);
    session.apply(Command::NextMode);
    session.apply(Command::PreviousMode);
    assert_eq!(session.world().steering().mode, first);
    for stage in 1..=4 {
        session.apply(Command::Stage(stage));
        assert_eq!(session.world().steering().settings.get(&cardioid::STAGE), f32::from(stage));
    }
    session.apply(Command::Stage(9));
    let stage = session.world().steering().settings.get(&cardioid::STAGE);
    assert_eq!(stage, 4.0, "a stage that does not exist changes nothing");
}

#[test]
fn the_maps_own_mixture_of_modes_is_a_stop_of_its_own() {
    fn named(name: &str) -> Mode {
        Mode::named(name).unwrap_or_default()
    }
    let mixed = || {
        let mut layout = layout("here");
        layout.groups.push("two".into());
        layout.starts[0].goal = Goal::Roam;
        layout.starts[1] = Start { group: 1, goal: Goal::Roam, ..layout.starts[1].clone() };
        layout.steering.mode = named("raycast");
        let set = layout.set_mode("two", named("orca"));
        assert!(set.is_ok());
        layout
    };
    let load = move |_| Ok(World::new(mixed(), 1));
    let mut session = match Session::new(ViewerOptions::new(Box::new(load))) {
        Ok(session) => session,
        Err(error) => panic!("{error}"),
    };
    let modes = |session: &Session| session.world().modes();
    let own = [named("raycast"), named("orca")];
    assert_eq!(modes(&session), own);
    assert_eq!(session.title(), "Sidestep - here - raycast, orca");
    session.apply(Command::TogglePush);
    assert_eq!(modes(&session), own, "another choice leaves groups their modes");
    session.apply(Command::NextMode);
    assert_eq!(modes(&session), [named("cardioid")], "a mode is everybody's");
    session.apply(Command::Restart);
    assert_eq!(modes(&session), [named("cardioid")], "a restart keeps what was chosen");
    session.apply(Command::PreviousMode);
    assert_eq!(modes(&session), own);
    assert_eq!(session.message(), Some("each group by its own: raycast, orca"));
    session.apply(Command::PreviousMode);
    assert_eq!(modes(&session), [named("raycast")]);
    (0..=Mode::all().len()).for_each(|_| session.apply(Command::NextMode));
    assert_eq!(modes(&session), [named("raycast")], "all of them, and the mixture, are gone through");
}

#[test]
fn other_maps_load_and_a_failure_keeps_this_one() {
    let mut session = session();
    session.apply(Command::NextMap);
    assert_eq!(session.world().layout().name, "next/map");
    assert!(session.title().starts_with("Sidestep - next/map - "), "{}", session.title());
    session.apply(Command::PreviousMap);
    assert_eq!(session.world().layout().name, "next/map");
    assert_eq!(session.message(), Some("there is no map before this one"));
    pass(&mut session, 5.0, 0.1);
    assert_eq!(session.message(), None, "messages go away");
}

#[test]
fn a_click_selects_the_unit_under_it_and_escape_deselects_then_quits() {
    let mut session = session();
    let (x, y) = session.camera().to_screen(session.world().units().position[1]);
    session.apply(Command::SelectAt(x + 2.0, y - 2.0));
    assert_eq!(session.selected(), Some(1));
    session.apply(Command::ToggleHelp);
    session.apply(Command::Escape);
    assert_eq!(session.selected(), Some(1), "the first escape closes the help");
    session.apply(Command::Escape);
    assert_eq!((session.selected(), session.wants_to_quit()), (None, false));
    session.apply(Command::SelectAt(0.0, 0.0));
    assert_eq!(session.selected(), None);
    session.apply(Command::Escape);
    assert!(session.wants_to_quit());
}

#[test]
fn it_can_begin_paused_with_a_unit_selected() {
    for (asked, selected) in [(Some(1), Some(1)), (Some(2), None)] {
        let mut options = ViewerOptions::new(Box::new(|_| Ok(World::new(layout("here"), 1))));
        (options.paused, options.selected) = (true, asked);
        let Ok(mut session) = Session::new(options) else { panic!("no session") };
        pass(&mut session, 1.0, 0.1);
        assert_eq!((session.selected(), session.world().ticks()), (selected, 0));
    }
}

#[test]
fn overlays_toggle() {
    let mut session = session();
    session.apply(Command::Toggle(&overlays::RAYS));
    session.apply(Command::Toggle(&overlays::PATH));
    assert_eq!(*session.overlays(), Overlays::NONE.with(&overlays::RAYS).with(&overlays::PATH));
    session.apply(Command::Toggle(&overlays::RAYS));
    assert_eq!(session.overlays().to_string(), "path");
    session.apply(Command::ClearOverlays);
    assert!(session.overlays().is_empty());
}

#[test]
fn the_view_follows_the_window_until_it_is_moved() {
    let mut session = session();
    session.apply(Command::Resize(640, 360));
    let small = session.camera().scale;
    session.apply(Command::Resize(1280, 720));
    assert!(session.camera().scale > 1.9 * small);
    session.apply(Command::ZoomAt(100.0, 100.0, 2.0));
    let zoomed = session.camera().scale;
    session.apply(Command::Resize(640, 360));
    assert_eq!(session.camera().scale, zoomed);
    session.apply(Command::Fit);
    assert_eq!(session.camera().scale, small);
}

#[test]
fn situation_and_picture_are_saved_under_their_names() {
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => panic!("{error}"),
    };
    let mut session = session();
    session.set_folder(folder.path().to_path_buf());
    session.apply(Command::SaveSituation);
    assert!(session.message().is_some_and(|m| m.contains("click a unit")), "{:?}", session.message());
    session.apply(Command::NextMap);
    session.apply(Command::Step);
    session.apply(Command::Select(Some(1)));
    session.apply(Command::SaveSituation);
    assert!(folder.path().join("situation-next-map-1-1.json").is_file(), "{:?}", session.message());
    session.apply(Command::SavePicture);
    assert!(folder.path().join("sidestep-next-map-1.png").is_file(), "{:?}", session.message());
}

#[test]
fn it_draws_in_any_state() {
    let mut session = session();
    let mut pixels = vec![0; 300 * 200 * 4];
    session.apply(Command::Resize(300, 200));
    session.apply(Command::Select(Some(0)));
    session.apply(Command::ToggleHelp);
    OVERLAYS.iter().for_each(|overlay| session.apply(Command::Toggle(overlay)));
    for scale in [1, 2, 5] {
        session.set_display(scale, Some(60.0));
        session.draw(&mut Canvas::new(300, 200, &mut pixels));
    }
}

/// A map of two units that wander by a plan, and where `walker` is given one that walks by an avoidance mode.
fn wandering(walker: bool) -> Layout {
    let mut layout = layout("plans");
    layout.groups.push("walkers".into());
    let plan = Behaviour::named("wander").map(Plan::single);
    assert!(plan.is_some(), "there is no behaviour wander");
    layout.plans = vec![plan, None];
    if walker {
        layout.starts.push(Start { group: 1, ..start(0.0, 3.0) });
    }
    layout
}

#[test]
fn mode_keys_say_that_plans_move_the_units() {
    let mut session = session_on(|_| wandering(false));
    assert_eq!(session.title(), "Sidestep - plans - plans");
    let before = session.world().steering().clone();
    for command in [Command::NextMode, Command::PreviousMode, Command::Stage(2)] {
        session.apply(command);
        assert_eq!(
            session.message(),
            Some("plans move the units of this map, so no avoidance mode acts here")
        );
        assert_eq!(*session.world().steering(), before, "{command:?}");
        session.advance(10.0);
    }
    let mut session = session_on(|_| wandering(true));
    assert_eq!(session.title(), "Sidestep - plans - raycast+cardioid, plans");
    session.apply(Command::NextMode);
    assert_eq!(session.title(), "Sidestep - plans - orca, plans");
    let message = session.message().unwrap_or_default();
    assert!(message.ends_with("(not one: plans move them)"), "{message}");
}

/// The lines of the help that are visible, by what they say.
fn visible(layout: &HelpLayout, scroll: usize) -> Vec<HelpLine> {
    layout.visible(scroll).map(|(line, _)| line.clone()).collect()
}

#[test]
fn the_help_fits_or_scrolls_in_any_window() {
    for size in [(320, 200), (640, 400), (800, 500), (1280, 720), (360, 900), (3840, 2160)] {
        for scale in [1, 2, 3] {
            let layout = HelpLayout::new(keys::help(), size, scale);
            let last = layout.last_scroll();
            let mut seen = String::new();
            for scroll in 0..=last {
                for (line, (x, y)) in layout.visible(scroll) {
                    let right = x + layout.width_of(line);
                    let below = y as f32 + layout.row();
                    let fits = x >= 0 && y >= 0 && right <= size.0 as i32 && below <= size.1 as f32;
                    assert!(fits, "{line:?} at {x}, {y} in {size:?} at scale {scale}");
                    seen += &format!("{} {} ", line.key, line.what);
                }
            }
            for HelpLine { key, what } in keys::help() {
                let words = what.split(' ').all(|word| seen.contains(word));
                assert!(seen.contains(key) && words, "{key}: {what} in {size:?} at scale {scale}");
            }
            assert!(last == 0 || size.1 < 700 || scale > 1, "{last} rows to scroll in {size:?}");
        }
    }
}

#[test]
fn arrows_and_the_wheel_scroll_the_help_while_it_is_open() {
    let mut session = session();
    session.apply(Command::TogglePause);
    session.apply(Command::Resize(320, 200));
    let layout = HelpLayout::new(keys::help(), (320, 200), 1);
    let camera = *session.camera();
    session.apply(Command::ToggleHelp);
    let shown = |session: &Session| visible(&layout, session.help_row());
    assert_eq!(shown(&session)[0].key, keys::help()[0].key);
    session.apply(Command::Pan(0.0, -60.0));
    assert_eq!(session.help_row(), 3, "an arrow key is three rows");
    session.apply(Command::ZoomAt(0.0, 0.0, 1.12));
    assert_eq!(session.help_row(), 0, "a notch of the wheel, too");
    (0..50).for_each(|_| session.apply(Command::ZoomAt(0.0, 0.0, 1.0 / 1.12)));
    assert_eq!(shown(&session).last(), keys::help().last());
    assert_eq!(*session.camera(), camera, "the view stays");
    session.apply(Command::ToggleHelp);
    session.apply(Command::ToggleHelp);
    assert_eq!(session.help_row(), 0, "it opens at its beginning");
}
