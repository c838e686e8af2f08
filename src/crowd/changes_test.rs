//! Commands that take effect, with units of 0.5 m, 1 kg and 5 m/s.

use super::super::Layout;
use super::super::Order;
use super::super::Slots;
use super::super::order::Stance;
use super::super::script::{Script, Stream, StreamGoal};
use super::super::test_layouts::{crowd_among, crowd_at, door, steered, walker};
use super::*;
use crate::geometry::Wall;
use crate::steering::avoidance::Mode;
use crate::types::{Rect, Side};

fn at(x: f32, y: f32) -> Point {
    Point::new(x, y)
}

fn square(x: f32, y: f32) -> Wall {
    Wall::Box(Rect { min: at(x - 1.0, y - 1.0), max: at(x + 1.0, y + 1.0) })
}

#[test]
fn each_part_of_a_change_changes_that_part_of_the_unit_alone() {
    let none = UnitChange::default();
    let values = |crowd: &Crowd| {
        let units = crowd.units();
        let (p, v) = (units.position[0], units.velocity[0]);
        [
            [units.radius[0], units.mass[0], units.max_speed[0], units.max_force[0]],
            [
                f32::from(units.group[0]),
                f32::from(units.team[0]),
                f32::from(u8::from(units.stance[0] == Stance::Hold)),
                0.0,
            ],
            [p.x, p.y, v.x, v.y],
        ]
    };
    let before = [[0.5, 1.0, 5.0, 40.0], [0.0; 4], [0.0; 4]];
    for (change, (row, column), value) in [
        (UnitChange { radius: Some(0.4), ..none }, (0, 0), 0.4),
        (UnitChange { mass: Some(3.0), ..none }, (0, 1), 3.0),
        (UnitChange { max_speed: Some(2.0), ..none }, (0, 2), 2.0),
        (UnitChange { max_force: Some(9.0), ..none }, (0, 3), 9.0),
        (UnitChange { group: Some(1), ..none }, (1, 0), 1.0),
        (UnitChange { team: Some(4), ..none }, (1, 1), 4.0),
        (UnitChange { stance: Some(Stance::Hold), ..none }, (1, 2), 1.0),
        (UnitChange { position: Some(at(7.0, 0.0)), ..none }, (2, 0), 7.0),
        (UnitChange { push: Some(Vec2::new(0.0, 1.5)), ..none }, (2, 3), 1.5),
    ] {
        let groups = vec!["one".into(), "two".into()];
        let (mut crowd, units) = crowd_at(&[(0.0, 0.0)]);
        crowd.state.layout.groups = groups;
        let unit = units[0];
        assert_eq!(values(&crowd), before);
        crowd.change(unit, change).unwrap();
        crowd.carry_out();
        let mut expected = before;
        expected[row][column] = value;
        assert_eq!(values(&crowd), expected, "{change:?}");
        let is_new_body = change.radius.or(change.mass).or(change.max_speed).is_some();
        let changes = crowd.body_changes();
        assert_eq!(changes.reshaped, if is_new_body { vec![0] } else { vec![] }, "{change:?}");
        let moved: Vec<_> = change.position.iter().map(|to| (0, *to)).collect();
        let pushed: Vec<_> = change.push.iter().map(|by| (0, *by)).collect();
        assert_eq!((&changes.moved, &changes.pushed), (&moved, &pushed), "{change:?}");
    }
}

#[test]
fn a_unit_on_an_order_with_a_speed_limit_is_no_faster_than_that() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (0.0, 5.0)]);
    crowd.orders[0].own_speed = 3.0;
    crowd.order(&units, Order::go(at(30.0, 0.0)).together()).unwrap();
    crowd.tick();
    for (speed, now) in [(4.0, 3.0), (2.0, 2.0)] {
        crowd.change(units[1], UnitChange { max_speed: Some(speed), ..UnitChange::default() }).unwrap();
        crowd.tick();
        assert_eq!((crowd.units().max_speed[1], crowd.own_speed(1)), (now, speed));
    }
}

