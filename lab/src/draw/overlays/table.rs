//! The table of overlays.

use super::overlay::Overlay;
use crate::text::did_you_mean;

/// All overlays, in the order of the help and the legend.
pub static OVERLAYS: &[&Overlay] = &[
    &super::force::FORCE,
    &super::rays::RAYS,
    &super::field::FIELD,
    &super::cardioid::CARDIOID,
    &super::path::PATH,
    &super::trail::TRAIL,
    &super::neighbours::NEIGHBOURS,
    &super::contacts::CONTACTS,
    &super::model::MODEL,
    &super::density::DENSITY,
    &super::potential::POTENTIAL,
    &super::pressure::PRESSURE,
    &super::lane_field::LANE_FIELD,
    &super::predicted::PREDICTED,
    &super::passages::PASSAGES,
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
