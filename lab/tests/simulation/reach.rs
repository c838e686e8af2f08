//! Unreachable goals are reported with their reason, for exactly the units concerned.

use sidestep::navigation::NoPath;
use sidestep::world::Unreachable;
use sidestep::world::World;
use sidestep_lab::measure::{Measure, NO_WAY};
use sidestep_lab::scene::{LayoutOptions, Scene, built_in_maps};
use sidestep_lab::study::{MapChoice, StudyPlan, StudySpec};

fn scene(rest: &str) -> Scene {
    let toml = format!("sidestep = 1\nbounds = [[-12, -6], [12, 6]]\nclosed = true\ntime_limit = 9\n{rest}");
    Scene::from_toml("reach.toml", &toml).unwrap_or_else(|e| panic!("{e}"))
}

fn found(rest: &str) -> Vec<Unreachable> {
    scene(rest).layout(&LayoutOptions::default()).unwrap().unreachable()
}

/// A wall with a gate of this width at y = 1, two units with these radii to its left, and their goals to its right.
fn gate(width: f32, thin: bool, radii: [f32; 2]) -> String {
    let (low, high) = (1.0 - width / 2.0, 1.0 + width / 2.0);
    let wall = if thin {
        format!("[[wall]]\nchain = [[0, -6], [0, {low}]]\n[[wall]]\nchain = [[0, {high}], [0, 6]]\n")
    } else {
        format!("[[wall]]\nbox = [[-1, -6], [0.5, {low}]]\n[[wall]]\nbox = [[-1, {high}], [0.5, 6]]\n")
    };
    let group = |i: usize, y: f32| {
        format!(
            "[[group]]\nname = \"g{i}\"\nunits = [{{ position = [-8, {y}], radius = {}, goal = {{ point = [8, {y}] }} }}]\n",
            radii[i]
        )
    };
    wall + &group(0, -3.0) + &group(1, 3.0)
}

#[test]
fn a_gate_narrower_than_the_unit_is_reported_with_position_and_width() {
    for thin in [true, false] {
        for width in [0.4, 0.7, 0.85] {
            let found = found(&gate(width, thin, [0.5, 0.5]));
            assert_eq!(found.len(), 2, "{width} m, thin {thin}: {found:?}");
            assert_eq!(
                (found[0].group.as_str(), &found[0].units[..], found[0].diameter),
                ("g0", &[0][..], 1.0)
            );
            let NoPath::Narrow { at, width: reported } = found[0].reason else { panic!("{found:?}") };
            assert!(
                (reported - width).abs() < 0.05,
                "a gap of {width} m is reported as {reported} m, thin {thin}"
            );
            assert!((at.y - 1.0).abs() < 0.1 && at.x.abs() < 1.1, "at {at:?}");
        }
        assert_eq!(found(&gate(1.1, thin, [0.5, 0.5])), []);
    }
}

#[test]
fn the_reason_is_that_of_the_unit_concerned() {
    // The smaller unit fits, but it shares its paths with the larger one, which does not.
    let mixed = found(&gate(0.8, false, [0.5, 0.38]));
    assert!(matches!(mixed[0].reason, NoPath::Narrow { .. }), "{mixed:?}");
    assert_eq!(mixed[1].reason, NoPath::LargestUnit { diameter: 1.0 });
    assert_eq!(mixed[1].units, [1]);
    // A much smaller one has paths of its own.
    let mixed = found(&gate(0.8, false, [0.5, 0.2]));
    assert_eq!((mixed.len(), &mixed[0].units[..]), (1, &[0][..]), "{mixed:?}");
}

#[test]
fn a_goal_or_a_start_inside_walls_is_reported() {
    let ring = "[[wall]]\nchain = [[6, -2], [10, -2], [10, 2], [6, 2], [6, -2]]\n";
    let units = |from: &str, to: &str| {
        format!("{ring}[[group]]\nname = \"a\"\nunits = [{{ position = [{from}], goal = {{ {to} }} }}]\n")
    };
    for (from, to) in [
        ("-8, 0", "point = [8, 0]"),
        ("8, 0", "point = [-8, 0]"),
        ("-8, 0", "region = [[7, -1], [9, 1]]"),
        ("-8, 0", "line = [[8, -1], [8, 1]], toward = [9, 0]"),
    ] {
        let found = found(&units(from, to));
        assert_eq!(found.len(), 1, "{from} to {to}");
        assert_eq!(found[0].reason, NoPath::WalledIn, "{from} to {to}");
        assert!(found[0].to_string().contains("1 unit of group 'a' has no path to its goal"), "{}", found[0]);
    }
    // Inside together, next to the wall, and right up to it: all of these have a path.
    for (from, to) in
        [("7, 0", "point = [9, 1.9]"), ("-8, 0", "point = [5.9, 0]"), ("5.5, 0", "point = [5.95, 5]")]
    {
        assert_eq!(found(&units(from, to)), [], "{from} to {to}");
    }
}

