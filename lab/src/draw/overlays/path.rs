//! The path to the goal, and the path that a plan follows.

use super::overlay::{Absence, Brush, Overlay, Paint};
use super::subject::{Subject, group_color};
use crate::draw::canvas::{Canvas, Xy};
use crate::draw::swatch::{LegendEntry, Swatch};
use crate::draw::viewpoint::Viewpoint;
use sidestep::steering::behaviours::Path;
use sidestep::steering::combine::Plan;
use sidestep::world::World;

/// The path to the goal (dashed), and the path of a plan.
pub static PATH: Overlay = Overlay {
    name: "path",
    key: 't',
    meaning: "path to the goal",
    has: |world, id| world.target(id).is_some() || !plan_paths(world, id).is_empty(),
    absence: Absence::Because("no goal, and no plan with a path"),
    legend,
    paints: &[Paint { depth: -10, brush: Brush::PerUnit(draw) }],
};

/// The paths in a unit's plan.
fn plan_paths(world: &World, id: usize) -> Vec<&Path> {
    let parts = world.plan(id).map(Plan::parts).unwrap_or_default();
    parts.into_iter().filter_map(|part| part.path.as_ref()).collect()
}

fn legend(viewpoint: &Viewpoint, units: &[usize]) -> Vec<LegendEntry> {
    let (world, color) = (viewpoint.world, group_color(viewpoint, units));
    let mut entries = Vec::new();
    if units.iter().any(|id| world.target(*id).is_some()) {
        entries.push(LegendEntry::new(Swatch::Dashes(color), "path to the goal, up to its first bend"));
    }
    if units.iter().any(|id| !plan_paths(world, *id).is_empty()) {
        entries.push(LegendEntry::new(Swatch::Line(color), "path of the plan"));
    }
    entries
}

fn draw(subject: &Subject, canvas: &mut Canvas) {
    let to_screen = |p| subject.viewpoint.to_screen(p);
    let color =
        subject.viewpoint.theme.group_of(subject.world.layout(), subject.world.units().group[subject.id]);
    for path in plan_paths(subject.world, subject.id) {
        let back = path.points().first().filter(|_| path.closed());
        let points: Vec<Xy> = path.points().iter().chain(back).map(|p| to_screen(*p)).collect();
        canvas.polyline(&points, 1.0, color.alpha(110));
    }
    if let Some(target) = subject.world.target(subject.id) {
        canvas.dashed(subject.at, to_screen(target), 7.0, 5.0, 1.3, color.alpha(190));
    }
}
