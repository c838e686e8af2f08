//! Draws a world off screen.

use super::format::RecordingOptions;
use crate::draw::{Camera, Canvas, Hud, Overlays, Theme, Trails, View, render, text, theme};
use crate::files::ExportError;
use crate::world::World;
use std::path::Path;

/// The contents of a recorded picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// The overlays.
    pub overlays: Overlays,
    /// The unit shown by the overlays.
    pub selected: Option<usize>,
    /// The colours.
    pub theme: &'static Theme,
    /// Whether the strip with map, mode and arrivals is drawn.
    pub hud: bool,
}

impl Default for Picture {
    fn default() -> Self {
        Picture {
            size: (1280, 720),
            overlays: Overlays::NONE,
            selected: None,
            theme: &theme::DARK,
            hud: true,
        }
    }
}

impl Picture {
    /// Makes a picture from options. `usual` is the default size.
    pub fn with_options(options: &RecordingOptions, usual: (u32, u32)) -> Picture {
        Picture {
            size: options.size.unwrap_or(usual),
            overlays: options.overlays.clone(),
            selected: options.selected,
            theme: options.theme.unwrap_or(&theme::DARK),
            hud: true,
        }
    }

    /// Draws the whole map into `pixels`, which is resized as needed.
    pub fn draw(&self, world: &World, trails: &Trails, pixels: &mut Vec<u8>) {
        let (width, height) = self.size;
        pixels.resize(width as usize * height as usize * 4, 255);
        let above = if self.hud { text::STRIP as f32 } else { 0.0 };
        let mut camera = Camera::fit(world.layout().frame(), self.size, (8.0, 8.0 + above / 2.0));
        // Only the top has a strip, so the map's middle is half a strip lower.
        camera.pan(0.0, above / 2.0);
        let view = View {
            camera,
            overlays: self.overlays.clone(),
            selected: self.selected,
            alpha: 1.0,
            theme: self.theme,
            trails,
            hud: self.hud.then(|| Hud { text_scale: 1, ..Hud::default() }),
        };
        render(world, &view, &mut Canvas::new(width, height, pixels));
    }
}

/// The largest width and height in pixels. Larger pictures would need gigabytes.
const MOST_PIXELS: u32 = 16384;

pub(super) fn check_size(path: &Path, (width, height): (u32, u32)) -> Result<(), ExportError> {
    if (1..=MOST_PIXELS).contains(&width) && (1..=MOST_PIXELS).contains(&height) {
        return Ok(());
    }
    Err(ExportError::Size { path: path.to_path_buf(), width, height, most: MOST_PIXELS })
}
