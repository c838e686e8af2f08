//! Heading flips: sudden turns that make a crowd look like a swarm of magnets.

use super::gatherer::{Family, Gatherer, per};
use super::journeys::Journeys;
use super::metric::{Better, Metric};
use sidestep::math;
use sidestep::world::World;

/// A turn by more than this angle counts as a flip: 60°, in rad.
const FLIP: f32 = std::f32::consts::FRAC_PI_3;
/// The time within which the turn has to happen: 0.2 s, in ticks.
const TICKS: usize = 12;

/// The share of unit-ticks before arrival in which the heading has turned by more than 60° within 0.2 s.
pub static HEADING_FLIPS: Metric = Metric {
    key: "heading_flips",
    unit: "share",
    better: Some(Better::Lower),
    whole: false,
    headline: false,
    meaning: "share of unit-ticks before arrival in which the heading has turned by more than 60° within 0.2 s",
    table: None,
    report: None,
};

pub(super) static FAMILY: Family =
    Family { metrics: &[&HEADING_FLIPS], begin: |world, _| Box::new(Flips::new(world)) };

#[derive(serde::Serialize, serde::Deserialize)]
struct Flips {
    /// The headings of the last ticks, by the units' numbers, as a ring buffer.
    headings: Vec<Vec<f32>>,
    flips: u64,
    unit_ticks: u64,
}

impl Flips {
    fn new(world: &World) -> Flips {
        Flips { headings: vec![world.units().heading.clone()], flips: 0, unit_ticks: 0 }
    }
}

impl Gatherer for Flips {
    fn observe(&mut self, world: &World, journeys: &Journeys) {
        let (now, numbers) = (&world.units().heading, journeys.numbers());
        // A unit that has just come has faced the same direction before.
        let known = self.headings[0].len();
        for slot in (0..numbers.len()).filter(|slot| numbers[*slot] >= known) {
            self.headings.iter_mut().for_each(|row| row.push(now[slot]));
        }
        if self.headings.len() < TICKS {
            let mut row = self.headings[self.headings.len() - 1].clone();
            numbers.iter().zip(now).for_each(|(number, heading)| row[*number] = *heading);
            self.headings.push(row);
            return;
        }
        let before = &mut self.headings[world.ticks() as usize % TICKS];
        for &slot in journeys.under_way() {
            self.flips += u64::from(math::wrap(now[slot] - before[numbers[slot]]).abs() > FLIP);
        }
        self.unit_ticks += journeys.under_way().len() as u64;
        numbers.iter().zip(now).for_each(|(number, heading)| before[*number] = *heading);
    }

    fn values(&self, _world: &World, _journeys: &Journeys) -> Vec<(&'static Metric, Option<f64>)> {
        vec![(&HEADING_FLIPS, Some(per(self.flips as f64, self.unit_ticks)))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep::crowd::{Destination, GroupTask, Script, TimedOrder};
    use sidestep::navigation::Goal;
    use sidestep::types::{Point, Rect, Vec2};
    use sidestep::world::{Layout, Start};

    /// The flips of a unit in 4 s, which walks in this direction and back from then on, if at all.
    fn flips(direction: Vec2, back_at: Option<f32>) -> u64 {
        let goal = Goal::Point { at: Point::origin() + 60.0 * direction, radius: 0.5, own: true };
        let task = GroupTask::Go(Destination::Point(Point::origin() - 60.0 * direction));
        let back = |at| TimedOrder { at, group: 0, task, facing: None, queued: false, together: false };
        let script = Script { orders: back_at.map(back).into_iter().collect(), ..Script::default() };
        let bounds = Rect { min: Point::new(-80.0, -80.0), max: Point::new(80.0, 80.0) };
        let start = Start { goal, ..Start::default() };
        let mut world = World::new(Layout { bounds, script, ..Layout::new(vec![start]) }, 1);
        let (mut flips, mut journeys) = (Flips::new(&world), Journeys::new(&world));
        for _ in 0..240 {
            world.tick();
            flips.observe(&world, &journeys);
            journeys.observe_arrivals(&world);
        }
        flips.flips
    }

    /// Each flip is seen in the ticks until the new heading is 0.2 s old.
    #[test]
    fn a_unit_flips_when_it_turns_about_and_never_on_a_straight_way() {
        for degrees in [0.0_f32, 45.0, 90.0, 180.0, 270.0] {
            let direction = math::unit(degrees.to_radians());
            assert_eq!(flips(direction, None), 0, "at {degrees}°");
            assert!((1..=24).contains(&flips(direction, Some(2.0))), "it turns about at {degrees}°");
        }
    }
}
