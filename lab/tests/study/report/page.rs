//! The report files: numbers match the statistics, names stay text, and the page is complete.

use super::records::{self, arrived, failed, record, run};
use super::{Reported, options, reported};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use scraper::{Html, Selector};
use serde_json::Value;
use sidestep::types::Point;
use sidestep_lab::measure::{Better, statistics};
use sidestep_lab::report::ReportOptions;
use sidestep_lab::study::{GoalMark, PlannedRun, Record, Replay, Trace, WallOutline};
use std::collections::BTreeSet;

/// Parses a page and checks that the parser reports no errors.
pub(crate) fn parsed(html: &str) -> Html {
    let page = Html::parse_document(html);
    assert!(page.errors.is_empty(), "{:?}", page.errors);
    page
}

pub(crate) fn texts(page: &Html, selector: &str) -> Vec<String> {
    let selector = Selector::parse(selector).expect("a selector");
    page.select(&selector).map(|element| element.text().collect()).collect()
}

pub(crate) fn attributes(page: &Html, selector: &str, name: &str) -> Vec<String> {
    let selector = Selector::parse(selector).expect("a selector");
    page.select(&selector).filter_map(|element| element.attr(name)).map(String::from).collect()
}

#[test]
fn the_tables_say_what_the_statistics_say() {
    let fast = [1.05, 1.06, 1.04, 1.05, 1.06, 1.04];
    // One jam among six seeds makes the values skewed, so the interval is a bootstrap interval.
    let skewed = [1.20, 1.21, 1.19, 1.22, 1.20, 1.60];
    let slow = [1.30, 1.33, 1.29, 1.31, 1.34, 1.28];
    let records = [
        arrived("crossing", "none", &slow),
        arrived("crossing", "lanes", &fast),
        arrived("crossing", "orca", &skewed),
    ]
    .concat();
    let Reported { html, .. } = reported(&records, &options());
    let page = parsed(&html);
    let rows = texts(&page, "#scene-1 tbody tr th");
    assert_eq!(rows, ["lanes", "orca", "none"]);
    let cells = texts(&page, "#scene-1 tbody td");
    let (interval, _) = statistics::interval(&fast).unwrap();
    assert_eq!(cells[1], format!("{:.3} ({:.3}–{:.3})", interval.mean, interval.low, interval.high));
    let (interval, method) = statistics::interval(&skewed).unwrap();
    assert!(matches!(method, statistics::Method::Bootstrap));
    assert_eq!(cells[11], format!("{:.3} ({:.3}–{:.3}) b", interval.mean, interval.low, interval.high));
    let versus: Vec<_> = [fast, skewed].iter().map(|own| statistics::paired(own, &slow).unwrap()).collect();
    let p = statistics::holm(&versus.iter().map(|paired| paired.p).collect::<Vec<_>>());
    let d = versus[1].difference;
    let minus = |text: String| text.replace('-', "−");
    assert_eq!(cells[14], minus(format!("{:.3} ({:.3} to +{:.3})", d.mean, d.low, d.high)));
    assert_eq!(cells[15], format!("{:.3}", p[1]));
    assert_eq!(cells[24], "baseline");
    let ranks = statistics::ranks(&[slow.to_vec(), fast.to_vec(), skewed.to_vec()], Better::Lower);
    let rank = |k: usize| match (ranks[k].start(), ranks[k].end()) {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}–{last}"),
    };
    assert_eq!([&cells[0], &cells[10], &cells[20]], [&rank(1), &rank(2), &rank(0)]);
}

/// A name that tries to escape from its context.
const HOSTILE: &str =
    "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>|`\n&lt;\u{1b}[31m@team\u{202e}";

