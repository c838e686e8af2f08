//! Lane order Φ (Rex & Löwen 2007): the mean over walking units of ((n_same − n_other)/(n_same + n_other))².
//!
//! n_same and n_other count the walking units of the unit's own group and of other groups within a lane that is one
//! unit wide and runs along its desired direction. Φ is 1 for perfect lanes. For a random mixture it is near 0 if
//! lanes are full, and larger if they hold few units.

use super::gatherer::{Family, Gatherer};
use super::journeys::Journeys;
use super::metric::{Better, Metric, TableColumn};
use sidestep::math;
use sidestep::types::{Point, Vec2};
use sidestep::world::{Phase, World};

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
    headline: false,
    meaning: "lane order Φ: mean over walking units of ((n_same − n_other) ÷ (n_same + n_other))², where n_same and n_other \
              count the walking units of the same and of other groups within one radius of the unit's line of travel; mean \
              over ticks until `t95` (Rex & Löwen 2007); `null` with a single group",
    table: Some(TableColumn::new("lane order", 3, "")),
    report: None,
};

pub(super) static FAMILY: Family =
    Family { metrics: &[&LANE_ORDER], begin: |_, _| Box::new(MeanLaneOrder::default()) };

#[derive(Default, serde::Serialize, serde::Deserialize)]
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
    let walkers = Walkers::new(&walking, &units.position, &units.group);
    let (mut sum, mut count) = (0.0, 0_u64);
    for &i in walking.iter().step_by(walking.len().div_ceil(MOST).max(1)) {
        let (own, direction) = (units.position[i], world.desired_direction(i));
        let (same, other) = walkers.in_lane(own, direction, units.radius[i], units.group[i]);
        // The unit itself is in its lane, too.
        let same = same - u32::from(is_in_lane(own, own, direction, units.radius[i]));
        if same + other > 0 {
            let phi = (f64::from(same) - f64::from(other)) / f64::from(same + other);
            sum += phi * phi;
            count += 1;
        }
    }
    (count > 0).then(|| sum / count as f64)
}

/// Whether a unit at `other` is within `radius` (m) of the line through `own` in this direction.
#[inline(always)]
fn is_in_lane(other: Point, own: Point, direction: Vec2, radius: f32) -> bool {
    math::cross(direction, other - own).abs() < radius
}

/// The walking units in columns. Each is compared with all others, so the loop over them must have no branches.
struct Walkers {
    position: Vec<Point>,
    group: Vec<u32>,
}

impl Walkers {
    fn new(ids: &[usize], position: &[Point], group: &[u16]) -> Walkers {
        Walkers {
            position: ids.iter().map(|id| position[*id]).collect(),
            group: ids.iter().map(|id| u32::from(group[*id])).collect(),
        }
    }

    /// The numbers of units of this group and of others in a unit's lane.
    fn in_lane(&self, own: Point, direction: Vec2, radius: f32, group: u16) -> (u32, u32) {
        let (mut all, mut same) = (0, 0);
        for (position, other) in self.position.iter().zip(&self.group) {
            let inside = u32::from(is_in_lane(*position, own, direction, radius));
            all += inside;
            same += inside & u32::from(*other == u32::from(group));
        }
        (same, all - same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Measure;
    use crate::scene::{LayoutOptions, Scene};
    use proptest::prelude::*;

    /// Two units of a group in a lane, and a unit of another group that comes to its goal there.
    #[test]
    fn units_that_settle_or_stand_are_in_no_lane() {
        let map = r#"
            sidestep = 1
            bounds = [[-20, -20], [60, 20]]
            time_limit = 60
            avoidance.mode = "none"
            unit = { radius = 0.5, max_speed = 2 }
            [[group]]
            name = "east"
            units = [{ position = [-10, 0], goal = { point = [50, 0] } }, { position = [-5, 0], goal = { point = [55, 0] } }]
            [[group]]
            name = "west"
            units = [{ position = [20, 0.3], goal = { point = [18, 0.3], radius = 1 } }]
        "#;
        let layout = Scene::from_toml("lane.toml", map).unwrap().layout(&LayoutOptions::default()).unwrap();
        let mut world = World::new(layout, 1);
        let mut measure = Measure::new(&world);
        let (mut seen, mut samples) = (Vec::new(), Vec::new());
        for _ in 0..180 {
            world.tick();
            measure.observe(&world);
            let phase = world.units().phase[2];
            // Units 0 and 1 have one unit of each group in their lane, unit 2 has two of the other one: (0 + 0 + 1) / 3.
            let expected = if phase == Phase::Walking { 1.0 / 3.0 } else { 1.0 };
            let order = lane_order(&world).unwrap();
            assert!((order - expected).abs() < 1e-9, "{phase:?}: {order}");
            if world.ticks().is_multiple_of(EVERY) {
                samples.push(order);
            }
            if seen.last() != Some(&phase) {
                seen.push(phase);
            }
        }
        assert_eq!(seen, [Phase::Walking, Phase::Settling, Phase::Standing]);
        let mean = samples.iter().sum::<f64>() / samples.len() as f64;
        let measured = measure.metrics(&world).value(&LANE_ORDER).unwrap();
        assert!((measured - mean).abs() < 1e-9, "{measured} is not the mean of {samples:?}");
    }

    proptest! {
        #[test]
        fn units_in_a_lane_are_counted_as_one_by_one(
            units in prop::collection::vec((-9.0_f32..9.0, -9.0_f32..9.0, 0_u16..3), 1..70),
            angle in 0.0_f32..6.3, radius in 0.1_f32..3.0,
        ) {
            let position: Vec<Point> = units.iter().map(|(x, y, _)| Point::new(*x, *y)).collect();
            let group: Vec<u16> = units.iter().map(|(_, _, group)| *group).collect();
            let walking: Vec<usize> = (0..units.len()).filter(|id| id % 5 != 1).collect();
            let (own, direction) = (position[0], math::unit(angle));
            let (mut same, mut other) = (0, 0);
            for &id in &walking {
                let off = math::cross(direction, position[id] - own);
                if off.abs() < radius {
                    if group[id] == group[0] { same += 1 } else { other += 1 }
                }
            }
            let walkers = Walkers::new(&walking, &position, &group);
            prop_assert_eq!(walkers.in_lane(own, direction, radius, group[0]), (same, other));
        }
    }
}
