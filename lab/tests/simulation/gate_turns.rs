//! Gates: whose turn it is.

use sidestep::navigation::passages::{Chambers, Gate};
use sidestep::traffic::{GateApproach, TurnRules, Turns, take_turns};
use sidestep::types::{DT, Point, Vec2};

/// The default rules for units of 0.5 m and 5 m/s.
const TURNS: TurnRules = TurnRules {
    is_on: true,
    can_share: false,
    radius: 0.5,
    speed: 5.0,
    wait: 8.0,
    near: 5.5,
    margin: 2.0,
    clear: 4.0,
    longest: 15.0,
    idle: 6.0,
    blocked: 1.0,
};

/// Units on a line that pass a gate, in both directions, without a body.
struct Line {
    gate: Gate,
    turns: Vec<Turns>,
    units: Vec<Option<GateApproach>>,
    now: u64,
    /// The time in which the gate lets the next unit in, s, and when it did so.
    headway: f32,
    entered: f32,
}

const LENGTH: f32 = 3.0;

/// Straight through the gate, to this side.
fn way(side: u8) -> Vec2 {
    Vec2::x() * if side == 1 { 1.0 } else { -1.0 }
}

impl Line {
    fn new(width: f32) -> Line {
        let gate = Gate {
            middle: Point::origin(),
            through: Vec2::x(),
            width,
            is_door: true,
            has_detour: false,
            mouths: 2,
            has_islands: false,
        };
        let headway = 0.2;
        Line { gate, turns: vec![Turns::default()], units: Vec::new(), now: 0, headway, entered: -1.0 }
    }

    fn add(&mut self, side: u8, distance: f32) {
        let exit = distance + LENGTH;
        self.units.push(Some(GateApproach {
            gate: 0,
            side,
            distance,
            exit,
            length: LENGTH,
            inwards: way(side),
            outwards: way(side),
            straight: 0.5,
            same_side: None,
            waits: false,
            is_through: false,
            stuck: 0.0,
            gone: 0.0,
        }));
    }

    fn take_turns(&mut self, now: u64) {
        let Line { gate, turns, units, .. } = self;
        take_turns(&[*gate], &Chambers::default(), &mut Vec::new(), turns, units, now, &TURNS);
    }

    fn tick(&mut self) {
        self.take_turns(self.now);
        self.now += 1;
        let time = self.now as f32 * DT;
        let step = TURNS.speed * DT;
        for unit in &mut self.units {
            let Some(own) = unit else { continue };
            let before = own.exit;
            if own.waits {
                own.distance = (own.distance - step).max(TURNS.wait.min(own.distance));
            } else if own.distance > step {
                own.distance -= step;
            } else if own.distance > 0.0 {
                if time - self.entered >= self.headway {
                    (own.distance, self.entered) = (0.0, time);
                    own.exit = own.length;
                }
            } else {
                own.exit -= step;
            }
            if own.distance > 0.0 {
                own.exit = own.distance + own.length;
            }
            own.gone = before - own.exit;
            if own.exit <= 0.0 {
                *unit = None;
            }
        }
    }

    fn left(&self, side: u8) -> usize {
        self.units.iter().flatten().filter(|unit| unit.side == side).count()
    }

    fn holder(&self) -> Option<u8> {
        self.turns[0].holder
    }
}

#[test]
fn a_side_keeps_its_turn_while_its_units_come() {
    let mut line = Line::new(1.5);
    (0..20).for_each(|n| line.add(0, 8.5 + n as f32));
    (0..20).for_each(|n| line.add(1, 9.0 + n as f32));
    line.tick();
    assert_eq!(line.holder(), Some(0), "the side with the nearer unit begins");
    let mut order = Vec::new();
    while line.units.iter().any(Option::is_some) {
        line.tick();
        assert!(line.now < 3600, "all units pass within a minute: {:?}", line.turns);
        if line.holder().is_some() && order.last() != Some(&line.holder()) {
            order.push(line.holder());
            assert!(
                order.len() < 2 || line.left(0) <= 8,
                "{} units had not passed: {:?}",
                line.left(0),
                line.turns
            );
        }
        let inside = |side: u8| line.units.iter().flatten().any(|own| own.side == side && own.is_inside());
        assert!(!(inside(0) && inside(1)), "one direction at a time");
    }
    assert_eq!(order, [Some(0), Some(1)]);
}

