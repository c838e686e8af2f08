//! Metrics of one run, gathered tick by tick, and statistics over many. What a metric is stands at the fields of [`Metrics`].

mod flips;
mod lanes;
pub mod statistics;
mod stuck;

use crate::math;
use crate::steering::avoidance::Mode;
use crate::types::{DT, Vec2};
use crate::world::{Phase, World};
use flips::Flips;
pub use lanes::lane_order;
use serde::Serialize;
use std::collections::BTreeMap;
use stuck::Stuck;

/// Two units overlap when they do by more than this share of the smaller radius.
const OVERLAP: f32 = 0.01;
/// Slower than this share of its maximum speed a unit has no direction that could turn.
const TURNING_SPEED: f32 = 0.1;

/// What one run came to. `null` where a value does not exist: nobody arrived, say.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Metrics {
    /// The map's name.
    pub map: String,
    /// The avoidance mode of those groups that have none of their own.
    pub mode: Mode,
    /// The modes of those groups that have one of their own, by their names.
    pub group_modes: BTreeMap<String, Mode>,
    /// The settings of all these modes, by key.
    pub settings: BTreeMap<&'static str, f32>,
    /// The sideways push: its strength, 0 when it is off.
    pub push: f32,
    /// The seed of the starts.
    pub seed: u64,
    /// Units, those without a goal included.
    pub units: usize,
    /// Those that have a goal, and so may arrive.
    pub walkers: usize,
    /// Threads that decided.
    pub threads: usize,
    /// The program's version.
    pub version: &'static str,
    /// Share of the units with a goal that arrived; 1 where there are none.
    pub arrived: f64,
    /// When half of them had arrived, s.
    pub t50: Option<f64>,
    /// When 95 % of them had arrived, s.
    pub t95: Option<f64>,
    /// When all of them had arrived, s.
    pub t100: Option<f64>,
    /// Mean over arrived units of travel time / (shortest way at the unit's maximum speed).
    pub time_ratio: Option<f64>,
    /// Mean over arrived units of way walked / shortest way.
    pub path_ratio: Option<f64>,
    /// The deepest overlap of two units, as a share of the smaller radius, over every tick.
    pub deepest_overlap: f64,
    /// Pairs that overlap by over 1 % of the smaller radius, mean per tick until t95.
    pub overlaps: f64,
    /// Share of unit-ticks, until a unit's arrival, in contact with another unit.
    pub contact_share: f64,
    /// Units that had no way to their goal at the start: walled in, or behind a gap that is too narrow.
    pub no_way: usize,
    /// Units that, at some time, made less than 10 % of the way that they could have made in 2 s.
    pub stuck: usize,
    /// The longest time that one of them was, s.
    pub stuck_longest: f64,
    /// ∫ (2.23 + 1.26 |u|²) dt per kg until arrival, mean, J/kg (Guy et al. 2010).
    pub effort: f64,
    /// Mean |acceleration| until arrival, m/s².
    pub mean_acceleration: f64,
    /// Mean |turn rate| of the velocity until arrival, rad/s.
    pub mean_turn_rate: f64,
    /// Share of unit-ticks until arrival in which a heading has turned by over 60° within 0.2 s.
    pub heading_flips: f64,
    /// Mean over ticks until t95 of the lane order Φ (Rex & Löwen 2007); none with a single group.
    pub lane_order: Option<f64>,
    /// Mean over walking units and ticks of velocity · way / |velocity|.
    pub order_parameter: Option<f64>,
    /// Hash of all positions and velocities after the last tick, 16 hexadecimal digits.
    pub state_hash: String,
    /// Ticks of 1/60 s.
    pub ticks: u64,
    /// What a tick cost on this machine.
    pub tick_us: TickCost,
}

/// µs a tick: the median and the 99th percentile of whole ticks, and the mean of each stage.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TickCost {
    /// Median of whole ticks.
    pub p50: f64,
    /// 99th percentile of whole ticks.
    pub p99: f64,
    /// Rebuilding the tree, mean.
    pub index: f64,
    /// Neighbour queries, mean.
    pub perceive: f64,
    /// Navigation and steering, mean.
    pub decide: f64,
    /// Impulses and the physics step, mean.
    pub physics: f64,
    /// Whole ticks, mean.
    pub total: f64,
}

