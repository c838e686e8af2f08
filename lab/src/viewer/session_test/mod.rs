//! Tests of a session without a window.

mod building;
mod clock;
mod commanding;
mod parts;
mod past;
mod steering;
mod view;
mod worlds;

use super::session::SPEEDS;
use super::{
    Command, MapEntry, MapError, MapLoader, MapRequest, Notice, Session, SteeringChange, ViewerOptions,
};
use crate::draw::{Canvas, OVERLAYS, Overlays, overlays};
use crate::measure::{Measure, Metrics, T100, TIME_RATIO};
use crate::run::{Run, RunEnd};
use crate::scene::MapDraft;
use sidestep::navigation::Goal;
use sidestep::steering::Steering;
use sidestep::steering::avoidance::{Mode, cardioid};
use sidestep::steering::behaviours::Behaviour;
use sidestep::steering::combine::Plan;
use sidestep::types::{MapPoint, Point, Rect};
use sidestep::world::World;
use sidestep::world::{Layout, Start};
use std::time::Duration;

fn start(x: f32, y: f32) -> Start {
    Start {
        position: Point::new(x, y),
        mass: 80.0,
        max_speed: 2.0,
        max_force: 400.0,
        goal: Goal::Roam,
        ..Start::default()
    }
}

pub(super) fn layout(name: &str) -> Layout {
    Layout {
        name: name.into(),
        bounds: Rect { min: Point::new(-10.0, -5.0), max: Point::new(10.0, 5.0) },
        walls: vec![],
        groups: vec!["one".into()],
        colors: Vec::new(),
        starts: vec![start(-4.0, 0.0), start(4.0, 1.0)],
        steering: Steering::default(),
        push_stated: false,
        origin: MapPoint::origin(),
        plans: Vec::new(),
        later_radii: Vec::new(),
        time_limit: 60.0,
        seed: 1,
        script: sidestep::crowd::Script::default(),
    }
}

/// A unit that walks four metres, and a standing unit.
pub(super) fn short_walk(limit: f32) -> Layout {
    let mut layout = layout("walk");
    layout.starts[0].goal = Goal::Point { at: Point::new(0.0, 0.0), radius: 0.3, own: false };
    layout.starts[1].goal = Goal::Stand;
    layout.time_limit = limit;
    layout
}

/// Three maps: "here", "next/map", and one that cannot be loaded.
struct TestMaps<F>(F);

impl<F: Fn(&str) -> Layout> MapLoader for TestMaps<F> {
    fn world(&mut self, request: &MapRequest) -> Result<World, MapError> {
        let name = match request.map {
            0 => "here",
            1 => "next/map",
            _ => return Err("this map has a mistake".into()),
        };
        let mut layout = (self.0)(name);
        layout.seed = request.seed.unwrap_or(layout.seed);
        Ok(World::new(layout, 1))
    }

    fn draft(&mut self, _request: &MapRequest) -> Result<MapDraft, MapError> {
        Err("this map cannot be changed".into())
    }
}

fn entries() -> Vec<MapEntry> {
    let entry = |name: &str| MapEntry { name: name.into(), about: String::new() };
    ["here", "next/map", "broken"].map(entry).to_vec()
}

fn options(layout: impl Fn(&str) -> Layout + 'static) -> ViewerOptions {
    let mut options = ViewerOptions::new(Box::new(TestMaps(layout)), entries());
    options.memory.hint_closed = true;
    options
}

fn session() -> Session {
    session_on(layout)
}

fn session_on(layout: impl Fn(&str) -> Layout + 'static) -> Session {
    opened(options(layout))
}

/// Worlds side by side.
pub(super) fn session_of(count: usize, layout: impl Fn(&str) -> Layout + 'static) -> Session {
    opened(ViewerOptions { variants: count, ..options(layout) })
}

fn opened(options: ViewerOptions) -> Session {
    let mut session = match Session::new(options) {
        Ok(session) => session,
        Err(error) => panic!("{error}"),
    };
    session.set_budget(Duration::MAX);
    session
}

/// The mode after `mode` in the list of modes.
fn next_mode(mode: Mode) -> Mode {
    let listed: Vec<Mode> = Mode::all().collect();
    let at = listed.iter().position(|other| *other == mode).unwrap_or_default();
    listed[(at + 1) % listed.len()]
}

fn pass(session: &mut Session, seconds: f32, frame: f32) {
    for _ in 0..(seconds / frame).round() as usize {
        session.advance(frame);
    }
}