#[test]
fn no_name_becomes_markup() {
    let seed = |seed| {
        let mut run =
            PlannedRun { map: HOSTILE.into(), version: HOSTILE.into(), ..run("x", HOSTILE, 0.0, seed) };
        run.settings.insert(HOSTILE.into(), 1.0);
        run
    };
    let mut first = record(seed(1), 1.1, 1.0);
    first.trace = Some(trace_of(2, 3));
    let records = [first, record(seed(2), 1.2, 0.5), failed(seed(3), HOSTILE)];
    let options =
        ReportOptions { title: HOSTILE.into(), commands: vec![HOSTILE.into()], ..ReportOptions::default() };
    let Reported { html, markdown, .. } = reported(&records, &options);
    let page = parsed(&html);
    assert_eq!(attributes(&page, "script", "id"), ["replay-data"]);
    assert_eq!(texts(&page, "script").len(), 4, "the data, the player, the highlights and the saving");
    assert!(attributes(&page, "img", "src").iter().all(|src| src.starts_with("data:image/png;base64,")));
    assert!(attributes(&page, "*", "onerror").is_empty());
    assert!(
        texts(&page, "caption")[0].contains("</script><script>alert(1)</script>"),
        "the name is there, as text"
    );
    let data: Value = serde_json::from_str(&texts(&page, "#replay-data")[0]).expect("JSON");
    assert!(data["scenes"][0]["label"].as_str().unwrap().contains("</script><script>alert(1)"));
    assert!(data["scenes"][0]["names"][1].as_str().unwrap().contains("\\u001b[31m@team"));
    // No byte acts on a terminal, not even in code blocks.
    for text in [&html, &markdown] {
        let acts = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert_eq!(text.chars().find(|c| acts(*c)), None);
    }
    assert!(markdown.contains("\\n&lt;\\u001b[31m@team\\u202e'"), "{markdown}");
    // In Markdown, it creates no tag or mention, and it does not end a cell or a line.
    let outside = outside_of_code(&markdown);
    assert!(
        !outside.contains("<script") && !outside.contains("<img") && !outside.contains("@team"),
        "{outside}"
    );
    let columns = |line: &str| line.replace("\\|", "").matches('|').count();
    let table: Vec<usize> = outside.lines().filter(|line| line.starts_with('|')).map(columns).collect();
    assert!(table.len() >= 3 && table.iter().all(|n| *n == table[0]), "{table:?}");
}

/// Markdown without its fenced blocks.
fn outside_of_code(markdown: &str) -> String {
    let mut fence: Option<&str> = None;
    let mut text = String::new();
    for line in markdown.lines() {
        match fence {
            None if line.starts_with("```") => fence = Some(line.trim_end_matches("sh")),
            None => text += &format!("{line}\n"),
            Some(mark) if line == mark => fence = None,
            Some(_) => {}
        }
    }
    assert_eq!(fence, None, "a fence is open");
    text
}

/// Some units that walk to the right, with a wall.
pub(crate) fn trace_of(units: usize, frames: usize) -> Trace {
    let corners = [Point::new(0.0, 0.0), Point::new(1.0, 0.0), Point::new(1.0, 1.0)];
    let wall = |solid| WallOutline { solid, points: corners.to_vec() };
    let place = |frame: usize, unit: usize| [(frame * 1000) as u16, (unit * 100) as u16];
    let replay = Replay {
        step: 0.1,
        bounds: [Point::new(-10.0, -5.0), Point::new(10.0, 5.0)],
        groups: (0..units).map(|unit| (unit % 2) as u16).collect(),
        radii: vec![0.5; units],
        walls: [true, false].map(wall).to_vec(),
        names: vec!["west".into(), HOSTILE.into()],
        goals: vec![GoalMark { group: 0, points: vec![Point::new(4.0, 0.0)], radius: 1.0 }],
        frames: (0..frames).map(|f| (0..units).flat_map(|unit| place(f, unit)).collect()).collect(),
        stuck: vec![0; frames],
    };
    Trace {
        step: 0.1,
        arrived: (0..frames).map(|f| f as f32 / frames as f32).collect(),
        lane_order: None,
        speed_by_density: vec![(0.0, 0); 10],
        contacts: sidestep_lab::study::Heat {
            origin: Point::new(-10.0, -5.0),
            cell: 5.0,
            columns: 4,
            counts: vec![0, 1, 2, 3, 4, 5, 6, 7],
            outside: 32,
        },
        replay: Some(replay),
    }
}

#[test]
fn a_page_of_real_runs_is_whole_and_asks_nobody() {
    let records = records::real(&[("crossing", 16)], &["none", "orca", "lanes"], 4, 30.0);
    let Reported { html, markdown, .. } = reported(&records, &options());
    let page = parsed(&html);
    assert!(!html.contains("http:") && !html.contains("https:"), "no address of any kind");
    let ids = attributes(&page, "[id]", "id");
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "ids are unique: {ids:?}");
    for target in attributes(&page, "a", "href") {
        assert!(ids.contains(&target.trim_start_matches('#').to_string()), "{target} leads nowhere");
    }
    assert_eq!(texts(&page, "#scene-1 tbody tr").len(), 6);
    let figures = texts(&page, "#scene-1 figure h4");
    for title in ["Time ratio", "Arrivals", "Speed against density", "Lane order", "Contacts over the map"] {
        assert!(figures.contains(&title.to_string()), "{title} is not in {figures:?}");
    }
    assert_eq!(texts(&page, "figure svg[role=img] > title").len(), 4, "each drawing has a name");
    assert!(texts(&page, "#scene-1 svg path.line").len() > 18, "a line a variant in three charts");
    for record in &records {
        let label = if record.run.push > 0.0 {
            format!("{} + push", record.run.mode)
        } else {
            record.run.mode.clone()
        };
        assert!(markdown.contains(&label) && html.contains(&label), "{label}");
    }
    let command =
        "sidestep run crossing --units 16 --avoid lanes --push off --seed 1 --limit 30 --threads 1 --json";
    assert!(html.contains(command) && markdown.contains(command));
    assert!(html.contains("sidestep compare --maps crossing --seeds 8"));
    replays_begin_where_the_units_stand(&page, &records);
}

