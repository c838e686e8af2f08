//! The rules of turns, worked out by hand.

mod begin;
mod end;
mod idle;
mod opposed;
mod shared;
mod suspended;

use super::*;
use crate::types::{Point, Vec2};

/// Every length and every time is another number.
const RULES: TurnRules = TurnRules {
    is_on: true,
    can_share: false,
    radius: 0.4,
    speed: 2.0,
    wait: 9.0,
    near: 5.0,
    margin: 1.5,
    clear: 3.0,
    longest: 10.0,
    idle: 4.0,
    blocked: 1.5,
};
/// The length of the path through the region, m.
const LENGTH: f32 = 4.0;

fn ticks(seconds: f32) -> u64 {
    (seconds / DT) as u64
}

/// The tick in which the smoothed progress of units that stand falls below 0.2.
fn ticks_until_blocked() -> u64 {
    (libm::logf(0.2) / libm::logf(1.0 - DT / RULES.blocked)).ceil() as u64
}

/// Straight through the gate, to this side.
fn way(side: u8) -> Vec2 {
    if side == 1 { Vec2::x() } else { -Vec2::x() }
}

/// A unit that comes out on `side`, this far before the region, through which its path bends.
fn before(side: u8, distance: f32) -> GateApproach {
    GateApproach {
        gate: 0,
        side,
        distance,
        exit: distance + LENGTH,
        length: LENGTH,
        straight: 0.5,
        inwards: way(side),
        outwards: way(side),
        same_side: None,
        waits: false,
        is_through: false,
        stuck: 0.0,
        gone: 0.0,
    }
}

/// A unit in the region, with this far to go.
fn inside(side: u8, exit: f32) -> GateApproach {
    GateApproach { distance: 0.0, exit, ..before(side, 0.0) }
}

/// A unit that has been told to wait.
fn waiting(side: u8, distance: f32) -> GateApproach {
    GateApproach { waits: true, ..before(side, distance) }
}

/// A gate, whose turn it is there, and the tick.
struct TurnCase {
    gate: Gate,
    turns: Turns,
    rules: TurnRules,
    now: u64,
}

impl TurnCase {
    /// A gate that two units cannot pass abreast, so that turns are always worth it.
    fn new() -> TurnCase {
        TurnCase::of_width(1.6)
    }

    fn of_width(width: f32) -> TurnCase {
        let (middle, through) = (Point::origin(), Vec2::x());
        let gate =
            Gate { middle, through, width, is_door: true, has_detour: false, mouths: 2, has_islands: false };
        TurnCase { gate, turns: Turns::default(), rules: RULES, now: 1000 }
    }

    /// The next tick with these units. Returns which of them wait.
    fn tick(&mut self, units: &[GateApproach]) -> Vec<bool> {
        let mut units: Vec<Option<GateApproach>> = units.iter().copied().map(Some).collect();
        let turns = std::slice::from_mut(&mut self.turns);
        take_turns(
            &[self.gate],
            &Chambers::default(),
            &mut Vec::new(),
            turns,
            &mut units,
            self.now,
            &self.rules,
        );
        self.now += 1;
        units.iter().flatten().map(|unit| unit.waits).collect()
    }

    /// Ticks with the same units until the turn is another one. Returns the number of ticks.
    fn ticks_until_the_turn_changes(&mut self, units: &[GateApproach], most: u64) -> Option<u64> {
        let holder = self.turns.holder;
        (1..=most).find(|_| {
            self.tick(units);
            self.turns.holder != holder
        })
    }
}

#[test]
fn units_are_counted_by_side_and_by_whether_they_still_can_stop() {
    let mut case = TurnCase::new();
    case.tick(&[
        inside(0, 2.0),
        before(0, 4.9),
        before(0, 5.1),
        waiting(0, 4.9),
        before(1, 4.9),
        before(1, 30.0),
        before(1, 31.0),
    ]);
    assert_eq!((case.turns.inside, case.turns.coming), ([2, 1], [2, 2]));
    assert!(case.turns.is_contested);
    case.tick(&[]);
    assert_eq!((case.turns.inside, case.turns.coming), ([0; 2], [0; 2]), "counted anew in each tick");
}

#[test]
fn a_gate_used_in_one_direction_has_no_turns() {
    for side in [0, 1] {
        let mut case = TurnCase::new();
        let units = [inside(side, 1.0), before(side, 6.0), before(side, 20.0)];
        assert_eq!(case.tick(&units), [false; 3]);
        assert_eq!((case.turns.holder, case.turns.is_contested), (None, false), "side {side}");
    }
}

