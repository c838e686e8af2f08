//! Optimal reciprocal collision avoidance (van den Berg, Guy, Lin, Manocha 2011, "Reciprocal n-Body Collision
//! Avoidance"); agrees with the authors' RVO2 2.0.
//!
//! For each neighbour there are velocities, relative to its own, at which the two meet within the horizon τ: its
//! *velocity obstacle*, a truncated cone. The least change of the relative velocity that leads out of it is u; each of
//! the two takes half of it, so the unit's velocity must lie beyond the line through v + u/2 at a right angle to u. That
//! is a half-plane of permitted velocities. The unit takes the velocity in all half-planes, and within its maximum
//! speed, that is nearest to the one it prefers: a linear program. In a crowd nothing may be permitted; then it takes the
//! velocity that violates the worst half-plane by the least.
//!
//! Three things that the paper leaves open:
//!
//! - A neighbour that *stands* will not give way: the unit takes all of u, not half.
//! - Two that meet exactly head-on may stop in front of each other for good. A unit that is slowed down and not turned
//!   prefers a velocity a little to the right of its own ([`OrcaSettings::right_bias`]), so that the two drift apart.
//! - From one at the very same place with the same velocity, every way leads out: it asks for nothing.

mod linear_program;
mod model;
mod obstacle;
mod region;

use super::model::beyond_goal;
use crate::math;
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{DT, Segment, Vec2};
use linear_program::{Aim, Outcome};
pub use linear_program::{Cause, HalfPlane};
pub(super) use model::MODEL;
use obstacle::Mover;
pub use region::permitted;

/// The model's settings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrcaSettings {
    /// In what time two that overlap are to be apart, s: a tick.
    pub time_step: f32,
    /// How far ahead neighbours are avoided, s: the longer, the earlier a unit turns and the less it may do in a crowd.
    pub time_horizon: f32,
    /// How far ahead walls are avoided, s.
    pub obstacle_horizon: f32,
    /// Neighbours whose middle is not nearer than this do not count, m.
    pub neighbour_distance: f32,
    /// How many neighbours count, nearest first.
    pub max_neighbours: usize,
    /// How far the preferred velocity is turned to the right where neighbours slow the unit down without turning it,
    /// rad; 0 as in the paper.
    pub right_bias: f32,
}

/// How far ahead neighbours are avoided, s.
const TIME_HORIZON: f32 = 2.0;
/// How far ahead walls are avoided, s: less, so that a unit gets near enough to go through a gap.
const OBSTACLE_HORIZON: f32 = 0.5;
/// How many neighbours count.
const MAX_NEIGHBOURS: usize = 10;
/// A hundredth of a radian: two that meet head-on are past each other within seconds.
const RIGHT_BIAS: f32 = 0.01;

impl OrcaSettings {
    /// The defaults for a unit of this radius (m) and maximum speed (m/s). It counts whom it can meet within the
    /// horizon when both run, and no one further away.
    pub fn for_unit(radius: f32, max_speed: f32) -> OrcaSettings {
        OrcaSettings {
            time_step: DT,
            time_horizon: TIME_HORIZON,
            obstacle_horizon: OBSTACLE_HORIZON,
            neighbour_distance: OrcaSettings::meeting_distance(radius, max_speed, TIME_HORIZON),
            max_neighbours: MAX_NEIGHBOURS,
            right_bias: RIGHT_BIAS,
        }
    }

    /// How far away one of the same radius (m) and maximum speed (m/s) can be and still be met within `horizon` (s), m.
    fn meeting_distance(radius: f32, max_speed: f32, horizon: f32) -> f32 {
        2.0 * (max_speed * horizon + radius)
    }

    /// The time step, always above 0.
    fn step(&self) -> f32 {
        positive(self.time_step, DT)
    }
}

/// `seconds` if that is a time, else `otherwise`.
fn positive(seconds: f32, otherwise: f32) -> f32 {
    if seconds >= f32::EPSILON && seconds.is_finite() { seconds } else { otherwise }
}

