//! Rigid bodies and their contacts. The only module that depends on Rapier.

mod polygon;
mod push;
mod saved;
mod stiffness;
mod walls;

use crate::geometry::Wall;
use crate::settings::Push;
pub use crate::types::CONTACT_GAP;
use crate::types::{DT, Motions, Point, Renumbering, Vec2};
use polygon::ExactPolygons;
use push::SidewaysPush;
use rapier2d::prelude::*;

/// The distance at which contacts are detected in advance, m, for a unit of radius 0.5. With Rapier's default of
/// 0.02, two units closing at 10 m/s overlap before the solver detects them.
const PREDICTION: f32 = 0.2;
/// The radius to which `PREDICTION` refers.
const REFERENCE_RADIUS: f32 = 0.5;
/// The smallest prediction, as a multiple of the distance that the two fastest units close in a tick. Small fast
/// units would overlap otherwise.
const PREDICTION_STEPS: f32 = 1.2;
/// The solver's iterations in a step.
const ITERATIONS: usize = 3;
/// The frequency of contacts between units, Hz. A quarter of the iterations per second is the highest that is stable. Box2D has
/// the same limit. With Rapier's default of 30, overlaps are deeper, even with four iterations.
const CONTACT_FREQUENCY: f32 = 45.0;
/// The largest speed of a body, as a multiple of the fastest unit's maximum speed.
const LIMIT_SPEEDS: f32 = 2.0;
/// A unit made faster by a collision is slowed to this multiple of its maximum speed.
const SPEED_CAP: f32 = 1.05;
/// A unit that moves by more than its radius in a tick is simulated in steps of at most this share of its radius.
/// Otherwise it would pass through thin walls and other units.
const FAST_STEP: f32 = 0.5;
/// Stands for the unit of a wall.
const NO_UNIT: u32 = u32::MAX;
/// The dominance of a body that no other body moves.
const HOLDS: i8 = 1;
/// The largest number of shapes that bodies share.
const SHARED_SHAPES: usize = 16;

/// A unit as physics sees it: a rigid disc.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Disc {
    /// Position.
    pub position: Point,
    /// Velocity, m/s.
    pub velocity: Vec2,
    /// Radius, m.
    pub radius: f32,
    /// Mass, kg.
    pub mass: f32,
    /// Maximum speed, m/s.
    pub max_speed: f32,
    /// How it can move.
    pub motion: BodyMotion,
}

/// How a disc can move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BodyMotion {
    /// It does not move: an obstacle that does not give way.
    Fixed,
    /// It moves without rotating.
    Sliding,
    /// It moves and rotates.
    Turning {
        /// The initial heading, rad.
        heading: f32,
    },
}

/// The bodies of all units and walls.
pub struct Physics {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
    colliders: Vec<ColliderHandle>,
    /// The units that rotate, and their bodies.
    turners: Vec<(usize, RigidBodyHandle)>,
    walls: Vec<ColliderHandle>,
    /// The slot of each collider's unit by the collider's index, or `NO_UNIT`.
    slots: Vec<u32>,
    /// The maximum speeds, m/s.
    max_speed: Vec<f32>,
    hooked: bool,
    /// One shape per radius, shared by all bodies of this radius. Contact tests read shapes often, and shared ones
    /// remain in the cache.
    balls: Vec<SharedShape>,
    /// Rapier steps per tick.
    substeps: u16,
}

/// Two units that touch or nearly touch, the smaller id first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// The first unit.
    pub a: u32,
    /// The second unit.
    pub b: u32,
    /// The depth of the overlap, as a share of the smaller radius. Negative for a gap.
    pub overlap: f32,
}

impl Physics {
    /// Creates bodies for `discs` and `walls`, without gravity, sleep or friction. Rotations are locked except for
    /// discs that turn.
    pub fn new(discs: &[Disc], walls: &[Wall]) -> Physics {
        let mut world = PhysicsWorld { gravity: Vector::ZERO, ..PhysicsWorld::default() };
        world.narrow_phase.set_query_dispatcher(ExactPolygons);
        let substeps = substeps(discs);
        tune(&mut world.integration_parameters, discs, substeps);
        let mut physics = Physics {
            world,
            bodies: Vec::with_capacity(discs.len()),
            colliders: Vec::with_capacity(discs.len()),
            turners: Vec::new(),
            walls: Vec::new(),
            slots: Vec::new(),
            max_speed: discs.iter().map(|disc| disc.max_speed).collect(),
            hooked: false,
            balls: Vec::new(),
            substeps,
        };
        discs.iter().for_each(|disc| physics.insert(disc));
        physics.number_colliders();
        physics.set_walls(walls);
        physics
    }

