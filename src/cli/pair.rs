//! `sidestep compare --pair`: where two runs part, and why.

use super::command_line::command_line;
use super::interrupt::on_interrupt;
use super::output::{Ending, note, print};
use super::output_files::{check_ending, check_not_map, check_terminal};
use super::run_plan::warn_of_unused_settings;
use super::table;
use super::values::{seed, setting, tolerance};
use crate::draw::reasons_in_words;
use crate::export::{PNG, png};
use crate::files::Partial;
use crate::measure::{ARRIVED, DEEPEST_OVERLAP, Metric, STUCK, T50, T100, TIME_RATIO};
use crate::pair::{PairComparison, PairEnd, Parting, pair as run_pair};
use crate::scene::{Layout, LayoutOptions, Overrides, Scene};
use crate::settings::{PushChoice, Setting};
use crate::steering::avoidance::Mode;
use crate::text::{counted, maybe};
use crate::types::DT;
use clap::Args as ClapArgs;
use miette::{Result, miette};
use std::path::{Path, PathBuf};

/// The size of each half of the picture, pixels.
const HALF: (u32, u32) = (960, 720);

/// What was typed after `compare` for two runs in step. Fields without an option are filled from those that `compare` has anyway.
#[derive(Debug, Default, Clone, ClapArgs)]
pub(super) struct PairArgs {
    /// Run these two modes from the same starts in step, and say where they part and why
    #[arg(long, num_args = 2, value_names = ["MODE_A", "MODE_B"],
          conflicts_with_all = ["file", "maps", "modes", "seeds", "one_at_a_time", "threads", "out", "baseline", "against", "title"], help_heading = "Explain a difference")]
    pub pair: Vec<Mode>,
    /// The map of the two runs [default: crossing]
    #[arg(long, value_name = "MAP", requires = "pair", help_heading = "Explain a difference")]
    pub map: Option<String>,
    /// The seed of their starts [default: the map's]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed, requires = "pair", help_heading = "Explain a difference")]
    pub seed: Option<u64>,
    /// A setting of the first run's model; may be given several times
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting, requires = "pair", help_heading = "Explain a difference")]
    pub set_a: Vec<(&'static Setting, f32)>,
    /// A setting of the second run's model; may be given several times
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting, requires = "pair", help_heading = "Explain a difference")]
    pub set_b: Vec<(&'static Setting, f32)>,
    /// How far apart a unit's two places may be, m; 0: not by a bit
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = tolerance, requires = "pair", help_heading = "Explain a difference")]
    pub tolerance: Option<f32>,
    /// Write a picture of both at that moment, side by side
    #[arg(long, value_name = "FILE", requires = "pair", help_heading = "Explain a difference")]
    pub png: Option<PathBuf>,
    /// What `compare` has options for anyway.
    #[arg(skip)]
    pub shared: SharedSettings,
}

/// The options that both runs share.
#[derive(Debug, Default, Clone)]
pub(super) struct SharedSettings {
    /// How many units in all; none: the map's.
    pub units: Option<usize>,
    /// The sideways push; none: the map's.
    pub push: Option<PushChoice>,
    /// Settings of either model.
    pub set: Vec<(&'static Setting, f32)>,
    /// How far the seed moves each start, m; none: as the map says.
    pub jitter: Option<f32>,
    /// When they end, s; none: when the map says.
    pub limit: Option<f32>,
}

/// What was meant: the starts, and how each run steers.
struct PairPlan {
    layout: Layout,
    /// The layout as each run steers it.
    steered: [Layout; 2],
    /// What each run is called.
    names: [String; 2],
    tolerance: f32,
    png: Option<PathBuf>,
}

impl PairPlan {
    fn new(args: PairArgs) -> Result<PairPlan> {
        let &[a, b] = args.pair.as_slice() else {
            return Err(miette!(help = "such as --pair raycast lanes", "--pair takes two modes"));
        };
        let map = args.map.unwrap_or_else(|| "crossing".into());
        if let Some(file) = &args.png {
            check_ending(&PNG, file)?;
            check_not_map(file, &map)?;
            check_terminal(&PNG, "--png", file)?;
        }
        let SharedSettings { units, push, set, jitter, limit } = args.shared;
        let options = LayoutOptions { units, seed: args.seed, jitter };
        let mut layout = Scene::open(&map)?.layout(&options)?;
        layout.time_limit = limit.unwrap_or(layout.time_limit);
        let steered = [(a, &args.set_a), (b, &args.set_b)].map(|(mode, own)| {
            let mut layout = layout.clone();
            let set: Vec<_> = set.iter().chain(own).copied().collect();
            Overrides::for_all_units(mode, &set, push).apply_to_all(&mut layout);
            warn_of_unused_settings(own, &layout);
            layout
        });
        for (setting, _) in &set {
            if [a, b].iter().all(|mode| mode.settings().iter().all(|own| own != *setting)) {
                note(&format!("{} does nothing with {} or {}", setting.key, a.label(), b.label()));
            }
        }
        let names = [(a, &args.set_a), (b, &args.set_b)].map(|(mode, set)| {
            let set: String =
                set.iter().map(|(setting, value)| format!(", {} {value}", setting.key)).collect();
            format!("{mode}{set}")
        });
        let tolerance = args.tolerance.unwrap_or(0.0);
        Ok(PairPlan { layout, steered, names, tolerance, png: args.png })
    }

