//! HowToRTS's flocking: forces beside the avoidance model, one file each. Each returns a force in newtons; seek and
//! arrive return the velocity that they want, for the avoidance models.

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

/// How far alignment and cohesion look, in radii (HowToRTS: 10 R).
pub const FLOCK_RADII: f32 = 10.0;
/// How far separation looks, in radii (HowToRTS: 4 R).
pub const SEPARATION_RADII: f32 = 4.0;
