//! The window, on a virtual display (Xvfb) with a software graphics driver. Its units are drawn where a headless run of the same
//! map has them, and keys and mouse work.
#![cfg(all(feature = "viewer", target_os = "linux"))]

use serde_json::Value;
use sidestep::draw::{Camera, Color, text, theme};
use sidestep::scene::{Layout, LayoutOptions, Scene};
use sidestep::types::Point;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Software rendering and the window's start are slow on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The Debian packages of the tools.
const PACKAGES: &str = "xvfb xdotool imagemagick mesa-vulkan-drivers libvulkan1";
/// The run, and the tick that is compared.
const RUN: [&str; 7] = ["crossing", "--units", "24", "--seed", "7", "--avoid", "raycast"];
const TICK: u64 = 90;
const SIZE: (u32, u32) = (1000, 600);

/// A process that is killed with the test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A virtual display with the program on it.
struct Desk {
    // Fields are dropped in this order: the program before its display.
    program: Killed,
    _display: Killed,
    name: String,
    window: String,
    folder: tempfile::TempDir,
}

/// The missing tools.
fn missing_tools() -> Vec<&'static str> {
    let there = |tool: &str| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
    };
    ["Xvfb", "xdotool", "import"].into_iter().filter(|tool| !there(tool)).collect()
}

/// Whether tools are missing, which is an error if they are required.
fn skipped() -> bool {
    let missing = missing_tools();
    if missing.is_empty() {
        return false;
    }
    let text = format!("no {}; Debian's packages: {PACKAGES}", missing.join(", "));
    assert!(std::env::var_os("CI").is_none(), "{text}");
    eprintln!("skipped: {text}");
    true
}

/// Polls until there is an answer.
fn wait<T>(what: &str, mut ask: impl FnMut() -> Result<T, String>) -> T {
    let begin = Instant::now();
    loop {
        match ask() {
            Ok(answer) => return answer,
            Err(problem) if begin.elapsed() > PATIENCE => panic!("{what}: {problem}"),
            Err(_) => std::thread::sleep(Duration::from_millis(100)),
        }
    }
}

/// Runs a command, with a time limit.
fn output(command: &mut Command) -> Output {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = Killed(child.unwrap_or_else(|e| panic!("{command:?}: {e}")));
    let status = wait(&format!("{command:?}"), || match child.0.try_wait() {
        Ok(Some(status)) => Ok(status),
        other => Err(format!("{other:?}")),
    });
    let mut read = Output { status, stdout: Vec::new(), stderr: Vec::new() };
    std::io::copy(&mut child.0.stdout.take().unwrap(), &mut read.stdout).unwrap();
    std::io::copy(&mut child.0.stderr.take().unwrap(), &mut read.stderr).unwrap();
    read
}

/// Starts Xvfb on a free display, and returns the display's name. Without `-noreset`, it resets when its last client leaves, and
/// refuses connections meanwhile.
fn display() -> (Killed, String) {
    let mut child = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (send, receive) = mpsc::channel();
    let stdout = child.stdout.take().unwrap();
    let child = Killed(child);
    std::thread::spawn(move || {
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).map(|_| send.send(line))
    });
    let number = receive.recv_timeout(PATIENCE).unwrap_or_else(|e| panic!("Xvfb names no display: {e}"));
    (child, format!(":{}", number.trim()))
}

