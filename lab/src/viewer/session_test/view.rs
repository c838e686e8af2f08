//! Drawing, selecting, saving and scrolling.

use super::*;
use crate::draw::canvas::Area;
use crate::draw::{Color, theme};
use crate::export::VisibleArea;
use crate::export::{Entrant, ExportError, OutputFormat, PictureRecorder, RecordingOptions};
use crate::viewer::memory::WindowMemory;

/// The number of pictures that a session requests in this many frames of 10 ms.
fn pictures(session: &mut Session, frames: usize) -> usize {
    let mut asked = 0;
    for _ in 0..frames {
        session.advance(0.01);
        asked += usize::from(session.take_stale().any());
    }
    asked
}

#[test]
fn an_unchanged_picture_is_not_redrawn() {
    let mut session = session();
    assert_eq!(pictures(&mut session, 50), 50, "a world that runs is drawn in every frame");
    assert_eq!(session.wakes_in(), Some(Duration::ZERO));
    session.apply(Command::TogglePause);
    assert_eq!(session.wakes_in(), Some(Duration::ZERO), "the pause itself is not drawn yet");
    assert_eq!(pictures(&mut session, 50), 1, "a paused world is drawn once");
    assert_eq!(session.wakes_in(), None, "only a command wakes it");
    for command in [Command::Step, Command::Pan(5.0, 0.0), Command::ToggleHelp, Command::Faster] {
        session.apply(command.clone());
        assert_eq!(pictures(&mut session, 50), 1, "{command:?}");
    }
    session.set_display(1, None);
    assert_eq!(pictures(&mut session, 50), 0, "the same display again");
    session.set_display(2, None);
    assert_eq!(pictures(&mut session, 50), 1, "another scale of text");
    session.set_display(2, Some(60.0));
    assert_eq!(pictures(&mut session, 50), 1, "another rate");
    session.set_display(2, Some(60.0));
    assert_eq!(pictures(&mut session, 50), 0, "the same rate");
}

#[test]
fn the_start_and_the_end_of_a_message_are_drawn() {
    let mut session = session();
    session.apply(Command::TogglePause);
    // After a long sleep.
    session.advance(3600.0);
    session.apply(Command::Undo);
    assert!(session.take_stale().any() && session.message().is_some());
    let sleep = session.wakes_in().map_or(0.0, |after| after.as_secs_f32());
    assert!((sleep - 4.0).abs() < 0.01, "{sleep} s until the message goes");
    session.advance(0.9 * sleep);
    assert!(!session.take_stale().any() && session.message().is_some());
    session.advance(0.1 * sleep + 0.01);
    assert!(session.take_stale().any() && session.message().is_none());
    assert_eq!(session.wakes_in(), None);
}

#[test]
fn a_click_selects_the_unit_under_it_and_escape_deselects_but_never_quits() {
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
    assert!(!session.wants_to_quit() && session.message().is_some_and(|text| text.contains("q to quit")));
    session.apply(Command::Quit);
    assert!(session.wants_to_quit());
}

#[test]
fn a_click_between_two_units_selects_the_nearer_one() {
    let mut session = session_on(|name| {
        let mut layout = layout(name);
        layout.starts = vec![start(0.0, 0.0), start(1.06, 0.0)];
        layout
    });
    session.apply(Command::TogglePause);
    // Both are within reach of a click between them.
    for (x, nearer) in [(0.515, 0), (0.545, 1)] {
        let (x, y) = session.camera().to_screen(Point::new(x, 0.0));
        session.apply(Command::SelectAt(x, y));
        assert_eq!(session.selected(), Some(nearer));
    }
}

#[test]
fn a_session_can_start_paused_with_a_selected_unit() {
    for (asked, selected) in [(Some(1), Some(1)), (Some(2), None)] {
        let mut options = options(layout);
        (options.paused, options.selected) = (true, asked);
        let Ok(mut session) = Session::new(options) else { panic!("no session") };
        pass(&mut session, 1.0, 0.1);
        assert_eq!((session.selected(), session.world().ticks()), (selected, 0));
    }
}

#[test]
fn a_session_can_start_at_a_speed_and_with_a_part_of_the_map() {
    for (asked, speed) in [(1.0, 1.0), (0.3, 0.25), (2.7, 2.0), (3.1, 4.0), (99.0, 8.0), (0.0, 0.0625)] {
        assert_eq!(opened(ViewerOptions { speed: asked, ..options(layout) }).speed(), speed, "{asked}");
    }
    let visible = VisibleArea { middle: MapPoint::new(2.0, 1.0), width: 5.0 };
    let mut session =
        opened(ViewerOptions { visible: Some(visible), size: Some((1000, 500)), ..options(layout) });
    for height in [500, 300] {
        session.apply(Command::Resize(1000, height));
        let camera = session.camera();
        assert_eq!((camera.center, camera.scale), (Point::new(2.0, 1.0), 200.0));
    }
}

