//! Videos, encoded by `ffmpeg`: it gets the frames through a pipe.

use super::format::{OutputFormat, OutputKind, RecordingOptions};
use super::frame_renderer::FrameRenderer;
use super::frames::{FrameClock, LAST};
use super::picture::{Picture, check_size};
use super::picture_recorder::{Entrant, PictureRecorder, clock};
use crate::files::{ExportError, Partial};
use std::collections::VecDeque;
use std::env;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::{self, JoinHandle};

/// A video for browsers, slides and chats.
pub static MP4: OutputFormat = OutputFormat {
    ending: "mp4",
    meaning: "the run as a video (H.264); needs ffmpeg",
    is_binary: true,
    kind: OutputKind::Animation { most_fps: 60.0 },
    open: |path, options| Ok(Box::new(VideoRecorder::create(path, &H264, options)?)),
    open_pictures: Some(|path, options| Ok(Box::new(VideoRecorder::create(path, &H264, options)?))),
};

/// A video in a free format.
pub static WEBM: OutputFormat = OutputFormat {
    ending: "webm",
    meaning: "the run as a video (VP9); needs ffmpeg",
    is_binary: true,
    kind: OutputKind::Animation { most_fps: 60.0 },
    open: |path, options| Ok(Box::new(VideoRecorder::create(path, &VP9, options)?)),
    open_pictures: Some(|path, options| Ok(Box::new(VideoRecorder::create(path, &VP9, options)?))),
};

/// The program that encodes.
const ENCODER: &str = "ffmpeg";
/// Frames per second, unless given.
const FPS: f32 = 30.0;
/// The number of lines of a failed encoder's output in the error.
const LINES: usize = 6;

/// How `ffmpeg` encodes a format.
struct Codec {
    arguments: &'static [&'static str],
}

static H264: Codec = Codec {
    arguments: &[
        "-c:v",
        "libx264",
        "-preset",
        "medium",
        "-crf",
        "18",
        "-movflags",
        "+faststart",
        "-f",
        "mp4",
    ],
};

static VP9: Codec = Codec {
    arguments: &[
        "-c:v",
        "libvpx-vp9",
        "-crf",
        "28",
        "-b:v",
        "0",
        "-deadline",
        "good",
        "-cpu-used",
        "4",
        "-row-mt",
        "1",
        "-f",
        "webm",
    ],
};

/// Writes a run as a video.
pub struct VideoRecorder {
    renderer: FrameRenderer,
    clock: FrameClock,
    encoder: Encoder,
}

impl VideoRecorder {
    /// Begins a video.
    ///
    /// # Errors
    ///
    /// `ffmpeg` is not installed, or the file cannot be created.
    fn create(path: &Path, codec: &Codec, options: &RecordingOptions) -> Result<VideoRecorder, ExportError> {
        let mut picture = Picture::with_options(options, Picture::default().size);
        check_size(path, picture.size)?;
        // The encoders need even sizes.
        picture.size = (picture.size.0.next_multiple_of(2), picture.size.1.next_multiple_of(2));
        let fps = options.fps.unwrap_or(FPS);
        let encoder = Encoder::start(path, codec, picture.size, fps)?;
        let clock = FrameClock::new(fps, 1.0, (options.from, options.to));
        Ok(VideoRecorder { renderer: FrameRenderer::new(picture), clock, encoder })
    }
}

impl PictureRecorder for VideoRecorder {
    fn show(&mut self, entrants: &[Entrant]) -> Result<(), ExportError> {
        self.renderer.watch(entrants);
        match clock(entrants) {
            Some(world) if self.clock.take(world) => self.encoder.frame(self.renderer.draw(entrants)),
            _ => Ok(()),
        }
    }

    fn complete(mut self: Box<Self>, entrants: &[Entrant]) -> Result<(), ExportError> {
        if clock(entrants).is_some_and(|world| self.clock.take_end(world)) {
            self.encoder.frame(self.renderer.draw(entrants))?;
        }
        self.encoder.finish((LAST * self.clock.fps) as usize)
    }
}

