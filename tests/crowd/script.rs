//! Scripts: orders, doors and streams of a layout.

use super::common::*;
use proptest::prelude::*;
use sidestep::crowd::{
    Destination, DoorSwitch, Event, GroupTask, IfOccupied, NewWall, Order, Progress, Script, ScriptDoor,
    Slots, Stream, StreamGoal, TimedOrder, UnitId,
};
use sidestep::geometry::Wall;
use sidestep::navigation::Goal;
use sidestep::types::{DT, Point, Vec2};
use sidestep::world::{Layout, Phase, Start, World};

fn goal(x: f32, y: f32) -> Goal {
    Goal::Point { at: Point::new(x, y), radius: 0.5, own: false }
}

/// A unit of a group that stands but can move.
fn member(x: f32, y: f32, group: u16) -> Start {
    Start { group, goal: goal(x, y), ..unit(x, y, 0) }
}

fn scripted(starts: Vec<Start>, walls: Vec<Wall>, script: Script) -> World {
    let groups = vec!["red".into(), "blue".into()];
    World::new(Layout { starts, groups, script, ..ground(walls) }, 1)
}

fn order(at: f32, group: u16, task: GroupTask) -> TimedOrder {
    TimedOrder { at, group, task, facing: None, queued: false, together: false }
}

fn go(x: f32, y: f32) -> GroupTask {
    GroupTask::Go(Destination::Point(Point::new(x, y)))
}

fn stream(every: f32, until: Option<f32>) -> Stream {
    Stream {
        every,
        from: 0.0,
        until,
        area: rect((-30.0, -5.0), (-26.0, 5.0)),
        unit: unit(0.0, 0.0, 0),
        goal: StreamGoal::Same(goal(0.0, 0.0)),
    }
}

#[test]
fn orders_take_effect_in_their_tick_and_before_commands() {
    let starts = vec![member(-5.0, 0.0, 0), member(-5.0, 5.0, 0), member(5.0, 0.0, 1), unit(9.0, 9.0, 0)];
    let orders = vec![order(0.5, 0, go(10.0, 0.0)), order(1.0, 0, GroupTask::Hold)];
    let mut world = scripted(starts, Vec::new(), Script { orders, ..Script::default() });
    let ids: Vec<UnitId> = world.ids().to_vec();
    let ordered = |world: &World| ids.iter().map(|id| world.order_of(*id).is_some()).collect::<Vec<_>>();
    ticks(&mut world, 30);
    assert_eq!(ordered(&world), [false; 4]);
    assert!(world.arrived() == world.walkers() && !world.finished(), "an order is left");
    // In the same tick as the script's order, and after it.
    world.order(&ids[..1], Order::stop()).unwrap();
    ticks(&mut world, 1);
    assert_eq!(ordered(&world), [true, true, false, false], "an obstacle of the group has no order");
    assert_eq!(world.progress(ids[0]), Some(Progress::Idle));
    assert_eq!(world.progress(ids[1]), Some(Progress::Walking));
    ticks(&mut world, 29);
    assert_eq!(world.progress(ids[1]), Some(Progress::Walking));
    ticks(&mut world, 1);
    assert_eq!((world.progress(ids[1]), world.finished()), (Some(Progress::Idle), true));
}

#[test]
fn a_group_queues_patrols_faces_and_follows() {
    let starts = vec![member(-5.0, 0.0, 0), member(5.0, 0.0, 1), member(6.5, 0.0, 1)];
    let boxed = GroupTask::Go(Destination::Slots(Slots::boxed(Point::new(5.0, 5.0), 0.0, 1.5)));
    let orders = vec![
        order(0.0, 0, go(-5.0, 5.0)),
        TimedOrder { queued: true, facing: Some(1.5), ..order(0.0, 0, boxed) },
        order(0.0, 1, GroupTask::Follow { group: 0, gap: 0.5 }),
        order(20.0, 1, GroupTask::Patrol(vec![Point::new(9.0, 9.0), Point::new(9.0, -9.0)])),
        order(20.0, 0, GroupTask::Follow { group: 7, gap: 0.5 }),
    ];
    let mut world = scripted(starts, Vec::new(), Script { orders, ..Script::default() });
    let ids: Vec<UnitId> = world.ids().to_vec();
    let passed = events(&mut world, 400);
    assert!(passed.iter().any(|event| matches!(event, Event::Passed { unit, .. } if *unit == ids[0])));
    assert!((at(&world, ids[0]) - Point::new(5.0, 5.0)).norm() < 0.6);
    assert!((world.units().heading[0] - 1.5).abs() < 0.01);
    let gap = |id| (at(&world, ids[0]) - at(&world, id)).norm() - 1.0;
    assert!(ids[1..].iter().all(|id| gap(*id) < 3.0), "{} {}", gap(ids[1]), gap(ids[2]));
    ticks(&mut world, 1200);
    assert!(!world.finished(), "a patrol does not end");
    assert_eq!(world.units().phase[0], Phase::Standing, "there is no group 7 to follow");
}

