use super::super::test_walks::{TestWalk, rect};
use super::*;
use crate::geometry::Wall;
use crate::navigation::Grid;
use crate::navigation::passages::GateSide;
use crate::traffic::GateApproach;
use crate::types::Rect;

/// Two rooms, 30 m high, with a door of 2 m in the middle, and one of 8 m from y = `far` on, if there is one.
fn walls(far: Option<f32>) -> Vec<Wall> {
    let solid = |from: f32, to: f32| Wall::Box(rect((-0.2, from), (0.4, to - from)));
    let frame = [((-31.0, -16.0), (1.0, 32.0)), ((30.0, -16.0), (1.0, 32.0))];
    let frame = frame.into_iter().chain([((-30.0, -16.0), (60.0, 1.0)), ((-30.0, 15.0), (60.0, 1.0))]);
    let mut walls: Vec<Wall> = frame.map(|(at, size)| Wall::Box(rect(at, size))).collect();
    walls.push(solid(-15.0, -1.0));
    match far {
        Some(far) => walls.extend([solid(1.0, far), solid(far + 8.0, 15.0)]),
        None => walls.push(solid(1.0, 15.0)),
    }
    walls
}

fn bounds() -> Rect {
    rect((-30.0, -15.0), (60.0, 30.0))
}

/// Forty units before the door, ten abreast.
fn crowd(far: Option<f32>) -> TestWalk {
    let place = |n: usize| (12.0 + (n / 10) as f32, 1.1 * (n % 10) as f32 - 5.0);
    let walks: Vec<_> = (0..40).map(place).map(|(x, y)| ((-x, y), (x, y))).collect();
    let mut walk = TestWalk::new(&walls(far), bounds(), &walks);
    walk.switch(&["routes"]);
    walk
}

/// The units that go the far door, of those that are past the wall in the end.
fn go_round(walk: &mut TestWalk) -> Vec<usize> {
    let mut round = Vec::new();
    for _ in 0..600 {
        let before = walk.position.clone();
        walk.find_paths();
        walk.direct();
        walk.navigator.grow(&walk.position);
        walk.walk();
        let crosses = |slot: &usize| before[*slot].x < 0.0 && walk.position[*slot].x >= 0.0;
        round.extend((0..before.len()).filter(crosses).filter(|slot| walk.position[*slot].y > 2.0));
    }
    assert!(walk.position.iter().all(|p| p.x > 0.0), "all are through");
    round
}

/// A unit of another team in the near door leaves 0.35 and 0.65 m beside it, less than a unit is wide.
#[test]
fn nobody_tries_a_door_that_others_hold_if_there_is_another() {
    let held = |team: u16| {
        let place = |n: usize| (12.0 + (n / 10) as f32, 1.1 * (n % 10) as f32 - 5.0);
        let walks = (0..40).map(place).map(|(x, y)| ((-x, y), (x, y)));
        let walks: Vec<_> = walks.chain([((0.1, 0.15), (0.1, 0.15))]).collect();
        let mut walk = TestWalk::new(&walls(Some(6.0)), bounds(), &walks);
        walk.switch(&["routes"]);
        (walk.standing[40], walk.holds[40], walk.team[40]) = (true, true, team);
        // A line counts once it has stood for 2 s.
        for _ in 0..150 {
            walk.find_paths();
            walk.direct();
            walk.navigator.grow(&walk.position);
            walk.ticks += 1;
        }
        go_round(&mut walk).len()
    };
    assert_eq!(held(1), 40);
    let with_allies = held(0);
    assert!((5..36).contains(&with_allies), "{with_allies}");
}

/// Units that are farthest from the door leave its queue, and those in front stay.
#[test]
fn the_tail_of_a_queue_goes_round_and_the_front_stays() {
    let round = go_round(&mut crowd(Some(6.0)));
    assert!((5..36).contains(&round.len()), "{round:?}");
    let mean =
        |slots: &[usize]| slots.iter().map(|slot| slot / 10).sum::<usize>() as f32 / slots.len() as f32;
    let stayed: Vec<usize> = (0..40).filter(|slot| !round.contains(slot)).collect();
    assert!(mean(&round) > mean(&stayed), "{round:?}");
}

