//! The figures of a report: the meaning of their marks, and that nothing is clipped.

use super::page::{attributes, parsed, texts, trace_of};
use super::records::{arrived, record, run};
use super::{options, reported};
use crate::svg;
use scraper::{Html, Selector};
use sidestep::types::Point;
use sidestep_lab::measure::statistics;
use sidestep_lab::study::{Record, Trace, WallOutline};

const FAST: [f64; 8] = [1.05, 1.06, 1.04, 1.05, 1.06, 1.04, 1.05, 1.06];
const SLOW: [f64; 8] = [1.30, 1.33, 1.29, 1.31, 1.34, 1.28, 1.32, 1.30];

/// Returns the numbers in the paths of a chart's lines. The chart is chosen by the beginning of its id.
fn lines(page: &Html, id: &str) -> Vec<Vec<f64>> {
    let selector = Selector::parse(&format!("svg[aria-labelledby^='{id}'] path.line")).unwrap();
    let paths = page.select(&selector).filter_map(|path| path.attr("d"));
    let numbers = |path: &str| path.split(['M', 'L', ' ']).filter_map(|word| word.parse().ok()).collect();
    paths.map(numbers).collect()
}

/// Creates a run in which all units arrive at once after `samples` samples of 0.5 s.
fn arriving(mode: &str, seed: u64, samples: usize) -> Record {
    let mut record = record(run("crossing", mode, 0.0, seed), 1.2, 1.0);
    let share = |k: usize| if k + 1 == samples { 1.0 } else { 0.0 };
    let trace = Trace {
        step: 0.5,
        arrived: (0..samples).map(share).collect(),
        lane_order: Some(vec![0.5; samples]),
        replay: None,
        ..trace_of(2, 3)
    };
    record.trace = Some(trace);
    record
}

#[test]
fn an_effect_size_needs_eight_seeds() {
    let of = |seeds: usize| {
        let records =
            [arrived("crossing", "none", &SLOW[..seeds]), arrived("crossing", "lanes", &FAST[..seeds])]
                .concat();
        reported(&records, &options())
    };
    let (seven, eight) = (of(7), of(8));
    assert!(!texts(&parsed(&seven.html), "thead th").contains(&"effect d_z".to_string()));
    assert!(!seven.markdown.contains("| effect d"));
    let page = parsed(&eight.html);
    assert!(texts(&page, "thead th").contains(&"effect d_z".to_string()));
    let effect = statistics::paired(&FAST, &SLOW).unwrap().effect;
    assert_eq!(texts(&page, "#scene-1 tbody td")[6], format!("{effect:.2}").replace('-', "−"));
}

#[test]
fn each_seed_is_a_point_below_the_interval() {
    let records = [arrived("crossing", "none", &SLOW), arrived("crossing", "lanes", &FAST)].concat();
    let page = parsed(&reported(&records, &options()).html);
    let places = |variant: &str| -> Vec<f64> {
        let places = attributes(&page, &format!("g.seeds.{variant} circle"), "cx");
        places.iter().map(|x| x.parse().unwrap()).collect()
    };
    let (slow, fast) = (places("v0"), places("v1"));
    assert_eq!((slow.len(), fast.len()), (8, 8));
    // The points are in the order of the seeds and on one scale: distances are proportional to differences.
    let scale = (slow[0] - fast[0]) / (SLOW[0] - FAST[0]);
    assert!((fast[1] - fast[0] - scale * 0.01).abs() < 0.2, "{fast:?}");
    // A single seed has no interval, and only the dot is drawn.
    let one = parsed(&reported(&arrived("crossing", "lanes", &FAST[..1]), &options()).html);
    assert!(attributes(&one, "g.seeds circle", "cx").is_empty());
}

/// A line that ends in the middle would look like an error.
#[test]
fn arrivals_continue_to_the_end_of_the_axis() {
    let records = [arriving("lanes", 1, 10), arriving("none", 1, 40)];
    let page = parsed(&reported(&records, &options()).html);
    let ends: Vec<[f64; 2]> =
        lines(&page, "s1-arrivals").iter().map(|line| [line[line.len() - 2], line[line.len() - 1]]).collect();
    assert_eq!(ends.len(), 2);
    assert_eq!(ends[0], ends[1]);
}

