//! Recordings of runs that are done: what decided them, and how they ended.

use super::record::Record;
use super::run::layout;
use crate::scene::{LayoutOptions, RecordedScene, Scene};
use sidestep::recording::brief;

/// A recording of a run on this map. None if the run failed, or the map is no longer the one that it ran on.
pub fn recording(record: &Record, scene: &Scene) -> Option<Vec<u8>> {
    let run = &record.run;
    let ticks = record.metrics.get("ticks")?.as_u64().filter(|ticks| *ticks > 0)?;
    let hash = u64::from_str_radix(record.metrics.get("state_hash")?.as_str()?, 16).ok()?;
    if run.map_hash != format!("{:016x}", scene.fingerprint()) {
        return None;
    }
    let layout = layout(run, scene).ok()?;
    let options =
        LayoutOptions { units: run.units, seed: Some(run.seed), jitter: run.jitter, shift: run.shift };
    Some(brief(&RecordedScene::new(scene, options, None, &layout).to_bytes(), ticks, hash))
}
