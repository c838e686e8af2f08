//! The steering force, and the part of it that comes from the rays.

use super::overlay::{Absence, Brush, Overlay, Paint};
use super::rays;
use super::subject::Subject;
use crate::draw::canvas::Canvas;
use crate::draw::swatch::{LegendEntry, Swatch};
use crate::draw::theme::{Color, Theme};
use crate::draw::viewpoint::Viewpoint;
use sidestep::math;
use sidestep::steering::reasons::Mark;

/// Steering forces (green), and their parts from the rays (pale).
pub static FORCE: Overlay = Overlay {
    name: "force",
    key: 'f',
    meaning: "force",
    has: |_, _| true,
    absence: Absence::OfTheMode,
    legend,
    paints: &[Paint { depth: 60, brush: Brush::PerUnit(draw) }],
};

/// The part of a force that comes from the rays.
fn rays_part(theme: &Theme) -> Color {
    theme.green.mix(theme.text, 150)
}

fn legend(viewpoint: &Viewpoint, units: &[usize]) -> Vec<LegendEntry> {
    let theme = viewpoint.theme;
    let force = LegendEntry::new(Swatch::Arrow(theme.green), "steering force (maximum: 3 radii long)");
    let rays = units.iter().any(|id| rays::has(viewpoint.world, *id));
    let part = rays.then(|| LegendEntry::new(Swatch::Arrow(rays_part(theme)), "part of it from the rays"));
    [force].into_iter().chain(part).collect()
}

/// Draws the maximum force three radii long.
fn draw(subject: &Subject, canvas: &mut Canvas) {
    let theme = subject.viewpoint.theme;
    let most = subject.world.units().max_force[subject.id];
    let scale = 3.0 * subject.radius / most.max(1e-6);
    for (mark, _) in subject.reasons.aspect("rays").into_iter().flat_map(|rays| &rays.marks) {
        if let Mark::Vector(force) = mark {
            subject.arrow(math::clamp_length(*force, most) * scale, 1.2, rays_part(theme), canvas);
        }
    }
    subject.arrow(subject.reasons.force * scale, 2.2, theme.green, canvas);
}