/// A few remaining units say nothing about lanes.
#[test]
fn lane_order_ends_when_fewer_than_one_in_twenty_still_walk() {
    let share = |record: &mut Record, share: f32| {
        let trace = record.trace.as_mut().unwrap();
        trace.arrived.iter_mut().skip(10).for_each(|arrived| *arrived = share);
    };
    // All units walk until 5 s; then 6 % or 4 % of them do.
    for (left, samples) in [(0.06, 40), (0.04, 10)] {
        let mut records = [1, 2].map(|seed| arriving("lanes", seed, 40));
        records.iter_mut().for_each(|record| share(record, 1.0 - left));
        let page = parsed(&reported(&records, &options()).html);
        assert_eq!(lines(&page, "s1-lanes")[0].len() / 2, samples, "{left}");
    }
    let mut records = [1, 2, 3].map(|seed| arriving("lanes", seed, 40));
    // Two seeds have 4 % left and one has 6 %, so fewer than 5 % of all units are left.
    for (record, left) in records.iter_mut().zip([0.04, 0.04, 0.06]) {
        share(record, 1.0 - left);
    }
    let page = parsed(&reported(&records, &options()).html);
    assert_eq!(lines(&page, "s1-lanes")[0].len() / 2, 10);
}

/// Units walk along the walls of a corridor, which lie outside the positions of the units.
#[test]
fn a_view_includes_walls_along_its_edges() {
    let mut record = arriving("lanes", 1, 10);
    let mut replay = trace_of(2, 3).replay.unwrap();
    // Units, goals and margin reach down to y = −5.75, 0.75 m below the lower left corner of the bounds.
    let wall = |y: f32| WallOutline { solid: false, points: vec![Point::new(-40.0, y), Point::new(40.0, y)] };
    replay.walls = vec![wall(-6.4), wall(-9.0)];
    record.trace.as_mut().unwrap().replay = Some(replay);
    let page = parsed(&reported(&[record], &options()).html);
    let data: serde_json::Value = serde_json::from_str(&texts(&page, "#replay-data")[0]).unwrap();
    let [left, bottom] = [0, 1].map(|k| data["scenes"][0]["view"][k].as_f64().unwrap());
    assert!(bottom < -1.4 && bottom > -2.0, "{bottom}");
    assert!(left > -1.0, "{left}");
}

#[test]
fn everything_of_a_variant_has_its_class() {
    let records = [arriving("lanes", 1, 10), arriving("none", 1, 40)];
    let page = parsed(&reported(&records, &options()).html);
    for variant in ["v0", "v1"] {
        for part in ["button.key", "tr", "path.line", "g", ".heat"] {
            let found = attributes(&page, &format!("#scene-1 {part}.{variant}"), "class");
            assert!(!found.is_empty(), "no {part} of {variant}");
        }
    }
}

#[test]
fn no_chart_is_clipped() {
    let long = "a-very-long-name-of-a-mode-WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW";
    let mut records = [arriving("lanes", 1, 10), arriving(long, 1, 4000), arriving("orca", 1, 3)].to_vec();
    records[0].trace.as_mut().unwrap().speed_by_density = vec![(150.0, 100), (90.0, 100), (70.0, 100)];
    for (k, units) in [100, 1000, 100_000].into_iter().enumerate() {
        for mode in ["none", long] {
            let mut large = record(run("circle", mode, 0.0, 1), 1.0 + 7.7 * k as f64, 0.9);
            large.run.units = Some(units);
            large
                .metrics
                .insert("tick_us".into(), serde_json::json!({ "p50": 0.02 * (units * units) as f64 }));
            records.push(large);
        }
    }
    let page = parsed(&reported(&records, &options()).html);
    let charts: Vec<String> =
        page.select(&Selector::parse("figure > svg").unwrap()).map(|chart| chart.html()).collect();
    assert!(charts.len() >= 7, "{}", charts.len());
    charts.iter().for_each(|chart| svg::assert_inside(chart));
}
