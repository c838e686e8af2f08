//! How well units' velocities are aligned with their desired directions.

use super::gatherer::{Family, Gatherer};
use super::journeys::Journeys;
use super::metric::{Better, Metric};
use sidestep::world::{Phase, World};

/// The order parameter (velocity · desired direction) / |velocity|, mean over walking units and ticks.
pub static ORDER_PARAMETER: Metric = Metric {
    key: "order_parameter",
    unit: "−1 to 1",
    better: Some(Better::Higher),
    whole: false,
    headline: false,
    meaning: "(velocity · desired direction) ÷ speed, mean over walking units and ticks",
    table: None,
    report: None,
};

pub(super) static FAMILY: Family =
    Family { metrics: &[&ORDER_PARAMETER], begin: |_, _| Box::new(Alignment::default()) };

#[derive(Default, serde::Serialize, serde::Deserialize)]
struct Alignment {
    sum: f64,
    unit_ticks: u64,
}

impl Gatherer for Alignment {
    fn observe(&mut self, world: &World, journeys: &Journeys) {
        let units = world.units();
        for &id in journeys.under_way() {
            let velocity = units.velocity[id];
            let speed = velocity.norm();
            if speed > 0.0 && units.phase[id] == Phase::Walking {
                self.sum += f64::from(velocity.dot(&world.desired_direction(id)) / speed);
                self.unit_ticks += 1;
            }
        }
    }

    fn values(&self, _world: &World, _journeys: &Journeys) -> Vec<(&'static Metric, Option<f64>)> {
        let mean = (self.unit_ticks > 0).then(|| self.sum / self.unit_ticks as f64);
        vec![(&ORDER_PARAMETER, mean)]
    }
}