#[test]
fn the_next_window_looks_like_the_last_one() {
    let mut first = options(layout);
    first.memory.hint_closed = false;
    let mut session = opened(first);
    assert!(session.open().hint && session.open().panel && *session.theme() == theme::DARK);
    for command in [Command::CloseHint, Command::NextMap, Command::TogglePanel, Command::ToggleTheme] {
        session.apply(command);
    }
    let memory = session.remember(WindowMemory::default());
    assert_eq!(memory.map.as_deref(), Some("next/map"));
    let next = opened(ViewerOptions { memory, ..options(layout) });
    assert!(!next.open().hint && !next.open().panel && *next.theme() == theme::LIGHT);
}

#[test]
fn escape_closes_one_thing_after_the_other() {
    let mut session = session_on(|_| short_walk(1.0));
    session.apply(Command::ToggleResults);
    session.apply(Command::Select(Some(0)));
    pass(&mut session, 2.0, 0.01);
    for command in [Command::StepBack, Command::ChooseMap(2), Command::ToggleHelp] {
        session.apply(command);
    }
    for closed in 0..=6 {
        let open = [
            session.open().help,
            session.notice().is_some(),
            !session.result().is_empty(),
            session.looking().is_some(),
            session.selected().is_some(),
            session.open().results,
        ];
        assert_eq!(open, [0, 1, 2, 3, 4, 5].map(|part| part >= closed));
        session.apply(Command::Escape);
    }
    assert!(session.message().is_some_and(|text| text.contains("q to quit")));
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
    assert_eq!((session.camera().width, session.camera().height), (640.0, 360.0));
    session.apply(Command::Fit);
    assert_eq!(session.camera().scale, small);
    session.apply(Command::Resize(1280, 720));
    assert!(session.camera().scale > 1.9 * small, "it follows again");
}

#[test]
fn a_picture_is_saved_under_its_name() {
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => panic!("{error}"),
    };
    let mut session = session();
    session.set_folder(folder.path().to_path_buf());
    session.apply(Command::NextMap);
    session.apply(Command::Step);
    session.apply(Command::SavePicture);
    assert!(folder.path().join("sidestep-next-map-1.png").is_file(), "{:?}", session.message());
    assert_eq!(session.message(), Some("saved sidestep-next-map-1.png"));
}

#[test]
fn it_draws_in_any_state() {
    let commands = [
        vec![],
        vec![Command::Select(Some(0)), Command::ToggleHelp],
        OVERLAYS.iter().map(|overlay| Command::Toggle(overlay)).collect(),
        vec![Command::Step, Command::Step, Command::LookAt(1)],
        vec![Command::ClearOverlays, Command::AddWorld],
        vec![Command::TogglePanel, Command::Toggle(&overlays::FORCE), Command::ToggleTheme],
        vec![Command::NextMap],
    ];
    let mut session = session();
    session.apply(Command::Resize(300, 200));
    for (state, commands) in commands.into_iter().enumerate() {
        commands.into_iter().for_each(|command| session.apply(command));
        for scale in [1, 2, 5] {
            session.set_display(scale, Some(60.0));
            let mut pixels = vec![0; 300 * 200 * 4];
            session.draw(&mut Canvas::new(300, 200, &mut pixels));
            let is = |pixel: &[u8], color: Color| pixel[..3] == [color.r, color.g, color.b];
            assert!(pixels.chunks(4).all(|pixel| pixel[3] == 255), "state {state}: a part is not drawn");
            for number in 0..session.panes().len() {
                let (x, y) = session.camera().to_screen(session.shown_position(number, 1));
                let map = session.map_of(number);
                // Off the middle, where the heading's mark may be.
                let reach = 0.6 * 0.5 * session.camera().scale;
                if map.width.min(map.height) < 20 {
                    // Large letters leave a small picture no room for the map.
                    assert!(scale == 5, "state {state}, scale {scale}: {map:?}");
                    continue;
                }
                let seen =
                    [(reach, 0.0), (-reach, 0.0), (0.0, reach), (0.0, -reach)].iter().any(|(dx, dy)| {
                        let (x, y) = ((x + dx) as usize + map.x as usize, (y + dy) as usize + map.y as usize);
                        let at = 4 * (300 * y + x);
                        at + 4 <= pixels.len() && is(&pixels[at..at + 4], session.theme().group(0))
                    });
                assert!(seen, "state {state}, scale {scale}: unit 1 of world {number} is not drawn");
            }
        }
    }
}

