//! One tick, stage by stage.

use super::{Phase, TickTimes, World};
use crate::math;
use crate::navigation::Goal;
use crate::neighbours::Near;
use crate::steering::avoidance::{Around, Crowd, Paths};
use crate::steering::behaviours::Other;
use crate::steering::combine::{self, Memory, Seen};
use crate::steering::reasons::Reasons;
use crate::steering::{self, Decision, Neighbour, Unit, Yield, flocking};
use crate::types::{DT, Point, Segment, Side, Vec2};
use crate::workers::Workers;
use rayon::prelude::*;
use std::time::Instant;
use xxhash_rust::xxh3::xxh3_64;

/// In which time one that stands stops turning, s.
const STILL_TIME: f32 = 0.1;
/// Units that perceive and decide together. Fixed, so that nothing depends on the number of threads.
const CHUNK: usize = 32;
/// Of more neighbours than this, the nearest count.
pub(super) const MOST_NEIGHBOURS: usize = 20;
/// A crowd thins out by no more than this from one tick to the next, mostly.
const ENOUGH_SLACK: f32 = 1.1;
/// How far one that stands looks for walkers to give way to, in its own radii.
const STANDING_RADII: f32 = 9.0;
/// How fast the heading follows the velocity, rad/s.
const TURN_RATE: f32 = 12.0;
/// Below this share of its maximum speed a unit keeps its heading.
const TURN_SPEED: f32 = 0.1;

/// A run of units: what each perceives, in one flat array with offsets.
pub(super) struct Chunk {
    first: usize,
    near: Vec<Near>,
    ends: Vec<usize>,
    found: Vec<Near>,
    neighbours: Vec<Neighbour>,
    walls: Vec<Segment>,
    /// How far each unit had to look in the last tick to find as many as count.
    enough: [f32; CHUNK],
}

impl Chunk {
    pub(super) fn for_units(count: usize) -> Vec<Chunk> {
        let chunk = |first| Chunk {
            first,
            near: Vec::new(),
            ends: Vec::new(),
            found: Vec::new(),
            neighbours: Vec::new(),
            walls: Vec::new(),
            enough: [f32::INFINITY; CHUNK],
        };
        (0..count).step_by(CHUNK).map(chunk).collect()
    }

    fn near(&self, place: usize) -> &[Near] {
        let begin = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.near[begin..self.ends[place]]
    }
}

/// What the stages hand on, one entry a unit.
#[derive(Default)]
pub(super) struct Stages {
    /// Unit vector of the way to go.
    pub desired: Vec<Vec2>,
    pub distance: Vec<f32>,
    /// Where each one's way turns next.
    aim: Vec<Point>,
    /// Where each one wants to be in the end.
    pub goal: Vec<Point>,
    /// Whether each one stood, or took its place, as this tick began.
    pub standing: Vec<bool>,
    pub decisions: Vec<Decided>,
    /// Last tick's: what units see of each other.
    pub wanted: Vec<Vec2>,
    pub turning: Vec<Option<Side>>,
    pub force: Vec<Vec2>,
    pub angular: Vec<f32>,
    /// What plans remember of last tick.
    memory: Vec<Memory>,
    /// Everyone as others see them, gathered once: each is looked at by many.
    seen: Vec<Neighbour>,
}

/// What a unit decided, and whether it had to give way.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Decided {
    pub decision: Decision,
    /// What a plan remembers.
    pub memory: Memory,
    pub gave_way: bool,
}

/// A goal that is a place, as behaviours see it.
const PLACE: Other =
    Other { position: Point::new(0.0, 0.0), velocity: Vec2::new(0.0, 0.0), orientation: 0.0, radius: 0.0 };

/// Two numbers in [0, 1) for a unit and a tick: the same whoever asks, in whatever order.
fn chance(seed: u64, tick: u64, id: u32) -> [f32; 2] {
    let mut bytes = [0; 20];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&tick.to_le_bytes());
    bytes[16..].copy_from_slice(&id.to_le_bytes());
    let hash = xxh3_64(&bytes);
    [hash as u32, (hash >> 32) as u32].map(|bits| (bits >> 8) as f32 / (1 << 24) as f32)
}

