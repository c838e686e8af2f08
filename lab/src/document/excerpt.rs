//! Shortens the text that an error quotes to fit a screen, and escapes its control characters.

use crate::text::escaped;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// A range of a text, in bytes.
pub(crate) type Span = Range<usize>;

/// Returns the text and the spans, shortened for a screen. A span of many lines ends with its first line. A long line is
/// cut to the part around its mark. Line numbers do not change.
pub(super) fn quotable(text: &Arc<str>, mut spans: Vec<Span>) -> (Arc<str>, Vec<Span>) {
    const LINES: usize = 8;
    const LONG: usize = 300;
    const BEFORE: usize = 40;
    const AFTER: usize = 60;
    let boundary =
        |at: usize| (0..=at.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    let line_of = |at: usize| {
        let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
        start..text[at..].find('\n').map_or(text.len(), |i| at + i)
    };
    for span in &mut spans {
        let (start, end) = (boundary(span.start), boundary(span.end));
        let long = text[start..end.max(start)].bytes().filter(|b| *b == b'\n').count() > LINES;
        *span = start..if long { line_of(start).end } else { end.max(start) };
    }
    let mut short = String::new();
    let mut kept = 0;
    let mut cuts: Vec<(Range<usize>, usize)> = Vec::new();
    let mut marks = spans.clone();
    marks.sort_by_key(|s| s.start);
    for mark in marks {
        let line = line_of(mark.start);
        if line.len() <= LONG || line.start < kept {
            continue;
        }
        let from = boundary(mark.start.saturating_sub(BEFORE).max(line.start));
        let to = boundary((mark.start + AFTER).min(line.end));
        short.push_str(&text[kept..line.start]);
        short.push_str(if from > line.start { "…" } else { "" });
        cuts.push((from..to, short.len()));
        short.push_str(&text[from..to]);
        short.push_str(if to < line.end { "…" } else { "" });
        kept = line.end;
    }
    if cuts.is_empty() {
        return (text.clone(), spans);
    }
    short.push_str(&text[kept..]);
    let moved = |at: usize| {
        // Everything after the last cut line before this position has moved by the same distance.
        match cuts.iter().rev().find(|(part, _)| line_of(part.start).start <= at) {
            Some((part, new)) if at <= line_of(part.start).end => {
                new + at.clamp(part.start, part.end) - part.start
            }
            Some((part, new)) => {
                let end = line_of(part.start).end;
                new + part.len() + if part.end < end { "…".len() } else { 0 } + at - end
            }
            None => at,
        }
    };
    let spans = spans.into_iter().map(|s| moved(s.start)..moved(s.end)).collect();
    (short.into(), spans)
}

/// Returns the text with control characters escaped, and the spans moved accordingly.
pub(super) fn harmless(text: Arc<str>, spans: Vec<Span>) -> (Arc<str>, Vec<Span>) {
    let Cow::Owned(shown) = escaped(&text) else { return (text, spans) };
    let moved = |at: usize| {
        let (before, after) = text.split_at_checked(at).unwrap_or((&text, ""));
        // The carriage return of a line ending is dropped.
        let before =
            if after.starts_with('\n') { before.strip_suffix('\r').unwrap_or(before) } else { before };
        escaped(before).len()
    };
    let spans = spans.into_iter().map(|s| moved(s.start)..moved(s.end)).collect();
    (shown.into(), spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_around_its_marks_and_the_rest_moves_along() {
        let text: Arc<str> = format!("first\n{}MARK{}\nlast", "é".repeat(300), "b".repeat(400)).into();
        let at = |what: &str| text.find(what).map(|i| i..i + what.len()).expect("it is in there");
        let (short, spans) = quotable(&text, vec![at("MARK"), at("last"), at("first")]);
        let found: Vec<&str> = spans.iter().map(|s| &short[s.clone()]).collect();
        assert_eq!(found, ["MARK", "last", "first"], "in {short:?}");
        assert!(short.len() < 200 && short.lines().count() == 3, "{short:?}");
    }

    #[test]
    fn control_characters_are_spelled_out_and_the_marks_move_along() {
        let text: Arc<str> = "a = \"\u{1b}]0;x\u{7}\"\r\nb = WRONG\r\n".into();
        let at = |what: &str| text.find(what).map(|i| i..i + what.len()).expect("it is in there");
        let (shown, spans) = harmless(text.clone(), vec![at("WRONG"), at("WRONG\r"), at("\u{7}")]);
        assert_eq!(&*shown, "a = \"\\u001b]0;x\\u0007\"\nb = WRONG\n");
        let found: Vec<&str> = spans.iter().map(|s| &shown[s.clone()]).collect();
        assert_eq!(found, ["WRONG", "WRONG", "\\u0007"]);
    }

    #[test]
    fn a_mark_over_many_lines_ends_with_its_first() {
        let text: Arc<str> = "one\n".repeat(100).into();
        let (_, spans) = quotable(&text, vec![1..399, 0..7]);
        assert_eq!(spans, [1..3, 0..7]);
    }
}
