//! The steering behaviours of DM810, lecture 3 (after Reynolds 1999 and Millington, "AI for Games"), one per file.
//! They are pure functions from a body and its perception to an acceleration. As in the source, they delegate:
//! pursue passes a predicted position to seek, and face passes an angle to align.
//!
//! To add a behaviour, add its file and a line in [`BEHAVIOURS`]. Plans, `sidestep behaviours` and `explain` read
//! that table.
//!
//! A behaviour is a small struct of its settings (public fields) with `for_body(&body)` for defaults that suit the
//! body, and a method `steer`. Its findings (the neighbour, the time, the hit, the point on the path) are returned
//! as data with the [`Steer`]. A behaviour without a request returns the zero [`Steer`].
//!
//! A table entry makes the inputs of a decision from a part of a plan and a unit's perception, and [`CaseForm`]
//! makes them from a case of `explain`. Both then decide by the same function.
//!
//! All results are finite for finite inputs: offsets are clamped to [`FAR`], and where two positions coincide there
//! is no direction, so nothing is requested.

pub mod align;
pub mod arrive;
pub mod avoid;
pub mod behaviour;
pub mod body;
pub mod case;
pub mod collision_avoidance;
pub mod evade;
pub mod face;
pub mod flee;
pub mod follow_path;
pub mod look_where_going;
pub mod path;
pub mod pursue;
pub mod seek;
pub mod separation;
pub mod settings;
pub mod velocity_match;
pub mod wall_avoidance;
pub mod wander;
pub mod way;

/// The recipe of docs/library.md compiles.
#[cfg(test)]
#[allow(dead_code)]
#[path = "../../../docs/recipes/hold.rs"]
mod hold;

pub use align::Align;
pub use arrive::Arrive;
pub use behaviour::{Behaviour, Memory, Mind, Needs, Part, Seen, body_of, other_of};
pub use body::{Body, FAR, Other, Steer};
pub use case::{Accepts, CaseField, CaseFields, CaseForm};
pub use collision_avoidance::{Avoided, ClosestApproach, Cone, ConeForm};
pub use evade::Evade;
pub use face::face;
pub use flee::flee;
pub use follow_path::{FollowPath, Followed};
pub use look_where_going::look_where_going;
pub use path::{Path, PathError};
pub use pursue::{Pursue, Pursuit};
pub use seek::seek;
pub use separation::{Law, Separation};
pub use velocity_match::VelocityMatch;
pub use wall_avoidance::{Hit, Rays, RoundObstacle, WallAvoidance, WallAvoided, Whisker};
pub use wander::{Wander, Wandered};

/// All behaviours.
pub static BEHAVIOURS: &[&Behaviour] = &[
    &seek::SEEK,
    &flee::FLEE,
    &arrive::ARRIVE,
    &way::WAY,
    &align::ALIGN,
    &velocity_match::VELOCITY_MATCH,
    &pursue::PURSUE,
    &evade::EVADE,
    &face::FACE,
    &look_where_going::LOOK_WHERE_GOING,
    &wander::WANDER,
    &follow_path::FOLLOW_PATH,
    &separation::SEPARATION,
    &separation::SEPARATION_INVERSE_SQUARE,
    &collision_avoidance::CONE_MEAN,
    &collision_avoidance::CONE_NEAREST,
    &collision_avoidance::CLOSEST_APPROACH,
    &wall_avoidance::WALL_AVOIDANCE,
    &avoid::AVOID,
];

impl Behaviour {
    /// Returns the behaviour with this name.
    pub fn named(name: &str) -> Option<&'static Behaviour> {
        BEHAVIOURS.iter().copied().find(|behaviour| behaviour.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_settings_have_matching_prefixes() {
        for (k, behaviour) in BEHAVIOURS.iter().enumerate() {
            assert!(
                BEHAVIOURS[..k].iter().all(|other| other.name != behaviour.name),
                "duplicate name {}",
                behaviour.name
            );
            for setting in behaviour.settings {
                assert_eq!(setting.key.split_once('.').unwrap().0, behaviour.name);
                setting.check(setting.default).unwrap();
            }
        }
    }
}
