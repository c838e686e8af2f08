//! Random floor plans: rooms on a grid, doors between them, and groups that change rooms.

use crate::common::{NO_PUSH, layout, mode, steering};
use sidestep::geometry::Wall;
use sidestep::navigation::Goal;
use sidestep::types::{Point, Rect, Vec2};
use sidestep::world::{Layout, Start};

pub const RADIUS: f32 = 0.5;
pub const SPEED: f32 = 5.0;
/// The distance between neighbouring starts, m.
const SPACING: f32 = 1.8;
/// The distance of starts and goals from walls, m.
const MARGIN: f32 = 1.2;

/// Pseudorandom numbers (SplitMix64), the same in every run.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A whole number from `low` to `high`.
    pub fn whole(&mut self, low: usize, high: usize) -> usize {
        low + (self.next() % (high - low + 1) as u64) as usize
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.next() >> 40) as f32 / (1 << 24) as f32)
    }

    pub fn chance(&mut self, share: f32) -> bool {
        self.between(0.0, 1.0) < share
    }
}

/// A plan of rooms and the groups in it.
pub struct FloorPlan {
    pub name: String,
    pub layout: Layout,
    /// The number of units in the largest group.
    pub largest_group: usize,
}

/// Rooms on a grid.
struct Rooms {
    /// The coordinates of the walls between columns and between rows.
    x: Vec<f32>,
    y: Vec<f32>,
}

impl Rooms {
    fn columns(&self) -> usize {
        self.x.len() - 1
    }

    fn count(&self) -> usize {
        self.columns() * (self.y.len() - 1)
    }

    fn rect(&self, room: usize) -> Rect {
        let (column, row) = (room % self.columns(), room / self.columns());
        Rect {
            min: Point::new(self.x[column], self.y[row]),
            max: Point::new(self.x[column + 1], self.y[row + 1]),
        }
    }

    /// The pairs of rooms that share a wall, and whether they lie one above the other.
    fn pairs(&self) -> Vec<(usize, usize, bool)> {
        let columns = self.columns();
        let mut pairs = Vec::new();
        for room in 0..self.count() {
            if (room + 1) % columns != 0 {
                pairs.push((room, room + 1, false));
            }
            if room + columns < self.count() {
                pairs.push((room, room + columns, true));
            }
        }
        pairs
    }

    /// Positions in a room, row by row from its middle.
    fn slots(&self, room: usize, half_wall: f32, most: usize) -> Vec<Point> {
        let rect = self.rect(room);
        let (size, middle) = (rect.size(), rect.center());
        let side = |length: f32| (((length - 2.0 * (MARGIN + half_wall)) / SPACING) as usize + 1).max(1);
        let (across, up) = (side(size.x), side(size.y));
        let mut slots: Vec<Point> = (0..across * up)
            .map(|slot| {
                let (column, row) = (slot % across, slot / across);
                let at = |n: usize, of: usize| (n as f32 - 0.5 * (of - 1) as f32) * SPACING;
                middle + Vec2::new(at(column, across), at(row, up))
            })
            .collect();
        slots.sort_by(|a, b| (a - middle).norm().total_cmp(&(b - middle).norm()));
        slots.truncate(most);
        slots
    }
}

/// Doors in a wall: their ends along it.
fn doors(random: &mut Random, length: f32, widest: f32) -> Vec<(f32, f32)> {
    let narrow = 3.0 * RADIUS;
    let width = |random: &mut Random, room: f32| random.between(narrow, widest.min(room - 2.0).max(narrow));
    let door = |random: &mut Random, low: f32, high: f32| {
        let width = width(random, high - low);
        let from = random.between(low + 1.0, (high - 1.0 - width).max(low + 1.0));
        (from, from + width)
    };
    if length > 10.0 && random.chance(0.25) {
        vec![door(random, 0.0, 0.5 * length), door(random, 0.5 * length, length)]
    } else {
        vec![door(random, 0.0, length)]
    }
}

fn rect(min: (f32, f32), max: (f32, f32)) -> Wall {
    Wall::Box(Rect { min: Point::new(min.0, min.1), max: Point::new(max.0, max.1) })
}

