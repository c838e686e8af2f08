//! `sidestep explain`: what a unit of a recording does and why, and the decisions of models in situations from a file.

use super::opened::Opened;
use super::output::{Ending, print};
use super::output_files::display_name;
use super::run_plan::RECORDING;
use super::values::moment;
use crate::draw::{reasons_in_words, theme};
use crate::explain;
use crate::scene::MarkedUnit;
use clap::Args;
use miette::{Result, miette};
use sidestep::types::DT;
use sidestep::world::World;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The largest accepted file, bytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Arguments of `sidestep explain`.
#[derive(Debug, Clone, Args)]
pub(super) struct ExplainArgs {
    /// A recording (.sidestep), or a JSON file with one situation or an array of them; - reads JSON from standard input
    pub file: PathBuf,
    /// The unit of the recording, as the window names it [default: the unit that was marked]
    #[arg(long, value_name = "ID")]
    pub unit: Option<String>,
    /// Simulated time [default: the time at which the unit was marked, or the end]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = moment)]
    pub at: Option<f32>,
    /// Print the unit's situation at that time as JSON, which `sidestep explain` reads
    #[arg(long)]
    pub situation: bool,
}

pub(super) fn explain(args: &ExplainArgs) -> Result<Ending> {
    if args.file.extension().is_some_and(|ending| ending == RECORDING) {
        return recorded(args);
    }
    let given =
        [("--unit", args.unit.is_some()), ("--at", args.at.is_some()), ("--situation", args.situation)];
    if let Some((option, _)) = given.into_iter().find(|(_, given)| *given) {
        return Err(miette!(
            help = format!("name a recording, FILE.{RECORDING}, or leave {option} out"),
            "{option} needs a recording: {} has situations",
            display_name(&args.file)
        ));
    }
    situations(&args.file)
}

/// Says what a unit of a recording does at a time, and why.
fn recorded(args: &ExplainArgs) -> Result<Ending> {
    let (name, opened) = (display_name(&args.file), Opened::read(&args.file, false)?);
    let (recording, marked) = (&opened.recording, opened.scene.marked);
    let tick = match args.at {
        Some(at) => (at / DT).round() as u64,
        None => marked.map_or(recording.last_tick(), |marked| marked.tick),
    };
    let (first, last) = (recording.first_tick(), recording.last_tick());
    if !(first..=last).contains(&tick) {
        let [at, first, last] = [tick, first, last].map(|tick| tick as f32 * DT);
        return Err(miette!(
            help = format!("use a time from {first:.2} to {last:.2} s"),
            "{name} has no tick at {at:.2} s"
        ));
    }
    let mut player = recording.play(opened.layout.clone(), 1).map_err(|error| miette!("{error}"))?;
    player.seek(tick).map_err(|error| miette!("{name}: {error}"))?;
    let world = player.world();
    let slot = slot_of(args.unit.as_deref(), marked, world, &name)?;
    if args.situation {
        print(&explain::situation(world, slot))?;
        return Ok(Ending::Done);
    }
    let heading = format!("{} at {:.2} s (tick {tick})\n", world.layout().name, tick as f32 * DT);
    let lines = reasons_in_words(world, slot, &theme::DARK);
    print(&lines.into_iter().fold(heading, |text, (line, _)| text + &line + "\n"))?;
    Ok(Ending::Done)
}

/// The slot of the unit that is named, or of the marked one.
fn slot_of(named: Option<&str>, marked: Option<MarkedUnit>, world: &World, name: &str) -> Result<usize> {
    let wanted = match (named, marked) {
        (Some(text), _) => text.to_string(),
        (None, Some(MarkedUnit { unit, .. })) => unit.to_string(),
        (None, None) => {
            return Err(miette!(
                help = "add --unit ID; the window names units, and marks one in what c saves",
                "{name} marks no unit"
            ));
        }
    };
    let found = world.ids().iter().position(|id| id.to_string() == wanted);
    found.ok_or_else(|| {
        miette!(help = units_of(world), "{name} has no unit {wanted} at {:.2} s", world.time())
    })
}

/// Which units there are.
fn units_of(world: &World) -> String {
    match world.ids() {
        [] => "it has no units then".into(),
        [only] => format!("its only unit then is {only}"),
        [first, .., last] => format!("its units then are {first} to {last}, without those that have left"),
    }
}

fn situations(file: &Path) -> Result<Ending> {
    let name = if file == Path::new("-") { "standard input".to_string() } else { file.display().to_string() };
    let bytes = read(file).map_err(|e| {
        miette!(
            code = "explain::unreadable",
            help = "name a recording, or a JSON file with one situation or an array of situations; - reads standard input",
            "cannot read {name}: {e}"
        )
    })?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(miette!(code = "explain::too_large", "{name} must be at most {MAX_BYTES} bytes long"));
    }
    let text = String::from_utf8(bytes)
        .map_err(|e| miette!(code = "explain::not_utf8", "{name} is not UTF-8: {e}"))?;
    let cases = explain::read(&text).map_err(|e| {
        let help = "a situation has a unit {position, velocity, radius, max_speed, goal (or preferred_velocity), and \
                    max_force for raycast}, neighbours [{position, velocity, radius}], walls [[[x, y], [x, y]]] and \
                    the model's settings; docs/behaviours.md has the format for behaviours; `sidestep explain \
                    FILE.sidestep --unit ID --situation` prints that of a recorded unit";
        miette!(code = "explain::bad_case", help = help, "{name}: {e}")
    })?;
    let lines: String = cases.iter().map(|case| format!("{}\n", case.explain())).collect();
    print(&lines)?;
    Ok(Ending::Done)
}

fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    } else {
        std::fs::File::open(file)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
