//! A neighbour that a query found.

/// A neighbour with its squared distance (m²) and id, packed so that integer order is the sort order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Near(pub(super) u64);

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
