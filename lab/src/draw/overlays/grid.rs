//! Overlays of grids that a model or the navigation uses.

use super::subject::representatives;
use crate::draw::canvas::Canvas;
use crate::draw::color_scale::ColorScale;
use crate::draw::swatch::{LegendEntry, Swatch};
use crate::draw::theme::Theme;
use crate::draw::viewpoint::Viewpoint;
use sidestep::steering::reasons::GridView;
use sidestep::types::{Point, Vec2};
use sidestep::world::World;

/// The depth of grids: over trails, under everything else.
pub(super) const GRID_DEPTH: i8 = -50;

/// The appearance of a grid.
pub(in crate::draw) struct GridStyle {
    /// The name of the grid and of its overlay.
    pub name: &'static str,
    /// The colours of its values.
    pub colors: fn(&Theme) -> ColorScale,
    /// Whether the range of the colours always includes 0.
    pub from_zero: bool,
    /// The number of steps between lines of equal value; 0 for no lines.
    pub contours: usize,
    /// Whether each unit has its own grid.
    pub per_unit: bool,
}

impl GridStyle {
    /// Whether a unit has this grid.
    pub(super) fn has(&self, world: &World, id: usize) -> bool {
        world.grids(id).iter().any(|part| part.name == self.name)
    }

    /// The parts of the grid, and the unit that it belongs to.
    pub(super) fn find<'a>(&self, viewpoint: &Viewpoint<'a>) -> Option<(usize, Vec<GridView<'a>>)> {
        let world: &'a World = viewpoint.world;
        let parts = |id: usize| world.grids(id).into_iter().filter(|part| part.name == self.name).collect();
        let grids = representatives(world, viewpoint.selected).into_iter().map(|id| (id, parts(id)));
        grids.into_iter().find(|(_, parts): &(usize, Vec<GridView>)| !parts.is_empty())
    }

    /// Draws the grid, except for unreachable cells. Returns whether there is a grid.
    pub(super) fn draw(&self, viewpoint: &Viewpoint, canvas: &mut Canvas) -> bool {
        let Some((_, parts)) = self.find(viewpoint) else { return false };
        let Some((low, high)) = self.range(&parts) else { return true };
        for part in parts.iter().filter(|part| part.columns > 0) {
            cells(part, &(self.colors)(viewpoint.theme), (low, high), viewpoint, canvas);
            for k in 1..self.contours {
                let level = low + (high - low) * k as f32 / self.contours as f32;
                contour(part, level, viewpoint, canvas);
            }
        }
        true
    }

    /// The smallest and the largest value of a grid's parts; `None` if there is only one value.
    fn range(&self, parts: &[GridView]) -> Option<(f32, f32)> {
        let start = if self.from_zero { (0.0, 0.0) } else { (f32::MAX, f32::MIN) };
        let values = parts.iter().flat_map(|part| part.values.iter().copied()).filter(|v| v.is_finite());
        let (low, high) = values.fold(start, |(low, high), v| (low.min(v), high.max(v)));
        (low < high).then_some((low, high))
    }

    /// The legend: the grid's name and range.
    pub(super) fn legend(&self, viewpoint: &Viewpoint) -> Vec<LegendEntry> {
        let Some((id, parts)) = self.find(viewpoint) else { return Vec::new() };
        let name = self.name.replace('-', " ");
        let owner = if self.per_unit { format!(", for unit {id}") } else { String::new() };
        let Some((low, high)) = self.range(&parts) else {
            return vec![LegendEntry::new(Swatch::Nothing, format!("{name}: 0 everywhere{owner}"))];
        };
        let unit = parts.first().map_or("", |part| part.unit);
        let mut text = format!("{name}: {} to {} {unit}{owner}", rounded(low), rounded(high));
        if self.contours > 0 {
            text += &format!("; lines every {}", rounded((high - low) / self.contours as f32));
        }
        vec![LegendEntry::new(Swatch::Shades((self.colors)(viewpoint.theme), (low, high)), text)]
    }
}

/// A number with two or three significant digits.
fn rounded(value: f32) -> String {
    match value.abs() {
        0.0 => "0".into(),
        x if x >= 100.0 => format!("{value:.0}"),
        x if x >= 10.0 => format!("{value:.1}"),
        x if x >= 0.05 => format!("{value:.2}"),
        _ => format!("{value:.1e}"),
    }
}

fn cells(
    part: &GridView,
    colors: &ColorScale,
    range: (f32, f32),
    viewpoint: &Viewpoint,
    canvas: &mut Canvas,
) {
    for (k, value) in part.values.iter().enumerate().filter(|(_, v)| v.is_finite()) {
        let color = colors.color(*value, range);
        if color.a == 0 {
            continue;
        }
        let (column, row) = (k % part.columns, k / part.columns);
        // Whole pixels, and corners shared bit by bit with the next cells, leave no seams between cells.
        let whole = |p: Point| {
            let (x, y) = viewpoint.to_screen(p);
            (x.round(), y.round())
        };
        canvas.rect(whole(corner(part, column, row)), whole(corner(part, column + 1, row + 1)), color);
    }
}

fn corner(grid: &GridView, column: usize, row: usize) -> Point {
    grid.origin + Vec2::new(column as f32, row as f32) * grid.cell
}

/// Draws the line where the values interpolated between cell centres equal `level`: marching triangles, two per four centres.
fn contour(grid: &GridView, level: f32, viewpoint: &Viewpoint, canvas: &mut Canvas) {
    let rows = grid.values.len() / grid.columns;
    let half = Vec2::new(grid.cell, grid.cell) / 2.0;
    for (row, column) in (1..rows).flat_map(|row| (1..grid.columns).map(move |column| (row - 1, column - 1)))
    {
        let at = |right: usize, up: usize| {
            let (column, row) = (column + right, row + up);
            (corner(grid, column, row) + half, grid.values[row * grid.columns + column])
        };
        let [a, b, c, d] = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
        if [a, b, c, d].iter().any(|(_, value)| !value.is_finite()) {
            continue;
        }
        for [p, q, r] in [[a, b, c], [a, c, d]] {
            let mut ends = [(p, q), (q, r), (r, p)].into_iter().filter_map(|(p, q)| between(p, q, level));
            if let (Some(from), Some(to)) = (ends.next(), ends.next()) {
                let line = viewpoint.theme.text.alpha(70);
                canvas.line(viewpoint.to_screen(from), viewpoint.to_screen(to), 1.0, line);
            }
        }
    }
}

/// The point between two points with values where the value is `level`; `None` if both values are on the same side of it.
fn between((p, low): (Point, f32), (q, high): (Point, f32), level: f32) -> Option<Point> {
    ((low < level) != (high < level)).then(|| p + (q - p) * ((level - low) / (high - low)))
}
