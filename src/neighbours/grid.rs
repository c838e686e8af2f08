//! The reference index: a counting-sort grid over the occupied part of the world, hashed into a fixed number of
//! buckets, so that a wide world costs no more than a small one.

use super::{Index, Near};
use crate::types::Point;

/// A grid of square cells in hashed buckets.
pub struct HashGrid {
    cell: f32,
    points: Vec<Point>,
    /// The start of each bucket in `ids`, with one extra entry at the end.
    begins: Vec<u32>,
    ids: Vec<u32>,
}

impl HashGrid {
    /// A grid whose cells are `cell` metres wide.
    pub fn new(cell: f32) -> HashGrid {
        HashGrid { cell, points: Vec::new(), begins: Vec::new(), ids: Vec::new() }
    }

    fn cell_of(&self, x: f32) -> i32 {
        (x / self.cell).floor() as i32
    }

    fn bucket(&self, cx: i32, cy: i32) -> usize {
        let hash = (cx as u32).wrapping_mul(0x9E37_79B1) ^ (cy as u32).wrapping_mul(0x85EB_CA77);
        (hash ^ (hash >> 15)) as usize & (self.begins.len() - 2)
    }
}

impl Index for HashGrid {
    fn rebuild(&mut self, positions: &[Point]) {
        self.points.clear();
        self.points.extend_from_slice(positions);
        let buckets = (positions.len() * 2).next_power_of_two().max(2);
        self.begins.clear();
        self.begins.resize(buckets + 1, 0);
        self.ids.clear();
        self.ids.resize(positions.len(), 0);
        for p in positions {
            let bucket = self.bucket(self.cell_of(p.x), self.cell_of(p.y));
            self.begins[bucket] += 1;
        }
        let mut sum = 0;
        for begin in &mut self.begins {
            sum += *begin;
            *begin = sum;
        }
        for (id, p) in positions.iter().enumerate().rev() {
            let bucket = self.bucket(self.cell_of(p.x), self.cell_of(p.y));
            self.begins[bucket] -= 1;
            self.ids[self.begins[bucket] as usize] = id as u32;
        }
    }

    fn collect(&self, center: Point, radius: f32, found: &mut Vec<Near>) {
        if self.points.is_empty() {
            return;
        }
        let reach = radius * radius;
        let (x0, x1) = (self.cell_of(center.x - radius), self.cell_of(center.x + radius));
        let (y0, y1) = (self.cell_of(center.y - radius), self.cell_of(center.y + radius));
        for cy in y0..=y1 {
            for cx in x0..=x1 {
                let bucket = self.bucket(cx, cy);
                for &id in &self.ids[self.begins[bucket] as usize..self.begins[bucket + 1] as usize] {
                    let p = self.points[id as usize];
                    // Cells share buckets. Count each point only in its own cell.
                    if self.cell_of(p.x) == cx && self.cell_of(p.y) == cy {
                        let squared = (p - center).norm_squared();
                        if squared <= reach {
                            found.push(Near::new(squared, id));
                        }
                    }
                }
            }
        }
    }
}
