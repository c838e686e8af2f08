//! Standard output and standard error that are full, closed, or a pipe whose reader has gone.
#![cfg(target_os = "linux")]

use super::{folder, program, words};
use std::process::{Command, Output, Stdio};

/// Runs a shell script in which `sidestep` is the program.
fn shell(script: &str) -> Output {
    let folder = folder();
    let script = format!("sidestep() {{ \"$PROGRAM\" \"$@\"; }}\n{script}");
    Command::new("sh")
        .args(["-c", &script])
        .env("PROGRAM", env!("CARGO_BIN_EXE_sidestep"))
        .env("NO_COLOR", "1")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null())
        .current_dir(folder.path())
        .output()
        .unwrap()
}

/// A pipe whose reader has gone.
fn broken_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// Commands with their exit codes, all of which print to standard error.
const TO_STDERR: [(&str, i32); 6] = [
    ("run nowhere.toml", 2),
    ("run crossing --nonsense", 2),
    ("run crossing --units 1", 2),
    ("run chicken --headless --limit 0.1 --expect-arrived 1", 1),
    ("run chicken --limit 0.1", 0),
    ("compare --maps chicken --modes none --seeds 2 --limit 0.1 -o out", 0),
];

#[test]
fn the_exit_code_does_not_depend_on_standard_error() {
    for (arguments, code) in TO_STDERR {
        for to in ["2>/dev/full", "2>&-", "2>/dev/null"] {
            let output = shell(&format!("sidestep {arguments} {to}"));
            assert_eq!(output.status.code(), Some(code), "{arguments} {to}: {output:?}");
        }
        let folder = folder();
        let broken = Command::new(env!("CARGO_BIN_EXE_sidestep"))
            .args(arguments.split(' '))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(broken_pipe())
            .status()
            .unwrap();
        assert_eq!(broken.code(), Some(code), "{arguments}, broken pipe");
    }
}

/// Commands that print to standard output.
const TO_STDOUT: [&str; 10] = [
    "--help",
    "run --help",
    "--version",
    "maps",
    "models lanes",
    "man",
    "completions bash",
    "run chicken --headless --limit 0.1",
    "run chicken --json --limit 0.1",
    "run chicken --csv - --limit 0.1",
];

#[test]
fn a_full_standard_output_is_an_error() {
    for arguments in TO_STDOUT {
        let output = shell(&format!("sidestep {arguments} >/dev/full"));
        assert_eq!(output.status.code(), Some(2), "{arguments}: {output:?}");
        let message = words(&output.stderr);
        assert!(
            message.contains("cannot write") && message.contains("No space left"),
            "{arguments}: {message}"
        );
        assert!(!message.contains("panicked"), "{arguments}: {message}");
        // With both full, nothing can be said, but the exit code says it.
        let output = shell(&format!("sidestep {arguments} >/dev/full 2>/dev/full"));
        assert_eq!(output.status.code(), Some(2), "{arguments}: {output:?}");
    }
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    for arguments in TO_STDOUT {
        let folder = folder();
        let mut command = Command::new(env!("CARGO_BIN_EXE_sidestep"));
        let output = command
            .args(arguments.split(' '))
            .current_dir(folder.path())
            .stdout(broken_pipe())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments}: {output:?}");
        assert_eq!(words(&output.stderr), "", "{arguments}");
        // Closed before the start, it is like /dev/null.
        let output = shell(&format!("sidestep {arguments} >&-"));
        assert_eq!((output.status.code(), words(&output.stderr)), (Some(0), String::new()), "{arguments}");
    }
}

/// A path in a message can be copied, however long it is.
#[test]
fn a_long_path_is_not_broken() {
    let folder = folder();
    let path = format!("{}map.toml", "a-rather-long-name/".repeat(12));
    let output = program(&folder).args(["run", &path]).assert().code(2).get_output().clone();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains(&format!("'{path}'")), "{message}");
}
