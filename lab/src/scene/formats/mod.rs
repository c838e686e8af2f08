//! Readers of map formats, one module per format.

pub(super) mod starts;
pub(super) mod toml;