fn gate(open: bool, if_occupied: IfOccupied) -> ScriptDoor {
    let shape = Wall::Box(rect((-0.5, -2.0), (0.5, 2.0)));
    ScriptDoor { name: "gate".into(), wall: NewWall { is_open: open, if_occupied, ..NewWall::door(shape) } }
}

#[test]
fn doors_open_and_shut_at_their_time() {
    for if_occupied in [IfOccupied::Clear, IfOccupied::Refuse, IfOccupied::Evict] {
        let walker = |y: f32| Start { goal: goal(10.0, y), ..unit(-20.0, y, 0) };
        // At 2 s, the first unit stands in the gate.
        let starts = vec![member(0.0, 0.0, 1), walker(1.0), walker(-1.0)];
        let doors = vec![gate(true, if_occupied)];
        let switch = |at: f32, open: bool| DoorSwitch { at, door: 0, open };
        let switches = vec![switch(1.0, false), switch(5.0, true)];
        let orders = vec![order(2.0, 1, go(0.0, 8.0))];
        let mut world = scripted(starts, gap(4.0), Script { doors, switches, orders, ..Script::default() });
        let stands = |world: &World| world.walls().iter().filter(|wall| wall.stands()).count();
        assert_eq!((stands(&world), world.layout().walls.len()), (3, 3), "{if_occupied:?}");
        ticks(&mut world, 61);
        let expected = if if_occupied == IfOccupied::Evict { 4 } else { 3 };
        assert_eq!(stands(&world), expected, "{if_occupied:?}: the place is taken at first");
        ticks(&mut world, 180);
        assert_eq!((stands(&world), world.layout().walls.len()), (4, 4), "{if_occupied:?}");
        assert!(world.units().position[1].x < 0.0 && !world.finished(), "{if_occupied:?}");
        assert_eq!(world.layout_at_start().walls.len(), 3, "{if_occupied:?}");
        ticks(&mut world, 420);
        assert!(world.finished() && world.units().position[1].x > 9.0, "{if_occupied:?}");
    }
}

#[test]
fn a_door_that_is_shut_at_the_start_is_a_wall() {
    let script = Script { doors: vec![gate(false, IfOccupied::Clear)], ..Script::default() };
    let world = scripted(vec![member(-5.0, 0.0, 0)], gap(4.0), script);
    assert_eq!((world.layout().walls.len(), world.layout_at_start().walls.len()), (4, 3));
    let again = World::new(world.layout_at_start(), 1);
    assert_eq!((again.walls().len(), again.layout()), (4, world.layout()));
}

#[test]
fn a_stream_brings_units_that_leave_at_their_goal() {
    let script = Script { streams: vec![stream(0.5, Some(10.0))], ..Script::default() };
    let mut world = scripted(vec![member(0.0, 20.0, 0)], Vec::new(), script);
    let (mut most, mut removed) = (0, 0);
    while !world.finished() && world.time() < 60.0 {
        world.tick();
        removed += world.events().iter().filter(|event| matches!(event, Event::Removed { .. })).count();
        most = most.max(world.units().len());
        let expected = ((world.ticks() - 1) / 30 + 1).min(20) as usize;
        assert_eq!(world.units().len() - 1 + removed, expected, "tick {}", world.ticks());
        let inside = |p: &Point| (-30.0..=-26.0).contains(&p.x) && p.y.abs() <= 5.0;
        let newest = world.units().position[world.units().len() - 1];
        assert!(!world.ticks().is_multiple_of(30) || expected == 20 || newest.x < -20.0);
        assert!(world.ticks() > 1 || inside(&newest));
    }
    assert!(world.finished() && (8..18).contains(&most), "{most} units at most, {} s", world.time());
    ticks(&mut world, 1);
    assert_eq!(world.units().len(), 1);
}

