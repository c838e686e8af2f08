//! Output files: which are replaced, which are written directly, and what an interrupt leaves behind.

use super::{MAP, Value, files, folder, json, program, refused, words};
use std::fs;

/// A short run.
const RUN: [&str; 4] = ["run", "chicken", "--limit", "0.1"];

#[test]
fn a_dash_is_standard_output() {
    let folder = folder();
    let csv = program(&folder).args(RUN).args(["--csv", "-"]).assert().code(0).stderr("");
    let csv = String::from_utf8(csv.get_output().stdout.clone()).unwrap();
    assert!(csv.starts_with("tick,time_s,"), "{csv}");
    assert_eq!(csv.lines().count(), 1 + 2 * 7, "rows and no table: {csv}");
    let output = program(&folder).args(RUN).args(["--png", "-", "--size", "64x36"]).assert().code(0);
    assert_eq!(output.get_output().stdout[..4], *b"\x89PNG");
    assert_eq!(files(folder.path()), Vec::<String>::new());
    refused(&["run", "chicken", "--json", "--csv", "-"], &["two outputs", "standard output"]);
}

#[test]
fn two_names_of_one_file_are_refused() {
    refused(&["run", "chicken", "--json", "out", "--csv", "./out"], &["two outputs", "./out"]);
    let folder = folder();
    fs::write(folder.path().join("mine.toml"), MAP).unwrap();
    for (map, option, file) in [
        ("mine.toml", "--csv", "./mine.toml"),
        ("./mine.toml", "--csv", "mine.toml"),
        ("mine", "--json", "mine"),
    ] {
        fs::write(folder.path().join(map), MAP).unwrap();
        let output = program(&folder).args(["run", map, option, file]).assert().code(2).get_output().clone();
        let message = words(&output.stderr);
        assert!(message.contains("refusing to overwrite the map"), "{message}");
        assert_eq!(fs::read_to_string(folder.path().join(file)).unwrap(), MAP);
    }
}

#[test]
fn the_ending_selects_the_format() {
    let folder = folder();
    let out = [
        "--out", "a.csv", "--out", "b.PNG", "--out", "c.json", "--out", "d.gif", "--size", "64x36", "--at",
        "0",
    ];
    program(&folder).args(RUN).args(out).assert().code(0);
    let begins = |name: &str, with: &[u8]| {
        let bytes = fs::read(folder.path().join(name)).unwrap();
        assert!(bytes.starts_with(with), "{name}: {:?}", &bytes[..8]);
    };
    for (name, with) in [("a.csv", "tick,"), ("c.json", "{\n"), ("d.gif", "GIF89a")] {
        begins(name, with.as_bytes());
    }
    begins("b.PNG", b"\x89PNG");
    let known = [
        ".json: every metric",
        ".png: a picture",
        ".svg: the same picture",
        ".gif: the run",
        ".mp4: the run",
        ".csv: every unit's",
    ];
    for name in ["-", "a", "a.mkv"] {
        refused(&["run", "chicken", "--out", name], &known);
    }
    refused(&["run", "chicken", "--out", "a.csv", "--csv", "./a.csv"], &["two outputs"]);
    refused(&["run", "chicken", "--out", "a.csv", "--at", "0"], &["--at needs a picture"]);
}

#[test]
fn a_start_file_of_the_map_is_not_overwritten() {
    let folder = folder();
    let map =
        MAP.replace("units = [{ position = [-3, 0] }]\ngoal = { point = [3, 0] }", "starts = \"a.txt\"");
    fs::write(folder.path().join("mine.toml"), map).unwrap();
    fs::write(folder.path().join("a.txt"), "-3 0 3 0\n").unwrap();
    program(&folder).args(["check", "mine.toml"]).assert().code(0);
    let output = program(&folder).args(["run", "mine.toml", "--csv", "./a.txt"]).assert().code(2);
    assert!(words(&output.get_output().stderr).contains("refusing to overwrite the start file a.txt"));
    assert_eq!(fs::read_to_string(folder.path().join("a.txt")).unwrap(), "-3 0 3 0\n");
}

