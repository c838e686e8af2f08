//! Gates: units take turns at narrow passages. Lengths are multiples of the crowd's mean radius R, times multiples of R/s_max.

use super::active::ActiveMechanism;
use super::approach::GateApproach;
use super::explained::{Explained, PassageFacts};
use super::keep_right::KEEP_RIGHT;
use super::mechanism::{Mechanism, MechanismSetup};
use super::state::TrafficState;
use super::tick::TrafficTick;
use super::turns::{TurnRules, Turns, take_turns};
use crate::math;
use crate::navigation::passages::PassageRules;
use crate::settings::{Settings, settings};
use crate::steering::reasons::{Reasons, counted};
use crate::types::{Point, Vec2};
use crate::workers::Workers;

settings! { "gates":
    pub ON "on" switch(): "units take turns at narrow passages";
    pub WIDTH "width" number(14.0, (2.0, 100.0), "R"): "passages narrower than this are gates";
    /// Nearer than 8 R they jam a narrow door.
    pub WAIT "wait" number(18.0, (8.0, 200.0), "R"):
        "distance from a gate at which units wait for their turn";
    /// More than `NEAR`, within which they are too close to wait.
    pub LOOK "look" number(60.0, (12.0, 1000.0), "R"): "distance within which units notice a gate";
    pub DETOUR "detour" number(24.0, (0.0, 1000.0), "R"): "no gate where a detour costs less than this";
    pub TURN "turn" number(150.0, (1.0, 10000.0), "R/s_max"):
        "longest turn while the other side waits, except in long tunnels";
}

/// Units take turns at narrow passages.
pub static GATES: Mechanism = Mechanism {
    name: "gates",
    option: "gates",
    summary: "units take turns at narrow passages",
    settings: &[ON, WIDTH, WAIT, LOOK, DETOUR, TURN],
    acts_at_gates: true,
    make: |setup| setup.has_approaches.then(|| Box::new(Gates::new(setup)) as Box<dyn ActiveMechanism>),
};

/// Units this close to a gate keep their side's turn, R.
const NEAR: f32 = 11.0;
/// Units farther away lose the turn to units that are nearer by this, R.
const MARGIN: f32 = 4.0;
/// The turn changes when the last unit has less than this to go, R.
const CLEAR: f32 = 8.0;
/// A gate in which no unit moves counts as empty after this time, R/s_max.
const IDLE: f32 = 60.0;
/// The time over which the progress of units that meet in a gate is smoothed, R/s_max.
const BLOCKED: f32 = 10.0;
/// The distance over which units stop before they wait, R.
const BRAKE: f32 = 4.0;
/// The speed at which units go back that are too close to the gate, s_max.
const BACK: f32 = 0.5;

/// What makes a passage a gate, for units with this mean radius, m.
pub(super) fn passage_rules(settings: &Settings, radius: f32) -> PassageRules {
    PassageRules {
        radius,
        width: settings.number(&WIDTH) * radius,
        detour: settings.number(&DETOUR) * radius,
    }
}

/// How units look for gates on their paths. Lengths in m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GateLook {
    /// The distance within which units notice a gate.
    pub distance: f32,
    /// The distance from a gate below which units look in every tick.
    pub near: f32,
    /// The step of a look.
    pub step: f32,
}

impl GateLook {
    /// The look of units with this mean radius, m.
    pub fn new(settings: &Settings, radius: f32) -> GateLook {
        GateLook { distance: settings.number(&LOOK) * radius, near: NEAR * radius, step: radius }
    }
}

/// Turns at the gates of a crowd. If gates are off and another mechanism acts at gates, the traffic is only counted.
#[derive(Debug, Clone, PartialEq)]
struct Gates {
    /// When the turn changes.
    turns: TurnRules,
    /// The number of units that wait in each chamber. Kept for its memory.
    waiting: Vec<u32>,
    /// For each gate, a unit in its region whose side has the turn. Kept for its memory.
    leaders: Vec<Option<u32>>,
}

impl Gates {
    fn new(setup: &MechanismSetup<'_>) -> Gates {
        let turns =
            turn_rules(setup.settings(), setup.mean.radius, setup.mean.max_speed, setup.is_on(&GATES));
        let turns = TurnRules { can_share: setup.is_on(&KEEP_RIGHT), ..turns };
        Gates { turns, waiting: Vec::new(), leaders: Vec::new() }
    }

