//! What is remembered of a unit's line of sight to its goal. From tick to tick the line hardly changes, and the same wall
//! hides the goal, or none does.

use super::clearance::{Clearance, SPARE_RADII};
use crate::geometry::crossing;
use crate::math;
use crate::types::{Point, Segment};
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of walls, and of cells in walls, that are remembered: paths are also asked for from where a unit will be.
const REMEMBERED: usize = 4;
/// The smallest clearance that the line of sight needs for what is remembered to count, in radii.
const CLEAR_RADII: f32 = 0.8;
/// A wall hides the goal if the line leads past it at less than this share of the clearance. The samples of the line, a quarter
/// of the clearance apart, can miss what is less near: √(1 − 0.125²).
const NEAR: f32 = 0.985;
/// A wall is crossed if the sine of its angle with the line of sight is above this. Rounding errors place the crossing of
/// lines that are nearly parallel anywhere.
const SLANT: f32 = 0.01;
/// How far the deepest cell of a wall is looked for, in cells.
const DEEPEST: usize = 12;

/// A unit's memory. It changes no answer.
#[derive(Debug, Default)]
pub(super) struct Sight {
    /// Walls that have hidden the goal, as segments of [`Clearance`].
    walls: [AtomicU32; REMEMBERED],
    /// Cells in these walls, plus 1.
    cells: [AtomicU32; REMEMBERED],
    /// The last line that was free, as bits: its two ends, and how far the walls are from it beyond the clearance, m.
    free: [AtomicU32; 5],
}

/// A copy remembers nothing yet.
impl Clone for Sight {
    fn clone(&self) -> Sight {
        Sight::default()
    }
}

impl Sight {
    /// Returns [`Clearance::sees`].
    pub fn sees(&self, clearance: &Clearance, a: Point, b: Point) -> bool {
        let clear = clearance.needed(a, b);
        if clear >= CLEAR_RADII * clearance.radius() {
            if self.is_hidden(clearance, &Segment { from: a, to: b }, NEAR * clear) {
                return false;
            }
            if self.is_free(clearance, a, b) {
                return true;
            }
        }
        match clearance.trace(a, b, clear) {
            Ok(slack) => {
                // A line that needs less than the radius is nearer to the walls elsewhere.
                let slack = if clear < clearance.radius() { 0.0 } else { slack };
                for (own, value) in self.free.iter().zip([a.x, a.y, b.x, b.y, slack]) {
                    own.store(value.to_bits(), Ordering::Relaxed);
                }
                true
            }
            Err(narrow) => {
                if let Some(number) = clearance.segment_near(narrow) {
                    self.walls[number as usize % REMEMBERED].store(number, Ordering::Relaxed);
                }
                let cell = clearance.deepest(narrow, DEEPEST);
                self.cells[cell % REMEMBERED].store(cell as u32 + 1, Ordering::Relaxed);
                false
            }
        }
    }

    /// Whether a remembered wall crosses the line, or is nearer to it than `distance`, m. Then a sample of the line is so near to
    /// the wall that the distance field shows it.
    fn is_hidden(&self, clearance: &Clearance, line: &Segment, distance: f32) -> bool {
        let in_wall = |cell: &AtomicU32| {
            let cell = (cell.load(Ordering::Relaxed) as usize).checked_sub(1)?;
            let (center, reach) =
                (clearance.grid.center(cell), distance - clearance.distances.gap.get(cell)?);
            Some(reach > 0.0 && (line.nearest(center) - center).norm_squared() < reach * reach)
        };
        let is_near = |wall: &AtomicU32| {
            let wall = clearance.distances.segments.get(wall.load(Ordering::Relaxed) as usize);
            wall.is_some_and(|wall| is_near(line, wall, distance))
        };
        self.cells.iter().any(|cell| in_wall(cell) == Some(true)) || self.walls.iter().any(is_near)
    }