/// Returns the plan of this number with groups of up to `most` units.
pub fn floor_plan(number: u64, most: usize) -> FloorPlan {
    let mut random = Random(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let random = &mut random;
    let is_ring = random.chance(0.2);
    let (columns, rows) = if is_ring { (2, 2) } else { (random.whole(2, 4), random.whole(1, 3)) };
    let thick = if random.chance(0.5) { 0.2 } else { random.between(0.5, 4.0) };
    let corridor = (!is_ring && rows > 1 && random.chance(0.3)).then(|| random.whole(0, rows - 1));
    let mut sides = |count: usize, narrow: Option<usize>| {
        let mut at = vec![0.0];
        for index in 0..count {
            let side = if narrow == Some(index) {
                random.between(2.5, 7.0) + thick
            } else {
                random.between(12.0, 30.0)
            };
            at.push(at[index] + side);
        }
        at
    };
    let rooms = Rooms { x: sides(columns, None), y: sides(rows, corridor) };
    // A tree that connects all rooms, and some more doors.
    let mut pairs = rooms.pairs();
    for index in (1..pairs.len()).rev() {
        pairs.swap(index, random.whole(0, index));
    }
    let mut part: Vec<usize> = (0..rooms.count()).collect();
    let half = 0.5 * thick;
    let mut walls = Vec::new();
    for (a, b, is_above) in pairs {
        let joins = part[a] != part[b];
        let (from, to) = (part[a], part[b]);
        part.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
        let shared = rooms.rect(b);
        let (low, high) = if is_above { (shared.min.x, shared.max.x) } else { (shared.min.y, shared.max.y) };
        let open = if joins || is_ring || random.chance(0.3) {
            doors(random, high - low, 14.0 * RADIUS)
        } else {
            Vec::new()
        };
        let mut at = low;
        for (from, to) in open.into_iter().map(|(from, to)| (low + from, low + to)).chain([(high, high)]) {
            walls.push(if is_above {
                rect((at, shared.min.y - half), (from, shared.min.y + half))
            } else {
                rect((shared.min.x - half, at), (shared.min.x + half, from))
            });
            at = to;
        }
    }
    let (width, height) = (rooms.x[columns], rooms.y[rows]);
    walls.extend([
        rect((-half - 0.2, -half - 0.2), (half, height + half)),
        rect((width - half, -half), (width + half + 0.2, height + half)),
        rect((-half, -half - 0.2), (width + half, half)),
        rect((-half, height - half), (width + half, height + half + 0.2)),
    ]);
    // Groups in rooms that are large enough, each heading for the room of the next.
    let mut homes: Vec<usize> = (0..rooms.count()).filter(|room| corridor != Some(room / columns)).collect();
    for index in (1..homes.len()).rev() {
        homes.swap(index, random.whole(0, index));
    }
    let kind = if is_ring {
        homes = vec![0, 1, 3, 2];
        "ring"
    } else {
        homes.truncate(if random.chance(0.3) { 3 } else { 2 });
        if homes.len() == 3 { "three groups" } else { "two groups" }
    };
    let to_regions = random.chance(0.3);
    let mut starts = Vec::new();
    let slots: Vec<Vec<Point>> = homes
        .iter()
        .map(|home| {
            let size = rooms.rect(*home).size() - Vec2::repeat(thick);
            let fits = (size.x * size.y / 5.0) as usize;
            rooms.slots(*home, half, random.whole(5, most).min(fits))
        })
        .collect();
    let largest_group = slots.iter().map(Vec::len).max().unwrap_or(0);
    for (group, slots) in slots.iter().enumerate() {
        let target = homes[(group + 1) % homes.len()];
        let goals = rooms.slots(target, half, usize::MAX);
        for (index, slot) in slots.iter().enumerate() {
            let region = rooms.rect(target);
            let inset = Vec2::repeat(MARGIN + half);
            let goal = if to_regions {
                Goal::Region(Rect { min: region.min + inset, max: region.max - inset })
            } else {
                Goal::Point { at: goals[index % goals.len()], radius: 0.5 * RADIUS, own: index < goals.len() }
            };
            let jitter = Vec2::new(random.between(-0.2, 0.2), random.between(-0.2, 0.2));
            starts.push(Start {
                position: slot + jitter,
                radius: RADIUS,
                max_speed: SPEED,
                group: group as u16,
                goal,
                ..Start::default()
            });
        }
    }
    let sizes: Vec<usize> = slots.iter().map(Vec::len).collect();
    let goals = if to_regions { "regions" } else { "own points" };
    FloorPlan {
        name: format!(
            "plan {number}: {columns} × {rows} rooms, {kind} of {sizes:?}, {goals}, walls {thick:.1} m"
        ),
        layout: Layout {
            bounds: Rect { min: Point::origin(), max: Point::new(width, height) },
            walls,
            groups: (0..homes.len()).map(|group| format!("group {group}")).collect(),
            seed: number,
            ..layout(starts, steering(mode("lanes"), 4, NO_PUSH))
        },
        largest_group,
    }
}
