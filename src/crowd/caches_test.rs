//! Whatever the commands, everything that is kept about a crowd is that of one made afresh.

use super::super::command::{Command, IfOccupied, NewWall, UnitChange};
use super::super::crowd::Crowd;
use super::super::ids::{UnitId, WallId};
use super::super::layout::Layout;
use super::super::order::Order;
use super::super::perceive::Perception;
use super::super::shared_goals::SharedGoals;
use super::super::start::Start;
use super::super::test_layouts::steered;
use crate::geometry::Wall;
use crate::navigation::passages::Passages;
use crate::navigation::{Clearance, Goal, Navigator};
use crate::neighbours::{KdTree, Near};
use crate::steering::schedule::Due;
use crate::traffic::Traffic;
use crate::types::{Point, Rect, Vec2};
use crate::workers::Workers;
use proptest::prelude::*;

/// A command whose units and walls are picked among those that there were.
#[derive(Debug, Clone)]
enum Draft {
    Spawn((f32, f32), f32),
    Remove(usize),
    Order(usize, usize),
    Move(usize, (f32, f32)),
    Resize(usize, f32),
    Wall((f32, f32), (f32, f32), IfOccupied),
    Door((f32, f32), bool),
    RemoveWall(usize),
    Switch(usize, bool),
    Ticks(usize),
}

fn at() -> impl Strategy<Value = (f32, f32)> {
    (-14.0_f32..14.0, -9.0_f32..9.0)
}

fn draft() -> impl Strategy<Value = Draft> {
    let how = prop_oneof![Just(IfOccupied::Refuse), Just(IfOccupied::Clear), Just(IfOccupied::Evict)];
    prop_oneof![
        3 => (at(), 0.3_f32..0.6).prop_map(|(at, radius)| Draft::Spawn(at, radius)),
        1 => any::<usize>().prop_map(Draft::Remove),
        3 => (any::<usize>(), any::<usize>()).prop_map(|(unit, goal)| Draft::Order(unit, goal)),
        1 => (any::<usize>(), at()).prop_map(|(unit, at)| Draft::Move(unit, at)),
        1 => (any::<usize>(), 0.3_f32..0.8).prop_map(|(unit, radius)| Draft::Resize(unit, radius)),
        2 => (at(), (0.5_f32..5.0, 0.5_f32..5.0), how).prop_map(|(at, size, how)| Draft::Wall(at, size, how)),
        1 => (at(), any::<bool>()).prop_map(|(at, open)| Draft::Door(at, open)),
        1 => any::<usize>().prop_map(Draft::RemoveWall),
        2 => (any::<usize>(), any::<bool>()).prop_map(|(wall, open)| Draft::Switch(wall, open)),
        3 => (1_usize..40).prop_map(Draft::Ticks),
    ]
}

fn rect((x, y): (f32, f32), (width, height): (f32, f32)) -> Rect {
    Rect { min: Point::new(x, y), max: Point::new(x + width, y + height) }
}

/// A crowd without units in a closed room with a wall that leaves a gap.
fn crowd() -> Crowd {
    let mut layout = steered(Layout::new(Vec::new()), "lanes");
    layout.bounds = rect((-16.0, -11.0), (32.0, 22.0));
    layout.groups = vec!["all".to_string()];
    let sides = [((-17.0, -12.0), (34.0, 1.0)), ((-17.0, 11.0), (34.0, 1.0))];
    let sides = sides.into_iter().chain([((-0.5, -11.0), (1.0, 9.0)), ((-0.5, 1.0), (1.0, 10.0))]);
    layout.walls = sides.map(|(at, size)| Wall::Box(rect(at, size))).collect();
    Crowd::new(layout, 1)
}