#[test]
fn the_turn_ends_when_the_other_side_has_no_units() {
    let mut case = TurnCase::new();
    case.tick(&[before(0, 20.0), before(1, 21.0)]);
    case.turns.is_ending = true;
    case.tick(&[before(0, 20.0)]);
    assert_eq!((case.turns.holder, case.turns.is_ending), (None, false));
}

#[test]
fn without_turns_traffic_is_counted_and_no_unit_waits() {
    let mut case = TurnCase::new();
    case.rules.is_on = false;
    let waits = case.tick(&[before(0, 20.0), before(1, 21.0)]);
    assert_eq!((waits, case.turns.holder), (vec![false; 2], None));
    assert!(case.turns.is_contested);
    assert_eq!(case.turns.coming, [1, 1]);
}

#[test]
fn the_first_turn_is_that_of_the_side_with_more_units_inside_then_of_the_nearer_one() {
    let holder = |units: &[GateApproach]| {
        let mut case = TurnCase::new();
        case.tick(units);
        case.turns.holder
    };
    assert_eq!(holder(&[before(0, 7.0), before(1, 6.0)]), Some(1));
    assert_eq!(holder(&[before(0, 6.0), before(1, 7.0)]), Some(0));
    assert_eq!(holder(&[before(1, 6.0), before(0, 6.0)]), Some(0), "as near: side 0");
    assert_eq!(holder(&[inside(0, 1.0), before(1, 4.0), before(1, 4.5)]), Some(1), "two about to enter");
    assert_eq!(holder(&[before(0, 4.0), before(0, 4.5), inside(1, 1.0)]), Some(0));
}

/// The flow through 3 m is 0.9 · (3 − 0.4)/0.8 · 2/0.8 = 7.3 units per second, and the way is (4 + 9) m at 2 m/s, so turns are
/// worth it from 47.5 units per side on.
#[test]
fn units_take_turns_at_a_wide_gate_only_if_many_come() {
    let mut case = TurnCase::of_width(3.0);
    let crowd = |west: usize, east: usize| -> Vec<GateApproach> {
        let west = (0..west).map(|k| before(0, 20.0 + k as f32));
        west.chain((0..east).map(|k| before(1, 20.5 + k as f32))).collect()
    };
    case.tick(&crowd(47, 48));
    assert_eq!(case.turns.holder, None);
    case.tick(&crowd(48, 48));
    assert_eq!(case.turns.holder, Some(0));
    // Two units cannot pass each other in less than 4.2 radii.
    for (width, holder) in [(1.67, Some(0)), (1.69, None)] {
        let mut case = TurnCase::of_width(width);
        case.tick(&crowd(1, 1));
        assert_eq!(case.turns.holder, holder, "{width} m");
    }
    let mut detour = TurnCase::new();
    detour.gate.has_detour = true;
    detour.tick(&crowd(60, 60));
    assert_eq!(detour.turns.holder, None, "units go the other way");
}

#[test]
fn a_turn_lasts_while_units_of_its_side_are_near() {
    let mut case = TurnCase::new();
    case.tick(&[before(0, 6.0), before(1, 7.0)]);
    // One inside and one near, which has been told to wait and may go now.
    let stream = [inside(0, 1.0), before(0, 4.0), before(1, 9.0)];
    assert_eq!(case.tick(&stream), [false, false, true]);
    assert_eq!(case.turns.holder, Some(0));
    // The last one is still in the gate, 3 m before its end, then less.
    case.tick(&[inside(0, 3.0), before(1, 9.0)]);
    assert_eq!(case.turns.holder, Some(0));
    assert_eq!(case.tick(&[inside(0, 2.9), before(1, 9.0)]), [false, false]);
    assert_eq!(case.turns.holder, Some(1));
}

#[test]
fn a_unit_that_waits_near_the_gate_keeps_its_sides_turn() {
    let mut case = TurnCase::new();
    case.tick(&[before(0, 6.0), before(1, 7.0)]);
    case.tick(&[waiting(0, 4.9), before(1, 9.0)]);
    assert_eq!(case.turns.holder, Some(0));
    case.tick(&[before(1, 9.0), waiting(0, 60.0)]);
    assert_eq!(case.turns.holder, Some(1));
}

/// The first of the other side counts as no nearer than where units wait, at 9 m.
#[test]
fn units_that_are_later_by_more_than_the_margin_lose_the_turn() {
    for (own, other, holder) in
        [(10.4, 9.0, 0), (10.6, 9.0, 1), (10.4, 6.0, 0), (10.6, 6.0, 1), (21.4, 20.0, 0), (21.6, 20.0, 1)]
    {
        let mut case = TurnCase::new();
        case.tick(&[before(0, 6.0), before(1, 7.0)]);
        case.tick(&[before(0, own), before(1, other)]);
        assert_eq!(case.turns.holder, Some(holder), "{own} m and {other} m");
    }
}

