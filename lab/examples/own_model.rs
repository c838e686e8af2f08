//! A comparison without a window: your own model against built-in ones, over the same eight starts.
//!
//! ```text
//! cargo run --release --example own_model
//! ```
//!
//! To use the whole program (`run`, `compare`, the window and so on) with this model, make `main` one line:
//! `sidestep_lab::app::main_with(&[&TURN_RIGHT])`.

use sidestep::settings::Setting;
use sidestep::steering::Unit;
use sidestep::steering::avoidance::{Avoidance, Choice, Mode, Model, Surroundings, register};
use sidestep::steering::reasons::Reasons;
use sidestep::world::World;
use sidestep::{math, types::Vec2};
use sidestep_lab::measure::statistics::{Interval, interval, mean, paired};
use sidestep_lab::measure::{ARRIVED, Metric, Metrics, T100, TIME_RATIO};
use sidestep_lab::run::Run;
use sidestep_lab::scene::{LayoutOptions, Scene};
use std::error::Error;

/// Turns right for each oncoming unit ahead, more strongly the nearer it is.
#[derive(Clone)]
struct TurnRight {
    turn: f32,
}

const TURN: Setting = Setting::number("turn-right.turn", 1.0, (0.0, 3.0), "", "largest turn");

static TURN_RIGHT: Model =
    Model::new("turn-right", "turns right to avoid oncoming units", &[TURN], |settings| {
        Box::new(TurnRight { turn: settings.number(&TURN) })
    });

impl Avoidance for TurnRight {
    fn reach(&self, radius: f32, _max_speed: f32) -> f32 {
        8.0 * radius
    }

    fn with_flocking(&self) -> bool {
        false
    }

    fn choose(&self, unit: &Unit, around: &Surroundings<'_>, _why: Option<&mut Reasons>) -> Choice {
        let mut urgency: f32 = 0.0;
        for other in around.neighbours.iter().filter(|other| !other.same_group) {
            let to: Vec2 = other.position - unit.position;
            if to.dot(&unit.desired) > 0.0 {
                urgency += (unit.radius + other.radius) / to.norm().max(0.1 * unit.radius);
            }
        }
        let sideways = math::right(unit.desired) * (urgency.min(self.turn) * unit.max_speed);
        Choice::from_velocity(math::clamp_length(unit.preferred + sideways, unit.max_speed))
    }
}

const MAP: &str = "crossing";
const UNITS: usize = 80;
const SEEDS: std::ops::RangeInclusive<u64> = 1..=8;

fn main() -> Result<(), Box<dyn Error>> {
    // From now on the model has a name, like the built-in ones. Register once, before anything else.
    register(&[&TURN_RIGHT])?;
    let names = ["raycast+cardioid", "orca", "lanes", "turn-right"];
    let results: Vec<Vec<Metrics>> = names.into_iter().map(runs).collect::<Result<_, _>>()?;
    let baseline = values(&results[0], &TIME_RATIO);

    println!("{MAP} with {UNITS} units, {} seeds, each mode from the same starts", results[0].len());
    println!(
        "{:18}{:>8}{:>16}{:>14}{:>28}",
        "mode", "arrived", "last arrival, s", "time ratio", "difference from the first"
    );
    for (name, runs) in names.into_iter().zip(&results) {
        let ratios = values(runs, &TIME_RATIO);
        // Both sides have the same starts, so a start that is hard for all modes does not affect the difference.
        let difference = paired(&ratios, &baseline).filter(|_| name != names[0]);
        println!(
            "{name:18}{:>8}{:>16}{:>14}{:>28}",
            mean(values(runs, &ARRIVED)).map_or("–".into(), |share| format!("{:.0} %", 100.0 * share)),
            interval(&values(runs, &T100)).map_or("–".into(), |(time, _)| with_error(&time)),
            mean(&ratios).map_or("–".into(), |ratio| format!("{ratio:.2}")),
            difference.map_or("–".into(), |d| format!("{} (p {:.3})", with_error(&d.difference), d.p)),
        );
    }
    Ok(())
}

/// Runs the map once per seed. The sideways push is off, so that only the mode makes a difference.
fn runs(mode: &str) -> Result<Vec<Metrics>, Box<dyn Error>> {
    let mode: Mode = mode.parse()?;
    let scene = Scene::open(MAP)?;
    let mut all = Vec::new();
    for seed in SEEDS {
        let options = LayoutOptions { units: Some(UNITS), seed: Some(seed), ..LayoutOptions::default() };
        let mut layout = scene.layout(&options)?;
        layout.steering.set_mode(mode);
        layout.steering.push.on = false;
        all.push(Run::new(World::new(layout, 1)).finish().metrics);
    }
    Ok(all)
}

fn values(runs: &[Metrics], metric: &Metric) -> Vec<f64> {
    runs.iter().filter_map(|metrics| metrics.value(metric)).collect()
}

/// Formats the mean and half of its 95 % interval, as in "12.30 ± 0.40".
fn with_error(interval: &Interval) -> String {
    format!("{:.2} ± {:.2}", interval.mean, (interval.high - interval.low) / 2.0)
}
