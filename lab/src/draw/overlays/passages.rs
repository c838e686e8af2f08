//! Gates, whose turn it is there, and the units that wait.

use super::grid::GRID_DEPTH;
use super::overlay::{Absence, Brush, Overlay, Paint};
use crate::draw::canvas::Canvas;
use crate::draw::scene;
use crate::draw::swatch::{LegendEntry, Swatch};
use crate::draw::text::{self, Size};
use crate::draw::theme::{Color, Theme};
use crate::draw::viewpoint::Viewpoint;
use crate::text::counted;
use sidestep::math;
use sidestep::traffic::GATES;
use sidestep::types::{Point, Vec2};
use sidestep::world::{Gate, Passages, Turns, World};

/// Each gate and its region in the colour of the units that have the turn, and a ring around each unit that waits.
pub static PASSAGES: Overlay = Overlay {
    name: "passages",
    key: 'g',
    meaning: "gates, turns and waiting units",
    has: |world, _| world.passages().is_some_and(|passages| !passages.gates().is_empty()),
    absence: Absence::OfThePassages,
    legend: |viewpoint, _| legend(viewpoint),
    paints: &[
        Paint { depth: GRID_DEPTH, brush: Brush::Whole(draw_regions) },
        Paint { depth: 15, brush: Brush::Whole(draw_turns) },
    ],
};

/// The colours of the sides of a gate whose units are of several groups.
fn sides(theme: &Theme) -> [Color; 2] {
    [theme.violet, theme.text]
}
/// The opacity of regions without a turn, with an ending turn, and with a turn.
const FREE: u8 = 28;
const ENDING: u8 = 50;
const TURN: u8 = 85;
/// The length of an arrow as a multiple of the gate's width, and its shortest length in pixels.
const ARROW: f32 = 1.2;
const SHORTEST: f32 = 30.0;
/// Gates at least this wide are labelled, pixels.
const LABELLED: f32 = 24.0;

/// Whose turn it is at a gate.
struct Turn {
    group: Option<u16>,
    color: Color,
    direction: Vec2,
    is_ending: bool,
}

/// Whose turn it is at each gate. None where units do not take turns.
fn turns(viewpoint: &Viewpoint, passages: &Passages) -> Vec<Option<Turn>> {
    let (world, theme) = (viewpoint.world, viewpoint.theme);
    if !world.steering().is_on(&GATES) {
        return passages.gates().iter().map(|_| None).collect();
    }
    let gates = passages.gates().iter().zip(world.turns()).zip(world.side_groups());
    let turn = |((gate, turns), groups): ((&Gate, &Turns), [Option<u16>; 2])| {
        let side = usize::from(turns.holder?);
        Some(Turn {
            group: groups[side],
            color: groups[side].map_or(sides(theme)[side], |group| theme.group_of(world.layout(), group)),
            direction: if side == 1 { gate.through } else { -gate.through },
            is_ending: turns.is_ending,
        })
    };
    gates.map(turn).collect()
}

fn waiting(world: &World) -> impl Iterator<Item = usize> + '_ {
    (0..world.units().len()).filter(|id| world.approach(*id).is_some_and(|own| own.waits))
}

