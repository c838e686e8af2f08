//! The reasons for a unit's decision, as data. They are recorded only on request, drawn by the overlays, printed by
//! `explain` and checked by tests.

use super::facts::Fact;
use crate::math;
use crate::types::{Point, Vec2};
use std::borrow::Cow;

/// The meaning of a mark, which determines its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// Repels or forbids.
    Against,
    /// Is permitted or helps.
    For,
    /// Is predicted: a future position or time.
    Predicted,
    /// Was chosen.
    Chosen,
    /// Is shown for comparison only.
    Faint,
    /// Leads to the side.
    Aside,
    /// A sum of several terms.
    Sum,
    /// None of these.
    Plain,
}

/// A shape drawn at a unit, in world coordinates (m).
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A line.
    Line(Point, Point),
    /// An arrow, from its tail to its tip.
    Arrow(Point, Point),
    /// A circle with its centre and radius, m.
    Ring(Point, f32),
    /// A filled polygon.
    Area(Vec<Point>),
    /// A small filled disc.
    Dot(Point),
    /// A ring around another unit, by its id.
    Unit(u32),
    /// A vector of another quantity, drawn at the unit. The renderer chooses the scale.
    Vector(Vec2),
    /// One of several vectors that are summed, drawn likewise.
    Term(Vec2),
    /// A closed curve around the unit with the weight of each direction. A weight of 1 is drawn at the perception
    /// range.
    Weights(Vec<Vec2>),
}

/// One aspect of a decision, with marks for its own overlays and lines for the panel.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Aspect {
    /// The subject. "rays", "field" and "cardioid" have their own overlays.
    pub name: &'static str,
    /// The heading above its lines.
    pub heading: &'static str,
    /// The description in words, one entry per line.
    pub lines: Vec<(String, Tint)>,
    /// The same as marks.
    pub marks: Vec<(Mark, Tint)>,
}

/// A grid that a model reads, or a section of it, for overlays.
#[derive(Debug, Clone, PartialEq)]
pub struct GridView<'a> {
    /// The quantity. "density", "potential", "pressure" and "lane-field" have their own overlays.
    pub name: &'static str,
    /// The unit of the values, for legends: for example "m", or "of the ground" for a share of it.
    pub unit: &'static str,
    /// The lower left corner of the first cell.
    pub origin: Point,
    /// The side of a cell, m.
    pub cell: f32,
    /// The number of cells in a row.
    pub columns: usize,
    /// One value per cell, row by row from the bottom. Infinite values mark unreachable cells.
    pub values: Cow<'a, [f32]>,
}

/// The reasons for one unit's decision in this tick.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reasons {
    /// Ids of the neighbours perceived, nearest first.
    pub neighbours: Vec<u32>,
    /// Unit vector of the desired direction, zero for a standing unit.
    pub desired: Vec2,
    /// The model's findings by name, as printed by `explain`.
    pub facts: Vec<(&'static str, Fact)>,
    /// The findings in words, one entry per line.
    pub words: Vec<String>,
    /// The findings as marks at the unit.
    pub marks: Vec<(Mark, Tint)>,
    /// Aspects that have their own overlays.
    pub aspects: Vec<Aspect>,
    /// The named forces that are summed, N, already weighted.
    pub parts: Vec<(&'static str, Vec2)>,
    /// Their sum, clamped to the unit's maximum force, N.
    pub force: Vec2,
}

impl Reasons {
    /// Adds a fact. Of two facts with the same name, the last one counts.
    pub fn tell(&mut self, name: &'static str, fact: impl Into<Fact>) {
        self.facts.push((name, fact.into()));
    }

    /// Returns the fact with this name, if there is one.
    pub fn fact(&self, name: &str) -> Option<&Fact> {
        self.facts.iter().rfind(|(known, _)| *known == name).map(|(_, fact)| fact)
    }

    /// Adds a line of words.
    pub fn say(&mut self, words: impl Into<String>) {
        self.words.push(words.into());
    }

    /// Adds a mark.
    pub fn mark(&mut self, mark: Mark, tint: Tint) {
        self.marks.push((mark, tint));
    }

    /// Returns the aspect with this name, if the decision has it.
    pub fn aspect(&self, name: &str) -> Option<&Aspect> {
        self.aspects.iter().find(|aspect| aspect.name == name)
    }

    /// Starts the aspect with this name, replacing an earlier one.
    pub fn begin_aspect(&mut self, name: &'static str, heading: &'static str) -> &mut Aspect {
        let index = self.aspects.iter().position(|aspect| aspect.name == name).unwrap_or(self.aspects.len());
        let empty = Aspect { name, heading, ..Aspect::default() };
        match self.aspects.get_mut(index) {
            Some(aspect) => *aspect = empty,
            None => self.aspects.push(empty),
        }
        &mut self.aspects[index]
    }
}

/// Returns a count with its noun: "1 unit", "2 units".
pub(crate) fn counted(count: usize, what: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {what}{ending}")
}

/// Returns a suffix such as ", 12°", or an empty string for a vector without a direction.
pub fn heading(v: Vec2) -> String {
    // Adding 0 turns −0 into 0.
    if v.norm() < 1e-3 { String::new() } else { format!(", {}°", math::angle(v).to_degrees().round() + 0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_never_minus_zero() {
        assert_eq!(heading(Vec2::new(2.0, -0.001)), ", 0°");
        assert_eq!(heading(Vec2::new(2.0, 0.0)), ", 0°");
        assert_eq!(heading(Vec2::new(0.0, -1.0)), ", -90°");
        assert_eq!(heading(Vec2::zeros()), "");
    }
}
