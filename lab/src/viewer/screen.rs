//! The surface of the window: the worlds' pixels, and over them what egui draws.

use super::blit::Blit;
use super::error::ViewerError;
use crate::draw::canvas::Area;
use crate::draw::theme::Color as ThemeColor;
use egui::{ClippedPrimitive, FullOutput, TexturesDelta, ViewportId};
use egui_wgpu::{Renderer, RendererOptions, ScreenDescriptor};
use pixels::wgpu::{
    Color, LoadOp, Operations, RenderPassColorAttachment, RenderPassDescriptor, StoreOp, TextureFormat,
};
use pixels::{Pixels, PixelsBuilder, SurfaceTexture};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Duration;
use winit::dpi::PhysicalSize;
use winit::window::Window;

/// The open window.
pub(super) struct Screen {
    pub window: Arc<Window>,
    pixels: Pixels<'static>,
    /// Width and height of the surface, pixels.
    pub size: PhysicalSize<u32>,
    pub input: egui_winit::State,
    renderer: Renderer,
    blit: Blit,
    /// What egui drew last.
    jobs: Vec<ClippedPrimitive>,
    pixels_per_point: f32,
    textures: TexturesDelta,
}

impl Screen {
    pub fn new(window: Window, context: &egui::Context) -> Result<Screen, ViewerError> {
        let window = Arc::new(window);
        let size = at_least_one(window.inner_size());
        let (pixels, renderer, blit) = graphics(&window, size)?;
        let most = pixels.device().limits().max_texture_dimension_2d as usize;
        let scale = Some(window.scale_factor() as f32);
        let input =
            egui_winit::State::new(context.clone(), ViewportId::ROOT, &window, scale, None, Some(most));
        Ok(Screen {
            window,
            pixels,
            size,
            input,
            renderer,
            blit,
            jobs: Vec::new(),
            pixels_per_point: 1.0,
            textures: TexturesDelta::default(),
        })
    }

    /// Gives the picture of the worlds the size of their part of the window.
    pub fn resize_picture(&mut self, (width, height): (u32, u32)) {
        let extent = self.pixels.texture().size();
        // Larger than the graphics card's largest texture: keep the old size, stretched.
        if (extent.width, extent.height) != (width, height)
            && self.pixels.resize_buffer(width, height).is_ok()
        {
            self.blit.set_source(self.pixels.device(), self.pixels.texture());
        }
    }

    /// Follows the window's size. Returns whether it changed, and the picture must be laid out again.
    pub fn follow_size(&mut self) -> bool {
        let size = at_least_one(self.window.inner_size());
        if size == self.size {
            return false;
        }
        // Larger than the graphics card's largest texture: keep the old size, stretched.
        let _ = self.pixels.resize_surface(size.width, size.height);
        self.size = size;
        true
    }

    /// The pixels of the worlds, with their width and height.
    pub fn frame(&mut self) -> (u32, u32, &mut [u8]) {
        let extent = self.pixels.texture().size();
        (extent.width, extent.height, self.pixels.frame_mut())
    }

    /// Takes what egui drew. Returns the time until egui wants to draw again, if it does.
    pub fn take_output(&mut self, output: FullOutput) -> Option<Duration> {
        let context = self.input.egui_ctx().clone();
        self.input.handle_platform_output(&self.window, output.platform_output);
        self.pixels_per_point = output.pixels_per_point;
        self.jobs = context.tessellate(output.shapes, output.pixels_per_point);
        self.textures.append(output.textures_delta);
        let again = output.viewport_output.get(&ViewportId::ROOT).map(|viewport| viewport.repaint_delay);
        again.filter(|delay| *delay < Duration::from_secs(3600))
    }

    /// Shows the worlds in this part of the window, and over them what egui drew last. The rest has the colour of the panel. If the
    /// display goes away, wgpu panics, which counts as an error.
    pub fn present(&mut self, worlds: Area, panel: ThemeColor) -> Result<(), String> {
        guarded(|| self.render(worlds, panel)).and_then(|shown| shown.map_err(|error| error.to_string()))
    }

