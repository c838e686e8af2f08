//! Units, walls and doors that are added to the worlds while they run.

use super::session::Session;
use crate::viewer::brush::Brush;
use sidestep::crowd::{Command, PlacedWall, WallId};
use sidestep::math;
use sidestep::navigation::Goal;
use sidestep::types::{Point, Vec2};
use sidestep::world::Start;

/// A click reaches a wall up to this many pixels away.
const REACH: f32 = 4.0;
/// The distance of added neighbours, in diameters.
const SPACING: f32 = 1.15;
/// The places that are tried for each unit.
const TRIED: usize = 12;
/// The angle between one place and the next of a spiral that fills a disc evenly: the golden angle, rad.
const GOLDEN: f32 = 2.399_963_2;

impl Session {
    /// Shows or hides the tools that add units, walls and doors. They are for running worlds, not for their start.
    pub(super) fn toggle_play_tools(&mut self) {
        if self.placing() {
            return self.say("end placing first (F7): it changes the start of the run".into());
        }
        self.open.tools = !self.open.tools;
    }

    /// Adds units around a point, where there is room.
    pub(super) fn spawn(&mut self, at: Point, brush: Brush) {
        if self.is_past() {
            return;
        }
        let body = self.body_of(brush);
        let mut taken: Vec<(Point, f32)> = self.taken();
        let mut added = 0;
        for place in spiral(at, body.radius).take(TRIED * brush.count.max(4)) {
            let is_free = taken.iter().all(|(other, radius)| (place - other).norm() >= radius + body.radius);
            if added == brush.count || !is_free {
                continue;
            }
            let command = Command::Spawn(Start { position: place, ..body.clone() });
            // Refused in a wall.
            if self.panes[self.active].command(command.clone()).is_ok() {
                taken.push((place, body.radius));
                added += 1;
                let others = (0..self.panes.len()).filter(|number| *number != self.active);
                for number in others.collect::<Vec<_>>() {
                    // A world that has another wall there gets one unit less.
                    let _ = self.panes[number].command(command.clone());
                }
            }
        }
        if added < brush.count {
            self.say(format!("there is room for {added} of {} units here", brush.count));
        }
        if added > 0 {
            (self.clock.concluded, self.result) = (false, Vec::new());
        }
    }

    /// A unit like the first one of a group.
    fn body_of(&self, brush: Brush) -> Start {
        let (units, layout) = (self.world().units(), self.world().layout());
        let alike = (0..units.len()).find(|slot| units.group[*slot] == brush.group && !units.is_fixed(*slot));
        let start = alike.map(|slot| Start {
            radius: units.radius[slot],
            mass: units.mass[slot],
            max_speed: units.max_speed[slot],
            max_force: units.max_force[slot],
            ..Start::default()
        });
        let of_map = || {
            layout.starts.iter().find(|start| start.group == brush.group).or(layout.starts.first()).cloned()
        };
        let body = start.or_else(of_map).unwrap_or_default();
        let Brush { group, team, .. } = brush;
        Start { group, team, goal: Goal::Stand, velocity: Vec2::zeros(), ..body }
    }

    /// Where units are, and where they will be from the next tick on, with their radii.
    fn taken(&self) -> Vec<(Point, f32)> {
        let units = self.world().units();
        let now = units.position.iter().copied().zip(units.radius.iter().copied());
        let waiting = self.pane().waiting_commands().filter_map(|command| match command {
            Command::Spawn(start) => Some((start.position, start.radius)),
            _ => None,
        });
        now.chain(waiting).collect()
    }

    /// Opens a door that is shut, and shuts one that is open.
    pub(super) fn switch_door(&mut self, door: WallId) {
        let Some(is_open) = self.is_open(door) else { return };
        self.command_all(&Command::Door { wall: door, open: !is_open });
    }

    /// Whether a door is open, or will be from the next tick on.
    fn is_open(&self, door: WallId) -> Option<bool> {
        let waiting = self.pane().waiting_commands().find_map(|command| match command {
            Command::Door { wall, open } if *wall == door => Some(*open),
            _ => None,
        });
        let placed = || self.world().walls().iter().find(|wall| wall.id == door);
        waiting.or_else(|| Some(placed()?.wall.is_open))
    }

    /// The door of world `number` at a point of the map.
    pub fn door_at(&self, number: usize, at: Point) -> Option<WallId> {
        self.nearest_wall(number, at, |wall| wall.wall.is_door)
    }

    /// The wall or door of world `number` at a point of the map.
    pub fn placed_wall_at(&self, number: usize, at: Point) -> Option<WallId> {
        self.nearest_wall(number, at, |_| true)
    }

    fn nearest_wall(
        &self,
        number: usize,
        at: Point,
        accepts: impl Fn(&PlacedWall) -> bool,
    ) -> Option<WallId> {
        let reach = REACH / self.camera().scale;
        let walls = self.panes[number].world().walls().iter().filter(|wall| accepts(wall));
        let gaps = walls.map(|wall| (wall.id, wall.wall.shape.gap(at))).filter(|(_, gap)| *gap <= reach);
        gaps.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(id, _)| id)
    }
}

/// Places around a point, from the inside out.
fn spiral(at: Point, radius: f32) -> impl Iterator<Item = Point> {
    let step = 2.0 * SPACING * radius;
    (0..).map(move |k: usize| {
        at + math::unit(math::wrap(k as f32 * GOLDEN)) * (0.55 * step * (k as f32).sqrt())
    })
}
