//! HowToRTS's flocking: forces in addition to the avoidance model, one per file. Each returns a force in newtons,
//! except seek and arrive, which return a preferred velocity for the avoidance models.

mod alignment;
mod arrive;
mod cohesion;
mod radii;
mod seek;
mod separation;

pub use alignment::alignment;
pub use arrive::{SLOW_RADII, arrive, brake, slowed};
pub use cohesion::cohesion;
pub use radii::{FLOCK_RADII, SEPARATION_RADII};
pub use seek::seek;
pub use separation::separation;
