//! Tests that the built-in maps are complete and valid, with their own and other numbers of units.

use sidestep::navigation::Goal;
use sidestep::settings::{OFF, ON, Setting, SettingValue};
use sidestep::traffic::{GATES, KEEP_RIGHT, MECHANISMS, queueing};
use sidestep::world::{Layout, Start};
use sidestep_lab::scene::{LayoutOptions, Patch, Scene, built_in_maps};
use std::collections::BTreeSet;

fn laid_out(name: &str, units: Option<usize>, seed: Option<u64>) -> Layout {
    let scene = Scene::built_in(name).unwrap_or_else(|| panic!("there is no map {name}"));
    scene
        .layout(&LayoutOptions { units, seed, ..LayoutOptions::default() })
        .unwrap_or_else(|e| panic!("{name}, {units:?} units: {e}"))
}

/// Counts overlapping pairs by comparing all pairs.
fn overlaps(layout: &Layout) -> usize {
    let mut order: Vec<&Start> = layout.starts.iter().collect();
    order.sort_by(|a, b| a.position.x.total_cmp(&b.position.x));
    let mut count = 0;
    for (i, a) in order.iter().enumerate() {
        for b in order[i + 1..].iter().take_while(|b| b.position.x - a.position.x < 1.1) {
            count += usize::from((a.position - b.position).norm() < (a.radius + b.radius) * 0.9999);
        }
    }
    count
}

fn assert_sound(layout: &Layout) {
    let name = &layout.name;
    assert_eq!(overlaps(layout), 0, "{name} has overlaps with {} units", layout.starts.len());
    for start in &layout.starts {
        assert!(
            layout.bounds.contains(start.position),
            "{name}: {:?} outside {:?}",
            start.position,
            layout.bounds
        );
        if let Goal::Point { at, radius, .. } = start.goal {
            assert!(
                layout.bounds.contains(at) && radius > 0.0,
                "{name}: goal {at:?} outside {:?}",
                layout.bounds
            );
        }
        assert!(start.mass > 0.0 && start.max_force > 0.0 && (start.group as usize) < layout.groups.len());
    }
}

#[test]
fn every_map_is_listed_once() {
    let names: Vec<&str> = built_in_maps().iter().map(|m| m.name).collect();
    let required = [
        "one-on-one",
        "one-on-one-angled",
        "small-groups",
        "large-groups",
        "tunnel",
        "straight-ahead",
        "even-pair",
        "after-you",
        "chase",
        "chicken",
        "dozen",
        "crossing",
        "crossing-perpendicular",
        "crossing-oblique",
        "circle",
        "four-way",
        "slow-fast",
        "overtake",
        "through-idle",
        "rally",
        "corridor",
        "bottleneck",
        "two-doors",
        "t-junction",
        "door",
        "door-narrow",
        "two-doors-both-ways",
        "three-rooms",
        "corner",
        "pillars",
        "maze",
        "choke",
        "pursuit",
        "patrol",
        "wander",
        "whiskers",
        "wall-and-crowd",
        "dead-end",
    ];
    for name in required {
        assert!(names.contains(&name), "{name} is missing");
    }
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "two maps share a name");
}

#[test]
fn every_map_is_valid_with_its_own_number_of_units() {
    for map in built_in_maps() {
        let scene = Scene::from_toml(map.name, map.toml).unwrap_or_else(|e| panic!("{}: {e}", map.name));
        assert_eq!(scene.name(), map.name);
        assert!(
            !scene.about().is_empty() && !scene.source().is_empty(),
            "{} lacks a summary or a source",
            map.name
        );
        for seed in [None, Some(0), Some(7), Some(u64::MAX)] {
            assert_sound(&laid_out(map.name, None, seed));
        }
    }
}

#[test]
fn maps_grow_and_shrink_to_the_exact_number() {
    let scalable = [
        "small-groups",
        "large-groups",
        "tunnel",
        "crossing",
        "crossing-perpendicular",
        "crossing-oblique",
        "circle",
        "four-way",
    ];
    for name in scalable {
        let own = laid_out(name, None, None).starts.len();
        for units in [own / 2, own - 1, own + 1, own * 10, own * 10 + 3] {
            let layout = laid_out(name, Some(units), Some(units as u64));
            assert_eq!(layout.starts.len(), units, "{name}");
            assert_sound(&layout);
        }
    }
}

