//! Keeping right, worked out by hand.

use super::super::approach::GateApproach;
use super::super::mean_unit::MeanUnit;
use super::super::test_walks::{Ends, TestWalk, rooms};
use super::super::turns::Turns;
use super::*;
use crate::geometry::Wall;
use crate::navigation::passages::{PassageRules, Passages};
use std::sync::Arc;

const RADIUS: f32 = 0.5;
const EAST: Vec2 = Vec2::new(1.0, 0.0);

fn rect(min: (f32, f32), max: (f32, f32)) -> Rect {
    Rect { min: Point::new(min.0, min.1), max: Point::new(max.0, max.1) }
}

/// A corridor along y = 0, of this width, between walls of this length.
fn corridor(width: f32, length: f32) -> Clearance {
    let (x, y) = (0.5 * length, 0.5 * width);
    let walls = [rect((-x, y), (x, y + 5.0)), rect((-x, -y - 5.0), (x, -y))].map(Wall::Box);
    Clearance::new(&walls, area(), RADIUS).unwrap()
}

fn area() -> Rect {
    rect((-40.0, -20.0), (40.0, 20.0))
}

/// The rules for units of 0.5 m and 5 m/s, which remember this traffic everywhere: units that walk east and west, seen in the middle.
fn with_traffic(east: f32, west: f32) -> KeepRight {
    with_traffic_at(Point::origin(), east, west)
}

fn with_traffic_at(place: Point, east: f32, west: f32) -> KeepRight {
    let mut keep_right = KeepRight::new(&Settings::default(), RADIUS, 5.0, area());
    let stream = |density: f32, direction: Vec2| Stream { density, along: direction * density, place };
    let streams = [stream(east, EAST), Stream::default(), stream(west, -EAST), Stream::default()];
    keep_right.streams.fill(streams);
    keep_right.walked = (0..keep_right.streams.len() as u32).collect();
    keep_right
}

/// The points on a straight path east.
fn points(from: (f32, f32)) -> [PathPoint; AHEAD.len()] {
    AHEAD.map(|ahead| PathPoint { position: Point::new(from.0 + ahead * RADIUS, from.1), direction: EAST })
}

fn left_of_part(keep_right: &KeepRight, y: f32, clearance: &Clearance) -> f32 {
    beside_part(keep_right, y, Side::Right, clearance)
}

fn beside_part(keep_right: &KeepRight, y: f32, side: Side, clearance: &Clearance) -> f32 {
    let point = PathPoint { position: Point::new(0.0, y), direction: EAST };
    keep_right.beside_part(&point, 0.0, side, clearance)
}

/// Within 0.08, since distances to walls are those of cells of 0.25 m, over 4 R = 2 m.
fn assert_near(is: f32, expected: f32, case: &str) {
    assert!((is - expected).abs() < 0.08, "{case}: {is}, not {expected}");
}

/// The free width is 6 m less 0.3 R on each side: 5.7 m.
#[test]
fn a_unit_left_of_its_half_moves_right_at_full_strength_from_4_radii_on() {
    let (hall, both) = (corridor(6.0, 60.0), with_traffic(1.0, 1.0));
    for (y, expected) in [(-2.0, 0.0), (-0.3, 0.0), (0.5, 0.25), (1.0, 0.5), (1.5, 0.75), (2.4, 1.0)] {
        assert_near(left_of_part(&both, y, &hall), expected, &format!("at {y} m"));
    }
}

/// As on the right, with the passage reflected.
#[test]
fn a_unit_that_keeps_left_moves_left_while_it_is_right_of_its_part() {
    let hall = corridor(6.0, 60.0);
    for (east, west, y) in [(1.0, 1.0, -1.0), (1.0, 1.0, 1.0), (3.0, 1.0, -2.425), (1.0, 3.0, 0.425)] {
        let traffic = with_traffic(east, west);
        let expected = beside_part(&traffic, -y, Side::Right, &hall);
        assert_near(
            beside_part(&traffic, y, Side::Left, &hall),
            expected,
            &format!("{east}:{west} at {y} m"),
        );
    }
    let both = with_traffic(1.0, 1.0);
    assert_near(both.speed(&points((-10.0, -1.0)), 30.0, Side::Left, None, &hall), -0.9 * 0.5, "to the left");
}

