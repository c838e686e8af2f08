//! The table of overlays.

use super::cardioid::CARDIOID;
use super::contacts::CONTACTS;
use super::density::DENSITY;
use super::field::FIELD;
use super::force::FORCE;
use super::lane_field::LANE_FIELD;
use super::model::MODEL;
use super::neighbours::NEIGHBOURS;
use super::overlay::Overlay;
use super::passages::PASSAGES;
use super::path::PATH;
use super::potential::POTENTIAL;
use super::predicted::PREDICTED;
use super::pressure::PRESSURE;
use super::rays::RAYS;
use super::trail::TRAIL;
use crate::text::did_you_mean;

/// All overlays, in the order of the help and the legend.
pub static OVERLAYS: &[&Overlay] = &[
    &FORCE,
    &RAYS,
    &FIELD,
    &CARDIOID,
    &PATH,
    &TRAIL,
    &NEIGHBOURS,
    &CONTACTS,
    &MODEL,
    &DENSITY,
    &POTENTIAL,
    &PRESSURE,
    &LANE_FIELD,
    &PREDICTED,
    &PASSAGES,
];

/// Returns the overlay with this name.
///
/// # Errors
///
/// If there is none; the message has the nearest name, or all names.
pub fn overlay_named(text: &str) -> Result<&'static Overlay, String> {
    OVERLAYS.iter().find(|overlay| overlay.name == text).copied().ok_or_else(|| {
        let names: Vec<&str> = OVERLAYS.iter().map(|overlay| overlay.name).collect();
        format!("unknown overlay '{text}'; {}", did_you_mean(text, &names))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_keys_are_each_overlays_own() {
        for (k, overlay) in OVERLAYS.iter().enumerate() {
            for other in &OVERLAYS[..k] {
                assert!(other.name != overlay.name && other.key != overlay.key, "{overlay:?} and {other:?}");
            }
        }
    }
}
