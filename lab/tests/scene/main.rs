//! Tests of maps and start files, and of how each mistake in them is reported. Also checks rules of the source itself.

#[cfg(feature = "viewer")]
mod editing;
mod errors;
mod house;
mod maps;
#[cfg(feature = "viewer")]
mod random_edits;
#[cfg(feature = "viewer")]
mod saved;
mod settings;
mod starts;
