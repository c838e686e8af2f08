//! Damaged results: all damage is noticed, reported with the file name, and repaired by running the study again.

use super::{done, folder, records, result_of, silent, tiny};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use sidestep_lab::study::{
    MANIFEST, MergeOptions, RESULTS, Selection, do_runs, encode, merge, read_results, runs_of,
};
use std::fs;
use std::path::Path;

fn merged(folder: &Path) -> sidestep_lab::study::Merged {
    merge(&[folder.to_path_buf()], &MergeOptions::default()).unwrap()
}

/// One to three bits of a result file: the position as a share of its length, and the bit.
fn flips() -> impl Strategy<Value = Vec<(f64, u8)>> {
    prop::collection::vec((0.0..1.0, 0..8_u8), 1..4)
}

fn flipped(bytes: &[u8], flips: &[(f64, u8)]) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    for (share, bit) in flips {
        let at = (share * bytes.len() as f64) as usize;
        damaged[at] ^= 1 << bit;
    }
    damaged
}

/// Without a checksum, one flip in five turns a digit into another digit, and the run counts with a wrong value.
#[test]
fn flipped_bits_in_a_result_are_noticed_and_the_study_completes() {
    let study = done(&tiny(), 2);
    let before = records(study.path());
    let file = result_of(study.path(), 5);
    let mut runner = TestRunner::new(Config { cases: 60, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&flips(), |flips| {
        let bytes = fs::read(&file).unwrap();
        let damaged = flipped(&bytes, &flips);
        // Flipping the same bit twice does no damage.
        prop_assume!(damaged != bytes);
        fs::write(&file, damaged).unwrap();
        let found = merged(study.path());
        prop_assert_eq!((found.missing, found.damaged), (1, 1));
        prop_assert_eq!(&found.first_damaged[0].path, &file);
        let ran = do_runs(study.path(), Selection::All, 1, &silent).unwrap();
        prop_assert_eq!((ran.kept, ran.damaged), (7, 1));
        prop_assert_eq!(&ran.first_damaged[0].path, &file);
        let found = merged(study.path());
        prop_assert_eq!((found.missing, found.damaged), (0, 0));
        Ok(())
    });
    outcome.unwrap();
    assert_eq!(records(study.path()), before);
}

/// Both steps must use the same rule: if `run` keeps a result that `merge` rejects, the study never completes.
#[test]
fn merge_accepts_every_result_that_run_keeps() {
    let study = done(&tiny(), 2);
    let file = result_of(study.path(), 0);
    let (own, other) = (fs::read_to_string(&file).unwrap(), fs::read(result_of(study.path(), 1)).unwrap());
    let unchecked = own.split_once(",\"checksum\"").unwrap().0.to_string() + "}";
    let version = format!("\"version\":\"{}\"", sidestep_lab::VERSION);
    let cases: [(&str, Vec<u8>); 5] = [
        ("does not end in a checksum", unchecked.into_bytes()),
        ("checksum does not match", own.replacen(&version, "\"version\":\"0.0.9\"", 1).into_bytes()),
        ("another run", other),
        ("does not end in a checksum", Vec::new()),
        ("does not end in a checksum", own.as_bytes()[..own.len() / 2].to_vec()),
    ];
    for (why, bytes) in cases {
        fs::write(&file, bytes).unwrap();
        let found = merged(study.path());
        assert_eq!((found.missing, found.damaged), (1, 1), "{why}");
        assert!(found.first_damaged[0].why.contains(why), "{why}: {found:?}");
        let ran = do_runs(study.path(), Selection::All, 1, &silent).unwrap();
        assert_eq!((ran.kept, ran.damaged), (7, 1), "{why}");
        assert_eq!(merged(study.path()).missing, 0, "{why}");
    }
}

/// An intact copy in another folder replaces a damaged result, which is still reported.
#[test]
fn a_damaged_result_is_replaced_from_another_folder() {
    let (study, copy) = (done(&tiny(), 2), done(&tiny(), 2));
    let file = result_of(study.path(), 2);
    fs::write(&file, "").unwrap();
    let folders = [study.path().to_path_buf(), copy.path().to_path_buf()];
    let merged = merge(&folders, &MergeOptions::default()).unwrap();
    assert_eq!((merged.missing, merged.damaged), (0, 1));
    assert_eq!(merged.first_damaged[0].path, file);
}

#[test]
fn merged_results_are_checked_line_by_line_when_they_are_read() {
    let study = done(&tiny(), 2);
    merged(study.path());
    let results = study.path().join(RESULTS);
    let text = fs::read_to_string(&results).unwrap();
    let read = |text: &str| {
        fs::write(&results, text).unwrap();
        read_results(&results).unwrap().collect::<Result<Vec<_>, _>>()
    };
    let before = read(&text).unwrap();
    let third = text.match_indices("\"seed\":1").nth(2).unwrap().0;
    let error = read(&(text[..third].to_string() + &text[third..].replacen("\"seed\":1", "\"seed\":3", 1)));
    let error = error.unwrap_err().to_string();
    assert!(error.contains("checksum does not match"), "{error}");
    // Results of older versions, and filtered results, have no checksum.
    let unchecked: String =
        text.lines().map(|line| line.split_once(",\"checksum\"").unwrap().0.to_string() + "}\n").collect();
    assert_eq!(read(&unchecked).unwrap(), before);
}

/// Otherwise its run would count twice in every mean, and its file would be written twice.
#[test]
fn a_repeated_line_in_the_manifest_is_an_error() {
    let folder = folder();
    tiny().write(folder.path()).unwrap();
    let manifest = folder.path().join(MANIFEST);
    let text = fs::read_to_string(&manifest).unwrap();
    let third = text.lines().nth(2).unwrap();
    // With and without a newline at the end of the file.
    for end in ["\n", ""] {
        fs::write(&manifest, format!("{text}{third}{end}")).unwrap();
        let path = [folder.path().to_path_buf()];
        let run = do_runs(folder.path(), Selection::All, 1, &silent).unwrap_err().to_string();
        let shard = Selection::Shard { part: 1, of: 2 };
        let shard = do_runs(folder.path(), shard, 1, &silent).unwrap_err().to_string();
        let merge = merge(&path, &MergeOptions::default()).unwrap_err().to_string();
        for error in [run, shard, merge] {
            assert!(error.starts_with("lines 3 and 9 of ") && error.ends_with("are the same run"), "{error}");
        }
        assert!(runs_of(folder.path()).unwrap().last().unwrap().is_err());
    }
    assert!(!folder.path().join(RESULTS).exists());
}

/// Spreadsheets evaluate text that begins with "=" as a formula.
#[test]
fn text_in_the_table_is_never_a_formula() {
    let study = done(&tiny(), 2);
    let run = runs_of(study.path()).unwrap().next().unwrap().unwrap();
    let mut record = super::do_run(run.clone(), &super::Scene::open("crossing").unwrap(), false);
    record.outcome = super::RunOutcome::Failed("=HYPERLINK(\"http://x\"), lost".into());
    fs::write(result_of(study.path(), 0), encode(&record).unwrap()).unwrap();
    merged(study.path());
    let csv = fs::read_to_string(study.path().join("results.csv")).unwrap();
    assert!(csv.contains(",failed,\"'=HYPERLINK(\"\"http://x\"\"), lost\","), "{csv}");
}