impl Stages {
    pub(super) fn for_units(count: usize) -> Stages {
        Stages {
            desired: vec![Vec2::zeros(); count],
            distance: vec![0.0; count],
            aim: vec![Point::origin(); count],
            goal: vec![Point::origin(); count],
            standing: vec![false; count],
            decisions: vec![Decided::default(); count],
            wanted: vec![Vec2::zeros(); count],
            turning: vec![None; count],
            force: vec![Vec2::zeros(); count],
            angular: vec![0.0; count],
            memory: vec![Memory::default(); count],
            seen: Vec::with_capacity(count),
        }
    }
}

impl World {
    /// Advances the world by one tick of 1/60 s.
    pub fn tick(&mut self) {
        let start = Instant::now();
        self.units.previous.copy_from_slice(&self.units.position);
        self.index.rebuild(&self.units.position);
        let indexed = Instant::now();
        self.perceive();
        let perceived = Instant::now();
        self.navigate();
        self.decide();
        let decided = Instant::now();
        self.act();
        let acted = Instant::now();
        self.settle();
        self.ticks += 1;
        let micros = |from: Instant, to: Instant| (to - from).as_secs_f32() * 1e6;
        self.times = TickTimes {
            index: micros(start, indexed),
            perceive: micros(indexed, perceived),
            decide: micros(perceived, decided),
            physics: micros(decided, acted),
            total: start.elapsed().as_secs_f32() * 1e6,
        };
    }

    /// How far unit `id` looks, m.
    pub fn perception_radius(&self, id: usize) -> f32 {
        let (radius, speed) = (self.units.radius[id], self.units.max_speed[id]);
        if self.units.phase[id] == Phase::Standing {
            return if self.holds(id) { 0.0 } else { STANDING_RADII * radius };
        }
        let weights = &self.steering.weights;
        let model = self.model(id);
        let mut reach = model.reach(radius, speed);
        if let Some(plan) = self.plan(id) {
            reach = reach.max(plan.reach(radius, speed));
        }
        let flocks = model.with_flocking();
        if flocks && (weights.alignment != 0.0 || weights.cohesion != 0.0) {
            reach = reach.max(flocking::FLOCK_RADII * radius);
        }
        if flocks && weights.separation != 0.0 {
            reach = reach.max(flocking::SEPARATION_RADII * radius);
        }
        // Models look as far as one of our own size needs: a larger one is met sooner.
        if reach > 0.0 { reach + (self.largest_radius - radius) } else { 0.0 }
    }

    /// Whether a unit is an obstacle that never moves.
    pub(super) fn holds(&self, id: usize) -> bool {
        self.layout.starts[id].goal == Goal::Stand
    }

    pub(super) fn perceive(&mut self) {
        let mut chunks = std::mem::take(&mut self.chunks);
        let world = &*self;
        let perceive = |chunk: &mut Chunk| {
            chunk.near.clear();
            chunk.ends.clear();
            for id in chunk.first..(chunk.first + CHUNK).min(world.units.len()) {
                let reach = world.perception_radius(id);
                if reach > 0.0 {
                    let enough = &mut chunk.enough[id - chunk.first];
                    world.look_around(id, reach, enough, &mut chunk.found);
                    chunk.near.extend_from_slice(&chunk.found);
                }
                chunk.ends.push(chunk.near.len());
            }
        };
        match &self.pool {
            Some(pool) => pool.install(|| chunks.par_iter_mut().for_each(perceive)),
            None => chunks.iter_mut().for_each(perceive),
        }
        self.chunks = chunks;
    }

