//! The default index: kiddo's immutable k-d tree, rebuilt every tick.

use super::{Index, Near};
use crate::types::Point;
use kiddo::{ImmutableKdTree, SquaredEuclidean};

/// A k-d tree over the units' positions.
#[derive(Default)]
pub struct KdTree {
    points: Vec<[f32; 2]>,
    tree: Option<ImmutableKdTree<f32, 2>>,
}

impl Index for KdTree {
    fn rebuild(&mut self, positions: &[Point]) {
        self.points.clear();
        self.points.extend(positions.iter().map(|p| [p.x, p.y]));
        // Building fails only if ids overflow u32, which the unit limit of scenes excludes.
        self.tree = ImmutableKdTree::new_from_slice(&self.points).ok();
    }

    fn collect(&self, center: Point, radius: f32, found: &mut Vec<Near>) {
        let Some(tree) = self.tree.as_ref().filter(|_| !self.points.is_empty()) else { return };
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
