//! A running crowd that takes commands.

mod common;
mod ids;
mod orders;
mod random_commands;
mod teams;
mod walls;
