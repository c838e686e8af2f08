//! The units of a map, moved in this way.

use super::clearance::{CELLS, Clearance};
use super::corridors::Corridors;
use super::metering::{Meter, Passer};
use super::routes::{Load, Prices, Tiles};
use super::slots::Slots;
use super::steering::{Body, shuffle, steer};
use super::walker::{Passage, Walker};
use crate::rival::{Drive, Journeys, Rival};
use sidestep::math;
use sidestep::types::{DT, Point, Vec2};
use sidestep::world::{Layout, World};
use sidestep_lab::run::Ticker;
use std::error::Error;

/// The side of a tile, in radii of the largest unit: a medium tank of 50 units on tiles of 128.
const TILE: f32 = 2.56;
/// Costs are computed again after so many ticks (0.5 s).
const COSTS: u64 = 30;
/// Each unit plans its route again after so many ticks.
const REPLAN: u64 = 60;
/// A unit moves above this share of its maximum speed.
const MOVING: f32 = 0.1;
/// A unit that does not get on for so long backs off, s.
const STALLED: f32 = 2.0;
/// For how long it goes back, s.
const BACK: f32 = 0.7;
/// The time in which a unit stops at a place, s.
const STOPPING: f32 = 0.2;
/// How many tiles away others are perceived.
const PERCEIVED: isize = 2;
/// Two bodies touch below this gap, in radii.
const TOUCH: f32 = 0.15;
/// How far units in corridors stay from walls, in radii.
const WALL_GAP: f32 = 1.1;

/// All units.
pub struct Army {
    ticker: Ticker,
    journeys: Journeys,
    no_way: usize,
    tile: f32,
    prices: Prices,
    clearance: Clearance,
    tiles: Tiles,
    corridors: Corridors,
    meters: Vec<Meter>,
    /// The slots of each corridor for those who go back and for those who go forward.
    slots: Vec<[Slots; 2]>,
    teams: Vec<u16>,
    loads: Vec<Load>,
    walkers: Vec<Walker>,
    goal_tiles: Vec<Option<usize>>,
    wishes: Vec<Vec2>,
    /// The units in each tile.
    in_tile: Vec<Vec<usize>>,
}

impl Army {
    pub fn new(mut layout: Layout, prices: Prices) -> Result<Army, Box<dyn Error>> {
        let journeys = Journeys::take(&mut layout, "Warzone's rules need")?;
        let radius = layout.starts.iter().map(|start| start.radius).fold(0.0, f32::max);
        let starts: Vec<Point> = layout.starts.iter().map(|start| start.position).collect();
        let teams: Vec<u16> = layout.starts.iter().map(|start| start.team).collect();
        let (bounds, tile, count) = (layout.bounds, TILE * radius, starts.len());
        let world = World::new(layout, 1);
        let clearance = Clearance::new(bounds, tile, world.outlines());
        let tiles = Tiles::new(bounds, tile, radius, &clearance);
        let corridors = Corridors::find(&clearance, radius, &starts);
        let slots_of =
            |corridor| [false, true].map(|to| Slots::new(corridor, to, &tiles, radius, &clearance));
        let slots = corridors.all.iter().map(slots_of).collect();
        let goal_tiles =
            journeys.goals.iter().map(|(goal, _)| tiles.near(*goal, radius, &clearance)).collect();
        let load = Load::new(&tiles.grid);
        let mut ticker = Ticker::new(world);
        ticker.never_end();
        let mut army = Army {
            loads: vec![load; usize::from(teams.iter().copied().max().unwrap_or(0)) + 1],
            meters: vec![Meter::default(); corridors.all.len()],
            in_tile: vec![Vec::new(); tiles.grid.len()],
            wishes: vec![Vec2::zeros(); count],
            walkers: vec![Walker::default(); count],
            no_way: 0,
            ticker,
            journeys,
            tile,
            prices,
            clearance,
            tiles,
            corridors,
            slots,
            teams,
            goal_tiles,
        };
        (0..count).for_each(|id| army.plan(id));
        army.no_way = army.walkers.iter().filter(|walker| walker.route.is_empty()).count();
        Ok(army)
    }

    fn has_arrived(&self, id: usize) -> bool {
        self.journeys.arrived_at[id].is_some()
    }

    fn walking(&self) -> Vec<usize> {
        (0..self.walkers.len()).filter(|id| !self.has_arrived(*id)).collect()
    }

