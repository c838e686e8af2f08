//! Maps and start files: what they say, and how each mistake in them is reported.

mod errors;
mod maps;
mod starts;
