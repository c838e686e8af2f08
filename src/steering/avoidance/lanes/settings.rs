//! The settings of `lanes` and `lanes-cheap`.
//!
//! Lengths are multiples of the crowd's mean radius R, speeds multiples of its mean maximum speed s_max, and
//! times multiples of R/s_max, the time in which a unit moves by its own radius. The model therefore
//! behaves the same in a crowd of larger or faster units.

use crate::settings::{Setting, Settings};

/// The settings of `lanes`.
pub(super) static FULL: &[Setting] = &[
    PRESSURE_CELL,
    REST_DENSITY,
    PRESSURE_GAIN,
    SIDE_BIAS,
    UNDECIDED,
    PRESSURE_LIMIT,
    PRESSURE_HORIZON_1,
    PRESSURE_HORIZON_2,
    PRESSURE_HORIZON_3,
    SWEEPS,
    OVER_RELAXATION,
    EVERY,
    LOOK_EVERY,
    LANE_CELL,
    LANE_GAIN,
    LANE_LIMIT,
    LANE_HORIZON_1,
    LANE_HORIZON_2,
    LANE_HORIZON_3,
    LANE_WEIGHT_1,
    LANE_WEIGHT_2,
    LANE_WEIGHT_3,
    LANE_END,
    NEAR_GAIN,
    NEAR_RADIUS,
    NEAR_AHEAD,
    NEAR_TIME,
    NEAR_GAP,
    RESPONSE,
    DEAD_ON,
    NUDGE,
    TRUST,
    GOAL_FADE,
];
/// The settings of `lanes-cheap`: one horizon per field, and no near units.
pub(super) static CHEAP: &[Setting] = &[
    PRESSURE_CELL,
    REST_DENSITY,
    PRESSURE_GAIN,
    SIDE_BIAS,
    UNDECIDED,
    PRESSURE_LIMIT,
    CHEAP_PRESSURE_HORIZON,
    CHEAP_SWEEPS,
    OVER_RELAXATION,
    EVERY,
    LOOK_EVERY,
    LANE_CELL,
    LANE_GAIN,
    LANE_LIMIT,
    CHEAP_LANE_HORIZON,
    CHEAP_LANE_WEIGHT,
    LANE_END,
    RESPONSE,
    CHEAP_TRUST,
    GOAL_FADE,
];

/// The cell size of the pressure grid.
pub const PRESSURE_CELL: Setting =
    Setting::number("lanes.pressure_cell", 6.0, (2.0, 40.0), "R", "cell size of the pressure grid");
/// The rest density ρ₀.
pub const REST_DENSITY: Setting = Setting::number(
    "lanes.rest_density",
    0.47,
    (0.05, 0.9),
    "",
    "density ρ₀ above which units make room, as the share of the ground that is covered",
);
/// The sideways speed per slope of the pressure.
pub const PRESSURE_GAIN: Setting =
    Setting::number("lanes.pressure_gain", 1.5, (0.0, 20.0), "", "sideways speed per slope of the pressure")
        .main("makes room");
/// The bias of a blocked unit to one side.
pub const SIDE_BIAS: Setting = Setting::number(
    "lanes.side_bias",
    0.5,
    (-5.0, 5.0),
    "",
    "how strongly a blocked unit keeps right, per slope against its direction; negative: left",
);
/// The share of the slope up to which a blocked unit keeps right.
pub const UNDECIDED: Setting = Setting::number(
    "lanes.undecided",
    0.2,
    (0.0, 10.0),
    "",
    "a blocked unit keeps left only if the slope to the left exceeds this share of the slope along its direction",
);
/// The limit of the sideways speed c due to pressure.
pub const PRESSURE_LIMIT: Setting = Setting::number(
    "lanes.pressure_limit",
    0.8,
    (0.0, 2.0),
    "s_max",
    "maximum sideways speed due to pressure",
);
/// The first horizon τ of the pressure.
pub const PRESSURE_HORIZON_1: Setting = Setting::number(
    "lanes.pressure_horizon_1",
    5.0,
    (0.0, 60.0),
    "R/s_max",
    "first prediction horizon of the pressure; 0: off",
);
/// The second horizon τ of the pressure.
pub const PRESSURE_HORIZON_2: Setting = Setting::number(
    "lanes.pressure_horizon_2",
    10.0,
    (0.0, 60.0),
    "R/s_max",
    "second prediction horizon of the pressure; 0: off",
);
/// The third horizon τ of the pressure.
pub const PRESSURE_HORIZON_3: Setting = Setting::number(
    "lanes.pressure_horizon_3",
    40.0,
    (0.0, 60.0),
    "R/s_max",
    "third prediction horizon of the pressure; 0: off",
);
/// The number of sweeps per solution.
pub const SWEEPS: Setting =
    Setting::whole("lanes.sweeps", 25.0, (1.0, 500.0), "sweeps of successive over-relaxation per solution");
