//! Layouts built by hand, for tests that need exact starts.

use sidestep::navigation::Goal;
use sidestep::settings::{Push, Settings, Weights};
use sidestep::steering::Steering;
use sidestep::steering::avoidance::{Mode, cardioid};
use sidestep::types::{MapPoint, Point, Rect};
use sidestep::world::World;
use sidestep::world::{Layout, Start};

/// Returns a unit of radius 0.5 m and mass 1 kg that walks from `from` to `to` at up to 5 m/s.
pub fn walker(from: (f32, f32), to: (f32, f32)) -> Start {
    Start {
        position: Point::new(from.0, from.1),
        group: u16::from(from.0 > to.0),
        goal: Goal::Point { at: Point::new(to.0, to.1), radius: 0.5, own: true },
        ..Start::default()
    }
}

/// Returns the mode of this name.
pub fn mode(name: &str) -> Mode {
    Mode::named(name).unwrap_or_else(|| panic!("no mode {name}"))
}

/// Returns a steering without flocking, so that only the mode and the push act.
pub fn steering(mode: Mode, stage: u8, push: Push) -> Steering {
    let weights = Weights { seek: 1.0, separation: 0.0, alignment: 0.0, cohesion: 0.0 };
    let mut settings = Settings::default();
    settings.set(&cardioid::STAGE, f32::from(stage)).unwrap();
    Steering { mode, modes: Vec::new(), settings, weights, push }
}

pub const NO_PUSH: Push = Push { on: false, strength: 0.8 };

pub fn layout(starts: Vec<Start>, steering: Steering) -> Layout {
    Layout {
        name: "by-hand".into(),
        bounds: Rect { min: Point::new(-50.0, -50.0), max: Point::new(50.0, 50.0) },
        walls: Vec::new(),
        groups: vec!["east".into(), "west".into()],
        colors: Vec::new(),
        starts,
        steering,
        push_stated: true,
        origin: MapPoint::origin(),
        plans: Vec::new(),
        later_radii: Vec::new(),
        time_limit: 60.0,
        seed: 0,
        script: sidestep::crowd::Script::default(),
    }
}

/// Ticks until all units have arrived or `limit` seconds have passed. Returns the time of the last arrival.
pub fn run(world: &mut World, limit: f32, mut each: impl FnMut(&World)) -> Option<f32> {
    while world.time() < limit {
        world.tick();
        each(world);
        if world.arrived() == world.walkers() {
            return Some(world.time());
        }
    }
    None
}
