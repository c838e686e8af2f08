//! Neighbours in columns. Most neighbours do not matter to a unit, and which ones do is hard to predict for a
//! processor. A test on all of them at once has no branches and runs in SIMD registers. Only the few that pass
//! it are then looked at one by one.

use crate::steering::unit::Neighbour;

/// The number of neighbours that are tested together: as many as a unit perceives in a crowd.
pub(super) const LANES: usize = 20;

/// One value for each of [`LANES`] neighbours.
pub(super) type Column = [f32; LANES];

/// Up to [`LANES`] neighbours, one column per property. Columns end with zeros if there are fewer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns {
    count: usize,
    pub x: Column,
    pub y: Column,
    pub vx: Column,
    pub vy: Column,
    pub radius: Column,
}

impl Columns {
    /// The first [`LANES`] of these neighbours.
    pub fn new(some: &[Neighbour]) -> Columns {
        let zero = [0.0; LANES];
        let count = some.len().min(LANES);
        let mut columns = Columns { count, x: zero, y: zero, vx: zero, vy: zero, radius: zero };
        // The compiler unrolls the loop over a known number, which is the usual one in a crowd.
        match <&[Neighbour; LANES]>::try_from(some) {
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

    /// The lanes for which `test` is true. Its argument is the index of a lane.
    #[inline(always)]
    pub fn lanes(&self, test: impl Fn(&Columns, usize) -> bool) -> LaneSet {
        let mut passed = [0_u32; LANES];
        for (k, passed) in passed.iter_mut().enumerate() {
            *passed = if test(self, k) { BITS[k] } else { 0 };
        }
        let all = passed.iter().fold(0, |all, bit| all | bit);
        LaneSet(all & ((1 << self.count) - 1))
    }
}

/// One bit per lane.
const BITS: [u32; LANES] = {
    let mut bits = [0; LANES];
    let mut k = 0;
    while k < LANES {
        bits[k] = 1 << k;
        k += 1;
    }
    bits
};

/// A set of lanes. Iterates over their indices, ascending.
#[derive(Debug, Clone, Copy)]
pub(super) struct LaneSet(u32);

impl Iterator for LaneSet {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let lane = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (lane < u32::BITS).then_some(lane as usize)
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
        prop::collection::vec(one, 0..2 * LANES + 3).prop_map(|mut all| {
            all.iter_mut().zip(1..).for_each(|(other, id)| other.id = id);
            all
        })
    }
}