/// The relaxation factor ω.
pub const OVER_RELAXATION: Setting =
    Setting::number("lanes.over_relaxation", 1.6, (0.1, 1.95), "", "relaxation factor ω of the sweeps");
/// The number of ticks between solutions of the pressure.
pub const EVERY: Setting =
    Setting::whole("lanes.every", 4.0, (1.0, 60.0), "ticks between solutions of the pressure");
/// The number of ticks between two looks of a unit at the fields.
pub const LOOK_EVERY: Setting = Setting::whole(
    "lanes.look_every",
    2.0,
    (1.0, 60.0),
    "ticks between two looks of a unit at the fields, and between fillings of the lane field",
);
/// The cell size of the lane field.
pub const LANE_CELL: Setting =
    Setting::number("lanes.lane_cell", 2.0, (1.0, 20.0), "R", "cell size of the lane field");
/// The sideways speed per difference of the lane field.
pub const LANE_GAIN: Setting = Setting::number(
    "lanes.lane_gain",
    2.0,
    (0.0, 20.0),
    "s_max",
    "sideways speed for a difference of 1 in the lane field between right and left",
)
.main("follows lanes");
/// The limit of the sideways speed l due to the lane field.
pub const LANE_LIMIT: Setting = Setting::number(
    "lanes.lane_limit",
    0.8,
    (0.0, 2.0),
    "s_max",
    "maximum sideways speed due to the lane field",
);
/// The first horizon τ of the lane field.
pub const LANE_HORIZON_1: Setting = Setting::number(
    "lanes.lane_horizon_1",
    2.0,
    (0.0, 60.0),
    "R/s_max",
    "first prediction horizon of the lane field",
);
/// The second horizon τ of the lane field.
pub const LANE_HORIZON_2: Setting = Setting::number(
    "lanes.lane_horizon_2",
    6.0,
    (0.0, 60.0),
    "R/s_max",
    "second prediction horizon of the lane field",
);
/// The third horizon τ of the lane field.
pub const LANE_HORIZON_3: Setting = Setting::number(
    "lanes.lane_horizon_3",
    15.0,
    (0.0, 60.0),
    "R/s_max",
    "third prediction horizon of the lane field",
);
/// The weight of the first horizon.
pub const LANE_WEIGHT_1: Setting = Setting::number(
    "lanes.lane_weight_1",
    0.67,
    (0.0, 10.0),
    "",
    "weight of the lane field at its first horizon; 0: off",
);
/// The weight of the second horizon.
pub const LANE_WEIGHT_2: Setting = Setting::number(
    "lanes.lane_weight_2",
    0.29,
    (0.0, 10.0),
    "",
    "weight of the lane field at its second horizon; 0: off",
);
/// The weight of the third horizon.
pub const LANE_WEIGHT_3: Setting = Setting::number(
    "lanes.lane_weight_3",
    0.22,
    (0.0, 10.0),
    "",
    "weight of the lane field at its third horizon; 0: off",
);
/// The distance to the goal at which lanes end.
pub const LANE_END: Setting = Setting::number(
    "lanes.lane_end",
    4.0,
    (0.0, 100.0),
    "R",
    "distance to the goal below which a unit no longer seeks a lane",
);
/// The strength of the response to near units.
pub const NEAR_GAIN: Setting = Setting::number(
    "lanes.near_gain",
    0.9,
    (0.0, 10.0),
    "",
    "strength of the response to near units; 0: off",
)
.main("avoids near units");
/// The radius of the disc in which units count as near.
pub const NEAR_RADIUS: Setting = Setting::number(
    "lanes.near_radius",
    8.0,
    (1.0, 40.0),
    "R",
    "radius of the disc in which units count as near",
);
/// The distance of that disc's centre from the unit.
pub const NEAR_AHEAD: Setting = Setting::number(
    "lanes.near_ahead",
    4.0,
    (0.0, 40.0),
    "R",
    "how far ahead of the unit the disc of near units is centred",
);
/// The horizon of near units.
pub const NEAR_TIME: Setting = Setting::number(
    "lanes.near_time",
    20.0,
    (0.1, 100.0),
    "R/s_max",
    "near units that would be met later than this do not count",
);
/// The passing distance below which a near unit counts.
pub const NEAR_GAP: Setting = Setting::number(
    "lanes.near_gap",
    2.2,
    (0.0, 10.0),
    "R",
    "near units that would be passed farther away than this, centre to centre, do not count",
);
/// The offset below which a neighbour counts as dead ahead.
pub const DEAD_ON: Setting = Setting::number(
    "lanes.dead_on",
    0.1,
    (0.0, 1.0),
    "",
    "a neighbour off to the right by less than this share of the gap is still avoided to the right",
);
/// The sideways speed of a unit that is blocked head-on.
pub const NUDGE: Setting = Setting::number(
    "lanes.nudge",
    1.0,
    (0.0, 2.0),
    "s_max",
    "sideways speed of a unit blocked head-on; to the right unless the fields prefer the left",
);
/// The weight of the free-flow speed against the current speed in predictions.
pub const TRUST: Setting = Setting::number(
    "lanes.trust",
    0.8,
    (0.0, 1.0),
    "",
    "1: units are predicted at their free-flow speed; 0: at their current speed",
)
.main("expects full speed");
/// The response time of the velocity.
pub const RESPONSE: Setting = Setting::number(
    "lanes.response",
    0.58,
    (0.1, 20.0),
    "R/s_max",
    "time in which a unit reaches its chosen velocity",
)
.main("response time");
/// The distance to the goal at which pressure starts to fade: goal positions are close together.
pub const GOAL_FADE: Setting = Setting::number(
    "lanes.goal_fade",
    10.0,
    (0.0, 100.0),
    "R",
    "distance to the goal below which pressure fades out; 0: off",
);
/// The horizon τ of the pressure in `lanes-cheap`.
pub const CHEAP_PRESSURE_HORIZON: Setting = Setting::number(
    "lanes-cheap.pressure_horizon",
    10.0,
    (0.1, 60.0),
    "R/s_max",
    "prediction horizon of the pressure",
);
/// The number of sweeps per solution in `lanes-cheap`.
pub const CHEAP_SWEEPS: Setting = Setting::whole(
    "lanes-cheap.sweeps",
    15.0,
    (1.0, 500.0),
    "sweeps of successive over-relaxation per solution",
);
/// The horizon τ of the lane field in `lanes-cheap`.
pub const CHEAP_LANE_HORIZON: Setting = Setting::number(
    "lanes-cheap.lane_horizon",
    3.0,
    (0.1, 60.0),
    "R/s_max",
    "prediction horizon of the lane field",
)
.main("looks ahead");
/// The weight of the lane field in `lanes-cheap`.
pub const CHEAP_LANE_WEIGHT: Setting =
    Setting::number("lanes-cheap.lane_weight", 1.0, (0.0, 10.0), "", "weight of the lane field");

