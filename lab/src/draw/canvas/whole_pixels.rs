//! Positions in whole pixels.

/// The pixel at or before a position, at least 0. (Without SSE 4.1, `f32::floor` is a function call. A cast is not, and maps NaN
/// to 0.)
pub(super) fn floor(v: f32) -> usize {
    v.max(0.0) as i32 as usize
}

/// The pixel at or after a position, at least 0.
pub(super) fn ceil(v: f32) -> usize {
    let before = v.max(0.0) as i32;
    before as usize + usize::from((before as f32) < v)
}
