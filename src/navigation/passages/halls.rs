//! Halls: gates with more than two mouths, such as a corridor with doors on its sides. If two units block some of its doors, these are gates instead
//! of the hall.

use super::find::Found;
use super::regions::{Gate, NO_GATE};

/// The regions of the gates that may be halls, while gates are looked for in them.
#[derive(Clone, Default)]
pub(super) struct Halls {
    /// For each cell, its gate and side before. Empty if there are no halls.
    region: Vec<(u16, u8)>,
    /// The number of gates before.
    known: usize,
}

impl Halls {
    /// Clears the regions of the gates that may be halls: those with more than two mouths, no islands, and at least this width, m.
    pub fn open(found: &mut Found, width: f32) -> Halls {
        let may_be = |gate: &Gate| gate.mouths > 2 && !gate.has_islands && gate.width >= width;
        if !found.gates.iter().any(may_be) {
            return Halls::default();
        }
        let gates = &found.gates;
        let clear = |place: &mut (u16, u8)| {
            let is_hall = place.0 != NO_GATE && may_be(&gates[usize::from(place.0)]);
            if is_hall { std::mem::replace(place, (NO_GATE, 0)) } else { (NO_GATE, 0) }
        };
        Halls { region: found.region.iter_mut().map(clear).collect(), known: gates.len() }
    }

    pub fn is_empty(&self) -> bool {
        self.region.is_empty()
    }

    /// Whether any of these cells was in a hall.
    pub fn hold(&self, cells: &[usize]) -> bool {
        cells.iter().any(|cell| self.region.get(*cell).is_some_and(|(hall, _)| *hall != NO_GATE))
    }

    /// Removes the halls in which gates were found since. The others have their regions again.
    pub fn close(self, found: &mut Found) {
        let mut remains = vec![true; found.gates.len()];
        let cells = || self.region.iter().enumerate().filter(|(_, (hall, _))| *hall != NO_GATE);
        for (cell, (hall, _)) in cells() {
            let now = found.region[cell].0;
            remains[usize::from(*hall)] &= now == NO_GATE || usize::from(now) < self.known;
        }
        for (cell, (hall, side)) in cells() {
            if remains[usize::from(*hall)] {
                found.region[cell] = (*hall, *side);
            }
        }
        let mut next = 0;
        let numbers = remains.iter().map(|remains| {
            next += u16::from(*remains);
            next.wrapping_sub(1)
        });
        let numbers: Vec<u16> = numbers.collect();
        for (gate, _) in found.region.iter_mut().filter(|(gate, _)| *gate != NO_GATE) {
            *gate = numbers[usize::from(*gate)];
        }
        let mut remains = remains.into_iter();
        found.gates.retain(|_| remains.next().unwrap_or(true));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Point, Vec2};

    const WIDTH: f32 = 2.0;

    fn gate(mouths: usize, width: f32) -> Gate {
        Gate {
            middle: Point::origin(),
            through: Vec2::x(),
            width,
            is_door: false,
            has_detour: false,
            mouths,
            has_islands: false,
        }
    }

    /// These gates, in whose regions the cells are. The width tells gates apart.
    fn found(gates: &[Gate], cells: &[Option<u16>]) -> Found {
        let region = cells.iter().map(|gate| gate.map_or((NO_GATE, 0), |gate| (gate, 1))).collect();
        Found { gates: gates.to_vec(), region }
    }

    fn state(found: &Found) -> (Vec<f32>, Vec<Option<u16>>) {
        let region = found.region.iter().map(|(gate, _)| (*gate != NO_GATE).then_some(*gate));
        (found.gates.iter().map(|gate| gate.width).collect(), region.collect())
    }

    #[test]
    fn only_wide_gates_with_several_mouths_and_no_islands_may_be_halls() {
        let ring = Gate { has_islands: true, ..gate(3, WIDTH) };
        for (gate, may_be) in
            [(gate(3, WIDTH), true), (gate(2, WIDTH), false), (gate(3, 0.99 * WIDTH), false), (ring, false)]
        {
            let mut found = found(&[gate], &[None, Some(0)]);
            let before = state(&found);
            let halls = Halls::open(&mut found, WIDTH);
            assert_eq!(halls.is_empty(), !may_be, "{gate:?}");
            assert_eq!([halls.hold(&[0]), halls.hold(&[0, 1])], [false, may_be], "{gate:?}");
            assert_eq!(found.region[1].0 == NO_GATE, may_be, "{gate:?}");
            halls.close(&mut found);
            assert_eq!(state(&found), before, "no gate was found in it");
        }
    }

    #[test]
    fn a_hall_with_a_gate_in_it_is_none() {
        let gates = [gate(3, 5.0), gate(2, 3.0), gate(4, 6.0)];
        let mut found = found(&gates, &[Some(0), Some(0), Some(1), Some(2), Some(2), None]);
        let halls = Halls::open(&mut found, WIDTH);
        assert_eq!(state(&found).1, [None, None, Some(1), None, None, None]);
        found.gates.push(gate(2, 1.0));
        (found.region[1], found.region[5]) = ((3, 0), (3, 1));
        halls.close(&mut found);
        let region = [None, Some(2), Some(0), Some(1), Some(1), Some(2)];
        assert_eq!(state(&found), (vec![3.0, 6.0, 1.0], region.to_vec()));
    }
}