/// Gives a command, which may be refused.
fn give(crowd: &mut Crowd, draft: &Draft, units: &mut Vec<UnitId>, walls: &mut Vec<WallId>) {
    // Few goals, each of which has a field of its own.
    let goals = [(-12.0, 7.0), (12.0, -8.0), (11.0, 8.0), (-10.0, -6.0)].map(|(x, y)| Point::new(x, y));
    let unit = |pick: usize| units.get(pick % units.len().max(1)).copied();
    let wall = |pick: usize| walls.get(pick % walls.len().max(1)).copied();
    let door = |at, is_open| NewWall { is_open, ..NewWall::door(Wall::Box(rect(at, (1.0, 3.0)))) };
    let point = |(x, y): (f32, f32)| Point::new(x, y);
    let command = match draft.clone() {
        Draft::Spawn(at, radius) => {
            Some(Command::Spawn(Start { position: point(at), radius, ..Start::default() }))
        }
        Draft::Remove(pick) => unit(pick).map(Command::Remove),
        Draft::Order(pick, goal) => unit(pick)
            .map(|unit| Command::Order { units: vec![unit], order: Order::go(goals[goal % goals.len()]) }),
        Draft::Move(pick, at) => unit(pick).map(|unit| {
            let change = UnitChange {
                position: Some(point(at)),
                push: Some(Vec2::new(1.0, 0.0)),
                ..UnitChange::default()
            };
            Command::Change { unit, change }
        }),
        Draft::Resize(pick, radius) => unit(pick).map(|unit| Command::Change {
            unit,
            change: UnitChange { radius: Some(radius), ..UnitChange::default() },
        }),
        Draft::Wall(at, size, if_occupied) => {
            Some(Command::AddWall(NewWall { if_occupied, ..NewWall::new(Wall::Box(rect(at, size))) }))
        }
        Draft::Door(at, open) => Some(Command::AddWall(door(at, open))),
        Draft::RemoveWall(pick) => wall(pick).map(Command::RemoveWall),
        Draft::Switch(pick, open) => wall(pick).map(|wall| Command::Door { wall, open }),
        Draft::Ticks(count) => {
            (0..count).for_each(|_| crowd.tick());
            None
        }
    };
    match command.map(|command| crowd.apply(command)) {
        Some(Ok(super::super::command::Made::Unit(unit))) => units.push(unit),
        Some(Ok(super::super::command::Made::Wall(wall))) => walls.push(wall),
        _ => {}
    }
}

/// The ground, the walls, the goals and the neighbours are those that are found afresh.
fn assert_true(crowd: &Crowd) {
    let state = &crowd.state;
    let closed = state.placed_walls.closed();
    assert_eq!(state.layout.walls, closed);
    assert_eq!(state.walls.segments(), closed.iter().flat_map(Wall::outline).collect::<Vec<_>>());
    assert_eq!(crowd.ids.all().len(), state.units.len());
    for size in state.navigator.sizes() {
        let fresh = Clearance::new(&closed, state.layout.bounds, size);
        assert_eq!(state.navigator.clearance(size).map(|own| &**own), fresh.as_ref(), "{size} m");
    }
    let goals = SharedGoals::new(&state.units.goal);
    for (a, b) in (0..state.units.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
        assert_eq!(crowd.shared_goals.same(a, b), goals.same(a, b), "units {a} and {b}");
    }
    let mut now = crowd.clone();
    now.think(Due::All, &mut |_, run| run());
    let (mut tree, mut afresh) = (KdTree::with_slack(0.0), Perception::new(state.units.len()));
    tree.rebuild(&state.units.position);
    super::super::perceive::perceive(&crowd.state, &tree, &mut afresh, Due::All, Workers::default());
    for (known, fresh) in now.perception.chunks.iter().zip(&afresh.chunks) {
        let ids = |near: &[Near]| near.iter().map(|near| near.id()).collect::<Vec<_>>();
        assert_eq!((ids(&known.near), &known.ends), (ids(&fresh.near), &fresh.ends));
    }
}

/// The gates that are found at once by a copy.
fn gates_afresh(crowd: &Crowd) -> Option<Passages> {
    let mut fresh = crowd.clone();
    fresh.state.traffic = Traffic::new(fresh.state.units.len());
    fresh.tick();
    fresh.passages().cloned()
}

