//! The window on Wayland, in a compositor without a screen.

use crate::desk::{Killed, output, skipped_without, wait};
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The Debian packages of the compositor and the graphics driver.
const PACKAGES: &str = "weston mesa-vulkan-drivers libvulkan1";
/// The socket of the compositor, in the test's own folder.
const SOCKET: &str = "wayland-test";

/// Starts the compositor and the program, and waits until the run has begun.
fn open(folder: &Path) -> (Killed, Killed) {
    let quiet = |command: &mut Command| -> Child {
        command.stdin(Stdio::null()).env("XDG_RUNTIME_DIR", folder).spawn().unwrap()
    };
    let compositor = quiet(
        Command::new("weston")
            .args(["--backend=headless-backend.so", "--idle-time=0", "--no-config"])
            .arg(format!("--socket={SOCKET}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null()),
    );
    let compositor = Killed(compositor);
    wait("the compositor starts", || {
        if folder.join(SOCKET).exists() { Ok(()) } else { Err("no socket yet".into()) }
    });
    let program = quiet(
        Command::new(env!("CARGO_BIN_EXE_sidestep"))
            .args(["run", "crossing", "--units", "24"])
            .current_dir(folder)
            .env("WAYLAND_DISPLAY", SOCKET)
            .env("SIDESTEP_STATE", folder.join("state.toml"))
            .env_remove("DISPLAY")
            .stdout(File::create(folder.join("stdout")).unwrap())
            .stderr(File::create(folder.join("stderr")).unwrap()),
    );
    // The figures are renewed while the world runs.
    std::thread::sleep(Duration::from_secs(3));
    (compositor, Killed(program))
}

/// Waits for the end of the program. Returns its exit code and what it printed to both streams.
fn ended(mut program: Killed, folder: &Path) -> (Option<i32>, String, String) {
    let status = wait("the program ends", || match program.0.try_wait() {
        Ok(Some(status)) => Ok(status),
        other => Err(format!("{other:?}")),
    });
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    (status.code(), read("stdout"), read("stderr"))
}

#[test]
fn on_wayland_a_signal_closes_the_window_with_the_figures() {
    if skipped_without(&["weston"], PACKAGES) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (_compositor, program) = open(folder.path());
    assert!(output(Command::new("kill").args(["-TERM", &program.0.id().to_string()])).status.success());
    let (code, printed, said) = ended(program, folder.path());
    assert_eq!(code, Some(143), "{printed}\n{said}");
    assert!(printed.contains("crossing, 24 units") && printed.contains("state hash"), "{printed}\n{said}");
}

#[test]
fn on_wayland_a_compositor_that_goes_away_ends_with_the_figures() {
    if skipped_without(&["weston"], PACKAGES) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (compositor, program) = open(folder.path());
    drop(compositor);
    let (_, printed, said) = ended(program, folder.path());
    assert!(printed.contains("crossing, 24 units") && printed.contains("state hash"), "{printed}\n{said}");
    assert!(said.contains("the display went away"), "{said}");
}