    /// The nearest neighbours of unit `id` within `reach`. In a crowd a smaller circle holds as many as count: `enough` is
    /// its radius in the last tick. Where it no longer does, one looks again; what is found is the same.
    fn look_around(&self, id: usize, reach: f32, enough: &mut f32, found: &mut Vec<Near>) {
        let center = self.units.position[id];
        let first = reach.min(*enough * ENOUGH_SLACK);
        self.index.neighbours(id as u32, center, first, MOST_NEIGHBOURS, found);
        if found.len() < MOST_NEIGHBOURS && first < reach {
            self.index.neighbours(id as u32, center, reach, MOST_NEIGHBOURS, found);
        }
        *enough = match found.last() {
            Some(last) if found.len() == MOST_NEIGHBOURS => last.distance_squared().sqrt(),
            _ => f32::INFINITY,
        };
    }

    pub(super) fn navigate(&mut self) {
        self.navigator.follow(&self.units.position);
        let units = &self.units;
        let navigator = &self.navigator;
        let starts = &self.layout.starts;
        let stages = &mut self.stages;
        let navigate = |(id, ((desired, distance), aim)): (usize, ((&mut Vec2, &mut f32), &mut Point))| {
            let position = units.position[id];
            let heading = navigator.heading(id, position, &starts[id].goal, &units.position);
            (*desired, *distance, *aim) = heading.map_or((Vec2::zeros(), 0.0, position), |h| {
                (math::normalize(h.aim - position), h.distance, h.aim)
            });
        };
        let (desired, distance, aim) = (&mut stages.desired, &mut stages.distance, &mut stages.aim);
        match &self.pool {
            Some(pool) => pool.install(|| {
                desired
                    .par_iter_mut()
                    .zip(distance.par_iter_mut())
                    .zip(aim.par_iter_mut())
                    .with_min_len(CHUNK)
                    .enumerate()
                    .for_each(navigate);
            }),
            None => {
                desired.iter_mut().zip(distance.iter_mut()).zip(aim.iter_mut()).enumerate().for_each(navigate)
            }
        }
    }

    pub(super) fn decide(&mut self) {
        let stages = &mut self.stages;
        for (id, start) in self.layout.starts.iter().enumerate() {
            stages.standing[id] = self.units.phase[id] != Phase::Walking;
            let here = self.units.position[id];
            stages.goal[id] = start.goal.aim(&self.units.position).unwrap_or(here);
        }
        let ways = |id: usize, place: Point| {
            self.navigator.heading(id, place, &self.layout.starts[id].goal, &self.units.position)
        };
        let crowd = Crowd {
            position: &self.units.position,
            velocity: &self.units.velocity,
            radius: &self.units.radius,
            max_speed: &self.units.max_speed,
            group: &self.units.group,
            desired: &stages.desired,
            goal: &stages.goal,
            distance: &stages.distance,
            standing: &stages.standing,
            wanted: &stages.wanted,
            aim: &stages.aim,
            paths: Paths::new(&ways),
            walls: self.walls.segments(),
        };
        self.models.prepare(&crowd, Workers::new(self.pool.as_ref()));
        let mut chunks = std::mem::take(&mut self.chunks);
        let mut decisions = std::mem::take(&mut self.stages.decisions);
        let mut seen = std::mem::take(&mut self.stages.seen);
        seen.clear();
        seen.extend((0..self.units.len()).map(|id| self.seen(id)));
        let world = &*self;
        let group = &world.units.group;
        let decide = |(chunk, decisions): (&mut Chunk, &mut [Decided])| {
            let mut neighbours = std::mem::take(&mut chunk.neighbours);
            let mut walls = std::mem::take(&mut chunk.walls);
            for (place, decided) in decisions.iter_mut().enumerate() {
                let id = chunk.first + place;
                neighbours.clear();
                neighbours.extend(chunk.near(place).iter().map(|near| {
                    let other = near.id() as usize;
                    Neighbour { same_group: group[id] == group[other], ..seen[other] }
                }));
                world.walls.near(world.units.position[id], world.wall_reach(id), &mut walls);
                *decided = world.decide_one(id, &Around { neighbours: &neighbours, walls: &walls }, None);
            }
            chunk.neighbours = neighbours;
            chunk.walls = walls;
        };
        match &self.pool {
            Some(pool) => {
                pool.install(|| chunks.par_iter_mut().zip(decisions.par_chunks_mut(CHUNK)).for_each(decide));
            }
            None => chunks.iter_mut().zip(decisions.chunks_mut(CHUNK)).for_each(decide),
        }
        self.chunks = chunks;
        self.stages.decisions = decisions;
        self.stages.seen = seen;
    }

