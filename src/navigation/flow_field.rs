//! The paths to one goal from everywhere (HowToRTS, "Flow Field"), computed once per goal and read by all units
//! that head for it.
//!
//! 1. Cells that see the goal, for a disc of a unit's radius, lead straight to it.
//! 2. From these cells, fast marching ([`eikonal`](super::eikonal)) gives the others an order φ, at a cost that
//!    rises slightly near walls.
//! 3. In that order, each cell gets its *turning point*: the best of its neighbours' turning points that it sees
//!    itself, or else the neighbour. The path leads straight there and is not bound to the grid's directions, as in
//!    Theta* (Nash, Daniel, Koenig & Felner 2007). Its length is exact except where it turns. First-order fast
//!    marching alone is off by several percent behind corners.
//! 4. Cells near walls in which no unit fits lead back out, so that a unit pushed there still finds its path.
//!
//! Between cells, the unit vectors to the turning points, which are −∇ of the distance, are interpolated.

use super::clearance::{Clearance, SPARE_RADII};
use super::eikonal::{Eikonal, UnitCost};
use super::grid::around;
use super::heading::Heading;
use super::parts;
use crate::math;
use crate::types::{Point, Vec2};
use std::collections::VecDeque;

/// The goal itself as a turning point.
const AIM: u32 = u32::MAX;
/// No path.
const NONE: u32 = u32::MAX - 1;
/// How far the field reaches into the margins of walls, in cells: more than a radius.
const MARGIN_CELLS: usize = 4;
/// A straight path may exceed one via a neighbour by this share. Along a straight tunnel both are equal up to rounding, and
/// only the straight one has no corners.
const ROUNDING: f32 = 1e-5;
/// The number of cells for which a new field's arrays are written in a tick.
const PREPARE_CELLS: usize = 1 << 16;
/// A line is roomy if the walls are at least this far from it, in radii.
const ROOMY_RADII: f32 = 1.0 + SPARE_RADII;
/// No wall lies between two roomy lines to the same point that begin at most so far apart, in radii.
const BETWEEN_RADII: f32 = 1.9;
/// A unit closer to its turning point than this, in cells, turns.
const TURN_CELLS: f32 = 0.7;

/// Distances and directions to one goal.
#[derive(Clone)]
pub struct FlowField {
    aim: Point,
    /// The length of the path from each cell's spot, m. Infinite without a path.
    distance: Vec<f32>,
    /// The cell whose spot is the first turning point of the path, `AIM` or `NONE`.
    turn: Vec<u32>,
}

impl FlowField {
    /// Computes the paths to `aim`.
    pub fn new(clearance: &Clearance, aim: Point) -> FlowField {
        let mut growth = Growth::new(clearance, aim);
        while !growth.grow(clearance, usize::MAX) {}
        growth.into_field()
    }

    /// The length of the path to the goal from each cell, m. Infinite without a path.
    pub fn distances(&self) -> &[f32] {
        &self.distance
    }

    /// Whether the path from a cell is known.
    pub(super) fn knows(&self, cell: usize) -> bool {
        self.turn[cell] != NONE
    }

    /// Step 4: the way out of a cell in the margin of a wall, from what is known around it.
    fn route_out(&self, clearance: &Clearance, cell: usize) -> (f32, u32) {
        let spot = clearance.spot(cell);
        let length = |other: usize| (clearance.spot(other) - spot).norm() + self.distance[other];
        let known = around(&clearance.grid, cell).filter(|other| self.turn[*other] != NONE);
        let Some(out) = known.min_by(|a, b| length(*a).total_cmp(&length(*b))) else {
            return (f32::INFINITY, NONE);
        };
        let turn = self.turn[out];
        let point = self.point_of(clearance, turn);
        if clearance.sees(spot, point) {
            ((point - spot).norm() + self.beyond(turn), turn)
        } else {
            (length(out), out as u32)
        }
    }

    fn point_of(&self, clearance: &Clearance, turn: u32) -> Point {
        if turn == AIM { self.aim } else { clearance.spot(turn as usize) }
    }

    /// The remaining path length from a turning point.
    fn beyond(&self, turn: u32) -> f32 {
        if turn == AIM { 0.0 } else { self.distance[turn as usize] }
    }

