//! Results on disk: a record as JSON with a checksum, and the rule that decides whether a result file is valid.
//!
//! The checksum is XXH3 (64 bits) over all bytes before it. It is the last entry of the record:
//! `…,"checksum":"0123456789abcdef"}`.

use super::manifest::run_id;
use super::record::Record;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

const KEY: &[u8] = b",\"checksum\":\"";
const END: &[u8] = b"\"}";
/// The number of hexadecimal digits of a checksum.
const DIGITS: usize = 16;

/// A result file that does not contain the result of its run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damaged {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: String,
}

/// The state of a run's result in a study's folder.
pub(super) enum Stored {
    /// No file.
    Missing,
    /// The file does not contain this run's result, so the run has to be repeated.
    Damaged(Damaged),
    /// The result.
    Whole(Box<Record>),
}

/// Returns the path of a run's result.
pub(super) fn file(runs_folder: &Path, id: &str) -> PathBuf {
    runs_folder.join(format!("{id}.json"))
}

/// Reads the result of the run `id`. Both `study run` and `study merge` use this rule.
pub(super) fn stored(runs_folder: &Path, id: &str) -> Stored {
    let path = file(runs_folder, id);
    let read = match fs::read(&path) {
        Ok(bytes) => decode(&bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => return Stored::Missing,
        Err(error) => Err(format!("it cannot be read: {error}")),
    };
    match read.and_then(|record| of_run(record, id)) {
        Ok(record) => Stored::Whole(Box::new(record)),
        Err(why) => Stored::Damaged(Damaged { path, why }),
    }
}

/// Returns the record if it belongs to the run `id`, which is a hash of all inputs of the run.
fn of_run(record: Record, id: &str) -> Result<Record, String> {
    let is_its_own = record.run.id == id && run_id(&record.run) == id;
    if is_its_own { Ok(record) } else { Err("it is the result of another run".into()) }
}

/// Encodes a record as one line of JSON with its checksum and without a line break.
pub fn encode(record: &Record) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(record)?;
    // The closing brace of the object follows the checksum.
    bytes.pop();
    let checksum = digits(&bytes);
    bytes.extend([KEY, checksum.as_bytes(), END].concat());
    Ok(bytes)
}

/// Decodes the output of [`encode`]. The error says why it is damaged.
fn decode(bytes: &[u8]) -> Result<Record, String> {
    match verify(bytes) {
        Some(true) => serde_json::from_slice(bytes).map_err(|error| error.to_string()),
        Some(false) => Err("its checksum does not match its content".into()),
        None => Err("it does not end in a checksum".into()),
    }
}

/// Decodes a line of merged results. A line without a checksum is accepted: older versions wrote none, and filtered
/// or edited results have none.
pub(super) fn decode_line(line: &str) -> Result<Record, String> {
    match verify(line.as_bytes()) {
        None => serde_json::from_str(line).map_err(|error| error.to_string()),
        Some(_) => decode(line.as_bytes()),
    }
}

/// Whether the bytes match the checksum at their end; none without a checksum.
fn verify(bytes: &[u8]) -> Option<bool> {
    let (content, checksum) = bytes.strip_suffix(END)?.split_last_chunk::<DIGITS>()?;
    Some(digits(content.strip_suffix(KEY)?).as_bytes() == checksum)
}

fn digits(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}
