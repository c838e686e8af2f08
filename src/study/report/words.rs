//! Numbers and names as a reader sees them, and as a file format or a shell takes them.

use crate::study::Run;
use crate::text::{escaped, shell_word};
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// Stands where there is no value.
pub(super) const NONE: &str = "–";

/// A number with `decimals` digits behind the point and a true minus; "–" for one that is not finite.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return NONE.into();
    }
    let text = format!("{value:.decimals$}");
    // No "−0.000": what rounds to zero has no sign.
    let zero = text.bytes().all(|b| matches!(b, b'-' | b'0' | b'.'));
    if zero { text.replace('-', "") } else { text.replace('-', "−") }
}

/// The same with its sign, for a difference.
pub(super) fn signed(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    let plus = value > 0.0 && text.bytes().any(|b| matches!(b, b'1'..=b'9'));
    if plus { format!("+{text}") } else { text }
}

/// [`fixed`], or "–" where there is no value.
pub(super) fn maybe(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| NONE.into(), |value| fixed(value, decimals))
}

/// A share in per cent. "100 %" is said only of all: 99.97 % is not rounded up to it.
pub(super) fn percent(share: f64) -> String {
    let rounded = if share < 1.0 { (share * 1000.0).floor() / 10.0 } else { share * 100.0 };
    format!("{} %", fixed(rounded, usize::from(share < 1.0 && share != 0.0)))
}

/// A probability: "<0.001" or three decimals.
pub(super) fn probability(p: f64) -> String {
    if p < 0.001 { "<0.001".into() } else { fixed(p, 3) }
}

/// "1", or "2–4" for ranks that cannot be told apart.
pub(super) fn rank(range: &RangeInclusive<usize>) -> String {
    let (first, last) = (range.start(), range.end());
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}

/// "1 run", "3 runs".
pub(super) fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// "a", "a and b", "a, b and c"; of more than `most`, "a, b and 5 more". Names with commas in them: "a, x; b, y; and c, z".
pub(super) fn list(names: &[String], most: usize) -> String {
    let shown = if names.len() > most { most.saturating_sub(1).max(1) } else { names.len() };
    let mut parts: Vec<String> = names[..shown].to_vec();
    if shown < names.len() {
        parts.push(format!("{} more", names.len() - shown));
    }
    match parts.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) if parts.iter().any(|name| name.contains(", ")) => {
            format!("{}; and {last}", rest.join("; "))
        }
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// On one line and without characters that a terminal would obey, which a name from a file may hold: they are spelled out.
pub(super) fn plain(text: &str) -> String {
    escaped(text).replace(['\n', '\t'], "\u{fffd}")
}

/// As text or an attribute's value in HTML and SVG.
pub(super) fn html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in escaped(text).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// As text in Markdown: nothing in it is markup, and nobody is notified by an `@name`.
pub(super) fn markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in plain(text).chars() {
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

/// A block of code in Markdown, behind a fence that nothing in it ends.
pub(super) fn code_block(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}sh\n{}\n{fence}\n", escaped(text))
}

/// A word for a shell that is no option: a leading dash would make it one.
fn shell(word: &str) -> String {
    let dash = if word.starts_with('-') { "./" } else { "" };
    dash.to_string() + &shell_word(word)
}

/// The command that does this run again, in a window; with `--json` behind it, for its figures.
pub(super) fn command(run: &Run) -> String {
    let mut line = format!("sidestep run {}", shell(&run.map));
    // Writing to a string does not fail.
    if let Some(units) = run.units {
        let _ = write!(line, " --units {units}");
    }
    let push = if run.push == 0.0 { "off".into() } else { run.push.to_string() };
    let _ = write!(line, " --avoid {} --push {push} --seed {}", shell(&run.mode), run.seed);
    if let Some(jitter) = run.jitter {
        let _ = write!(line, " --jitter {jitter}");
    }
    if let Some(limit) = run.limit {
        let _ = write!(line, " --limit {limit}");
    }
    for (key, value) in &run.settings {
        let _ = write!(line, " --set {}", shell(&format!("{key}={value}")));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_meaning_when_rounded() {
        assert_eq!(fixed(-0.0004, 3), "0.000");
        assert_eq!(fixed(-0.0126, 3), "−0.013");
        assert_eq!(signed(0.0126, 3), "+0.013");
        assert_eq!(signed(0.0001, 3), "0.000");
        assert_eq!(fixed(f64::NAN, 3), "–");
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(0.0), "0 %");
        assert_eq!(percent(0.9999), "99.9 %");
        assert_eq!(probability(0.0004), "<0.001");
        assert_eq!(rank(&(2..=4)), "2–4");
        assert_eq!(rank(&(1..=1)), "1");
    }

    #[test]
    fn names_stay_names_in_every_format() {
        assert_eq!(html("<a href='x'>&\"\u{7}"), r"&lt;a href=&#39;x&#39;&gt;&amp;&quot;\u0007");
        assert_eq!(markdown("a|b @c\n`d`"), "a\\|b &#64;c\u{fffd}\\`d\\`");
        assert_eq!(code_block("x ```` y"), "`````sh\nx ```` y\n`````\n");
        assert_eq!(shell("maps/my map's.toml"), r"'maps/my map'\''s.toml'");
        assert_eq!(shell("-rf"), "./-rf");
        assert_eq!(code_block("a\u{1b}[2J\nb"), "```sh\na\\u001b[2J\nb\n```\n");
        assert_eq!(shell("$(reboot)"), "'$(reboot)'");
        assert_eq!(shell(""), "''");
    }

    #[test]
    fn lists_read_as_sentences() {
        let names: Vec<String> = ["a", "b", "c", "d"].map(String::from).to_vec();
        assert_eq!(list(&names[..1], 3), "a");
        assert_eq!(list(&names[..2], 3), "a and b");
        assert_eq!(list(&names[..3], 3), "a, b and c");
        assert_eq!(list(&names, 3), "a, b and 2 more");
        assert_eq!(list(&[], 3), "");
        let settings = ["lanes", "lanes, trust 0", "orca"].map(String::from);
        assert_eq!(list(&settings, 3), "lanes; lanes, trust 0; and orca");
    }
}
