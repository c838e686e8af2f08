//! The figures of a report. Each is one file plus one entry in the table below.

mod arrivals;
mod cost;
mod figure;
mod grid;
mod heat;
mod lane_order;
mod lines;
mod series;
mod speed_by_density;
mod time_ratios;

use super::table::SceneTable;
use super::variants::{SceneResults, StudyResults};
use figure::{Drawing, MapSource, SceneSource};
use maud::Markup;
use std::collections::BTreeSet;

/// A figure of a report.
pub(super) struct Figure {
    pub title: &'static str,
    /// The question that the figure answers.
    pub question: &'static str,
    draw: Draw,
}

/// How often a figure is drawn, and by which function. It is skipped if the runs lack its data.
enum Draw {
    /// Once for each scene.
    Scene(fn(&SceneSource) -> Option<Drawing>),
    /// Once for each map, over all its sizes.
    Map(fn(&MapSource) -> Option<Drawing>),
}

/// All figures, in order.
pub(super) const FIGURES: [Figure; 6] = [
    Figure {
        title: "Time ratio",
        question: "How much longer than in free flow do units travel, and how certain is that?",
        draw: Draw::Scene(time_ratios::draw),
    },
    Figure {
        title: "Arrivals",
        question: "When do units arrive, and is there a long tail?",
        draw: Draw::Scene(arrivals::draw),
    },
    Figure {
        title: "Speed against density",
        question: "How fast do units walk where it is crowded?",
        draw: Draw::Scene(speed_by_density::draw),
    },
    Figure {
        title: "Lane order",
        question: "Do lanes form, and do they last?",
        draw: Draw::Scene(lane_order::draw),
    },
    Figure {
        title: "Contacts over the map",
        question: "Where do units touch each other, and how often?",
        draw: Draw::Scene(heat::draw),
    },
    Figure {
        title: "Cost against units",
        question: "How does the cost of a tick grow with the crowd?",
        draw: Draw::Map(cost::draw),
    },
];

/// Draws the figures of one scene under a common legend.
pub(super) fn of_scene(study: &StudyResults, table: &SceneTable, classes: &[String]) -> Markup {
    let source = SceneSource { study, table, classes };
    let drawn = FIGURES.iter().filter_map(|figure| match figure.draw {
        Draw::Scene(draw) => Some((figure.title.to_string(), draw(&source)?)),
        Draw::Map(_) => None,
    });
    let variants: Vec<usize> = table.rows.iter().map(|row| row.variant).collect();
    grid::figures(study, classes, &variants, &drawn.collect::<Vec<_>>())
}

/// Draws the figures of all maps under a common legend; none if no map has several sizes.
pub(super) fn of_maps(study: &StudyResults, tables: &[SceneTable], classes: &[String]) -> Option<Markup> {
    let maps: BTreeSet<String> = study.scenes.iter().map(SceneResults::map).collect();
    let mut drawn = Vec::new();
    for (k, map) in maps.iter().enumerate() {
        let tables = tables.iter().filter(|table| study.scenes[table.scene].map() == *map).collect();
        let source = MapSource { study, map, number: k + 1, tables, classes };
        drawn.extend(FIGURES.iter().filter_map(|figure| match figure.draw {
            Draw::Scene(_) => None,
            Draw::Map(draw) => Some((format!("{}: {map}", figure.title), draw(&source)?)),
        }));
    }
    let variants: Vec<usize> = (0..study.variants.len()).collect();
    (!drawn.is_empty()).then(|| grid::figures(study, classes, &variants, &drawn))
}
