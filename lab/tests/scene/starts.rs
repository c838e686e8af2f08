//! Tests of start files: their exact starts, as a map and in a group of a map, their errors, and the jitter that varies them.

use miette::{GraphicalReportHandler, GraphicalTheme};
use proptest::prelude::*;
use sidestep::navigation::Goal;
use sidestep::steering::avoidance::Mode;
use sidestep::types::{Point, Rect};
use sidestep::world::Layout;
use sidestep::world::World;
use sidestep_lab::scene::{DocumentError, LayoutOptions, Scene};
use std::fmt::Write;

fn rendered(error: &DocumentError) -> String {
    let mut text = String::new();
    GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .with_width(100)
        .render_report(&mut text, error)
        .expect("a report can be written to a string");
    text
}

fn read(text: &str) -> Scene {
    Scene::from_starts("test.txt", text).unwrap_or_else(|e| panic!("{}", rendered(&e)))
}

fn laid_out(scene: &Scene, seed: u64, jitter: Option<f32>) -> Layout {
    let options = LayoutOptions { seed: Some(seed), jitter, ..LayoutOptions::default() };
    scene.layout(&options).unwrap_or_else(|e| panic!("{}", rendered(&e)))
}

fn hash_after(layout: Layout, ticks: u64) -> u64 {
    let mut world = World::new(layout, 1);
    for _ in 0..ticks {
        world.tick();
    }
    world.state_hash()
}

/// Writes a layout as a start file.
fn written(layout: &Layout) -> String {
    layout.starts.iter().fold(String::new(), |mut text, start| {
        let Goal::Point { at, own: true, .. } = start.goal else { panic!("no place of its own: {start:?}") };
        let p = start.position;
        writeln!(text, "{} {} {} {}", p.x, p.y, at.x, at.y).expect("to a string");
        text
    })
}

/// A map's starts and goals, written as a start file and read again, give the same run as the map.
#[test]
fn a_start_file_of_a_map_runs_as_the_map_does() {
    for map in ["crossing", "crossing-perpendicular", "four-way"] {
        let options = LayoutOptions { units: Some(60), seed: Some(5), ..LayoutOptions::default() };
        let original = Scene::built_in(map).expect("built in").layout(&options).expect("it scales");
        let copy = laid_out(&read(&written(&original)), 5, None);
        assert_eq!(copy.starts, original.starts, "{map}");
        if map == "crossing" {
            assert_eq!(copy.steering, original.steering);
            assert_eq!(copy.time_limit, original.time_limit);
        }
        for mode in ["raycast+cardioid", "continuum"] {
            let run = |layout: &Layout| {
                let mut layout = layout.clone();
                layout.steering = original.steering.clone();
                layout.steering.mode = Mode::named(mode).expect("a mode");
                hash_after(layout, 300)
            };
            assert_eq!(run(&copy), run(&original), "{map}, {mode}");
        }
    }
}

#[test]
fn units_are_numbered_in_the_order_of_the_lines() {
    let layout = laid_out(&read("9 0 -9 0\n-9 0 9 0\n9 5 -9 5\n-9 5 9 5.5\n"), 1, None);
    assert_eq!(layout.groups, ["westbound", "eastbound"]);
    let found: Vec<(f32, f32, u16)> =
        layout.starts.iter().map(|s| (s.position.x, s.position.y, s.group)).collect();
    assert_eq!(found, [(9.0, 0.0, 0), (-9.0, 0.0, 1), (9.0, 5.0, 0), (-9.0, 5.0, 1)]);
    let goals: Vec<Goal> = layout.starts.iter().map(|s| s.goal).collect();
    assert_eq!(goals[3], Goal::Point { at: Point::new(9.0, 5.5), radius: 0.5, own: true });
    assert_eq!(layout.bounds, Rect { min: Point::new(-19.0, -10.0), max: Point::new(19.0, 16.0) });
}

#[test]
fn bodies_comments_and_empty_lines_are_read() {
    let text = "\u{feff}# x y goal\r\n\r\n  1e0\t+2.5 3 4 # the first\r\n-5 -5 -5 -5 0.25\n7 7 8 9 1 2";
    let layout = laid_out(&read(text), 1, None);
    let bodies: Vec<(f32, f32)> = layout.starts.iter().map(|s| (s.radius, s.max_speed)).collect();
    assert_eq!(bodies, [(0.5, 5.0), (0.25, 5.0), (1.0, 2.0)]);
    assert_eq!(layout.groups[1], "staying");
    let masses: Vec<f32> = layout.starts.iter().map(|s| s.mass / (s.radius * s.radius)).collect();
    assert!(masses.iter().all(|m| (m - masses[0]).abs() < 1e-3), "one density: {masses:?}");
    // A unit that starts at its goal has arrived and stays.
    let mut world = World::new(layout, 1);
    for _ in 0..300 {
        world.tick();
    }
    assert_eq!(world.arrived(), 3);
    assert!((world.units().position[1] - Point::new(-5.0, -5.0)).norm() < 0.1);
}