#[test]
fn units_that_block_each_other_inside_resolve_it_after_a_time() {
    let mut case = TurnCase::of_width(3.0);
    let jam = [inside(0, 2.0), inside(0, 2.5), inside(1, 2.0), before(1, 20.0)];
    case.tick(&jam);
    let changed = case.ticks_until_the_turn_changes(&jam, 600);
    assert_eq!(changed, Some(ticks_until_blocked() - 1), "there were no turns before");
    assert_eq!(case.turns.holder, Some(0), "the side with more units inside");
    assert_eq!(case.tick(&jam), [false, false, true, true], "the other side goes back");
    // Whoever enters or leaves, this lasts until one side is out. The last one may be nearly out, but it is blocked.
    case.tick(&[inside(0, 1.0), inside(1, 2.0), before(1, 20.0)]);
    assert_eq!((case.turns.holder, case.turns.is_blocked), (Some(0), true));
    case.tick(&[inside(0, 1.0), waiting(1, 1.0), before(1, 20.0)]);
    assert_eq!((case.turns.holder, case.turns.is_blocked), (Some(1), false), "the gate is clear again");
}

#[test]
fn units_that_move_inside_do_not_count_as_blocked() {
    for (mouths, share, is_blocked) in [(2, 0.21, false), (2, 0.19, true), (3, 0.06, false), (3, 0.04, true)]
    {
        let mut case = TurnCase::of_width(3.0);
        case.gate.mouths = mouths;
        // The mean counts: one walks, and two stand.
        let walks = GateApproach { gone: 3.0 * share * RULES.speed * DT, ..inside(0, 2.0) };
        (0..6 * ticks(RULES.blocked)).for_each(|_| _ = case.tick(&[walks, inside(1, 2.0), inside(1, 3.9)]));
        assert_eq!(case.turns.is_blocked, is_blocked, "{share} of the maximum speed, {mouths} mouths");
        case.tick(&[walks]);
        case.tick(&[walks, inside(1, 2.0)]);
        assert!(!case.turns.is_blocked, "the time begins anew");
    }
}

/// 5 R × 20 R: the flow is 0.9 · (2 − 0.4)/0.8 · 2/0.8 = 4.5 units per second, and the way is (8 + 9) m at 2 m/s. In a door, turns are
/// worth it from 38.25 units per side on; in this tunnel from 38.25/(1 + 0.5 · 8/2) = 12.75 on.
#[test]
fn units_take_turns_in_a_tunnel_the_sooner_the_longer_it_is() {
    let crowd: Vec<GateApproach> = (0..38)
        .flat_map(|k| [0, 1].map(|side| before(side, 20.0 + k as f32)))
        .map(|unit| GateApproach { length: 8.0, ..unit })
        .collect();
    let holder = |units: usize, is_door: bool, has_neighbour: bool| {
        let mut case = TurnCase::of_width(2.0);
        case.gate.is_door = is_door;
        case.turns.has_neighbour = has_neighbour;
        case.tick(&crowd[..2 * units]);
        case.turns.holder
    };
    assert_eq!([holder(12, false, false), holder(13, false, false)], [None, Some(0)]);
    let others = [holder(38, true, false), holder(38, false, true)];
    assert_eq!(others, [None, None], "a door, and a tunnel with a neighbour");
    // 11.5 R × 20 R: 0.9 · 5.25 · 2/0.8 = 11.8 units per second, and half the loss: from 100.4/(1 + 0.25 · 8/4.6) = 69.98 on.
    let holder = |units: usize| {
        let mut case = TurnCase::of_width(4.6);
        case.gate.is_door = false;
        case.tick(&[0, 1].map(|side| GateApproach { length: 8.0, ..before(side, 20.0) }).repeat(units));
        case.turns.holder
    };
    assert_eq!([holder(69), holder(70)], [None, Some(0)], "a wider tunnel");
}

