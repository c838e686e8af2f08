//! Conversion between metres and pixels. The world's y axis points up, the picture's down.

use sidestep::types::{Point, Rect, Vec2};

/// The range of the scale, pixels per metre.
const SCALES: (f32, f32) = (0.01, 2000.0);

/// The visible part of the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// The point in the middle of the picture.
    pub center: Point,
    /// Pixels per metre.
    pub scale: f32,
    /// The picture's width, pixels.
    pub width: f32,
    /// The picture's height, pixels.
    pub height: f32,
}

impl Camera {
    /// Shows all of `bounds` in a picture of `size` pixels, with free `margins` at the sides and at the top and bottom, pixels.
    pub fn fit(bounds: Rect, size: (u32, u32), margins: (f32, f32)) -> Camera {
        let (width, height) = (size.0.max(1) as f32, size.1.max(1) as f32);
        let room = |whole: f32, margin: f32| (whole - 2.0 * margin).max(whole * 0.25);
        let extent = bounds.size();
        let scale = (room(width, margins.0) / extent.x.max(1e-3))
            .min(room(height, margins.1) / extent.y.max(1e-3))
            .clamp(SCALES.0, SCALES.1);
        Camera { center: bounds.center(), scale, width, height }
    }

    /// The pixel of a point of the world.
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

    /// Zooms by `factor` about the pixel `at`.
    pub fn zoom(&mut self, at: (f32, f32), factor: f32) {
        if !(factor.is_finite() && factor > 0.0) {
            return;
        }
        let held = self.to_world(at);
        self.scale = (self.scale * factor).clamp(SCALES.0, SCALES.1);
        self.center += held - self.to_world(at);
    }

    /// Moves the picture's content by `dx` pixels right and `dy` down.
    pub fn pan(&mut self, dx: f32, dy: f32) {
        self.center += Vec2::new(-dx, dy) / self.scale;
    }

    /// The same view in a picture of another size.
    pub fn resize(&mut self, width: u32, height: u32) {
        (self.width, self.height) = (width.max(1) as f32, height.max(1) as f32);
    }

    /// The visible rectangle of the world.
    pub fn visible(&self) -> Rect {
        let (lower, upper) = (self.to_world((0.0, self.height)), self.to_world((self.width, 0.0)));
        Rect { min: lower, max: upper }
    }
}
