//! The window, on a virtual display (Xvfb) with a software graphics driver. Its units are drawn where a headless run of the same
//! map has them, and keys and mouse work.
#![cfg(all(feature = "window", target_os = "linux"))]

mod desk;
mod interface;
mod layout;
mod maps;
mod mirror;
mod mouse;
mod orders;
mod videos;
mod wayland;

use desk::{Desk, Shot, output, read_png, skipped, wait};
use serde_json::Value;
use sidestep::types::Point;
use sidestep::world::Layout;
use sidestep_lab::draw::{Camera, theme};
use sidestep_lab::scene::{LayoutOptions, Scene};
use std::fs;
use std::process::Command;
use std::time::Duration;

/// Software rendering and the window's start are slow on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The Debian packages of the tools.
const PACKAGES: &str = "xvfb xdotool imagemagick mesa-vulkan-drivers libvulkan1";
/// The run, and the tick that is compared.
const RUN: [&str; 7] = ["crossing", "--units", "24", "--seed", "7", "--avoid", "raycast"];
const TICK: u64 = 90;
const SIZE: (u32, u32) = (1000, 600);
/// The height of the toolbar and of the timeline.
const BAR: u32 = 32;

/// A unit's position in the table of a headless run.
struct Row {
    group: usize,
    at: Point,
    radius: f32,
}

/// The rows of one tick, from a headless run.
fn rows(layout: &Layout, tick: u64) -> Vec<Row> {
    let folder = tempfile::tempdir().unwrap();
    let limit = (TICK as f64 / 60.0).to_string();
    let said = output(
        Command::new(env!("CARGO_BIN_EXE_sidestep"))
            .arg("run")
            .args(RUN)
            .args(["--limit", &limit, "--csv", "run.csv"])
            .current_dir(folder.path()),
    );
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let table = fs::read_to_string(folder.path().join("run.csv")).unwrap();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let unit: usize = fields[2].parse().unwrap();
        assert_eq!(fields[9], "0", "no unit has arrived yet");
        Row {
            group: layout.groups.iter().position(|name| name == fields[3]).unwrap(),
            at: Point::new(fields[4].parse().unwrap(), fields[5].parse().unwrap()),
            radius: layout.starts[unit].radius,
        }
    };
    let of_tick = format!("{tick},");
    let rows: Vec<Row> = table.lines().filter(|line| line.starts_with(&of_tick)).map(row).collect();
    assert_eq!(rows.len(), layout.starts.len());
    rows
}

/// The part of the window between the toolbar and the timeline, without the panel.
fn viewport((width, height): (u32, u32)) -> (u32, u32) {
    (width, height - 2 * BAR)
}

/// The camera of the window that shows the whole map.
fn camera(layout: &Layout, size: (u32, u32)) -> Camera {
    Camera::fit(layout.bounds, viewport(size), (8.0, 8.0))
}

/// Checks that each unit is drawn in its group's colour at its position, and that the colour occurs nowhere else.
fn units_are_seen(shot: &Shot, layout: &Layout, rows: &[Row], size: (u32, u32)) -> Result<(), String> {
    if shot.size != size {
        return Err(format!("the window is {:?} instead of {size:?}", shot.size));
    }
    units_are_in(shot, layout, rows, viewport(size), BAR)
}

/// The same for a picture of the worlds of this size, `top` pixels below the upper edge.
fn units_are_in(
    shot: &Shot,
    layout: &Layout,
    rows: &[Row],
    size: (u32, u32),
    top: u32,
) -> Result<(), String> {
    if (shot.size.0, shot.size.1 - 2 * top) != size {
        return Err(format!("the picture is {:?} instead of {size:?}", shot.size));
    }
    let camera = Camera::fit(layout.bounds, size, (8.0, 8.0));
    for (id, row) in rows.iter().enumerate() {
        let (x, y) = camera.to_screen(row.at);
        let y = y + top as f32;
        // Sample around the middle, because the heading's mark may cover it and one of these points.
        let reach = 0.45 * row.radius * camera.scale;
        let around = [(reach, 0.0), (-reach, 0.0), (0.0, reach), (0.0, -reach)];
        let colour = theme::DARK.group(row.group as u16);
        let seen = around.iter().filter(|(dx, dy)| shot.is((x + dx) as u32, (y + dy) as u32, colour)).count();
        if seen < 3 {
            return Err(format!("unit {id} is not seen at {x:.1}, {y:.1}"));
        }
    }
    for group in 0..layout.groups.len() {
        let near = |x: u32, y: u32| {
            rows.iter().filter(|row| row.group == group).any(|row| {
                let (cx, cy) = camera.to_screen(row.at);
                let (dx, dy) = (x as f32 + 0.5 - cx, y as f32 + 0.5 - cy - top as f32);
                (dx * dx + dy * dy).sqrt() <= row.radius * camera.scale + 1.5
            })
        };
        // The legend and the goals have the colour, too.
        let legend = |x: u32, y: u32| x < 160 && y < top + 80;
        let places = shot.places_between(theme::DARK.group(group as u16), top);
        if let Some((x, y)) = places.into_iter().find(|(x, y)| !near(*x, *y) && !legend(*x, *y)) {
            return Err(format!("group {group}'s colour is at {x}, {y}, where none of its units is"));
        }
    }
    Ok(())
}

fn at_least(count: usize, least: usize) -> Result<(), String> {
    if count >= least { Ok(()) } else { Err(format!("{count} pixels instead of {least} or more")) }
}

