//! Unreachable goals: which units of which group have no path to their goal, and why.
//!
//! For a disc of a unit's own radius, connected free cells form a part. A unit has a path if its start and its goal
//! share a part. Navigation plans for the largest unit of a size class, so a smaller unit may fit through a gap that
//! its paths do not use. That is a separate reason.

use super::clearance::Clearance;
use super::goal::Goal;
use super::grid::around;
use super::parts::Parts;
use super::sizes::{class_of, sizes};
use crate::geometry::{Wall, crossing};
use crate::types::{Point, Rect};
use std::borrow::Cow;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

/// The number of radii examined. With more distinct radii, a unit uses the next smaller examined one, so that a
/// reported obstacle also applies to it.
const RADII: usize = 8;
/// The number of rings of cells searched for a free one around a position too close to a wall.
const RINGS: usize = 4;
/// A gap narrower than this many radii counts as closed: two walls that meet.
const CLOSED_RADII: f32 = 0.1;

/// A unit and its goal, before a run.
#[derive(Debug, Clone, Copy)]
pub struct Traveller {
    /// The start.
    pub position: Point,
    /// Radius, m.
    pub radius: f32,
    /// The goal.
    pub goal: Goal,
    /// The index of its group.
    pub group: u16,
}

/// Units of one group that cannot reach their goal for the same reason.
#[derive(Debug, Clone, PartialEq)]
pub struct Blocked {
    /// The index of the group.
    pub group: u16,
    /// The indices of the units.
    pub units: Vec<usize>,
    /// The smallest of their diameters, m.
    pub diameter: f32,
    /// Why there is no path.
    pub reason: NoPath,
}

/// Why a unit cannot reach its goal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NoPath {
    /// Walls enclose the start or the goal.
    WalledIn,
    /// The widest gap on the path is narrower than the unit.
    Narrow {
        /// The centre of the gap.
        at: Point,
        /// The width of the gap, m.
        width: f32,
    },
    /// The unit fits through every gap on its path, but it shares its paths with larger units, which do not.
    LargestUnit {
        /// The diameter of the largest of these, m.
        diameter: f32,
    },
}

/// Returns the units that cannot reach their goal, by group and reason. Empty without walls and for areas too large
/// for navigation. Moving goals count as reachable.
pub fn blocked(bounds: Rect, walls: &[Wall], travellers: &[Traveller]) -> Vec<Blocked> {
    blocked_given(bounds, walls, travellers, &[])
}

/// The same, with the clearances that are known.
pub(crate) fn blocked_given(
    bounds: Rect,
    walls: &[Wall],
    travellers: &[Traveller],
    known: &[&Clearance],
) -> Vec<Blocked> {
    if walls.is_empty() {
        return Vec::new();
    }
    let sizes = sizes(travellers.iter().map(|traveller| traveller.radius), bounds);
    let radii = radii(travellers, &sizes);
    let grounds: Vec<Option<Ground<'_>>> = radii
        .iter()
        .map(|radius| match known.iter().find(|known| known.radius() == *radius) {
            Some(known) => Some(Ground::new(Cow::Borrowed(*known))),
            None => Clearance::new(walls, bounds, *radius).map(|new| Ground::new(Cow::Owned(new))),
        })
        .collect();
    let mut shared: HashMap<(usize, [u32; 5]), Vec<u32>> = HashMap::new();
    let mut found: BTreeMap<(u16, usize, u8), (Vec<usize>, NoPath)> = BTreeMap::new();
    for (unit, traveller) in travellers.iter().enumerate() {
        let Some(target) = Target::new(traveller, travellers) else { continue };
        let class = radii.partition_point(|radius| *radius <= traveller.radius).max(1) - 1;
        let Some(size) = class_of(sizes.iter().copied(), traveller.radius).map(|size| sizes[size]) else {
            continue;
        };
        let shared_class = radii.partition_point(|radius| *radius < size);
        let Some(Some(planned)) = grounds.get(shared_class) else { continue };
        let mut reaches = |class: usize, ground: &Ground<'_>| match ground.part_at(traveller.position) {
            None => false,
            Some(from) => match target.shared_key() {
                None => ground.parts_of(&target).contains(&from),
                Some(key) => {
                    shared.entry((class, key)).or_insert_with(|| ground.parts_of(&target)).contains(&from)
                }
            },
        };
        let own = grounds[class].as_ref();
        let reason = match own {
            Some(own) if !reaches(class, own) => 0,
            _ if reaches(shared_class, planned) => continue,
            _ => 1,
        };
        let why = || match own {
            Some(own) if reason == 0 => own.reason(traveller.position, target.aim()),
            _ => NoPath::LargestUnit { diameter: 2.0 * size },
        };
        found.entry((traveller.group, class, reason)).or_insert_with(|| (Vec::new(), why())).0.push(unit);
    }
    let blocked = |((group, _, _), (units, reason)): ((u16, usize, u8), (Vec<usize>, NoPath))| {
        let smallest = units.iter().map(|unit| travellers[*unit].radius).fold(f32::INFINITY, f32::min);
        Blocked { group, units, diameter: 2.0 * smallest, reason }
    };
    found.into_iter().map(blocked).collect()
}

