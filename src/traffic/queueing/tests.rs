//! Each rule of queueing, worked out by hand. R is 0.4 m here and the units' radii differ, so that no two lengths agree by
//! chance.

use super::*;
use crate::navigation::Grid;
use crate::navigation::passages::Passages;
use crate::traffic::test_walks::{RADIUS, TestWalk, rect, rooms};
use crate::types::Rect;

const R: f32 = 0.4;

fn queueing() -> QueueRules {
    QueueRules::new(&Settings::default(), R)
}

fn gate(width: f32, is_door: bool, has_detour: bool) -> Gate {
    Gate {
        middle: Point::origin(),
        through: Vec2::x(),
        width: width * R,
        is_door,
        has_detour,
        mouths: 2,
        has_islands: false,
    }
}

fn approach(distance: f32, exit: f32) -> GateApproach {
    GateApproach {
        gate: 0,
        side: 1,
        distance,
        exit,
        length: exit - distance,
        straight: 1.0,
        inwards: Vec2::x(),
        outwards: Vec2::x(),
        same_side: None,
        waits: false,
        is_through: false,
        stuck: 0.0,
        gone: 0.0,
    }
}

fn near(value: f32, expected: f32) {
    assert!((value - expected).abs() < 1e-4, "{value}, expected {expected}");
}

#[test]
fn the_first_row_walks_freely_and_the_others_keep_their_distance_to_it() {
    let queueing = queueing();
    near(queueing.pace(0, 1.0, 0.0), 1.0);
    // The second in single file: 1.9 R behind the first. It brakes over 1.5 R.
    near(queueing.pace(1, 1.0, 1.9 * R), 1.0);
    near(queueing.pace(1, 1.0, (1.9 - 0.75) * R), 0.5);
    near(queueing.pace(1, 1.0, (1.9 - 1.5) * R), 0.0);
    near(queueing.pace(1, 1.0, 0.0), 1.0 - 1.9 / 1.5);
    // No more than 0.3 of its speed backwards.
    near(queueing.pace(3, 1.0, 0.0), -0.3);
    // Beyond the fifth row, the depth grows with the root of the rank: 1.9·5 + 1.5·(√9 − √5).
    let behind = 9.5 + 1.5 * (3.0 - 5.0_f32.sqrt());
    near(queueing.pace(9, 1.0, behind * R), 1.0);
    near(queueing.pace(9, 1.0, (behind - 0.3) * R), 0.8);
}

#[test]
fn a_row_holds_as_many_units_as_the_gate_is_wide_on_average() {
    let queueing = queueing();
    let abreast = |width: f32| queueing.abreast(&gate(width, true, false)).unwrap();
    // Units that touch both walls by turns are 2 R apart: in a gate of 3.2 R, 1.6 R along it.
    near(abreast(2.0), 1.0);
    near(abreast(3.2), 1.25);
    near(abreast(3.6), 1.0 / 0.6);
    near(abreast(4.0), 2.0);
    near(abreast(4.8), 2.0);
    near(abreast(6.0), 2.5);
    assert_eq!(queueing.abreast(&gate(6.4, true, false)), None, "wide enough without lines");
    assert_eq!(queueing.abreast(&gate(4.0, true, true)), None, "a detour");
    // With 1.5 abreast, the second unit is a third of a row behind the first, and the third is the second row.
    near(queueing.pace(1, 1.5, 1.9 / 3.0 * R), 1.0);
    near(queueing.pace(1, 1.5, (1.9 / 3.0 - 0.3) * R), 0.8);
    near(queueing.pace(2, 1.5, 1.9 * R), 1.0);
    // With 2.5 abreast, the first two share a row.
    near(queueing.pace(1, 2.5, 0.0), 1.0);
}

#[test]
fn a_unit_follows_only_units_ahead_of_it_within_six_radii() {
    let queueing = queueing();
    let follows = |x: f32, y: f32| queueing.is_behind(Point::new(1.0, 1.0), Vec2::x(), Point::new(x, y));
    assert!(follows(1.0 + 5.9 * R, 1.0) && follows(1.1, 1.0 + 5.0 * R));
    assert!(!follows(1.0 + 6.1 * R, 1.0), "too far ahead");
    assert!(!follows(1.0 - 1.0 * R, 1.0) && !follows(0.99, 1.5), "behind");
}