    /// Whether the line from `a` to `b` is so close to the one that was free that it is free, too.
    fn is_free(&self, clearance: &Clearance, a: Point, b: Point) -> bool {
        let [x, y, to_x, to_y, slack] =
            self.free.each_ref().map(|bits| f32::from_bits(bits.load(Ordering::Relaxed)));
        let line = Segment { from: Point::new(x, y), to: Point::new(to_x, to_y) };
        let slack = slack - SPARE_RADII * clearance.radius();
        slack > 0.0 && (line.nearest(a) - a).norm() < slack && (line.nearest(b) - b).norm() < slack
    }
}

/// Whether a wall crosses the line, or one of its ends is nearer to it than `distance`, m.
fn is_near(line: &Segment, wall: &Segment, distance: f32) -> bool {
    let (way, along) = (line.to - line.from, wall.to - wall.from);
    let slant = math::cross(way, along);
    let reaches = |end: Point| (line.nearest(end) - end).norm_squared() < distance * distance;
    reaches(wall.from)
        || reaches(wall.to)
        || (slant * slant > SLANT * SLANT * way.norm_squared() * along.norm_squared()
            && crossing(line.from, line.to, wall.from, wall.to).is_some())
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
        fn what_is_remembered_changes_nothing(
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
            let sight = Sight::default();
            let (one, other) = goals;
            let mut p = Point::new(start.0, start.1);
            for (x, y) in steps {
                p += Vec2::new(x, y);
                // A unit that has arrived asks from its goal.
                let at_goal = Point::new(one.0, one.1);
                prop_assert_eq!(sight.sees(&clearance, at_goal, at_goal), clearance.sees(at_goal, at_goal));
                for (x, y) in [one, other, (p.x + 0.3, p.y - 0.2)] {
                    let goal = Point::new(x, y);
                    prop_assert_eq!(sight.sees(&clearance, p, goal), clearance.sees(p, goal), "{} {}", p, goal);
                }
            }
        }
    }

    fn pillar() -> Clearance {
        let wall = Wall::Circle { center: Point::new(0.0, 0.0), radius: 0.8 };
        let area = Rect { min: Point::new(-12.0, -12.0), max: Point::new(12.0, 12.0) };
        Clearance::new(&[wall], area, 0.5).unwrap()
    }

    /// The pillar of 0.8 m hides all lines that lead past its centre at up to 1.3 m, and remembers most of them at once.
    #[test]
    fn a_wall_that_hides_a_goal_hides_it_from_nearby_positions() {
        let (clearance, sight, goal) = (pillar(), Sight::default(), Point::new(9.0, 0.1));
        let line = |y: f32| Segment { from: Point::new(-9.0, y), to: goal };
        assert!(!sight.sees(&clearance, line(0.2).from, goal));
        for (y, hidden) in [(-1.0, true), (0.3, true), (1.2, true), (2.9, false)] {
            assert_eq!(sight.is_hidden(&clearance, &line(y), 0.45), hidden, "from {y} m");
        }
    }

    #[test]
    fn a_line_next_to_a_free_one_is_free_as_far_as_that_had_room_beside_it() {
        let (clearance, sight) = (pillar(), Sight::default());
        let at = |x: f32, y: f32| Point::new(x, y);
        assert!(!sight.is_free(&clearance, at(0.0, 0.0), at(0.0, 0.0)), "nothing is remembered");
        // 1 m from the pillar, which is half a metre more than needed.
        assert!(sight.sees(&clearance, at(-9.0, 1.8), at(9.0, 1.8)));
        let is_free = |from: f32, y: f32| sight.is_free(&clearance, at(from, y), at(9.0, 1.8));
        assert!(is_free(-9.0, 1.8) && is_free(-9.0, 1.65) && is_free(3.0, 1.95));
        assert!(!is_free(-9.0, 1.25) && !is_free(-9.6, 1.8) && !is_free(-9.0, 4.0));
    }
}
