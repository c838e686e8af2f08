//! The linear programs of ORCA (van den Berg et al. 2011, section 5.3; de Berg et al., "Computational
//! Geometry", chapter 4).
//!
//! They find the best velocity for an aim inside a disc and a set of half-planes. If no velocity is in all
//! half-planes, they find the one with the smallest violation of the neighbours' half-planes.

use crate::math;
use crate::types::Vec2;

/// Two lines are parallel if the cross product of their directions is below this (RVO2's ε).
const PARALLEL: f32 = 1e-5;
/// The amount by which an interval's ends may be swapped and still count as a point, m/s. The legs of
/// standing obstacles pass through 0, which is often the only permitted velocity. Rounding must not discard
/// it.
const ROUNDING: f32 = 1e-4;

/// The source of a half-plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The wall segment with this index.
    Wall(usize),
    /// The neighbour with this index.
    Neighbour(usize),
}

/// A half-plane of permitted velocities: those on a line and to its left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HalfPlane {
    /// A velocity on the line, m/s.
    pub point: Vec2,
    /// The line's direction, a unit vector.
    pub direction: Vec2,
    /// The source of the half-plane.
    pub of: Cause,
}

impl HalfPlane {
    /// The distance by which `velocity` is outside, m/s; negative inside.
    pub fn violation(&self, velocity: Vec2) -> f32 {
        math::cross(self.direction, self.point - velocity)
    }

    /// The part of the line inside the disc of radius `speed` around 0, as an interval along the direction,
    /// measured from `point`; none if the line misses the disc.
    fn chord(&self, speed: f32) -> Option<(f32, f32)> {
        let off = math::cross(self.direction, self.point);
        let half_squared = speed * speed - off * off;
        let middle = -self.point.dot(&self.direction);
        // Written so that NaN gives none.
        (half_squared >= 0.0).then(|| (middle - half_squared.sqrt(), middle + half_squared.sqrt()))
    }
}

/// The aim of a linear program.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Aim {
    /// Find the velocity nearest to this one.
    Nearest(Vec2),
    /// Find the velocity farthest along this unit vector.
    Furthest(Vec2),
}

/// The result of the two-dimensional program.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    /// The best velocity of the permitted region.
    Best(Vec2),
    /// No velocity is permitted.
    Empty {
        /// The half-plane that made the region empty.
        line: usize,
        /// The best velocity of the region before that.
        so_far: Vec2,
    },
}

/// The one-dimensional program: the best velocity on the line of `lines[number]`, inside the disc of radius
/// `speed` and all half-planes before `number`; none if there is no such velocity.
fn on_line(lines: &[HalfPlane], number: usize, speed: f32, aim: Aim) -> Option<Vec2> {
    let line = &lines[number];
    let (mut least, mut most) = line.chord(speed)?;
    for other in &lines[..number] {
        let slope = math::cross(line.direction, other.direction);
        let outside = math::cross(other.direction, line.point - other.point);
        if slope.abs() <= PARALLEL {
            if outside < 0.0 {
                return None;
            }
            continue;
        }
        let meet = outside / slope;
        if slope >= 0.0 {
            most = most.min(meet)
        } else {
            least = least.max(meet)
        }
        if least > most + ROUNDING {
            return None;
        }
    }
    let along = match aim {
        Aim::Furthest(direction) if direction.dot(&line.direction) > 0.0 => most,
        Aim::Furthest(_) => least,
        Aim::Nearest(preferred) => line.direction.dot(&(preferred - line.point)).max(least).min(most),
    };
    Some(line.point + line.direction * along)
}

/// The two-dimensional program: the best velocity inside the disc of radius `speed` and all half-planes.
///
/// The half-planes are added one at a time. If one excludes the best velocity so far, the new best one is on
/// its line. For n lines this takes O(n²) in the worst case.
pub fn best(lines: &[HalfPlane], speed: f32, aim: Aim) -> Outcome {
    let mut so_far = match aim {
        Aim::Nearest(preferred) => math::clamp_length(preferred, speed),
        Aim::Furthest(direction) => direction * speed,
    };
    for (number, line) in lines.iter().enumerate() {
        if line.violation(so_far) > 0.0 {
            match on_line(lines, number, speed, aim) {
                Some(velocity) => so_far = velocity,
                None => return Outcome::Empty { line: number, so_far },
            }
        }
    }
    Outcome::Best(so_far)
}