#[test]
fn a_unit_queues_until_it_was_three_radii_deep_in_the_region() {
    let queueing = queueing();
    let zone = 14.0 * R;
    assert!(
        queueing.is_queued(&approach(zone - 0.01, 9.0)) && !queueing.is_queued(&approach(zone + 0.01, 9.0))
    );
    assert!(!queueing.is_queued(&GateApproach { waits: true, ..approach(1.0, 3.0) }));
    assert!(!queueing.is_queued(&GateApproach { is_through: true, ..approach(0.0, 3.0) }));
    // A region of 5 m.
    let inside = |depth: f32| GateApproach { length: 5.0, ..approach(0.0, 5.0 - depth) };
    assert!(!queueing.is_through(&inside(2.9 * R)) && queueing.is_through(&inside(3.1 * R)));
    assert!(!queueing.is_through(&GateApproach { distance: 0.1, ..inside(3.1 * R) }), "not inside");
}

#[test]
fn the_ticks_of_a_stuck_unit_are_counted() {
    let queueing = queueing();
    let stuck = |before: f32, speed: f32| queueing.stuck(before, Vec2::new(speed, 3.0), Vec2::x(), 4.0);
    // Slow: below 0.15 of 4 m/s along its path, whatever its speed across it.
    near(stuck(3.0, 0.59), 4.0);
    near(stuck(3.0, -2.0), 4.0);
    near(stuck(16.0, 0.0), 16.0);
    // It recovers twice as fast.
    near(stuck(3.0, 0.61), 1.0);
    near(stuck(1.0, 4.0), 0.0);
}

/// A unit at rest at the origin that heads east.
fn walker(id: u32) -> Unit {
    Unit { id, radius: 0.5, mass: 2.0, max_speed: 4.0, max_force: 1e6, desired: Vec2::x(), ..Unit::default() }
}

/// What `ease` leaves of the velocity that a unit at the origin chooses, along x at 4 m/s. It is stuck for `stuck` ticks, and
/// has one neighbour.
fn eased(own: GateApproach, stuck: f32, other: (Point, Vec2, f32), theirs: GateApproach) -> Vec2 {
    eased_by(own, stuck, other, Some(theirs), Vec2::zeros())
}

/// The same with a neighbour that heads for a gate or not, and prefers a velocity.
fn eased_by(
    own: GateApproach,
    stuck: f32,
    other: (Point, Vec2, f32),
    theirs: Option<GateApproach>,
    preferred: Vec2,
) -> Vec2 {
    let unit = Unit { velocity: Vec2::new(1.0, 0.5), ..walker(5) };
    let (position, velocity, radius) = other;
    let neighbour = Neighbour {
        id: 7,
        position,
        velocity,
        heading: 0.0,
        radius,
        preferred,
        same_group: true,
        standing: false,
        turning: None,
    };
    // The force that reaches a velocity within the time for its own radius, 0.125 s.
    let response = unit.mass * unit.max_speed / unit.radius;
    let force = (Vec2::new(4.0, 0.0) - unit.velocity) * response;
    let mut decision = Decision { velocity: Vec2::zeros(), force, angular: 0.0, turning: None };
    let own = GateApproach { stuck, ..own };
    queueing().ease(&unit, &own, &[neighbour], |_| theirs.as_ref(), &mut decision);
    unit.velocity + decision.force / response
}

#[test]
fn a_stuck_unit_does_not_press_on_a_unit_before_it() {
    let (own, before) = (approach(0.0, 3.0), approach(0.0, 2.0));
    // Radii of 0.5 and 0.3 m: a gap of 0.2 m, half of the one below which units stop pressing.
    let other = (Point::new(1.0, 0.0), Vec2::new(0.5, 9.0), 0.3);
    // At the other's speed, and 0.5·4·(0.5 − 0.15) m/s more.
    near(eased(own, 16.0, other, before).x, 0.5 + 0.7);
    // It yields gradually, from 8 ticks on.
    near(eased(own, 12.0, other, before).x, 4.0 - 0.5 * (4.0 - 1.2));
    near(eased(own, 8.0, other, before).x, 4.0);
    // Closer than 0.15 of the gap it makes room.
    let touching = (Point::new(0.8, 0.0), Vec2::zeros(), 0.3);
    near(eased(own, 16.0, touching, before).x, -0.3);
    // Beyond the gap it does not yield.
    near(eased(own, 16.0, (Point::new(1.21, 0.0), Vec2::zeros(), 0.3), before).x, 4.0);
}

