//! Which part of a run is recorded: checks of `--at`, `--from`, `--to`, `--fps` and `--view`.

use super::output_files::OutputFiles;
use crate::export::{OutputKind, RecordingOptions, VisibleArea};
use crate::scene::frame;
use miette::{Result, miette};
use sidestep::world::Layout;

/// Refuses options without a file that they apply to.
pub(super) fn check_moments(options: &RecordingOptions, outputs: &OutputFiles) -> Result<()> {
    let is_still = outputs.formats().any(|(format, _)| format.kind == OutputKind::Still);
    if options.at.is_some() && !is_still {
        return Err(miette!(
            help = "use --png FILE, --svg FILE or --out FILE.png to write a picture",
            "--at needs a picture: it sets the time of --png and --svg"
        ));
    }
    let animations = || {
        outputs.formats().filter_map(|(format, option)| match format.kind {
            OutputKind::Animation { most_fps } => Some((format, option, most_fps)),
            _ => None,
        })
    };
    let given = [("--from", options.from), ("--to", options.to), ("--fps", options.fps)];
    if let Some((option, _)) = given.into_iter().find(|(_, value)| value.is_some())
        && animations().next().is_none()
    {
        return Err(miette!(
            help = "use --gif FILE, --mp4 FILE or --webm FILE to write one; --at sets the time of a picture",
            "{option} needs an animation"
        ));
    }
    let too_fast = |fps: f32| animations().find(|(.., most)| fps > *most);
    if let Some((fps, (format, _, most))) = options.fps.and_then(|fps| Some((fps, too_fast(fps)?))) {
        return Err(miette!(
            help = format!("use --fps {most} or less; --mp4 and --webm show up to 60 frames per second"),
            "--fps {fps} is too fast: a {} file shows at most {most} frames per second",
            format.ending.to_uppercase()
        ));
    }
    if let (Some(from), Some(to)) = (options.from, options.to)
        && from >= to
    {
        return Err(miette!(
            help = "use a --from that is before --to",
            "--from {from} must be before --to {to}"
        ));
    }
    Ok(())
}

/// Refuses times after the end of the run.
pub(super) fn check_end(options: &RecordingOptions, end: f32) -> Result<()> {
    let given = [("--at", options.at), ("--from", options.from), ("--to", options.to)];
    match given.into_iter().find_map(|(option, time)| Some((option, time.filter(|time| *time > end)?))) {
        None => Ok(()),
        Some((option, time)) => Err(miette!(
            help = format!("use a time from 0 to {end} s, or a longer --limit"),
            "{option} {time} is after the end of the run at {end} s"
        )),
    }
}

/// Refuses a visible part that has nothing of the map.
pub(super) fn check_visible(view: Option<VisibleArea>, layout: &Layout) -> Result<()> {
    let Some(VisibleArea { middle, width }) = view else { return Ok(()) };
    let (at, frame) = (layout.local_point(middle), frame(layout));
    // Pictures are at most as high as they are wide, in general.
    let beyond = (frame.min - at).sup(&(at - frame.max));
    if beyond.x <= width / 2.0 && beyond.y <= width {
        return Ok(());
    }
    let (min, max) = (layout.map_point(frame.min), layout.map_point(frame.max));
    Err(miette!(
        help = format!("the map reaches from {:.1}, {:.1} to {:.1}, {:.1} m", min.x, min.y, max.x, max.y),
        "--view {},{},{width} shows nothing of the map",
        middle.x,
        middle.y
    ))
}
