//! The summary of a map, printed by `sidestep check`.

use super::bounds::{OpenEnd, open_ends};
use super::description::{Description, Group, Shape};
use crate::document::SourceText;
use crate::document::origin::on_map;
use crate::text::counted;
use sidestep::geometry::Wall;
use sidestep::geometry::polygon::signed_area;
use sidestep::math;
use sidestep::settings::{ON, Setting};
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep::steering::schedule::{OVERLAP, PERCEPTION, RATE};
use sidestep::traffic::{MECHANISMS, Mechanism};
use sidestep::types::{MapPoint, Point, Rect};
use sidestep::world::Layout;
use std::f32::consts::PI;
use std::fmt;

/// The summary of a group.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupSummary {
    /// The name.
    pub name: String,
    /// The number of units.
    pub units: usize,
    /// The formation: grid, hex, random, ring or listed.
    pub formation: &'static str,
    /// The number of units that start elsewhere than in their place of the formation.
    pub moved: usize,
    /// The goal's key, or "own" if each unit has its own goal.
    pub goal: &'static str,
    /// The plan that the group follows and how it combines behaviours, if there is one.
    pub plan: Option<(String, &'static str)>,
    /// The group's own avoidance mode, if it has one.
    pub avoidance: Option<Mode>,
}

/// The summary of a map.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The map's name.
    pub name: String,
    /// The one-line summary.
    pub about: String,
    /// Where the scene comes from.
    pub source: String,
    /// The groups.
    pub groups: Vec<GroupSummary>,
    /// The numbers of boxes, circles, polygons and chains.
    pub walls: [usize; 4],
    /// The bounds.
    pub bounds: Rect,
    /// The origin of the bounds' coordinates in map coordinates, m.
    pub origin: MapPoint,
    /// Whether the bounds are walls.
    pub closed: bool,
    /// The walls that end exactly on open bounds, each with its line in the map.
    pub open_ends: Vec<(OpenEnd, usize)>,
    /// The share of the bounds that units cover at the start.
    pub units_share: f32,
    /// The share of the bounds that walls cover. Overlaps of walls count twice.
    pub walls_share: f32,
    /// How the units steer.
    pub steering: Steering,
    /// The time limit of the run, s.
    pub time_limit: f32,
    /// The seed.
    pub seed: u64,
    /// The jitter in x and in y, m.
    pub jitter: f32,
    /// The numbers of orders, streams and doors.
    pub script: [usize; 3],
}

impl Summary {
    pub(super) fn new(d: &Description, source: &SourceText, layout: &Layout) -> Self {
        let group = |(i, g): (usize, &Group)| GroupSummary {
            name: g.name.clone(),
            units: layout.starts.iter().filter(|s| s.group as usize == i).count(),
            formation: match &g.shape {
                Shape::Block(block) => block.kind.name(),
                Shape::Ring(_) => "ring",
                Shape::Units(_) => "listed",
            },
            moved: g.moved.len(),
            goal: g.goal.as_ref().map_or("own", |g| g.kind.name()),
            plan: layout.plans[i].as_ref().map(|plan| (plan.name.clone(), plan.combine.name())),
            avoidance: g.avoidance,
        };
        let mut walls = [0; 4];
        for (wall, _) in &d.walls {
            walls[match wall {
                Wall::Box(_) => 0,
                Wall::Circle { .. } => 1,
                Wall::Polygon(_) => 2,
                Wall::Chain(_) => 3,
            }] += 1;
        }
        let size = layout.bounds.size();
        let world = size.x as f64 * size.y as f64;
        let discs: f64 = layout.starts.iter().map(|s| (PI * s.radius * s.radius) as f64).sum();
        let solid: f64 = layout.walls.iter().map(|w| covered(w, layout.bounds)).fold(0.0, |a, b| a + b);
        Summary {
            name: d.name.clone(),
            about: d.about.clone(),
            source: d.origin.clone(),
            groups: d.groups.iter().enumerate().map(group).collect(),
            walls,
            bounds: layout.bounds,
            origin: layout.origin,
            closed: d.closed.is_some(),
            open_ends: open_ends(layout).into_iter().map(|end| (end, line_of(d, source, end.wall))).collect(),
            units_share: (discs / world) as f32,
            walls_share: (solid / world).min(1.0) as f32,
            steering: layout.steering.clone(),
            time_limit: layout.time_limit,
            seed: layout.seed,
            jitter: d.jitter,
            script: [
                layout.script.orders.len() + layout.script.switches.len(),
                layout.script.streams.len(),
                layout.script.doors.len(),
            ],
        }
    }

