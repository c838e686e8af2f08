//! The three sentences of the verdict, for studies with a known outcome.

use super::records::{arrived, failed, record, run};
use super::{options, reported};
use sidestep_lab::report::{ReportError, ReportOptions, write};
use sidestep_lab::study::Record;

const FAST: [f64; 6] = [1.05, 1.06, 1.04, 1.05, 1.06, 1.04];
const SLOW: [f64; 6] = [1.30, 1.33, 1.29, 1.31, 1.34, 1.28];

fn sentences(records: &[Record]) -> [String; 3] {
    reported(records, &options()).written.verdict
}

#[test]
fn a_clear_winner_is_named_with_its_margin() {
    let records = [arrived("crossing", "lanes", &FAST), arrived("crossing", "none", &SLOW)].concat();
    let [first, second, third] = sentences(&records);
    assert_eq!(first, "Use lanes: it gets all units to their goals fastest on crossing, 200 units.");
    assert_eq!(
        second,
        "Its mean time ratio is 1.050 (1 is free flow), and the difference is significant over 6 seeds: the time ratio of no avoidance \
         is higher by 0.258 (95 % interval 0.243 to 0.274; paired t-test at 5 %)."
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
    assert_eq!(first, "Use lanes: it gets all units to their goals fastest on crossing, 200 units.");
    assert!(
        second.starts_with(
            "This is not certain: its mean time ratio is 1.050 (1 is free flow), and 6 seeds do not distinguish it from orca ("
        ),
        "{second}"
    );
    assert!(second.contains("; the others are significantly slower. "), "{second}");
    assert!(
        reported.markdown.contains("| **lanes** | 1–2 | 1.050 (1.041–1.059) | 6 of 6 (61–100 %) | 100 % |"),
        "{}",
        reported.markdown
    );
    assert!(reported.markdown.contains("| none | 3 | 1.308 (1.284–1.333) | 6 of 6 (61–100 %) | 100 % |"));
}

#[test]
fn a_variant_that_leaves_units_behind_is_not_recommended_even_if_it_is_faster() {
    let mut records = arrived("crossing", "lanes", &SLOW);
    records.extend((1..=6).map(|seed| record(run("crossing", "orca", 0.0, seed), 1.01, 0.97)));
    let [first, second, _] = sentences(&records);
    assert_eq!(
        first,
        "Use lanes: it is the only variant with which all units reach their goals on crossing, 200 units (orca leaves units behind)."
    );
    assert!(
        second.starts_with(
            "Its mean time ratio is 1.308 (1 is free flow), over 6 seeds per scene; those of the others"
        ),
        "{second}"
    );
}

#[test]
fn nothing_is_recommended_if_every_variant_leaves_units_behind() {
    let cut = |mode: &str, share: f64| -> Vec<Record> {
        (1..=4).map(|seed| record(run("tunnel", mode, 0.0, seed), 2.0, share)).collect()
    };
    let [first, second, third] = sentences(&[cut("orca", 0.5), cut("lanes", 0.875)].concat());
    assert_eq!(
        first,
        "In none of the 2 variants do all units arrive in every run, so none is recommended: lanes comes closest."
    );
    assert!(second.starts_with("On average over 4 seeds per scene, 87.5 % of its units arrive;"), "{second}");
    assert!(third.contains("--limit"), "{third}");
    let [first, second, _] = sentences(&[cut("orca", 0.5), cut("lanes", 0.5)].concat());
    assert!(first.starts_with("In none of the 2") && second.contains("is tied with"), "{first} {second}");
}

#[test]
fn jams_come_before_means() {
    // orca is whole in 3 of 4 runs, lanes in none, though a larger share of its units arrives.
    let shares = |mode: &str, shares: [f64; 4]| -> Vec<Record> {
        let one = |(k, share)| record(run("tunnel", mode, 0.0, k as u64 + 1), 1.5, share);
        shares.into_iter().enumerate().map(one).collect()
    };
    let records = [shares("lanes", [0.99; 4]), shares("orca", [1.0, 1.0, 1.0, 0.5])].concat();
    let reported = reported(&records, &options());
    let [first, second, _] = &reported.written.verdict;
    assert!(first.ends_with("so none is recommended: orca comes closest."), "{first}");
    assert!(second.starts_with("Everyone arrives in 3 of 4 (30–95 %) of its runs. "), "{second}");
    let place = |mode: &str| reported.markdown.find(&format!("| {mode} | ")).expect("a row");
    assert!(place("orca") < place("lanes"));
    assert!(reported.markdown.contains(" | 3 of 4 (30–95 %) | 87.5 % |"), "{}", reported.markdown);
    assert!(reported.markdown.contains(" | 0 of 4 (0–49 %) | 99.0 % |"), "{}", reported.markdown);
}

#[test]
fn few_runs_leave_room_for_jams() {
    let third = |runs: usize| sentences(&arrived("crossing", "lanes", &vec![1.1; runs]))[2].clone();
    assert!(
        third(8).contains("everyone arrives in its 8 runs, which leaves room for jams in up to 32 % of all")
    );
    assert!(!third(80).contains("jams"), "{}", third(80));
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
    let [first, second, third] = sentences(&records);
    assert_eq!(first, "Use lanes: it gets all units to their goals fastest on 1 of 2 maps.");
    assert!(second.starts_with("Its mean time ratio is 1.125 (1 is free flow), and"), "{second}");
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
    assert!(sentences(&records)[1].contains("one seed says nothing about chance"));
    let nothing = reported(&[], &options());
    assert_eq!(nothing.written.verdict[0], "The study has no runs, so there is no verdict.");
    assert!(nothing.html.contains("0 runs"));
    let alone = sentences(&arrived("crossing", "lanes", &FAST));
    assert!(alone[1].ends_with("; there is nothing to compare it with."), "{alone:?}");
    assert_eq!(
        alone[0],
        "With lanes, the study's only variant, all units reach their goals on crossing, 200 units."
    );
}

#[test]
fn the_first_sentence_counts_the_maps_on_which_the_best_is_fastest() {
    let on = |map: &str, lanes: f64, orca: f64| {
        let around = |ratio: f64| [0.0, 0.01, -0.01].map(|by| ratio + by);
        [arrived(map, "lanes", &around(lanes)), arrived(map, "orca", &around(orca))].concat()
    };
    let first = |maps: [Vec<Record>; 3]| sentences(&maps.concat())[0].clone();
    assert_eq!(
        first([on("crossing", 1.1, 1.2), on("circle", 1.1, 1.2), on("four-way", 1.1, 1.2)]),
        "Use lanes: it gets all units to their goals fastest on 3 of 3 maps."
    );
    assert_eq!(
        first([on("crossing", 1.1, 2.2), on("circle", 1.1, 1.2), on("four-way", 1.2, 1.1)]),
        "Use lanes: it gets all units to their goals fastest on 2 of 3 maps."
    );
    let mut third = arrived("four-way", "raycast", &[1.0, 1.01, 0.99]);
    third.extend(on("four-way", 1.1, 1.2));
    third.extend(arrived("crossing", "raycast", &[1.9, 1.91, 1.89]));
    third.extend(arrived("circle", "raycast", &[1.9, 1.91, 1.89]));
    assert_eq!(
        first([on("crossing", 1.2, 1.1), on("circle", 1.1, 2.2), third]),
        "Use lanes: it gets all units to their goals fastest on 1 of 3 maps."
    );
    let nowhere = [
        on("crossing", 1.1, 1.0),
        arrived("crossing", "raycast", &[1.9, 1.91, 1.89]),
        on("circle", 1.1, 1.9),
        arrived("circle", "raycast", &[1.0, 1.01, 0.99]),
    ];
    assert_eq!(
        sentences(&nowhere.concat())[0],
        "Use lanes: it gets all units to their goals fastest over all 2 maps together, though on each of them another variant is faster."
    );
}

#[test]
fn the_baseline_is_named_with_the_reason() {
    let all = [arrived("crossing", "lanes", &FAST), arrived("crossing", "none", &SLOW)].concat();
    let line = |records: &[Record], options: &ReportOptions| {
        let reported = reported(records, options);
        let lines: Vec<String> =
            reported.markdown.lines().filter(|line| line.starts_with("Baseline")).map(String::from).collect();
        lines.iter().for_each(|line| assert!(reported.html.contains(line), "{line}"));
        lines
    };
    assert_eq!(
        line(&all, &options()),
        [
            "Baseline, with which the others are compared: no avoidance, because it shows what avoidance gains; --against chooses another."
        ]
    );
    assert_eq!(
        line(&all, &ReportOptions { baseline: Some("lanes".into()), ..options() }),
        ["Baseline, with which the others are compared: lanes, as --against asked for."]
    );
    let avoiding = [arrived("crossing", "lanes", &FAST), arrived("crossing", "orca", &SLOW)].concat();
    let text = line(&avoiding, &options()).concat();
    assert!(text.contains("the first variant, because no run is without avoidance and push"), "{text}");
    assert!(line(&all[..6], &options()).is_empty(), "there is nothing to compare");
}

/// The study has run on it.
#[test]
fn a_study_on_the_users_map_does_not_recommend_it() {
    let third = |map: &str| {
        sentences(&[arrived(map, "lanes", &FAST), arrived(map, "none", &SLOW)].concat())[2].clone()
    };
    assert!(third("crossing").contains("try it on your own map"), "{}", third("crossing"));
    assert!(!third("mine.toml").contains("your own map"), "{}", third("mine.toml"));
    let [_, _, alone] = sentences(&arrived("mine.toml", "lanes", &[1.1; 80]));
    assert_eq!(alone, "Check: watch a replay, since figures do not show how the units move.");
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
