//! The settings of `lanes` and `lanes-cheap`: what a measurement supports turning. The other values are constants where they
//! are used; docs/research says what was tried.
//!
//! Lengths are multiples of the crowd's mean radius R, speeds multiples of its mean maximum speed s_max, and
//! times multiples of R/s_max, the time in which a unit moves by its own radius. The model therefore
//! behaves the same in a crowd of larger or faster units.

use crate::settings::{Setting, Settings, settings};

/// The settings of `lanes`.
pub(super) static FULL: &[Setting] = &[
    PRESSURE_GAIN,
    SIDE_BIAS,
    HORIZONS,
    PRESSURE_HORIZON_3,
    EVERY,
    LOOK_EVERY,
    LANE_GAIN,
    NEAR_GAIN,
    NUDGE,
    RESPONSE,
    TRUST,
];
/// The settings of `lanes-cheap`: one horizon per field, and no near units.
pub(super) static CHEAP: &[Setting] =
    &[PRESSURE_GAIN, SIDE_BIAS, EVERY, LOOK_EVERY, LANE_GAIN, CHEAP_LANE_HORIZON, RESPONSE, CHEAP_TRUST];

settings! { "lanes":
    pub PRESSURE_GAIN "pressure_gain" number(1.5, (0.0, 20.0), ""):
        "sideways speed per slope of the pressure" as "makes room";
    pub SIDE_BIAS "side_bias" number(0.5, (-5.0, 5.0), ""):
        "how strongly a blocked unit keeps right, per slope against its direction; negative: left";
    pub HORIZONS "horizons" number(1.0, (0.001, 4.0), ""):
        "all prediction horizons are multiplied by this; near 0: current positions";
    pub PRESSURE_HORIZON_3 "pressure_horizon_3" number(40.0, (0.0, 60.0), "R/s_max"):
        "third prediction horizon of the pressure; 0: off";
    pub EVERY "every" whole(4.0, (1.0, 60.0)): "ticks between solutions of the pressure";
    pub LOOK_EVERY "look_every" whole(2.0, (1.0, 60.0)):
        "ticks between two looks of a unit at the fields, and between fillings of the lane field";
    pub LANE_GAIN "lane_gain" number(2.0, (0.0, 20.0), "s_max"):
        "sideways speed for a difference of 1 in the lane field between right and left" as "follows lanes";
    pub NEAR_GAIN "near_gain" number(0.9, (0.0, 10.0), ""):
        "strength of the response to near units; 0: off" as "avoids near units";
    pub NUDGE "nudge" number(1.0, (0.0, 2.0), "s_max"):
        "sideways speed of a unit blocked head-on; to the right unless the fields prefer the left";
    pub TRUST "trust" number(0.8, (0.0, 1.0), ""):
        "1: units are predicted at their free-flow speed; 0: at their current speed" as "expects full speed";
    pub RESPONSE "response" number(0.58, (0.1, 20.0), "R/s_max"):
        "time in which a unit reaches its chosen velocity" as "response time";
}
settings! { "lanes-cheap":
    pub CHEAP_LANE_HORIZON "lane_horizon" number(3.0, (0.1, 60.0), "R/s_max"):
        "prediction horizon of the lane field" as "looks ahead";
    /// Lower than in `lanes`, because units that ignore near units are held up more often.
    pub CHEAP_TRUST "trust" number(0.4, (0.0, 1.0), ""):
        "1: units are predicted at their free-flow speed; 0: at their current speed" as "expects full speed";
}

/// The first two horizons τ of the pressure, R/s_max: 0.5 and 1 s for a unit of 0.5 m and 5 m/s.
const PRESSURE_HORIZONS_1_2: [f32; 2] = [5.0, 10.0];
/// The horizons τ of the lane field, R/s_max, with their weights. A third horizon of 24 gains in corridors and loses where
/// streams cross.
const LANE_HORIZONS: [(f32, f32); 3] = [(2.0, 0.67), (6.0, 0.29), (15.0, 0.22)];
/// Sweeps of successive over-relaxation per solution. The previous solution is the start.
const SWEEPS: usize = 25;
/// The horizon τ of the pressure in `lanes-cheap`, R/s_max.
const CHEAP_PRESSURE_HORIZON: f32 = 10.0;
/// The weight of the one horizon of its lane field.
const CHEAP_LANE_WEIGHT: f32 = 1.0;
/// Its sweeps per solution.
const CHEAP_SWEEPS: usize = 15;

/// The values of a model's settings, and the constants in which the two models differ.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    pub pressure_gain: f32,
    pub side_bias: f32,
    /// The horizons of the pressure that are switched on.
    pub pressure_horizons: Vec<f32>,
    pub sweeps: usize,
    pub every: u64,
    pub look_every: u64,
    pub lane_gain: f32,
    /// The horizons of the lane field with their weights.
    pub lane_horizons: Vec<(f32, f32)>,
    /// None if near units do not count.
    pub near: Option<NearSettings>,
    pub response: f32,
    pub trust: f32,
}

/// The values of the settings of near units.
#[derive(Debug, Clone, Copy)]
pub(super) struct NearSettings {
    pub gain: f32,
    pub nudge: f32,
}

impl Numbers {
    /// Reads the settings of `lanes`.
    pub fn full(settings: &Settings) -> Numbers {
        let get = |setting| settings.number(setting);
        let factor = get(&HORIZONS);
        let [first, second] = PRESSURE_HORIZONS_1_2;
        let near = NearSettings { gain: get(&NEAR_GAIN), nudge: get(&NUDGE) };
        Numbers {
            pressure_horizons: [first, second, get(&PRESSURE_HORIZON_3)]
                .into_iter()
                .filter(|horizon| *horizon > 0.0)
                .map(|horizon| factor * horizon)
                .collect(),
            sweeps: SWEEPS,
            lane_horizons: LANE_HORIZONS.map(|(horizon, weight)| (factor * horizon, weight)).to_vec(),
            near: (near.gain > 0.0).then_some(near),
            trust: get(&TRUST),
            ..Numbers::cheap(settings)
        }
    }

    /// Reads the settings of `lanes-cheap`.
    pub fn cheap(settings: &Settings) -> Numbers {
        let get = |setting| settings.number(setting);
        Numbers {
            pressure_gain: get(&PRESSURE_GAIN),
            side_bias: get(&SIDE_BIAS),
            pressure_horizons: vec![CHEAP_PRESSURE_HORIZON],
            sweeps: CHEAP_SWEEPS,
            every: get(&EVERY) as u64,
            look_every: get(&LOOK_EVERY) as u64,
            lane_gain: get(&LANE_GAIN),
            lane_horizons: vec![(get(&CHEAP_LANE_HORIZON), CHEAP_LANE_WEIGHT)],
            near: None,
            response: get(&RESPONSE),
            trust: get(&CHEAP_TRUST),
        }
    }
}
