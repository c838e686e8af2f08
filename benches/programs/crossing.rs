//! Ticks in the middle of a crossing, for `benches/figures.py`: `counts` counts their instructions, and `speed` compares their time
//! with RVO2's. It does without the window.
//!
//! ```text
//! cargo run --release -p sidestep-lab --no-default-features --example crossing -- time crossing lanes --units 1000
//! ```
//!
//! | command | what it prints |
//! |---|---|
//! | `time MAP MODE` | for each of 120 ticks around the middle of the crossing, the time of each stage in µs |
//! | `place MAP MODE` | the position and velocity of each unit before these ticks: `x y vx vy` |
//! | `count MAP MODE` | nothing: it runs the ticks in [`counted_ticks`] |
//! | `stages MAP MODE` | the mean time of each stage over these ticks, µs: `stage µs` |
//! | `starts MAP` | a start file: `x y goal_x goal_y` of each unit |
//!
//! MAP is a built-in map, a map file or a start file. Options: `--units N`, `--ticks N`, `--threads N`,
//! `--set KEY=VALUE` (repeatable), `--rate 60|30|20`, `--open` (without walls), and `--from FILE`: the units start as `place` printed them to FILE, instead of
//! walking to the middle of the crossing. What models and physics remember is then as old as the [`WARM_UP`].

use sidestep::lookup::setting;
use sidestep::steering::avoidance::Mode;
use sidestep::types::{DT, Point, Vec2};
use sidestep::world::Layout;
use sidestep::world::{Stage, World};
use sidestep_lab::measure::TICK_PARTS;
use sidestep_lab::run::Ticker;
use sidestep_lab::scene::{LayoutOptions, Scene};
use std::error::Error;
use std::fs;

/// The number of timed ticks (2 s), half of them before the middle of the crossing, as in `sidestep scale`.
const WINDOW: u64 = 120;
/// A crowd that needs this many times its free-flow time to reach the middle is measured wherever it is.
const PATIENCE: f32 = 2.0;
/// Ticks after the units were placed, before the timed or counted ones.
const WARM_UP: u64 = 12;

struct Args {
    command: String,
    map: String,
    mode: Option<String>,
    units: Option<usize>,
    ticks: u64,
    threads: usize,
    from: Option<String>,
    set: Vec<String>,
    open: bool,
}

impl Args {
    fn read() -> Result<Args, Box<dyn Error>> {
        let mut args = Args {
            command: String::new(),
            map: String::new(),
            mode: None,
            units: None,
            ticks: WINDOW,
            threads: 1,
            from: None,
            set: Vec::new(),
            open: false,
        };
        let mut names = Vec::new();
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--units" => args.units = Some(value()?.parse()?),
                "--ticks" => args.ticks = value()?.parse()?,
                "--threads" => args.threads = value()?.parse()?,
                "--from" => args.from = Some(value()?),
                "--set" => args.set.push(value()?),
                "--open" => args.open = true,
                "--rate" => args.set.push(format!("decisions.rate={}", value()?)),
                option if option.starts_with('-') => {
                    return Err(format!("no option is called {option}").into());
                }
                _ => names.push(word),
            }
        }
        let mut names = names.into_iter();
        args.command = names.next().ok_or("a command is missing: time, stages, place, count or starts")?;
        args.map = names.next().ok_or("a map is missing, such as crossing")?;
        args.mode = names.next();
        Ok(args)
    }

    fn layout(&self) -> Result<Layout, Box<dyn Error>> {
        let options = LayoutOptions { units: self.units, ..LayoutOptions::default() };
        let mut layout = Scene::open(&self.map)?.layout(&options)?;
        if self.open {
            layout.walls.clear();
        }
        if let Some(name) = &self.mode {
            layout.steering.set_mode(Mode::named(name).ok_or_else(|| format!("no mode is called {name}"))?);
        }
        for text in &self.set {
            let (key, value) = text.split_once('=').ok_or("--set needs KEY=VALUE")?;
            let setting = setting(key)?;
            layout.steering.settings.set(setting, setting.parse(value)?)?;
        }
        Ok(layout)
    }
}

