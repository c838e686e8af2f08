//! What the window remembers from one session to the next: its size, the map, the panel and the theme.
//!
//! It is kept in the platform's folder for state, or in the file that the environment variable `SIDESTEP_STATE` names. If that is
//! empty, nothing is remembered. A file that cannot be used is ignored, with a note.

use crate::files::{self, Destination};
use etcetera::AppStrategy;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The environment variable that names the file.
pub const STATE: &str = "SIDESTEP_STATE";

/// The smallest and largest accepted width and height, logical pixels.
const SIDES: std::ops::RangeInclusive<u32> = 100..=16_384;
/// More bytes than any file that the window writes.
const MOST_BYTES: u64 = 1 << 20;

/// What the window remembers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowMemory {
    /// The window's width, logical pixels.
    pub width: u32,
    /// The window's height, logical pixels.
    pub height: u32,
    /// Whether the window fills the screen.
    pub maximised: bool,
    /// The map's name or path, if one was open.
    pub map: Option<String>,
    /// Whether the panel is open.
    pub panel: bool,
    /// The name of the theme; none for the default.
    pub theme: Option<String>,
    /// Whether the hint of the first run was closed.
    pub hint_closed: bool,
    /// Whether each section of the panel is open. A section that is missing is as the window opens it.
    pub sections: BTreeMap<String, bool>,
}

impl Default for WindowMemory {
    fn default() -> Self {
        WindowMemory {
            width: 1280,
            height: 720,
            maximised: false,
            map: None,
            panel: true,
            theme: None,
            hint_closed: false,
            sections: BTreeMap::new(),
        }
    }
}

impl WindowMemory {
    /// The file for the state of the user's windows, or none if nothing is to be remembered.
    pub fn file() -> Option<PathBuf> {
        file_given(std::env::var_os(STATE))
    }

    /// Reads what the last session left in a file, or returns the defaults. The text is a note about a file that cannot be used.
    pub fn read(path: &Path) -> (WindowMemory, Option<String>) {
        match read(path) {
            Ok(memory) => (memory, None),
            Err(reason) => {
                let note = format!(
                    "the window starts with its defaults: {} cannot be read: {reason}",
                    path.display()
                );
                (WindowMemory::default(), Some(note))
            }
        }
    }

    /// Keeps it in a file for the next session. Returns a note if that failed.
    pub fn write(&self, path: &Path) -> Option<String> {
        let failed = |reason: String| {
            format!("the window's state is not remembered: {} cannot be written: {reason}", path.display())
        };
        write(self, path).err().map(failed)
    }
}

/// The file if the environment variable has this value.
fn file_given(named: Option<OsString>) -> Option<PathBuf> {
    if let Some(named) = named {
        return (!named.is_empty()).then(|| PathBuf::from(named));
    }
    let program = etcetera::AppStrategyArgs {
        top_level_domain: String::new(),
        author: String::new(),
        app_name: "sidestep".into(),
    };
    let folders = etcetera::app_strategy::choose_native_strategy(program).ok()?;
    // Only some platforms tell state from data.
    Some(folders.state_dir().unwrap_or_else(|| folders.data_dir()).join("window.toml"))
}

fn read(path: &Path) -> Result<WindowMemory, String> {
    let text = match fs::metadata(path) {
        // The first run.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(WindowMemory::default()),
        Err(error) => return Err(error.to_string()),
        Ok(metadata) if !metadata.is_file() => return Err("it is not a file".into()),
        Ok(metadata) if metadata.len() > MOST_BYTES => return Err("it is too large".into()),
        Ok(_) => fs::read_to_string(path).map_err(|error| error.to_string())?,
    };
    let memory: WindowMemory = toml::from_str(&text).map_err(|error| error.message().to_string())?;
    if SIDES.contains(&memory.width) && SIDES.contains(&memory.height) {
        Ok(memory)
    } else {
        Err(format!("width and height must be between {} and {}", SIDES.start(), SIDES.end()))
    }
}

fn write(memory: &WindowMemory, path: &Path) -> Result<(), String> {
    let text = toml::to_string(memory).map_err(|error| error.to_string())?;
    if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    match Destination::for_path(path) {
        Ok(Destination::File(_)) => {}
        Ok(_) => return Err("it is not a file".into()),
        Err(error) => return Err(error.to_string()),
    }
    let text = format!("# What Sidestep's window remembers. It is safe to delete.\n{text}");
    files::write(path, text.as_bytes()).map_err(|error| match std::error::Error::source(&error) {
        Some(source) => source.to_string(),
        None => error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn memories() -> impl Strategy<Value = WindowMemory> {
        let size = (SIDES, SIDES);
        let flags = any::<[bool; 3]>();
        let names = (prop::option::of(".*"), prop::option::of(".*"));
        let sections = prop::collection::btree_map(".*", any::<bool>(), 0..4);
        (size, flags, names, sections).prop_map(|((width, height), flags, (map, theme), sections)| {
            let [maximised, panel, hint_closed] = flags;
            WindowMemory { width, height, maximised, map, panel, theme, hint_closed, sections }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_written_is_read(memory in memories()) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("new").join("window.toml");
            prop_assert_eq!(WindowMemory::read(&path), (WindowMemory::default(), None));
            prop_assert_eq!(memory.write(&path), None);
            prop_assert_eq!(WindowMemory::read(&path), (memory, None));
        }
    }

    #[test]
    fn a_damaged_file_is_ignored_with_a_note_and_then_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("window.toml");
        for text in
            ["width = ", "width = \"wide\"", "width = 0", "height = 99999999999", "map = [1]", "\u{0}"]
        {
            fs::write(&path, text).unwrap();
            let (memory, note) = WindowMemory::read(&path);
            assert_eq!(memory, WindowMemory::default(), "{text}");
            let note = note.unwrap();
            assert!(note.contains("window.toml") && note.lines().count() == 1, "{note}");
        }
        fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(WindowMemory::read(&path).1.is_some());
        assert_eq!(WindowMemory::default().write(&path), None);
        assert_eq!(WindowMemory::read(&path).1, None);
    }

    #[test]
    fn keys_of_another_version_do_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("window.toml");
        fs::write(&path, "panel = false\nlater = { a = 1 }\n").unwrap();
        assert_eq!(
            WindowMemory::read(&path),
            (WindowMemory { panel: false, ..WindowMemory::default() }, None)
        );
    }

    #[test]
    fn a_file_that_cannot_be_written_gives_a_note() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for path in [folder.path().to_path_buf(), file.join("window.toml"), PathBuf::from("-")] {
            let note = WindowMemory::default().write(&path).unwrap();
            assert_eq!(note.lines().count(), 1, "{note}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn the_environment_names_the_file_or_none() {
        assert_eq!(file_given(Some("".into())), None);
        assert_eq!(file_given(Some("/a/b.toml".into())), Some("/a/b.toml".into()));
        // Of this program alone, whatever folder the platform has for it.
        let usual = file_given(None);
        let is_own = |path: &PathBuf| path.is_absolute() && path.ends_with("sidestep/window.toml");
        assert!(usual.as_ref().is_some_and(is_own), "{usual:?}");
    }
}
