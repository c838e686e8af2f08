//! `sidestep scale`: its table, its three files, and what it refuses.

use super::program;
use serde_json::Value;
use std::fs;

#[test]
fn the_program_prints_a_table_and_writes_three_files() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["scale", "--avoid", "none,raycast", "--units", "40,20,30,20", "--quality-up-to", "30"];
    let output = program(&folder).args(arguments).args(["-o", "out"]).assert().code(0).get_output().clone();
    let table = String::from_utf8(output.stdout).unwrap();
    for words in [
        "crossing, push off, seed 1, 1 thread",
        "none: ",
        "raycast: ",
        "grows as units to the power of",
        "per unit",
    ] {
        assert!(table.contains(words), "no '{words}' in\n{table}");
    }
    assert_eq!(table.matches("not run").count(), 2, "40 units of each mode:\n{table}");
    let read = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    let json: Value = serde_json::from_str(&read("scale.json")).unwrap();
    let rows = json["rows"].as_array().unwrap();
    let units: Vec<u64> = rows.iter().map(|row| row["units"].as_u64().unwrap()).collect();
    assert_eq!(units, [20, 30, 40, 20, 30, 40], "each once, from few to many");
    assert!(rows[0]["quality"]["time_ratio"].as_f64().unwrap() >= 1.0 && rows[2]["quality"].is_null());
    assert_eq!(json["growth"].as_array().unwrap().len(), 12);
    assert!(json["growth"][5]["fit"]["exponent"]["low"].is_f64(), "{}", json["growth"][5]);
    assert_eq!(read("scale.csv").lines().count(), 7);
    assert!(read("scale.svg").contains(">raycast</text>"));
    assert_eq!(fs::read_dir(folder.path().join("out")).unwrap().count(), 3, "nothing half-written is left");

    let output =
        program(&folder).args(["scale", "--units", "8", "--json"]).assert().code(0).get_output().clone();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["map"], &json["rows"][0]["units"]), (&"crossing".into(), &8.into()));
    assert!(json["growth"][0]["fit"].is_null(), "one size has no slope");
}

#[test]
fn bad_input_is_refused_before_anything_is_measured() {
    let wrong: [(&[&str], &str); 8] = [
        (&["--avoid", "lane"], "did you mean 'lanes'?"),
        (&["crossin"], "did you mean 'crossing'?"),
        (&["--units", "10,none"], "must be a whole number of at least 1"),
        (&["--units", "0"], "must be a whole number of at least 1"),
        (&["--units", "10,200000"], "200000"),
        (&["--set", "lanes.side_bia=1"], "did you mean 'lanes.side_bias'?"),
        (&["wander", "--units", "5"], "no unit on wander has a goal"),
        (&["--units", "8", "-o", "file.txt"], "cannot create file.txt"),
    ];
    for (arguments, part) in wrong {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file.txt"), "a file").unwrap();
        let output = program(&folder).arg("scale").args(arguments).assert().code(2).get_output().clone();
        let message = String::from_utf8(output.stderr).unwrap();
        let words = message.replace(['│', '×'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(part), "{arguments:?}: no '{part}' in: {words}");
        assert!(
            output.stdout.is_empty() && fs::read_dir(folder.path()).unwrap().count() == 1,
            "{arguments:?}"
        );
    }
}
