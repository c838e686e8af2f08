//! Crowds without bodies for the tests of traffic: each unit walks along its path as mechanisms advise, and no unit avoids
//! another one.

use super::tick::TrafficTick;
use super::{MECHANISMS, Traffic, TrafficUnits};
use crate::geometry::Wall;
use crate::math;
use crate::navigation::{Goal, Navigator, Traveller, blocked};
use crate::settings::{OFF, ON};
use crate::steering::Steering;
use crate::types::{DT, Point, Rect, Vec2};
use crate::workers::Workers;

pub(super) const RADIUS: f32 = 0.5;
const SPEED: f32 = 5.0;
/// Units walk this far from the direction of their paths, rad, now to the left and now to the right.
const WOBBLE: f32 = 0.3;

/// The start and the goal of a unit.
pub(super) type Ends = ((f32, f32), (f32, f32));

/// A crowd without bodies.
pub(super) struct TestWalk {
    pub position: Vec<Point>,
    pub velocity: Vec<Vec2>,
    pub radius: Vec<f32>,
    pub max_speed: Vec<f32>,
    pub goal: Vec<Goal>,
    pub standing: Vec<bool>,
    pub team: Vec<u16>,
    pub holds: Vec<bool>,
    pub navigator: Navigator,
    pub steering: Steering,
    pub traffic: Traffic,
    pub ticks: u64,
}

/// Two closed rooms, 12 m high to both sides of a door, and half the width of that door, m.
pub(super) fn rooms(half: f32) -> Vec<Wall> {
    let room = |x: f32| {
        let corners = [(0.0, half), (0.0, 12.0), (x, 12.0), (x, -12.0), (0.0, -12.0), (0.0, -half)];
        Wall::Chain(corners.map(|(x, y)| Point::new(x, y)).into())
    };
    vec![room(-30.0), room(30.0)]
}

/// The rectangle with this lower left corner.
pub(super) fn rect((x, y): (f32, f32), (width, height): (f32, f32)) -> Rect {
    Rect { min: Point::new(x, y), max: Point::new(x + width, y + height) }
}

impl TestWalk {
    /// Units that walk between two points, without mechanisms.
    pub fn new(walls: &[Wall], bounds: Rect, walks: &[Ends]) -> TestWalk {
        let position: Vec<Point> = walks.iter().map(|((x, y), _)| Point::new(*x, *y)).collect();
        let goal = |(_, (x, y)): &Ends| Goal::Point { at: Point::new(*x, *y), radius: RADIUS, own: true };
        let goal: Vec<Goal> = walks.iter().map(goal).collect();
        let count = walks.len();
        let mut walk = TestWalk {
            navigator: Navigator::new(bounds, walls, goal.clone(), &position, &vec![RADIUS; count], &[]),
            velocity: vec![Vec2::zeros(); count],
            radius: vec![RADIUS; count],
            max_speed: vec![SPEED; count],
            standing: vec![false; count],
            team: vec![0; count],
            holds: vec![false; count],
            steering: Steering::default(),
            traffic: Traffic::new(count),
            ticks: 0,
            position,
            goal,
        };
        walk.switch(&[]);
        walk
    }

    /// Switches these mechanisms on and all others off.
    pub fn switch(&mut self, on: &[&str]) {
        for mechanism in MECHANISMS {
            let value = if on.contains(&mechanism.name) { ON } else { OFF };
            self.steering.settings.set(mechanism.switch(), value).unwrap();
        }
        self.traffic.reset();
    }

    /// Whether every unit has a path to its goal.
    pub fn is_open(&self, walls: &[Wall], bounds: Rect) -> bool {
        let traveller = |(position, goal): (&Point, &Goal)| Traveller {
            position: *position,
            radius: RADIUS,
            goal: *goal,
            group: 0,
        };
        let all: Vec<Traveller> = self.position.iter().zip(&self.goal).map(traveller).collect();
        blocked(bounds, walls, &all).is_empty()
    }

    /// Finds the paths, lets mechanisms direct, and walks.
    pub fn tick(&mut self) {
        self.find_paths();
        self.direct();
        self.walk();
    }

    pub fn find_paths(&mut self) {
        self.traffic.find_paths(&self.position, &self.goal, &self.navigator, Workers::default());
    }

    pub fn direct(&mut self) {
        let units = TrafficUnits {
            position: &self.position,
            velocity: &self.velocity,
            radius: &self.radius,
            max_speed: &self.max_speed,
            goal: &self.goal,
            standing: &self.standing,
            team: &self.team,
            holds: &|slot| self.holds[slot],
            follows_plan: &|_| false,
        };
        self.traffic.direct(&units, &mut self.navigator, &self.steering, self.ticks, Workers::default());
    }

    pub fn units(&self) -> TrafficUnits<'_> {
        TrafficUnits {
            position: &self.position,
            velocity: &self.velocity,
            radius: &self.radius,
            max_speed: &self.max_speed,
            goal: &self.goal,
            standing: &self.standing,
            team: &self.team,
            holds: &|_| false,
            follows_plan: &|_| false,
        }
    }

    /// What mechanisms read in this tick.
    pub fn with_tick<T>(&self, read: impl FnOnce(&TrafficTick<'_>) -> T) -> T {
        let units = self.units();
        read(&TrafficTick {
            units: &units,
            headings: self.traffic.headings(),
            navigator: &self.navigator,
            clearance: self.navigator.clearance(RADIUS).unwrap(),
            ticks: self.ticks,
        })
    }

    /// Moves every unit until it is at its goal.
    pub fn walk(&mut self) {
        for slot in 0..self.position.len() {
            let advice = self.traffic.advice(slot);
            let along = self.traffic.headings().direction[slot];
            let wobble = math::unit(WOBBLE * math::sin(0.1 * self.ticks as f32 + slot as f32));
            let direction = advice.direction(self.position[slot], along);
            let ahead = direction * wobble.x + math::right(direction) * wobble.y;
            self.standing[slot] |= self.traffic.headings().distance[slot] < RADIUS;
            let preferred = (ahead * advice.pace + math::right(direction) * advice.sideways) * SPEED;
            self.velocity[slot] =
                if self.standing[slot] { Vec2::zeros() } else { math::clamp_length(preferred, SPEED) };
            self.position[slot] += self.velocity[slot] * DT;
        }
        self.ticks += 1;
    }
}
