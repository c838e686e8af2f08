//! Each metric in small cases that are computed by hand. Puppets follow a script. Radii, speeds and distances
//! differ, so that one unit's value cannot pass for another's.

use crate::common::{NO_PUSH, layout, mode, steering, walker};
use sidestep::navigation::Goal;
use sidestep::settings::Push;
use sidestep::steering::Unit;
use sidestep::steering::avoidance::{Avoidance, Choice, Crowd, Surroundings, Workers};
use sidestep::steering::reasons::Reasons;
use sidestep::types::{DT, Point, Vec2};
use sidestep::world::World;
use sidestep::world::{Layout, Start};
use sidestep_lab::measure::{
    ARRIVED, CONTACT_SHARE, DEEPEST_OVERLAP, EFFORT, HEADING_FLIPS, LANE_ORDER, MEAN_ACCELERATION,
    MEAN_TURN_RATE, Measure, Metrics, ORDER_PARAMETER, OVERLAPS, PATH_RATIO, STUCK, STUCK_LONGEST, T50, T95,
    T100, TIME_RATIO, Values, lane_order,
};
use sidestep_lab::run::Run;

/// The velocity (m/s) of unit `id` at the end of a tick. The first tick is 1.
type Script = fn(id: u32, tick: u64) -> Vec2;

/// Moves every unit that has not come to rest according to the script.
#[derive(Clone)]
struct Puppets {
    script: Script,
    tick: u64,
}

impl Avoidance for Puppets {
    fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
        0.0
    }

    fn with_flocking(&self) -> bool {
        false
    }

    fn prepare(&mut self, _crowd: &Crowd<'_>, _workers: Workers<'_>) {
        self.tick += 1;
    }

    fn choose(&self, unit: &Unit, _around: &Surroundings<'_>, _why: Option<&mut Reasons>) -> Choice {
        let force = ((self.script)(unit.id, self.tick) - unit.velocity) * (unit.mass / DT);
        Choice::from_force(force)
    }
}

fn world(starts: Vec<Start>, script: Script) -> World {
    let mut world = World::new(layout(starts, steering(mode("none"), 4, NO_PUSH)), 1);
    world.set_model(Box::new(Puppets { script, tick: 0 }));
    world
}

/// The metrics of puppets after this many ticks, regardless of arrivals.
fn measured(starts: Vec<Start>, ticks: u64, script: Script) -> Metrics {
    let mut world = world(starts, script);
    let mut measure = Measure::new(&world);
    for _ in 0..ticks {
        world.tick();
        measure.observe(&world);
    }
    measure.metrics(&world)
}

/// A puppet at `from` with an initial `velocity`, its own lane and enough force for any script. Its goal is far to
/// the east.
fn puppet(from: (f32, f32), max_speed: f32, velocity: Vec2) -> Start {
    let goal = Goal::Point { at: Point::new(from.0 + 1e4, from.1), radius: 0.5, own: true };
    Start { max_speed, velocity, max_force: 1e6, group: 0, goal, ..walker(from, from) }
}

/// The same with a line across its path as its goal, `distance` metres ahead.
fn runner(from: (f32, f32), distance: f32, max_speed: f32, velocity: Vec2) -> Start {
    let (x, y) = (from.0 + distance, from.1);
    let [from_end, to_end, beyond] =
        [(x, y - 9.0), (x, y + 9.0), (x + 20.0, y)].map(|(x, y)| Point::new(x, y));
    let goal = Goal::Line { from: from_end, to: to_end, toward: beyond };
    Start { goal, ..puppet(from, max_speed, velocity) }
}

/// The same with a circle of radius 0.5 m as its goal, whose edge is `distance` metres ahead.
fn walks_to(from: (f32, f32), distance: f32, max_speed: f32) -> Start {
    let at = Point::new(from.0 + distance + 0.5, from.1);
    Start { goal: Goal::Point { at, radius: 0.5, own: true }, ..puppet(from, max_speed, Vec2::zeros()) }
}

fn sized(radius: f32, start: Start) -> Start {
    Start { radius, ..start }
}

fn obstacle(at: (f32, f32)) -> Start {
    Start { goal: Goal::Stand, ..walker(at, at) }
}

fn east(speed: f32) -> Vec2 {
    Vec2::new(speed, 0.0)
}

