//! Rollback for a game over a network: two peers simulate the same crowd and send each other their orders, which arrive late. A peer
//! that gets an order for a tick that is over goes back to its copy of that tick and repeats the ticks since then. In the end both
//! have the same state, tick by tick.
//!
//! ```text
//! cargo run --release --example rollback
//! ```

use sidestep::crowd::{Bodies, Crowd, Layout, Order, Slots, Start};
use sidestep::math;
use sidestep::types::{DT, Point, Rect, Vec2};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The number of units of each peer.
const UNITS: usize = 100;
/// The number of ticks by which orders are late, and for which a peer keeps copies.
const LATE: u64 = 8;
/// The length of the game, ticks.
const END: u64 = 1200;

/// An order of one of the two sides for a tick: go there.
#[derive(Debug, Clone, Copy)]
struct Sent {
    tick: u64,
    side: usize,
    to: Point,
}

/// A game that moves its units itself.
#[derive(Clone)]
struct Game {
    tick: u64,
    crowd: Crowd,
    position: Vec<Point>,
    velocity: Vec<Vec2>,
}

impl Game {
    fn new() -> Game {
        let starts = [-1.0, 1.0].into_iter().flat_map(|side| {
            (0..UNITS).map(move |k| {
                let at = Point::new(side * (10.0 + (k / 10) as f32 * 1.6), (k % 10) as f32 * 1.6 - 7.2);
                Start { position: at, group: u16::from(side > 0.0), ..walker(at) }
            })
        });
        let bounds = Rect { min: Point::new(-50.0, -50.0), max: Point::new(50.0, 50.0) };
        let crowd = Crowd::new(Layout { bounds, ..Layout::new(starts.collect()) }, 1);
        let position = crowd.units().position.clone();
        Game { tick: 0, crowd, velocity: vec![Vec2::zeros(); position.len()], position }
    }

    /// Advances by a tick with the orders that are known for it, those of the first side before those of the second.
    fn tick(&mut self, orders: &[Sent]) {
        for side in 0..2 {
            for sent in orders.iter().filter(|sent| (sent.tick, sent.side) == (self.tick, side)) {
                let own = self.crowd.ids()[side * UNITS..][..UNITS].to_vec();
                let there = Order::form(Slots::boxed(sent.to, 0.0, 1.6));
                self.crowd.order(&own, there).expect("it lies within the bounds");
            }
        }
        let motions = self.crowd.step(Bodies { position: &self.position, velocity: &self.velocity });
        for (slot, wanted) in motions.velocity.iter().enumerate() {
            self.velocity[slot] = *wanted;
            self.position[slot] += wanted * DT;
        }
        self.tick += 1;
    }
}

/// A unit that stands until it gets an order.
fn walker(at: Point) -> Start {
    let goal = sidestep::navigation::Goal::Point { at, radius: 0.5, own: true };
    Start { goal, max_speed: 4.0, ..Start::default() }
}

/// One of the two players.
struct Peer {
    game: Game,
    /// The game before each of the last ticks.
    copies: VecDeque<Game>,
    known: Vec<Sent>,
    repeats: Vec<Duration>,
}

impl Peer {
    fn new() -> Peer {
        Peer { game: Game::new(), copies: VecDeque::new(), known: Vec::new(), repeats: Vec::new() }
    }

    fn tick(&mut self) {
        self.copies.push_back(self.game.clone());
        if self.copies.len() > LATE as usize {
            self.copies.pop_front();
        }
        self.game.tick(&self.known);
    }

    /// Takes an order of the other side, and repeats what it changes.
    fn receive(&mut self, sent: Sent) {
        self.known.push(sent);
        let begin = Instant::now();
        let now = self.game.tick;
        while self.copies.back().is_some_and(|copy| copy.tick > sent.tick) {
            self.copies.pop_back();
        }
        if let Some(copy) = self.copies.pop_back() {
            self.game = copy;
        }
        while self.game.tick < now {
            self.tick();
        }
        self.repeats.push(begin.elapsed());
    }
}

fn main() {
    let mut peers = [Peer::new(), Peer::new()];
    let mut on_the_way: VecDeque<Sent> = VecDeque::new();
    for tick in 0..END {
        // Each side gives an order every second, half a second apart.
        for (side, peer) in peers.iter_mut().enumerate() {
            if tick % 60 == 30 * side as u64 {
                let turn = (tick / 60) as f32 + side as f32 * 3.0;
                let sent = Sent { tick, side, to: Point::from(math::unit(turn) * 25.0) };
                peer.known.push(sent);
                on_the_way.push_back(sent);
            }
        }
        peers.iter_mut().for_each(Peer::tick);
        while let Some(sent) = on_the_way.pop_front_if(|sent| sent.tick + LATE <= tick + 1) {
            peers[1 - sent.side].receive(sent);
        }
    }
    // What is still on the way arrives.
    for sent in on_the_way {
        peers[1 - sent.side].receive(sent);
    }
    let hashes = peers.each_ref().map(|peer| peer.game.crowd.state_hash());
    assert_eq!(hashes[0], hashes[1], "both peers have the same state");
    let mut repeats: Vec<Duration> = peers.iter().flat_map(|peer| peer.repeats.clone()).collect();
    repeats.sort_unstable();
    let (median, longest) = (repeats[repeats.len() / 2], repeats[repeats.len() - 1]);
    println!("{} units, {END} ticks, {} rollbacks of {LATE} ticks", 2 * UNITS, repeats.len());
    println!("hash {:016x} on both; a rollback takes {median:.1?}, the longest {longest:.1?}", hashes[0]);
}
