//! Parses TOML.

use crate::document::{DocumentError, ReadProblem, SourceText};
use toml::Spanned;
use toml::de::DeTable;

/// Parses TOML.
pub(super) fn parse(source: &SourceText) -> Result<Spanned<DeTable<'_>>, DocumentError> {
    DeTable::parse(&source.text).map_err(|e| {
        let error = source.error(ReadProblem::Syntax { reason: e.message().to_string() });
        match e.span() {
            Some(span) => error.at(&span, "here"),
            None => error,
        }
    })
}
