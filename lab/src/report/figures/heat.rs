//! Heat maps of contacts: a small picture of the map for each variant, with one colour scale per scene.

use super::figure::{Drawing, SceneSource};
use crate::report::replay::SceneView;
use crate::report::table::VariantRow;
use crate::report::variants::RunsBySeed;
use crate::study::{Heat, WallOutline};
use crate::text::fixed;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, html};
use sidestep::types::{DT, Point, Vec2};

/// A few colours of a colour scale, from low to high values. Zero is transparent, so the background shows.
type ColourScale = [[u8; 3]; 5];
/// For a light background: higher values are darker.
const ON_LIGHT: ColourScale = [[255, 226, 150], [251, 171, 84], [226, 96, 58], [160, 28, 76], [66, 10, 72]];
/// For a dark background: higher values are lighter (after Matplotlib's inferno).
const ON_DARK: ColourScale = [[74, 22, 110], [137, 34, 106], [207, 68, 70], [247, 137, 24], [250, 224, 110]];
/// The classes of the pictures. The style sheet shows the one that suits the background.
const THEMES: [(&str, ColourScale); 2] = [("on-light", ON_LIGHT), ("on-dark", ON_DARK)];
/// The number of colours in a picture, not counting the transparent one.
const LEVELS: u8 = 64;
/// Grids with more cells than this are not drawn; no map of a study has that many.
const MOST_CELLS: usize = 4_000_000;

/// The contacts of one variant: unit-seconds per run in each cell, row by row from the lower left.
#[derive(Default)]
struct Contacts {
    /// The lower left corner, in m.
    origin: Point,
    /// The side of a cell, in m.
    cell: f32,
    columns: usize,
    cells: Vec<f64>,
    /// The same outside the grid.
    outside: f64,
}

/// Draws the heat maps of a scene in the order of its table; none without contacts or traces.
pub(super) fn draw(source: &SceneSource) -> Option<Drawing> {
    let scene = source.scene();
    let contacts = |row: &VariantRow| Some((row.variant, mean_contacts(&scene.cells[row.variant])?));
    let maps: Vec<(usize, Contacts)> = source.table.rows.iter().filter_map(contacts).collect();
    let most = maps.iter().flat_map(|(_, map)| &map.cells).copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let view = SceneView::new(scene, source.table);
    let pictures = maps.iter().map(|(variant, map)| variant_map(source, *variant, map, most, view.as_ref()));
    let pictures = pictures.collect::<Option<Vec<Markup>>>()?;
    let scale = colour_scale(most)?;
    Some(Drawing {
        markup: html! {
            div class="heats" { @for picture in pictures { (picture) } }
            (scale)
        },
        caption: "Where units touched another unit, in unit-seconds per run: mean over seeds, all variants on one scale. A unit counts \
                  once, however many others it touches, and until it arrives. The number is the total, including units outside the map."
            .into(),
        wide: true,
    })
}

/// Renders the picture of one variant with its name and total.
fn variant_map(
    source: &SceneSource,
    variant: usize,
    map: &Contacts,
    most: f64,
    view: Option<&SceneView>,
) -> Option<Markup> {
    let total = fixed(map.cells.iter().sum::<f64>() + map.outside, 1);
    let name = source.study.label(variant);
    let picture = map_picture(map, most, view, &format!("{name}: {total} unit-seconds in contact per run"))?;
    Some(html! {
        div class={ "heat " (source.classes[variant]) } {
            (picture)
            p { (name) " " b { (total) } }
        }
    })
}

/// Renders the colour scale from 0 to `most`.
fn colour_scale(most: f64) -> Option<Markup> {
    let cells = (0..64).map(|k| f64::from(k) / 63.0 * most).collect();
    let ramp = Contacts { columns: 64, cells, ..Contacts::default() };
    let images = THEMES.map(|(class, scale)| Some((class, data_url(&ramp, most, scale)?)));
    let images = images.into_iter().collect::<Option<Vec<_>>>()?;
    Some(html! {
        p class="scale" {
            "0 "
            @for (class, url) in images { img class=(class) alt="colour scale" src=(url); }
            " " (fixed(most, 2)) " unit-seconds per cell"
        }
    })
}

/// Renders the picture of one variant with the walls, in metres.
fn map_picture(map: &Contacts, most: f64, view: Option<&SceneView>, name: &str) -> Option<Markup> {
    let rows = map.cells.len() / map.columns;
    let (width, height) = (map.columns as f32 * map.cell, rows as f32 * map.cell);
    let (low, size) = view.map_or((map.origin, Vec2::new(width, height)), |view| (view.low, view.size));
    let top = low.y + size.y;
    let images = THEMES.map(|(class, scale)| Some((class, data_url(map, most, scale)?)));
    let images = images.into_iter().collect::<Option<Vec<_>>>()?;
    let (x, y) = (map.origin.x - low.x, top - map.origin.y - height);
    let corners = |wall: &WallOutline| {
        let corners = wall.points.iter().map(|p| format!("{:.2},{:.2}", p.x - low.x, top - p.y));
        corners.collect::<Vec<_>>().join(" ")
    };
    Some(html! {
        svg viewBox={ "0 0 " (metres(size.x)) " " (metres(size.y)) } role="img" aria-label=(name) {
            @for (class, url) in images {
                image class=(class) href=(url) x=(metres(x)) y=(metres(y)) width=(metres(width)) height=(metres(height))
                    preserveAspectRatio="none" {}
            }
            @for wall in view.map_or(&[][..], |view| &view.walls) {
                @if wall.solid {
                    polygon class="wall" points=(corners(wall)) {}
                } @else {
                    polyline class="wall open" points=(corners(wall)) {}
                }
            }
        }
    })
}