/// A speed in a direction, in degrees from east.
fn toward(degrees: f32, speed: f32) -> Vec2 {
    sidestep::math::unit(degrees.to_radians()) * speed
}

#[track_caller]
fn near(found: impl Into<Option<f64>>, expected: f64) {
    let found = found.into().expect("the metric has a value");
    assert!((found - expected).abs() <= 1e-3 * expected.abs().max(0.01), "{found}, not {expected}");
}

/// Guy et al. 2010: 2.23 + 1.26 u² W/kg, for two seconds at 2 and at 3 m/s.
#[test]
fn effort_is_joules_per_kilogram_of_each_unit() {
    let starts = vec![puppet((0.0, 0.0), 4.0, east(2.0)), puppet((0.0, 5.0), 6.0, east(3.0))];
    let m = measured(starts, 120, |id, _| east(2.0 + id as f32));
    near(m.value(&EFFORT), 2.0 * ((2.23 + 1.26 * 4.0) + (2.23 + 1.26 * 9.0)) / 2.0);
    near(m.value(&MEAN_ACCELERATION), 0.0);
    near(m.value(&ORDER_PARAMETER), 1.0);
}

/// One unit gains 0.05 m/s per tick, which is 3 m/s². The other keeps its speed.
#[test]
fn acceleration_is_per_second_and_per_unit() {
    let starts = vec![puppet((0.0, 0.0), 9.0, east(1.0)), puppet((0.0, 5.0), 5.0, east(4.0))];
    let m = measured(starts, 60, |id, tick| east(if id == 0 { 1.0 + 0.05 * tick as f32 } else { 4.0 }));
    near(m.value(&MEAN_ACCELERATION), 1.5);
    near(m.value(&MEAN_TURN_RATE), 0.0);
}

/// 2° per tick are 120° per second, including across west, where angles wrap. A unit slower than a tenth of its
/// maximum speed has no direction, and one that is slow in every second tick does not turn.
#[test]
fn turn_rate_is_radians_per_second_of_moving_units() {
    let starts = vec![
        puppet((0.0, 0.0), 4.0, toward(150.0, 3.0)),
        puppet((0.0, 9.0), 5.0, east(4.0)),
        puppet((0.0, 18.0), 5.0, east(0.4)),
        puppet((0.0, 27.0), 5.0, east(4.0)),
    ];
    let m = measured(starts, 60, |id, tick| match id {
        0 => toward(150.0 + 2.0 * tick as f32, 3.0),
        1 => east(4.0),
        3 if tick % 2 == 0 => east(4.0),
        _ => toward(90.0 * tick as f32, 0.4),
    });
    near(m.value(&MEAN_TURN_RATE), 120_f64.to_radians() / 2.0);
}

/// A heading follows the velocity at 0.2 rad per tick. After a turn by 90° it differs by more than 60° from its
/// value 12 ticks earlier in the 6th to the 14th tick: 9 of the 61 ticks that have a value 12 ticks earlier. A turn
/// by 55° is no flip, and the heading of an obstacle does not count.
#[test]
fn a_flip_is_a_heading_that_turns_by_over_60_degrees_in_a_fifth_of_a_second() {
    let starts = || vec![puppet((0.0, 0.0), 4.0, east(3.0)), obstacle((0.0, 30.0))];
    let alone = |script| measured(starts(), 72, script).value(&HEADING_FLIPS).unwrap();
    near(alone(|_, tick| toward(if tick > 30 { 90.0 } else { 0.0 }, 3.0)), 9.0 / 61.0);
    near(alone(|_, tick| toward(if tick > 30 { 55.0 } else { 0.0 }, 3.0)), 0.0);
}

/// A velocity 60° off the desired direction contributes one half, whatever its speed. A standing unit does not
/// count.
#[test]
fn the_order_parameter_is_the_cosine_to_the_desired_direction() {
    let starts = vec![
        puppet((0.0, 0.0), 4.0, toward(60.0, 1.0)),
        puppet((0.0, 9.0), 5.0, toward(-60.0, 4.0)),
        puppet((0.0, 18.0), 5.0, Vec2::zeros()),
    ];
    let m = measured(starts, 30, |id, _| match id {
        0 => toward(60.0, 1.0),
        1 => toward(-60.0, 4.0),
        _ => Vec2::zeros(),
    });
    near(m.value(&ORDER_PARAMETER), 0.5);
}

