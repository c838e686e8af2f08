//! `sidestep replay --resume`: goes on with a run that was not finished.

use super::opened::Opened;
use super::output::{Ending, note, print};
use super::output_args::OutputArgs;
use super::output_files::{OutputFiles, display_name};
use super::table;
use crate::export::{JSON, Recorders, RecordingFile};
use crate::measure::Measure;
use crate::run::Run;
use miette::{Result, miette};
use sidestep::recording::Ending as Tail;
use sidestep::types::DT;
use std::path::Path;

/// Goes on with the run and its recording, and prints the figures of the whole run.
pub(super) fn resume(file: &Path, opened: &Opened, threads: usize, output: &OutputArgs) -> Result<Ending> {
    let (name, recording) = (display_name(file), &opened.recording);
    if recording.ending() == Tail::Finished {
        return Err(miette!(
            help = "leave out --resume to play it",
            "{name} is complete: there is nothing to go on with"
        ));
    }
    let outputs = OutputFiles::new(output.formats.0.clone(), output.out.clone())?;
    if let Some((format, option)) = outputs.formats().find(|(format, _)| *format != &JSON) {
        return Err(miette!(
            help = format!("resume the run first, then write the file with: sidestep replay {name} {option}"),
            "--resume writes no {}: such a file shows the whole run",
            format.ending.to_uppercase()
        ));
    }
    let run = repeated(opened, threads)?;
    let end = run.world().time();
    note(&format!("{name} is {}: going on at {end:.2} s", recording.ending()));
    let continued = RecordingFile::resume(file, recording, run.world())?;
    let mut recorders: Vec<Box<dyn crate::export::Recorder>> = vec![Box::new(continued)];
    recorders.extend(outputs.open(&output.recording_options())?);
    let mut recorders = Recorders::resume(recorders);
    let done = run.observe(&mut recorders).finish();
    recorders.take_failure()?;
    if !outputs.has(&JSON) {
        print(&table::figures(&done.metrics, done.world.layout()))?;
    }
    recorders.finish(&done)?;
    Ok(Ending::Done)
}

/// The run, repeated from the last moment whose measurement is known up to the recording's last tick.
fn repeated(opened: &Opened, threads: usize) -> Result<Run> {
    let recording = &opened.recording;
    let mut player = recording.play(opened.layout.clone(), threads).map_err(|error| miette!("{error}"))?;
    let known = |(tick, _): &&(u64, Vec<u8>)| {
        *tick <= recording.last_tick() && recording.snapshot_ticks().any(|at| at == *tick)
    };
    let mut run = None;
    if let Some((tick, note)) = recording.notes().iter().rev().find(known) {
        player.seek(*tick).map_err(|error| miette!("{error}"))?;
        let measure = Measure::restore(player.world(), note);
        run = measure.map(|measure| Run::resume(player.into_world(), measure));
    }
    let mut run = match run {
        Some(run) => run,
        None => Run::new(opened.world(threads)?),
    };
    for tick in run.world().ticks()..recording.last_tick() {
        for (_, inputs) in recording.all_inputs().iter().filter(|(at, _)| *at == tick) {
            inputs.iter().for_each(|input| run.world_mut().give(input.clone()));
        }
        run.tick();
        if recording.hash_after(tick + 1) != Some(run.world().state_hash()) {
            let time = (tick + 1) as f32 * DT;
            return Err(miette!(
                help = "`sidestep replay FILE --verify` says more",
                "the run differs from its recording at {time:.2} s: it cannot go on"
            ));
        }
    }
    Ok(run)
}