fn replays_begin_where_the_units_stand(page: &Html, records: &[Record]) {
    let data: Value = serde_json::from_str(&texts(page, "#replay-data")[0]).expect("JSON");
    let scene = &data["scenes"][0];
    assert_eq!(scene["seed"], 1);
    let variants = scene["variants"].as_array().unwrap();
    assert_eq!(variants.len(), 6);
    for variant in variants {
        let bytes = STANDARD.decode(variant["frames"].as_str().unwrap()).unwrap();
        let places: Vec<u16> = bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect();
        let label = variant["label"].as_str().unwrap();
        let (mode, push) = label.split_once(" + ").map_or((label, false), |(mode, _)| (mode, true));
        let of = |r: &&Record| r.run.mode == mode && (r.run.push > 0.0) == push && r.run.seed == 1;
        let record = records.iter().find(of).unwrap();
        let replay = record.trace.as_ref().unwrap().replay.as_ref().unwrap();
        assert_eq!(places, replay.frames.concat(), "{label}");
        assert_eq!(variant["arrived"].as_array().unwrap().len(), replay.frames.len());
    }
}

#[test]
fn the_order_of_the_records_changes_nothing() {
    let mut records = [
        arrived("crossing", "none", &[1.3, 1.4, 1.5]),
        arrived("tunnel", "lanes", &[1.1, 1.2, 1.3]),
        arrived("crossing", "lanes", &[1.1, 1.2, 1.15]),
        arrived("tunnel", "none", &[1.5, 1.6, 1.4]),
    ]
    .concat();
    let before = reported(&records, &options());
    records.reverse();
    let after = reported(&records, &options());
    assert!(before.html == after.html && before.markdown == after.markdown);
}

#[test]
fn long_replays_are_thinned_until_the_page_can_be_sent() {
    let with = |mode: &str, units: usize, frames: usize| {
        let mut record = record(run("crossing", mode, 0.0, 1), 1.2, 1.0);
        record.trace = Some(trace_of(units, frames));
        record
    };
    // 2 × 2000 units × 300 frames × 4 bytes are 6.4 MB in base64, so every second frame is dropped.
    let Reported { html, .. } = reported(&[with("none", 2000, 300), with("lanes", 2000, 300)], &options());
    assert!(html.len() < 6_300_000 && html.len() > 3_000_000, "{}", html.len());
    let data: Value = serde_json::from_str(&texts(&parsed(&html), "#replay-data")[0]).expect("JSON");
    assert!((data["scenes"][0]["step"].as_f64().unwrap() - 0.2).abs() < 1e-6);
    assert_eq!(data["scenes"][0]["variants"][1]["arrived"].as_array().unwrap().len(), 151);
    // If thinning is not enough, the replay is left out, and the page says so.
    let Reported { html, .. } = reported(&[with("lanes", 20_000, 1200)], &options());
    assert!(html.len() < 200_000, "{}", html.len());
    let missing = texts(&parsed(&html), "#missing li");
    assert_eq!(missing, ["crossing, 200 units: left out, because all replays of a page take at most 6 MB"]);
}

/// The scene of the page's replays, from records with one replay each.
fn replayed(records: &[Record]) -> (Html, Value) {
    let page = parsed(&reported(records, &options()).html);
    let data: Value = serde_json::from_str(&texts(&page, "#replay-data")[0]).expect("JSON");
    let scene = data["scenes"][0].clone();
    (page, scene)
}

/// A run with a replay of this many frames at this interval.
fn with_replay(mode: &str, frames: usize, step: f32) -> Record {
    let mut record = record(run("crossing", mode, 0.0, 1), 1.2, 1.0);
    let mut trace = trace_of(2, frames);
    trace.step = step;
    if let Some(replay) = &mut trace.replay {
        replay.step = step;
    }
    record.trace = Some(trace);
    record
}

