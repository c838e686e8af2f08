//! Selecting and commanding units while the worlds run.

use super::*;
use crate::viewer::{Brush, Play};
use sidestep::crowd::{IfOccupied, NewWall, Progress, Stance, UnitChange, UnitId};
use sidestep::geometry::Wall;
use sidestep::types::Vec2;

/// Four units in two groups, which stand and wait for orders, and an obstacle.
fn squads(name: &str) -> Layout {
    let mut layout = layout(name);
    let standing = |x: f32, y: f32, group: u16| Start {
        group,
        goal: Goal::Point { at: Point::new(x, y), radius: 0.5, own: false },
        ..start(x, y)
    };
    layout.groups = vec!["red".into(), "blue".into()];
    layout.starts =
        vec![standing(-6.0, 1.5, 0), standing(-6.0, -1.5, 0), standing(6.0, 1.5, 1), standing(6.0, -1.5, 1)];
    layout.starts.push(Start { goal: Goal::Stand, ..start(0.0, -4.0) });
    layout
}

/// A session that is paused before the first tick.
fn paused(count: usize) -> Session {
    let mut session = opened(ViewerOptions { variants: count, paused: true, ..options(squads) });
    session.apply(Command::Resize(800, 400));
    session
}

fn play(session: &mut Session, play: Play) {
    session.apply(Command::Play(play));
}

/// The pixel of a point of the map in the active world.
fn pixel(session: &Session, x: f32, y: f32) -> (f32, f32) {
    let map = session.map_of(session.active());
    let (x, y) = session.camera().to_screen(Point::new(x, y));
    (x + map.x as f32, y + map.y as f32)
}

fn select_box(session: &mut Session, from: (f32, f32), to: (f32, f32)) {
    let (from, to) = (pixel(session, from.0, from.1), pixel(session, to.0, to.1));
    play(session, Play::SelectBox { from, to, add: false });
}

fn select_reds(session: &mut Session) {
    select_box(session, (-8.0, -3.0), (-4.0, 3.0));
    assert_eq!(session.selection().len(), 2);
}

fn go(session: &mut Session, x: f32, y: f32, queued: bool) {
    let to = pixel(session, x, y);
    play(session, Play::Go { to, queued });
}

fn steps(session: &mut Session, ticks: usize) {
    (0..ticks).for_each(|_| session.apply(Command::Step));
}

fn position(session: &Session, unit: UnitId) -> Option<Point> {
    session.world().slot(unit).map(|slot| session.world().units().position[slot])
}

fn positions(session: &Session) -> Vec<Point> {
    session.selection().iter().filter_map(|unit| position(session, *unit)).collect()
}

#[test]
fn units_are_selected_by_click_box_group_and_number() {
    let mut session = paused(1);
    let ids = session.world().ids().to_vec();
    let (x, y) = pixel(&session, -6.0, 1.5);
    session.apply(Command::SelectAt(x, y));
    assert_eq!((session.selection(), session.selected()), (&ids[..1], Some(0)));
    let at = pixel(&session, 6.0, 1.5);
    play(&mut session, Play::AddAt(at.0, at.1));
    assert_eq!((session.selection(), session.selected()), (&[ids[0], ids[2]][..], None));
    play(&mut session, Play::AddAt(x, y));
    assert_eq!(session.selection(), &ids[2..3]);
    // From any corner.
    select_box(&mut session, (8.0, 3.0), (4.0, -3.0));
    assert_eq!(session.selection(), &ids[2..4]);
    play(&mut session, Play::Store(3));
    assert_eq!(session.message(), Some("3 selects these 2 units again"));
    play(&mut session, Play::SelectAlike { at: (x, y), add: false });
    assert_eq!(session.selection(), &ids[..2]);
    play(&mut session, Play::Recall(3));
    assert_eq!(session.selection(), &ids[2..4]);
    play(&mut session, Play::Recall(4));
    assert_eq!(session.selection(), &ids[2..4], "nothing is kept there");
    assert!(session.message().is_some_and(|text| text.contains("Ctrl+4")));
    session.apply(Command::Escape);
    assert!(session.selection().is_empty());
}