/// Also after a snapshot, and in another group.
#[test]
fn a_unit_has_the_mode_of_its_own_until_modes_change_for_all() {
    let [orca, lanes] = ["orca", "lanes"].map(|name| Mode::named(name).unwrap());
    let starts = [0.0, 3.0].map(|x| walker((x, 0.0), (x, 9.0))).to_vec();
    let layout = Layout { groups: vec!["one".into(), "two".into()], ..Layout::new(starts) };
    let layout = steered(layout, "lanes");
    let mut crowd = Crowd::new(layout.clone(), 1);
    let modes = |crowd: &Crowd| {
        [0, 1].map(|slot| {
            // The models of these modes perceive units at different distances.
            let (mode, own) = (crowd.mode(slot), crowd.state.model(slot).reach(0.5, 5.0));
            assert_eq!(own, mode.make(&crowd.steering().settings).reach(0.5, 5.0), "it decides with {mode}");
            mode
        })
    };
    let reaches = [orca, lanes].map(|mode| mode.make(&layout.steering.settings).reach(0.5, 5.0));
    assert_ne!(reaches[0], reaches[1]);
    let unit = crowd.ids()[1];
    let change = |crowd: &mut Crowd, change: UnitChange| {
        crowd.change(unit, change).unwrap();
        crowd.tick();
    };
    change(&mut crowd, UnitChange { mode: Some(orca), ..UnitChange::default() });
    assert_eq!(modes(&crowd), [lanes, orca]);
    change(&mut crowd, UnitChange { group: Some(1), ..UnitChange::default() });
    assert_eq!((modes(&crowd), crowd.modes()), ([lanes, orca], vec![lanes, orca]));
    let mut again = Crowd::restore(layout, &crowd.snapshot().unwrap(), 1).unwrap();
    assert_eq!(modes(&again), [lanes, orca]);
    again.tick();
    let mut steering = crowd.steering().clone();
    steering.push.on = true;
    crowd.set_steering(steering.clone());
    crowd.tick();
    assert_eq!(modes(&crowd), [lanes, orca], "no mode changes");
    steering.set_mode_of(0, orca);
    crowd.set_steering(steering);
    assert_eq!(modes(&crowd), [orca, lanes]);
}

#[test]
fn a_model_of_the_callers_own_decides_for_all_units_whatever_their_modes_and_groups_become() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (5.0, 0.0)]);
    crowd.state.layout.groups = vec!["one".into(), "two".into()];
    let [orca, lanes] = ["orca", "lanes"].map(|name| Mode::named(name).unwrap());
    crowd.set_model(orca.make(&crowd.steering().settings));
    let reach = crowd.state.model(0).reach(0.5, 5.0);
    crowd
        .change(units[0], UnitChange { mode: Some(lanes), group: Some(1), ..UnitChange::default() })
        .unwrap();
    crowd.spawn(Start { position: at(9.0, 0.0), ..Start::default() }).unwrap();
    crowd.tick();
    assert_eq!([0, 1, 2].map(|slot| crowd.state.model(slot).reach(0.5, 5.0)), [reach; 3]);
    assert!(crowd.snapshot().is_err(), "it has no name");
}

/// It takes time to prepare ground.
#[test]
fn paths_for_sizes_that_come_later_are_prepared_at_the_start() {
    let stream = Stream {
        every: 1.0,
        from: 60.0,
        until: None,
        area: Rect { min: at(-9.0, -9.0), max: at(-8.0, -8.0) },
        unit: Start { radius: 1.1, ..Start::default() },
        goal: StreamGoal::Same(Goal::Point { at: at(9.0, 9.0), radius: 1.1, own: false }),
    };
    let later = Layout {
        walls: alley_and_road(),
        later_radii: vec![2.0],
        script: Script { streams: vec![stream], ..Script::default() },
        ..Layout::new(vec![walker((-8.0, 0.0), (8.0, 0.0))])
    };
    let mut crowd = Crowd::new(steered(later, "none"), 1);
    let sizes = |crowd: &Crowd| crowd.state.navigator.sizes().collect::<Vec<_>>();
    assert_eq!(sizes(&crowd), [2.0, 1.1, 0.5]);
    crowd.spawn(Start { radius: 2.0, position: at(-8.0, -2.0), ..Start::default() }).unwrap();
    crowd.tick();
    let planned = [0, 1].map(|slot| crowd.state.navigator.clearance_of(slot).unwrap().radius());
    assert_eq!((sizes(&crowd), planned), (vec![2.0, 1.1, 0.5], [0.5, 2.0]));
}

/// Paths keep the distance of the largest unit of a size that there was.
#[test]
fn paths_suit_a_unit_that_becomes_larger_than_all_others_or_comes_along() {
    let (mut crowd, units) = crowd_among(vec![square(20.0, 20.0)], &[(0.0, 0.0), (0.0, 5.0)]);
    let sizes = |crowd: &Crowd| {
        let sizes: Vec<f32> = crowd.state.navigator.sizes().collect();
        (crowd.state.largest_radius, sizes)
    };
    let grow = |radius| UnitChange { radius: Some(radius), ..UnitChange::default() };
    assert_eq!(sizes(&crowd), (0.5, vec![0.5]));
    for (radius, expected) in [(0.6, vec![0.6]), (0.55, vec![0.6]), (0.9, vec![0.9, 0.6])] {
        crowd.change(units[0], grow(radius)).unwrap();
        crowd.tick();
        assert_eq!(sizes(&crowd), (radius, expected));
    }
    let large = Start { radius: 1.0, position: at(-9.0, 0.0), ..Start::default() };
    let large = crowd.spawn(large).unwrap();
    crowd.tick();
    assert_eq!(sizes(&crowd), (1.0, vec![1.0, 0.6]));
    crowd.remove(large).unwrap();
    crowd.tick();
    assert_eq!(sizes(&crowd), (0.9, vec![1.0, 0.6]));
}

