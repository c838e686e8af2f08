//! Reads maps in TOML (`docs/maps.md`): fills in every default and checks every value on its own. `layout` and
//! `check` check what depends on several units.

mod avoidance;
mod group;
mod map;
mod parse;
mod plan;
mod script;
mod steering;
mod wall;

pub(crate) use avoidance::{read_mode, read_setting};
pub(in crate::scene) use map::describe;
pub(in crate::scene) use steering::{describe_settings, setting_tables};