    /// The turning point of a cell for a unit at `p`, which may have reached that point already.
    fn turn_from(&self, clearance: &Clearance, cell: usize, p: Point) -> u32 {
        let near = TURN_CELLS * clearance.grid.cell();
        let mut turn = self.turn[cell];
        // A path turns at most once per cell. The bound covers two turning points within one cell.
        for _ in 0..4 {
            if turn >= NONE || (clearance.spot(turn as usize) - p).norm_squared() > near * near {
                break;
            }
            turn = self.turn[turn as usize];
        }
        turn
    }

    /// Returns where to head from `p`, and the distance to the goal. None if no path is known.
    pub fn heading(&self, clearance: &Clearance, p: Point) -> Option<Heading> {
        let around =
            clearance.grid.bilinear(p).map(|(cell, weight)| (self.turn_from(clearance, cell, p), weight));
        let known = || around.iter().filter(|(turn, weight)| *turn != NONE && *weight > 0.0);
        let (first, _) = *known().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let point = self.point_of(clearance, first);
        let distance = (point - p).norm() + self.beyond(first);
        if known().all(|(turn, _)| *turn == first) {
            return Some(Heading { aim: point, distance });
        }
        let direction: Vec2 =
            known().map(|(turn, w)| math::normalize(self.point_of(clearance, *turn) - p) * *w).sum();
        // Where paths divide to the left and right of an obstacle, their mean leads into it.
        let parted = direction.norm() < 0.7 * known().map(|(_, w)| w).sum::<f32>();
        // Beyond the nearest turning point, the mean of two directions may lead through a wall.
        let lengths = known().map(|(turn, _)| (self.point_of(clearance, *turn) - p).norm());
        let length = lengths.fold(f32::INFINITY, f32::min);
        let aim = if parted { point } else { p + math::normalize(direction) * length };
        Some(Heading { aim, distance })
    }

    /// Returns the corners of the path from `p`, ending with the goal. None if no path is known.
    pub fn corners(&self, clearance: &Clearance, p: Point) -> Option<Vec<Point>> {
        let cells = clearance.grid.bilinear(p).map(|(cell, weight)| (self.turn[cell], weight));
        let known = cells.iter().filter(|(turn, _)| *turn != NONE);
        let (mut turn, _) = *known.max_by(|a, b| a.1.total_cmp(&b.1))?;
        let mut corners = Vec::new();
        // Each turning point had its path before the cells that use it, so this ends.
        while turn < NONE {
            corners.push(clearance.spot(turn as usize));
            turn = self.turn[turn as usize];
        }
        corners.push(self.aim);
        Some(corners)
    }
}

/// A field in the making. What it knows already is final.
#[derive(Clone)]
pub(super) struct Growth {
    field: FlowField,
    looked: Vec<bool>,
    /// For each cell, whether the line to its turning point is known to be roomy.
    roomy: Vec<bool>,
    /// In step 1 the cells that may see the goal, in step 4 those whose neighbours are in the next layer.
    open: VecDeque<usize>,
    /// Cells at walls, from which step 4 begins.
    edge: VecDeque<usize>,
    stage: GrowthStage,
    eikonal: Eikonal,
    /// How often it was told to go on.
    pub steps: u32,
}

#[derive(Clone)]
enum GrowthStage {
    /// Writes the arrays, which are large.
    Prepare,
    /// Step 1.
    Look,
    /// Steps 2 and 3.
    March,
    /// Step 4.
    Margins(Layer),
    Done,
}

/// A layer of cells in the margins of walls, and the paths that were found for the first of them. The cells of a layer do not
/// depend on each other.
#[derive(Clone, Default)]
struct Layer {
    number: usize,
    cells: Vec<usize>,
    found: Vec<(f32, u32)>,
}

/// The cost per metre of a cell.
struct CellCost<'a>(&'a Clearance);

impl UnitCost for CellCost<'_> {
    fn costs(&self, cell: usize) -> [f32; 4] {
        [self.0.cost(cell); 4]
    }
}

impl Growth {
    pub fn new(clearance: &Clearance, aim: Point) -> Growth {
        let mut own = Growth {
            field: FlowField { aim, distance: Vec::new(), turn: Vec::new() },
            looked: Vec::new(),
            roomy: Vec::new(),
            open: VecDeque::new(),
            edge: VecDeque::new(),
            stage: GrowthStage::Prepare,
            eikonal: Eikonal::default(),
            steps: 0,
        };
        own.prepare(clearance);
        own
    }

    /// What is known of the field. None while nothing is.
    pub fn known(&self) -> Option<&FlowField> {
        (!matches!(self.stage, GrowthStage::Prepare)).then_some(&self.field)
    }

