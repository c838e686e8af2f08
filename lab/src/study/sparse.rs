//! JSON for counts that are mostly zero: a negative number stands for that many zeros.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::Serializer;

/// A limit above the number of counts in any grid.
const MOST: usize = 1 << 20;

pub(super) fn serialize<S: Serializer>(counts: &[u32], serializer: S) -> Result<S::Ok, S::Error> {
    let mut runs: Vec<i64> = Vec::new();
    for &count in counts {
        match (count, runs.last_mut()) {
            (0, Some(zeros)) if *zeros < 0 => *zeros -= 1,
            (0, _) => runs.push(-1),
            _ => runs.push(count.into()),
        }
    }
    serializer.collect_seq(runs)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
    let mut counts = Vec::new();
    for run in Vec::<i64>::deserialize(deserializer)? {
        let zeros = if run < 0 { run.unsigned_abs().min(MOST as u64) as usize } else { 0 };
        if counts.len() + zeros >= MOST {
            return Err(D::Error::custom("more counts than a grid has"));
        }
        match u32::try_from(run) {
            Ok(count) => counts.push(count),
            Err(_) if run < 0 => counts.resize(counts.len() + zeros, 0),
            Err(_) => return Err(D::Error::custom("count out of range")),
        }
    }
    Ok(counts)
}