    fn render(&mut self, worlds: Area, panel: ThemeColor) -> Result<(), pixels::Error> {
        self.window.pre_present_notify();
        let background = target_color(panel, self.pixels.surface_texture_format());
        let worlds = within(worlds, self.size);
        let (renderer, blit, jobs) = (&mut self.renderer, &self.blit, &self.jobs);
        let mut textures = std::mem::take(&mut self.textures);
        let descriptor = ScreenDescriptor {
            size_in_pixels: [self.size.width, self.size.height],
            pixels_per_point: self.pixels_per_point,
        };
        let shown = self.pixels.render_with(|encoder, target, context| {
            for (id, delta) in textures.set.drain(..) {
                renderer.update_texture(&context.device, &context.queue, id, &delta);
            }
            renderer.update_buffers(&context.device, &context.queue, encoder, jobs, &descriptor);
            let attachment = RenderPassColorAttachment {
                view: target,
                depth_slice: None,
                resolve_target: None,
                ops: Operations { load: LoadOp::Clear(background), store: StoreOp::Store },
            };
            let pass = encoder.begin_render_pass(&RenderPassDescriptor {
                label: Some("egui"),
                color_attachments: &[Some(attachment)],
                ..RenderPassDescriptor::default()
            });
            let mut pass = pass.forget_lifetime();
            if let Some(worlds) = worlds {
                blit.draw(worlds, &mut pass);
            }
            renderer.render(&mut pass, jobs, &descriptor);
            Ok(())
        });
        for id in textures.free.drain(..) {
            self.renderer.free_texture(&id);
        }
        // If the surface was lost before, the textures are still to be uploaded.
        self.textures.append(textures);
        shown
    }

    /// Tries to restore a lost surface.
    pub fn restore(&mut self) -> bool {
        guarded(|| self.pixels.resize_surface(self.size.width, self.size.height).is_ok()).unwrap_or(false)
    }
}

/// Runs work that panics if the display or its driver is broken. Returns the panic's message as an error.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    panic::set_hook(hook);
    done.map_err(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or(payload.downcast_ref::<&str>().copied());
        text.unwrap_or("the graphics driver failed").replace('\n', " ")
    })
}

fn at_least_one(size: PhysicalSize<u32>) -> PhysicalSize<u32> {
    PhysicalSize::new(size.width.max(1), size.height.max(1))
}

/// The part of an area within the window, unless it is empty. The window may have shrunk since its layout.
fn within(area: Area, size: PhysicalSize<u32>) -> Option<Area> {
    let width = area.width.min(size.width.saturating_sub(area.x));
    let height = area.height.min(size.height.saturating_sub(area.y));
    (width > 0 && height > 0).then_some(Area { width, height, ..area })
}

/// A colour as a target of this format expects it: one that converts to sRGB expects linear values.
fn target_color(color: ThemeColor, format: TextureFormat) -> Color {
    let value = |channel: u8| {
        let gamma = f64::from(channel) / 255.0;
        match (format.is_srgb(), gamma < 0.04045) {
            (false, _) => gamma,
            (true, true) => gamma / 12.92,
            (true, false) => ((gamma + 0.055) / 1.055).powf(2.4),
        }
    };
    Color { r: value(color.r), g: value(color.g), b: value(color.b), a: 1.0 }
}

/// Creates the surface, egui's renderer and the worlds' copier. A broken driver can make wgpu panic, which counts as no graphics.
fn graphics(
    window: &Arc<Window>,
    size: PhysicalSize<u32>,
) -> Result<(Pixels<'static>, Renderer, Blit), ViewerError> {
    let build = |plain: bool| {
        let surface = SurfaceTexture::new(size.width, size.height, window.clone());
        // The window limits its frames, so that the world does not wait for the screen.
        // egui's textures are not linear.
        let mut builder = PixelsBuilder::new(size.width, size.height, surface)
            .enable_vsync(false)
            .texture_format(TextureFormat::Rgba8Unorm);
        if plain {
            // Without conversions to sRGB, which a software driver computes for every pixel.
            builder = builder
                .render_texture_format(TextureFormat::Bgra8Unorm)
                .surface_texture_format(TextureFormat::Bgra8Unorm);
        }
        let pixels = builder.build()?;
        let options = RendererOptions { dithering: false, ..RendererOptions::default() };
        let renderer = Renderer::new(pixels.device(), pixels.surface_texture_format(), options);
        let blit = Blit::new(pixels.device(), pixels.texture(), pixels.surface_texture_format());
        Ok::<_, pixels::Error>((pixels, renderer, blit))
    };
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    // wgpu panics if the surface has no such format.
    let built = panic::catch_unwind(AssertUnwindSafe(|| build(true)));
    let built = match built {
        Ok(Ok(built)) => Ok(Ok(built)),
        Ok(Err(_)) | Err(_) => panic::catch_unwind(AssertUnwindSafe(|| build(false))),
    };
    panic::set_hook(hook);
    match built {
        Ok(Ok(built)) => Ok(built),
        Ok(Err(error)) => Err(ViewerError::NoGpu(error.to_string().trim_end_matches('.').into())),
        Err(_) => Err(ViewerError::NoGpu("the graphics driver does not work".into())),
    }
}
