//! Lane order Φ (Rex & Löwen 2007): the mean over walking units of ((n_same − n_other)/(n_same + n_other))².
//!
//! n_same and n_other count the walking units of the unit's own group and of other groups within a lane that is one
//! unit wide and runs along its desired direction. Φ is 1 for perfect lanes. For a random mixture it is near 0 if
//! lanes are full, and larger if they hold few units.

use super::gatherer::{Family, Gatherer};
use super::journeys::Journeys;
use super::metric::{Better, Metric, TableColumn};
use crate::math;
use crate::world::{Phase, World};

/// The sampling interval, in ticks.
const EVERY: u64 = 12;
/// With more walking units than this, only every second, third … unit is compared with all others, which bounds the
/// cost.
const MOST: usize = 1024;

/// The lane order Φ (Rex & Löwen 2007), mean over ticks until t95; none with a single group.
pub static LANE_ORDER: Metric = Metric {
    key: "lane_order",
    unit: "0 to 1",
    better: Some(Better::Higher),
    whole: false,
    meaning: "lane order Φ: mean over walking units of ((n_same − n_other) ÷ (n_same + n_other))², where n_same and n_other \
              count the walking units of the same and of other groups within one radius of the unit's line of travel; mean \
              over ticks until `t95` (Rex & Löwen 2007); `null` with a single group",
    table: Some(TableColumn::new("lane order", 3, "")),
    report: None,
};

pub(super) static FAMILY: Family =
    Family { metrics: &[&LANE_ORDER], begin: |_, _| Box::new(MeanLaneOrder::default()) };

#[derive(Default)]
struct MeanLaneOrder {
    sum: f64,
    count: u64,
}

impl Gatherer for MeanLaneOrder {
    fn observe(&mut self, world: &World, journeys: &Journeys) {
        let groups = world.layout().groups.len();
        if !journeys.before_t95() || groups < 2 || !world.ticks().is_multiple_of(EVERY) {
            return;
        }
        if let Some(order) = lane_order(world) {
            self.sum += order;
            self.count += 1;
        }
    }

    fn values(&self, _world: &World, _journeys: &Journeys) -> Vec<(&'static Metric, Option<f64>)> {
        vec![(&LANE_ORDER, (self.count > 0).then(|| self.sum / self.count as f64))]
    }
}

/// Returns the current lane order Φ; none when no unit walks in another unit's lane.
pub fn lane_order(world: &World) -> Option<f64> {
    let units = world.units();
    let walking: Vec<usize> = (0..units.len()).filter(|id| units.phase[*id] == Phase::Walking).collect();
    let (mut sum, mut count) = (0.0, 0_u64);
    for &i in walking.iter().step_by(walking.len().div_ceil(MOST).max(1)) {
        let direction = world.desired_direction(i);
        let (mut same, mut other) = (0_i64, 0_i64);
        for &j in walking.iter().filter(|j| **j != i) {
            let off = math::cross(direction, units.position[j] - units.position[i]);
            if off.abs() < units.radius[i] {
                if units.group[j] == units.group[i] { same += 1 } else { other += 1 }
            }
        }
        if same + other > 0 {
            let phi = (same - other) as f64 / (same + other) as f64;
            sum += phi * phi;
            count += 1;
        }
    }
    (count > 0).then(|| sum / count as f64)
}
