//! The reasons of the model: facts, words and marks.

use super::Continuum;
use super::cost::NORMALS;
use super::potential::Field;
use crate::steering::Fact;
use crate::steering::reasons::{Mark, Reasons, Tint};
use crate::steering::unit::Unit;
use crate::types::Vec2;

/// The length of an arrow that shows the maximum speed, in radii.
const LONG: f32 = 5.0;

/// What the fields are at the unit's position.
#[derive(Debug)]
struct Facts {
    /// The share of the ground that bodies cover here.
    density: f32,
    /// The weight of the crowd's speed over each face, 0 to 1: east, north, west, south.
    crowded: [f32; 4],
    /// The possible speed over each face, m/s.
    speeds: [f32; 4],
    /// φ here; none if the group has no common direction.
    potential: Option<f32>,
    /// The gradient ∇φ, per metre.
    gradient: Option<Vec2>,
    /// How strongly the unit heads for its own goal, 0 to 1.
    own_place: f32,
    /// The chosen velocity, m/s.
    velocity: Vec2,
}

impl Continuum {
    /// Fills in the reasons for the choice of `velocity`.
    pub(super) fn explain(
        &self,
        field: &Field<'_>,
        unit: &Unit,
        own: f32,
        velocity: Vec2,
        why: &mut Reasons,
    ) {
        let here = field.grid.nearest(unit.position);
        let neighbours = field.grid.neighbours(here);
        let ahead = |side: usize| neighbours[side].unwrap_or(here);
        let sides = [0, 1, 2, 3];
        let potential = self.potential(unit.id);
        let gradient = potential.map(|p| p.gradient(field.grid, here));
        let found = Facts {
            density: field.flow.density[here],
            crowded: sides.map(|side| field.speeds.crowded(field.flow.density[ahead(side)])),
            speeds: sides.map(|side| field.speeds.over(field.flow, ahead(side), side, unit.max_speed)),
            potential: potential.map(|p| p.phi()[here]),
            gradient,
            own_place: own,
            velocity,
        };
        words(&found, why);
        marks(&found, unit, why);
        tell(&found, why);
    }
}

fn tell(found: &Facts, why: &mut Reasons) {
    why.tell("density", found.density);
    why.tell("crowded", Fact::list(found.crowded));
    why.tell("speeds", Fact::list(found.speeds));
    why.tell("potential", found.potential);
    why.tell("gradient", found.gradient);
    why.tell("own_place", found.own_place);
    why.tell("velocity", found.velocity);
}

fn words(found: &Facts, why: &mut Reasons) {
    let (x, y) = (found.velocity.x, found.velocity.y);
    let side = match (x.abs() >= y.abs(), x >= 0.0, y >= 0.0) {
        (true, true, _) => 0,
        (true, false, _) => 2,
        (false, _, true) => 1,
        (false, _, false) => 3,
    };
    let to = ["eastwards", "northwards", "westwards", "southwards"][side];
    let effect = match found.crowded[side] {
        0.0 => "free flow",
        1.0 => "moves with the crowd",
        _ => "moves partly with the crowd",
    };
    why.say(format!("density {:.2}: {effect}, {:.1} m/s {to}", found.density, found.speeds[side]));
    why.say(match found.potential {
        None => "its group has no common direction: straight ahead, as fast as the crowd allows".into(),
        Some(0.0) => "inside the group's goal: straight to its own goal".into(),
        Some(phi) if phi.is_infinite() => "no path from here: straight ahead".into(),
        Some(phi) if found.own_place > 0.0 => {
            format!(
                "potential {phi:.1}; {:.0} % towards its own goal, which is near",
                100.0 * found.own_place
            )
        }
        Some(phi) => format!("potential {phi:.1}: moves down its gradient"),
    });
}

fn marks(found: &Facts, unit: &Unit, why: &mut Reasons) {
    let scale = LONG * unit.radius / unit.max_speed;
    let to = |v: Vec2| unit.position + v;
    for (normal, f) in NORMALS.iter().zip(found.speeds) {
        why.mark(Mark::Arrow(unit.position, to(normal * (f * scale))), Tint::For);
    }
    if let Some(gradient) = found.gradient {
        let uphill = crate::math::normalize(gradient) * (LONG * unit.radius);
        why.mark(Mark::Arrow(unit.position, to(uphill)), Tint::Against);
    }
    why.mark(Mark::Arrow(unit.position, to(found.velocity * scale)), Tint::Chosen);
}
