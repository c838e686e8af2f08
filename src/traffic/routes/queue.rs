//! The units before a side of a gate, and when each of them enters it: first come, first served.

/// Where both directions share a gate without turns, each has this share of the flow less per unit of the other: with equal numbers a
/// third is left, as in the rule for turns.
const SHARED: f32 = 2.0;

/// A unit before a gate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Queued {
    /// The distance to the gate's region along its path, m.
    pub distance: f32,
    pub slot: u32,
    /// Its maximum speed, m/s.
    pub speed: f32,
}

/// The units that come to a gate and leave it on one side, the first one first.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue {
    /// The time from one unit to the next, s.
    interval: f32,
    /// The time until the first one may enter, s.
    begin: f32,
    units: Vec<Queued>,
    /// When each of them enters, s from now.
    entries: Vec<f32>,
}

impl Queue {
    pub fn clear(&mut self) {
        self.units.clear();
    }

    /// Adds a unit at the end. [`Queue::sort`] gives it its place.
    pub fn push(&mut self, unit: Queued) {
        self.units.push(unit);
    }

    pub fn sort(&mut self) {
        self.units.sort_unstable_by(|a, b| a.distance.total_cmp(&b.distance).then(a.slot.cmp(&b.slot)));
    }

    /// Adds a unit at its place.
    pub fn insert(&mut self, unit: Queued) {
        self.units.insert(self.rank(unit.distance, unit.slot), unit);
    }

    pub fn remove(&mut self, distance: f32, slot: u32) {
        let rank = self.rank(distance, slot);
        if self.units.get(rank).is_some_and(|unit| unit.slot == slot) {
            self.units.remove(rank);
        }
    }

    /// The units and when each of them enters, s.
    pub fn entries(&self) -> impl Iterator<Item = (&Queued, f32)> {
        self.units.iter().zip(self.entries.iter().copied())
    }

    /// When a unit enters that could do so at `arrival` if no other unit were there, s.
    pub fn entry(&self, distance: f32, slot: u32, arrival: f32) -> f32 {
        self.free_after(self.rank(distance, slot)).max(arrival)
    }

    /// The number of units that are nearer.
    fn rank(&self, distance: f32, slot: u32) -> usize {
        self.units.partition_point(|unit| (unit.distance, unit.slot) < (distance, slot))
    }

    /// When the gate is free after the first `rank` units.
    fn free_after(&self, rank: usize) -> f32 {
        if rank == 0 { self.begin } else { self.entries[rank - 1] + self.interval }
    }
}

/// Finds out when the units on both sides of a gate enter it, given its flow in units per second and the side whose turn it is.
pub(super) fn serve(sides: &mut [Queue; 2], flow: f32, holder: Option<u8>) {
    let counts = [0, 1].map(|side| sides[side].units.len() as f32);
    for (side, queue) in sides.iter_mut().enumerate() {
        let (own, other) = (counts[side].max(1.0), counts[1 - side]);
        (queue.begin, queue.interval) = (0.0, 1.0 / flow);
        match holder {
            Some(holder) if usize::from(holder) != side => queue.begin = other / flow,
            Some(_) => {}
            None => queue.interval *= 1.0 + SHARED * other / own,
        }
        queue.entries.clear();
        for rank in 0..queue.units.len() {
            let arrival = queue.units[rank].distance / queue.units[rank].speed;
            let entry = queue.free_after(rank).max(arrival);
            queue.entries.push(entry);
        }
    }
}

#[cfg(test)]
#[path = "queue_test.rs"]
mod tests;