/// The fields are complete, and those that are found afresh.
fn assert_settled(crowd: &Crowd) {
    let (state, area) = (&crowd.state, crowd.state.layout.bounds);
    for size in state.navigator.sizes() {
        let is_member =
            |slot: &usize| state.navigator.clearance_of(*slot).is_some_and(|own| own.radius() == size);
        let members: Vec<usize> = (0..state.units.len()).filter(is_member).collect();
        let goals: Vec<Goal> = members.iter().map(|slot| state.units.goal[*slot]).collect();
        let positions: Vec<Point> = members.iter().map(|slot| state.units.position[*slot]).collect();
        let radii = vec![size; members.len()];
        let afresh = Navigator::new(area, &state.layout.walls, goals, &positions, &radii, &[]);
        for (k, slot) in members.into_iter().enumerate() {
            let (known, own) = (state.navigator.potential(slot), afresh.potential(k));
            if let (Some((_, known)), Some((_, own))) = (known, own) {
                assert_eq!(known, own, "the field of unit {slot}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn after_any_commands_all_that_is_kept_is_as_if_made_afresh(drafts in prop::collection::vec(draft(), 1..40)) {
        let mut crowd = crowd();
        let (mut units, mut walls) = (Vec::new(), Vec::new());
        for draft in &drafts {
            give(&mut crowd, draft, &mut units, &mut walls);
            if matches!(draft, Draft::Ticks(_)) {
                assert_true(&crowd);
            }
        }
        crowd.tick();
        // Gates are found again for the units that are there when walls change.
        crowd.state.traffic.change_walls();
        let gates = gates_afresh(&crowd);
        (0..300).for_each(|_| crowd.tick());
        assert_true(&crowd);
        assert_settled(&crowd);
        if gates.is_some() {
            prop_assert!(crowd.passages().cloned() == gates, "other gates");
        }
    }

    /// Units that are spawned and removed again leave a crowd as it would be without them.
    #[test]
    fn a_crowd_that_was_built_by_commands_is_that_of_a_layout(
        places in prop::collection::vec((at(), any::<bool>()), 1..12),
    ) {
        let start = |(x, y): (f32, f32)| {
            let goal = Goal::Point { at: Point::new(-x, -y), radius: 0.5, own: true };
            Start { position: Point::new(x, y), goal, ..Start::default() }
        };
        let kept: Vec<Start> = places.iter().filter(|(_, stays)| *stays).map(|(at, _)| start(*at)).collect();
        let mut layout = steered(Layout::new(Vec::new()), "lanes");
        layout.bounds = rect((-16.0, -11.0), (32.0, 22.0));
        layout.groups = vec!["all".to_string()];
        let mut built = Crowd::new(layout.clone(), 1);
        let mut leaving = Vec::new();
        for (at, stays) in &places {
            let unit = built.spawn(start(*at)).unwrap();
            leaving.extend((!stays).then_some(unit));
        }
        leaving.into_iter().for_each(|unit| built.remove(unit).unwrap());
        let mut made = Crowd::new(Layout { starts: kept, ..layout }, 1);
        for _ in 0..60 {
            built.tick();
            made.tick();
        }
        prop_assert_eq!(built.state_hash(), made.state_hash());
    }
}

/// A crowd that is stored while gates are looked for finds the same ones in the same tick.
#[test]
fn a_search_for_gates_goes_on_after_a_snapshot() {
    let mut crowd = crowd();
    let layout = crowd.layout().clone();
    for i in 0..6 {
        let position = Point::new(-10.0, 1.5 * i as f32 - 4.0);
        let unit = crowd.spawn(Start { position, ..Start::default() }).unwrap();
        crowd.order(&[unit], Order::go(Point::new(12.0, 6.0))).unwrap();
    }
    (0..30).for_each(|_| crowd.tick());
    let before = crowd.passages().cloned();
    crowd.add_wall(NewWall::new(Wall::Box(rect((-0.5, -0.5), (1.0, 1.5))))).unwrap();
    (0..3).for_each(|_| crowd.tick());
    assert!(crowd.passages().cloned() == before, "the gates before count");
    let mut restored = Crowd::restore(layout, &crowd.snapshot().unwrap(), 1).unwrap();
    for _ in 0..120 {
        crowd.tick();
        restored.tick();
        assert_eq!(crowd.state_hash(), restored.state_hash());
        assert!(crowd.passages() == restored.passages());
    }
    let gates = crowd.passages().unwrap().gates();
    assert!(gates.len() == 1 && gates[0].width < before.unwrap().gates()[0].width - 1.0, "{gates:?}");
}
