//! The formats of maps, one reader each.

pub(super) mod starts;
pub(super) mod toml;
