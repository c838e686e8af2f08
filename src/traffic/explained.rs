//! A decision whose reasons are asked for.

use crate::steering::reasons::Reasons;
use crate::steering::{Decision, Fact, Neighbour, Unit};

/// A decision of a walking unit whose reasons are asked for.
#[derive(Clone, Copy)]
pub(super) struct Explained<'a> {
    pub unit: &'a Unit,
    pub neighbours: &'a [Neighbour],
    /// The decision without mechanisms.
    pub alone: &'a Decision,
    pub decision: &'a Decision,
    /// The names of the groups.
    pub names: &'a [String],
    /// The groups of all units.
    pub groups: &'a [u16],
}

impl Explained<'_> {
    /// Whether mechanisms change the force.
    pub fn changes_force(&self) -> bool {
        self.decision.force != self.alone.force
    }

    /// Adds what mechanisms change of the force under this name.
    pub fn add_force(&self, name: &'static str, why: &mut Reasons) {
        if self.changes_force() {
            why.parts.push((name, self.decision.force - self.alone.force));
            why.force = self.decision.force;
        }
    }
}

/// The facts of a unit's passage through a gate, in a fixed order. Mechanisms fill them in.
pub(super) struct PassageFacts(Vec<(&'static str, Fact)>);

impl PassageFacts {
    pub fn new(facts: Vec<(&'static str, Fact)>) -> PassageFacts {
        PassageFacts(facts)
    }

    /// Sets a fact. A new one comes last.
    pub fn set(&mut self, name: &'static str, fact: impl Into<Fact>) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = fact.into(),
            None => self.0.push((name, fact.into())),
        }
    }

    pub fn into_fact(self) -> Fact {
        Fact::Record(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Vec2;

    #[test]
    fn a_force_that_mechanisms_do_not_change_is_no_part_of_the_reasons() {
        let (unit, alone) = (Unit::default(), Decision { force: Vec2::x(), ..Decision::default() });
        for (change, parts) in [(Vec2::zeros(), vec![]), (Vec2::y(), vec![("queue", Vec2::y())])] {
            let decision = Decision { force: alone.force + change, ..alone };
            let (unit, alone, decision) = (&unit, &alone, &decision);
            let mut why = Reasons::default();
            Explained { unit, neighbours: &[], alone, decision, names: &[], groups: &[] }
                .add_force("queue", &mut why);
            assert_eq!(why.parts, parts);
        }
    }
}
