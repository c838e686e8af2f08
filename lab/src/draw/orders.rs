//! What is drawn over a world that is commanded: rings around the selected units, their goals ahead, marks where orders were given, and
//! what the next tick brings.

use super::canvas::{Canvas, Xy};
use super::theme::Color;
use super::viewpoint::Viewpoint;
use sidestep::crowd::{Command, UnitId};
use sidestep::geometry::Wall;
use sidestep::math;
use sidestep::types::{Point, Vec2};

/// The routes of at most this many selected units are drawn.
const ROUTES: usize = 200;
/// The radius of the dot at a goal, pixels.
const DOT: f32 = 3.0;
/// The size of the mark where an order was given, pixels.
const MARK: f32 = 9.0;

/// Draws a ring around each of these units.
pub fn draw_rings(viewpoint: &Viewpoint, selection: &[UnitId], canvas: &mut Canvas) {
    for slot in selection.iter().filter_map(|unit| viewpoint.slot(*unit)) {
        let radius = viewpoint.radius_on_screen(slot).max(1.2) + 2.5;
        canvas.ring(viewpoint.unit_on_screen(slot), radius, 2.0, viewpoint.theme.selected);
    }
}

/// Draws the goals ahead of these units: a thin line with a dot at each goal.
pub fn draw_routes(viewpoint: &Viewpoint, selection: &[UnitId], canvas: &mut Canvas) {
    let (world, color) = (viewpoint.world, viewpoint.theme.green);
    let every = selection.len().div_ceil(ROUTES).max(1);
    let mut dots: Vec<Xy> = Vec::new();
    for unit in selection.iter().step_by(every) {
        let Some(slot) = world.slot(*unit).filter(|slot| !world.units().arrived[*slot]) else { continue };
        let goals = world.goals_ahead(*unit).into_iter().filter_map(|goal| goal.aim(&world.units().position));
        let mut from = viewpoint.unit_on_screen(slot);
        for goal in goals {
            let to = viewpoint.to_screen(goal);
            canvas.line(from, to, 1.0, color.alpha(130));
            if !dots.contains(&to) {
                dots.push(to);
            }
            from = to;
        }
    }
    dots.into_iter().for_each(|at| canvas.disc(at, DOT, color));
}

/// Draws a mark where an order was given: a cross, or the first row of a formation with an arrow where it faces.
pub fn draw_mark(viewpoint: &Viewpoint, at: Point, to: Option<Point>, canvas: &mut Canvas) {
    let (color, from) = (viewpoint.theme.green, viewpoint.to_screen(at));
    match to {
        None => {
            canvas.ring(from, MARK, 2.0, color);
            canvas.disc(from, DOT, color);
        }
        Some(end) => {
            let to = viewpoint.to_screen(end);
            canvas.line(from, to, 2.0, color);
            let middle = nalgebra::center(&at, &end);
            let ahead: Vec2 = math::normalize(math::left(end - at));
            let (x, y) = viewpoint.to_screen(middle);
            canvas.arrow((x, y), (x + 3.0 * MARK * ahead.x, y - 3.0 * MARK * ahead.y), 2.0, color);
        }
    }
}

/// Draws what a command that takes effect in the next tick brings: the outline of a unit or a wall.
pub fn draw_waiting(viewpoint: &Viewpoint, command: &Command, canvas: &mut Canvas) {
    let theme = viewpoint.theme;
    match command {
        Command::Spawn(start) => {
            let radius = (start.radius * viewpoint.camera.scale).max(1.2);
            let color = theme.group_of(viewpoint.world.layout(), start.group);
            canvas.ring(viewpoint.to_screen(start.position), radius, 1.5, color);
        }
        Command::Remove(unit) => {
            let slot = viewpoint.world.ids().iter().position(|id| id == unit);
            let at = slot.map(|slot| (viewpoint.unit_on_screen(slot), viewpoint.radius_on_screen(slot)));
            at.into_iter().for_each(|(at, radius)| cross_out(at, radius, theme.red, canvas));
        }
        Command::AddWall(wall) => outline(viewpoint, &wall.shape, canvas),
        Command::Order { .. }
        | Command::Change { .. }
        | Command::Steer(_)
        | Command::RemoveWall(_)
        | Command::Door { .. } => {}
    }
}

fn cross_out((x, y): Xy, radius: f32, color: Color, canvas: &mut Canvas) {
    canvas.line((x - radius, y - radius), (x + radius, y + radius), 2.0, color);
    canvas.line((x - radius, y + radius), (x + radius, y - radius), 2.0, color);
}

fn outline(viewpoint: &Viewpoint, shape: &Wall, canvas: &mut Canvas) {
    for edge in shape.outline() {
        let (from, to) = (viewpoint.to_screen(edge.from), viewpoint.to_screen(edge.to));
        canvas.line(from, to, 1.5, viewpoint.theme.accent);
    }
}
