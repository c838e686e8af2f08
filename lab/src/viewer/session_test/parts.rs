//! The parts of the window that commands open and close, and what a session begins with.

use super::*;
use crate::draw::theme;
use crate::viewer::Play;
use sidestep::settings::Push;

/// Panel, plots, results, help, hint and tools.
fn open(session: &Session) -> [bool; 6] {
    let open = session.open();
    [open.panel, open.plots, open.results, open.help, open.hint, open.tools]
}

#[test]
fn a_session_begins_in_the_present_at_normal_speed_with_what_the_last_window_had() {
    for (panel, hint_closed, paused) in [(true, true, false), (false, false, true)] {
        let mut options = ViewerOptions { paused, ..options(layout) };
        (options.memory.panel, options.memory.hint_closed) = (panel, hint_closed);
        let session = opened(options);
        assert_eq!(open(&session), [panel, false, false, false, !hint_closed, false]);
        assert_eq!((session.paused(), session.runs(), session.speed()), (paused, !paused, 1.0));
        assert_eq!((session.looking(), session.active(), session.selected()), (None, 0, None));
        assert!(
            session.overlays().is_empty() && session.selection().is_empty() && session.result().is_empty()
        );
        assert!(session.message().is_none() && session.question().is_none() && session.notice().is_none());
        assert!(!session.wants_to_quit() && !session.records() && !session.placing());
    }
}

#[test]
fn a_session_that_begins_later_runs_there_first() {
    let mut session = opened(ViewerOptions { begin: 100, ..options(layout) });
    assert_eq!((session.runs(), session.wakes_in()), (false, Some(Duration::ZERO)));
    session.advance(0.0);
    assert!((100..=101).contains(&session.ticks()) && session.runs(), "tick {}", session.ticks());
    session.apply(Command::Restart);
    assert_eq!(session.ticks(), 0);
}

#[test]
fn each_command_opens_and_closes_its_part_alone() {
    for (command, part) in [
        (Command::TogglePanel, 0),
        (Command::TogglePlots, 1),
        (Command::ToggleResults, 2),
        (Command::ToggleHelp, 3),
        (Command::TogglePlayTools, 5),
    ] {
        let mut session = session();
        let before = open(&session);
        let mut other = before;
        other[part] = !other[part];
        for expected in [other, before] {
            session.apply(command.clone());
            assert_eq!(open(&session), expected, "{command:?}");
        }
    }
    let mut hinted = options(layout);
    hinted.memory.hint_closed = false;
    let mut session = opened(hinted);
    for expected in [false, false] {
        session.apply(Command::CloseHint);
        assert_eq!(session.open().hint, expected);
    }
}

#[test]
fn pause_theme_and_speed_change_by_command_alone() {
    let mut session = session();
    let themes = [&theme::DARK, &theme::LIGHT].map(|theme| theme.name);
    assert_eq!(session.theme().name, themes[0]);
    for (paused, theme) in [(true, 1), (false, 0)] {
        session.apply(Command::TogglePause);
        session.apply(Command::ToggleTheme);
        assert_eq!((session.paused(), session.theme().name), (paused, themes[theme]));
    }
    for (command, speed) in [(Command::Faster, 2.0), (Command::Faster, 4.0), (Command::Slower, 2.0)] {
        session.apply(command);
        assert_eq!(session.speed(), speed);
    }
    (0..20).for_each(|_| session.apply(Command::Slower));
    assert_eq!(session.speed(), SPEEDS[0]);
}

#[test]
fn overlays_are_cleared_together() {
    let mut session = session();
    OVERLAYS[..2].iter().for_each(|overlay| session.apply(Command::Toggle(overlay)));
    assert_eq!(session.overlays().iter().count(), 2);
    session.apply(Command::ClearOverlays);
    assert!(session.overlays().is_empty());
}

