//! Animations. All frames share one palette, and each frame stores only what changed.

use super::format::OutputFormat;
use super::palette::Palette;
use super::picture::{Picture, check_size};
use super::recorder::Recorder;
use crate::draw::Trails;
use crate::files::{ExportError, Partial};
use crate::run::CompletedRun;
use crate::world::World;
use gif::{Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

/// An animation of a run.
pub static GIF: OutputFormat = OutputFormat {
    ending: "gif",
    meaning: "the run as an animation",
    is_binary: true,
    open: |path, options| {
        let picture = Picture::with_options(options, GifOptions::default().picture.size);
        Ok(Box::new(GifRecorder::create(path, GifOptions { picture, ..GifOptions::default() })?))
    },
};

/// How long the last frame is shown before the animation repeats, in hundredths of a second.
const LAST: u16 = 150;

/// Options of an animation.
#[derive(Debug, Clone, PartialEq)]
pub struct GifOptions {
    /// The contents of each frame.
    pub picture: Picture,
    /// Frames per second, up to 50.
    pub fps: f32,
    /// Seconds of the run per second of the animation.
    pub speed: f32,
}

impl Default for GifOptions {
    fn default() -> Self {
        let picture = Picture { size: (800, 450), ..Picture::default() };
        GifOptions { picture, fps: 15.0, speed: 1.0 }
    }
}

/// Writes a run as an animation.
pub struct GifRecorder {
    path: PathBuf,
    options: GifOptions,
    /// Opened with the first frame, because the header contains the palette, which depends on the groups.
    open: Option<Open>,
    file: Option<Partial>,
    trails: Trails,
    pixels: Vec<u8>,
    /// The tick of the first frame.
    first: Option<u64>,
    /// The number of frames so far.
    taken: u64,
    last: Option<u64>,
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
        let options =
            GifOptions { fps: sane(options.fps, 15.0).min(50.0), speed: sane(options.speed, 1.0), ..options };
        Ok(GifRecorder {
            path: path.to_path_buf(),
            options,
            open: None,
            file: Some(file),
            trails: Trails::default(),
            pixels: Vec::new(),
            first: None,
            taken: 0,
            last: None,
            pending: None,
            shown: Vec::new(),
        })
    }

    /// Returns the tick at which frame `k` is due.
    fn due(&self, k: u64) -> u64 {
        let ticks = k as f64 * 60.0 * f64::from(self.options.speed) / f64::from(self.options.fps);
        self.first.unwrap_or(0) + ticks.round() as u64
    }

    /// Returns how long frame `k` is shown, in hundredths of a second, rounded so that the sum stays exact.
    fn delay(&self, k: u64) -> u16 {
        let end = |k: u64| (k as f64 * 100.0 / f64::from(self.options.fps)).round() as u64;
        (end(k + 1) - end(k)).clamp(2, 60_000) as u16
    }

    fn take(&mut self, world: &World) -> Result<(), ExportError> {
        self.open(world)?;
        self.options.picture.draw(world, &self.trails, &mut self.pixels);
        if let Some(waiting) = self.pending.take() {
            let delay = self.delay(self.taken - 1);
            self.write(waiting, delay)?;
        }
        let Some(open) = &self.open else { return Ok(()) };
        self.pending = Some(self.pixels.chunks_exact(4).map(|p| open.palette.index_of(p)).collect());
        self.taken += 1;
        self.last = Some(world.ticks());
        Ok(())
    }

    fn open(&mut self, world: &World) -> Result<(), ExportError> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let palette = Palette::of_theme(self.options.picture.theme, world.layout().groups.len());
        let (width, height) = self.options.picture.size;
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
        let width = self.options.picture.size.0 as usize;
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

impl Recorder for GifRecorder {
    fn record(&mut self, world: &World) -> Result<(), ExportError> {
        self.trails.record(world);
        let tick = world.ticks();
        self.first.get_or_insert(tick);
        if self.last == Some(tick) || tick < self.due(self.taken) { Ok(()) } else { self.take(world) }
    }

    fn finish(mut self: Box<Self>, run: &CompletedRun) -> Result<(), ExportError> {
        let world = &run.world;
        if self.last != Some(world.ticks()) {
            self.take(world)?;
        }
        if let Some(waiting) = self.pending.take() {
            self.write(waiting, LAST)?;
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
