//! Maps and start files: what they say, and how each mistake in them is reported. Also the rules of the source itself.

mod errors;
mod house;
mod maps;
mod starts;