#[test]
fn a_direction_gets_its_share_of_the_passage_but_at_least_a_quarter() {
    let hall = corridor(6.0, 60.0);
    // Of 5.7 m, three units of four get the right 4.3 m, from y = 1.4 m down, and one of four gets 1.4 m, from −1.4 m down.
    assert_near(left_of_part(&with_traffic(3.0, 1.0), 1.425 + 1.0, &hall), 0.5, "most units");
    assert_near(left_of_part(&with_traffic(3.0, 1.0), 1.2, &hall), 0.0, "most units");
    assert_near(left_of_part(&with_traffic(1.0, 3.0), -1.425 + 1.0, &hall), 0.5, "few units");
    assert_near(left_of_part(&with_traffic(1.0, 30.0), -1.425 + 1.0, &hall), 0.5, "hardly any units");
}

#[test]
fn oncoming_traffic_counts_from_a_tenth_of_its_own() {
    let hall = corridor(6.0, 60.0);
    assert_eq!(left_of_part(&with_traffic(1.0, 0.0), 2.6, &hall), 0.0);
    assert_eq!(left_of_part(&with_traffic(1.0, 0.09), 2.6, &hall), 0.0);
    // A tenth of the traffic has an eleventh of the passage: 0.52 m.
    assert!(left_of_part(&with_traffic(1.0, 0.11), 2.6, &hall) > 0.05);
    assert_eq!(left_of_part(&with_traffic(0.0, 0.0), 2.6, &hall), 0.0, "no traffic");
    let across = PathPoint { position: Point::new(0.0, 2.0), direction: Vec2::zeros() };
    assert_eq!(with_traffic(1.0, 1.0).beside_part(&across, 0.3, Side::Right, &hall), 0.3, "no direction");
}

#[test]
fn units_keep_right_in_passages_up_to_the_widest_one() {
    let both = with_traffic(1.0, 1.0);
    // 20 R = 10 m, measured between points 0.3 R from the walls.
    assert!(left_of_part(&both, 4.0, &corridor(9.5, 60.0)) > 0.9);
    assert_eq!(left_of_part(&both, 4.0, &corridor(11.5, 60.0)), 0.0);
    let narrow = KeepRight { width: 5.0, ..both.clone() };
    assert_eq!(left_of_part(&narrow, 2.0, &corridor(6.0, 60.0)), 0.0);
    let open = Clearance::new(&[Wall::Box(rect((30.0, 15.0), (39.0, 19.0)))], area(), RADIUS).unwrap();
    assert_eq!(left_of_part(&both, 0.0, &open), 0.0, "open ground");
}

/// Walls whose diagonal is less than 24 R = 12 m.
#[test]
fn islands_do_not_bound_a_passage() {
    let both = with_traffic(1.0, 1.0);
    assert_eq!(left_of_part(&both, 2.0, &corridor(6.0, 10.0)), 0.0);
    assert!(left_of_part(&both, 2.0, &corridor(6.0, 12.0)) > 0.9);
}

#[test]
fn the_farthest_off_of_the_points_before_the_stop_counts_times_the_gain() {
    let (hall, both) = (corridor(6.0, 60.0), with_traffic(1.0, 1.0));
    let mut path = points((-10.0, -2.0));
    let speed = |path: &[PathPoint], stop: f32| {
        both.speed(&path[..both.reached(stop)], 30.0, Side::Right, None, &hall)
    };
    assert_eq!(speed(&path, f32::INFINITY), 0.0);
    // 10 R = 5 m ahead, it is 1 m left of the middle.
    path[3].position.y = 1.0;
    assert_near(speed(&path, f32::INFINITY), 0.9 * 0.5, "one point");
    path[5].position.y = 2.4;
    assert_near(speed(&path, f32::INFINITY), 0.9, "another point");
    assert_near(speed(&path, 9.9), 0.9 * 0.5, "it waits before the last one, at 10 m");
    assert_eq!(speed(&path, 4.9), 0.0, "it waits before both");
    assert_near(speed(&path, 5.0), 0.9 * 0.5, "it waits at the first one");
}

