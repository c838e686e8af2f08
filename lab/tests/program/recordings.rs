//! Which part of a run is recorded and how, videos, and several modes side by side.

use super::{Value, files, folder, json, metrics, png, program, refused, words};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::process::Command;

#[test]
fn options_that_do_not_apply_are_refused() {
    let gif = ["run", "chicken", "--limit", "2", "--gif", "a.gif"];
    let picture = ["run", "chicken", "--limit", "2", "--png", "a.png"];
    let cases: [(&[&str], &[&str], &[&str]); 14] = [
        (&picture, &["--fps", "10"], &["--fps needs an animation", "--gif FILE"]),
        (&picture, &["--from", "1"], &["--from needs an animation", "--at sets the time of a picture"]),
        (&picture, &["--to", "1"], &["--to needs an animation"]),
        (&gif, &["--at", "1"], &["--at needs a picture"]),
        (&gif, &["--fps", "0"], &["must be between 1 and 60 frames per second"]),
        (&gif, &["--fps", "60"], &["--fps 60 is too fast", "at most 50", "--fps 50 or less"]),
        (&gif, &["--from", "1", "--to", "1"], &["--from 1 must be before --to 1"]),
        (&gif, &["--from", "3"], &["--from 3 is after the end of the run at 2 s"]),
        (&gif, &["--to", "3"], &["--to 3 is after the end of the run at 2 s", "a longer --limit"]),
        (
            &gif,
            &["--view", "0,0"],
            &["must be the middle of the view and its width in metres, such as 0,0,20"],
        ),
        (&gif, &["--view", "0,0,0"], &["must be the middle of the view"]),
        (
            &gif,
            &["--view", "-500,0,10"],
            &["--view -500,0,10 shows nothing of the map", "the map reaches from"],
        ),
        (&gif, &["--theme", "lihgt"], &["unknown theme 'lihgt'", "did you mean 'light'?"]),
        (&["run", "chicken", "--headless"], &["--view", "0,0,5"], &["--view needs a picture"]),
    ];
    for (run, options, parts) in cases {
        refused(&[run, options].concat(), parts);
    }
    refused(&["run", "chicken", "--json", "--theme", "light"], &["--theme needs a picture"]);
}

/// The number of frames of a GIF, and its duration in hundredths of a second.
fn frames(path: &Path) -> (u32, u32) {
    let mut animation =
        gif::DecodeOptions::new().read_info(BufReader::new(File::open(path).unwrap())).unwrap();
    let mut sum = (0, 0);
    while let Some(frame) = animation.read_next_frame().unwrap() {
        sum = (sum.0 + 1, sum.1 + u32::from(frame.delay));
    }
    sum
}

#[test]
fn an_animation_records_a_part_of_the_run() {
    let folder = folder();
    let run = ["run", "chicken", "--limit", "2", "--size", "64x36", "--gif"];
    let recorded = |file: &str, options: &[&str]| {
        program(&folder).args(run).arg(file).args(options).assert().code(0);
        frames(&folder.path().join(file))
    };
    // Each ends with its last frame for another 1.5 s.
    assert_eq!(recorded("whole.gif", &[]), (31, 200 + 150));
    assert_eq!(recorded("part.gif", &["--from", "0.5", "--to", "1", "--fps", "10"]), (6, 50 + 150));
    assert_eq!(recorded("end.gif", &["--from", "1.8", "--fps", "10"]), (3, 20 + 150));
    assert_eq!(recorded("fast.gif", &["--to", "1", "--fps", "50"]), (51, 100 + 150));
    // A run that ends before the part leaves its end, and says so.
    let late = ["run", "chicken", "--gif", "late.gif", "--from", "19", "--size", "64x36"];
    let output = program(&folder).args(late).assert().code(0).get_output().clone();
    assert!(words(&output.stderr).contains("before --from 19: the animation shows its end"), "{output:?}");
    assert_eq!(frames(&folder.path().join("late.gif")).0, 1);
}

