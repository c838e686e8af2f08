//! Why the cardioid field chooses what it chooses: its facts, lines for the panel, and marks for the overlays.

use super::{CardioidField, share_ahead};
use crate::math;
use crate::steering::reasons::{Mark, Reasons, Tint, heading};
use crate::steering::unit::{Neighbour, Unit};
use crate::types::Vec2;
use serde::Serialize;
use std::f32::consts::TAU;

/// Neighbours that the panel lists.
const LISTED: usize = 6;
/// Corners of the curve of weights.
const CORNERS: usize = 120;

/// How a neighbour's path and the unit's meet (stage 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Crossing {
    /// Stage 4 does not apply to this neighbour.
    #[default]
    None,
    /// The paths do not meet.
    NoCross,
    /// They meet, and the unit goes first.
    RightOfWay,
    /// They meet, and the unit lets the neighbour pass.
    Yield,
}

/// What one neighbour contributes to the field.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Default)]
pub struct Repulsion {
    /// Its weight c, 0 behind to 1 ahead.
    pub cardioid: f32,
    /// Its repulsion c·v.
    pub force: Vec2,
    /// Its repulsion turned sideways, c·a.
    pub adjusted: Vec2,
    /// How its path and the unit's meet.
    pub crossing: Crossing,
    /// What its vectors were multiplied by, where stage 4 changed them.
    pub crossing_factor: Option<f32>,
}

/// What the field found and chose.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct CardioidFacts<'a> {
    desired: Vec2,
    /// One for each perceived neighbour, in order.
    neighbours: &'a [Repulsion],
    force_sum: Vec2,
    adjusted_sum: Vec2,
    resolved: Option<Vec2>,
    deferral: Option<f32>,
    direction: Vec2,
}

/// Fills the reasons. `repulsions` has one for each of the neighbours, in order.
pub(super) fn explain(
    field: &CardioidField,
    unit: &Unit,
    neighbours: &[Neighbour],
    repulsions: &[Repulsion],
    why: &mut Reasons,
) {
    why.tell(&CardioidFacts {
        desired: unit.desired,
        neighbours: repulsions,
        force_sum: field.force_sum,
        adjusted_sum: field.adjusted_sum,
        resolved: field.resolved,
        deferral: field.deferral,
        direction: field.direction,
    });
    let aspect = why.begin_aspect("field", "cardioid field");
    aspect.lines = lines(field, unit, neighbours, repulsions);
    aspect.marks = vectors(field, repulsions);
    why.begin_aspect("cardioid", "").marks = vec![(weights(unit.desired), Tint::Sum)];
}

/// The terms, then their sums.
fn vectors(field: &CardioidField, repulsions: &[Repulsion]) -> Vec<(Mark, Tint)> {
    let terms = repulsions
        .iter()
        .flat_map(|r| [(Mark::Term(r.force), Tint::Against), (Mark::Term(r.adjusted), Tint::Aside)]);
    let sums = [(Mark::Vector(field.adjusted_sum), Tint::Aside), (Mark::Vector(field.force_sum), Tint::Sum)];
    let resolved = field.resolved.map(|resolved| (Mark::Vector(resolved), Tint::For));
    terms.chain(sums).chain(resolved).collect()
}

/// The weight of each direction.
fn weights(desired: Vec2) -> Mark {
    let ahead = math::angle(desired);
    let corner = |k: usize| {
        let bearing = k as f32 / CORNERS as f32 * TAU;
        let share = share_ahead(math::cos(bearing));
        math::unit(ahead + bearing) * share * share * share
    };
    Mark::Weights((0..=CORNERS).map(corner).collect())
}

fn lines(
    field: &CardioidField,
    unit: &Unit,
    neighbours: &[Neighbour],
    repulsions: &[Repulsion],
) -> Vec<(String, Tint)> {
    let vector = |name: &str, v: Vec2| format!("{name:<7} {:.2}{}", v.norm(), heading(v));
    let mut lines = vec![
        (format!("chooses {}", relative_heading(field.direction, unit.desired)), Tint::Plain),
        (vector("sum", field.force_sum), Tint::Sum),
        (vector("turned", field.adjusted_sum), Tint::Aside),
    ];
    lines.extend(field.resolved.map(|resolved| (vector("result", resolved), Tint::For)));
    lines.extend(field.deferral.map(|deferral| (format!("defers  {deferral:.2}"), Tint::Plain)));
    let mut strongest: Vec<(&Neighbour, &Repulsion, f32)> = neighbours
        .iter()
        .zip(repulsions)
        .map(|(neighbour, repulsion)| (neighbour, repulsion, repulsion.force.norm()))
        .filter(|(.., strength)| *strength > 1e-4)
        .collect();
    // A stable sort: of equals the nearer one stays first.
    strongest.sort_by(|(.., a), (.., b)| b.total_cmp(a));
    lines.extend(strongest.into_iter().take(LISTED).map(|(neighbour, repulsion, strength)| {
        let crossing = match repulsion.crossing {
            Crossing::None => "",
            Crossing::NoCross => "  paths do not cross",
            Crossing::RightOfWay => "  we go first",
            Crossing::Yield => "  we yield",
        };
        let factor = repulsion.crossing_factor.map_or(String::new(), |f| format!(" ×{f:.2}"));
        let (id, weight) = (neighbour.id, repulsion.cardioid);
        (format!("unit {id:<5} c {weight:.2}  {strength:.2}{crossing}{factor}"), Tint::Plain)
    }));
    lines
}

/// "12° left", as seen along `along`.
fn relative_heading(v: Vec2, along: Vec2) -> String {
    let angle = math::wrap(math::angle(v) - math::angle(along)).to_degrees();
    match angle {
        a if a.abs() < 0.5 => "straight on".into(),
        a if a > 0.0 => format!("{a:.0}° left"),
        a => format!("{:.0}° right", -a),
    }
}
