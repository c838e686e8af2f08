//! Error messages, one snapshot each.

use super::{TINY, done, folder, result_of, silent, tiny};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};
use sidestep_lab::study::{
    MANIFEST, MergeOptions, PlannedRun, Record, Selection, StudyPlan, StudySpec, do_runs, encode, merge,
    runs_of,
};
use std::fs;
use std::path::Path;

/// Renders an error as the terminal shows it, with a fixed name for the folder.
fn rendered(error: &dyn Diagnostic, folder: Option<&Path>) -> String {
    let mut text = String::new();
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(400);
    handler.render_report(&mut text, error).expect("a report can be written to a string");
    without_ids(&match folder {
        Some(folder) => text.replace(&folder.display().to_string(), "FOLDER"),
        None => text,
    })
}

/// Replaces ids, which change with every version of the program.
fn without_ids(text: &str) -> String {
    let is_id = |word: &str| word.len() == 16 && word.chars().all(|c| c.is_ascii_hexdigit());
    let words = text.split_inclusive(|c: char| !c.is_alphanumeric());
    let rendered = |word: &str| match word.split_at_checked(16) {
        Some((id, rest)) if is_id(id) => format!("ID{rest}"),
        _ => word.to_string(),
    };
    words.map(rendered).collect()
}

macro_rules! refused {
    ($($name:ident: $line:expr;)*) => {$(
        #[test]
        fn $name() {
            let toml = format!("sidestep = 1\n[study]\n{}\n", $line);
            let error = StudySpec::from_toml("test.toml", &toml).err();
            let error = error.unwrap_or_else(|| panic!("this study was accepted:\n{toml}"));
            insta::assert_snapshot!(stringify!($name), rendered(&error, None));
        }
    )*};
}

refused! {
    syntax: "maps = [";
    unknown_key: "mapz = [\"crossing\"]";
    unknown_map: "maps = [\"crosing\"]";
    unknown_mode: "modes = [\"none\", \"raycats\"]";
    unknown_model: "settings = { lames.side_bias = [1] }";
    unknown_setting: "settings.lanes.side_bais = [1]";
    setting_out_of_range: "settings.lanes.side_bias = [0.5, 99]";
    setting_that_no_mode_has: "modes = [\"none\"]\nsettings.lanes.side_bias = [0.5]";
    variant_that_no_mode_has: "modes = [\"none\"]\nvariants = [{}, { lanes.trust = 0 }]";
    variant_with_values: "variants = [{ lanes.trust = [0, 1] }]";
    variant_of_nothing_known: "variants = [{ lanes.trust = 0, lames.trust = 0 }]";
    varied_twice: "settings.lanes.trust = [0, 1]\nvariants = [{}, { lanes.trust = 0 }]";
    not_a_list: "modes = \"orca\"";
    nothing_to_do: "modes = []";
    bad_push: "push = [\"of\"]";
    bad_seeds: "seeds = \"9-1\"";
    no_seeds: "seeds = 0";
    too_many_seeds: "seeds = 200000";
    seeds_and_shifts: "seeds = 2\nshifts = 27";
    zero_units: "units = [0]";
    map_without_a_name: "maps = [{ units = [20] }]";
    bad_limit: "limit = 0";
}

#[test]
fn a_study_needs_its_version_and_its_table() {
    let rendered = |toml: &str| rendered(&StudySpec::from_toml("test.toml", toml).unwrap_err(), None);
    insta::assert_snapshot!("no_version", rendered("[study]\n"));
    insta::assert_snapshot!("another_version", rendered("sidestep = 2\n[study]\n"));
    insta::assert_snapshot!("no_table", rendered("sidestep = 1\n"));
    insta::assert_snapshot!(
        "not_text",
        self::rendered(&StudySpec::from_bytes("test.toml", b"\xff").unwrap_err(), None)
    );
    let missing = StudySpec::from_file(Path::new("no-such.toml")).unwrap_err();
    insta::assert_snapshot!("no_file", self::rendered(&missing, None));
}

#[test]
fn too_many_runs_are_not_begun() {
    let toml = "sidestep = 1\n[study]\nseeds = 100000\nsettings.lanes.side_bias = [1, 2, 3, 4, 5]\nsettings.lanes.every = [1, 2, 3]";
    let error = StudyPlan::new(StudySpec::from_toml("test.toml", toml).unwrap()).unwrap_err();
    insta::assert_snapshot!("too_many_runs", rendered(&error, None));
}

#[test]
fn folders_that_cannot_be_used_say_how_to_go_on() {
    let folder = folder();
    let path = folder.path();
    let run = |selection| do_runs(path, selection, 1, &silent).unwrap_err();
    insta::assert_snapshot!("no_manifest", rendered(&run(Selection::All), Some(path)));
    tiny().write(path).unwrap();
    insta::assert_snapshot!("no_such_run", rendered(&run(Selection::Index(9)), Some(path)));
    let other = StudySpec::from_toml("other.toml", &TINY.replace("seeds = 2", "seeds = 3")).unwrap();
    insta::assert_snapshot!(
        "another_study",
        rendered(&StudyPlan::new(other).unwrap().write(path).unwrap_err(), Some(path))
    );
    let manifest = fs::read_to_string(path.join(MANIFEST)).unwrap();
    let changed = |from: &str, to: &str| {
        fs::write(path.join(MANIFEST), manifest.replacen(from, to, 1)).unwrap();
        rendered(&run(Selection::All), Some(path))
    };
    insta::assert_snapshot!("a_line_that_was_changed", changed("\"seed\":1", "\"seed\":7"));
    insta::assert_snapshot!("a_line_that_is_cut_off", changed(&(version() + "}\n"), "\n"));
}

