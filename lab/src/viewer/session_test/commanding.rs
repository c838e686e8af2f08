//! Units that are told what to do while the run goes on.

use super::*;
use sidestep::world::Phase;

/// Two units that stand and give way, and one far from them.
fn three(name: &str) -> Layout {
    let mut layout = layout(name);
    let idle = |x: f32, y: f32| Start {
        goal: Goal::Point { at: Point::new(x, y), radius: 0.5, own: false },
        ..start(x, y)
    };
    layout.starts = vec![idle(-4.0, 0.0), idle(-2.0, 0.0), Start { group: 0, ..idle(6.0, 3.0) }];
    layout
}

fn pixel(session: &Session, x: f32, y: f32) -> (f32, f32) {
    let (x, y) = session.camera().to_screen(Point::new(x, y));
    let map = session.map_of(0);
    (x + map.x as f32, y + map.y as f32)
}

#[test]
fn units_in_a_box_go_where_they_are_sent_and_the_past_shows_it() {
    let mut session = session_on(three);
    let (from, to) = (pixel(&session, -5.0, 1.0), pixel(&session, -1.0, -1.0));
    session.apply(Command::SelectBox { from, to, add: false });
    assert_eq!(session.commanded().len(), 2);
    pass(&mut session, 1.0, 0.1);
    let there = Point::new(0.0, -3.0);
    session.apply(Command::Send { from: there, to: there, queued: false });
    assert_eq!(session.message(), None);
    pass(&mut session, 8.0, 0.1);
    let near = |slot: usize| (session.world().units().position[slot] - there).norm();
    assert!(near(0) < 2.0 && near(1) < 2.0 && near(2) > 5.0, "{} {} {}", near(0), near(1), near(2));
    let now = session.world().units().position.clone();
    let ticks = session.world().ticks();
    // What is computed of the past has the orders, too.
    session.apply(Command::LookAt(ticks - 1));
    session.apply(Command::Select(Some(0)));
    while session.computing().is_some() {
        session.advance(0.1);
    }
    let past = session.shown_world(0).map(|world| world.units().position.clone()).unwrap();
    assert!((past[0] - now[0]).norm() < 0.2, "{} and {}", past[0], now[0]);
}

#[test]
fn orders_need_units_and_a_place_within_the_bounds() {
    let mut session = session_on(three);
    session.apply(Command::Stop);
    assert!(session.message().is_some_and(|text| text.contains("select units first")));
    session.apply(Command::Select(Some(0)));
    let far = Point::new(900.0, 0.0);
    session.apply(Command::Send { from: far, to: far, queued: false });
    assert!(session.message().is_some_and(|text| text.contains("outside the bounds")));
    session.apply(Command::Hold);
    pass(&mut session, 0.5, 0.1);
    let units = session.world().units();
    assert_eq!((units.stance[0], units.phase[0]), (sidestep::crowd::Stance::Hold, Phase::Standing));
}

#[test]
fn a_group_lines_up_between_two_points() {
    let mut session = session_on(three);
    let at = pixel(&session, -4.0, 0.0);
    session.apply(Command::SelectGroup { at, add: false });
    assert_eq!(session.commanded().len(), 3);
    session.apply(Command::Send { from: Point::new(-3.0, -4.0), to: Point::new(3.0, -4.0), queued: false });
    pass(&mut session, 12.0, 0.1);
    let units = session.world().units();
    assert!(units.position.iter().all(|p| (p.y + 4.0).abs() < 0.5), "{:?}", units.position);
}
