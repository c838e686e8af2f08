//! Metrics of one run, gathered tick by tick, and statistics over many runs.
//!
//! [`FAMILIES`] is the table of all metrics; each family is one file in this folder. `docs/library.md` shows how to
//! add a family, and how to measure your own metric from outside this crate.

mod arrivals;
mod catalogue;
mod contacts;
mod cost;
mod flips;
mod gatherer;
mod journeys;
mod lanes;
mod metric;
mod metrics;
mod motion;
mod order;
mod ratios;
mod reach;
pub mod statistics;
mod stored;
mod stuck;

pub use arrivals::{ARRIVED, T50, T95, T100};
pub use catalogue::{FAMILIES, all_metrics, headline};
pub use contacts::{CONTACT_SHARE, DEEPEST_OVERLAP, OVERLAPS};
pub use cost::{ByPart, TICK_PARTS, TickCost, TickPart, TickTimes};
pub use flips::HEADING_FLIPS;
pub use gatherer::{Family, Gatherer};
pub use journeys::Journeys;
pub use lanes::{LANE_ORDER, lane_order};
pub use metric::{Better, Metric, OverSeeds, ReportColumn, TableColumn, Values};
pub use metrics::Metrics;
pub use motion::{EFFORT, MEAN_ACCELERATION, MEAN_TURN_RATE};
pub use order::ORDER_PARAMETER;
pub use ratios::{PATH_RATIO, TIME_RATIO};
pub use reach::NO_WAY;
pub use stored::Stored;
pub(crate) use stuck::Stuck;
pub use stuck::{STUCK, STUCK_LONGEST};

use cost::TickClock;
use sidestep::settings::{OFF, ON};
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep::steering::schedule;
use sidestep::traffic::MECHANISMS;
use sidestep::world::World;
use std::collections::BTreeMap;

/// Measures a run by passing each tick to the gatherers of all metrics.
pub struct Measure {
    journeys: Journeys,
    gatherers: Vec<Box<dyn Gatherer>>,
    clock: TickClock,
}

impl Measure {
    /// Starts measuring a world that has not ticked yet.
    pub fn new(world: &World) -> Measure {
        let journeys = Journeys::new(world);
        let gatherers = FAMILIES.iter().map(|family| (family.begin)(world, &journeys)).collect();
        Measure { journeys, gatherers, clock: TickClock::default() }
    }

    /// Adds a gatherer to those of [`FAMILIES`]; its values come after all others. Call it before the first tick.
    pub fn add(&mut self, gatherer: Box<dyn Gatherer>) {
        self.gatherers.push(gatherer);
    }

    /// The state so far as bytes, without the times of ticks.
    pub fn store(&self) -> Vec<u8> {
        let gatherers: Vec<Vec<u8>> = self.gatherers.iter().map(|gatherer| gatherer.store()).collect();
        (self.journeys.store(), gatherers).store()
    }

    /// Goes on with a measurement whose state was stored after the world's last tick. None if the bytes are not such a state.
    pub fn restore(world: &World, bytes: &[u8]) -> Option<Measure> {
        let mut measure = Measure::new(world);
        let mut state: (Vec<u8>, Vec<Vec<u8>>) = Default::default();
        let is_read = state.restore(bytes);
        let (journeys, gatherers) = state;
        let mut pairs = measure.gatherers.iter_mut().zip(&gatherers);
        let fits = is_read && pairs.len() == gatherers.len() && measure.journeys.restore(&journeys);
        (fits && pairs.all(|(gatherer, bytes)| gatherer.restore(bytes))).then_some(measure)
    }

    /// Measures the tick that the world has just run.
    pub fn observe(&mut self, world: &World) {
        self.journeys.follow_changes(world);
        self.journeys.observe_contacts(world);
        for gatherer in &mut self.gatherers {
            gatherer.observe(world, &self.journeys);
        }
        self.journeys.observe_arrivals(world);
    }

    /// Records how long that tick took. Without these times, every [`TickCost`] is 0.
    pub fn observe_times(&mut self, times: &TickTimes) {
        self.clock.observe_times(times);
    }

