//! The narrow push: near walls, units that meet head-on are pushed sideways, whether or not the sideways push is on.

use super::active::ActiveMechanism;
use super::mechanism::Mechanism;
use crate::settings::settings;

settings! { "narrow_push":
    pub ON "on" switch(): "units that meet head-on near walls are pushed sideways";
}

/// Units that meet head-on near walls are pushed sideways.
pub static NARROW_PUSH: Mechanism = Mechanism {
    name: "narrow_push",
    option: "narrow-push",
    summary: "units that meet head-on near walls are pushed sideways, even if the push is off",
    settings: &[ON],
    acts_at_gates: false,
    make: |setup| {
        let reach = REACH * setup.mean.radius;
        setup.is_on(&NARROW_PUSH).then(|| Box::new(NarrowPush { reach }) as Box<dyn ActiveMechanism>)
    },
};

/// How near a wall both units must be, R: anywhere in a passage in which units keep right.
const REACH: f32 = 10.0;

#[derive(Debug, Clone)]
struct NarrowPush {
    /// m.
    reach: f32,
}

impl ActiveMechanism for NarrowPush {
    fn push_reach(&self) -> f32 {
        self.reach
    }
}