/// Returns the mean distance that units have left to their goals, in m.
fn path_left(world: &World) -> f32 {
    world.paths_left().iter().sum::<f32>() / world.walkers() as f32
}

/// Walks to half a window before the middle of the crossing.
fn to_the_middle(ticker: &mut Ticker) {
    let units = ticker.world().units();
    let speed = units.max_speed.iter().sum::<f32>() / units.len() as f32;
    let total = path_left(ticker.world());
    let before = WINDOW as f32 / 2.0 * DT * speed;
    let latest = PATIENCE * 0.5 * total / speed;
    let is_before = |world: &World| path_left(world) > 0.5 * total + before && world.time() < latest;
    while is_before(ticker.world()) && ticker.tick() {}
}

/// Gives the units of a layout the positions and velocities of a file that `place` printed.
fn place(layout: &mut Layout, text: &str) -> Result<(), Box<dyn Error>> {
    if text.lines().count() != layout.starts.len() {
        return Err("--from FILE has another number of units".into());
    }
    for (start, line) in layout.starts.iter_mut().zip(text.lines()) {
        let numbers = line.split(' ').map(str::parse).collect::<Result<Vec<f32>, _>>()?;
        let [x, y, vx, vy] = numbers[..] else { return Err("a line of --from FILE needs x y vx vy".into()) };
        (start.position, start.velocity) = (Point::new(x, y), Vec2::new(vx, vy));
    }
    Ok(())
}

/// The ticks whose instructions are counted. Callgrind finds this function by its name.
#[inline(never)]
fn counted_ticks(ticker: &mut Ticker, ticks: u64) {
    ticker.advance(ticks);
}

/// Returns a world in the middle of its crossing.
fn mid_crossing(args: &Args) -> Result<Ticker, Box<dyn Error>> {
    let mut layout = args.layout()?;
    if let Some(file) = &args.from {
        place(&mut layout, &fs::read_to_string(file)?)?;
        let mut ticker = Ticker::new(World::new(layout, args.threads));
        ticker.advance(WARM_UP);
        return Ok(ticker);
    }
    let mut ticker = Ticker::new(World::new(layout, args.threads));
    to_the_middle(&mut ticker);
    Ok(ticker)
}

fn time(ticker: &mut Ticker, ticks: u64) {
    println!("{}", TICK_PARTS.each_ref().map(|part| part.key).join(" "));
    for _ in 0..ticks {
        ticker.tick();
        println!("{}", ticker.times().0.map(|micros| format!("{micros:.1}")).join(" "));
    }
}

/// Prints the mean time of each stage, µs.
fn stages(ticker: &mut Ticker, ticks: u64) {
    let mut sums = [0.0; Stage::ALL.len()];
    for _ in 0..ticks {
        ticker.tick();
        for (sum, (_, micros)) in sums.iter_mut().zip(ticker.stage_times()) {
            *sum += f64::from(micros);
        }
    }
    for (stage, sum) in Stage::ALL.iter().zip(sums) {
        println!("{} {:.1}", format!("{stage:?}").to_lowercase(), sum / ticks as f64);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::read()?;
    match args.command.as_str() {
        "stages" => stages(&mut mid_crossing(&args)?, args.ticks),
        "time" => time(&mut mid_crossing(&args)?, args.ticks),
        "count" => counted_ticks(&mut mid_crossing(&args)?, args.ticks),
        "place" => {
            let world = mid_crossing(&args)?.into_world();
            for (p, v) in world.units().position.iter().zip(&world.units().velocity) {
                println!("{} {} {} {}", p.x, p.y, v.x, v.y);
            }
        }
        "starts" => {
            let world = World::new(args.layout()?, 1);
            for (id, at) in world.units().position.iter().enumerate() {
                let goal = world.target(id).ok_or("every unit needs a goal")?;
                println!("{} {} {} {}", at.x, at.y, goal.x, goal.y);
            }
        }
        command => {
            return Err(format!("no command is called {command}: time, stages, place, count, starts").into());
        }
    }
    Ok(())
}