    /// Removes and adds bodies. `discs` holds all units from now on.
    pub fn renumber(&mut self, renumbering: &Renumbering, discs: &[Disc]) {
        for slot in 0..self.bodies.len() {
            if renumbering.slot_of(slot as u32).is_none() {
                self.world.remove_body(self.bodies[slot]);
            }
        }
        renumbering.apply(&mut self.bodies, RigidBodyHandle::invalid);
        renumbering.apply(&mut self.colliders, ColliderHandle::invalid);
        self.bodies.truncate(renumbering.kept.len());
        self.colliders.truncate(renumbering.kept.len());
        self.turners = std::mem::take(&mut self.turners)
            .into_iter()
            .filter_map(|(slot, body)| Some((renumbering.slot_of(slot as u32)? as usize, body)))
            .collect();
        discs[renumbering.new_slots()].iter().for_each(|disc| self.insert(disc));
        self.number_colliders();
        self.tune(discs);
    }

    /// Gives the body in `slot` another size, mass or kind of motion. `discs` holds all units.
    pub fn reshape(&mut self, slot: usize, discs: &[Disc]) {
        let disc = &discs[slot];
        let ball = self.ball(disc.radius);
        if let Some(collider) = self.world.colliders.get_mut(self.colliders[slot]) {
            collider.set_shape(ball);
            collider.set_mass(disc.mass);
        }
        if let Some(body) = self.world.bodies.get_mut(self.bodies[slot]) {
            let is_fixed = disc.motion == BodyMotion::Fixed;
            let kind = if is_fixed { RigidBodyType::Fixed } else { RigidBodyType::Dynamic };
            body.set_body_type(kind, true);
            // Otherwise the forces of the next tick would act on the former mass.
            body.recompute_mass_properties_from_colliders(&self.world.colliders);
        }
        self.tune(discs);
    }

    /// Moves the body in `slot` to `position`, where it stands still.
    pub fn teleport(&mut self, slot: usize, position: Point) {
        if let Some(body) = self.world.bodies.get_mut(self.bodies[slot]) {
            body.set_translation(position.coords.into(), true);
            body.set_linvel(Vec2::zeros().into(), true);
        }
    }

    /// Adds to the velocity of the body in `slot`, m/s.
    pub fn push(&mut self, slot: usize, velocity: Vec2) {
        if let Some(body) = self.world.bodies.get_mut(self.bodies[slot]) {
            let sum = Vec2::from(body.linvel()) + velocity;
            body.set_linvel(sum.into(), true);
        }
    }

    /// Sets which bodies no other body moves, by slot.
    pub fn hold(&mut self, holds: &[bool]) {
        for (handle, holds) in self.bodies.iter().zip(holds) {
            let dominance = if *holds { HOLDS } else { 0 };
            if self.world.bodies[*handle].dominance_group() != dominance {
                self.world.bodies[*handle].set_dominance_group(dominance);
            }
        }
    }

    /// Numbers the units' colliders by their slots.
    fn number_colliders(&mut self) {
        self.slots.fill(NO_UNIT);
        for (slot, collider) in self.colliders.iter().enumerate() {
            let index = collider.into_raw_parts().0 as usize;
            if index >= self.slots.len() {
                self.slots.resize(index + 1, NO_UNIT);
            }
            self.slots[index] = slot as u32;
        }
    }

    /// Sets what depends on the sizes and speeds of all units.
    fn tune(&mut self, discs: &[Disc]) {
        self.substeps = substeps(discs);
        self.max_speed.clear();
        self.max_speed.extend(discs.iter().map(|disc| disc.max_speed));
        tune(&mut self.world.integration_parameters, discs, self.substeps);
    }

