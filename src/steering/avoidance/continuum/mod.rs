//! Continuum crowds (Treuille, Cooper & Popović 2006). The crowd is a density and an average velocity on a
//! grid. All members of a group descend the same potential, whose gradient leads along the cheapest path to
//! their goal.
//!
//! Every few ticks the model computes
//!
//! - the density and average velocity of the whole crowd (`density.rs`),
//! - the parties, each a group or a part of one (`parties.rs`),
//! - for each party, the cost of a metre in four directions at the speed that the crowd allows there
//!   (`cost.rs`), and the potential around the party's goal that follows from it (`potential.rs`).
//!
//! No unit considers its neighbours individually. The paper keeps bodies apart by pushing overlapping pairs;
//! here Rapier's contacts do.
//!
//! The model settles what the paper leaves open, and differs from it, in these points:
//!
//! - The units of a map have goals of their own, next to each other. The potential leads to the outermost
//!   goals. Near its own goal (`continuum.own_place`) a unit heads straight for it.
//! - Units that have arrived count in the density, and give way. To keep a standing crowd from walling off
//!   its own goal, crossing it costs the same as empty ground: at a standing member, φ is (α + β) times the
//!   distance to the goal.
//! - A group without a common direction (for example, on a circle with goals on the opposite side) is divided
//!   into eight parties by the position of the members' goals. Parties that still have no common direction
//!   have no potential: their units walk straight, as fast as the crowd allows.
//! - Discomfort lies where *other* parties will be, including standing units. A party does not avoid itself.
//! - The fields do not change between two solutions.

mod cost;
mod density;
mod ground;
mod parties;
mod potential;
#[cfg(test)]
mod tests;
mod why;

use super::model::{Avoidance, Choice, Crowd, Model, Surroundings};
use crate::math;
use crate::navigation::Grid;
use crate::saved::{self, SnapshotError};
use crate::settings::{Settings, settings};
use crate::steering::reasons::{GridView, Reasons};
use crate::steering::unit::Unit;
use crate::types::{Renumbering, Vec2};
use crate::workers::Workers;
use cost::{CostWeights, SpeedField};
use density::{Flow, Splat};
use ground::Ground;
use parties::Parties;
use potential::{Field, Potential};
use std::borrow::Cow;

pub(super) static MODEL: Model = Model {
    cost: 40,
    ..Model::new(
        "continuum",
        "continuum crowds: each group descends one potential, computed from density and flow on a grid",
        &[
            ALPHA,
            BETA,
            GAMMA,
            LAMBDA,
            LEAST_DENSITY,
            MOST_DENSITY,
            LEAST_SPEED,
            FORESIGHT,
            CELL,
            EVERY,
            OWN_PLACE,
        ],
        |settings| Box::new(Continuum::new(settings)),
    )
};

settings! { "continuum":
    pub ALPHA "alpha" number(1.0, (0.0, 100.0), ""): "weight α of path length" as "short way counts";
    pub BETA "beta" number(1.0, (0.01, 100.0), ""): "weight β of travel time" as "quick way counts";
    pub GAMMA "gamma" number(1.0, (0.0, 100.0), ""): "weight γ of discomfort" as "comfort counts";
    pub LAMBDA "lambda" number(1.0, (0.25, 8.0), ""):
        "density exponent λ: a larger value spreads less of a unit into neighbouring cells";
    pub LEAST_DENSITY "least_density" number(0.4, (0.0, 1.0), ""):
        "density ρ_min up to which the crowd has no effect, as the share of the ground that is covered";
    pub MOST_DENSITY "most_density" number(0.9, (0.01, 2.0), ""):
        "density ρ_max above which only the crowd's speed counts, as the share of the ground that is covered";
    pub LEAST_SPEED "least_speed" number(0.1, (0.001, 1.0), "s_max"):
        "minimum speed f that a crowd leaves a unit" as "slowest in a crowd";
    pub FORESIGHT "foresight" number(4.0, (0.0, 8.0), "s"):
        "discomfort lies where other parties will be within this time; 0: off" as "looks ahead";
    pub CELL "cell" number(3.5, (2.0, 20.0), "R"): "cell size";
    pub EVERY "every" whole(4.0, (1.0, 60.0)): "ticks between solutions of the fields";
    pub OWN_PLACE "own_place" number(3.0, (0.0, 100.0), ""):
        "distance below which a unit heads for its own goal, in multiples of the spread of its party's goals";
}