/// The point 5 m ahead is 1 m left of its part. Before it, the path turns east from this direction.
#[test]
fn points_beyond_a_bend_of_45_degrees_do_not_count() {
    let (hall, both) = (corridor(6.0, 60.0), with_traffic(1.0, 1.0));
    let turns = [(0.0, 0.5), (43.0, 0.5), (-43.0, 0.5), (47.0, 0.0), (-47.0, 0.0), (180.0, 0.0)];
    for (degrees, expected) in turns {
        let mut path = points((-10.0, -2.0));
        path[3].position.y = 1.0;
        // In the open, so that it is not out of its part itself.
        path[0] =
            PathPoint { position: Point::new(-38.0, 19.0), direction: math::unit(f32::to_radians(degrees)) };
        assert_near(
            both.speed(&path, 30.0, Side::Right, None, &hall),
            0.9 * expected,
            &format!("{degrees}°"),
        );
    }
}

/// Also where the points after it are in their part, meet nobody, or are not in a passage.
#[test]
fn a_point_out_of_its_part_counts_whatever_comes_after_it() {
    let (hall, both) = (corridor(6.0, 60.0), with_traffic(1.0, 1.0));
    let least = |keep_right: &KeepRight, (x, y): (f32, f32), clearance: &Clearance| {
        let point = PathPoint { position: Point::new(x, y), direction: EAST };
        keep_right.beside_part(&point, 0.3, Side::Right, clearance)
    };
    let wide = corridor(11.5, 60.0);
    assert_eq!(least(&both, (0.0, -2.0), &hall), 0.3, "in its part");
    assert_eq!(least(&both, (0.0, 0.5), &hall), 0.3, "less far out of it");
    assert_eq!(least(&with_traffic(1.0, 0.0), (0.0, 2.0), &hall), 0.3, "nobody comes");
    assert_eq!(least(&with_traffic(1.0, 0.09), (0.0, 2.0), &hall), 0.3, "hardly anybody comes");
    assert_eq!(least(&both, (0.0, 4.0), &wide), 0.3, "too wide a passage");
    assert_eq!(least(&both, (-38.0, 19.0), &corridor(6.0, 10.0)), 0.3, "open ground");
}

#[test]
fn units_near_their_goal_do_not_keep_right() {
    let (hall, both) = (corridor(6.0, 60.0), with_traffic(1.0, 1.0));
    let speed = |distance: f32| both.speed(&points((-10.0, 2.4)), distance, Side::Right, None, &hall);
    assert_eq!(speed(5.0), 0.0, "10 R");
    assert_near(speed(5.1), 0.9, "farther away");
}

/// The hall is 6 m wide, its walls are 5 m thick. What comes towards a unit in the ground beyond one of them is not in its way; what heads the
/// same way counts wherever it is.
#[test]
fn oncoming_units_behind_a_wall_do_not_count() {
    let hall = corridor(6.0, 30.0);
    let at = |y: f32, west: f32| left_of_part(&with_traffic_at(Point::new(0.0, y), 1.0, west), 1.5, &hall);
    assert_near(at(-2.0, 1.0), 0.75, "in the hall");
    assert_eq!(at(9.0, 1.0), 0.0, "behind the wall");
    let seen = with_traffic(3.0, 1.0);
    let mut hidden = seen.clone();
    hidden.streams.iter_mut().for_each(|cell| cell[0].place = Point::new(0.0, 9.0));
    assert_eq!(left_of_part(&hidden, 1.5, &hall), left_of_part(&seen, 1.5, &hall));
}

/// Diagonals count as east or west.
#[test]
fn a_direction_belongs_to_the_nearest_of_four() {
    let quarters = [(1.0, 0.9), (0.9, 1.0), (-1.0, 0.9), (-0.9, -1.0), (1.0, -1.0), (-1.0, 1.0)]
        .map(|(x, y)| quarter(Vec2::new(x, y)));
    assert_eq!(quarters, [0, 1, 2, 3, 0, 2]);
}

