//! How each variant's lines look.

use super::variants::{StudyResults, Variant};
use maud::{Markup, html};

/// Colours that the style sheet has for lines, and dashes for when there are more variants, or a push.
const COLOURS: usize = 7;

/// The style sheet's classes for each variant: one colour for each mode, dashes where it pushes, and `v` with its number, by which the
/// page's script finds everything that belongs to it.
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

/// A piece of a variant's line, for legends.
pub(super) fn swatch(class: &str) -> Markup {
    html! {
        svg class="swatch" viewBox="0 0 30 10" aria-hidden="true" {
            path class={ "line " (class) } d="M0 5H30" {}
        }
    }
}
