//! `sidestep scale`: what a mode costs and is worth as the crowd grows.

use super::command_line::command_line;
use super::interrupt::on_interrupt;
use super::output::{Ending, print};
use super::progress::ProgressLine;
use super::values::{count, number_of_units, seconds, seed, setting, threads};
use crate::measure::{ARRIVED, DEEPEST_OVERLAP, Metric, STUCK, TICK_PARTS, TIME_RATIO};
use crate::navigation::Goal;
use crate::scale::{self, Scale, ScaleOptions, ScaleRow};
use crate::scene::{Layout, LayoutOptions, Overrides, Scene};
use crate::settings::{PushChoice, Setting};
use crate::steering::avoidance::Mode;
use crate::text::{MISSING, counted};
use clap::Args as ClapArgs;
use miette::{IntoDiagnostic, Result, miette};
use std::path::PathBuf;

/// What was typed after `scale`.
#[derive(Debug, Clone, ClapArgs)]
pub(super) struct ScaleArgs {
    /// A map whose groups can grow: a built-in one's name, or a map file
    #[arg(default_value = "crossing")]
    map: String,
    /// Avoidance modes, with commas between [default: the map's]
    #[arg(long, value_name = "MODES", value_delimiter = ',')]
    avoid: Vec<Mode>,
    /// Numbers of units in all, with commas between
    #[arg(long, allow_negative_numbers = true, value_name = "COUNTS", value_delimiter = ',', value_parser = count,
          default_value = "100,200,500,1000,2000,5000,10000,20000")]
    units: Vec<usize>,
    /// Sideways push: on, off, or its strength [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "on|off|STRENGTH")]
    push: Option<PushChoice>,
    /// A model's setting, such as lanes.side_bias=0.2; may be given several times
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    set: Vec<(&'static Setting, f32)>,
    /// Up to so many units the whole crossing is run, for its quality; 0 for none
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = number_of_units, default_value_t = ScaleOptions::default().quality_up_to)]
    quality_up_to: usize,
    /// Seconds of simulated time after which a crossing is cut [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = seconds)]
    limit: Option<f32>,
    /// Threads that decide in the ticks that are timed; 0 for all cores
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Seed of the starts [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = seed)]
    seed: Option<u64>,
    /// Write scale.csv, scale.json and scale.svg into this folder, anew after each size
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print all of it as one JSON object
    #[arg(long)]
    json: bool,
}

/// What that means.
struct ScalePlan {
    scene: Scene,
    /// The modes, each once; from few units to many, each number once.
    modes: Vec<Mode>,
    units: Vec<usize>,
    args: ScaleArgs,
    options: ScaleOptions,
}

impl ScalePlan {
    fn new(args: ScaleArgs) -> Result<ScalePlan> {
        let scene = Scene::open(&args.map)?;
        let own = scene.layout(&LayoutOptions { seed: args.seed, ..LayoutOptions::default() })?;
        let mut modes = Vec::new();
        for mode in if args.avoid.is_empty() { vec![own.steering.mode] } else { args.avoid.clone() } {
            if !modes.contains(&mode) {
                modes.push(mode);
            }
        }
        let mut units = args.units.clone();
        units.sort_unstable();
        units.dedup();
        let options = ScaleOptions { threads: args.threads, quality_up_to: args.quality_up_to };
        let plan = ScalePlan { scene, modes, units, args, options };
        // A size that the map does not take is refused before the first is measured.
        for units in &plan.units {
            plan.layout(plan.modes[0], *units)?;
        }
        Ok(plan)
    }

    fn layout(&self, mode: Mode, units: usize) -> Result<Layout> {
        let ScalePlan { scene, args, .. } = self;
        let options = LayoutOptions { units: Some(units), seed: args.seed, ..LayoutOptions::default() };
        let mut layout = scene.layout(&options)?;
        Overrides::for_all_units(mode, &args.set, args.push).apply_to_all(&mut layout);
        layout.time_limit = args.limit.unwrap_or(layout.time_limit);
        if layout.starts.iter().all(|start| matches!(start.goal, Goal::Stand | Goal::Roam)) {
            let map = scene.name();
            return Err(miette!(
                help = "take a map whose groups have goals; `sidestep maps` lists them",
                "no unit on {map} has a goal: there is no crossing to measure"
            ));
        }
        Ok(layout)
    }

    fn measure(&self) -> Result<Scale> {
        let first = self.layout(self.modes[0], self.units[0])?;
        let mut scale = Scale::new(&first, &self.options);
        // So that a folder that can't be written shows now, and not after minutes.
        self.keep(&scale)?;
        let rows = self.modes.len() * self.units.len();
        let progress = self.resume_on_interrupt();
        // By units rather than by rows: the last sizes take longest.
        let (mut done, all) = (0, self.modes.len() * self.units.iter().sum::<usize>());
        for (mode, units) in self.modes.iter().flat_map(|mode| self.units.iter().map(move |n| (*mode, *n))) {
            let measured = scale.rows.len();
            let message = format!(
                "{measured} of {} measured, now {} with {}",
                counted(rows as u64, "size"),
                mode.label(),
                counted(units as u64, "unit")
            );
            progress.report(done as u64, all as u64, message);
            scale.push(scale::row(&self.layout(mode, units)?, &self.options));
            self.keep(&scale)?;
            done += units;
        }
        progress.clear();
        Ok(scale)
    }

