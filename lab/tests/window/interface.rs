//! The interface, operated by simulated events, without a display.

use crate::mirror::Mirror;
use egui::{Event, Modifiers, PointerButton, Pos2, vec2};
use sidestep::steering::avoidance::Mode;
use sidestep_lab::scene::{LayoutOptions, Scene};
use sidestep_lab::viewer::{Command, WindowMemory};
use std::collections::BTreeMap;

pub const SIZE: (u32, u32) = (1280, 800);

/// Only these sections of the panel are open.
pub fn only(sections: &[&str]) -> WindowMemory {
    let all = [
        "Map",
        "Mode",
        "Settings",
        "Overlays",
        "Side by side",
        "Place units and walls",
        "Pictures and files",
    ];
    let sections: BTreeMap<String, bool> =
        all.iter().map(|name| (name.to_string(), sections.contains(name))).collect();
    WindowMemory { sections, hint_closed: true, ..WindowMemory::default() }
}

pub fn open(map: &str, sections: &[&str]) -> Mirror {
    Mirror::new(map, None, &only(sections), SIZE, 1.0)
}

#[test]
fn maps_and_modes_are_chosen_from_their_lists() {
    let mut window = open("crossing", &["Map", "Mode"]);
    assert_eq!(window.ui.missing_thumbnail(), Some(0), "the thumbnails of visible maps are asked for");
    window.click("crossing-perpendicular");
    assert_eq!(window.session.world().layout().name, "crossing-perpendicular");
    let listed = window.texts().iter().find(|(text, rect)| {
        // Not that in the toolbar.
        rect.min.y > 40.0 && Mode::all().any(|mode| mode.name() == text)
    });
    let (name, at) = listed.expect("no mode is listed").clone();
    window.click_at(at.center());
    assert_eq!(window.session.world().modes(), [Mode::named(&name).unwrap()]);
    assert!(
        window.session.message().is_some_and(|text| text.contains(Mode::named(&name).unwrap().summary()))
    );
}

#[test]
fn a_click_just_after_a_quick_movement_chooses_and_does_not_scroll() {
    let mut window = open("crossing", &["Map"]);
    let at = window.find("crossing-perpendicular");
    let button = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.frame(vec![Event::PointerMoved(at + vec2(300.0, 300.0))]);
    // A slow frame holds both.
    window.frame(vec![Event::PointerMoved(at), button(true)]);
    window.frame(vec![button(false)]);
    window.settle();
    assert_eq!(window.session.world().layout().name, "crossing-perpendicular");
    let in_place =
        |(text, rect): &(String, egui::Rect)| text == "crossing-perpendicular" && rect.contains(at);
    assert!(window.texts().iter().any(in_place), "{:?}", window.texts());
}

#[test]
fn a_slider_changes_its_setting_while_the_world_runs_and_reset_returns_to_the_maps_value() {
    let mut window = open("crossing", &["Settings"]);
    window.session.apply(Command::ChooseMode(Mode::named("orca").unwrap()));
    window.session.apply(Command::TogglePause);
    window.settle();
    let horizon = sidestep::lookup::setting("orca.time_horizon").unwrap();
    let value = |window: &Mirror| window.session.world().steering().settings.get(horizon);
    let before = value(&window);
    let label = window.find("looks ahead");
    // The slider begins to the right of the names.
    let slider = Pos2::new(label.x.max(60.0) + 130.0, label.y);
    window.drag(slider, slider + vec2(40.0, 0.0));
    let after = value(&window);
    assert!(after != before && horizon.check(after).is_ok(), "{before} is now {after}");
    assert!(window.session.runs());
    window.click("reset");
    assert_eq!(value(&window), before);
}