    /// Returns the share of its preferred velocity at which a unit walks that waits for its turn, `distance` m before
    /// the gate. Negative if it is too close: it leaves room for units that come out.
    fn pace(&self, distance: f32) -> f32 {
        ((distance - self.turns.wait) / (BRAKE * self.turns.radius)).clamp(-BACK, 1.0)
    }

    /// Finds a unit for each gate that those follow that leave its region without having passed: of those inside with the turn, the one
    /// with the longest way to go.
    fn find_leaders(&mut self, turns: &[Turns], approaches: &[Option<GateApproach>]) {
        self.leaders.clear();
        self.leaders.resize(turns.len(), None);
        let exit = |slot: u32| approaches[slot as usize].map_or(0.0, |own| own.exit);
        for (slot, own) in approaches.iter().enumerate() {
            let Some(own) = own.filter(|own| own.is_inside()) else { continue };
            let gate = usize::from(own.gate);
            let is_farther = self.leaders[gate].is_none_or(|leader| own.exit > exit(leader));
            if turns[gate].holder == Some(own.side) && is_farther {
                self.leaders[gate] = Some(slot as u32);
            }
        }
    }
}

/// Where a unit heads that leaves a gate's region the way of another one.
fn way_out(slot: usize, leader: usize, tick: &TrafficTick<'_>) -> Option<Point> {
    let (position, goal) = (tick.units.position, &tick.units.goal[leader]);
    tick.navigator.heading(leader, position[slot], goal, position).map(|heading| heading.aim)
}

/// When the turn changes, for units with this mean radius (m) and mean maximum speed (m/s).
fn turn_rules(settings: &Settings, radius: f32, max_speed: f32, is_on: bool) -> TurnRules {
    let pace = radius / max_speed;
    TurnRules {
        is_on,
        can_share: false,
        radius,
        speed: max_speed,
        wait: settings.number(&WAIT) * radius,
        near: NEAR * radius,
        margin: MARGIN * radius,
        clear: CLEAR * radius,
        longest: settings.number(&TURN) * pace,
        idle: IDLE * pace,
        blocked: BLOCKED * pace,
    }
}

impl ActiveMechanism for Gates {
    fn carry_over(
        &self,
        _slot: usize,
        before: &GateApproach,
        own: &mut GateApproach,
        _tick: &TrafficTick<'_>,
    ) {
        own.waits = before.waits;
    }

    fn direct(&mut self, tick: &TrafficTick<'_>, state: &mut TrafficState, _workers: Workers<'_>) {
        let TrafficState { passages, turns, approaches, advice, .. } = state;
        let (gates, chambers) = (passages.gates(), passages.chambers());
        take_turns(gates, chambers, &mut self.waiting, turns, approaches, tick.ticks, &self.turns);
        self.find_leaders(turns, approaches);
        for (slot, (own, advice)) in approaches.iter().zip(advice).enumerate() {
            let Some(own) = own.filter(|own| own.waits) else { continue };
            advice.stop = (own.distance - self.turns.wait).max(0.0);
            advice.pace = self.pace(own.distance);
            if let Some(leader) = self.leaders[usize::from(own.gate)].filter(|_| own.is_inside())
                && let Some(aim) = way_out(slot, leader as usize, tick)
            {
                (advice.aim, advice.pace) = (Some(aim), BACK);
            }
        }
    }

    fn explain_passage(
        &self,
        explained: &Explained<'_>,
        own: &GateApproach,
        state: &TrafficState,
        facts: &mut PassageFacts,
        why: &mut Reasons,
    ) {
        let gate = usize::from(own.gate);
        let turns = &state.turns[gate];
        let holder = turns.holder;
        let name = holder.map(|side| {
            let group = state.side_groups(explained.groups)[gate][usize::from(side)];
            let through = state.passages.gates()[gate].through;
            group.and_then(|group| explained.names.get(usize::from(group))).cloned().unwrap_or_else(|| {
                format!("the units heading {}", compass(if side == 1 { through } else { -through }))
            })
        });
        let to_come = holder.map(usize::from).map(|side| turns.inside[side] + turns.coming[side]);
        facts.set("turn", name.clone());
        facts.set("own_turn", holder == Some(own.side));
        facts.set("to_come", to_come);
        let reason = reason(own, turns, self.turns.is_on, name.zip(to_come));
        let pace = state.advice[explained.unit.id as usize].pace;
        why.say(format!("{}{reason}", course(own, pace)));
    }
}

