//! How it is told that a map is wrong: the file, the line, the very key or value, and what would be right.
//! A map is written by hand, so that its errors are part of its face.

use super::problem::Problem;
use crate::text::escaped;
use crate::types::MapPoint;
use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A stretch of a map's text, in bytes.
pub(crate) type Span = Range<usize>;

/// Why a map is refused: what is wrong, and where.
#[derive(Clone)]
pub struct SceneError(Box<Inner>);

#[derive(Clone)]
struct Inner {
    problem: Problem,
    source: Option<Source>,
    marks: Vec<(Span, String)>,
    /// The text that is quoted, and the marks in it.
    quoted: Option<NamedSource<Arc<str>>>,
    labels: Vec<LabeledSpan>,
}

impl SceneError {
    fn new(problem: Problem, source: Option<Source>) -> Self {
        SceneError(Box::new(Inner { problem, source, marks: Vec::new(), quoted: None, labels: Vec::new() }))
    }

    /// What is wrong.
    pub fn problem(&self) -> &Problem {
        &self.0.problem
    }

    /// Marks a stretch of the text.
    pub(crate) fn at(mut self, span: &Span, label: impl Into<String>) -> Self {
        let inner = &mut *self.0;
        // Two units of one group have the same place in the text.
        if let Some(source) = &inner.source
            && !inner.marks.iter().any(|(s, _)| s.start == span.start)
        {
            inner.marks.push((span.clone(), label.into()));
            let (text, spans) = quotable(&source.text, inner.marks.iter().map(|(s, _)| s.clone()).collect());
            let (text, spans) = harmless(text, spans);
            inner.quoted = Some(NamedSource::new(&*source.file, text));
            let labels = spans.into_iter().zip(&inner.marks);
            inner.labels =
                labels.map(|(s, (_, l))| LabeledSpan::new(Some(l.clone()), s.start, s.len())).collect();
        }
        self
    }
}

/// The text and the spans as they can be shown on a screen: a mark ends with its first line when it is long,
/// and of a marked line that is too long only the part around the mark is left. Line numbers stay.
fn quotable(text: &Arc<str>, mut spans: Vec<Span>) -> (Arc<str>, Vec<Span>) {
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
        // The last cut line that begins before the place; what follows it has moved as a whole.
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

/// The text with control characters spelled out, and where the spans are then.
fn harmless(text: Arc<str>, spans: Vec<Span>) -> (Arc<str>, Vec<Span>) {
    let Cow::Owned(shown) = escaped(&text) else { return (text, spans) };
    let moved = |at: usize| {
        let (before, after) = text.split_at_checked(at).unwrap_or((&text, ""));
        // A carriage return in the end of a line is dropped with it.
        let before =
            if after.starts_with('\n') { before.strip_suffix('\r').unwrap_or(before) } else { before };
        escaped(before).len()
    };
    let spans = spans.into_iter().map(|s| moved(s.start)..moved(s.end)).collect();
    (shown.into(), spans)
}

impl From<Problem> for SceneError {
    fn from(problem: Problem) -> Self {
        SceneError::new(problem, None)
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.problem.fmt(f)
    }
}

impl fmt::Debug for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SceneError")
            .field("problem", &self.0.problem)
            .field("labels", &self.0.labels)
            .finish()
    }
}

impl std::error::Error for SceneError {}

impl Diagnostic for SceneError {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.0.problem.code()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.0.problem.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.0.quoted.as_ref().map(|s| s as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.0.labels.iter().cloned()))
    }
}

/// A map's text and the name of its file, for errors to quote.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub file: Arc<str>,
    pub text: Arc<str>,
    /// The folder that other files are named from; none of a map that is no file.
    pub folder: Option<Arc<Path>>,
    /// What is subtracted from the coordinates in it.
    pub origin: MapPoint,
}

impl Source {
    /// A text that stands in no folder.
    pub fn new(file: &str, text: &str) -> Self {
        Source { file: file.into(), text: text.into(), folder: None, origin: MapPoint::origin() }
    }

    /// The problem, with this text to point into.
    pub fn error(&self, problem: Problem) -> SceneError {
        SceneError::new(problem, Some(self.clone()))
    }

    /// The problem, at a place.
    pub fn error_at(&self, problem: Problem, span: &Span, label: impl Into<String>) -> SceneError {
        self.error(problem).at(span, label)
    }
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
