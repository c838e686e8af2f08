//! The definition of an overlay.

use super::grid::GridStyle;
use super::subject::Subject;
use crate::draw::canvas::Canvas;
use crate::draw::swatch::LegendEntry;
use crate::draw::viewpoint::Viewpoint;
use sidestep::world::World;
use std::fmt;

/// One overlay: an entry of [`super::OVERLAYS`].
pub struct Overlay {
    /// The name for `--overlay`.
    pub name: &'static str,
    /// The key that toggles it in the window.
    pub key: char,
    /// What it shows, for the window's help.
    pub meaning: &'static str,
    /// Whether it has something to show for a unit.
    pub(in crate::draw) has: fn(&World, usize) -> bool,
    /// Why it may have nothing to show.
    pub(in crate::draw) absence: Absence,
    /// Its legend, given the units that represent all others. Called only if it has something to show.
    pub(in crate::draw) legend: fn(&Viewpoint, &[usize]) -> Vec<LegendEntry>,
    /// Its layers.
    pub(in crate::draw) paints: &'static [Paint],
}

/// Why an overlay may have nothing to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::draw) enum Absence {
    /// The units' mode does not have it.
    OfTheMode,
    /// As above, and nothing exists before the first tick.
    UntilTheFirstTick,
    /// The mechanisms of narrow places are off, or the map has no gate.
    OfThePassages,
    /// The given reason, in every mode.
    Because(&'static str),
}

/// One layer of an overlay.
pub(in crate::draw) struct Paint {
    /// The depth: below 0 under the units, otherwise over them; lower layers are drawn first. On each side, the layers of single
    /// units follow all others, unit by unit.
    pub depth: i8,
    /// The drawing.
    pub brush: Brush,
}

/// How a layer is drawn.
#[derive(Clone, Copy)]
pub(in crate::draw) enum Brush {
    /// All at once.
    Whole(fn(&Viewpoint, &mut Canvas)),
    /// A grid. Its cells reach into walls, so the walls are drawn again over it.
    Grid(&'static GridStyle),
    /// Once for each unit that overlays show.
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
