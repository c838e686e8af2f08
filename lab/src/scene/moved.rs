//! Units that start elsewhere than in their place of a formation, a ring or a start file.

use super::description::{Description, Shape};
use super::goals::rotated_point;
use super::jitter::jitter_of;
use super::layout_options::LayoutOptions;
use sidestep::geometry::distance;
use sidestep::types::Point;
use std::collections::HashMap;
use std::f32::consts::SQRT_2;

/// The units of a map that were moved.
pub(super) struct MovedUnits<'a> {
    d: &'a Description,
    options: &'a LayoutOptions,
    /// The position of each unit, by the indices of its group and of the unit in the group.
    positions: HashMap<(usize, usize), Point>,
}

impl<'a> MovedUnits<'a> {
    /// Collects the moved units. With another number of units a group is arranged anew, so each of its units is in its place.
    pub fn new(d: &'a Description, counts: &[usize], options: &'a LayoutOptions) -> Self {
        let groups = d.groups.iter().zip(counts).enumerate();
        let positions = groups
            .filter(|(_, (group, count))| group.shape.count() == **count)
            .flat_map(|(index, (group, _))| {
                group.moved.iter().map(move |unit| ((index, unit.number), unit.position))
            })
            .collect();
        MovedUnits { d, options, positions }
    }

    /// Returns the position of a unit, if it was moved.
    pub fn position(&self, group: usize, number: usize) -> Option<Point> {
        self.positions.get(&(group, number)).copied()
    }

    /// Whether a moved unit leaves this unit no room at `slot`, wherever the jitter moves it.
    pub fn blocks(&self, group: usize, number: usize, slot: Point) -> bool {
        if self.positions.is_empty() || self.positions.contains_key(&(group, number)) {
            return false;
        }
        let own = &self.d.groups[group];
        let at = own.rotate.map_or(slot, |(degrees, about)| rotated_point(slot, degrees, about));
        let jitter = own.goal.as_ref().map_or(0.0, |goal| jitter_of(self.d, own, goal, self.options));
        let reach = own.body.radius + SQRT_2 * jitter;
        let radius = |group: usize, number: usize| match &self.d.groups[group].shape {
            Shape::Units(units) => units[number].body.radius,
            _ => self.d.groups[group].body.radius,
        };
        let blocks = |(&(group, number), &moved): (&(usize, usize), &Point)| {
            distance(at, moved) < f64::from(reach + radius(group, number))
        };
        self.positions.iter().any(blocks)
    }
}
