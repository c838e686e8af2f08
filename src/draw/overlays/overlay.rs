//! What an overlay is.

use super::grid::GridStyle;
use super::subject::Subject;
use crate::draw::canvas::Canvas;
use crate::draw::swatch::LegendEntry;
use crate::draw::viewpoint::Viewpoint;
use crate::world::World;
use std::fmt;

/// One overlay: an entry of [`super::OVERLAYS`].
pub struct Overlay {
    /// The name that `--overlay` takes.
    pub name: &'static str,
    /// The key that switches it on and off in the window.
    pub key: char,
    /// What it shows, as the help of the window says it.
    pub meaning: &'static str,
    /// Whether it has something to show of a unit.
    pub(in crate::draw) has: fn(&World, usize) -> bool,
    /// When it has nothing to show, and why.
    pub(in crate::draw) absence: Absence,
    /// Its lines of the legend, given the units that stand for all of them; asked only where it has something to show.
    pub(in crate::draw) legend: fn(&Viewpoint, &[usize]) -> Vec<LegendEntry>,
    /// What it draws.
    pub(in crate::draw) paints: &'static [Paint],
}

/// Why an overlay may have nothing to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::draw) enum Absence {
    /// The units' mode has no such thing.
    OfTheMode,
    /// The same, and there is nothing before the first tick.
    UntilTheFirstTick,
    /// This reason, in every mode.
    Because(&'static str),
}

/// One layer of an overlay.
pub(in crate::draw) struct Paint {
    /// Where the layer lies: below 0 under the units, from 0 on over them; the lowest one is drawn first. On each side the layers
    /// of single units are drawn after all others, unit by unit.
    pub depth: i8,
    /// What is drawn.
    pub brush: Brush,
}

/// How a layer is drawn.
#[derive(Clone, Copy)]
pub(in crate::draw) enum Brush {
    /// All at once.
    Whole(fn(&Viewpoint, &mut Canvas)),
    /// A grid. The walls are drawn again over grids, since cells reach into walls.
    Grid(&'static GridStyle),
    /// Unit by unit, for those that overlays are about.
    PerUnit(fn(&Subject, &mut Canvas)),
}

impl PartialEq for Overlay {
    fn eq(&self, other: &Overlay) -> bool {
        self.name == other.name
    }
}

impl Eq for Overlay {}

impl fmt::Debug for Overlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Overlay({})", self.name)
    }
}
