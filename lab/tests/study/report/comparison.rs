//! Comparison with an earlier study.

use super::records::{arrived, failed, record, run};
use super::{options, reported};
use sidestep_lab::report::{ReportOptions, Worse, compared, regressions};
use sidestep_lab::study::Record;

const RATIOS: [f64; 6] = [1.05, 1.06, 1.04, 1.05, 1.07, 1.03];

fn raised(by: f64) -> Vec<Record> {
    let scatter = [0.001, -0.001, 0.002, 0.0, -0.002, 0.001];
    let ratios: Vec<f64> = RATIOS.iter().zip(scatter).map(|(ratio, s)| ratio + by + s).collect();
    arrived("crossing", "lanes", &ratios)
}

#[test]
fn the_same_and_the_better_are_no_regressions() {
    let earlier = arrived("crossing", "lanes", &RATIOS);
    assert_eq!(regressions(&earlier, &earlier), []);
    assert_eq!(regressions(&raised(-0.1), &earlier), []);
    assert_eq!(regressions(&raised(0.0002), &earlier), [], "within the seeds' scatter");
}

#[test]
fn a_significant_slowdown_is_a_regression_with_its_size() {
    let found = regressions(&raised(0.05), &arrived("crossing", "lanes", &RATIOS));
    assert_eq!(found.len(), 1, "{found:?}");
    let text = found[0].to_string();
    assert!(
        text.starts_with(
            "crossing, lanes: time ratio 1.050 → 1.100 (+0.050, 95 % interval +0.049 to +0.052; 6 seeds, p "
        ),
        "{text}"
    );
    assert!(matches!(found[0].what, Worse::Metric { metric: "time ratio", seeds: 6, .. }));
}

#[test]
fn versions_and_seeds_pair_but_other_maps_do_not() {
    let mut now = raised(0.05);
    now.iter_mut().for_each(|record| record.run.version = "0.2.0".into());
    let mut earlier = arrived("crossing", "lanes", &RATIOS);
    assert_eq!(compared(&now, &earlier), 6);
    assert_eq!(regressions(&now, &earlier).len(), 1);
    earlier.truncate(4);
    assert_eq!(compared(&now, &earlier), 4);
    let other = arrived("circle", "lanes", &RATIOS);
    assert_eq!(compared(&now, &other), 0);
    assert_eq!(regressions(&now, &other), []);
}

#[test]
fn every_metric_is_watched_on_its_worse_side() {
    let earlier = arrived("crossing", "lanes", &RATIOS);
    for (key, worse, better) in [
        ("stuck", 9.0, 1.0),
        ("deepest_overlap", 0.2, 0.01),
        ("mean_acceleration", 9.0, 1.0),
        ("arrived", 0.9, 1.0),
    ] {
        let with = |value: f64| -> Vec<Record> {
            let mut now = earlier.clone();
            now.iter_mut().for_each(|record| {
                record.metrics.insert(key.into(), value.into());
            });
            now
        };
        assert_eq!(regressions(&with(worse), &earlier).len(), 1, "{key}");
        assert_eq!(regressions(&with(better), &earlier), [], "{key}");
    }
}

#[test]
fn a_single_new_failure_is_a_regression() {
    let earlier = arrived("crossing", "lanes", &RATIOS);
    let mut now = earlier.clone();
    now[3] = failed(now[3].run.clone(), "panicked\u{1b}[31m");
    let found = regressions(&now, &earlier);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].to_string(), "crossing, lanes: now fails with seed 4: panicked\\u001b[31m");
    assert_eq!(regressions(&now, &now), [], "it failed before");
}

#[test]
fn more_arrivals_do_not_make_a_slower_mean_a_regression() {
    let earlier: Vec<Record> = (1..=6).map(|s| record(run("crossing", "lanes", 0.0, s), 1.5, 0.9)).collect();
    let now: Vec<Record> = (1..=6).map(|s| record(run("crossing", "lanes", 0.0, s), 1.8, 1.0)).collect();
    assert_eq!(regressions(&now, &earlier), []);
    assert_eq!(regressions(&earlier, &now).len(), 1, "fewer arrive");
}

#[test]
fn chance_among_many_comparisons_is_corrected_for() {
    // One of forty variants is worse with p = 0.004, which is significant alone but not among two hundred comparisons.
    let mut earlier = Vec::new();
    let mut now = Vec::new();
    for k in 0..40 {
        let variant = |records: Vec<Record>| {
            records.into_iter().map(move |mut record| {
                record.run.settings.insert("lanes.side_bias".into(), k as f32 / 100.0);
                record
            })
        };
        let shifts = [0.033, 0.023, 0.043, 0.008, 0.025, 0.017].map(|by| if k == 7 { by } else { -by });
        let ratios: Vec<f64> = RATIOS.iter().zip(shifts).map(|(ratio, by)| ratio + by).collect();
        earlier.extend(variant(arrived("crossing", "lanes", &RATIOS)));
        now.extend(variant(arrived("crossing", "lanes", &ratios)));
    }
    let alone = |records: &[Record]| records[7 * 6..8 * 6].to_vec();
    assert_eq!(regressions(&now, &earlier), []);
    assert_eq!(regressions(&alone(&now), &alone(&earlier)).len(), 1);
}

#[test]
fn the_report_lists_regressions() {
    let earlier = arrived("crossing", "lanes", &RATIOS);
    let with = |now: &[Record]| reported(now, &ReportOptions { earlier: Some(earlier.clone()), ..options() });
    let worse = with(&raised(0.05));
    assert_eq!(worse.written.regressions.len(), 1);
    assert!(worse.html.contains("1 significant regression; 6 runs compared."));
    assert!(worse.markdown.contains("**1 significant regression**; 6 runs"));
    let same = with(&earlier);
    assert!(same.html.contains("No significant regression; 6 runs compared."));
    let other = with(&arrived("circle", "lanes", &RATIOS));
    assert!(other.markdown.contains("no runs in common, so nothing was compared"));
    assert!(!reported(&earlier, &options()).html.contains("Since the earlier study"));
}
