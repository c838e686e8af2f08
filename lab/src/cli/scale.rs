//! `sidestep scale`: how a mode's cost and quality change as the crowd grows.

use super::changes::{Change, Changes, change};
use super::command_line::command_line;
use super::dry_run::{HEADING, plural};
use super::interrupt::on_interrupt;
use super::output::{Ending, print};
use super::progress::ProgressLine;
use super::setting_options::SettingOptions;
use super::table::columns;
use super::values::{self, count, number_of_units, seconds, seed, threads};
use crate::measure::{Metric, TICK_PARTS};
use crate::scale::{self, Scale, ScaleOptions, ScaleRow, quality_metrics};
use crate::scene::{DocumentError, LayoutOptions, Patch, Scene};
use crate::text::{MISSING, counted, push_text};
use clap::Args as ClapArgs;
use miette::{IntoDiagnostic, Result, miette};
use sidestep::navigation::Goal;
use sidestep::steering::avoidance::Mode;
use sidestep::world::Layout;
use std::path::PathBuf;

/// Arguments of `sidestep scale`.
#[derive(Debug, Clone, ClapArgs)]
pub(super) struct ScaleArgs {
    /// A built-in map or a map file whose number of units can change
    #[arg(default_value = "crossing", value_parser = values::map(), hide_possible_values = true)]
    map: String,
    /// Avoidance modes, separated by commas [default: the map's]
    #[arg(long, value_name = "MODES", value_delimiter = ',', value_parser = values::mode(), hide_possible_values = true)]
    avoid: Vec<Mode>,
    /// Total numbers of units, separated by commas
    #[arg(long, allow_negative_numbers = true, value_name = "COUNTS", value_delimiter = ',', value_parser = count,
          default_value = "100,200,500,1000,2000,5000,10000,20000")]
    units: Vec<usize>,
    /// Sideways push: on, off or a strength [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "on|off|STRENGTH", value_parser = values::push(), hide_possible_values = true)]
    push: Option<Patch>,
    #[command(flatten)]
    setting_options: SettingOptions<false>,
    /// Setting of a model or mechanism, such as lanes.side_bias=0.2, or a file of settings; repeatable
    #[arg(long, value_name = "KEY=VALUE|FILE.toml", value_parser = change)]
    set: Vec<Change>,
    /// Largest number of units whose crossing is run to the end, for its quality; 0 for none
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = number_of_units, default_value_t = ScaleOptions::default().quality_up_to)]
    quality_up_to: usize,
    /// Time limit of a crossing in simulated seconds [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = seconds)]
    limit: Option<f32>,
    /// Threads of the simulation in timed ticks, 0 for all cores
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Seed of the starts [default: the map's]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = seed)]
    seed: Option<u64>,
    /// Write scale.csv, scale.json and scale.svg into this folder; updated after each size
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print all results as one JSON object
    #[arg(long)]
    json: bool,
    /// Print what would be measured; measure and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// Sizes to be measured.
struct Plan {
    scene: Scene,
    /// Distinct modes.
    modes: Vec<Mode>,
    /// Distinct numbers of units, in ascending order.
    units: Vec<usize>,
    changes: Changes,
    args: ScaleArgs,
    options: ScaleOptions,
}

impl Plan {
    fn new(args: ScaleArgs) -> Result<Plan> {
        let scene = Scene::open(&args.map)?;
        let own = scene.layout(&LayoutOptions { seed: args.seed, ..LayoutOptions::default() })?;
        let changes = Changes::read(args.set.clone())?;
        let named = changes.modes("--avoid", args.avoid.clone())?;
        let mut modes = Vec::new();
        for mode in if named.is_empty() { vec![own.steering.mode] } else { named } {
            if !modes.contains(&mode) {
                modes.push(mode);
            }
        }
        let mut units = args.units.clone();
        units.sort_unstable();
        units.dedup();
        let options = ScaleOptions { threads: args.threads, quality_up_to: args.quality_up_to };
        let plan = Plan { scene, modes, units, changes, args, options };
        // Refuse a size that the map does not support before measuring the first.
        for units in &plan.units {
            plan.layout(plan.modes[0], *units)?;
        }
        Ok(plan)
    }

    fn layout(&self, mode: Mode, units: usize) -> Result<Layout> {
        let Plan { scene, args, .. } = self;
        let options = LayoutOptions { units: Some(units), seed: args.seed, ..LayoutOptions::default() };
        let mut layout = scene.layout(&options)?;
        let options = [mode.into(), args.setting_options.patch()].into_iter().chain(args.push.clone());
        let patch = options.fold(self.changes.patch.clone(), Patch::with);
        patch.apply(&mut layout).map_err(DocumentError::from)?;
        layout.time_limit = args.limit.unwrap_or(layout.time_limit);
        if layout.starts.iter().all(|start| matches!(start.goal, Goal::Stand | Goal::Roam)) {
            let map = scene.name();
            return Err(miette!(
                help = "use a map whose groups have goals; `sidestep maps` lists the maps",
                "no unit on {map} has a goal, so there is no crossing to measure"
            ));
        }
        Ok(layout)
    }

    fn measure(&self) -> Result<Scale> {
        let first = self.layout(self.modes[0], self.units[0])?;
        let mut scale = Scale::new(&first, &self.options);
        // Write now: report a folder that cannot be written before minutes of measuring.
        self.keep(&scale)?;
        let rows = self.modes.len() * self.units.len();
        let progress = self.resume_on_interrupt();
        // Count units, not rows: the last sizes take longest.
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

    /// Makes an interrupt print what is kept, and how to measure the rest.
    fn resume_on_interrupt(&self) -> ProgressLine {
        let progress = ProgressLine::new("left");
        let (shown, folder) = (progress.clone(), self.args.out.clone());
        on_interrupt(move |_| {
            shown.clear();
            let progress = shown.message();
            let kept = match &folder {
                Some(folder) => format!("the sizes measured so far are kept in {}", folder.display()),
                None => "nothing is kept; use --out FOLDER to keep each size once it is measured".to_string(),
            };
            format!(
                "{progress}\n{kept}\nMeasure the rest with --avoid and --units into another folder, or start again with\n  {}",
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
    let plan = Plan::new(args)?;
    if plan.args.dry_run {
        print(&describe(&plan))?;
        return Ok(Ending::Done);
    }
    let scale = plan.measure()?;
    if plan.args.json {
        print(&(serde_json::to_string_pretty(&scale).into_diagnostic()? + "\n"))?;
    } else {
        print(&tables(&scale))?;
    }
    Ok(Ending::Done)
}

/// What `--dry-run` prints.
fn describe(plan: &Plan) -> String {
    let Plan { scene, modes, units, args, options, .. } = plan;
    let numbers = |units: &[usize]| units.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let whole: Vec<usize> = units.iter().copied().filter(|units| *units <= options.quality_up_to).collect();
    let files = match &args.out {
        Some(folder) => format!("scale.csv, scale.json and scale.svg in {}", folder.display()),
        None => "none".into(),
    };
    let sizes = modes.len() * units.len();
    let factors = format!("{} × {}", plural(modes.len(), "mode"), plural(units.len(), "number of units"));
    let rows = [
        ["sizes".to_string(), format!("{sizes} = {factors}")],
        ["map".into(), scene.name().to_string()],
        ["modes".into(), modes.iter().map(Mode::to_string).collect::<Vec<_>>().join(", ")],
        ["units".into(), numbers(units)],
        ["run to the end".into(), if whole.is_empty() { "none".into() } else { numbers(&whole) }],
        ["threads".into(), if options.threads == 0 { "all".into() } else { options.threads.to_string() }],
        ["files".into(), files],
    ];
    format!("{HEADING}\n{}", columns(&rows))
}

fn tables(scale: &Scale) -> String {
    let push = push_text(scale.push);
    let threads = counted(scale.threads as u64, "thread");
    let mut text = format!("{}, push {push}, seed {}, {threads}\n", scale.map, scale.seed);
    for mode in scale.modes() {
        let mut rows = vec![headings()];
        rows.extend(scale.rows_of(mode).map(cells));
        text += &format!("\n{mode}: µs per tick in mid-crossing\n{}", right_aligned(&rows));
        text += &growth(scale, mode);
    }
    text
}

/// If a measurement waited for a core for more than this share of its time, other programs were running.
const BUSY: f64 = 0.1;

fn headings() -> Vec<String> {
    let parts = TICK_PARTS.iter().map(|part| part.key);
    let cost = ["median", "per unit", "waited", "path left"];
    let quality = quality_metrics().map(Metric::narrow_heading);
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
            cells.extend(quality_metrics().map(|metric| metric.narrow_text(quality.values.value(metric))));
        }
        None => {
            cells.push("not run".into());
            cells.resize(cells.len() + quality_metrics().count() - 1, String::new());
        }
    }
    cells
}

fn micros(us: f64) -> String {
    if us < 100.0 { format!("{us:.1}") } else { format!("{us:.0}") }
}

/// The exponents of the cost, and their names.
fn growth(scale: &Scale, mode: Mode) -> String {
    let all = || scale.growth.iter().filter(|growth| growth.mode == mode);
    let waited = scale.rows_of(mode).filter_map(|row| row.waited).fold(0.0, f64::max);
    let busy = if waited > BUSY {
        "The machine was busy: measure again when nothing else is running.\n"
    } else {
        ""
    };
    if all().all(|growth| growth.fit.is_none()) {
        return format!("growth: needs at least three sizes\n{busy}");
    }
    let mut text = "grows as units to the power of\n".to_string();
    // The total first.
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