#[test]
fn a_light_picture_and_its_svg() {
    let folder = folder();
    let options = ["--png", "a.png", "--svg", "a.svg", "--at", "1", "--theme", "light", "--view", "0,0,8"];
    program(&folder).args(["run", "chicken", "--size", "320x180"]).args(options).assert().code(0);
    let (width, height, pixels) = png(&folder.path().join("a.png"));
    assert_eq!((width, height), (320, 180));
    let white = pixels.chunks_exact(4).filter(|p| p[..3] == [255; 3]).count();
    assert!(white > 320 * 180 / 2, "{white} white pixels");
    let text = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(text.contains("<title>chicken at 1.00 s</title>") && text.contains("<circle "), "{text}");
    assert!(text.contains("fill:#ffffff"), "{text}");
}

/// Whether `ffmpeg` is installed. CI must have it.
fn has_ffmpeg() -> bool {
    let has = Command::new("ffmpeg").arg("-version").output().is_ok_and(|output| output.status.success());
    assert!(has || std::env::var_os("CI").is_none(), "CI needs ffmpeg");
    if !has {
        eprintln!("skipped: ffmpeg is not installed");
    }
    has
}

#[test]
fn a_video_has_the_frames_of_the_run() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    for (name, begin) in [("a.mp4", &b"\0\0\0"[..]), ("a.webm", &b"\x1a\x45\xdf\xa3"[..])] {
        let run = ["run", "chicken", "--limit", "2", "--size", "301x169", "--fps", "20", "--out", name];
        program(&folder).args(run).assert().code(0);
        let path = folder.path().join(name);
        assert!(fs::read(&path).unwrap().starts_with(begin), "{name}");
        let decoded = Command::new("ffmpeg")
            .args(["-loglevel", "error", "-i"])
            .arg(&path)
            .args(["-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
            .output()
            .unwrap();
        // Odd sizes become even. The last frame is shown for another 1.5 s.
        let size = 302 * 170 * 3;
        assert_eq!(decoded.stdout.len(), size * (41 + 30), "{name}: {decoded:?}");
        let (first, last) = (&decoded.stdout[..size], &decoded.stdout[decoded.stdout.len() - size..]);
        let changed = first.iter().zip(last).filter(|(a, b)| a.abs_diff(**b) > 60).count();
        assert!(changed > 100, "{name}: {changed} values changed");
        // The ground is dark and bluish, so red, green and blue are in their places.
        let ground = &first[(100 * 302 + 15) * 3..][..3];
        assert!(ground[2] > ground[0] && ground[0] < 60, "{name}: {ground:?}");
    }
    assert_eq!(files(folder.path()), ["a.mp4", "a.webm"]);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn without_ffmpeg_the_error_comes_before_the_run() {
        let folder = folder();
        let run = ["run", "chicken", "--mp4", "a.mp4", "--csv", "a.csv"];
        let output =
            program(&folder).env("PATH", folder.path()).args(run).assert().code(2).get_output().clone();
        let message = words(&output.stderr);
        for part in ["cannot write a.mp4: ffmpeg is not installed", "install ffmpeg", "--gif FILE"] {
            assert!(message.contains(part), "no '{part}' in: {message}");
        }
        assert!(output.stdout.is_empty() && files(folder.path()).is_empty(), "{output:?}");
    }

    /// An encoder that prints more than a pipe holds, and fails.
    #[test]
    fn a_failing_ffmpeg_is_quoted_and_leaves_no_file() {
        let (folder, bin) = (folder(), folder());
        let script = "#!/bin/sh\nPATH=/usr/bin:/bin\nyes 'a line of noise' | head -n 20000 >&2\necho 'no such encoder' >&2\nexit 3\n";
        fs::write(bin.path().join("ffmpeg"), script).unwrap();
        fs::set_permissions(bin.path().join("ffmpeg"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(folder.path().join("a.webm"), "mine").unwrap();
        let run = ["run", "chicken", "--limit", "3", "--webm", "a.webm"];
        let output = program(&folder).env("PATH", bin.path()).args(run).assert().code(2).get_output().clone();
        let message = words(&output.stderr);
        assert!(message.contains("cannot write a.webm: ffmpeg failed:"), "{message}");
        assert!(message.contains("no such encoder"), "{message}");
        assert_eq!(files(folder.path()), ["a.webm"]);
        assert_eq!(fs::read_to_string(folder.path().join("a.webm")).unwrap(), "mine");
    }
}

/// The run of the tests below.
const VERSUS: [&str; 8] =
    ["run", "crossing", "--units", "16", "--limit", "20", "--versus", "raycast,lanes:lanes.response=2,orca"];

#[test]
fn modes_side_by_side_are_the_runs_of_each() {
    let folder = folder();
    let output = program(&folder).args(VERSUS).arg("--json").assert().code(0).get_output().clone();
    let all = json(&output.stdout);
    let alone = [&["raycast"][..], &["lanes", "--set", "lanes.response=2"], &["orca"]].map(|mode| {
        let run = ["crossing", "--units", "16", "--limit", "20", "--avoid"];
        metrics(&[&run[..], mode].concat())
    });
    assert_eq!(all.as_array().map(Vec::len), Some(3));
    for (k, mut single) in alone.into_iter().enumerate() {
        let mut one = all[k].clone();
        for metrics in [&mut one, &mut single] {
            metrics.as_object_mut().unwrap().remove("tick_us");
        }
        assert_eq!(one, single, "contender {k}");
    }
    let hashes: Vec<&Value> = (0..3).map(|k| &all[k]["state_hash"]).collect();
    assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2]);

    let output = program(&folder).args(VERSUS).arg("--headless").assert().code(0).get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    let heads: Vec<&str> = rows[1].split_whitespace().collect();
    assert_eq!(heads, ["raycast", "lanes:lanes.response=2", "orca"]);
    for heading in
        ["arrived", "time ratio", "last arrival", "deepest overlap", "stuck", "mean tick", "state hash"]
    {
        assert!(rows.iter().any(|row| row.starts_with(heading)), "no '{heading}' in\n{text}");
    }
    for hash in hashes {
        assert!(text.contains(hash.as_str().unwrap()), "{text}");
    }
}

#[test]
fn modes_side_by_side_share_a_picture() {
    let folder = folder();
    let out =
        ["--png", "a.png", "--svg", "a.svg", "--at", "3", "--gif", "a.gif", "--to", "1", "--size", "640x300"];
    program(&folder).args(VERSUS).args(out).assert().code(0);
    assert_eq!(files(folder.path()), ["a.gif", "a.png", "a.svg"]);
    let (width, height, _) = png(&folder.path().join("a.png"));
    assert_eq!((width, height), (640, 300));
    assert_eq!(frames(&folder.path().join("a.gif")).0, 16);
    let text = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    for words in ["crossing", "3.0 s", "raycast", "lanes:lanes.response=2", "orca"] {
        assert!(text.contains(&format!(">{words}</text>")), "no '{words}' in {text}");
    }
    assert!(text.matches(">arrived 0/16</text>").count() == 3, "{text}");
    // Three maps and three captions, each clipped to its part, in the strip's picture.
    assert!(
        text.matches("<svg x=").count() >= 6
            && text.matches("<svg").count() == text.matches("</svg>").count()
    );
    assert!(text.matches("<circle ").count() > 3 * 16, "every world has its units");
}

#[test]
fn contenders_that_make_no_sense_are_refused() {
    let versus = |modes: &'static str| ["run", "chicken", "--headless", "--versus", modes];
    refused(&versus("lanes"), &["--versus needs 2 to 4 modes, not 1", "such as --versus raycast,lanes"]);
    refused(&versus("lanes,orca,none,raycast,cardioid"), &["needs 2 to 4 modes, not 5"]);
    refused(&versus("lanes,orca,lanes"), &["--versus names lanes twice"]);
    refused(&versus("lanes,lanse"), &["did you mean 'lanes'?"]);
    refused(&versus("lanes,orca:horizon"), &["must be KEY=VALUE"]);
    refused(&[&versus("lanes,orca")[..], &["--avoid", "none"]].concat(), &["cannot be used with"]);
    refused(
        &[&versus("lanes,orca")[..], &["--out", "a.csv"]].concat(),
        &["writes a single run as CSV", "--versus runs 2"],
    );
}