/// The distance to a unit's own goal below which the grid is too coarse to lead there, in cells.
const COARSE: f32 = 3.0;

/// The model and its most recent fields.
#[derive(Debug, Clone)]
pub struct Continuum {
    splat: Splat,
    speeds: SpeedField,
    weights: CostWeights,
    foresight: f32,
    cell: f32,
    every: u64,
    own_place: f32,
    ticks: u64,
    /// ρ_min as set. The value used is at least the share that a unit contributes to an adjacent cell.
    sparse: f32,
    ground: Ground,
    flow: Flow,
    parties: Parties,
    /// One potential per party.
    potentials: Vec<Potential>,
    /// The predicted occupancy of all parties, as shares of the ground along their paths.
    everyone: Vec<f32>,
}

impl Continuum {
    /// The model with these settings.
    pub fn new(settings: &Settings) -> Continuum {
        let sparse = settings.number(&LEAST_DENSITY);
        Continuum {
            splat: Splat { lambda: settings.number(&LAMBDA) },
            speeds: SpeedField {
                sparse,
                dense: settings.number(&MOST_DENSITY),
                least: settings.number(&LEAST_SPEED),
            },
            weights: CostWeights {
                length: settings.number(&ALPHA),
                time: settings.number(&BETA),
                discomfort: settings.number(&GAMMA),
            },
            foresight: settings.number(&FORESIGHT),
            cell: settings.number(&CELL),
            every: settings.number(&EVERY) as u64,
            own_place: settings.number(&OWN_PLACE),
            ticks: 0,
            sparse,
            ground: Ground::default(),
            flow: Flow::default(),
            parties: Parties::default(),
            potentials: Vec::new(),
            everyone: Vec::new(),
        }
    }

    /// Computes all fields for the current state of the crowd.
    fn renew(&mut self, crowd: &Crowd<'_>) {
        self.ground.cover(crowd, self.cell);
        let Some(grid) = self.ground.grid else { return };
        self.flow.gather(&grid, crowd, self.splat);
        let largest = crowd.radius.iter().copied().fold(0.0, f32::max);
        self.speeds.sparse = self.sparse.max(self.splat.beside(&grid, largest));
        self.parties.divide(crowd);
        self.potentials.resize_with(self.parties.list.len(), Potential::default);
        let mut potentials = std::mem::take(&mut self.potentials);
        let mut everyone = std::mem::take(&mut self.everyone);
        if let Some(field) = self.field() {
            everyone.clear();
            everyone.resize(grid.len(), 0.0);
            for (potential, party) in potentials.iter_mut().zip(&self.parties.list) {
                potential.party = *party;
                potential.gather(&field, crowd, &self.parties, self.foresight);
                everyone.iter_mut().zip(&potential.predicted).for_each(|(sum, own)| *sum += own);
            }
            potential::predict_standing(&mut everyone, &field, crowd, self.foresight, |_| true);
            for potential in &mut potentials {
                potential.solve(&field, crowd, self.foresight, &everyone);
            }
        }
        (self.potentials, self.everyone) = (potentials, everyone);
    }

