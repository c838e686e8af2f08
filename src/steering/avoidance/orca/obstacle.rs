//! The half-plane of a wall segment: the tangent of its velocity obstacle at the boundary point nearest to
//! the current velocity (van den Berg et al. 2011, section 4.3, computed as in RVO2 2.0). A wall does not
//! move, so the unit takes all of the change.
//!
//! The velocity obstacle of a segment, for a disc of radius r and a horizon τ, is the set of velocities at
//! which the unit hits the wall within τ. It is a truncated cone with two *legs*, the tangents from the unit
//! to the segment grown by r, and a *cutoff*, the grown segment divided by τ. It is convex and does not
//! contain 0, so every tangent half-plane permits 0: standing still is always permitted, however many walls
//! there are.

use super::linear_program::{Cause, HalfPlane};
use crate::math;
use crate::types::{Segment, Vec2};

/// The tolerance within which a wall counts as covered by an earlier half-plane, m/s (RVO2's ε).
const COVERED: f32 = 1e-5;

/// The unit's own values.
pub struct Mover {
    /// Its velocity, m/s.
    pub velocity: Vec2,
    /// Its radius, m.
    pub radius: f32,
    /// The horizon for walls, s; above 0.
    pub horizon: f32,
}

/// A segment as seen from the unit, with both ends relative to its position, m.
struct VisiblePart {
    left: Vec2,
    right: Vec2,
}

impl VisiblePart {
    fn new(from: Vec2, to: Vec2) -> VisiblePart {
        if math::cross(to - from, from) >= 0.0 {
            VisiblePart { left: from, right: to }
        } else {
            VisiblePart { left: to, right: from }
        }
    }

    /// The projection of the unit onto the segment's line: 0 at the left end, 1 at the right end; 0 if the
    /// segment is a point.
    fn foot(&self) -> f32 {
        let along = self.right - self.left;
        let length_squared = along.norm_squared();
        if length_squared <= f32::MIN_POSITIVE { 0.0 } else { -self.left.dot(&along) / length_squared }
    }

    /// The segment's point nearest to the unit.
    fn nearest(&self) -> Vec2 {
        self.left + (self.right - self.left) * self.foot().clamp(0.0, 1.0)
    }

    /// The part of the segment that forms the velocity obstacle. It is a single end if the unit is within
    /// `radius` of the segment's line and beyond that end, which then hides the rest.
    fn ends(&self, radius: f32) -> VisiblePart {
        let along = math::normalize(self.right - self.left);
        let oblique = math::cross(along, self.left).abs() <= radius;
        match self.foot() {
            foot if oblique && foot < 0.0 => VisiblePart { left: self.left, right: self.left },
            foot if oblique && foot > 1.0 => VisiblePart { left: self.right, right: self.right },
            _ => VisiblePart { left: self.left, right: self.right },
        }
    }
}

/// The half-plane of the wall with this index; `from` and `to` are relative to the unit's position. None if
/// the half-planes of nearer walls, `earlier`, already keep the unit off it.
pub fn half_plane(
    mover: &Mover,
    index: usize,
    (from, to): (Vec2, Vec2),
    earlier: &[HalfPlane],
) -> Option<HalfPlane> {
    let seen = VisiblePart::new(from, to);
    if earlier.iter().any(|line| covers(line, mover, &seen)) {
        return None;
    }
    let (point, direction) = touching(mover.radius, &seen).unwrap_or_else(|| boundary(mover, &seen));
    (direction != Vec2::zeros()).then_some(HalfPlane { point, direction, of: Cause::Wall(index) })
}

/// The ends of `segment` relative to `position`, m.
pub fn relative(segment: &Segment, position: crate::types::Point) -> (Vec2, Vec2) {
    (segment.from - position, segment.to - position)
}

/// Whether `line` forbids all of the wall's cutoff.
fn covers(line: &HalfPlane, mover: &Mover, seen: &VisiblePart) -> bool {
    [seen.left, seen.right]
        .iter()
        .all(|end| line.violation(*end / mover.horizon) - mover.radius / mover.horizon >= -COVERED)
}

/// The half-plane of a wall that the unit touches: no motion further into it.
fn touching(radius: f32, seen: &VisiblePart) -> Option<(Vec2, Vec2)> {
    let nearest = seen.nearest();
    if nearest.norm_squared() > radius * radius {
        return None;
    }
    let inside = (0.0..=1.0).contains(&seen.foot());
    let along = math::normalize(seen.left - seen.right);
    let direction =
        if inside && along != Vec2::zeros() { along } else { math::normalize(math::left(nearest)) };
    Some((Vec2::zeros(), direction))
}

