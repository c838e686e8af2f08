//! Plain local avoidance: units slow down for one ahead of them, and sidestep to the right.

use super::clearance::Clearance;
use sidestep::math;
use sidestep::types::{Point, Vec2};

/// How far from its body a unit looks, in its own radii.
const REACH: f32 = 3.0;
/// The time that it keeps to one ahead, s.
const FOLLOW: f32 = 0.25;
/// Its widest turn, rad.
const TURN: f32 = 1.2;
/// One that is so far to the right is passed on the left, as a share of both radii.
const CENTER: f32 = 0.35;
/// It does not go nearer to walls than this, in radii.
const WALL: f32 = 1.05;

/// A unit.
#[derive(Debug, Clone, Copy)]
pub struct Body {
    pub position: Point,
    pub velocity: Vec2,
    pub radius: f32,
    /// The velocity that it wanted last, m/s.
    pub wish: Vec2,
}

/// The velocity of a unit that wants to go with `wish`.
pub fn steer(own: &Body, wish: Vec2, others: impl Iterator<Item = Body>, clearance: &Clearance) -> Vec2 {
    let (direction, mut limit, mut turn) = (math::normalize(wish), wish.norm(), 0.0);
    for other in others {
        let (to, both) = (other.position - own.position, own.radius + other.radius);
        let (gap, lateral) = ((to.norm() - both).max(0.0), to.dot(&math::right(direction)));
        let share = lateral.abs() / both;
        let reach = REACH * own.radius;
        if to.dot(&direction) <= 0.0 || gap > reach || share > 1.1 {
            continue;
        }
        if other.wish.dot(&direction) > 0.3 * other.wish.norm() {
            if share < 0.6 {
                limit = limit.min(other.velocity.dot(&direction).max(0.0) + gap / FOLLOW);
            }
        } else {
            let side = if lateral > CENTER * both { -1.0 } else { 1.0 };
            turn += side * (1.0 - gap / reach) * (1.2 - share);
        }
    }
    // A positive angle is to the left.
    let velocity = math::rotate(direction, -TURN * turn.clamp(-1.0, 1.0)) * limit;
    let wall = clearance.wall(own.position).map(|wall| wall - own.position);
    match wall.filter(|wall| wall.norm() < WALL * own.radius) {
        Some(wall) => {
            let into = math::normalize(wall);
            velocity - into * velocity.dot(&into).max(0.0)
        }
        None => velocity,
    }
}

/// How a unit that has arrived goes out of the way of one that walks into it.
pub fn shuffle(own: &Body, speed: f32, others: impl Iterator<Item = Body>) -> Vec2 {
    let mut aside = Vec2::zeros();
    for other in others.filter(|other| other.wish != Vec2::zeros()) {
        let (to, direction) = (own.position - other.position, math::normalize(other.wish));
        let lateral = to.dot(&math::right(direction));
        let both = own.radius + other.radius;
        if to.norm() < both + own.radius && to.dot(&direction) > 0.0 && lateral.abs() < both {
            aside += math::right(direction) * if lateral >= 0.0 { speed } else { -speed };
        }
    }
    math::clamp_length(aside, speed)
}
