//! The panel in a real window, operated by the mouse. The same layout without a window says where everything is.

use crate::SIZE;
use crate::desk::{Desk, skipped, wait};
use crate::interface::only;
use crate::mirror::Mirror;
use egui::Pos2;
use sidestep_lab::draw::theme;
use sidestep_lab::viewer::{Command, WindowMemory};
use std::process;

/// A window and its copy without a window.
struct Both {
    desk: Desk,
    mirror: Mirror,
    scale: f32,
}

fn open(map: &str, units: Option<usize>, sections: &[&str], scale: f32) -> Both {
    let memory = only(sections);
    let state = toml::to_string(&memory).unwrap();
    let count = units.map(|units| units.to_string());
    let mut arguments = vec![map, "--paused"];
    if let Some(count) = &count {
        arguments.extend(["--units", count]);
    }
    let size = ((SIZE.0 as f32 * scale) as u32, (SIZE.1 as f32 * scale) as u32);
    let mirror = Mirror::new(map, units, &memory, size, scale);
    let desk = Desk::open_with(&state, &arguments, scale);
    desk.see("the map", |shot| {
        let floor = shot.count(theme::DARK.floor);
        if floor > 1000 { Ok(()) } else { Err(format!("{floor} pixels of the ground")) }
    });
    Both { desk, mirror, scale }
}

impl Both {
    fn pixel(&self, at: Pos2) -> (f32, f32) {
        (at.x * self.scale, at.y * self.scale)
    }

    fn click(&mut self, text: &str) {
        let at = self.mirror.find(text);
        self.desk.click(self.pixel(at));
        self.mirror.click_at(at);
    }

    fn drag(&mut self, from: Pos2, to: Pos2) {
        self.desk.drag(self.pixel(from), self.pixel(to));
        self.mirror.drag(from, to);
    }

    fn press(&mut self, key: &str, command: Command) {
        self.desk.press(key);
        self.mirror.session.apply(command);
        self.mirror.settle();
    }
}

#[test]
fn lists_sliders_and_check_boxes_follow_the_mouse() {
    if skipped() {
        return;
    }
    let mut both = open("crossing", Some(40), &["Map", "Settings"], 1.0);
    both.click("crossing-perpendicular");
    both.desk.title("Sidestep - crossing-perpendicular - lanes");
    both.desk.keep("panel");
    let label = both.mirror.find("makes room");
    let slider = Pos2::new(label.x.max(60.0) + 130.0, label.y);
    both.drag(slider, Pos2::new(slider.x + 30.0, slider.y));
    both.press("ctrl+e", Command::StepBack);
    let saved = std::fs::read_to_string(both.desk.file("settings-crossing-perpendicular", ".toml")).unwrap();
    assert!(saved.lines().any(|line| line.starts_with("pressure_gain = ")), "{saved}");
    both.desk.quit();

    let mut both = open("crossing", Some(40), &["Overlays"], 1.0);
    both.press("period", Command::Step);
    let before = both.desk.shot().unwrap().count(theme::DARK.accent);
    both.click("neighbours");
    both.desk.press("period");
    both.desk.keep("overlays");
    both.desk.press("s");
    let with = image(&both.desk.file("sidestep-crossing-2", ".png"));
    both.click("neighbours");
    both.desk.press("period");
    both.desk.press("s");
    let without = image(&both.desk.file("sidestep-crossing-3", ".png"));
    assert!(with != without, "the overlay is not in the picture ({before})");
    both.desk.quit();
}

fn image(file: &std::path::Path) -> Vec<u8> {
    wait("the picture is whole", || crate::desk::read_png(file)).pixels
}

#[test]
fn worlds_side_by_side_and_the_scrubber() {
    if skipped() {
        return;
    }
    let mut both = open("crossing", Some(40), &["Side by side"], 1.0);
    both.click("add a world");
    both.desk.title(&both.mirror.session.title());
    both.desk.ask(&["key", "--delay", "15", "--repeat", "120", "period"]).unwrap();
    (0..120).for_each(|_| both.mirror.session.apply(Command::Step));
    both.mirror.settle();
    both.press("s", Command::StepBack);
    both.mirror.session.apply(Command::LookAtPresent);
    both.mirror.settle();
    both.desk.file("sidestep-crossing-120", ".png");
    both.desk.keep("side-by-side");
    let (left, right) = (both.mirror.find("step"), both.mirror.find("2.00 s"));
    let y = left.y;
    both.drag(Pos2::new(right.x - 40.0, y), Pos2::new((left.x + right.x) / 2.0, y));
    let tick = both.mirror.session.looking().expect("the copy does not look back");
    both.desk.press("s");
    // The mouse of the window may stop a pixel away.
    let saved = wait("the earlier picture is saved", || {
        both.desk.saved().into_iter().find(|tick| *tick < 120).ok_or("not yet".into())
    });
    assert!(saved.abs_diff(tick) <= 2, "{saved} instead of {tick}");
    both.desk.keep("looking-back");
    let added = both.mirror.session.panes()[1].label();
    let said = both.desk.quit();
    assert!(said.contains(&added) && said.matches("state hash").count() == 2, "{said}");
}

