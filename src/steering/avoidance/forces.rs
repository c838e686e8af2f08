//! What the models share that are sums of forces: a drive to the goal, a push from everyone and from every wall.
//!
//! Their papers are about people: radius 0.3 m, 1.34 m/s. A unit may be of any size and speed, and ought to do the same
//! in its own measure: lengths scale with its radius, speeds with its maximum speed, and so times with [`pace`], the
//! time in which it goes its own radius (0.22 s for people, 0.1 s for one of 0.5 m and 5 m/s). A number of a paper in
//! metres is divided by 0.3 m, one in seconds by 0.3 m / 1.34 m/s, and so on; that is what the settings' defaults are.

use super::model::{Choice, beyond_goal};
use crate::math;
use crate::steering::reasons::{Mark, Reasons, Tint};
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{Point, Vec2};
use serde_json::{Value, json};

/// The radius of the papers' people, m.
#[cfg(test)]
pub(super) const PERSON_RADIUS: f32 = 0.3;
/// The speed that they like, m/s.
#[cfg(test)]
pub(super) const PERSON_SPEED: f32 = 1.34;

/// How long the arrow of a unit's maximum force is, in radii.
const ARROW_RADII: f32 = 8.0;
/// Pushes below this share of the maximum force are not drawn.
const LEAST_ARROW: f32 = 0.02;

/// Who or what pushes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Source {
    /// A neighbour, by its id.
    Unit(u32),
    /// A wall, by the place that pushes.
    Wall(Point),
}

/// One push.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SinglePush {
    /// Who pushes.
    pub from: Source,
    /// How hard, m/s².
    pub acceleration: Vec2,
    /// In what time the two would touch, s, for a model that asks.
    pub time: Option<f32>,
}

/// The time in which a unit goes its own radius, s.
pub(super) fn pace(unit: &Unit) -> f32 {
    unit.radius / unit.max_speed
}

/// The hardest that a unit can accelerate, m/s². No single push is harder: both formulas have places where they go to
/// infinity, and one such push would drown all others.
pub(super) fn hardest(unit: &Unit) -> f32 {
    (unit.max_force / unit.mass).min(f32::MAX)
}

/// Whether a neighbour is to be avoided: neither the one that the unit heads for, nor one that stands beyond its goal.
pub(super) fn matters(unit: &Unit, neighbour: &Neighbour) -> bool {
    Some(neighbour.id) != unit.target && !beyond_goal(unit, neighbour)
}

/// The drive to the velocity that the unit would have if it were alone, (v⁰ − v)/τ, m/s².
fn drive(unit: &Unit, relaxation: f32) -> Vec2 {
    (unit.preferred - unit.velocity) / relaxation.max(f32::MIN_POSITIVE)
}

/// The sum of the drive, with relaxation time `relaxation` (s), and of all pushes, limited to what the unit can do.
/// What it goes for is where that sum takes it in s/(F/m), the time in which its largest force brings it to full speed.
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
    Choice { velocity: unit.velocity + share * unit.max_speed, ..Choice::default() }
}

/// Facts, words and marks. `share` is the total as a share of the maximum force.
fn explain(unit: &Unit, drive: Vec2, pushes: &[SinglePush], share: Vec2, why: &mut Reasons) {
    let newtons = |acceleration: Vec2| acceleration * unit.mass;
    why.facts.insert("drive".into(), json!(newtons(drive)));
    why.facts.insert("pushes".into(), pushes.iter().map(|push| fact(unit, push)).collect());
    why.facts.insert("total".into(), json!(share * unit.max_force));
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
    // Where it would be when it touched the one that pushes hardest.
    if let Some((push, time)) = strongest(pushes).and_then(|push| push.time.map(|time| (push, time)))
        && newtons(push.acceleration).norm() >= LEAST_ARROW * unit.max_force
    {
        why.mark(Mark::Ring(unit.position + unit.velocity * time, unit.radius), Tint::Predicted);
    }
}

fn fact(unit: &Unit, push: &SinglePush) -> Value {
    let mut fact = match push.from {
        Source::Unit(id) => json!({ "unit": id }),
        Source::Wall(place) => json!({ "wall": place }),
    };
    fact["force"] = json!(push.acceleration * unit.mass);
    if let Some(time) = push.time {
        fact["time"] = json!(time);
    }
    fact
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
            let who = match push.from {
                Source::Unit(id) => format!("unit {id}"),
                Source::Wall(at) => format!("the wall at ({:.1}, {:.1})", at.x, at.y),
            };
            why.say(format!("strongest push: {who}, {:.1} N{time}", newtons(push.acceleration)));
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