    /// Returns the number of units.
    pub fn units(&self) -> usize {
        self.groups.iter().map(|g| g.units).sum()
    }
}

/// Returns the line of a wall in the map, from 1.
fn line_of(d: &Description, source: &SourceText, wall: usize) -> usize {
    let start = d.walls.get(wall).map_or(0, |(_, span)| span.start);
    source.text.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1
}

/// Returns the area of a wall within the bounds, m².
fn covered(wall: &Wall, bounds: Rect) -> f64 {
    let outline = match wall {
        Wall::Box(Rect { min, max }) => vec![*min, Point::new(max.x, min.y), *max, Point::new(min.x, max.y)],
        Wall::Circle { center, radius } => {
            (0..64).map(|k| center + math::unit(k as f32 * PI / 32.0) * *radius).collect()
        }
        Wall::Polygon(points) => points.clone(),
        Wall::Chain(_) => return 0.0,
    };
    // Clipped by Sutherland and Hodgman's algorithm, which keeps the area of concave outlines correct.
    let inside: [&dyn Fn(Point) -> f32; 4] =
        [&|p| p.x - bounds.min.x, &|p| bounds.max.x - p.x, &|p| p.y - bounds.min.y, &|p| bounds.max.y - p.y];
    let mut outline = outline;
    for depth in inside {
        let mut cut = Vec::with_capacity(outline.len() + 1);
        for i in 0..outline.len() {
            let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
            let (da, db) = (depth(a), depth(b));
            if da >= 0.0 {
                cut.push(a);
            }
            if (da >= 0.0) != (db >= 0.0) {
                cut.push(a + (b - a) * (da / (da - db)));
            }
        }
        outline = cut;
    }
    signed_area(&outline).abs()
}

/// Returns the mechanisms that are on, with their changed settings: "gates (width 20), queueing".
fn mechanisms(steering: &Steering) -> String {
    let is_on = |mechanism: &&&Mechanism| steering.is_on(mechanism);
    let described = |mechanism: &&Mechanism| {
        let numbers = mechanism.settings[1..].iter().map(|setting| (setting, steering.settings.get(setting)));
        let changed: Vec<String> = numbers
            .filter(|(setting, value)| *value != setting.default)
            .map(|(setting, value)| format!("{} {value}", setting.name().replace('_', " ")))
            .collect();
        let changed = if changed.is_empty() { String::new() } else { format!(" ({})", changed.join(", ")) };
        format!("{}{changed}", mechanism.name)
    };
    let on: Vec<String> = MECHANISMS.iter().filter(is_on).map(described).collect();
    if on.is_empty() { "none".into() } else { on.join(", ") }
}

/// Returns when units decide, if that differs from the default: "30 Hz, beside physics".
fn schedule(steering: &Steering) -> Option<String> {
    let [rate, perception, overlap] =
        [&RATE, &PERCEPTION, &OVERLAP].map(|setting| steering.settings.get(setting));
    let mut words = vec![format!("{rate} Hz")];
    if perception != PERCEPTION.default {
        words.push(format!("neighbours at {perception} Hz"));
    }
    if overlap == ON {
        words.push("beside physics".into());
    }
    (words.len() > 1 || rate != RATE.default).then(|| words.join(", "))
}

fn many(n: usize, what: &str) -> String {
    counted(n as u64, what)
}

