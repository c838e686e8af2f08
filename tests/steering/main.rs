//! Decisions of units: all avoidance models, all steering behaviours and all ways to combine them, tested
//! with cases, properties and the maps that show them.

mod behaviour_motion;
mod behaviour_properties;
mod behaviours;
mod combine_properties;
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
mod properties;
mod stages;
