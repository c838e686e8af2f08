//! Crowds: units with paths, traffic, steering and arrival, without bodies.
//!
//! A [`Crowd`] takes positions and velocities and hands out motions. [`World`](crate::world::World) is a crowd whose bodies
//! Rapier moves.
//!
//! A tick consists of index → perceive → navigate → direct → decide → act → settle and always lasts 1/60 s. Each stage reads
//! only the results of earlier stages and nothing that depends on the order of units or the number of threads. The
//! same layout, settings and commands therefore give the same state hash on any number of threads, in debug and release builds.

mod arrival;
mod changes;
mod check;
mod command;
mod courses;
#[allow(clippy::module_inception)]
mod crowd;
mod decide;
mod direct;
mod event;
mod exchange;
mod exchanges;
mod following;
mod giving;
mod ids;
mod layout;
mod models;
mod navigate;
mod order;
mod orders;
mod pending;
mod perceive;
mod questions;
mod recall;
mod rising;
mod saved_steering;
mod script;
mod scripted;
mod settle;
mod shared_goals;
mod situation;
mod slots;
mod snapshot;
mod stage;
mod start;
mod state;
#[cfg(test)]
mod test_layouts;
mod tick;
mod units;
mod unreachable;
mod walls;

pub use crate::navigation::passages::{Gate, Passages};
pub use crate::neighbours::{KdTree, Near};
pub use crate::traffic::{GateApproach, Turns};

pub use command::{Command, IfOccupied, Made, NewWall, Refusal, UnitChange};
pub use crowd::Crowd;
pub use event::{Event, Progress};
pub use ids::{OrderId, UnitId, WallId};
pub use layout::{GroupColor, Layout, UnknownGroup};
pub use order::{Destination, Order, Stance, Task};
pub use pending::BodyChanges;
pub use script::{DoorSwitch, GroupTask, Script, ScriptDoor, Stream, StreamGoal, TimedOrder};
pub use slots::Slots;
pub use stage::Stage;
pub use start::Start;
pub use tick::Bodies;
pub(crate) use tick::RunStage;
pub use units::{Phase, Units};
pub use unreachable::{TooLarge, Unreachable};
pub use walls::PlacedWall;
