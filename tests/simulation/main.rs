//! Worlds that run: ways, walls, contacts, goals and arrival, and what is measured of them.

mod arrival;
mod bounds;
#[path = "../common/mod.rs"]
mod common;
mod far;
mod measure;
mod navigation;
mod push;
mod quality;
mod reach;
mod shared_goals;
mod walls;
