//! Why a unit wants what it wants, as data: filled only on request, drawn by the overlays, printed by
//! `explain`, asserted by the tests.

use crate::types::{Point, Side, Vec2};
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// One of raycast avoidance's rays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ray {
    /// From the middle.
    Centre,
    /// From the right edge.
    Right,
    /// From the left edge.
    Left,
}

/// What a ray met first.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RayHit {
    /// Index into the neighbours that the unit perceived.
    pub neighbour: usize,
    /// Which ray.
    pub ray: Ray,
    /// How far along it, 0 to 1.
    pub fraction: f32,
}

/// What raycast avoidance saw and did.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct RaycastReasons {
    /// Origin and end of the centre, right and left ray; none when the unit hardly moves.
    #[serde(skip)]
    pub rays: Vec<(Ray, Point, Point)>,
    /// The nearest hit.
    pub hit: Option<RayHit>,
    /// The side that it turns to.
    pub turn: Option<Side>,
    /// The avoidance force before the clamp to the maximum, N.
    pub force: Vec2,
}

/// How a neighbour's path and ours meet (cardioid stage 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Crossing {
    /// Stage 4 has nothing to say of this neighbour.
    #[default]
    None,
    /// The paths do not meet.
    NoCross,
    /// They meet, and we are first.
    RightOfWay,
    /// They meet, and we let it pass.
    Yield,
}

/// What one neighbour contributes to the cardioid field.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Default)]
pub struct FieldReason {
    /// Its weight c, 0 behind to 1 ahead.
    pub cardioid: f32,
    /// Its repulsion c·v.
    pub force: Vec2,
    /// Its repulsion turned sideways, c·a.
    pub adjusted: Vec2,
    /// How its path and ours meet.
    pub crossing: Crossing,
    /// What its vectors were multiplied by, where stage 4 changed them.
    pub crossing_factor: Option<f32>,
}

/// What the cardioid field saw and chose.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct CardioidReasons {
    /// Unit vector to the goal.
    pub desired: Vec2,
    /// One for each perceived neighbour, in order.
    pub neighbours: Vec<FieldReason>,
    /// S, the sum of the repulsions.
    pub force_sum: Vec2,
    /// B, the sum of those turned sideways.
    pub adjusted_sum: Vec2,
    /// A, the resolved vector; from stage 3 on.
    pub resolved: Option<Vec2>,
    /// q; from stage 3 on.
    pub deferral: Option<f32>,
    /// The direction chosen, a unit vector.
    pub direction: Vec2,
}

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
    /// What raycast avoidance did, in modes that have it.
    pub raycast: Option<RaycastReasons>,
    /// What the cardioid field did, in modes that have it.
    pub cardioid: Option<CardioidReasons>,
    /// What the model found, by name: what `explain` prints.
    pub facts: Map<String, Value>,
    /// The same in words, a line each.
    pub words: Vec<String>,
    /// The same as marks beside the unit.
    pub marks: Vec<(Mark, Tint)>,
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
}
