//! Arrive: seek that slows down and stops at the goal instead of oscillating around it (Reynolds 1999; Millington).

use super::behaviour::{Behaviour, Needs, Part, on_target};
use super::body::{Body, Steer, TIME_TO_TARGET, offset, reach_velocity, slow_radius, slowed};
use super::case::{CaseForm, Inputs};
use super::fields::{CaseField, CaseFields};
use super::mind::Mind;
use super::settings::{given_or, length, time};
use crate::math;
use crate::settings::Setting;
use crate::types::{Point, Vec2};

const ARRIVE_RADIUS: Setting = length("arrive.target_radius", "distance at which it has arrived; 0: R/2");
const SLOW_RADIUS: Setting = length(
    "arrive.slow_radius",
    "distance at which it starts to slow down; 0: the shortest without overshoot",
);
const ARRIVE_TIME: Setting =
    time("arrive.time_to_target", 0.1, "time in which it aims to reach the target velocity");

/// The table entry of `arrive`.
pub static ARRIVE: Behaviour = Behaviour {
    name: "arrive",
    summary: "seeks the target, slows down and stops there",
    settings: &[ARRIVE_RADIUS, SLOW_RADIUS, ARRIVE_TIME],
    needs: Needs::Target,
    turns: false,
    steer: |part, body, seen, mind| {
        let settings = arrive_settings(part, body);
        on_target(part, seen, mind, |mind, at| mind.decide(body, ArriveAt { settings, goal: at.position }))
    },
    case: Some(CaseForm::new::<ArriveAt>()),
};

/// Returns the arrive settings of a part. Bodies in the world coast, so it brakes where the source relies on
/// friction.
pub(crate) fn arrive_settings(part: &Part, body: &Body) -> Arrive {
    let own = Arrive::for_body(body);
    Arrive {
        target_radius: given_or(part.settings.number(&ARRIVE_RADIUS), own.target_radius),
        slow_radius: given_or(part.settings.number(&SLOW_RADIUS), own.slow_radius),
        time_to_target: given_or(part.settings.number(&ARRIVE_TIME), own.time_to_target),
        brake: true,
    }
}

/// The inputs of arrive.
pub(crate) struct ArriveAt {
    pub settings: Arrive,
    pub goal: Point,
}

impl Inputs for ArriveAt {
    const NAME: &'static str = "arrive";

    fn for_body(body: &Body) -> ArriveAt {
        ArriveAt { settings: Arrive::for_body(body), goal: body.position }
    }

    fn fields(&mut self, _: &Body, case: &mut dyn CaseFields) {
        case.field("goal", CaseField::Goal(&mut self.goal));
        self.settings.fields(case);
    }

    fn steer(&self, body: &Body, _: &mut Mind<'_>) -> Steer {
        self.settings.steer(body, self.goal)
    }
}

/// Settings of arrive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arrive {
    /// The distance from the goal at which it has arrived, m.
    pub target_radius: f32,
    /// The distance from the goal at which it starts to slow down, m.
    pub slow_radius: f32,
    /// The time in which it aims to reach the target velocity, s.
    pub time_to_target: f32,
    /// Whether it brakes within the target radius. The source requests nothing there and relies on friction,
    /// without which a body coasts through.
    pub brake: bool,
}

impl Arrive {
    /// Arrived within half a radius. The slow radius is the smallest without overshoot: the greater of 4·s·0.1 s
    /// and 2·s²/a_max.
    pub fn for_body(body: &Body) -> Arrive {
        Arrive {
            target_radius: 0.5 * body.radius,
            slow_radius: slow_radius(body.max_speed, body.max_acceleration, TIME_TO_TARGET),
            time_to_target: TIME_TO_TARGET,
            brake: false,
        }
    }

    pub(super) fn fields(&mut self, case: &mut dyn CaseFields) {
        case.not_negative("target_radius", &mut self.target_radius);
        case.not_negative("slow_radius", &mut self.slow_radius);
        case.positive("time_to_target", &mut self.time_to_target);
        case.flag("brake", &mut self.brake);
    }

    /// Requests (v_target − u)/time, clamped to a_max. v_target is the maximum speed and falls linearly with
    /// distance within the slow radius. Within the target radius it requests nothing, or the braking (`brake`).
    pub fn steer(&self, body: &Body, goal: Point) -> Steer {
        let to_goal = offset(body.position, goal);
        let distance = to_goal.norm();
        let arrived = distance < self.target_radius;
        if arrived && !self.brake {
            return Steer::NOTHING;
        }
        let speed = if arrived { 0.0 } else { body.max_speed * slowed(distance, self.slow_radius) };
        let target_velocity: Vec2 = math::normalize(to_goal) * speed;
        Steer::linear(reach_velocity(body, target_velocity, self.time_to_target))
    }
}
