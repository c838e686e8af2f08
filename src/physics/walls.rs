//! Walls as shapes that units collide with.

use crate::scene::Wall;
use rapier2d::prelude::*;

/// A shape and where it stands.
pub(super) struct WallShape {
    pub shape: SharedShape,
    pub pose: Pose,
}

/// The solid shapes of a wall.
pub(super) fn shapes(wall: &Wall) -> Vec<WallShape> {
    let at = |shape, x: f32, y: f32| WallShape { shape, pose: Pose::from_translation(Vector::new(x, y)) };
    match wall {
        Wall::Box(rect) => {
            let (half, center) = (rect.size() / 2.0, rect.center());
            vec![at(SharedShape::cuboid(half.x, half.y), center.x, center.y)]
        }
        Wall::Circle { center, radius } => vec![at(SharedShape::ball(*radius), center.x, center.y)],
        Wall::Polygon(points) => {
            let vertices: Vec<Vector> = points.iter().map(|p| p.coords.into()).collect();
            let count = vertices.len() as u32;
            let edges: Vec<[u32; 2]> = (0..count).map(|i| [i, (i + 1) % count]).collect();
            // Solid pieces keep units out of the inside; the outline is what they slide along.
            vec![at(SharedShape::convex_decomposition(&vertices, &edges), 0.0, 0.0)]
        }
        Wall::Chain(points) => points
            .windows(2)
            .map(|ends| at(SharedShape::segment(ends[0].coords.into(), ends[1].coords.into()), 0.0, 0.0))
            .collect(),
    }
}