#[test]
fn the_summary_of_a_run_counts_units_without_a_path() {
    let world = World::new(scene(&gate(0.7, true, [0.5, 0.5])).layout(&LayoutOptions::default()).unwrap(), 1);
    assert_eq!(Measure::new(&world).metrics(&world).value(&NO_WAY), Some(2.0));
}

#[test]
fn every_built_in_map_has_a_path_for_every_unit() {
    for map in built_in_maps() {
        let layout = Scene::built_in(map.name).unwrap().layout(&LayoutOptions::default()).unwrap();
        assert_eq!(layout.unreachable(), [], "{}", map.name);
    }
}

#[test]
fn a_hundred_thousand_units_among_ten_thousand_corners_have_paths() {
    let teeth: Vec<String> = (0..4990)
        .map(|i| format!("[{}, {}]", -300.0 + i as f32 * 0.12, if i % 2 == 0 { 0 } else { 2 }))
        .collect();
    let toml = format!(
        "sidestep = 1\nbounds = [[-400, -400], [400, 400]]\ntime_limit = 9\n[[wall]]\nchain = [{}]\n[[group]]\nname = \"a\"\nformation = \"grid\"\narea = [[-390, -390], [390, -10]]\ncount = 100000\nspacing = 1.5\ngoal = {{ shift = [0, 405] }}\n",
        teeth.join(", ")
    );
    let layout = Scene::from_toml("large.toml", &toml).unwrap().layout(&LayoutOptions::default()).unwrap();
    assert_eq!(layout.unreachable(), []);
}

#[test]
fn a_study_warns_of_units_without_a_path_before_its_runs() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("closed.toml");
    let toml = format!(
        "sidestep = 1\nbounds = [[-12, -6], [12, 6]]\nclosed = true\ntime_limit = 9\n{}",
        gate(0.7, false, [0.5, 0.36])
    );
    std::fs::write(&map, toml).unwrap();
    let study = |map: &str| StudySpec {
        maps: vec![MapChoice { map: map.into(), units: vec![None] }],
        ..StudySpec::default()
    };
    let plan = StudyPlan::new(study(&map.display().to_string())).unwrap();
    let warnings: Vec<&str> = plan.warnings().collect();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].contains("closed.toml: ") && warnings[0].contains("g0"), "{warnings:?}");
    assert_eq!(StudyPlan::new(study("tunnel")).unwrap().warnings().count(), 0);
}

#[test]
fn a_map_too_large_for_paths_around_its_walls_gives_a_warning() {
    let toml = |half: u32, wall: &str| {
        format!(
            "sidestep = 1\nbounds = [[-{half}, -{half}], [{half}, {half}]]\ntime_limit = 9\n{wall}[[group]]\nname = \"a\"\nunits = [{{ position = [0, 0], radius = 0.5, goal = {{ point = [9, 0] }} }}]\n"
        )
    };
    let layout = |half: u32, wall: &str| {
        Scene::from_toml("vast.toml", &toml(half, wall)).unwrap().layout(&LayoutOptions::default()).unwrap()
    };
    let wall = "[[wall]]\nbox = [[4, -5], [5, 5]]\n";
    let found = layout(1100, wall).too_large().unwrap();
    assert!(found.to_string().contains("units up to 1.00 m wide walk straight"), "{found}");
    assert_eq!([layout(1100, "").too_large(), layout(1000, wall).too_large()], [None, None]);
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("vast.toml");
    std::fs::write(&map, toml(1100, wall)).unwrap();
    let maps = vec![MapChoice { map: map.display().to_string(), units: vec![None] }];
    let plan = StudyPlan::new(StudySpec { maps, ..StudySpec::default() }).unwrap();
    assert!(plan.warnings().any(|found| found.contains("the map is too large for paths")));
}
