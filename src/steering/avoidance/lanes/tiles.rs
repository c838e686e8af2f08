//! The ground under a crowd as square tiles of cells. Tiles exist only where units are or will be, so that
//! memory depends on the number of units and not on the size of the world.

mod spots;

use super::tile_shape::{CELLS, SIDE, center, split};
use super::walled::WalledTile;
use super::wavefront::Faces;
use crate::neighbours::Walls;
use crate::types::{Point, Segment};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wide::f32x4;

/// Splits a cell's column or row into the tile's (shift) and the one within the tile (mask).
const SHIFT: u32 = SIDE.trailing_zeros();
const MASK: i32 = SIDE as i32 - 1;
/// Stands for a missing cell or tile.
pub(super) const NONE: u32 = u32::MAX;
/// A tile without cells of its own, in place of a missing one. All values of its cells are 0.
const NOWHERE: u32 = 0;
/// The maximum number of tiles. Units on ground without a tile do without the fields. 2^15 tiles of the
/// finest field take 101 MB.
const MOST_TILES: usize = 1 << 15;
/// If less of a position's weight is seen than this, it stays as it is.
const LEAST_LEFT: f32 = 1e-3;
/// The largest window that is worth its memory: 256 KB.
const MOST_IN_WINDOW: u64 = 1 << 16;
/// Units farther from the origin than this are ignored, m: rounding errors of their coordinates exceed their
/// size.
const FAR: f32 = 1e6;

/// The four cells whose centres surround a position and their bilinear weights, in the order lower left,
/// lower right, upper left, upper right. A missing cell is [`NONE`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spot {
    pub cell: [u32; 4],
    pub weight: [f32; 4],
    /// The offset of the position from the lower left centre, 0 to 1 in each direction.
    pub between: [f32; 2],
}

#[derive(Debug, Clone)]
struct Tile {
    key: (i32, i32),
    used: u32,
    /// The adjacent tiles to the east, north, west and south.
    adjacent: [u32; 4],
    /// None if there are no walls near the tile.
    walled: Option<Arc<WalledTile>>,
}

/// Tiles of square cells. Their values are kept in arrays of [`Tiles::len`] entries, tile by tile and row by
/// row.
#[derive(Debug, Clone, Default)]
pub(super) struct Tiles {
    cell: f32,
    walls: Walls,
    index: FxHashMap<(i32, i32), u32>,
    tiles: Vec<Tile>,
    free: Vec<u32>,
    /// The walls of tiles that were dropped. A crowd's tiles come and go at its edges.
    dropped: FxHashMap<(i32, i32), Arc<WalledTile>>,
    active: Vec<u32>,
    fresh: Vec<u32>,
    round: u32,
    /// The range of tiles touched last, from lower left to upper right. The next position usually touches the
    /// same ones.
    last: Option<((i32, i32), (i32, i32))>,
    window: Window,
}

/// The index as an array over the bounds of all tiles, if these are small enough. Looking up tiles takes most
/// of the time.
#[derive(Debug, Clone, Default)]
struct Window {
    low: (i32, i32),
    /// The number of columns and rows, with a margin of one on each side.
    columns: u32,
    rows: u32,
    /// The first cell of each tile; that of [`NOWHERE`] for a missing tile and in the margin. Empty without a
    /// window.
    first: Vec<u32>,
}

impl Tiles {
    /// Starts a new round. [`Tiles::finish`] drops the tiles that are not touched until then. A change of the
    /// cell size or of the walls discards all tiles.
    pub fn begin(&mut self, cell: f32, walls: &[Segment]) {
        if self.cell != cell || self.walls.segments() != walls {
            *self = Tiles { cell, walls: Walls::new(walls.to_vec()), ..Tiles::default() };
        }
        if self.tiles.is_empty() {
            let key = (i32::MAX, i32::MAX);
            self.tiles.push(Tile { key, used: self.round, adjacent: [NONE; 4], walled: None });
        }
        self.round = self.round.wrapping_add(1);
        self.active.clear();
        self.fresh.clear();
        self.last = None;
    }

    /// Creates or keeps the tiles within `margin` metres of `p`.
    pub fn touch(&mut self, p: Point, margin: f32) {
        if !(p.x.abs() < FAR && p.y.abs() < FAR) {
            return;
        }
        let (low, high) = self.range(p, p, margin);
        if self.last == Some((low, high)) {
            return;
        }
        self.last = Some((low, high));
        self.touch_range(low, high);
    }

