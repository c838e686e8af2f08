//! Where contacts were: a small picture of the map for each variant, all of a scene on one scale.

use super::charts::Figure;
use super::replay::View;
use super::table::{Row, Table};
use super::variants::{Cell, Study};
use super::words::{self, html};
use crate::study::Heat;
use crate::types::{DT, Point, Vec2};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write as _;

/// From nothing (clear) to the most: dark violet over red to yellow, as lightness alone tells, too (after Matplotlib's inferno,
/// by a few of its colours).
const SCALE: [[u8; 3]; 5] = [[87, 16, 110], [150, 35, 101], [213, 72, 66], [249, 142, 9], [246, 215, 70]];
/// More cells than this are not drawn: no map that a study runs has them.
const MOST_CELLS: usize = 4_000_000;

/// The contacts of one variant: unit-seconds a run in each cell, row by row from the lower left.
#[derive(Default)]
struct Contacts {
    /// The lower left corner, m.
    origin: Point,
    /// A cell's side, m.
    cell: f32,
    columns: usize,
    cells: Vec<f64>,
    /// The same outside the grid.
    outside: f64,
}

/// The heat maps of a scene, as its table has the variants; none where nothing touched or no trace is there.
pub(super) fn contacts(study: &Study, table: &Table) -> Option<Figure> {
    let scene = &study.scenes[table.scene];
    let of = |row: &Row| Some((row.variant, sum(&scene.cells[row.variant])?));
    let maps: Vec<(usize, Contacts)> = table.rows.iter().filter_map(of).collect();
    let most = maps.iter().flat_map(|(_, map)| &map.cells).copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let view = View::new(scene, table);
    let mut drawing = String::from("<div class=\"heats\">");
    for (variant, map) in &maps {
        let total = words::fixed(map.cells.iter().sum::<f64>() + map.outside, 1);
        let name = html(study.label(*variant));
        let _ = write!(
            drawing,
            "<div class=\"heat\">{}<p>{name} <b>{total}</b></p></div>",
            drawn(map, most, view.as_ref(), &format!("{name}: {total} unit-seconds in contact a run"))?
        );
    }
    let ramp = Contacts {
        columns: 64,
        cells: (0..64).map(|k| f64::from(k) / 63.0 * most).collect(),
        ..Contacts::default()
    };
    let _ = write!(
        drawing,
        "</div><p class=\"scale\">0 <img alt=\"colour scale\" src=\"{}\"> {} unit-seconds a cell</p>",
        picture(&ramp, most)?,
        words::fixed(most, 2)
    );
    Some(Figure {
        title: "Contacts over the map".into(),
        drawing,
        caption: "Where units touched another unit: unit-seconds per run, mean over seeds, all on one scale. Each unit counts once, however \
                  many it touches, until it arrives. The number is the sum, units outside the map included."
            .into(),
        legend: Vec::new(),
        wide: true,
    })
}

/// The picture of one variant with the walls, in metres; `name` is safe already.
fn drawn(map: &Contacts, most: f64, view: Option<&View>, name: &str) -> Option<String> {
    let rows = map.cells.len() / map.columns;
    let (width, height) = (map.columns as f32 * map.cell, rows as f32 * map.cell);
    let (low, size) = view.map_or((map.origin, Vec2::new(width, height)), |view| (view.low, view.size));
    let top = low.y + size.y;
    let mut walls = String::new();
    for wall in view.map_or(&[][..], |view| &view.walls) {
        let corners: Vec<String> =
            wall.points.iter().map(|p| format!("{:.2},{:.2}", p.x - low.x, top - p.y)).collect();
        let element = if wall.solid { "polygon class=\"wall\"" } else { "polyline class=\"wall open\"" };
        let _ = write!(walls, "<{element} points=\"{}\"/>", corners.join(" "));
    }
    Some(format!(
        "<svg viewBox=\"0 0 {:.2} {:.2}\" role=\"img\" aria-label=\"{name}\"><image href=\"{}\" x=\"{:.2}\" y=\"{:.2}\" \
         width=\"{width:.2}\" height=\"{height:.2}\" preserveAspectRatio=\"none\"/>{walls}</svg>",
        size.x,
        size.y,
        picture(map, most)?,
        map.origin.x - low.x,
        top - map.origin.y - height
    ))
}

/// The mean over a cell's runs. Runs of one scene have the same grid; one that has not is left out.
fn sum(cell: &Cell) -> Option<Contacts> {
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

/// A PNG as an address that holds it, a pixel a cell, the upper row first.
fn picture(map: &Contacts, most: f64) -> Option<String> {
    let rows = map.cells.len() / map.columns;
    let mut rgba = Vec::with_capacity(map.cells.len() * 4);
    for row in map.cells.chunks(map.columns).rev() {
        row.iter().for_each(|value| rgba.extend(colour(value / most)));
    }
    let mut file = Vec::new();
    let mut encoder =
        png::Encoder::new(&mut file, u32::try_from(map.columns).ok()?, u32::try_from(rows).ok()?);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&rgba).ok()?;
    writer.finish().ok()?;
    Some(format!("data:image/png;base64,{}", STANDARD.encode(file)))
}

/// The colour of a share of the most: clear at 0, and soon seen.
fn colour(share: f64) -> [u8; 4] {
    if share <= 0.0 {
        return [0; 4];
    }
    let at = share.min(1.0) * (SCALE.len() - 1) as f64;
    let (k, rest) = ((at as usize).min(SCALE.len() - 2), at - (at as usize).min(SCALE.len() - 2) as f64);
    let mix =
        |c: usize| (f64::from(SCALE[k][c]) * (1.0 - rest) + f64::from(SCALE[k + 1][c]) * rest).round() as u8;
    let opacity = (share * 8.0).min(1.0) * 255.0;
    [mix(0), mix(1), mix(2), opacity as u8]
}