/// What a unit near a gate does.
fn course(own: &GateApproach, pace: f32) -> String {
    let (gate, distance) = (own.gate, own.distance);
    match (own.waits, own.is_inside()) {
        (true, true) => format!("backs out of gate {gate}"),
        (true, false) if pace >= 1.0 => format!("will wait at gate {gate}, {distance:.1} m ahead"),
        (true, false) if pace < 0.0 => format!("steps back {distance:.1} m before gate {gate}"),
        (true, false) => format!("waits {distance:.1} m before gate {gate}"),
        (false, true) => format!("passes gate {gate}"),
        (false, false) => format!("heads for gate {gate}, {distance:.1} m ahead"),
    }
}

/// Why it does so, after a colon. `turn` has whose turn it is, and how many of their units have not passed yet.
fn reason(own: &GateApproach, turns: &Turns, takes_turns: bool, turn: Option<(String, u32)>) -> String {
    let is_own = turns.holder == Some(own.side);
    match turn {
        _ if !takes_turns => String::new(),
        Some(_) if own.waits && !is_own && turns.is_closed => {
            ": too many units wait in the chamber behind it".into()
        }
        Some((name, to_come)) if own.waits && !is_own => {
            format!(": it is the turn of {name}, {} to come", counted(to_come as usize, "unit"))
        }
        Some(_) if own.waits => ": the turn of its side is ending".into(),
        Some(_) if is_own => ": its side has the turn".into(),
        Some(_) => ": it was too close to wait when the turn changed".into(),
        None if turns.is_shared => ": each direction keeps to its part".into(),
        None if turns.is_suspended => ": units that waited were in the way of those with the turn".into(),
        None if turns.is_contested => ": too few units to take turns".into(),
        None => ": no unit comes the other way".into(),
    }
}

