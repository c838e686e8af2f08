//! Marks inside discs: the second cue by which groups differ, for eyes that cannot tell their colours apart.

use super::canvas::{Canvas, Xy};
use super::theme::{Color, GROUPS};
use sidestep::world::World;

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

/// The corners of the triangle, as [`strokes`] are given.
pub(crate) const TRIANGLE: [Xy; 3] = [(0.0, -1.1), (1.0, 0.7), (-1.0, 0.7)];

/// The straight lines of a mark, from its middle, as shares of half its size; y points down.
pub(crate) fn strokes(cue: Cue) -> &'static [[Xy; 2]] {
    match cue {
        Cue::Bar => &[[(-1.0, 0.0), (1.0, 0.0)]],
        Cue::Cross => &[[(-1.0, 0.0), (1.0, 0.0)], [(0.0, -1.0), (0.0, 1.0)]],
        Cue::Bars => &[[(-0.9, -0.55), (0.9, -0.55)], [(-0.9, 0.55), (0.9, 0.55)]],
        Cue::Saltire => &[[(-0.75, -0.75), (0.75, 0.75)], [(-0.75, 0.75), (0.75, -0.75)]],
        Cue::Plain | Cue::Circle | Cue::Dot | Cue::Triangle => &[],
    }
}

/// Draws the mark in the middle of a disc.
pub(super) fn draw(cue: Cue, at: Xy, radius: f32, color: Color, canvas: &mut Canvas) {
    if radius < VISIBLE {
        return;
    }
    let (half, width) = (0.36 * radius, (0.16 * radius).max(1.2));
    let point = |(x, y): &Xy| (at.0 + half * x, at.1 + half * y);
    match cue {
        Cue::Plain => {}
        Cue::Circle => canvas.ring(at, half, width, color),
        Cue::Dot => canvas.disc(at, 0.8 * half, color),
        Cue::Bar | Cue::Cross | Cue::Bars | Cue::Saltire => {
            strokes(cue).iter().for_each(|[from, to]| canvas.line(point(from), point(to), width, color));
        }
        Cue::Triangle => canvas.polygon(&TRIANGLE.each_ref().map(point), color),
    }
}