/// A unit that is always there counts as much as its radius squared.
#[test]
fn traffic_is_remembered_for_the_memory_in_units_of_the_time_to_walk_a_radius() {
    let mut settings = Settings::default();
    settings.set(&MEMORY, 30.0).unwrap();
    // R/s is 0.16 s, so it remembers 4.8 s: 288 ticks.
    let mut keep_right = KeepRight::new(&settings, 0.4, 2.5, area());
    assert!((keep_right.grid.cell() - 8.0 * 0.4).abs() < 1e-5);
    let center = keep_right.grid.center(7);
    let path = [PathPoint { position: center, direction: Vec2::new(0.6, -0.8) }; AHEAD.len()];
    for _ in 0..500 {
        (0..4).for_each(|_| keep_right.fade());
        keep_right.add(&path, 0.4, 4.0);
    }
    // It heads south rather than east.
    let Stream { density, along, place } = keep_right.streams[7][3];
    assert!((density - 0.16).abs() < 0.16 * 0.01, "{density}");
    assert!((along.x - 0.6 * density).abs() < 1e-4 && (along.y + 0.8 * density).abs() < 1e-4, "{along}");
    assert_eq!(place, center);
    (0..288).for_each(|_| keep_right.fade());
    let left = keep_right.streams[7][3];
    assert!((left.density / density - 0.3679).abs() < 1e-3, "1/e is left");
    assert!((left.along / left.density - along / density).norm() < 1e-4);
    let streams = keep_right.streams.iter().flatten().enumerate();
    assert!(streams.clone().all(|(index, stream)| index == 4 * 7 + 3 || stream.density < 1e-6));
    let mut bits: Vec<u64> = Vec::new();
    keep_right.add_to_hash(&mut |value| bits.push(value));
    // The path is at the centre of one cell. Without a memory, no cell is left.
    assert!(keep_right.walked.contains(&7) && keep_right.walked.len() <= 4);
    let mut forgetful = KeepRight { fade: 0.0, ..keep_right.clone() };
    forgetful.fade();
    forgetful.add(&path, 0.4, 4.0);
    assert!(forgetful.walked.len() <= 4, "{:?}", forgetful.walked);
    forgetful.fade();
    assert!(
        forgetful.walked.is_empty() && forgetful.streams.iter().flatten().all(|stream| stream.density == 0.0)
    );
    let before = streams.take(4 * 7 + 3).filter(|(_, stream)| stream.density > 0.0).count();
    let expected = [left.density, left.along.x, left.along.y, place.x, place.y];
    assert_eq!(bits[5 * before..5 * (before + 1)], expected.map(|value| u64::from(value.to_bits())));
}

/// A unit looks once in four ticks, and counts for four: a share of 4 · (1 − fade) of its radius squared, 0.25 m².
#[test]
fn the_units_that_look_are_remembered_where_their_paths_lead() {
    let walls = rooms(1.0);
    let ends = [((-14.0, 0.0), (14.0, 0.0)), ((-16.0, 3.0), (16.0, 0.0))];
    let mut walk = TestWalk::new(&walls, rect((-30.0, -12.0), (30.0, 12.0)), &ends);
    walk.switch(&["keep_right"]);
    walk.tick();
    let passages = walk.traffic.passages().unwrap().clone();
    let setup = MechanismSetup {
        steering: &walk.steering,
        passages: &passages,
        has_approaches: false,
        mean: MeanUnit { radius: RADIUS, max_speed: 5.0 },
    };
    let mut keep_right = KeepRight::for_crowd(&setup);
    let mut state = TrafficState::new(passages.clone().into(), 2, RADIUS);
    walk.ticks = 3;
    walk.with_tick(|tick| {
        state.routes[1].look(1, true, 20.0, tick);
        keep_right.direct(tick, &mut state, Workers::default());
    });
    let sum = |own: &KeepRight| {
        let streams = own.streams.iter().flatten();
        streams.fold([0.0; 2], |sum, stream| [sum[0] + stream.density, sum[1] + stream.along.x])
    };
    let expected = 4.0 * (1.0 - keep_right.fade) * 0.25;
    let [all, east] = sum(&keep_right);
    assert!((all - expected).abs() < 1e-4 * expected, "{all}, not {expected}");
    assert!(east > 0.95 * all, "it walks east: {east} of {all}");
    // It waits after 5.5 R: two of six points.
    state.advice[1].stop = 5.5 * RADIUS;
    let mut waiting = KeepRight::for_crowd(&setup);
    walk.with_tick(|tick| waiting.direct(tick, &mut state, Workers::default()));
    let [all, _] = sum(&waiting);
    assert!((all - expected / 3.0).abs() < 1e-4 * expected, "{all}, not a third of {expected}");
}

