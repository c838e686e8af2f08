//! Units, walls and doors that are added while the worlds run.

use super::*;
use crate::viewer::{Brush, Play};
use sidestep::crowd::{NewWall, Stance, UnitId};
use sidestep::geometry::Wall;

/// Of group 0 an obstacle and a slow unit, of group 1 an obstacle, and none of group 2.
fn groups(name: &str) -> Layout {
    let mut layout = layout(name);
    layout.groups = vec!["red".into(), "blue".into(), "green".into()];
    let obstacle =
        |x: f32, group: u16, radius: f32| Start { group, radius, goal: Goal::Stand, ..start(x, 4.0) };
    let walker = Start {
        radius: 0.7,
        mass: 100.0,
        max_speed: 1.0,
        max_force: 300.0,
        stance: Stance::Hold,
        ..start(-8.0, 0.0)
    };
    layout.starts = vec![obstacle(-8.0, 0, 0.3), walker, obstacle(8.0, 1, 0.4)];
    layout
}

fn paused(layout: impl Fn(&str) -> Layout + 'static) -> Session {
    let mut session = opened(ViewerOptions { paused: true, ..options(layout) });
    session.apply(Command::Resize(800, 400));
    session
}

fn spawn(session: &mut Session, at: (f32, f32), count: usize, group: u16) {
    let brush = Brush { count, group, team: 3 };
    session.apply(Command::Play(Play::Spawn(Point::new(at.0, at.1), brush)));
}

/// Of those of a group, the first one that can move; or else its first one at the start; or else the first of all.
#[test]
fn a_unit_that_is_added_is_like_the_first_of_its_group() {
    for (group, radius, mass) in [(0, 0.7, 100.0), (1, 0.4, 80.0), (2, 0.3, 80.0)] {
        let mut session = paused(groups);
        spawn(&mut session, (0.0, 0.0), 1, group);
        session.apply(Command::Step);
        let units = session.world().units();
        assert_eq!((units.len(), units.radius[3], units.mass[3]), (4, radius, mass), "group {group}");
        assert_eq!((units.group[3], units.team[3], units.stance[3]), (group, 3, Stance::GiveWay));
        let (speed, force) = if group == 0 { (1.0, 300.0) } else { (2.0, 400.0) };
        assert_eq!((units.max_speed[3], units.max_force[3]), (speed, force), "group {group}");
        assert_eq!(units.position[3], Point::new(0.0, 0.0));
    }
}

#[test]
fn a_map_that_cannot_be_changed_runs_on() {
    let mut session = session_on(|_| short_walk(60.0));
    pass(&mut session, 0.5, 0.02);
    session.apply(Command::TogglePlayTools);
    session.apply(Command::TogglePlacing);
    assert_eq!(session.message(), Some("this map cannot be changed"));
    assert!(session.ticks() > 0 && !session.paused() && !session.placing() && session.open().tools);
}

/// The next ones stand around the first one, 0.55 · 1.15 diameters times the root of their number from it.
#[test]
fn units_are_added_from_the_point_outwards_and_as_many_as_fit() {
    let mut session = paused(groups);
    spawn(&mut session, (0.0, 0.0), 9, 1);
    assert_eq!(session.message(), None);
    session.apply(Command::Step);
    let units = session.world().units();
    let from: Vec<f32> = units.position[3..].iter().map(|at| at.coords.norm()).collect();
    assert!(from.is_sorted() && from[8] < 0.8 * 0.55 * 1.15 * 6.0, "{from:?}");
    let gaps = (3..12).flat_map(|a| (3..a).map(move |b| (a, b)));
    let nearest = gaps.map(|(a, b)| (units.position[a] - units.position[b]).norm()).fold(9.0, f32::min);
    assert!((0.8..0.95).contains(&nearest), "{nearest} m");
    // A wall leaves room for none.
    let wall = Wall::Box(Rect { min: Point::new(-9.0, -4.5), max: Point::new(9.0, 3.0) });
    let mut session = paused(move |name| Layout {
        walls: vec![wall.clone()],
        starts: groups(name).starts[2..].to_vec(),
        ..groups(name)
    });
    spawn(&mut session, (0.0, 0.0), 2, 1);
    assert_eq!(session.message(), Some("there is room for 0 of 2 units here"));
    session.apply(Command::Step);
    assert_eq!(session.world().units().len(), 1);
}

