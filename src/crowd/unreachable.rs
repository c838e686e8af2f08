//! Units that have no path to their goal. `sidestep check` and `run` warn about them.

use super::layout::Layout;
use crate::navigation::{Blocked, Clearance, NoPath, Traveller, blocked_given};
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

impl Layout {
    /// Returns the units that have no path to their goal, by group and reason. Empty for maps without walls and for areas
    /// too large for navigation. Moving goals count as reachable.
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