#[test]
fn a_hundred_thousand_units_are_laid_out() {
    let layout = laid_out("crossing", Some(100_000), None);
    assert_eq!(layout.starts.len(), 100_000);
    assert_sound(&layout);
}

#[test]
fn the_two_groups_of_crossing_mirror_each_other() {
    for units in [None, Some(400 * 5)] {
        let layout = laid_out("crossing", units, None);
        let half = layout.starts.len() / 2;
        let jitter = 0.05 * 2.0 + 1e-3;
        let xs = |group: u16| layout.starts.iter().filter(move |s| s.group == group).map(|s| s.position.x);
        let front = (xs(0).fold(f32::MIN, f32::max), xs(1).fold(f32::MAX, f32::min));
        assert!(
            (front.0 + 20.0).abs() < jitter && (front.1 - 20.0).abs() < jitter,
            "front ranks at {front:?}"
        );
        // Unit by unit the groups are shifted copies; as sets they are mirror images.
        let shift = layout.starts[half].position - layout.starts[0].position;
        for (a, b) in layout.starts[..half].iter().zip(&layout.starts[half..]) {
            assert!((b.position - a.position - shift).norm() < 2.0 * jitter);
        }
    }
}

#[test]
fn the_front_rank_walks_furthest() {
    let layout = laid_out("crossing", None, None);
    for start in &layout.starts {
        let Goal::Point { at, own, radius } = start.goal else { panic!("a slot, not {:?}", start.goal) };
        let way = (at.x - start.position.x).abs();
        assert!(
            own && radius == 0.5 && (way - 59.5).abs() < 0.06,
            "way of {way} m from {:?}",
            start.position
        );
    }
}

#[test]
fn large_groups_stand_where_howtorts_puts_them() {
    let layout = laid_out("large-groups", None, None);
    let mut places = layout.starts.iter().map(|s| (s.position.x, s.position.y));
    for x in [0.0, 1.0, 2.0, 22.0, 23.0, 24.0] {
        for y in 1..=12 {
            assert!(places.clone().any(|p| p == (x, y as f32)), "no unit at ({x}, {y})");
        }
    }
    assert_eq!(places.by_ref().count(), 72);
    assert!((layout.starts[0].mass - 3.3238).abs() < 1e-3, "mass {}", layout.starts[0].mass);
}

#[test]
fn a_seed_moves_starts_and_nothing_else() {
    let (one, same, two) = (
        laid_out("crossing", None, Some(1)),
        laid_out("crossing", None, Some(1)),
        laid_out("crossing", None, Some(2)),
    );
    assert_eq!(one, same);
    assert_ne!(one.starts, two.starts);
    for (a, b) in one.starts.iter().zip(&two.starts) {
        let d = a.position - b.position;
        assert!(d.x.abs() <= 0.1001 && d.y.abs() <= 0.1001, "moved by {d:?}");
        assert_eq!(a.goal, b.goal);
    }
}

/// Compares the exact floats, to detect changes of the generator or differences between machines.
#[test]
fn the_jitter_is_the_same_everywhere() {
    let starts = laid_out("crossing", None, Some(1)).starts;
    let ring = laid_out("circle", None, Some(1)).starts;
    let bits = [starts[0].position, starts[399].position, ring[100].position]
        .map(|p| (p.x.to_bits(), p.y.to_bits()));
    insta::assert_debug_snapshot!(bits);
}

#[test]
fn formations_of_every_kind() {
    let toml = |formation: &str| {
        format!(
            "sidestep = 1\nbounds = [[-50, -50], [50, 50]]\ntime_limit = 9\n[[group]]\nname = \"a\"\n{formation}\n"
        )
    };
    let cases = [
        ("formation = \"hex\"\narea = [[0, 0], [9, 9]]\ngoal = { shift = [1, 2] }", 42),
        ("formation = \"grid\"\narea = [[0, 0], [9, 9]]\ngoal = { mirror = [[0, 0], [0, 5]] }", 49),
        (
            "count = 30\nformation = \"random\"\narea = [[0, 0], [9, 9]]\ngoal = { region = [[-9, -9], [-1, -1]] }",
            30,
        ),
        ("count = 7\nformation = \"grid\"\narea = [[0, 0], [0, 9]]\ngoal = { point = [-9, 0] }", 7),
        ("count = 6\nring = { center = [0, 0], radius = 5 }\ngoal = { line = [[-20, 0], [20, 0]] }", 6),
    ];
    for (formation, count) in cases {
        let scene =
            Scene::from_toml("a.toml", &toml(formation)).unwrap_or_else(|e| panic!("{formation}: {e}"));
        let layout = scene.layout(&LayoutOptions::default()).expect("it was laid out when it was read");
        assert_eq!(layout.starts.len(), count, "{formation}");
        assert_sound(&layout);
        let more = scene.layout(&LayoutOptions {
            units: Some(count * 10),
            seed: Some(4),
            ..LayoutOptions::default()
        });
        assert_sound(&more.unwrap_or_else(|e| panic!("{formation} ten times: {e}")));
    }
}

