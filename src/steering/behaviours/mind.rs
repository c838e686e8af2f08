//! What changes while a unit decides.

use super::fields::CaseFields;
use crate::steering::facts::Fact;
use crate::steering::reasons::{Mark, Reasons, Tint};
use serde::{Deserialize, Serialize};

/// What a unit remembers between decisions.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Memory {
    /// The angle of wander's target on its circle, rad.
    pub wander: f32,
    /// The unit's last position along its path, m.
    pub along: Option<f32>,
}

/// The state that changes while a plan decides: the unit's memory and, if requested, the reasons.
pub struct Mind<'a> {
    /// The unit's memory.
    pub memory: Memory,
    /// The reasons, if requested.
    pub why: Option<&'a mut Reasons>,
    /// The case to read or write, if any.
    pub case: Option<&'a mut (dyn CaseFields + 'a)>,
}

impl Mind<'_> {
    /// Tells the case, if there is one, what was found.
    pub(super) fn tell(&mut self, name: &'static str, fact: impl Into<Fact>) {
        if let Some(case) = self.case.as_deref_mut() {
            case.found(name, fact.into());
        }
    }

    pub(crate) fn say(&mut self, words: impl FnOnce() -> String) {
        if let Some(why) = self.why.as_deref_mut() {
            why.say(words());
        }
    }

    /// Adds a mark, if reasons are requested.
    pub fn mark(&mut self, mark: impl FnOnce() -> Mark, tint: Tint) {
        if let Some(why) = self.why.as_deref_mut() {
            why.mark(mark(), tint);
        }
    }

    /// The number of parts recorded.
    pub(crate) fn parts(&self) -> usize {
        self.why.as_deref().map_or(0, |why| why.parts.len())
    }

    /// Removes parts that have no effect.
    pub(crate) fn forget_parts(&mut self, range: std::ops::Range<usize>) {
        if let Some(why) = self.why.as_deref_mut() {
            why.parts.drain(range);
        }
    }
}
