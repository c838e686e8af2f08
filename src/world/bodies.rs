//! The bodies of a crowd's units and walls.

use crate::crowd::{BodyChanges, Crowd};
use crate::physics::{BodyMotion, Disc, Physics};

/// Creates bodies for all units of `crowd` and for its walls.
pub(super) fn physics(crowd: &Crowd) -> Physics {
    let units = crowd.units();
    let discs: Vec<Disc> = (0..units.len()).map(|slot| disc(crowd, slot)).collect();
    Physics::new(&discs, &crowd.layout().walls)
}

/// Lets the bodies follow what commands have changed.
pub(super) fn change(physics: &mut Physics, crowd: &Crowd, changes: &BodyChanges) {
    let units = crowd.units();
    if changes.renumbering.is_some() || !changes.reshaped.is_empty() {
        let discs: Vec<Disc> = (0..units.len()).map(|slot| disc(crowd, slot)).collect();
        if let Some(renumbering) = &changes.renumbering {
            physics.renumber(renumbering, &discs);
        }
        changes.reshaped.iter().for_each(|slot| physics.reshape(*slot, &discs));
    }
    changes.moved.iter().for_each(|(slot, position)| physics.teleport(*slot, *position));
    changes.pushed.iter().for_each(|(slot, push)| physics.push(*slot, *push));
    if changes.walls {
        physics.set_walls(&crowd.standing_walls());
    }
}

/// The body of the unit in this slot.
fn disc(crowd: &Crowd, slot: usize) -> Disc {
    let units = crowd.units();
    Disc {
        position: units.position[slot],
        velocity: units.velocity[slot],
        radius: units.radius[slot],
        mass: units.mass[slot],
        max_speed: crowd.own_speed(slot),
        // A permanently standing unit is an immovable obstacle, as in the articles.
        motion: if units.is_fixed(slot) {
            BodyMotion::Fixed
        } else if units.turns[slot] {
            BodyMotion::Turning { heading: units.heading[slot] }
        } else {
            BodyMotion::Sliding
        },
    }
}
