//! Walls as shapes that units collide with.

use crate::geometry::Wall;
use crate::geometry::polygon::signed_area;
use rapier2d::prelude::*;

/// A shape and its pose.
pub(super) struct WallShape {
    pub shape: SharedShape,
    pub pose: Pose,
}

/// Returns the shapes of a wall. A polygon becomes a closed polyline, which [`super::polygon`] treats as solid.
pub(super) fn shapes(wall: &Wall) -> Vec<WallShape> {
    let at = |shape, x: f32, y: f32| WallShape { shape, pose: Pose::from_translation(Vector::new(x, y)) };
    match wall {
        Wall::Box(rect) => {
            let (half, center) = (rect.size() / 2.0, rect.center());
            vec![at(SharedShape::cuboid(half.x, half.y), center.x, center.y)]
        }
        Wall::Circle { center, radius } => vec![at(SharedShape::ball(*radius), center.x, center.y)],
        Wall::Polygon(points) => {
            let mut corners: Vec<Vector> = points.iter().map(|p| p.coords.into()).collect();
            // Counter-clockwise order tells `polygon` where the inside is.
            if signed_area(points) < 0.0 {
                corners.reverse();
            }
            let count = corners.len() as u32;
            let sides = (0..count).map(|i| [i, (i + 1) % count]).collect();
            vec![at(SharedShape::polyline(corners, Some(sides)), 0.0, 0.0)]
        }
        Wall::Chain(points) => points
            .windows(2)
            .map(|ends| at(SharedShape::segment(ends[0].coords.into(), ends[1].coords.into()), 0.0, 0.0))
            .collect(),
    }
}