/// Gathers the metrics of a run.
pub struct Measure {
    ways: Vec<f32>,
    walked: Vec<f32>,
    arrived_at: Vec<Option<u64>>,
    previous_velocity: Vec<Vec2>,
    in_contact: Vec<bool>,
    touching: Vec<usize>,
    no_way: usize,
    stuck: Stuck,
    flips: Flips,
    lanes: lanes::Lanes,
    walkers: usize,
    arrivals: usize,
    deepest: f32,
    overlaps: u64,
    overlap_ticks: u64,
    contact_ticks: u64,
    unit_ticks: u64,
    effort: f64,
    acceleration: f64,
    turn: f64,
    turn_ticks: u64,
    order: f64,
    order_ticks: u64,
    totals: Vec<f32>,
    stage_sums: [f64; 4],
}

impl Measure {
    /// Begins to measure a world that has not ticked yet.
    pub fn new(world: &World) -> Measure {
        let units = world.units();
        let count = units.len();
        Measure {
            ways: (0..count).map(|id| world.way_left(id)).collect(),
            walked: vec![0.0; count],
            arrived_at: vec![None; count],
            previous_velocity: units.velocity.clone(),
            in_contact: vec![false; count],
            touching: Vec::new(),
            no_way: world.layout().unreachable().iter().map(|found| found.units.len()).sum(),
            stuck: Stuck::new(world),
            flips: Flips::new(world),
            lanes: lanes::Lanes::default(),
            walkers: world.walkers(),
            arrivals: 0,
            deepest: 0.0,
            overlaps: 0,
            overlap_ticks: 0,
            contact_ticks: 0,
            unit_ticks: 0,
            effort: 0.0,
            acceleration: 0.0,
            turn: 0.0,
            turn_ticks: 0,
            order: 0.0,
            order_ticks: 0,
            totals: Vec::new(),
            stage_sums: [0.0; 4],
        }
    }

    /// Takes in the tick that the world has just done.
    pub fn observe(&mut self, world: &World) {
        self.observe_contacts(world);
        self.observe_motion(world);
        self.stuck.observe(world);
        let (arrived_at, ways) = (&self.arrived_at, &self.ways);
        self.flips.observe(world, |id| arrived_at[id].is_none() && ways[id] > 0.0);
        if self.before_t95() {
            self.lanes.observe(world);
        }
        let times = world.tick_times();
        self.totals.push(times.total);
        let stages = [times.index, times.perceive, times.decide, times.physics];
        self.stage_sums.iter_mut().zip(stages).for_each(|(sum, stage)| *sum += f64::from(stage));
        let units = world.units();
        for id in 0..units.len() {
            if units.arrived[id] && self.arrived_at[id].is_none() {
                self.arrived_at[id] = Some(world.ticks());
                self.arrivals += 1;
            }
        }
    }

    /// Whether fewer than 95 % have arrived.
    fn before_t95(&self) -> bool {
        (self.arrivals as f64) < 0.95 * self.walkers as f64
    }

    fn observe_contacts(&mut self, world: &World) {
        self.in_contact.fill(false);
        let before_t95 = self.before_t95();
        self.overlap_ticks += u64::from(before_t95);
        for contact in world.contacts() {
            self.in_contact[contact.a as usize] = true;
            self.in_contact[contact.b as usize] = true;
            self.deepest = self.deepest.max(contact.overlap);
            self.overlaps += u64::from(before_t95 && contact.overlap > OVERLAP);
        }
    }

    /// The units that count as in contact in the last observed tick, each once: they have a goal, had not arrived before that tick, and
    /// touch another unit. [`Metrics::contact_share`] is the sum of their numbers over all ticks, divided by all unit-ticks.
    pub fn touching(&self) -> &[usize] {
        &self.touching
    }

