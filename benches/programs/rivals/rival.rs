//! What rivals have in common: their goals, and how they drive the bodies.

use sidestep::navigation::Goal;
use sidestep::steering::Unit;
use sidestep::steering::avoidance::{Avoidance, Choice, Surroundings};
use sidestep::steering::reasons::Reasons;
use sidestep::types::{Point, Vec2};
use sidestep::world::{Layout, World};
use std::error::Error;

/// A world whose units are moved by a rival.
pub trait Rival {
    fn world(&self) -> &World;
    fn journeys(&self) -> &Journeys;
    /// The number of units without a way.
    fn no_way(&self) -> usize;
    /// Where each unit goes.
    fn targets(&self) -> Vec<Point>;
    fn tick(&mut self);
}

/// Gives each unit its velocity.
#[derive(Clone)]
pub struct Drive {
    pub velocities: Vec<Vec2>,
}

impl Avoidance for Drive {
    fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
        0.0
    }

    fn with_flocking(&self) -> bool {
        false
    }

    fn choose(&self, unit: &Unit, _around: &Surroundings<'_>, _why: Option<&mut Reasons>) -> Choice {
        Choice::from_velocity(sidestep::math::clamp_length(self.velocities[unit.id as usize], unit.max_speed))
    }
}

/// The goals of units, and when they arrived.
pub struct Journeys {
    /// Goals, and the distances at which units have arrived, m.
    pub goals: Vec<(Point, f32)>,
    pub arrived_at: Vec<Option<u64>>,
}

impl Journeys {
    /// Takes the goals out of a layout, whose units then go where they are driven. `who` begins the message if one has none.
    pub fn take(layout: &mut Layout, who: &str) -> Result<Journeys, Box<dyn Error>> {
        let mut goals = Vec::new();
        for start in &mut layout.starts {
            let Goal::Point { at, radius, .. } = start.goal else {
                return Err(format!("{who} a map on which each unit has a point as its goal").into());
            };
            goals.push((at, radius));
            start.goal = Goal::Roam;
        }
        Ok(Journeys { arrived_at: vec![None; goals.len()], goals })
    }

    /// Notes who is at its goal for the first time.
    pub fn note(&mut self, world: &World) {
        for (id, position) in world.units().position.iter().enumerate() {
            let (goal, radius) = self.goals[id];
            if self.arrived_at[id].is_none() && (goal - position).norm() <= radius {
                self.arrived_at[id] = Some(world.ticks());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep::world::Start;

    #[test]
    fn a_map_without_points_as_goals_is_refused() {
        let mut layout = Layout::new(vec![Start::default()]);
        let error = Journeys::take(&mut layout, "PIBT needs").err().unwrap().to_string();
        assert_eq!(error, "PIBT needs a map on which each unit has a point as its goal");
    }
}
