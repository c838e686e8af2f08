//! Worlds: crowds whose bodies Rapier moves.

mod bodies;
mod input;
mod repeat;
mod snapshot;
mod tick;
#[allow(clippy::module_inception)]
mod world;

pub use crate::crowd::{
    Gate, GateApproach, GroupColor, KdTree, Layout, Near, Passages, Phase, Stage, Start, TooLarge, Turns,
    Units, UnknownGroup, Unreachable,
};
pub use crate::physics::Contact;
pub use input::Input;
pub use world::World;