/// The trust of `lanes-cheap`. It is lower than in `lanes` because units that ignore near units are held up
/// more often.
pub const CHEAP_TRUST: Setting = Setting::number(
    "lanes-cheap.trust",
    0.4,
    (0.0, 1.0),
    "",
    "1: units are predicted at their free-flow speed; 0: at their current speed",
)
.main("expects full speed");

/// The values of a model's settings.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    pub pressure_cell: f32,
    pub rest_density: f32,
    pub pressure_gain: f32,
    pub side_bias: f32,
    pub undecided: f32,
    pub pressure_limit: f32,
    /// Only the horizons that are switched on.
    pub pressure_horizons: Vec<f32>,
    pub sweeps: usize,
    pub over_relaxation: f32,
    pub every: u64,
    pub look_every: u64,
    pub lane_cell: f32,
    pub lane_gain: f32,
    pub lane_limit: f32,
    /// Horizon and weight of the layers that are switched on.
    pub lane_horizons: Vec<(f32, f32)>,
    pub lane_end: f32,
    /// None if near units do not count.
    pub near: Option<NearSettings>,
    pub response: f32,
    pub goal_fade: f32,
    pub trust: f32,
}

/// The values of the settings of near units.
#[derive(Debug, Clone, Copy)]
pub(super) struct NearSettings {
    pub gain: f32,
    pub radius: f32,
    pub ahead: f32,
    pub time: f32,
    pub gap: f32,
    pub dead_on: f32,
    pub nudge: f32,
}

