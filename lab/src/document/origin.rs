//! The origin of a simulation's coordinates. An f32 resolves 4 mm at 50 km, a twentieth of the distance that a unit walks in
//! a tick. A map is therefore simulated about the middle of its bounds: the origin is subtracted in f64 when the map is read.

use sidestep::types::{MapPoint, Point};
use std::fmt;

/// Origins are multiples of this distance, m. Maps near (0, 0) keep their coordinates; others are shifted by whole metres.
const STEP: f64 = 256.0;

/// Returns the origin for a map whose bounds have this middle.
pub(crate) fn nearest_origin(middle: MapPoint) -> MapPoint {
    middle.map(|coordinate| (coordinate / STEP).round() * STEP)
}

/// Returns a position on the map relative to `origin`.
pub(crate) fn local(place: MapPoint, origin: MapPoint) -> Point {
    (place - origin.coords).cast()
}

/// Formats a position in map coordinates: `(x, y)`.
pub(crate) fn on_map(place: Point, origin: MapPoint) -> impl fmt::Display {
    let [x, y] = OnMap::pair(place, origin);
    fmt::from_fn(move |f| write!(f, "({x}, {y})"))
}

/// A coordinate that is formatted in map coordinates, to a micrometre.
#[derive(Debug, Clone, Copy)]
pub struct OnMap {
    local: f32,
    origin: f64,
}

impl OnMap {
    /// Returns both coordinates of a position relative to `origin`.
    pub fn pair(place: Point, origin: MapPoint) -> [OnMap; 2] {
        [OnMap { local: place.x, origin: origin.x }, OnMap { local: place.y, origin: origin.y }]
    }
}

impl fmt::Display for OnMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MICRO: f64 = 1e6;
        if self.origin == 0.0 {
            // The shortest text that keeps the exact value.
            return self.local.fmt(f);
        }
        (((self.origin + f64::from(self.local)) * MICRO).round() / MICRO).fmt(f)
    }
}
