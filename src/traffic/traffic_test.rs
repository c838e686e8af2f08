//! What mechanisms advise a crowd without bodies to do, and what happens to their memory when units come and go.

use super::super::MECHANISMS;
use super::super::mean_unit::MeanUnit;
use super::super::mechanism::MechanismSetup;
use super::super::test_walks::{RADIUS, TestWalk, rect, rooms};
use super::super::yielding::YIELDING;
use super::*;
use crate::geometry::Wall;
use crate::settings::ON;
use crate::workers::Workers;

const ALL: [&str; 3] = ["gates", "keep_right", "queueing"];

/// Two units in the west, and one in the east, with these mechanisms.
fn crowd(walls: &[Wall], on: &[&str]) -> TestWalk {
    let walks = [((-14.0, 0.0), (20.0, 0.0)), ((-16.0, 0.0), (22.0, 0.0)), ((16.0, 0.5), (-20.0, 0.5))];
    let mut walk = TestWalk::new(walls, rect((-30.0, -12.0), (60.0, 24.0)), &walks);
    walk.switch(on);
    walk
}

fn narrow(walk: &TestWalk) -> &Narrow {
    walk.traffic.narrow.as_ref().unwrap()
}

fn hash(traffic: &Traffic) -> Vec<u64> {
    let mut bits = Vec::new();
    traffic.add_to_hash(&mut |value| bits.push(value));
    bits
}

#[test]
fn a_crowd_has_the_mechanisms_that_are_on_and_what_they_need() {
    // Which mechanisms are on; how many there are at a door, and whether units look for gates. Queueing needs the traffic that
    // gates count. Away from gates, it acts on arches.
    for (on, at_door, without_gates) in [
        (&["gates"][..], Some((1, true)), Some((0, false))),
        (&["queueing"], Some((2, true)), Some((1, false))),
        (&["keep_right"], Some((1, false)), Some((1, false))),
        (&ALL, Some((3, true)), Some((2, false))),
        (&[], None, None),
    ] {
        let known = |walls: &[Wall]| {
            let mut walk = crowd(walls, on);
            walk.tick();
            let narrow = walk.traffic.narrow.as_ref();
            narrow.map(|narrow| (narrow.mechanisms.len(), narrow.look.is_some()))
        };
        assert_eq!(known(&rooms(1.0)), at_door, "{on:?}");
        assert_eq!(known(&[Wall::Box(rect((0.0, 5.0), (1.0, 1.0)))]), without_gates, "{on:?}, no gate");
        assert_eq!(known(&[]), None, "{on:?}, no walls");
    }
    assert!(
        MECHANISMS.iter().enumerate().all(|(k, one)| MECHANISMS.iter().position(|m| m == one) == Some(k))
    );
}

#[test]
fn narrow_places_are_those_of_units_of_mean_size() {
    let mut walk = crowd(&rooms(1.0), &ALL);
    walk.radius = vec![0.4, 0.5, 0.6];
    walk.tick();
    assert!((narrow(&walk).mean.radius - 0.5).abs() < 1e-6);
}

/// Within 10 R of walls, for units of 0.5 m.
#[test]
fn no_mechanism_but_the_narrow_push_pushes_units_near_walls() {
    for (on, reach) in [(&ALL[..], 0.0), (&["narrow_push"], 5.0), (&[], 0.0)] {
        let mut walk = crowd(&rooms(1.0), on);
        walk.tick();
        assert_eq!(walk.traffic.push_reach(), reach, "{on:?}");
    }
}

#[test]
fn units_that_only_queue_take_no_turns() {
    let (mut contested, mut held) = ([false; 2], [false; 2]);
    for (case, on) in [&["queueing"][..], &["gates", "queueing"]].iter().enumerate() {
        let mut walk = crowd(&rooms(1.0), on);
        for _ in 0..240 {
            walk.tick();
            contested[case] |= walk.traffic.turns()[0].is_contested;
            held[case] |= walk.traffic.turns()[0].holder.is_some();
        }
    }
    assert_eq!((contested, held), ([true, true], [false, true]));
}

/// 18 R = 9 m before the gate.
#[test]
fn a_unit_that_waits_stops_before_the_gate_and_the_others_do_not() {
    let mut walk = crowd(&rooms(1.0), &["gates"]);
    let mut waited = 0;
    for _ in 0..240 {
        walk.tick();
        for (slot, advice) in walk.traffic.all_advice().iter().enumerate() {
            match walk.traffic.approach(slot).filter(|own| own.waits) {
                Some(own) => {
                    let stop = (own.distance - 9.0).max(0.0);
                    assert!((advice.stop - stop).abs() < 1e-4, "{own:?}: {advice:?}");
                    waited += usize::from(own.distance > 9.5);
                }
                None => assert_eq!(advice.stop, f32::INFINITY),
            }
        }
    }
    assert!(waited > 5, "{waited} times");
}