/// 6 m at 1 of 2 m/s, and 6 m at 6 of 6 m/s: ratios of 2 and 1. A unit that starts at its goal has no ratio, nor
/// does a unit that has not arrived.
#[test]
fn the_time_ratio_uses_each_units_speed_and_distance() {
    let starts = vec![
        runner((0.0, 0.0), 5.995, 2.0, east(1.0)),
        runner((0.0, 5.0), 5.95, 6.0, east(6.0)),
        walks_to((0.0, 20.0), -0.5, 3.0),
        puppet((0.0, 30.0), 3.0, east(2.0)),
    ];
    let m = measured(starts, 400, |id, _| east([1.0, 6.0, 0.0, 2.0][id as usize]));
    assert_eq!((m.walkers, m.value(&ARRIVED).unwrap()), (4, 0.75));
    near(m.value(&TIME_RATIO), (6.0 / (5.995 / 2.0) + 1.0 / (5.95 / 6.0)) / 2.0);
    near(m.value(&PATH_RATIO), (6.0 / 5.995 + 6.0 / 5.95) / 2.0);
    assert_eq!(
        (m.value(&T50).map(f64::round), m.value(&T95)),
        (Some(1.0), None),
        "the second of four arrives after 1 s"
    );
}

/// A path with sides of 3 and 4 is 5 long where 3 would do. A unit that has not arrived has no ratio.
#[test]
fn the_path_ratio_uses_the_distance_walked() {
    let velocity = Vec2::new(3.0, 4.0);
    let starts = vec![runner((0.0, 0.0), 2.995, 6.0, velocity), puppet((0.0, 20.0), 6.0, velocity)];
    let m = measured(starts, 80, |_, _| Vec2::new(3.0, 4.0));
    near(m.value(&PATH_RATIO), 5.0 / 2.995);
    near(m.value(&TIME_RATIO), 1.0 / (2.995 / 6.0));
}

/// Twenty units that arrive 0.1 s apart.
#[test]
fn t50_and_t95_are_the_tenth_and_nineteenth_arrival_of_twenty() {
    let arriving = |k: u32| runner((0.0, 2.0 * k as f32 - 20.0), 0.1 * k as f32 + 0.095, 1.0, east(1.0));
    let m = measured((0..20).map(arriving).collect(), 121, |_, _| east(1.0));
    near(m.value(&T50), 1.0);
    near(m.value(&T95), 1.9);
    near(m.value(&T100), 2.0);
    near(m.value(&ARRIVED), 1.0);
    let m = measured((0..20).map(arriving).collect(), 113, |_, _| east(1.0));
    assert_eq!((m.value(&T95), m.value(&T100)), (None, None));
    near(m.value(&ARRIVED), 0.9);
}

/// Without walkers, all have arrived and there is nothing to average.
#[test]
fn obstacles_alone_have_arrived_and_have_no_times() {
    let m = measured(vec![obstacle((0.0, 0.0)), obstacle((5.0, 0.0))], 150, |_, _| Vec2::zeros());
    assert_eq!((m.units, m.walkers, m.value(&ARRIVED).unwrap(), m.value(&STUCK).unwrap()), (2, 0, 1.0, 0.0));
    assert_eq!(
        (m.value(&T50), m.value(&T95), m.value(&T100), m.value(&TIME_RATIO), m.value(&PATH_RATIO)),
        (None, None, None, None, None)
    );
    assert_eq!(
        (
            m.value(&ORDER_PARAMETER),
            m.value(&LANE_ORDER),
            m.value(&EFFORT).unwrap(),
            m.value(&CONTACT_SHARE).unwrap()
        ),
        (None, None, 0.0, 0.0)
    );
}

/// The deepest overlap covers every tick. All other metrics count until arrival.
fn without_deepest_overlap(metrics: &Metrics) -> Values {
    metrics.values.iter().filter(|(metric, _)| **metric != DEEPEST_OVERLAP).collect()
}