    fn body(&self, id: usize) -> Body {
        let units = self.world().units();
        let (position, velocity, radius) = (units.position[id], units.velocity[id], units.radius[id]);
        Body { position, velocity, radius, wish: self.wishes[id] }
    }

    /// Plans the route of a unit.
    fn plan(&mut self, id: usize) {
        let Body { position, radius, .. } = self.body(id);
        let from = self.tiles.near(position, radius, &self.clearance);
        let (Some(from), Some(to)) = (from, self.goal_tiles[id]) else { return };
        let load = &self.loads[usize::from(self.teams[id])];
        let Some(mut route) = self.tiles.route(from, to, load, self.prices) else { return };
        route.pop();
        route.push(self.journeys.goals[id].0);
        (self.walkers[id].route, self.walkers[id].next) = (route, 0);
    }

    /// Computes flow and mass from where units are.
    fn weigh(&mut self) {
        let mut loads = vec![Load::new(&self.tiles.grid); self.loads.len()];
        for id in 0..self.walkers.len() {
            let Some(tile) = self.tiles.grid.cell(self.body(id).position) else { continue };
            let load = &mut loads[usize::from(self.teams[id])];
            if self.moves(id) {
                load.add_moving(tile, math::normalize(self.body(id).velocity));
            } else {
                load.add_standing(&self.tiles.grid, tile);
            }
        }
        self.loads = loads;
    }

    fn moves(&self, id: usize) -> bool {
        self.body(id).velocity.norm() > MOVING * self.world().units().max_speed[id]
    }

    /// The other units near one.
    fn near(&self, id: usize) -> impl Iterator<Item = usize> + '_ {
        let tile = self.tiles.grid.cell(self.body(id).position);
        let tiles = tile.into_iter().flat_map(|tile| self.tiles.grid.within(tile, PERCEIVED));
        tiles.flat_map(|tile| &self.in_tile[tile]).copied().filter(move |other| *other != id)
    }

    /// Whether a unit in a corridor touches one that comes towards it, and does not get on.
    fn is_bumped(&self, id: usize, passage: Passage) -> bool {
        let own = self.body(id);
        let is_against = |other: &usize| {
            let (to, both) =
                (self.body(*other).position - own.position, self.body(*other).radius + own.radius);
            let theirs = self.walkers[*other].passage;
            theirs.is_some_and(|p| p.corridor == passage.corridor && p.forward != passage.forward)
                && to.norm() < both + TOUCH * own.radius
                && to.dot(&own.wish) > 0.0
        };
        !self.moves(id)
            && self.near(id).filter(|other| !self.has_arrived(*other)).any(|other| is_against(&other))
    }

    /// Updates routes, corridors ahead and their metering.
    fn look(&mut self) {
        let now = self.world().ticks();
        self.in_tile.iter_mut().for_each(Vec::clear);
        let mut passers = vec![Vec::new(); self.meters.len()];
        for id in 0..self.walkers.len() {
            if let Some(tile) = self.tiles.grid.cell(self.body(id).position) {
                self.in_tile[tile].push(id);
            }
        }
        if now.is_multiple_of(COSTS) {
            self.weigh();
        }
        for id in self.walking() {
            if (now + id as u64).is_multiple_of(REPLAN) {
                self.plan(id);
            }
            let Body { position, radius, .. } = self.body(id);
            let walker = &mut self.walkers[id];
            walker.advance(position, radius, self.tile, &self.clearance);
            walker.look_ahead(position, self.tile, &self.corridors, &self.clearance);
        }
        for id in self.walking() {
            let Some(passage) = self.walkers[id].passage else { continue };
            passers[passage.corridor].push(Passer {
                id,
                forward: passage.forward,
                is_inside: passage.place.is_some(),
                radius: self.body(id).radius / self.tile,
                moves: self.moves(id),
                is_bumped: passage.place.is_some() && self.is_bumped(id, passage),
            });
        }
        for ((meter, passers), corridor) in self.meters.iter_mut().zip(&passers).zip(&self.corridors.all) {
            meter.update(passers, corridor.width() / self.tile, DT);
        }
    }

    /// Where a unit goes that has to leave the corridor to others: back out of it, then to a slot.
    fn waiting_place(&mut self, id: usize, passage: Passage) -> Point {
        let own = self.body(id);
        let Passage { corridor, forward, place } = passage;
        let slot = self.slots[corridor][usize::from(forward)].take(id, own.position);
        let seen = slot.filter(|slot| self.clearance.keeps(own.position, *slot, 0.8 * own.radius));
        let back = place.map(|place| {
            let line = &self.corridors.all[corridor];
            let back = line.ahead(place, !forward, CELLS as usize);
            line.line[back] - line.along(back, forward) * self.tile
        });
        seen.or(back).unwrap_or(own.position)
    }

    /// The place ahead in the right half of a corridor; none near its end.
    fn right_half(&self, own: &Body, passage: Passage) -> Option<Point> {
        let corridor = &self.corridors.all[passage.corridor];
        let place = passage.place?;
        let next = corridor.ahead(place, passage.forward, CELLS as usize);
        if place.abs_diff(next) < CELLS as usize {
            return None;
        }
        let lateral =
            (own.position - corridor.line[place]).dot(&math::right(corridor.along(place, passage.forward)));
        let farthest = (0.5 * corridor.widths[next] - WALL_GAP * own.radius).max(0.0);
        let offset = lateral.clamp(own.radius.min(farthest), farthest);
        Some(corridor.line[next] + math::right(corridor.along(next, passage.forward)) * offset)
    }

    /// The velocity that a unit wants.
    fn wish(&mut self, id: usize) -> Vec2 {
        let own = self.body(id);
        let speed = self.world().units().max_speed[id];
        let Some(aim) = self.walkers[id].aim() else { return Vec2::zeros() };
        let stop_at = |at: Point| math::clamp_length((at - own.position) / STOPPING, speed);
        let passage = self.walkers[id].passage;
        let waits = passage.filter(|one| !self.meters[one.corridor].may_enter(one.forward));
        self.walkers[id].waits = waits.is_some();
        if let Some(passage) = waits {
            return stop_at(self.waiting_place(id, passage));
        }
        let is_last = self.walkers[id].next + 1 == self.walkers[id].route.len();
        let inside = passage.filter(|_| !is_last).and_then(|passage| self.right_half(&own, passage));
        let ahead = math::normalize(inside.unwrap_or(aim) - own.position) * speed;
        if self.walkers[id].backs_off > 0.0 {
            return (math::right(ahead) - ahead) * 0.4;
        }
        if is_last { stop_at(aim) } else { ahead }
    }

    /// Notes who gets on.
    fn note_stalls(&mut self) {
        for id in 0..self.walkers.len() {
            let is_stalled = !self.moves(id) && !self.walkers[id].waits;
            let walker = &mut self.walkers[id];
            walker.backs_off = (walker.backs_off - DT).max(0.0);
            walker.stalled = if is_stalled { walker.stalled + DT } else { 0.0 };
            if walker.stalled >= STALLED {
                (walker.stalled, walker.backs_off) = (0.0, BACK);
            }
        }
    }
}