#[test]
fn a_wall_is_dragged_and_the_saved_map_is_valid() {
    if skipped() {
        return;
    }
    let mut both = open("door", None, &["Place units and walls"], 1.0);
    both.click("start placing");
    both.click("add a box");
    let unit = both.mirror.session.world().units().position[0];
    let corner = unit + sidestep::types::Vec2::new(0.0, 12.0);
    let (from, to) =
        (both.mirror.on_map(corner), both.mirror.on_map(corner + sidestep::types::Vec2::new(2.0, 1.0)));
    both.drag(from, to);
    assert!(
        both.mirror.session.draft().is_some_and(|draft| draft.is_changed()),
        "{:?}",
        both.mirror.session.message()
    );
    both.click("move");
    both.drag(from + (to - from) * 0.5, from + egui::vec2(0.0, 30.0));
    both.desk.keep("placing");
    both.desk.press("ctrl+s");
    // The keyboard belongs to the name: q and n are no commands.
    both.desk.keep("saving");
    both.desk.ask(&["type", "--delay", "60", "quinn"]).unwrap();
    both.desk.keep("saving-as");
    both.desk.press("Return");
    let saved = both.desk.file("quinn", ".toml");
    let checked =
        process::Command::new(env!("CARGO_BIN_EXE_sidestep")).arg("check").arg(&saved).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    both.desk.quit();
}

#[test]
fn it_works_at_the_smallest_size_and_with_more_pixels_per_point() {
    if skipped() {
        return;
    }
    let both = open("crossing", Some(40), &["Map", "Mode"], 1.0);
    both.desk.ask(&["windowsize", &both.desk.window, "320", "200"]).unwrap();
    both.desk.see("the small window", |shot| {
        if shot.size == (320, 200) { Ok(()) } else { Err(format!("{:?}", shot.size)) }
    });
    both.desk.press("F2");
    both.desk.see("units without the panel", |shot| {
        let seen = shot.count(theme::DARK.group(0));
        if seen > 20 { Ok(()) } else { Err(format!("{seen} pixels")) }
    });
    both.desk.keep("smallest");
    both.desk.quit();

    let mut both = open("crossing", Some(40), &["Map"], 1.25);
    both.click("crossing-perpendicular");
    both.desk.title("Sidestep - crossing-perpendicular - lanes");
    both.desk.keep("high-dpi");
    both.desk.quit();
}

#[test]
fn the_window_remembers_the_map_and_the_panel() {
    if skipped() {
        return;
    }
    let both = open("crossing", Some(40), &["Map"], 1.0);
    both.desk.press("n");
    both.desk.title("Sidestep - crossing-perpendicular - lanes");
    both.desk.press("F2");
    let state = both.desk.folder.path().join("state.toml");
    both.desk.press("F8");
    both.desk.press("q");
    let text = wait("the state is written", || {
        let memory = WindowMemory::read(&state).0;
        if memory.map.as_deref() == Some("crossing-perpendicular") {
            Ok(memory)
        } else {
            Err(format!("{memory:?}"))
        }
    });
    assert_eq!((text.panel, text.theme.as_deref(), text.height), (false, Some("light"), SIZE.1));
}

#[test]
fn a_display_that_goes_away_ends_with_the_figures() {
    if skipped() {
        return;
    }
    let desk = Desk::open(&[]);
    // The figures are renewed while the world runs.
    std::thread::sleep(std::time::Duration::from_secs(3));
    let (printed, said) = desk.lose_display();
    assert!(printed.contains("crossing, 24 units"), "{printed}\n{said}");
    assert!(said.contains("display went away") || said.contains("lost"), "{said}");
}

#[test]
fn in_a_narrow_window_the_menu_and_the_tools_for_placing_work_by_mouse() {
    if skipped() {
        return;
    }
    let memory = WindowMemory { panel: false, ..only(&[]) };
    let desk =
        Desk::open_with(&toml::to_string(&memory).unwrap(), &["crossing", "--units", "40", "--paused"], 1.0);
    let mirror = Mirror::new("crossing", Some(40), &memory, (640, 400), 1.0);
    let mut both = Both { desk, mirror, scale: 1.0 };
    both.desk.ask(&["windowsize", &both.desk.window, "640", "400"]).unwrap();
    both.desk.see("the narrow window", |shot| {
        if shot.size == (640, 400) { Ok(()) } else { Err(format!("{:?}", shot.size)) }
    });
    both.click("more");
    both.click("plots");
    assert!(both.mirror.session.open().plots);
    both.press("F7", Command::TogglePlacing);
    both.desk.keep("narrow-placing");
    both.press("s", Command::SelectAt(0.0, 0.0));
    let picture = both.desk.file("sidestep-crossing-0", ".png");
    let size = wait("the picture is whole", || crate::desk::read_png(&picture)).size;
    assert_eq!(size, both.mirror.session.viewport().size(), "between the tools and the plots");
    both.click("end placing");
    both.desk.press("period");
    both.desk.press("s");
    let picture = both.desk.file("sidestep-crossing-1", ".png");
    let taller = wait("the picture is whole", || crate::desk::read_png(&picture)).size;
    assert_eq!(taller, both.mirror.session.viewport().size());
    assert!(taller.1 > size.1, "the tools are gone");
    both.desk.quit();
}