#[test]
fn nobody_goes_round_without_another_door_or_without_a_queue() {
    assert_eq!(go_round(&mut crowd(None)), []);
    let walks = [((-12.0, 0.0), (12.0, 0.0)), ((-14.0, 2.0), (14.0, 2.0))];
    let mut few = TestWalk::new(&walls(Some(6.0)), bounds(), &walks);
    few.switch(&["routes"]);
    assert_eq!(go_round(&mut few), []);
}

/// A unit with another goal goes its shortest way, and so do all of them once the mechanism is made again.
#[test]
fn another_goal_and_other_walls_end_detours() {
    let mut walk = crowd(Some(6.0));
    let detours = |walk: &TestWalk| {
        let mut bits = Vec::new();
        walk.traffic.add_to_hash(&mut |value| bits.push(value));
        bits
    };
    for _ in 0..150 {
        walk.find_paths();
        walk.direct();
        walk.navigator.grow(&walk.position);
        walk.walk();
    }
    let heading = |walk: &TestWalk, slot: usize| {
        walk.navigator.heading(slot, walk.position[slot], &walk.goal[slot], &walk.position).unwrap()
    };
    let shortest = |walk: &TestWalk| {
        let navigator = crate::navigation::Navigator::new(
            bounds(),
            &walls(Some(6.0)),
            walk.goal.clone(),
            &walk.position,
            &walk.radius,
            &[],
        );
        (0..40)
            .map(|slot| {
                navigator
                    .heading(slot, walk.position[slot], &walk.goal[slot], &walk.position)
                    .unwrap()
                    .distance
            })
            .collect::<Vec<_>>()
    };
    let known = shortest(&walk);
    let longer: Vec<usize> =
        (0..40).filter(|slot| heading(&walk, *slot).distance > known[*slot] + 1.0).collect();
    assert!(longer.len() > 4, "{longer:?}");
    let (first, before) = (longer[0], detours(&walk));
    walk.navigator.set_goals(&[(first, walk.goal[first])], &walk.position.clone());
    walk.traffic.forget(first);
    assert!(detours(&walk).len() < before.len());
    walk.traffic.reset();
    walk.find_paths();
    walk.direct();
    assert!(longer.iter().skip(1).all(|slot| (heading(&walk, *slot).distance - known[*slot]).abs() < 0.1));
}

#[test]
fn a_path_is_cut_at_a_distance_and_gates_are_closed_in_order() {
    let path = || [(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)].map(|(x, y)| Point::new(x, y)).to_vec();
    for (length, expected) in [
        (1.0, vec![(1.0, 0.0), (3.0, 0.0), (3.0, 4.0)]),
        (4.0, vec![(3.0, 1.0), (3.0, 4.0)]),
        (8.0, vec![(3.0, 4.0)]),
    ] {
        let mut corners = path();
        cut(&mut corners, length);
        assert_eq!(corners, expected.iter().map(|(x, y)| Point::new(*x, *y)).collect::<Vec<_>>());
    }
    assert_eq!(and(OPEN, 7), Some([7, NONE]));
    assert_eq!(and([7, NONE], 3), Some([3, 7]));
    assert_eq!((and([3, 7], 1), and([7, NONE], 7)), (None, None));
}

/// Routes of units of 0.5 m and 5 m/s with at most two gates, and the queues of one.
fn routes(own: Vec<OwnRoute>) -> Routes {
    Routes {
        radius: 0.5,
        max_speed: 5.0,
        own,
        is_porous: false,
        holders: vec![None; 2],
        held_by: vec![None; 2],
        queues: vec![Default::default()],
        lines: Vec::new(),
        corners: Vec::new(),
    }
}

