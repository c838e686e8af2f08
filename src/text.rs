//! Words for people: the nearest name to a mistyped one; and text as a field of a CSV file.

use std::borrow::Cow;

/// "did you mean 'x'?" when a name is close, else the list of names.
pub fn did_you_mean(typed: &str, names: &[&str]) -> String {
    match nearest(typed, names) {
        Some(name) => format!("did you mean '{name}'?"),
        None => format!("there are: {}", names.join(", ")),
    }
}

/// The name most like what was typed, when one is close enough to be meant.
pub fn nearest<'a>(typed: &str, names: &[&'a str]) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&typed, name), *name))
        .filter(|(distance, name)| *distance <= name.len().max(typed.len()) / 3 + 1)
        .min()
        .map(|(_, name)| name)
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
}
