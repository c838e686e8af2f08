//! Plans: ids, settings and seeds; and any input is either read or rejected.

use super::{folder, tiny};
use proptest::prelude::*;
use sidestep::lookup::setting;
use sidestep::steering::avoidance::Mode;
use sidestep_lab::scene::Patch;
use sidestep_lab::study::{JITTER, MANIFEST, MapChoice, PlannedRun, StudyPlan, StudySpec, seeds};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn plan(study: StudySpec) -> Vec<PlannedRun> {
    StudyPlan::new(study).unwrap().runs().collect()
}

#[test]
fn a_manifest_has_a_line_for_each_run() {
    let folder = folder();
    let planned = tiny().write(folder.path()).unwrap();
    assert_eq!((planned.runs, planned.known), (8, false));
    let text = fs::read_to_string(folder.path().join(MANIFEST)).unwrap();
    let lines: Vec<PlannedRun> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines, tiny().runs().collect::<Vec<_>>());
    assert!(tiny().write(folder.path()).unwrap().known);
}

#[test]
fn a_setting_multiplies_the_modes_that_have_it_only() {
    let study = StudySpec {
        modes: ["none", "orca", "cardioid", "raycast+cardioid"].into_iter().filter_map(Mode::named).collect(),
        push: vec![Patch::parse_push("off").unwrap()],
        seeds: vec![1],
        settings: vec![
            (setting("orca.time_horizon").unwrap(), [1.0, 2.0, 1.0].map(Into::into).into()),
            (setting("cardioid.personal_space").unwrap(), [1.0, 2.0, 3.0].map(Into::into).into()),
            (setting("cardioid.stage").unwrap(), [1.0, 4.0].map(Into::into).into()),
        ],
        ..StudySpec::default().on(vec![MapChoice::named("crossing")])
    };
    let runs = plan(study);
    let of = |mode: &str| runs.iter().filter(|run| run.mode == mode).count();
    assert_eq!(["none", "orca", "cardioid", "raycast+cardioid"].map(of), [1, 2, 6, 6]);
    let keys: Vec<&str> = runs.last().unwrap().settings.keys().map(String::as_str).collect();
    assert_eq!(keys, ["cardioid.personal_space", "cardioid.stage"]);
}

#[test]
fn the_ablation_of_lanes_is_a_sound_study() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/ablation.toml");
    let runs = plan(StudySpec::from_file(&file).unwrap());
    // 10 variants of `lanes`, 5 of `lanes-cheap`, which lacks the other settings, and 1 of `none`.
    assert_eq!(runs.len(), 7 * 16 * 8);
    let in_the_present = |run: &&PlannedRun| run.settings.iter().any(|(key, _)| *key == "lanes.horizons");
    assert_eq!(runs.iter().filter(in_the_present).count(), 7 * 8);
}

/// Formats the mode and the settings of each run as `mode key=value key=value`.
fn kinds(runs: &[PlannedRun]) -> Vec<String> {
    let set = |run: &PlannedRun| {
        run.settings.iter().map(|(key, value)| format!(" {key}={value}")).collect::<String>()
    };
    runs.iter().map(|run| run.mode.clone() + &set(run)).collect()
}

#[test]
fn a_variants_settings_are_changed_together_and_others_combined_with_them() {
    let toml = "sidestep = 1\n[study]\nmaps = [\"crossing\"]\nmodes = [\"none\", \"lanes\"]\npush = [\"off\"]\nseeds = 1\n\
                settings.lanes.nudge = [0.1, 0.2]\n\
                variants = [{}, { lanes.trust = 0 }, { lanes = { trust = 1, near_gain = 0 } }]\n";
    let runs = plan(StudySpec::from_toml("variants.toml", toml).unwrap());
    let want = [
        "none",
        "lanes lanes.nudge=0.1",
        "lanes lanes.nudge=0.2",
        "lanes lanes.nudge=0.1 lanes.trust=0",
        "lanes lanes.nudge=0.2 lanes.trust=0",
        "lanes lanes.near_gain=0 lanes.nudge=0.1 lanes.trust=1",
        "lanes lanes.near_gain=0 lanes.nudge=0.2 lanes.trust=1",
    ];
    assert_eq!(kinds(&runs), want);
    assert_eq!(runs.iter().map(|run| &run.id).collect::<BTreeSet<_>>().len(), want.len());
}

