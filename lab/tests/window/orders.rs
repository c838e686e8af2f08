//! Commands to units with the mouse, without a display.

use crate::interface::open;
use crate::mirror::Mirror;
use egui::{Event, Modifiers, PointerButton, Pos2};
use sidestep::types::Point;
use sidestep_lab::viewer::Command;

fn button(at: Pos2, button: PointerButton, pressed: bool) -> Event {
    Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE }
}

fn right_drag(window: &mut Mirror, from: Pos2, to: Pos2) {
    window.frame(vec![Event::PointerMoved(from)]);
    window.frame(vec![button(from, PointerButton::Secondary, true)]);
    if from != to {
        (1..=4).for_each(|k| window.frame(vec![Event::PointerMoved(from + (to - from) * (k as f32 / 4.0))]));
    }
    window.frame(vec![button(to, PointerButton::Secondary, false)]);
    window.settle();
}

/// The points around all units of the first group, in points of the window.
fn around_first_group(window: &Mirror) -> (Pos2, Pos2, usize) {
    let units = window.session.world().units();
    let own: Vec<Point> =
        (0..units.len()).filter(|slot| units.group[*slot] == 0).map(|slot| units.position[slot]).collect();
    let low = own.iter().fold(own[0], |low, at| low.inf(at));
    let high = own.iter().fold(own[0], |high, at| high.sup(at));
    let margin = sidestep::types::Vec2::new(0.6, 0.6);
    (window.on_map(low - margin), window.on_map(high + margin), own.len())
}

#[test]
fn a_box_selects_a_group_a_right_click_sends_it_and_a_right_drag_forms_it() {
    let mut window = open("small-groups", &[]);
    let (from, to, count) = around_first_group(&window);
    assert!(!window.shows("Selected units"));
    window.drag(from, to);
    assert_eq!(window.session.selection().len(), count);
    assert!(
        window.shows("Selected units") && window.shows(&format!("{count} (west)")),
        "{:?}",
        window.texts()
    );
    let camera = *window.session.camera();
    let goal = window.on_map(Point::new(13.0, 3.0));
    right_drag(&mut window, goal, goal);
    (0..600).for_each(|_| window.session.apply(Command::Step));
    let near = |window: &Mirror| {
        let units = window.session.world().units();
        let slots = window.session.selection().iter().filter_map(|unit| window.session.world().slot(*unit));
        slots.map(|slot| units.position[slot]).collect::<Vec<_>>()
    };
    assert!(near(&window).iter().all(|at| (at - Point::new(13.0, 3.0)).norm() < 3.0), "{:?}", near(&window));
    let (left, right) = (window.on_map(Point::new(9.0, 10.0)), window.on_map(Point::new(17.0, 10.0)));
    right_drag(&mut window, left, right);
    (0..900).for_each(|_| window.session.apply(Command::Step));
    let row = near(&window);
    let width = row.iter().map(|at| at.x).fold(f32::MIN, f32::max)
        - row.iter().map(|at| at.x).fold(f32::MAX, f32::min);
    assert!(row.iter().all(|at| (at.y - 10.0).abs() < 0.5) && (width - 8.0).abs() < 0.6, "{row:?}");
    assert_eq!(window.session.camera().center, camera.center, "the view stays");
    assert_eq!(window.session.ticks(), 1500, "no restart");
}

#[test]
fn the_list_in_the_panel_changes_the_mode_of_the_selected_units_alone() {
    let mut window = open("small-groups", &[]);
    let (from, to, count) = around_first_group(&window);
    window.drag(from, to);
    let (_, label) = window.texts().iter().find(|(text, _)| text == "mode of these units").unwrap();
    // The list is to the left of its name.
    window.click_at(Pos2::new(label.left() - 30.0, label.center().y));
    let (_, entry) = window.texts().iter().rfind(|(text, _)| text == "none").unwrap();
    window.click_at(entry.center());
    window.session.apply(Command::Step);
    let world = window.session.world();
    let modes = (0..world.units().len()).map(|slot| world.mode(slot).name());
    let changed = modes.enumerate().filter(|(_, mode)| *mode == "none").map(|(slot, _)| slot);
    let chosen = window.session.selection().iter().filter_map(|unit| world.slot(*unit));
    assert_eq!(changed.collect::<Vec<_>>(), chosen.collect::<Vec<_>>());
    assert!(count > 0 && count < world.units().len() && window.session.selection().len() == count);
}

#[test]
fn the_tools_add_units_and_doors_and_a_click_opens_a_door() {
    let mut window = open("small-groups", &[]);
    window.session.apply(Command::TogglePlayTools);
    window.settle();
    window.click("add units");
    let before = window.session.world().units().len();
    window.click_at(window.on_map(Point::new(13.0, 11.0)));
    window.session.apply(Command::Step);
    assert_eq!(window.session.world().units().len(), before + 10);
    window.click("add a door");
    window.drag(window.on_map(Point::new(12.0, 2.0)), window.on_map(Point::new(13.0, 8.0)));
    window.session.apply(Command::Step);
    let open_doors = |window: &Mirror| {
        window
            .session
            .world()
            .walls()
            .iter()
            .filter(|wall| wall.wall.is_door)
            .map(|wall| wall.wall.is_open)
            .collect::<Vec<_>>()
    };
    assert_eq!(open_doors(&window), [false]);
    window.click("select");
    window.click_at(window.on_map(Point::new(12.5, 5.0)));
    window.session.apply(Command::Step);
    assert_eq!(open_doors(&window), [true]);
    window.click("remove a wall");
    window.click_at(window.on_map(Point::new(12.5, 5.0)));
    window.session.apply(Command::Step);
    assert!(window.session.world().walls().is_empty());
    assert_eq!(window.session.ticks(), 4, "no restart");
}

#[test]
fn the_panel_says_what_selected_units_did_at_a_past_moment_never_what_they_do_now() {
    let mut window = open("small-groups", &[]);
    let (from, to, _) = around_first_group(&window);
    window.drag(from, to);
    (0..60).for_each(|_| window.session.apply(Command::Step));
    window.settle();
    let speed = |window: &Mirror| {
        let mut speeds = window.texts().iter().map(|(text, _)| text).filter(|text| text.ends_with(" m/s"));
        speeds.next().cloned()
    };
    let now = speed(&window);
    window.session.apply(Command::LookAt(6));
    window.settle();
    assert!(window.shows("computing this moment") && !window.shows("moves at"), "{:?}", window.texts());
    while window.session.computing().is_some() {
        window.session.advance(0.01);
    }
    window.settle();
    assert!(window.shows("moves at") && speed(&window) != now, "{now:?} and {:?}", speed(&window));
    let world = window.session.shown_world(0).unwrap();
    let slots = window.session.selection().iter().filter_map(|unit| world.slot(*unit));
    let speeds: Vec<f32> = slots.map(|slot| world.units().velocity[slot].norm()).collect();
    let mean = speeds.iter().sum::<f32>() / speeds.len() as f32;
    assert_eq!(speed(&window), Some(format!("{mean:.2} m/s")));
}
