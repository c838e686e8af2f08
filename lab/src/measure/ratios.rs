//! Travel time and distance walked, relative to the shortest path at maximum speed.

use super::gatherer::{Family, Gatherer};
use super::journeys::Journeys;
use super::metric::{Better, Metric, OverSeeds, ReportColumn, TableColumn};
use super::statistics::mean;
use sidestep::types::DT;
use sidestep::world::World;

/// The travel time divided by (shortest path / maximum speed), mean over arrived units.
pub static TIME_RATIO: Metric = Metric {
    key: "time_ratio",
    unit: "",
    better: Some(Better::Lower),
    whole: false,
    headline: true,
    meaning: "travel time ÷ (shortest path ÷ maximum speed), mean over arrived units; 1 is free flow",
    table: Some(TableColumn { reference: Some((1, "free flow")), ..TableColumn::new("time ratio", 3, "") }),
    report: Some(ReportColumn {
        heading: "time ratio (95 % interval)",
        name: "time ratio",
        over_seeds: OverSeeds::Mean,
        decimals: 3,
        term: (
            "time ratio",
            "Travel time divided by the time that the shortest path takes at maximum speed, mean over the units that arrived; \
             1 is free flow, and lower is better. The table shows the mean over seeds with its 95 % interval.",
        ),
    }),
};

/// The distance walked divided by the shortest path, mean over arrived units.
pub static PATH_RATIO: Metric = Metric {
    key: "path_ratio",
    unit: "",
    better: Some(Better::Lower),
    whole: false,
    headline: false,
    meaning: "distance walked ÷ shortest path, mean over arrived units",
    table: Some(TableColumn::new("path ratio", 3, "")),
    report: None,
};

pub(super) static FAMILY: Family =
    Family { metrics: &[&TIME_RATIO, &PATH_RATIO], begin: |world, _| Box::new(Ratios::new(world)) };

/// By number. Units that have left have values, too.
#[derive(serde::Serialize, serde::Deserialize)]
struct Ratios {
    /// The maximum speed of each unit, in m/s.
    speeds: Vec<f32>,
    /// How much of its shortest path a unit had behind it when its maximum speed last changed, in m, and the free-flow time of that, in s.
    behind: Vec<(f32, f32)>,
}

impl Ratios {
    fn new(world: &World) -> Ratios {
        let speeds = world.units().max_speed.clone();
        Ratios { behind: vec![(0.0, 0.0); speeds.len()], speeds }
    }

    /// The time in which unit `number` walks the first `length` metres of its shortest path at maximum speed, in s.
    fn free_flow(&self, number: usize, length: f32) -> f32 {
        let (behind, time) = self.behind[number];
        time + (length - behind) / self.speeds[number]
    }
}

impl Gatherer for Ratios {
    fn observe(&mut self, world: &World, journeys: &Journeys) {
        let speeds = &world.units().max_speed;
        for (speed, number) in speeds.iter().zip(journeys.numbers()) {
            if *number >= self.speeds.len() {
                self.speeds.push(*speed);
                self.behind.push((0.0, 0.0));
                continue;
            }
            // After it roamed, a unit's journey begins anew.
            if journeys.lengths()[*number] < self.behind[*number].0 {
                self.behind[*number] = (0.0, 0.0);
            }
            if *speed != self.speeds[*number] {
                let length = journeys.walked()[*number].min(journeys.lengths()[*number]);
                self.behind[*number] = (length, self.free_flow(*number, length));
                self.speeds[*number] = *speed;
            }
        }
    }

    fn values(&self, _world: &World, journeys: &Journeys) -> Vec<(&'static Metric, Option<f64>)> {
        let (lengths, ticks) = (journeys.lengths(), journeys.ticks());
        let arrivals = || journeys.arrivals().filter(|(id, _)| lengths[*id] > 0.0);
        let time = |(id, _): (usize, u64)| {
            ticks[id] as f64 * f64::from(DT) / f64::from(self.free_flow(id, lengths[id]))
        };
        let path = |(id, _): (usize, u64)| f64::from(journeys.walked()[id] / lengths[id]);
        vec![(&TIME_RATIO, mean(arrivals().map(time))), (&PATH_RATIO, mean(arrivals().map(path)))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep::crowd::UnitChange;
    use sidestep::navigation::Goal;
    use sidestep::types::Point;
    use sidestep::world::{Layout, Start};

    /// The first one walks 19.5 m at 5 m/s, the second one 9.5 m at 2.5 m/s.
    #[test]
    fn a_unit_that_comes_later_counts_with_its_own_speed() {
        let walker = |y: f32, to: f32, max_speed: f32| Start {
            position: Point::new(0.0, y),
            goal: Goal::Point { at: Point::new(to, y), radius: 0.5, own: true },
            max_speed,
            ..Start::default()
        };
        let mut world = World::new(Layout::new(vec![walker(0.0, 20.0, 5.0), walker(9.0, 20.0, 5.0)]), 1);
        let mut journeys = Journeys::new(&world);
        let mut ratios = Ratios::new(&world);
        world.remove(world.ids()[1]).unwrap();
        world.spawn(walker(9.0, 10.0, 2.5)).unwrap();
        for _ in 0..600 {
            world.tick();
            journeys.follow_changes(&world);
            ratios.observe(&world, &journeys);
            journeys.observe_arrivals(&world);
        }
        assert_eq!((ratios.speeds.as_slice(), journeys.arrivals().count()), (&[5.0, 5.0, 2.5][..], 2));
        for (metric, value) in ratios.values(&world, &journeys) {
            assert!(value.is_some_and(|value| (0.95..1.25).contains(&value)), "{}: {value:?}", metric.key);
        }
    }

    /// It walks 19.5 m: about 8 m at 5 m/s, and the rest at 1 m/s.
    #[test]
    fn a_unit_whose_speed_changes_on_its_way_has_the_free_flow_time_of_both_speeds() {
        let goal = Goal::Point { at: Point::new(20.0, 0.0), radius: 0.5, own: true };
        let start = Start { goal, max_speed: 5.0, ..Start::default() };
        let mut world = World::new(Layout::new(vec![start]), 1);
        let (mut journeys, mut ratios) = (Journeys::new(&world), Ratios::new(&world));
        for tick in 0..900 {
            if tick == 100 {
                let slower = UnitChange { max_speed: Some(1.0), ..UnitChange::default() };
                world.change(world.ids()[0], slower).unwrap();
            }
            world.tick();
            journeys.follow_changes(&world);
            ratios.observe(&world, &journeys);
            journeys.observe_arrivals(&world);
        }
        let value = ratios.values(&world, &journeys)[0].1;
        assert!(value.is_some_and(|value| (0.95..1.1).contains(&value)), "{value:?}");
        assert!(journeys.ticks()[0] > 700, "{:?}", journeys.ticks());
    }
}