/// The middle of a tunnel along x, 4 m wide, and a unit that heads east in it with as many oncoming units. Free widths are found in steps of
/// 0.25 R, so that shares are off by up to 0.2.
#[test]
fn in_a_shared_tunnel_a_unit_out_of_its_part_heads_into_it_and_makes_room() {
    let [y, x] = [2.0, 20.0];
    let half = [(-x, -y), (-x, -9.0), (-36.0, -9.0), (-36.0, 9.0), (-x, 9.0), (-x, y)];
    let other = half.map(|(x, y)| (-x, -y));
    let corners = half.iter().chain(&other).chain(&half[..1]);
    let walls = [Wall::Chain(corners.map(|(x, y)| Point::new(*x, *y)).collect())];
    let clearance = Arc::new(Clearance::new(&walls, area(), RADIUS).unwrap());
    let rules = PassageRules { radius: RADIUS, width: 7.0, detour: 12.0 };
    let passages = Passages::find(&clearance, &rules, &[Point::new(-30.0, 0.0)]);
    assert_eq!(passages.gates().len(), 1);
    let in_tunnel = |x: &f32| passages.at(Point::new(*x, 1.4)).is_some();
    let mouth = (-200..0).map(|k| 0.1 * k as f32).find(in_tunnel).unwrap();
    let own = GateApproach {
        gate: 0,
        side: u8::from(passages.gates()[0].through.x > 0.0),
        distance: 0.0,
        exit: 20.0,
        length: 40.0,
        straight: 1.0,
        inwards: Vec2::x(),
        outwards: Vec2::x(),
        same_side: None,
        waits: false,
        is_through: false,
        stuck: 0.0,
        gone: 0.0,
    };
    let units = |east: u32, west: u32| {
        let coming = if own.side == 1 { [west, east] } else { [east, west] };
        let mut turns = Turns::default();
        (turns.is_shared, turns.coming) = (true, coming);
        [turns]
    };
    let shared = units(20, 20);
    let first = FirstExits::of_shared(&shared, &[Some(own)]).unwrap();
    let whole = SharedTunnel::ahead(Some(&own), &shared, &first, &passages).unwrap();
    let held = [(-30.0, 0.0), (0.0, 1.4), (30.0, 0.0)].map(|(x, y)| whole.holds(Point::new(x, y)));
    assert_eq!(held, [false, true, false], "the tunnel and the rooms beside it");
    let nobody = with_traffic(0.0, 0.0);
    let near = |is: f32, expected: f32, case: &str| {
        assert!((is - expected).abs() < 0.2, "{case}: {is}, not {expected}");
    };
    let advise = |y: f32, own: &GateApproach, turns: &[Turns], leads: bool| {
        let mut advice = Advice::default();
        let at = |x: f32| PathPoint { position: Point::new(x, y), direction: EAST };
        let points = points((if own.is_inside() { 0.0 } else { mouth - own.distance }, y));
        let before = GateApproach { exit: own.exit - 1.0, ..*own };
        let first = FirstExits::of_shared(turns, &[Some(*own), Some(before)][..if leads { 1 } else { 2 }])?;
        let tunnel = SharedTunnel::ahead(Some(own), turns, &first, &passages)?;
        advice.sideways = nobody.speed(&points, 30.0, Side::Right, Some(tunnel), &clearance);
        let here = at(points[0].position.x - AHEAD[0] * RADIUS);
        nobody.keep_to_part(&mut advice, (here, points[AIM]), tunnel, &clearance);
        Some(advice)
    };
    let advice = |y: f32, own: &GateApproach, turns: &[Turns]| advise(y, own, turns, false);
    assert_eq!(advice(1.0, &own, &[Turns::default()]), None, "it is not shared");
    let [shared] = units(20, 20);
    assert!(advice(1.0, &own, &[shared, Turns::default()]).is_some(), "another tunnel is not shared");
    let first = advise(1.4, &own, &units(20, 20), true).unwrap();
    assert!(first.pace == 1.0 && first.aim.is_some() && first.sideways > 0.7, "the first one is not slowed");
    // Its centre belongs 0.3 R = 0.15 m right of the middle; at full strength from 0.35 m left of that on.
    for (y, off) in [(-1.0, 0.0), (-0.2, 0.0), (0.1, 0.5), (0.6, 1.0), (1.4, 1.0)] {
        let advice = advice(y, &own, &units(20, 20)).unwrap();
        near(advice.sideways, 0.9 * off, &format!("sideways at {y} m"));
        near(advice.pace, 1.0 - 1.3 * off, &format!("pace at {y} m"));
        match advice.aim {
            // 6 R ahead.
            Some(aim) => {
                assert!((aim - Point::new(3.0, -0.15)).norm() < 0.13 && off > 0.0, "{y} m: {aim}");
            }
            None => assert_eq!(off, 0.0, "{y} m"),
        }
    }
    // Most of them: 0.6 of 3.7 m, from 0.37 m left of the middle on. Hardly any: 0.4.
    for ((east, west), middle) in [((30, 10), 0.37), ((22, 18), 0.185), ((1, 30), -0.37)] {
        let advice = advice(middle + 0.1, &own, &units(east, west)).unwrap();
        near(advice.sideways, 0.45, &format!("{east} east, {west} west"));
    }
    // From 1 R before the mouth on, it enters in its part only.
    for (distance, pace) in [(0.6, 1.0), (0.4, -0.3)] {
        let own = GateApproach { distance, ..own };
        near(advice(1.4, &own, &units(20, 20)).unwrap().pace, pace, &format!("{distance} m before it"));
    }
}