/// A radius takes 0.1 s, 6 ticks. Parts of a tick do not count.
#[test]
fn times_are_multiples_of_the_time_to_walk_a_radius() {
    let routes = routes(Vec::new());
    assert_eq!([0.0, 0.1, 0.6, 5.1, 50.1].map(|times| routes.ticks(times)), [1, 1, 3, 30, 300]);
}

#[test]
fn each_unit_keeps_its_route_until_it_is_forgotten() {
    let route = |gate: u16| OwnRoute { closed: [gate, NONE], changes: 1, until: 9 };
    let mut routes = routes(vec![route(3), route(4), route(5)]);
    routes.forget(1);
    routes.forget(7);
    assert_eq!(routes.own, [route(3), OwnRoute::default(), route(5)]);
    routes.renumber(&Renumbering { kept: vec![1, 2], before: 3, added: 1 });
    assert_eq!(routes.own, [OwnRoute::default(), route(5), OwnRoute::default()]);
    // Before the first look, nothing is known of any unit.
    let mut none = self::routes(Vec::new());
    none.renumber(&Renumbering { kept: vec![1, 2], before: 3, added: 1 });
    assert_eq!(none.own, [OwnRoute::default(); 3]);
    let mut restored = self::routes(Vec::new());
    restored.restore(&routes.store()).unwrap();
    assert_eq!(restored.own, routes.own);
}

/// One unit a second: those 10 m away come after 2 s, and wait 0, 1 and 2 s.
#[test]
fn units_that_wait_decide_from_the_last_one_on() {
    let mut routes = routes(Vec::new());
    for slot in 0..3 {
        routes.queues[0][1].push(Queued { distance: 10.0, slot, speed: 5.0 });
    }
    queue::serve(&mut routes.queues[0], 1.0, None);
    assert_eq!(routes.waiting(&[0; 3], -1.0), [(4.0, 2), (3.0, 1), (2.0, 0)]);
    assert_eq!(routes.waiting(&[0; 3], 0.5), [(4.0, 2), (3.0, 1)]);
    assert_eq!(routes.waiting(&[0; 3], 1.5), [(4.0, 2)]);
}

/// 10 m, of which the path goes 5 m north. Without gates it takes 2 s at 5 m/s.
#[test]
fn a_way_without_gates_takes_as_long_as_it_is_long() {
    let mut walk = crowd(None);
    walk.find_paths();
    walk.direct();
    let passages = walk.traffic.passages().unwrap();
    let mut routes = routes(Vec::new());
    let unit = Chooser { slot: 0, position: walk.position[0], speed: 5.0, team: 0 };
    routes.corners = [(-20.0, 0.0), (-15.0, 0.0), (-15.0, 5.0)].map(|(x, y)| Point::new(x, y)).to_vec();
    assert_eq!(routes.way(&unit, OPEN, passages), Some(Way { time: 2.0, first: None }));
    routes.corners.clear();
    assert_eq!(routes.way(&unit, OPEN, passages), None);
}