/// A wall from y = -30 to 30 m at x = 0, with an alley 1.2 m wide at y = 0 and a road 5 m wide at y = 10.
fn alley_and_road() -> Vec<Wall> {
    let wall = |from: f32, to: f32| Wall::Box(Rect { min: at(-1.0, from), max: at(1.0, to) });
    vec![wall(-30.0, -0.6), wall(0.6, 7.5), wall(12.5, 30.0)]
}

#[test]
fn a_tank_takes_the_road_and_closes_the_alley_to_no_one() {
    let (mut crowd, units) = crowd_among(alley_and_road(), &[(-8.0, 0.0), (-8.0, -6.0)]);
    crowd.change(units[1], UnitChange { radius: Some(2.0), ..UnitChange::default() }).unwrap();
    crowd.tick();
    crowd.order(&units, Order::go(at(8.0, 0.0))).unwrap();
    // Paths of orders in mid-run are rough at first.
    (0..40).for_each(|_| crowd.tick());
    let lengths = crowd.paths_left();
    assert!(lengths[0] < 16.0, "through the alley: {} m", lengths[0]);
    assert!(lengths[1] > 25.0, "along the road: {} m", lengths[1]);
    // A soldier that becomes a tank goes along the road, too.
    crowd.change(units[0], UnitChange { radius: Some(1.9), ..UnitChange::default() }).unwrap();
    (0..40).for_each(|_| crowd.tick());
    assert!(crowd.path_left(0) > 20.0, "{} m", crowd.path_left(0));
}

#[test]
fn a_new_unit_without_a_goal_stands_at_its_own_place_and_has_arrived() {
    let (mut crowd, _) = crowd_at(&[(3.0, 4.0)]);
    let own = Goal::Point { at: at(3.0, 4.0), radius: 0.5, own: false };
    let state = |crowd: &Crowd, slot: usize| {
        let units = crowd.units();
        (units.goal[slot], units.phase[slot], units.arrived[slot])
    };
    assert_eq!(state(&crowd, 0), (own, Phase::Standing, true));
    assert!(crowd.finished());
    let goal = Goal::Point { at: at(9.0, 0.0), radius: 1.0, own: true };
    crowd.spawn(Start { goal, ..Start::default() }).unwrap();
    assert!(!crowd.finished(), "a command waits");
    crowd.tick();
    assert_eq!(state(&crowd, 1), (goal, Phase::Walking, false));
    assert!(!crowd.finished());
}

#[test]
fn a_unit_that_is_set_elsewhere_stands_still_there_and_keeps_its_goal_if_it_was_told_one() {
    let place = |at| Goal::Point { at, radius: 0.5, own: false };
    let goal = Goal::Point { at: at(20.0, 0.0), radius: 0.5, own: true };
    for (order, expected, phase) in [
        (None, place(at(7.0, 7.0)), Phase::Standing),
        (Some(Order::go(at(20.0, 0.0))), goal, Phase::Walking),
        (Some(Order::stop()), place(at(0.0, 0.0)), Phase::Standing),
    ] {
        let (mut crowd, units) = crowd_at(&[(0.0, 0.0)]);
        if let Some(order) = order {
            crowd.order(&units, order).unwrap();
            crowd.carry_out();
        }
        crowd.state.units.velocity[0] = Vec2::new(1.0, 2.0);
        crowd.change(units[0], UnitChange { position: Some(at(7.0, 7.0)), ..UnitChange::default() }).unwrap();
        crowd.carry_out();
        let units = &crowd.state.units;
        assert_eq!((units.position[0], units.previous[0]), (at(7.0, 7.0), at(7.0, 7.0)));
        assert_eq!((units.velocity[0], crowd.orders[0].anchor), (Vec2::zeros(), at(7.0, 7.0)));
        assert_eq!((units.goal[0], units.phase[0]), (expected, phase));
    }
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0)]);
    crowd.state.units.phase[0] = Phase::Settling;
    crowd.change(units[0], UnitChange { position: Some(at(7.0, 7.0)), ..UnitChange::default() }).unwrap();
    crowd.carry_out();
    assert_eq!(crowd.state.units.phase[0], Phase::Standing, "it was still settling");
}

/// They may overlap it by a tenth of their radius: 0.45 m.
#[test]
fn units_are_in_the_place_of_a_wall_that_they_overlap_by_more_than_a_tenth() {
    let (crowd, _) = crowd_at(&[(-1.44, 0.0), (1.46, 0.0), (0.0, 0.0), (0.0, 1.44)]);
    assert_eq!(crowd.slots_in(&square(0.0, 0.0)), [0, 2, 3]);
}