/// Two rooms, and a tunnel of 30 m × 5 m between them. Three units walk each way: those from the west at these heights, and those from
/// the east as seen from there. The strongest advice to walk right and to walk left.
fn strongest_advice(heights: [f32; 3]) -> [f32; 2] {
    let half = [(-15.0, -2.5), (-15.0, -12.0), (-35.0, -12.0), (-35.0, 12.0), (-15.0, 12.0), (-15.0, 2.5)];
    let corners = half.iter().copied().chain(half.iter().rev().map(|(x, y)| (-x, *y))).chain([half[0]]);
    let walls = [Wall::Chain(corners.map(|(x, y)| Point::new(x, y)).collect())];
    let east = heights.iter().enumerate().map(|(k, y)| (22.0 + 2.0 * k as f32, *y));
    let west = east.clone().map(|(x, y)| ((x, -y), (-x, -y)));
    let ends: Vec<_> = east.map(|(x, y)| ((-x, y), (x, y))).chain(west).collect();
    strongest_advice_of(&walls, rect((-40.0, -20.0), (40.0, 20.0)), &ends)
}

/// The strongest advice to walk right and to walk left to units that walk from one point to another.
fn strongest_advice_of(walls: &[Wall], area: Rect, ends: &[Ends]) -> [f32; 2] {
    let mut walk = TestWalk::new(walls, area, ends);
    walk.switch(&["gates", "keep_right"]);
    let mut strongest = [0.0_f32; 2];
    for _ in 0..900 {
        walk.tick();
        for advice in walk.traffic.all_advice() {
            strongest = [strongest[0].max(advice.sideways), strongest[1].max(-advice.sideways)];
        }
    }
    assert!(walk.standing.iter().all(|stands| *stands), "everyone arrives");
    strongest
}

/// Three rooms round a junction with arms 5 m wide. Three units each walk straight on from the east, from the west to the left, and from the north to
/// the left; mirrored, to the right. The strongest advice to walk right and to walk left.
fn strongest_advice_in_a_junction(is_mirrored: bool) -> [f32; 2] {
    let mirror = |(x, y): (f32, f32)| Point::new(if is_mirrored { -x } else { x }, y);
    let half = [(2.5, 35.0), (12.0, 35.0), (12.0, 15.0), (2.5, 15.0), (2.5, 2.5), (15.0, 2.5), (15.0, 12.0)]
        .into_iter()
        .chain([(35.0, 12.0), (35.0, -12.0), (15.0, -12.0), (15.0, -2.5)]);
    let other = half.clone().map(|(x, y)| (-x, y)).rev();
    let corners = half.chain(other).chain([(2.5, 35.0)]);
    let walls = [Wall::Chain(corners.map(mirror).collect())];
    let ends: Vec<_> = (0..3)
        .flat_map(|k| {
            let (far, side) = (22.0 + 2.0 * k as f32, 1.5 * k as f32 - 1.5);
            [((far, side), (-far, side)), ((-far, side), (side, far)), ((side, far), (far, side))]
        })
        .map(|(from, to)| (mirror(from), mirror(to)))
        .map(|(from, to)| ((from.x, from.y), (to.x, to.y)))
        .collect();
    strongest_advice_of(&walls, rect((-40.0, -20.0), (40.0, 40.0)), &ends)
}