/// Formats a length in an SVG whose unit is the metre.
fn metres(length: f32) -> String {
    format!("{length:.2}")
}

/// Returns the mean over the runs. Runs of one scene share a grid; a run with a different grid is left out.
fn mean_contacts(cell: &RunsBySeed) -> Option<Contacts> {
    let heats = || cell.records().filter_map(|record| record.trace.as_ref()).map(|trace| &trace.contacts);
    let sane = |heat: &&Heat| {
        heat.columns > 0 && !heat.counts.is_empty() && heat.cell.is_finite() && heat.cell > 0.0
    };
    let first = heats().find(sane).filter(|heat| heat.origin.iter().all(|v| v.is_finite()))?;
    if first.counts.len() > MOST_CELLS || !first.counts.len().is_multiple_of(first.columns) {
        return None;
    }
    let mut cells = vec![0.0; first.counts.len()];
    let (mut runs, mut outside) = (0.0_f64, 0.0_f64);
    for heat in heats().filter(|h| h.columns == first.columns && h.counts.len() == first.counts.len()) {
        cells.iter_mut().zip(&heat.counts).for_each(|(cell, count)| *cell += f64::from(*count));
        outside += f64::from(heat.outside);
        runs += 1.0;
    }
    cells.iter_mut().chain([&mut outside]).for_each(|count| *count *= f64::from(DT) / runs);
    Some(Contacts { origin: first.origin, cell: first.cell, columns: first.columns, cells, outside })
}

/// Encodes the cells as a PNG in a data URL, one pixel per cell, top row first.
fn data_url(map: &Contacts, most: f64, scale: ColourScale) -> Option<String> {
    let rows = map.cells.len() / map.columns;
    let levels: Vec<u8> =
        map.cells.chunks(map.columns).rev().flatten().map(|value| level(value / most)).collect();
    let mut file = Vec::new();
    let mut encoder =
        png::Encoder::new(&mut file, u32::try_from(map.columns).ok()?, u32::try_from(rows).ok()?);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette((0..=LEVELS).flat_map(|level| colour(level, scale)).collect::<Vec<u8>>());
    // Only the first colour is transparent.
    encoder.set_trns(vec![0]);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&levels).ok()?;
    writer.finish().ok()?;
    Some(format!("data:image/png;base64,{}", STANDARD.encode(file)))
}

/// Returns the level of a share of the maximum: 0 for nothing, otherwise at least 1, so that the smallest value is
/// visible.
fn level(share: f64) -> u8 {
    if share <= 0.0 { 0 } else { (share.min(1.0) * f64::from(LEVELS)).ceil() as u8 }
}

fn colour(level: u8, scale: ColourScale) -> [u8; 3] {
    let share = f64::from(level.saturating_sub(1)) / f64::from(LEVELS - 1);
    let at = share * (scale.len() - 1) as f64;
    let from = (at as usize).min(scale.len() - 2);
    let rest = at - from as f64;
    [0, 1, 2].map(|c| {
        (f64::from(scale[from][c]) * (1.0 - rest) + f64::from(scale[from + 1][c]) * rest).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CIE lightness L*, 0 to 100 (sRGB, D65).
    fn lightness(rgb: [u8; 3]) -> f64 {
        let linear = rgb.map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        let y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
        if y > 0.008_856 { 116.0 * y.cbrt() - 16.0 } else { 903.3 * y }
    }

    /// Values can be distinguished by lightness alone, as for colour-blind readers and in print, and the lowest level
    /// stands out from the background.
    #[test]
    fn both_scales_are_monotone_in_lightness() {
        let of = |scale: ColourScale| {
            (1..=LEVELS).map(|level| lightness(colour(level, scale))).collect::<Vec<_>>()
        };
        let (light, dark) = (of(ON_LIGHT), of(ON_DARK));
        assert!(light.is_sorted_by(|a, b| a > b), "{light:?}");
        assert!(dark.is_sorted_by(|a, b| a < b), "{dark:?}");
        assert!(light[0] < lightness([255, 255, 255]) - 7.0, "{}", light[0]);
        assert!(dark[0] > lightness([18, 22, 29]) + 7.0, "{}", dark[0]);
        assert!(light[0] - light[63] > 60.0 && dark[63] - dark[0] > 60.0);
        assert_eq!([level(0.0), level(1e-9), level(1.0), level(2.0)], [0, 1, LEVELS, LEVELS]);
    }
}
