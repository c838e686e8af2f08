//! More goals than there are fields for.

use super::super::goal::Goal;
use super::Navigator;
use crate::geometry::Wall;
use crate::math;
use crate::types::{Point, Rect, Vec2};

/// A map on which eight fields fit, with the larger units that come later.
const SIDE: f32 = 124.0;
const LATER: [f32; 3] = [0.9, 1.7, 3.3];
const LANES: usize = 14;

/// Long walls from north to south, with lanes between them that are open at the southern end.
fn lanes() -> (Rect, Vec<Wall>) {
    let area = Rect { min: Point::origin(), max: Point::new(SIDE, SIDE) };
    let wall = |k: usize| {
        let x = 4.0 + 8.0 * k as f32;
        Wall::Box(Rect { min: Point::new(x, 10.0), max: Point::new(x + 1.0, SIDE) })
    };
    let northern = Wall::Box(Rect { min: Point::new(0.0, SIDE), max: Point::new(SIDE, SIDE + 1.0) });
    (area, (0..=LANES).map(wall).chain([northern]).collect())
}

fn in_lane(k: usize, y: f32) -> Point {
    Point::new(8.5 + 8.0 * k as f32, y)
}

fn goal(at: Point) -> Goal {
    Goal::Point { at, radius: 0.5, own: false }
}

/// From the end of each lane to the end of the fifth one after it.
fn across() -> (Vec<Goal>, Vec<Point>) {
    (0..LANES).map(|k| (goal(in_lane((k + 5) % LANES, SIDE - 10.0)), in_lane(k, SIDE - 10.0))).unzip()
}

/// How far unit `id` walks until it is at its goal, m. None if that is far longer than its shortest path.
fn walked(navigator: &mut Navigator, id: usize, goals: &[Goal], at: &mut [Point]) -> Option<f32> {
    let aim = goals[id].aim(at)?;
    let (most, mut length) = (1.1 * shortest(at[id], aim), 0.0);
    while length < most {
        if (aim - at[id]).norm() < 1.0 {
            return Some(length);
        }
        navigator.grow(at);
        let heading = navigator.heading(id, at[id], &goals[id], at)?;
        let leg = (heading.aim - at[id]).norm().min(1.0);
        at[id] += math::normalize(heading.aim - at[id]) * leg;
        length += leg.max(0.01);
    }
    None
}

fn shortest(from: Point, to: Point) -> f32 {
    // Round the southern ends of the walls.
    (from.y - 10.0) + (to.y - 10.0) + (from.x - to.x).abs()
}

/// How far each unit walks, m.
fn all_arrive(navigator: &mut Navigator, goals: &[Goal], at: &[Point]) -> Vec<f32> {
    let fields = &navigator.classes[usize::from(navigator.class[0])].fields;
    assert!(
        fields.iter().any(|field| field.stays_rough()) && fields.iter().any(|field| !field.stays_rough())
    );
    let walk = |id: usize| {
        let (mut now, from) = (at.to_vec(), at[id]);
        let to = goals[id].aim(at).unwrap();
        let length = walked(navigator, id, goals, &mut now);
        let length = length.unwrap_or_else(|| panic!("unit {id} is at {}, not at {to}", now[id]));
        assert!(length < 1.02 * shortest(from, to), "unit {id} walks {length} m");
        length
    };
    (0..LANES).map(walk).collect()
}

#[test]
fn every_unit_comes_to_its_own_goal() {
    let ((area, walls), (goals, at)) = (lanes(), across());
    let radii = vec![0.5; LANES];
    let mut navigator = Navigator::new(area, &walls, goals.clone(), &at, &radii, &LATER);
    for id in 0..LANES {
        let (length, to) =
            (navigator.path_length(id, at[id], 0.5, &goals[id], &at), goals[id].aim(&at).unwrap());
        let ratio = length / shortest(at[id], to);
        assert!((0.96..1.02).contains(&ratio), "unit {id}: {length} m before the first tick");
    }
    all_arrive(&mut navigator, &goals, &at);
}

#[test]
fn orders_to_many_goals_are_carried_out_also_after_a_restore() {
    let ((area, walls), (goals, at)) = (lanes(), across());
    let radii = vec![0.5; LANES];
    let mut navigator = Navigator::new(area, &walls, vec![Goal::Stand; LANES], &at, &radii, &LATER);
    let orders: Vec<(usize, Goal)> = goals.iter().copied().enumerate().collect();
    navigator.set_goals(&orders, &at);
    (0..60).for_each(|_| navigator.grow(&at));
    let mut again = Navigator::restore(&navigator.store(), &goals, &walls, None).unwrap();
    assert_eq!(all_arrive(&mut again, &goals, &at), all_arrive(&mut navigator, &goals, &at));
}

#[test]
fn units_that_are_followed_are_found_beyond_the_last_field() {
    let ((area, walls), (_, at)) = (lanes(), across());
    // Each follows the unit of the fifth lane after it, which walks south.
    let goals: Vec<Goal> =
        (0..LANES).map(|k| Goal::Unit { index: ((k + 5) % LANES) as u32, gap: 0.5 }).collect();
    let radii = vec![0.5; LANES];
    let mut navigator = Navigator::new(area, &walls, goals.clone(), &at, &radii, &LATER);
    let moved: Vec<Point> = at.iter().map(|p| p + Vec2::new(0.0, -40.0)).collect();
    navigator.follow(&moved);
    (0..LANES).for_each(|_| navigator.grow(&moved));
    all_arrive(&mut navigator, &goals, &moved);
}

#[test]
fn a_unit_that_strays_finds_back_to_its_way_at_once() {
    let ((area, walls), (goals, mut at)) = (lanes(), across());
    let mut navigator = Navigator::new(area, &walls, goals.clone(), &at, &[0.5; LANES], &LATER);
    let id = 12;
    let next = navigator.way[id][0];
    // Behind the wall on the other side of its lane, at whose end the way turns.
    at[id] = in_lane(id + 1, 25.0);
    let sees = |navigator: &Navigator| navigator.clearance_of(id).unwrap().sees(at[id], navigator.way[id][0]);
    assert!(!sees(&navigator));
    (0..super::ways::LOOK_EVERY).for_each(|_| navigator.grow(&at));
    assert!(sees(&navigator) && navigator.way[id].contains(&next));
    let mut now = at.clone();
    assert!(walked(&mut navigator, id, &goals, &mut now).is_some(), "it stands at {}", now[id]);
}

#[test]
fn units_with_other_goals_go_other_ways() {
    let ((area, walls), (mut goals, at)) = (lanes(), across());
    let mut navigator = Navigator::new(area, &walls, goals.clone(), &at, &[0.5; LANES], &LATER);
    // Units walk to the goals of others, whose fields are rough, too.
    navigator.exchange(12, 13);
    goals.swap(12, 13);
    navigator.set_goals(&[(11, goals[10])], &at);
    goals[11] = goals[10];
    (0..60).for_each(|_| navigator.grow(&at));
    assert!([11, 12, 13].iter().all(|id| navigator.own_field(*id).unwrap().1.stays_rough()));
    all_arrive(&mut navigator, &goals, &at);
}

#[test]
fn a_unit_of_another_size_forgets_its_way() {
    let ((area, walls), (goals, at)) = (lanes(), across());
    let mut radii = [0.5; LANES];
    let mut navigator = Navigator::new(area, &walls, goals, &at, &radii, &LATER);
    assert!(!navigator.way[12].is_empty());
    radii[12] = 0.8;
    navigator.suit(&[12], &radii, &walls, &at);
    assert!(navigator.way[12].is_empty());
}