    /// Unit `id` as steering sees it.
    pub(super) fn unit(&self, id: usize) -> Unit {
        let units = &self.units;
        let start = &self.layout.starts[id];
        let alone = Unit {
            id: id as u32,
            group: units.group[id],
            position: units.position[id],
            velocity: units.velocity[id],
            heading: units.heading[id],
            rotation: units.rotation[id],
            radius: units.radius[id],
            mass: start.mass,
            max_speed: units.max_speed[id],
            max_force: units.max_force[id],
            desired: self.stages.desired[id],
            preferred: Vec2::zeros(),
            distance: self.stages.distance[id],
            target: match start.goal {
                Goal::Unit { index, .. } => Some(index),
                _ => None,
            },
        };
        Unit { preferred: flocking::arrive(&alone, alone.desired), ..alone }
    }

    /// How far unit `id` looks for walls, m.
    pub(super) fn wall_reach(&self, id: usize) -> f32 {
        match self.units.phase[id] {
            Phase::Standing => 0.0,
            _ => {
                let (radius, speed) = (self.units.radius[id], self.units.max_speed[id]);
                let plan = self.plan(id).map_or(0.0, |plan| plan.reach(radius, speed));
                self.model(id).wall_reach(radius, speed).max(plan)
            }
        }
    }

    /// Unit `other` as others see it; whether it is of the same group is for each of them to say.
    pub(super) fn seen(&self, other: usize) -> Neighbour {
        let units = &self.units;
        Neighbour {
            id: other as u32,
            position: units.position[other],
            velocity: units.velocity[other],
            heading: units.heading[other],
            radius: units.radius[other],
            wanted: self.stages.wanted[other],
            same_group: false,
            standing: units.phase[other] != Phase::Walking,
            turning: self.stages.turning[other],
        }
    }

    pub(super) fn decide_one(&self, id: usize, around: &Around<'_>, why: Option<&mut Reasons>) -> Decided {
        let unit = self.unit(id);
        if self.holds(id) {
            return Decided::default();
        }
        if self.units.phase[id] == Phase::Standing {
            let (way, mut decision) = steering::stand(&unit, around.neighbours);
            // Nothing else stops a body that was turning as it arrived.
            decision.angular = -unit.rotation / STILL_TIME;
            if let Some(why) = why {
                why.neighbours.extend(around.neighbours.iter().map(|n| n.id));
                why.parts.push((if way == Yield::Stay { "stand" } else { "give way" }, decision.force));
                why.force = decision.force;
            }
            return Decided { decision, gave_way: way != Yield::Stay, ..Decided::default() };
        }
        if let Some(plan) = self.plan(id) {
            let (decision, memory) = self.with_seen(&unit, around, |seen| plan.decide(seen, why));
            return Decided { decision, memory, gave_way: false };
        }
        let decision = steering::walk(&unit, around, self.model(id), &self.steering.weights, why);
        Decided { decision, ..Decided::default() }
    }