#[test]
fn the_push_is_switched_and_set_within_its_range() {
    let mut session = session();
    let push = |session: &Session| session.world().steering().push;
    let before = push(&session);
    session.apply(Command::TogglePush);
    assert_eq!((push(&session).on, push(&session).strength), (!before.on, before.strength));
    for (strength, expected) in
        [(0.5, 0.5), (-1.0, 0.5), (1e9, 0.5), (f32::NAN, 0.5), (0.25, 0.25), (0.0, 0.0)]
    {
        session.apply(Command::Set(&Push::STRENGTH, strength.into()));
        assert_eq!((push(&session).on, push(&session).strength), (true, expected), "{strength}");
    }
}

/// Selected units have rings, and orders of the next tick have marks.
#[test]
fn the_picture_shows_what_is_selected_and_commanded() {
    let picture = |session: &Session| {
        let mut pixels = vec![0; 4 * 400 * 200];
        session.draw(&mut Canvas::new(400, 200, &mut pixels));
        pixels
    };
    let mut session = opened(ViewerOptions { paused: true, ..options(layout) });
    session.apply(Command::Resize(400, 200));
    let plain = picture(&session);
    session.apply(Command::Select(Some(0)));
    let ringed = picture(&session);
    assert_ne!(ringed, plain, "a ring");
    session.apply(Command::Play(Play::Go { to: (300.0, 50.0), queued: false }));
    assert_ne!(picture(&session), ringed, "an order");
    session.apply(Command::Select(None));
    assert_ne!(picture(&session), plain, "the order's mark stays for a moment");
    // A row has a line from its left to its right end.
    let marked = |to: (f32, f32)| {
        let mut session = opened(ViewerOptions { paused: true, ..options(layout) });
        session.apply(Command::Resize(400, 200));
        session.apply(Command::Select(Some(0)));
        session.apply(Command::Play(Play::Form { from: (100.0, 50.0), to, queued: false }));
        session.apply(Command::Select(None));
        picture(&session)
    };
    assert_ne!(marked((200.0, 50.0)), marked((200.0, 80.0)), "the end of the row");
}

/// A dot marks the goal of a selected unit that is on its way.
#[test]
fn the_picture_shows_the_goal_of_a_selected_unit() {
    let mut session = opened(ViewerOptions { paused: true, ..options(|_| short_walk(60.0)) });
    session.apply(Command::Resize(400, 200));
    let pixel = |session: &Session| {
        let mut pixels = vec![0; 4 * 400 * 200];
        session.draw(&mut Canvas::new(400, 200, &mut pixels));
        let (x, y) = session.viewpoint().to_screen(Point::origin());
        let at = 4 * (400 * y as usize + x as usize);
        pixels[at..at + 3].to_vec()
    };
    let green = theme::DARK.green;
    assert_ne!(pixel(&session), [green.r, green.g, green.b], "nothing is selected");
    session.apply(Command::Select(Some(0)));
    assert_eq!(pixel(&session), [green.r, green.g, green.b]);
    session.apply(Command::Select(Some(1)));
    assert_ne!(pixel(&session), [green.r, green.g, green.b], "the other unit has no goal");
}

/// A command lets worlds go on that had ended.
#[test]
fn a_run_that_has_ended_goes_on_with_a_command_and_not_with_a_refused_one() {
    let mut session = session_on(|_| short_walk(60.0));
    pass(&mut session, 8.0, 0.02);
    assert!(!session.runs() && !session.result().is_empty(), "it has ended");
    session.apply(Command::Select(Some(0)));
    session.apply(Command::Play(Play::Go { to: (-500.0, -500.0), queued: false }));
    assert!(!session.result().is_empty(), "{:?}", session.message());
    let map = session.map_of(0);
    let to = (map.x as f32 + 0.25 * map.width as f32, map.y as f32 + 0.5 * map.height as f32);
    session.apply(Command::Play(Play::Go { to, queued: false }));
    assert!(session.result().is_empty(), "{:?}", session.message());
    let before = session.ticks();
    pass(&mut session, 0.5, 0.02);
    assert!(session.ticks() > before);
}