impl Desk {
    fn open(arguments: &[&str]) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let (display, name) = display();
        let size = format!("{}x{}", SIZE.0, SIZE.1);
        let program = Command::new(env!("CARGO_BIN_EXE_sidestep"))
            .arg("run")
            .args(RUN)
            .args(arguments)
            .args(["--size", &size])
            .current_dir(folder.path())
            .env("DISPLAY", &name)
            .env("XDG_RUNTIME_DIR", folder.path())
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .stdin(Stdio::null())
            .stdout(File::create(folder.path().join("stdout")).unwrap())
            .stderr(File::create(folder.path().join("stderr")).unwrap())
            .spawn()
            .unwrap();
        let mut desk =
            Desk { program: Killed(program), _display: display, name, window: String::new(), folder };
        desk.window = wait("the window opens", || {
            if let Ok(Some(status)) = desk.program.0.try_wait() {
                let said = fs::read_to_string(desk.folder.path().join("stderr")).unwrap_or_default();
                panic!("no window, {status}: {said}\nit takes Debian's {PACKAGES}");
            }
            let found = desk.ask(&["search", "--onlyvisible", "--name", "^Sidestep"])?;
            found.lines().next().map(String::from).ok_or("none yet".into())
        });
        // There is no window manager to give the window the keyboard focus.
        wait("the window has the keyboard", || {
            desk.ask(&["windowfocus", &desk.window])?;
            let has = desk.ask(&["getwindowfocus"])?;
            if has == desk.window { Ok(()) } else { Err(format!("{has} has it")) }
        });
        desk
    }

    /// The output of xdotool.
    fn ask(&self, arguments: &[&str]) -> Result<String, String> {
        let said = output(Command::new("xdotool").args(arguments).env("DISPLAY", &self.name));
        if said.status.success() {
            Ok(String::from_utf8_lossy(&said.stdout).trim().to_string())
        } else {
            Err(format!("xdotool {arguments:?}: {}", String::from_utf8_lossy(&said.stderr)))
        }
    }

    fn press(&self, key: &str) {
        self.ask(&["key", key]).unwrap();
    }

    fn click(&self, (x, y): (f32, f32)) {
        let (x, y) = (x.round().to_string(), y.round().to_string());
        self.ask(&["mousemove", "--window", &self.window, &x, &y, "click", "1"]).unwrap();
    }

    /// A screenshot of the window.
    fn shot(&self) -> Result<Shot, String> {
        let path = self.folder.path().join("shot.png");
        let said = output(
            Command::new("import")
                .args(["-silent", "-window", &self.window, "-depth", "8"])
                .arg(format!("PNG32:{}", path.display()))
                .env("DISPLAY", &self.name),
        );
        if said.status.success() {
            read_png(&path)
        } else {
            Err(String::from_utf8_lossy(&said.stderr).into())
        }
    }

    /// Waits until the window's picture passes a check.
    fn see(&self, what: &str, mut check: impl FnMut(&Shot) -> Result<(), String>) {
        wait(what, || check(&self.shot()?));
    }

    /// The situation that `c` saves.
    fn situation(&self, id: usize) -> Value {
        let path = self.folder.path().join(format!("situation-crossing-{TICK}-{id}.json"));
        let _ = fs::remove_file(&path);
        self.press("c");
        wait("the situation is saved", || {
            let text = fs::read(&path).map_err(|e| e.to_string())?;
            serde_json::from_slice(&text).map_err(|e| e.to_string())
        })
    }

    /// The output of `explain` for it.
    fn explained(&self, id: usize) -> Vec<Value> {
        let file = format!("situation-crossing-{TICK}-{id}.json");
        let said = output(
            Command::new(env!("CARGO_BIN_EXE_sidestep"))
                .args(["explain", &file])
                .current_dir(self.folder.path()),
        );
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        String::from_utf8_lossy(&said.stdout)
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// Quits, and returns what the program printed.
    fn quit(self) -> String {
        self.press("q");
        self.printed(0)
    }

    /// Interrupts the program, and returns what it printed.
    fn interrupt(self) -> String {
        let id = self.program.0.id().to_string();
        assert!(output(Command::new("kill").args(["-TERM", &id])).status.success());
        self.printed(143)
    }

    /// Waits for this exit code, and returns what the program printed.
    fn printed(mut self, code: i32) -> String {
        let status = wait("the program ends", || match self.program.0.try_wait() {
            Ok(Some(status)) => Ok(status),
            other => Err(format!("{other:?}")),
        });
        let read = |name: &str| fs::read_to_string(self.folder.path().join(name)).unwrap();
        let said = read("stderr");
        assert!(status.code() == Some(code) && !said.contains("panicked"), "{status}: {said}");
        read("stdout")
    }

    /// The ticks with a picture saved by `s`.
    fn saved(&self) -> Vec<u64> {
        let names =
            fs::read_dir(self.folder.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
        let tick = |n: String| n.strip_prefix("sidestep-crossing-")?.strip_suffix(".png")?.parse().ok();
        names.filter_map(tick).collect()
    }
}

struct Shot {
    size: (u32, u32),
    pixels: Vec<u8>,
}

fn read_png(path: &Path) -> Result<Shot, String> {
    let file = BufReader::new(File::open(path).map_err(|e| e.to_string())?);
    let mut reader = png::Decoder::new(file).read_info().map_err(|e| e.to_string())?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("too large")?];
    let info = reader.next_frame(&mut pixels).map_err(|e| e.to_string())?;
    if info.color_type != png::ColorType::Rgba {
        return Err(format!("{:?} instead of RGBA", info.color_type));
    }
    Ok(Shot { size: (info.width, info.height), pixels })
}