/// Two units meet one in the bend of a corridor of 4 R. Its way back leads up; away from its goal, it would walk into the wall.
#[test]
fn a_unit_that_backs_out_of_a_bend_goes_the_way_of_those_with_the_turn() {
    let there = [(-30.0, -12.0), (0.0, -12.0), (0.0, -10.0), (10.0, -10.0), (10.0, 0.0), (30.0, 0.0)];
    let back =
        [(30.0, 12.0), (8.0, 12.0), (8.0, -8.0), (0.0, -8.0), (0.0, 12.0), (-30.0, 12.0), (-30.0, -12.0)];
    let walls = [Wall::Chain(there.into_iter().chain(back).map(|(x, y)| Point::new(x, y)).collect())];
    let (west, east) = ((-20.0, 0.0), (24.0, 6.0));
    let walks = [((6.0, -9.0), east), ((7.2, -9.0), east), ((9.3, -9.2), west)];
    let mut walk = TestWalk::new(&walls, rect((-30.0, -12.0), (60.0, 24.0)), &walks);
    walk.switch(&["gates"]);
    // Nobody gets on.
    for _ in 0..600 {
        walk.find_paths();
        walk.direct();
        walk.ticks += 1;
    }
    let all = walk.traffic.all_advice();
    assert_eq!([all[0], all[1]], [Advice::default(); 2], "they have the turn");
    let (advice, along) = (all[2], walk.traffic.headings().direction[2]);
    let direction = advice.direction(walk.position[2], along) * advice.pace;
    assert!(along.x < -0.9 && direction.y > 0.4, "along {along:?}, back {direction:?}");
}

#[test]
fn a_unit_that_stands_or_follows_a_plan_gets_no_advice() {
    let mut walk = crowd(&rooms(1.0), &ALL);
    (0..100).for_each(|_| walk.tick());
    assert!((0..3).all(|slot| walk.traffic.approach(slot).is_some()));
    walk.standing[0] = true;
    walk.find_paths();
    let units = TrafficUnits {
        position: &walk.position,
        velocity: &walk.velocity,
        radius: &walk.radius,
        max_speed: &walk.max_speed,
        goal: &walk.goal,
        standing: &walk.standing,
        team: &walk.team,
        holds: &|slot| walk.holds[slot],
        follows_plan: &|slot| slot == 1,
    };
    walk.traffic.direct(&units, &mut walk.navigator, &walk.steering, walk.ticks, Workers::default());
    for slot in [0, 1] {
        assert_eq!((walk.traffic.approach(slot), walk.traffic.advice(slot)), (None, Advice::default()));
    }
    assert!(walk.traffic.approach(2).is_some());
}

/// Known corners are those that navigation finds, so that a path is the same wherever it is asked for.
#[test]
fn a_path_leads_on_from_its_corners_and_from_anywhere_else() {
    let mut walk = crowd(&rooms(1.0), &ALL);
    walk.position[0] = Point::new(-12.0, 8.0);
    (0..5).for_each(|_| walk.tick());
    let corner = walk.traffic.headings().aim[0];
    assert!(corner.x.abs() < 2.0, "at the door: {corner:?}");
    let found = |traffic: &Traffic, goal: &Goal, at: Point| {
        traffic.heading_from(0, at, goal, &walk.position, &walk.navigator)
    };
    let known = found(&walk.traffic, &walk.goal[0], corner).unwrap();
    assert_eq!(narrow(&walk).state.routes[0].beyond(corner), Some(known));
    for at in [corner, Point::new(3.0, 3.0)] {
        assert_eq!(
            found(&walk.traffic, &walk.goal[0], at),
            walk.navigator.heading(0, at, &walk.goal[0], &walk.position)
        );
    }
    let after = Goal::Unit { index: 2, gap: 0.0 };
    assert_eq!(found(&walk.traffic, &after, corner).unwrap().aim, walk.position[2], "a goal that moves");
}

