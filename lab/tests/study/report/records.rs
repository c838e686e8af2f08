//! Records for reports: from real runs, and synthetic ones with chosen values.

use rayon::prelude::*;
use serde_json::{Map, Value, json};
use sidestep::settings::Push;
use sidestep_lab::scene::Scene;
use sidestep_lab::study::{PlannedRun, Record, RunOutcome, do_run};
use std::collections::BTreeMap;

/// Creates a planned run with a unique id.
pub(crate) fn run(map: &str, mode: &str, push: f32, seed: u64) -> PlannedRun {
    PlannedRun {
        id: format!("{map}-{mode}-{push}-{seed}"),
        map: map.into(),
        map_hash: "0123456789abcdef".into(),
        mode: mode.into(),
        push,
        units: None,
        seed,
        jitter: None,
        shift: false,
        limit: None,
        settings: BTreeMap::new(),
        version: "0.1.0".into(),
    }
}

/// Creates a record with these values. All units arrived if the share is 1.
pub(crate) fn record(run: PlannedRun, time_ratio: f64, arrived: f64) -> Record {
    let metrics = json!({
        "units": 200, "arrived": arrived, "time_ratio": time_ratio, "deepest_overlap": 0.02, "stuck": 3,
        "mean_acceleration": 4.5, "tick_us": { "p50": 120.0 },
    });
    let Value::Object(metrics) = metrics else { unreachable!() };
    let outcome = if arrived < 1.0 { RunOutcome::Cut } else { RunOutcome::Arrived };
    Record { run, outcome, metrics, trace: None }
}

/// Creates the record of a failed run.
pub(crate) fn failed(run: PlannedRun, why: &str) -> Record {
    Record { run, outcome: RunOutcome::Failed(why.into()), metrics: Map::new(), trace: None }
}

/// Creates the records of a variant on a map in which all units arrived, with one time ratio for each seed from 1 on.
pub(crate) fn arrived(map: &str, mode: &str, ratios: &[f64]) -> Vec<Record> {
    let with = |(k, ratio): (usize, &f64)| record(run(map, mode, 0.0, k as u64 + 1), *ratio, 1.0);
    ratios.iter().enumerate().map(with).collect()
}

/// Does real runs through the library, with a replay of the first seed.
pub(crate) fn real(maps: &[(&str, usize)], modes: &[&str], seeds: u64, limit: f32) -> Vec<Record> {
    let mut runs = Vec::new();
    for (map, units) in maps {
        for mode in modes {
            for push in [0.0, Push::DEFAULT_STRENGTH] {
                let run = |seed| PlannedRun {
                    units: Some(*units),
                    limit: Some(limit),
                    ..run(map, mode, push, seed)
                };
                runs.extend((1..=seeds).map(run));
            }
        }
    }
    let done = |run: PlannedRun| {
        let scene = Scene::built_in(&run.map).expect("a built-in map");
        let with_replay = run.seed == 1;
        do_run(run, &scene, with_replay)
    };
    runs.into_par_iter().map(done).collect()
}
