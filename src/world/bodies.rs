//! The bodies for a layout's units and walls.

use super::layout::Layout;
use crate::navigation::Goal;
use crate::physics::{BodyMotion, Disc, Physics};
use crate::steering::combine::Plan;

/// Creates bodies for all units of `layout`, with `headings` in rad, and for its walls. A unit can turn if its
/// group's plan turns bodies.
pub(super) fn physics(layout: &Layout, headings: &[f32]) -> Physics {
    let plan = |group: u16| layout.plans.get(usize::from(group)).and_then(Option::as_ref);
    let discs: Vec<Disc> = layout
        .starts
        .iter()
        .zip(headings)
        .map(|(start, &heading)| Disc {
            position: start.position,
            velocity: start.velocity,
            radius: start.radius,
            mass: start.mass,
            max_speed: start.max_speed,
            motion: match start.goal {
                // A permanently standing unit is an immovable obstacle, as in the articles.
                Goal::Stand => BodyMotion::Fixed,
                _ if plan(start.group).is_some_and(Plan::turns) => BodyMotion::Turning { heading },
                _ => BodyMotion::Sliding,
            },
        })
        .collect();
    Physics::new(&discs, &layout.walls)
}
