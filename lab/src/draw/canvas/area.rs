//! Rectangles and positions on a canvas.

/// A rectangle of whole pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// The left edge.
    pub x: u32,
    /// The upper edge.
    pub y: u32,
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

impl Area {
    /// The width and the height.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Whether the pixel is in the area.
    pub fn contains(&self, (x, y): Xy) -> bool {
        let within = |v: f32, from: u32, size: u32| v >= from as f32 && v < from as f32 + size as f32;
        within(x, self.x, self.width) && within(y, self.y, self.height)
    }
}

/// A position on the canvas.
pub type Xy = (f32, f32);
