//! Where the units were after every tick, for readers that cannot simulate.

use super::part::take;
use crate::types::Point;
use crate::world::World;

/// Positions are kept in whole millimetres.
const PER_METRE: f64 = 1000.0;

/// Where a unit was.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RecordedPlace {
    /// The unit's id: see [`UnitId::parts`](crate::crowd::UnitId::parts).
    pub id: (u32, u32),
    /// Its position, to the millimetre.
    pub position: Point,
}

/// The places of the same units over some ticks, which are not written yet.
#[derive(Default)]
pub(super) struct Tracks {
    /// The first tick.
    first: u64,
    ids: Vec<(u32, u32)>,
    /// The positions after each tick in millimetres, x and y of each unit.
    ticks: Vec<Vec<i64>>,
}

impl Tracks {
    /// Adds the places after the last tick. If other units exist than before, the part of those before is returned.
    pub fn add(&mut self, world: &World) -> Option<Vec<u8>> {
        let same = world.ids().iter().map(|id| id.parts()).eq(self.ids.iter().copied());
        let done = if same { None } else { self.take() };
        if self.ticks.is_empty() {
            self.first = world.ticks();
            self.ids = world.ids().iter().map(|id| id.parts()).collect();
        }
        let positions = world.units().position.iter().flat_map(|p| [p.x, p.y]);
        self.ticks.push(positions.map(|x| (f64::from(x) * PER_METRE).round() as i64).collect());
        done
    }

    /// Takes what is not written yet as the content of a part. [`recording`](super) describes it.
    pub fn take(&mut self) -> Option<Vec<u8>> {
        if self.ticks.is_empty() {
            return None;
        }
        let mut content = self.first.to_le_bytes().to_vec();
        content.extend((self.ticks.len() as u32).to_le_bytes());
        content.extend((self.ids.len() as u32).to_le_bytes());
        content.extend(
            self.ids
                .iter()
                .flat_map(|(index, generation)| [index.to_le_bytes(), generation.to_le_bytes()])
                .flatten(),
        );
        for number in 0..2 * self.ids.len() {
            let (mut last, mut change) = (0, 0);
            for positions in &self.ticks {
                // Positions without limits must not overflow, either.
                let now = positions[number].wrapping_sub(last);
                write_number(now.wrapping_sub(change), &mut content);
                (last, change) = (positions[number], now);
            }
        }
        self.ticks.clear();
        Some(content)
    }
}

/// A part with tracks.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TrackPart {
    first: u64,
    ticks: u32,
    /// Ids and positions.
    rest: Vec<u8>,
}

impl TrackPart {
    /// Reads a part, without what it says of the units. None if it is no such part.
    pub fn read(first: u64, mut content: &[u8]) -> Option<TrackPart> {
        let ticks = u32::from_le_bytes(take(&mut content)?);
        Some(TrackPart { first, ticks, rest: content.to_vec() })
    }

    pub fn has(&self, tick: u64) -> bool {
        tick.checked_sub(self.first).is_some_and(|ticks| ticks < u64::from(self.ticks))
    }

    /// The places after a tick that it has.
    pub fn places(&self, tick: u64) -> Option<Vec<RecordedPlace>> {
        let mut bytes = &self.rest[..];
        let units = u32::from_le_bytes(take(&mut bytes)?) as usize;
        let (ids, mut bytes) = bytes.split_at_checked(units.checked_mul(8)?)?;
        let id = |bytes: &[u8]| {
            let mut bytes = bytes;
            Some((u32::from_le_bytes(take(&mut bytes)?), u32::from_le_bytes(take(&mut bytes)?)))
        };
        let ticks = tick.checked_sub(self.first)? + 1;
        let mut coordinate = || {
            let (mut at, mut change, mut found) = (0_i64, 0_i64, 0);
            for done in 1..=u64::from(self.ticks) {
                change = change.wrapping_add(read_number(&mut bytes)?);
                at = at.wrapping_add(change);
                found = if done == ticks { at } else { found };
            }
            Some((found as f64 / PER_METRE) as f32)
        };
        ids.chunks_exact(8)
            .map(|bytes| {
                Some(RecordedPlace { id: id(bytes)?, position: Point::new(coordinate()?, coordinate()?) })
            })
            .collect()
    }
}

/// Writes a number as a varint, seven bits a byte, with its sign in the lowest bit.
fn write_number(number: i64, bytes: &mut Vec<u8>) {
    let mut rest = ((number << 1) ^ (number >> 63)) as u64;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<i64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let [byte] = take::<1>(bytes)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some((number >> 1) as i64 ^ -((number & 1) as i64));
        }
    }
    None
}
