//! Decisions of units: properties of all avoidance models, all behaviours and all ways to combine them. The laboratory's tests have
//! golden cases, and the maps that show them.

mod behaviour_motion;
mod behaviour_properties;
mod combine_properties;
mod properties;