/// A unit waits for the near door behind up to 159 others. The door lets 20 units through a second; ten radii take 1 s at 5 m/s.
#[test]
fn another_way_has_to_save_a_fifth_of_the_time_and_the_time_to_walk_ten_radii() {
    let mut walk = crowd(Some(6.0));
    walk.find_paths();
    walk.direct();
    let passages = walk.traffic.passages().unwrap().clone();
    let clearance = Clearance::new(&walls(Some(6.0)), bounds(), 0.5).unwrap();
    // How often each of the two bounds decides.
    let mut decides = [0, 0];
    for (speed, before) in [5.0, 10.0].into_iter().flat_map(|speed| (0..160).map(move |n| (speed, n))) {
        let mut routes = Routes {
            queues: vec![Default::default(); passages.gates().len()],
            ..routes(vec![OwnRoute::default()])
        };
        routes.lines = passages.gates().iter().map(|gate| line(gate, &clearance)).collect();
        routes.held_by = vec![None; passages.gates().len()];
        let unit = Chooser { slot: 0, position: walk.position[0], speed, team: 0 };
        let time = |routes: &mut Routes, detour, closed, navigator: &Navigator| {
            navigator.corners(0, detour, unit.position, &mut routes.corners);
            routes.way(&unit, closed, &passages).unwrap()
        };
        let (gate, side, distance) = time(&mut routes, None, OPEN, &walk.navigator).first.unwrap();
        let queues = &mut routes.queues[usize::from(gate)];
        (1..=before).for_each(|slot| queues[usize::from(side)].push(queued(0.0, slot)));
        queues[usize::from(side)].push(queued(distance, 0));
        queue::serve(queues, 20.0, None);
        for _ in 0..600 {
            if routes.others(&unit, gate, &mut walk.navigator, 0).is_empty() {
                walk.navigator.grow(&walk.position);
            }
        }
        let others = routes.others(&unit, gate, &mut walk.navigator, 0);
        let own = time(&mut routes, None, OPEN, &walk.navigator).time;
        let other = time(&mut routes, others[0].1, others[0].0, &walk.navigator).time;
        let saves = [other < 0.8 * own, other < own - 1.0];
        let chosen = routes.choose(&unit, &others, &passages, &mut walk.navigator, 0);
        assert_eq!(chosen.is_some(), saves == [true; 2], "{speed} m/s: {own} and {other} s");
        assert!(chosen.is_none_or(|choice| choice.closed == [gate, NONE]));
        for (decides, alone) in decides.iter_mut().zip([[false, true], [true, false]]) {
            *decides += usize::from(saves == alone);
        }
    }
    assert!(decides.iter().all(|times| *times > 0), "{decides:?}");
}

/// The door is 2 m wide.
#[test]
fn the_line_that_closes_a_gate_ends_at_its_walls() {
    let clearance = Clearance::new(&walls(None), bounds(), 0.5).unwrap();
    let gate = Gate {
        middle: Point::new(0.0, 0.0),
        through: Vec2::x(),
        width: 2.0,
        is_door: true,
        has_detour: false,
        mouths: 2,
        has_islands: false,
    };
    let Segment { from, to } = line(&gate, &clearance);
    assert!((from - Point::new(0.0, -1.0)).norm() < 0.13, "{from}");
    assert!((to - Point::new(0.0, 1.0)).norm() < 0.13, "{to}");
    let Segment { from, to } = line(&Gate { middle: Point::new(0.0, 0.1), ..gate }, &clearance);
    assert!((from.y + 1.0).abs() < 0.13 && (to.y - 1.0).abs() < 0.13, "wherever its middle is: {from}, {to}");
    let open = line(&Gate { middle: Point::new(-15.0, 0.0), ..gate }, &clearance);
    assert!((open.from.y + 2.0).abs() < 0.13 && (open.to.y - 2.0).abs() < 0.13, "no farther than it is wide");
}

/// A hall of 30 m × 4 m with the regions of gate 0 from 10 to 14 m and of gate 1 from 20 to 22 m. Five units a second pass each.
fn two_gates() -> Passages {
    let grid = Grid::covering(rect((0.0, 0.0), (30.0, 4.0)), 0.25, 1 << 20);
    let gates = [12.0, 21.0].map(|x| Gate {
        middle: Point::new(x, 2.0),
        through: Vec2::x(),
        width: 0.5 + 10.0 / 9.0,
        is_door: true,
        has_detour: false,
        mouths: 2,
        has_islands: false,
    });
    let place = |p: Point| match p.x {
        x if (10.0..14.0).contains(&x) => Some(GateSide { gate: 0, side: u8::from(x > 12.0) }),
        x if (20.0..22.0).contains(&x) => Some(GateSide { gate: 1, side: u8::from(x > 21.0) }),
        _ => None,
    };
    Passages::drawn(grid, gates.to_vec(), place, |_| 0.0)
}

fn queued(distance: f32, slot: u32) -> Queued {
    Queued { distance, slot, speed: 5.0 }
}

