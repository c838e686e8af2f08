//! From metres to pixels and back. The world's y points up, the picture's down.

use crate::types::{Point, Rect, Vec2};

/// Pixels per metre that the camera stays between.
const SCALES: (f32, f32) = (0.01, 2000.0);

/// Which part of the world the picture shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// What is in the middle of the picture.
    pub center: Point,
    /// Pixels per metre.
    pub scale: f32,
    /// The picture's width, pixels.
    pub width: f32,
    /// The picture's height, pixels.
    pub height: f32,
}

impl Camera {
    /// Shows all of `bounds` in a picture of `size` pixels, with `margins` (at the sides, above and below,
    /// pixels) kept free.
    pub fn fit(bounds: Rect, size: (u32, u32), margins: (f32, f32)) -> Camera {
        let (width, height) = (size.0.max(1) as f32, size.1.max(1) as f32);
        let room = |whole: f32, margin: f32| (whole - 2.0 * margin).max(whole * 0.25);
        let extent = bounds.size();
        let scale = (room(width, margins.0) / extent.x.max(1e-3))
            .min(room(height, margins.1) / extent.y.max(1e-3))
            .clamp(SCALES.0, SCALES.1);
        Camera { center: bounds.center(), scale, width, height }
    }

    /// Where a point of the world is in the picture.
    pub fn to_screen(&self, p: Point) -> (f32, f32) {
        let x = (p.x - self.center.x) * self.scale + self.width / 2.0;
        let y = (self.center.y - p.y) * self.scale + self.height / 2.0;
        (x, y)
    }

    /// The point of the world at a pixel.
    pub fn to_world(&self, (x, y): (f32, f32)) -> Point {
        let dx = (x - self.width / 2.0) / self.scale;
        let dy = (self.height / 2.0 - y) / self.scale;
        Point::new(self.center.x + dx, self.center.y + dy)
    }

    /// Zooms by `factor`, keeping what is at pixel `at` where it is.
    pub fn zoom(&mut self, at: (f32, f32), factor: f32) {
        if !(factor.is_finite() && factor > 0.0) {
            return;
        }
        let held = self.to_world(at);
        self.scale = (self.scale * factor).clamp(SCALES.0, SCALES.1);
        self.center += held - self.to_world(at);
    }

    /// Moves the picture's content by `dx` pixels to the right and `dy` down.
    pub fn pan(&mut self, dx: f32, dy: f32) {
        self.center += Vec2::new(-dx, dy) / self.scale;
    }

    /// The same view in a picture of another size.
    pub fn resize(&mut self, width: u32, height: u32) {
        (self.width, self.height) = (width.max(1) as f32, height.max(1) as f32);
    }

    /// The part of the world that can be seen.
    pub fn visible(&self) -> Rect {
        let (lower, upper) = (self.to_world((0.0, self.height)), self.to_world((self.width, 0.0)));
        Rect { min: lower, max: upper }
    }
}
