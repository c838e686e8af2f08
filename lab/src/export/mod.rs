//! Output files of a run. Each format is a module with an entry in [`FORMATS`]. A run calls [`Recorder::record`] before the
//! first tick and after every tick, then [`Recorder::finish`].
//!
//! Files are renamed into place once they are complete, so a killed run leaves no partial file. `-`, devices and pipes are
//! written directly.

pub mod csv;
mod format;
mod formats;
mod frame_renderer;
mod frames;
pub mod gif;
pub mod json;
pub mod palette;
pub mod picture;
mod picture_recorder;
pub mod png;
mod recorder;
mod recording;
mod still;
pub mod svg;
pub mod video;
mod visible_area;

/// The recipe of docs/library.md compiles.
#[cfg(test)]
#[path = "../../../docs/recipes/hash.rs"]
mod hash;

pub use crate::files::ExportError;
pub use csv::{CSV, CsvRecorder};
pub use format::{OpenPictures, OpenRecorder, OutputFormat, OutputKind, RecordingOptions};
pub use formats::{FORMATS, ending, format_of};
pub use gif::{GIF, GifOptions, GifRecorder};
pub use json::{JSON, JsonRecorder};
pub use picture::Picture;
pub use picture_recorder::{Entrant, PictureRecorder};
pub use png::{PNG, PngRecorder};
pub use recorder::{Recorder, Recorders};
pub use recording::RecordingFile;
pub use svg::{SVG, SvgRecorder};
pub use video::{MP4, VideoRecorder, WEBM};
pub use visible_area::VisibleArea;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Run;
    use crate::scene::{LayoutOptions, Scene};
    use sidestep::world::World;

    #[test]
    fn the_recipe_writes_a_line_for_the_start_and_for_each_tick() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.hash");
        let scene = Scene::built_in("small-groups").unwrap();
        let world = World::new(scene.layout(&LayoutOptions::default()).unwrap(), 1);
        let recorder = (hash::HASH.open)(&file, &RecordingOptions::default()).unwrap();
        let mut recorders = Recorders::start(vec![recorder], &world).unwrap();
        let run = Run::new(world).until(0.1).observe(&mut recorders).finish();
        recorders.finish(&run).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 7, "{text}");
        assert_eq!(lines[6], format!("{:016x}", run.world.state_hash()));
        assert_ne!(lines[5], lines[6]);
    }
}
