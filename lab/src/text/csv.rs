//! Writes CSV (RFC 4180). Unlike a library, these functions also quote text that a spreadsheet would treat as a formula.

use std::borrow::Cow;
use std::fmt::{Display, Write};

/// CSV text, built field by field.
#[derive(Debug, Default)]
pub struct CsvText {
    text: String,
    line_begun: bool,
}

impl CsvText {
    /// Adds a field without quoting it: a number, or a word that needs no quotes.
    pub fn value(&mut self, value: impl Display) {
        if self.line_begun {
            self.text.push(',');
        }
        self.line_begun = true;
        // Writing to a string does not fail.
        let _ = write!(self.text, "{value}");
    }

    /// Adds a value, or an empty field for none.
    pub fn optional(&mut self, value: Option<impl Display>) {
        match value {
            Some(value) => self.value(value),
            None => self.value(""),
        }
    }

    /// Adds a text, quoted if necessary.
    pub fn text(&mut self, text: &str) {
        self.value(csv_field(text));
    }

    /// Ends the line.
    pub fn end_line(&mut self) {
        self.text.push('\n');
        self.line_begun = false;
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Clears the text and keeps its memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.line_begun = false;
    }
}

/// Returns a text as a field of a CSV file (RFC 4180), quoted if it contains a comma, a quote or a line break. A text that a
/// spreadsheet would treat as a formula, because it begins with `=`, `+`, `-`, `@`, a tab or a carriage return, is prefixed
/// with an apostrophe and quoted, as OWASP advises.
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