/// The three-dimensional program: the velocity whose largest violation of the neighbours' half-planes is
/// smallest.
///
/// The first `walls` half-planes are never violated. The search starts at the half-plane `from` that made the
/// region empty, with the best velocity of the region before it (`so_far`). `room` is a buffer that is
/// reused.
pub fn least_violation(
    lines: &[HalfPlane],
    walls: usize,
    from: usize,
    speed: f32,
    so_far: Vec2,
    room: &mut Vec<HalfPlane>,
) -> Vec2 {
    let (mut velocity, mut violation) = (so_far, 0.0);
    for (number, line) in lines.iter().enumerate().skip(from) {
        if line.violation(velocity) <= violation {
            continue;
        }
        // The region where this line is violated more than each earlier one is again an intersection of
        // half-planes. In it this line's violation is the largest, and is smallest at the point farthest
        // along the line's inward normal.
        room.clear();
        room.extend_from_slice(&lines[..walls.min(lines.len())]);
        room.extend(lines[..number].iter().skip(walls).filter_map(|earlier| bisector(line, earlier)));
        if let Outcome::Best(better) = best(room, speed, Aim::Furthest(math::left(line.direction))) {
            velocity = better;
        }
        // The current velocity is in that region by construction. If none is found, rounding is the cause.
        violation = line.violation(velocity);
    }
    velocity
}

/// The velocities that violate `line` at least as much as `earlier`; none if these are all velocities or no
/// velocity.
fn bisector(line: &HalfPlane, earlier: &HalfPlane) -> Option<HalfPlane> {
    let slope = math::cross(line.direction, earlier.direction);
    let point = if slope.abs() > PARALLEL {
        let along = math::cross(earlier.direction, line.point - earlier.point) / slope;
        line.point + line.direction * along
    } else if line.direction.dot(&earlier.direction) > 0.0 {
        return None;
    } else {
        (line.point + earlier.point) * 0.5
    };
    let direction = math::normalize(earlier.direction - line.direction);
    Some(HalfPlane { point, direction, of: earlier.of })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The half-plane of the velocities v with v·n ≥ offset.
    fn half_plane(n: Vec2, offset: f32) -> HalfPlane {
        let n = math::normalize(n);
        HalfPlane { point: n * offset, direction: math::right(n), of: Cause::Neighbour(0) }
    }

    #[test]
    fn a_velocity_to_the_left_of_the_line_is_inside() {
        let up = half_plane(Vec2::new(0.0, 1.0), 1.0);
        assert!((up.violation(Vec2::new(3.0, 0.0)) - 1.0).abs() < 1e-6);
        assert!((up.violation(Vec2::new(3.0, 5.0)) + 4.0).abs() < 1e-6);
    }

    #[test]
    fn the_best_velocity_is_the_corner_nearest_to_the_preferred_one() {
        let lines = [half_plane(Vec2::new(-1.0, 0.0), -1.0), half_plane(Vec2::new(0.0, -1.0), 0.5)];
        let Outcome::Best(v) = best(&lines, 5.0, Aim::Nearest(Vec2::new(4.0, 0.0))) else {
            panic!("feasible")
        };
        assert!((v - Vec2::new(1.0, -0.5)).norm() < 1e-5, "{v:?}");
    }

    #[test]
    fn an_empty_region_is_violated_equally_but_walls_are_kept() {
        let (left, right) = (half_plane(Vec2::new(-1.0, 0.0), 1.0), half_plane(Vec2::new(1.0, 0.0), 3.0));
        let least = |walls| {
            let lines = [left, right];
            let Outcome::Empty { line: 1, so_far } = best(&lines, 5.0, Aim::Nearest(Vec2::zeros())) else {
                panic!("the second line leaves nothing")
            };
            least_violation(&lines, walls, 1, 5.0, so_far, &mut Vec::new())
        };
        assert!((least(0).x - 1.0).abs() < 1e-5, "halfway between -1 and 3: {:?}", least(0));
        assert!((least(1).x + 1.0).abs() < 1e-5, "on the wall's line: {:?}", least(1));
    }

    #[test]
    fn a_line_outside_the_disc_fails() {
        let far = [half_plane(Vec2::new(1.0, 0.0), 6.0)];
        assert!(matches!(best(&far, 5.0, Aim::Nearest(Vec2::zeros())), Outcome::Empty { line: 0, .. }));
    }
}
