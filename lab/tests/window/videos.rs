//! Videos and tables that leave the window, without a display.

use crate::desk::{output, skipped_without};
use crate::interface::only;
use crate::mirror::Mirror;
use serde_json::Value;
use sidestep_lab::viewer::Command;
use sidestep_lab::viewer::results::headings;
use std::fs;
use std::path::Path;
use std::process;

/// Odd, because a window can have any size, and videos need even ones.
const SIZE: (u32, u32) = (1001, 701);
/// The seconds for which a video shows its last picture.
const LAST: f64 = 1.5;
/// Set in the process that finds no `ffmpeg`.
const ALONE: &str = "SIDESTEP_TEST_WITHOUT_FFMPEG";

/// A window that saves into this folder, with the section of the panel that records.
fn window(folder: &Path) -> Mirror {
    let mut window = Mirror::new("crossing", Some(24), &only(&["Pictures and files"]), SIZE, 1.0);
    window.session.set_folder(folder.to_path_buf());
    window
}

/// Returns what ffprobe says about the only stream of a video.
fn probed(file: &Path) -> Value {
    let options = ["-v", "error", "-count_frames", "-of", "json", "-show_streams"];
    let said = output(process::Command::new("ffprobe").args(options).arg(file));
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let found: Value = serde_json::from_slice(&said.stdout).unwrap();
    assert_eq!(found["streams"].as_array().map(Vec::len), Some(1), "{found}");
    found["streams"][0].clone()
}

#[test]
fn a_recorded_video_has_the_size_of_the_map_and_a_frame_for_each_30th_of_a_second() {
    if skipped_without(&["ffmpeg", "ffprobe"], "ffmpeg") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (format, codec) in [("mp4", "h264"), ("webm", "vp9")] {
        let mut window = window(folder.path());
        window.session.apply(Command::Step);
        window.settle();
        window.click(format);
        window.click("record an animation");
        assert!(window.session.records() && window.shows("recording"), "{:?}", window.session.message());
        (0..60).for_each(|_| window.session.apply(Command::Step));
        // A video keeps its size while the window changes its own.
        let area = window.session.viewport();
        window.session.apply(Command::TogglePanel);
        window.settle();
        (0..60).for_each(|_| window.session.apply(Command::Step));
        window.session.apply(Command::TogglePanel);
        window.settle();
        window.click("end the recording");
        let name = format!("sidestep-crossing.{format}");
        assert_eq!(window.session.message(), Some(format!("saved {name}").as_str()));

        let stream = probed(&folder.path().join(&name));
        let text = |key: &str| stream[key].as_str().unwrap_or_default().to_string();
        assert_eq!((text("codec_name").as_str(), text("r_frame_rate").as_str()), (codec, "30/1"));
        let size = ["width", "height"].map(|key| stream[key].as_u64().unwrap() as u32);
        assert_eq!(size, [area.width & !1, area.height & !1], "the map's part is {area:?}");
        // One for every other tick from the first to the last, and then the last one again.
        let frames: f64 = text("nb_read_frames").parse().unwrap();
        assert_eq!(frames, 61.0 + LAST * 30.0);

        // Its pictures move.
        let frame = |at: &str, name: &str| {
            let mut ffmpeg = process::Command::new("ffmpeg");
            ffmpeg
                .args(["-v", "error", "-y", "-ss", at, "-i"])
                .arg(folder.path().join(format!("sidestep-crossing.{format}")));
            let said =
                output(ffmpeg.args(["-frames:v", "1", "-pix_fmt", "rgba"]).arg(folder.path().join(name)));
            assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
            crate::desk::read_png(&folder.path().join(name)).unwrap().pixels
        };
        let (first, last) = (frame("0", "first.png"), frame("2", "last.png"));
        let changed = first.iter().zip(&last).filter(|(a, b)| a.abs_diff(**b) > 40).count();
        assert!(changed > 1000, "{format}: {changed} values changed");
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("window");
        fs::create_dir_all(&kept).unwrap();
        fs::copy(folder.path().join("last.png"), kept.join(format!("video-{format}.png"))).unwrap();
    }
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 4, "two videos and two pictures");
}

#[test]
fn without_ffmpeg_a_video_is_refused_with_what_to_do() {
    if std::env::var_os(ALONE).is_none() {
        let test = "videos::without_ffmpeg_a_video_is_refused_with_what_to_do";
        let mut program = process::Command::new(std::env::current_exe().unwrap());
        let said = output(program.args(["--exact", test, "--nocapture"]).env("PATH", "").env(ALONE, "1"));
        let text = String::from_utf8_lossy(&said.stdout);
        assert!(said.status.success() && text.contains("1 passed"), "{text}");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(folder.path());
    window.click("mp4");
    window.click("record an animation");
    let said = window.session.message().unwrap_or_default().to_string();
    for part in ["ffmpeg is not installed", "install ffmpeg", "GIF"] {
        assert!(said.contains(part), "no '{part}' in: {said}");
    }
    assert!(!window.session.records() && fs::read_dir(folder.path()).unwrap().next().is_none());
    // The help works.
    window.click("gif");
    window.click("record an animation");
    window.session.apply(Command::Step);
    window.settle();
    window.click("end the recording");
    assert!(folder.path().join("sidestep-crossing.gif").is_file(), "{:?}", window.session.message());
}

#[test]
fn the_table_of_results_is_copied_as_text_with_tabs() {
    let mut window = Mirror::new("one-on-one", None, &only(&[]), SIZE, 1.0);
    window.click("results");
    assert!(window.shows("No run has ended yet") && !window.shows("copy"), "{:?}", window.texts());
    let run = |window: &mut Mirror| {
        while window.session.end().is_none() {
            window.session.apply(Command::Step);
        }
        window.settle();
    };
    run(&mut window);
    window.session.apply(Command::Restart);
    window.session.apply(Command::ChooseMode("orca".parse().unwrap()));
    run(&mut window);
    assert_eq!(window.copied, None);
    window.click("copy");
    let copied = window.copied.clone().expect("nothing was copied");
    let rows: Vec<Vec<&str>> = copied.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!((rows.len(), &rows[0]), (3, &headings().iter().map(String::as_str).collect()));
    for (row, run) in rows[1..].iter().zip(window.session.finished()) {
        assert_eq!(*row, run.cells());
    }
    assert_eq!((rows[1][0], rows[2][1]), ("one-on-one", "orca"));
    assert!(copied.ends_with('\n'));
}