/// A unit crosses its line in the 30th tick, then runs into an obstacle and turns back and forth.
#[test]
fn nothing_counts_after_arrival() {
    let starts = || vec![runner((0.0, 0.0), 1.495, 4.0, east(3.0)), obstacle((2.52, 0.0))];
    let script: Script = |_, tick| match tick {
        0..35 => east(3.0),
        35..48 => toward(120.0, 3.0),
        _ => toward(-120.0, 3.0),
    };
    let arrived = measured(starts(), 30, script);
    assert_eq!((arrived.value(&ARRIVED).unwrap(), arrived.value(&CONTACT_SHARE).unwrap()), (1.0, 0.0));
    near(arrived.value(&EFFORT), 0.5 * (2.23 + 1.26 * 9.0));
    for ticks in [33, 50] {
        let later = measured(starts(), ticks, script);
        let (ticks, tick_us, state_hash) = (later.ticks, later.tick_us, later.state_hash.clone());
        let values = without_deepest_overlap(&arrived);
        assert_eq!(
            Metrics { values: without_deepest_overlap(&later), ..later },
            Metrics { ticks, tick_us, state_hash, values, ..arrived.clone() }
        );
    }
    let mut touched = world(starts(), script);
    (0..33).for_each(|_| touched.tick());
    assert!(!touched.contacts().is_empty(), "it runs into the obstacle");
}

/// Of the 10 m and 4 m possible in 2 s, one unit covers 9 % and the other 11 %.
#[test]
fn stuck_is_less_than_a_tenth_of_the_possible_distance_in_two_seconds() {
    let starts = || vec![walks_to((0.0, 0.0), 90.0, 5.0), walks_to((0.0, 5.0), 90.0, 2.0)];
    let script: Script = |id, _| east([0.45, 0.22][id as usize]);
    let m = measured(starts(), 119, script);
    assert_eq!(
        (m.value(&STUCK).unwrap(), m.value(&STUCK_LONGEST).unwrap()),
        (0.0, 0.0),
        "no window of 2 s is over"
    );
    let m = measured(starts(), 120, script);
    assert_eq!(m.value(&STUCK), Some(1.0));
    near(m.value(&STUCK_LONGEST), 2.0);
    near(measured(starts(), 180, script).value(&STUCK_LONGEST).unwrap(), 3.0);
}

/// A unit that stands for 1.7 s covers 15 % of the possible distance in each window of 2 s. Standing for 2.3 s is
/// detected at 2.0, 2.2 and 2.4 s, when only 5 % has been covered since. A shorter stop later adds nothing.
#[test]
fn stuck_begins_after_two_seconds_and_the_longest_time_counts() {
    let starts = || vec![walks_to((0.0, 0.0), 90.0, 5.0), walks_to((0.0, 5.0), 90.0, 5.0)];
    let m = measured(starts(), 300, |_, tick| east(if tick > 102 { 4.9 } else { 0.0 }));
    assert_eq!((m.value(&STUCK).unwrap(), m.value(&STUCK_LONGEST).unwrap()), (0.0, 0.0));
    let m = measured(starts(), 600, |id, tick| match (id, tick) {
        (0, ..=138 | 300..=426) => Vec2::zeros(),
        _ => east(4.9),
    });
    assert_eq!(m.value(&STUCK), Some(1.0));
    near(m.value(&STUCK_LONGEST), 2.4);
}

/// With less than 10 m left, a tenth of the remaining distance is enough. Units that arrive or have no goal may
/// stand.
#[test]
fn near_the_goal_a_tenth_of_the_remaining_distance_is_enough() {
    let starts = vec![
        walks_to((0.0, 0.0), 0.5, 5.0),
        walks_to((0.0, 5.0), 0.5, 5.0),
        walks_to((0.0, 10.0), 0.01, 5.0),
        obstacle((0.0, 15.0)),
    ];
    let m = measured(starts, 300, |id, _| east([0.03, 0.02, 0.03, 0.0][id as usize]));
    assert_eq!((m.value(&STUCK).unwrap(), m.walkers), (1.0, 3));
    near(m.value(&ARRIVED), 1.0 / 3.0);
}

/// A gap of 0.5 % of the small unit's radius to a large unit is a contact. A gap of 2 % is not, although it is less
/// than 1 % of the large unit's radius. Neither is an overlap.
#[test]
fn contact_is_a_gap_of_a_hundredth_of_the_smaller_radius() {
    let abreast = |gap: f32| {
        vec![
            puppet((0.0, 0.0), 5.0, east(2.0)),
            sized(0.2, puppet((0.0, 0.7 + gap), 5.0, east(2.0))),
            puppet((0.0, 9.0), 5.0, east(2.0)),
        ]
    };
    let touching = measured(abreast(0.001), 60, |_, _| east(2.0));
    near(touching.value(&CONTACT_SHARE), 2.0 / 3.0);
    assert_eq!((touching.value(&OVERLAPS).unwrap(), touching.value(&DEEPEST_OVERLAP).unwrap()), (0.0, 0.0));
    assert_eq!(measured(abreast(0.004), 60, |_, _| east(2.0)).value(&CONTACT_SHARE).unwrap(), 0.0);
}

