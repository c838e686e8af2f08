//! HowToRTS's flocking: forces in addition to the avoidance model, one per file. Each returns a force in newtons,
//! except seek and arrive, which return a preferred velocity for the avoidance models.

mod alignment;
mod arrive;
mod cohesion;
mod seek;
mod separation;

pub use alignment::alignment;
pub use arrive::{SLOW_RADII, arrive, slowed};
pub use cohesion::cohesion;
pub use seek::seek;
pub use separation::separation;

/// The range of alignment and cohesion, in radii (HowToRTS: 10 R).
pub const FLOCK_RADII: f32 = 10.0;
/// The range of separation, in radii (HowToRTS: 4 R).
pub const SEPARATION_RADII: f32 = 4.0;
