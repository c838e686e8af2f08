//! Time and memory of planning and merging a large study. Ignored by default, since it writes hundreds of megabytes:
//! `cargo test --release --test study -- --ignored --nocapture a_hundred_thousand_rows`. With
//! `SIDESTEP_HUNDRED_THOUSANDS=10` it writes a million rows, which take gigabytes.

use super::folder;
use allocation_counter::measure;
use sidestep_lab::scene::Scene;
use sidestep_lab::study::{
    MANIFEST, MergeOptions, RUNS, Record, StudyPlan, StudySpec, do_run, encode, merge, runs_of,
};
use std::fs;
use std::time::Instant;

const STUDY: &str =
    "sidestep = 1\n[study]\nmaps = [\"crossing\"]\nmodes = [\"raycast\"]\npush = [\"off\"]\nlimit = 20\n";
/// Using more memory would mean that rows are kept.
const MOST_BYTES: u64 = 64 << 20;

#[test]
#[ignore = "writes 100 000 files"]
fn a_hundred_thousand_rows() {
    let folder = folder();
    let kinds = std::env::var("SIDESTEP_HUNDRED_THOUSANDS").map_or(1, |times| times.parse().unwrap());
    let units: Vec<u64> = (200..200 + kinds).collect();
    let study = format!("{STUDY}units = {units:?}\nseeds = 100000\n");
    let plan = StudyPlan::new(StudySpec::from_toml("large.toml", &study).unwrap()).unwrap();
    let begin = Instant::now();
    let planned = measure(|| assert_eq!(plan.write(folder.path()).unwrap().runs, kinds * 100_000));
    let size = |name: &str| fs::metadata(folder.path().join(name)).unwrap().len() >> 20;
    println!(
        "plan: {:.1} s, {} KiB, {} MiB",
        begin.elapsed().as_secs_f64(),
        planned.bytes_max >> 10,
        size(MANIFEST)
    );

    // All runs share one real result, since the values do not matter here.
    let first = plan.runs().next().unwrap();
    let record = do_run(first, &Scene::open("crossing").unwrap(), false);
    fs::create_dir(folder.path().join(RUNS)).unwrap();
    for run in runs_of(folder.path()).unwrap() {
        let run = run.unwrap();
        let file = folder.path().join(RUNS).join(format!("{}.json", run.id));
        fs::write(file, encode(&Record { run, ..record.clone() }).unwrap()).unwrap();
    }

    let begin = Instant::now();
    let folders = [folder.path().to_path_buf()];
    let merged = measure(|| assert_eq!(merge(&folders, &MergeOptions::default()).unwrap().missing, 0));
    println!(
        "merge: {:.1} s, {} KiB; JSON lines {} MiB, CSV {} MiB",
        begin.elapsed().as_secs_f64(),
        merged.bytes_max >> 10,
        size("results.jsonl"),
        size("results.csv")
    );
    assert!(planned.bytes_max < MOST_BYTES && merged.bytes_max < MOST_BYTES);
}
