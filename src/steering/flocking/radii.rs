//! How far flocking looks.

/// The range of alignment and cohesion, in radii (HowToRTS: 10 R).
pub const FLOCK_RADII: f32 = 10.0;
/// The range of separation, in radii (HowToRTS: 4 R).
pub const SEPARATION_RADII: f32 = 4.0;
