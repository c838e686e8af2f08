//! Animations. All frames share one palette, and each frame stores only what changed.

use super::format::{OutputFormat, OutputKind, RecordingOptions};
use super::frame_renderer::FrameRenderer;
use super::frames::{FrameClock, LAST};
use super::palette::Palette;
use super::picture::{Picture, check_size};
use super::picture_recorder::{Entrant, PictureRecorder, clock};
use crate::files::{ExportError, Partial};
use gif::{Encoder, EncodingError, Frame, Repeat};
use sidestep::world::World;
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// An animation of a run.
pub static GIF: OutputFormat = OutputFormat {
    ending: "gif",
    meaning: "the run as an animation",
    is_binary: true,
    kind: OutputKind::Animation { most_fps: MOST_FPS },
    open: |path, options| Ok(Box::new(GifRecorder::with_options(path, options)?)),
    open_pictures: Some(|path, options| Ok(Box::new(GifRecorder::with_options(path, options)?))),
};

/// Browsers slow down animations with more frames per second.
const MOST_FPS: f32 = 50.0;

/// Options of an animation.
#[derive(Debug, Clone, PartialEq)]
pub struct GifOptions {
    /// The contents of each frame.
    pub picture: Picture,
    /// Frames per second, up to 50.
    pub fps: f32,
    /// Seconds of the run per second of the animation.
    pub speed: f32,
    /// The time from which the run is recorded, s; none means the start.
    pub from: Option<f32>,
    /// The time to which the run is recorded, s; none means the end.
    pub to: Option<f32>,
}

impl Default for GifOptions {
    fn default() -> Self {
        let picture = Picture { size: (800, 450), ..Picture::default() };
        GifOptions { picture, fps: 15.0, speed: 1.0, from: None, to: None }
    }
}

/// Writes a run as an animation.
pub struct GifRecorder {
    path: PathBuf,
    renderer: FrameRenderer,
    clock: FrameClock,
    /// Opened with the first frame, because the header contains the palette, which depends on the groups.
    open: Option<Open>,
    file: Option<Partial>,
    /// The colour indices of the frame that waits until its delay is known.
    pending: Option<Vec<u8>>,
    shown: Vec<u8>,
}

struct Open {
    encoder: Encoder<Partial>,
    palette: Palette,
}

impl GifRecorder {
    /// Begins an animation.
    pub fn create(path: &Path, options: GifOptions) -> Result<GifRecorder, ExportError> {
        check_size(path, options.picture.size)?;
        let file = Partial::create(path)?;
        let sane = |value: f32, usual: f32| if value.is_finite() && value > 0.0 { value } else { usual };
        let (fps, speed) = (sane(options.fps, 15.0).min(MOST_FPS), sane(options.speed, 1.0));
        Ok(GifRecorder {
            path: path.to_path_buf(),
            renderer: FrameRenderer::new(options.picture),
            clock: FrameClock::new(fps, speed, (options.from, options.to)),
            open: None,
            file: Some(file),
            pending: None,
            shown: Vec::new(),
        })
    }

    fn with_options(path: &Path, options: &RecordingOptions) -> Result<GifRecorder, ExportError> {
        let usual = GifOptions::default();
        let picture = Picture::with_options(options, usual.picture.size);
        let fps = options.fps.unwrap_or(usual.fps);
        GifRecorder::create(path, GifOptions { picture, fps, from: options.from, to: options.to, ..usual })
    }

    /// Returns how long frame `k` is shown, in hundredths of a second, rounded so that the sum stays exact.
    fn delay(&self, k: u64) -> u16 {
        let end = |k: u64| (k as f64 * 100.0 / f64::from(self.clock.fps)).round() as u64;
        (end(k + 1) - end(k)).clamp(2, 60_000) as u16
    }

    /// Draws the frame that the clock has just counted.
    fn take(&mut self, entrants: &[Entrant], world: &World) -> Result<(), ExportError> {
        self.open(world)?;
        if let Some(waiting) = self.pending.take() {
            let delay = self.delay(self.clock.taken - 2);
            self.write(waiting, delay)?;
        }
        let Some(open) = &self.open else { return Ok(()) };
        let pixels = self.renderer.draw(entrants).chunks_exact(4);
        self.pending = Some(pixels.map(|p| open.palette.index_of(p)).collect());
        Ok(())
    }