#[test]
fn a_summary_shows_the_directions() {
    let scene = read("-9 0 9 0\n-9 5 9 5\n0 -9 0 9\n");
    insta::assert_snapshot!(scene.summary().expect("sound").to_string());
}

/// A test that the start file is refused, with the snapshot of the same name.
macro_rules! refused {
    ($($name:ident: $text:expr;)*) => {$(
        #[test]
        fn $name() {
            let error = Scene::from_bytes("test.txt", $text).err();
            insta::assert_snapshot!(stringify!($name), rendered(&error.expect("this start file was accepted")));
        }
    )*};
}

refused! {
    a_word: b"# starts\n1 2 3 4\n5 6 seven 8\n";
    a_map_under_a_wrong_name: b"sidestep = 1\nbounds = [[0, 0], [5, 5]]\n";
    commas: b"1, 2, 3, 4\n";
    three_columns: b"1 2 3 4\n5 6 7\n";
    seven_columns: b"1 2 3 4 0.5 5 7\n";
    not_finite: b"1 2 3 4\n5 nan 7 8\n";
    infinite: b"1 2 -inf 4\n";
    a_place_too_far: b"1 2 3 4e9\n";
    a_radius_of_nothing: b"1 2 3 4 0\n";
    a_speed_too_high: b"1 2 3 4 0.5 1000\n";
    nobody: b"# nobody\n\n";
    an_overlap: b"0 0 9 0\n9 0 0 0\n# another\n0.6 0 -9 0\n";
    not_text: b"1 2 3 4\n5 6 \xff 8\n";
}

#[test]
fn too_many_lines() {
    let text: String = (0..=100_000).map(|k| format!("{} {} 0 0\n", k % 300 * 2, k / 300 * 2)).collect();
    let error = Scene::from_starts("test.txt", &text).expect_err("one line too many");
    assert!(rendered(&error).contains("not 100001 or more") && rendered(&error).contains("test.txt:100001:"));
    let (most, _) = text.trim_end().rsplit_once('\n').expect("lines");
    assert_eq!(laid_out(&read(most), 1, None).starts.len(), 100_000);
}

/// Reads a map whose group names `starts.txt` in the same folder.
fn map_with_starts(group: &str, starts: &str) -> Result<Scene, DocumentError> {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let map = folder.path().join("map.toml");
    let head = "sidestep = 1\nbounds = [[-20, -10], [20, 10]]\ntime_limit = 60\njitter = 0.01\nunit = { radius = 0.3 }";
    std::fs::write(&map, format!("{head}\n[[group]]\nname = \"guests\"\n{group}\n")).expect("a map");
    std::fs::write(folder.path().join("starts.txt"), starts).expect("a start file");
    Scene::from_file(&map)
}

fn refused_beside(group: &str, starts: &str) -> String {
    rendered(&map_with_starts(group, starts).expect_err("refused"))
}

const NAMED: &str = "starts = \"starts.txt\"";

#[test]
fn a_group_of_a_map_starts_as_a_start_file_says() {
    let scene =
        map_with_starts(&format!("{NAMED}\nunit = {{ max_speed = 2 }}"), "-9 0 9 0\n9 0 -9 0 0.4 3\n")
            .expect("sound");
    let layout = laid_out(&scene, 1, Some(0.0));
    assert_eq!(layout.groups, ["guests"]);
    let found: Vec<_> = layout.starts.iter().map(|s| (s.position.x, s.radius, s.max_speed)).collect();
    assert_eq!(found, [(-9.0, 0.3, 2.0), (9.0, 0.4, 3.0)]);
    assert_eq!(layout.starts[0].goal, Goal::Point { at: Point::new(9.0, 0.0), radius: 0.3, own: true });
    // The map's own jitter, as for a formation.
    let moved = (laid_out(&scene, 1, None).starts[0].position - layout.starts[0].position).norm();
    assert!(moved > 0.0 && moved < 0.015, "{moved}");
}

