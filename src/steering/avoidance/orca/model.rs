//! ORCA as an avoidance model: its settings, and its half-planes as reasons.

use super::linear_program::{Cause, HalfPlane};
use super::region::permitted;
use super::solve::{self, OrcaSettings, Program, Solution, solve_into};
use crate::math;
use crate::settings::{Settings, settings};
use crate::steering::Fact;
use crate::steering::avoidance::model::{Avoidance, Choice, Model, Surroundings};
use crate::steering::reasons::{Mark, Reasons, Tint, counted};
use crate::steering::unit::Unit;

use crate::types::{DT, Vec2};
use std::cell::RefCell;

pub static MODEL: Model = Model {
    cost: 14,
    ..Model::new(
        "orca",
        "optimal reciprocal collision avoidance: the permitted velocity nearest to the preferred one, as in RVO2",
        &[TIME_HORIZON, OBSTACLE_HORIZON, NEIGHBOUR_DISTANCE, MAX_NEIGHBOURS, RIGHT_BIAS, TIME_STEP],
        |settings| Box::new(Orca::new(settings)),
    )
};

settings! { "orca":
    TIME_HORIZON "time_horizon" number(solve::TIME_HORIZON, (DT, 60.0), "s"):
        "time horizon within which collisions with neighbours are avoided" as "looks ahead";
    OBSTACLE_HORIZON "obstacle_horizon" number(solve::OBSTACLE_HORIZON, (DT, 60.0), "s"):
        "time horizon within which collisions with walls are avoided" as "looks ahead, walls";
    NEIGHBOUR_DISTANCE "neighbour_distance" number(0.0, (0.0, 1000.0), "m"):
        "distance beyond which neighbours are ignored; 0: too far away to be met within the horizon" as "sees as far as";
    MAX_NEIGHBOURS "max_neighbours" whole(solve::MAX_NEIGHBOURS as f32, (0.0, 100.0)):
        "maximum number of neighbours considered, nearest first" as "most neighbours";
    RIGHT_BIAS "right_bias" number(solve::RIGHT_BIAS, (0.0, 0.5), "rad"):
        "turn of the preferred velocity to the right if neighbours slow a unit without turning it" as "turns right";
    TIME_STEP "time_step" number(DT, (1e-3, 10.0), "s"): "time in which overlapping units must separate";
}

thread_local! {
    /// Memory reused by all decisions of a thread. No decision depends on an earlier one.
    static MEMORY: RefCell<Solution> = RefCell::default();
}

/// The model. The neighbour distance is in metres, or 0 for a distance that depends on the unit.
#[derive(Clone)]
struct Orca(OrcaSettings);

impl Orca {
    fn new(settings: &Settings) -> Orca {
        Orca(OrcaSettings {
            time_step: settings.number(&TIME_STEP),
            time_horizon: settings.number(&TIME_HORIZON),
            obstacle_horizon: settings.number(&OBSTACLE_HORIZON),
            neighbour_distance: settings.number(&NEIGHBOUR_DISTANCE),
            max_neighbours: settings.number(&MAX_NEIGHBOURS) as usize,
            right_bias: settings.number(&RIGHT_BIAS),
        })
    }

    /// The settings for a unit of this radius (m) and maximum speed (m/s).
    fn settings_for(&self, radius: f32, max_speed: f32) -> OrcaSettings {
        let own = OrcaSettings::meeting_distance(radius, max_speed, self.0.time_horizon);
        let given = self.0.neighbour_distance;
        OrcaSettings { neighbour_distance: if given > 0.0 { given } else { own }, ..self.0 }
    }
}

impl Avoidance for Orca {
    fn reach(&self, radius: f32, max_speed: f32) -> f32 {
        self.settings_for(radius, max_speed).neighbour_distance
    }

    fn wall_reach(&self, radius: f32, max_speed: f32) -> f32 {
        self.0.obstacle_horizon * max_speed + radius
    }

    fn with_flocking(&self) -> bool {
        false
    }

    fn choose(&self, unit: &Unit, around: &Surroundings<'_>, why: Option<&mut Reasons>) -> Choice {
        let settings = self.settings_for(unit.radius, unit.max_speed);
        MEMORY.with_borrow_mut(|solution| {
            solve_into(solution, unit, unit.preferred, around.neighbours, around.walls, &settings);
            if let Some(why) = why {
                explain(solution, unit, why);
            }
            let velocity = solution.velocity;
            Choice { force: at_once(unit, velocity), ..Choice::from_velocity(velocity) }
        })
    }
}

/// The force to add to `force_to`, N, so that the unit reaches `velocity` until it decides again, as ORCA assumes. The
/// total is limited to the unit's maximum force.
fn at_once(unit: &Unit, velocity: Vec2) -> Vec2 {
    math::clamp_length((velocity - unit.velocity) * (unit.mass / unit.interval), unit.max_force)
        - unit.force_to(velocity)
}

/// Fills in the reasons. Velocities are drawn from the unit's position, at one metre per m/s.
fn explain(solution: &Solution, unit: &Unit, why: &mut Reasons) {
    let at = |velocity: Vec2| unit.position + velocity;
    let speed = unit.max_speed;
    why.tell("velocity", solution.velocity);
    why.tell("permitted", solution.program == Program::Permitted);
    why.tell("half_planes", Fact::list(solution.lines.iter().map(fact)));
    why.say(in_words(solution));
    why.mark(Mark::Ring(unit.position, speed), Tint::Faint);
    let region = permitted(&solution.lines, speed);
    if region.len() >= 3 {
        why.mark(Mark::Area(region.into_iter().map(at).collect()), Tint::For);
    }
    for line in &solution.lines {
        // The part of the line within the maximum speed, around its point nearest to the unit; lines farther
        // away are omitted.
        let middle = line.point - line.direction * line.point.dot(&line.direction);
        let half = (speed * speed - middle.norm_squared()).max(0.0).sqrt();
        if half > 0.0 {
            why.mark(
                Mark::Line(at(middle - line.direction * half), at(middle + line.direction * half)),
                Tint::Against,
            );
        }
    }
    why.mark(Mark::Arrow(unit.position, at(solution.velocity)), Tint::Chosen);
}

fn fact(line: &HalfPlane) -> Fact {
    let (kind, index) = cause(line);
    Fact::record([(kind, index.into()), ("point", line.point.into()), ("direction", line.direction.into())])
}

fn cause(line: &HalfPlane) -> (&'static str, usize) {
    match line.of {
        Cause::Wall(index) => ("wall", index),
        Cause::Neighbour(index) => ("neighbour", index),
    }
}

fn in_words(solution: &Solution) -> String {
    let all = format!("{}, {} from walls", counted(solution.lines.len(), "half-plane"), solution.walls);
    match solution.program {
        Program::Permitted if solution.lines.is_empty() => "no unit or wall within range".into(),
        Program::Permitted => format!("{all}: takes the permitted velocity nearest to the preferred one"),
        Program::LeastViolation { from } => {
            let (kind, index) = cause(&solution.lines[from]);
            format!(
                "{all}: no velocity is permitted once {kind} {index} is added; takes the one with the least violation"
            )
        }
    }
}
