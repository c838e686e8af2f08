//! What a walking unit decides: the avoidance model's choice plus the flocking behaviours.

use super::avoidance::model::{Avoidance, Choice, Surroundings};
use super::flocking;
use super::reasons::Reasons;
use super::unit::{Decision, Neighbour, Unit};
use crate::math;
use crate::settings::Weights;
use crate::types::Vec2;

/// Decides for a walking unit. Adds the forces of the avoidance model's choice and, for models that rely on them, the weighted
/// flocking behaviours, and clamps the sum to the maximum force.
pub fn walk(
    unit: &Unit,
    around: &Surroundings<'_>,
    model: &dyn Avoidance,
    weights: &Weights,
    mut why: Option<&mut Reasons>,
) -> Decision {
    if let Some(why) = why.as_deref_mut() {
        why.neighbours.extend(around.neighbours.iter().map(|n| n.id));
        why.desired = unit.desired;
    }
    let choice = model.choose(unit, around, why.as_deref_mut());
    let parts = if model.with_flocking() {
        with_flock(unit, around.neighbours, &choice, weights)
    } else {
        [("go", choice.motion.force(unit)), ("avoid", choice.force), NOTHING, NOTHING, NOTHING, NOTHING]
    };
    let total: Vec2 = parts.iter().map(|(_, force)| force).sum();
    let brake = flocking::brake(unit);
    let force = math::clamp_length(total + brake, unit.max_force);
    if let Some(why) = why {
        let parts = parts.into_iter().chain([("brake", brake)]);
        why.parts.extend(parts.filter(|(_, force)| *force != Vec2::zeros()));
        why.force = force;
    }
    Decision {
        velocity: math::clamp_length(choice.motion.velocity(unit), unit.max_speed),
        force,
        angular: 0.0,
        turning: choice.turning,
    }
}

/// A named force, N.
type NamedForce = (&'static str, Vec2);

const NOTHING: NamedForce = ("", Vec2::new(0.0, 0.0));

/// The model's choice and HowToRTS's flocking, weighted.
fn with_flock(unit: &Unit, neighbours: &[Neighbour], choice: &Choice, weights: &Weights) -> [NamedForce; 6] {
    let separation = weighted(weights.separation, || flocking::separation(unit, neighbours));
    [
        ("seek", choice.motion.force(unit) * weights.seek),
        ("avoid", choice.force),
        ("separation", separation),
        ("keep going", keep_going(choice.force + separation, unit.desired)),
        ("alignment", weighted(weights.alignment, || flocking::alignment(unit, neighbours))),
        ("cohesion", weighted(weights.cohesion, || flocking::cohesion(unit, neighbours))),
    ]
}

/// Removes the component of `push` that opposes the direction `desired`, so that neighbours turn a unit and do not
/// hold it back. Otherwise two groups that meet stop in front of each other, too far apart for their bodies to
/// slide past.
fn keep_going(push: Vec2, desired: Vec2) -> Vec2 {
    desired * -push.dot(&desired).min(0.0)
}

fn weighted(weight: f32, force: impl FnOnce() -> Vec2) -> Vec2 {
    if weight == 0.0 { Vec2::zeros() } else { force() * weight }
}

#[cfg(test)]
mod tests {
    use super::super::avoidance::Mode;
    use super::*;

    #[test]
    fn the_forces_that_are_named_add_up_to_the_whole_one() {
        let east = Vec2::new(1.0, 0.0);
        let unit = Unit { max_force: 4.0, velocity: east, desired: east, distance: 0.5, ..Unit::default() };
        let mut why = Reasons::default();
        let around = Surroundings::default();
        let model = Mode::no_avoidance().make(&Default::default());
        let decision = walk(&unit, &around, &*model, &Weights::default(), Some(&mut why));
        assert!(why.parts.iter().any(|(name, force)| *name == "brake" && force.x < -0.5), "{:?}", why.parts);
        let sum: Vec2 = why.parts.iter().map(|(_, force)| force).sum();
        assert!((sum - decision.force).norm() < 1e-5 && why.force == decision.force, "{sum}");
    }

    #[test]
    fn a_push_turns_a_unit_without_holding_it_back() {
        let east = Vec2::new(1.0, 0.0);
        let kept = |push: Vec2| push + keep_going(push, east);
        assert_eq!(kept(Vec2::new(-3.0, 2.0)), Vec2::new(0.0, 2.0));
        assert_eq!(kept(Vec2::new(3.0, 2.0)), Vec2::new(3.0, 2.0), "a push along the direction is kept");
        assert_eq!(
            keep_going(Vec2::new(-3.0, 2.0), Vec2::zeros()),
            Vec2::zeros(),
            "without a direction there is nothing to remove"
        );
    }
}