/// The depth of the overlap of two circles, as a share of the smaller radius. Negative without overlap.
fn overlap(world: &World, a: usize, b: usize) -> f64 {
    let (units, f) = (world.units(), f64::from);
    let between =
        f(units.position[a].x - units.position[b].x).hypot(f(units.position[a].y - units.position[b].y));
    (f(units.radius[a]) + f(units.radius[b]) - between) / f(units.radius[a].min(units.radius[b]))
}

/// Three pairs that overlap at the start: by 0.6 of the radius, by 0.25 of the smaller radius (0.05 of the larger),
/// and by 0.2 %, which is a contact but no overlap.
#[test]
fn overlaps_exceed_a_hundredth_of_the_smaller_radius() {
    let resting = |radius: f32, x: f32, y: f32| sized(radius, puppet((x, y), 5.0, Vec2::zeros()));
    let starts = vec![
        resting(0.5, 0.0, 0.0),
        resting(0.5, 0.7, 0.0),
        resting(0.2, 0.0, 10.0),
        resting(1.0, 1.15, 10.0),
        resting(0.5, 0.0, 20.0),
        resting(0.5, 0.999, 20.0),
    ];
    let mut world = world(starts, |_, _| Vec2::zeros());
    let mut measure = Measure::new(&world);
    assert!((overlap(&world, 2, 3) - 0.25).abs() < 1e-5);
    let (mut pairs, mut deepest, mut touching) = (0, 0.0_f64, 0);
    for _ in 0..40 {
        world.tick();
        measure.observe(&world);
        let depths = [(0, 1), (2, 3), (4, 5)].map(|(a, b)| overlap(&world, a, b));
        for (contact, depth) in world.contacts().iter().zip(depths.iter().filter(|depth| **depth > -0.01)) {
            assert!((f64::from(contact.overlap) - depth).abs() < 1e-4, "{contact:?}, {depth}");
        }
        pairs += depths.iter().filter(|depth| **depth > 0.01).count();
        touching += 2 * depths.iter().filter(|depth| **depth > -0.01).count();
        deepest = depths.into_iter().fold(deepest, f64::max);
    }
    let m = measure.metrics(&world);
    near(m.value(&OVERLAPS), pairs as f64 / 40.0);
    near(m.value(&DEEPEST_OVERLAP), deepest);
    near(m.value(&CONTACT_SHARE), touching as f64 / (6.0 * 40.0));
    assert!(pairs > 2 && pairs * 2 + 40 < touching && deepest > 0.1, "{pairs} {touching} {deepest}");
}

/// Two units that overlap at their goals at the start: they overlap in the first tick, before both have arrived,
/// and not at the end.
#[test]
fn overlaps_are_counted_until_95_percent_have_arrived() {
    let starts = || vec![walks_to((0.0, 0.0), -0.5, 5.0), walks_to((0.9, 0.0), -0.5, 5.0)];
    let script: Script = |_, _| Vec2::zeros();
    let m = measured(starts(), 120, script);
    assert_eq!((m.value(&ARRIVED).unwrap(), m.value(&OVERLAPS).unwrap()), (1.0, 1.0));
    let mut apart = world(starts(), script);
    (0..120).for_each(|_| apart.tick());
    assert!(overlap(&apart, 0, 1) < 0.01);
}

