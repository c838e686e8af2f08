//! Who still passes when units begin to take turns.

use super::*;

/// A unit that comes out before the first one of the other side comes in goes on, and so does one that cannot stop within 2 R = 0.8 m.
#[test]
fn units_near_a_gate_go_back_when_turns_begin_if_they_would_meet_the_first_one_in_it() {
    let begin = |first: GateApproach, others: [f32; 3]| {
        let mut case = TurnCase::new();
        let [a, b, c] = others.map(|distance| before(1, distance));
        let waits = case.tick(&[first, first, first, first, a, b, c]);
        assert_eq!((case.turns.holder, &waits[..4]), (Some(0), &[false; 4][..]));
        waits[4..].to_vec()
    };
    assert_eq!(begin(inside(0, 2.0), [0.7, 0.9, 4.9]), [false, true, true]);
    // They have 4 m to go in it: the second one comes out at 4.95 m.
    assert_eq!(begin(before(0, 4.9), [0.85, 0.95, 3.0]), [false, true, true]);
    // In later ticks, they are too close to stop.
    let mut case = TurnCase::new();
    case.tick(&[inside(0, 2.0), before(1, 20.0)]);
    assert_eq!(case.tick(&[inside(0, 2.0), before(1, 4.9)]), [false, false]);
}
