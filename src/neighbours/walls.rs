//! Search for nearby wall segments: a grid of lists, built again only when the walls change.

use crate::geometry::{Bounds, Line, crossing};
use crate::types::{Point, Rect, Segment, Vec2};
use std::cell::RefCell;
use std::ops::Range;

/// The approximate largest number of cells.
const CELLS: f32 = 10_000.0;
/// The share of coordinates that covers their rounding errors.
const ROUNDING: f32 = 2e-6;
/// Of a line through this many rows of cells or less, all walls in its bounding box are tried: that takes less time than to
/// find the cells of each row.
const FEW_ROWS: usize = 4;

thread_local! {
    /// A buffer of [`Walls::near`], which every unit calls in every tick: distances and indices.
    static NEAR: RefCell<Vec<(f32, u32)>> = const { RefCell::new(Vec::new()) };
}

/// The outlines of all walls, indexed by position.
#[derive(Debug, Clone)]
pub struct Walls {
    segments: Vec<Segment>,
    origin: Point,
    cell: f32,
    per_metre: f32,
    columns: usize,
    rows: usize,
    /// The segments whose bounding box touches a cell, cell by cell.
    listed: Vec<u32>,
    /// Where the list of each cell begins, and where the last one ends.
    begins: Vec<u32>,
    /// The bounding boxes of the listed segments.
    boxes: Vec<Bounds>,
}

impl Default for Walls {
    fn default() -> Walls {
        Walls::new(Vec::new())
    }
}

impl Walls {
    /// Sorts the segments into cells.
    pub fn new(segments: Vec<Segment>) -> Walls {
        let ends = || segments.iter().flat_map(|s| [s.from, s.to]);
        let (mut min, mut max) = (Point::new(f32::MAX, f32::MAX), Point::new(f32::MIN, f32::MIN));
        for end in ends() {
            min = Point::new(min.x.min(end.x), min.y.min(end.y));
            max = Point::new(max.x.max(end.x), max.y.max(end.y));
        }
        if segments.is_empty() {
            (min, max) = (Point::origin(), Point::origin());
        }
        let (width, height) = (max.x - min.x, max.y - min.y);
        let cell = (width * height / CELLS).sqrt().max(width.max(height) / CELLS).max(1.0);
        let (columns, rows) = ((width / cell) as usize + 1, (height / cell) as usize + 1);
        let mut walls = Walls {
            segments,
            origin: min,
            cell,
            per_metre: 1.0 / cell,
            columns,
            rows,
            listed: Vec::new(),
            begins: Vec::new(),
            boxes: Vec::new(),
        };
        walls.fill();
        walls
    }

    /// Lists the segments of each cell.
    fn fill(&mut self) {
        let mut places = Vec::new();
        for (index, segment) in self.segments.iter().enumerate() {
            let (a, b) = (self.cell_of(segment.from), self.cell_of(segment.to));
            for row in a.1.min(b.1)..=a.1.max(b.1) {
                let columns = a.0.min(b.0)..=a.0.max(b.0);
                places.extend(columns.map(|column| ((row * self.columns + column) as u32, index as u32)));
            }
        }
        places.sort_unstable();
        let cells = (self.columns * self.rows) as u32;
        let begin = |cell: u32| places.partition_point(|place| place.0 < cell) as u32;
        self.begins = (0..=cells).map(begin).collect();
        self.listed = places.iter().map(|(_, index)| *index).collect();
        self.boxes =
            places.iter().map(|(_, index)| Bounds::around(&self.segments[*index as usize])).collect();
    }

    /// Where the lists of these columns of a row of cells are, one after the other.
    fn lists(&self, row: usize, columns: &Range<usize>) -> Range<usize> {
        let first = row * self.columns;
        self.begins[first + columns.start] as usize..self.begins[first + columns.end] as usize
    }

