//! kiddo's k-d tree over the units' positions, kept while units have moved little.
//!
//! A query of a tree that was built some ticks ago has a radius that is larger by the distance that any unit has moved
//! since then. The current distances decide which of the units found are within the radius that was asked for, so the
//! result is exactly that of a new tree.

use super::displacement::{Displacement, DriftMark, ROUNDING};
use super::near::Near;
use crate::types::Point;
use kiddo::leaf_strategies::VecOfArenas;
use kiddo::{Eytzinger, SquaredEuclidean};
use std::sync::OnceLock;

/// The number of units in a leaf of the tree.
const LEAF: usize = 32;
/// Stands for a coordinate that is not finite: far from all units.
const NOWHERE: f32 = 1e30;

type Tree = kiddo::KdTree<f32, u32, Eytzinger, VecOfArenas<f32, u32, 2, LEAF>, 2, LEAF>;

/// A k-d tree over the positions of units, which finds all units within a radius.
#[derive(Default)]
pub struct KdTree {
    displacement: Displacement,
    /// A tree is kept until a unit may have moved by this distance, m.
    slack: f32,
    /// Built at the first query, because many ticks have none. None inside if it cannot be built.
    built: OnceLock<Option<Built>>,
}

/// A copy builds its own tree when it is first asked. It finds the same.
impl Clone for KdTree {
    fn clone(&self) -> KdTree {
        KdTree { displacement: self.displacement.clone(), slack: self.slack, built: OnceLock::new() }
    }
}

struct Built {
    tree: Tree,
    at: DriftMark,
}

impl KdTree {
    /// A tree that is built again once a unit may have moved by `slack` metres: queries then look farther, but fewer
    /// trees are built. [`KdTree::default`] has no slack. What queries find does not depend on it.
    pub fn with_slack(slack: f32) -> KdTree {
        KdTree { slack, ..KdTree::default() }
    }

    /// Changes the slack.
    pub fn set_slack(&mut self, slack: f32) {
        self.slack = slack;
    }

    /// Takes new positions. Ids are their indices.
    pub fn rebuild(&mut self, positions: &[Point]) {
        self.displacement.update(positions);
        if let Some(Some(built)) = self.built.get()
            && self.displacement.since(built.at) <= self.slack
        {
            return;
        }
        self.built.take();
    }

    /// The positions, and how far units have moved.
    pub(crate) fn displacement(&self) -> &Displacement {
        &self.displacement
    }

    /// Appends all units within `radius` (m) of `center` to `found`, in any order, including a unit at `center`.
    pub fn collect(&self, center: Point, radius: f32, found: &mut Vec<Near>) {
        let (positions, reach) = (self.displacement.positions(), radius * radius);
        self.visit(center, radius, |id| {
            let squared = (positions[id as usize] - center).norm_squared();
            if squared <= reach {
                found.push(Near::new(squared, id));
            }
        });
    }

    /// Replaces the contents of `ids` by all units within `radius` (m) of `center`, and some that are a little farther off.
    pub(super) fn gather(&self, center: Point, radius: f32, ids: &mut Vec<u32>) {
        ids.clear();
        self.visit(center, radius, |id| ids.push(id));
    }

    /// Calls `visit` with all units within `radius` of `center`, and some that are a little farther off.
    fn visit(&self, center: Point, radius: f32, mut visit: impl FnMut(u32)) {
        let is_empty = self.displacement.positions().is_empty();
        if is_empty || !(center.x.is_finite() && center.y.is_finite()) {
            return;
        }
        let Some(built) = self.built.get_or_init(|| self.build()) else { return };
        let wide = (radius + self.displacement.since(built.at)) * (1.0 + ROUNDING);
        let center = [center.x, center.y];
        let query = built.tree.query(&center).within::<SquaredEuclidean<f32>>(wide * wide);
        query.unsorted().visit(|hit| visit(hit.item));
    }

    /// Finds all other units within `radius` (m) of unit `id` at `center`, sorted by (distance, id). If there are
    /// more than `most`, only the nearest are kept.
    pub fn neighbours(&self, id: u32, center: Point, radius: f32, most: usize, found: &mut Vec<Near>) {
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

    fn build(&self) -> Option<Built> {
        let coordinate = |x: f32| if x.is_finite() { x } else { NOWHERE };
        let points: Vec<[f32; 2]> =
            self.displacement.positions().iter().map(|p| [coordinate(p.x), coordinate(p.y)]).collect();
        // Building fails only if ids overflow u32, which the unit limit of scenes excludes.
        let tree = Tree::new_from_slice(&points).ok()?;
        Some(Built { tree, at: self.displacement.mark() })
    }
}
