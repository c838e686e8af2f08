//! The files that a session saves: situations and pictures.

use super::Session;
use crate::draw::Canvas;
use crate::explain;
use crate::export::png;

impl Session {
    pub(super) fn save_situation(&mut self) {
        let Some(id) = self.selected else {
            return self.say("click a unit first: c saves the selected unit's situation".into());
        };
        let name = format!("situation-{}-{}-{id}.json", self.map_in_file_name(), self.world.ticks());
        let written =
            crate::files::write(&self.folder.join(&name), explain::situation(&self.world, id).as_bytes());
        self.say(match written {
            Ok(()) => format!("saved {name}; to explain it: sidestep explain {name}"),
            Err(problem) => problem.to_string(),
        });
    }

    pub(super) fn save_picture(&mut self) {
        let name = format!("sidestep-{}-{}.png", self.map_in_file_name(), self.world.ticks());
        let (width, height) = self.size;
        let mut pixels = vec![255; width as usize * height as usize * 4];
        self.message = None;
        self.draw(&mut Canvas::new(width, height, &mut pixels));
        let written = png::write(&self.folder.join(&name), self.size, &pixels);
        self.say(match written {
            Ok(()) => format!("saved {name}"),
            Err(problem) => problem.to_string(),
        });
    }

    /// The map's name with only characters that file names may have.
    fn map_in_file_name(&self) -> String {
        let fine = |c: char| if c.is_alphanumeric() || "-_.+".contains(c) { c } else { '-' };
        self.world.layout().name.chars().map(fine).collect()
    }
}
