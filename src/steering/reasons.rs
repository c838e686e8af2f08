//! Why a unit wants what it wants, as data: filled only on request, drawn by the overlays, printed by
//! `explain`, asserted by the tests.

use crate::math;
use crate::types::{Point, Vec2};
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// What a mark is about; it decides the colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// What repels or forbids.
    Against,
    /// What is permitted or helps.
    For,
    /// What is predicted: a position, a time to come.
    Predicted,
    /// What was chosen.
    Chosen,
    /// What is only there to be compared with.
    Faint,
    /// What leads to the side.
    Aside,
    /// A sum of several.
    Sum,
    /// What is none of these.
    Plain,
}

/// Something drawn beside a unit, in the world's metres.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A line.
    Line(Point, Point),
    /// An arrow, from its tail to its tip.
    Arrow(Point, Point),
    /// A circle: centre and radius, m.
    Ring(Point, f32),
    /// A filled polygon.
    Area(Vec<Point>),
    /// A small filled disc.
    Dot(Point),
    /// A ring round another unit, by its id.
    Unit(u32),
    /// A vector of a quantity of its own at the unit; what draws it chooses the scale.
    Vector(Vec2),
    /// One of several vectors that add up, likewise.
    Term(Vec2),
    /// A closed curve round the unit: the weight of each direction, 1 being as far as the unit perceives.
    Weights(Vec<Vec2>),
}

/// One aspect of a decision: marks that overlays of its own draw, and lines for the panel.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Aspect {
    /// What it is about: "rays", "field" and "cardioid" are overlays of their own.
    pub name: &'static str,
    /// The heading above its lines.
    pub heading: &'static str,
    /// What it is in words, a line each.
    pub lines: Vec<(String, Tint)>,
    /// The same as marks.
    pub marks: Vec<(Mark, Tint)>,
}

/// A grid that a model reads, or a part of one, for overlays.
#[derive(Debug, Clone, PartialEq)]
pub struct GridView<'a> {
    /// What it holds: "density", "potential", "pressure" and "lane-field" are overlays of their own.
    pub name: &'static str,
    /// What the values are counted in, for legends: "m", say, or "of the ground" for a share of it.
    pub unit: &'static str,
    /// The lower left corner of the first cell.
    pub origin: Point,
    /// A cell's side, m.
    pub cell: f32,
    /// Cells in a row.
    pub columns: usize,
    /// One value a cell, row by row upwards; what is infinite is not reached.
    pub values: Cow<'a, [f32]>,
}

/// Why one unit wants what it wants in this tick.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reasons {
    /// Ids of the neighbours perceived, nearest first.
    pub neighbours: Vec<u32>,
    /// Unit vector of the way to the goal; zero when it stands.
    pub desired: Vec2,
    /// What the model found, by name: what `explain` prints.
    pub facts: Map<String, Value>,
    /// The same in words, a line each.
    pub words: Vec<String>,
    /// The same as marks beside the unit.
    pub marks: Vec<(Mark, Tint)>,
    /// Aspects that have overlays of their own.
    pub aspects: Vec<Aspect>,
    /// The named forces that were added up, N, each already weighted.
    pub parts: Vec<(&'static str, Vec2)>,
    /// Their sum, clamped to the unit's maximum force, N.
    pub force: Vec2,
}

impl Reasons {
    /// Adds what serialises to a JSON object to the facts. What is no finite number becomes null.
    pub fn tell(&mut self, found: &impl Serialize) {
        if let Ok(Value::Object(facts)) = serde_json::to_value(found) {
            self.facts.extend(facts);
        }
    }

    /// Adds a line of words.
    pub fn say(&mut self, words: impl Into<String>) {
        self.words.push(words.into());
    }

    /// Adds a mark.
    pub fn mark(&mut self, mark: Mark, tint: Tint) {
        self.marks.push((mark, tint));
    }
    /// The aspect of this name, where the decision has it.
    pub fn aspect(&self, name: &str) -> Option<&Aspect> {
        self.aspects.iter().find(|aspect| aspect.name == name)
    }

    /// Begins the aspect of this name, in place of an earlier one.
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

/// ", 12°", or nothing for a vector without a direction.
pub fn heading(v: Vec2) -> String {
    // Adding 0 makes 0 of −0.
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
