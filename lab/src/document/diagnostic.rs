//! Implements miette's traits, so that errors are shown with an excerpt of the text.

use super::error::DocumentError;
use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents,
};
use std::fmt::Display;

impl Diagnostic for DocumentError {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.problem().code()))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.advice()))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.quote().map(|quote| quote as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labeled = self
            .marks()
            .iter()
            .map(|label| LabeledSpan::new(Some(label.text.clone()), label.span.start, label.span.len()));
        Some(Box::new(labeled))
    }
}

impl SourceCode for super::Quote {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let contents = self.text.read_span(span, before, after)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.file.to_string(),
            contents.data(),
            *contents.span(),
            contents.line(),
            contents.column(),
            contents.line_count(),
        )))
    }
}
