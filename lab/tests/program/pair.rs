//! `sidestep compare --pair`: its text and its picture.

use super::program;
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep_lab::pair::pair;
use sidestep_lab::scene::{LayoutOptions, Scene};
use std::fs;

fn printed(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = program(&folder).arg("compare").args(arguments).assert().code(0).get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_text_has_the_tick_the_unit_and_the_reasons() {
    let text = printed(&["--pair", "raycast", "none", "--map", "crossing", "--seed", "1", "--units", "8"]);
    let options = LayoutOptions { units: Some(8), seed: Some(1), ..LayoutOptions::default() };
    let layout = Scene::built_in("crossing").unwrap().layout(&options).unwrap();
    let steered = |mode: &str| Steering { mode: Mode::named(mode).unwrap(), ..layout.steering.clone() };
    let parting = pair(&layout, ["raycast", "none"].map(steered), 0.0).parting.unwrap();
    let (before, tick, unit) = (parting.tick - 1, parting.tick, parting.unit);
    let state = parting.worlds[0].state_hash();
    for words in [
        format!("Both runs are bit-identical up to tick {before} ("),
        format!(": state {state:016x}.\n"),
        format!("Then, in tick {tick}, unit {unit} of west at ("),
        "ray hits unit".into(),
        format!("unit {unit} arrives"),
        "time ratio".into(),
    ] {
        assert!(text.contains(&words), "no '{words}' in\n{text}");
    }
    let same = printed(&["--pair", "lanes", "lanes", "--units", "8"]);
    assert!(same.contains("The runs are bit-identical to the end."), "{same}");
    let start =
        printed(&["--pair", "lanes", "lanes", "--units", "8", "--set-b", "lanes.response=2", "--limit", "2"]);
    assert!(start.contains("B: lanes, lanes.response 2") && start.contains("decides differently"), "{start}");
}

#[test]
fn the_picture_has_both_halves() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["compare", "--pair", "raycast", "none", "--units", "8", "--png", "both.png"];
    program(&folder).args(arguments).assert().code(0);
    let file = std::io::BufReader::new(fs::File::open(folder.path().join("both.png")).unwrap());
    let reader = png::Decoder::new(file).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (2 * 960 + 4, 720));
}

#[test]
fn bad_input_names_the_nearest() {
    let wrong: [(&[&str], &str); 10] = [
        (&["--pair", "none", "lanes", "--maps", "crossing"], "cannot be used with '--maps <MAPS>'"),
        (&["--pair", "none", "lanes", "--units", "8,9"], "--pair accepts one value of --units, not 2"),
        (&["--map", "crossing"], "--pair <MODE_A> <MODE_B>"),
        (&["--pair", "raycst", "none"], "did you mean 'raycast'?"),
        (&["--pair", "none"], "2 values required"),
        (&["--pair", "none", "raycast", "--map", "crosing"], "did you mean 'crossing'?"),
        (&["--pair", "none", "lanes", "--set-b", "lanes.respons=1"], "did you mean 'lanes.response'?"),
        (&["--pair", "none", "lanes", "--tolerance", "-1"], "must be a distance between 0 and 1000 m"),
        (&["--pair", "none", "lanes", "--tolerance", "much"], "must be a distance between 0 and 1000 m"),
        (
            &["--pair", "none", "raycast", "--units", "8", "--png", "no/folder.png"],
            "cannot create no/folder.png",
        ),
    ];
    for (arguments, part) in wrong {
        let folder = tempfile::tempdir().unwrap();
        let output = program(&folder).arg("compare").args(arguments).assert().code(2).get_output().clone();
        let message = String::from_utf8(output.stderr).unwrap();
        let words = message.replace(['│', '×'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(part), "{arguments:?}: no '{part}' in: {words}");
        assert!(
            output.stdout.is_empty() && fs::read_dir(folder.path()).unwrap().count() == 0,
            "{arguments:?}"
        );
    }
}
