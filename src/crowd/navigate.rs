//! Navigate: where each unit's path leads first, from its path or flow field.

use super::state::State;
use super::units::Phase;
use crate::workers::Workers;

/// Updates the fields towards moving goals, and goes on with those of goals that were set in mid-run.
pub(super) fn find_paths(state: &mut State, workers: Workers<'_>) {
    let State { units, navigator, .. } = state;
    navigator.follow(&units.position);
    navigator.grow(&units.position);
    navigator.solve(&units.position, workers);
}

/// Finds the first leg of every unit's path, and notes its goal.
pub(super) fn navigate(state: &mut State, workers: Workers<'_>) {
    let State { units, navigator, courses, traffic, .. } = state;
    traffic.find_paths(&units.position, &units.goal, navigator, workers);
    for (id, (goal, standing)) in courses.goal.iter_mut().zip(&mut courses.standing).enumerate() {
        *goal = units.goal[id].aim(&units.position).unwrap_or(units.position[id]);
        *standing = units.phase[id] != Phase::Walking;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Order;
    use super::super::test_layouts::crowd_among;
    use crate::geometry::Wall;
    use crate::types::{Point, Rect};

    #[test]
    fn each_units_goal_is_noted_and_whether_it_stands() {
        let (mut crowd, units) = crowd_among(Vec::new(), &[(0.0, 0.0), (5.0, 0.0)]);
        for walking in 0..2 {
            crowd.order(&units, Order::stop()).unwrap();
            crowd.order(&[units[walking]], Order::go(Point::new(0.0, 20.0))).unwrap();
            (0..2).for_each(|_| crowd.tick());
            let courses = &crowd.state.courses;
            assert_eq!(courses.goal[walking], Point::new(0.0, 20.0));
            assert_eq!(courses.standing, [walking != 0, walking != 1]);
        }
    }

    /// Units of 0.5 m on both sides of a wall from x = −20 to 20 m.
    #[test]
    fn a_unit_that_follows_another_one_goes_round_the_end_of_the_wall_that_is_nearer_to_it_now() {
        let wall = Wall::Box(Rect { min: Point::new(-20.0, -1.0), max: Point::new(20.0, 1.0) });
        let (mut crowd, units) = crowd_among(vec![wall], &[(0.0, -4.0), (-15.0, 4.0)]);
        crowd.order(&units[..1], Order::follow(units[1], 1.0)).unwrap();
        for (x, side) in [(-15.0, -1.0), (15.0, 1.0), (-15.0, -1.0)] {
            crowd.state.units.position = vec![Point::new(0.0, -4.0), Point::new(x, 4.0)];
            // Fields are computed over several ticks.
            for _ in 0..60 {
                crowd.tick();
                crowd.state.units.position = vec![Point::new(0.0, -4.0), Point::new(x, 4.0)];
            }
            let ahead = crowd.state.traffic.headings().direction[0].x;
            assert!(ahead * side > 0.5, "the other one is at {x} m, and it goes {ahead}");
        }
    }
}
