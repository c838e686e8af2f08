//! Porous ground, as between pillars: gaps everywhere, of which only those that two units block are gates. Along slanted walls, the centres of cells
//! are nearer and farther by turns, which looks like gaps but is none.

use super::find::Finder;
use crate::types::Point;

/// Ground is porous rather than a gate if narrow places hang together over more than this share of the width.
const POROUS: f32 = 1.2;
/// Places narrower than this are gates even in porous ground, in radii: two units do not pass each other there.
const CLOSEST: f32 = 4.2;
/// Where a circle touches walls on all sides, it touches one within a right angle of the place opposite to the nearest wall: at most √2 of its radius
/// away from it. With some room for the size of the cells.
const FACING: f32 = 1.5;

impl Finder {
    /// Whether narrow places hang together over too long a way for one gate.
    pub fn hangs_together(&self, cells: &[usize]) -> bool {
        let none = (Point::from([f32::MAX; 2]), Point::from([f32::MIN; 2]));
        let centers = cells.iter().map(|cell| self.grid.center(*cell));
        let (min, max) = centers.fold(none, |(a, b), p| (a.inf(&p), b.sup(&p)));
        (max - min).norm() > POROUS * self.rules.width
    }

    /// From now on, only looks for places that two units block.
    pub fn narrow_to_closest(&mut self) {
        self.rules.width = self.rules.width.min(self.closest_width());
        self.forget_cores();
    }

    /// Two units block places narrower than this, m.
    pub fn closest_width(&self) -> f32 {
        CLOSEST * self.rules.radius
    }

    pub(super) fn is_closest(&self) -> bool {
        self.rules.width <= self.closest_width()
    }

    /// Whether anywhere in a cell, a tunnel through it is wide enough for a core. Not all centres of a slanted tunnel's cells are in its middle; without
    /// this, a tunnel that is hardly wide enough would be many gates.
    pub(super) fn has_room_between_walls(&self, cell: usize) -> bool {
        let (half, gap, reach) = (0.5 * self.rules.width, self.gap(cell), 0.5 * self.grid.cell());
        if gap <= 0.0 || gap + std::f32::consts::SQRT_2 * reach < half {
            return false;
        }
        let center = self.grid.center(cell);
        let Some(wall) = self.nearest_wall(center) else { return false };
        // Away from the wall up to the edge of the cell. The middle between this wall and the opposite one has half the sum of the distances.
        let away = (center - wall) / gap;
        let far = reach / away.amax();
        let sum = gap + far + self.wall_distance(center + away * far);
        (gap + far).min(0.5 * sum) >= half
    }

    /// Whether a cell lies between walls; in porous ground, between walls that two units fill.
    pub(super) fn is_between_walls(&self, cell: usize) -> bool {
        let (center, gap) = (self.grid.center(cell), self.gap(cell));
        let Some(wall) = self.nearest_wall(center) else { return false };
        let opposite = self.wall_distance(center + (center - wall));
        let is_filled = || 2.0 * gap + opposite <= self.rules.width + self.grid.cell();
        opposite < FACING * gap && (!self.is_closest() || is_filled())
    }

    fn wall_distance(&self, p: Point) -> f32 {
        self.nearest_wall(p).map_or(f32::INFINITY, |wall| (wall - p).norm())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Wall;
    use crate::math;
    use crate::navigation::clearance::Clearance;
    use crate::navigation::passages::PassageRules;
    use crate::types::Rect;
    use std::sync::Arc;

    #[test]
    fn a_tunnel_that_is_hardly_wide_enough_is_one_core_however_it_is_turned() {
        for angle in [0.0_f32, 10.0, 20.0, 30.0, 45.0, 60.0] {
            let (sin, cos) = (math::sin(angle.to_radians()), math::cos(angle.to_radians()));
            let at = |along: f32, across: f32| {
                Point::new(20.1 + cos * along - sin * across, 20.2 + sin * along + cos * across)
            };
            let wall = |across: f32| Wall::Chain(vec![at(-10.0, across), at(10.0, across)]);
            let area = Rect { min: Point::origin(), max: Point::new(40.0, 40.0) };
            // 4.3 radii apart.
            let clearance = Clearance::new(&[wall(-1.075), wall(1.075)], area, 0.5).unwrap();
            let rules = PassageRules { radius: 0.5, width: 7.0, detour: 12.0 };
            let mut finder = Finder::new(Arc::new(clearance), rules);
            finder.narrow_to_closest();
            let along = (-90..=90).map(|step| 0.1 * step as f32);
            let inside = along.flat_map(|along| [-0.3, 0.0, 0.3].map(|across| at(along, across)));
            let mut cells: Vec<usize> = inside.map(|p| finder.grid.nearest(p)).collect();
            cells.retain(|cell| finder.has_room_between_walls(*cell));
            assert_eq!(finder.parts(&cells), 1, "turned by {angle}°");
            let ends = [-8.5, 8.5].map(|along| finder.grid.nearest(at(along, 0.0)));
            let reaches = |end: usize| cells.iter().any(|cell| finder.between(*cell, end).norm() < 0.5);
            assert!(ends.into_iter().all(reaches), "turned by {angle}°");
        }
    }
}