#[test]
fn goals_have_the_given_positions() {
    let at = |i: usize, layout: &Layout| match layout.starts[i].goal {
        Goal::Point { at, .. } => (at.x, at.y),
        ref other => panic!("a point, not {other:?}"),
    };
    // A quarter turn is exact: the group from the south goes straight north.
    let layout = laid_out("crossing-perpendicular", None, Some(1));
    assert_eq!(at(200, &layout), (10.5, 20.0));
    // The chaser's goal is the unit in front of it.
    let layout = laid_out("chase", None, None);
    assert_eq!(layout.starts[5].goal, Goal::Unit { index: 4, gap: 0.2 });
}

#[test]
fn the_summary_shows_the_contents() {
    let scene = Scene::built_in("tunnel").expect("built in");
    insta::assert_snapshot!("summary_of_tunnel", scene.summary().expect("sound").to_string());
}

#[test]
fn the_example_of_the_format_is_valid() {
    let text = include_str!("../../../docs/maps.md");
    let (_, block) = text.split_once("```toml gate.toml\n").expect("a complete map");
    let (toml, _) = block.split_once("```").expect("its end");
    let scene = Scene::from_toml("gate.toml", toml).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(scene.layout(&LayoutOptions::default()).expect("sound").starts.len(), 121);
}

/// Half of each limit.
#[test]
fn a_map_with_many_units_and_corners_is_read() {
    let teeth: Vec<String> = (0..2500)
        .map(|i| format!("[{}, {}]", -200.0 + i as f32 * 0.08, if i % 2 == 0 { 301 } else { 330 }))
        .collect();
    let toml = format!(
        "sidestep = 1\nbounds = [[-500, -500], [500, 500]]\ntime_limit = 9\n[[wall]]\npolygon = [[-300, -300], [-310, 340], [220, 340], {}, [-290, 300], [-290, -300]]\n[[group]]\nname = \"a\"\ncount = 50000\nformation = \"random\"\narea = [[-280, -290], [280, 290]]\nspacing = 1.2\ngoal = {{ shift = [1, 1] }}\n",
        teeth.iter().rev().cloned().collect::<Vec<_>>().join(", ")
    );
    let read = Scene::from_toml("comb.toml", &toml).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(read.layout(&LayoutOptions::default()).unwrap().starts.len(), 50_000);
}

#[test]
fn without_a_push_in_the_map_the_mode_decides() {
    let map = |tables: &str| {
        let text = format!(
            "sidestep = 1\nbounds = [[-5, -5], [5, 5]]\ntime_limit = 5\n{tables}\n[[group]]\nname = \"all\"\n\
             units = [{{ position = [0, 0] }}]\ngoal = {{ stand = true }}\n"
        );
        let scene = Scene::from_toml("mine.toml", &text).unwrap_or_else(|e| panic!("{tables}: {e}"));
        let layout = scene.layout(&LayoutOptions::default()).unwrap();
        (layout.steering.push.on, layout.push_stated)
    };
    assert_eq!(map("avoidance.mode = \"lanes\""), (false, false));
    assert_eq!(map("avoidance.mode = \"lanes-cheap\""), (false, false));
    assert_eq!(map("avoidance.mode = \"raycast\""), (true, false));
    assert_eq!(map(""), (true, false), "the default mode");
    assert_eq!(map("avoidance.mode = \"lanes\"\npush.on = true"), (true, true));
    assert_eq!(map("avoidance.mode = \"raycast\"\npush.on = false"), (false, true));
    assert_eq!(
        map("avoidance.mode = \"lanes\"\npush.strength = 0.5"),
        (true, true),
        "a strength asks for a push"
    );
}

