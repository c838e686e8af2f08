//! The files that a run writes: what they may be called, and that none of them replaces another file of the run.

use crate::files::Destination;
use crate::scene::Scene;
use miette::{Result, miette};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// What was given to the options under "Output".
#[derive(Debug, Default)]
pub(super) struct Outputs {
    pub json: Option<PathBuf>,
    pub png: Option<PathBuf>,
    pub at: Option<f32>,
    pub gif: Option<PathBuf>,
    pub csv: Option<PathBuf>,
}

/// Name endings of other formats than the option's: a file of that name would not hold what it says.
const ENDINGS: [&str; 22] = [
    "apng", "avi", "bmp", "csv", "gif", "jpeg", "jpg", "json", "mkv", "mov", "mp4", "parquet", "pdf", "png",
    "svg", "tif", "tiff", "toml", "webm", "webp", "xls", "xlsx",
];

impl Outputs {
    /// Options and their files, JSON first.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let all = [("json", &self.json), ("png", &self.png), ("gif", &self.gif), ("csv", &self.csv)];
        all.into_iter().filter_map(|(format, file)| Some((format, file.as_deref()?)))
    }

    /// Whether one of them goes to standard output.
    pub fn use_stdout(&self) -> bool {
        self.files().any(|(_, file)| destination(file) == Some(Destination::Stdout))
    }

    /// Refuses files that would replace a start file of the map.
    pub fn check_starts(&self, scene: &Scene) -> Result<()> {
        let starts = scene.start_files();
        self.files().try_for_each(|(_, file)| {
            starts.iter().try_for_each(|start| check_not_input(file, "start file", start))
        })
    }

    /// Refuses files of wrong names, and files that would replace the map or each other.
    pub fn check(&self, map: &str) -> Result<()> {
        let mut seen: Vec<Destination> = Vec::new();
        for (format, file) in self.files() {
            check_not_map(file, map)?;
            check_ending(format, file)?;
            check_terminal(format, file)?;
            let Some(destination) = destination(file) else { continue };
            if seen.contains(&destination) {
                return Err(miette!(
                    help = "name a different file for each",
                    "two outputs would be written to {}",
                    display_name(file)
                ));
            }
            // A device or a pipe may take several.
            if !matches!(destination, Destination::Stream(_)) {
                seen.push(destination);
            }
        }
        Ok(())
    }
}

/// A file as messages call it.
pub(super) fn display_name(file: &Path) -> String {
    if file == Path::new("-") { "standard output".into() } else { file.display().to_string() }
}

/// None where it cannot be written, which its own error explains better.
fn destination(file: &Path) -> Option<Destination> {
    Destination::of(file).ok()
}

/// Refuses an output that is the map's own file.
pub(super) fn check_not_map(file: &Path, map: &str) -> Result<()> {
    check_not_input(file, "map", Path::new(map))
}

/// Refuses an output that is a file the run is made from.
fn check_not_input(file: &Path, what: &str, input: &Path) -> Result<()> {
    let is_file = |destination: &Destination| matches!(destination, Destination::File(_));
    let same = destination(file).filter(is_file).is_some_and(|out| Some(out) == destination(input));
    if same && input.exists() {
        let input = input.display();
        return Err(miette!(help = "name another file", "refusing to overwrite the {what} {input}"));
    }
    Ok(())
}

/// Refuses to fill a terminal with the bytes of a picture.
pub(super) fn check_terminal(format: &str, file: &Path) -> Result<()> {
    let binary = matches!(format, "png" | "gif");
    if binary && destination(file) == Some(Destination::Stdout) && io::stdout().is_terminal() {
        return Err(miette!(
            help = "name a file, or send standard output to a file or a program",
            "--{format} does not write to a terminal"
        ));
    }
    Ok(())
}

/// Refuses a name that ends like another format's, such as .jpg for a PNG.
pub(super) fn check_ending(format: &str, file: &Path) -> Result<()> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    if ending == format || !ENDINGS.contains(&ending.as_str()) {
        return Ok(());
    }
    let right = file.with_extension(format);
    Err(miette!(
        help = format!("name it {}", right.display()),
        "--{format} writes a {} file, and {} ends in .{ending}",
        format.to_uppercase(),
        file.display()
    ))
}