#[test]
fn shifts_are_seeds_that_also_shift_the_groups() {
    let study = |toml: &str| {
        plan(StudySpec::from_toml("shifts.toml", &format!("sidestep = 1\n[study]\nmaps = [\"crossing\"]\nmodes = [\"none\"]\npush = [\"off\"]\n{toml}\n")).unwrap())
    };
    let [shifted, seeded] = ["shifts = 3", "seeds = 3"].map(study);
    assert_eq!(
        shifted.iter().map(|run| (run.seed, run.shift)).collect::<Vec<_>>(),
        [(1, true), (2, true), (3, true)]
    );
    assert_eq!(
        seeded.iter().map(|run| (run.seed, run.shift)).collect::<Vec<_>>(),
        [(1, false), (2, false), (3, false)]
    );
    assert!(shifted.iter().zip(&seeded).all(|(a, b)| a.id != b.id));
}

#[test]
fn maps_without_a_jitter_get_one_and_a_pushs_strength_is_the_maps() {
    let maps =
        vec![MapChoice::named("crossing"), MapChoice::named("large-groups"), MapChoice::named("chase")];
    let runs = plan(StudySpec::default().on(maps));
    let jitter = |map: &str| runs.iter().find(|run| run.map == map).unwrap().jitter;
    assert_eq!(
        (jitter("crossing"), jitter("large-groups"), jitter("chase")),
        (None, Some(JITTER), Some(JITTER))
    );
    let pushes: BTreeSet<String> = runs.iter().map(|run| run.push.to_string()).collect();
    assert_eq!(pushes.into_iter().collect::<Vec<_>>(), ["0", "0.8"]);
}

#[test]
fn a_study_is_refused_if_all_its_starts_overlap() {
    let folder = folder();
    let map = folder.path().join("close.toml");
    let text = "sidestep = 1\nbounds = [[-20, -10], [20, 10]]\ntime_limit = 9\n[[group]]\nname = \"w\"\nunit = { radius = 0.5 }\n\
                goal = { shift = [9, 0] }\nunits = [{ position = [0, 0] }, { position = [0, 1.02] }]\n";
    fs::write(&map, text).unwrap();
    let on_map = || StudySpec::default().on(vec![MapChoice::named(map.to_str().unwrap())]);
    let study = |seeds: Vec<u64>| StudyPlan::new(StudySpec { jitter: Some(0.1), seeds, ..on_map() });
    let (fine, refused): (Vec<u64>, Vec<u64>) = (1..=8).partition(|seed| study(vec![*seed]).is_ok());
    assert!(fine.len() > 1 && refused.len() > 1, "{fine:?} {refused:?}");
    assert!(study(refused.clone()).unwrap_err().to_string().contains("overlap"));
    // Their runs fail, and the others are done.
    assert!(study([refused, fine[..1].to_vec()].concat()).is_ok());
}

#[test]
fn an_id_is_of_the_maps_content_and_of_the_start_files_that_it_names() {
    let folder = folder();
    let (map, starts) = (folder.path().join("m.toml"), folder.path().join("s.txt"));
    let text = "sidestep = 1\nbounds = [[-20, -10], [20, 10]]\ntime_limit = 9\n[[group]]\nname = \"w\"\nstarts = \"s.txt\"\n";
    let ids = |text: &str, lines: &str| {
        fs::write(&map, text).unwrap();
        fs::write(&starts, lines).unwrap();
        let study = StudySpec::default().on(vec![MapChoice::named(map.to_str().unwrap())]);
        plan(study).into_iter().map(|run| run.id).collect::<BTreeSet<_>>()
    };
    let before = ids(text, "-5 0 5 0\n");
    assert_eq!(before, ids(text, "-5 0 5 0\n"));
    assert!(before.is_disjoint(&ids(text, "-5 1 5 0\n")), "another start");
    assert!(before.is_disjoint(&ids(&text.replace("time_limit = 9", "time_limit = 8"), "-5 0 5 0\n")));
}

#[test]
fn seeds_are_a_number_or_a_list() {
    assert_eq!(seeds("3"), Ok(vec![1, 2, 3]));
    assert_eq!(seeds("3-3"), Ok(vec![3]));
    assert_eq!(seeds("1,7-9"), Ok(vec![1, 7, 8, 9]));
    for wrong in ["", "0", "x", "3-1", "1-", "-4", "1-99999999999", "1,2,", "18446744073709551616"] {
        assert!(seeds(wrong).is_err(), "{wrong}");
    }
}

/// Lists of a study in any order, with repeats.
fn lists() -> impl Strategy<Value = (Vec<&'static str>, Vec<&'static str>, Vec<u64>, Vec<f32>)> {
    let maps = prop::collection::vec(prop::sample::select(vec!["crossing", "circle", "chase"]), 1..4);
    let modes = prop::collection::vec(prop::sample::select(vec!["none", "raycast", "orca", "lanes"]), 1..5);
    (maps, modes, prop::collection::vec(1_u64..9, 1..6), prop::collection::vec(0.0_f32..3.0, 0..4))
}

