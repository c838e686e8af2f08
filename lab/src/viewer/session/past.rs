//! What the worlds decided at the moment that the session looks back at.

use super::session::Session;
use super::stale::Stale;
use crate::draw::Trails;
use sidestep::world::World;
use std::time::{Duration, Instant};

impl Session {
    /// World `number` at the moment that is shown; none while that is being computed.
    pub fn shown_world(&self, number: usize) -> Option<&World> {
        self.shown(number).map(|(world, _)| world)
    }

    /// The same, with its trails.
    pub(super) fn shown(&self, number: usize) -> Option<(&World, &Trails)> {
        let pane = &self.panes[number];
        match self.past_tick(number) {
            None => Some((pane.world(), pane.trails())),
            Some(tick) => pane.rerun().at(tick),
        }
    }

    /// The tick that world `number` shows; none for its last one.
    pub(super) fn past_tick(&self, number: usize) -> Option<u64> {
        let pane = &self.panes[number];
        let (first, last) = (pane.rerun().start().ticks(), pane.world().ticks());
        self.clock.looking.map(|tick| tick.max(first)).filter(|tick| *tick < last)
    }

    /// How much of the way to the moment that is shown is done, in whole percent, while it is being computed. Only selected units,
    /// overlays, what was commanded, and positions that are no longer kept need that.
    pub fn computing(&self) -> Option<u64> {
        let is_plain = self.selection().is_empty() && self.overlays.is_empty() && !self.is_commanded();
        if is_plain && !self.is_forgotten() {
            return None;
        }
        let missing = (0..self.panes.len()).filter(|number| self.shown(*number).is_none());
        let ways = missing.filter_map(|number| {
            let tick = self.past_tick(number)?;
            Some(self.panes[number].rerun().way(tick))
        });
        let (done, all) = ways.reduce(|(a, b), (c, d)| (a + c, b + d))?;
        Some(100 * done / all.max(1))
    }

    /// Whether the worlds were commanded, so that walls and orders of a past moment have to be computed.
    fn is_commanded(&self) -> bool {
        self.panes.iter().any(|pane| !pane.commands().is_empty())
    }

    /// Whether the positions of the moment that is shown are no longer kept.
    fn is_forgotten(&self) -> bool {
        let is_forgotten = |number: usize| {
            self.past_tick(number).is_some_and(|tick| self.panes[number].past().at(tick).is_none())
        };
        (0..self.panes.len()).any(is_forgotten)
    }

    /// Computes a part of the way to the moment that is shown.
    pub(super) fn compute_past(&mut self, time: Duration) {
        if self.clock.looking.is_none() {
            return self.panes.iter_mut().for_each(|pane| pane.forget_past());
        }
        let Some(before) = self.computing() else { return };
        let begin = Instant::now();
        for number in 0..self.panes.len() {
            if let Some(tick) = self.past_tick(number).filter(|_| self.shown(number).is_none()) {
                let left = time.saturating_sub(begin.elapsed());
                self.panes[number].compute_past(tick, left);
            }
        }
        match self.computing() {
            None => self.stale = Stale::ALL,
            Some(now) => self.stale.panel |= now != before,
        }
    }
}
