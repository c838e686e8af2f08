//! The effort of walking: energy, acceleration, turning.

use super::gatherer::{Family, Gatherer, per};
use super::journeys::Journeys;
use super::metric::{Better, Metric, OverSeeds, ReportColumn};
use sidestep::math;
use sidestep::types::{DT, Vec2};
use sidestep::world::World;

/// Below this share of its maximum speed, a unit has no meaningful direction of motion, so turning is not measured.
const TURNING_SPEED: f32 = 0.1;

/// The energy per mass spent until arrival, ∫ (2.23 + 1.26 v²) dt, mean over walkers, in J/kg (Guy et al. 2010).
pub static EFFORT: Metric = Metric {
    key: "effort",
    unit: "J/kg",
    better: Some(Better::Lower),
    whole: false,
    headline: false,
    meaning: "energy spent until arrival, ∫ (2.23 + 1.26 v²) dt, mean over walkers (Guy et al. 2010)",
    table: None,
    report: None,
};

/// The mean magnitude of the acceleration until arrival, in m/s².
pub static MEAN_ACCELERATION: Metric = Metric {
    key: "mean_acceleration",
    unit: "m/s²",
    better: Some(Better::Lower),
    whole: false,
    headline: false,
    meaning: "mean magnitude of the acceleration until arrival",
    table: None,
    report: Some(ReportColumn {
        heading: "mean acc. m/s²",
        name: "mean acceleration (m/s²)",
        over_seeds: OverSeeds::Mean,
        decimals: 2,
        term: (
            "mean acc.",
            "Mean acceleration until arrival, mean over seeds; low values mean smooth motion.",
        ),
    }),
};

/// The mean rate at which the velocity changes direction until arrival, in rad/s.
pub static MEAN_TURN_RATE: Metric = Metric {
    key: "mean_turn_rate",
    unit: "rad/s",
    better: Some(Better::Lower),
    whole: false,
    headline: false,
    meaning: "mean rate at which the velocity changes direction until arrival; ticks below 10 % of the maximum speed are left out",
    table: None,
    report: None,
};

pub(super) static FAMILY: Family = Family {
    metrics: &[&EFFORT, &MEAN_ACCELERATION, &MEAN_TURN_RATE],
    begin: |world, _| Box::new(Motion::new(world)),
};

#[derive(serde::Serialize, serde::Deserialize)]
struct Motion {
    /// By the units' numbers.
    previous_velocity: Vec<Vec2>,
    unit_ticks: u64,
    effort: f64,
    acceleration: f64,
    turn: f64,
    turn_ticks: u64,
}

impl Motion {
    fn new(world: &World) -> Motion {
        Motion {
            previous_velocity: world.units().velocity.clone(),
            unit_ticks: 0,
            effort: 0.0,
            acceleration: 0.0,
            turn: 0.0,
            turn_ticks: 0,
        }
    }
}

impl Gatherer for Motion {
    fn observe(&mut self, world: &World, journeys: &Journeys) {
        let (units, numbers) = (world.units(), journeys.numbers());
        self.previous_velocity.resize(journeys.lengths().len(), Vec2::zeros());
        for &id in journeys.under_way() {
            let (before, now) = (self.previous_velocity[numbers[id]], units.velocity[id]);
            let speed = now.norm();
            self.effort += f64::from((2.23 + 1.26 * speed * speed) * DT);
            self.acceleration += f64::from((now - before).norm() / DT);
            let moving = TURNING_SPEED * units.max_speed[id];
            if speed > moving && before.norm() > moving {
                let turn = math::wrap(math::angle(now) - math::angle(before));
                self.turn += f64::from(turn.abs() / DT);
                self.turn_ticks += 1;
            }
        }
        self.unit_ticks += journeys.under_way().len() as u64;
        for (number, velocity) in numbers.iter().zip(&units.velocity) {
            self.previous_velocity[*number] = *velocity;
        }
    }

    fn values(&self, _world: &World, journeys: &Journeys) -> Vec<(&'static Metric, Option<f64>)> {
        vec![
            (&EFFORT, Some(per(self.effort, journeys.walkers() as u64))),
            (&MEAN_ACCELERATION, Some(per(self.acceleration, self.unit_ticks))),
            (&MEAN_TURN_RATE, Some(per(self.turn, self.turn_ticks))),
        ]
    }
}