#[test]
fn overlays_are_check_boxes_and_only_those_that_the_mode_has() {
    let mut window = open("crossing", &["Overlays"]);
    window.session.apply(Command::ChooseMode(Mode::named("none").unwrap()));
    window.session.apply(Command::Step);
    window.settle();
    assert!(window.shows("trails") && !window.shows("rays"), "{:?}", window.texts());
    window.session.apply(Command::ChooseMode(Mode::named("raycast").unwrap()));
    window.session.apply(Command::Step);
    window.settle();
    window.click("rays");
    assert_eq!(window.session.overlays().to_string(), "rays");
    window.click("rays");
    assert!(window.session.overlays().is_empty());
}

#[test]
fn worlds_are_added_chosen_and_removed() {
    let mut window = open("crossing", &["Side by side"]);
    window.click("add a world");
    window.click("add a world");
    assert_eq!((window.session.panes().len(), window.session.active()), (3, 2));
    let first = window.session.panes()[0].label();
    // In the panel, not in the caption.
    let map = window.session.viewport().x as f32;
    let listed = window.texts().iter().find(|(text, rect)| *text == first && rect.max.x < map);
    let at = listed.expect("the first world is not listed").1.center();
    window.click_at(at);
    assert_eq!(window.session.active(), 0);
    window.click("remove");
    assert_eq!(window.session.panes().len(), 2);
}

#[test]
fn worlds_side_by_side_have_captions_in_their_cells_at_any_scale() {
    for (scale, size) in [(1.0, (1280, 800)), (1.25, (1250, 750)), (2.0, (2000, 1200)), (1.0, (700, 400))] {
        let mut window = Mirror::new("four-way", Some(40), &only(&["Map"]), size, scale);
        window.session.set_display((scale.round() as u32).max(1), None);
        for command in [Command::AddWorld, Command::AddWorld, Command::AddWorld, Command::Step] {
            window.session.apply(command);
        }
        window.settle();
        let points = |area: sidestep_lab::draw::Area| {
            let corner = Pos2::new(area.x as f32, area.y as f32) / scale;
            egui::Rect::from_min_size(corner, vec2(area.width as f32, area.height as f32) / scale)
        };
        let within = |text: &str, area: sidestep_lab::draw::Area| {
            let area = points(area).expand(0.5);
            window.texts().iter().any(|(shown, rect)| shown == text && area.contains_rect(*rect))
        };
        for group in &window.session.world().layout().groups {
            assert!(within(group, window.session.heading()), "{group} at {scale}: {:?}", window.texts());
        }
        for (pane, cell) in window.session.panes().iter().zip(window.session.cells()) {
            assert!(within(&pane.label(), cell.caption), "{} at {scale}: {:?}", pane.label(), window.texts());
            assert!(within("arrived 0/40", cell.caption), "at {scale}: {:?}", window.texts());
        }
    }
}

#[test]
fn the_scrubber_looks_back_and_the_button_returns() {
    let mut window = open("crossing", &[]);
    (0..240).for_each(|_| window.session.apply(Command::Step));
    window.settle();
    let then = window.picture();
    let (from, to) = (window.find("step"), window.find("4.00 s"));
    // From the right end of the slider to its middle.
    let right = Pos2::new(to.x - 40.0, from.y);
    window.drag(right, Pos2::new((from.x + to.x) / 2.0, from.y));
    let tick = window.session.looking().expect("the session does not look back");
    assert!((40..200).contains(&tick), "{tick}");
    assert_ne!(window.picture(), then);
    window.click("to the present");
    assert_eq!(window.session.looking(), None);
    assert_eq!(window.picture(), then);
}

