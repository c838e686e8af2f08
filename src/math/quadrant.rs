//! Trigonometry for angles of at most a right angle. The results are those of libm, bit by bit, but for
//! four values at once, without branches.
//!
//! The formulas and constants are those of FDLIBM as in libm (atanf, sincosf, k_sinf, k_cosf; Sun Microsystems
//! 1993).

use std::f64::consts::FRAC_PI_2;
use wide::{f32x4, f64x4};

/// atan(0.5), atan(1), atan(1.5) and atan(∞), each as the sum of two numbers.
#[expect(
    clippy::approx_constant,
    clippy::excessive_precision,
    reason = "the first of two numbers is shorter"
)]
const ATAN_HIGH: [f32; 4] = [4.636_476e-1, 7.853_981_3e-1, 9.827_937e-1, 1.570_796_3];
const ATAN_LOW: [f32; 4] = [5.012_158_2e-9, 3.774_894_7e-8, 3.447_321_7e-8, 7.549_789_4e-8];
/// The coefficients of atan's polynomial.
const ATAN: [f32; 5] = [3.333_332_8e-1, -1.999_915_8e-1, 1.425_363_6e-1, -1.064_801_77e-1, 6.168_760_7e-2];
/// Those of the sine and the cosine.
const SIN: [f64; 4] = [
    -0.166_666_666_416_265_24,
    0.008_333_329_385_889_463,
    -0.000_198_393_348_360_966_32,
    2.718_311_493_989_822e-6,
];
const COS: [f64; 4] =
    [-0.499_999_997_251_031, 0.041_666_623_323_739_06, -0.001_388_676_377_460_993, 2.439_044_879_627_741e-5];

/// The largest ratio for which [`atan`] is exact.
pub const LARGEST_RATIO: f32 = (1 << 25) as f32;

/// The arc tangents of ratios between 0 and [`LARGEST_RATIO`], rad.
#[inline]
pub fn atan(ratio: f32x4) -> f32x4 {
    let starts = [0.4375, 0.6875, 1.1875, 2.4375].map(|start| ratio.simd_ge(f32x4::splat(start)));
    let select = |ranges: [f32x4; 5]| {
        let [first, others @ ..] = ranges;
        starts.iter().zip(others).fold(first, |value, (is_above, other)| is_above.bitselect(other, value))
    };
    let one = f32x4::ONE;
    // atan(ratio) = atan(a) + atan((ratio - a)/(1 + a·ratio)) for a of 0, 0.5, 1, 1.5 or ∞.
    let [a, b, c, d] = ATAN_HIGH.map(f32x4::splat);
    let high = select([f32x4::ZERO, a, b, c, d]);
    let [a, b, c, d] = ATAN_LOW.map(f32x4::splat);
    let low = select([f32x4::ZERO, a, b, c, d]);
    let above = select([ratio, 2.0 * ratio - one, ratio - one, ratio - 1.5, -one]);
    let below = select([one, 2.0 + ratio, ratio + one, one + 1.5 * ratio, ratio]);
    let x = above / below;
    let z = x * x;
    let w = z * z;
    let odd = z * (ATAN[0] + w * (ATAN[2] + w * ATAN[4]));
    let even = w * (ATAN[1] + w * ATAN[3]);
    high - ((x * (odd + even) - low) - x)
}

/// The sines and the cosines of angles between −π/2 and π/2, rad.
#[inline]
pub fn sin_cos(angles: f32x4) -> ([f32; 4], [f32; 4]) {
    let angles = angles.to_array();
    let size = f64x4::new(angles.map(|angle| f64::from(angle.abs())));
    let rest = FRAC_PI_2 - size;
    // Beyond π/4, the sine is the cosine of the rest up to π/2.
    let is_large = rest.simd_lt(size);
    let x = is_large.bitselect(rest, size);
    let z = x * x;
    let w = z * z;
    let cube = z * x;
    let sine = (x + cube * (SIN[0] + z * SIN[1])) + cube * w * (SIN[2] + z * SIN[3]);
    let cosine = ((1.0 + z * COS[0]) + w * COS[1]) + (w * z) * (COS[2] + z * COS[3]);
    let narrow = |values: f64x4| values.to_array().map(|value| value as f32);
    let sines = narrow(is_large.bitselect(cosine, sine));
    let cosines = narrow(is_large.bitselect(sine, cosine));
    (std::array::from_fn(|k| sines[k].copysign(angles[k])), cosines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arc_tangents_are_those_of_libm() {
        for bits in (0..=LARGEST_RATIO.to_bits()).step_by(61).chain([LARGEST_RATIO.to_bits()]) {
            let ratio = f32::from_bits(bits);
            let [atan, ..] = atan(f32x4::splat(ratio)).to_array();
            assert_eq!(atan.to_bits(), libm::atanf(ratio).to_bits(), "{ratio:e}");
        }
    }

    #[test]
    fn sines_and_cosines_are_those_of_libm() {
        let largest = std::f32::consts::FRAC_PI_2.to_bits();
        for bits in (0..=largest).step_by(61).chain([largest, std::f32::consts::FRAC_PI_4.to_bits()]) {
            for angle in [f32::from_bits(bits), -f32::from_bits(bits)] {
                let ([s, ..], [c, ..]) = sin_cos(f32x4::splat(angle));
                let (sine, cosine) = libm::sincosf(angle);
                assert_eq!((s.to_bits(), c.to_bits()), (sine.to_bits(), cosine.to_bits()), "{angle:e}");
            }
        }
    }
}
