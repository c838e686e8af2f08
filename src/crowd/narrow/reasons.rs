//! What units do at narrow places, in facts and words. Computed on request from the state of the mechanisms.

use super::{Narrow, NarrowGround, Queued, UnitState};
use crate::crowd::layout::Layout;
use crate::math;
use crate::navigation::passages::{GateApproach, Turns};
use crate::steering::reasons::{Reasons, counted};
use crate::steering::{Decision, Fact, Neighbour, Unit};
use crate::types::Vec2;
use std::slice;

impl Narrow {
    /// The group of all units on their way to each side of each gate, given all units' groups. None if there are no
    /// units, or units of several groups.
    pub fn side_groups(&self, groups: &[u16]) -> Vec<[Option<u16>; 2]> {
        let mut found = vec![[None; 2]; self.turns().len()];
        for (own, group) in self.approaches.iter().zip(groups) {
            let Some(own) = own else { continue };
            let known: &mut Option<Option<u16>> = &mut found[usize::from(own.gate)][usize::from(own.side)];
            *known = Some(known.map_or(Some(*group), |known| known.filter(|known| known == group)));
        }
        found.into_iter().map(|sides| sides.map(Option::flatten)).collect()
    }

    /// Adds what the mechanisms of narrow places do for a walking unit. `alone` is its decision without them.
    pub fn explain(
        &self,
        unit: &Unit,
        neighbours: &[Neighbour],
        (alone, decision): (&Decision, &Decision),
        (layout, groups): (&Layout, &[u16]),
        why: &mut Reasons,
    ) {
        let (Some(ground), Some(state)) = (&self.ground, self.units.get(unit.id as usize)) else { return };
        if decision.force != alone.force {
            why.parts.push(("queue", decision.force - alone.force));
            why.force = decision.force;
        }
        if let Some(own) = self.approach(unit.id as usize) {
            let behind = self.stuck_behind(unit, neighbours, alone);
            self.explain_gate((unit, own, state), ground, (layout, groups), behind, why);
            if let Some(other) = behind {
                why.say(format!("yields: stuck behind unit {other}"));
            }
        }
        if state.right > 0.0 {
            let speed = state.right * unit.max_speed;
            why.tell("keeps_right", speed);
            why.say(format!("keeps right: {speed:.1} m/s"));
        }
    }

    fn explain_gate(
        &self,
        (unit, own, state): (&Unit, &GateApproach, &UnitState),
        ground: &NarrowGround,
        (layout, groups): (&Layout, &[u16]),
        behind: Option<u32>,
        why: &mut Reasons,
    ) {
        let gate = usize::from(own.gate);
        let turns = &ground.turns[gate];
        let holder = turns.holder;
        let takes_turns = ground.gates.is_some_and(|gates| gates.turns.is_on);
        let name = holder.map(|side| {
            let group = self.side_groups(groups)[gate][usize::from(side)];
            let through = ground.passages.gates()[gate].through;
            group.and_then(|group| layout.groups.get(usize::from(group))).cloned().unwrap_or_else(|| {
                format!("the units heading {}", compass(if side == 1 { through } else { -through }))
            })
        });
        let to_come = holder.map(usize::from).map(|side| turns.inside[side] + turns.coming[side]);
        let queue = self.place_in_queue(unit.id as usize);
        let place =
            |(place, count): (usize, usize)| Fact::record([("place", place.into()), ("units", count.into())]);
        let passage = Fact::record([
            ("gate", own.gate.into()),
            ("distance", own.distance.into()),
            ("exit", own.exit.into()),
            ("waits", own.waits.into()),
            ("turn", name.clone().into()),
            ("own_turn", (holder == Some(own.side)).into()),
            ("to_come", to_come.into()),
            ("queue", queue.map(place).into()),
            ("pace", state.pace.into()),
            ("stuck_behind", behind.into()),
        ]);
        why.tell("passage", passage);
        let reason = reason(own, turns, takes_turns, name.zip(to_come));
        why.say(format!("{}{reason}", course(own, state.pace)));
        if let Some((place, count)) = queue.filter(|(_, count)| *count > 1) {
            let pace = match state.pace {
                pace if pace < 0.0 => ", steps back",
                pace if pace < 1.0 => ", holds back",
                _ => "",
            };
            why.say(format!("queues: {} of {count}{pace}", ordinal(place)));
        }
    }

    /// A unit's place in the queue, from 1, and the number of units in it. None where units do not line up.
    fn place_in_queue(&self, id: usize) -> Option<(usize, usize)> {
        let is_same_line = |a: &Queued, b: &Queued| (a.gate, a.side) == (b.gate, b.side);
        let place = |line: &[Queued]| {
            let index = line.iter().position(|unit| unit.id as usize == id)?;
            Some((index + 1, line.len()))
        };
        self.queue.chunk_by(is_same_line).find_map(place)
    }

    /// The neighbour against which a stuck unit presses least because of queueing.
    fn stuck_behind(&self, unit: &Unit, neighbours: &[Neighbour], alone: &Decision) -> Option<u32> {
        // The decision with a single neighbour shows what that neighbour changes.
        let change = |other: &Neighbour| {
            let mut eased = *alone;
            self.ease_with(unit, slice::from_ref(other), false, &mut eased);
            (eased.force - alone.force).norm()
        };
        let changes = neighbours.iter().map(|other| (change(other), other.id));
        changes.filter(|(change, _)| *change > 0.0).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
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
        Some((name, to_come)) if own.waits && !is_own => {
            format!(": it is the turn of {name}, {} to come", counted(to_come as usize, "unit"))
        }
        Some(_) if own.waits => ": the turn of its side is ending".into(),
        Some(_) if is_own => ": its side has the turn".into(),
        Some(_) => ": it was too close to wait when the turn changed".into(),
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

/// The word for a place, from 1.
fn ordinal(place: usize) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    if let Some(word) = WORDS.get(place.wrapping_sub(1)) {
        return (*word).into();
    }
    let ending = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_and_places_have_names() {
        assert_eq!(compass(Vec2::new(1.0, 0.1)), "east");
        assert_eq!(compass(Vec2::new(-1.0, -0.1)), "west");
        assert_eq!(compass(Vec2::new(-0.7, -0.7)), "south-west");
        assert_eq!(compass(Vec2::new(0.0, 1.0)), "north");
        let places = [1, 3, 10, 11, 12, 21, 22, 23, 111, 112].map(ordinal);
        let names = ["first", "third", "tenth", "11th", "12th", "21st", "22nd", "23rd", "111th", "112th"];
        assert_eq!(places, names);
    }

    #[test]
    fn a_unit_says_what_it_does_and_why() {
        let own = GateApproach {
            gate: 2,
            side: 0,
            distance: 6.24,
            exit: 9.0,
            length: 2.0,
            waits: true,
            is_through: false,
        };
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
    }
}
