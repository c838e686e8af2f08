//! CSV (RFC 4180). The project writes it with these functions alone: a writer of a library would leave out the quotes round what a
//! spreadsheet takes for a formula.

use std::borrow::Cow;
use std::fmt::{Display, Write};

/// CSV text, built field by field.
#[derive(Debug, Default)]
pub struct CsvText {
    text: String,
    line_begun: bool,
}

impl CsvText {
    /// Adds a field that is written as it is: a number, or a word that needs no quotes.
    pub fn value(&mut self, value: impl Display) {
        if self.line_begun {
            self.text.push(',');
        }
        self.line_begun = true;
        // Writing to a string does not fail.
        let _ = write!(self.text, "{value}");
    }

    /// Adds a value, or an empty field where there is none.
    pub fn optional(&mut self, value: Option<impl Display>) {
        match value {
            Some(value) => self.value(value),
            None => self.value(""),
        }
    }

    /// Adds a text, in quotes where it needs them.
    pub fn text(&mut self, text: &str) {
        self.value(csv_field(text));
    }

    /// Ends the line.
    pub fn end_line(&mut self) {
        self.text.push('\n');
        self.line_begun = false;
    }

    /// What was built.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Makes the text empty, and keeps its memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.line_begun = false;
    }
}

/// A text as a field of a CSV file (RFC 4180): in quotes where it has a comma, a quote or a line break in it. A text that a spreadsheet
/// would take for a formula, since it begins with `=`, `+`, `-`, `@`, a tab or a carriage return, gets an apostrophe before it and
/// quotes round it, as OWASP advises.
pub fn csv_field(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if !is_formula && !text.contains([',', '"', '\n', '\r']) {
        return Cow::Borrowed(text);
    }
    let apostrophe = if is_formula { "'" } else { "" };
    Cow::Owned(format!("\"{apostrophe}{}\"", text.replace('"', "\"\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_csv_field_is_never_a_formula() {
        for text in ["=1+1", "+1", "-2", "@SUM(A1)", "\tx", "\rx", "=a,\"b\""] {
            let field = csv_field(text);
            assert_eq!(field, format!("\"'{}\"", text.replace('"', "\"\"")));
        }
        assert_eq!(csv_field("lanes a=b"), "lanes a=b");
        assert_eq!(csv_field("a,b"), "\"a,b\"");
        assert_eq!(csv_field(""), "");
    }

    #[test]
    fn fields_have_commas_between_and_lines_an_end() {
        let mut csv = CsvText::default();
        csv.value("a");
        csv.text("b,c");
        csv.end_line();
        csv.optional(None::<f32>);
        csv.optional(Some(0.5));
        csv.end_line();
        assert_eq!(csv.as_str(), "a,\"b,c\"\n,0.5\n");
        csv.clear();
        csv.value(1);
        assert_eq!(csv.as_str(), "1");
    }
}
