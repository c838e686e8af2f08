//! Pictures, animations and tables of positions, checked pixel by pixel and line by line.

#[path = "../common/mod.rs"]
mod common;
mod draw;
mod files;
mod overlays;
