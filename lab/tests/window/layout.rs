//! Where things are in the window: nothing covers or crowds out what is needed.

use crate::interface::{SIZE, only, open};
use crate::mirror::Mirror;
use egui::{Event, Modifiers, PointerButton, Pos2, Rect, vec2};
use sidestep::settings::{MOST_MAIN, main_and_others};
use sidestep::steering::avoidance::Mode;
use sidestep::world::World;
use sidestep_lab::draw::{overlays, reasons_in_words};
use sidestep_lab::viewer::{Command, WindowMemory};

/// The lines of a unit's reasons.
fn lines(window: &Mirror, world: &World, id: usize) -> Vec<String> {
    let lines = reasons_in_words(world, id, window.session.theme());
    lines.into_iter().map(|(line, _)| line).filter(|line| !line.is_empty()).collect()
}

/// The rectangle of a text that is shown as a whole.
fn place(window: &Mirror, text: &str) -> Option<Rect> {
    window.texts().iter().find(|(shown, _)| shown == text).map(|(_, rect)| *rect)
}

fn mode(name: &str) -> Command {
    Command::ChooseMode(Mode::named(name).unwrap())
}

#[test]
fn the_box_of_reasons_is_as_large_as_its_text_in_each_frame() {
    let mut window = Mirror::new("crossing", Some(40), &only(&[]), SIZE, 1.0);
    window.session.apply(Command::Select(Some(3)));
    (0..90).for_each(|_| window.session.apply(Command::Step));
    window.settle();
    let mut heights = Vec::new();
    for name in ["orca", "none", "orca", "lanes", "none", "social-force"] {
        window.session.apply(mode(name));
        window.session.apply(Command::Step);
        window.frame(Vec::new());
        let wanted = lines(&window, window.session.world(), 3);
        let area = window.area("reasons");
        assert!(area.max.x <= SIZE.0 as f32 && area.min.x > 600.0, "{name}: {area:?}");
        let within = |line: &str| {
            window.texts().iter().any(|(shown, rect)| shown == line && area.contains_rect(*rect))
        };
        let missing: Vec<_> = wanted.iter().filter(|line| !within(line)).collect();
        assert!(missing.is_empty(), "{name}: {missing:?} of {} lines are not in {area:?}", wanted.len());
        heights.push(area.height());
    }
    assert!(heights[1] < heights[0] && heights[4] < heights[3] && heights[5] > heights[4], "{heights:?}");
    // In a low window it scrolls.
    let mut low = Mirror::new("crossing", Some(40), &only(&[]), (700, 240), 1.0);
    low.session.apply(Command::Select(Some(3)));
    low.session.apply(mode("orca"));
    low.session.apply(Command::Step);
    low.settle();
    assert!(low.area("reasons").height() < 200.0, "{:?}", low.area("reasons"));
}

#[test]
fn the_tools_for_placing_are_shown_wherever_the_panel_is() {
    for (panel, size) in [(true, SIZE), (false, SIZE), (false, (640, 400)), (true, (640, 400))] {
        let memory = WindowMemory { panel, ..only(&["Map", "Mode"]) };
        let mut window = Mirror::new("crossing", Some(40), &memory, size, 1.0);
        assert!(!window.shows("add a box"));
        window.session.apply(Command::TogglePlacing);
        window.settle();
        let whole = Rect::from_min_size(Pos2::ZERO, vec2(size.0 as f32, size.1 as f32));
        for text in
            ["end placing", "move", "add a box", "add a round wall", "remove a wall", "undo", "save the map"]
        {
            let shown = window.texts().iter().find(|(shown, _)| shown.starts_with(text));
            let (_, rect) = shown.unwrap_or_else(|| panic!("no '{text}' at {size:?}, panel {panel}"));
            assert!(whole.contains_rect(*rect), "'{text}' at {rect:?} in {size:?}");
        }
        window.click("numbers of units");
        assert!(window.shows("units of "), "{:?}", window.texts());
        assert!(window.session.viewport().height > 150, "{:?}", window.session.viewport());
        window.click("end placing");
        assert!(!window.session.placing() && !window.shows("add a box"));
    }
}