/// Which linear program gave the velocity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Program {
    /// Some velocity is permitted: the one nearest to the preferred.
    #[default]
    Permitted,
    /// None is: the one that violates the neighbours' half-planes least.
    LeastViolation {
        /// The half-plane (index into [`Solution::lines`]) with which the permitted region became empty.
        from: usize,
    },
}

/// What a unit does, and why. Also the memory of [`solve_into`], which a second use need not allocate.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Solution {
    /// The velocity to take, m/s.
    pub velocity: Vec2,
    /// The half-planes: those of walls first, then those of neighbours, each nearest first.
    pub lines: Vec<HalfPlane>,
    /// How many of them are of walls.
    pub walls: usize,
    /// Which linear program gave the velocity.
    pub program: Program,
    order: Vec<(f32, usize)>,
    room: Vec<HalfPlane>,
}

impl Solution {
    /// The half-planes of walls, nearest first.
    pub fn of_walls(&self) -> &[HalfPlane] {
        &self.lines[..self.walls]
    }

    /// The half-planes of neighbours, nearest first.
    pub fn of_neighbours(&self) -> &[HalfPlane] {
        &self.lines[self.walls..]
    }

    /// Adds a half-plane; what rounding or overflow has made meaningless asks for nothing.
    fn push(&mut self, line: HalfPlane) {
        if [line.point, line.direction].iter().all(|v| v.x.is_finite() && v.y.is_finite()) {
            self.lines.push(line);
        }
    }

    /// Fills `order` with the indices of what is nearer than `reach` (m), nearest first.
    fn sort_by_distance(&mut self, squared_distances: impl Iterator<Item = f32>, reach: f32) {
        self.order.clear();
        let near = squared_distances.enumerate().filter(|(_, d)| *d < reach * reach);
        self.order.extend(near.map(|(index, d)| (d, index)));
        self.order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    }
}

/// The velocity that `unit` takes when it would prefer `preferred` (m/s), among `neighbours` and `walls`, both in any
/// order. Finite for finite input, and no longer than the maximum speed.
pub fn solve(
    unit: &Unit,
    preferred: Vec2,
    neighbours: &[Neighbour],
    walls: &[Segment],
    settings: &OrcaSettings,
) -> Solution {
    let mut solution = Solution::default();
    solve_into(&mut solution, unit, preferred, neighbours, walls, settings);
    solution
}

/// [`solve`] into a solution whose memory is reused.
pub fn solve_into(
    solution: &mut Solution,
    unit: &Unit,
    preferred: Vec2,
    neighbours: &[Neighbour],
    walls: &[Segment],
    settings: &OrcaSettings,
) {
    solution.lines.clear();
    add_walls(solution, unit, walls, settings);
    solution.walls = solution.lines.len();
    add_neighbours(solution, unit, neighbours, settings);
    let speed = unit.max_speed.max(0.0);
    run(solution, speed, preferred);
    if held_back(solution, math::clamp_length(preferred, speed), settings.right_bias) {
        run(solution, speed, math::rotate(preferred, -settings.right_bias));
    }
}

/// The linear programs: the permitted velocity nearest to `preferred`, or the one that violates least.
fn run(solution: &mut Solution, speed: f32, preferred: Vec2) {
    let (velocity, program) = match linear_program::best(&solution.lines, speed, Aim::Nearest(preferred)) {
        Outcome::Best(velocity) => (velocity, Program::Permitted),
        // Walls all round: they permit standing still and nothing else, which rounding took for nothing at all.
        Outcome::Empty { line, .. } if line < solution.walls => {
            (Vec2::zeros(), Program::LeastViolation { from: line })
        }
        Outcome::Empty { line, so_far } => {
            let Solution { lines, walls, room, .. } = solution;
            let velocity = linear_program::least_violation(lines, *walls, line, speed, so_far, room);
            (velocity, Program::LeastViolation { from: line })
        }
    };
    solution.velocity = math::clamp_length(velocity, speed);
    solution.program = program;
}

