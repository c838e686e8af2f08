//! The three sentences of the verdict, for studies with a known outcome.

use super::records::{arrived, failed, record, run};
use super::{options, reported};
use sidestep::report::{ReportError, ReportOptions, write};
use sidestep::study::Record;

const FAST: [f64; 6] = [1.05, 1.06, 1.04, 1.05, 1.06, 1.04];
const SLOW: [f64; 6] = [1.30, 1.33, 1.29, 1.31, 1.34, 1.28];

fn sentences(records: &[Record]) -> [String; 3] {
    reported(records, &options()).written.verdict
}

#[test]
fn a_clear_winner_is_named_with_its_margin() {
    let records = [arrived("crossing", "lanes", &FAST), arrived("crossing", "none", &SLOW)].concat();
    let [first, second, third] = sentences(&records);
    assert_eq!(
        first,
        "Use lanes: on crossing, 200 units, all units arrive in every run, at a mean time ratio of 1.050 (1 is free flow), the lower \
         of the two variants in which all units arrive."
    );
    assert_eq!(
        second,
        "The difference is significant over 6 seeds: the time ratio of no avoidance is higher by 0.258 (95 % interval 0.243 to 0.274; \
         paired t-test at 5 %)."
    );
    assert!(third.contains("this is shown for one scene only"), "{third}");
}

#[test]
fn indistinguishable_variants_are_named() {
    let alike: Vec<f64> = FAST.iter().rev().map(|ratio| ratio + 0.001).collect();
    let records = [
        arrived("crossing", "lanes", &FAST),
        arrived("crossing", "orca", &alike),
        arrived("crossing", "none", &SLOW),
    ]
    .concat();
    let reported = reported(&records, &options());
    let [first, second, _] = &reported.written.verdict;
    assert!(first.starts_with("Use lanes: ") && first.contains("the lowest of the 3 variants"), "{first}");
    assert!(second.starts_with("This is not certain: 6 seeds do not distinguish it from orca ("), "{second}");
    assert!(second.contains("; the others are significantly slower. "), "{second}");
    assert!(
        reported.markdown.contains("| **lanes** | 1–2 | 1.050 (1.041–1.059) | 100 % |"),
        "{}",
        reported.markdown
    );
    assert!(reported.markdown.contains("| none | 3 | 1.308 (1.284–1.333) | 100 % |"));
}

#[test]
fn a_variant_that_leaves_units_behind_is_not_recommended_even_if_it_is_faster() {
    let mut records = arrived("crossing", "lanes", &SLOW);
    records.extend((1..=6).map(|seed| record(run("crossing", "orca", 0.0, seed), 1.01, 0.97)));
    let [first, second, _] = sentences(&records);
    assert!(first.starts_with("Use lanes: ") && first.ends_with("(orca leaves units behind)."), "{first}");
    assert!(
        second.starts_with("It is the only variant in which all units arrive, with 6 seeds per scene"),
        "{second}"
    );
}

#[test]
fn nothing_is_recommended_if_every_variant_leaves_units_behind() {
    let cut = |mode: &str, share: f64| -> Vec<Record> {
        (1..=4).map(|seed| record(run("tunnel", mode, 0.0, seed), 2.0, share)).collect()
    };
    let [first, _, third] = sentences(&[cut("orca", 0.5), cut("lanes", 0.875)].concat());
    assert_eq!(
        first,
        "In none of the 2 variants do all units arrive in every run, so none is recommended: lanes comes closest, with a mean of \
         87.5 % arrived."
    );
    assert!(third.contains("--limit"), "{third}");
    let [first, second, _] = sentences(&[cut("orca", 0.5), cut("lanes", 0.5)].concat());
    assert!(first.starts_with("In none of the 2") && second.contains("is tied with"), "{first} {second}");
}

#[test]
fn failed_runs_are_counted_and_listed_and_cost_the_rank() {
    let mut records = arrived("crossing", "lanes", &SLOW);
    records.extend(arrived("crossing", "orca", &FAST[..5]));
    records.push(failed(run("crossing", "orca", 0.0, 6), "panicked at 'no way', src/x.rs:1"));
    let reported = reported(&records, &options());
    let [first, _, third] = &reported.written.verdict;
    assert!(first.starts_with("Use lanes: "), "{first}");
    assert!(third.contains("1 run failed and is listed below"), "{third}");
    assert!(reported.markdown.contains(" | 100 %, 1 of 6 failed | "), "{}", reported.markdown);
    assert!(reported.markdown.contains("failed: panicked at 'no way', src/x.rs:1; seeds 6"));
}

#[test]
fn the_mean_over_scenes_decides_and_exceptions_are_named() {
    let records = [
        arrived("crossing", "lanes", &FAST),
        arrived("crossing", "orca", &SLOW),
        arrived("circle", "lanes", &[1.20, 1.21, 1.19, 1.20, 1.22, 1.18]),
        arrived("circle", "orca", &[1.10, 1.11, 1.09, 1.11, 1.12, 1.07]),
    ]
    .concat();
    let [first, _, third] = sentences(&records);
    assert!(
        first.contains(
            "in each of the 2 scenes, all units arrive in every run, at a mean time ratio of 1.125"
        ),
        "{first}"
    );
    assert!(
        third.contains(
            "it is not the fastest in every scene: orca has 1.100 against 1.200 on circle, 200 units;"
        ),
        "{third}"
    );
}

#[test]
fn one_seed_or_no_record_gives_no_certainty() {
    let records = [arrived("crossing", "lanes", &[1.05]), arrived("crossing", "none", &[1.9])].concat();
    assert!(sentences(&records)[1].starts_with("One seed says nothing about chance"));
    let nothing = reported(&[], &options());
    assert_eq!(nothing.written.verdict[0], "The study has no runs, so there is no verdict.");
    assert!(nothing.html.contains("0 runs"));
    let alone = sentences(&arrived("crossing", "lanes", &FAST));
    assert!(alone[1].starts_with("There is nothing to compare it with"), "{alone:?}");
}

#[test]
fn an_unknown_baseline_is_an_error_with_the_nearest_name() {
    let records = [arrived("crossing", "lanes", &FAST), arrived("crossing", "none", &SLOW)].concat();
    let with = |baseline: &str| ReportOptions { baseline: Some(baseline.into()), ..options() };
    assert!(reported(&records, &options()).markdown.contains("against none"));
    assert!(reported(&records, &with("lanes")).markdown.contains("against lanes"));
    assert!(reported(&records, &with("none, push off")).markdown.contains("against none"));
    let folder = tempfile::tempdir().unwrap();
    match write(folder.path(), &records, &with("lane")) {
        Err(ReportError::Baseline { help, .. }) => assert_eq!(help, "did you mean 'lanes'?"),
        other => panic!("{other:?}"),
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert!(write(&folder.path().join("nowhere"), &records, &options()).is_err());
}
