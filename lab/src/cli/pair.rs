//! `sidestep compare --pair`: where two runs diverge, and why.

use super::changes::{Change, Changes, change};
use super::command_line::command_line;
use super::dry_run;
use super::interrupt::on_interrupt;
use super::output::{Ending, note, print};
use super::output_files::{check_ending, check_not_map, check_terminal, display_name};
use super::run_plan::warn_of_unused_settings;
use super::table;
use super::values::{self, seed, tolerance};
use crate::draw::{reasons_in_words, theme};
use crate::export::{PNG, png};
use crate::files::Partial;
use crate::measure::{Metric, T50, T100, headline};
use crate::pair::{PairComparison, PairEnd, Parting, pair as run_pair};
use crate::scene::{DocumentError, LayoutOptions, Patch, Scene};
use crate::text::{counted, maybe};
use clap::Args as ClapArgs;
use miette::{Result, miette};
use sidestep::settings::{Push, Setting, SettingValue};
use sidestep::steering::avoidance::Mode;
use sidestep::types::DT;
use sidestep::world::Layout;
use std::path::{Path, PathBuf};

/// The size of each half of the picture, pixels.
const HALF: (u32, u32) = (960, 720);

/// Arguments of `sidestep compare --pair`. `shared` has those that `compare` already defines.
#[derive(Debug, Default, Clone, ClapArgs)]
pub(super) struct PairArgs {
    /// Run two modes in step from the same starts, and show where they diverge and why
    #[arg(long, num_args = 2, value_names = ["MODE_A", "MODE_B"], value_parser = values::mode(), hide_possible_values = true,
          conflicts_with_all = ["file", "maps", "modes", "seeds", "shifts", "one_at_a_time", "threads", "out", "baseline", "against", "title"], help_heading = "Explain a difference")]
    pub pair: Vec<Mode>,
    /// Map of the two runs [default: crossing]
    #[arg(long, value_name = "MAP", value_parser = values::map(), hide_possible_values = true, requires = "pair", help_heading = "Explain a difference")]
    pub map: Option<String>,
    /// Seed of their starts [default: the map's]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed, requires = "pair", help_heading = "Explain a difference")]
    pub seed: Option<u64>,
    /// A setting of the first run's model, or a file of settings; repeatable
    #[arg(long, value_name = "KEY=VALUE|FILE.toml", value_parser = change, requires = "pair", help_heading = "Explain a difference")]
    pub set_a: Vec<Change>,
    /// A setting of the second run's model, or a file of settings; repeatable
    #[arg(long, value_name = "KEY=VALUE|FILE.toml", value_parser = change, requires = "pair", help_heading = "Explain a difference")]
    pub set_b: Vec<Change>,
    /// Largest difference between a unit's two positions that counts as equal, m [default: 0, bit-identical]
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = tolerance, requires = "pair", help_heading = "Explain a difference")]
    pub tolerance: Option<f32>,
    /// Write a picture of both runs, side by side, at the tick where they diverge
    #[arg(long, value_name = "FILE", requires = "pair", help_heading = "Explain a difference")]
    pub png: Option<PathBuf>,
    /// Values of the options that `compare` defines.
    #[arg(skip)]
    pub shared: SharedSettings,
}