#[test]
fn a_selection_follows_its_units_to_other_slots_and_forgets_those_that_are_removed() {
    let mut session = paused(1);
    let ids = session.world().ids().to_vec();
    select_box(&mut session, (4.0, -3.0), (8.0, 3.0));
    play(&mut session, Play::Store(1));
    session.apply(Command::Select(Some(0)));
    play(&mut session, Play::Remove);
    assert!(session.selection().is_empty());
    steps(&mut session, 1);
    assert_eq!(session.world().units().len(), 4);
    play(&mut session, Play::Recall(1));
    assert_eq!(session.selection(), &ids[2..4]);
    assert!((positions(&session)[0] - Point::new(6.0, 1.5)).norm() < 0.01);
    // A watched unit that is gone.
    session.apply(Command::Select(Some(1)));
    session.apply(Command::Toggle(&overlays::TRAIL));
    play(&mut session, Play::Remove);
    steps(&mut session, 9);
    assert_eq!((session.selected(), session.world().units().len()), (None, 3));
    session.apply(Command::LookAt(1));
    assert_eq!(session.shown_position(0, 3).x, 0.0, "the obstacle was in the last of four slots then");
    session.advance(0.01);
    assert_eq!(session.shown_world(0).map(|world| world.units().len()), Some(4));
}

#[test]
fn a_right_click_sends_the_selected_units_and_only_them_while_the_run_stays_what_it_was() {
    let mut session = paused(1);
    steps(&mut session, 30);
    select_reds(&mut session);
    assert!(session.end().is_some(), "all stand at their goals");
    let before = session.ticks();
    go(&mut session, 0.0, 1.0, false);
    assert!(session.end().is_none());
    go(&mut session, -6.0, 3.0, true);
    let others = position(&session, session.world().ids()[2]);
    steps(&mut session, 240);
    let near = |to: Point| positions(&session).iter().all(|at| (at - to).norm() < 3.0);
    assert!(near(Point::new(-6.0, 3.0)) || near(Point::new(0.0, 1.0)), "{:?}", positions(&session));
    steps(&mut session, 400);
    assert!(
        positions(&session).iter().all(|at| (at - Point::new(-6.0, 3.0)).norm() < 1.8),
        "{:?}",
        positions(&session)
    );
    let moved =
        position(&session, session.world().ids()[2]).zip(others).map(|(now, before)| (now - before).norm());
    assert!(moved.is_some_and(|moved| moved < 0.1), "{moved:?}");
    assert_eq!(session.ticks(), before + 640, "no restart");
    assert_eq!(session.pane().commands().iter().map(|(tick, _)| *tick).collect::<Vec<_>>(), [before, before]);
}

#[test]
fn rows_stop_hold_and_patrol() {
    let mut session = paused(1);
    select_reds(&mut session);
    let (from, to) = (pixel(&session, -1.0, 0.0), pixel(&session, 1.0, 0.0));
    play(&mut session, Play::Form { from, to, queued: false });
    steps(&mut session, 400);
    let mut row = positions(&session);
    row.sort_by(|a, b| a.x.total_cmp(&b.x));
    // The whole line, 2 m long.
    assert!(row.iter().all(|at| at.y.abs() < 0.3) && row[1].x - row[0].x > 1.7, "{row:?}");
    let heading = session.world().units().heading[0];
    assert!((heading - std::f32::consts::FRAC_PI_2).abs() < 0.3, "it faces {heading} rad");
    play(&mut session, Play::AskPatrol);
    assert!(session.asks_patrol());
    let (x, y) = pixel(&session, 0.0, 4.0);
    session.apply(Command::SelectAt(x, y));
    assert!(!session.asks_patrol() && session.selection().len() == 2, "the click selects nothing");
    steps(&mut session, 90);
    let unit = session.selection()[0];
    assert_eq!(session.world().progress(unit), Some(Progress::Walking));
    play(&mut session, Play::Hold);
    steps(&mut session, 60);
    let slots = session.world().slot(unit).unwrap_or_default();
    assert_eq!(session.world().units().stance[slots], Stance::Hold);
    play(&mut session, Play::Stop);
    steps(&mut session, 1);
    assert_eq!(session.world().units().stance[slots], Stance::GiveWay);
    assert_eq!(session.world().progress(unit), Some(Progress::Idle));
}

#[test]
fn a_refused_command_says_why_and_changes_nothing() {
    let mut session = paused(1);
    let before = session.world().state_hash();
    session.apply(Command::Select(Some(4)));
    go(&mut session, 0.0, 0.0, false);
    assert!(session.message().is_some_and(|text| text.contains("obstacle")), "{:?}", session.message());
    select_reds(&mut session);
    go(&mut session, 10.2, 0.0, false);
    assert!(
        session.message().is_some_and(|text| text.contains("outside the bounds")),
        "{:?}",
        session.message()
    );
    play(&mut session, Play::Change(UnitChange { radius: Some(-1.0), ..UnitChange::default() }));
    assert!(
        session.message().is_some_and(|text| text.contains("the radius is -1")),
        "{:?}",
        session.message()
    );
    assert!(session.pane().commands().is_empty());
    assert_eq!(session.world().state_hash(), before);
}

