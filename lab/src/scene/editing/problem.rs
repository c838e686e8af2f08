//! Reasons why a map is not edited or saved, in addition to those why an edited map would be invalid.

use crate::document::problems;
use crate::files::ExportError;
use miette::Diagnostic;
use std::path::PathBuf;
use thiserror::Error;

problems! {
/// A reason why a map is not edited.
pub enum EditProblem {
    NoUnit { group: usize, number: usize }
        "scene::edit_no_unit": ("there is no unit {number} in group {group}")
        => ("groups and units are counted from 0"),
    NoGroup { group: usize }
        "scene::edit_no_group": ("there is no group {group}")
        => ("groups are counted from 0"),
    NoWall { wall: usize }
        "scene::edit_no_wall": ("there is no wall {wall}")
        => ("walls are counted from 0"),
    BoundsWall
        "scene::edit_bounds_wall": ("this wall belongs to the map's bounds, which cannot be edited here")
        => ("change `bounds` or `closed` in the map's text"),
    Unreachable { reason: String }
        "scene::edit_unreachable": ("{reason}")
        => ("leave a gap that the units fit through"),
    NoRoom { group: String }
        "scene::edit_no_room": ("there is no room near group '{group}' for another unit")
        => ("move units or walls away first"),
    OtherSeeds { first: String, second: String, least: f32 }
        "scene::edit_other_seeds": ("units {first} and {second} would be too close: with another seed, the jitter could make them overlap")
        => ("leave at least {least:.3} m between their centres, or use less jitter"),
    SideEffect { what: String }
        "scene::edit_side_effect": ("this edit would also change {what}")
        => ("edit the map's text instead"),
    Options { what: String }
        "scene::edit_options": ("the map cannot be edited with another number of units, seed or jitter: {what} cannot be written exactly")
        => ("restart the map without --units, --seed, --jitter and --shift, then edit it"),
}
}

/// Why an edited map is not saved.
#[derive(Debug, Error, Diagnostic)]
#[allow(missing_docs, reason = "the messages say what the variants and fields are")]
pub enum SaveError {
    #[error("{} exists", path.display())]
    #[diagnostic(
        code("sidestep_lab::scene::save_exists"),
        help("confirm that it may be replaced, or use another name")
    )]
    Exists { path: PathBuf },
    #[error("{} is the name of a start file, not of a map", path.display())]
    #[diagnostic(code("sidestep_lab::scene::save_name"), help("use a name that ends in .toml"))]
    Name { path: PathBuf },
    #[error("the map names start files relative to its folder, {}", folder.display())]
    #[diagnostic(code("sidestep_lab::scene::save_starts"), help("save it in this folder"))]
    Starts { folder: PathBuf },
    #[error("the map needs its start file {name} next to it, {why}")]
    #[diagnostic(code("sidestep_lab::scene::save_start_file"), help("save the map in an empty folder"))]
    StartFile { name: String, why: &'static str },
    #[error(transparent)]
    #[diagnostic(transparent)]
    Write(#[from] ExportError),
}
