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
    use super::super::overlay::Brush;
    use super::super::velocity::VELOCITY;
    use super::*;
    use crate::draw::{Camera, Canvas, Overlays, Trails, View, theme};
    use crate::scene::{LayoutOptions, Scene};
    use sidestep::world::World;

    #[test]
    fn names_and_keys_are_each_overlays_own() {
        for (k, overlay) in OVERLAYS.iter().enumerate() {
            for other in &OVERLAYS[..k] {
                assert!(other.name != overlay.name && other.key != overlay.key, "{overlay:?} and {other:?}");
            }
        }
    }
    /// The recipe of docs/library.md.
    #[test]
    fn the_overlay_of_the_recipe_draws_a_line_from_each_unit() {
        let scene = Scene::built_in("one-on-one").unwrap();
        let mut world = World::new(scene.layout(&LayoutOptions::default()).unwrap(), 1);
        (0..60).for_each(|_| world.tick());
        let (size, trails) = ((200, 100), Trails::default());
        let view = View {
            moment: None,
            camera: Camera::fit(world.layout().bounds, size, (0.0, 0.0)),
            overlays: Overlays::NONE,
            selected: None,
            alpha: 1.0,
            theme: &theme::DARK,
            trails: &trails,
            hud: false,
        };
        let viewpoint = view.viewpoint(&world);
        let mut pixels = vec![0; 200 * 100 * 4];
        let mut canvas = Canvas::new(size.0, size.1, &mut pixels);
        for paint in VELOCITY.paints {
            let Brush::Whole(draw) = paint.brush else { panic!("not drawn at once") };
            draw(&viewpoint, &mut canvas);
        }
        for (id, velocity) in world.units().velocity.iter().enumerate() {
            let (x, y) = viewpoint.to_screen(world.units().position[id] + velocity * 0.25);
            let drawn = canvas.pixel(x as usize, y as usize).unwrap();
            assert_ne!((drawn.r, drawn.g, drawn.b), (0, 0, 0), "unit {id}");
        }
        assert_eq!((VELOCITY.legend)(&viewpoint, &[]).len(), 1);
        assert!(OVERLAYS.iter().all(|other| other.key != VELOCITY.key), "the recipe's key is free");
    }
}