    /// Creates or keeps all tiles within `margin` metres of a rectangle, unless these are more than `most`. Returns whether they
    /// are not. Takes less time than to touch every position of a dense crowd.
    pub fn touch_rectangle(&mut self, min: Point, max: Point, margin: f32, most: usize) -> bool {
        if ![min.x, min.y, max.x, max.y].iter().all(|x| x.abs() < FAR) {
            return false;
        }
        let (low, high) = self.range(min, max, margin);
        let side = |low: i32, high: i32| (high - low + 1) as usize;
        let few = side(low.0, high.0) * side(low.1, high.1) <= most;
        if few {
            self.touch_range(low, high);
        }
        few
    }

    /// The lower left and the upper right tile within `margin` metres of a rectangle.
    fn range(&self, min: Point, max: Point, margin: f32) -> ((i32, i32), (i32, i32)) {
        // The cells that are interpolated for a position start half a cell to its lower left.
        let (before, after) = (-margin, margin + self.cell);
        let corners = f32x4::new([min.x + before, min.y + before, max.x + after, max.y + after]);
        let (corners, _) = split(corners / self.cell - 0.5);
        let [left, below, right, above] = (corners >> SHIFT).to_array();
        ((left, below), (right, above))
    }

    fn touch_range(&mut self, low: (i32, i32), high: (i32, i32)) {
        for y in low.1..=high.1 {
            for x in low.0..=high.0 {
                self.touch_tile((x, y));
            }
        }
    }

    fn touch_tile(&mut self, key: (i32, i32)) {
        // The window is that of the last round. All of its tiles still exist.
        let known = self.window.lookup(key).or_else(|| self.index.get(&key).copied());
        if let Some(at) = known {
            let tile = &mut self.tiles[at as usize];
            if tile.used != self.round {
                tile.used = self.round;
                self.active.push(at);
            }
        } else if self.active.len() < MOST_TILES {
            let walled = self.walled(key);
            let tile = Tile { key, used: self.round, adjacent: [NONE; 4], walled };
            let at = match self.free.pop() {
                Some(at) => {
                    self.tiles[at as usize] = tile;
                    at
                }
                None => {
                    self.tiles.push(tile);
                    self.tiles.len() as u32 - 1
                }
            };
            self.index.insert(key, at);
            self.active.push(at);
            self.fresh.push(at);
        }
    }

    /// The walls on the tile at `key`; none without walls near it.
    fn walled(&mut self, key: (i32, i32)) -> Option<Arc<WalledTile>> {
        if self.walls.segments().is_empty() {
            return None;
        }
        let known = self.dropped.remove(&key);
        known.or_else(|| WalledTile::new(&self.walls, key, self.cell).map(Arc::new))
    }

    /// Drops the tiles that were not touched, and links the others.
    pub fn finish(&mut self) {
        if self.dropped.len() > MOST_TILES {
            self.dropped.clear();
        }
        let (tiles, round, free) = (&mut self.tiles, self.round, &mut self.free);
        self.index.retain(|key, at| {
            let tile = &mut tiles[*at as usize];
            let keep = tile.used == round;
            if !keep {
                free.push(*at);
                self.dropped.extend(tile.walled.take().map(|walled| (*key, walled)));
            }
            keep
        });
        // Sorted, so that the order does not depend on the hash map.
        self.free.sort_unstable();
        self.link();
    }