    fn observe_motion(&mut self, world: &World) {
        self.touching.clear();
        let units = world.units();
        for id in 0..units.len() {
            let (before, now) = (self.previous_velocity[id], units.velocity[id]);
            self.previous_velocity[id] = now;
            if self.arrived_at[id].is_some() || self.ways[id] == 0.0 {
                continue;
            }
            self.unit_ticks += 1;
            if self.in_contact[id] {
                self.touching.push(id);
            }
            self.walked[id] += (units.position[id] - units.previous[id]).norm();
            let speed = now.norm();
            self.effort += f64::from((2.23 + 1.26 * speed * speed) * DT);
            self.acceleration += f64::from((now - before).norm() / DT);
            let moving = TURNING_SPEED * units.max_speed[id];
            if speed > moving && before.norm() > moving {
                let turn = math::wrap(math::angle(now) - math::angle(before));
                self.turn += f64::from(turn.abs() / DT);
                self.turn_ticks += 1;
            }
            if speed > 0.0 && units.phase[id] == Phase::Walking {
                self.order += f64::from(now.dot(&world.way(id)) / speed);
                self.order_ticks += 1;
            }
        }
        self.contact_ticks += self.touching.len() as u64;
    }

    /// The metrics so far.
    pub fn metrics(&self, world: &World) -> Metrics {
        let steering = world.steering();
        let groups = world.layout().groups.iter().zip(&steering.modes);
        let group_modes: BTreeMap<String, Mode> =
            groups.filter_map(|(group, mode)| Some((group.clone(), (*mode)?))).collect();
        let modes = group_modes.values().copied().chain([steering.mode]);
        let arrivals = || self.arrived_at.iter().enumerate().filter_map(|(id, at)| at.map(|at| (id, at)));
        let ratios = |value: &dyn Fn(usize, u64) -> f64| {
            mean(arrivals().filter(|(id, _)| self.ways[*id] > 0.0).map(|(id, at)| value(id, at)))
        };
        let mut times: Vec<u64> = arrivals().map(|(_, at)| at).collect();
        times.sort_unstable();
        let walkers = self.walkers;
        let when = |share: f64| {
            let needed = (share * walkers as f64).ceil() as usize;
            (needed > 0).then(|| times.get(needed - 1)).flatten().map(|t| *t as f64 * f64::from(DT))
        };
        let units = world.units();
        Metrics {
            map: world.layout().name.clone(),
            mode: steering.mode,
            settings: modes
                .flat_map(Mode::settings)
                .map(|setting| (setting.key, steering.settings.get(setting)))
                .collect(),
            group_modes,
            push: if steering.push.on { steering.push.strength } else { 0.0 },
            seed: world.layout().seed,
            units: units.len(),
            walkers,
            threads: world.threads(),
            version: crate::VERSION,
            arrived: if walkers == 0 { 1.0 } else { self.arrivals as f64 / walkers as f64 },
            t50: when(0.5),
            t95: when(0.95),
            t100: when(1.0),
            time_ratio: ratios(&|id, at| {
                at as f64 * f64::from(DT) / f64::from(self.ways[id] / units.max_speed[id])
            }),
            path_ratio: ratios(&|id, _| f64::from(self.walked[id] / self.ways[id])),
            deepest_overlap: f64::from(self.deepest),
            overlaps: per(self.overlaps as f64, self.overlap_ticks),
            contact_share: per(self.contact_ticks as f64, self.unit_ticks),
            no_way: self.no_way,
            stuck: self.stuck.count(),
            stuck_longest: self.stuck.longest(),
            effort: per(self.effort, walkers as u64),
            mean_acceleration: per(self.acceleration, self.unit_ticks),
            mean_turn_rate: per(self.turn, self.turn_ticks),
            heading_flips: self.flips.share(),
            lane_order: self.lanes.mean(),
            order_parameter: (self.order_ticks > 0).then(|| self.order / self.order_ticks as f64),
            state_hash: format!("{:016x}", world.state_hash()),
            ticks: world.ticks(),
            tick_us: self.cost(),
        }
    }

    fn cost(&self) -> TickCost {
        let mut sorted = self.totals.clone();
        sorted.sort_unstable_by(f32::total_cmp);
        let quantile = |q: f64| {
            let last = sorted.len().saturating_sub(1);
            sorted.get((q * last as f64).round() as usize).map_or(0.0, |t| f64::from(*t))
        };
        let stage = |i: usize| per(self.stage_sums[i], self.totals.len() as u64);
        TickCost {
            p50: quantile(0.5),
            p99: quantile(0.99),
            index: stage(0),
            perceive: stage(1),
            decide: stage(2),
            physics: stage(3),
            total: mean(sorted.iter().map(|t| f64::from(*t))).unwrap_or(0.0),
        }
    }
}

fn per(sum: f64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u64), |(sum, count), v| (sum + v, count + 1));
    (count > 0).then(|| sum / count as f64)
}