fn none(count: usize) -> Result<(), String> {
    if count == 0 { Ok(()) } else { Err(format!("{count} pixels")) }
}

#[test]
fn the_window_shows_a_headless_runs_positions_and_obeys() {
    if skipped() {
        return;
    }
    let options = LayoutOptions { units: Some(24), seed: Some(7), ..LayoutOptions::default() };
    let layout = Scene::open("crossing").unwrap().layout(&options).unwrap();
    let (start, then) = (rows(&layout, 0), rows(&layout, TICK));
    let camera = camera(&layout, SIZE);
    for (a, b) in start.iter().zip(&then) {
        let moved = (a.at - b.at).norm();
        assert!(moved > 1.0 && a.radius * camera.scale > 4.0, "too little to be seen: {moved} m");
    }

    let desk = Desk::open(&["--paused"]);
    desk.see("the start", |shot| units_are_seen(shot, &layout, &start, SIZE));

    // Step to a known tick.
    desk.ask(&["key", "--delay", "15", "--repeat", &TICK.to_string(), "period"]).unwrap();
    desk.see("the steps", |shot| units_are_seen(shot, &layout, &then, SIZE));
    desk.press("s");
    wait("the picture of that tick is saved", || {
        if desk.saved() == [TICK] { Ok(()) } else { Err(format!("saved: {:?}", desk.saved())) }
    });
    let saved = desk.folder.path().join(format!("sidestep-crossing-{TICK}.png"));
    units_are_in(&read_png(&saved).unwrap(), &layout, &then, viewport(SIZE), 0).unwrap();

    // Overlays and help can be toggled.
    desk.see("the message goes away", |shot| none(shot.count(theme::DARK.accent)));
    let floor = desk.shot().unwrap().count(theme::DARK.floor);
    desk.press("j");
    desk.see("trails", |shot| at_least(floor - shot.count(theme::DARK.floor).min(floor), 200));
    desk.press("a");
    desk.see("turned-off overlays", |shot| at_least(shot.count(theme::DARK.floor), floor));
    let before = desk.shot().unwrap().count(theme::DARK.text);
    desk.press("question");
    desk.see("the help", |shot| at_least(shot.count(theme::DARK.text), before + 200));
    desk.press("question");
    desk.see("no help", |shot| units_are_seen(shot, &layout, &then, SIZE));

    // A click selects a unit; `c` saves a recording that marks it, which `explain` reads.
    let id = 5;
    let (x, y) = camera.to_screen(then[id].at);
    desk.click((x, y + BAR as f32));
    desk.see("the panel of reasons", |shot| at_least(shot.count(theme::DARK.text), before + 40));
    let situation: Value = serde_json::from_str(&desk.explained(id, &["--situation"])).unwrap();
    let number = |value: &Value| value.as_f64().unwrap() as f32;
    let position = &situation[0]["unit"]["position"];
    assert_eq!((number(&position[0]), number(&position[1])), (then[id].at.x, then[id].at.y));
    let explained = desk.explained(id, &[]);
    assert!(explained.contains(&format!("unit {id} ")) && explained.contains("desired"), "{explained}");

    // Another mode changes the title.
    desk.press_until("m", "Sidestep - crossing - cardioid");
    desk.press("Escape");

    // The picture follows the window's size, even if the size changes while a picture is being shown.
    let larger = (1240, 780);
    for n in 1..=20 {
        let width = (larger.0 - (n % 7) * 60).to_string();
        desk.ask(&["windowsize", &desk.window, &width, "700"]).unwrap();
    }
    desk.ask(&["windowsize", &desk.window, "1240", "780"]).unwrap();
    desk.see("the larger window", |shot| units_are_seen(shot, &layout, &then, larger));

    // It resumes and pauses.
    desk.press("space");
    let moved = wait("the world runs", || {
        desk.press("s");
        desk.saved().into_iter().find(|tick| *tick > TICK).ok_or("not yet".into())
    });
    assert!(moved > TICK);

    let said = desk.quit();
    let change = format!("tick {TICK}: avoidance from raycast to cardioid\n");
    assert!(said.contains(&change) && said.contains("no single mode"), "{said}");
    assert!(said.contains("quit at ") && !said.contains("timed out"), "{said}");
}

/// A window that stops at the time limit and a headless run print the same, except for the times of ticks.
#[test]
fn the_window_stops_at_the_limit_and_prints_a_headless_runs_figures() {
    if skipped() {
        return;
    }
    let limit = (TICK as f64 / 60.0).to_string();
    let desk = Desk::open(&["--limit", &limit]);
    wait("it stops at the limit", || {
        desk.press("s");
        if desk.saved().contains(&TICK) { Ok(()) } else { Err(format!("{:?}", desk.saved())) }
    });
    desk.see("the result", |shot| at_least(shot.count(theme::DARK.accent), 40));
    let latest = desk.saved().into_iter().max();
    assert_eq!(latest, Some(TICK), "it does not go on");
    let run = Command::new(env!("CARGO_BIN_EXE_sidestep"))
        .arg("run")
        .args(RUN)
        .args(["--headless", "--limit", &limit])
        .output()
        .unwrap();
    let timeless = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with("tick "));
        lines.map(String::from).collect::<Vec<_>>()
    };
    let (window, headless) = (desk.interrupt(), String::from_utf8_lossy(&run.stdout).to_string());
    assert!(headless.contains("state hash") && headless.contains("seed 7"), "{headless}");
    assert_eq!(timeless(&window), timeless(&headless));
}
