//! Neighbours in columns. Most neighbours do not matter to a unit, and which ones do is hard to predict for a
//! processor. A test on all of them at once has no branches and runs in SIMD registers. Only the few that pass
//! it are then looked at one by one.

use crate::steering::unit::Neighbour;

/// The number of neighbours that are tested together: as many as a unit perceives in a crowd.
pub(super) const SLOTS: usize = 20;

/// One value for each of [`SLOTS`] neighbours.
pub(super) type PerSlot = [f32; SLOTS];

/// Up to [`SLOTS`] neighbours, one column per property. Columns end with zeros if there are fewer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns {
    count: usize,
    pub x: PerSlot,
    pub y: PerSlot,
    pub vx: PerSlot,
    pub vy: PerSlot,
    pub radius: PerSlot,
}

impl Columns {
    /// The first [`SLOTS`] of these neighbours.
    pub fn new(some: &[Neighbour]) -> Columns {
        let zero = [0.0; SLOTS];
        let count = some.len().min(SLOTS);
        let mut columns = Columns { count, x: zero, y: zero, vx: zero, vy: zero, radius: zero };
        // The compiler unrolls the loop over a known number, which is the usual one in a crowd.
        match <&[Neighbour; SLOTS]>::try_from(some) {
            Ok(all) => columns.fill(all),
            Err(_) => columns.fill(&some[..count]),
        }
        columns
    }

    #[inline(always)]
    fn fill(&mut self, some: &[Neighbour]) {
        for (k, other) in some.iter().enumerate() {
            self.x[k] = other.position.x;
            self.y[k] = other.position.y;
            self.vx[k] = other.velocity.x;
            self.vy[k] = other.velocity.y;
            self.radius[k] = other.radius;
        }
    }

    /// The slots for which `test` is true. Its second argument is the index of a slot.
    #[inline(always)]
    pub fn which(&self, test: impl Fn(&Columns, usize) -> bool) -> SlotSet {
        let mut passed = [0_u32; SLOTS];
        for (k, passed) in passed.iter_mut().enumerate() {
            *passed = if test(self, k) { BITS[k] } else { 0 };
        }
        let all = passed.iter().fold(0, |all, bit| all | bit);
        SlotSet(all & ((1 << self.count) - 1))
    }
}

/// One bit per slot.
const BITS: [u32; SLOTS] = {
    let mut bits = [0; SLOTS];
    let mut k = 0;
    while k < SLOTS {
        bits[k] = 1 << k;
        k += 1;
    }
    bits
};

/// A set of slots. Iterates over their indices, ascending.
#[derive(Debug, Clone, Copy)]
pub(super) struct SlotSet(u32);

impl Iterator for SlotSet {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let slot = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (slot < u32::BITS).then_some(slot as usize)
    }
}

/// Units and neighbours for tests that compare a fast form with a plain one.
#[cfg(test)]
pub(super) mod samples {
    use super::*;
    use crate::math;
    use crate::steering::unit::Unit;
    use crate::types::{Point, Side, Vec2};
    use proptest::prelude::*;

    /// Vectors on a lattice, which have the same lengths and directions, or anywhere.
    fn vectors() -> impl Strategy<Value = Vec2> {
        let lattice = (-8_i32..=8, -8_i32..=8).prop_map(|(x, y)| Vec2::new(x as f32 * 0.5, y as f32 * 0.5));
        let anywhere = (-5.0_f32..5.0, -5.0_f32..5.0).prop_map(|(x, y)| Vec2::new(x, y));
        prop_oneof![lattice, anywhere]
    }

    /// A unit that walks, fast or slowly.
    pub fn units() -> impl Strategy<Value = Unit> {
        (vectors(), vectors(), vectors(), 0.2_f32..1.0, 0.0_f32..20.0, prop::option::of(0_u32..30)).prop_map(
            |(position, velocity, goal, radius, distance, target)| {
                let desired = math::normalize(goal);
                let (position, preferred) = (Point::from(position), desired * 5.0);
                Unit { position, velocity, desired, preferred, radius, distance, target, ..Unit::default() }
            },
        )
    }

    /// Its neighbours; some stand, some are at its position.
    pub fn neighbours() -> impl Strategy<Value = Vec<Neighbour>> {
        let turning = prop_oneof![Just(None), Just(Some(Side::Left)), Just(Some(Side::Right))];
        let one = (vectors(), vectors(), 0.2_f32..2.0, 0..4, turning).prop_map(
            |(position, velocity, radius, kind, turning)| {
                let velocity = if kind == 0 { Vec2::zeros() } else { velocity };
                let position = Point::from(position);
                let standing = kind == 0;
                let preferred = velocity;
                Neighbour { position, velocity, preferred, radius, standing, turning, ..Neighbour::default() }
            },
        );
        prop::collection::vec(one, 0..2 * SLOTS + 3).prop_map(|mut all| {
            all.iter_mut().zip(1..).for_each(|(other, id)| other.id = id);
            all
        })
    }
}
