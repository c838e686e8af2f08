//! Reports on studies: their text, the agreement of their figures with the statistics, and the escaping of names.

mod charts;
mod comparison;
mod page;
mod records;
mod verdict;

use sidestep_lab::report::{self, ReportOptions, WrittenReport};
use sidestep_lab::study::Record;
use std::fs;

/// A written report, read back.
pub(crate) struct Reported {
    pub(crate) written: WrittenReport,
    pub(crate) html: String,
    pub(crate) markdown: String,
}

pub(crate) fn reported(records: &[Record], options: &ReportOptions) -> Reported {
    let folder = tempfile::tempdir().expect("a folder");
    let written = report::write(folder.path(), records, options).expect("a report");
    let names: Vec<_> =
        fs::read_dir(folder.path()).expect("it is there").flatten().map(|e| e.file_name()).collect();
    let expected = ["report.html", "report.md", "recordings"];
    assert!(
        names.iter().all(|name| expected.iter().any(|one| name == one)),
        "nothing else is left: {names:?}"
    );
    let read = |path| fs::read_to_string(path).expect("it was written");
    Reported { html: read(&written.html), markdown: read(&written.markdown), written }
}

pub(crate) fn options() -> ReportOptions {
    let commands = vec!["sidestep compare --maps crossing --seeds 8".into()];
    ReportOptions { title: "Which mode for the crossing?".into(), commands, ..ReportOptions::default() }
}

/// Writes a sample report for `.ci/report.py`: `REPORT_SAMPLE=folder cargo test --test study -- --ignored`.
#[test]
#[ignore = "writes a sample into the folder REPORT_SAMPLE"]
fn sample() {
    let folder = std::env::var_os("REPORT_SAMPLE").expect("REPORT_SAMPLE names a folder");
    fs::create_dir_all(&folder).expect("a folder");
    let maps = [("crossing", 40), ("crossing", 120), ("circle", 40), ("crossing-perpendicular", 60)];
    let modes = ["none", "raycast", "cardioid", "raycast+cardioid", "orca", "lanes"];
    let kept = std::path::Path::new(&folder).join("records.jsonl");
    // The runs take minutes, so their records are reused if they exist.
    let records: Vec<Record> = match fs::read_to_string(&kept) {
        Ok(text) => text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect(),
        // Without avoidance, the door jams for longer than 600 frames at 0.2 s.
        Err(_) => [
            records::real(&maps, &modes, 6, 40.0),
            records::real(&[("door", 24)], &["none", "lanes"], 2, 130.0),
        ]
        .concat(),
    };
    let lines: Vec<String> = records.iter().map(|r| serde_json::to_string(r).expect("JSON")).collect();
    fs::write(kept, lines.join("\n")).expect("written");
    report::write(folder.as_ref(), &records, &options()).expect("a report");
}