    /// The units in contact in the last observed tick, each listed once: units that have a goal, had not arrived
    /// before that tick, and touch another unit. [`CONTACT_SHARE`] is the total of these counts over all ticks,
    /// divided by all unit-ticks.
    pub fn touching(&self) -> &[usize] {
        self.journeys.touching()
    }

    /// Returns the metrics so far.
    pub fn metrics(&self, world: &World) -> Metrics {
        let steering = world.steering();
        let groups = world.layout().groups.iter().zip(&steering.modes);
        let group_modes: BTreeMap<String, Mode> =
            groups.filter_map(|(group, mode)| Some((group.clone(), (*mode)?))).collect();
        let modes = group_modes.values().copied().chain([steering.mode]);
        Metrics {
            map: world.layout().name.clone(),
            mode: steering.mode,
            settings: modes
                .flat_map(Mode::settings)
                .map(|setting| (setting.key, steering.settings.number(setting)))
                .chain(settings_of_mechanisms(steering))
                .chain(
                    schedule::SETTINGS.iter().map(|setting| (setting.key, steering.settings.number(setting))),
                )
                .collect(),
            group_modes,
            push: if steering.push.on { steering.push.strength } else { 0.0 },
            seed: world.layout().seed,
            units: world.units().len(),
            walkers: self.journeys.walkers(),
            threads: world.threads(),
            version: crate::VERSION,
            values: self.values(world),
            state_hash: format!("{:016x}", world.state_hash()),
            ticks: world.ticks(),
            tick_us: self.clock.cost(),
        }
    }

    fn values(&self, world: &World) -> Values {
        self.gatherers.iter().flat_map(|gatherer| gatherer.values(world, &self.journeys)).collect()
    }
}

/// The switch of each mechanism, and the other settings of those that are on.
fn settings_of_mechanisms(steering: &Steering) -> impl Iterator<Item = (&'static str, f32)> + '_ {
    MECHANISMS.iter().flat_map(|mechanism| {
        let is_on = steering.is_on(mechanism);
        let others = if is_on { &mechanism.settings[1..] } else { &[] };
        let switch = (mechanism.switch().key, if is_on { ON } else { OFF }.as_number());
        std::iter::once(switch).chain(others.iter().map(|other| (other.key, steering.settings.number(other))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{LayoutOptions, Scene};

    #[test]
    fn gatherers_give_the_metrics_of_the_table_in_its_order() {
        let layout = Scene::open("chicken").unwrap().layout(&LayoutOptions::default()).unwrap();
        let world = World::new(layout, 1);
        let metrics = Measure::new(&world).metrics(&world);
        let keys: Vec<&str> = metrics.values.iter().map(|(metric, _)| metric.key).collect();
        assert_eq!(keys, all_metrics().map(|metric| metric.key).collect::<Vec<_>>());
        assert_eq!(metrics.get("stuck"), metrics.value(&STUCK));
    }

    #[test]
    fn a_measurement_that_was_stored_goes_on_as_if_it_had_not_been() {
        let layout = Scene::open("chicken").unwrap().layout(&LayoutOptions::default()).unwrap();
        let mut world = World::new(layout, 1);
        let mut measure = Measure::new(&world);
        let run = |world: &mut World, measure: &mut Measure| {
            for _ in 0..400 {
                world.tick();
                measure.observe(world);
            }
        };
        run(&mut world, &mut measure);
        let bytes = measure.store();
        let mut again = Measure::restore(&world, &bytes).unwrap();
        let values = |measure: &Measure, world: &World| -> Vec<Option<f64>> {
            measure.metrics(world).values.iter().map(|(_, value)| value).collect()
        };
        assert_eq!(values(&again, &world), values(&measure, &world));
        let mut other = world.clone();
        run(&mut world, &mut measure);
        run(&mut other, &mut again);
        assert_eq!(values(&again, &other), values(&measure, &world));
        assert!(Measure::restore(&world, &bytes[1..]).is_none() && Measure::restore(&world, &[]).is_none());
    }

    #[test]
    fn keys_are_unique() {
        for metric in all_metrics() {
            assert_eq!(all_metrics().filter(|other| other.key == metric.key).count(), 1, "{}", metric.key);
        }
    }
}
