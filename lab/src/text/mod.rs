//! Text helpers: suggestions for mistyped names, escaping for each format, numbers in sentences.

mod csv;
mod escape;
mod hints;
mod names;
mod numbers;

pub use csv::{CsvText, csv_field};
pub use escape::{code_block, escape_markdown, escaped, one_line, shell_argument, shell_word, url_name};
pub use hints::{UnknownName, find_mode, find_setting};
pub use names::{did_you_mean, nearest};
pub use numbers::{
    MISSING, counted, fixed, maybe, percent, probability, push_text, rank_range, sentence_list, short_number,
    signed,
};

/// Estimates the width of a text in a sans-serif font, in ems. The estimate errs on the wide side.
pub fn width_in_ems(text: &str) -> f64 {
    let width = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 1.0,
        'A'..='Z' | '+' | '=' | '~' | '^' | '−' | '<' | '>' => 0.84,
        c if (c as u32) < 0x2000 => 0.65,
        _ => 1.1,
    };
    text.chars().map(width).sum()
}
