//! When a region counts as empty although units are inside.

use super::*;

#[test]
fn a_gate_in_which_no_unit_moves_counts_as_empty_after_the_idle_time() {
    let mut case = TurnCase::new();
    case.tick(&[before(0, 6.0), before(1, 7.0)]);
    let stands = [inside(0, 3.5), before(1, 9.0)];
    case.tick(&stands);
    let changed = case.ticks_until_the_turn_changes(&stands, 2 * ticks(RULES.idle));
    assert_eq!(changed, Some(ticks(RULES.idle) + 1));
}

/// Nobody enters or leaves a long tunnel for longer than the idle time.
#[test]
fn a_gate_in_which_units_come_on_is_not_empty() {
    let mut case = TurnCase::new();
    case.tick(&[before(0, 6.0), before(1, 7.0)]);
    let ticks_to_change = |case: &mut TurnCase, step: f32| {
        let exit = |tick: u64| 90.0 - step * (tick / ticks(1.0)) as f32;
        (0..40 * ticks(1.0)).find(|tick| {
            let walks = GateApproach { gone: 0.3 * RULES.speed * DT, ..inside(0, exit(*tick)) };
            case.tick(&[walks, before(1, 9.0)]);
            case.turns.holder == Some(1)
        })
    };
    // 2 R = 0.8 m in less than 4 s.
    assert_eq!(ticks_to_change(&mut case, 0.3), None);
    let stopped = ticks_to_change(&mut case, 0.1);
    assert!(stopped.is_some_and(|tick| tick < 2 * ticks(RULES.longest)), "{stopped:?}");
}