/// The options that both runs share.
#[derive(Debug, Default, Clone)]
pub(super) struct SharedSettings {
    /// The total number of units; `None` for the map's.
    pub units: Option<usize>,
    /// The sideways push; `None` for the map's.
    pub push: Option<Patch>,
    /// Settings of both models.
    pub set: Vec<(&'static Setting, SettingValue)>,
    /// What both runs' `--set` change.
    pub changes: Changes,
    /// Largest random offset of each start, m; `None` for the map's.
    pub jitter: Option<f32>,
    /// The time limit, s; `None` for the map's.
    pub limit: Option<f32>,
}

/// Two runs to be compared: their starts, and how each steers.
struct Plan {
    layout: Layout,
    /// The layout with each run's steering.
    steered: [Layout; 2],
    /// The runs' names.
    names: [String; 2],
    tolerance: f32,
    png: Option<PathBuf>,
}

impl Plan {
    fn new(args: PairArgs) -> Result<Plan> {
        let &[a, b] = args.pair.as_slice() else {
            return Err(miette!(help = "for example: --pair raycast lanes", "--pair needs two modes"));
        };
        let map = args.map.unwrap_or_else(|| "crossing".into());
        if let Some(file) = &args.png {
            check_ending(&PNG, file)?;
            check_not_map(file, &map)?;
            check_terminal(&PNG, "--png", file)?;
        }
        let SharedSettings { units, push, set, changes, jitter, limit } = args.shared;
        changes.note_other_mode("--pair", &[a, b]);
        let options = LayoutOptions { units, seed: args.seed, jitter, ..LayoutOptions::default() };
        let mut layout = Scene::open(&map)?.layout(&options)?;
        layout.time_limit = limit.unwrap_or(layout.time_limit);
        let own = [Changes::read(args.set_a)?, Changes::read(args.set_b)?];
        let shared = changes.patch.with(Patch { settings: set.clone(), ..Patch::default() });
        let mut steered = [layout.clone(), layout.clone()];
        for ((mode, own), layout) in [a, b].into_iter().zip(&own).zip(&mut steered) {
            own.note_other_mode("--pair", &[mode]);
            let parts = [own.patch.clone(), mode.into()].into_iter().chain(push.clone());
            parts.fold(shared.clone(), Patch::with).apply(layout).map_err(DocumentError::from)?;
            warn_of_unused_settings(&own.patch.settings, layout);
        }
        for (setting, _) in &set {
            if ![a, b].iter().any(|mode| mode.has(setting)) {
                note(&format!("{} has no effect with {} or {}", setting.key, a.label(), b.label()));
            }
        }
        let pushes = steered.each_ref().map(|layout| layout.steering.push);
        let differ = pushes[0].to_string() != pushes[1].to_string();
        let names = [(a, 0), (b, 1)].map(|(mode, k)| {
            let of_push = |setting: &Setting| setting.model() == Push::SWITCH.model();
            let set = own[k].patch.settings.iter();
            let set = set.filter(|(setting, _)| mode.has(setting) && !of_push(setting));
            let set: String = set.map(|(setting, value)| format!(", {}", setting.labelled(*value))).collect();
            let push = if differ { format!(", push {}", pushes[k]) } else { String::new() };
            format!("{mode}{set}{push}")
        });
        let tolerance = args.tolerance.unwrap_or(0.0);
        Ok(Plan { layout, steered, names, tolerance, png: args.png })
    }

