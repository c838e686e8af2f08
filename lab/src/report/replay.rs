//! Replays: all variants of a scene from the same seed on one time axis, as data for the page's script (`replay.js`).

use super::table::SceneTable;
use super::variants::{SceneResults, StudyResults};
use crate::study::{GoalMark, MOST_REPLAYED, RUNS, Replay, RunOutcome, Trace, WallOutline};
use crate::text::{one_line, short_number};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sidestep::types::{Point, Vec2};
use std::collections::BTreeMap;

/// The largest size of all replays of a page, in characters, so that the page can still be sent by mail.
const MOST: usize = 6_000_000;
/// The largest number of characters of a wall's corner.
const CORNER: usize = 24;
/// To limit the size, frames are at most this far apart, in s. Further apart, they no longer show movement, so scenes are
/// left out instead.
const COARSEST: f32 = 1.0;
/// How much the interval between frames grows at a time to limit the size, in s.
const COARSER: f32 = 0.2;
/// In a jam, at least this share of the units is stuck.
const JAM_SHARE: f64 = 0.05;
/// The smallest number of units in a jam.
const JAM_LEAST: usize = 2;
/// The margin around everything in a view, as a share of its longer side.
const ROOM: f32 = 0.05;
/// The distance within which walls outside the view are included, as a share of its longer side: units walk along them.
const REACH: f32 = 0.1;
/// The shorter side of a view is at least this share of the longer one.
const FLATTEST: f32 = 0.25;

/// The replays of a page.
#[derive(Serialize)]
pub(super) struct Replays {
    /// The scenes that have replays.
    pub scenes: Vec<SceneReplay>,
    /// The scenes and variants without a replay, each with the reason.
    #[serde(skip)]
    pub missing: Vec<String>,
}

/// The replays of one scene, from one seed.
#[derive(Serialize)]
pub(super) struct SceneReplay {
    pub label: String,
    pub seed: u64,
    /// The interval between frames, in s.
    step: f32,
    /// Width and height of the area that positions are shares of, in m.
    size: [f32; 2],
    /// The visible part of it: x, y, width and height, in m from its lower left corner.
    view: [f32; 4],
    groups: Vec<u16>,
    /// Radii, in m.
    radii: Vec<f32>,
    walls: Vec<Wall>,
    /// The groups' names.
    names: Vec<String>,
    goals: Vec<Goal>,
    variants: Vec<VariantReplay>,
    /// The indices of the variants that are shown first: the best, and the baseline or the second best.
    first: [usize; 2],
}

#[derive(Serialize)]
struct Wall {
    /// Whether it is filled; otherwise it is a line.
    solid: bool,
    /// Corners, in m from the lower left corner.
    points: Vec<[f32; 2]>,
}

/// A goal; see [`GoalMark`].
#[derive(Serialize)]
struct Goal {
    group: u16,
    /// Points, in m from the lower left corner.
    points: Vec<[f32; 2]>,
    radius: f32,
}

#[derive(Serialize)]
struct VariantReplay {
    label: String,
    /// The CSS classes of its line.
    class: String,
    /// The percentage of units that have arrived, at each frame.
    arrived: Vec<u8>,
    /// The number of units that are stuck, at each frame; empty if it is not known.
    stuck: Vec<u16>,
    /// When the first jam begins, in s.
    jam: Option<f32>,
    /// Positions in base64: little-endian u16, x and y of each unit as shares of the size times 65535, frame by frame.
    frames: String,
}

/// The replays chosen for a scene, before thinning.
struct Choice<'a> {
    scene: usize,
    seed: u64,
    variants: Vec<(usize, &'a Trace, &'a Replay)>,
}

impl Choice<'_> {
    /// The interval between the frames of all variants, in s: at least that of the run with the longest interval, because
    /// long runs are recorded in coarser steps; and at most `interval`, if that is longer.
    fn step(&self, interval: f32) -> f32 {
        let longest = self.variants.iter().map(|(_, _, replay)| replay.step).fold(0.0, f32::max);
        longest * (interval / longest + 1e-3).floor().max(1.0)
    }

    /// About the number of characters on the page with this interval between frames.
    fn size(&self, interval: f32) -> usize {
        let step = self.step(interval);
        let of =
            |replay: &Replay| frames_at(replay, step).count() * (replay.groups.len() * 4).div_ceil(3) * 4;
        let corners: usize = self.variants[0].2.walls.iter().map(|wall| wall.points.len()).sum();
        self.variants.iter().map(|(_, _, replay)| of(replay)).sum::<usize>() + corners * CORNER
    }
}

