//! Tests of maps and start files, and of how each mistake in them is reported. Also checks rules of the source itself.

mod editing;
mod errors;
mod house;
mod imports;
mod maps;
mod random_edits;
mod saved;
mod settings;
mod starts;