impl Rival for Army {
    fn world(&self) -> &World {
        self.ticker.world()
    }

    fn journeys(&self) -> &Journeys {
        &self.journeys
    }

    fn no_way(&self) -> usize {
        self.no_way
    }

    fn targets(&self) -> Vec<Point> {
        (0..self.walkers.len()).map(|id| self.body(id).position + self.wishes[id]).collect()
    }

    fn tick(&mut self) {
        self.look();
        let walkers = &self.walkers;
        for (corridor, slots) in self.slots.iter_mut().enumerate() {
            for (direction, slots) in slots.iter_mut().enumerate() {
                slots.free(|id| {
                    let is_here = |p: Passage| p.corridor == corridor && usize::from(p.forward) == direction;
                    walkers[id].waits && walkers[id].passage.is_some_and(is_here)
                });
            }
        }
        let mut wishes = vec![Vec2::zeros(); self.walkers.len()];
        self.walking().into_iter().for_each(|id| wishes[id] = self.wish(id));
        self.wishes = wishes;
        let velocity = |id: usize| {
            let (own, others) = (self.body(id), self.near(id).map(|other| self.body(other)));
            match self.has_arrived(id) {
                true => shuffle(&own, 0.5 * self.world().units().max_speed[id], others),
                false => steer(&own, own.wish, others, &self.clearance),
            }
        };
        let velocities = (0..self.walkers.len()).map(velocity).collect();
        self.ticker.world_mut().set_model(Box::new(Drive { velocities }));
        self.ticker.tick();
        self.journeys.note(self.ticker.world());
        self.note_stalls();
    }
}
