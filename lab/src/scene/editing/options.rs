//! Writes a map's number of units, seed and jitter, as a run has them, into its text.

use super::change::{parsed, unexpected, written as text_of};
use super::explicit::{list_units, starts_of};
use super::problem::EditProblem;
use super::{moved, text};
use crate::document::{DocumentError, origin::nearest_origin};
use crate::scene::description::Shape;
use crate::scene::formation::RingSize;
use crate::scene::layout;
use crate::scene::layout_options::LayoutOptions;
use crate::scene::map::Scene;
use sidestep::types::MapPoint;
use sidestep::world::Layout;
use toml_edit::{DocumentMut, Value};

/// Returns the map whose own layout is the one that `scene` has with these options.
pub(super) fn written(scene: &Scene, options: &LayoutOptions) -> Result<Scene, DocumentError> {
    let default = LayoutOptions::default();
    let wanted = scene.layout(options)?;
    if *options == default || wanted == scene.layout(&default)? {
        return Ok(scene.clone());
    }
    let mut map = parsed(&scene.source.text)?;
    if options.seed.is_some() {
        // TOML's whole numbers are i64, as are the seeds of maps.
        let seed =
            i64::try_from(wanted.seed).map_err(|_| EditProblem::Options { what: "the seed".into() })?;
        text::set(map.as_table_mut(), "seed", Value::from(seed));
    }
    if let Some(jitter) = options.jitter {
        text::set(map.as_table_mut(), "jitter", text::short(jitter));
    }
    if options.units.is_some() {
        grow(&mut map, scene, options, &wanted).ok_or_else(unexpected)??;
    }
    // Groups that a formation or a jitter of the text does not give exactly become lists of units.
    let first = scene.with_text(&text_of(&map, &scene.source.text)).and_then(|scene| scene.layout(&default));
    for group in 0..wanted.groups.len() {
        let same = |layout: &Layout| starts_of(layout, group) == starts_of(&wanted, group);
        let described = &scene.description.groups[group];
        if let Ok(layout) = &first
            && !same(layout)
            && starts_of(layout, group).len() == described.shape.count()
        {
            // The jitter of the command line also moves exceptions.
            let table = text::group(&mut map, group).ok_or_else(unexpected)?;
            for unit in &described.moved {
                let place = starts_of(&wanted, group)[unit.number].position;
                moved::set(table, unit.number, text::point(place, wanted.origin)).ok_or_else(unexpected)?;
            }
        }
    }
    let first = scene.with_text(&text_of(&map, &scene.source.text)).and_then(|scene| scene.layout(&default));
    for group in 0..wanted.groups.len() {
        let same = |layout: &Layout| starts_of(layout, group) == starts_of(&wanted, group);
        if !first.as_ref().is_ok_and(same) {
            list_units(&mut map, &scene.description, &wanted, group, |_| true).ok_or_else(unexpected)?;
        }
    }
    let scene = scene.with_text(&text_of(&map, &scene.source.text))?;
    let got = scene.layout(&default)?;
    let differs = if got.bounds != wanted.bounds || got.origin != wanted.origin {
        Some("the bounds")
    } else if got.starts != wanted.starts {
        Some("the starts and goals")
    } else if got != wanted {
        Some("the walls")
    } else {
        None
    };
    match differs {
        Some(what) => Err(EditProblem::Options { what: what.into() }.into()),
        None => Ok(scene),
    }
}

/// Writes the formations, rings and bounds of another number of units.
fn grow(
    map: &mut DocumentMut,
    scene: &Scene,
    options: &LayoutOptions,
    wanted: &Layout,
) -> Option<Result<(), DocumentError>> {
    let origin = wanted.origin;
    let shapes = match layout::grown_shapes(&scene.description, &scene.source, options) {
        Ok(shapes) => shapes,
        Err(error) => return Some(Err(error)),
    };
    for (index, (shape, group)) in shapes.iter().zip(&scene.description.groups).enumerate() {
        if shape.count() == group.shape.count() {
            continue;
        }
        let table = text::group(map, index)?;
        text::set(table, "count", Value::from(shape.count() as i64));
        moved::keep_below(table, 0);
        match shape {
            Shape::Block(block) => {
                text::set(table, "area", text::corners(block.area, origin));
                if let Some(columns) = block.columns {
                    text::set(table, "columns", Value::from(columns as i64));
                }
            }
            Shape::Ring(ring) => {
                if let RingSize::Radius(radius) = ring.size {
                    text::set(table.get_mut("ring")?.as_table_like_mut()?, "radius", text::short(radius));
                }
            }
            Shape::Units(_) => {}
        }
    }
    let middle = nalgebra::center(&wanted.map_point(wanted.bounds.min), &wanted.map_point(wanted.bounds.max));
    let moved: MapPoint = nearest_origin(middle);
    if moved != origin {
        return Some(Err(EditProblem::Options { what: "the bounds".into() }.into()));
    }
    if wanted.bounds != scene.description.bounds {
        text::set(map.as_table_mut(), "bounds", text::corners(wanted.bounds, origin));
    }
    Some(Ok(()))
}
