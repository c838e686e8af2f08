//! Which part of the map is visible, and where in the window.

use crate::draw::Camera;
use crate::draw::canvas::Area;
use crate::draw::side_by_side::CellParts;

/// The view of the worlds.
pub(super) struct MapView {
    /// The camera of each world.
    pub(super) camera: Camera,
    /// The part of the window that shows the worlds, pixels.
    pub(super) viewport: Area,
    /// Each world's part of the viewport under the heading, pixels.
    pub(super) cells: Vec<CellParts>,
    pub(super) text_scale: u32,
    /// Whether the view shows the whole map, and so follows the window's size.
    pub(super) fitted: bool,
}

impl MapView {
    /// The whole map in a window of this size, pixels.
    pub(super) fn new(camera: Camera, (width, height): (u32, u32)) -> MapView {
        let viewport = Area { x: 0, y: 0, width, height };
        MapView { camera, viewport, cells: vec![CellParts::map_only(viewport)], text_scale: 1, fitted: true }
    }
}