    fn insert(&mut self, disc: &Disc) {
        let (kind, velocity) = match disc.motion {
            BodyMotion::Fixed => (RigidBodyType::Fixed, Vec2::zeros()),
            BodyMotion::Sliding | BodyMotion::Turning { .. } => (RigidBodyType::Dynamic, disc.velocity),
        };
        let body = RigidBodyBuilder::new(kind)
            .translation(disc.position.coords.into())
            .linvel(velocity.into())
            .can_sleep(false);
        let body = match disc.motion {
            BodyMotion::Turning { heading } => body.rotation(heading),
            BodyMotion::Fixed | BodyMotion::Sliding => body.lock_rotations(),
        };
        let collider = ColliderBuilder::new(self.ball(disc.radius))
            .mass(disc.mass)
            .friction(0.0)
            .restitution(0.0)
            .active_hooks(hooks(self.hooked));
        let (body, collider) = self.world.insert(body, collider);
        if let BodyMotion::Turning { .. } = disc.motion {
            self.turners.push((self.bodies.len(), body));
        }
        self.bodies.push(body);
        self.colliders.push(collider);
    }

    /// The shape of a disc.
    fn ball(&mut self, radius: f32) -> SharedShape {
        // In a crowd with many different radii, sharing gains little and the search would take long.
        let shared = self.balls.iter().find(|ball| ball.as_ball().is_some_and(|ball| ball.radius == radius));
        shared.cloned().unwrap_or_else(|| {
            let ball = SharedShape::ball(radius);
            if self.balls.len() < SHARED_SHAPES {
                self.balls.push(ball.clone());
            }
            ball
        })
    }

    /// Replaces the walls from the next step on.
    pub fn set_walls(&mut self, walls: &[Wall]) {
        for wall in self.walls.drain(..) {
            self.world.remove_collider(wall);
        }
        for shape in walls.iter().flat_map(walls::shapes) {
            let wall = ColliderBuilder::new(shape.shape).position(shape.pose).friction(0.0).restitution(0.0);
            self.walls.push(self.world.colliders.insert(wall));
        }
    }

    /// Advances by one tick. While the push is on, it acts on pairs of units that are both `pushed`.
    pub fn step(&mut self, motions: &Motions, push: &Push, pushed: &[bool]) {
        self.turn(&motions.angular);
        self.hook(push.on);
        for _ in 0..self.substeps {
            self.substep(motions, push, pushed);
        }
    }

    fn substep(&mut self, motions: &Motions, push: &Push, pushed: &[bool]) {
        stiffness::choose(&mut self.world, &self.walls);
        let dt = self.world.integration_parameters.dt;
        for (handle, force) in self.bodies.iter().zip(&motions.force) {
            if *force != Vec2::zeros() {
                self.world.bodies[*handle].apply_impulse((force * dt).into(), true);
            }
        }
        // Rapier 0.36.1 updates its graph of contacts incrementally if no body was modified, and then misses some: its debug
        // assertion fails in tests/simulation/walls.rs. One modified body is enough to have the graph rebuilt.
        if let Some(handle) = self.bodies.first() {
            self.world.bodies.get_mut(*handle);
        }
        let max_speed = &self.max_speed[..];
        if push.on {
            let hooks = SidewaysPush {
                slots: &self.slots,
                pushed,
                preferred: &motions.preferred,
                max_speed,
                strength: push.strength,
            };
            self.world.step_with_events(&hooks, &());
        } else {
            self.world.step();
        }
        for (handle, max) in self.bodies.iter().zip(max_speed) {
            let velocity: Vec2 = self.world.bodies[*handle].linvel().into();
            let cap = max * SPEED_CAP;
            if velocity.norm_squared() > cap * cap {
                self.world.bodies[*handle].set_linvel((velocity * (cap / velocity.norm())).into(), false);
            }
        }
    }

    /// Rotates the bodies of units that turn, with their angular accelerations in rad/s².
    fn turn(&mut self, angular: &[f32]) {
        for (id, handle) in &self.turners {
            let body = &mut self.world.bodies[*handle];
            let inertia = body.mass_properties().effective_angular_inertia();
            body.apply_torque_impulse(angular[*id] * inertia * DT, true);
        }
    }

