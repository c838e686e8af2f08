//! Tests of a session without a window.

mod clock;
mod steering;
mod view;

use super::keys;
use super::session::SPEEDS;
use super::{Command, MapStep, RunEnd, Session, SteeringChange, ViewerOptions};
use crate::draw::help::{HelpLayout, HelpLine};
use crate::draw::{Canvas, OVERLAYS, Overlays, overlays};
use crate::measure::{Measure, Metrics, T100, TIME_RATIO};
use crate::navigation::Goal;
use crate::scene::{Layout, Start};
use crate::steering::Steering;
use crate::steering::avoidance::{Mode, cardioid};
use crate::steering::behaviours::Behaviour;
use crate::steering::combine::Plan;
use crate::types::{MapPoint, Point, Rect, Vec2};
use crate::world::World;
use std::time::Duration;

fn start(x: f32, y: f32) -> Start {
    Start {
        position: Point::new(x, y),
        velocity: Vec2::zeros(),
        radius: 0.5,
        mass: 80.0,
        max_speed: 2.0,
        max_force: 400.0,
        group: 0,
        goal: Goal::Roam,
    }
}

fn layout(name: &str) -> Layout {
    Layout {
        name: name.into(),
        bounds: Rect { min: Point::new(-10.0, -5.0), max: Point::new(10.0, 5.0) },
        walls: vec![],
        groups: vec!["one".into()],
        starts: vec![start(-4.0, 0.0), start(4.0, 1.0)],
        steering: Steering::default(),
        push_stated: false,
        origin: MapPoint::origin(),
        plans: Vec::new(),
        time_limit: 60.0,
        seed: 1,
    }
}

/// A unit that walks four metres, and a standing unit.
fn short_walk(limit: f32) -> Layout {
    let mut layout = layout("walk");
    layout.starts[0].goal = Goal::Point { at: Point::new(0.0, 0.0), radius: 0.3, own: false };
    layout.starts[1].goal = Goal::Stand;
    layout.time_limit = limit;
    layout
}

fn session() -> Session {
    session_on(layout)
}

fn session_on(layout: impl Fn(&str) -> Layout + 'static) -> Session {
    let load = move |choice| match choice {
        MapStep::Current => Ok(World::new(layout("here"), 1)),
        MapStep::Next => Ok(World::new(layout("next/map"), 1)),
        MapStep::Previous => Err("there is no map before this one".to_string()),
    };
    let mut session = match Session::new(ViewerOptions::new(Box::new(load))) {
        Ok(session) => session,
        Err(error) => panic!("{error}"),
    };
    session.take_all_the_time();
    session
}

fn pass(session: &mut Session, seconds: f32, frame: f32) {
    for _ in 0..(seconds / frame).round() as usize {
        session.advance(frame);
    }
}
