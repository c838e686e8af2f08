//! Reasons why a map is not edited or saved, in addition to those why an edited map would be invalid.

use crate::document::{DocumentError, problems};
use crate::files::ExportError;
use miette::Diagnostic;
use std::path::PathBuf;
use thiserror::Error;

problems! {
/// A reason why a map is not edited.
pub enum EditProblem {
    /// There is no such unit.
    #[error("there is no unit {number} in group {group}")]
    NoUnit {
        /// The group's index.
        group: usize,
        /// The unit's number within the group.
        number: usize,
    }
        => ("scene::edit_no_unit", "groups and units are counted from 0"),
    /// There is no such group.
    #[error("there is no group {group}")]
    NoGroup {
        /// The group's index.
        group: usize,
    }
        => ("scene::edit_no_group", "groups are counted from 0"),
    /// There is no such wall.
    #[error("there is no wall {wall}")]
    NoWall {
        /// The wall's index.
        wall: usize,
    }
        => ("scene::edit_no_wall", "walls are counted from 0"),
    /// The wall belongs to the bounds.
    #[error("this wall belongs to the map's bounds, which cannot be edited here")]
    BoundsWall
        => ("scene::edit_bounds_wall", "change `bounds` or `closed` in the map's text"),
    /// A unit would have no path to its goal.
    #[error("{reason}")]
    Unreachable {
        /// Which units, and why.
        reason: String,
    }
        => ("scene::edit_unreachable", "leave a gap that the units fit through"),
    /// Some of the new units find no room.
    #[error("there is no room near group '{group}' for another unit")]
    NoRoom {
        /// The group's name.
        group: String,
    }
        => ("scene::edit_no_room", "move units or walls away first"),
    /// With another seed, units would overlap.
    #[error("units {first} and {second} would be too close: with another seed, the jitter could make them overlap")]
    OtherSeeds {
        /// `group:number`.
        first: String,
        /// `group:number`.
        second: String,
        /// The smallest distance of their centres, m.
        least: f32,
    }
        => ("scene::edit_other_seeds", "leave at least {least:.3} m between their centres, or use less jitter"),
    /// The edit would also change something else.
    #[error("this edit would also change {what}")]
    SideEffect {
        /// What.
        what: String,
    }
        => ("scene::edit_side_effect", "edit the map's text instead"),
    /// The map cannot be written with the options of the run.
    #[error("the map cannot be edited with another number of units, seed or jitter: {what} cannot be written exactly")]
    Options {
        /// What differs.
        what: String,
    }
        => ("scene::edit_options", "restart the map without --units, --seed, --jitter and --shift, then edit it"),
}
}

impl From<EditProblem> for DocumentError {
    fn from(problem: EditProblem) -> Self {
        DocumentError::new(problem)
    }
}

/// Why an edited map is not saved.
#[derive(Debug, Error, Diagnostic)]
pub enum SaveError {
    /// A file has this name.
    #[error("{} exists", path.display())]
    #[diagnostic(
        code("sidestep_lab::scene::save_exists"),
        help("confirm that it may be replaced, or use another name")
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file's name is that of a start file.
    #[error("{} is the name of a start file, not of a map", path.display())]
    #[diagnostic(code("sidestep_lab::scene::save_name"), help("use a name that ends in .toml"))]
    Name {
        /// The file.
        path: PathBuf,
    },
    /// The map names start files relative to its folder.
    #[error("the map names start files relative to its folder, {}", folder.display())]
    #[diagnostic(code("sidestep_lab::scene::save_starts"), help("save it in this folder"))]
    Starts {
        /// The map's folder.
        folder: PathBuf,
    },
    /// A start file of a recorded map cannot be written where the map would look for it.
    #[error("the map needs its start file {name} next to it, {why}")]
    #[diagnostic(code("sidestep_lab::scene::save_start_file"), help("save the map in an empty folder"))]
    StartFile {
        /// Its name in the map.
        name: String,
        /// Why not.
        why: &'static str,
    },
    /// The file cannot be written.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Write(#[from] ExportError),
}
