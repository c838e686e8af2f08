//! What units decide: every avoidance model, every steering behaviour, and every way to combine them, in cases, in properties
//! and in the worlds that show them.

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
