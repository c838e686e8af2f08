//! The table of models, and modes, which are models by name.

use super::model::{Avoidance, CaseNeeds, Model};
use super::register::{self, RegisterError};
use super::{
    cardioid, continuum, lanes, lecture, none, orca, power_law, raycast, raycast_cardioid, social_force,
};
use crate::settings::{Setting, Settings};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// The built-in models, in the order in which the window cycles through them.
static BUILT_IN: &[&Model] = &[
    &none::MODEL,
    &raycast::MODEL,
    &cardioid::MODEL,
    &raycast_cardioid::MODEL,
    &orca::MODEL,
    &social_force::MODEL,
    &power_law::MODEL,
    &continuum::MODEL,
    &lanes::MODEL,
    &lanes::CHEAP,
    &lecture::SEPARATION,
    &lecture::INVERSE_SQUARE,
    &lecture::CONE_MEAN,
    &lecture::CONE_NEAREST,
    &lecture::CLOSEST_APPROACH,
];

/// All models; set when the list is first used, or when models are registered.
static MODELS: OnceLock<Vec<&'static Model>> = OnceLock::new();

/// All models: the built-in ones, then the registered ones.
pub fn models() -> &'static [&'static Model] {
    MODELS.get_or_init(|| BUILT_IN.to_vec())
}

/// The registered models, without the built-in ones.
pub fn registered() -> &'static [&'static Model] {
    &models()[BUILT_IN.len()..]
}

/// Adds models to the list. Maps, `--avoid`, the window, studies and `explain` then accept them.
///
/// Call it once, at the start of the program, before anything uses a mode.
///
/// # Errors
///
/// Fails if a name is already in use or cannot be typed, if a setting's key does not belong to the model or
/// clashes with another setting, or if the list of models has already been used. Nothing is registered in
/// these cases.
pub fn register(own: &[&'static Model]) -> Result<(), RegisterError> {
    let all = register::joined(BUILT_IN, own)?;
    MODELS.set(all).map_err(|_| RegisterError::TooLate)
}

/// A model, identified by its name.
#[derive(Clone, Copy)]
pub struct Mode(&'static Model);

impl Mode {
    /// All modes, in the order in which the window cycles through them.
    pub fn all() -> impl ExactSizeIterator<Item = Mode> + Clone {
        models().iter().map(|model| Mode(model))
    }

    /// The mode in which units walk straight to their goals. Other modes are compared with it.
    pub fn no_avoidance() -> Mode {
        Mode(&none::MODEL)
    }

    /// The mode with this name.
    pub fn named(name: &str) -> Option<Mode> {
        Mode::all().find(|m| m.name() == name)
    }

    /// The names of all modes.
    pub fn names() -> Vec<&'static str> {
        Mode::all().map(Mode::name).collect()
    }

    /// The name that maps and `--avoid` use.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// One line about what the model does.
    pub fn summary(self) -> &'static str {
        self.0.summary
    }

    /// Whether the sideways push is on by default, unless the map or the user sets it.
    pub fn push(self) -> bool {
        self.0.push
    }

    /// The names of the mechanisms that are on by default, unless the map or the user sets their switches.
    pub fn mechanisms(self) -> &'static [&'static str] {
        self.0.mechanisms
    }

    /// The model's settings.
    pub fn settings(self) -> &'static [Setting] {
        self.0.settings
    }

    /// The model's name within a sentence.
    pub fn label(self) -> &'static str {
        self.0.label.unwrap_or(self.0.name)
    }

    /// The approximate cost of a unit, in ms per run of a default study.
    pub fn cost(self) -> u64 {
        self.0.cost
    }

    /// What a case of `explain` needs.
    pub fn case_needs(self) -> CaseNeeds {
        self.0.case_needs
    }

    /// The modes for which a saved situation contains cases.
    pub fn explained_by(self) -> Vec<Mode> {
        match self.0.explained_by {
            [] => vec![self],
            names => names.iter().filter_map(|name| Mode::named(name)).collect(),
        }
    }

    /// Creates the model with these settings.
    pub fn make(self, settings: &Settings) -> Box<dyn Avoidance> {
        (self.0.make)(settings)
    }
}

impl Default for Mode {
    fn default() -> Self {
        Mode(&raycast_cardioid::MODEL)
    }
}

impl PartialEq for Mode {
    fn eq(&self, other: &Mode) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Mode {}

impl fmt::Debug for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Mode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Mode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Mode, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The error for an unknown mode.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown avoidance mode '{name}'")]
pub struct UnknownMode {
    /// The name as written.
    pub name: String,
}

impl FromStr for Mode {
    type Err = UnknownMode;

