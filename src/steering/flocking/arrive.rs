//! Arrive: seek, with slowing down near the goal (Reynolds 1999).

use super::seek::seek;
use crate::steering::unit::Unit;
use crate::types::Vec2;

/// The distance from the goal, in radii, at which a unit starts to slow down.
pub const SLOW_RADII: f32 = 2.0;

/// The share of its maximum speed for a unit of `radius` at `distance` from its goal (m).
pub fn slowed(distance: f32, radius: f32) -> f32 {
    (distance / (SLOW_RADII * radius)).min(1.0)
}

/// The velocity of a unit that moves in `direction` (a unit vector) and stops at its goal, m/s.
pub fn arrive(unit: &Unit, direction: Vec2) -> Vec2 {
    seek(unit, direction) * slowed(unit.distance, unit.radius)
}

/// How much more a unit brakes at its goal than [`Unit::force_to`] does, γ; 0 for most units.
///
/// `arrive` asks for the speed g·d at the distance d, with g = s / (2 R), and a force takes the time τ = m s / F to act.
/// A unit with g τ > 1 would swing around its goal. It brakes as if it asked for γ times its speed less. With
/// γ = 2 √(g τ) − 1 − 1 / √(g τ), the damping is 1 − 1 / (2 g τ) of the critical one.
fn damping(unit: &Unit) -> f32 {
    let swings = unit.max_speed * unit.max_speed * unit.mass / (SLOW_RADII * unit.radius * unit.max_force);
    let root = swings.max(1.0).sqrt();
    2.0 * root - 1.0 - 1.0 / root
}

/// The force with which a unit that is to stop at its goal brakes in addition to all others, N.
pub fn brake(unit: &Unit) -> Vec2 {
    let damping = damping(unit);
    if damping == 0.0 || !unit.stops {
        return Vec2::zeros();
    }
    let slow = SLOW_RADII * unit.radius;
    let asked = if unit.distance < slow {
        -damping * unit.velocity
    } else {
        let beyond = unit.max_speed * (unit.distance / slow - 1.0);
        unit.desired * (beyond - damping * unit.velocity.dot(&unit.desired)).min(0.0)
    };
    asked * (unit.max_force / unit.max_speed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit that walks east at 5 m/s, accelerates by at most 2 m/s² and is so far from its goal.
    fn sluggish(distance: f32) -> Unit {
        let east = Vec2::new(1.0, 0.0);
        Unit { max_force: 2.0, velocity: 5.0 * east, desired: east, distance, ..Unit::default() }
    }

    /// It needs 6.25 m to stop, and its γ is 5.79.
    #[test]
    fn a_unit_that_accelerates_slowly_brakes_before_its_goal() {
        let most = |distance: f32| brake(&sluggish(distance)).x;
        assert_eq!((most(6.8), most(30.0)), (0.0, 0.0), "too far");
        assert!((most(5.0) - (20.0 - 5.0 * 5.788) * 0.4).abs() < 1e-2, "{}", most(5.0));
        assert!((most(0.9) + 5.0 * 5.788 * 0.4).abs() < 1e-2, "{}", most(0.9));
        let aside = Unit { velocity: Vec2::new(0.0, 1.0), ..sluggish(0.9) };
        assert!((brake(&aside).y + 5.788 * 0.4).abs() < 1e-3, "it does not circle, either");
        assert_eq!(brake(&Unit { velocity: Vec2::new(0.0, 1.0), ..sluggish(1.1) }), Vec2::zeros());
        assert_eq!(brake(&Unit { stops: false, ..sluggish(0.5) }), Vec2::zeros());
        assert_eq!(
            brake(&Unit { max_force: 40.0, ..sluggish(0.5) }),
            Vec2::zeros(),
            "it stops in time anyway"
        );
    }
}
