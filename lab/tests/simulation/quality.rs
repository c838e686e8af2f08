//! The quality of the crossing, as described in docs/results/README.md: a change that loses it fails here. Runs are
//! deterministic, so these tests depend on neither chance nor the machine.

use sidestep::steering::avoidance::Mode;
use sidestep::world::Layout;
use sidestep::world::World;
use sidestep_lab::measure::{
    ARRIVED, CONTACT_SHARE, DEEPEST_OVERLAP, LANE_ORDER, Metrics, ORDER_PARAMETER, OVERLAPS, PATH_RATIO,
    STUCK, STUCK_LONGEST, T50, T100, TIME_RATIO,
};
use sidestep_lab::run::Run;
use sidestep_lab::scene::{LayoutOptions, Scene};

fn mode(name: &str) -> Mode {
    Mode::named(name).unwrap_or_else(|| panic!("no mode {name}"))
}

fn run(map: &str, units: Option<usize>, steer: Option<(Mode, bool)>) -> Metrics {
    let mut layout =
        Scene::built_in(map).unwrap().layout(&LayoutOptions { units, ..LayoutOptions::default() }).unwrap();
    if let Some((mode, push)) = steer {
        layout.steering.mode = mode;
        layout.steering.push.on = push;
    }
    measured(layout)
}

fn measured(layout: Layout) -> Metrics {
    Run::new(World::new(layout, 0)).finish().metrics
}

/// HowToRTS's own demo of raycast avoidance: 1.43 times free flow, with the last arrival after 10.15 s. A single run says
/// little: the last arrival of a run is between 8.7 and 12 s.
#[test]
fn large_groups_cross_as_well_as_in_the_article_and_better_with_the_push() {
    let means = |mode: Mode, push: bool| {
        let runs = (1..=8).map(|seed| {
            let options = LayoutOptions { seed: Some(seed), jitter: Some(0.05), ..LayoutOptions::default() };
            let mut layout = Scene::built_in("large-groups").unwrap().layout(&options).unwrap();
            (layout.steering.mode, layout.steering.push.on) = (mode, push);
            let run = measured(layout);
            [&TIME_RATIO, &T100].map(|metric| run.value(metric).unwrap())
        });
        let sums = runs.fold([0.0, 0.0], |sums, run| [sums[0] + run[0], sums[1] + run[1]]);
        sums.map(|sum| sum / 8.0)
    };
    let [ratio, last] = means(mode("raycast"), false);
    assert!(ratio <= 1.43 && last <= 10.15, "{ratio} {last}");
    for mode in [mode("raycast"), mode("raycast+cardioid")] {
        let pushed = means(mode, true);
        assert!(pushed[0] < ratio && pushed[1] < last, "{mode}: {pushed:?}, without push {ratio} {last}");
    }
}

/// Contacts are stiff: without avoidance the groups press against each other, and only one contact in a hundred is deeper than
/// 0.02 R. A unit of 0.5 m is pressed in by 3 cm at most.
#[test]
fn a_pressing_crowd_overlaps_little() {
    let mut layout = Scene::built_in("crossing").unwrap().layout(&LayoutOptions::default()).unwrap();
    (layout.steering.mode, layout.steering.push.on) = (mode("none"), false);
    let mut world = World::new(layout, 0);
    let (mut all, mut deep, mut deepest) = (0, 0, 0.0_f32);
    for _ in 0..1000 {
        world.tick();
        for contact in world.contacts() {
            all += 1;
            deep += usize::from(contact.overlap > 0.02);
            deepest = deepest.max(contact.overlap);
        }
    }
    assert!(all > 100_000 && deep * 100 < all && deepest < 0.06, "{deep} of {all}, deepest {deepest}");
}

/// RVO2 on the same geometry: 1.41 at 200 units, 1.96 at 1000.
#[test]
fn all_units_cross_with_raycast_and_cardioid() {
    for (units, rvo2) in [(200, 1.41), (1000, 1.96)] {
        for mode in [mode("raycast"), mode("cardioid"), mode("raycast+cardioid")] {
            let m = run("crossing", Some(units), Some((mode, true)));
            assert_eq!((m.value(&ARRIVED).unwrap(), m.units), (1.0, units), "{m:?}");
            assert!(m.value(&DEEPEST_OVERLAP).unwrap() < 0.15, "{m:?}");
            assert!(m.value(&TIME_RATIO).is_some_and(|r| r < rvo2), "{m:?}");
        }
    }
}

/// Runs whose metrics are known beforehand: one unit against an obstacle, and one unit with a clear path.
#[test]
fn a_single_unit_is_measured_correctly() {
    let m = run("straight-ahead", None, Some((mode("none"), false)));
    assert_eq!(
        (m.value(&ARRIVED).unwrap(), m.value(&T50)),
        (0.0, None),
        "it walks straight into the obstacle: {m:?}"
    );
    assert!(
        m.value(&STUCK) == Some(1.0)
            && m.value(&STUCK_LONGEST).unwrap() > 20.0
            && m.value(&CONTACT_SHARE).unwrap() > 0.8,
        "{m:?}"
    );
    let alone = "sidestep = 1\nbounds = [[0, 0], [40, 10]]\ntime_limit = 20\n[[group]]\nname = \"one\"\n\
                 units = [{ position = [2, 5] }]\ngoal = { point = [32, 5] }\n";
    let m =
        measured(Scene::from_toml("alone.toml", alone).unwrap().layout(&LayoutOptions::default()).unwrap());
    // 29.5 m at 5 m/s, from rest.
    assert!(m.value(&TIME_RATIO).is_some_and(|r| r > 1.0 && r < 1.05), "{m:?}");
    assert!(m.value(&PATH_RATIO).is_some_and(|r| (r - 1.0).abs() < 0.01), "{m:?}");
    assert_eq!(
        (
            m.value(&STUCK).unwrap(),
            m.value(&OVERLAPS).unwrap(),
            m.value(&DEEPEST_OVERLAP).unwrap(),
            m.value(&LANE_ORDER)
        ),
        (0.0, 0.0, 0.0, None),
        "{m:?}"
    );
    assert!(m.value(&ORDER_PARAMETER).is_some_and(|o| o > 0.999), "{m:?}");
}
