//! Formats numbers and lists for sentences and tables.

use std::ops::RangeInclusive;

/// Shown in place of a missing value.
pub const MISSING: &str = "–";

/// Returns a count with its noun: "1 unit", "2 units".
pub fn counted(count: u64, what: &str) -> String {
    let ending = match count {
        1 => "",
        _ if what.ends_with('x') => "es",
        _ => "s",
    };
    format!("{count} {what}{ending}")
}

/// Formats a number with `decimals` decimals and a minus sign (−). A number that is not finite becomes "–".
pub fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return MISSING.into();
    }
    let text = format!("{value:.decimals$}");
    // A number that rounds to zero has no sign.
    let zero = text.bytes().all(|b| matches!(b, b'-' | b'0' | b'.'));
    if zero { text.replace('-', "") } else { text.replace('-', "−") }
}

/// Formats a difference: like [`fixed`], with a plus sign if positive.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    let plus = value > 0.0 && text.bytes().any(|b| matches!(b, b'1'..=b'9'));
    if plus { format!("+{text}") } else { text }
}

/// Formats a value like [`fixed`], or returns "–" for none.
pub fn maybe(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| MISSING.into(), |value| fixed(value, decimals))
}

/// Formats a share in per cent. Shares below 1 are rounded down, so that only 1 becomes "100 %".
pub fn percent(share: f64) -> String {
    let rounded = if share < 1.0 { (share * 1000.0).floor() / 10.0 } else { share * 100.0 };
    format!("{} %", fixed(rounded, usize::from(share < 1.0 && share != 0.0)))
}

/// Formats a probability: "<0.001" or three decimals.
pub fn probability(p: f64) -> String {
    if p < 0.001 { "<0.001".into() } else { fixed(p, 3) }
}

/// Formats the strength of a sideways push, where 0 is "off".
pub fn push_text(strength: f32) -> String {
    if strength == 0.0 { "off".into() } else { strength.to_string() }
}

/// Joins names: "a", "a and b", "a, b and c". More than `most` names become "a, b and 5 more". Names that contain commas are
/// separated by semicolons: "a, x; b, y; and c, z".
pub fn sentence_list(names: &[String], most: usize) -> String {
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

/// Formats a rank, "1", or a range of tied ranks, "2–4".
pub fn rank_range(range: &RangeInclusive<usize>) -> String {
    let (first, last) = (range.start(), range.end());
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}

/// Formats a number in few characters: 20k, 350, 1.25.
pub fn short_number(value: f64) -> String {
    let text = match value.abs() {
        v if v >= 1e6 => format!("{:.3e}", value),
        v if v >= 1000.0 => format!("{:.1}", value / 1000.0),
        v if v >= 100.0 => format!("{value:.0}.0"),
        v if v >= 1.0 || v == 0.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    };
    let trimmed = if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        text
    };
    if (1000.0..1e6).contains(&value.abs()) { trimmed + "k" } else { trimmed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "unit")), ["0 units", "1 unit", "2 units"]);
        assert_eq!(counted(2, "box"), "2 boxes");
    }

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
        assert_eq!(rank_range(&(2..=4)), "2–4");
        assert_eq!(rank_range(&(1..=1)), "1");
    }

    #[test]
    fn lists_read_as_sentences() {
        let names: Vec<String> = ["a", "b", "c", "d"].map(String::from).to_vec();
        assert_eq!(sentence_list(&names[..1], 3), "a");
        assert_eq!(sentence_list(&names[..2], 3), "a and b");
        assert_eq!(sentence_list(&names[..3], 3), "a, b and c");
        assert_eq!(sentence_list(&names, 3), "a, b and 2 more");
        assert_eq!(sentence_list(&[], 3), "");
        let settings = ["lanes", "lanes, trust 0", "orca"].map(String::from);
        assert_eq!(sentence_list(&settings, 3), "lanes; lanes, trust 0; and orca");
    }
}