/// Whether a neighbour slows the unit down and, to within `angle` (rad), does nothing else: then nothing ever turns it.
fn held_back(solution: &Solution, preferred: Vec2, angle: f32) -> bool {
    let change = solution.velocity - preferred;
    let way = math::normalize(preferred);
    change.dot(&way) < 0.0
        && math::cross(way, change).abs() < angle * change.norm()
        && solution.of_neighbours().iter().any(|line| line.violation(preferred) > 0.0)
}

/// The half-planes of the walls that the unit can reach within the horizon, nearest first: the far ones are covered by
/// the near ones, not the other way round.
fn add_walls(solution: &mut Solution, unit: &Unit, walls: &[Segment], settings: &OrcaSettings) {
    let horizon = positive(settings.obstacle_horizon, OBSTACLE_HORIZON).max(settings.step());
    let distance = |wall: &Segment| (wall.nearest(unit.position) - unit.position).norm_squared();
    solution.sort_by_distance(walls.iter().map(distance), horizon * unit.max_speed + unit.radius);
    let mover = Mover { velocity: unit.velocity, radius: unit.radius, horizon };
    for place in 0..solution.order.len() {
        let index = solution.order[place].1;
        let ends = obstacle::relative(&walls[index], unit.position);
        if let Some(line) = obstacle::half_plane(&mover, index, ends, &solution.lines) {
            solution.push(line);
        }
    }
}

/// The half-planes of the nearest neighbours; the unit's target is not avoided, nor who stands beyond the goal.
fn add_neighbours(solution: &mut Solution, unit: &Unit, neighbours: &[Neighbour], settings: &OrcaSettings) {
    let counts = |n: &Neighbour| Some(n.id) != unit.target && !beyond_goal(unit, n);
    let distance =
        |n: &Neighbour| if counts(n) { (n.position - unit.position).norm_squared() } else { f32::INFINITY };
    solution.sort_by_distance(neighbours.iter().map(distance), settings.neighbour_distance);
    for place in 0..solution.order.len().min(settings.max_neighbours) {
        let index = solution.order[place].1;
        if let Some(line) = half_plane(unit, index, &neighbours[index], settings) {
            solution.push(line);
        }
    }
}

/// The half-plane that one neighbour asks for; none from one at the same place with the same velocity.
fn half_plane(
    unit: &Unit,
    index: usize,
    neighbour: &Neighbour,
    settings: &OrcaSettings,
) -> Option<HalfPlane> {
    let (change, normal) = way_out(
        neighbour.position - unit.position,
        unit.velocity - neighbour.velocity,
        unit.radius + neighbour.radius,
        settings,
    );
    let share = if neighbour.standing { 1.0 } else { 0.5 };
    let direction = math::right(normal);
    let point = unit.velocity + change * share;
    (normal != Vec2::zeros()).then_some(HalfPlane { point, direction, of: Cause::Neighbour(index) })
}

/// The least change u of the relative `velocity` that takes it to the boundary of the velocity obstacle of a disc of
/// `radius` at `position`, and the boundary's outward normal there (a unit vector; zero when there is none).
fn way_out(position: Vec2, velocity: Vec2, radius: f32, settings: &OrcaSettings) -> (Vec2, Vec2) {
    let apart = position.norm_squared() > radius * radius;
    // Those that overlap are to be apart after a tick.
    let time = if apart { positive(settings.time_horizon, TIME_HORIZON) } else { 0.0 }.max(settings.step());
    // From the middle of the cutoff circle, which has the radius r/τ.
    let w = velocity - position / time;
    let along = w.dot(&position);
    if !apart || (along < 0.0 && along * along > radius * radius * w.norm_squared()) {
        let length = w.norm();
        let normal = if length > 0.0 { w / length } else { -math::normalize(position) };
        return (normal * (radius / time - length), normal);
    }
    // Onto the leg on whose side the velocity is. Dead on, the right one, as seen by both.
    let normal = if math::cross(position, w) > 0.0 {
        math::left(obstacle::tangent(position, radius))
    } else {
        math::right(obstacle::tangent(position, -radius))
    };
    (normal * -velocity.dot(&normal), normal)
}
