//! The units: discs in their group's colour, with a mark for the heading.

use super::canvas::{Canvas, Stamps, Xy};
use super::cue::{self, Cue};
use super::theme::{Color, Theme};
use super::viewpoint::Viewpoint;
use sidestep::math;
use sidestep::world::World;

/// Discs with a smaller radius, in pixels, have no rim and no mark.
const DETAIL: f32 = 3.0;

/// The colour of unit `id`: its group's colour, faded once it has arrived, grey if it never walks.
pub fn color(world: &World, id: usize, theme: &Theme) -> Color {
    faded(color_before_arrival(world, id, theme), world.units().arrived[id], theme)
}

fn faded(color: Color, arrived: bool, theme: &Theme) -> Color {
    if arrived && color != theme.standing { theme.arrived(color) } else { color }
}

/// The colour of unit `id` before it arrives, as in the legend.
pub fn color_before_arrival(world: &World, id: usize, theme: &Theme) -> Color {
    match world.units().is_fixed(id) {
        true => theme.standing,
        false => theme.group_of(world.layout(), world.units().group[id]),
    }
}

/// Draws all units, with a ring around the selected one.
pub fn draw(viewpoint: &Viewpoint, canvas: &mut Canvas) {
    let (world, theme) = (viewpoint.world, viewpoint.theme);
    let (width, height) = (canvas.width() as f32, canvas.height() as f32);
    let mut stamps = Stamps::default();
    for id in 0..viewpoint.units() {
        let at = viewpoint.unit_on_screen(id);
        // At least a dot, at any zoom.
        let radius = viewpoint.radius_on_screen(id).max(1.2);
        let outside = at.0 < -radius || at.1 < -radius || at.0 > width + radius || at.1 > height + radius;
        if !outside {
            let group = viewpoint.group(id);
            let (color, mark) = match viewpoint.is_fixed(id) {
                true => (theme.standing, Cue::Plain),
                false => (theme.group_of(world.layout(), group), cue::of_group(world, group)),
            };
            let color = faded(color, viewpoint.has_arrived(id), theme);
            draw_unit(
                canvas,
                &mut stamps,
                (at, radius),
                viewpoint.heading(id),
                (color, theme.rim(color)),
                mark,
            );
        }
    }
    if let Some(id) = viewpoint.selected {
        let radius = viewpoint.radius_on_screen(id) + 2.5;
        canvas.ring(viewpoint.unit_on_screen(id), radius, 2.0, theme.selected);
    }
}

fn draw_unit(
    canvas: &mut Canvas,
    stamps: &mut Stamps,
    (at, radius): (Xy, f32),
    heading: f32,
    (color, rim): (Color, Color),
    mark: Cue,
) {
    if radius < DETAIL {
        return canvas.stamp_disc(stamps, at, radius, 0.0, (color, color));
    }
    canvas.stamp_disc(stamps, at, radius, (radius * 0.12).clamp(0.8, 2.5), (color, rim));
    let look = math::unit(heading);
    let tip = |share: f32| (at.0 + look.x * radius * share, at.1 - look.y * radius * share);
    canvas.line(tip(0.45), tip(0.82), (radius * 0.15).max(1.4), rim);
    cue::draw(mark, at, radius, rim, canvas);
}