    /// The complete field.
    pub fn into_field(self) -> FlowField {
        self.field
    }

    /// Goes on for at most this many cells. Returns whether the field is complete.
    pub fn grow(&mut self, clearance: &Clearance, cells: usize) -> bool {
        self.steps += 1;
        match self.stage {
            GrowthStage::Prepare => self.prepare(clearance),
            GrowthStage::Look => self.look(clearance, cells),
            GrowthStage::March => self.march(clearance, cells),
            GrowthStage::Margins(_) => self.fill_margins(clearance, cells),
            GrowthStage::Done => {}
        }
        matches!(self.stage, GrowthStage::Done)
    }

    /// Writes the next part of the arrays.
    fn prepare(&mut self, clearance: &Clearance) {
        let grid = clearance.grid;
        let Growth { field: FlowField { aim, distance, turn }, looked, roomy, eikonal, .. } = self;
        if distance.is_empty() {
            distance.reserve_exact(grid.len());
            turn.reserve_exact(grid.len());
            looked.reserve_exact(grid.len());
            roomy.reserve_exact(grid.len());
        }
        let cells = (distance.len() + PREPARE_CELLS).min(grid.len());
        distance.resize(cells, f32::INFINITY);
        turn.resize(cells, NONE);
        looked.resize(cells, false);
        roomy.resize(cells, false);
        eikonal.prepare(&grid, cells);
        if cells == grid.len() {
            let first = grid.nearest(*aim);
            self.open = around(&grid, first).chain([first]).collect();
            self.open.iter().for_each(|cell| looked[*cell] = true);
            self.stage = GrowthStage::Look;
        }
    }

    /// Step 1. The visible cells are connected: every cell on the line to a visible cell is visible. The nearest ones come first,
    /// so that [`Growth::is_between_roomy`] knows their lines.
    fn look(&mut self, clearance: &Clearance, cells: usize) {
        let (grid, aim) = (clearance.grid, self.field.aim);
        for _ in 0..cells {
            let Some(cell) = self.open.pop_front() else {
                if !self.eikonal.is_open() {
                    self.begin_at_nearest(clearance);
                }
                self.stage = GrowthStage::March;
                return;
            };
            if clearance.is_free(cell) && self.sees(clearance, cell, AIM) {
                self.begin_at(cell, (aim - clearance.spot(cell)).norm());
                let new =
                    around(&grid, cell).filter(|next| !std::mem::replace(&mut self.looked[*next], true));
                self.open.extend(new);
            }
        }
    }

    /// Lets the march begin at a cell, too, which leads straight to the goal.
    fn begin_at(&mut self, cell: usize, distance: f32) {
        (self.field.distance[cell], self.field.turn[cell]) = (distance, AIM);
        self.eikonal.begin_at(cell, distance);
    }

    /// A goal in the margin of a wall may not be visible from any free cell. The nearest free cell is used then.
    fn begin_at_nearest(&mut self, clearance: &Clearance) {
        let aim = self.field.aim;
        if let Some(cell) = parts::nearest_of(clearance, aim, |_| true) {
            self.begin_at(cell, (clearance.spot(cell) - aim).norm());
        }
    }

    /// Steps 2 and 3.
    fn march(&mut self, clearance: &Clearance, cells: usize) {
        let grid = clearance.grid;
        for _ in 0..cells {
            let Some(cell) = self.eikonal.settle(&grid, &CellCost(clearance)) else {
                self.open = std::mem::take(&mut self.edge);
                self.stage = GrowthStage::Margins(Layer::default());
                return;
            };
            if self.field.turn[cell] == NONE {
                self.take_turn(clearance, cell);
            }
            if around(&grid, cell).any(|other| !clearance.is_free(other)) {
                self.edge.push_back(cell);
            }
        }
    }