impl Summary {
    fn write_groups(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wide = self.groups.iter().map(|g| g.name.chars().count()).max().unwrap_or(0);
        for g in &self.groups {
            let units = many(g.units, "unit");
            let moved = if g.moved > 0 { format!(", {} moved", g.moved) } else { String::new() };
            write!(f, "    {:<wide$}  {units}, {}{moved}, goal: {}", g.name, g.formation, g.goal)?;
            if let Some((plan, combine)) = &g.plan {
                write!(f, ", steering: {plan} ({combine})")?;
            }
            if let Some(mode) = g.avoidance {
                write!(f, ", avoidance: {mode}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    /// The modes of all groups, each with the settings that the map changes.
    fn write_modes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = &self.steering;
        let mut modes = vec![s.mode];
        for mode in self.groups.iter().filter_map(|g| g.avoidance) {
            if !modes.contains(&mode) {
                modes.push(mode);
            }
        }
        for (mode, what) in modes.into_iter().zip(["avoidance"].into_iter().chain(std::iter::repeat(""))) {
            write!(f, "  {what:<12}{mode}")?;
            let changed = |setting: &&Setting| s.settings.get(setting) != setting.default;
            for setting in mode.settings().iter().filter(changed) {
                write!(f, ", {} {}", setting.name().replace('_', " "), s.settings.get(setting))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.name, self.about)?;
        if !self.source.is_empty() {
            writeln!(f, "  from        {}", self.source)?;
        }
        let Rect { min, max } = self.bounds;
        let size = self.bounds.size();
        writeln!(
            f,
            "  bounds      {} to {}, {} × {} m{}",
            on_map(min, self.origin),
            on_map(max, self.origin),
            size.x,
            size.y,
            if self.closed { ", closed" } else { "" }
        )?;
        writeln!(f, "  units       {}, in {}", self.units(), many(self.groups.len(), "group"))?;
        self.write_groups(f)?;
        let kinds = ["box", "circle", "polygon", "chain"];
        let walls: Vec<String> =
            self.walls.iter().zip(kinds).filter(|(n, _)| **n > 0).map(|(n, kind)| many(*n, kind)).collect();
        let walls = if walls.is_empty() { "none".to_string() } else { walls.join(", ") };
        writeln!(f, "  walls       {walls}")?;
        if self.script != [0; 3] {
            let parts = self.script.iter().zip(["order", "stream", "door"]).filter(|(n, _)| **n > 0);
            let parts: Vec<String> = parts.map(|(n, kind)| many(*n, kind)).collect();
            writeln!(f, "  script      {}", parts.join(", "))?;
        }
        let (u, w) = (self.units_share * 100.0, self.walls_share * 100.0);
        writeln!(
            f,
            "  room        units cover {u:.1} %, walls {w:.1} %, free {:.1} %",
            (100.0 - u - w).max(0.0)
        )?;
        self.write_modes(f)?;
        let s = &self.steering;
        writeln!(f, "  mechanisms  {}", mechanisms(s))?;
        if let Some(schedule) = schedule(s) {
            writeln!(f, "  decisions   {schedule}")?;
        }
        let w = &s.weights;
        writeln!(
            f,
            "  weights     seek {}, separation {}, alignment {}, cohesion {}",
            w.seek, w.separation, w.alignment, w.cohesion
        )?;
        writeln!(f, "  push        {}", s.push)?;
        write!(f, "  run         up to {} s, seed {}, jitter {} m", self.time_limit, self.seed, self.jitter)?;
        for (OpenEnd { wall, at }, line) in &self.open_ends {
            let wall = wall + 1;
            write!(
                f,
                "\n  warning     wall {wall} (line {line}) ends on the bounds at {}, but bounds are not walls: units can walk around its end.\n              Add `closed = true` to the map, or extend the wall beyond the bounds",
                on_map(*at, self.origin)
            )?;
        }
        Ok(())
    }
}
