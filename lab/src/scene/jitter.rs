//! How far starts are moved at random.

use super::description::{Description, GoalSpec, Group};
use super::layout_options::LayoutOptions;

/// Returns the largest jitter, in x and in y, of a unit of this group with this goal, m.
pub(super) fn jitter_of(d: &Description, group: &Group, goal: &GoalSpec, options: &LayoutOptions) -> f32 {
    let own = if group.jittered { d.jitter } else { 0.0 };
    // Standing units keep the map's jitter: they are obstacles, and the gaps between them must stay.
    options.jitter.filter(|_| !goal.stands()).unwrap_or(own)
}