    /// Step 3: sets the best turning point of `cell`, via neighbours that already have one.
    fn take_turn(&mut self, clearance: &Clearance, cell: usize) {
        let Growth { field, eikonal, .. } = &*self;
        let (grid, phi, spot) = (&clearance.grid, eikonal.phi(), clearance.spot(cell));
        let known = around(grid, cell).filter(|other| phi[*other] < phi[cell] && field.knows(*other));
        let room = clearance.room(cell) - ROOMY_RADII * clearance.radius();
        // Several neighbours may share a turning point.
        let (mut turns, mut count) = ([(f32::INFINITY, NONE); 8], 0);
        let mut via_neighbour = (f32::INFINITY, NONE);
        for other in known {
            let turn = field.turn[other];
            if turns[..count].iter().all(|(_, known)| *known != turn) {
                let length = (field.point_of(clearance, turn) - spot).norm() + field.beyond(turn);
                (turns[count], count) = ((length, turn), count + 1);
            }
            let to = clearance.spot(other);
            let step = (to - spot).norm();
            // The spots of orthogonal neighbours are connected whenever a unit fits in both. A corner may lie
            // between diagonal ones.
            let is_open =
                || step < room || grid.neighbours(cell).contains(&Some(other)) || clearance.sees(spot, to);
            if step + field.distance[other] < via_neighbour.0 && is_open() {
                via_neighbour = (step + field.distance[other], other as u32);
            }
        }
        let turns = &mut turns[..count];
        turns.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let longest = via_neighbour.0 * (1.0 + ROUNDING);
        let mut fitting = turns.iter().take_while(|(length, _)| *length <= longest);
        let seen = fitting.find(|(_, turn)| self.sees(clearance, cell, *turn));
        (self.field.distance[cell], self.field.turn[cell]) = seen.copied().unwrap_or(via_neighbour);
    }

    /// Whether a unit can walk straight from `cell` to `turn`. Notes whether the line is roomy.
    fn sees(&mut self, clearance: &Clearance, cell: usize, turn: u32) -> bool {
        let is_between = self.is_between_roomy(clearance, cell, turn);
        let to = self.field.point_of(clearance, turn);
        let gap =
            if is_between { Some(f32::INFINITY) } else { clearance.gap_between(clearance.spot(cell), to) };
        self.roomy[cell] = gap.is_some_and(|gap| gap >= ROOMY_RADII * clearance.radius());
        gap.is_some()
    }

    /// Whether the line from `cell` to `turn` begins in roomy ground and goes on between two roomy lines from neighbours. It is roomy then, too.
    fn is_between_roomy(&self, clearance: &Clearance, cell: usize, turn: u32) -> bool {
        let (field, grid, radius) = (&self.field, &clearance.grid, clearance.radius());
        let spot = clearance.spot(cell);
        let way = field.point_of(clearance, turn) - spot;
        let ((column, row), next) =
            (grid.place(cell), |at: usize, d: f32| at.wrapping_add_signed(if d < 0.0 { -1 } else { 1 }));
        let diagonal = (next(column, way.x), next(row, way.y));
        let straight = if way.x.abs() >= way.y.abs() { (diagonal.0, row) } else { (column, diagonal.1) };
        if diagonal.0 >= grid.columns() || diagonal.1 >= grid.rows() {
            return false;
        }
        let sides = [diagonal, straight].map(|(column, row)| grid.index(column, row));
        if !sides.iter().all(|side| self.roomy[*side] && field.turn[*side] == turn) {
            return false;
        }
        let [a, b] = sides.map(|side| clearance.spot(side) - spot);
        (b - a).norm() < BETWEEN_RADII * radius
            && way.perp(&a) * way.perp(&b) < 0.0
            && clearance.room(cell) - a.norm().max(b.norm()) > ROOMY_RADII * radius
    }

    /// Step 4, layer by layer from the free cells.
    fn fill_margins(&mut self, clearance: &Clearance, cells: usize) {
        let Growth { field, open, stage, .. } = self;
        let GrowthStage::Margins(layer) = stage else { return };
        for _ in 0..cells {
            if let Some(cell) = open.pop_front() {
                for margin in around(&clearance.grid, cell).filter(|other| !clearance.is_free(*other)) {
                    // A cell with a distance is in a layer.
                    if field.distance[margin] == f32::INFINITY {
                        field.distance[margin] = 0.0;
                        layer.cells.push(margin);
                    }
                }
            } else if let Some(cell) = layer.cells.get(layer.found.len()) {
                layer.found.push(field.route_out(clearance, *cell));
            } else {
                for (cell, found) in layer.cells.iter().zip(layer.found.drain(..)) {
                    (field.distance[*cell], field.turn[*cell]) = found;
                }
                *open = std::mem::take(&mut layer.cells).into();
                layer.number += 1;
                if layer.number == MARGIN_CELLS {
                    *stage = GrowthStage::Done;
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
#[path = "flow_field_test.rs"]
mod tests;
