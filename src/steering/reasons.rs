//! Why a unit wants what it wants, as data: filled only on request, drawn by the overlays, printed by
//! `explain`, asserted by the tests.

use crate::types::{Point, Side, Vec2};
use serde::Serialize;

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
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RaycastReasons {
    /// Origin and end of the centre, right and left ray; none when the unit hardly moves.
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
    /// The named forces that were added up, N, each already weighted.
    pub parts: Vec<(&'static str, Vec2)>,
    /// Their sum, clamped to the unit's maximum force, N.
    pub force: Vec2,
}
