//! kiddo's immutable k-d tree, rebuilt in every tick in which it is queried: the index for crowds that are spread far.

use super::{Index, Near};
use crate::types::Point;
use kiddo::{ImmutableKdTree, SquaredEuclidean};
use std::sync::OnceLock;

/// A k-d tree over the units' positions.
#[derive(Default)]
pub struct KdTree {
    points: Vec<[f32; 2]>,
    /// Built at the first query, because many ticks have none. None inside if it cannot be built.
    tree: OnceLock<Option<ImmutableKdTree<f32, 2>>>,
}

impl Index for KdTree {
    fn rebuild(&mut self, positions: &[Point]) {
        self.points.clear();
        self.points.extend(positions.iter().map(|p| [p.x, p.y]));
        self.tree.take();
    }

    fn collect(&self, center: Point, radius: f32, found: &mut Vec<Near>) {
        if self.points.is_empty() {
            return;
        }
        // Building fails only if ids overflow u32, which the unit limit of scenes excludes.
        let tree = self.tree.get_or_init(|| ImmutableKdTree::new_from_slice(&self.points).ok());
        let Some(tree) = tree else { return };
        let reach = radius * radius;
        tree.query(&[center.x, center.y]).within::<SquaredEuclidean<f32>>(reach).unsorted().visit(|hit| {
            // Recompute the distance, because the tree may sum in another order than other indices.
            let p = self.points[hit.item as usize];
            let squared = (Point::new(p[0], p[1]) - center).norm_squared();
            if squared <= reach {
                found.push(Near::new(squared, hit.item));
            }
        });
    }
}
