//! The names of a study's files and folders.

/// The name of the file in a study's folder that lists its runs.
pub const MANIFEST: &str = "manifest.jsonl";
/// The name of the merged results in the first of the folders.
pub const RESULTS: &str = "results.jsonl";
/// The folder of single results within the study's folder.
pub const RUNS: &str = "runs";