/// Two units walk east in one lane, one walks west 0.3 m to their side, and a fourth has its own lane.
#[test]
fn lane_order_compares_groups_in_a_lane_of_the_units_own_width() {
    let crowd = |western: f32| {
        let west = |x: f32, y: f32| {
            let goal = Goal::Point { at: Point::new(x - 1e4, y), radius: 0.5, own: true };
            Start { goal, group: 1, ..puppet((x, y), 5.0, Vec2::zeros()) }
        };
        let east = |x: f32| puppet((x, 0.0), 5.0, Vec2::zeros());
        let starts = vec![east(0.0), east(3.0), sized(western, west(10.0, 0.3)), west(12.0, 5.0)];
        let mut world = world(starts, |_, _| Vec2::zeros());
        let mut measure = Measure::new(&world);
        (0..12).for_each(|_| {
            world.tick();
            measure.observe(&world);
        });
        assert_eq!(measure.metrics(&world).value(&LANE_ORDER), lane_order(&world));
        lane_order(&world)
    };
    // Each of the first two has one unit of its own group and one of the other in its lane: 0. The third has two of
    // the other group: 1. The fourth has none.
    near(crowd(0.5), 1.0 / 3.0);
    // A narrow unit has a narrow lane, which is empty.
    near(crowd(0.2), 0.0);
}

/// Lane order needs two groups and walking units.
#[test]
fn lane_order_needs_walking_units_of_more_than_one_group() {
    let starts = || vec![puppet((0.0, 0.0), 5.0, Vec2::zeros()), puppet((3.0, 0.0), 5.0, Vec2::zeros())];
    near(measured(starts(), 12, |_, _| Vec2::zeros()).value(&LANE_ORDER), 1.0);
    assert_eq!(
        measured(starts(), 11, |_, _| Vec2::zeros()).value(&LANE_ORDER),
        None,
        "it is measured every 12th tick"
    );
    let mut single = layout(starts(), steering(mode("none"), 4, NO_PUSH));
    single.groups.truncate(1);
    let mut world = World::new(single, 1);
    let mut measure = Measure::new(&world);
    (0..12).for_each(|_| {
        world.tick();
        measure.observe(&world);
    });
    assert_eq!(measure.metrics(&world).value(&LANE_ORDER), None);
    let arrived = vec![walks_to((0.0, 0.0), -0.5, 5.0), walks_to((3.0, 0.0), -0.5, 5.0)];
    assert_eq!(measured(arrived, 12, |_, _| Vec2::zeros()).value(&LANE_ORDER), None);
}

/// The median and the 99th percentile of 201 ticks are the 101st and the 199th by size. Stages are averaged.
#[test]
fn tick_costs_are_quantiles_of_whole_ticks_and_means_of_stages() {
    let mut run = Run::new(world(vec![puppet((0.0, 0.0), 5.0, east(2.0))], |_, _| east(2.0)));
    let mut times = Vec::new();
    for _ in 0..201 {
        assert!(run.tick());
        times.push(run.times());
    }
    let cost = run.metrics().tick_us;
    for (part, mean) in cost.mean.iter() {
        near(mean, times.iter().map(|t| f64::from(t[part.key])).sum::<f64>() / 201.0);
    }
    let whole: f32 = times[0].iter().take(4).map(|(_, time)| time).sum();
    assert!(
        whole > 0.0 && whole <= times[0].total() * 1.0001,
        "the parts are at most the whole: {:?}",
        times[0]
    );
    times.sort_by(|a, b| a.total().total_cmp(&b.total()));
    assert_eq!((cost.p50, cost.p99), (f64::from(times[100].total()), f64::from(times[198].total())));
}

#[test]
fn metrics_say_how_the_run_was_made() {
    let starts = vec![puppet((0.0, 0.0), 5.0, Vec2::zeros()), obstacle((5.0, 0.0))];
    let mut layout = layout(starts, steering(mode("orca"), 4, Push { on: true, strength: 0.3 }));
    layout.seed = 77;
    layout.steering.set_mode_of(1, mode("cardioid"));
    let metrics = |layout: &Layout| {
        let world = World::new(layout.clone(), 1);
        Measure::new(&world).metrics(&world)
    };
    let m = metrics(&layout);
    assert_eq!((m.map.as_str(), m.mode.name(), m.push, m.seed), ("by-hand", "orca", 0.3, 77));
    assert_eq!((m.units, m.walkers, m.threads, m.ticks), (2, 1, 1, 0));
    assert_eq!(
        m.group_modes.iter().map(|(g, mode)| (g.as_str(), mode.name())).collect::<Vec<_>>(),
        [("west", "cardioid")]
    );
    assert_eq!((m.settings["cardioid.stage"], m.settings["orca.time_horizon"] > 0.0), (4.0, true));
    assert_eq!(m.state_hash.len(), 16);
    layout.steering.push.on = false;
    assert_eq!(metrics(&layout).push, 0.0);
}
