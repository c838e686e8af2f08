//! Looking back.

use super::*;

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
