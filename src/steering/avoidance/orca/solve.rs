//! The half-planes of a unit, and the velocity that it chooses.

use super::linear_program::{self, Aim, Cause, HalfPlane, Outcome};
use super::obstacle::{self, Mover};
use crate::math;
use crate::steering::avoidance::model::beyond_goal;
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{DT, Segment, Vec2};

/// The settings of ORCA.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrcaSettings {
    /// The time in which overlapping units must separate, s; by default one tick.
    pub time_step: f32,
    /// The horizon for neighbours, s. With a longer horizon a unit turns earlier, but has less freedom in a
    /// crowd.
    pub time_horizon: f32,
    /// The horizon for walls, s.
    pub obstacle_horizon: f32,
    /// Neighbours with their centre at this distance or farther are ignored, m.
    pub neighbour_distance: f32,
    /// The maximum number of neighbours considered, nearest first.
    pub max_neighbours: usize,
    /// The angle by which the preferred velocity is turned to the right if neighbours slow the unit down
    /// without turning it, rad; 0 as in the paper.
    pub right_bias: f32,
}

/// The default horizon for neighbours, s.
pub(super) const TIME_HORIZON: f32 = 2.0;
/// The default horizon for walls, s. It is shorter, so that a unit gets close enough to walk through a gap.
pub(super) const OBSTACLE_HORIZON: f32 = 0.5;
/// The default number of neighbours.
pub(super) const MAX_NEIGHBOURS: usize = 10;
/// The default right bias, rad: enough for two units that meet head-on to pass each other within seconds.
pub(super) const RIGHT_BIAS: f32 = 0.01;

impl OrcaSettings {
    /// The defaults for a unit of this radius (m) and maximum speed (m/s). It considers the neighbours that
    /// it could meet within the horizon if both moved at full speed.
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

    /// The largest distance at which a neighbour of the same radius (m) and maximum speed (m/s) can be met
    /// within `horizon` (s), m.
    pub(super) fn meeting_distance(radius: f32, max_speed: f32, horizon: f32) -> f32 {
        2.0 * (max_speed * horizon + radius)
    }

    /// The time step, s; always above 0.
    fn step(&self) -> f32 {
        positive(self.time_step, DT)
    }
}

/// Returns `seconds` if it is a valid time, else `otherwise`.
fn positive(seconds: f32, otherwise: f32) -> f32 {
    if seconds >= f32::EPSILON && seconds.is_finite() { seconds } else { otherwise }
}

/// The linear program that gave the velocity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Program {
    /// Some velocities are permitted: the one nearest to the preferred velocity.
    #[default]
    Permitted,
    /// No velocity is permitted: the one that violates the neighbours' half-planes least.
    LeastViolation {
        /// The half-plane (index into [`Solution::lines`]) that made the permitted region empty.
        from: usize,
    },
}

/// The chosen velocity and what led to it. [`solve_into`] reuses its memory.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Solution {
    /// The chosen velocity, m/s.
    pub velocity: Vec2,
    /// The half-planes: first those of walls, then those of neighbours, each nearest first.
    pub lines: Vec<HalfPlane>,
    /// The number of half-planes of walls.
    pub walls: usize,
    /// The linear program that gave the velocity.
    pub program: Program,
    order: Vec<u64>,
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

    /// Adds a half-plane, unless rounding or overflow has made it meaningless.
    fn push(&mut self, line: HalfPlane) {
        if [line.point, line.direction].iter().all(|v| v.x.is_finite() && v.y.is_finite()) {
            self.lines.push(line);
        }
    }

    /// Fills `order` with the indices of everything nearer than `reach` (m), nearest first.
    fn sort_by_distance(&mut self, squared_distances: impl Iterator<Item = f32>, reach: f32) {
        self.order.clear();
        // The bits of non-negative floats sort like integers.
        self.order.extend(
            squared_distances.enumerate().map(|(index, d)| u64::from(d.to_bits()) << 32 | index as u64),
        );
        // Neighbours are nearly sorted.
        self.order.sort_unstable();
        let reach = reach * reach;
        let near = self.order.iter().rposition(|key| f32::from_bits((key >> 32) as u32) < reach);
        self.order.truncate(near.map_or(0, |last| last + 1));
    }

    /// The index of the thing that is nearest but `rank`.
    fn at_rank(&self, rank: usize) -> usize {
        self.order[rank] as u32 as usize
    }
}