impl Numbers {
    /// Reads the settings of `lanes`.
    pub fn full(settings: &Settings) -> Numbers {
        let get = |setting| settings.get(setting);
        let lanes = [
            (&LANE_HORIZON_1, &LANE_WEIGHT_1),
            (&LANE_HORIZON_2, &LANE_WEIGHT_2),
            (&LANE_HORIZON_3, &LANE_WEIGHT_3),
        ];
        let near = NearSettings {
            gain: get(&NEAR_GAIN),
            radius: get(&NEAR_RADIUS),
            ahead: get(&NEAR_AHEAD),
            time: get(&NEAR_TIME),
            gap: get(&NEAR_GAP),
            dead_on: get(&DEAD_ON),
            nudge: get(&NUDGE),
        };
        Numbers {
            pressure_horizons: [&PRESSURE_HORIZON_1, &PRESSURE_HORIZON_2, &PRESSURE_HORIZON_3]
                .map(get)
                .into_iter()
                .filter(|horizon| *horizon > 0.0)
                .collect(),
            sweeps: get(&SWEEPS) as usize,
            lane_horizons: lanes
                .map(|(horizon, weight)| (get(horizon), get(weight)))
                .into_iter()
                .filter(|(_, weight)| *weight > 0.0)
                .collect(),
            near: (near.gain > 0.0).then_some(near),
            trust: get(&TRUST),
            ..Numbers::cheap(settings)
        }
    }

    /// Reads the settings of `lanes-cheap`.
    pub fn cheap(settings: &Settings) -> Numbers {
        let get = |setting| settings.get(setting);
        Numbers {
            pressure_cell: get(&PRESSURE_CELL),
            rest_density: get(&REST_DENSITY),
            pressure_gain: get(&PRESSURE_GAIN),
            side_bias: get(&SIDE_BIAS),
            undecided: get(&UNDECIDED),
            pressure_limit: get(&PRESSURE_LIMIT),
            pressure_horizons: vec![get(&CHEAP_PRESSURE_HORIZON)],
            sweeps: get(&CHEAP_SWEEPS) as usize,
            over_relaxation: get(&OVER_RELAXATION),
            every: get(&EVERY) as u64,
            look_every: get(&LOOK_EVERY) as u64,
            lane_cell: get(&LANE_CELL),
            lane_gain: get(&LANE_GAIN),
            lane_limit: get(&LANE_LIMIT),
            lane_horizons: vec![(get(&CHEAP_LANE_HORIZON), get(&CHEAP_LANE_WEIGHT))],
            lane_end: get(&LANE_END),
            near: None,
            response: get(&RESPONSE),
            goal_fade: get(&GOAL_FADE),
            trust: get(&CHEAP_TRUST),
        }
    }
}
