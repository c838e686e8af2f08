//! The walls that hide a unit's goal. Most units do not see their goal for many ticks, and the same wall is in between.

use super::clearance::Clearance;
use crate::geometry::crossing;
use crate::math;
use crate::types::{Point, Segment};
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of walls that are remembered: paths are also asked for from where a unit will be.
const REMEMBERED: usize = 4;
/// The smallest clearance that the line of sight needs for the remembered walls to count, in radii.
const CLEAR_RADII: f32 = 0.8;
/// A wall counts if the sine of its angle with the line of sight is above this. Rounding errors place the crossing of lines
/// that are nearly parallel anywhere.
const SLANT: f32 = 0.01;

/// Walls that have hidden a goal, as segments of [`Clearance`].
#[derive(Debug, Default)]
pub(super) struct Blockers([AtomicU32; REMEMBERED]);

impl Blockers {
    /// Returns [`Clearance::sees`], whatever is remembered. A line that a wall crosses has a sample within a quarter of the
    /// needed clearance from it, where the distance field is below that clearance even if it is wrong by a cell.
    pub fn sees(&self, clearance: &Clearance, a: Point, b: Point) -> bool {
        let is_crossed = |blocker: &AtomicU32| {
            let number = blocker.load(Ordering::Relaxed) as usize;
            clearance.segments.get(number).is_some_and(|wall| crosses(a, b, wall))
        };
        if self.0.iter().any(is_crossed) && clearance.needed(a, b) >= CLEAR_RADII * clearance.radius() {
            return false;
        }
        let sees = clearance.sees(a, b);
        if !sees && let Some(number) = first_wall(clearance, a, b) {
            self.0[number as usize % REMEMBERED].store(number, Ordering::Relaxed);
        }
        sees
    }
}

fn crosses(a: Point, b: Point, wall: &Segment) -> bool {
    let (line, along) = (b - a, wall.to - wall.from);
    let slant = math::cross(line, along);
    slant * slant > SLANT * SLANT * line.norm_squared() * along.norm_squared()
        && crossing(a, b, wall.from, wall.to).is_some()
}

/// A wall that crosses the line, if it is found among those nearest to the cells on the line.
fn first_wall(clearance: &Clearance, a: Point, b: Point) -> Option<u32> {
    let (length, cell) = ((b - a).norm(), clearance.grid.cell());
    let mut at = 0.0;
    while at < length {
        let here = clearance.grid.nearest(a + (b - a) * (at / length));
        let (gap, number) = (clearance.gap[here].abs(), clearance.nearest[here]);
        if gap < cell && clearance.segments.get(number as usize).is_some_and(|wall| crosses(a, b, wall)) {
            return Some(number);
        }
        at += (gap - cell).max(0.5 * cell);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Wall;
    use crate::types::{Rect, Vec2};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// A unit wanders among walls of all kinds and looks at two goals.
        #[test]
        fn remembered_walls_change_nothing(
            boxes in prop::collection::vec((-10.0_f32..10.0, -10.0_f32..10.0, 0.05_f32..4.0, 0.05_f32..4.0), 0..5),
            circles in prop::collection::vec((-10.0_f32..10.0, -10.0_f32..10.0, 0.1_f32..2.0), 0..8),
            chain in prop::collection::vec((-10.0_f32..10.0, -10.0_f32..10.0), 2..4),
            start in (-12.0_f32..12.0, -12.0_f32..12.0),
            steps in prop::collection::vec((-0.4_f32..0.4, -0.4_f32..0.4), 200),
            goals in ((-12.0_f32..12.0, -12.0_f32..12.0), (-12.0_f32..12.0, -12.0_f32..12.0)),
        ) {
            let boxes = boxes.into_iter().map(|(x, y, width, height)| {
                let min = Point::new(x, y);
                Wall::Box(Rect { min, max: min + Vec2::new(width, height) })
            });
            let circles =
                circles.into_iter().map(|(x, y, radius)| Wall::Circle { center: Point::new(x, y), radius });
            let chain = Wall::Chain(chain.into_iter().map(|(x, y)| Point::new(x, y)).collect());
            let walls: Vec<Wall> = boxes.chain(circles).chain([chain]).collect();
            let area = Rect { min: Point::new(-12.0, -12.0), max: Point::new(12.0, 12.0) };
            let clearance = Clearance::new(&walls, area, 0.5).unwrap();
            let blockers = Blockers::default();
            let (one, other) = goals;
            let mut p = Point::new(start.0, start.1);
            for (x, y) in steps {
                p += Vec2::new(x, y);
                for (x, y) in [one, other] {
                    let goal = Point::new(x, y);
                    prop_assert_eq!(blockers.sees(&clearance, p, goal), clearance.sees(p, goal), "{} {}", p, goal);
                }
            }
        }
    }

    #[test]
    fn a_wall_that_hides_a_goal_is_remembered() {
        let wall = Wall::Circle { center: Point::new(0.0, 0.0), radius: 0.8 };
        let area = Rect { min: Point::new(-12.0, -12.0), max: Point::new(12.0, 12.0) };
        let clearance = Clearance::new(&[wall], area, 0.5).unwrap();
        let (blockers, goal) = (Blockers::default(), Point::new(9.0, 0.1));
        assert!(!blockers.sees(&clearance, Point::new(-9.0, 0.2), goal));
        let walls: Vec<&Segment> = blockers
            .0
            .iter()
            .map(|number| &clearance.segments[number.load(Ordering::Relaxed) as usize])
            .collect();
        assert!(walls.iter().any(|wall| crosses(Point::new(-8.9, 0.2), goal, wall)), "{walls:?}");
    }
}