    /// Copies the headings (rad) and angular velocities (rad/s) of the units that turn.
    pub fn read_turns(&self, heading: &mut [f32], rotation: &mut [f32]) {
        for (id, handle) in &self.turners {
            let body = &self.world.bodies[*handle];
            heading[*id] = body.rotation().angle();
            rotation[*id] = body.angvel();
        }
    }

    /// Switches the contact hook. With it, solving a pair costs about a third more, so colliders request it only
    /// while the push is on.
    fn hook(&mut self, on: bool) {
        if self.hooked != on {
            for handle in &self.colliders {
                self.world.colliders[*handle].set_active_hooks(hooks(on));
            }
            self.hooked = on;
        }
    }

    /// Copies the position and velocity of every unit.
    pub fn read(&self, position: &mut [Point], velocity: &mut [Vec2]) {
        for ((handle, position), velocity) in self.bodies.iter().zip(position).zip(velocity) {
            let body = &self.world.bodies[*handle];
            let at: Vec2 = body.translation().into();
            *position = Point::from(at);
            *velocity = body.linvel().into();
        }
    }

    /// Collects all pairs of units that touch after the last step, sorted by ids.
    pub fn contacts(&self, position: &[Point], radius: &[f32], contacts: &mut Vec<Contact>) {
        contacts.clear();
        let units = position.len();
        for pair in self.world.narrow_phase.contact_pairs() {
            let [a, b] = [pair.collider1, pair.collider2].map(|collider| slot(&self.slots, collider));
            if a >= units || b >= units {
                continue;
            }
            let gap = radius[a] + radius[b] - (position[b] - position[a]).norm();
            let overlap = gap / radius[a].min(radius[b]);
            if overlap > -CONTACT_GAP {
                contacts.push(Contact { a: a.min(b) as u32, b: a.max(b) as u32, overlap });
            }
        }
        contacts.sort_unstable_by_key(|c| (c.a, c.b));
    }
}

/// The number of steps per tick: 1, unless a disc moves by more than its radius in a tick.
fn substeps(discs: &[Disc]) -> u16 {
    let moving = discs.iter().filter(|disc| disc.motion != BodyMotion::Fixed);
    let radii = moving.map(|d| d.max_speed.max(d.velocity.norm()) * SPEED_CAP * DT / d.radius);
    let fastest = radii.fold(0.0, f32::max);
    if fastest > 1.0 { (fastest / FAST_STEP).ceil() as u16 } else { 1 }
}

/// Sets the step, the tolerances, the prediction and the speed limit for discs of these sizes and speeds.
fn tune(parameters: &mut IntegrationParameters, discs: &[Disc], substeps: u16) {
    parameters.dt = DT / f32::from(substeps);
    let smallest = discs.iter().map(|disc| disc.radius).fold(f32::INFINITY, f32::min);
    // The largest correction and the tolerances scale with the smallest body. The prediction scales with speed and
    // size.
    let scale = if smallest.is_finite() { (smallest / REFERENCE_RADIUS).clamp(1e-3, 1e3) } else { 1.0 };
    parameters.length_unit = scale;
    // No body asks for continuous collision detection, and preparing it takes time.
    parameters.max_ccd_substeps = 0;
    let fastest = discs.iter().map(|disc| disc.max_speed).fold(0.0, f32::max);
    let closing = PREDICTION_STEPS * 2.0 * fastest * parameters.dt / scale;
    parameters.normalized_prediction_distance = closing.clamp(PREDICTION, 10.0 * PREDICTION);
    parameters.num_solver_iterations = ITERATIONS;
    parameters.contact_softness.natural_frequency = CONTACT_FREQUENCY;
    // Rapier's own limit also scales with the smallest body and would slow down a small fast unit.
    let limit = &mut parameters.normalized_max_linear_velocity;
    *limit = limit.max(LIMIT_SPEEDS * fastest / scale);
}

/// The slot of a collider's unit. A wall has one beyond all units.
fn slot(slots: &[u32], collider: ColliderHandle) -> usize {
    slots.get(collider.into_raw_parts().0 as usize).copied().unwrap_or(NO_UNIT) as usize
}

/// The hooks of a collider whose contacts the sideways push changes, or does not.
fn hooks(push: bool) -> ActiveHooks {
    if push { ActiveHooks::MODIFY_SOLVER_CONTACTS } else { ActiveHooks::empty() }
}

#[cfg(test)]
mod tests;
