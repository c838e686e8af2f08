use super::*;

/// A unit that walks at this share of its maximum speed.
fn walks(share: f32, unit: GateApproach) -> GateApproach {
    GateApproach { gone: share * RULES.speed * DT, ..unit }
}

/// Their speed smoothed over 4 s falls below a quarter of the maximum speed after 4 s · ln(1/(1 − 0.75)) if they stand, and never if they
/// have over a quarter of it.
#[test]
fn turns_are_suspended_while_the_units_with_the_turn_do_not_get_away() {
    for (share, suspended_after) in
        [(0.0, Some((RULES.idle / DT * libm::logf(4.0)).round() as u64)), (0.26, None)]
    {
        let mut case = TurnCase::new();
        case.tick(&[before(0, 6.0), before(1, 7.0)]);
        // Another unit enters every second, so that the gate never counts as empty. Those that wait do not count.
        let mut crowd =
            [walks(share, inside(0, 2.0)), walks(share, before(0, 4.0)), waiting(1, 9.0)].to_vec();
        let after = (1..ticks(3.0 * RULES.idle)).find(|tick| {
            if tick % ticks(1.0) == 0 {
                crowd.push(walks(share, inside(0, 2.0)));
            }
            case.tick(&crowd);
            case.turns.holder.is_none()
        });
        assert_eq!(after, suspended_after, "{share}");
        assert_eq!(case.turns.is_suspended, after.is_some());
    }
}

#[test]
fn suspended_turns_begin_again_once_units_block_each_other_or_come_from_one_side() {
    let mut case = TurnCase::new();
    case.turns.is_suspended = true;
    let crowd = [inside(0, 2.0), before(0, 6.0), before(1, 7.0), waiting(1, 9.0)];
    assert_eq!((case.tick(&crowd), case.turns.holder), (vec![false; 4], None), "nobody waits");
    case.tick(&crowd[..2]);
    assert!(!case.turns.is_suspended, "units come from one side");
    case.turns.is_suspended = true;
    let jam = [inside(0, 2.0), inside(0, 2.5), inside(1, 2.0)];
    let changed = case.ticks_until_the_turn_changes(&jam, 600);
    assert_eq!(changed, Some(ticks_until_blocked()), "as without suspended turns, they block each other");
    assert_eq!((case.turns.holder, case.turns.is_suspended), (Some(0), false));
}

/// The share of the maximum speed counts from the beginning of each turn.
#[test]
fn each_turn_begins_at_full_speed() {
    let mut case = TurnCase::new();
    let crowd = [before(0, 6.0), before(1, 7.0)];
    case.tick(&crowd);
    case.turns.turn_slowness = 0.7;
    case.tick(&[before(1, 7.0)]);
    case.tick(&crowd);
    assert_eq!((case.turns.holder, case.turns.turn_slowness), (Some(0), 0.0));
}