    fn unit(&self, id: usize) -> String {
        let group = self.layout.starts.get(id).and_then(|s| self.layout.groups.get(usize::from(s.group)));
        group.map_or(format!("unit {id}"), |group| format!("unit {id} of {group}"))
    }
}

/// Runs both, and tells where they part.
pub(super) fn pair(args: PairArgs) -> Result<Ending> {
    let plan = PairPlan::new(args)?;
    on_interrupt(|_| format!("the runs were not compared; start them again with\n  {}", command_line()));
    // Begun now, so that a file that cannot be written shows before the runs.
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

fn comparison_text(plan: &PairPlan, found: &PairComparison) -> String {
    let Layout { name, seed, steering, starts, .. } = &plan.layout;
    let push = plan.steered.first().map_or(steering.push, |layout| layout.steering.push);
    let [a, b] = &plan.names;
    let units = counted(starts.len() as u64, "unit");
    let mut text = format!("{name}, {units}, seed {seed}, push {push}\nA: {a}\nB: {b}\n\n");
    match &found.parting {
        Some(parting) => {
            text += &parting_text(plan, parting);
            text += &reasons(plan, parting);
        }
        None if plan.tolerance > 0.0 => {
            text += &format!(
                "No unit is ever further than {} m from where it is in the other run.\n",
                plan.tolerance
            );
        }
        None => text += "The runs are the same to the end, bit by bit.\n",
    }
    let unit = found.parting.as_ref().map(|parting| parting.unit);
    text + &ends(plan, unit, &found.ends)
}

/// A tick, and when that is.
fn tick_text(tick: u64) -> String {
    format!("tick {tick} ({:.2} s)", tick as f64 * f64::from(DT))
}

/// When they part, and who.
fn parting_text(plan: &PairPlan, parting: &Parting) -> String {
    let Parting { tick, unit, distance, decided, deciding, worlds } = parting;
    let [a, b] = worlds;
    let here = |k: usize| {
        let at = worlds[k].layout().map_point(worlds[k].units().position[*unit]);
        format!("({:.2}, {:.2})", at.x, at.y)
    };
    let who = plan.unit(*unit);
    let (before, now) = (a.ticks(), a.ticks() + 1);
    let same = a.state_hash() == b.state_hash();
    let first = match (before, same) {
        (0, _) => format!("Both runs start the same: state {:016x}.", a.state_hash()),
        (_, true) => {
            format!(
                "Up to {} both runs are the same, bit by bit: state {:016x}.",
                tick_text(before),
                a.state_hash()
            )
        }
        (_, false) => {
            let (a, b) = (a.state_hash(), b.state_hash());
            format!(
                "Others have parted before: after {} the states are {a:016x} (A) and {b:016x} (B).",
                tick_text(before)
            )
        }
    };
    let place = if here(0) == here(1) { here(0) } else { format!("{} (A), {} (B)", here(0), here(1)) };
    let how = match (decided, deciding - deciding.min(&1)) {
        (Some(_), 0) => "decides differently, and no other unit does".to_string(),
        (Some(_), 1) => "decides differently, as does one other".to_string(),
        (Some(_), others) => format!("decides differently, as do {others} others"),
        (None, _) => "decides the same and is moved differently by what touches it".to_string(),
    };
    let then = if *distance > 0.0 {
        format!("it is {} from where it is in the other run", length(*distance))
    } else {
        "it is where it is in the other run, but not as fast".to_string()
    };
    format!("{first}\nThen, in tick {now}, {who} at {place} {how}.\nAfter {} {then}.\n", tick_text(*tick))
}

/// A distance that is hardly there, or not.
fn length(metres: f32) -> String {
    match metres {
        m if m >= 0.1 => format!("{m:.2} m"),
        m if m >= 1e-4 => format!("{:.2} mm", m * 1e3),
        m => format!("{:.2} µm", m * 1e6),
    }
}

/// Both units' reasons side by side, with an equals sign between lines that are the same.
fn reasons(plan: &PairPlan, parting: &Parting) -> String {
    let [a, b] = [0, 1].map(|k| {
        let lines = reasons_in_words(&parting.worlds[k], parting.unit).into_iter().map(|(line, _)| line);
        let heading = format!("{}: {}", ["A", "B"][k], plan.names[k]);
        // The unit was named above.
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

/// How both go on.
fn ends(plan: &PairPlan, unit: Option<usize>, ends: &[PairEnd; 2]) -> String {
    let row =
        |name: &str, value: &dyn Fn(&PairEnd) -> String| [name.to_string(), value(&ends[0]), value(&ends[1])];
    let mut rows =
        vec![["how they end".into(), format!("A: {}", plan.names[0]), format!("B: {}", plan.names[1])]];
    if let Some(id) = unit {
        rows.push(row(&format!("unit {id} arrives"), &|end| {
            table::times(&[end.arrival(id).map(|(time, _)| time)], &end.metrics)
        }));
        rows.push(row("its time ratio", &|end| maybe(end.arrival(id).map(|(_, ratio)| ratio), 3)));
    }
    let metric_row =
        |metric: &Metric| row(metric.heading(), &|end| table::value_and_reference(metric, &end.metrics));
    rows.push(metric_row(&ARRIVED));
    rows.push(row("half, all there", &|end| {
        table::times(&[&T50, &T100].map(|metric| end.metrics.value(metric)), &end.metrics)
    }));
    rows.extend([&TIME_RATIO, &DEEPEST_OVERLAP, &STUCK].map(metric_row));
    rows.push(row("state hash", &|end| end.metrics.state_hash.clone()));
    format!("\n{}", table::columns(&rows))
}
