//! Decisions of units: avoidance models and plans, tested with golden cases and on the maps that show them.

mod behaviours;
#[path = "../common/mod.rs"]
mod common;
mod continuum;
mod golden;
mod lanes;
mod mixed;
mod models;
mod orca;
mod plan_cases;
mod plans;
mod reasons;
mod stages;