/// Twelve places for each unit, but 48 at least. Those around a pillar are as far from its middle as the root of their number says.
#[test]
fn a_brush_tries_twelve_places_for_each_unit() {
    let farthest = |tried: f32| 0.55 * 2.0 * 1.15 * 0.4 * (tried - 1.0).sqrt();
    for (count, tried) in [(1, 48.0), (4, 48.0), (6, 72.0)] {
        for (beyond, room) in [(-0.03, true), (0.01, false)] {
            let mut session = paused(groups);
            // A unit may overlap a wall by a tenth of its radius.
            let radius = farthest(tried) + beyond - 0.9 * 0.4;
            let pillar = NewWall::new(Wall::Circle { center: Point::origin(), radius });
            session.apply(Command::Play(Play::AddWall(pillar)));
            session.apply(Command::Step);
            spawn(&mut session, (0.0, 0.0), count, 1);
            let added = session.pane().waiting_commands().count();
            assert_eq!(added > 0, room, "{count} units around {radius} m: {:?}", session.message());
        }
    }
}

#[test]
fn a_run_that_has_ended_goes_on_with_units_that_are_added() {
    let mut session = opened(options(|_| short_walk(60.0)));
    pass(&mut session, 10.0, 0.01);
    assert!(session.end().is_some() && !session.result().is_empty());
    spawn(&mut session, (0.0, 3.0), 1, 0);
    assert!(session.result().is_empty());
    session.apply(Command::Step);
    assert_eq!(session.world().units().len(), 3);
}

/// Twice the text, twice the height.
#[test]
fn the_heading_above_several_worlds_grows_with_the_text() {
    let mut session = opened(ViewerOptions { variants: 2, ..options(groups) });
    session.apply(Command::Resize(1600, 900));
    let before = session.heading().height;
    for _ in 0..2 {
        session.set_display(2, None);
        assert_eq!(session.heading().height, 2 * before);
    }
}

/// A single unit has no neighbour in its row.
#[test]
fn one_unit_takes_its_place_in_a_row() {
    let mut session = paused(groups);
    session.apply(Command::Select(Some(1)));
    assert!(session.takes_orders());
    let pixel = |session: &Session, x: f32| session.camera().to_screen(Point::new(x, 0.0));
    let (from, to) = (pixel(&session, 0.0), pixel(&session, 4.0));
    session.apply(Command::Play(Play::Form { from, to, queued: false }));
    assert_eq!((session.message(), session.pane().commands().len()), (None, 1));
    session.apply(Command::Step);
    let goal = session.world().units().goal[1].point();
    assert!(goal.is_some_and(|at| (at - Point::new(2.0, 0.0)).norm() < 0.1), "{goal:?}");
    // A patrol that is asked for is forgotten with the unit.
    session.apply(Command::Play(Play::AskPatrol));
    session.apply(Command::Play(Play::Remove));
    session.apply(Command::Step);
    assert!(!session.asks_patrol() && !session.takes_orders());
}

/// From 4 pixels away.
#[test]
fn a_click_reaches_the_nearest_door_or_wall() {
    let mut session = paused(groups);
    let wall = |x: f32| Wall::Box(Rect { min: Point::new(x - 0.5, -3.0), max: Point::new(x + 0.5, 1.0) });
    for new in [NewWall::new(wall(-2.0)), NewWall::door(wall(2.0)), NewWall::door(wall(3.2))] {
        session.apply(Command::Play(Play::AddWall(new)));
    }
    session.apply(Command::Step);
    let ids: Vec<_> = session.world().walls().iter().map(|wall| wall.id).collect();
    let pixel = 1.0 / session.camera().scale;
    let at = |x: f32| Point::new(x, 0.0);
    for (x, wall, door) in [
        (-1.5 + 3.9 * pixel, Some(0), None),
        (-1.5 + 4.1 * pixel, None, None),
        (1.5 - 3.9 * pixel, Some(1), Some(1)),
        (1.5 - 4.1 * pixel, None, None),
        (2.59, Some(1), Some(1)),
        (2.61, Some(2), Some(2)),
    ] {
        assert_eq!(session.placed_wall_at(0, at(x)), wall.map(|wall: usize| ids[wall]), "{x}");
        assert_eq!(session.door_at(0, at(x)), door.map(|door: usize| ids[door]), "{x}");
    }
}

#[test]
fn keys_for_modes_say_which_groups_they_do_not_move() {
    let mut session = paused(|name| {
        let seek = Plan::single(Behaviour::named("seek").unwrap());
        let mut layout = groups(name);
        layout.starts.push(Start { group: 1, goal: Goal::Roam, ..start(0.0, 0.0) });
        Layout { plans: vec![None, Some(seek), None], ..layout }
    });
    session.apply(Command::ChooseMode(Mode::named("orca").unwrap_or_default()));
    let said = session.message().unwrap_or_default();
    assert!(said.starts_with("orca: ") && said.ends_with(" (except blue: moved by plans)"), "{said}");
    let mut session = paused(|name| {
        let mut layout = groups(name);
        layout.starts.remove(1);
        layout
    });
    session.apply(Command::NextMode);
    assert_eq!(session.message(), Some("no unit of this map walks: avoidance modes have no effect"));
    let units: Vec<UnitId> = session.world().ids().to_vec();
    assert_eq!(units.len(), 2);
}