fn study(
    (maps, modes, seeds, values): (Vec<&str>, Vec<&str>, Vec<u64>, Vec<f32>),
    backwards: bool,
) -> Option<StudySpec> {
    let mut settings = Vec::new();
    if !values.is_empty() && modes.contains(&"orca") {
        settings
            .push((setting("orca.time_horizon").unwrap(), values.iter().map(|v| (v + 0.5).into()).collect()));
    }
    if !values.is_empty() && modes.contains(&"lanes") {
        settings.push((setting("lanes.side_bias").unwrap(), values.into_iter().map(Into::into).collect()));
    }
    let mut study = StudySpec {
        modes: modes.into_iter().filter_map(Mode::named).collect(),
        seeds,
        settings,
        ..StudySpec::default().on(maps.into_iter().map(MapChoice::named).collect())
    };
    if backwards {
        study.maps.reverse();
        study.modes.reverse();
        study.seeds.reverse();
        study.settings.reverse();
    }
    Some(study)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn ids_are_unique_and_do_not_depend_on_the_order(lists in lists()) {
        let (one, other) = (plan(study(lists.clone(), false).unwrap()), plan(study(lists, true).unwrap()));
        let ids = |runs: &[PlannedRun]| runs.iter().map(|run| run.id.clone()).collect::<BTreeSet<_>>();
        prop_assert_eq!(ids(&one).len(), one.len());
        prop_assert_eq!(ids(&one), ids(&other));
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = StudySpec::from_bytes("any.toml", &bytes);
    }

    #[test]
    fn any_study_is_read_or_refused(
        key in prop::sample::select(vec!["maps", "modes", "push", "units", "seeds", "settings", "jitter", "limit", "x"]),
        value in "[-0-9\"a-z\\[\\]{}=., ]{0,40}", version in 0_u8..3
    ) {
        let _ = StudySpec::from_toml("any.toml", &format!("sidestep = {version}\n[study]\n{key} = {value}\n"));
    }
}

const SWITCHES: &str = r#"
sidestep = 1
[study]
maps = ["crossing"]
modes = ["none", "lanes"]
push = ["off"]
units = [8]
seeds = 1
limit = 1
"#;

#[test]
fn a_study_file_varies_switches() {
    let planned = |more: &str| {
        let study = StudySpec::from_toml("study.toml", &format!("{SWITCHES}{more}"));
        kinds(&plan(study.unwrap_or_else(|error| panic!("{more}: {error}"))))
    };
    let both = ["none gates.on=1", "none gates.on=0", "lanes gates.on=1", "lanes gates.on=0"];
    assert_eq!(planned("settings.gates.on = [true, false]"), both);
    assert_eq!(planned("settings.gates.on = [\"on\", \"off\"]"), both);
    let sets = ["none", "none gates.on=0 queueing.on=1", "lanes", "lanes gates.on=0 queueing.on=1"];
    assert_eq!(planned("variants = [{}, { gates.on = false, queueing.on = \"on\" }]"), sets);
    for (wrong, part) in [
        ("[0.5]", "must be true or false"),
        ("[\"maybe\"]", "gates.on must be on or off, not 'maybe'"),
        ("true", "a list of values"),
    ] {
        let error = StudySpec::from_toml("study.toml", &format!("{SWITCHES}settings.gates.on = {wrong}"));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(part), "{wrong}: {error}");
    }
}

#[test]
fn switches_name_the_variants_of_results_and_reports() {
    let text = format!("{SWITCHES}settings.gates.on = [true, false]");
    let plan = StudyPlan::new(StudySpec::from_toml("study.toml", &text).unwrap()).unwrap();
    let done = super::small::done(&plan, 1);
    let csv = super::small::table(done.path());
    assert_eq!(
        (csv.matches(",gates.on=on,").count(), csv.matches(",gates.on=off,").count()),
        (2, 2),
        "{csv}"
    );
    let records = super::small::records(done.path());
    let written: Vec<f64> =
        records.iter().map(|r| r.metrics["settings"]["gates.on"].as_f64().unwrap()).collect();
    assert_eq!(written, [1.0, 0.0, 1.0, 0.0], "the runs have the switches of their plans");
    let report = super::report::reported(&records, &super::report::options());
    for label in ["none, gates on", "none, gates off", "lanes, gates on", "lanes, gates off"] {
        assert!(report.markdown.contains(label), "{label}: {}", report.markdown);
    }
    assert!(report.html.contains("--set gates.on=off"), "the command of a run");
}
