//! The line style of each variant.

use super::variants::{StudyResults, Variant};
use maud::{Markup, html};

/// The number of line colours in the style sheet. More variants, and variants with a push, are dashed.
const COLOURS: usize = 7;

/// Returns the CSS classes of each variant: a colour for each mode, dashes for a push, and `v` with the variant's
/// number, by which the page's script finds everything that belongs to the variant.
pub(super) fn variant_classes(study: &StudyResults) -> Vec<String> {
    let mut families: Vec<String> = Vec::new();
    let class = |(number, variant): (usize, &Variant)| {
        let family = variant.family();
        let k = families.iter().position(|known| *known == family).unwrap_or_else(|| {
            families.push(family);
            families.len() - 1
        });
        let dash = 2 * (k / COLOURS) + usize::from(variant.pushes());
        format!("c{} d{} v{number}", k % COLOURS, dash.min(3))
    };
    study.variants.iter().enumerate().map(class).collect()
}

/// Renders a piece of a variant's line for legends.
pub(super) fn swatch(class: &str) -> Markup {
    html! {
        svg class="swatch" viewBox="0 0 30 10" aria-hidden="true" {
            path class={ "line " (class) } d="M0 5H30" {}
        }
    }
}