#[test]
fn a_map_switches_mechanisms() {
    let steering = |tables: &str| {
        let text = format!(
            "sidestep = 1\nbounds = [[-5, -5], [5, 5]]\ntime_limit = 5\n{tables}\n[[group]]\nname = \"all\"\n\
             units = [{{ position = [0, 0] }}]\ngoal = {{ stand = true }}\n"
        );
        let scene = Scene::from_toml("mine.toml", &text).unwrap_or_else(|e| panic!("{tables}: {e}"));
        (scene.layout(&LayoutOptions::default()).unwrap(), scene.summary().unwrap().to_string())
    };
    let on = |layout: &Layout| -> Vec<&str> {
        let on = MECHANISMS.iter().filter(|mechanism| layout.steering.is_on(mechanism));
        on.map(|mechanism| mechanism.name).collect()
    };
    let (layout, summary) = steering("avoidance.mode = \"orca\"");
    assert_eq!(on(&layout), [""; 0]);
    assert!(summary.contains("  mechanisms  none\n"), "{summary}");
    let (layout, summary) = steering("avoidance.mode = \"lanes\"\n[gates]\non = false\n[queueing]\ngap = 2");
    assert_eq!(on(&layout), ["keep_right", "queueing", "routes", "narrow_push"]);
    assert_eq!(layout.steering.settings.number(&queueing::GAP), 2.0);
    assert!(
        summary.contains("  mechanisms  keep_right, queueing (gap 2), routes, narrow_push\n"),
        "{summary}"
    );
    let (mut layout, _) =
        steering("avoidance.mode = \"orca\"\nkeep_right = { on = true }\ngates = { width = 9 }");
    assert_eq!(on(&layout), ["keep_right"], "a setting does not switch its mechanism on");
    let mut overridden = |mode: &str, settings: &[(&'static Setting, SettingValue)]| {
        let mode = Patch::parse_mode(mode).unwrap();
        let patch = mode.with(Patch { settings: settings.to_vec(), ..Patch::default() });
        patch.apply(&mut layout).unwrap();
        on(&layout).join(" ")
    };
    assert_eq!(overridden("lanes", &[]), "gates keep_right queueing routes narrow_push");
    assert_eq!(overridden("none", &[(KEEP_RIGHT.switch(), OFF), (GATES.switch(), ON)]), "gates");
}

/// Two groups of radius 0.5 m and one that stands: a step is 1.25 m.
#[test]
fn seeds_shift_groups_in_all_ways() {
    let group = |name: &str, y: f64, goal: &str| {
        let area = format!("[[-2, {}], [2, {}]]", y - 2.0, y + 2.0);
        format!(
            "[[group]]\nname = \"{name}\"\ncount = 4\nformation = \"grid\"\narea = {area}\ngoal = {{ {goal} }}\n"
        )
    };
    let text = format!(
        "sidestep = 1\ntime_limit = 9\nbounds = [[-30, -30], [30, 30]]\n{}{}{}",
        group("a", -10.0, "shift = [20, 0]"),
        group("b", 10.0, "point = [20, 20]"),
        group("idle", 0.0, "stand = true")
    );
    let scene = Scene::from_toml("a.toml", &text).unwrap();
    let layout = |shift, seed| {
        scene.layout(&LayoutOptions { seed: Some(seed), shift, ..LayoutOptions::default() }).unwrap()
    };
    let plain = layout(false, 1);
    let mut ways = BTreeSet::new();
    for seed in 1..=729 {
        let shifted = layout(true, seed);
        let mut steps = Vec::new();
        for (start, before) in shifted.starts.iter().zip(&plain.starts) {
            assert_eq!(start.goal, before.goal, "goals stay");
            let moved = (start.position - before.position) / 1.25;
            let whole = moved.map(f32::round);
            assert!((moved - whole).norm() < 1e-4 && whole.amax() <= 1.0, "{moved:?}");
            assert!(start.group < 2 || whole.norm() == 0.0, "those that stand stay");
            steps.push((start.group, whole.x as i32, whole.y as i32));
        }
        steps.dedup();
        assert_eq!(steps.len(), 3, "a group moves as one");
        ways.insert(steps);
    }
    // With three groups, 729 seeds are all ways, of which 81 differ because one group stands.
    assert_eq!(ways.len(), 81);
}
