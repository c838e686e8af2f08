//! Which ticks of a run become frames of an animation.

use sidestep::types::DT;
use sidestep::world::World;

/// How long the last frame of an animation is shown before it ends or repeats, s.
pub(super) const LAST: f32 = 1.5;

/// The clock of an animation.
#[derive(Debug, Clone)]
pub(super) struct FrameClock {
    /// Frames per second.
    pub fps: f32,
    /// Seconds of the run per second of the animation.
    pub speed: f32,
    /// The ticks from and to which the run is recorded.
    span: (u64, u64),
    /// The tick of the first frame.
    first: Option<u64>,
    /// The number of frames so far.
    pub taken: u64,
    /// The tick of the last frame.
    last: Option<u64>,
}

impl FrameClock {
    /// Starts a clock that records the run between two times, s.
    pub fn new(fps: f32, speed: f32, (from, to): (Option<f32>, Option<f32>)) -> FrameClock {
        let tick = |time: f32| (time.max(0.0) / DT).round() as u64;
        let span = (from.map_or(0, tick), to.map_or(u64::MAX, tick));
        FrameClock { fps, speed, span, first: None, taken: 0, last: None }
    }

    /// The tick at which frame `k` is due.
    fn due(&self, k: u64) -> u64 {
        let ticks = k as f64 * 60.0 * f64::from(self.speed) / f64::from(self.fps);
        self.first.unwrap_or(0) + ticks.round() as u64
    }

    /// Whether the world's tick becomes a frame. If so, it counts as recorded.
    pub fn take(&mut self, world: &World) -> bool {
        let tick = world.ticks();
        if tick < self.span.0 || tick > self.span.1 {
            return false;
        }
        self.first.get_or_insert(tick);
        let is_due = self.last != Some(tick) && tick >= self.due(self.taken);
        if is_due {
            self.count(tick);
        }
        is_due
    }

    /// Whether the end of the run becomes one more frame. If so, it counts as recorded. An animation has at least one frame, even
    /// if the run ends before the part to record begins.
    pub fn take_end(&mut self, world: &World) -> bool {
        let tick = world.ticks();
        let is_new = self.taken == 0 || (self.last != Some(tick) && tick <= self.span.1);
        if is_new {
            self.count(tick);
        }
        is_new
    }

    fn count(&mut self, tick: u64) {
        self.taken += 1;
        self.last = Some(tick);
    }
}
