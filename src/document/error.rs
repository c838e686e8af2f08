//! How a document is refused: the file, the line, the key or value, and what is accepted. Documents are written by hand, so
//! that their errors are part of the interface.
//!
//! The rooms above have problems of their own; an error carries any of them as a [`Diagnostic`].

use super::excerpt::{Span, harmless, quotable};
use super::problem::ReadProblem;
use crate::types::MapPoint;
use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// What can be wrong with a document.
pub(crate) trait Problem: Diagnostic + Send + Sync + 'static {}

impl<P: Diagnostic + Send + Sync + 'static> Problem for P {}

/// Why a map, a start file or a study file is refused: what is wrong, and where.
#[derive(Clone)]
pub struct DocumentError(Box<Inner>);

#[derive(Clone)]
struct Inner {
    problem: Arc<dyn Diagnostic + Send + Sync>,
    source: Option<Source>,
    marks: Vec<(Span, String)>,
    /// The text that is quoted, and the marks in it.
    quoted: Option<NamedSource<Arc<str>>>,
    labels: Vec<LabeledSpan>,
}

impl DocumentError {
    /// The problem, without a position.
    pub(crate) fn new(problem: impl Problem) -> Self {
        DocumentError::in_source(problem, None)
    }

    fn in_source(problem: impl Problem, source: Option<Source>) -> Self {
        let problem = Arc::new(problem);
        DocumentError(Box::new(Inner {
            problem,
            source,
            marks: Vec::new(),
            quoted: None,
            labels: Vec::new(),
        }))
    }

    /// What is wrong.
    pub fn problem(&self) -> &(dyn Diagnostic + Send + Sync + 'static) {
        &*self.0.problem
    }

    /// The problem, where it is of this type.
    pub fn problem_as<P: std::error::Error + 'static>(&self) -> Option<&P> {
        let problem: &(dyn std::error::Error + 'static) = &*self.0.problem;
        problem.downcast_ref()
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

impl From<ReadProblem> for DocumentError {
    fn from(problem: ReadProblem) -> Self {
        DocumentError::new(problem)
    }
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.problem, f)
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

impl Diagnostic for DocumentError {
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

/// A text and the name of its file, for errors to quote.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub file: Arc<str>,
    pub text: Arc<str>,
    /// The folder that other files are named from; none for a text that is no file.
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
    pub fn error(&self, problem: impl Problem) -> DocumentError {
        DocumentError::in_source(problem, Some(self.clone()))
    }

    /// The problem, at a place.
    pub fn error_at(&self, problem: impl Problem, span: &Span, label: impl Into<String>) -> DocumentError {
        self.error(problem).at(span, label)
    }
}
