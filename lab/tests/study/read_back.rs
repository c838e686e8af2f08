//! The output of studies, read by an independent reader; and each run matches its line in the manifest.

use super::{done, folder, result_of, silent, tiny};
use sidestep::lookup::setting;
use sidestep::settings::Push;
use sidestep::steering::avoidance::Mode;
use sidestep::types::DT;
use sidestep::world::World;
use sidestep_lab::scene::{LayoutOptions, Scene};
use sidestep_lab::study::{
    MANIFEST, MergeOptions, PlannedRun, RESULTS, Record, Selection, StudyPlan, StudySpec, do_run, do_runs,
    merge, read_results,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// All units arrive, but not at once, so that all numbers of a run differ.
const ARRIVING: &str = r#"
sidestep = 1
[study]
maps = ["crossing"]
modes = ["none", "lanes"]
push = ["off", 0.5]
units = [20]
seeds = [7, 9]
jitter = 0.1
limit = 30
settings.lanes.side_bias = [0.25]
"#;

/// A row by its columns' names.
type Row = BTreeMap<String, String>;

/// Returns the expected content of a column; numbers in their shortest form.
fn expected(record: &Record, column: &str) -> String {
    let run = &record.run;
    let number = |number: Option<f64>| number.map(|x| x.to_string()).unwrap_or_default();
    let short = |number: Option<f32>| number.map(|x| x.to_string()).unwrap_or_default();
    match column {
        "id" => run.id.clone(),
        "map" => run.map.clone(),
        "map_hash" => run.map_hash.clone(),
        "mode" => run.mode.clone(),
        "push" => short(Some(run.push)),
        "units_asked" => run.units.unwrap().to_string(),
        "seed" => run.seed.to_string(),
        "jitter" => short(run.jitter),
        "limit" => short(run.limit),
        "settings" => run.settings.iter().map(|(key, value)| format!("{key}={value}")).collect(),
        "version" => run.version.clone(),
        "outcome" => "arrived".into(),
        "reason" => String::new(),
        "state_hash" => record.metrics["state_hash"].as_str().unwrap().into(),
        metric => number(record.number(metric)),
    }
}

fn csv_rows(path: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let head = reader.headers().unwrap().clone();
    let row = |row: csv::StringRecord| head.iter().zip(&row).map(|(k, v)| (k.into(), v.into())).collect();
    reader.records().map(|record| row(record.unwrap())).collect()
}

#[test]
fn the_table_has_each_number_under_its_own_name() {
    let folder = done(&StudyPlan::new(StudySpec::from_toml("arriving.toml", ARRIVING).unwrap()).unwrap(), 2);
    merge(&[folder.path().to_path_buf()], &MergeOptions::default()).unwrap();
    let records: Vec<Record> =
        read_results(&folder.path().join(RESULTS)).unwrap().map(Result::unwrap).collect();
    assert_eq!(records.len(), 8);
    let first = &records[0];
    let times = ["t50", "t95", "t100"].map(|name| first.number(name).unwrap());
    assert!(times[0] < times[1] && times[1] < times[2], "{times:?}");
    assert_eq!(records.iter().filter(|record| record.run.settings.len() == 1).count(), 4);
    let rows = csv_rows(&folder.path().join("results.csv"));
    assert_eq!(rows.len(), records.len());
    for (row, record) in rows.iter().zip(&records) {
        assert!(row.len() > 40 && row.contains_key("tick_us.p99"), "{row:?}");
        for (column, value) in row {
            assert_eq!(*value, expected(record, column), "{column}");
        }
    }
}

/// Runs a world from the line of a run without the study code. Returns its hash and the number of ticks.
fn by_hand(run: &PlannedRun) -> (String, u64) {
    let options =
        LayoutOptions { units: run.units, seed: Some(run.seed), jitter: run.jitter, shift: run.shift };
    let mut layout = Scene::built_in(&run.map).unwrap().layout(&options).unwrap();
    layout.steering.set_mode(Mode::named(&run.mode).unwrap());
    layout.steering.push = Push { on: run.push > 0.0, strength: run.push };
    for (key, value) in &run.settings {
        let setting = setting(key).unwrap();
        layout.steering.settings.set(setting, setting.of_number(*value)).unwrap();
    }
    let mut world = World::new(layout, 1);
    (0..(run.limit.unwrap() / DT).round() as u64).for_each(|_| world.tick());
    (format!("{:016x}", world.state_hash()), world.ticks())
}

/// Every field of a run has the same effect as in a world.
#[test]
fn a_run_does_what_its_line_says() {
    let plain = PlannedRun { push: 0.8, limit: Some(6.0), ..tiny().runs().next().unwrap() };
    let orca = PlannedRun { mode: "orca".into(), ..plain.clone() };
    let horizon = [("orca.time_horizon".to_string(), 0.5)].into();
    let runs = [
        plain.clone(),
        PlannedRun { push: 0.0, ..plain.clone() },
        PlannedRun { push: 0.3, ..plain.clone() },
        PlannedRun { jitter: Some(0.1), ..plain.clone() },
        PlannedRun { seed: 5, ..plain.clone() },
        PlannedRun { units: Some(10), ..plain.clone() },
        PlannedRun { limit: Some(5.0), ..plain },
        PlannedRun { settings: horizon, ..orca.clone() },
        orca,
    ];
    let scene = Scene::built_in("crossing").unwrap();
    let mut hashes: Vec<String> = Vec::new();
    for run in runs {
        let (hash, ticks) = by_hand(&run);
        let record = do_run(run.clone(), &scene, false);
        assert_eq!(record.metrics["state_hash"], hash, "{run:?}");
        assert_eq!(record.number("ticks"), Some(ticks as f64));
        assert!(!hashes.contains(&hash), "no effect: {run:?}");
        hashes.push(hash);
    }
}

/// A complete result in the file of another run, and a result with a changed run, are both rejected.
#[test]
fn merging_rejects_results_of_other_runs() {
    let folder = folder();
    tiny().write(folder.path()).unwrap();
    do_runs(folder.path(), Selection::All, 2, &silent).unwrap();
    let file = |k| result_of(folder.path(), k);
    fs::copy(file(0), file(1)).unwrap();
    let mut changed: Record = serde_json::from_slice(&fs::read(file(4)).unwrap()).unwrap();
    changed.run.seed = 8;
    fs::write(file(4), serde_json::to_vec(&changed).unwrap()).unwrap();
    let merged = merge(&[folder.path().to_path_buf()], &MergeOptions::default()).unwrap();
    let id = |k| tiny().runs().nth(k).unwrap().id;
    assert_eq!((merged.runs, merged.missing), (8, 2));
    assert_eq!(merged.first_missing, [(2, id(1)), (5, id(4))]);
    let kept: Vec<String> =
        csv_rows(&folder.path().join("results.csv")).iter().map(|row| row["id"].clone()).collect();
    assert_eq!(kept, [0, 2, 3, 5, 6, 7].map(id));
}

#[test]
fn merging_never_overwrites_the_manifest() {
    let folder = folder();
    tiny().write(folder.path()).unwrap();
    let manifest = folder.path().join(MANIFEST);
    let before = fs::read(&manifest).unwrap();
    let options = MergeOptions { out: Some(manifest.clone()), ..MergeOptions::default() };
    let error = merge(&[folder.path().to_path_buf()], &options).unwrap_err().to_string();
    assert!(error.contains("refusing to overwrite the manifest"), "{error}");
    assert!(before == fs::read(&manifest).unwrap());
}

/// Two groups of ten walk into each other between their starts.
#[test]
fn a_trace_has_contacts_where_they_were_and_speeds_by_density() {
    let run = PlannedRun { units: Some(20), limit: Some(8.0), ..tiny().runs().next().unwrap() };
    let trace = do_run(run, &Scene::built_in("crossing").unwrap(), false).trace.unwrap();
    let heat = &trace.contacts;
    let place = |k: usize| heat.origin.x + (k % heat.columns) as f32 * heat.cell;
    let touched: Vec<f32> = (0..heat.counts.len()).filter(|k| heat.counts[*k] > 0).map(place).collect();
    assert!(!touched.is_empty() && touched.iter().all(|x| x.abs() < 15.0), "{touched:?}");
    // A single unit covers 6 % of the ground within 2 m; in its formation, more than a tenth is covered.
    let counts = &trace.speed_by_density;
    assert!(counts[1..].iter().any(|(_, units)| *units > 100), "{counts:?}");
}