/// The picture that `s` saves.
fn saved_picture(session: &mut Session) -> Vec<u8> {
    let Ok(folder) = tempfile::tempdir() else { panic!("no folder") };
    session.set_folder(folder.path().to_path_buf());
    session.apply(Command::SavePicture);
    let name = format!("sidestep-{}-{}.png", session.world().layout().name, session.ticks());
    let Ok(file) = std::fs::File::open(folder.path().join(name)) else { panic!("{:?}", session.message()) };
    let decoder = png::Decoder::new(std::io::BufReader::new(file));
    let Ok(mut reader) = decoder.read_info() else { panic!("not a picture") };
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or_default()];
    assert!(reader.next_frame(&mut pixels).is_ok());
    pixels
}

#[test]
fn a_saved_picture_has_the_legends_of_its_overlays_though_the_panel_has_them_in_the_window() {
    // The pixels of the letters that an overlay adds.
    let added = |count: usize| {
        let mut session = session_of(count, layout);
        session.apply(Command::Resize(1000, 500));
        session.apply(Command::Step);
        assert!(session.open().panel);
        let letters = |pixels: &[u8]| {
            let is_letter = |p: &&[u8]| p[0] > 110 && p[0].abs_diff(p[1]) < 30 && p[1].abs_diff(p[2]) < 40;
            pixels.chunks(4).filter(is_letter).count()
        };
        let before = letters(&saved_picture(&mut session));
        session.apply(Command::Toggle(&overlays::TRAIL));
        letters(&saved_picture(&mut session)).saturating_sub(before)
    };
    let (one, two) = (added(1), added(2));
    assert!(one > 30, "{one} pixels");
    assert!(2 * two > 3 * one, "{two} pixels: each of two worlds has its legend, which has {one}");
}

#[test]
fn a_recording_ends_with_its_run() {
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => panic!("{error}"),
    };
    let mut session = session();
    session.set_folder(folder.path().to_path_buf());
    session.apply(Command::Resize(121, 81));
    session.apply(Command::ToggleRecording);
    assert!(session.records());
    (0..9).for_each(|_| session.apply(Command::Step));
    session.apply(Command::Restart);
    assert!(!session.records());
    let file = folder.path().join("sidestep-here.gif");
    let gif = std::fs::read(file).unwrap_or_default();
    assert_eq!(
        gif.get(6..10),
        Some(&[120, 0, 80, 0][..]),
        "even sides, as videos need: {:?}",
        session.message()
    );
    // The next recording does not replace it.
    session.apply(Command::ToggleRecording);
    session.apply(Command::ToggleRecording);
    assert!(folder.path().join("sidestep-here-2.gif").is_file(), "{:?}", session.message());
}

std::thread_local! {
    /// The options of the last recording in [`BROKEN`].
    static ASKED: std::cell::RefCell<RecordingOptions> = std::cell::RefCell::default();
}

/// A format that can record a single picture.
static BROKEN: OutputFormat = OutputFormat {
    ending: "broken",
    open_pictures: Some(|_, options| {
        ASKED.with(|asked| *asked.borrow_mut() = options.clone());
        Ok(Box::new(OnePicture(false)))
    }),
    ..crate::export::GIF
};

struct OnePicture(bool);

impl PictureRecorder for OnePicture {
    fn show(&mut self, _: &[Entrant]) -> Result<(), ExportError> {
        match std::mem::replace(&mut self.0, true) {
            false => Ok(()),
            true => Err(ExportError::NoEncoder { path: "film".into(), encoder: "tape" }),
        }
    }

    fn complete(self: Box<Self>, _: &[Entrant]) -> Result<(), ExportError> {
        panic!("it has failed before")
    }
}

#[test]
fn a_recording_that_fails_says_why_and_the_run_goes_on() {
    let mut session = session();
    session.apply(Command::RecordAs(&BROKEN));
    assert_eq!(session.recording_format().ending, "broken");
    session.apply(Command::ToggleRecording);
    let said = |session: &Session| session.message().unwrap_or_default().to_string();
    assert!(session.records() && said(&session).starts_with("recording sidestep-here.broken"));
    session.apply(Command::Step);
    assert!(!session.records() && said(&session).contains("tape is not installed; "), "{}", said(&session));
    session.apply(Command::Step);
    assert_eq!(session.ticks(), 2);
}

