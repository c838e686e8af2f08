//! The files that a run writes. Checks their names, and that none replaces another file of the run.

use crate::export::{
    FORMATS, JSON, JsonRecorder, OutputFormat, OutputKind, PictureRecorder, Recorder, RecordingOptions,
    ending, format_of,
};
use crate::files::{Destination, ExportError};
use crate::scene::Scene;
use miette::{Result, miette};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// The output files of a run.
#[derive(Debug)]
pub(super) struct OutputFiles {
    files: Vec<OutputFile>,
}

#[derive(Debug)]
struct OutputFile {
    format: &'static OutputFormat,
    /// The option that names the file.
    option: String,
    path: PathBuf,
}

/// Endings of other formats, which would mislabel a file.
const FOREIGN_ENDINGS: [&str; 15] = [
    "apng", "avi", "bmp", "jpeg", "jpg", "mkv", "mov", "parquet", "pdf", "tif", "tiff", "toml", "webp",
    "xls", "xlsx",
];

impl OutputFiles {
    /// The files of formats with their own options, and the files of `--out`, whose endings give the format.
    pub fn new(named: Vec<(&'static OutputFormat, PathBuf)>, by_ending: Vec<PathBuf>) -> Result<OutputFiles> {
        let named = named.into_iter().map(|(format, path)| OutputFile {
            format,
            option: format!("--{}", format.ending),
            path,
        });
        let mut files: Vec<OutputFile> = named.collect();
        for path in by_ending {
            let format = format_of(&path).ok_or_else(|| unknown_ending(&path))?;
            files.push(OutputFile { format, option: "--out".into(), path });
        }
        files.sort_by_key(|file| FORMATS.iter().position(|format| *format == file.format));
        Ok(OutputFiles { files })
    }

    /// The files' paths, in the order of [`FORMATS`].
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|file| file.path.as_path())
    }

    /// Whether there is a file of this format.
    pub fn has(&self, format: &OutputFormat) -> bool {
        self.files.iter().any(|file| file.format == format)
    }

    /// The formats of the files, with the options that name them.
    pub fn formats(&self) -> impl Iterator<Item = (&'static OutputFormat, &str)> {
        self.files.iter().map(|file| (file.format, file.option.as_str()))
    }

    /// Whether there is a picture or an animation.
    pub fn have_pictures(&self) -> bool {
        self.formats().any(|(format, _)| format.kind != OutputKind::Table)
    }

    /// Opens a recorder for each file of pictures, for several worlds.
    pub fn open_pictures(
        &self,
        options: &RecordingOptions,
    ) -> Result<Vec<Box<dyn PictureRecorder>>, ExportError> {
        let opened =
            self.files.iter().filter_map(|file| Some((file.format.open_pictures?)(&file.path, options)));
        opened.collect()
    }

    /// Opens the files of metrics.
    pub fn open_json(&self) -> Result<Vec<JsonRecorder>, ExportError> {
        let files = self.files.iter().filter(|file| *file.format == JSON);
        files.map(|file| JsonRecorder::create(&file.path)).collect()
    }

    /// Opens a recorder for each file.
    pub fn open(&self, options: &RecordingOptions) -> Result<Vec<Box<dyn Recorder>>, ExportError> {
        self.files.iter().map(|file| (file.format.open)(&file.path, options)).collect()
    }

    /// Whether one of the files is standard output.
    pub fn use_stdout(&self) -> bool {
        self.paths().any(|file| destination(file) == Some(Destination::Stdout))
    }

    /// Refuses a file that would replace one of the map's start files.
    pub fn check_starts(&self, scene: &Scene) -> Result<()> {
        let starts = scene.start_files();
        self.paths().try_for_each(|file| {
            starts.iter().try_for_each(|start| check_not_input(file, "start file", start))
        })
    }

    /// Refuses misleading names, and files that would replace the map or each other.
    pub fn check(&self, map: &str) -> Result<()> {
        let mut seen: Vec<Destination> = Vec::new();
        for OutputFile { format, option, path: file } in &self.files {
            check_not_map(file, map)?;
            check_ending(format, file)?;
            check_terminal(format, option, file)?;
            let Some(destination) = destination(file) else { continue };
            if seen.contains(&destination) {
                return Err(miette!(
                    help = "give each output its own file",
                    "two outputs would be written to {}",
                    display_name(file)
                ));
            }
            // A device or a pipe accepts several outputs.
            if !matches!(destination, Destination::Stream(_)) {
                seen.push(destination);
            }
        }
        Ok(())
    }
}

/// A file's name in messages.
pub(super) fn display_name(file: &Path) -> String {
    if file == Path::new("-") { "standard output".into() } else { file.display().to_string() }
}

/// `None` if the file cannot be written: opening it gives a better error.
fn destination(file: &Path) -> Option<Destination> {
    Destination::for_path(file).ok()
}

/// Refuses an output that is the map file.
pub(super) fn check_not_map(file: &Path, map: &str) -> Result<()> {
    check_not_input(file, "map", Path::new(map))
}

/// Refuses an output that is an input file of the run.
fn check_not_input(file: &Path, what: &str, input: &Path) -> Result<()> {
    let is_file = |destination: &Destination| matches!(destination, Destination::File(_));
    let same = destination(file).filter(is_file).is_some_and(|out| Some(out) == destination(input));
    if same && input.exists() {
        let input = input.display();
        return Err(miette!(help = "name another file", "refusing to overwrite the {what} {input}"));
    }
    Ok(())
}

/// Refuses to write binary data to a terminal.
pub(super) fn check_terminal(format: &OutputFormat, option: &str, file: &Path) -> Result<()> {
    if format.is_binary && destination(file) == Some(Destination::Stdout) && io::stdout().is_terminal() {
        return Err(miette!(
            help = "name a file, or redirect standard output to a file or a program",
            "{option} cannot write to a terminal"
        ));
    }
    Ok(())
}

/// Refuses a name with another format's ending, such as .jpg for a PNG.
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

/// The error of an `--out` file whose ending is not a known format.
fn unknown_ending(file: &Path) -> miette::Report {
    let formats: Vec<String> =
        FORMATS.iter().map(|format| format!(".{}: {}", format.ending, format.meaning)).collect();
    let options: Vec<String> = FORMATS.iter().map(|format| format!("--{} FILE", format.ending)).collect();
    miette!(
        help = format!(
            "use one of these endings:\n  {}\nFor another name, or - for standard output, use {}",
            formats.join("\n  "),
            options.join(", ")
        ),
        "the ending of --out {} is not a format that `run` writes",
        file.display()
    )
}