    /// All segments.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Replaces the contents of `found` by the segments within `reach` metres of `p`, sorted by (distance, index).
    pub fn near(&self, p: Point, reach: f32, found: &mut Vec<Segment>) {
        found.clear();
        if self.segments.is_empty() || reach <= 0.0 {
            return;
        }
        let (low, high) = (self.cell_of(p - Vec2::repeat(reach)), self.cell_of(p + Vec2::repeat(reach)));
        NEAR.with_borrow_mut(|near| {
            near.clear();
            for row in low.1..=high.1 {
                for &index in &self.listed[self.lists(row, &(low.0..high.0 + 1))] {
                    let distance = (self.segments[index as usize].nearest(p) - p).norm();
                    if distance <= reach {
                        near.push((distance, index));
                    }
                }
            }
            near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            // A segment that spans several cells is found in each.
            near.dedup_by_key(|(_, index)| *index);
            found.extend(near.iter().map(|(_, index)| self.segments[*index as usize]));
        });
    }

    /// Whether a segment crosses the line from `a` to `b`.
    pub fn cross(&self, a: Point, b: Point) -> bool {
        if self.segments.is_empty()
            || !(a.x.is_finite() && a.y.is_finite() && b.x.is_finite() && b.y.is_finite())
        {
            return false;
        }
        let (low, high) = (a.inf(&b), a.sup(&b));
        let line = Line::new(a, b);
        let margin =
            ROUNDING * (low.coords.amax().max(high.coords.amax()) + self.origin.coords.amax() + self.cell);
        let (first, end) = (self.row_of(low.y), self.row_of(high.y) + 1);
        let column = |x: f32| cell_index((x - self.origin.x) * self.per_metre, self.columns);
        let mut columns = column(low.x - margin)..column(high.x + margin) + 1;
        let slope = (b.x - a.x) / (b.y - a.y);
        for row in first..end {
            if end - first > FEW_ROWS {
                // The part of the line that lies in this row of cells.
                let bottom = self.origin.y + row as f32 * self.cell - margin;
                let top = bottom + self.cell + 2.0 * margin;
                let at = |y: f32| a.x + slope * (y.clamp(low.y, high.y) - a.y);
                let (from, to) = (at(bottom), at(top));
                columns = column(from.min(to) - margin)..column(from.max(to) + margin) + 1;
            }
            let lists = self.lists(row, &columns);
            let crosses = |index: &u32| {
                let wall = &self.segments[*index as usize];
                crossing(a, b, wall.from, wall.to).is_some()
            };
            let mut near = self.boxes[lists.clone()].iter().zip(&self.listed[lists]);
            if near.any(|(bounds, index)| bounds.meets(line) && crosses(index)) {
                return true;
            }
        }
        false
    }

