//! Neighbour search: a k-d tree over all units, and each unit's list of candidates, which lasts for several ticks.
//!
//! Neighbours are always sorted by distance and then by id, so that sums over them depend neither on the layout of the
//! tree nor on the number of threads.

mod candidates;
mod displacement;
mod kdtree;
mod near;
mod nearest;
mod walls;

pub use candidates::{Candidates, Search};
pub use kdtree::KdTree;
pub use near::Near;
pub use walls::Walls;

#[cfg(test)]
mod tests;
