//! When units decide, and when their decisions act.

use crate::settings::{ON, Setting, Settings, settings};
use crate::types::DT;

/// The table of these settings in maps, and the first half of their keys.
pub const NAME: &str = "decisions";
settings! { "decisions":
    /// Between its decisions, its force remains the same.
    pub RATE "rate" one_of(60.0, &[60.0, 30.0, 20.0], "Hz"): "how often each unit decides";
    /// In between it sees where they have moved, but no others.
    pub PERCEPTION "perception" one_of(30.0, &[60.0, 30.0, 20.0], "Hz"):
        "how often each unit picks its neighbours; at most as often as it decides";
    pub OVERLAP "overlap" off(): "physics runs beside decisions, which act one tick later";
}
/// All settings of the schedule.
pub static SETTINGS: [Setting; 3] = [RATE, PERCEPTION, OVERLAP];

/// Which units decide in a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// All of them.
    All,
    /// Those whose turn it is after this number of ticks.
    After(u64),
}

/// When units decide, and when their decisions act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// The number of ticks between two decisions of a unit.
    pub every: u64,
    /// The number of ticks between two looks of a unit for neighbours, a multiple of `every`.
    pub look: u64,
    /// Whether physics runs beside perception and decisions.
    pub overlap: bool,
}

impl Schedule {
    /// The schedule with these settings.
    pub fn new(settings: &Settings) -> Schedule {
        let ticks = |rate: &Setting| (1.0 / (DT * settings.number(rate))).round().max(1.0) as u64;
        let (every, look) = (ticks(&RATE), ticks(&PERCEPTION));
        Schedule { every, look: (look / every).max(1) * every, overlap: settings.get(&OVERLAP) == ON }
    }

    /// The time between two decisions of a unit, s.
    pub fn interval(self) -> f32 {
        self.every as f32 * DT
    }

    /// Whether the units of a chunk decide in this tick. Chunks take turns, so that all ticks take about the same time.
    pub fn is_turn(self, chunk: usize, turn: Due) -> bool {
        is_turn(chunk, turn, self.every)
    }

    /// Whether the units of a chunk pick their neighbours in this tick.
    pub fn looks(self, chunk: usize, turn: Due) -> bool {
        is_turn(chunk, turn, self.look)
    }

    /// Whether a unit's decision acts at once and for one tick only, so that no force is left at the end of a tick.
    pub fn is_plain(self) -> bool {
        self.every == 1 && !self.overlap
    }
}

fn is_turn(chunk: usize, turn: Due, period: u64) -> bool {
    match turn {
        Due::All => true,
        Due::After(ticks) => (chunk as u64 + ticks).is_multiple_of(period),
    }
}
