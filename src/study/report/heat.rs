//! Where contacts were: a small picture of the map for each variant, all of a scene on one scale.

use super::charts::Figure;
use super::variants::{Cell, Scene, Study};
use super::words::{self, html};
use crate::types::DT;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write as _;

/// From nothing (clear) to the most: dark violet over red to yellow, as lightness alone tells, too (after Matplotlib's inferno,
/// by a few of its colours).
const SCALE: [[u8; 3]; 5] = [[87, 16, 110], [150, 35, 101], [213, 72, 66], [249, 142, 9], [246, 215, 70]];
/// More cells than this are not drawn: no map that a study runs has them.
const MOST_CELLS: usize = 4_000_000;

/// The contacts of one variant: unit-seconds a run in each cell, row by row from the lower left.
struct Contacts {
    columns: usize,
    cells: Vec<f64>,
}

/// The heat maps of a scene; none where nothing touched or no trace is there.
pub(super) fn contacts(study: &Study, scene: &Scene) -> Option<Figure> {
    let maps: Vec<(usize, Contacts)> =
        scene.cells.iter().enumerate().filter_map(|(k, cell)| Some((k, sum(cell)?))).collect();
    let most = maps.iter().flat_map(|(_, map)| &map.cells).copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let mut drawing = String::from("<div class=\"heats\">");
    for (variant, map) in &maps {
        let total: f64 = map.cells.iter().sum();
        let name = study.label(*variant);
        let alt = format!("{name}: {} unit-seconds in contact a run", words::fixed(total, 1));
        let Some(image) = picture(map, most) else { continue };
        let _ = write!(
            drawing,
            "<div class=\"heat\"><img alt=\"{}\" src=\"data:image/png;base64,{image}\"><p>{} <b>{}</b></p></div>",
            html(&alt),
            html(name),
            words::fixed(total, 1)
        );
    }
    drawing += "</div>";
    let ramp = (0..64).map(|k| f64::from(k) / 63.0 * most).collect();
    if let Some(image) = picture(&Contacts { columns: 64, cells: ramp }, most) {
        let _ = write!(
            drawing,
            "<p class=\"scale\">0 <img alt=\"colour scale\" src=\"data:image/png;base64,{image}\"> {} unit-seconds a cell</p>",
            words::fixed(most, 2)
        );
    }
    Some(Figure {
        title: "Contacts over the map".into(),
        drawing,
        caption: "Where units touched: unit-seconds a run, mean over seeds, all on one scale; the number is the sum over the map."
            .into(),
        legend: Vec::new(),
    })
}

/// The mean over a cell's runs. Runs of one scene have the same grid; one that has not is left out.
fn sum(cell: &Cell) -> Option<Contacts> {
    let heats = || cell.records().filter_map(|record| record.trace.as_ref()).map(|trace| &trace.contacts);
    let first = heats().find(|heat| heat.columns > 0 && !heat.counts.is_empty())?;
    if first.counts.len() > MOST_CELLS || !first.counts.len().is_multiple_of(first.columns) {
        return None;
    }
    let mut cells = vec![0.0; first.counts.len()];
    let mut runs = 0.0_f64;
    for heat in heats().filter(|h| h.columns == first.columns && h.counts.len() == first.counts.len()) {
        cells.iter_mut().zip(&heat.counts).for_each(|(cell, count)| *cell += f64::from(*count));
        runs += 1.0;
    }
    cells.iter_mut().for_each(|cell| *cell *= f64::from(DT) / runs);
    Some(Contacts { columns: first.columns, cells })
}

/// A PNG in base64, a pixel a cell, the upper row first.
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
    Some(STANDARD.encode(file))
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
