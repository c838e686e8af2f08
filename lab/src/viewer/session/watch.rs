//! Watches files for changes.

use std::path::PathBuf;
use std::time::SystemTime;

/// The time between two looks at the files, s.
const INTERVAL: f32 = 0.5;

/// When a file was changed, and its size; none if it cannot be read.
type Stamp = Option<(SystemTime, u64)>;

/// The files of a map, and their state when they were read.
#[derive(Debug, Default)]
pub(super) struct Watch {
    files: Vec<PathBuf>,
    read: Vec<Stamp>,
    /// Their state at the last look. A change counts once it is the same at two looks, so that half a file is not read.
    seen: Vec<Stamp>,
    /// The time until the next look, s.
    left: f32,
    /// Whether the files have changed under unsaved changes.
    pub(super) is_behind: bool,
}

fn stamps(files: &[PathBuf]) -> Vec<Stamp> {
    let stamp = |file: &PathBuf| {
        let metadata = std::fs::metadata(file).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    };
    files.iter().map(stamp).collect()
}

impl Watch {
    pub(super) fn new(files: Vec<PathBuf>) -> Watch {
        let read = stamps(&files);
        Watch { seen: read.clone(), read, files, left: INTERVAL, is_behind: false }
    }

    /// The time until the next look, s; none without files.
    pub(super) fn left(&self) -> Option<f32> {
        (!self.files.is_empty()).then_some(self.left)
    }

    /// Looks at the files if it is time. Returns whether they have changed.
    pub(super) fn changed(&mut self, elapsed: f32) -> bool {
        self.left -= elapsed;
        if self.files.is_empty() || self.left > 0.0 {
            return false;
        }
        self.left = INTERVAL;
        let now = stamps(&self.files);
        let is_settled = now == self.seen;
        self.seen = now;
        let changed = is_settled && self.seen != self.read;
        if changed {
            self.read.clone_from(&self.seen);
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twice a second, and a file that changes between two looks is not whole yet.
    #[test]
    fn a_change_counts_once_it_is_the_same_at_two_looks() {
        let Ok(folder) = tempfile::tempdir() else { panic!("no folder") };
        let file = folder.path().join("map.toml");
        let write = |text: &str| assert!(std::fs::write(&file, text).is_ok());
        write("1");
        let mut watch = Watch::new(vec![file.clone()]);
        assert_eq!(watch.left(), Some(0.5));
        write("12");
        assert!(!watch.changed(0.3) && !watch.changed(0.3), "the first look is after 0.5 s");
        write("123");
        assert!(!watch.changed(0.4) && !watch.changed(0.2) && !watch.changed(0.4));
        assert!(watch.changed(0.2));
        assert!(!watch.changed(0.6) && !watch.changed(0.6), "it is known");
        assert!(std::fs::remove_file(&file).is_ok());
        assert!(!watch.changed(0.6) && watch.changed(0.6));
        let mut none = Watch::new(Vec::new());
        assert!(none.left().is_none() && !none.changed(9.0));
    }
}
