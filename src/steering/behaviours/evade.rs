//! Evade: flee the place where a moving target will be (Reynolds 1999; Millington).

use super::pursue::prediction_time;
use super::{Body, Other, Pursuit, flee, later};

/// Settings of evade.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evade {
    /// No prediction is longer, s.
    pub max_prediction: f32,
}

impl Default for Evade {
    /// 0.5 s ahead: a longer prediction puts a fast chaser behind one's back, and one runs towards it.
    fn default() -> Evade {
        Evade { max_prediction: 0.5 }
    }
}

impl Evade {
    /// Flee q + v·T, with pursue's T.
    pub fn steer(&self, body: &Body, target: &Other) -> Pursuit {
        let time = prediction_time(body, target, self.max_prediction);
        let place = later(target.position, target.velocity, time);
        Pursuit { steer: flee(body, place), time, place }
    }
}