/// A run of more than 600 frames is recorded in coarser steps: the mode that jams is among the others.
#[test]
fn runs_of_different_lengths_replay_on_a_common_time_axis() {
    let records = [
        with_replay("none", 50, 0.4),
        with_replay("lanes", 20, 0.2),
        with_replay("orca", 21, 0.2),
        with_replay("raycast", 10, 0.1),
    ];
    let (page, scene) = replayed(&records);
    assert!((scene["step"].as_f64().unwrap() - 0.4).abs() < 1e-6, "{}", scene["step"]);
    assert!(texts(&page, "#missing li").is_empty());
    let variants = scene["variants"].as_array().unwrap();
    assert_eq!(variants.len(), 4);
    for variant in variants {
        let bytes = STANDARD.decode(variant["frames"].as_str().unwrap()).unwrap();
        // The first unit's x in each frame is a thousand times the number of the recorded frame.
        let x: Vec<u16> =
            bytes.chunks(8).map(|frame| u16::from_le_bytes([frame[0], frame[1]]) / 1000).collect();
        let expected: Vec<u16> = match variant["label"].as_str().unwrap() {
            "none" => (0..50).collect(),
            // The last frame is the end of the run, also between two steps.
            "lanes" => (0..=18).step_by(2).chain([19]).collect(),
            "orca" => (0..=20).step_by(2).collect(),
            _ => vec![0, 4, 8, 9],
        };
        assert_eq!(x, expected, "{}", variant["label"]);
        assert_eq!(variant["arrived"].as_array().unwrap().len(), x.len());
        assert_eq!(variant["stuck"].as_array().unwrap().len(), x.len());
    }
}

#[test]
fn a_variant_without_a_replay_is_named_with_the_reason() {
    let mut other = with_replay("orca", 20, 0.2);
    other.trace.as_mut().unwrap().replay = trace_of(3, 20).replay;
    let mut damaged = with_replay("cardioid", 20, 0.2);
    damaged.trace.as_mut().unwrap().replay.as_mut().unwrap().frames[1].truncate(1);
    let mut unrecorded = with_replay("raycast", 20, 0.2);
    unrecorded.trace.as_mut().unwrap().replay = None;
    let records = [
        with_replay("none", 20, 0.2),
        with_replay("raycast+cardioid", 20, 0.2),
        failed(run("crossing", "lanes", 0.0, 1), "no way"),
        record(run("crossing", "lanes-cheap", 0.0, 2), 1.2, 1.0),
        other,
        damaged,
        unrecorded,
    ];
    let (page, _) = replayed(&records);
    let missing = texts(&page, "#missing li");
    for line in [
        "crossing, 200 units, lanes: the run with seed 1 failed",
        "crossing, 200 units, lanes-cheap: there is no run with seed 1",
        "crossing, 200 units, orca: its units or its area differ from those of the other variants",
        "crossing, 200 units, cardioid: the recorded positions are damaged",
        "crossing, 200 units, raycast: no positions were recorded with seed 1",
    ] {
        assert!(missing.contains(&line.to_string()), "{line} is not in {missing:#?}");
    }
    assert_eq!(missing.len(), 5);
    // Without any positions, there is no player.
    let mut large = record(run("crossing", "none", 0.0, 1), 1.2, 1.0);
    large.run.units = Some(2000);
    for (record, why) in [
        (large, "crossing, 2000 units: positions are recorded for at most 1000 units"),
        (
            record(run("crossing", "none", 0.0, 1), 1.2, 1.0),
            "crossing, 200 units: the results hold no positions, which are in the folder runs of the study",
        ),
    ] {
        let page = parsed(&reported(&[record], &options()).html);
        assert_eq!(texts(&page, "#missing li"), [why]);
        assert!(texts(&page, "#replay-data").is_empty() && attributes(&page, "#player", "id").is_empty());
    }
}

#[test]
fn the_first_jam_is_the_first_frame_with_enough_stuck_units() {
    let jam = |units: usize, stuck: &[u16]| {
        let mut record = with_replay("none", 20, 0.2);
        let trace = trace_of(units, stuck.len());
        record.trace = Some(trace);
        record.trace.as_mut().unwrap().replay.as_mut().unwrap().stuck = stuck.to_vec();
        replayed(&[record]).1["variants"][0]["jam"].as_f64()
    };
    // The frames are 0.1 s apart. A jam takes two units, and 5 % of them.
    assert_eq!(jam(2, &[0, 0, 1, 1, 0]), None);
    assert!((jam(2, &[0, 0, 1, 2, 0]).unwrap() - 0.3).abs() < 1e-6);
    assert_eq!(jam(60, &[0, 2, 2, 2, 0]), None);
    assert!((jam(60, &[0, 2, 2, 2, 3]).unwrap() - 0.4).abs() < 1e-6);
    let (page, _) = replayed(&[with_replay("none", 20, 0.2)]);
    let explained = texts(&page, "#replays p.dim").concat();
    assert!(explained.contains("at least 5 % of the units, and at least 2, are stuck"), "{explained}");
}

