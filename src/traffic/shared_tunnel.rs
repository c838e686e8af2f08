//! Tunnels in which each direction keeps to its part instead of taking turns.

use super::approach::GateApproach;
use super::turns::Turns;
use crate::navigation::passages::Passages;
use crate::types::Point;

/// The smallest part of a tunnel's width that a direction has.
const LEAST_PART: f32 = 0.4;

/// For each gate and side, the shortest distance to go of a unit on its way to where it leaves the region, m.
pub(super) struct FirstExits(Vec<[f32; 2]>);

impl FirstExits {
    /// Those of these units. None if no tunnel is shared.
    pub fn of_shared(turns: &[Turns], approaches: &[Option<GateApproach>]) -> Option<FirstExits> {
        turns.iter().any(|turns| turns.is_shared).then(|| {
            let mut first = vec![[f32::INFINITY; 2]; turns.len()];
            for own in approaches.iter().flatten() {
                let exit = &mut first[usize::from(own.gate)][usize::from(own.side)];
                *exit = exit.min(own.exit);
            }
            FirstExits(first)
        })
    }
}

/// The next tunnel on a unit's path, if each direction keeps to its part there.
#[derive(Clone, Copy)]
pub(super) struct SharedTunnel<'a> {
    passages: &'a Passages,
    own: &'a GateApproach,
    /// Whether no unit of its direction is before the unit.
    pub is_first: bool,
    /// The share of its width that the unit's direction has: that of all units on their way which go its way.
    pub part: f32,
}

impl<'a> SharedTunnel<'a> {
    /// The tunnel of a unit with this approach. `first` has the distances to go of the first units.
    pub fn ahead(
        own: Option<&'a GateApproach>,
        turns: &[Turns],
        first: &FirstExits,
        passages: &'a Passages,
    ) -> Option<SharedTunnel<'a>> {
        let own = own?;
        let turns = turns.get(usize::from(own.gate)).filter(|turns| turns.is_shared)?;
        let units = [0, 1].map(|side: usize| (turns.inside[side] + turns.coming[side]) as f32);
        let part = units[usize::from(own.side)] / (units[0] + units[1]);
        let is_first = own.exit <= first.0[usize::from(own.gate)][usize::from(own.side)];
        Some(SharedTunnel { passages, own, is_first, part: part.clamp(LEAST_PART, 1.0 - LEAST_PART) })
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
