//! The `sidestep` program.
fn main() {}
