//! What a figure draws from, and what it draws.

use crate::report::table::SceneTable;
use crate::report::variants::{RunsBySeed, SceneResults, StudyResults};
use maud::Markup;

/// A drawing with its caption.
pub(in crate::report) struct Drawing {
    pub markup: Markup,
    /// What it shows, and how to read it.
    pub caption: String,
    /// Whether it takes the whole width.
    pub wide: bool,
}

/// What a figure of one scene draws from.
pub(in crate::report) struct SceneSource<'a> {
    pub study: &'a StudyResults<'a>,
    pub table: &'a SceneTable,
    /// The style sheet's classes of each variant.
    pub classes: &'a [String],
}

impl<'a> SceneSource<'a> {
    pub fn scene(&self) -> &'a SceneResults<'a> {
        &self.study.scenes[self.table.scene]
    }

    /// An id of a drawing, unique on the page.
    pub fn id(&self, figure: &str) -> String {
        format!("s{}-{figure}", self.table.scene + 1)
    }

    /// A title for readers of the drawing alone.
    pub fn title(&self, figure: &str) -> String {
        format!("{figure}: {}", self.scene().label)
    }

    /// The points of each variant that has some, in the order of the table.
    pub fn lines(&self, points: impl Fn(&RunsBySeed) -> Vec<(f64, f64)>) -> Vec<VariantLine> {
        let variants = self.table.rows.iter().map(|row| row.variant);
        let line = |variant: usize| VariantLine { variant, points: points(&self.scene().cells[variant]) };
        variants.map(line).filter(|line| !line.points.is_empty()).collect()
    }
}

/// What a figure of one map draws from: the scenes of all its sizes.
pub(in crate::report) struct MapSource<'a> {
    pub study: &'a StudyResults<'a>,
    pub map: &'a str,
    /// The map's number, from 1.
    pub number: usize,
    /// The tables of the map's scenes.
    pub tables: Vec<&'a SceneTable>,
    /// The style sheet's classes of each variant.
    pub classes: &'a [String],
}

/// A variant's line in a chart.
pub(in crate::report) struct VariantLine {
    pub variant: usize,
    pub points: Vec<(f64, f64)>,
}
