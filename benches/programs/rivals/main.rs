//! Rivals of `lanes` on the same maps, for `benches/figures.py rivals`: PIBT, which promises that everyone arrives, and
//! congestion as Warzone 2100 handles it.
//!
//! ```text
//! cargo run --release -p sidestep-lab --no-default-features --example rivals -- lanes,pibt,warzone 2 choke maze
//! ```
//!
//! The arguments are the modes, the number of seeds, and maps. Each run prints `map,seed,mode,units,arrived,time ratio,no
//! way`; the time ratio is the mean over units that arrive, and the units without a way are those that a rival's cells do not
//! lead to their goals. `--at SECONDS` prints the units of a rival at that time: `x y radius target_x target_y`; `--prices A,B`
//! gives Warzone's routes other prices. As everywhere, a unit has arrived when it is at its goal for the first time. The push is off.
//!
//! **PIBT** plans in steps on square cells of 2.1 R (R: the largest radius), which keep R to all walls. The next step begins when
//! all bodies are within half a radius of the centres of their cells, or after four times the time that the slowest needs
//! for a cell; then each unit that is not at its place gets the nearest cell that is free. A unit that has not arrived heads for its
//! own goal in its last cell. Units never stand: those at their goals may be sent on.
//!
//! Its faults: the cells are not aligned with doors, and a door narrower than 4.1 R may have none. Everyone waits for the
//! slowest. A body that turns a corner still touches the one behind it.
//!
//! **Warzone's rules** are built from their public description alone (`warzone/`).

mod ground;
mod pibt;
mod rival;
mod steps;
mod warzone;

use rival::Rival;
use sidestep::steering::avoidance::Mode;
use sidestep::types::DT;
use sidestep::world::{Layout, World};
use sidestep_lab::measure::{ARRIVED, TIME_RATIO};
use sidestep_lab::run::Run;
use sidestep_lab::scene::{LayoutOptions, Scene};
use std::error::Error;
use steps::Steps;
use warzone::{Army, Prices};

/// The prices of Warzone's routes that arrive most often and then soonest on 16 plans that no table has.
const PRICES: Prices = Prices { flow: 1.0, mass: 1.0 };

/// The share of units that arrive, their mean time ratio, and the number of units without a way.
type Outcome = (f64, f64, usize);

fn run_rival(mut rival: Box<dyn Rival>, limit: f32, lengths: &[f32], show_at: Option<f32>) -> Outcome {
    while rival.world().time() < limit && rival.journeys().arrived_at.contains(&None) {
        rival.tick();
        if show_at.is_some_and(|at| rival.world().time() >= at) {
            let units = rival.world().units();
            for ((at, radius), target) in units.position.iter().zip(&units.radius).zip(rival.targets()) {
                println!("{} {} {radius} {} {}", at.x, at.y, target.x, target.y);
            }
            break;
        }
    }
    let (speeds, arrived_at) = (&rival.world().units().max_speed, &rival.journeys().arrived_at);
    let arrivals = arrived_at.iter().enumerate().filter_map(|(id, at)| Some((id, (*at)?)));
    let ratio =
        |(id, ticks): (usize, u64)| ticks as f64 * f64::from(DT) / f64::from(lengths[id] / speeds[id]);
    let ratios: Vec<f64> = arrivals.filter(|(id, _)| lengths[*id] > 0.0).map(ratio).collect();
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let arrived = arrived_at.iter().flatten().count() as f64 / arrived_at.len() as f64;
    (arrived, mean, rival.no_way())
}

fn run_mode(mut layout: Layout, mode: Mode) -> Outcome {
    layout.steering.set_mode(mode);
    let metrics = Run::new(World::new(layout, 1)).finish().metrics;
    let value = |metric| metrics.value(metric).unwrap_or(f64::NAN);
    (value(&ARRIVED), value(&TIME_RATIO), 0)
}

/// Takes an option with its value out of the arguments.
fn take(arguments: &mut Vec<String>, option: &str) -> Result<Option<String>, Box<dyn Error>> {
    let Some(at) = arguments.iter().position(|argument| argument == option) else { return Ok(None) };
    let value = arguments.get(at + 1).ok_or_else(|| format!("{option} needs a value"))?.clone();
    arguments.drain(at..at + 2);
    Ok(Some(value))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let show_at: Option<f32> = take(&mut arguments, "--at")?.map(|at| at.parse()).transpose()?;
    let mut prices = PRICES;
    if let Some(text) = take(&mut arguments, "--prices")? {
        let (flow, mass) = text.split_once(',').ok_or("--prices needs A,B")?;
        prices = Prices { flow: flow.parse()?, mass: mass.parse()? };
    }
    let [modes, seeds, maps @ ..] = &arguments[..] else {
        return Err("MODES, SEEDS and MAPS are missing".into());
    };
    for (map, seed) in
        maps.iter().flat_map(|map| (1..=seeds.parse().unwrap_or(1)).map(move |seed| (map, seed)))
    {
        let scene = Scene::open(map)?;
        let options = LayoutOptions { seed: Some(seed), jitter: Some(0.05), ..LayoutOptions::default() };
        let mut layout = scene.layout(&options)?;
        layout.steering.push.on = false;
        let (limit, lengths) = (layout.time_limit, World::new(layout.clone(), 1).paths_left());
        let against = |rival| run_rival(rival, limit, &lengths, show_at);
        for mode in modes.split(',') {
            let (arrived, ratio, no_way) = match mode {
                "pibt" => against(Box::new(Steps::new(layout.clone())?)),
                "warzone" => against(Box::new(Army::new(layout.clone(), prices)?)),
                mode => run_mode(layout.clone(), mode.parse()?),
            };
            println!("{map},{seed},{mode},{},{arrived},{ratio:.4},{no_way}", layout.starts.len());
        }
    }
    Ok(())
}