/// The version of the program, as written in a run's line.
fn version() -> String {
    format!("\"version\":\"{}\"", sidestep_lab::VERSION)
}

#[test]
fn another_versions_study_is_neither_planned_over_nor_run() {
    let folder = folder();
    let path = folder.path();
    tiny().write(path).unwrap();
    // The manifest as that version would have written it.
    let runs: String = runs_of(path)
        .unwrap()
        .map(|run| super::with_its_id(PlannedRun { version: "0.0.9".into(), ..run.unwrap() }))
        .map(|run| serde_json::to_string(&run).unwrap() + "\n")
        .collect();
    fs::write(path.join(MANIFEST), runs).unwrap();
    let planned = tiny().write(path).unwrap_err();
    let run = do_runs(path, Selection::All, 1, &silent).unwrap_err();
    for error in [planned, run] {
        let text = rendered(&error, None).replace(sidestep_lab::VERSION, "0.1.0");
        insta::assert_snapshot!("another_program", text);
    }
}

/// A result that cannot be written stands in for a full disk.
#[test]
fn a_result_that_cannot_be_kept_stops_the_study_and_nothing_is_lost() {
    let folder = folder();
    let path = folder.path();
    tiny().write(path).unwrap();
    let blocked = result_of(path, 7);
    fs::create_dir_all(&blocked).unwrap();
    let error = do_runs(path, Selection::All, 1, &silent).unwrap_err();
    let kept = (0..7).filter(|k| result_of(path, *k).exists()).count();
    let text = rendered(&error, Some(path));
    assert!(text.contains(&format!("{kept} of 8 runs are kept in FOLDER")), "{text}");
    insta::assert_snapshot!("stopped", text.replacen(&format!("{kept} of"), "SOME of", 1));
    fs::remove_dir(&blocked).unwrap();
    assert_eq!(do_runs(path, Selection::All, 1, &silent).unwrap().kept, kept as u64);
}

#[test]
fn a_map_that_changed_is_not_run() {
    let folder = folder();
    let map = folder.path().join("m.txt");
    fs::write(&map, "-5 0 5 0\n").unwrap();
    let toml = TINY.replace("crossing", &map.display().to_string()).replace("units = [8]", "");
    StudyPlan::new(StudySpec::from_toml("s.toml", &toml).unwrap()).unwrap().write(folder.path()).unwrap();
    fs::write(&map, "-5 0 6 0\n").unwrap();
    let error = do_runs(folder.path(), Selection::All, 1, &silent).unwrap_err();
    insta::assert_snapshot!("map_changed", rendered(&error, Some(folder.path())));
}

#[test]
fn different_studies_are_refused() {
    let folder = done(&tiny(), 2);
    let other = crate::small::folder();
    let study = StudySpec::from_toml("other.toml", &TINY.replace("seeds = 2", "seeds = 3")).unwrap();
    StudyPlan::new(study).unwrap().write(other.path()).unwrap();
    let folders = [folder.path().to_path_buf(), other.path().to_path_buf()];
    let error = merge(&folders, &MergeOptions::default()).unwrap_err();
    let text = rendered(&error, Some(folder.path())).replace(&other.path().display().to_string(), "OTHER");
    insta::assert_snapshot!("different_studies", text);
}

#[test]
fn versions_are_mixed_on_request_only() {
    let folder = done(&tiny(), 2);
    let file = result_of(folder.path(), 4);
    let mut record: Record = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    // The version in the metrics is that of the program that did the run.
    record.metrics.insert("version".into(), "0.0.9".into());
    fs::write(&file, encode(&record).unwrap()).unwrap();
    let folders = [folder.path().to_path_buf()];
    let error = merge(&folders, &MergeOptions::default()).unwrap_err();
    insta::assert_snapshot!("versions", rendered(&error, None).replace(sidestep_lab::VERSION, "0.1.0"));
    assert!(!folder.path().join("results.csv").exists(), "half a table");
    let options = MergeOptions { allow_versions: true, ..MergeOptions::default() };
    assert_eq!(merge(&folders, &options).unwrap().missing, 0);
}

#[test]
fn an_output_that_is_also_another_form_is_refused() {
    let folder = done(&tiny(), 2);
    let options = MergeOptions { out: Some(folder.path().join("all.csv")), ..MergeOptions::default() };
    let error = merge(&[folder.path().to_path_buf()], &options).unwrap_err();
    insta::assert_snapshot!("written_over", rendered(&error, Some(folder.path())));
}