    fn unit(&self, id: usize) -> String {
        let group = self.layout.starts.get(id).and_then(|s| self.layout.groups.get(usize::from(s.group)));
        group.map_or(format!("unit {id}"), |group| format!("unit {id} of {group}"))
    }
}

/// Runs both, and prints where they diverge.
pub(super) fn pair(args: PairArgs, dry_run: bool) -> Result<Ending> {
    let plan = Plan::new(args)?;
    if dry_run {
        print(&describe(&plan))?;
        return Ok(Ending::Done);
    }
    on_interrupt(|_| format!("the runs were not compared. Start them again with\n  {}", command_line()));
    // Create the file now: report one that cannot be written before the runs.
    let file = plan.png.as_deref().map(Partial::create).transpose()?;
    let steerings = plan.steered.each_ref().map(|layout| layout.steering.clone());
    let found = run_pair(&plan.layout, steerings, plan.tolerance);
    if let (Some(file), Some(parting)) = (file, &found.parting) {
        let (size, pixels) = parting.picture(HALF);
        png::write_to(file, size, &pixels)?;
    }
    if plan.png.as_deref() != Some(Path::new("-")) {
        print(&comparison_text(&plan, &found))?;
    }
    Ok(Ending::Done)
}

/// What `--dry-run` prints.
fn describe(plan: &Plan) -> String {
    let Layout { name, seed, starts, time_limit, .. } = &plan.layout;
    let [a, b] = &plan.names;
    let picture = plan.png.as_deref().map_or("none".into(), display_name);
    let rows = [
        ["runs".to_string(), "2, in step".to_string()],
        ["A".into(), a.clone()],
        ["B".into(), b.clone()],
        ["map".into(), format!("{name}, {}, seed {seed}", counted(starts.len() as u64, "unit"))],
        ["time limit".into(), format!("{time_limit} s")],
        ["picture".into(), picture],
    ];
    format!("{}\n{}", dry_run::HEADING, table::columns(&rows))
}

fn comparison_text(plan: &Plan, found: &PairComparison) -> String {
    let Layout { name, seed, starts, .. } = &plan.layout;
    // The names of the runs say how their pushes differ.
    let [push, other] = plan.steered.each_ref().map(|layout| layout.steering.push.to_string());
    let push = if push == other { format!(", push {push}") } else { String::new() };
    let [a, b] = &plan.names;
    let units = counted(starts.len() as u64, "unit");
    let mut text = format!("{name}, {units}, seed {seed}{push}\nA: {a}\nB: {b}\n\n");
    match &found.parting {
        Some(parting) => {
            text += &parting_text(plan, parting);
            text += &reasons(plan, parting);
        }
        None if plan.tolerance > 0.0 => {
            text += &format!(
                "No unit is ever more than {} m from its position in the other run.\n",
                plan.tolerance
            );
        }
        None => text += "The runs are bit-identical to the end.\n",
    }
    let unit = found.parting.as_ref().map(|parting| parting.unit);
    text + &ends(plan, unit, &found.ends)
}

/// A tick and its time.
fn tick_text(tick: u64) -> String {
    format!("tick {tick} ({:.2} s)", tick as f64 * f64::from(DT))
}

/// When the runs diverge, and in which unit.
fn parting_text(plan: &Plan, parting: &Parting) -> String {
    let Parting { tick, unit, distance, decided, deciding, worlds } = parting;
    let [a, b] = worlds;
    let here = |k: usize| {
        let at = worlds[k].layout().map_point(worlds[k].units().position[*unit]);
        format!("({:.2}, {:.2})", at.x, at.y)
    };
    let name = plan.unit(*unit);
    let (before, now) = (a.ticks(), a.ticks() + 1);
    let same = a.state_hash() == b.state_hash();
    let first = match (before, same) {
        (0, _) => format!("Both runs start in the same state: {:016x}.", a.state_hash()),
        (_, true) => {
            format!("Both runs are bit-identical up to {}: state {:016x}.", tick_text(before), a.state_hash())
        }
        (_, false) => {
            let (a, b) = (a.state_hash(), b.state_hash());
            format!(
                "Other units have diverged earlier: after {} the states are {a:016x} (A) and {b:016x} (B).",
                tick_text(before)
            )
        }
    };
    let place = if here(0) == here(1) { here(0) } else { format!("{} (A), {} (B)", here(0), here(1)) };
    let how = match (decided, deciding - deciding.min(&1)) {
        (Some(_), 0) => "decides differently, as the only unit".to_string(),
        (Some(_), 1) => "decides differently, and so does one other unit".to_string(),
        (Some(_), others) => format!("decides differently, and so do {others} other units"),
        (None, _) => "decides the same, but contacts move it differently".to_string(),
    };
    let then = if *distance > 0.0 {
        format!("it is {} from its position in the other run", length(*distance))
    } else {
        "its position is the same in both runs, but its velocity differs".to_string()
    };
    format!("{first}\nThen, in tick {now}, {name} at {place} {how}.\nAfter {} {then}.\n", tick_text(*tick))
}

/// A distance in m, mm or µm.
fn length(metres: f32) -> String {
    match metres {
        m if m >= 0.1 => format!("{m:.2} m"),
        m if m >= 1e-4 => format!("{:.2} mm", m * 1e3),
        m => format!("{:.2} µm", m * 1e6),
    }
}

/// The unit's reasons in both runs, side by side, with an equals sign between equal lines.
fn reasons(plan: &Plan, parting: &Parting) -> String {
    let [a, b] = [0, 1].map(|k| {
        let lines = reasons_in_words(&parting.worlds[k], parting.unit, &theme::DARK)
            .into_iter()
            .map(|(line, _)| line);
        let heading = format!("{}: {}", ["A", "B"][k], plan.names[k]);
        // The text above names the unit.
        std::iter::once(heading).chain(lines.skip(1)).collect::<Vec<_>>()
    });
    let wide = a.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut text = "\n".to_string();
    for k in 0..a.len().max(b.len()) {
        let line = |side: &[String]| side.get(k).cloned().unwrap_or_default();
        let (left, right) = (line(&a), line(&b));
        let between = if left == right && !left.is_empty() { '=' } else { ' ' };
        text += format!("  {left:wide$}  {between}  {right}").trim_end();
        text.push('\n');
    }
    text
}

/// How both runs end.
fn ends(plan: &Plan, unit: Option<usize>, ends: &[PairEnd; 2]) -> String {
    let row =
        |name: &str, value: &dyn Fn(&PairEnd) -> String| [name.to_string(), value(&ends[0]), value(&ends[1])];
    let mut rows = vec![["results".into(), format!("A: {}", plan.names[0]), format!("B: {}", plan.names[1])]];
    if let Some(id) = unit {
        rows.push(row(&format!("unit {id} arrives"), &|end| {
            table::times(&[end.arrival(id).map(|(time, _)| time)], &end.metrics, &plan.layout)
        }));
        rows.push(row(&format!("unit {id}'s time ratio"), &|end| {
            maybe(end.arrival(id).map(|(_, ratio)| ratio), 3)
        }));
    }
    let metric_row =
        |metric: &Metric| row(metric.heading(), &|end| table::value_and_reference(metric, &end.metrics));
    let times = row("half, all arrived", &|end| {
        table::times(&[&T50, &T100].map(|metric| end.metrics.value(metric)), &end.metrics, &plan.layout)
    });
    rows.extend(headline().map(|metric| if *metric == T100 { times.clone() } else { metric_row(metric) }));
    rows.push(row("state hash", &|end| end.metrics.state_hash.clone()));
    format!("\n{}", table::columns(&rows))
}