#[test]
fn units_wait_until_there_is_room_for_them() {
    let walls = vec![Wall::Box(rect((-28.0, -6.0), (-20.0, 6.0)))];
    let blocked = Stream { area: rect((-27.0, -1.0), (-26.0, 1.0)), ..stream(0.1, Some(1.0)) };
    // Room for one unit; it leaves at 2 s.
    let one = rect((10.0, 10.0), (10.0, 10.0));
    let endless = Stream {
        area: one,
        goal: StreamGoal::Image {
            turn: nalgebra::Matrix2::identity(),
            shift: Vec2::new(9.0, 0.0),
            radius: 0.5,
        },
        ..stream(0.1, None)
    };
    let script = Script { streams: vec![blocked, endless], ..Script::default() };
    let orders = vec![order(2.0, 1, go(10.0, 20.0))];
    let mut world = scripted(vec![member(10.0, 10.0, 1)], walls, Script { orders, ..script });
    ticks(&mut world, 121);
    assert_eq!(world.units().len(), 1);
    ticks(&mut world, 300);
    assert!(world.units().len() > 3 && !world.finished());
    let heads_east = |slot: usize| world.units().goal[slot].point() == Some(Point::new(19.0, 10.0));
    assert!((1..world.units().len()).all(heads_east));
}

#[test]
fn units_of_a_stream_pursue_a_unit_and_take_orders() {
    let follows = StreamGoal::Same(Goal::Unit { index: 0, gap: 0.2 });
    let unit = Start { group: 1, ..unit(0.0, 0.0, 0) };
    let streams = vec![Stream { goal: follows, unit, ..stream(1.0, Some(4.0)) }];
    let orders = vec![order(5.0, 1, GroupTask::Stop), order(20.0, 1, go(30.0, 0.0))];
    let mut world =
        scripted(vec![member(0.0, 0.0, 0)], Vec::new(), Script { streams, orders, ..Script::default() });
    ticks(&mut world, 900);
    assert_eq!(world.units().len(), 5, "units that were told to stop stay");
    ticks(&mut world, 1500);
    assert_eq!((world.units().len(), world.finished()), (1, true), "at the goal of the order, they leave");
}

/// A crowded field with a door, orders for both groups, and two streams.
fn busy(threads: usize) -> World {
    let starts: Vec<Start> = (0..60)
        .map(|k| {
            let (x, y) = ((k / 10) as f32 * 1.5, (k % 10) as f32 * 1.5 - 7.0);
            let side = if k < 30 { -1.0 } else { 1.0 };
            Start {
                group: u16::from(k >= 30),
                goal: goal(side * -20.0, y),
                ..unit(side * (12.0 + x % 6.0), y, 0)
            }
        })
        .collect();
    let retreat = GroupTask::Go(Destination::Slots(Slots::boxed(Point::new(-20.0, 0.0), 3.0, 1.5)));
    let script = Script {
        doors: vec![gate(true, IfOccupied::Clear)],
        switches: vec![
            DoorSwitch { at: 3.0, door: 0, open: false },
            DoorSwitch { at: 6.0, door: 0, open: true },
        ],
        orders: vec![order(4.0, 0, retreat), order(7.0, 1, GroupTask::Follow { group: 0, gap: 1.0 })],
        streams: vec![
            stream(0.25, None),
            Stream { from: 1.0, area: rect((20.0, 8.0), (30.0, 20.0)), ..stream(0.4, Some(5.0)) },
        ],
    };
    let groups = vec!["red".into(), "blue".into()];
    World::new(Layout { starts, groups, script, seed: 3, ..ground(gap(4.0)) }, threads)
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let run = |threads: usize| {
        let mut world = busy(threads);
        (0..9)
            .map(|_| {
                ticks(&mut world, 60);
                (world.units().len(), world.state_hash())
            })
            .collect::<Vec<_>>()
    };
    let one = run(1);
    assert!(one.last().unwrap().0 > 70, "{one:?}");
    assert_eq!(one, run(2));
    assert_eq!(one, run(3));
}

fn any_point() -> impl Strategy<Value = Point> {
    (-45.0_f32..45.0, -35.0_f32..35.0).prop_map(|(x, y)| Point::new(x, y))
}