impl Shot {
    fn is(&self, x: u32, y: u32, color: Color) -> bool {
        let at = (y as usize * self.size.0 as usize + x as usize) * 4;
        let near = |(have, want): (&u8, u8)| have.abs_diff(want) <= 8;
        self.pixels[at..at + 3].iter().zip([color.r, color.g, color.b]).all(near)
    }

    /// Pixels of a colour between the two strips of text.
    fn places(&self, color: Color) -> Vec<(u32, u32)> {
        let rows = text::STRIP..self.size.1 - text::STRIP;
        rows.flat_map(|y| (0..self.size.0).map(move |x| (x, y)))
            .filter(|(x, y)| self.is(*x, *y, color))
            .collect()
    }

    fn count(&self, color: Color) -> usize {
        self.places(color).len()
    }
}

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

/// The camera of the window that shows the whole map.
fn camera(layout: &Layout, size: (u32, u32)) -> Camera {
    Camera::fit(layout.bounds, size, (8.0, text::STRIP as f32 + 8.0))
}

/// Checks that each unit is drawn in its group's colour at its position, and that the colour occurs nowhere else.
fn units_are_seen(shot: &Shot, layout: &Layout, rows: &[Row], size: (u32, u32)) -> Result<(), String> {
    if shot.size != size {
        return Err(format!("the window is {:?} instead of {size:?}", shot.size));
    }
    let camera = camera(layout, size);
    for (id, row) in rows.iter().enumerate() {
        let (x, y) = camera.to_screen(row.at);
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
                let (dx, dy) = (x as f32 + 0.5 - cx, y as f32 + 0.5 - cy);
                (dx * dx + dy * dy).sqrt() <= row.radius * camera.scale + 1.5
            })
        };
        let places = shot.places(theme::DARK.group(group as u16));
        if let Some((x, y)) = places.into_iter().find(|(x, y)| !near(*x, *y)) {
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
    let options = LayoutOptions { units: Some(24), seed: Some(7), jitter: None };
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
    units_are_seen(&read_png(&saved).unwrap(), &layout, &then, SIZE).unwrap();

    // Overlays and help can be toggled.
    desk.see("the message goes away", |shot| none(shot.count(theme::DARK.accent)));
    let floor = desk.shot().unwrap().count(theme::DARK.floor);
    desk.press("j");
    desk.see("trails", |shot| at_least(floor - shot.count(theme::DARK.floor).min(floor), 200));
    desk.press("a");
    desk.see("turned-off overlays", |shot| at_least(shot.count(theme::DARK.floor), floor));
    let before = desk.shot().unwrap().count(theme::DARK.text);
    desk.press("question");
    desk.see("the help", |shot| at_least(shot.count(theme::DARK.text), before + 500));
    desk.press("question");
    desk.see("no help", |shot| units_are_seen(shot, &layout, &then, SIZE));

    // A click selects a unit; `c` saves its situation, which `explain` reads.
    let id = 5;
    desk.click(camera.to_screen(then[id].at));
    desk.see("the panel of reasons", |shot| at_least(shot.count(theme::DARK.text), before + 100));
    let situation = desk.situation(id);
    let number = |value: &Value| value.as_f64().unwrap() as f32;
    let position = &situation[0]["unit"]["position"];
    assert_eq!((number(&position[0]), number(&position[1])), (then[id].at.x, then[id].at.y));
    let explained = desk.explained(id);
    assert_eq!(explained.len(), 1);
    assert!(explained[0].get("turn").is_some(), "{explained:?}");

    // Another mode changes the title and the unit's reasons.
    desk.press("m");
    wait("the title names the mode", || {
        let title = desk.ask(&["getwindowname", &desk.window])?;
        if title == "Sidestep - crossing - cardioid" { Ok(()) } else { Err(title) }
    });
    desk.situation(id);
    assert!(desk.explained(id)[0].get("deferral").is_some(), "{:?}", desk.explained(id));
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
    desk.see("the result", |shot| at_least(shot.count(theme::DARK.accent), 200));
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