    /// What `use_it` makes of what the unit's plan sees.
    pub(super) fn with_seen<T>(
        &self,
        unit: &Unit,
        around: &Around<'_>,
        use_it: impl FnOnce(&Seen<'_>) -> T,
    ) -> T {
        let id = unit.id as usize;
        let goal = match self.layout.starts[id].goal {
            Goal::Stand | Goal::Roam => None,
            Goal::Unit { index, .. } => Some(combine::other(&self.seen(index as usize))),
            _ => Some(Other { position: self.stages.goal[id], ..PLACE }),
        };
        use_it(&Seen {
            unit,
            around,
            goal,
            aim: self.target(id).filter(|_| goal.is_some()),
            other: &|other| combine::other(&self.seen(other as usize)),
            chance: chance(self.layout.seed, self.ticks, unit.id),
            memory: self.stages.memory[id],
            model: self.model(id),
            weights: &self.steering.weights,
        })
    }

    fn act(&mut self) {
        let stages = &mut self.stages;
        for (id, decided) in stages.decisions.iter().enumerate() {
            stages.force[id] = decided.decision.force;
            stages.angular[id] = decided.decision.angular;
            stages.turning[id] = decided.decision.turning;
            stages.memory[id] = decided.memory;
            // Where it means to go, for others to see: the goal's way, whatever the detour of this moment. One that
            // only takes its place wants to go through nobody.
            stages.wanted[id] = match self.units.phase[id] {
                Phase::Walking if self.layout.starts[id].goal == Goal::Roam => decided.decision.wanted,
                Phase::Walking => stages.desired[id] * self.units.max_speed[id],
                Phase::Settling | Phase::Standing => Vec2::zeros(),
            };
        }
        self.physics.turn(&stages.angular);
        self.physics.step(&stages.force, &stages.wanted, &self.units.max_speed, &self.steering.push);
        self.physics.read(&mut self.units.position, &mut self.units.velocity);
        self.physics.read_turns(&mut self.units.heading, &mut self.units.rotation);
    }

    fn settle(&mut self) {
        self.physics.contacts(&self.units.position, &self.units.radius, &mut self.contacts);
        let units = &mut self.units;
        for id in 0..units.position.len() {
            let velocity = units.velocity[id];
            let turns = self.physics.turns(id);
            if !turns && velocity.norm() > TURN_SPEED * units.max_speed[id] {
                let turn = math::wrap(math::angle(velocity) - units.heading[id]);
                units.heading[id] =
                    math::wrap(units.heading[id] + turn.clamp(-TURN_RATE * DT, TURN_RATE * DT));
            }
        }
        self.settle_arrivals();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{LayoutOptions, Scene};
    use crate::steering::Steering;
    use crate::steering::avoidance::Mode;
    use allocation_counter::measure;

    /// What the tick itself does allocates nothing once its buffers have grown, in the modes that ask the most of it. The two
    /// libraries do: kiddo builds its tree anew every tick, and Rapier keeps lists of its own.
    #[test]
    fn a_steady_tick_allocates_nothing_of_its_own() {
        for mode in ["raycast+cardioid", "lanes"] {
            steady(Mode::named(mode).unwrap());
        }
    }

    fn steady(mode: Mode) {
        let scene = Scene::built_in("crossing").unwrap();
        let layout = scene.layout(&LayoutOptions { units: Some(200), ..LayoutOptions::default() }).unwrap();
        let mut world = World::new(layout, 1);
        // Seek alone packs them together.
        let steering = world.steering.clone();
        world.set_steering(Steering { mode: Mode::named("none").unwrap(), ..steering.clone() });
        (0..330).for_each(|_| world.tick());
        world.set_steering(Steering { mode, ..steering });
        (0..90).for_each(|_| world.tick());
        assert!(!world.contacts().is_empty(), "the groups must have met");
        let mut stage = [0, 0, 0, 0, 0];
        for _ in 0..60 {
            stage[0] += measure(|| world.index.rebuild(&world.units.position)).count_total;
            stage[1] += measure(|| world.perceive()).count_total;
            stage[2] += measure(|| world.navigate()).count_total;
            stage[3] += measure(|| world.decide()).count_total;
            world.act();
            stage[4] += measure(|| world.settle()).count_total;
        }
        assert!(stage[0] <= 60 * 32, "the tree takes a handful of allocations, not one a unit: {}", stage[0]);
        // A buffer may still grow when the crowd is at its densest; that is a few in sixty ticks, not one a tick.
        let own: u64 = stage[1..].iter().sum();
        assert!(own <= 8, "{mode}: index {}, perceive, navigate, decide, settle {:?}", stage[0], &stage[1..]);
    }
}
