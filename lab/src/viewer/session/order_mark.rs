//! Where orders were given, for a short time.

use sidestep::types::Point;

/// How long a mark is shown, s.
pub(super) const SHOWN: f32 = 1.0;

/// Where an order was given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct OrderMark {
    /// The goal, or the left end of the first row.
    pub(super) at: Point,
    /// The right end of the first row.
    pub(super) to: Option<Point>,
    /// The real seconds left to show it.
    pub(super) left: f32,
    /// The tick after which the order was given. Until the next one, the mark stays.
    pub(super) tick: u64,
}
