//! Escapes text for terminals, shells and Markdown.

use std::borrow::Cow;

/// Escapes control characters (escape becomes `\u001b`), so that the text cannot control a terminal: C0 and C1 controls other
/// than line feed and tab, and marks that change the writing direction. The carriage return of a line ending is dropped.
/// Escaped JSON has the same value.
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

/// Quotes a word for a shell. Control characters are escaped in `$'…'` (bash, zsh, POSIX since 2024).
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

/// Returns the text on one line with control characters escaped, for names read from files.
pub fn one_line(text: &str) -> String {
    escaped(text).replace(['\n', '\t'], "\u{fffd}")
}

/// Escapes text for Markdown, so that nothing in it is markup and no `@name` notifies a user.
pub fn escape_markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in one_line(text).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '@' => safe.push_str("&#64;"),
            '#' => safe.push_str("&#35;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' | '!' => {
                safe.push('\\');
                safe.push(c);
            }
            c => safe.push(c),
        }
    }
    safe
}

/// Returns a Markdown code block whose fence is longer than any run of backquotes in the text.
pub fn code_block(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}sh\n{}\n{fence}\n", escaped(text))
}

/// Returns the relative URL of a file in the same folder.
pub fn url_name(name: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._".contains(&b);
    let byte = |b: u8| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") };
    name.bytes().map(byte).collect()
}

/// Quotes a file name for a shell. `./` before a leading dash keeps it from being read as an option.
pub fn shell_argument(word: &str) -> String {
    let dash = if word.starts_with('-') { "./" } else { "" };
    dash.to_string() + &shell_word(word)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_file_name_is_one_part_of_a_url() {
        assert_eq!(url_name("results.csv"), "results.csv");
        assert_eq!(url_name("javascript:a/b #1?é\"'.csv"), "javascript%3Aa%2Fb%20%231%3F%C3%A9%22%27.csv");
    }

    #[test]
    fn names_stay_names_in_every_format() {
        assert_eq!(escape_markdown("a|b @c\n`d`"), "a\\|b &#64;c\u{fffd}\\`d\\`");
        assert_eq!(code_block("x ```` y"), "`````sh\nx ```` y\n`````\n");
        assert_eq!(shell_argument("maps/my map's.toml"), r"'maps/my map'\''s.toml'");
        assert_eq!(shell_argument("-rf"), "./-rf");
        assert_eq!(code_block("a\u{1b}[2J\nb"), "```sh\na\\u001b[2J\nb\n```\n");
        assert_eq!(shell_argument("$(reboot)"), "'$(reboot)'");
        assert_eq!(shell_argument(""), "''");
    }
}
