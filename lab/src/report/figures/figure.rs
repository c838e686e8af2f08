//! The input and the output of figures.

use crate::report::table::SceneTable;
use crate::report::variants::{RunsBySeed, SceneResults, StudyResults};
use maud::Markup;

/// A drawing with its caption.
pub(in crate::report) struct Drawing {
    pub markup: Markup,
    /// A description of what it shows and how to read it.
    pub caption: String,
    /// Whether it takes the full width.
    pub wide: bool,
}

/// The input of a figure of one scene.
pub(in crate::report) struct SceneSource<'a> {
    pub study: &'a StudyResults<'a>,
    pub table: &'a SceneTable,
    /// The CSS classes of each variant.
    pub classes: &'a [String],
}

impl<'a> SceneSource<'a> {
    pub fn scene(&self) -> &'a SceneResults<'a> {
        &self.study.scenes[self.table.scene]
    }

    /// Returns an id for a drawing that is unique on the page.
    pub fn id(&self, figure: &str) -> String {
        format!("s{}-{figure}", self.table.scene + 1)
    }

    /// Returns a title that is clear without the surrounding page.
    pub fn title(&self, figure: &str) -> String {
        format!("{figure}: {}", self.scene().label)
    }

    /// Returns the points of each variant that has any, in the order of the table.
    pub fn lines(&self, points: impl Fn(&RunsBySeed) -> Vec<(f64, f64)>) -> Vec<VariantLine> {
        let variants = self.table.rows.iter().map(|row| row.variant);
        let line = |variant: usize| VariantLine { variant, points: points(&self.scene().cells[variant]) };
        variants.map(line).filter(|line| !line.points.is_empty()).collect()
    }
}

/// The input of a figure of one map: its scenes of all sizes.
pub(in crate::report) struct MapSource<'a> {
    pub study: &'a StudyResults<'a>,
    pub map: &'a str,
    /// The map's number, from 1.
    pub number: usize,
    /// The tables of the map's scenes.
    pub tables: Vec<&'a SceneTable>,
    /// The CSS classes of each variant.
    pub classes: &'a [String],
}

/// A variant's line in a chart.
pub(in crate::report) struct VariantLine {
    pub variant: usize,
    pub points: Vec<(f64, f64)>,
}
