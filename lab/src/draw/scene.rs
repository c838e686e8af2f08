//! The static part of a picture: the ground with its grid, goals and walls.

use super::camera::Camera;
use super::canvas::{Canvas, Stamps};
use super::ground;
use super::theme::{Color, Theme};
use sidestep::geometry::Wall;
use sidestep::navigation::Goal;
use sidestep::types::Point;
use sidestep::world::Layout;
use sidestep::world::World;

/// Of goals that units share, this many distinct ones are drawn, once each.
const SHARED_GOALS: usize = 64;

/// Draws the ground, goals and walls.
pub fn draw(world: &World, camera: &Camera, theme: &Theme, canvas: &mut Canvas) {
    let layout = world.layout();
    ground::draw(layout.bounds, camera, theme, canvas);
    goals(layout, camera, theme, canvas);
    walls(world, camera, theme, canvas);
}

/// Draws the walls.
pub fn walls(world: &World, camera: &Camera, theme: &Theme, canvas: &mut Canvas) {
    for placed in world.walls() {
        let shape = &placed.wall.shape;
        if placed.stands() {
            draw_wall(shape, camera, theme.wall, canvas);
        } else if placed.is_closed() {
            // Its place is not clear yet.
            draw_wall(shape, camera, theme.wall.alpha(90), canvas);
        }
        if placed.wall.is_door {
            draw_door(shape, placed.is_closed(), camera, theme, canvas);
        }
    }
}

/// Draws the outline of a door, dashed if it is open.
fn draw_door(shape: &Wall, is_shut: bool, camera: &Camera, theme: &Theme, canvas: &mut Canvas) {
    for edge in shape.outline() {
        let (from, to) = (camera.to_screen(edge.from), camera.to_screen(edge.to));
        match is_shut {
            true => canvas.line(from, to, 2.0, theme.accent),
            false => canvas.dashed(from, to, 6.0, 4.0, 1.5, theme.accent),
        }
    }
}

fn goals(layout: &Layout, camera: &Camera, theme: &Theme, canvas: &mut Canvas) {
    let mut seen: Vec<(Goal, u16)> = Vec::new();
    let mut stamps = Stamps::default();
    for start in &layout.starts {
        let key = (start.goal, start.group);
        let slot = matches!(start.goal, Goal::Point { own: true, .. });
        if !slot && seen.len() < SHARED_GOALS {
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
        }
        draw_goal(&start.goal, theme.group_of(layout, start.group), camera, &mut stamps, canvas);
    }
}

fn draw_goal(goal: &Goal, color: Color, camera: &Camera, stamps: &mut Stamps, canvas: &mut Canvas) {
    match *goal {
        Goal::Point { at, radius, own: false } => {
            let (at, radius) = (camera.to_screen(at), (radius * camera.scale).max(3.0));
            canvas.disc(at, radius, color.alpha(34));
            canvas.ring(at, radius, 2.0, color.alpha(230));
        }
        Goal::Point { at, radius, own: true } => {
            // A crowd has one per unit, so they stay small.
            let radius = (0.6 * radius * camera.scale).clamp(1.6, 6.0);
            canvas.stamp_ring(stamps, camera.to_screen(at), radius, 1.2, color.alpha(200));
        }
        Goal::Region(area) => {
            let (a, b) = (camera.to_screen(area.min), camera.to_screen(area.max));
            canvas.rect(a, b, color.alpha(30));
            canvas.frame(a, b, 2.0, color.alpha(220));
        }
        Goal::Line { from, to, .. } => {
            canvas.dashed(camera.to_screen(from), camera.to_screen(to), 9.0, 6.0, 2.5, color.alpha(230));
        }
        Goal::Stand | Goal::Roam | Goal::Unit { .. } => {}
    }
}

fn draw_wall(wall: &Wall, camera: &Camera, color: Color, canvas: &mut Canvas) {
    let to_screen = |points: &[Point]| points.iter().map(|p| camera.to_screen(*p)).collect::<Vec<_>>();
    match wall {
        Wall::Box(area) => canvas.rect(camera.to_screen(area.min), camera.to_screen(area.max), color),
        Wall::Circle { center, radius } => {
            canvas.disc(camera.to_screen(*center), radius * camera.scale, color);
        }
        Wall::Polygon(points) => canvas.polygon(&to_screen(points), color),
        Wall::Chain(points) => canvas.polyline(&to_screen(points), 3.0, color),
    }
}
