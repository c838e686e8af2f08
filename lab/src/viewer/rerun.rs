//! A run repeated up to an earlier tick. The kept positions are pictures only: the decisions of a past moment are found by running
//! again, which gives the same run.

use crate::draw::Trails;
use crate::run::Ticker;
use sidestep::crowd::{Order, UnitId};
use sidestep::steering::Steering;
use sidestep::world::Layout;
use sidestep::world::World;
use std::time::{Duration, Instant};

/// What it takes to repeat a run, and the repetition as far as it has got.
pub(super) struct Rerun {
    start: Layout,
    threads: usize,
    /// Each steering that was set, with the tick after which it was. Setting the same one again counts, too: the models start anew.
    steerings: Vec<(u64, Steering)>,
    /// Each order that was given, with the tick after which it was.
    orders: Vec<(u64, Vec<UnitId>, Order)>,
    repeated: Option<(Ticker, Trails)>,
}

impl Rerun {
    /// Starts with a world before its first tick.
    pub(super) fn new(world: &World) -> Rerun {
        let (start, threads) = (world.layout().clone(), world.threads());
        Rerun { start, threads, steerings: Vec::new(), orders: Vec::new(), repeated: None }
    }

    /// Notes that the world's steering was set.
    pub(super) fn steered(&mut self, world: &World) {
        // Of several between two ticks, the last one acts.
        self.steerings.retain(|(tick, _)| *tick < world.ticks());
        self.steerings.push((world.ticks(), world.steering().clone()));
    }

    /// Notes that units were told to do something after this tick.
    pub(super) fn ordered(&mut self, tick: u64, units: &[UnitId], order: &Order) {
        self.orders.push((tick, units.to_vec(), order.clone()));
    }

    /// Whether units were told to do something.
    pub(super) fn has_orders(&self) -> bool {
        !self.orders.is_empty()
    }

    /// Runs towards `tick` for about this time, one tick at least.
    pub(super) fn run_to(&mut self, tick: u64, time: Duration) {
        let begin = Instant::now();
        // A run does not go back.
        let kept = self.repeated.take().filter(|(ticker, _)| ticker.world().ticks() <= tick);
        let (mut ticker, mut trails) = kept.unwrap_or_else(|| self.begin());
        while ticker.world().ticks() < tick {
            // What was set after `tick` has decided nothing yet.
            self.steer(ticker.world_mut());
            if !ticker.tick() {
                break;
            }
            trails.record(ticker.world());
            if begin.elapsed() >= time {
                break;
            }
        }
        self.repeated = Some((ticker, trails));
    }

    fn begin(&self) -> (Ticker, Trails) {
        let mut world = World::new(self.start.clone(), self.threads);
        self.steer(&mut world);
        let mut trails = Trails::default();
        trails.record(&world);
        (Ticker::new(world), trails)
    }

    /// Sets the steering and gives the orders that came after the world's last tick.
    fn steer(&self, world: &mut World) {
        if let Some((_, steering)) = self.steerings.iter().find(|(tick, _)| *tick == world.ticks()) {
            world.set_steering(steering.clone());
        }
        let now = world.ticks();
        for (_, units, order) in self.orders.iter().filter(|(tick, ..)| *tick == now) {
            // It was accepted the first time, and the world is the same.
            let given = world.order(units, order.clone());
            debug_assert!(given.is_ok(), "{given:?}");
        }
    }

    /// The world after `tick`, with its trails, once it has been computed.
    pub(super) fn at(&self, tick: u64) -> Option<(&World, &Trails)> {
        let (ticker, trails) = self.repeated.as_ref()?;
        (ticker.world().ticks() == tick).then_some((ticker.world(), trails))
    }

    /// The last tick that has been computed on the way to `tick`.
    pub(super) fn reached(&self, tick: u64) -> u64 {
        self.repeated.as_ref().map_or(0, |(ticker, _)| ticker.world().ticks()).min(tick)
    }

    /// Frees the memory of the repetition.
    pub(super) fn forget(&mut self) {
        self.repeated = None;
    }
}
