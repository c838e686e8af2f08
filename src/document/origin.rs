//! Where the coordinates of a simulation begin. An f32 resolves 4 mm at 50 km, which is a twentieth of what a unit walks in a
//! tick. So a map is simulated about the middle of its bounds: the origin is subtracted in f64 as the map is read.

use crate::types::{MapPoint, Point};
use std::fmt;

/// Origins are multiples of this many metres: maps near the origin of their own coordinates keep these, and all others keep
/// their whole metres.
const STEP: f64 = 256.0;
/// The origin for a map whose bounds have this middle.
pub(crate) fn nearest_origin(middle: MapPoint) -> MapPoint {
    middle.map(|coordinate| (coordinate / STEP).round() * STEP)
}

/// A place of the map, relative to `origin`.
pub(crate) fn local(place: MapPoint, origin: MapPoint) -> Point {
    (place - origin.coords).cast()
}

/// A place in the coordinates of the map, as text: `(x, y)`.
pub(crate) fn on_map(place: Point, origin: MapPoint) -> impl fmt::Display {
    let [x, y] = OnMap::pair(place, origin);
    fmt::from_fn(move |f| write!(f, "({x}, {y})"))
}

/// A coordinate to be written in the coordinates of the map, to a micrometre.
#[derive(Debug, Clone, Copy)]
pub struct OnMap {
    local: f32,
    origin: f64,
}

impl OnMap {
    /// Both coordinates of a place that is relative to `origin`.
    pub fn pair(place: Point, origin: MapPoint) -> [OnMap; 2] {
        [OnMap { local: place.x, origin: origin.x }, OnMap { local: place.y, origin: origin.y }]
    }
}

impl fmt::Display for OnMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MICRO: f64 = 1e6;
        if self.origin == 0.0 {
            // As short as it can be without losing anything.
            return self.local.fmt(f);
        }
        (((self.origin + f64::from(self.local)) * MICRO).round() / MICRO).fmt(f)
    }
}
