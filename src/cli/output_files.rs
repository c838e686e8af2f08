//! The files that a run writes: what they may be called, and that none of them replaces another file of the run.

use crate::export::{FORMATS, OutputFormat, Recorder, RecordingOptions, ending, format_of};
use crate::files::{Destination, ExportError};
use crate::scene::Scene;
use miette::{Result, miette};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// The files that a run writes.
#[derive(Debug)]
pub(super) struct OutputFiles {
    files: Vec<OutputFile>,
}

#[derive(Debug)]
struct OutputFile {
    format: &'static OutputFormat,
    /// The option that named the file.
    option: String,
    path: PathBuf,
}

/// Name endings of other formats: a file of that name would not hold what it says.
const FOREIGN_ENDINGS: [&str; 18] = [
    "apng", "avi", "bmp", "jpeg", "jpg", "mkv", "mov", "mp4", "parquet", "pdf", "svg", "tif", "tiff", "toml",
    "webm", "webp", "xls", "xlsx",
];

impl OutputFiles {
    /// The files of formats that have options of their own, and those whose names say the format.
    pub fn new(
        named: [(&'static OutputFormat, Option<PathBuf>); 4],
        by_ending: Vec<PathBuf>,
    ) -> Result<OutputFiles> {
        let named = named.into_iter().filter_map(|(format, path)| {
            path.map(|path| OutputFile { format, option: format!("--{}", format.ending), path })
        });
        let mut files: Vec<OutputFile> = named.collect();
        for path in by_ending {
            let format = format_of(&path).ok_or_else(|| unknown_ending(&path))?;
            files.push(OutputFile { format, option: "--out".into(), path });
        }
        files.sort_by_key(|file| FORMATS.iter().position(|format| *format == file.format));
        Ok(OutputFiles { files })
    }

    /// The files, in the order of the table of formats.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|file| file.path.as_path())
    }

    /// Whether there is a file of this format.
    pub fn has(&self, format: &OutputFormat) -> bool {
        self.files.iter().any(|file| file.format == format)
    }

    /// Begins all files.
    pub fn open(&self, options: &RecordingOptions) -> Result<Vec<Box<dyn Recorder>>, ExportError> {
        self.files.iter().map(|file| (file.format.open)(&file.path, options)).collect()
    }

    /// Whether one of them goes to standard output.
    pub fn use_stdout(&self) -> bool {
        self.paths().any(|file| destination(file) == Some(Destination::Stdout))
    }

    /// Refuses files that would replace a start file of the map.
    pub fn check_starts(&self, scene: &Scene) -> Result<()> {
        let starts = scene.start_files();
        self.paths().try_for_each(|file| {
            starts.iter().try_for_each(|start| check_not_input(file, "start file", start))
        })
    }

    /// Refuses files of wrong names, and files that would replace the map or each other.
    pub fn check(&self, map: &str) -> Result<()> {
        let mut seen: Vec<Destination> = Vec::new();
        for OutputFile { format, option, path: file } in &self.files {
            check_not_map(file, map)?;
            check_ending(format, file)?;
            check_terminal(format, option, file)?;
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
pub(super) fn check_terminal(format: &OutputFormat, option: &str, file: &Path) -> Result<()> {
    if format.is_binary && destination(file) == Some(Destination::Stdout) && io::stdout().is_terminal() {
        return Err(miette!(
            help = "name a file, or send standard output to a file or a program",
            "{option} does not write to a terminal"
        ));
    }
    Ok(())
}

/// Refuses a name that ends like another format's, such as .jpg for a PNG.
pub(super) fn check_ending(format: &OutputFormat, file: &Path) -> Result<()> {
    let ending = ending(file);
    let known = FOREIGN_ENDINGS.contains(&ending.as_str()) || format_of(file).is_some();
    if ending == format.ending || !known {
        return Ok(());
    }
    let right = file.with_extension(format.ending);
    Err(miette!(
        help = format!("name it {}", right.display()),
        "--{} writes a {} file, and {} ends in .{ending}",
        format.ending,
        format.ending.to_uppercase(),
        file.display()
    ))
}

/// What is wrong with a file of `--out` whose name says no format.
fn unknown_ending(file: &Path) -> miette::Report {
    let formats: Vec<String> =
        FORMATS.iter().map(|format| format!(".{}: {}", format.ending, format.meaning)).collect();
    let options: Vec<String> = FORMATS.iter().map(|format| format!("--{} FILE", format.ending)).collect();
    miette!(
        help = format!(
            "endings are\n  {}\nFor another name, or - for standard output: {}",
            formats.join("\n  "),
            options.join(", ")
        ),
        "--out: the name {} does not end in a format that `run` writes",
        file.display()
    )
}