#[test]
fn units_among_obstacles_take_an_order() {
    let mut session = paused(1);
    select_box(&mut session, (-9.0, -4.9), (9.0, 4.9));
    assert_eq!(session.selection().len(), 5);
    go(&mut session, 0.0, 3.0, false);
    assert_eq!(session.pane().commands().len(), 1);
    steps(&mut session, 2);
    let walking = session.world().units().velocity.iter().filter(|velocity| velocity.norm() > 0.0);
    assert_eq!(walking.count(), 4);
}

#[test]
fn a_brush_adds_units_where_there_is_room_without_a_restart() {
    let mut session = paused(1);
    let before = session.ticks();
    for (count, team) in [(1, 0), (10, 2), (50, 1)] {
        play(&mut session, Play::Spawn(Point::new(0.0, 1.0), Brush { count, group: 1, team }));
    }
    let waiting = session.pane().waiting_commands().count();
    assert_eq!(session.message(), None);
    steps(&mut session, 1);
    let units = session.world().units();
    assert_eq!((units.len(), session.ticks()), (5 + 61, before + 1));
    assert_eq!(waiting, 61);
    assert_eq!([0, 1, 2].map(|team| units.team[5..].iter().filter(|own| **own == team).count()), [1, 50, 10]);
    assert!(
        units.group[5..].iter().all(|group| *group == 1)
            && units.radius[5..].iter().all(|radius| *radius == 0.5)
    );
    for (a, at) in units.position.iter().enumerate() {
        let near = units.position[..a].iter().find(|other| (at - **other).norm() < 0.9);
        assert!(near.is_none(), "{at} is in {near:?}");
    }
    for _ in 0..20 {
        play(&mut session, Play::Spawn(Point::new(9.0, 4.0), Brush { count: 50, group: 0, team: 0 }));
    }
    assert!(
        session.message().is_some_and(|text| text.contains("there is room for")),
        "{:?}",
        session.message()
    );
    steps(&mut session, 60);
}

fn wall(x: f32) -> Wall {
    Wall::Box(Rect { min: Point::new(x - 0.5, -3.0), max: Point::new(x + 0.5, 3.0) })
}

#[test]
fn walls_and_doors_are_placed_switched_and_removed_while_it_runs() {
    let mut session = paused(1);
    let before = session.ticks();
    play(&mut session, Play::AddWall(NewWall { if_occupied: IfOccupied::Clear, ..NewWall::new(wall(-2.0)) }));
    play(&mut session, Play::AddWall(NewWall::door(wall(2.0))));
    steps(&mut session, 2);
    assert_eq!(
        (session.world().walls().len(), session.world().layout().walls.len(), session.ticks()),
        (2, 2, before + 2)
    );
    let click = |session: &mut Session, x: f32| {
        let (x, y) = pixel(session, x, 0.0);
        session.apply(Command::SelectAt(x, y));
        steps(session, 1);
    };
    let open =
        |session: &Session| session.world().walls().iter().map(|wall| wall.wall.is_open).collect::<Vec<_>>();
    for is_open in [true, false, true] {
        click(&mut session, 2.0);
        assert_eq!(open(&session), [false, is_open]);
    }
    // Twice between two ticks.
    let (x, y) = pixel(&session, 2.0, 0.0);
    (0..2).for_each(|_| session.apply(Command::SelectAt(x, y)));
    steps(&mut session, 1);
    assert_eq!(open(&session), [false, true]);
    click(&mut session, -2.0);
    assert_eq!(open(&session), [false, true], "a wall is no door");
    let found = session.placed_wall_at(0, Point::new(-2.0, 0.0));
    assert_eq!(found, Some(session.world().walls()[0].id));
    found.into_iter().for_each(|wall| play(&mut session, Play::RemoveWall(wall)));
    steps(&mut session, 1);
    assert_eq!(open(&session), [true]);
    // A door shuts once its place is clear.
    play(&mut session, Play::Spawn(Point::new(2.0, 0.0), Brush { count: 1, group: 0, team: 0 }));
    steps(&mut session, 1);
    let slot = session.world().units().len() - 1;
    let door = session.world().walls()[0].id;
    play(&mut session, Play::SwitchDoor(door));
    steps(&mut session, 300);
    assert!(session.world().walls()[0].stands());
    assert!(wall(2.0).gap(session.world().units().position[slot]) > 0.4);
}

