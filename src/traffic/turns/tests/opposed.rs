//! Sides that oppose each other only on a part of their ways.

use super::*;

/// The tunnel of 5 R × 20 R in which turns are worth it from 38.25/(1 + 0.5 · 8/2 · opposed) units per side on. In a junction, the sides may have
/// one of two arms in common, or only cross.
#[test]
fn units_take_turns_the_later_the_less_their_sides_oppose_each_other() {
    let holder = |units: usize, ways: [[Vec2; 2]; 2]| {
        let unit = |side: u8| {
            let [inwards, outwards] = ways[usize::from(side)];
            GateApproach { length: 8.0, inwards, outwards, ..before(side, 20.0) }
        };
        let mut case = TurnCase::of_width(2.0);
        case.gate.is_door = false;
        case.tick(&[unit(0), unit(1)].repeat(units));
        case.turns.holder
    };
    let [west, east, north] = [way(0), way(1), Vec2::y()];
    // At 60° to the east.
    let slanted = 0.5 * east + 0.75_f32.sqrt() * north;
    for (name, units, ways) in [
        ("both arms", 13, [[west, west], [east, east]]),
        ("both arms of a bend", 13, [[west, north], [-north, east]]),
        ("both arms, which meet at an angle", 20, [[west, west], [slanted, slanted]]),
        ("the arm in the east", 20, [[west, north], [east, east]]),
        ("the arm in the west", 20, [[west, west], [east, north]]),
        ("none: they cross", 39, [[-north, -north], [east, east]]),
        ("none: they join", 39, [[-north, east], [east, east]]),
    ] {
        assert_eq!([holder(units - 1, ways), holder(units, ways)], [None, Some(0)], "{name}");
    }
}

#[test]
fn in_a_narrow_junction_only_sides_that_oppose_each_other_take_turns() {
    let holder = |mouths: usize, ways: [[Vec2; 2]; 2]| {
        let mut case = TurnCase::of_width(1.6);
        (case.gate.is_door, case.gate.mouths) = (false, mouths);
        let units = [0, 1].map(|side: u8| {
            let [inwards, outwards] = ways[usize::from(side)];
            GateApproach { inwards, outwards, ..before(side, 20.0) }
        });
        case.tick(&units);
        case.turns.holder
    };
    let [west, east, north] = [way(0), way(1), Vec2::y()];
    let crosses = [[-north, west], [north, east]];
    assert_eq!(holder(4, crosses), None, "they have no arm in common");
    assert_eq!(holder(2, crosses), Some(0), "in a bent tunnel, all arms are common");
    assert_eq!(holder(3, [[west, north], [east, east]]), Some(0), "one arm");
    assert_eq!(holder(3, [[west, west], [east, east]]), Some(0), "both arms");
}

/// Such as a corridor with doors on its sides. In the same tunnel without other mouths, turns are worth it.
#[test]
fn in_a_straight_junction_units_take_turns_only_once_they_block_each_other() {
    let mut case = TurnCase::of_width(2.0);
    case.gate.is_door = false;
    let unit = |side: u8, straight: f32| GateApproach { length: 8.0, straight, ..before(side, 20.0) };
    let mut holder = |mouths: usize, [west, east]: [f32; 2]| {
        case.gate.mouths = mouths;
        case.turns = Turns::default();
        case.tick(&[unit(0, west), unit(1, east)].repeat(20));
        case.turns.holder
    };
    assert_eq!(holder(2, [1.0, 1.0]), Some(0), "no junction");
    assert_eq!(holder(3, [0.6, 0.79]), Some(0), "bent");
    assert_eq!(holder(3, [0.6, 0.81]), None, "straight");
    let stands = |side: u8| GateApproach { length: 8.0, ..inside(side, 4.0) };
    let mut takes_turns = || {
        case.tick(&[stands(0), stands(1)]);
        case.turns.holder.is_some()
    };
    assert!(!takes_turns());
    assert!((0..ticks(60.0 * RULES.blocked)).any(|_| takes_turns()), "they block each other");
}
