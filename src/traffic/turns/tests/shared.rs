//! Tunnels that are shared instead of taking turns.

use super::*;

/// 8 R × 13 m: the flow is 0.9 · (3.2 − 0.4)/0.8 · 2/0.8 = 7.875 units per second, and 14 R/s are 2.8 s: it is busy from 23 units per side
/// on. Four times as long as wide is 12.8 m. Turns are worth it from 11/(1 + 0.5 · 13/3.2) · 7.875 = 28.6 units on.
#[test]
fn a_long_and_busy_tunnel_is_shared_instead_of_taking_turns() {
    struct Tunnel {
        width: f32,
        length: f32,
    }
    let tunnel = Tunnel { width: 3.2, length: 13.0 };
    let crowd = |tunnel: &Tunnel, units: usize| {
        let unit = |side: u8| GateApproach { length: tunnel.length, ..before(side, 20.0) };
        [0, 1].map(unit).repeat(units)
    };
    let case = |tunnel: &Tunnel| {
        let mut case = TurnCase::of_width(tunnel.width);
        case.rules.can_share = true;
        case.gate.is_door = false;
        case
    };
    let outcome = |mut case: TurnCase, crowd: &[GateApproach]| {
        case.tick(crowd);
        (case.turns.is_shared, case.turns.holder)
    };
    let with = |tunnel: &Tunnel, units: usize| outcome(case(tunnel), &crowd(tunnel, units));
    let (free, shared, turns) = ((false, None), (true, None), (false, Some(0)));
    assert_eq!([with(&tunnel, 22), with(&tunnel, 23), with(&tunnel, 60)], [free, shared, shared]);
    let short = Tunnel { length: 12.7, ..tunnel };
    assert_eq!([with(&short, 28), with(&short, 29)], [free, turns], "not four times as long as wide");
    // 7 R wide: longer than (4 + 8) · 2.8 m = 33.6 m.
    let narrow = |length: f32| with(&Tunnel { width: 2.8, length }, 40);
    assert_eq!([narrow(33.5), narrow(33.7)], [turns, shared]);
    assert_eq!(with(&Tunnel { width: 1.96, length: 200.0 }, 60), turns, "4.9 R");
    type Change = fn(&mut TurnCase);
    let changes: [(&str, Change); 6] = [
        ("a junction", |case| case.gate.mouths = 3),
        ("an island", |case| case.gate.has_islands = true),
        ("a neighbour", |case| case.turns.has_neighbour = true),
        ("keep-right is off", |case| case.rules.can_share = false),
        ("a door", |case| (case.gate.is_door, case.rules.wait) = (true, 0.0)),
        ("no turns", |case| case.rules.is_on = false),
    ];
    for ((what, change), expected) in changes.into_iter().zip([turns, free, free, turns, turns, free]) {
        let mut case = case(&tunnel);
        change(&mut case);
        assert_eq!(outcome(case, &crowd(&tunnel, 60)), expected, "{what}");
    }
}

/// 7 R × 20 m: the flow is 6.75 units per second. With x = n/6.75 s, a column is 2 m/s · x long, and two columns oppose each other over 4x m,
/// which is less than the tunnel. Turns would pay if (1 + 0.5 · 20/2.8) · x > 14.5 s, which is from 21.4 units on, and do if
/// (1 + 0.5 · 4x/2.8) · x > 14.5 s, which is from 26.1 units on.
#[test]
fn short_columns_share_a_tunnel_instead_of_taking_turns() {
    let outcome = |can_share: bool, units: usize| {
        let mut case = TurnCase::of_width(2.8);
        case.rules.can_share = can_share;
        case.gate.is_door = false;
        case.tick(&[0, 1].map(|side| GateApproach { length: 20.0, ..before(side, 20.0) }).repeat(units));
        (case.turns.is_shared, case.turns.holder)
    };
    let (free, shared, turns) = ((false, None), (true, None), (false, Some(0)));
    assert_eq!([21, 22, 26, 27].map(|units| outcome(true, units)), [free, shared, shared, turns]);
    assert_eq!([21, 22].map(|units| outcome(false, units)), [free, turns], "without keep-right");
}

#[test]
fn a_shared_tunnel_stays_shared_until_units_block_each_other_or_come_from_one_side_only() {
    let unit = |side: u8| GateApproach { length: 13.0, ..before(side, 20.0) };
    let crowd = [0, 1].map(unit).repeat(30);
    let mut case = TurnCase::of_width(3.2);
    case.rules.can_share = true;
    case.gate.is_door = false;
    let waits = case.tick(&crowd);
    assert!(case.turns.is_shared && waits.iter().all(|waits| !waits));
    assert_ne!(case.turns.bits(), Turns::default().bits());
    case.tick(&crowd[..2]);
    assert!(case.turns.is_shared, "fewer units");
    case.tick(&crowd[..1]);
    assert!(!case.turns.is_shared, "one side");
    case.tick(&crowd);
    let jam = [inside(0, 2.0), inside(1, 2.5), unit(1)];
    let changed = case.ticks_until_the_turn_changes(&jam, 600);
    assert!(changed.is_some_and(|ticks| ticks > 100), "{changed:?}");
    assert!(!case.turns.is_shared, "they take turns until one side is out");
}