    /// The fields from which potentials are solved; none before `prepare`, and if no unit walks.
    fn field(&self) -> Option<Field<'_>> {
        let grid = self.ground.grid.as_ref().filter(|grid| self.flow.density.len() == grid.len())?;
        let (ground, flow) = (&self.ground, &self.flow);
        Some(Field { grid, ground, flow, splat: self.splat, speeds: self.speeds, weights: self.weights })
    }

    /// The potential that unit `id` follows; none if its group has no common direction.
    fn potential(&self, id: u32) -> Option<&Potential> {
        self.potentials.get(self.parties.party_of(id)?)
    }

    /// How strongly a unit heads for its own goal: 1 within half of the distance `near`, falling to 0 at
    /// `near`. `near` is `own_place` times the spread of the party's goals, but at least the distance at
    /// which cells are too coarse.
    fn own_share(&self, grid: &Grid, potential: &Potential, unit: &Unit) -> f32 {
        let near = (self.own_place * potential.spread).max(COARSE * grid.cell());
        (2.0 * (near - unit.distance) / near).clamp(0.0, 1.0)
    }

    /// The velocity of a unit without a potential: straight ahead, at the speed that the crowd allows there.
    fn alone(&self, field: &Field<'_>, unit: &Unit) -> Vec2 {
        let f = |cell: usize| {
            let (density, velocity) = (field.flow.density[cell], field.flow.velocity[cell]);
            field.speeds.speed(density, velocity, unit.desired, unit.max_speed)
        };
        let ahead = unit.position + unit.desired * field.grid.cell();
        let speed: f32 = field.grid.bilinear(ahead).iter().map(|(cell, share)| share * f(*cell)).sum();
        math::clamp_length(unit.preferred, speed)
    }
}

impl Avoidance for Continuum {
    fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
        0.0
    }

    fn with_flocking(&self) -> bool {
        false
    }

    fn prepare(&mut self, crowd: &Crowd<'_>, _workers: Workers<'_>) {
        if crowd.is_due(self.ticks, self.every) {
            self.renew(crowd);
        }
        self.ticks += crowd.every;
    }

    fn renumber(&mut self, renumbering: &Renumbering) {
        self.parties.renumber(renumbering);
    }

    fn store(&self) -> Vec<u8> {
        let Continuum { ticks, ground, flow, parties, potentials, everyone, speeds, .. } = self;
        saved::bytes_of(&(ticks, ground, flow, parties, potentials, everyone, speeds.sparse))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let Continuum { ticks, ground, flow, parties, potentials, everyone, speeds, .. } = self;
        (*ticks, *ground, *flow, *parties, *potentials, *everyone, speeds.sparse) = saved::value_of(bytes)?;
        Ok(())
    }

    fn choose(&self, unit: &Unit, _around: &Surroundings<'_>, why: Option<&mut Reasons>) -> Choice {
        let on_grid = |field: &Field<'_>| field.grid.cell_of(unit.position).is_some();
        let Some(field) = self.field().filter(on_grid).filter(|_| self.parties.walks(unit.id)) else {
            if let Some(why) = why {
                why.say("no field here: heads straight for its goal");
            }
            return Choice::from_velocity(unit.preferred);
        };
        let potential = self.potential(unit.id);
        let own = potential.map_or(1.0, |potential| self.own_share(field.grid, potential, unit));
        let velocity = match potential {
            None => self.alone(&field, unit),
            Some(potential) => match potential.velocity(&field, unit.position) {
                None => unit.preferred,
                Some(velocity) => velocity.lerp(&unit.preferred, own),
            },
        };
        let velocity = math::clamp_length(velocity, unit.max_speed);
        if let Some(why) = why {
            self.explain(&field, unit, own, velocity, why);
        }
        Choice::from_velocity(velocity)
    }

    fn grids(&self, unit: &Unit) -> Vec<GridView<'_>> {
        let Some(field) = self.field() else { return Vec::new() };
        let view = |name, unit, values| GridView {
            name,
            unit,
            origin: field.grid.origin(),
            cell: field.grid.cell(),
            columns: field.grid.columns(),
            values: Cow::Borrowed(values),
        };
        let potential = self
            .potentials
            .iter()
            .find(|p| p.party.group == unit.group)
            .map(|p| view("potential", "(cost)", p.phi()));
        [view("density", "of the ground", self.flow.density.as_slice())]
            .into_iter()
            .chain(potential)
            .collect()
    }
}