#[test]
fn in_a_junction_units_keep_to_the_side_to_which_they_turn() {
    let [right, left] = strongest_advice_in_a_junction(false);
    assert!(left > 0.1 && right < 0.05, "they turn left: {right} right, {left} left");
    let [right, left] = strongest_advice_in_a_junction(true);
    assert!(right > 0.1 && left < 0.05, "they turn right: {right} right, {left} left");
}

/// The shortest paths pass the corners on the side from which they come.
#[test]
fn units_keep_left_in_a_passage_that_both_directions_enter_on_the_left() {
    let [right, left] = strongest_advice([8.0, 8.0, 8.0]);
    assert!(right == 0.0, "they are left already: {right} right, {left} left");
    let [right, left] = strongest_advice([8.0, 8.0, -2.0]);
    assert!(left > 0.1 && right == 0.0, "one is not: {right} right, {left} left");
    let [right, left] = strongest_advice([-8.0, -8.0, -8.0]);
    assert!(left == 0.0, "they are right already: {right} right, {left} left");
    let [right, left] = strongest_advice([0.0, 0.0, 0.0]);
    assert!(right > 0.1 && left == 0.0, "straight on: {right} right, {left} left");
}

#[test]
fn a_stored_memory_has_the_traffic_and_the_sides_of_as_many_gates() {
    let sides = |keeps: &[Side]| keeps.iter().map(|side| PassageSide::keeping(*side)).collect();
    let stored = KeepRight { sides: sides(&[Side::Left, Side::Right]), ..with_traffic(3.0, 1.0) };
    let mut restored = KeepRight { sides: sides(&[Side::Right; 2]), ..with_traffic(0.0, 0.0) };
    restored.restore(&stored.store()).unwrap();
    assert_eq!((&restored.streams, &restored.sides), (&stored.streams, &stored.sides));
    restored.fade();
    assert!((restored.streams[0][0].density - 3.0 * restored.fade).abs() < 1e-5, "it fades as before");
    let mut other = KeepRight { sides: sides(&[Side::Right]), ..with_traffic(0.0, 0.0) };
    assert!(matches!(other.restore(&stored.store()), Err(SnapshotError::Unfit(_))));
}

#[test]
fn points_ahead_follow_the_corners_of_a_path() {
    let path = |corners: &[(f32, f32)]| {
        let corners: Vec<Point> = corners.iter().map(|(x, y)| Point::new(*x, *y)).collect();
        let mut points = [STILL; AHEAD.len()];
        points_ahead(&corners, Vec2::new(0.6, 0.8), 0.5, &mut points);
        points.map(|p| (p.position.x, p.position.y, p.direction.x, p.direction.y))
    };
    // 2, 5, 6, 10, 12 and 20 R are 1, 2.5, 3, 5, 6 and 10 m.
    let (east, north) = ((1.0, 0.0), (0.0, 1.0));
    let at = |x: f32, y: f32, (u, v): (f32, f32)| (x, y, u, v);
    assert_eq!(
        path(&[(0.0, 0.0), (4.0, 0.0), (4.0, 9.0)]),
        [
            at(1.0, 0.0, east),
            at(2.5, 0.0, east),
            at(3.0, 0.0, east),
            at(4.0, 1.0, north),
            at(4.0, 2.0, north),
            at(4.0, 6.0, north),
        ]
    );
    let short = path(&[(0.0, 0.0), (2.5, 0.0)]);
    assert_eq!(short[1..], [at(2.5, 0.0, east); 5], "no farther than to the goal");
    assert_eq!(path(&[(3.0, 3.0), (3.0, 3.0)]), [at(3.0, 3.0, (0.6, 0.8)); 6], "a unit at its goal");
}