#[test]
fn a_dragged_wall_and_unit_are_in_the_saved_map_and_undo_returns() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("door", &["Place units and walls"]);
    window.session.set_folder(folder.path().to_path_buf());
    window.session.apply(Command::Step);
    let original = Scene::open("door").unwrap().layout(&LayoutOptions::default()).unwrap();
    window.click("start placing");
    assert!(window.session.placing() && window.session.ticks() == 0);

    // Drag a unit at the edge of its group away from the others.
    let id = (0..original.starts.len())
        .min_by(|a, b| original.starts[*a].position.x.total_cmp(&original.starts[*b].position.x))
        .unwrap();
    let at = original.starts[id].position;
    let to = at + sidestep::types::Vec2::new(-1.5, 0.0);
    window.drag(window.on_map(at), window.on_map(to));
    let moved = window.session.world().layout().starts[id].position;
    assert!((moved - to).norm() < 0.2, "{at} is at {moved} instead of {to}: {:?}", window.session.message());

    let walls = window.session.world().layout().walls.len();
    window.click("add a box");
    let corner = moved + sidestep::types::Vec2::new(-3.0, 6.0);
    window.drag(window.on_map(corner), window.on_map(corner + sidestep::types::Vec2::new(1.0, 1.0)));
    assert_eq!(window.session.world().layout().walls.len(), walls + 1, "{:?}", window.session.message());
    window.click("save the map");
    window.click("save as door-2.toml");
    let file = folder.path().join("door-2.toml");
    let saved = Scene::from_file(&file).unwrap().layout(&LayoutOptions::default()).unwrap();
    assert_eq!(saved.starts[id].position, moved);
    assert_eq!(saved.walls.len(), walls + 1);

    window.click("undo");
    window.click("undo");
    assert_eq!(window.session.world().layout().starts, original.starts);
    // A changed map is not left by accident.
    window.session.apply(Command::Redo);
    window.session.apply(Command::NextMap);
    assert_eq!(window.session.world().layout().name, "door");
    assert!(window.session.message().is_some_and(|text| text.contains("save it")));
    window.session.apply(Command::Quit);
    assert!(!window.session.wants_to_quit(), "the first q only warns");
    window.session.apply(Command::Quit);
    assert!(window.session.wants_to_quit());
}

#[test]
fn an_impossible_change_is_refused_with_its_reason() {
    let mut window = open("crossing", &["Place units and walls"]);
    window.session.apply(Command::TogglePlacing);
    window.settle();
    let starts = window.session.world().layout().starts.clone();
    let (a, b) = (starts[0].position, starts[1].position);
    window.drag(window.on_map(a), window.on_map(b));
    assert_eq!(window.session.world().layout().starts, starts);
    assert!(
        window.session.message().is_some_and(|text| text.contains("overlap")),
        "{:?}",
        window.session.message()
    );
}

#[test]
fn it_can_be_operated_at_any_size_and_scale() {
    for (size, scale) in [((320, 200), 1.0), ((640, 400), 2.0), ((2560, 1440), 2.0), ((500, 900), 1.25)] {
        let mut window = Mirror::new("crossing", Some(20), &WindowMemory::default(), size, scale);
        window.session.apply(Command::TogglePlots);
        window.session.apply(Command::ToggleResults);
        window.session.apply(Command::ToggleHelp);
        window.session.apply(Command::Select(Some(0)));
        window.session.apply(Command::Step);
        window.settle();
        let area = window.session.viewport();
        assert!(area.width >= 1 && area.x + area.width <= size.0, "{area:?} in {size:?}");
        assert!(!window.picture().is_empty());
    }
}

/// Every button has its key, and the keys are those of the table.
#[test]
fn buttons_name_their_keys() {
    let window = open("crossing", &["Side by side", "Place units and walls", "Pictures and files"]);
    for (text, key) in [
        ("run", "space"),
        ("restart", "r"),
        ("next seed", "R"),
        ("panel", "F2"),
        ("plots", "F3"),
        ("results", "F4"),
        ("back", ","),
        ("add a world", "F6"),
        ("start placing", "F7"),
        ("save a picture", "s"),
        ("record an animation", "F9"),
    ] {
        let label = format!("{text}{key}");
        assert!(
            window.texts().iter().any(|(shown, _)| *shown == label),
            "no button {label}: {:?}",
            window.texts()
        );
    }
}