#[test]
fn units_that_are_removed_take_their_memory_with_them() {
    let mut walk = crowd(&rooms(1.0), &ALL);
    (0..150).for_each(|_| walk.tick());
    let state = |walk: &TestWalk, slot: usize| {
        let heading = (walk.traffic.headings().aim[slot], walk.traffic.headings().distance[slot]);
        let route = narrow(walk).state.routes[slot].corners().to_vec();
        (heading, route, walk.traffic.approach(slot).copied(), walk.traffic.advice(slot))
    };
    let [_, second, third] = [0, 1, 2].map(|slot| state(&walk, slot));
    assert!(second.2.is_some() && third.2.is_some_and(|own| Some(own) != second.2), "{second:?}, {third:?}");
    walk.traffic.renumber(&Renumbering { kept: vec![1, 2], before: 3, added: 0 });
    assert_eq!((state(&walk, 0), state(&walk, 1)), (second.clone(), third));
    walk.traffic.renumber(&Renumbering { kept: vec![0], before: 2, added: 1 });
    assert_eq!(state(&walk, 0), second);
    let (_, route, approach, advice) = state(&walk, 1);
    assert_eq!((route, approach, advice), (Vec::new(), None, Advice::default()));
    walk.traffic.renumber(&Renumbering { kept: vec![], before: 2, added: 0 });
    assert!(walk.traffic.all_advice().is_empty() && walk.traffic.headings().aim.is_empty());
}

/// It has then the same memory as a unit that was just added.
#[test]
fn a_unit_with_a_new_goal_starts_anew_and_the_others_do_not() {
    let mut walk = crowd(&rooms(1.0), &ALL);
    (0..150).for_each(|_| walk.tick());
    let others: Vec<_> =
        [0, 2].map(|slot| (walk.traffic.approach(slot).copied(), walk.traffic.advice(slot))).into();
    assert!(walk.traffic.approach(1).is_some());
    walk.traffic.forget(1);
    assert_eq!((walk.traffic.approach(1), walk.traffic.advice(1)), (None, Advice::default()));
    assert!(narrow(&walk).state.routes[1].corners().is_empty());
    let after: Vec<_> =
        [0, 2].map(|slot| (walk.traffic.approach(slot).copied(), walk.traffic.advice(slot))).into();
    assert_eq!(others, after);
    walk.tick();
    assert!(walk.traffic.approach(1).is_some_and(|own| own.stuck == 0.0 && !own.is_through));
}

#[test]
fn without_walls_there_is_nothing_to_forget_or_to_hash() {
    let mut walk = crowd(&[], &ALL);
    walk.tick();
    walk.traffic.forget(1);
    walk.traffic.renumber(&Renumbering { kept: vec![0, 1], before: 3, added: 1 });
    assert_eq!(walk.traffic.headings().aim.len(), 3);
    assert_eq!((hash(&walk.traffic), walk.traffic.advice(0)), (Vec::new(), Advice::default()));
}

/// Whose turn it is since when; who waits; stuck count, speed to the right and corners of each unit; keep-right's grid.
#[test]
fn the_hash_covers_the_memory_of_all_mechanisms() {
    let mut walk = crowd(&rooms(1.0), &ALL);
    (0..150).for_each(|_| walk.tick());
    let before = hash(&walk.traffic);
    let Narrow { state, .. } = walk.traffic.narrow.as_mut().unwrap();
    let corners: usize = state.routes.iter().map(|route| route.corners().len() - 1).sum();
    assert!(before.len() > 4 + 3 + 3 * 2 + corners, "{} numbers and a grid", before.len());
    let changes: [fn(&mut GateApproach); 3] =
        [|own| own.waits = !own.waits, |own| own.is_through = !own.is_through, |own| own.stuck += 1.0];
    for (index, change) in [5, 5, 4 + 3 + 2 + state.routes[0].corners().len() - 1].into_iter().zip(changes) {
        let mut changed = walk.traffic.approach(1).copied().unwrap();
        change(&mut changed);
        let own = walk.traffic.narrow.as_mut().unwrap().state.approaches[1].replace(changed);
        let now = hash(&walk.traffic);
        let differs: Vec<usize> = (0..now.len()).filter(|k| now[*k] != before[*k]).collect();
        assert_eq!(differs, [index]);
        walk.traffic.narrow.as_mut().unwrap().state.approaches[1] = own;
    }
    assert_eq!(hash(&walk.traffic), before);
}

