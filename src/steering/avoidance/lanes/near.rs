//! Near ones: what predicted places are too coarse for. A unit turns from where it would meet those ahead, the sooner the more.

use super::settings::NearSettings;
use crate::geometry::crossing;
use crate::math;
use crate::steering::avoidance::forces::{matters, pace};
use crate::steering::avoidance::model::Around;
use crate::steering::unit::{Neighbour, Unit};
use crate::types::Segment;

/// Two that are met at once are as good as met in this time, in R/s_max: 0.1 s and 0.15 s for a unit of 0.5 m and 5 m/s.
const SOON: f32 = 1.0;
const SOON_WEIGHT: f32 = 1.5;

/// One that is met in less time than this (R/s_max) is right in front.
const FACING: f32 = 2.5;
/// Slower along its way than this share of its maximum speed a unit is held up.
const STANDSTILL: f32 = 0.4;
/// The fields prefer the left when they ask for more than this share of the maximum speed.
const DECIDED: f32 = 0.1;

/// Who turns a unit, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Turn {
    /// The speed to the right that is asked for, m/s.
    pub right: f32,
    /// The one that counts most, and in how many seconds it is met.
    pub most: Option<(u32, f32)>,
    /// How many count.
    pub count: usize,
    /// Whether one of them is right in front of it.
    pub facing: bool,
    /// How much of it is there because the unit gets nowhere, m/s.
    pub nudge: f32,
}

/// What near ones ask of `unit`: the mean, weighted by 1/t, of how fast it would have to go to the side to pass each one. The fields
/// ask it to go to its right at `fields` m/s.
pub(super) fn turn(unit: &Unit, around: &Around<'_>, near: &NearSettings, fields: f32) -> Turn {
    let (u, right) = (unit.desired, math::right(unit.desired));
    let pace = pace(unit);
    let horizon = near.time * pace;
    let gap_radii = near.gap;
    let center = unit.position + u * (near.ahead * unit.radius);
    let disc = near.radius * unit.radius;
    let (mut sum, mut weights, mut most) = (0.0, 0.0, 0.0);
    let mut turn = Turn::default();
    for other in around.neighbours {
        if (other.position - center).norm_squared() > disc * disc || !matters(unit, other) {
            continue;
        }
        let (apart, closing) = (other.position - unit.position, u * unit.max_speed - other.velocity);
        let (nearing, squared) = (apart.dot(&closing), closing.norm_squared());
        // Most go away or are met much later: they are not worth a division.
        if nearing <= 0.0 || nearing > horizon * squared {
            continue;
        }
        let t = nearing / squared;
        // Half of the gap is the other's radius, so that a large one is passed at a distance of its own.
        let gap = 0.5 * gap_radii * (unit.radius + other.radius);
        let miss = apart - closing * t;
        let off = miss.norm();
        if off >= gap || hidden(unit, other, around.walls) {
            continue;
        }
        let weight = (1.0 - t / horizon) / (t + SOON_WEIGHT * pace);
        let away = if miss.dot(&right) < near.dead_on * gap { 1.0 } else { -1.0 };
        // One that goes the same way is a queue.
        turn.facing |= t < FACING * pace && other.preferred.dot(&u) < 0.5 * unit.max_speed;
        sum += weight * away * (gap - off) / (t + SOON * pace);
        weights += weight;
        turn.count += 1;
        if weight > most {
            most = weight;
            turn.most = Some((other.id, t));
        }
    }
    if weights > 0.0 {
        turn.right = near.gain * sum / weights;
    }
    if turn.facing {
        // Held up, it goes to the side that the fields prefer, and minds near ones that would have it go to the other less and less.
        let going = (unit.velocity.dot(&u) / (STANDSTILL * unit.max_speed)).clamp(0.0, 1.0);
        let side = if fields < -DECIDED * unit.max_speed { -1.0 } else { 1.0 };
        if turn.right * side < 0.0 {
            turn.right *= going;
        }
        turn.nudge = near.nudge * unit.max_speed * (1.0 - going) * side;
        turn.right += turn.nudge;
    }
    turn
}

/// Whether a wall stands between.
fn hidden(unit: &Unit, other: &Neighbour, walls: &[Segment]) -> bool {
    walls.iter().any(|wall| crossing(unit.position, other.position, wall.from, wall.to).is_some())
}