#[test]
fn a_picture_needs_its_own_ending() {
    refused(&["run", "chicken", "--png", "a.jpg"], &["--png writes a PNG file", "name it a.png"]);
    refused(&["run", "chicken", "--gif", "run.MP4"], &["--gif writes a GIF file", "name it run.gif"]);
    refused(&["run", "chicken", "--csv", "a.xlsx"], &["name it a.csv"]);
    refused(&["run", "chicken", "--json", "a.toml"], &["name it a.json"]);
    let pair = ["compare", "--pair", "none", "raycast", "--map", "chicken", "--png", "a.webp"];
    refused(&pair, &["--png writes a PNG file", "name it a.png"]);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use assert_cmd::cargo::CommandCargoExt;
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::path::Path;
    use std::process::{Command, Output, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};
    use tempfile::TempDir;

    #[test]
    fn a_link_stays_a_link_and_its_file_is_replaced() {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("kept")).unwrap();
        fs::write(path("kept/old.csv"), "old").unwrap();
        for (link, target) in
            [("a.csv", "kept/old.csv"), ("b.csv", "kept/new.csv"), ("null.csv", "/dev/null")]
        {
            symlink(target, path(link)).unwrap();
            program(&folder).args(RUN).args(["--csv", link]).assert().code(0);
            assert!(fs::symlink_metadata(path(link)).unwrap().is_symlink(), "{link} was replaced");
        }
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        assert_eq!(files(&path("kept")), ["new.csv", "old.csv"]);
        assert!(fs::read_to_string(path("kept/old.csv")).unwrap().starts_with("tick,"));
        fs::write(path("mine.toml"), MAP).unwrap();
        symlink("mine.toml", path("alias")).unwrap();
        program(&folder).args(["run", "mine.toml", "--csv", "alias"]).assert().code(2);
        assert_eq!(fs::read_to_string(path("mine.toml")).unwrap(), MAP);
    }

    #[test]
    fn a_pipe_is_written_and_stays() {
        let folder = folder();
        let path = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        for (option, begin) in
            [("--csv", "tick,"), ("--json", "{"), ("--png", "\u{fffd}PNG"), ("--gif", "GIF89a")]
        {
            let source = path.clone();
            let reader = thread::spawn(move || fs::read(source).unwrap());
            program(&folder).args(RUN).args(["--size", "64x36", option, "pipe"]).assert().code(0);
            assert!(fs::symlink_metadata(&path).unwrap().file_type().is_fifo(), "{option} replaced the pipe");
            let read = reader.join().unwrap();
            assert!(String::from_utf8_lossy(&read).starts_with(begin), "{option}: {} bytes", read.len());
        }
        assert_eq!(files(folder.path()), ["pipe"]);
    }

    #[test]
    fn a_shells_process_substitution_works() {
        let folder = folder();
        let script =
            r#""$SIDESTEP" run chicken --limit 0.1 --csv >(gzip > x.gz) && wait $! && gzip -dc x.gz"#;
        let output = Command::new("bash")
            .args(["-c", script])
            .env("SIDESTEP", env!("CARGO_BIN_EXE_sidestep"))
            .current_dir(folder.path())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.lines().any(|line| line.starts_with("tick,time_s")), "{text} {output:?}");
        assert_eq!(files(folder.path()), ["x.gz"]);
    }

    #[test]
    fn a_reader_of_a_pipe_may_leave_early() {
        let folder = folder();
        let script = r#""$SIDESTEP" run chicken --csv - | head -n 1; echo ${PIPESTATUS[0]}"#;
        let output = Command::new("bash")
            .args(["-c", script])
            .env("SIDESTEP", env!("CARGO_BIN_EXE_sidestep"))
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(String::from_utf8_lossy(&output.stdout).ends_with("arrived\n0\n"), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }

    /// Starts the program, interrupts it once `ready` returns true, and returns its output.
    fn interrupted(folder: &TempDir, arguments: &[&str], signal: &str, ready: impl Fn() -> bool) -> Output {
        let child = Command::cargo_bin("sidestep")
            .unwrap()
            .args(arguments)
            .current_dir(folder.path())
            .env("COLUMNS", "80")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while !ready() {
            assert!(begun.elapsed() < Duration::from_secs(60), "it never got there");
            thread::sleep(Duration::from_millis(5));
        }
        let pid = child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        child.wait_with_output().unwrap()
    }

    #[test]
    fn progress_is_printed_every_ten_seconds_without_a_terminal() {
        use std::io::{BufRead, BufReader};
        let folder = folder();
        // No process reads its output, so it blocks.
        let mut child = Command::cargo_bin("sidestep")
            .unwrap()
            .args(["run", "crossing", "--units", "400", "--csv", "-"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let read = BufReader::new(child.stderr.take().unwrap()).read_line(&mut line);
        child.kill().unwrap();
        child.wait().unwrap();
        read.unwrap();
        assert!(line.starts_with("0 %") && line.ends_with("0 of 400 arrived\n"), "{line:?}");
    }

    fn has_part(folder: &Path) -> bool {
        files(folder).iter().any(|name| name.ends_with(".part"))
    }

    #[test]
    fn an_interrupted_run_removes_its_parts_and_says_what_is_left() {
        for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
            let folder = folder();
            fs::write(folder.path().join("run.csv"), "mine").unwrap();
            let arguments =
                ["run", "crossing", "--units", "2000", "--csv", "run.csv", "--png", "a.png", "--at", "0"];
            let taken = || folder.path().join("a.png").exists() && has_part(folder.path());
            let output = interrupted(&folder, &arguments, signal, taken);
            assert_eq!(output.status.code(), Some(code));
            let message = words(&output.stderr);
            for part in [
                "interrupted: the run was at",
                "complete: a.png",
                "not written: run.csv",
                "sidestep run crossing --units 2000 --csv run.csv",
            ] {
                assert!(message.contains(part), "no '{part}' in: {message}");
            }
            assert_eq!(files(folder.path()), ["a.png", "run.csv"]);
            assert_eq!(fs::read_to_string(folder.path().join("run.csv")).unwrap(), "mine");
        }
    }

    #[test]
    fn an_interrupted_comparison_keeps_results_and_resumes_with_the_command_that_it_names() {
        let folder = folder();
        let arguments = [
            "compare",
            "--maps",
            "chicken,crossing",
            "--modes",
            "none",
            "--push",
            "off",
            "--seeds",
            "12",
            "--limit",
            "20",
            "-o",
            "out",
            "--threads",
            "1",
        ];
        let runs = folder.path().join("out/runs");
        let kept = || fs::read_dir(&runs).map_or(0, |runs| runs.flatten().filter(is_result).count());
        let output = interrupted(&folder, &arguments, "-INT", || kept() > 0);
        assert_eq!(output.status.code(), Some(130));
        let message = words(&output.stderr);
        let first = kept();
        assert!(first < 24, "all was done before the interrupt");
        assert!(
            message.contains(&format!("interrupted: the results of {first} of 24 runs are kept in out/runs")),
            "{message}"
        );
        let command = format!("sidestep {}", arguments.join(" "));
        assert!(message.contains(&format!("Resume with {command}")), "{message}");
        assert!(!has_part(&runs) && !has_part(&folder.path().join("out")));
        program(&folder).args(arguments).assert().code(0);
        assert_eq!(kept(), 24);
    }

    #[test]
    fn a_run_that_waits_for_the_reader_of_a_pipe_can_be_interrupted() {
        let folder = folder();
        let path = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let arguments = ["run", "chicken", "--json", "a.json", "--csv", "pipe"];
        let output = interrupted(&folder, &arguments, "-INT", || has_part(folder.path()));
        assert_eq!(output.status.code(), Some(130));
        assert!(words(&output.stderr).contains("not written: a.json"), "{output:?}");
        assert_eq!(files(folder.path()), ["pipe"]);
    }

    fn is_result(entry: &fs::DirEntry) -> bool {
        entry.path().extension().is_some_and(|ending| ending == "json")
    }

    #[test]
    fn merged_results_go_through_a_pipe_alone() {
        let folder = folder();
        program(&folder)
            .args([
                "study", "plan", "--maps", "chicken", "--modes", "none", "--push", "off", "--seeds", "2",
                "-o", "s",
            ])
            .assert()
            .code(0);
        program(&folder).args(["study", "run", "s"]).assert().code(0);
        let output =
            program(&folder).args(["study", "merge", "s", "-o", "-"]).assert().code(0).get_output().clone();
        let lines: Vec<Value> =
            output.stdout.split(|b| *b == b'\n').filter(|l| !l.is_empty()).map(json).collect();
        assert_eq!(lines.len(), 2);
        assert!(words(&output.stderr).contains("2 results"), "{output:?}");
        assert_eq!(files(&folder.path().join("s")), ["manifest.jsonl", "runs"]);
        let manifest = fs::read(folder.path().join("s/manifest.jsonl")).unwrap();
        let refused =
            program(&folder).args(["study", "merge", "s", "-o", "s/manifest.jsonl"]).assert().code(2);
        assert!(words(&refused.get_output().stderr).contains("refusing to overwrite the manifest"));
        assert_eq!(fs::read(folder.path().join("s/manifest.jsonl")).unwrap(), manifest);
    }
}