#[test]
fn the_buttons_of_the_toolbar_have_room_at_any_width() {
    for width in (320..1600).step_by(40) {
        let memory = WindowMemory { panel: false, ..only(&[]) };
        let mut window = Mirror::new("crossing-perpendicular", Some(40), &memory, (width, 400), 1.0);
        window.session.apply(Command::Slower);
        window.session.apply(Command::Step);
        window.settle();
        let bar: Vec<_> = window.texts().iter().filter(|(_, rect)| rect.min.y < 30.0).collect();
        for (k, (text, rect)) in bar.iter().enumerate() {
            assert!(rect.min.x >= 0.0 && rect.max.x <= width as f32, "{text} at {rect:?} of {width}");
            for (other, beside) in &bar[..k] {
                let common = rect.intersect(*beside);
                assert!(common.width() < 1.0, "'{text}' and '{other}' overlap at {width}");
            }
        }
        // What has no room is in the menu.
        if !window.shows("light/dark") {
            window.click("more");
        }
        for text in ["restart", "next seed", "slower", "faster", "plots", "results", "help", "light/dark"] {
            assert!(window.shows(text), "no '{text}' at {width}");
        }
        window.click("plots");
        assert!(window.session.open().plots);
        assert!(window.shows("arrived (%)"), "{:?}", window.texts());
    }
}

#[test]
fn the_result_of_a_run_does_not_cover_the_table_of_results() {
    for size in [SIZE, (640, 400)] {
        let memory = WindowMemory { panel: false, ..only(&[]) };
        let mut window = Mirror::new("one-on-one", None, &memory, size, 1.0);
        while window.session.end().is_none() {
            window.session.apply(Command::Step);
        }
        window.settle();
        assert!(window.shows("All units have arrived"), "{:?}", window.texts());
        window.click("resultsF4");
        // The first button is that of the toolbar, if it has room there.
        if !window.session.open().results {
            window.click("results");
        }
        assert!(window.session.open().results);
        assert!(window.shows("All units have arrived") && window.shows("one-on-one"), "{:?}", window.texts());
        let table = window.area("Results of this session");
        window.click_at(table.right_top() + vec2(-16.0, 16.0));
        assert!(!window.session.open().results, "the button that closes it is covered");
        assert!(window.shows("All units have arrived"), "the result is still there");
    }
}

#[test]
fn a_quick_click_into_a_plot_or_on_the_timeline_looks_at_its_moment() {
    let mut window = open("crossing", &[]);
    (0..240).for_each(|_| window.session.apply(Command::Step));
    window.session.apply(Command::TogglePlots);
    window.settle();
    let plot = window.find("mean speed") + vec2(40.0, 60.0);
    let timeline = window.find("step") + vec2(300.0, 0.0);
    for at in [plot, timeline] {
        quick_and_slow_click(&mut window, at);
    }
}

/// Clicks within one frame and over several.
fn quick_and_slow_click(window: &mut Mirror, at: Pos2) {
    let button = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    // A slow frame holds the whole click.
    window.frame(vec![Event::PointerMoved(at), button(true), button(false)]);
    window.settle();
    let quick = window.session.looking();
    window.session.apply(Command::LookAtPresent);
    assert!(quick.is_some_and(|tick| (1..240).contains(&tick)), "{quick:?}");
    window.settle();
    window.click_at(at);
    assert_eq!(window.session.looking(), quick, "a slow click looks at the same moment");
    window.session.apply(Command::LookAtPresent);
    window.settle();
}

#[test]
fn the_list_of_modes_scrolls_to_the_chosen_one() {
    let mut window = open("crossing", &["Mode"]);
    let names: Vec<&str> = Mode::all().map(|mode| mode.name()).collect();
    let start = window.session.world().modes()[0].name();
    let first = names.iter().position(|name| *name == start).unwrap();
    for step in 0..names.len() {
        let wanted = names[(first + step) % names.len()];
        let listed = window
            .texts()
            .iter()
            .any(|(text, rect)| text == wanted && rect.min.y > 40.0 && rect.max.x < 330.0);
        assert!(listed, "{wanted} is not in the visible part of the list");
        window.session.apply(Command::NextMode);
        window.settle();
    }
}

