//! Recordings that the program has made.

use super::output_files::display_name;
use crate::run::{Repeats, Run};
use crate::scene::RecordedScene;
use miette::{Result, miette};
use sidestep::recording::Recording;
use sidestep::world::{Layout, World};
use std::path::Path;

/// A recording with the layout of its world.
pub(super) struct Opened {
    pub recording: Recording,
    pub scene: RecordedScene,
    pub layout: Layout,
}

impl Opened {
    /// Reads a recording that this program has made. One of another version is refused, unless `anyway`.
    pub fn read(file: &Path, anyway: bool) -> Result<Opened> {
        let name = display_name(file);
        let bytes = std::fs::read(file).map_err(|error| {
            miette!(
                help = "name a file that `sidestep run --record FILE` has written",
                "cannot read {name}: {error}"
            )
        })?;
        let recording = Recording::read(&bytes).map_err(|error| miette!("{name}: {error}"))?;
        if !anyway && !recording.is_of_this_version() {
            return Err(miette!(
                help = "install that version, or add --anyway: the run then comes out differently if anything that it uses has changed",
                "{name} was recorded by Sidestep {}, and this is {}",
                recording.version(),
                sidestep::saved::VERSION
            ));
        }
        let scene = RecordedScene::from_bytes(recording.scene()).ok_or_else(|| {
            miette!(
                help = "a game that makes recordings of its own plays them itself, with sidestep::recording::Recording",
                "{name} has no map that this program can read"
            )
        })?;
        let layout = scene.layout()?;
        Ok(Opened { recording, scene, layout })
    }

    /// The world at the beginning of the recording.
    pub fn world(&self, threads: usize) -> Result<World> {
        let player = self.recording.play(self.layout.clone(), threads).map_err(|error| miette!("{error}"))?;
        Ok(player.into_world())
    }

    /// What is repeated up to a tick.
    pub fn repeats(&self, to: u64) -> Repeats {
        Repeats { inputs: self.recording.all_inputs().to_vec(), to }
    }

    /// The run that repeats the recording.
    pub fn run(&self, world: World) -> Run {
        Run::new(world).repeating(self.repeats(self.recording.last_tick()))
    }
}