fn legend(viewpoint: &Viewpoint) -> Vec<LegendEntry> {
    let (world, theme) = (viewpoint.world, viewpoint.theme);
    let Some(passages) = world.passages() else { return Vec::new() };
    let turns = turns(viewpoint, passages);
    let count = counted(passages.gates().len() as u64, "gate");
    let state = match turns.iter().any(Option::is_some) {
        true => "",
        false if world.turns().iter().any(|turns| turns.is_shared) => "; each direction keeps to its part",
        false if world.steering().is_on(&GATES) => "; no turns now",
        false => "; turns are off",
    };
    let mut entries = vec![LegendEntry::new(Swatch::Line(theme.text), format!("{count}{state}"))];
    for turn in turns.iter().flatten() {
        let group = turn.group.and_then(|group| world.layout().groups.get(usize::from(group)));
        let text = format!("turn of {}", group.map_or("several groups", String::as_str));
        let entry = LegendEntry::new(Swatch::Arrow(turn.color), text);
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    let waiting = counted(waiting(world).count() as u64, "unit");
    entries.push(LegendEntry::new(Swatch::Ring(theme.accent), format!("waits for its turn: {waiting}")));
    entries
}

/// Draws the regions of the gates.
fn draw_regions(viewpoint: &Viewpoint, canvas: &mut Canvas) {
    let Some(passages) = viewpoint.world.passages() else { return };
    if passages.gates().is_empty() {
        return;
    }
    let theme = viewpoint.theme;
    let tint = |turn: &Option<Turn>| match turn {
        None => theme.text_dim.alpha(FREE),
        Some(turn) => turn.color.alpha(if turn.is_ending { ENDING } else { TURN }),
    };
    let tints: Vec<Color> = turns(viewpoint, passages).iter().map(tint).collect();
    let grid = passages.grid();
    let pixel = |column: usize, row: usize| {
        let at = viewpoint.to_screen(grid.origin() + Vec2::new(column as f32, row as f32) * grid.cell());
        // Whole pixels leave no seams between rows.
        (at.0.round(), at.1.round())
    };
    for row in 0..grid.rows() {
        let gate = |column: usize| passages.in_cell(grid.index(column, row)).map(|place| place.gate);
        let mut from = 0;
        while from < grid.columns() {
            let here = gate(from);
            let to = (from..grid.columns()).find(|column| gate(*column) != here).unwrap_or(grid.columns());
            if let Some(gate) = here {
                canvas.rect(pixel(from, row), pixel(to, row + 1), tints[usize::from(gate)]);
            }
            from = to;
        }
    }
    // The cells reach into walls.
    scene::walls(viewpoint.world, &viewpoint.camera, theme, canvas);
}

/// The ends of the line across a gate.
fn ends(gate: &Gate) -> (Point, Point) {
    let half = math::right(gate.through) * (0.5 * gate.width);
    (gate.middle + half, gate.middle - half)
}

/// Draws the lines across the gates, the arrows, the gates' numbers, and the rings around waiting units.
fn draw_turns(viewpoint: &Viewpoint, canvas: &mut Canvas) {
    let (world, theme) = (viewpoint.world, viewpoint.theme);
    let Some(passages) = world.passages() else { return };
    for id in waiting(world) {
        let radius = viewpoint.radius_on_screen(id);
        canvas.ring(viewpoint.unit_on_screen(id), radius + 2.0, 1.5, theme.accent);
    }
    let scale = viewpoint.camera.scale;
    for (number, (gate, turn)) in passages.gates().iter().zip(turns(viewpoint, passages)).enumerate() {
        let (a, b) = ends(gate);
        canvas.line(viewpoint.to_screen(a), viewpoint.to_screen(b), 2.0, theme.text.alpha(190));
        if let Some(turn) = turn {
            let half = turn.direction * (0.5 * (ARROW * gate.width).max(SHORTEST / scale));
            let (from, to) =
                (viewpoint.to_screen(gate.middle - half), viewpoint.to_screen(gate.middle + half));
            canvas.line(from, to, 7.0, theme.panel);
            canvas.arrow(from, to, 6.0, theme.panel);
            canvas.arrow(from, to, 3.5, turn.color);
        }
        if gate.width * scale >= LABELLED {
            label(number, gate, viewpoint, canvas);
        }
    }
}

/// Writes the number of a gate beyond the upper end of its line.
fn label(number: usize, gate: &Gate, viewpoint: &Viewpoint, canvas: &mut Canvas) {
    let theme = viewpoint.theme;
    let (a, b) = ends(gate);
    let (x, y) = viewpoint.to_screen(if a.y > b.y { a } else { b });
    let (name, size) = (format!("gate {number}"), Size::body(1));
    let (left, top) = (x as i32 - size.width(&name) / 2, y as i32 - size.line() - 4);
    let (wide, high) = (size.width(&name) as f32, size.line() as f32);
    let corner = (left as f32, top as f32);
    canvas.rect((corner.0 - 3.0, corner.1), (corner.0 + wide + 3.0, corner.1 + high), theme.panel.alpha(190));
    text::draw(canvas, left, top, &name, size, theme.text);
}
