//! Units that have no path to their goal. `sidestep check` and `run` warn about them.

use super::layout::Layout;
use crate::navigation::{Blocked, Clearance, NoPath, Traveller, blocked_given, is_affordable};
use crate::types::MapPoint;
use std::fmt;

/// Units of one group that have no path to their goal.
#[derive(Debug, Clone, PartialEq)]
pub struct Unreachable {
    /// The group's name.
    pub group: String,
    /// The indices of the units in [`Layout::starts`].
    pub units: Vec<usize>,
    /// The smallest of these units' diameters, m.
    pub diameter: f32,
    /// Why there is no path; positions are relative to `origin`.
    pub reason: NoPath,
    /// The layout's origin.
    pub origin: MapPoint,
}

/// The units of a map that is too large for paths around its walls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TooLarge {
    /// The diameter of the largest unit, m.
    pub diameter: f32,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the map is too large for paths around its walls, so units up to {:.2} m wide walk straight, even into a wall; \
             the bounds must take at most 4 million cells of the width of the largest unit",
            self.diameter
        )
    }
}

impl Layout {
    /// Whether the layout is too large for paths around its walls, for the largest unit of its starts and streams. All units walk
    /// straight then, even into a wall: with a radius of 0.5 m, beyond 4.2 km².
    pub fn too_large(&self) -> Option<TooLarge> {
        let units = self.starts.iter().chain(self.script.streams.iter().map(|stream| &stream.unit));
        let radius = units.map(|unit| unit.radius).fold(0.0, f32::max);
        let is_small = self.walls.is_empty() || radius <= 0.0 || is_affordable(self.bounds, radius);
        (!is_small).then_some(TooLarge { diameter: 2.0 * radius })
    }

    /// Returns the units that have no path to their goal, by group and reason. Empty for maps without walls and for those
    /// [too large](Layout::too_large) for paths. Moving goals count as reachable.
    pub fn unreachable(&self) -> Vec<Unreachable> {
        self.unreachable_given(&[])
    }

    /// The same, with those distances to the walls that are known.
    pub(crate) fn unreachable_given(&self, known: &[&Clearance]) -> Vec<Unreachable> {
        let travellers: Vec<Traveller> = self
            .starts
            .iter()
            .map(|start| Traveller {
                position: start.position,
                radius: start.radius,
                goal: start.goal,
                group: start.group,
            })
            .collect();
        let named = |Blocked { group, units, diameter, reason }| {
            let group = self.groups.get(usize::from(group)).cloned().unwrap_or_default();
            Unreachable { group, units, diameter, reason, origin: self.origin }
        };
        blocked_given(self.bounds, &self.walls, &travellers, known).into_iter().map(named).collect()
    }
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unreachable { group, units, diameter, reason, origin } = self;
        let (count, have, their) = match units.len() {
            1 => ("1 unit".to_string(), "has", "its"),
            n => (format!("{n} units"), "have", "their"),
        };
        write!(f, "{count} of group '{group}' {have} no path to {their} goal: ")?;
        match reason {
            NoPath::WalledIn => write!(f, "walls close it off"),
            NoPath::Narrow { at, width } => {
                let at: MapPoint = origin + at.coords.cast();
                write!(
                    f,
                    "the widest gap, at ({:.1}, {:.1}), is {width:.2} m wide, but the unit is {diameter:.2} m wide",
                    at.x, at.y
                )
            }
            NoPath::LargestUnit { diameter: largest } => write!(
                f,
                "a unit {diameter:.2} m wide would fit, but it shares its paths with units up to {largest:.2} m wide"
            ),
        }
    }
}