#[test]
fn a_stuck_unit_lets_out_a_unit_that_has_come_through_the_gate() {
    let own = approach(0.5, 3.0);
    let touching = (Point::new(0.8, 0.0), Vec2::zeros(), 0.3);
    let velocity = |stuck: f32, preferred: Vec2| eased_by(own, stuck, touching, None, preferred).x;
    near(velocity(16.0, Vec2::new(-3.0, 1.0)), -0.3);
    near(velocity(8.0, Vec2::new(-3.0, 1.0)), 4.0);
    // Neither one that walks the same way nor one that stands.
    near(velocity(16.0, Vec2::new(3.0, 1.0)), 4.0);
    near(velocity(16.0, Vec2::zeros()), 4.0);
}

#[test]
fn a_unit_never_yields_to_one_behind_it_or_in_another_queue() {
    let own = approach(0.0, 3.0);
    let other = (Point::new(1.0, 0.0), Vec2::zeros(), 0.3);
    near(eased(own, 16.0, other, approach(0.0, 3.1)).x, 4.0);
    // Of two at the same distance, the one with the smaller id is first.
    near(eased(own, 16.0, other, approach(0.0, 3.0)).x, 4.0);
    for theirs in [
        GateApproach { gate: 1, ..approach(0.0, 2.0) },
        GateApproach { side: 0, ..approach(0.0, 2.0) },
        GateApproach { waits: true, ..approach(0.0, 2.0) },
    ] {
        near(eased(own, 16.0, other, theirs).x, 4.0);
    }
}

#[test]
fn places_have_names() {
    let places = [1, 3, 10, 11, 12, 21, 22, 23, 111, 112].map(ordinal);
    let names = ["first", "third", "tenth", "11th", "12th", "21st", "22nd", "23rd", "111th", "112th"];
    assert_eq!(places, names);
}

/// The door is 3.2 m wide, so that units keep within 1.6 − 1.05 · 0.4 = 1.18 m of its middle.
#[test]
fn units_spread_over_the_width_of_a_door() {
    let (queueing, door) = (queueing(), gate(8.0, true, false));
    let side = |side: u8, distance: f32| GateApproach { side, ..approach(distance, 9.0) };
    let aim = |own: &GateApproach, x: f32, y: f32| queueing.aim(&door, own, Point::new(x, y));
    // From 5 m away, 3 m to the side are 3/5 of that; from nearer than 1.18 m, all of it.
    for (own, (x, y), expected) in [
        (side(1, 4.0), (-4.0, 3.0), (0.0, 0.708)),
        (side(0, 4.0), (4.0, 3.0), (0.0, 0.708)),
        (side(1, 0.5), (-0.5, -0.6), (0.0, -0.6)),
        (side(1, 0.0), (-0.41, 0.5), (0.0, 0.5)),
        (side(0, 0.0), (0.41, 0.5), (0.0, 0.5)),
    ] {
        let aim = aim(&own, x, y).unwrap();
        assert!((aim - Point::new(expected.0, expected.1)).norm() < 1e-4, "from ({x}, {y}) to {aim}");
    }
    assert_eq!(aim(&side(1, 0.0), -0.39, 0.5), None, "one radius before its middle");
    assert_eq!(aim(&side(0, 0.0), -0.41, 0.5), None, "beyond it");
    assert!(aim(&side(1, 5.59), -5.0, 0.0).is_some() && aim(&side(1, 5.61), -5.0, 0.0).is_none(), "14 R");
    let own = side(1, 4.0);
    assert_eq!(queueing.aim(&gate(8.0, false, false), &own, Point::new(-4.0, 0.0)), None, "a tunnel");
    assert_eq!(queueing.aim(&gate(8.0, true, true), &own, Point::new(-4.0, 0.0)), None, "with a detour");
    let narrow = queueing.aim(&gate(2.0, true, false), &own, Point::new(-4.0, 3.0)).unwrap();
    assert!((narrow - Point::origin()).norm() < 1e-6, "a door that is narrower has one way through");
}