    /// The indices of the segments whose bounding box touches `area`, ascending.
    pub fn touching(&self, area: &Rect) -> Vec<u32> {
        let touches = |index: &u32| {
            let Segment { from, to } = self.segments[*index as usize];
            from.x.min(to.x) <= area.max.x
                && from.x.max(to.x) >= area.min.x
                && from.y.min(to.y) <= area.max.y
                && from.y.max(to.y) >= area.min.y
        };
        let (low, high) = (self.cell_of(area.min), self.cell_of(area.max));
        let rows = (low.1..=high.1).flat_map(|row| &self.listed[self.lists(row, &(low.0..high.0 + 1))]);
        let mut found: Vec<u32> = rows.copied().filter(touches).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The column and row of the cell at `p`, or of the nearest cell.
    fn cell_of(&self, p: Point) -> (usize, usize) {
        (cell_index((p.x - self.origin.x) * self.per_metre, self.columns), self.row_of(p.y))
    }

    fn row_of(&self, y: f32) -> usize {
        cell_index((y - self.origin.y) * self.per_metre, self.rows)
    }
}

/// The cell at `offset` cells, or the nearest of `count` ones.
fn cell_index(offset: f32, count: usize) -> usize {
    // Converting to 32 bits takes half of the instructions that 64 do.
    (offset as i32).clamp(0, count as i32 - 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn near_equals_brute_force() {
        let mut random = 7_u32;
        let mut next = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as f32 / (1 << 24) as f32
        };
        let mut point = |spread: f32| Point::new(next() * spread, next() * spread);
        let segments: Vec<Segment> = (0..300)
            .map(|k| {
                let from = point(400.0);
                Segment { from, to: from + point(if k % 9 == 0 { 300.0 } else { 8.0 }).coords }
            })
            .collect();
        let walls = Walls::new(segments.clone());
        let mut found = Vec::new();
        let mut total = 0;
        for k in 0..400 {
            let p = point(600.0) - crate::types::Vec2::new(100.0, 100.0);
            // Every second point is near a wall, and looks less far.
            let (p, reach) =
                if k % 2 == 0 { (p, 25.0) } else { (segments[k % 300].from + p.coords * 1e-3, 0.7) };
            walls.near(p, reach, &mut found);
            let mut all: Vec<(f32, usize)> = segments
                .iter()
                .enumerate()
                .map(|(k, s)| ((s.nearest(p) - p).norm(), k))
                .filter(|(d, _)| *d <= reach)
                .collect();
            all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            assert_eq!(found, all.iter().map(|(_, k)| segments[*k]).collect::<Vec<_>>());
            total += found.len();
        }
        assert!(total > 700, "{total}");
    }

    /// Ends on a lattice, so that walls and lines touch or are collinear, or anywhere, also far from the origin.
    fn end() -> impl Strategy<Value = Vec2> {
        let lattice = (0_i32..30, 0_i32..30).prop_map(|(x, y)| Vec2::new(x as f32, y as f32) * 0.5);
        let anywhere = (-3.0_f32..18.0, -3.0_f32..18.0).prop_map(|(x, y)| Vec2::new(x, y));
        prop_oneof![lattice, anywhere]
    }

    proptest! {
        #[test]
        fn a_line_crosses_what_it_crosses_by_brute_force(
            walls in prop::collection::vec((end(), end()), 0..30),
            lines in prop::collection::vec((end(), end()), 30),
            corner in prop::sample::select(vec![0.0_f32, -300.0, 20_000.0]),
            size in prop::sample::select(vec![1.0_f32, 9.0]),
        ) {
            let at = |end: Vec2| Point::new(corner, -corner) + end * size;
            let segments: Vec<Segment> =
                walls.into_iter().map(|(from, to)| Segment { from: at(from), to: at(to) }).collect();
            let walls = Walls::new(segments.clone());
            for (a, b) in lines.into_iter().map(|(a, b)| (at(a), at(b))) {
                let plain = segments.iter().any(|wall| {
                    // Nearly collinear walls cross anywhere.
                    let overlap = |from: f32, to: f32, a: f32, b: f32| from.min(to) <= a.max(b) && from.max(to) >= a.min(b);
                    crossing(a, b, wall.from, wall.to).is_some()
                        && overlap(wall.from.x, wall.to.x, a.x, b.x)
                        && overlap(wall.from.y, wall.to.y, a.y, b.y)
                });
                prop_assert!(walls.cross(a, b) || !plain, "from {} to {}", a, b);
                let any = segments.iter().any(|wall| crossing(a, b, wall.from, wall.to).is_some());
                prop_assert!(any || !walls.cross(a, b), "from {} to {}", a, b);
            }
        }

        /// Each once and in order, however many cells it spans.
        #[test]
        fn an_area_is_touched_by_the_walls_whose_boxes_touch_it(
            walls in prop::collection::vec((end(), end()), 0..30),
            areas in prop::collection::vec((end(), end()), 30),
            size in prop::sample::select(vec![1.0_f32, 9.0]),
        ) {
            let at = |end: Vec2| Point::from(end * size);
            let segments: Vec<Segment> =
                walls.into_iter().map(|(from, to)| Segment { from: at(from), to: at(to) }).collect();
            let walls = Walls::new(segments.clone());
            for (a, b) in areas.into_iter().map(|(a, b)| (at(a), at(b))) {
                let area = Rect { min: a.inf(&b), max: a.sup(&b) };
                let touches = |wall: &Segment| {
                    let (low, high) = (wall.from.inf(&wall.to), wall.from.sup(&wall.to));
                    // The part that both boxes have.
                    let (low, high) = (low.sup(&area.min), high.inf(&area.max));
                    low.x <= high.x && low.y <= high.y
                };
                let expected: Vec<u32> =
                    (0..).zip(&segments).filter(|(_, wall)| touches(wall)).map(|(index, _)| index).collect();
                prop_assert_eq!(walls.touching(&area), expected);
            }
        }
    }

    /// Lines that touch the end of a wall in the corner of four cells of 1 m, from all sides. The cells that they pass through are
    /// computed with rounding errors.
    #[test]
    fn a_line_that_touches_a_wall_where_cells_meet_crosses_it() {
        let mut touched = [0; 4];
        for (side, touched) in touched.iter_mut().enumerate() {
            let (x, y) = [(0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)][side];
            for corner in [0.0_f32, 1000.0, -1000.0] {
                for k in 0..4000 {
                    let at = Point::new(corner + 20.0, corner + 31.0);
                    let frame = |x: f32, y: f32| Segment { from: Point::new(corner + x, corner + y), to: at };
                    // The first two let the cells begin in the corner.
                    let mut ends = [frame(0.0, 0.0), frame(60.0, 60.0)];
                    ends.iter_mut().for_each(|end| end.to = end.from);
                    let wall = Segment { from: at, to: at + Vec2::new(x, y) };
                    let walls = Walls::new(vec![ends[0], ends[1], wall]);
                    let angle = k as f32 * 1.57e-3;
                    let along = crate::math::unit(angle);
                    let (a, b) = (at - along * 11.3, at + along * 17.9);
                    if crossing(a, b, wall.from, wall.to).is_some() {
                        *touched += 1;
                        assert!(walls.cross(a, b), "from {a} to {b} at {at}, wall to {}", wall.to);
                    }
                }
            }
        }
        assert!(touched.iter().all(|touched| *touched > 1000), "{touched:?}");
    }

    #[test]
    fn without_walls_nothing_is_near() {
        let mut found = vec![Segment { from: Point::origin(), to: Point::origin() }];
        Walls::new(Vec::new()).near(Point::origin(), 10.0, &mut found);
        assert!(found.is_empty());
    }

    /// Or beyond.
    #[test]
    fn walls_in_the_last_cell_are_near_a_point_in_it() {
        let at = |x: f32| Point::new(x, x);
        let walls = [(0.0, 1.0), (59.0, 60.0)].map(|(from, to)| Segment { from: at(from), to: at(to) });
        let mut found = Vec::new();
        for x in [59.9, 60.5] {
            Walls::new(walls.to_vec()).near(at(x), 1.0, &mut found);
            assert_eq!(found, [walls[1]], "{x}");
        }
    }

    /// Of squares and of strips.
    #[test]
    fn walls_over_any_area_have_about_as_many_cells() {
        for (width, height) in
            [(5.0, 5.0), (300.0, 300.0), (40_000.0, 40_000.0), (40_000.0, 50.0), (60_000.0, 0.0)]
        {
            let at = |x: f32, y: f32| Point::new(x * width, y * height);
            let segments = [(at(0.0, 0.0), at(0.1, 0.0)), (at(1.0, 0.9), at(1.0, 1.0))];
            let walls = Walls::new(segments.map(|(from, to)| Segment { from, to }).into());
            let cells = walls.columns * walls.rows;
            assert!(cells <= 21_000, "{cells} cells over {width} x {height} m");
        }
    }
}
