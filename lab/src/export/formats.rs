//! The table of output formats.

use super::csv::CSV;
use super::format::OutputFormat;
use super::gif::GIF;
use super::json::JSON;
use super::png::PNG;
use super::svg::SVG;
use super::video::{MP4, WEBM};
use std::path::Path;

/// All formats, in the order in which a run completes its files.
pub static FORMATS: &[&OutputFormat] = &[&JSON, &PNG, &SVG, &GIF, &MP4, &WEBM, &CSV];

/// Returns a file's extension in lower case without the dot, or an empty string.
pub fn ending(file: &Path) -> String {
    file.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// Returns the format that a file's extension stands for.
pub fn format_of(file: &Path) -> Option<&'static OutputFormat> {
    let ending = ending(file);
    FORMATS.iter().find(|format| format.ending == ending).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_known_by_its_ending() {
        for (name, format) in [("a.png", Some(&PNG)), ("b.c/a.JSON", Some(&JSON)), ("png", None), ("-", None)]
        {
            assert_eq!(format_of(Path::new(name)), format, "{name}");
        }
    }
}