    /// Links adjacent tiles.
    fn link(&mut self) {
        self.window.cover(self.active.iter().map(|at| (self.tiles[*at as usize].key, *at)));
        for &at in &self.active {
            let (x, y) = self.tiles[at as usize].key;
            let adjacent = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)].map(|key| self.lookup(key));
            self.tiles[at as usize].adjacent = adjacent;
        }
    }

    /// The outlines of the walls.
    pub fn walls(&self) -> &[Segment] {
        self.walls.segments()
    }

    /// The keys of all tiles in use, in the order of [`Tiles::active`].
    pub fn keys(&self) -> Vec<(i32, i32)> {
        self.active.iter().map(|at| self.tiles[*at as usize].key).collect()
    }

    /// No tiles, but the walls that these tiles know.
    pub fn dropped(&self) -> Tiles {
        let mut dropped = self.dropped.clone();
        dropped.extend(self.index.iter().filter_map(|(key, at)| {
            let walled = self.tiles[*at as usize].walled.as_ref()?;
            Some((*key, walled.clone()))
        }));
        Tiles { cell: self.cell, walls: self.walls.clone(), dropped, ..Tiles::default() }
    }

    /// Tiles with these keys in use. What this one knows of the same walls is not prepared again.
    pub fn with_keys(&self, cell: f32, walls: &[Segment], keys: &[(i32, i32)]) -> Tiles {
        let mut tiles = self.dropped();
        tiles.begin(cell, walls);
        keys.iter().for_each(|key| tiles.touch_tile(*key));
        tiles.finish();
        tiles
    }

    /// The length of an array with one value per cell.
    pub fn len(&self) -> usize {
        self.tiles.len() * CELLS
    }

    /// The cell size, m.
    pub fn cell(&self) -> f32 {
        self.cell
    }

    /// The tiles in use.
    pub fn active(&self) -> &[u32] {
        &self.active
    }

    /// The tiles in use that are new in this round.
    pub fn fresh(&self) -> &[u32] {
        &self.fresh
    }

    /// The tiles adjacent to `tile` to the east, north, west and south.
    pub fn adjacent(&self, tile: u32) -> [u32; 4] {
        self.tiles[tile as usize].adjacent
    }

    /// The faces of a tile's cells; none if there are no walls near it.
    pub fn faces(&self, tile: u32) -> Option<&Faces> {
        self.tiles[tile as usize].walled.as_ref().map(|walled| &walled.faces)
    }

    /// The lower left corner of a tile.
    pub fn corner(&self, tile: u32) -> Point {
        let (x, y) = self.tiles[tile as usize].key;
        Point::new(x as f32, y as f32) * (self.cell * SIDE as f32)
    }

    fn lookup(&self, key: (i32, i32)) -> u32 {
        let known = if self.window.first.is_empty() {
            self.index.get(&key).copied()
        } else {
            self.window.lookup(key)
        };
        known.unwrap_or(NONE)
    }

    /// The cells around `p`; cells hidden from `p` by a wall have no weight.
    pub fn spot(&self, p: Point) -> Spot {
        if !(p.x.abs() < FAR && p.y.abs() < FAR) {
            return Spot { cell: [NONE; 4], weight: [0.0; 4], between: [0.0; 2] };
        }
        let (x, y) = (p.x / self.cell - 0.5, p.y / self.cell - 0.5);
        let (left, low) = (floor(x), floor(y));
        let (u, v) = (x - left as f32, y - low as f32);
        let tile = self.lookup((left >> SHIFT, low >> SHIFT));
        let (column, row) = (left & MASK, low & MASK);
        let cell = match tile {
            _ if column == MASK || row == MASK => {
                [(left, low), (left + 1, low), (left, low + 1), (left + 1, low + 1)].map(|cell| self.at(cell))
            }
            NONE => [NONE; 4],
            _ => {
                let first = tile * CELLS as u32 + (row << SHIFT | column) as u32;
                let above = first + SIDE as u32;
                [first, first + 1, above, above + 1]
            }
        };
        let weight = [(1.0 - u) * (1.0 - v), u * (1.0 - v), (1.0 - u) * v, u * v];
        let mut spot = Spot { cell, weight, between: [u, v] };
        if tile != NONE
            && let Some(walled) = &self.tiles[tile as usize].walled
        {
            hide(walled.seen((row << SHIFT | column) as usize, spot.between), &mut spot.weight);
        }
        spot
    }

    /// Calls `cell` with each cell that a body of `radius` metres at `p` covers, and the covered share of
    /// that cell. A body smaller than a cell is spread over the four cells around it.
    pub fn cover(&self, p: Point, radius: f32, mut cell: impl FnMut(usize, f32)) {
        let area = std::f32::consts::PI * radius * radius / (self.cell * self.cell);
        if radius <= self.cell {
            for (at, weight) in self.spot(p).cells() {
                cell(at, weight * area);
            }
            return;
        }
        let cell_of = |x: f32| floor(x / self.cell);
        let (low, high) =
            ((cell_of(p.x - radius), cell_of(p.y - radius)), (cell_of(p.x + radius), cell_of(p.y + radius)));
        for y in low.1..=high.1 {
            for x in low.0..=high.0 {
                let at = self.at((x, y));
                if at != NONE && (self.center((x, y)) - p).norm_squared() <= radius * radius {
                    cell(at as usize, 1.0);
                }
            }
        }
    }

    /// Calls `cell` for each of `bodies`, given by their positions and radii, with its index, a cell that it
    /// covers, and the covered share of that cell: as [`Tiles::cover`] does, for four bodies at a time.
    pub fn cover_all(
        &self,
        mut bodies: impl Iterator<Item = (Point, f32)>,
        mut cell: impl FnMut(usize, usize, f32),
    ) {
        let ground = f32x4::splat(self.cell * self.cell);
        let mut begin = 0;
        loop {
            let (mut x, mut y, mut radii, mut count) = ([0.0; 4], [0.0; 4], [0.0; 4], 0);
            for (p, radius) in bodies.by_ref().take(4) {
                (x[count], y[count], radii[count]) = (p.x, p.y, radius);
                count += 1;
            }
            if radii.iter().any(|radius| *radius > self.cell) {
                for slot in 0..count {
                    self.cover(Point::new(x[slot], y[slot]), radii[slot], |at, share| {
                        cell(begin + slot, at, share);
                    });
                }
            } else {
                let spots = self.spots([f32x4::new(x), f32x4::new(y)]);
                let radius = f32x4::new(radii);
                let area = std::f32::consts::PI * radius * radius / ground;
                let shares = spots.weight.map(|weight| (weight * area).to_array());
                for slot in 0..count {
                    for (cells, shares) in spots.cell.iter().zip(&shares) {
                        let at = cells[slot] as usize;
                        if at >= CELLS {
                            cell(begin + slot, at, shares[slot]);
                        }
                    }
                }
            }
            begin += count;
            if count < 4 {
                return;
            }
        }
    }

    /// The cell in this column and row; [`NONE`] if it does not exist.
    fn at(&self, (column, row): (i32, i32)) -> u32 {
        match self.lookup((column >> SHIFT, row >> SHIFT)) {
            NONE => NONE,
            tile => tile * CELLS as u32 + ((row & MASK) << SHIFT | (column & MASK)) as u32,
        }
    }

    /// Whether a wall lies between `a` and `b`, both at most a cell away from `p`.
    pub fn walled_off(&self, p: Point, a: Point, b: Point) -> bool {
        if self.walls.segments().is_empty() {
            return false;
        }
        let corner = [floor(p.x / self.cell - 0.5), floor(p.y / self.cell - 0.5)];
        self.walled_at(corner).is_some_and(|(walled, square)| walled.is_between(square, a, b))
    }

    /// The walls on the tile with the square to the upper right of a cell's centre, and that square. None without walls near it.
    fn walled_at(&self, [column, row]: [i32; 2]) -> Option<(&WalledTile, usize)> {
        let tile = self.lookup((column >> SHIFT, row >> SHIFT));
        let walled = self.tiles.get(tile as usize)?.walled.as_ref()?;
        Some((walled, ((row & MASK) << SHIFT | (column & MASK)) as usize))
    }

    fn center(&self, at: (i32, i32)) -> Point {
        center(self.cell, at)
    }
}

