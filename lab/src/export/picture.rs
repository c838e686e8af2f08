//! Draws a world off screen.

use super::format::RecordingOptions;
use super::picture_recorder::{Entrant, clock};
use super::visible_area::VisibleArea;
use crate::draw::{
    Area, Camera, Canvas, Color, Overlays, Theme, Trails, View, legend, render, side_by_side, text, theme,
};
use crate::files::ExportError;
use crate::measure::TIME_RATIO;
use crate::scene::frame;
use sidestep::world::World;
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
    /// The visible part of the world; none means all of it.
    pub visible: Option<VisibleArea>,
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
            visible: None,
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
            visible: options.visible,
            hud: true,
        }
    }

    /// Draws the world into `pixels`, which is resized as needed.
    pub fn draw(&self, world: &World, trails: &Trails, pixels: &mut Vec<u8>) {
        let (width, height) = self.size;
        pixels.resize(width as usize * height as usize * 4, 255);
        let canvas = &mut Canvas::new(width, height, pixels);
        self.paint(&[Entrant::alone(world)], std::slice::from_ref(trails), canvas);
    }

    /// Draws worlds onto a canvas of this size, with the trails of each.
    pub(super) fn paint(&self, entrants: &[Entrant], trails: &[Trails], canvas: &mut Canvas) {
        match (entrants, trails) {
            ([Entrant { world, .. }], [trails]) => self.paint_one(world, trails, canvas),
            _ => self.paint_several(entrants, trails, canvas),
        }
    }

    fn paint_one(&self, world: &World, trails: &Trails, canvas: &mut Canvas) {
        let above = if self.hud { text::STRIP as f32 } else { 0.0 };
        let mut camera = self.camera(world, self.size, above / 2.0);
        // Only the top has a strip, so the map's middle is half a strip lower.
        camera.pan(0.0, above / 2.0);
        render(world, &View { hud: self.hud, ..self.view(camera, trails) }, canvas);
    }

    /// Draws worlds side by side, under a strip with what they have in common.
    fn paint_several(&self, entrants: &[Entrant], trails: &[Trails], canvas: &mut Canvas) {
        let Some(longest) = clock(entrants) else { return };
        let (width, height) = self.size;
        let (below, mut groups) = if self.hud {
            let in_strip = side_by_side::heading(longest, 1, self.theme, canvas);
            let groups = if in_strip { Vec::new() } else { legend::groups(longest, self.theme) };
            (side_by_side::below_heading(self.size, 1), groups)
        } else {
            (Area { x: 0, y: 0, width, height }, Vec::new())
        };
        let frame = frame(longest.layout()).size();
        let legends =
            if self.hud { self.overlays.iter().count() + usize::from(!groups.is_empty()) } else { 0 };
        let areas =
            side_by_side::arrange(below.size(), entrants.len(), frame.x / frame.y.max(1e-3), legends, 1);
        let mut cells = Vec::new();
        for ((entrant, trails), parts) in entrants.iter().zip(trails).zip(areas) {
            let world = entrant.world;
            let view = self.view(self.camera(world, parts.map.size(), 0.0), trails);
            // Only the first legend has the groups.
            let mut legend = std::mem::take(&mut groups);
            legend.extend(legend::overlays_of_cell(&view.viewpoint(world), &view.overlays));
            let caption = caption(entrant, self.theme);
            cells.push(side_by_side::Cell { parts, world, view, caption, legend });
        }
        side_by_side::draw(&cells, 1, self.theme, &mut canvas.part(below));
    }

    fn view<'a>(&self, camera: Camera, trails: &'a Trails) -> View<'a> {
        View {
            camera,
            overlays: self.overlays.clone(),
            selected: self.selected,
            alpha: 1.0,
            theme: self.theme,
            moment: None,
            trails,
            hud: false,
        }
    }

    /// The camera of a picture of `size`, with a margin of `above` more pixels at the top and bottom.
    fn camera(&self, world: &World, size: (u32, u32), above: f32) -> Camera {
        let whole = Camera::fit(frame(world.layout()), size, (8.0, 8.0 + above));
        let Some(VisibleArea { middle, width }) = self.visible else { return whole };
        Camera { center: world.layout().local_point(middle), scale: whole.width / width, ..whole }
    }
}

/// The caption of a world: its mode, how many units have arrived, and their time ratio.
fn caption(entrant: &Entrant, theme: &Theme) -> Vec<(String, Color)> {
    let world = entrant.world;
    let mut pieces = vec![(entrant.label.to_string(), theme.accent)];
    if world.walkers() > 0 {
        pieces.push((format!("arrived {}/{}", world.arrived(), world.walkers()), theme.text));
    }
    if let Some(metrics) = entrant.metrics() {
        let ratio = metrics.value(&TIME_RATIO).map_or("-".into(), |ratio| TIME_RATIO.text(Some(ratio)));
        pieces.push((format!("{} {ratio}", TIME_RATIO.heading()), theme.text));
    }
    if world.finished() {
        pieces.push((format!("{:.1} s", world.time()), theme.text_dim));
    }
    pieces
}

/// The largest width and height in pixels. Larger pictures would need gigabytes.
const MOST_PIXELS: u32 = 16384;

pub(super) fn check_size(path: &Path, (width, height): (u32, u32)) -> Result<(), ExportError> {
    if (1..=MOST_PIXELS).contains(&width) && (1..=MOST_PIXELS).contains(&height) {
        return Ok(());
    }
    Err(ExportError::Size { path: path.to_path_buf(), width, height, most: MOST_PIXELS })
}
