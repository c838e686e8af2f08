//! Tunnels in which each direction keeps to its part instead of taking turns.

use super::approach::GateApproach;
use super::turns::Turns;
use crate::navigation::passages::Passages;
use crate::types::Point;

/// The smallest part of a tunnel's width that a direction has.
const LEAST_PART: f32 = 0.4;

/// The next tunnel on a unit's path, if each direction keeps to its part there.
#[derive(Clone, Copy)]
pub(super) struct SharedTunnel<'a> {
    passages: &'a Passages,
    own: &'a GateApproach,
    /// The share of its width that the unit's direction has: that of all units on their way which go its way.
    pub part: f32,
}

impl<'a> SharedTunnel<'a> {
    /// The tunnel of a unit with this approach.
    pub fn ahead(
        own: Option<&'a GateApproach>,
        turns: &[Turns],
        passages: &'a Passages,
    ) -> Option<SharedTunnel<'a>> {
        let own = own?;
        let turns = turns.get(usize::from(own.gate)).filter(|turns| turns.is_shared)?;
        let units = [0, 1].map(|side: usize| (turns.inside[side] + turns.coming[side]) as f32);
        let part = units[usize::from(own.side)] / (units[0] + units[1]);
        Some(SharedTunnel { passages, own, part: part.clamp(LEAST_PART, 1.0 - LEAST_PART) })
    }

    /// Whether a point is in the tunnel.
    pub fn holds(&self, p: Point) -> bool {
        self.passages.at(p).is_some_and(|place| place.gate == self.own.gate)
    }

    /// The distance along the path to the tunnel, m; 0 inside.
    pub fn distance(&self) -> f32 {
        self.own.distance
    }
}