/// 30 m take 6 s at 5 m/s. The gates are 10 and 20 m away, and units enter each of them one every 4 s.
#[test]
fn a_way_takes_longer_by_the_wait_before_each_of_its_gates() {
    let passages = two_gates();
    let unit = Chooser { slot: 5, position: Point::new(0.0, 2.0), speed: 5.0, team: 0 };
    // The distances of the units before each gate, and the time.
    let cases: [(&[f32], &[f32], f32); 5] = [
        (&[], &[], 6.0),
        (&[11.0], &[21.0], 6.0),
        // At the first gate after 1 + 4 + 4 s, and 20 m from there.
        (&[5.0, 6.0], &[], 9.0 + 4.0),
        // At the second one after 3.8 + 4 s, and 10 m from there. With both queues it arrives there later than that.
        (&[], &[19.0], 7.8 + 2.0),
        (&[5.0, 6.0], &[19.0], 9.0 + 4.0),
    ];
    for (first, second, time) in cases {
        let mut routes = Routes { queues: vec![Default::default(); 2], ..routes(Vec::new()) };
        for (queues, distances) in routes.queues.iter_mut().zip([first, second]) {
            distances.iter().zip(0..).for_each(|(distance, slot)| queues[1].push(queued(*distance, slot)));
            queue::serve(queues, 0.25, None);
        }
        let path = [0.0, 25.0, 30.0].map(|x| Point::new(x, 2.0));
        let mut way = |closed: Closed| {
            routes.corners = path.to_vec();
            routes.way(&unit, closed, &passages)
        };
        let Way { time: found, first: gate } = way(OPEN).unwrap();
        assert!((found - time).abs() < 0.03, "{first:?}, {second:?}: {found} s, not {time} s");
        assert!(matches!(gate, Some((0, 1, distance)) if (distance - 10.0).abs() < 0.06), "{gate:?}");
        assert_eq!((way([0, NONE]), way([1, NONE])), (None, None), "closed");
    }
}

/// A bay lies beside the region of gate 0, which units enter one every 4 s.
#[test]
fn a_unit_waits_once_at_a_gate_that_its_path_touches_twice_and_not_to_go_back() {
    let grid = Grid::covering(rect((0.0, 0.0), (30.0, 12.0)), 0.25, 1 << 20);
    let place = |p: Point| {
        let is_in = (10.0..14.0).contains(&p.x) && p.y < 4.0;
        is_in.then_some(GateSide { gate: 0, side: u8::from(p.x > 12.0) })
    };
    let passages = Passages::drawn(grid, two_gates().gates()[..1].to_vec(), place, |_| 0.0);
    let time = |side: usize, before: &[f32], path: &[(f32, f32)]| {
        let mut routes = routes(Vec::new());
        let queue = &mut routes.queues[0][side];
        before.iter().zip(0..).for_each(|(distance, slot)| queue.push(queued(*distance, slot)));
        queue::serve(&mut routes.queues[0], 0.25, None);
        routes.corners = path.iter().map(|(x, y)| Point::new(*x, *y)).collect();
        let unit = Chooser { slot: 5, position: routes.corners[0], speed: 5.0, team: 0 };
        routes.way(&unit, OPEN, &passages).unwrap().time
    };
    // The unit before it enters after 1.8 s, and it 4 s later, 10 m on its way.
    let straight = time(1, &[9.0, 15.0], &[(0.0, 2.0), (30.0, 2.0)]);
    assert!((straight - (5.8 + 4.0)).abs() < 0.05, "{straight}");
    // 14 m more. If it waited there again, it would wait for the second unit.
    let bay = [(0.0, 2.0), (13.0, 2.0), (13.0, 7.0), (11.0, 7.0), (11.0, 2.0), (30.0, 2.0)];
    let twice = time(1, &[9.0, 15.0], &bay);
    assert!((twice - (5.8 + 6.8)).abs() < 0.05, "{twice}");
    // Inside, on the side on which it comes out.
    let back = time(0, &[0.0], &[(11.0, 2.0), (0.0, 2.0)]);
    assert!((back - 2.2).abs() < 0.05, "{back}");
}

