//! Align: turn to a given orientation and stop there. The angular counterpart of arrive (Millington).

use super::behaviour::{Behaviour, Needs, Part, on_target};
use super::body::{Body, FAR, Steer, TIME_TO_TARGET, TINY, slow_radius, slowed, wrap};
use super::case::{CaseForm, Inputs};
use super::fields::{CaseField, CaseFields};
use super::mind::Mind;
use super::settings::max_rotation;
use crate::settings::Setting;

const ALIGN_ROTATION: Setting = max_rotation("align.max_rotation");

/// The table entry of `align`.
pub static ALIGN: Behaviour = Behaviour {
    name: "align",
    summary: "turns to the target's orientation",
    settings: &[ALIGN_ROTATION],
    needs: Needs::Target,
    turns: true,
    steer: |part, body, seen, mind| {
        let settings = turning(part, &ALIGN_ROTATION);
        on_target(part, seen, mind, |mind, other| {
            mind.decide(body, AlignTo { settings, target: other.orientation })
        })
    },
    case: Some(CaseForm::new::<AlignTo>()),
};

/// The inputs of align.
struct AlignTo {
    settings: Align,
    target: f32,
}

impl Inputs for AlignTo {
    const NAME: &'static str = "align";

    fn for_body(_: &Body) -> AlignTo {
        AlignTo { settings: Align::default(), target: 0.0 }
    }

    fn fields(&mut self, _: &Body, case: &mut dyn CaseFields) {
        case.field("target_orientation", CaseField::Angle(&mut self.target));
        self.settings.fields(case);
    }

    fn steer(&self, body: &Body, _: &mut Mind<'_>) -> Steer {
        self.settings.steer(body, self.target)
    }
}

/// Returns an [`Align`] with the maximum rotation of a part and defaults that suit a body in the world.
pub(super) fn turning(part: &Part, rotation: &Setting) -> Align {
    let max_rotation = part.settings.number(rotation);
    let max_angular_acceleration = 4.0 * max_rotation;
    Align { max_rotation, max_angular_acceleration, brake: true, slow_radius: 1.0, ..Align::default() }
}

/// Settings of align.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Align {
    /// The angle within which the body counts as aligned, rad.
    pub target_radius: f32,
    /// The angle at which it starts to slow down, rad.
    pub slow_radius: f32,
    /// Maximum rotation, rad/s.
    pub max_rotation: f32,
    /// Maximum angular acceleration, rad/s².
    pub max_angular_acceleration: f32,
    /// The time in which it aims to reach the target rotation, s.
    pub time_to_target: f32,
    /// Whether it brakes within the target radius. The source requests nothing there, so a body without friction
    /// keeps turning.
    pub brake: bool,
}

impl Default for Align {
    /// 3 rad/s and 8 rad/s², aligned within 0.02 rad. The slow radius follows arrive's formula: 2·3²/8 = 2.25 rad.
    fn default() -> Align {
        let (max_rotation, max_angular_acceleration) = (3.0, 8.0);
        Align {
            target_radius: 0.02,
            slow_radius: slow_radius(max_rotation, max_angular_acceleration, TIME_TO_TARGET),
            max_rotation,
            max_angular_acceleration,
            time_to_target: TIME_TO_TARGET,
            brake: false,
        }
    }
}

impl Align {
    pub(super) fn fields(&mut self, case: &mut dyn CaseFields) {
        case.not_negative("target_radius", &mut self.target_radius);
        case.not_negative("slow_radius", &mut self.slow_radius);
        case.positive("max_rotation", &mut self.max_rotation);
        case.positive("max_angular_acceleration", &mut self.max_angular_acceleration);
        case.positive("time_to_target", &mut self.time_to_target);
        case.flag("brake", &mut self.brake);
    }

    /// Requests (r_target − rotation)/time, clamped. r_target is the maximum rotation in the shorter direction and
    /// falls linearly within the slow radius. Within the target radius it requests nothing, or the braking
    /// (`brake`).
    pub fn steer(&self, body: &Body, target_orientation: f32) -> Steer {
        // Wrap both first: the difference of two huge angles overflows or loses its fraction.
        let turn = wrap(wrap(target_orientation) - wrap(body.orientation));
        let size = turn.abs();
        let aligned = size < self.target_radius;
        if aligned && !self.brake {
            return Steer::NOTHING;
        }
        let speed = if aligned { 0.0 } else { self.max_rotation * slowed(size, self.slow_radius) };
        let target = if turn < 0.0 { -speed } else { speed };
        let change = (target - body.rotation).clamp(-FAR, FAR);
        let most = self.max_angular_acceleration.max(0.0);
        Steer::angular((change / self.time_to_target.max(TINY)).clamp(-most, most))
    }
}
