//! The permitted velocities as a polygon, for drawing.

use super::linear_program::HalfPlane;
use crate::math;
use crate::types::Vec2;
use std::f32::consts::TAU;

/// The number of straight pieces that approximate the circle of the maximum speed.
const PIECES: usize = 48;

/// Returns the corners of the region of permitted velocities, counter-clockwise: those in all half-planes and
/// no longer than `speed` (m/s). The circle is approximated by 48 straight pieces. Empty if no velocity is
/// permitted.
pub fn permitted(lines: &[HalfPlane], speed: f32) -> Vec<Vec2> {
    let circle = (0..PIECES).map(|k| math::unit(TAU * k as f32 / PIECES as f32) * speed).collect();
    lines.iter().fold(circle, |region, line| cut(&region, line))
}

/// The part of a convex polygon that is inside a half-plane (Sutherland and Hodgman 1974).
fn cut(region: &[Vec2], line: &HalfPlane) -> Vec<Vec2> {
    let mut kept = Vec::with_capacity(region.len() + 1);
    for (k, corner) in region.iter().enumerate() {
        let next = region[(k + 1) % region.len()];
        let (here, there) = (line.violation(*corner), line.violation(next));
        if here <= 0.0 {
            kept.push(*corner);
        }
        if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
            kept.push(corner + (next - corner) * (here / (here - there)));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::linear_program::Cause;
    use super::*;

    #[test]
    fn half_a_disc_is_left_of_a_line_through_its_middle() {
        let line = |direction| HalfPlane { point: Vec2::zeros(), direction, of: Cause::Wall(0) };
        let up = line(Vec2::new(1.0, 0.0));
        let region = permitted(&[up], 2.0);
        assert!(region.len() > 20 && region.iter().all(|v| v.y >= -1e-5 && v.norm() <= 2.0 + 1e-5));
        let below = HalfPlane { point: Vec2::new(0.0, -1.0), ..line(Vec2::new(-1.0, 0.0)) };
        assert!(permitted(&[up, below], 2.0).is_empty());
    }
}