#[test]
fn a_tick_without_units_that_come_or_go_renumbers_nothing() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (5.0, 0.0), (9.0, 0.0)]);
    crowd.order(&units[..1], Order::stop()).unwrap();
    crowd.carry_out();
    assert_eq!(crowd.body_changes().renumbering, None);
    crowd.remove(units[1]).unwrap();
    let new = crowd.spawn(Start { position: at(0.0, 9.0), ..Start::default() }).unwrap();
    let gone = crowd.spawn(Start { position: at(0.0, -9.0), ..Start::default() }).unwrap();
    crowd.remove(gone).unwrap();
    crowd.events.clear();
    crowd.carry_out();
    let renumbering = crowd.body_changes().renumbering.clone().unwrap();
    assert_eq!((renumbering.before, renumbering.kept, renumbering.added), (3, vec![0, 2], 1));
    assert_eq!(crowd.ids(), [units[0], units[2], new]);
    assert_eq!(crowd.events(), [units[1], gone].map(|unit| Event::Removed { unit }));
}

/// What is kept by slot goes along: memory of orders, decisions, phases.
#[test]
fn units_keep_what_is_theirs_when_an_earlier_one_is_removed() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (5.0, 0.0), (9.0, 9.0)]);
    let slots = Slots::Points { points: vec![at(5.0, 20.0)], facing: Some(1.0) };
    let order = crowd.order(&units[1..2], Order::form(slots)).unwrap();
    (0..30).for_each(|_| crowd.tick());
    let before = (crowd.state.units.clone(), crowd.decisions[1].decision, crowd.motions().force[1]);
    crowd.state.recall.turning[1] = Some(Side::Left);
    let preferred = crowd.state.recall.preferred[1];
    assert!(preferred.norm() > 1.0);
    crowd.remove(units[0]).unwrap();
    crowd.carry_out();
    let recall = &crowd.state.recall;
    assert_eq!((recall.preferred[0], &recall.turning[..]), (preferred, &[Some(Side::Left), None][..]));
    let now = &crowd.state.units;
    assert_eq!((now.len(), crowd.slot(units[1])), (2, Some(0)));
    assert_eq!((now.position[0], now.velocity[0]), (before.0.position[1], before.0.velocity[1]));
    assert_eq!((now.heading[0], now.goal[0]), (before.0.heading[1], before.0.goal[1]));
    assert_eq!((now.phase[0], now.phase[1]), (Phase::Walking, Phase::Standing));
    assert_eq!((crowd.decisions[0].decision, crowd.motions().force[0]), (before.1, before.2));
    assert_eq!(crowd.order_of(units[1]), Some((order, 0)));
    assert_eq!(crowd.state.courses.desired[0].y, 1.0, "it heads north");
}

/// Only the first unit of a crowd lets it look for gates again.
#[test]
fn a_unit_that_comes_along_lets_the_others_remember_their_turns() {
    let mut crowd = Crowd::new(door(), 1);
    (0..60).for_each(|_| crowd.tick());
    let turns = format!("{:?}", crowd.state.traffic.turns());
    assert_eq!(crowd.state.traffic.passages().map(|passages| passages.gates().len()), Some(1));
    crowd.spawn(walker((-20.0, 8.5), (-24.0, 8.5))).unwrap();
    crowd.carry_out();
    assert_eq!(format!("{:?}", crowd.state.traffic.turns()), turns);
    assert!(crowd.state.traffic.passages().is_some());
}

#[test]
fn a_crowd_says_how_many_threads_it_has() {
    let (mut crowd, _) = crowd_at(&[]);
    for (threads, expected) in [(3, 3), (1, 1)] {
        crowd.set_threads(threads);
        assert_eq!(crowd.threads(), expected);
    }
}

/// 10 m without the goal's radius of 1 m, and 6 m without two radii and a gap of 2 m.
#[test]
fn the_path_left_ends_at_the_goal() {
    let (mut crowd, units) = crowd_at(&[(0.0, 0.0), (0.0, 6.0)]);
    let disc = super::super::Destination::Disc { at: at(10.0, 0.0), radius: 1.0 };
    crowd.order(&units[..1], Order::go_to(disc)).unwrap();
    crowd.carry_out();
    assert!((crowd.path_left(0) - 9.0).abs() < 1e-5, "{}", crowd.path_left(0));
    crowd.order(&units[..1], Order::follow(units[1], 2.0)).unwrap();
    crowd.carry_out();
    assert!((crowd.path_left(0) - 3.0).abs() < 1e-5, "{}", crowd.path_left(0));
    assert_eq!(crowd.paths_left(), [crowd.path_left(0), 0.0]);
}