#[test]
fn the_list_of_modes_has_the_results_of_this_session() {
    let mut window = open("one-on-one", &["Mode"]);
    let mode = Mode::named("orca").unwrap();
    window.session.apply(Command::ChooseMode(mode));
    assert_eq!(window.session.result_of(mode), None);
    while window.session.end().is_none() {
        window.session.apply(Command::Step);
    }
    window.settle();
    let result = window.session.result_of(mode).expect("the run has a result").in_short();
    let listed =
        |window: &Mirror| window.texts().iter().any(|(text, rect)| *text == result && rect.max.x < 330.0);
    assert!(listed(&window), "{result}: {:?}", window.texts());
    window.session.apply(Command::NextMap);
    window.settle();
    assert!(!listed(&window), "{result} was not measured on this map");
}

#[test]
fn reasons_of_several_worlds_are_beside_them() {
    for (size, count) in [(SIZE, 2), (SIZE, 4), ((640, 400), 2)] {
        let memory = WindowMemory { panel: false, ..only(&[]) };
        let mut window = Mirror::new("crossing", Some(40), &memory, size, 1.0);
        (1..count).for_each(|_| window.session.apply(Command::AddWorld));
        (0..60).for_each(|_| window.session.apply(Command::Step));
        window.session.apply(Command::Select(Some(3)));
        window.settle();
        let right = (window.session.viewport().x + window.session.viewport().width) as f32;
        assert!(right > 0.5 * size.0 as f32, "the worlds have {right} points");
        let beside =
            |text: &str| window.texts().iter().any(|(shown, rect)| shown == text && rect.min.x >= right);
        let label = window.session.panes()[0].label();
        assert!(beside(&label), "{label}: {:?}", window.texts());
        if size == SIZE && count == 2 {
            for pane in window.session.panes() {
                let label = pane.label();
                assert!(beside(&label), "{label}");
                for line in lines(&window, pane.world(), 3).iter().take(4) {
                    assert!(beside(line), "{label}: '{line}' is not beside the worlds");
                }
            }
        }
        window.session.apply(Command::Select(None));
        window.settle();
        assert_eq!(window.session.viewport().width, size.0);
    }
}

#[test]
fn reasons_and_overlays_of_a_past_moment_appear_once_they_are_computed() {
    let mut window = Mirror::new("crossing", Some(40), &only(&["Overlays"]), SIZE, 1.0);
    window.session.apply(Command::Select(Some(3)));
    window.session.apply(Command::Toggle(&overlays::FORCE));
    (0..30).for_each(|_| window.session.apply(Command::Step));
    let then = lines(&window, window.session.world(), 3);
    (0..60).for_each(|_| window.session.apply(Command::Step));
    let now = lines(&window, window.session.world(), 3);
    let changed: Vec<_> = now.iter().filter(|line| !then.contains(line)).collect();
    window.session.apply(Command::LookAt(30));
    window.settle();
    let computing =
        window.texts().iter().filter(|(text, _)| text.starts_with("computing this moment")).count();
    assert_eq!(computing, 3, "in the box and twice in the panel: {:?}", window.texts());
    assert!(changed.iter().all(|line| place(&window, line).is_none()), "the present is shown as the past");
    while window.session.computing().is_some() {
        window.session.advance(0.01);
    }
    window.settle();
    let missing: Vec<_> = then.iter().filter(|line| place(&window, line).is_none()).collect();
    assert!(missing.is_empty() && !window.shows("computing"), "{missing:?}");
}

#[test]
fn a_mode_shows_its_main_settings_by_plain_names_and_the_others_under_advanced() {
    for name in Mode::names() {
        let mut window = Mirror::new("crossing", Some(40), &only(&["Settings"]), (SIZE.0, 2400), 1.0);
        window.session.apply(mode(name));
        window.settle();
        let (main, others) = main_and_others(Mode::named(name).unwrap().settings());
        assert!(main.len() <= MOST_MAIN, "{name}");
        for setting in &main {
            assert!(place(&window, &setting.label()).is_some(), "{name}: no {}", setting.label());
        }
        for setting in &others {
            assert!(place(&window, &setting.label()).is_none(), "{name}: {}", setting.label());
        }
        window.click("advanced");
        for setting in &others {
            let label = setting.label();
            let begins = |shown: &str| label.starts_with(shown.trim_end_matches('…')) && shown.len() > 5;
            let listed = window.texts().iter().any(|(shown, _)| *shown == label || begins(shown));
            assert!(listed, "{name}: no {label} under advanced: {:?}", window.texts());
        }
        assert!(window.shows("gates") && window.shows("queueing"));
    }
}