    /// On an interrupt, says what is kept and how to measure the rest.
    fn resume_on_interrupt(&self) -> ProgressLine {
        let progress = ProgressLine::new("left");
        let (shown, folder) = (progress.clone(), self.args.out.clone());
        on_interrupt(move |_| {
            shown.clear();
            let progress = shown.message();
            let kept = match &folder {
                Some(folder) => format!("what was measured is kept in {}", folder.display()),
                None => "nothing is kept; --out FOLDER keeps each size as it is measured".to_string(),
            };
            format!(
                "{progress}\n{kept}\nMeasure the rest with --avoid and --units, into another folder, or all again with\n  {}",
                command_line()
            )
        });
        progress
    }

    fn keep(&self, scale: &Scale) -> Result<()> {
        Ok(self.args.out.as_ref().map_or(Ok(()), |folder| scale::write(folder, scale))?)
    }
}

pub(super) fn scale(args: ScaleArgs) -> Result<Ending> {
    let plan = ScalePlan::new(args)?;
    let scale = plan.measure()?;
    if plan.args.json {
        print(&(serde_json::to_string_pretty(&scale).into_diagnostic()? + "\n"))?;
    } else {
        print(&tables(&scale))?;
    }
    Ok(Ending::Done)
}

fn tables(scale: &Scale) -> String {
    let push = if scale.push == 0.0 { "off".to_string() } else { scale.push.to_string() };
    let threads = counted(scale.threads as u64, "thread");
    let mut text = format!("{}, push {push}, seed {}, {threads}\n", scale.map, scale.seed);
    for mode in scale.modes() {
        let mut rows = vec![headings()];
        rows.extend(scale.rows_of(mode).map(cells));
        text += &format!("\n{mode}: µs a tick mid-crossing\n{}", right_aligned(&rows));
        text += &growth(scale, mode);
    }
    text
}

/// Who waits for a core for more than this share of the time shares it.
const BUSY: f64 = 0.1;

/// The metrics of a crossing's quality, in the order of the table's last columns.
const QUALITY: [&Metric; scale::QUALITY.len()] = [&TIME_RATIO, &ARRIVED, &DEEPEST_OVERLAP, &STUCK];

fn headings() -> Vec<String> {
    let parts = TICK_PARTS.iter().map(|part| part.key);
    let cost = ["median", "per unit", "waited", "way left"];
    let quality = QUALITY.map(Metric::narrow_heading);
    ["units"].into_iter().chain(parts).chain(cost).chain(quality).map(String::from).collect()
}

fn cells(row: &ScaleRow) -> Vec<String> {
    let mut cells = vec![row.units.to_string()];
    cells.extend(row.tick_us.iter().map(|(_, cost)| micros(cost.mean)));
    cells.push(micros(row.tick_us.total().median));
    cells.push(format!("{:.2}", row.unit_us.total().mean));
    cells.push(row.waited.map_or(MISSING.into(), |share| format!("{:.0} %", share * 100.0)));
    cells.push(format!("{:.0} %", row.way_left * 100.0));
    match &row.quality {
        Some(quality) => {
            cells.extend(QUALITY.map(|metric| metric.narrow_text(quality.values.value(metric))));
        }
        None => {
            cells.push("not run".into());
            cells.resize(cells.len() + QUALITY.len() - 1, String::new());
        }
    }
    cells
}

fn micros(us: f64) -> String {
    if us < 100.0 { format!("{us:.1}") } else { format!("{us:.0}") }
}

/// The exponents, and what they are called.
fn growth(scale: &Scale, mode: Mode) -> String {
    let all = || scale.growth.iter().filter(|growth| growth.mode == mode);
    let waited = scale.rows_of(mode).filter_map(|row| row.waited).fold(0.0, f64::max);
    let busy =
        if waited > BUSY { "The machine had other work: measure again when it has none.\n" } else { "" };
    if all().all(|growth| growth.fit.is_none()) {
        return format!("growth: told from three sizes on\n{busy}");
    }
    let mut text = "grows with units^\n".to_string();
    // What most people want to know first: the total.
    for growth in all().rev() {
        let words = growth.fit.zip(growth.name).map_or("–".to_string(), |(fit, name)| {
            let e = fit.exponent;
            format!("{:.2} ({:.2} to {:.2})  {name}", e.mean, e.low, e.high)
        });
        text += &format!("  {:9} {words}\n", growth.stage);
    }
    text + busy
}

/// Columns of numbers.
fn right_aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        cells.join("  ").trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_metric_of_quality() {
        for metric in scale::QUALITY {
            assert_eq!(QUALITY.iter().filter(|column| column.key == metric.key).count(), 1, "{}", metric.key);
        }
    }
}
