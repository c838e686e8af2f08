//! The settings of gates. Lengths are multiples of the crowd's mean radius R, times multiples of R/s_max.

use super::Mechanism;
use crate::navigation::passages::{PassageRules, TurnRules};
use crate::settings::{Setting, Settings};

/// Whether units take turns at narrow passages.
pub const ON: Setting = Setting::switch("gates.on", "units take turns at narrow passages");
/// Passages narrower than this are gates, R.
pub const WIDTH: Setting =
    Setting::number("gates.width", 14.0, (2.0, 100.0), "R", "passages narrower than this are gates");
/// The distance from a gate at which units wait, R. Nearer than 8 R they jam a narrow door.
pub const WAIT: Setting = Setting::number(
    "gates.wait",
    18.0,
    (8.0, 200.0),
    "R",
    "distance from a gate at which units wait for their turn",
);
/// The distance within which units notice a gate, R. It is more than `NEAR`, within which they are too close to wait.
pub const LOOK: Setting =
    Setting::number("gates.look", 60.0, (12.0, 1000.0), "R", "distance within which units notice a gate");
/// The shortest detour that makes a passage a gate, R.
pub const DETOUR: Setting =
    Setting::number("gates.detour", 24.0, (0.0, 1000.0), "R", "no gate where a detour costs less than this");
/// The longest turn of one side while the other waits, R/s_max.
pub const TURN: Setting = Setting::number(
    "gates.turn",
    150.0,
    (1.0, 10000.0),
    "R/s_max",
    "longest turn of one side while the other waits",
);

/// Units take turns at narrow passages.
pub static GATES: Mechanism = Mechanism {
    name: "gates",
    option: "gates",
    summary: "units take turns at narrow passages",
    settings: &[ON, WIDTH, WAIT, LOOK, DETOUR, TURN],
};

/// Units this close to a gate keep their side's turn, R.
const NEAR: f32 = 11.0;
/// Units farther away lose the turn to units that are nearer by this, R.
const MARGIN: f32 = 4.0;
/// The turn changes when the last unit has less than this to go, R.
const CLEAR: f32 = 8.0;
/// A gate in which no unit moves counts as empty after this time, R/s_max.
const IDLE: f32 = 60.0;
/// Units that block each other in a gate resolve it after this time, R/s_max.
const BLOCKED: f32 = 20.0;
/// The distance over which units stop before they wait, R.
const BRAKE: f32 = 4.0;
/// The speed at which units go back that are too close to the gate, s_max.
const BACK: f32 = 0.5;

/// The rules of gates for a crowd.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gates {
    /// What makes a passage a gate.
    pub passage: PassageRules,
    /// When the turn changes.
    pub turns: TurnRules,
    /// The distance within which units notice a gate, m.
    pub look: f32,
    /// The distance from a gate at which units wait, m.
    pub wait: f32,
}

impl Gates {
    /// The rules for units with this mean radius (m) and mean maximum speed (m/s).
    pub fn new(settings: &Settings, radius: f32, max_speed: f32) -> Gates {
        let (length, pace) = (|setting| settings.get(setting) * radius, radius / max_speed);
        Gates {
            passage: PassageRules { radius, width: length(&WIDTH), detour: length(&DETOUR) },
            turns: TurnRules {
                is_on: true,
                radius,
                speed: max_speed,
                wait: length(&WAIT),
                near: NEAR * radius,
                margin: MARGIN * radius,
                clear: CLEAR * radius,
                longest: settings.get(&TURN) * pace,
                idle: IDLE * pace,
                blocked: BLOCKED * pace,
            },
            look: length(&LOOK),
            wait: length(&WAIT),
        }
    }

    /// Returns the share of its preferred velocity at which a unit walks that waits for its turn, `distance` m before
    /// the gate. Negative if it is too close: it leaves room for units that come out.
    pub fn pace(&self, distance: f32) -> f32 {
        ((distance - self.wait) / (BRAKE * self.passage.radius)).clamp(-BACK, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a radius of 0.4 m and 2.5 m/s, R/s is 0.16 s and s/R is 6.25 per second.
    fn rules() -> Gates {
        let mut settings = Settings::default();
        for (setting, value) in
            [(&WIDTH, 11.0), (&WAIT, 20.0), (&LOOK, 50.0), (&DETOUR, 30.0), (&TURN, 100.0)]
        {
            settings.set(setting, value).unwrap();
        }
        Gates::new(&settings, 0.4, 2.5)
    }

    fn assert_close(is: f32, expected: f32, name: &str) {
        assert!((is - expected).abs() < 1e-5 * expected, "{name} is {is}, not {expected}");
    }

    #[test]
    fn lengths_are_multiples_of_the_radius_and_times_of_the_time_to_walk_it() {
        let Gates { passage, turns, look, wait } = rules();
        for (name, is, expected) in [
            ("the widest gate", passage.width, 11.0 * 0.4),
            ("the detour", passage.detour, 30.0 * 0.4),
            ("the radius of passages", passage.radius, 0.4),
            ("the radius of turns", turns.radius, 0.4),
            ("the speed", turns.speed, 2.5),
            ("the look", look, 50.0 * 0.4),
            ("the wait", wait, 20.0 * 0.4),
            ("the wait of turns", turns.wait, 20.0 * 0.4),
            ("near", turns.near, 11.0 * 0.4),
            ("the margin", turns.margin, 4.0 * 0.4),
            ("clear", turns.clear, 8.0 * 0.4),
            ("the longest turn", turns.longest, 100.0 * 0.16),
            ("idle", turns.idle, 60.0 * 0.16),
            ("blocked", turns.blocked, 20.0 * 0.16),
        ] {
            assert_close(is, expected, name);
        }
        assert!(turns.is_on);
    }

    /// It waits at 8 m and stops over the 4 R = 1.6 m before that.
    #[test]
    fn a_unit_slows_down_before_it_waits_and_goes_back_if_it_is_too_close() {
        let rules = rules();
        for (distance, share) in
            [(30.0, 1.0), (9.6, 1.0), (8.8, 0.5), (8.0, 0.0), (7.6, -0.25), (7.2, -0.5), (1.0, -0.5)]
        {
            let pace = rules.pace(distance);
            assert!((pace - share).abs() < 1e-5, "{distance} m: {pace}, not {share}");
        }
    }
}
