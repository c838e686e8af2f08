//! Running worlds: paths, walls, contacts, goals and arrival, and their metrics.

mod arrival;
mod bounds;
#[path = "../common/mod.rs"]
mod common;
mod far;
mod floor_plan;
mod floors;
mod gate_cases;
mod gate_turns;
mod leaks;
mod measure;
mod navigation;
mod passages;
mod push;
mod quality;
mod reach;
mod routes;
mod shared_goals;
mod snapshots;
mod tunnels;
mod walls;