/// The name of a direction.
fn compass(direction: Vec2) -> &'static str {
    const NAMES: [&str; 8] =
        ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];
    let eighths = (math::angle(direction) / std::f32::consts::FRAC_PI_4).round() as i32;
    NAMES[eighths.rem_euclid(8) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a radius of 0.4 m and 2.5 m/s, R/s is 0.16 s and s/R is 6.25 per second.
    fn changed() -> Settings {
        let mut settings = Settings::default();
        for (setting, value) in
            [(&WIDTH, 11.0), (&WAIT, 20.0), (&LOOK, 50.0), (&DETOUR, 30.0), (&TURN, 100.0)]
        {
            settings.set(setting, value).unwrap();
        }
        settings
    }

    fn assert_close(is: f32, expected: f32, name: &str) {
        assert!((is - expected).abs() < 1e-5 * expected, "{name} is {is}, not {expected}");
    }

    #[test]
    fn lengths_are_multiples_of_the_radius_and_times_of_the_time_to_walk_it() {
        let (passage, look) = (passage_rules(&changed(), 0.4), GateLook::new(&changed(), 0.4));
        let turns = turn_rules(&changed(), 0.4, 2.5, true);
        for (name, is, expected) in [
            ("the widest gate", passage.width, 11.0 * 0.4),
            ("the detour", passage.detour, 30.0 * 0.4),
            ("the radius of passages", passage.radius, 0.4),
            ("the radius of turns", turns.radius, 0.4),
            ("the speed", turns.speed, 2.5),
            ("the look", look.distance, 50.0 * 0.4),
            ("the look in every tick", look.near, 11.0 * 0.4),
            ("the step of a look", look.step, 0.4),
            ("the wait", turns.wait, 20.0 * 0.4),
            ("near", turns.near, 11.0 * 0.4),
            ("the margin", turns.margin, 4.0 * 0.4),
            ("clear", turns.clear, 8.0 * 0.4),
            ("the longest turn", turns.longest, 100.0 * 0.16),
            ("idle", turns.idle, 60.0 * 0.16),
            ("blocked", turns.blocked, 10.0 * 0.16),
        ] {
            assert_close(is, expected, name);
        }
        assert!(turns.is_on && !turn_rules(&changed(), 0.4, 2.5, false).is_on);
    }

    /// It waits at 8 m and stops over the 4 R = 1.6 m before that.
    #[test]
    fn a_unit_slows_down_before_it_waits_and_goes_back_if_it_is_too_close() {
        let turns = turn_rules(&changed(), 0.4, 2.5, true);
        let rules = Gates { turns, waiting: Vec::new(), leaders: Vec::new() };
        for (distance, share) in
            [(30.0, 1.0), (9.6, 1.0), (8.8, 0.5), (8.0, 0.0), (7.6, -0.25), (7.2, -0.5), (1.0, -0.5)]
        {
            let pace = rules.pace(distance);
            assert!((pace - share).abs() < 1e-5, "{distance} m: {pace}, not {share}");
        }
    }

    #[test]
    fn the_last_unit_with_the_turn_leads_those_that_go_back() {
        let inside =
            |gate, side, exit| Some(GateApproach { gate, side, exit, distance: 0.0, ..approaching() });
        let own = [
            inside(0, 1, 3.0),
            None,
            inside(0, 0, 9.0),
            inside(0, 1, 8.0),
            inside(0, 1, 5.0),
            inside(1, 1, 20.0),
        ];
        let turns = turn_rules(&changed(), 0.4, 2.5, true);
        let mut gates = Gates { turns, waiting: Vec::new(), leaders: Vec::new() };
        let with = |holder| {
            let mut turns = Turns::default();
            turns.holder = holder;
            turns
        };
        gates.find_leaders(&[with(Some(1)), with(None)], &own);
        assert_eq!(gates.leaders, [Some(3), None]);
        gates.find_leaders(&[with(Some(0)), with(Some(0))], &own);
        assert_eq!(gates.leaders, [Some(2), None], "nobody outside leads");
    }

    #[test]
    fn a_unit_that_waits_goes_on_waiting_until_the_turn_changes() {
        use crate::traffic::test_walks::{TestWalk, rect, rooms};
        let walk =
            TestWalk::new(&rooms(2.0), rect((-30.0, -12.0), (60.0, 24.0)), &[((-9.0, 0.0), (9.0, 0.0))]);
        let turns = turn_rules(&changed(), 0.4, 2.5, true);
        let gates = Gates { turns, waiting: Vec::new(), leaders: Vec::new() };
        for waits in [true, false] {
            let before = GateApproach { waits, ..approaching() };
            let mut own = GateApproach { waits: !waits, ..approaching() };
            walk.with_tick(|tick| gates.carry_over(0, &before, &mut own, tick));
            assert_eq!(own.waits, waits);
        }
    }

    fn approaching() -> GateApproach {
        GateApproach {
            gate: 2,
            side: 0,
            distance: 6.24,
            exit: 9.0,
            length: 2.0,
            straight: 1.0,
            inwards: Vec2::x(),
            outwards: Vec2::x(),
            same_side: None,
            waits: true,
            is_through: false,
            stuck: 0.0,
            gone: 0.0,
        }
    }

    #[test]
    fn directions_have_names() {
        assert_eq!(compass(Vec2::new(1.0, 0.1)), "east");
        assert_eq!(compass(Vec2::new(-1.0, -0.1)), "west");
        assert_eq!(compass(Vec2::new(-0.7, -0.7)), "south-west");
        assert_eq!(compass(Vec2::new(0.0, 1.0)), "north");
    }

    #[test]
    fn a_unit_says_what_it_does_and_why() {
        let own = approaching();
        let words = |own: &GateApproach, turns: &Turns, pace, name: Option<&str>| {
            let turn = name.map(|name| (name.to_string(), 14));
            course(own, pace) + &reason(own, turns, true, turn)
        };
        let [theirs, mine] = [1, 0].map(|side| {
            let mut turns = Turns::default();
            turns.holder = Some(side);
            turns
        });
        assert_eq!(
            words(&own, &theirs, 0.5, Some("east")),
            "waits 6.2 m before gate 2: it is the turn of east, 14 units to come"
        );
        assert_eq!(
            words(&own, &mine, 1.0, Some("west")),
            "will wait at gate 2, 6.2 m ahead: the turn of its side is ending"
        );
        let mut closed = theirs;
        closed.is_closed = true;
        assert_eq!(
            words(&own, &closed, 0.5, Some("east")),
            "waits 6.2 m before gate 2: too many units wait in the chamber behind it"
        );
        closed.holder = mine.holder;
        let words_if_own = words(&own, &closed, 0.5, Some("west"));
        assert!(words_if_own.ends_with(": the turn of its side is ending"), "{words_if_own}");
        let inside = GateApproach { distance: 0.0, waits: false, ..own };
        assert_eq!(words(&inside, &mine, 1.0, Some("west")), "passes gate 2: its side has the turn");
        assert_eq!(
            words(&inside, &theirs, 1.0, Some("east")),
            "passes gate 2: it was too close to wait when the turn changed"
        );
        assert_eq!(
            words(&inside, &Turns::default(), 1.0, None),
            "passes gate 2: no unit comes the other way"
        );
        let mut suspended = Turns::default();
        (suspended.is_contested, suspended.is_suspended) = (true, true);
        assert_eq!(
            words(&inside, &suspended, 1.0, None),
            "passes gate 2: units that waited were in the way of those with the turn"
        );
    }
}