/// Returns the recorded frame to show at each multiple of `step`, which is at least the replay's own. The last one shows the
/// end of the run.
fn frames_at(replay: &Replay, step: f32) -> impl Iterator<Item = usize> {
    let (own, last) = (replay.step, replay.frames.len() - 1);
    let count = (last as f32 * own / step - 1e-3).ceil() as usize + 1;
    (0..count).map(move |k| ((k as f32 * step / own).round() as usize).min(last))
}

/// Says what counts as the first jam.
pub(super) fn jam_text() -> String {
    format!(
        "First jam: the first moment at which at least {} % of the units, and at least {JAM_LEAST}, are stuck, which means that each has \
         covered less than 10 % of the distance that it could have covered in the last 2 s.",
        short_number(100.0 * JAM_SHARE)
    )
}

/// Returns when the first jam begins, in s.
fn first_jam(replay: &Replay) -> Option<f32> {
    let least = ((replay.groups.len() as f64 * JAM_SHARE).ceil() as usize).max(JAM_LEAST);
    let at = replay.stuck.iter().position(|stuck| usize::from(*stuck) >= least)?;
    Some(at as f32 * replay.step)
}

/// The part of the map that a scene's pictures show, in m.
pub(super) struct SceneView {
    pub low: Point,
    pub size: Vec2,
    pub walls: Vec<WallOutline>,
}

impl SceneView {
    /// Covers all positions of units at any time, and their goals, with a margin; none without a replay.
    pub fn new(scene: &SceneResults, table: &SceneTable) -> Option<SceneView> {
        choose(scene, table).map(|chosen| SceneView::around(&chosen))
    }

    fn around(chosen: &Choice) -> SceneView {
        let first = chosen.variants[0].2;
        let [corner, end] = first.bounds;
        let (mut low, mut high) = ([u16::MAX; 2], [0; 2]);
        let frames = chosen.variants.iter().flat_map(|(_, _, replay)| &replay.frames);
        for position in frames.flat_map(|frame| frame.chunks_exact(2)) {
            for axis in 0..2 {
                low[axis] = low[axis].min(position[axis]);
                high[axis] = high[axis].max(position[axis]);
            }
        }
        let at = |share: [u16; 2]| {
            let share = Vec2::new(f32::from(share[0]), f32::from(share[1])) / f32::from(u16::MAX);
            corner + (end - corner).component_mul(&share)
        };
        let (mut low, mut high) = (at(low), at(high));
        for mark in &first.goals {
            let radius = Vec2::repeat(mark.radius);
            for point in &mark.points {
                low = low.inf(&(point - radius));
                high = high.sup(&(point + radius));
            }
        }
        let room = Vec2::repeat(first.radii.iter().copied().fold(ROOM * (high - low).max(), f32::max));
        let (low, high) = with_walls((low - room, high + room), &first.walls);
        // A minimum size keeps the picture from being a narrow strip.
        let size = high - low;
        let least = (size.max() * FLATTEST).max(f32::MIN_POSITIVE);
        let size_shown = size.map(|side| side.max(least));
        SceneView { low: low - (size_shown - size) / 2.0, size: size_shown, walls: first.walls.clone() }
    }
}

/// Extends the corners of a view to include walls that run just outside along its edges.
fn with_walls((mut low, mut high): (Point, Point), walls: &[WallOutline]) -> (Point, Point) {
    let longest = (high - low).max();
    let reach = Vec2::repeat(REACH * longest);
    let (from, to) = (low - reach, high + reach);
    let rim = 0.1 * REACH * longest;
    for side in walls.iter().flat_map(|wall| wall.points.windows(2)) {
        let (least, most) = (side[0].inf(&side[1]), side[0].sup(&side[1]));
        let passes = |axis: usize| least[axis] <= to[axis] && most[axis] >= from[axis];
        let lies_in = |axis: usize| least[axis] >= from[axis] && most[axis] <= to[axis];
        for axis in (0..2).filter(|axis| lies_in(*axis) && passes(1 - axis)) {
            low[axis] = low[axis].min(least[axis] - rim);
            high[axis] = high[axis].max(most[axis] + rim);
        }
    }
    (low, high)
}