    fn from_str(name: &str) -> Result<Self, UnknownMode> {
        Mode::named(name).ok_or_else(|| UnknownMode { name: name.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{MOST_MAIN, main_and_others};
    use crate::steering::Fact;
    use crate::steering::avoidance::model::{Choice, Motion, Surroundings};
    use crate::steering::reasons::Reasons;
    use crate::steering::unit::{Neighbour, Unit};
    use crate::steering::walk;
    use crate::types::{Point, Vec2};

    /// A unit that another one meets, and the choice of each built-in model with its reasons.
    fn choices() -> (Unit, Vec<(&'static str, Choice, Reasons)>) {
        let east = Vec2::new(1.0, 0.0);
        let unit = Unit {
            velocity: Vec2::new(2.0, 0.5),
            desired: east,
            preferred: east * 4.0,
            distance: 30.0,
            max_speed: 4.0,
            max_force: 24.0,
            mass: 2.0,
            ..Unit::default()
        };
        let other =
            Neighbour { id: 1, position: Point::new(2.0, 0.3), velocity: -east, ..Neighbour::default() };
        let choice = |model: &&'static Model| {
            let mut why = Reasons::default();
            let around = Surroundings { neighbours: &[other], walls: &[] };
            let choice = (model.make)(&Settings::default()).choose(&unit, &around, Some(&mut why));
            (model.name, choice, why)
        };
        (unit, BUILT_IN.iter().map(choice).collect())
    }

    #[test]
    fn a_model_that_chooses_a_force_says_so_and_the_others_choose_a_velocity() {
        let (unit, choices) = choices();
        let forces = ["social-force", "power-law", "lanes", "lanes-cheap"];
        for (name, Choice { motion, force, .. }, why) in choices {
            match motion {
                Motion::Velocity(velocity) => {
                    assert!(!forces.contains(&name), "{name} chooses a force");
                    assert!(velocity.norm() <= unit.max_speed * 1.0001, "{name}: {velocity}");
                }
                Motion::Force(chosen) => {
                    assert!(forces.contains(&name), "{name} chooses a velocity");
                    assert_eq!(force, Vec2::zeros(), "{name}: the force is all there is");
                    // The force models report their sum, limited to 24 N.
                    if let Some(Fact::List(total)) = why.fact("total") {
                        let [x, y] = [0, 1].map(|axis: usize| total[axis].number().unwrap());
                        assert!((chosen - Vec2::new(x, y)).norm() < 1e-4, "{name}: {chosen} {total:?}");
                    }
                    assert!(chosen.norm() > 1.0 && chosen.norm() <= 24.0 * 1.0001, "{name}: {chosen}");
                }
            }
        }
    }

    /// A velocity is approached at F/s = 24/4 per second and kilogram; a force acts as it is.
    #[test]
    fn a_velocity_becomes_a_force_and_a_force_remains_one() {
        #[derive(Clone)]
        struct Chooses(Choice);
        impl Avoidance for Chooses {
            fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
                0.0
            }
            fn with_flocking(&self) -> bool {
                false
            }
            fn choose(&self, _unit: &Unit, _around: &Surroundings<'_>, _why: Option<&mut Reasons>) -> Choice {
                self.0
            }
        }
        let (unit, _) = choices();
        let decide = |choice: Choice| {
            walk(
                &unit,
                &Surroundings::default(),
                &Chooses(choice),
                &crate::settings::Weights::default(),
                None,
            )
        };
        let velocity = decide(Choice::from_velocity(Vec2::new(3.0, 0.5)));
        assert_eq!((velocity.force, velocity.velocity), (Vec2::new(6.0, 0.0), Vec2::new(3.0, 0.5)));
        let force = decide(Choice::from_force(Vec2::new(6.0, -3.0)));
        assert_eq!((force.force, force.velocity), (Vec2::new(6.0, -3.0), Vec2::new(3.0, 0.0)));
        let both = decide(Choice { force: Vec2::new(0.0, 2.0), ..Choice::from_force(Vec2::new(6.0, -3.0)) });
        assert_eq!(both.force, Vec2::new(6.0, -1.0), "the additional force is added");
        let most = decide(Choice::from_force(Vec2::new(0.0, 30.0)));
        assert!((most.force - Vec2::new(0.0, 24.0)).norm() < 1e-5, "no more than the maximum force");
    }

    #[test]
    fn the_built_in_models_pass_the_checks_of_registered_ones() {
        let all = register::joined(&[], BUILT_IN).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(all.len(), BUILT_IN.len());
        for model in BUILT_IN {
            let (main, _) = main_and_others(model.settings);
            assert!(main.len() <= MOST_MAIN, "{} has {} main settings", model.name, main.len());
            for (index, setting) in main.iter().enumerate() {
                let plain = setting.plain.unwrap_or_else(|| panic!("{} has no plain name", setting.key));
                assert!((3..=18).contains(&plain.chars().count()), "no room for {plain}");
                assert!(main[..index].iter().all(|other| other.plain != Some(plain)), "two times {plain}");
            }
            for name in model.explained_by {
                assert!(BUILT_IN.iter().any(|other| other.name == *name), "{}: {name}", model.name);
            }
        }
    }
}
