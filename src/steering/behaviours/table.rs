//! The table of all behaviours.

use super::behaviour::Behaviour;
use super::{
    align, arrive, avoid, collision_avoidance, evade, face, flee, follow_path, look_where_going, pursue,
    seek, separation, velocity_match, wall_avoidance, wander, way,
};

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
    use crate::steering::behaviours::hold::HOLD;
    use crate::steering::behaviours::{Body, Memory, Mind};
    use crate::types::{Point, Vec2};

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
    /// The recipe of docs/library.md.
    #[test]
    fn the_behaviour_of_the_recipe_brakes_within_its_time() {
        let body = Body {
            position: Point::origin(),
            velocity: Vec2::new(2.0, 0.0),
            orientation: 0.0,
            rotation: 0.0,
            radius: 0.5,
            max_speed: 5.0,
            max_acceleration: 40.0,
        };
        let mut mind = Mind { memory: Memory::default(), why: None, case: None };
        let decide = HOLD.case.unwrap().decide;
        assert_eq!(decide(&body, &mut mind).linear, Vec2::new(-10.0, 0.0), "2 m/s in 0.2 s");
    }
}