/// A queue with units that were stuck away from gates for these ticks.
fn stuck_away_from_gates(stuck: &[f32]) -> Queueing {
    let arches = saved::value_of(&saved::bytes_of(&(stuck.to_vec(), vec![1_u8; stuck.len()]))).unwrap();
    let queued = Queued { gate: 0, side: 1, abreast: 1.0, exit: 2.0, id: 0 };
    Queueing { rules: QueueRules::new(&Settings::default(), 0.5), queue: vec![queued], arches }
}

/// After 30 ticks it begins to yield, and after 60 it yields fully: at a gap of 0 it would go back at 0.5 · 0.15 of its speed.
#[test]
fn a_unit_that_is_stuck_away_from_gates_yields_by_how_long_it_is_stuck() {
    let unit = Unit {
        radius: 0.5,
        mass: 2.0,
        max_speed: 5.0,
        max_force: 1e3,
        desired: Vec2::x(),
        ..Unit::default()
    };
    let before = Neighbour {
        id: 1,
        position: Point::new(1.0, 0.0),
        radius: 0.5,
        preferred: Vec2::x(),
        ..Neighbour::default()
    };
    // 20 kg/s bring it to 5 m/s.
    for (stuck, velocity) in [(30.0, 5.0), (45.0, 2.3125), (60.0, -0.375)] {
        let mut decision = Decision { force: Vec2::new(100.0, 0.0), ..Decision::default() };
        stuck_away_from_gates(&[stuck]).yield_in_arch(&unit, &[before], &mut decision);
        let force = 20.0 * velocity;
        assert!((decision.force.x - force).abs() < 1e-2, "{stuck} ticks: {} N", decision.force.x);
        let weak = Unit { max_force: 10.0, ..unit };
        let mut decision = Decision { force: Vec2::new(10.0, 0.0), ..Decision::default() };
        stuck_away_from_gates(&[stuck]).yield_in_arch(&weak, &[before], &mut decision);
        assert!(decision.force.norm() < 10.001);
    }
}

#[test]
fn stuck_units_keep_their_time_when_an_earlier_one_is_removed() {
    let mut queueing = stuck_away_from_gates(&[40.0, 60.0]);
    queueing.renumber(&Renumbering { kept: vec![1], before: 2, added: 1 });
    assert!(queueing.queue.is_empty());
    let mut bits = Vec::new();
    queueing.add_to_hash(&mut |value| bits.push(value));
    assert_eq!(bits, [1 << 32 | u64::from(60.0_f32.to_bits())]);
    let mut restored = stuck_away_from_gates(&[]);
    restored.restore(&queueing.store()).unwrap();
    assert_eq!((restored.arches.share(0), restored.arches.share(1)), (1.0, 0.0));
}

/// Units 0 and 1 on their way through a contested door of 8 R.
fn at_a_door() -> (TrafficState, Queueing) {
    let grid = Grid::covering(Rect { min: Point::origin(), max: Point::new(1.0, 1.0) }, 0.5, 4);
    let passages = Passages::drawn(grid, vec![gate(8.0, true, false)], |_| None, |_| 0.0);
    let mut state = TrafficState::new(passages.into(), 3, R);
    state.turns[0].is_contested = true;
    state.approaches = vec![Some(approach(0.5, 3.0)), Some(approach(0.5, 2.0)), None];
    (state, Queueing { rules: queueing(), queue: Vec::new(), arches: Arches::default() })
}

fn neighbour_in_front() -> Neighbour {
    let position = Point::new(1.0, 0.0);
    Neighbour { id: 1, position, radius: 0.5, preferred: Vec2::x(), ..Neighbour::default() }
}

/// A unit at rest that wants to go east at 4 m/s, whose model chooses 1 m/s to the north, at the entry of a door of 8 R. Its
/// velocity with the advice of queueing if it touches a unit in front of it that is before it.
fn decided(change: impl Fn(&mut TrafficState, &mut Queueing)) -> Vec2 {
    let (mut state, mut queueing) = at_a_door();
    change(&mut state, &mut queueing);
    // It reaches a velocity in 0.125 s.
    let mut decision = Decision { force: Vec2::new(0.0, 16.0), ..Decision::default() };
    queueing.ease_with(&walker(0), &[neighbour_in_front()], &state, &mut decision);
    decision.force / 16.0
}