/// The radii to examine in ascending order, including the smallest and these `sizes`.
fn radii(travellers: &[Traveller], sizes: &[f32]) -> Vec<f32> {
    let mut radii: Vec<f32> = travellers.iter().map(|traveller| traveller.radius).collect();
    radii.sort_unstable_by(f32::total_cmp);
    radii.dedup();
    let last = radii.len().saturating_sub(1);
    if last < RADII {
        return radii;
    }
    let mut few: Vec<f32> =
        (0..RADII).map(|i| radii[i * last / (RADII - 1)]).chain(sizes.iter().copied()).collect();
    few.sort_unstable_by(f32::total_cmp);
    few.dedup();
    few
}

/// What a unit has to reach.
enum Target {
    /// Within a distance (m) of a point.
    Disc(Point, f32),
    Region(Rect),
    /// A line, and the point beyond it.
    Line(Point, Point, Point),
}

impl Target {
    fn new(traveller: &Traveller, travellers: &[Traveller]) -> Option<Target> {
        match traveller.goal {
            Goal::Stand | Goal::Roam => None,
            Goal::Point { at, radius, .. } => Some(Target::Disc(at, radius)),
            Goal::Region(rect) => Some(Target::Region(rect)),
            Goal::Line { from, to, toward } => Some(Target::Line(from, to, toward)),
            Goal::Unit { index, gap } => {
                let other = travellers.get(index as usize)?;
                let near = traveller.radius + other.radius + gap;
                (other.goal == Goal::Stand).then_some(Target::Disc(other.position, near))
            }
        }
    }

    /// Identifies targets that many units share. None for lines, which are looked up each time.
    fn shared_key(&self) -> Option<[u32; 5]> {
        let (kind, a, b) = match *self {
            Target::Disc(at, radius) => (0, at, Point::new(radius, 0.0)),
            Target::Region(rect) => (1, rect.min, rect.max),
            Target::Line(..) => return None,
        };
        Some([kind, a.x.to_bits(), a.y.to_bits(), b.x.to_bits(), b.y.to_bits()])
    }

    fn aim(&self) -> Point {
        match *self {
            Target::Disc(at, _) | Target::Line(_, _, at) => at,
            Target::Region(rect) => rect.center(),
        }
    }
}

/// Free cells, by the connected part that they belong to.
struct Ground<'a> {
    clearance: Cow<'a, Clearance>,
    parts: Parts,
}

impl<'a> Ground<'a> {
    fn new(clearance: Cow<'a, Clearance>) -> Ground<'a> {
        let parts = Parts::new(&clearance);
        Ground { clearance, parts }
    }

    /// The part of a unit at `p`, which may touch a wall.
    fn part_at(&self, p: Point) -> Option<u32> {
        let cell = self.clearance.grid.nearest(p);
        if self.parts.at(cell) != 0 {
            return Some(self.parts.at(cell));
        }
        let mut cells = vec![cell];
        for _ in 0..RINGS {
            cells =
                cells.iter().flat_map(|cell| around(&self.clearance.grid, *cell).chain([*cell])).collect();
            cells.sort_unstable();
            cells.dedup();
            let far = |cell: usize| (self.clearance.spot(cell) - p).norm_squared();
            let seen = |cell: &usize| {
                self.parts.at(*cell) != 0 && self.clearance.sees(p, self.clearance.spot(*cell))
            };
            let free = cells.iter().copied().filter(seen);
            if let Some(cell) = free.min_by(|a, b| far(*a).total_cmp(&far(*b)).then(a.cmp(b))) {
                return Some(self.parts.at(cell));
            }
        }
        None
    }

    /// The parts that a target overlaps.
    fn parts_of(&self, target: &Target) -> Vec<u32> {
        let mut parts: Vec<u32> = match *target {
            Target::Disc(at, radius) => {
                let reach = nalgebra::Vector2::repeat(radius);
                let within = |p: Point| (p - at).norm() <= radius;
                self.parts_in(Rect { min: at - reach, max: at + reach }, within)
            }
            Target::Region(rect) => self.parts_in(rect, |p| rect.contains(p)),
            Target::Line(from, to, toward) => {
                let steps = ((to - from).norm() / self.clearance.grid.cell()).ceil().clamp(1.0, 1e6);
                let along = (0..=steps as usize).map(|i| from + (to - from) * (i as f32 / steps));
                along.chain([toward]).map(|p| self.parts.at(self.clearance.grid.nearest(p))).collect()
            }
        };
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|part| *part != 0);
        if parts.is_empty() {
            parts.extend(self.part_at(target.aim()));
        }
        parts
    }

