//! Marks inside discs: the second cue by which groups differ, for eyes that cannot tell their colours apart.

use super::canvas::{Canvas, Xy};
use super::theme::{Color, GROUPS};
use crate::world::World;

/// A mark inside the disc of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cue {
    /// No mark.
    Plain,
    /// A circle.
    Circle,
    /// A dot.
    Dot,
    /// A bar.
    Bar,
    /// An upright cross.
    Cross,
    /// Two bars.
    Bars,
    /// A diagonal cross.
    Saltire,
    /// A triangle.
    Triangle,
}

/// The mark of each group.
const CUES: [Cue; GROUPS] =
    [Cue::Plain, Cue::Circle, Cue::Dot, Cue::Bar, Cue::Cross, Cue::Bars, Cue::Saltire, Cue::Triangle];
/// Discs with a smaller radius have no mark, pixels.
const VISIBLE: f32 = 4.5;

/// The mark of a group's units. Maps with up to two groups need none.
pub fn of_group(world: &World, group: u16) -> Cue {
    if world.layout().groups.len() > 2 { CUES[usize::from(group) % GROUPS] } else { Cue::Plain }
}

/// Draws the mark in the middle of a disc.
pub(super) fn draw(cue: Cue, at: Xy, radius: f32, color: Color, canvas: &mut Canvas) {
    if radius < VISIBLE {
        return;
    }
    let (half, width) = (0.36 * radius, (0.16 * radius).max(1.2));
    let point = |x: f32, y: f32| (at.0 + half * x, at.1 + half * y);
    let mut line = |a: Xy, b: Xy| canvas.line(point(a.0, a.1), point(b.0, b.1), width, color);
    match cue {
        Cue::Plain => {}
        Cue::Circle => canvas.ring(at, half, width, color),
        Cue::Dot => canvas.disc(at, 0.8 * half, color),
        Cue::Bar => line((-1.0, 0.0), (1.0, 0.0)),
        Cue::Cross => {
            line((-1.0, 0.0), (1.0, 0.0));
            line((0.0, -1.0), (0.0, 1.0));
        }
        Cue::Bars => {
            line((-0.9, -0.55), (0.9, -0.55));
            line((-0.9, 0.55), (0.9, 0.55));
        }
        Cue::Saltire => {
            line((-0.75, -0.75), (0.75, 0.75));
            line((-0.75, 0.75), (0.75, -0.75));
        }
        Cue::Triangle => canvas.polygon(&[point(0.0, -1.1), point(1.0, 0.7), point(-1.0, 0.7)], color),
    }
}