/// It goes back from the unit that it touches at 0.5 · 4 · 0.15 m/s.
#[test]
fn a_unit_at_a_gate_is_eased_by_what_it_knows_of_the_gate() {
    let change = |state: &mut TrafficState, distance: f32, waits: bool| {
        let own = state.approaches[0].as_mut().unwrap();
        (own.stuck, own.distance, own.waits) = (16.0, distance, waits);
    };
    let (alone, held) = (Vec2::new(0.0, 1.0), Vec2::new(-0.3, 1.0));
    type Case<'a> = (&'a str, &'a dyn Fn(&mut TrafficState, &mut Queueing), Vec2);
    let cases: [Case<'_>; 6] = [
        ("free", &|_, _| (), alone),
        ("stuck", &|state, _| change(state, 0.5, false), held),
        ("waiting", &|state, _| change(state, 0.5, true), alone),
        ("14 R away", &|state, _| change(state, 14.1 * R, false), alone),
        ("with another gate", &|state, _| state.approaches[0] = None, alone),
        (
            "stuck in an arch",
            &|state, queueing| {
                state.approaches[0] = None;
                queueing.arches = stuck_away_from_gates(&[60.0]).arches;
            },
            held,
        ),
    ];
    for (name, change, expected) in cases {
        let found = decided(change);
        assert!((found - expected).norm() < 1e-4, "{name}: {found:?}");
    }
}

/// Units that walk east from these points on the way to a door.
fn walk_east(xs: &[f32]) -> TestWalk {
    let ends: Vec<_> = xs.iter().map(|x| ((*x, 0.0), (20.0, 0.0))).collect();
    let mut walk = TestWalk::new(&rooms(1.0), rect((-30.0, -12.0), (60.0, 24.0)), &ends);
    walk.find_paths();
    walk
}

#[test]
fn a_unit_keeps_in_mind_how_long_it_was_stuck_and_whether_it_was_deep_inside() {
    let queueing = stuck_away_from_gates(&[]);
    let carried = |before: GateApproach, own: GateApproach, speed: f32| {
        let (mut walk, mut own) = (walk_east(&[-5.0]), own);
        walk.velocity[0] = Vec2::new(speed, 0.0);
        walk.with_tick(|tick| queueing.carry_over(0, &before, &mut own, tick));
        (own.stuck, own.is_through)
    };
    let before = GateApproach { stuck: 5.0, ..approach(0.5, 3.0) };
    for (waits, speed, stuck) in [(false, 0.0, 6.0), (false, 4.0, 3.0), (true, 0.0, 5.0), (true, 4.0, 5.0)] {
        assert_eq!(carried(GateApproach { waits, ..before }, before, speed).0, stuck, "{waits}, {speed} m/s");
    }
    // 3 R of 0.5 m.
    let inside = |depth: f32| GateApproach { length: 5.0, ..approach(0.0, 5.0 - depth) };
    for (was_through, own, expected) in [
        (false, inside(1.4), false),
        (false, inside(1.6), true),
        (true, inside(1.4), true),
        (true, approach(0.5, 3.0), false),
    ] {
        let before = GateApproach { is_through: was_through, ..before };
        assert_eq!(carried(before, own, 0.0).1, expected, "{was_through}, {own:?}");
    }
}

#[test]
fn units_spread_only_while_others_come_towards_them() {
    let aim = |is_contested: bool, waits: bool, goal_x: f32| {
        let (mut state, queueing) = at_a_door();
        state.turns[0].is_contested = is_contested;
        state.approaches = vec![Some(GateApproach { waits, ..approach(0.5, 3.0) })];
        let mut walk =
            TestWalk::new(&rooms(1.6), rect((-30.0, -12.0), (60.0, 24.0)), &[((-3.0, 0.3), (goal_x, 0.3))]);
        walk.find_paths();
        walk.with_tick(|tick| queueing.spread(tick, &mut state));
        state.advice[0].aim
    };
    // 1.18 m of the door to its side, at 0.3 m in 3.01.
    let own = aim(true, false, 20.0).unwrap();
    assert!((own - Point::new(0.0, 0.1174)).norm() < 1e-3, "{own}");
    assert_eq!(aim(false, false, 20.0), None, "all go the same way");
    assert_eq!(aim(true, true, 20.0), None, "it waits");
    assert_eq!(aim(true, false, -20.0), None, "its path leads back");
}

