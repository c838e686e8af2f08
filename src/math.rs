//! Trigonometry for the simulation. All functions use libm: the platform's own functions differ in the last bit
//! between machines, which would break reproducibility.

pub mod quadrant;

use crate::types::Vec2;
use std::f32::consts::PI;

/// Sine of `x` radians.
pub fn sin(x: f32) -> f32 {
    libm::sinf(x)
}

/// Cosine of `x` radians.
pub fn cos(x: f32) -> f32 {
    libm::cosf(x)
}

/// e to the power of `x`.
pub fn exp(x: f32) -> f32 {
    libm::expf(x)
}

/// `x` to the power of `exponent`.
pub fn pow(x: f32, exponent: f32) -> f32 {
    libm::powf(x, exponent)
}

/// The angle of `v` in radians, counter-clockwise from +x, in (-π, π]. 0 for the zero vector.
pub fn angle(v: Vec2) -> f32 {
    libm::atan2f(v.y, v.x)
}

/// The unit vector at angle `a` (radians).
pub fn unit(a: f32) -> Vec2 {
    let (s, c) = libm::sincosf(a);
    Vec2::new(c, s)
}

/// Wraps an angle (radians) into (-π, π].
pub fn wrap(a: f32) -> f32 {
    // Most angles are less than half a turn, which is rounded to 0 turns without a call.
    let turns = a / (2.0 * PI);
    let turns = if turns.abs() < 0.5 { 0.0_f32.copysign(turns) } else { libm::roundf(turns) };
    let w = a - turns * 2.0 * PI;
    if w <= -PI {
        w + 2.0 * PI
    } else if w > PI {
        w - 2.0 * PI
    } else {
        w
    }
}

/// `a × b`, positive if `b` lies to the left of `a`.
pub fn cross(a: Vec2, b: Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

/// `v` rotated by 90° to the left.
pub fn left(v: Vec2) -> Vec2 {
    Vec2::new(-v.y, v.x)
}

/// `v` rotated by 90° to the right.
pub fn right(v: Vec2) -> Vec2 {
    Vec2::new(v.y, -v.x)
}

/// `v` rotated by `a` radians, counter-clockwise.
pub fn rotate(v: Vec2, a: f32) -> Vec2 {
    let (s, c) = libm::sincosf(a);
    Vec2::new(c * v.x - s * v.y, s * v.x + c * v.y)
}

/// `v` scaled to length 1, or zero if it has no direction. Works for huge and tiny finite vectors.
pub fn normalize(v: Vec2) -> Vec2 {
    let scale = v.x.abs().max(v.y.abs());
    if scale == 0.0 || !scale.is_finite() {
        return Vec2::zeros();
    }
    let w = v / scale;
    w / w.norm()
}

/// `v` shortened to `limit` if it is longer. An infinite vector keeps its direction. NaN gives zero.
#[inline]
pub fn clamp_length(v: Vec2, limit: f32) -> Vec2 {
    // Most vectors and limits are neither tiny nor huge, so that their squares are exact enough.
    let (squared, most) = (v.x * v.x + v.y * v.y, limit * limit);
    if squared > f32::MIN_POSITIVE && squared < f32::MAX && most > f32::MIN_POSITIVE && limit > 0.0 {
        return if squared > most { v * (limit / squared.sqrt()) } else { v };
    }
    clamp_any(v, limit)
}

/// The same for vectors of any length.
fn clamp_any(v: Vec2, limit: f32) -> Vec2 {
    let scale = v.x.abs().max(v.y.abs());
    if v.x.is_nan() || v.y.is_nan() {
        return Vec2::zeros();
    }
    if scale.is_infinite() {
        let sign = |x: f32| if x.is_infinite() { x.signum() } else { 0.0 };
        return normalize(Vec2::new(sign(v.x), sign(v.y))) * limit;
    }
    if scale == 0.0 {
        return v;
    }
    // Scale first, so that the square of a huge vector does not overflow.
    let scaled = v / scale;
    let norm = scaled.norm();
    if scale * norm > limit { scaled / norm * limit } else { v }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn less_than_half_a_turn_is_rounded_to_none() {
        for bits in (0..=0.5_f32.to_bits()).step_by(997).chain([0.5_f32.to_bits() - 1]) {
            let turns = f32::from_bits(bits);
            let expected = if turns < 0.5 { 0.0_f32 } else { 1.0 };
            assert_eq!(libm::roundf(turns).to_bits(), expected.to_bits(), "{turns:e}");
            assert_eq!(libm::roundf(-turns).to_bits(), (-expected).to_bits(), "{turns:e}");
        }
    }

    #[test]
    fn wrap_stays_in_the_half_open_interval() {
        for k in -9..=9 {
            let a = wrap(k as f32 * PI);
            assert!(a > -PI && a <= PI + 1e-6, "{k}·π wraps to {a}");
        }
        assert!((wrap(3.5 * PI) - (-0.5 * PI)).abs() < 1e-5);
    }

    proptest! {
        #[test]
        fn vectors_of_usual_lengths_are_clamped_like_any(
            x in -2.0_f32..2.0, y in -2.0_f32..2.0, near in 0.9998_f32..1.0002, power in -50..45, limit in -50..45,
        ) {
            let power_of_2 = |power: i32| f32::from_bits(((power + 127) as u32) << 23);
            let v = Vec2::new(x, y) * power_of_2(power);
            for limit in [power_of_2(limit), v.norm() * near, 0.0, -1.0, f32::INFINITY, f32::NAN] {
                let (clamped, any) = (clamp_length(v, limit), clamp_any(v, limit));
                prop_assert!((clamped - any).norm() <= 3e-7 * any.norm(), "{clamped:?}, {any:?}");
                prop_assert!(clamped == v || clamped.norm() <= limit.abs() * (1.0 + 3e-7));
            }
        }
    }

    #[test]
    fn extreme_vectors_keep_their_direction() {
        for scale in [1e-30_f32, 1.0, 1e30] {
            let n = normalize(Vec2::new(3.0, 4.0) * scale);
            assert!((n - Vec2::new(0.6, 0.8)).norm() < 1e-6, "{n:?} at scale {scale}");
            let c = clamp_length(Vec2::new(3.0, 4.0) * scale, 0.5 * scale);
            assert!((c / scale - Vec2::new(0.3, 0.4)).norm() < 1e-6, "{c:?} at scale {scale}");
        }
    }
}