#[test]
fn errors_in_a_groups_start_file_are_reported() {
    let wrong_line = refused_beside(NAMED, "1 2 3 4\n1 2 3\n");
    assert!(
        wrong_line.contains("starts.txt:2:1") && wrong_line.contains("4 to 6 numbers, not 3"),
        "{wrong_line}"
    );
    let missing = refused_beside("starts = \"no.txt\"", "");
    assert!(missing.contains("map.toml:8:10") && missing.contains("the map's folder"), "{missing}");
    let outside = refused_beside(NAMED, "0 0 50 0\n");
    assert!(outside.contains("guests:0 is outside") && outside.contains("map.toml:8:10"), "{outside}");
    assert!(
        refused_beside(&format!("{NAMED}\ngoal = {{ stand = true }}"), "0 0 5 0").contains("scene::conflict")
    );
    let text =
        format!("sidestep = 1\nbounds = [[0, 0], [5, 5]]\ntime_limit = 60\n[[group]]\nname = \"a\"\n{NAMED}");
    insta::assert_snapshot!(
        "no_folder",
        rendered(&Scene::from_toml("test.toml", &text).expect_err("no folder"))
    );
}

#[test]
fn a_requested_jitter_moves_starts_by_the_seed() {
    let scene = read("0 0 9 0\n0 5 9 5\n0 9 9 9\n");
    let exact = laid_out(&scene, 1, None);
    assert_eq!(exact.starts, laid_out(&scene, 2, None).starts);
    let moved = laid_out(&scene, 1, Some(0.05));
    for (a, b) in exact.starts.iter().zip(&moved.starts) {
        let by = b.position - a.position;
        assert!(by.norm() > 0.0 && by.amax() <= 0.0501, "{by}");
        assert_eq!(a.goal, b.goal);
    }
    assert_eq!(moved, laid_out(&scene, 1, Some(0.05)));
    assert_ne!(moved.starts, laid_out(&scene, 2, Some(0.05)).starts);
    // The bounds grow when a start leaves them.
    let far = laid_out(&scene, 1, Some(100.0));
    assert!(far.starts.iter().all(|s| far.bounds.contains(s.position)));
}

#[test]
fn a_requested_jitter_does_not_move_obstacles() {
    let crossing = Scene::built_in("crossing").expect("built in");
    assert_eq!(laid_out(&crossing, 1, Some(0.05)), laid_out(&crossing, 1, None));
    let exact = laid_out(&crossing, 1, Some(0.0));
    assert!(exact.starts.iter().all(|s| (s.position.y * 4.0).fract() == 0.0), "ranks are 1.5 m apart");
    let dozen = Scene::built_in("dozen").expect("built in");
    let (before, after) = (laid_out(&dozen, 1, None), laid_out(&dozen, 1, Some(0.02)));
    for (a, b) in before.starts.iter().zip(&after.starts) {
        assert_eq!(a.position == b.position, a.goal == Goal::Stand, "{a:?}");
    }
    assert!(before.starts.iter().any(|s| s.goal == Goal::Stand));
}

#[test]
fn an_invalid_jitter_is_refused() {
    let scene = read(&(0..8).map(|k| format!("{}.02 0 {k} 9\n", k)).collect::<String>());
    let refused = |jitter| {
        let options = LayoutOptions { jitter: Some(jitter), ..LayoutOptions::default() };
        rendered(&scene.layout(&options).expect_err("refused"))
    };
    for jitter in [f32::NAN, f32::INFINITY, -0.01, 100.1] {
        assert!(refused(jitter).contains("'jitter' must be"), "{jitter}: {}", refused(jitter));
    }
    insta::assert_snapshot!("jittered_overlap", refused(0.4));
    let crossing = Scene::built_in("crossing").expect("built in");
    let error = crossing.layout(&LayoutOptions { jitter: Some(0.5), ..LayoutOptions::default() });
    assert!(rendered(&error.expect_err("ranks too close")).contains("scene::too_close"));
}

/// Returns words that start files contain, and words that they do not.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (-60.0f32..60.0).prop_map(|x| x.to_string()),
        1 => prop::sample::select(vec!["nan", "-inf", "1e39", "1e-45", "5e4", "-50000", "0", "#", "\n", "\r", "é", "\u{0}", "1_0"])
            .prop_map(str::to_string),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn any_lines_are_read_or_refused(
        lines in prop::collection::vec(prop::collection::vec(word(), 0..7), 0..6),
        jitter in prop::option::of(prop::num::f32::ANY),
    ) {
        let text: String = lines.iter().map(|words| words.join(" ") + "\n").collect();
        match Scene::from_starts("any.txt", &text) {
            Err(error) => prop_assert!(!rendered(&error).is_empty()),
            Ok(scene) => {
                let options = LayoutOptions { jitter, ..LayoutOptions::default() };
                if let Err(error) = scene.layout(&options) {
                    prop_assert!(jitter.is_some() && !rendered(&error).is_empty());
                }
                prop_assert!(!scene.summary().expect("sound").to_string().is_empty());
                World::new(scene.layout(&LayoutOptions::default()).expect("sound"), 1).tick();
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Err(error) = Scene::from_bytes("any.starts", &bytes) {
            prop_assert!(!rendered(&error).is_empty());
        }
    }
}