/// A running `ffmpeg`, and the file that it writes.
struct Encoder {
    path: PathBuf,
    child: Child,
    input: Option<ChildStdin>,
    /// Reads its error output, so that it never waits for a reader. Returns the last lines.
    errors: Option<JoinHandle<Vec<String>>>,
    file: Option<Partial>,
    /// The file that it writes if the video goes to a stream, in which it could not seek.
    spool: Option<tempfile::NamedTempFile>,
    /// The last frame.
    last: Vec<u8>,
}

impl Encoder {
    fn start(path: &Path, codec: &Codec, size: (u32, u32), fps: f32) -> Result<Encoder, ExportError> {
        let missing = || ExportError::NoEncoder { path: path.to_path_buf(), encoder: ENCODER };
        let program = found(ENCODER).ok_or_else(missing)?;
        let file = Partial::create(path)?;
        let spool = match file.part_path() {
            Some(_) => None,
            None => Some(tempfile::NamedTempFile::new().map_err(|error| file.error(error))?),
        };
        let target = spool.as_ref().map(tempfile::NamedTempFile::path).or(file.part_path());
        let mut command = Command::new(program);
        command
            .args(["-hide_banner", "-nostats", "-loglevel", "error", "-y"])
            .args(["-f", "rawvideo", "-pixel_format", "rgb0", "-framerate", &fps.to_string()])
            .args(["-video_size", &format!("{}x{}", size.0, size.1), "-i", "pipe:0", "-an"])
            // Players take a video without a colour space for BT.601 or BT.709, by its size.
            .args(["-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p"])
            .args(["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"])
            .args(codec.arguments)
            .arg(target.unwrap_or(path))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        // Ctrl-C ends this program, which removes the file.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| file.error(error))?;
        let (input, output) = (child.stdin.take(), child.stderr.take());
        let errors = output.map(|output| thread::spawn(move || last_lines(output)));
        let path = path.to_path_buf();
        Ok(Encoder { path, child, input, errors, file: Some(file), spool, last: Vec::new() })
    }

    fn frame(&mut self, pixels: &[u8]) -> Result<(), ExportError> {
        self.last.clear();
        self.last.extend_from_slice(pixels);
        let written = self.input.as_mut().map_or(Ok(()), |input| input.write_all(pixels));
        written.map_err(|error| self.failed(error))
    }

    /// Shows the last frame `more` times, and completes the file.
    fn finish(mut self, more: usize) -> Result<(), ExportError> {
        let last = std::mem::take(&mut self.last);
        (0..more).try_for_each(|_| self.frame(&last))?;
        // Closes the pipe, after which it ends.
        self.input = None;
        let status = self.child.wait().map_err(|error| self.failed(error))?;
        if !status.success() {
            return Err(self.failed(io::Error::other(status.to_string())));
        }
        let Some(mut file) = self.file.take() else { return Ok(()) };
        if let Some(spool) = &mut self.spool {
            io::copy(spool, &mut file).map_err(|error| file.error(error))?;
        }
        file.commit()
    }

    /// The error of an encoder that has failed, with its last words.
    fn failed(&mut self, error: io::Error) -> ExportError {
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
        let lines = self.errors.take().and_then(|reader| reader.join().ok()).unwrap_or_default();
        let said = if lines.is_empty() { error.to_string() } else { lines.join("\n") };
        ExportError::Encoder { path: self.path.clone(), encoder: ENCODER, said }
    }
}

impl Drop for Encoder {
    fn drop(&mut self) {
        // A completed encoder has ended already. Another one must not write on.
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns where a program is on PATH.
fn found(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&folders).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

fn last_lines(output: impl Read) -> Vec<String> {
    let mut lines = VecDeque::new();
    // Bytes, because a message in another encoding must not stop the reading.
    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        lines.push_back(String::from_utf8_lossy(&line).trim().to_string());
        if lines.len() > LINES {
            lines.pop_front();
        }
    }
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}
