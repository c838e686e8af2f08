//! What the plots show: samples of a run.

use crate::measure::{TICK_PARTS, TickTimes, lane_order};
use sidestep::navigation::Goal;
use sidestep::world::World;

/// The first interval between samples, ticks.
const EVERY: u64 = 6;
/// Once there are this many samples, every other one is dropped and the interval doubles.
const MOST: usize = 2048;

/// The state of a run at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// The simulated time, s.
    pub time: f64,
    /// The value of each of [`PLOTS`] that is a single line; none if the world has no such value.
    pub values: [Option<f64>; PLOTS.len()],
    /// The mean time of the ticks since the last sample, by part, µs.
    pub times: TickTimes,
}

/// A plot of the window.
pub struct LivePlot {
    /// Its title, with the unit.
    pub title: &'static str,
    /// What it shows, for the tooltip.
    pub meaning: &'static str,
    /// The smallest upper edge of its axis.
    pub top: f64,
    /// The value at one moment.
    pub value: fn(&World) -> Option<f64>,
}

/// The plots with one line per world. The times of ticks by stage are one more.
pub static PLOTS: [LivePlot; 4] = [
    LivePlot {
        title: "arrived (%)",
        meaning: "the share of the walking units that have reached their goals",
        top: 100.0,
        value: |world| {
            let walkers = world.walkers();
            (walkers > 0).then(|| 100.0 * world.arrived() as f64 / walkers as f64)
        },
    },
    LivePlot {
        title: "mean speed (m/s)",
        meaning: "the mean speed of the units that have a goal and have not arrived",
        top: 1.0,
        value: mean_speed,
    },
    LivePlot {
        title: "contacts",
        meaning: "the number of pairs of units that touch",
        top: 1.0,
        value: |world| Some(world.contacts().len() as f64),
    },
    LivePlot {
        title: "lane order",
        meaning: "the lane order Φ of Rex and Löwen (2007): 1 for perfect lanes",
        top: 1.0,
        value: lane_order,
    },
];

/// The title of the plot of tick times.
pub const TIMES_TITLE: &str = "tick (µs)";

fn mean_speed(world: &World) -> Option<f64> {
    let units = world.units();
    let walking = (0..units.len()).filter(|id| !units.arrived[*id] && units.goal[*id] != Goal::Stand);
    let (mut sum, mut count) = (0.0, 0_u32);
    for id in walking {
        sum += f64::from(units.velocity[id].norm());
        count += 1;
    }
    (count > 0).then(|| sum / f64::from(count))
}

/// Samples of one run, evenly spaced and bounded in number.
#[derive(Debug, Clone)]
pub struct RunSeries {
    every: u64,
    samples: Vec<Sample>,
    /// The sum of the times since the last sample, and the number of ticks.
    sum: TickTimes,
    ticks: u32,
}

impl Default for RunSeries {
    fn default() -> Self {
        RunSeries { every: EVERY, samples: Vec::new(), sum: TickTimes::default(), ticks: 0 }
    }
}

impl RunSeries {
    /// Adds the world's last tick, which took `times`.
    pub fn observe(&mut self, world: &World, times: &TickTimes) {
        for (sum, time) in self.sum.0.iter_mut().zip(times.0) {
            *sum += time;
        }
        self.ticks += 1;
        if world.ticks().is_multiple_of(self.every) {
            self.sample(world);
        }
    }

    fn sample(&mut self, world: &World) {
        let mut values = [None; PLOTS.len()];
        for (value, plot) in values.iter_mut().zip(&PLOTS) {
            *value = (plot.value)(world);
        }
        let ticks = self.ticks.max(1) as f32;
        let times = self.sum.map(|time| time / ticks);
        self.samples.push(Sample { time: world.ticks() as f64 / 60.0, values, times });
        (self.sum, self.ticks) = (TickTimes::default(), 0);
        if self.samples.len() >= MOST {
            self.every *= 2;
            let mut at = 0;
            self.samples.retain(|_| {
                at += 1;
                at % 2 == 0
            });
        }
    }

    /// The same without what came after `tick`.
    pub fn until(&self, tick: u64) -> RunSeries {
        let is_before = |sample: &&Sample| sample.time <= tick as f64 / 60.0;
        let samples = self.samples.iter().filter(is_before).copied().collect();
        RunSeries { every: self.every, samples, ..RunSeries::default() }
    }

    /// The samples, oldest first.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The sum of the parts up to and including each part of a tick at each sample: the upper edges of stacked areas.
    pub fn stacked(&self, part: usize) -> impl Iterator<Item = [f64; 2]> + '_ {
        let part = part.min(TICK_PARTS.len() - 2);
        self.samples.iter().map(move |sample| {
            [sample.time, sample.times.0[..=part].iter().map(|time| f64::from(*time)).sum()]
        })
    }
}
