//! Yielding: units slow down before a gate to which units come from both sides.

use super::active::ActiveMechanism;
use super::mechanism::Mechanism;
use super::state::TrafficState;
use super::tick::TrafficTick;
use crate::settings::Setting;
use crate::workers::Workers;

/// Whether units yield.
pub const ON: Setting = Setting::switch("yielding.on", "units slow down before oncoming traffic");
/// The distance from a gate within which units yield, R.
pub const REACH: Setting =
    Setting::number("yielding.reach", 8.0, (0.0, 50.0), "R", "distance from a gate within which units yield");

/// Units slow down before a gate to which units come from both sides.
pub static YIELDING: Mechanism = Mechanism {
    name: "yielding",
    option: "yielding",
    summary: "units slow down before oncoming traffic",
    settings: &[ON, REACH],
    acts_at_gates: true,
    make: |setup| {
        let yielding = Yielding { reach: setup.settings().number(&REACH) * setup.mean.radius };
        let acts = setup.has_approaches && setup.is_on(&YIELDING);
        acts.then(|| Box::new(yielding) as Box<dyn ActiveMechanism>)
    },
};

/// The rule for a crowd.
#[derive(Clone)]
struct Yielding {
    /// The distance from a gate within which units yield, m.
    reach: f32,
}

impl ActiveMechanism for Yielding {
    fn direct(&mut self, _tick: &TrafficTick<'_>, state: &mut TrafficState, _workers: Workers<'_>) {
        for (own, advice) in state.approaches.iter().zip(&mut state.advice) {
            let is_near = own.filter(|own| !own.is_inside() && own.distance < self.reach);
            if is_near.is_some_and(|own| state.turns[usize::from(own.gate)].is_contested) {
                advice.pace = advice.pace.min(0.5);
            }
        }
    }
}