#[test]
fn fields_change_the_selected_units_from_the_next_tick_on() {
    let mut session = paused(1);
    select_reds(&mut session);
    let change = UnitChange {
        max_speed: Some(0.5),
        radius: Some(0.7),
        mass: Some(100.0),
        team: Some(4),
        stance: Some(Stance::Hold),
        ..UnitChange::default()
    };
    play(&mut session, Play::Change(change));
    steps(&mut session, 1);
    let units = session.world().units();
    assert_eq!(units.max_speed[..3], [0.5, 0.5, 2.0]);
    assert_eq!(units.radius[..3], [0.7, 0.7, 0.5]);
    assert_eq!(units.mass[..3], [100.0, 100.0, 80.0]);
    assert_eq!(units.team[..3], [4, 4, 0]);
    assert_eq!(units.stance[..3], [Stance::Hold, Stance::Hold, Stance::GiveWay]);
}

#[test]
fn looking_back_shows_what_was_and_continuing_from_there_drops_what_was_commanded_later() {
    let mut session = paused(1);
    select_reds(&mut session);
    let mut hashes = vec![session.world().state_hash()];
    for tick in 0..120 {
        match tick {
            0 => go(&mut session, 0.0, 0.0, false),
            30 => {
                play(&mut session, Play::Spawn(Point::new(0.0, 3.0), Brush { count: 10, group: 0, team: 0 }))
            }
            40 => session.apply(Command::TogglePush),
            60 => play(&mut session, Play::AddWall(NewWall::door(wall(2.0)))),
            80 => play(&mut session, Play::Remove),
            _ => {}
        }
        steps(&mut session, 1);
        hashes.push(session.world().state_hash());
    }
    for tick in [100, 5, 70, 31, 0] {
        session.apply(Command::LookAt(tick));
        session.advance(0.01);
        let shown = session.shown_world(0).map(|world| world.state_hash());
        assert_eq!(shown, Some(hashes[tick as usize]), "tick {tick}");
    }
    go(&mut session, 0.0, 0.0, false);
    assert!(session.pane().commands().len() == 14, "nothing can be commanded in the past");
    session.apply(Command::LookAt(70));
    play(&mut session, Play::ContinueFromHere);
    session.advance(0.01);
    assert_eq!((session.ticks(), session.looking(), session.runs()), (70, None, false));
    assert_eq!(session.world().state_hash(), hashes[70]);
    assert_eq!((session.pane().commands().len(), session.kept()), (12, (0, 70)));
    // The units that were removed later are here again, and obey.
    assert_eq!(session.world().units().len(), 15);
    select_box(&mut session, (-9.0, -4.9), (9.0, 4.9));
    go(&mut session, -8.0, 0.0, false);
    steps(&mut session, 50);
    assert!(session.world().state_hash() != hashes[120]);
}

#[test]
fn worlds_side_by_side_get_the_same_commands() {
    let mut session = paused(2);
    select_reds(&mut session);
    go(&mut session, 0.0, 2.0, false);
    play(&mut session, Play::Spawn(Point::new(0.0, -1.0), Brush { count: 10, group: 1, team: 0 }));
    play(&mut session, Play::AddWall(NewWall::door(wall(3.0))));
    steps(&mut session, 30);
    let [first, second] = [0, 1].map(|number| session.panes()[number].world());
    assert_eq!((first.ids(), first.walls().len()), (second.ids(), second.walls().len()));
    assert!(session.panes()[0].commands() == session.panes()[1].commands());
    for pane in session.panes() {
        assert!(pane.world().units().velocity[0].norm() > 0.5);
    }
    play(&mut session, Play::Remove);
    steps(&mut session, 3);
    assert!(session.panes().iter().all(|pane| pane.world().units().len() == 13));
}

#[test]
fn escape_calls_off_a_patrol_before_it_drops_the_selection() {
    let mut session = paused(1);
    play(&mut session, Play::AskPatrol);
    assert!(!session.asks_patrol(), "nobody is selected");
    select_reds(&mut session);
    play(&mut session, Play::AskPatrol);
    for (asks, selected) in [(true, 2), (false, 2), (false, 0)] {
        assert_eq!((session.asks_patrol(), session.selection().len()), (asks, selected));
        session.apply(Command::Escape);
    }
}