impl Replays {
    /// Collects the replays of all scenes, thinned to fit the size limit.
    pub fn new(
        study: &StudyResults,
        tables: &[SceneTable],
        classes: &[String],
        baseline: Option<usize>,
    ) -> Replays {
        let mut missing = Vec::new();
        let mut chosen = Vec::new();
        for table in tables {
            let scene = &study.scenes[table.scene];
            match choose(scene, table) {
                None => missing.push(format!("{}: {}", scene.label, why_none(scene))),
                Some(choice) => {
                    missing.extend(missing_variants(study, table, &choice));
                    chosen.push(choice);
                }
            }
        }
        let interval = fit(&mut chosen, |left_out| {
            let label = &study.scenes[left_out.scene].label;
            missing.push(format!(
                "{label}: left out, because all replays of a page take at most {} MB",
                MOST / 1_000_000
            ));
        });
        let scenes =
            chosen.iter().map(|choice| thinned(study, choice, classes, interval, baseline)).collect();
        Replays { scenes, missing }
    }

    /// Whether there is anything to show or to say.
    pub fn have_section(&self) -> bool {
        !self.scenes.is_empty() || !self.missing.is_empty()
    }

    /// Returns JSON that is safe inside a script element: nothing in it ends the element or begins a comment.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| r#"{"scenes":[]}"#.into()).replace('<', "\\u003c")
    }
}

/// Returns the interval between frames with which all scenes fit the size limit. If none does, the largest scene is removed.
fn fit<'a>(chosen: &mut Vec<Choice<'a>>, mut left_out: impl FnMut(Choice<'a>)) -> f32 {
    let mut interval = 0.0;
    while chosen.iter().map(|scene| scene.size(interval)).sum::<usize>() > MOST {
        if interval + COARSER <= COARSEST + 1e-3 {
            interval += COARSER;
            continue;
        }
        let largest = (0..chosen.len()).max_by_key(|k| chosen[*k].size(interval));
        largest.into_iter().for_each(|k| left_out(chosen.remove(k)));
        interval = 0.0;
    }
    interval
}

/// Chooses the lowest of the seeds for which the most variants have a replay, with the variants in the order of the
/// table.
fn choose<'a>(scene: &SceneResults<'a>, table: &SceneTable) -> Option<Choice<'a>> {
    let mut by_seed: BTreeMap<u64, Vec<(usize, &Trace, &Replay)>> = BTreeMap::new();
    for row in &table.rows {
        for record in scene.cells[row.variant].records() {
            let Some(trace) = &record.trace else { continue };
            if let Some(replay) = trace.replay.as_ref().filter(|replay| is_whole(replay)) {
                by_seed.entry(record.run.seed).or_default().push((row.variant, trace, replay));
            }
        }
    }
    // `max_by_key` returns the last of equal elements, so the iteration is reversed.
    let (seed, mut variants) = by_seed.into_iter().rev().max_by_key(|(_, variants)| variants.len())?;
    let first = variants[0].2;
    variants
        .retain(|(_, _, replay)| replay.groups.len() == first.groups.len() && replay.bounds == first.bounds);
    Some(Choice { scene: table.scene, seed, variants })
}

/// Returns why a scene has no replay.
fn why_none(scene: &SceneResults) -> String {
    match scene.units {
        Some(units) if units > MOST_REPLAYED => {
            format!("positions are recorded for at most {MOST_REPLAYED} units")
        }
        _ => format!("the results hold no positions, which are in the folder {RUNS} of the study"),
    }
}

/// Returns the variants that a scene's replays lack, each with the reason.
fn missing_variants(study: &StudyResults, table: &SceneTable, choice: &Choice) -> Vec<String> {
    let scene = &study.scenes[table.scene];
    let variants = table.rows.iter().map(|row| row.variant);
    let lacking = variants.filter(|variant| choice.variants.iter().all(|(chosen, _, _)| chosen != variant));
    let why = |variant: usize| {
        let seed = choice.seed;
        let record = scene.cells[variant].0.get(&seed);
        match record
            .map(|record| (&record.outcome, record.trace.as_ref().and_then(|trace| trace.replay.as_ref())))
        {
            None => format!("there is no run with seed {seed}"),
            Some((RunOutcome::Failed(_), _)) => format!("the run with seed {seed} failed"),
            Some((_, None)) => format!("no positions were recorded with seed {seed}"),
            Some((_, Some(replay))) if !is_whole(replay) => "the recorded positions are damaged".into(),
            Some(_) => "its units or its area differ from those of the other variants".into(),
        }
    };
    lacking.map(|variant| format!("{}, {}: {}", scene.label, study.label(variant), why(variant))).collect()
}

