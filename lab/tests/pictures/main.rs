//! Pictures, animations and tables of positions, checked by pixel and by line.

#[path = "../common/mod.rs"]
mod common;
mod draw;
mod files;
mod overlays;
mod papers;
mod passages;
