//! Errors in documents, with the file, the line, the key or value, and what is accepted. Documents are written by hand, so
//! their errors are part of the interface.
//!
//! Other modules define their own problems; an error carries any of them as a [`Problem`].

use super::excerpt::{Span, harmless, quotable};
use super::problem::Problem;
use sidestep::types::MapPoint;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A text quoted by an error.
#[derive(Debug, Clone)]
pub struct Quote {
    /// The file's name.
    pub file: Arc<str>,
    /// Its text, with long lines shortened and control characters spelled out.
    pub text: Arc<str>,
}

/// A marked range of the quoted text.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// A few words on what is wrong there.
    pub text: String,
    /// The byte range in [`Quote::text`].
    pub span: Span,
}

/// An error in a map, a start file or a study file. `{}` prints the message; `{:#}` adds the file, line and column before
/// it and the help after it.
#[derive(Clone)]
pub struct DocumentError(Box<Inner>);

#[derive(Clone)]
struct Inner {
    problem: Arc<dyn Problem>,
    source: Option<SourceText>,
    marks: Vec<(Span, String)>,
    /// The quoted text.
    quoted: Option<Quote>,
    labels: Vec<Label>,
}

impl DocumentError {
    /// Makes an error without a position.
    pub(crate) fn new(problem: impl Problem) -> Self {
        DocumentError::in_source(problem, None)
    }

    fn in_source(problem: impl Problem, source: Option<SourceText>) -> Self {
        let problem = Arc::new(problem);
        DocumentError(Box::new(Inner {
            problem,
            source,
            marks: Vec::new(),
            quoted: None,
            labels: Vec::new(),
        }))
    }

    /// Returns the problem.
    pub fn problem(&self) -> &dyn Problem {
        &*self.0.problem
    }

    /// Returns the problem if it is of this type.
    pub fn problem_as<P: std::error::Error + 'static>(&self) -> Option<&P> {
        let problem: &(dyn std::error::Error + 'static) = &*self.0.problem;
        problem.downcast_ref()
    }

    /// Returns the help: what to do about the problem.
    pub fn advice(&self) -> String {
        self.0.problem.help()
    }

    /// Returns the text that the error points into, if it points into one.
    pub fn quote(&self) -> Option<&Quote> {
        self.0.quoted.as_ref()
    }

    /// Returns the marked ranges of that text.
    pub fn marks(&self) -> &[Label] {
        &self.0.labels
    }

    /// Returns the file, line and column (from 1) of the first mark.
    pub fn position(&self) -> Option<(&str, usize, usize)> {
        let (quote, label) = (self.0.quoted.as_ref()?, self.0.labels.first()?);
        let before = quote.text.get(..label.span.start)?;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[line_start..].chars().count() + 1;
        Some((&quote.file, before.matches('\n').count() + 1, column))
    }

    /// Marks a range of the text.
    pub(crate) fn at(mut self, span: &Span, label: impl Into<String>) -> Self {
        let inner = &mut *self.0;
        // Two units of a group can have the same position in the text.
        if let Some(source) = &inner.source
            && !inner.marks.iter().any(|(s, _)| s.start == span.start)
        {
            inner.marks.push((span.clone(), label.into()));
            let (text, spans) = quotable(&source.text, inner.marks.iter().map(|(s, _)| s.clone()).collect());
            let (text, spans) = harmless(text, spans);
            inner.quoted = Some(Quote { file: source.file.clone(), text });
            let labels = spans.into_iter().zip(&inner.marks);
            inner.labels = labels.map(|(span, (_, text))| Label { text: text.clone(), span }).collect();
        }
        self
    }
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return write!(f, "{}", self.0.problem);
        }
        if let Some((file, line, column)) = self.position() {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        write!(f, "{}; {}", self.0.problem, self.0.problem.help())
    }
}

impl fmt::Debug for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DocumentError")
            .field("problem", &self.0.problem)
            .field("labels", &self.0.labels)
            .finish()
    }
}

impl std::error::Error for DocumentError {}

/// A text and the name of its file, for errors to quote.
#[derive(Debug, Clone)]
pub(crate) struct SourceText {
    pub file: Arc<str>,
    pub text: Arc<str>,
    /// The folder that paths in the text are relative to; none for a text that is not a file.
    pub folder: Option<Arc<Path>>,
    /// The texts of files that this text names, by their names in it.
    pub files: Arc<BTreeMap<String, String>>,
    /// The point that is subtracted from the coordinates in the text.
    pub origin: MapPoint,
}

impl SourceText {
    /// Makes a source from a text that is not a file.
    pub fn new(file: &str, text: &str) -> Self {
        SourceText {
            file: file.into(),
            text: text.into(),
            folder: None,
            files: Arc::default(),
            origin: MapPoint::origin(),
        }
    }

    /// Returns the problem as an error that can point into this text.
    pub fn error(&self, problem: impl Problem) -> DocumentError {
        DocumentError::in_source(problem, Some(self.clone()))
    }

    /// Returns the problem as an error that points at `span`.
    pub fn error_at(&self, problem: impl Problem, span: &Span, label: impl Into<String>) -> DocumentError {
        self.error(problem).at(span, label)
    }
}