    /// The parts of the cells in a box whose spots are `within` a target.
    fn parts_in(&self, rect: Rect, within: impl Fn(Point) -> bool) -> Vec<u32> {
        let grid = &self.clearance.grid;
        let (low, high) = (grid.place(grid.nearest(rect.min)), grid.place(grid.nearest(rect.max)));
        let cells =
            (low.1..=high.1).flat_map(|row| (low.0..=high.0).map(move |column| grid.index(column, row)));
        cells.filter(|cell| within(self.clearance.spot(*cell))).map(|cell| self.parts.at(cell)).collect()
    }

    /// Returns why there is no path: the narrowest point of the widest path between two points, for a unit of any
    /// size.
    fn reason(&self, from: Point, to: Point) -> NoPath {
        let Some(cell) = self.bottleneck(from, to) else { return NoPath::WalledIn };
        let radius = self.clearance.radius();
        match self.clearance.gap_between_walls(self.clearance.grid.center(cell)) {
            Some((at, width)) if (CLOSED_RADII * radius..2.1 * radius).contains(&width) => {
                NoPath::Narrow { at, width }
            }
            _ => NoPath::WalledIn,
        }
    }

    /// Returns the cell with the smallest gap on the path whose smallest gap is largest. Cells are visited in order
    /// of their gap, widest first, from the neighbours of visited cells (Prim).
    fn bottleneck(&self, from: Point, to: Point) -> Option<usize> {
        let grid = &self.clearance.grid;
        let (first, last) = (grid.nearest(from), grid.nearest(to));
        let mut seen = vec![false; grid.len()];
        let mut heap = BinaryHeap::from([(u32::MAX, first)]);
        let mut least = (u32::MAX, None);
        seen[first] = true;
        while let Some((gap, cell)) = heap.pop() {
            if cell == last {
                return least.1;
            }
            if gap < least.0 {
                least = (gap, Some(cell));
            }
            for next in grid.neighbours(cell).into_iter().flatten() {
                if !seen[next] && self.clearance.is_passable(cell, next) {
                    seen[next] = true;
                    heap.push((self.clearance.gap_of(next).to_bits(), next));
                }
            }
        }
        None
    }
}

impl Clearance {
    /// The distance from a cell's centre to the walls, m. Negative inside a wall.
    fn gap_of(&self, cell: usize) -> f32 {
        self.distances.gap[cell]
    }

    /// Whether a point can move from a cell's centre to its neighbour's.
    fn is_passable(&self, from: usize, to: usize) -> bool {
        let (a, b) = (self.grid.center(from), self.grid.center(to));
        let walls = [self.distances.nearest[from], self.distances.nearest[to]];
        let crosses = |wall: &u32| {
            let segment = self.distances.segments.get(*wall as usize);
            segment.is_some_and(|segment| crossing(a, b, segment.from, segment.to).is_some())
        };
        self.distances.gap[to] > 0.0 && !walls.iter().any(crosses)
    }

    /// The centre and width (m) of the gap between walls around `p`: from the nearest wall to the nearest one on
    /// the opposite side.
    fn gap_between_walls(&self, p: Point) -> Option<(Point, f32)> {
        let points = || self.distances.segments.iter().map(|segment| segment.nearest(p));
        let nearest = |a: &Point, b: &Point| (a - p).norm_squared().total_cmp(&(b - p).norm_squared());
        let near_side = points().min_by(nearest)?;
        let far_side = points().filter(|q| (q - p).dot(&(near_side - p)) < 0.0).min_by(nearest)?;
        Some((nalgebra::center(&near_side, &far_side), (near_side - far_side).norm()))
    }
}