/// The tangent of the velocity obstacle at its boundary point nearest to the velocity: a point, and the
/// direction with the permitted side to its left.
fn boundary(mover: &Mover, seen: &VisiblePart) -> (Vec2, Vec2) {
    let VisiblePart { left, right } = seen.ends(mover.radius);
    let is_point = left == right;
    let left_leg = tangent(left, mover.radius);
    let right_leg = tangent(right, -mover.radius);
    let (left_cutoff, right_cutoff) = (left / mover.horizon, right / mover.horizon);
    let cutoff = right_cutoff - left_cutoff;
    let (from_left, from_right) = (mover.velocity - left_cutoff, mover.velocity - right_cutoff);
    // The projections of the velocity onto the cutoff (on it from 0 to 1) and onto the legs (on them from 0).
    let t = if is_point { 0.5 } else { from_left.dot(&cutoff) / cutoff.norm_squared() };
    let (t_left, t_right) = (from_left.dot(&left_leg), from_right.dot(&right_leg));

    let grown = mover.radius / mover.horizon;
    let round = |centre: Vec2, w: Vec2| {
        let outwards = math::normalize(w);
        (centre + outwards * grown, math::right(outwards))
    };
    if (t < 0.0 && t_left < 0.0) || (is_point && t_left < 0.0 && t_right < 0.0) {
        return round(left_cutoff, from_left);
    }
    if t > 1.0 && t_right < 0.0 {
        return round(right_cutoff, from_right);
    }
    let when = |on: bool, off: Vec2| if on { off.norm_squared() } else { f32::INFINITY };
    let to_cutoff = when(!is_point && (0.0..=1.0).contains(&t), from_left - cutoff * t);
    let to_left = when(t_left >= 0.0, from_left - left_leg * t_left);
    let to_right = when(t_right >= 0.0, from_right - right_leg * t_right);
    let straight = |on: Vec2, direction: Vec2| (on + math::left(direction) * grown, direction);
    if to_cutoff <= to_left && to_cutoff <= to_right {
        straight(left_cutoff, -math::normalize(cutoff))
    } else if to_left <= to_right {
        straight(left_cutoff, left_leg)
    } else {
        straight(right_cutoff, -right_leg)
    }
}

/// The direction of the tangent from the unit to the circle of radius |`radius`| around `centre`, which is
/// farther away than the radius: the left tangent, or the right one for a negative radius.
pub fn tangent(centre: Vec2, radius: f32) -> Vec2 {
    let distance_squared = centre.norm_squared();
    let length = (distance_squared - radius * radius).max(0.0).sqrt();
    (centre * length + math::left(centre) * radius) / distance_squared.max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(velocity: (f32, f32), from: (f32, f32), to: (f32, f32)) -> HalfPlane {
        let mover = Mover { velocity: Vec2::new(velocity.0, velocity.1), radius: 0.5, horizon: 2.0 };
        half_plane(&mover, 0, (Vec2::new(from.0, from.1), Vec2::new(to.0, to.1)), &[]).expect("not covered")
    }

    #[test]
    fn straight_at_a_wall_the_cutoff_limits_the_speed_from_either_order_of_the_ends() {
        for (from, to) in [((3.0, 9.0), (3.0, -9.0)), ((3.0, -9.0), (3.0, 9.0))] {
            let line = line((4.0, 0.0), from, to);
            // (3 − 0.5) m in 2 s.
            assert!(line.violation(Vec2::new(1.25, 2.0)).abs() < 1e-5, "{line:?}");
            assert!(line.violation(Vec2::new(2.25, 2.0)) > 0.99, "{line:?}");
        }
    }

    #[test]
    fn along_a_wall_every_speed_is_permitted() {
        let line = line((4.0, 0.0), (-9.0, 1.0), (9.0, 1.0));
        assert!(line.violation(Vec2::new(4.0, 0.2)) <= 0.0, "{line:?}");
        assert!(line.violation(Vec2::new(4.0, 0.3)) > 0.0, "(1 − 0.5) m in 2 s: {line:?}");
    }

    #[test]
    fn a_wall_seen_end_on_is_its_near_end() {
        let end_on = line((4.0, 0.1), (3.0, 0.0), (9.0, 0.0));
        let point = line((4.0, 0.1), (3.0, 0.0), (3.0, 0.0));
        assert!(
            (end_on.point - point.point).norm() < 1e-5 && (end_on.direction - point.direction).norm() < 1e-5
        );
    }

    #[test]
    fn a_touched_wall_is_not_entered_further() {
        let line = line((1.0, 1.0), (-9.0, 0.4), (9.0, 0.4));
        assert!((line.violation(Vec2::new(3.0, 1.0)) - 1.0).abs() < 1e-6, "{line:?}");
        assert!(line.violation(Vec2::new(3.0, -0.1)) < 0.0, "{line:?}");
    }

    #[test]
    fn a_wall_behind_a_nearer_one_is_covered() {
        let mover = Mover { velocity: Vec2::new(4.0, 0.0), radius: 0.5, horizon: 2.0 };
        let near = line((4.0, 0.0), (3.0, 9.0), (3.0, -9.0));
        let behind = (Vec2::new(5.0, 1.0), Vec2::new(6.0, -1.0));
        assert_eq!(half_plane(&mover, 1, behind, &[near]), None);
    }
}
