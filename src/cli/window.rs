//! `sidestep run` in a window.

use super::interrupt::stop_on_interrupt;
use super::output::print;
use super::run_plan::{RunPlan, open_scene};
use super::table;
use crate::scene::{LayoutOptions, Overrides, built_in_maps};
use crate::viewer::{self, MapStep, SteeringChange, ViewerError, ViewerOptions};
use crate::world::World;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// The maps that `n` and `p` step through: the named map, then the built-in ones, cyclically.
struct MapTour {
    maps: Vec<String>,
    at: usize,
    named: String,
    options: LayoutOptions,
    steering: Overrides,
    follow: Option<String>,
    threads: usize,
    limit: Option<f32>,
}

impl MapTour {
    fn new(plan: &RunPlan) -> MapTour {
        let mut maps: Vec<String> = built_in_maps().iter().map(|m| m.name.to_string()).collect();
        let at = maps.iter().position(|m| *m == plan.map).unwrap_or_else(|| {
            maps.insert(0, plan.map.clone());
            0
        });
        let named = plan.map.clone();
        MapTour {
            maps,
            at,
            named,
            options: plan.layout,
            steering: plan.steering.clone(),
            follow: plan.follow.clone(),
            threads: plan.threads,
            limit: plan.limit,
        }
    }

    fn load(&mut self, choice: MapStep) -> Result<World, String> {
        let count = self.maps.len();
        let at = match choice {
            MapStep::Current => self.at,
            MapStep::Next => (self.at + 1) % count,
            MapStep::Previous => (self.at + count - 1) % count,
        };
        // Units, seed, jitter, plan and groups' modes apply to the named map only. Others may not scale, or may not have that
        // plan or group.
        let named = self.maps[at] == self.named;
        let options = if named { self.options } else { LayoutOptions::default() };
        // Read the file each time, so that a restart shows edits.
        let follow = self.follow.as_deref().filter(|_| named);
        let scene = open_scene(&self.maps[at], follow);
        let mut layout = scene.and_then(|s| s.layout(&options)).map_err(|e| e.to_string())?;
        if named {
            self.steering.apply(&mut layout).map_err(|problem| problem.to_string())?;
        } else {
            self.steering.apply_to_all(&mut layout);
        }
        layout.time_limit = self.limit.unwrap_or(layout.time_limit);
        self.at = at;
        Ok(World::new(layout, self.threads))
    }
}

/// A note for the figures of a run whose steering the user changed: they describe no single mode.
fn changes_text(changes: &[SteeringChange]) -> String {
    if changes.is_empty() {
        return String::new();
    }
    let lines: String = changes.iter().map(|c| format!("  tick {}: {}\n", c.tick, c.what)).collect();
    format!(
        "The steering changed during this run:\n{lines}\
         The figures cover the whole run and describe no single mode; \"mode\" is the last one.\n"
    )
}

/// Runs the plan in a window until it closes, and prints the figures of the last run. Returns why if no window can open.
pub(super) fn open(plan: &RunPlan) -> miette::Result<Option<String>> {
    if !viewer::available() {
        return Ok(Some("no display".into()));
    }
    let mut tour = MapTour::new(plan);
    let mut options = ViewerOptions::new(Box::new(move |choice| tour.load(choice)));
    options.paused = plan.paused;
    options.overlays = plan.overlays.clone();
    options.selected = plan.select;
    options.size = plan.size.unwrap_or(options.size);
    let signal = Rc::new(OnceCell::new());
    let seen = signal.clone();
    options.closer = Some(Box::new(move |close| {
        // Set here only.
        let _ = seen.set(stop_on_interrupt(close));
    }));
    match viewer::run(options) {
        Ok(outcome) => {
            let figures = table::figures(&outcome.metrics, outcome.world.layout());
            print(&(changes_text(&outcome.changes) + &figures))?;
            match signal.get().map_or(0, |signal| signal.load(Ordering::Relaxed)) {
                0 => Ok(None),
                signal => std::process::exit(128 + signal),
            }
        }
        Err(e @ (ViewerError::NoDisplay(_) | ViewerError::NoGpu(_))) => Ok(Some(e.to_string())),
        Err(e) => Err(e.into()),
    }
}