/// Returns the velocity of `unit`, given its `preferred` velocity (m/s) and the neighbours and walls, in any
/// order.
///
/// The velocity is finite for finite input, and no longer than the maximum speed.
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

/// Like [`solve`], but reuses the memory of `solution`.
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

/// Solves the linear programs: finds the permitted velocity nearest to `preferred`, or the one that violates
/// least.
fn run(solution: &mut Solution, speed: f32, preferred: Vec2) {
    let (velocity, program) = match linear_program::best(&solution.lines, speed, Aim::Nearest(preferred)) {
        Outcome::Best(velocity) => (velocity, Program::Permitted),
        // Walls all around permit only standing still, which rounding turned into an empty region.
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

/// Whether neighbours slow the unit down without turning it by more than `angle` (rad). Nothing would ever
/// turn such a unit.
fn held_back(solution: &Solution, preferred: Vec2, angle: f32) -> bool {
    let change = solution.velocity - preferred;
    let direction = math::normalize(preferred);
    change.dot(&direction) < 0.0
        && math::cross(direction, change).abs() < angle * change.norm()
        && solution.of_neighbours().iter().any(|line| line.violation(preferred) > 0.0)
}

/// Adds the half-planes of the walls that the unit can reach within the horizon. Near walls go first because
/// they can make far ones redundant, but not the other way around.
fn add_walls(solution: &mut Solution, unit: &Unit, walls: &[Segment], settings: &OrcaSettings) {
    let horizon = positive(settings.obstacle_horizon, OBSTACLE_HORIZON).max(settings.step());
    let distance = |wall: &Segment| (wall.nearest(unit.position) - unit.position).norm_squared();
    solution.sort_by_distance(walls.iter().map(distance), horizon * unit.max_speed + unit.radius);
    let mover = Mover { velocity: unit.velocity, radius: unit.radius, horizon };
    for rank in 0..solution.order.len() {
        let index = solution.at_rank(rank);
        let ends = obstacle::relative(&walls[index], unit.position);
        if let Some(line) = obstacle::half_plane(&mover, index, ends, &solution.lines) {
            solution.push(line);
        }
    }
}

/// Adds the half-planes of the nearest neighbours, except for the unit's target and units standing beyond its
/// goal.
fn add_neighbours(solution: &mut Solution, unit: &Unit, neighbours: &[Neighbour], settings: &OrcaSettings) {
    let counts = |n: &Neighbour| Some(n.id) != unit.target && !beyond_goal(unit, n);
    let distance = |n: &Neighbour| (n.position - unit.position).norm_squared();
    solution.sort_by_distance(neighbours.iter().map(distance), settings.neighbour_distance);
    let mut count = 0;
    for rank in 0..solution.order.len() {
        let index = solution.at_rank(rank);
        if count < settings.max_neighbours && counts(&neighbours[index]) {
            count += 1;
            if let Some(line) = half_plane(unit, index, &neighbours[index], settings) {
                solution.push(line);
            }
        }
    }
}

/// The half-plane of a neighbour; none for a neighbour with the same position and velocity.
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

/// Returns u, the smallest change of the relative `velocity` that takes it to the boundary of the velocity
/// obstacle of a disc of `radius` at `position`, and the boundary's outward normal there (a unit vector, or
/// zero if there is none).
fn way_out(position: Vec2, velocity: Vec2, radius: f32, settings: &OrcaSettings) -> (Vec2, Vec2) {
    let apart = position.norm_squared() > radius * radius;
    // Overlapping units must separate within one time step.
    let time = if apart { positive(settings.time_horizon, TIME_HORIZON) } else { 0.0 }.max(settings.step());
    // Relative to the centre of the cutoff circle, whose radius is the sum of the radii divided by τ.
    let w = velocity - position / time;
    let along = w.dot(&position);
    if !apart || (along < 0.0 && along * along > radius * radius * w.norm_squared()) {
        let length = w.norm();
        let normal = if length > 0.0 { w / length } else { -math::normalize(position) };
        return (normal * (radius / time - length), normal);
    }
    // Project onto the leg on the side of the velocity. Dead on, both units choose the right leg.
    let normal = if math::cross(position, w) > 0.0 {
        math::left(obstacle::tangent(position, radius))
    } else {
        math::right(obstacle::tangent(position, -radius))
    };
    (normal * -velocity.dot(&normal), normal)
}