#[test]
fn advice_changes_the_preferred_velocity_and_the_direction() {
    let unit = Unit { desired: Vec2::x(), max_speed: 4.0, ..Unit::default() };
    let alone = Vec2::new(4.0, 0.0);
    let preferred =
        |pace: f32, sideways: f32| Advice { pace, sideways, ..Advice::default() }.preferred(&unit, alone);
    assert_eq!(preferred(1.0, 0.0), alone);
    assert_eq!(preferred(-0.5, 0.0), Vec2::new(-2.0, 0.0));
    assert_eq!(preferred(0.5, 0.25), Vec2::new(2.0, -1.0), "to the right");
    assert!((preferred(1.0, 1.0).norm() - 4.0).abs() < 1e-5, "at most its maximum speed");
    let aside = Advice { aim: Some(Point::new(1.0, 5.0)), ..Advice::default() };
    assert_eq!(aside.direction(Point::new(1.0, 2.0), Vec2::x()), Vec2::y());
    assert_eq!(Advice::default().preferred(&unit, 0.5 * alone), 0.5 * alone);
    assert_eq!(Advice::default().direction(Point::new(1.0, 2.0), Vec2::x()), Vec2::x());
}

/// The mechanism of docs/recipes.
#[test]
fn units_that_yield_slow_down_before_oncoming_traffic() {
    let mut walk = crowd(&rooms(1.0), &["queueing"]);
    walk.steering.settings.set(YIELDING.switch(), ON).unwrap();
    (0..20).for_each(|_| walk.tick());
    let make = |walk: &TestWalk, has_approaches: bool| {
        let passages = walk.traffic.passages().unwrap();
        let setup = MechanismSetup {
            steering: &walk.steering,
            passages,
            has_approaches,
            mean: MeanUnit { radius: RADIUS, max_speed: 5.0 },
        };
        (YIELDING.make)(&setup)
    };
    assert!(make(&walk, false).is_none(), "without gates");
    let yielding = make(&walk, true).unwrap();
    walk.traffic.narrow.as_mut().unwrap().mechanisms.push(yielding);
    let mut slowed = 0;
    for _ in 0..120 {
        walk.tick();
        for slot in 0..3 {
            let own = walk.traffic.approach(slot).filter(|own| !own.is_inside() && own.distance < 4.0);
            let yields = own.is_some() && walk.traffic.turns()[0].is_contested;
            assert!(!yields || walk.traffic.advice(slot).pace <= 0.5);
            slowed += usize::from(yields);
        }
    }
    assert!(slowed > 5, "{slowed} times");
}

#[test]
fn without_the_walls_there_are_no_gates_and_no_advice_any_more() {
    let mut walk = crowd(&rooms(1.0), &ALL);
    (0..20).for_each(|_| walk.tick());
    assert!(walk.traffic.passages().is_some_and(|passages| passages.gates().len() == 1));
    walk.navigator = crowd(&[], &ALL).navigator;
    walk.tick();
    assert!(walk.traffic.passages().is_none() && walk.traffic.all_advice().is_empty());
}

/// If the search began again, mechanisms would forget in every tick.
#[test]
fn a_search_for_gates_ends_once_it_has_found_them() {
    let mut walk = crowd(&rooms(1.0), &ALL);
    (0..20).for_each(|_| walk.tick());
    walk.traffic.change_walls();
    let still_searches = |_: &usize| {
        walk.tick();
        walk.traffic.search.is_some()
    };
    let ticks = (0..300).take_while(still_searches).count();
    assert!((1..100).contains(&ticks), "{ticks} ticks");
    assert!(walk.traffic.passages().is_some_and(|passages| passages.gates().len() == 1));
}

/// The reasons of unit 1.
fn explained(walk: &TestWalk) -> Reasons {
    let unit = Unit { id: 1, max_speed: walk.max_speed[1], ..Unit::default() };
    let (decision, mut why) = (Decision::default(), Reasons::default());
    walk.traffic.explain(&unit, &[], (&decision, &decision), (&[], &[0; 3]), &mut why);
    why
}

#[test]
fn a_unit_that_keeps_to_a_side_says_how_fast_it_walks_there() {
    let mut walk = crowd(&rooms(1.0), &["keep_right"]);
    walk.tick();
    for (share, words) in [(0.3, &["keeps right: 1.5 m/s"][..]), (-0.2, &["keeps left: 1.0 m/s"]), (0.0, &[])]
    {
        walk.traffic.narrow.as_mut().unwrap().state.advice[1].sideways = share;
        let why = explained(&walk);
        assert_eq!(why.words, words);
        assert_eq!(why.fact("keeps_right").is_some(), share != 0.0);
    }
}