    fn open(&mut self, world: &World) -> Result<(), ExportError> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let (theme, layout) = (self.renderer.picture.theme, world.layout());
        let groups = (0..layout.groups.len().max(1)).map(|group| theme.group_of(layout, group as u16));
        let palette = Palette::of_groups(theme, groups);
        let (width, height) = self.renderer.picture.size;
        let begin = Encoder::new(file, width as u16, height as u16, &palette.bytes());
        let encoder = begin.and_then(|mut encoder| {
            encoder.set_repeat(Repeat::Infinite)?;
            Ok(encoder)
        });
        let encoder = encoder.map_err(|e| failed(&self.path, e))?;
        self.open = Some(Open { encoder, palette });
        Ok(())
    }

    /// Writes a frame: the smallest rectangle that contains all changes, transparent where nothing changed.
    fn write(&mut self, indices: Vec<u8>, delay: u16) -> Result<(), ExportError> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let width = self.renderer.picture.size.0 as usize;
        let mut frame = Frame { delay, ..Frame::default() };
        if self.shown.is_empty() {
            (frame.width, frame.height) = (width as u16, (indices.len() / width) as u16);
            frame.buffer = Cow::Borrowed(&indices);
            open.encoder.write_frame(&frame).map_err(|e| failed(&self.path, e))?;
        } else {
            let area = changed(&self.shown, &indices, width);
            let unchanged = open.palette.unchanged();
            let mut buffer = Vec::with_capacity((area.right - area.left) * (area.bottom - area.top));
            for y in area.top..area.bottom {
                let row = y * width + area.left..y * width + area.right;
                let pairs = self.shown[row.clone()].iter().zip(&indices[row]);
                buffer.extend(pairs.map(|(old, new)| if old == new { unchanged } else { *new }));
            }
            (frame.left, frame.top) = (area.left as u16, area.top as u16);
            (frame.width, frame.height) = ((area.right - area.left) as u16, (area.bottom - area.top) as u16);
            frame.transparent = Some(unchanged);
            frame.buffer = Cow::Owned(buffer);
            open.encoder.write_frame(&frame).map_err(|e| failed(&self.path, e))?;
        }
        self.shown = indices;
        Ok(())
    }
}

impl PictureRecorder for GifRecorder {
    fn show(&mut self, entrants: &[Entrant]) -> Result<(), ExportError> {
        self.renderer.watch(entrants);
        match clock(entrants) {
            Some(world) if self.clock.take(world) => self.take(entrants, world),
            _ => Ok(()),
        }
    }

    fn complete(mut self: Box<Self>, entrants: &[Entrant]) -> Result<(), ExportError> {
        if let Some(world) = clock(entrants).filter(|world| self.clock.take_end(world)) {
            self.take(entrants, world)?;
        }
        if let Some(waiting) = self.pending.take() {
            self.write(waiting, (LAST * 100.0) as u16)?;
        }
        let Some(open) = self.open.take() else { return Ok(()) };
        let file = open.encoder.into_inner().map_err(|e| failed(&self.path, e))?;
        file.commit()
    }
}

/// A range of rows and columns of a picture; the ends are excluded.
struct ChangedArea {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

/// Returns the smallest area that contains every difference, or one pixel if there is none.
fn changed(old: &[u8], new: &[u8], width: usize) -> ChangedArea {
    let mut area = ChangedArea { left: width, right: 0, top: usize::MAX, bottom: 0 };
    for (y, (old, new)) in old.chunks_exact(width).zip(new.chunks_exact(width)).enumerate() {
        if old == new {
            continue;
        }
        let differs = |x: &usize| old[*x] != new[*x];
        area.left = area.left.min((0..width).find(differs).unwrap_or(0));
        area.right = area.right.max((0..width).rfind(differs).unwrap_or(0) + 1);
        area.top = area.top.min(y);
        area.bottom = y + 1;
    }
    if area.bottom == 0 { ChangedArea { left: 0, right: 1, top: 0, bottom: 1 } } else { area }
}

fn failed(path: &Path, error: EncodingError) -> ExportError {
    let source = match error {
        EncodingError::Io(source) => source,
        other => io::Error::other(other),
    };
    ExportError::Write { path: path.to_path_buf(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns left, right, top and bottom of the difference from an empty picture, 4 pixels wide and 3 high.
    fn area(pixels: [u8; 12]) -> [usize; 4] {
        let ChangedArea { left, right, top, bottom } = changed(&[0; 12], &pixels, 4);
        [left, right, top, bottom]
    }

    #[test]
    fn only_what_changed_is_written() {
        assert_eq!(area([0; 12]), [0, 1, 0, 1], "a picture has one pixel at least");
        assert_eq!(area([0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0]), [2, 3, 1, 2]);
        assert_eq!(area([0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0]), [1, 3, 0, 3]);
        assert_eq!(area([7, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0]), [0, 4, 0, 2]);
    }
}