/// Moves the weight of cells that are not seen to the others. `seen` has a bit for each cell.
fn hide(seen: u32, weight: &mut [f32; 4]) {
    for (k, weight) in weight.iter_mut().enumerate() {
        *weight *= (seen >> k & 1) as f32;
    }
    let left: f32 = weight.iter().sum();
    if left > LEAST_LEFT {
        weight.iter_mut().for_each(|weight| *weight /= left);
    }
}

/// The largest whole number not above `x`. The standard function is a call on some platforms.
fn floor(x: f32) -> i32 {
    let whole = x as i32;
    whole - i32::from(whole as f32 > x)
}

impl Window {
    /// Covers these tiles, or nothing if they are too far apart.
    fn cover(&mut self, tiles: impl Iterator<Item = ((i32, i32), u32)> + Clone) {
        let start = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
        let (low, high) = tiles.clone().fold(start, |(low, high), (key, _)| {
            ((low.0.min(key.0), low.1.min(key.1)), (high.0.max(key.0), high.1.max(key.1)))
        });
        let side = |low: i32, high: i32| (i64::from(high) - i64::from(low) + 1).max(0) as u64 + 2;
        let (columns, rows) = (side(low.0, high.0), side(low.1, high.1));
        self.first.clear();
        if columns.saturating_mul(rows) > MOST_IN_WINDOW {
            return;
        }
        (self.low, self.columns, self.rows) = (low, columns as u32, rows as u32);
        self.first.resize((columns * rows) as usize, NOWHERE);
        for ((x, y), tile) in tiles {
            let (column, row) = ((x - low.0 + 1) as usize, (y - low.1 + 1) as usize);
            self.first[row * columns as usize + column] = tile * CELLS as u32;
        }
    }

    /// The tile at `key`; none if it is missing or outside.
    fn lookup(&self, key: (i32, i32)) -> Option<u32> {
        let from = |low: i32, key: i32| key.wrapping_sub(low).wrapping_add(1) as u32;
        let (x, y) = (from(self.low.0, key.0), from(self.low.1, key.1));
        let inside = x < self.columns && y < self.rows;
        let first = if inside { self.first.get((y * self.columns + x) as usize).copied() } else { None };
        first.map(|first| first / CELLS as u32).filter(|tile| *tile != NOWHERE)
    }
}

impl Spot {
    /// The cells that exist, with their weights.
    pub fn cells(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        let there = |(cell, _): &(u32, f32)| *cell != NONE;
        self.cell.into_iter().zip(self.weight).filter(there).map(|(cell, weight)| (cell as usize, weight))
    }
}
