//! The fields and predicted positions as overlays show them. Of the pressure's horizons the one with the
//! highest pressure is shown, of the lane field's the middle one.

use super::lane_field::LaneSeeker;
use super::lanes::Lanes;
use super::pressure::{PressureLayer, cells_of};
use super::tile_shape::SIDE;
use super::tiles::Tiles;
use crate::steering::reasons::GridView;
use crate::steering::unit::Unit;
use crate::types::{Point, Vec2};
use std::borrow::Cow;

impl Lanes {
    /// Density (share of the ground), pressure (m²/s) and lane field (S, share of the ground) as `unit` sees
    /// them, one grid per tile.
    pub(super) fn views(&self, unit: &Unit) -> Vec<GridView<'_>> {
        let mut views = Vec::new();
        if let Some(layer) = self.tightest() {
            let tiles = &self.pressure.tiles;
            for &tile in tiles.active() {
                views.push(view("density", tiles, tile, Cow::Borrowed(&layer.density[cells_of(tile)])));
                views.push(view("pressure", tiles, tile, Cow::Borrowed(&layer.pressure[cells_of(tile)])));
            }
        }
        // A unit without a desired direction does not prefer any heading.
        if let Some(layer) = middle(&self.lanes.layers).filter(|_| unit.desired != Vec2::zeros()) {
            let heading = self.prediction(unit, layer.horizon).heading;
            let (tiles, seeker) = (&self.lanes.tiles, LaneSeeker { heading, max_speed: unit.max_speed });
            let seen = |tile: &u32| {
                view("lane-field", tiles, *tile, Cow::Owned(self.lanes.likenesses(layer, *tile, seeker)))
            };
            views.extend(tiles.active().iter().map(seen));
        }
        views
    }

    /// The horizon with the highest pressure; the middle one if there is no pressure.
    fn tightest(&self) -> Option<&PressureLayer> {
        let tiles = self.pressure.tiles.active();
        let peak = |layer: &PressureLayer| {
            tiles.iter().flat_map(|tile| &layer.pressure[cells_of(*tile)]).fold(0.0, |peak, p| p.max(peak))
        };
        let peaks = self.pressure.layers.iter().map(|layer| (peak(layer), layer));
        let highest = peaks.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(peak, _)| *peak > 0.0);
        highest.map(|(_, layer)| layer).or_else(|| middle(&self.pressure.layers))
    }

    /// The predicted positions of unit `id` at all horizons; empty if no crowd has been prepared.
    pub(super) fn predicted(&self, id: u32) -> Vec<Point> {
        self.predictions.all_of(id as usize).iter().map(|predicted| predicted.position).collect()
    }
}

fn middle<T>(layers: &[T]) -> Option<&T> {
    layers.get(layers.len() / 2)
}

fn view<'a>(name: &'static str, tiles: &Tiles, tile: u32, values: Cow<'a, [f32]>) -> GridView<'a> {
    let unit = if name == "pressure" { "m²/s" } else { "of the ground" };
    GridView { name, unit, origin: tiles.corner(tile), cell: tiles.cell(), columns: SIDE, values }
}
