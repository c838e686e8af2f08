//! Arrive: seek that slows down, so that it stops at the goal instead of swinging about it (Reynolds 1999; Millington).

use super::{Body, Steer, TIME_TO_TARGET, offset, reach_velocity, slow_radius, slowed};
use crate::math;
use crate::types::{Point, Vec2};

/// Settings of arrive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arrive {
    /// Within this distance of the goal it has arrived, m.
    pub target_radius: f32,
    /// Within this distance it slows down, m.
    pub slow_radius: f32,
    /// In which time it means to reach the target velocity, s.
    pub time_to_target: f32,
    /// Whether it brakes within the target radius. The source asks for nothing there, and relies on friction: without
    /// any, a body coasts through.
    pub brake: bool,
}

impl Arrive {
    /// Half a radius is there; slow radius the least that does not overshoot: 4·s·0.1 s or 2·s²/a_max, the greater.
    pub fn of(body: &Body) -> Arrive {
        Arrive {
            target_radius: 0.5 * body.radius,
            slow_radius: slow_radius(body.max_speed, body.max_acceleration, TIME_TO_TARGET),
            time_to_target: TIME_TO_TARGET,
            brake: false,
        }
    }

    /// (v_target − u)/time, clamped to a_max; v_target is the maximum speed, falling linearly with the distance within the
    /// slow radius. Nothing within the target radius, or what stops it there (`brake`).
    pub fn steer(&self, body: &Body, goal: Point) -> Steer {
        let way = offset(body.position, goal);
        let distance = way.norm();
        let arrived = distance < self.target_radius;
        if arrived && !self.brake {
            return Steer::NOTHING;
        }
        let speed = if arrived { 0.0 } else { body.max_speed * slowed(distance, self.slow_radius) };
        let wanted: Vec2 = math::normalize(way) * speed;
        Steer::linear(reach_velocity(body, wanted, self.time_to_target))
    }
}
