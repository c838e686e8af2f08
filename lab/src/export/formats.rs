//! The table of output formats.

use super::format::OutputFormat;
use std::path::Path;

/// All formats, in the order in which a run completes its files.
pub static FORMATS: &[&OutputFormat] = &[
    &super::json::JSON,
    &super::png::PNG,
    &super::svg::SVG,
    &super::gif::GIF,
    &super::video::MP4,
    &super::video::WEBM,
    &super::csv::CSV,
];

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
    use crate::export::{JSON, PNG};

    #[test]
    fn a_format_is_known_by_its_ending() {
        for (name, format) in [("a.png", Some(&PNG)), ("b.c/a.JSON", Some(&JSON)), ("png", None), ("-", None)]
        {
            assert_eq!(format_of(Path::new(name)), format, "{name}");
        }
    }
}