fn any_task() -> impl Strategy<Value = GroupTask> {
    prop_oneof![
        any_point().prop_map(|at| GroupTask::Go(Destination::Point(at))),
        (any_point(), -1.0_f32..4.0).prop_map(|(at, radius)| GroupTask::Go(Destination::Disc { at, radius })),
        (any_point(), -9.0_f32..9.0, 0.0_f32..4.0).prop_map(|(at, facing, spacing)| GroupTask::Go(
            Destination::Slots(Slots::boxed(at, facing, spacing))
        )),
        (0_u16..4, -1.0_f32..3.0).prop_map(|(group, gap)| GroupTask::Follow { group, gap }),
        prop::collection::vec(any_point(), 0..3).prop_map(GroupTask::Patrol),
        Just(GroupTask::Stop),
        Just(GroupTask::Hold),
    ]
}

fn any_order() -> impl Strategy<Value = TimedOrder> {
    (-1.0_f32..4.0, 0_u16..4, any_task(), any::<bool>(), any::<bool>()).prop_map(
        |(at, group, task, queued, together)| TimedOrder { queued, together, ..order(at, group, task) },
    )
}

fn any_goal() -> impl Strategy<Value = StreamGoal> {
    prop_oneof![
        any_point().prop_map(|at| StreamGoal::Same(goal(at.x, at.y))),
        (0_u32..9).prop_map(|index| StreamGoal::Same(Goal::Unit { index, gap: 0.1 })),
        Just(StreamGoal::Same(Goal::Roam)),
        Just(StreamGoal::Same(Goal::Stand)),
        (-9.0_f32..9.0, -9.0_f32..9.0).prop_map(|(x, y)| StreamGoal::Image {
            turn: nalgebra::Matrix2::new(-1.0, 0.0, 0.0, 1.0),
            shift: Vec2::new(x, y),
            radius: 0.5
        }),
    ]
}

fn any_stream() -> impl Strategy<Value = Stream> {
    let area = (any_point(), 0.0_f32..9.0, 0.0_f32..9.0)
        .prop_map(|(at, x, y)| rect((at.x, at.y), (at.x + x, at.y + y)));
    (0.0_f32..1.0, -1.0_f32..2.0, prop::option::of(0.0_f32..4.0), area, any_goal(), 0_u16..4).prop_map(
        |(every, from, until, area, goal, group)| {
            let unit = Start { group, ..unit(0.0, 0.0, 0) };
            Stream { every, from, until, area, unit, goal }
        },
    )
}

fn any_script() -> impl Strategy<Value = Script> {
    let door = (any_point(), 0.1_f32..6.0, any::<bool>(), 0_usize..3).prop_map(|(at, size, open, how)| {
        let shape = Wall::Box(rect((at.x, at.y), (at.x + size, at.y + size)));
        let if_occupied = [IfOccupied::Clear, IfOccupied::Refuse, IfOccupied::Evict][how];
        let wall = NewWall { is_open: open, if_occupied, ..NewWall::door(shape) };
        ScriptDoor { name: "door".into(), wall }
    });
    let switch =
        (-1.0_f32..4.0, 0_usize..4, any::<bool>()).prop_map(|(at, door, open)| DoorSwitch { at, door, open });
    (
        prop::collection::vec(door, 0..3),
        prop::collection::vec(switch, 0..5),
        prop::collection::vec(any_order(), 0..6),
        prop::collection::vec(any_stream(), 0..4),
    )
        .prop_map(|(doors, switches, orders, streams)| Script { doors, switches, orders, streams })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn any_script_runs(script in any_script(), removed in prop::collection::vec((0_usize..200, 0_usize..30), 0..8)) {
        let starts: Vec<Start> = (0..12)
            .map(|k| member(-12.0 + 2.0 * k as f32, (k % 3) as f32 * 2.0, u16::from(k % 2 == 0)))
            .collect();
        let mut world = scripted(starts, gap(4.0), script);
        for tick in 0..240 {
            for (_, unit) in removed.iter().filter(|(at, _)| *at == tick) {
                if let Some(unit) = world.ids().get(*unit).copied() {
                    let _ = world.remove(unit);
                }
            }
            world.tick();
            let units = world.units();
            prop_assert!(units.position.iter().all(|p| p.x.is_finite() && p.y.is_finite()));
            prop_assert_eq!(units.len(), world.ids().len());
        }
        prop_assert!((world.time() - 240.0 * DT).abs() < 1e-3);
    }
}
