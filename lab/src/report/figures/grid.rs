//! A grid of figures under a common legend.

use super::figure::Drawing;
use crate::report::swatches::swatch;
use crate::report::variants::StudyResults;
use maud::{Markup, html};

/// The largest number of heat maps that fit next to a chart.
const FEW_MAPS: usize = 12;

/// Renders figures with their titles, under a legend of their variants.
pub(super) fn figures(
    study: &StudyResults,
    classes: &[String],
    variants: &[usize],
    figures: &[(String, Drawing)],
) -> Markup {
    // To avoid an empty cell, a wide figure is placed next to a single narrow one.
    let narrow = figures.iter().filter(|(_, drawing)| !drawing.wide).count();
    let fills_up = narrow % 2 == 1 && variants.len() <= FEW_MAPS;
    let columns = if figures.len() > 1 { 2 } else { 1 };
    html! {
        (legend(study, classes, variants))
        div class={ "figures n" (columns) } {
            @for (title, drawing) in figures {
                figure class=[(drawing.wide && !fills_up).then_some("wide")] {
                    h4 { (title) }
                    (drawing.markup)
                    figcaption { (drawing.caption) }
                }
            }
        }
    }
}

/// Renders the legend as buttons that highlight a variant in all figures.
fn legend(study: &StudyResults, classes: &[String], variants: &[usize]) -> Markup {
    html! {
        ul class="legend" {
            @for &variant in variants {
                li {
                    button type="button" class={ "key " (classes[variant]) } aria-pressed="false" {
                        (swatch(&classes[variant]))
                        (study.label(variant))
                    }
                }
            }
        }
    }
}
