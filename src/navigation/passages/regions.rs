//! The gates of a map, and the regions around them.

use super::chambers::Chambers;
use crate::navigation::grid::Grid;
use crate::types::{Point, Vec2};
use serde::{Deserialize, Serialize};

/// Marks a cell in no region.
pub(super) const NO_GATE: u16 = u16::MAX;

/// What makes a passage a gate. Lengths in m.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PassageRules {
    /// The mean radius of the units.
    pub radius: f32,
    /// Passages narrower than this are gates.
    pub width: f32,
    /// Units take turns only at a passage without a detour that costs less than this. Wide ones with a detour are no gates.
    pub detour: f32,
}

/// A gate: a narrow place between two wider ones.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    /// The middle.
    pub middle: Point,
    /// The unit vector through the gate, from side 0 to side 1.
    pub through: Vec2,
    /// The width of the widest line of sight across it, m: what units have between the walls.
    pub width: f32,
    /// Whether it is a door: no longer than its region reaches. Otherwise it is a tunnel, which may bend.
    pub is_door: bool,
    /// Whether a detour costs so little that units take turns only if they block each other.
    pub has_detour: bool,
    /// The number of ways into its region.
    pub mouths: usize,
    /// Whether its tunnel would lead round an island at least as large as a unit. Its region ends before it does.
    pub has_islands: bool,
}

/// A place in a gate's region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateSide {
    /// The index of the gate.
    pub gate: u16,
    /// The side of the gate, 0 or 1.
    pub side: u8,
}

/// The gates of a map.
#[derive(Debug, Clone, PartialEq)]
pub struct Passages {
    pub(super) grid: Grid,
    pub(super) gates: Vec<Gate>,
    /// For each cell, the gate in whose region it is, or `NO_GATE`, and the side.
    pub(super) region: Vec<(u16, u8)>,
    pub(super) chambers: Chambers,
    /// For each cell, a lower bound of the distance from any point in it to the nearest region, m.
    pub(super) away: Vec<f32>,
}

impl Passages {
    /// The gates.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// The ground between the gates.
    pub fn chambers(&self) -> &Chambers {
        &self.chambers
    }

    /// The region in which `p` is; none if it is in no region.
    pub fn at(&self, p: Point) -> Option<GateSide> {
        self.in_cell(self.grid.cell_of(p)?)
    }

    /// The grid of the regions.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The region in which a cell of [`Passages::grid`] is; none if it is in no region.
    pub fn in_cell(&self, cell: usize) -> Option<GateSide> {
        let (gate, side) = self.region[cell];
        (gate != NO_GATE).then_some(GateSide { gate, side })
    }

    /// A lower bound of the distance from `p` to the nearest region, m. Infinite without gates.
    pub fn away(&self, p: Point) -> f32 {
        self.grid.cell_of(p).map_or(self.grid.cell(), |cell| self.away[cell])
    }
}

#[cfg(test)]
impl Passages {
    /// Passages with these regions, and these lower bounds of the distance to the nearest one.
    pub(crate) fn drawn(
        grid: Grid,
        gates: Vec<Gate>,
        place: impl Fn(Point) -> Option<GateSide>,
        away: impl Fn(Point) -> f32,
    ) -> Passages {
        let region = |cell: usize| place(grid.center(cell)).map_or((NO_GATE, 0), |at| (at.gate, at.side));
        Passages {
            region: (0..grid.len()).map(region).collect(),
            away: (0..grid.len()).map(|cell| away(grid.center(cell))).collect(),
            chambers: Chambers::default(),
            grid,
            gates,
        }
    }
}
