//! What a unit wants: pure functions of what it perceives.

pub mod reasons;
