//! Neighbour search: one query per unit and tick, behind one interface.
//!
//! A neighbour list is always sorted by distance and then by id, so that sums over it depend neither on the layout
//! of an index nor on the number of threads.

mod candidates;
mod grid;
mod kdtree;
mod nearest;
mod sorted_grid;
mod walls;

pub use candidates::{Candidates, Displacement, Search};
pub use grid::HashGrid;
pub use kdtree::KdTree;
pub use sorted_grid::SortedGrid;
pub use walls::Walls;

use crate::types::Point;

/// A neighbour with its squared distance (m²) and id, packed so that integer order is the sort order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Near(u64);

impl Near {
    /// Packs a neighbour. The bits of non-negative floats sort like the floats.
    pub fn new(distance_squared: f32, id: u32) -> Near {
        Near((u64::from(distance_squared.to_bits()) << 32) | u64::from(id))
    }

    /// The neighbour's id.
    pub fn id(self) -> u32 {
        self.0 as u32
    }

    /// The neighbour's squared distance, m².
    pub fn distance_squared(self) -> f32 {
        f32::from_bits((self.0 >> 32) as u32)
    }
}

/// An index over positions that finds all units within a radius.
pub trait Index: Send + Sync {
    /// Rebuilds the index from `positions`. Ids are their indices.
    fn rebuild(&mut self, positions: &[Point]);

    /// Appends all units within `radius` (m) of `center` to `found`, in any order, including a unit at `center`.
    fn collect(&self, center: Point, radius: f32, found: &mut Vec<Near>);

    /// Finds all other units within `radius` (m) of unit `id` at `center`, sorted by (distance, id). If there are
    /// more than `most`, only the nearest are kept.
    fn neighbours(&self, id: u32, center: Point, radius: f32, most: usize, found: &mut Vec<Near>) {
        found.clear();
        self.collect(center, radius, found);
        if let Some(own) = found.iter().position(|near| near.id() == id) {
            found.swap_remove(own);
        }
        if found.len() > most {
            found.select_nth_unstable(most);
            found.truncate(most);
        }
        found.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn brute_force(id: u32, points: &[Point], radius: f32) -> Vec<Near> {
        let center = points[id as usize];
        let mut all: Vec<Near> = (0..points.len() as u32)
            .filter(|j| *j != id)
            .map(|j| Near::new((points[j as usize] - center).norm_squared(), j))
            .filter(|near| near.distance_squared() <= radius * radius)
            .collect();
        all.sort();
        all
    }

    proptest! {
        #[test]
        fn trees_and_grids_find_the_same_in_the_same_order(
            points in prop::collection::vec((-20.0_f32..20.0, -20.0_f32..20.0), 1..200), radius in 0.1_f32..15.0
        ) {
            let points: Vec<Point> = points.into_iter().map(|(x, y)| Point::new(x, y)).collect();
            let (mut tree, mut grid) = (KdTree::default(), HashGrid::new(2.0));
            let mut sorted = SortedGrid::new(2.0);
            tree.rebuild(&points);
            grid.rebuild(&points);
            sorted.rebuild(&points);
            let (mut a, mut b, mut c) = (Vec::new(), Vec::new(), Vec::new());
            for id in 0..points.len() as u32 {
                let center = points[id as usize];
                tree.neighbours(id, center, radius, usize::MAX, &mut a);
                grid.neighbours(id, center, radius, usize::MAX, &mut b);
                sorted.neighbours(id, center, radius, usize::MAX, &mut c);
                prop_assert_eq!(&a, &b);
                prop_assert_eq!(&a, &c);
                prop_assert_eq!(&a, &brute_force(id, &points, radius));
            }
        }
    }

    #[test]
    fn many_units_at_one_position_are_all_found() {
        let points = vec![Point::new(1.0, 1.0); 500];
        let (mut tree, mut grid) = (KdTree::default(), HashGrid::new(1.0));
        tree.rebuild(&points);
        grid.rebuild(&points);
        let mut found = Vec::new();
        tree.neighbours(7, points[7], 1.0, usize::MAX, &mut found);
        assert_eq!(found.len(), 499);
        grid.neighbours(7, points[7], 1.0, usize::MAX, &mut found);
        assert_eq!(found.len(), 499);
    }

    #[test]
    fn with_too_many_neighbours_the_nearest_are_kept() {
        let points: Vec<Point> = (0..50).map(|i| Point::new(i as f32, 0.0)).collect();
        let mut tree = KdTree::default();
        tree.rebuild(&points);
        let mut found = Vec::new();
        tree.neighbours(0, points[0], 40.0, 5, &mut found);
        assert_eq!(found.iter().map(|n| n.id()).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    }
}