/// The second has 0.45 m too little behind the first, and the third 0.9 m, of 0.75 m over which they brake.
#[test]
fn units_line_up_by_how_far_they_have_to_go() {
    let paces = |xs: [f32; 5], is_contested: bool| {
        let walk = walk_east(&xs);
        let grid = Grid::covering(Rect { min: Point::origin(), max: Point::new(1.0, 1.0) }, 0.5, 4);
        let passages = Passages::drawn(grid, vec![gate(2.4, true, false)], |_| None, |_| 0.0);
        let mut state = TrafficState::new(passages.into(), 5, RADIUS);
        state.turns[0].is_contested = is_contested;
        state.approaches = [4.0, 3.0, 3.5, 3.2, 3.1].map(|exit| Some(approach(0.5, exit))).to_vec();
        let others = &mut state.approaches[3..];
        (others[0].as_mut().unwrap().side, others[1].as_mut().unwrap().waits) = (0, true);
        let mut queueing =
            Queueing { rules: QueueRules::new(&Settings::default(), RADIUS), ..stuck_away_from_gates(&[]) };
        walk.with_tick(|tick| queueing.line_up(tick, &mut state));
        state.advice.iter().map(|advice| (advice.pace * 1e3).round() / 1e3).collect::<Vec<_>>()
    };
    let one_after_the_other = [-3.0, -2.0, -2.5, -1.0, -1.0];
    assert_eq!(paces(one_after_the_other, true), [-0.2, 1.0, 0.4, 1.0, 1.0]);
    assert_eq!(paces(one_after_the_other, false), [0.0, 1.0, 0.4, 1.0, 1.0], "it makes room for nobody");
    assert_eq!(paces([-5.6, -2.0, -2.5, -1.0, -1.0], true)[0], 1.0, "with 6 R free before it");
}

/// A unit that is stuck behind unit 1 at a gate or away from gates, in a queue of this many, at this pace.
fn explained(queued: usize, pace: f32, has_gate: bool) -> Vec<String> {
    let (mut state, mut queueing) = at_a_door();
    let stuck = GateApproach { stuck: 16.0, ..state.approaches[0].unwrap() };
    state.approaches[0] = has_gate.then_some(stuck);
    state.advice[0].pace = pace;
    let unit_of = |id: u32| Queued { gate: 0, side: 1, abreast: 1.0, exit: 2.0, id };
    queueing.queue = [1, 0, 2].into_iter().filter(|id| *id < queued as u32).map(unit_of).collect();
    // Others queue at another gate.
    queueing.queue.extend([7, 8].map(|id| Queued { gate: 1, ..unit_of(id) }));
    queueing.arches = stuck_away_from_gates(&[60.0]).arches;
    let (unit, before) = (walker(0), neighbour_in_front());
    // Another neighbour, beside it, does not hold it up.
    let beside = Neighbour { id: 2, position: Point::new(0.0, 3.0), ..before };
    let alone = Decision { force: Vec2::new(16.0, 0.0), ..Decision::default() };
    let mut decision = alone;
    queueing.ease_with(&unit, &[before], &state, &mut decision);
    let explained = Explained {
        unit: &unit,
        neighbours: &[beside, before],
        alone: &alone,
        decision: &decision,
        names: &[],
        groups: &[0; 3],
    };
    let (mut why, mut facts) = (Reasons::default(), PassageFacts::new(Vec::new()));
    if has_gate {
        queueing.explain_passage(&explained, &stuck, &state, &mut facts, &mut why);
    }
    queueing.explain(&explained, &state, &mut why);
    assert_eq!(why.parts, [("queue", decision.force - alone.force)]);
    assert_eq!(why.force, decision.force);
    why.words
}

#[test]
fn a_unit_says_where_it_queues_and_behind_whom_it_is_stuck() {
    let behind = "yields: stuck behind unit 1";
    assert_eq!(explained(3, 1.0, true), ["queues: second of 3", behind]);
    assert_eq!(explained(3, 0.5, true), ["queues: second of 3, holds back", behind]);
    assert_eq!(explained(2, -0.1, true), ["queues: second of 2, steps back", behind]);
    assert_eq!(explained(1, 1.0, true), [behind], "alone");
    assert_eq!(explained(0, 1.0, true), [behind], "where units do not line up");
    assert_eq!(explained(3, 1.0, false), [behind], "away from gates");
}