/// What is left of it tells how deep the unit is inside.
#[test]
fn a_unit_inside_a_gate_knows_how_long_its_way_through_was_at_the_mouth() {
    let mut walk =
        TestWalk::new(&tunnel(), rect((-40.0, -12.0), (80.0, 24.0)), &[((-22.0, 0.0), (25.0, 0.0))]);
    walk.switch(&["gates", "queueing"]);
    let mut ways = Vec::new();
    for _ in 0..600 {
        walk.tick();
        ways.extend(walk.traffic.approach(0).filter(|own| own.is_inside()).map(|own| (own.length, own.exit)));
    }
    let [(length, exit), .., (_, last)] = ways[..] else { panic!("{ways:?}") };
    assert!(exit > 35.0 && last < 1.0, "{ways:?}");
    assert!(length >= exit && ways.iter().all(|way| way.0 == length), "{ways:?}");
}

#[test]
fn a_unit_says_which_gate_it_heads_for_and_how_fast_it_walks() {
    let mut walk = crowd(&rooms(1.0), &["gates"]);
    (0..20).for_each(|_| walk.tick());
    let own = *walk.traffic.approach(1).unwrap();
    let why = explained(&walk);
    let [words] = &why.words[..] else { panic!("{:?}", why.words) };
    let begin = format!("heads for gate 0, {:.1} m ahead: ", own.distance);
    assert!(words.starts_with(&begin) && words.len() > begin.len(), "{words}");
    for waits in [false, true] {
        walk.traffic.narrow.as_mut().unwrap().state.approaches[1].as_mut().unwrap().waits = waits;
        let why = explained(&walk);
        let Some(Fact::Record(facts)) = why.fact("passage") else { panic!("{:?}", why.facts) };
        assert!(facts.contains(&("waits", waits.into())), "{facts:?}");
        let turn = Some("the units heading east".to_string());
        assert!(facts.contains(&("turn", turn.into())), "{facts:?}");
    }
}

/// A tunnel of 4 m × 36 m between two rooms: 8 R wide.
fn tunnel() -> Vec<Wall> {
    let half = [(-18.0, -2.0), (-18.0, -10.0), (-38.0, -10.0), (-38.0, 10.0), (-18.0, 10.0), (-18.0, 2.0)];
    let other = half.map(|(x, y): (f32, f32)| (-x, -y));
    let corners = half.iter().chain(&other).chain(&half[..1]);
    vec![Wall::Chain(corners.map(|(x, y)| Point::new(*x, *y)).collect())]
}

/// 25 units to each side, which walk to where the others start.
fn two_armies(on: &[&str]) -> TestWalk {
    let place = |k: usize| (22.0 + 2.0 * (k / 5) as f32, 3.0 * (k % 5) as f32 - 6.0);
    let east = (0..25).map(place).map(|(x, y)| ((-x, y), (x, y)));
    let west = (0..25).map(place).map(|(x, y)| ((x, y), (-x, y)));
    let mut walk =
        TestWalk::new(&tunnel(), rect((-38.0, -10.0), (76.0, 20.0)), &east.chain(west).collect::<Vec<_>>());
    walk.switch(on);
    walk
}

/// Units that do not see each other.
#[test]
fn in_a_shared_tunnel_units_are_in_their_half_before_they_meet() {
    let mut walk = two_armies(&["gates", "keep_right"]);
    let (mut inside, mut waited) = ([0; 2], false);
    while walk.standing.iter().any(|stands| !stands) && walk.ticks < 3000 {
        walk.tick();
        assert_eq!(walk.traffic.turns().len(), 1);
        waited |= (0..50).any(|slot| walk.traffic.approach(slot).is_some_and(|own| own.waits));
        for (slot, position) in walk.position.iter().enumerate().filter(|_| walk.traffic.turns()[0].is_shared)
        {
            // They wobble, by 0.2 m or so.
            if position.x.abs() < 12.0 && !walk.standing[slot] {
                let army = slot / 25;
                let right = if army == 0 { -position.y } else { position.y };
                assert!(right > -0.3, "tick {}: unit {slot} at {position}", walk.ticks);
                inside[army] += 1;
            }
        }
    }
    assert!(inside.iter().all(|ticks| *ticks > 1000) && !waited, "{inside:?}");
    assert!(walk.standing.iter().all(|stands| *stands), "everyone arrives");
}

#[test]
fn without_keep_right_the_armies_take_turns_in_the_tunnel() {
    let mut walk = two_armies(&["gates"]);
    (0..120).for_each(|_| walk.tick());
    assert!(!walk.traffic.turns()[0].is_shared);
    assert!(walk.traffic.turns()[0].holder.is_some());
}
