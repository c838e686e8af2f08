//! The common parts of the models that sum forces: a drive to the goal, and a push from every neighbour and
//! wall.
//!
//! The papers describe people with a radius of 0.3 m and a speed of 1.34 m/s. Units have any size and speed,
//! and behave the same in their own measure: lengths scale with the unit's radius, speeds with its maximum
//! speed, and times with [`pace`], the time in which it moves by its own radius (0.22 s for people, 0.1 s for
//! a unit of 0.5 m and 5 m/s). The defaults of the settings are therefore the papers' values, divided by 0.3
//! m if they are lengths, by 0.3 m / 1.34 m/s if they are times, and so on.

use super::model::{Choice, beyond_goal};
use crate::math;
use crate::steering::Fact;
use crate::steering::reasons::{Mark, Reasons, Tint};
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{Point, Vec2};

/// The radius of the people in the papers, m.
#[cfg(test)]
pub(super) const PERSON_RADIUS: f32 = 0.3;
/// The preferred speed of the people in the papers, m/s.
#[cfg(test)]
pub(super) const PERSON_SPEED: f32 = 1.34;

/// The length of the arrow that shows a unit's maximum force, in radii.
const ARROW_RADII: f32 = 8.0;
/// Pushes below this share of the maximum force are not drawn.
const LEAST_ARROW: f32 = 0.02;

/// The source of a push.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Source {
    /// A neighbour, by its id.
    Unit(u32),
    /// A wall, by its point that pushes.
    Wall(Point),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SinglePush {
    pub from: Source,
    /// The acceleration, m/s².
    pub acceleration: Vec2,
    /// The time until contact, s, in models that predict it.
    pub time: Option<f32>,
}

/// The time in which a unit moves by its own radius, s.
pub(super) fn pace(unit: &Unit) -> f32 {
    unit.radius / unit.max_speed
}

/// A unit's maximum acceleration, m/s². It also limits every single push: both formulas have singularities,
/// where one push would outweigh all others.
pub(super) fn hardest(unit: &Unit) -> f32 {
    (unit.max_force / unit.mass).min(f32::MAX)
}

/// Whether a neighbour is to be avoided. The unit's own target and units standing beyond its goal are not.
pub(super) fn matters(unit: &Unit, neighbour: &Neighbour) -> bool {
    Some(neighbour.id) != unit.target && !beyond_goal(unit, neighbour)
}

/// The drive to the preferred velocity, (v⁰ − v)/τ, m/s². v⁰ is the preferred velocity, v the velocity and τ
/// the relaxation time.
fn drive(unit: &Unit, relaxation: f32) -> Vec2 {
    (unit.preferred - unit.velocity) / relaxation.max(f32::MIN_POSITIVE)
}

/// Returns the force (N) that is this share of the unit's maximum force. It is computed as the force to a velocity, and
/// rounded as such: another order of operations would change every state hash.
pub(super) fn force_of_share(unit: &Unit, share: Vec2) -> Vec2 {
    unit.force_to(unit.velocity + share * unit.max_speed)
}

/// Returns the choice that follows from the sum of the drive and all pushes, limited to the unit's maximum
/// force. `relaxation` is the drive's relaxation time, s.
pub(super) fn choose(
    unit: &Unit,
    relaxation: f32,
    pushes: impl Iterator<Item = SinglePush> + Clone,
    why: Option<&mut Reasons>,
) -> Choice {
    let drive = drive(unit, relaxation);
    let total = drive + pushes.clone().map(|push| push.acceleration).sum::<Vec2>();
    let share = math::clamp_length(total * (unit.mass / unit.max_force), 1.0);
    if let Some(why) = why {
        explain(unit, drive, &pushes.collect::<Vec<_>>(), share, why);
    }
    Choice::from_force(force_of_share(unit, share))
}

/// Fills in facts, words and marks. `share` is the total force as a share of the maximum force.
fn explain(unit: &Unit, drive: Vec2, pushes: &[SinglePush], share: Vec2, why: &mut Reasons) {
    let newtons = |acceleration: Vec2| acceleration * unit.mass;
    why.tell("drive", newtons(drive));
    why.tell("pushes", Fact::list(pushes.iter().map(|push| fact(unit, push))));
    why.tell("total", share * unit.max_force);
    say(unit, drive, pushes, share, why);
    let arrow = |of: Vec2| {
        let share = math::clamp_length(newtons(of) / unit.max_force, 1.0);
        (share.norm() >= LEAST_ARROW)
            .then(|| Mark::Arrow(unit.position, unit.position + share * (ARROW_RADII * unit.radius)))
    };
    for push in pushes {
        if let Some(arrow) = arrow(push.acceleration) {
            why.mark(arrow, Tint::Against);
        }
    }
    if let Some(arrow) = arrow(drive) {
        why.mark(arrow, Tint::For);
    }
    if let Some(arrow) = arrow(share * (unit.max_force / unit.mass)) {
        why.mark(arrow, Tint::Chosen);
    }
    // The unit's position at its contact with the source of the strongest push.
    if let Some((push, time)) = strongest(pushes).and_then(|push| push.time.map(|time| (push, time)))
        && newtons(push.acceleration).norm() >= LEAST_ARROW * unit.max_force
    {
        why.mark(Mark::Ring(unit.position + unit.velocity * time, unit.radius), Tint::Predicted);
    }
}

fn fact(unit: &Unit, push: &SinglePush) -> Fact {
    let from = match push.from {
        Source::Unit(id) => ("unit", id.into()),
        Source::Wall(point) => ("wall", point.into()),
    };
    let mut facts = vec![from, ("force", (push.acceleration * unit.mass).into())];
    facts.extend(push.time.map(|time| ("time", time.into())));
    Fact::Record(facts)
}

fn say(unit: &Unit, drive: Vec2, pushes: &[SinglePush], share: Vec2, why: &mut Reasons) {
    let newtons = |acceleration: Vec2| acceleration.norm() * unit.mass;
    why.say(format!("drive to the goal: {:.1} N", newtons(drive)));
    let walls = || pushes.iter().filter(|push| matches!(push.from, Source::Wall(_)));
    let units = pushes.len() - walls().count();
    let sum = newtons(pushes.iter().map(|push| push.acceleration).sum());
    match strongest(pushes) {
        None => why.say("no pushes"),
        Some(push) => {
            let time = push.time.map_or(String::new(), |time| format!(", contact in {time:.1} s"));
            let source = match push.from {
                Source::Unit(id) => format!("unit {id}"),
                Source::Wall(at) => format!("the wall at ({:.1}, {:.1})", at.x, at.y),
            };
            why.say(format!("strongest push: {source}, {:.1} N{time}", newtons(push.acceleration)));
            why.say(format!(
                "pushes: {units} from units, {} from walls, {sum:.1} N in total",
                walls().count()
            ));
        }
    }
    why.say(format!("total: {:.1} of {:.1} N", share.norm() * unit.max_force, unit.max_force));
}

fn strongest(pushes: &[SinglePush]) -> Option<&SinglePush> {
    pushes.iter().max_by(|a, b| a.acceleration.norm().total_cmp(&b.acceleration.norm()))
}