#[test]
fn a_turn_ends_while_an_endless_stream_comes() {
    let mut line = Line::new(1.5);
    (0..30).for_each(|n| line.add(0, 8.5 + n as f32));
    line.add(1, 12.0);
    let mut ended = None;
    for _ in 0..3600 {
        if line.now.is_multiple_of(12) {
            line.add(0, 40.0);
        }
        line.tick();
        if ended.is_none() && line.left(1) == 0 {
            ended = Some(line.now as f32 * DT);
        }
    }
    // Its way, the turn, the units near the gate, and the region.
    let latest = 15.0 + (40.0 + TURNS.near + 2.0 * LENGTH) / TURNS.speed + 6.0;
    let ended = ended.expect("the unit passes");
    assert!((TURNS.longest..latest).contains(&ended), "it passed after {ended} s");
}

#[test]
fn few_units_at_a_wide_gate_do_not_take_turns() {
    let mut line = Line::new(5.0);
    for n in 0..4 {
        line.add(0, 9.0 + n as f32);
        line.add(1, 9.0 + n as f32);
    }
    while line.units.iter().any(Option::is_some) {
        line.tick();
        assert_eq!(line.holder(), None);
        assert!(line.units.iter().flatten().all(|own| !own.waits));
        assert!(line.now < 600);
    }
    let mut one_way = Line::new(1.5);
    (0..40).for_each(|n| one_way.add(1, 9.0 + n as f32));
    while one_way.units.iter().any(Option::is_some) {
        one_way.tick();
        assert!(one_way.holder().is_none() && one_way.units.iter().flatten().all(|own| !own.waits));
        assert!(!one_way.turns[0].is_contested && one_way.now < 3600);
    }
}

#[test]
fn units_that_block_each_other_inside_resolve_it() {
    let mut line = Line::new(1.5);
    for side in [0, 1] {
        line.units.push(Some(GateApproach {
            gate: 0,
            side,
            distance: 0.0,
            exit: 1.5,
            length: 3.0,
            inwards: way(side),
            outwards: way(side),
            straight: 0.5,
            same_side: None,
            waits: false,
            is_through: false,
            stuck: 0.0,
            gone: 0.0,
        }));
    }
    // None moves.
    let mut waiting = Vec::new();
    for tick in 0..240 {
        line.take_turns(tick);
        let waits: Vec<u8> =
            line.units.iter().flatten().filter(|own| own.waits).map(|own| own.side).collect();
        waiting.push(waits);
    }
    // Until the smoothed progress of both is below a fifth.
    let blocked = (TURNS.blocked * libm::logf(5.0) / DT) as usize - 1;
    assert!(waiting[..blocked].iter().all(Vec::is_empty), "a jam may dissolve on its own at first");
    let resolved = &waiting[blocked + 3];
    assert_eq!(resolved.len(), 1, "one of them goes back");
    assert_eq!(Some(1 - resolved[0]), line.holder());
    // It has left: the other passes, and it is let in afterwards.
    let back = line.units.iter().position(|own| own.unwrap().waits).unwrap();
    let own = line.units[back].as_mut().unwrap();
    (own.distance, own.exit) = (6.0, 9.0);
    for _ in 0..600 {
        line.now = line.now.max(240);
        line.tick();
    }
    assert!(line.units.iter().all(Option::is_none), "{:?} {:?}", line.units, line.turns);
}

#[test]
fn turns_begin_where_units_block_each_other() {
    let mut line = Line::new(5.0);
    for (side, distance) in [(0, 0.0), (0, 0.0), (1, 0.0), (1, 20.0)] {
        let exit = distance + 5.0;
        line.units.push(Some(GateApproach {
            gate: 0,
            side,
            distance,
            exit,
            length: 6.0,
            inwards: way(side),
            outwards: way(side),
            straight: 0.5,
            same_side: None,
            waits: false,
            is_through: false,
            stuck: 0.0,
            gone: 0.0,
        }));
    }
    for tick in 0..200 {
        line.take_turns(tick);
    }
    assert_eq!(line.holder(), Some(0), "the side with more units inside");
    let waits: Vec<u8> = line.units.iter().flatten().filter(|own| own.waits).map(|own| own.side).collect();
    assert_eq!(waits, [1, 1]);
}
