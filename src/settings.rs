//! How units avoid and push: what a map sets, the command line overrides and the window switches.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An avoidance mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Mode {
    /// Seek the goal, push through whatever is there.
    #[serde(rename = "none")]
    None,
    /// HowToRTS's three rays.
    #[serde(rename = "raycast")]
    Raycast,
    /// The cardioid anti-gravity field of "Point A to Point B".
    #[serde(rename = "cardioid")]
    Cardioid,
    /// The field chooses the direction, the rays add their force.
    #[default]
    #[serde(rename = "raycast+cardioid")]
    RaycastCardioid,
}

impl Mode {
    /// Every mode, in the order in which the window goes through them.
    pub const ALL: [Mode; 4] = [Mode::None, Mode::Raycast, Mode::Cardioid, Mode::RaycastCardioid];

    /// The name that maps and `--avoid` use.
    pub fn name(self) -> &'static str {
        match self {
            Mode::None => "none",
            Mode::Raycast => "raycast",
            Mode::Cardioid => "cardioid",
            Mode::RaycastCardioid => "raycast+cardioid",
        }
    }

    /// What it does, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Mode::None => "walks straight for the goal; the bodies sort it out",
            Mode::Raycast => "three rays along the velocity; turns the way a neighbour already turns",
            Mode::Cardioid => "anti-gravity field weighted by a cardioid, stages 1 to 4",
            Mode::RaycastCardioid => "the field chooses the direction, the rays add their force",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Mode::ALL.into_iter().find(|m| m.name() == text).ok_or_else(|| {
            let names = Mode::ALL.map(Mode::name);
            format!("unknown avoidance mode '{text}'; {}", crate::text::did_you_mean(text, &names))
        })
    }
}

/// A stage of the cardioid field, 1 to 4; each is the whole of the one before plus one idea.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Stage(u8);

impl Stage {
    /// The last stage.
    pub const LAST: Stage = Stage(4);

    /// Stage `n`, or what is wrong with it.
    pub fn new(n: u8) -> Result<Stage, String> {
        if (1..=4).contains(&n) {
            Ok(Stage(n))
        } else {
            Err(format!("stage {n} does not exist; there are 1, 2, 3 and 4"))
        }
    }

    /// 1 to 4.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The article's "personal space" κ of this stage: 2, and 3 from stage 3 on.
    pub fn default_personal_space(self) -> f32 {
        if self.0 <= 2 { 2.0 } else { 3.0 }
    }
}

impl Default for Stage {
    fn default() -> Self {
        Stage::LAST
    }
}

impl TryFrom<u8> for Stage {
    type Error = String;
    fn try_from(n: u8) -> Result<Self, String> {
        Stage::new(n)
    }
}

impl From<Stage> for u8 {
    fn from(s: Stage) -> u8 {
        s.0
    }
}

/// Weights of the flocking behaviours beside the avoidance mode; HowToRTS's values by default.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Towards the goal.
    pub seek: f32,
    /// Away from neighbours within 4 radii.
    pub separation: f32,
    /// Along the headings of the own group within 10 radii.
    pub alignment: f32,
    /// Towards the middle of the own group within 10 radii.
    pub cohesion: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { seek: 1.0, separation: 2.2, alignment: 0.3, cohesion: 0.05 }
    }
}

/// The sideways push in the contact of two that meet head-on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Push {
    /// Whether it acts.
    pub on: bool,
    /// The sideways speed that it brings a pair to, as a share of their mean maximum speed. Above 0.
    pub strength: f32,
}

impl Push {
    /// The strength that a bare `on` stands for.
    pub const DEFAULT_STRENGTH: f32 = 0.8;
    /// The largest strength that is taken.
    pub const MAX_STRENGTH: f32 = 2.0;
}

impl Default for Push {
    fn default() -> Self {
        Push { on: true, strength: Push::DEFAULT_STRENGTH }
    }
}

impl fmt::Display for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.on { write!(f, "{}", self.strength) } else { f.write_str("off") }
    }
}

/// What decides how units of a world avoid each other.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Steering {
    /// The avoidance mode.
    pub mode: Mode,
    /// The cardioid field's stage.
    pub stage: Stage,
    /// The cardioid field's κ; none: the stage's own.
    pub personal_space: Option<f32>,
    /// The flocking behaviours' weights.
    pub weights: Weights,
    /// The sideways push.
    pub push: Push,
}
