//! Congestion as Warzone 2100 handles it since 2026, from its public description: corridors, metering, slots and routes.

mod army;
mod clearance;
mod corridors;
mod grid;
mod metering;
mod routes;
mod slots;
mod steering;
mod walker;

pub use army::Army;
pub use routes::Prices;