/// The tunnel of 2 m × 8 m, in which 60 units of each side take turns.
#[test]
fn where_ways_lead_round_an_island_units_take_turns_only_once_they_block_each_other() {
    let crowd = [0, 1].map(|side| GateApproach { length: 8.0, ..before(side, 20.0) }).repeat(60);
    let holder = |width: f32, has_islands: bool, is_blocked: bool| {
        let mut case = TurnCase::of_width(width);
        (case.gate.is_door, case.gate.has_islands, case.turns.is_blocked) = (false, has_islands, is_blocked);
        // While units of both sides are inside, they stay blocked.
        let inside = [inside(0, 3.0), inside(1, 3.0)].map(|unit| GateApproach { length: 8.0, ..unit });
        case.tick(&[&crowd[..], &inside].concat());
        case.turns.holder
    };
    assert_eq!([holder(2.0, false, false), holder(2.0, true, false)], [Some(0), None]);
    assert_eq!(holder(1.67, true, false), Some(0), "two units cannot pass each other");
    assert_eq!(holder(2.0, true, true), Some(0), "they block each other");
}

#[test]
fn gates_within_60_radii_are_neighbours() {
    let at = |x: f32| Gate { middle: Point::new(x, 0.0), ..TurnCase::new().gate };
    let near = |x: f32| Turns::at(&[at(0.0), at(x)], 0.4).iter().all(|turns| turns.has_neighbour);
    assert_eq!([near(23.9), near(24.1)], [true, false]);
    assert!(!Turns::at(&[at(0.0)], 0.4)[0].has_neighbour);
}

/// Two gates with a chamber between them, which side 1 of the first and side 0 of the second lead to. With a radius of 0.4 m, a
/// waiting unit needs π·0.6²/0.5 = 2.26 m² there.
struct Lock {
    turns: [Turns; 2],
    now: u64,
}

impl Lock {
    fn new() -> Lock {
        Lock { turns: [Turns::default(); 2], now: 1000 }
    }

    /// The next tick with these units and so many that wait in the chamber for the second gate. Returns which of the units wait.
    fn tick(&mut self, units: &[GateApproach], waiting_inside: usize) -> Vec<bool> {
        let chambers = Chambers::drawn(&[1000.0, 22.7, 1000.0], &[[Some(0), Some(1)], [Some(1), Some(2)]]);
        let (gate, at_second) = (TurnCase::of_width(3.0).gate, GateApproach { gate: 1, ..waiting(1, 6.0) });
        let units = units.iter().copied().chain(std::iter::repeat_n(at_second, waiting_inside));
        let mut units: Vec<Option<GateApproach>> = units.map(Some).collect();
        take_turns(&[gate, gate], &chambers, &mut Vec::new(), &mut self.turns, &mut units, self.now, &RULES);
        self.now += 1;
        units.iter().flatten().map(|unit| unit.waits).collect()
    }
}

#[test]
fn no_unit_goes_into_a_chamber_in_which_too_many_wait() {
    let mut lock = Lock::new();
    let coming = [before(1, 7.0), before(1, 20.0)];
    assert_eq!(lock.tick(&coming, 10)[..2], [false, false], "10 have room");
    assert_eq!(lock.tick(&coming, 11)[..2], [true, true], "11 have not");
    assert!(lock.turns[0].is_closed && !lock.turns[1].is_closed);
    assert_eq!(lock.tick(&coming, 10)[..2], [false, false], "one has left");
    assert!(!lock.turns[0].is_closed);
}

#[test]
fn a_full_chamber_is_left_before_its_turn_would_come() {
    let mut lock = Lock::new();
    let (into, out) = (before(1, 7.0), before(0, 20.0));
    lock.turns[0].give(1, &GateTraffic::default(), 999);
    assert_eq!(lock.tick(&[into, into, out], 0)[..3], [false, false, true]);
    assert_eq!(lock.tick(&[into, into, out], 11)[..3], [true, true, false], "nobody is inside");
    let mut lock = Lock::new();
    lock.turns[0].give(1, &GateTraffic::default(), 999);
    let units = [inside(1, 3.5), into, out];
    assert_eq!(lock.tick(&units, 11)[..3], [false, true, true], "one is inside");
    assert_eq!(lock.tick(&[inside(1, 2.5), into, out], 11)[..3], [false, true, false], "it has nearly left");
}

/// It waits in front of a junction, in a chamber that is not known.
#[test]
fn units_that_pass_on_one_side_of_a_gate_fill_no_chamber() {
    let chambers = Chambers::drawn(&[1000.0], &[[Some(0), Some(0)]]);
    let gates = [TurnCase::of_width(3.0).gate];
    let waiting_there = |same_side: Option<u8>| {
        let mut units = [Some(GateApproach { same_side, ..waiting(0, 7.0) })];
        let mut waiting = Vec::new();
        take_turns(&gates, &chambers, &mut waiting, &mut [Turns::default()], &mut units, 7, &RULES);
        waiting
    };
    assert_eq!([None, Some(0), Some(1)].map(waiting_there), [[1], [0], [0]]);
}

