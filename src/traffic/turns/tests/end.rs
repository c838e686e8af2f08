//! How long a side keeps its turn while the other side waits.

use super::*;

/// Units with the turn that walk at their maximum speed.
fn walking(unit: GateApproach) -> GateApproach {
    GateApproach { gone: RULES.speed * DT, ..unit }
}

#[test]
fn a_turn_ends_after_the_longest_time_once_the_gate_is_clear() {
    let mut case = TurnCase::new();
    case.tick(&[before(0, 6.0), before(1, 7.0)]);
    // Its units keep coming, and go in and out, so that the region does not count as empty.
    for tick in 1..=ticks(RULES.longest) {
        let stream = [inside(0, 3.5), before(0, 4.0), before(0, 6.0), before(1, 9.0)].map(walking);
        let waits = case.tick(&stream[usize::from(tick % 2 == 0)..]);
        assert!(!case.turns.is_ending, "tick {tick}");
        assert_eq!(waits[waits.len() - 2..], [false, true]);
    }
    // Now only those that are inside or too close to stop still pass.
    let waits = case.tick(&[inside(0, 3.5), before(0, 4.0), before(0, 6.0), before(1, 9.0)]);
    assert_eq!((waits, case.turns.is_ending), (vec![false, false, true, true], true));
    assert_eq!(case.turns.holder, Some(0));
    let waits = case.tick(&[inside(0, 2.9), waiting(0, 5.0), before(1, 9.0)]);
    assert_eq!((waits, case.turns.holder), (vec![false, true, false], Some(1)));
    assert!(!case.turns.is_ending, "the next turn begins anew");
}

/// A walk through it takes 6 s, and a turn up to 24 s.
#[test]
fn turns_last_longer_in_long_tunnels() {
    let mut case = TurnCase::new();
    let way = |unit: GateApproach| GateApproach { length: 12.0, exit: unit.exit + 8.0, ..walking(unit) };
    case.tick(&[way(before(0, 6.0)), way(before(1, 7.0))]);
    for tick in 1..=ticks(24.0) {
        let stream = [inside(0, 3.5), before(0, 4.0), before(0, 6.0), before(1, 9.0)].map(way);
        case.tick(&stream[usize::from(tick % 2 == 0)..]);
        assert!(!case.turns.is_ending, "tick {tick}");
    }
    case.tick(&[inside(0, 3.5), before(0, 6.0), before(1, 9.0)].map(way));
    assert!(case.turns.is_ending);
}

#[test]
fn a_turn_does_not_end_while_the_other_side_has_only_units_inside() {
    let mut case = TurnCase::new();
    case.tick(&[before(0, 6.0), before(1, 7.0)]);
    let last = [before(0, 6.0), inside(1, 3.5)];
    for _ in 0..2 * ticks(RULES.longest) {
        case.tick(&last);
    }
    assert_eq!((case.turns.holder, case.turns.is_ending), (Some(0), false));
    // The time counts from when a unit of the other side came.
    let both = [before(0, 6.0), before(1, 9.0)];
    let changed = case.ticks_until_the_turn_changes(&both, 2 * ticks(RULES.longest));
    assert_eq!(changed, Some(ticks(RULES.longest) + 1));
}
