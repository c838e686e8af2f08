//! The time of a session.

use crate::viewer::pace::Pace;
use sidestep::types::DT;
use std::time::Duration;

/// The available speeds; 1 is real time.
pub const SPEEDS: [f32; 8] = [0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];
/// The most real time that one frame spends on ticks, so that the window stays responsive with heavy worlds.
const BUDGET: Duration = Duration::from_millis(60);

/// How the worlds advance with real time.
pub(super) struct Clock {
    pub(super) paused: bool,
    /// The number of the speed in [`SPEEDS`].
    pub(super) speed: usize,
    pub(super) pace: Pace,
    /// Simulated seconds since the last tick.
    pub(super) owed: f32,
    /// The most real time that one frame spends on ticks.
    pub(super) budget: Duration,
    /// The tick that the session looks back at.
    pub(super) looking: Option<u64>,
    /// The tick up to which the runs are repeated, without regard to the speed.
    pub(super) replay_to: Option<u64>,
    /// Whether the end of this run has been noticed.
    pub(super) concluded: bool,
}

impl Clock {
    /// Starts with the nearest of [`SPEEDS`].
    pub(super) fn new(paused: bool, speed: f32) -> Clock {
        let off = |s: &f32| (libm::log2f(*s) - libm::log2f(speed.max(1e-3))).abs();
        let nearest = (0..SPEEDS.len()).min_by(|a, b| off(&SPEEDS[*a]).total_cmp(&off(&SPEEDS[*b])));
        Clock {
            paused,
            speed: nearest.unwrap_or(4),
            pace: Pace::default(),
            owed: 0.0,
            budget: BUDGET,
            looking: None,
            replay_to: None,
            concluded: false,
        }
    }

    /// Begins another run at the same speed.
    pub(super) fn restart(&mut self) {
        (self.owed, self.pace) = (0.0, Pace::default());
        (self.concluded, self.looking, self.replay_to) = (false, None, None);
    }

    /// Shows the last tick, not a moment between ticks.
    pub(super) fn hold(&mut self) {
        (self.owed, self.pace) = (DT, Pace::default());
    }

    pub(super) fn set_speed(&mut self, speed: usize) {
        (self.speed, self.pace) = (speed.min(SPEEDS.len() - 1), Pace::default());
    }

    /// The picture's moment between the last two ticks.
    pub(super) fn alpha(&self) -> f32 {
        (self.owed / DT).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_begins_at_the_nearest_speed() {
        for (speed, expected) in
            [(1.0, 1.0), (0.0, 0.0625), (0.09, 0.125), (0.7, 0.5), (0.75, 1.0), (3.0, 4.0), (99.0, 8.0)]
        {
            assert_eq!(SPEEDS[Clock::new(true, speed).speed], expected, "{speed}");
        }
        assert!(Clock::new(true, 1.0).paused && !Clock::new(false, 1.0).paused);
    }

    /// Half a tick after the last one, the picture is half way between both.
    #[test]
    fn the_moment_of_the_picture_lies_between_the_last_two_ticks() {
        let mut clock = Clock::new(false, 1.0);
        for (owed, alpha) in [(0.0, 0.0), (0.5 * DT, 0.5), (DT, 1.0), (3.0 * DT, 1.0), (-DT, 0.0)] {
            clock.owed = owed;
            assert!((clock.alpha() - alpha).abs() < 1e-6, "{owed} s: {}", clock.alpha());
        }
        clock.owed = 0.0;
        clock.hold();
        assert_eq!(clock.alpha(), 1.0);
    }

    #[test]
    fn another_run_begins_at_the_same_speed_in_the_present() {
        let mut clock = Clock::new(false, 4.0);
        (clock.owed, clock.concluded) = (DT, true);
        (clock.looking, clock.replay_to) = (Some(3), Some(9));
        clock.restart();
        assert_eq!((clock.owed, clock.concluded), (0.0, false));
        assert_eq!((clock.looking, clock.replay_to), (None, None));
        assert_eq!(SPEEDS[clock.speed], 4.0);
        clock.set_speed(99);
        assert_eq!(SPEEDS[clock.speed], 8.0);
    }
}