#[test]
fn a_gate_that_leads_to_another_one_at_once_is_never_closed() {
    let chambers = Chambers::drawn(&[1000.0], &[[None, Some(0)]]);
    let mut units = [Some(before(0, 7.0)), Some(before(0, 20.0))];
    let mut turns = [Turns::default()];
    let gates = [TurnCase::of_width(3.0).gate];
    take_turns(&gates, &chambers, &mut Vec::new(), &mut turns, &mut units, 7, &RULES);
    assert_eq!((units.map(|unit| unit.unwrap().waits), turns[0].is_closed), ([false; 2], false));
}

#[test]
fn with_full_chambers_on_both_sides_turns_are_as_ever() {
    let chambers = Chambers::drawn(&[2.0, 2.0], &[[0, 1], [1, 1], [0, 0]].map(|sides| sides.map(Some)));
    let at = |gate: u16, unit: GateApproach| Some(GateApproach { gate, ..unit });
    let both = [at(1, waiting(1, 6.0)), at(2, waiting(1, 6.0))];
    let mut units = [at(0, before(0, 7.0)), at(0, before(0, 20.0)), both[0], both[1]];
    let mut turns = [Turns::default(); 3];
    take_turns(
        &[TurnCase::of_width(3.0).gate; 3],
        &chambers,
        &mut Vec::new(),
        &mut turns,
        &mut units,
        7,
        &RULES,
    );
    assert_eq!(units.map(|unit| unit.unwrap().waits)[..2], [false, false]);
    assert_eq!(turns[0].holder, None);
}

#[test]
fn only_the_side_with_the_turn_passes_and_those_that_cannot_stop() {
    let turns = Turns { holder: Some(1), ..Turns::default() };
    let passes = |turns: &Turns| {
        [inside(0, 1.0), before(0, 4.9), before(0, 5.1), waiting(0, 4.9), before(1, 30.0), inside(1, 1.0)]
            .map(|unit| turns.lets_pass(&unit, &RULES))
    };
    assert_eq!(passes(&Turns::default()), [true; 6], "no turns");
    assert_eq!(passes(&turns), [true, true, false, false, true, true]);
    let ending = Turns { is_ending: true, ..turns };
    assert_eq!(passes(&ending), [true, true, false, false, false, true]);
    let blocked = Turns { is_blocked: true, ..turns };
    assert_eq!(passes(&blocked), [false, false, false, false, true, true]);
}

#[test]
fn units_of_one_gate_do_not_count_at_another() {
    let gate = TurnCase::new().gate;
    let mut turns = [Turns::default(); 2];
    let at = |gate: u16, unit: GateApproach| Some(GateApproach { gate, ..unit });
    let mut units = [at(0, before(0, 6.0)), at(1, before(1, 7.0)), at(1, before(0, 8.0)), None];
    take_turns(&[gate, gate], &Chambers::default(), &mut Vec::new(), &mut turns, &mut units, 7, &RULES);
    assert_eq!(turns.map(|turns| turns.coming), [[1, 0], [1, 1]]);
    assert_eq!(turns.map(|turns| turns.holder), [None, Some(1)]);
    assert_eq!(units.map(|unit| unit.map(|unit| unit.waits)), [Some(false), Some(false), Some(true), None]);
}

#[test]
fn each_part_of_the_state_is_in_its_bits() {
    let turns = Turns { holder: Some(1), since: 5, moved: 6, ..Turns::default() };
    let others = [
        Turns { holder: None, ..turns },
        Turns { holder: Some(0), ..turns },
        Turns { is_ending: true, ..turns },
        Turns { is_blocked: true, ..turns },
        Turns { is_shared: true, ..turns },
        Turns { is_suspended: true, ..turns },
        Turns { since: 6, ..turns },
        Turns { moved: 5, ..turns },
        Turns { slowness: 0.5, ..turns },
    ];
    for other in others {
        assert_ne!(turns.bits(), other.bits(), "{other:?}");
    }
    assert_ne!(others[2].bits(), others[3].bits());
    assert_ne!(others[0].bits(), Turns { is_ending: true, ..others[1] }.bits());
}

/// Also if that is less than the length of a unit.
#[test]
fn a_gate_is_clear_once_the_last_unit_has_less_than_the_clear_distance_to_go() {
    for (exit, holder) in [(0.55, 0), (0.45, 1)] {
        let mut case = TurnCase::new();
        case.rules.clear = 0.5;
        case.tick(&[before(0, 6.0), before(1, 7.0)]);
        case.tick(&[inside(0, exit), before(1, 9.0)]);
        assert_eq!(case.turns.holder, Some(holder), "{exit} m");
    }
}
