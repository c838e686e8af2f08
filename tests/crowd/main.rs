//! A running crowd that takes commands.

mod common;
mod ids;
mod orders;
mod plans;
mod random_commands;
mod script;
mod teams;
mod walls;