/// The variant to use and the one it is compared with.
#[test]
fn the_best_variant_and_the_baseline_are_shown_first() {
    let of = |mode: &str, ratio: f64| {
        let mut record = with_replay(mode, 20, 0.2);
        record.metrics.insert("time_ratio".into(), ratio.into());
        record
    };
    let (_, scene) = replayed(&[of("none", 1.5), of("lanes", 1.1), of("orca", 1.2), of("raycast", 1.7)]);
    let labels: Vec<&str> = scene["variants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|variant| variant["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["lanes", "orca", "none", "raycast"]);
    assert_eq!(scene["first"], serde_json::json!([0, 2]));
    // The best is the baseline.
    let (_, scene) = replayed(&[of("none", 1.0), of("lanes", 1.1)]);
    assert_eq!(scene["first"], serde_json::json!([0, 1]));
    assert_eq!(replayed(&[of("none", 1.0)]).1["first"], serde_json::json!([0, 0]));
}

#[test]
fn the_report_links_its_results() {
    let data = ["results.csv", "all #1?.jsonl"].map(String::from).to_vec();
    let options = ReportOptions { data, ..options() };
    let Reported { html, markdown, .. } = reported(&arrived("crossing", "lanes", &[1.1, 1.2]), &options);
    let page = parsed(&html);
    assert_eq!(attributes(&page, "header a", "href"), ["results.csv", "all%20%231%3F.jsonl"]);
    assert_eq!(texts(&page, "header a"), ["results.csv", "all #1?.jsonl"]);
    assert!(
        markdown.contains("Results: [results.csv](results.csv), [all &#35;1?.jsonl](all%20%231%3F.jsonl)")
    );
}

/// Units walk on both sides of an open wall, so it must not be filled.
#[test]
fn open_walls_are_lines_in_replays_and_on_the_contact_map() {
    let mut record = record(run("crossing", "lanes", 0.0, 1), 1.2, 1.0);
    record.trace = Some(trace_of(2, 3));
    let page = parsed(&reported(&[record], &options()).html);
    assert_eq!(attributes(&page, ".heat polygon", "class"), ["wall"]);
    assert_eq!(attributes(&page, ".heat polyline", "class"), ["wall open"]);
    let data: Value = serde_json::from_str(&texts(&page, "#replay-data")[0]).expect("JSON");
    let walls = data["scenes"][0]["walls"].as_array().unwrap();
    assert_eq!(
        walls.iter().map(|wall| wall["solid"].as_bool()).collect::<Vec<_>>(),
        [Some(true), Some(false)]
    );
    // 28 unit-ticks on the map and 32 outside it.
    assert_eq!(texts(&page, ".heat p"), ["lanes 1.0"]);
}

#[test]
fn broken_traces_draw_nothing_and_break_nothing() {
    let mut records = arrived("crossing", "lanes", &[1.1, 1.2, 1.3, 1.2, 1.1, 1.3, 1.25]);
    let damage: [fn(&mut Trace); 7] = [
        |trace| trace.step = 0.0,
        |trace| trace.arrived = vec![f32::NAN, f32::INFINITY],
        |trace| trace.contacts.columns = 0,
        |trace| trace.contacts.columns = 3,
        |trace| trace.replay.iter_mut().for_each(|replay| replay.bounds[1] = replay.bounds[0]),
        |trace| trace.replay.iter_mut().for_each(|replay| replay.frames[1].truncate(1)),
        |trace| trace.speed_by_density = vec![(f32::NAN, 1000), (1.0, u32::MAX)],
    ];
    for (record, damage) in records.iter_mut().zip(damage) {
        let mut trace = trace_of(2, 3);
        damage(&mut trace);
        record.trace = Some(trace);
    }
    for record in &records {
        let Reported { html, .. } = reported(std::slice::from_ref(record), &options());
        parsed(&html);
        assert!(!html.contains("NaN") && !html.contains("inf\""));
    }
    reported(&records, &options());
}
