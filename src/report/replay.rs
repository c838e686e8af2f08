//! Replays: all variants of a scene from the same seed, as data for the page's script (`replay.js`).

use super::table::SceneTable;
use super::variants::{SceneResults, StudyResults};
use crate::study::{GoalMark, Replay, Trace, WallOutline};
use crate::text::one_line;
use crate::types::{Point, Vec2};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use std::collections::BTreeMap;

/// The largest size of all replays of a page, in base64 characters, so that the page can still be sent by mail.
const MOST: usize = 6_000_000;
/// The largest interval between frames, in s. Frames further apart no longer show movement, so scenes are left out
/// instead.
const COARSEST: f32 = 1.0;
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
    /// The labels of the scenes that were left out to limit the size.
    #[serde(skip)]
    pub left_out: Vec<String>,
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
    walls: Vec<ReplayWall>,
    /// The groups' names.
    names: Vec<String>,
    goals: Vec<ReplayGoal>,
    variants: Vec<VariantReplay>,
}

#[derive(Serialize)]
struct ReplayWall {
    /// Whether it is filled; otherwise it is a line.
    solid: bool,
    /// Corners, in m from the lower left corner.
    points: Vec<[f32; 2]>,
}

/// A goal; see [`GoalMark`].
#[derive(Serialize)]
struct ReplayGoal {
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
    /// Positions in base64: little-endian u16, x and y of each unit as shares of the size times 65535, frame by frame.
    frames: String,
}

/// The replays chosen for a scene, before thinning.
struct ReplayChoice<'a> {
    label: String,
    seed: u64,
    variants: Vec<(usize, &'a Trace, &'a Replay)>,
}

impl ReplayChoice<'_> {
    /// The number of base64 characters if every `every`-th frame is kept.
    fn size(&self, every: usize) -> usize {
        let of = |replay: &Replay| replay.frames.len().div_ceil(every) * replay.groups.len() * 4;
        self.variants.iter().map(|(_, _, replay)| of(replay).div_ceil(3) * 4).sum()
    }

    fn step(&self) -> f32 {
        self.variants[0].2.step
    }
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
        choose(scene, table).map(|chosen| SceneView::of(&chosen))
    }

    fn of(chosen: &ReplayChoice) -> SceneView {
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
    pub fn new(study: &StudyResults, tables: &[SceneTable], classes: &[String]) -> Replays {
        let mut chosen: Vec<ReplayChoice> =
            tables.iter().filter_map(|table| choose(&study.scenes[table.scene], table)).collect();
        let mut left_out = Vec::new();
        let size =
            |chosen: &[ReplayChoice], every| chosen.iter().map(|scene| scene.size(every)).sum::<usize>();
        let mut every = 1;
        while size(&chosen, every) > MOST {
            let finest = chosen.iter().map(ReplayChoice::step).fold(f32::INFINITY, f32::min);
            if (every + 1) as f32 * finest <= COARSEST {
                every += 1;
                continue;
            }
            let largest = (0..chosen.len()).max_by_key(|k| chosen[*k].size(every));
            left_out.extend(largest.map(|k| chosen.remove(k).label));
            every = 1;
        }
        let scenes = chosen.iter().map(|scene| thinned(study, scene, classes, every)).collect();
        Replays { scenes, left_out }
    }

    /// Returns JSON that is safe inside a script element: nothing in it ends the element or begins a comment.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| r#"{"scenes":[]}"#.into()).replace('<', "\\u003c")
    }
}

/// Chooses the lowest of the seeds for which the most variants have a replay, with the variants in the order of the
/// table.
fn choose<'a>(scene: &SceneResults<'a>, table: &SceneTable) -> Option<ReplayChoice<'a>> {
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
    variants.retain(|(_, _, replay)| {
        replay.groups.len() == first.groups.len()
            && replay.bounds == first.bounds
            && replay.step == first.step
    });
    Some(ReplayChoice { label: scene.label.clone(), seed, variants })
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

fn thinned(study: &StudyResults, chosen: &ReplayChoice, classes: &[String], every: usize) -> SceneReplay {
    let first = chosen.variants[0].2;
    let [low, high] = first.bounds;
    let from_corner = |p: &Point| [p.x - low.x, p.y - low.y];
    let wall = |wall: &WallOutline| ReplayWall {
        solid: wall.solid,
        points: wall.points.iter().map(from_corner).collect(),
    };
    let mark = |goal: &GoalMark| ReplayGoal {
        group: goal.group,
        points: goal.points.iter().map(from_corner).collect(),
        radius: goal.radius,
    };
    let step = first.step * every as f32;
    let view = SceneView::of(chosen);
    let variant = |(k, trace, replay): &(usize, &Trace, &Replay)| {
        let frames: Vec<&Vec<u16>> = replay.frames.iter().step_by(every).collect();
        let bytes: Vec<u8> =
            frames.iter().copied().flatten().flat_map(|position| position.to_le_bytes()).collect();
        VariantReplay {
            label: study.label(*k).to_string(),
            class: classes[*k].clone(),
            arrived: (0..frames.len()).map(|frame| arrived_at(trace, frame as f32 * step)).collect(),
            frames: STANDARD.encode(bytes),
        }
    };
    SceneReplay {
        label: chosen.label.clone(),
        seed: chosen.seed,
        step,
        size: from_corner(&high),
        view: [view.low.x - low.x, view.low.y - low.y, view.size.x, view.size.y],
        groups: first.groups.clone(),
        radii: first.radii.clone(),
        walls: first.walls.iter().map(wall).collect(),
        names: first.names.iter().map(|name| one_line(name)).collect(),
        goals: first.goals.iter().map(mark).collect(),
        variants: chosen.variants.iter().map(variant).collect(),
    }
}

/// Returns the percentage of units that have arrived, from the trace's last sample before `time`.
fn arrived_at(trace: &Trace, time: f32) -> u8 {
    let at = if trace.step > 0.0 { (time / trace.step + 1e-3) as usize } else { 0 };
    let share = trace.arrived.get(at).or(trace.arrived.last()).copied().unwrap_or(0.0);
    (share.clamp(0.0, 1.0) * 100.0) as u8
}
