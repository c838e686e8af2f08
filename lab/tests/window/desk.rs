//! The program on a virtual display, and pictures of its window.

use crate::{BAR, PACKAGES, PATIENCE, RUN, SIZE, TICK};
use sidestep_lab::draw::Color;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A process that is killed with the test.
pub struct Killed(pub Child);

impl Drop for Killed {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A virtual display with the program on it.
pub struct Desk {
    // Fields are dropped in this order: the program before its display.
    program: Killed,
    display: Killed,
    name: String,
    pub window: String,
    pub folder: tempfile::TempDir,
}

impl Drop for Desk {
    /// Keeps a screenshot of a failed test.
    fn drop(&mut self) {
        let test = std::thread::current().name().unwrap_or_default().replace("::", "-");
        if std::thread::panicking() && self.shot().is_ok() {
            // The test has failed already.
            let _ = self.copy_shot(&format!("failed-{test}"));
        }
    }
}

/// Those of these tools that are missing.
pub fn missing(tools: &[&'static str]) -> Vec<&'static str> {
    let there = |tool: &str| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
    };
    tools.iter().copied().filter(|tool| !there(tool)).collect()
}

/// Whether tools are missing, which is an error if they are required.
pub fn skipped() -> bool {
    skipped_without(&["Xvfb", "xdotool", "import"], PACKAGES)
}

/// Whether some of these tools, which are in these packages, are missing. That is an error if they are required.
pub fn skipped_without(tools: &[&'static str], packages: &str) -> bool {
    let missing = missing(tools);
    if missing.is_empty() {
        return false;
    }
    let text = format!("no {}; Debian's packages: {packages}", missing.join(", "));
    assert!(std::env::var_os("CI").is_none(), "{text}");
    eprintln!("skipped: {text}");
    true
}

/// Polls until there is an answer.
pub fn wait<T>(what: &str, mut ask: impl FnMut() -> Result<T, String>) -> T {
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
pub fn output(command: &mut Command) -> Output {
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
pub fn display() -> (Killed, String) {
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
    /// Opens the window without its panel.
    pub fn open(arguments: &[&str]) -> Desk {
        let arguments = [&RUN[..], arguments].concat();
        Desk::open_with("panel = false\nhint_closed = true\n", &arguments, 1.0)
    }

    /// Opens the window as an earlier one left it, with this many pixels per point.
    pub fn open_with(state: &str, arguments: &[&str], scale: f32) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let (display, name) = display();
        let size = format!("{}x{}", SIZE.0, SIZE.1);
        fs::write(folder.path().join("state.toml"), state).unwrap();
        let program = Command::new(env!("CARGO_BIN_EXE_sidestep"))
            .arg("run")
            .args(arguments)
            .args(["--size", &size])
            .env("WINIT_X11_SCALE_FACTOR", scale.to_string())
            .current_dir(folder.path())
            .env("DISPLAY", &name)
            // As on a machine without a session, where nothing may complain about that.
            .env_remove("XDG_RUNTIME_DIR")
            .env("SIDESTEP_STATE", folder.path().join("state.toml"))
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .stdin(Stdio::null())
            .stdout(File::create(folder.path().join("stdout")).unwrap())
            .stderr(File::create(folder.path().join("stderr")).unwrap())
            .spawn()
            .unwrap();
        let mut desk = Desk { program: Killed(program), display, name, window: String::new(), folder };
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
    pub fn ask(&self, arguments: &[&str]) -> Result<String, String> {
        let said = output(Command::new("xdotool").args(arguments).env("DISPLAY", &self.name));
        if said.status.success() {
            Ok(String::from_utf8_lossy(&said.stdout).trim().to_string())
        } else {
            Err(format!("xdotool {arguments:?}: {}", String::from_utf8_lossy(&said.stderr)))
        }
    }

    pub fn press(&self, key: &str) {
        self.ask(&["key", key]).unwrap();
    }

    /// Presses a key until the window has this title.
    pub fn press_until(&self, key: &str, title: &str) {
        wait(&format!("{key} leads to '{title}'"), || {
            self.press(key);
            std::thread::sleep(Duration::from_millis(200));
            let shown = self.ask(&["getwindowname", &self.window])?;
            if shown == title { Ok(()) } else { Err(shown) }
        });
    }

    pub fn click(&self, (x, y): (f32, f32)) {
        let (x, y) = (x.round().to_string(), y.round().to_string());
        self.ask(&["mousemove", "--window", &self.window, &x, &y, "click", "1"]).unwrap();
    }

    /// A screenshot of the window.
    pub fn shot(&self) -> Result<Shot, String> {
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
    pub fn see(&self, what: &str, mut check: impl FnMut(&Shot) -> Result<(), String>) {
        wait(what, || check(&self.shot()?));
    }

    /// What `explain` says of the unit that is marked in the recording that `c` saves.
    pub fn explained(&self, id: usize, options: &[&str]) -> String {
        let file = format!("bug-crossing-{TICK}-unit-{id}.sidestep");
        let _ = fs::remove_file(self.folder.path().join(&file));
        self.press("c");
        wait("the recording is saved", || {
            let said = output(
                Command::new(env!("CARGO_BIN_EXE_sidestep"))
                    .args(["explain", &file])
                    .args(options)
                    .current_dir(self.folder.path()),
            );
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            if said.status.success() { Ok(text(&said.stdout)) } else { Err(text(&said.stderr)) }
        })
    }

    /// Drags the left mouse button.
    pub fn drag(&self, (x, y): (f32, f32), (u, v): (f32, f32)) {
        let place = |v: f32| v.round().to_string();
        let half = (place((x + u) / 2.0), place((y + v) / 2.0));
        let (from, to) = ((place(x), place(y)), (place(u), place(v)));
        let window = self.window.as_str();
        let go = |at: &(String, String)| {
            self.ask(&["mousemove", "--window", window, &at.0, &at.1]).unwrap();
            // Each position is an event of its own.
            std::thread::sleep(Duration::from_millis(60));
        };
        go(&from);
        self.ask(&["mousedown", "1"]).unwrap();
        [half, to].iter().for_each(go);
        self.ask(&["mouseup", "1"]).unwrap();
    }

    /// Waits until a file of the folder begins with these characters, and returns its path.
    pub fn file(&self, begin: &str, end: &str) -> PathBuf {
        let is_it = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
            name.starts_with(begin) && name.ends_with(end)
        };
        wait(&format!("{begin}…{end} is saved"), || {
            let mut files = fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path());
            files.find(is_it).ok_or("not yet".into())
        })
    }

    /// Waits for a title of the window.
    pub fn title(&self, expected: &str) {
        wait("the title", || {
            let title = self.ask(&["getwindowname", &self.window])?;
            if title == expected { Ok(()) } else { Err(format!("'{title}' instead of '{expected}'")) }
        });
    }

    /// Keeps a screenshot, to be looked at.
    pub fn keep(&self, name: &str) {
        wait("a screenshot", || self.shot());
        self.copy_shot(name).unwrap();
    }

    /// Copies the screenshot that was taken last to the folder of screenshots.
    fn copy_shot(&self, name: &str) -> std::io::Result<u64> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("window");
        fs::create_dir_all(&folder)?;
        fs::copy(self.folder.path().join("shot.png"), folder.join(format!("{name}.png")))
    }

    /// Ends the display under the window, and returns what the program printed to both streams.
    pub fn lose_display(mut self) -> (String, String) {
        self.display.0.kill().unwrap();
        wait("the program ends", || match self.program.0.try_wait() {
            Ok(Some(_)) => Ok(()),
            other => Err(format!("{other:?}")),
        });
        let read = |name: &str| fs::read_to_string(self.folder.path().join(name)).unwrap();
        (read("stdout"), read("stderr"))
    }

    /// Quits, and returns what the program printed.
    pub fn quit(self) -> String {
        self.press("q");
        self.printed(0)
    }

    /// Interrupts the program, and returns what it printed.
    pub fn interrupt(self) -> String {
        let id = self.program.0.id().to_string();
        assert!(output(Command::new("kill").args(["-TERM", &id])).status.success());
        self.printed(143)
    }

    /// Waits for this exit code, and returns what the program printed.
    pub fn printed(mut self, code: i32) -> String {
        let status = wait("the program ends", || match self.program.0.try_wait() {
            Ok(Some(status)) => Ok(status),
            other => Err(format!("{other:?}")),
        });
        let read = |name: &str| fs::read_to_string(self.folder.path().join(name)).unwrap();
        let said = read("stderr");
        assert!(status.code() == Some(code) && !said.contains("panicked"), "{status}: {said}");
        assert!(!said.contains("XDG_RUNTIME_DIR"), "{said}");
        read("stdout")
    }

    /// The ticks with a picture saved by `s`.
    pub fn saved(&self) -> Vec<u64> {
        let names =
            fs::read_dir(self.folder.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
        let tick = |n: String| n.strip_prefix("sidestep-crossing-")?.strip_suffix(".png")?.parse().ok();
        names.filter_map(tick).collect()
    }
}

pub struct Shot {
    pub size: (u32, u32),
    pub pixels: Vec<u8>,
}

pub fn read_png(path: &Path) -> Result<Shot, String> {
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
    pub fn is(&self, x: u32, y: u32, color: Color) -> bool {
        let at = (y as usize * self.size.0 as usize + x as usize) * 4;
        let near = |(have, want): (&u8, u8)| have.abs_diff(want) <= 8;
        self.pixels[at..at + 3].iter().zip([color.r, color.g, color.b]).all(near)
    }

    /// Pixels of a colour between the toolbar and the timeline.
    pub fn places(&self, color: Color) -> Vec<(u32, u32)> {
        self.places_between(color, BAR)
    }

    /// Pixels of a colour without this many rows at the top and bottom.
    pub fn places_between(&self, color: Color, rows: u32) -> Vec<(u32, u32)> {
        let rows = rows..self.size.1 - rows;
        rows.flat_map(|y| (0..self.size.0).map(move |x| (x, y)))
            .filter(|(x, y)| self.is(*x, *y, color))
            .collect()
    }

    pub fn count(&self, color: Color) -> usize {
        self.places(color).len()
    }
}
