//! The reasons of the cardioid field: facts, lines for the panel, and marks for the overlays.

use super::repulsion::{CardioidField, Crossing, Repulsion, share_ahead};
use crate::math;
use crate::steering::Fact;
use crate::steering::reasons::{Mark, Reasons, Tint, heading};
use crate::steering::unit::{Neighbour, Unit};
use crate::types::Vec2;
use std::f32::consts::TAU;

/// The maximum number of neighbours that the panel lists.
const LISTED: usize = 6;
/// The number of corners of the curve that shows the weights.
const CORNERS: usize = 120;

impl From<&Repulsion> for Fact {
    fn from(repulsion: &Repulsion) -> Fact {
        let crossing = match repulsion.crossing {
            Crossing::None => "none",
            Crossing::NoCross => "no-cross",
            Crossing::RightOfWay => "right-of-way",
            Crossing::Yield => "yield",
        };
        Fact::record([
            ("cardioid", repulsion.cardioid.into()),
            ("force", repulsion.force.into()),
            ("adjusted", repulsion.adjusted.into()),
            ("crossing", crossing.into()),
            ("crossing_factor", repulsion.crossing_factor.into()),
        ])
    }
}

/// Fills in the reasons. `repulsions` holds one entry per neighbour, in order.
pub(super) fn explain(
    field: &CardioidField,
    unit: &Unit,
    neighbours: &[Neighbour],
    repulsions: &[Repulsion],
    why: &mut Reasons,
) {
    why.tell("desired", unit.desired);
    why.tell("neighbours", Fact::list(repulsions));
    why.tell("force_sum", field.force_sum);
    why.tell("adjusted_sum", field.adjusted_sum);
    why.tell("resolved", field.resolved);
    why.tell("deferral", field.deferral);
    why.tell("direction", field.direction);
    let aspect = why.begin_aspect("field", "cardioid field");
    aspect.lines = lines(field, unit, neighbours, repulsions);
    aspect.marks = vectors(field, repulsions);
    why.begin_aspect("cardioid", "").marks = vec![(weights(unit.desired), Tint::Sum)];
}

/// The repulsions, then their sums.
fn vectors(field: &CardioidField, repulsions: &[Repulsion]) -> Vec<(Mark, Tint)> {
    let terms = repulsions
        .iter()
        .flat_map(|r| [(Mark::Term(r.force), Tint::Against), (Mark::Term(r.adjusted), Tint::Aside)]);
    let sums = [(Mark::Vector(field.adjusted_sum), Tint::Aside), (Mark::Vector(field.force_sum), Tint::Sum)];
    let resolved = field.resolved.map(|resolved| (Mark::Vector(resolved), Tint::For));
    terms.chain(sums).chain(resolved).collect()
}

/// The weight of each direction, as a curve.
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
    // The sort is stable: of equal neighbours the nearer one stays first.
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

/// Formats the direction of `v` relative to `along`, as in "12° left".
fn relative_heading(v: Vec2, along: Vec2) -> String {
    let angle = math::wrap(math::angle(v) - math::angle(along)).to_degrees();
    match angle {
        a if a.abs() < 0.5 => "straight on".into(),
        a if a > 0.0 => format!("{a:.0}° left"),
        a => format!("{:.0}° right", -a),
    }
}
