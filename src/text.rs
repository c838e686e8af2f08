//! Words for people: the nearest name to a mistyped one, numbers of things; text as a field of a CSV file, and as a terminal shows it
//! without acting on it.

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

/// The `count` names most like what was typed, however far they are. After a dot a name's second half counts as much as the whole.
pub fn most_alike<'a>(typed: &str, names: &[&'a str], count: usize) -> Vec<&'a str> {
    let typed = typed.to_lowercase();
    let alike = |name: &str| {
        let half = name.split_once('.').map_or(name, |(_, half)| half);
        strsim::jaro_winkler(&typed, name).max(strsim::jaro_winkler(&typed, half))
    };
    let mut names = names.to_vec();
    names.sort_by(|a, b| alike(b).total_cmp(&alike(a)));
    names.truncate(count);
    names
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

/// The text with its control characters spelled out (`\u001b` for escape), so that it can do nothing to a terminal: C0 and C1
/// controls other than line feed and tab, and the marks that change the direction of writing. A carriage return before a line
/// feed is part of the line's end. JSON stays the same JSON.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.chars().any(acts_on_a_terminal) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c == '\r' && rest.peek() == Some(&'\n') {
            continue;
        }
        if acts_on_a_terminal(c) {
            shown += &format!("\\u{:04x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

fn acts_on_a_terminal(c: char) -> bool {
    let breaks_lines = matches!(c, '\u{2028}' | '\u{2029}');
    let turns =
        matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (c.is_control() && c != '\n' && c != '\t') || breaks_lines || turns
}

/// A word as a shell takes it. What a terminal would obey is spelled out in `$'…'` (bash, zsh, POSIX since 2024).
pub fn shell_word(word: &str) -> String {
    let bare = |b: u8| b.is_ascii_alphanumeric() || b"_./=+-:,@%".contains(&b);
    if !word.is_empty() && word.bytes().all(bare) {
        return word.to_string();
    }
    let acts = |c: char| c == '\n' || c == '\t' || acts_on_a_terminal(c);
    if !word.chars().any(acts) {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    let spelled = word.replace('\\', r"\\").replace('\'', r"\'");
    let spelled = spelled.replace('\r', r"\r").replace('\n', r"\n").replace('\t', r"\t");
    format!("$'{}'", escaped(&spelled))
}

/// How wide a text may be in a sans-serif font, in ems: rather too wide than too narrow.
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

/// "1 unit", "2 units".
pub fn counted(count: u64, what: &str) -> String {
    let ending = match count {
        1 => "",
        _ if what.ends_with('x') => "es",
        _ => "s",
    };
    format!("{count} {what}{ending}")
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
    fn a_shell_takes_a_word_as_it_is() {
        assert_eq!(shell_word("a/b.toml"), "a/b.toml");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
        assert_eq!(shell_word("\u{1b}[2J\n'\\"), r"$'\u001b[2J\n\'\\'");
        assert_eq!(shell_word(""), "''");
    }

    #[test]
    fn control_characters_are_spelled_out_and_nothing_else() {
        let shown = |text| escaped(text).into_owned();
        assert_eq!(shown("a\x1b[31mred\x07 b"), r"a\u001b[31mred\u0007 b");
        assert_eq!(shown("over\rwritten\r\nnext\tline\n"), "over\\u000dwritten\nnext\tline\n");
        assert_eq!(shown("\u{9b}31m \u{7f} \u{85}"), r"\u009b31m \u007f \u0085");
        assert_eq!(shown("\u{202e}gpj.exe\u{2066} \u{200f} \u{2028}"), r"\u202egpj.exe\u2066 \u200f \u2028");
        let plain = "Köln → 東京 “1 µs” \\u001b 🚶\n";
        assert!(matches!(escaped(plain), Cow::Borrowed(same) if same == plain));
    }

    #[test]
    fn escaped_json_is_the_same_json() {
        let value = serde_json::json!({ "name": "a\u{9b}b\u{202e}c\x1b\r\u{7f}" });
        let text = serde_json::to_string(&value).unwrap();
        let shown = escaped(&text);
        assert!(shown.is_ascii(), "{shown}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
    }

    #[test]
    fn a_setting_is_found_by_its_own_name() {
        let names = ["orca.time_horizon", "lanes.side_bias", "lanes.trust", "cardioid.stage"];
        assert_eq!(most_alike("side_bais", &names, 1), ["lanes.side_bias"]);
        assert_eq!(most_alike("foo", &names, 3).len(), 3);
    }

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "unit")), ["0 units", "1 unit", "2 units"]);
        assert_eq!(counted(2, "box"), "2 boxes");
    }
}
