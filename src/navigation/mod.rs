//! Navigation around walls: each unit's next point to head for, and the length of its path to the goal.
//!
//! Without walls all paths are straight. With walls there is a [`FlowField`] for every distinct goal, computed once a
//! unit is where it does not see that goal. Nearby goals that see each other share a field, and a unit leaves a shared
//! field once it sees its own goal. See docs/mechanisms.md.

mod clearance;
mod detours;
pub mod eikonal;
mod field_choice;
mod flow_field;
mod goal;
mod grid;
mod heading;
mod lazy_field;
mod navigator;
mod outline;
mod parts;
pub mod passages;
mod path;
mod reach;
mod rough_path;
mod sight;
mod size_class;
mod sizes;
mod wall_distances;

pub use clearance::Clearance;
pub(crate) use clearance::is_affordable;
pub use flow_field::FlowField;
pub use goal::Goal;
pub use grid::Grid;
pub use heading::Heading;
pub use navigator::Navigator;
pub(crate) use reach::blocked_given;
pub use reach::{Blocked, NoPath, Traveller, blocked};
