use super::super::test_walks::{RADIUS, TestWalk, rect};
use super::*;
use crate::geometry::Wall;
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
            RADIUS,
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