/// Whether a replay can be shown: all its data exist and are finite.
fn is_whole(replay: &Replay) -> bool {
    let units = replay.groups.len();
    let [low, high] = replay.bounds;
    let size = high - low;
    let room = size.iter().all(|side| side.is_finite() && *side > 0.0);
    let frames = !replay.frames.is_empty() && replay.frames.iter().all(|frame| frame.len() == 2 * units);
    let walls = replay.walls.iter().flat_map(|wall| &wall.points).all(|p| p.x.is_finite() && p.y.is_finite());
    let radii = replay.radii.len() == units && replay.radii.iter().all(|radius| radius.is_finite());
    let finite = |mark: &GoalMark| {
        mark.radius.is_finite() && mark.points.iter().all(|p| p.x.is_finite() && p.y.is_finite())
    };
    let goals = replay.goals.iter().all(finite);
    units > 0 && room && frames && walls && goals && radii && replay.step.is_finite() && replay.step > 0.0
}

fn thinned(
    study: &StudyResults,
    chosen: &Choice,
    classes: &[String],
    interval: f32,
    baseline: Option<usize>,
) -> SceneReplay {
    let first = chosen.variants[0].2;
    let [low, high] = first.bounds;
    let from_corner = |p: &Point| [p.x - low.x, p.y - low.y];
    let wall = |wall: &WallOutline| Wall {
        solid: wall.solid,
        points: wall.points.iter().map(from_corner).collect(),
    };
    let mark = |goal: &GoalMark| Goal {
        group: goal.group,
        points: goal.points.iter().map(from_corner).collect(),
        radius: goal.radius,
    };
    let step = chosen.step(interval);
    let view = SceneView::around(chosen);
    let variants = chosen.variants.iter();
    let against = variants.clone().position(|(variant, _, _)| Some(*variant) == baseline);
    let second = against.filter(|at| *at > 0).unwrap_or(1.min(chosen.variants.len() - 1));
    SceneReplay {
        label: study.scenes[chosen.scene].label.clone(),
        seed: chosen.seed,
        step,
        size: from_corner(&high),
        view: [view.low.x - low.x, view.low.y - low.y, view.size.x, view.size.y],
        groups: first.groups.clone(),
        radii: first.radii.clone(),
        walls: first.walls.iter().map(wall).collect(),
        names: first.names.iter().map(|name| one_line(name)).collect(),
        goals: first.goals.iter().map(mark).collect(),
        variants: variants
            .map(|(k, trace, replay)| VariantReplay::new(study.label(*k), &classes[*k], trace, replay, step))
            .collect(),
        first: [0, second],
    }
}

impl VariantReplay {
    fn new(label: &str, class: &str, trace: &Trace, replay: &Replay, step: f32) -> VariantReplay {
        let positions = frames_at(replay, step).flat_map(|frame| &replay.frames[frame]);
        let bytes: Vec<u8> = positions.flat_map(|position| position.to_le_bytes()).collect();
        let end = replay.frames.len() - 1;
        // The last frame stands for the end of the run, which can be up to a step later.
        let arrived = |k: usize| arrived_at(trace, if k == end { f32::MAX } else { k as f32 * replay.step });
        VariantReplay {
            label: label.to_string(),
            class: class.to_string(),
            arrived: frames_at(replay, step).map(arrived).collect(),
            stuck: frames_at(replay, step).filter_map(|frame| replay.stuck.get(frame).copied()).collect(),
            jam: first_jam(replay),
            frames: STANDARD.encode(bytes),
        }
    }
}

/// Returns the percentage of units that have arrived, from the trace's last sample before `time`.
fn arrived_at(trace: &Trace, time: f32) -> u8 {
    let at = if trace.step > 0.0 { (time / trace.step + 1e-3) as usize } else { 0 };
    let share = trace.arrived.get(at).or(trace.arrived.last()).copied().unwrap_or(0.0);
    (share.clamp(0.0, 1.0) * 100.0) as u8
}