/// Three units come to gate 0 at 2 s, and one unit to gate 1 at 3 s. The second of the three goes there, too.
#[test]
fn a_unit_that_goes_another_way_leaves_its_queue_and_joins_the_other_one() {
    let mut state = TrafficState::new(two_gates().into(), 10, 0.5);
    let approach = |gate, distance| GateApproach {
        gate,
        side: 1,
        distance,
        exit: distance + 4.0,
        length: 4.0,
        straight: 1.0,
        inwards: Vec2::x(),
        outwards: Vec2::x(),
        same_side: None,
        waits: false,
        is_through: false,
        stuck: 0.0,
        gone: 0.0,
    };
    for slot in 0..3 {
        state.approaches[slot] = Some(approach(0, 10.0));
    }
    state.approaches[9] = Some(approach(1, 15.0));
    let mut routes = Routes { queues: vec![Default::default(); 2], ..routes(vec![OwnRoute::default(); 10]) };
    let walk = crowd(None);
    let units = walk.units();
    // All units look at the queues at once, every 5 R/s_max.
    let navigator = &mut crowd(None).navigator;
    let ground = walk.navigator.clearance(0.5).cloned().unwrap();
    for (ticks, looks) in [(3, false), (5, false), (4, true)] {
        routes.reroute(&RouteTick { units: &units, clearance: &ground, ticks }, &mut state, navigator);
        assert_eq!(routes.queues[0][1].entries().count() > 0, looks, "tick {ticks}");
    }
    let entries = |routes: &Routes, gate: usize| -> Vec<(u32, f32)> {
        routes.queues[gate][1].entries().map(|(unit, entry)| (unit.slot, entry)).collect()
    };
    assert_eq!(entries(&routes, 0), [(0, 2.0), (1, 2.2), (2, 2.4)]);
    let unit = Chooser { slot: 1, position: Point::origin(), speed: 5.0, team: 0 };
    let way = Way { time: 6.0, first: Some((1, 1, 15.0)) };
    let choice = Choice { closed: [0, NONE], detour: None, way };
    for changes in 1..=2 {
        routes.change(&unit, &choice, &mut state, 40);
        let own = routes.own[1];
        assert!(own.closed == [0, NONE] && own.changes == changes, "{own:?}");
        // 50 times 6 ticks.
        assert!((339..=340).contains(&own.until), "{own:?}");
    }
    assert_eq!(entries(&routes, 0), [(0, 2.0), (2, 2.2)]);
    assert_eq!(entries(&routes, 1)[..2], [(1, 3.0), (1, 3.2)]);
    assert!(state.approaches[1].is_none() && state.approaches[2].is_some());
}

/// Which gates it avoids, how often it has changed its way, until when, and which unit it is.
#[test]
fn each_part_of_a_units_route_is_in_the_hash() {
    let hash = |own: Vec<OwnRoute>| {
        let mut bits = Vec::new();
        routes(own).add_to_hash(&mut |value| bits.push(value));
        bits
    };
    let (none, route) = (OwnRoute::default(), OwnRoute { closed: [3, 4], changes: 1, until: 9 });
    assert!(hash(vec![none, none]).is_empty());
    let others = [
        vec![route, none],
        vec![none, route],
        vec![OwnRoute { closed: [3, NONE], ..route }, none],
        vec![OwnRoute { closed: [3, 5], ..route }, none],
        vec![OwnRoute { closed: [2, 4], ..route }, none],
        vec![OwnRoute { changes: 2, ..route }, none],
        vec![OwnRoute { until: 8, ..route }, none],
    ];
    for (a, own) in others.iter().enumerate() {
        for other in &others[..a] {
            assert_ne!(hash(own.clone()), hash(other.clone()), "{own:?} and {other:?}");
        }
    }
}