/// The unit that is added comes later than the moment from which the run continues.
#[test]
fn continuing_from_a_moment_forgets_selected_units_that_came_later() {
    let mut session = paused(1);
    play(&mut session, Play::Spawn(Point::new(0.0, 2.0), Brush { count: 1, group: 0, team: 0 }));
    steps(&mut session, 2);
    session.apply(Command::Select(Some(5)));
    assert_eq!(session.selection().len(), 1);
    session.apply(Command::LookAt(0));
    play(&mut session, Play::ContinueFromHere);
    session.advance(0.01);
    assert_eq!((session.ticks(), session.selection().len()), (0, 0));
}

#[test]
fn a_mark_stays_for_a_moment_and_until_the_next_tick() {
    let mut session = paused(1);
    select_reds(&mut session);
    go(&mut session, 0.0, 0.0, false);
    let picture = |session: &Session| {
        let mut pixels = vec![0; 800 * 400 * 4];
        session.draw(&mut Canvas::new(800, 400, &mut pixels));
        pixels
    };
    let with = picture(&session);
    session.advance(5.0);
    assert!(picture(&session) == with, "the order has not been carried out yet");
    steps(&mut session, 1);
    session.advance(0.01);
    assert!(picture(&session) != with);
    session.take_stale();
    go(&mut session, 1.0, 0.0, false);
    steps(&mut session, 1);
    session.take_stale();
    for _ in 0..2 {
        assert!(session.wakes_in().is_some_and(|wake| (0.5..1.01).contains(&wake.as_secs_f32())));
        session.advance(0.1);
        session.take_stale();
    }
    session.advance(0.9);
    assert!(session.take_stale().worlds && session.wakes_in() != Some(Duration::ZERO));
}

#[test]
fn it_draws_and_never_panics_whatever_is_commanded() {
    use proptest::prelude::*;
    use proptest::test_runner::{Config, TestRunner};
    let point = || (-11.0_f32..11.0, -6.0_f32..6.0);
    let step = (0_usize..18, point(), point(), any::<bool>(), 1_usize..40);
    let plays = prop::collection::vec(step, 1..60);
    let config = Config { cases: 12, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&(plays, 1_usize..3), |(plays, count)| {
        let mut session = paused(count);
        for (kind, (x, y), (x2, y2), flag, number) in plays {
            let (at, to) = (pixel(&session, x, y), pixel(&session, x2, y2));
            let shape = Wall::Circle { center: Point::new(x, y), radius: 0.2 + x2.abs() / 5.0 };
            let walls = session.world().walls();
            let some_wall = walls.get(number % walls.len().max(1)).map(|wall| wall.id);
            let command = match kind {
                0 => Command::SelectAt(at.0, at.1),
                1 => Command::Play(Play::AddAt(at.0, at.1)),
                2 | 3 => Command::Play(Play::SelectBox { from: at, to, add: flag }),
                4 => Command::Play(Play::SelectAlike { at, add: flag }),
                5 => Command::Play(if flag { Play::Store(number) } else { Play::Recall(number) }),
                6 | 7 => Command::Play(Play::Go { to, queued: flag }),
                8 => Command::Play(Play::Form { from: at, to, queued: flag }),
                9 => Command::Play(if flag { Play::AskPatrol } else { Play::Stop }),
                10 => Command::Play(if flag { Play::Remove } else { Play::Hold }),
                11 => Command::Play(Play::Spawn(
                    Point::new(x, y),
                    Brush { count: number, group: number as u16 % 3, team: 1 },
                )),
                12 if flag => Command::Play(Play::AddWall(NewWall::door(shape))),
                12 => Command::Play(Play::AddWall(NewWall {
                    if_occupied: IfOccupied::Clear,
                    ..NewWall::new(shape)
                })),
                13 => match some_wall {
                    Some(wall) => {
                        Command::Play(if flag { Play::RemoveWall(wall) } else { Play::SwitchDoor(wall) })
                    }
                    None => Command::Step,
                },
                14 => Command::LookAt(number as u64),
                15 if flag => Command::Play(Play::ContinueFromHere),
                15 => Command::LookAtPresent,
                16 => Command::Play(Play::Change(UnitChange {
                    radius: Some(x2 / 8.0),
                    push: Some(Vec2::new(x, y)),
                    position: flag.then_some(Point::new(x, y)),
                    ..UnitChange::default()
                })),
                _ => Command::Toggle(OVERLAYS[number % OVERLAYS.len()]),
            };
            session.apply(command);
            steps(&mut session, number % 7);
            session.advance(0.02);
            let mut pixels = vec![0; 800 * 400 * 4];
            session.draw(&mut Canvas::new(800, 400, &mut pixels));
        }
        Ok(())
    });
    assert!(outcome.is_ok(), "{outcome:?}");
}