/// In a world that has half of the window, as much is visible as in all of it.
#[test]
fn a_recording_shows_what_the_window_shows() {
    for (worlds, share) in [(1, 1.0), (2, 0.5)] {
        let mut session =
            session_of(worlds, |name| Layout { origin: MapPoint::new(300.0, -40.0), ..layout(name) });
        session.apply(Command::Resize(801, 400));
        let asked = |session: &mut Session| {
            session.apply(Command::RecordAs(&BROKEN));
            session.apply(Command::ToggleRecording);
            session.apply(Command::Step);
            ASKED.with(|asked| asked.borrow().clone())
        };
        assert!(asked(&mut session).visible.is_none(), "all of the map");
        session.apply(Command::Toggle(&overlays::TRAIL));
        session.apply(Command::Select(Some(1)));
        session.apply(Command::Zoom(3.0));
        session.apply(Command::Pan(40.0, 0.0));
        let options = asked(&mut session);
        let camera = session.camera();
        let Some(visible) = options.visible else { panic!("{worlds} worlds") };
        let width = 800.0 * share / camera.scale;
        assert!((visible.width / width - 1.0).abs() < 0.01, "{} m, not {width} m", visible.width);
        assert_eq!(visible.middle, session.world().layout().map_point(camera.center));
        assert_eq!((options.size, options.selected), (Some((800, 400)), Some(1)));
        assert_eq!(options.overlays.iter().count(), 1);
        assert_eq!(options.theme.map(|theme| theme.name), Some(session.theme().name));
    }
}

#[test]
fn a_window_of_any_size_is_shown_from_its_corner() {
    let mut session = session();
    for (size, shown) in [((300, 200), (300, 200)), ((0, 0), (1, 1))] {
        session.apply(Command::Resize(size.0, size.1));
        let Area { x, y, width, height } = session.viewport();
        assert_eq!((x, y, width, height), (0, 0, shown.0, shown.1));
    }
}

#[test]
fn zooming_keeps_the_point_under_the_pointer_and_fitting_shows_all_again() {
    let mut session = session();
    session.apply(Command::Resize(400, 200));
    let (whole, at) = (session.camera().scale, (100.0, 50.0));
    let point = session.camera().to_world(at);
    session.apply(Command::ZoomAt(at.0, at.1, 2.0));
    assert!((session.camera().scale - 2.0 * whole).abs() < 1e-3 * whole);
    assert!((session.camera().to_world(at) - point).norm() < 1e-3);
    let middle = session.camera().to_world((200.0, 100.0));
    session.apply(Command::Zoom(2.0));
    assert!((session.camera().to_world((200.0, 100.0)) - middle).norm() < 1e-3, "about the middle");
    session.apply(Command::Resize(300, 200));
    assert!((session.camera().scale - 4.0 * whole).abs() < 1e-3 * whole, "a moved view keeps its scale");
    session.apply(Command::Fit);
    session.apply(Command::Resize(400, 200));
    assert!((session.camera().scale - whole).abs() < 1e-3 * whole, "a fitted one follows the window");
}

/// Both units stand in the middle of their circles; 6 pixels beyond the edge is the farthest that a click reaches.
#[test]
fn a_click_reaches_six_pixels_beyond_a_unit() {
    let session = session();
    let (x, y) = session.camera().to_screen(session.world().units().position[0]);
    let edge = 0.5 * session.camera().scale;
    for (beyond, expected) in [(5.9, Some(0)), (6.1, None)] {
        assert_eq!(session.unit_at(0, (x, y + edge + beyond)), expected, "{beyond} pixels");
    }
}

#[test]
fn between_two_ticks_a_unit_is_where_the_picture_shows_it() {
    let mut session = session_on(|_| short_walk(60.0));
    session.advance(2.25 / 60.0);
    let units = session.world().units();
    let (before, now) = (units.previous[0], units.position[0]);
    let shown = session.shown_position(0, 0);
    assert_eq!(session.ticks(), 2);
    assert!(
        (now - before).norm() > 1e-3 && (shown - (before + (now - before) * 0.25)).norm() < 1e-4,
        "{shown}"
    );
}

#[test]
fn the_small_picture_of_a_map_shows_that_map() {
    let mut session = session();
    let name = |world: World| world.layout().name.clone();
    assert_eq!(session.preview(1).map(name).as_deref(), Some("next/map"));
    assert!(session.preview(2).is_none(), "it has a mistake");
}

#[test]
fn another_map_drops_the_selection_and_the_same_one_keeps_it() {
    let mut session = session();
    session.apply(Command::Select(Some(1)));
    session.apply(Command::Restart);
    assert_eq!(session.selected(), Some(1));
    session.apply(Command::ChooseMap(1));
    assert_eq!(session.selected(), None);
}
