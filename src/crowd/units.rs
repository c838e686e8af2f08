//! Units as parallel arrays.

use super::exchanges::Exchanges;
use super::layout::Layout;
use super::order::Stance;
use super::start::Start;
use crate::math;
use crate::navigation::Goal;
use crate::steering::avoidance::Mode;
use crate::steering::combine::Plan;
use crate::types::{Point, Renumbering, Vec2};
use serde::{Deserialize, Serialize};

/// The phase of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Walking to its goal.
    Walking,
    /// Arrived, and settling into its position as far as there is room.
    Settling,
    /// Standing.
    Standing,
}

/// All units as parallel arrays, indexed by id.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Units {
    /// Positions, relative to the layout's origin ([`Layout::map_point`]).
    pub position: Vec<Point>,
    /// Positions one tick ago, for drawing between ticks.
    pub previous: Vec<Point>,
    /// Velocities, m/s.
    pub velocity: Vec<Vec2>,
    /// Headings, rad.
    pub heading: Vec<f32>,
    /// Angular velocities, rad/s. 0 for units whose heading follows their velocity.
    pub rotation: Vec<f32>,
    /// Radii, m.
    pub radius: Vec<f32>,
    /// Masses, kg.
    pub mass: Vec<f32>,
    /// Maximum speeds, m/s.
    pub max_speed: Vec<f32>,
    /// Maximum forces, N.
    pub max_force: Vec<f32>,
    /// Groups.
    pub group: Vec<u16>,
    /// Avoidance modes of their own. None for the mode of the group.
    pub mode: Vec<Option<Mode>>,
    /// Teams. Units that stand give way to those of their own team only.
    pub team: Vec<u16>,
    /// What each unit does about others while it stands.
    pub stance: Vec<Stance>,
    /// Goals.
    pub goal: Vec<Goal>,
    /// Whether each unit was ordered to its goal. Then a plan that does not use the goal gives way to the unit's mode.
    pub(super) ordered: Vec<bool>,
    /// Whether each unit has further goals after this one.
    pub(super) passes: Vec<bool>,
    /// Whether each unit has arrived.
    pub arrived: Vec<bool>,
    /// Whether each unit's heading is independent of its velocity, because its plan turns the body.
    pub turns: Vec<bool>,
    /// Phases.
    pub phase: Vec<Phase>,
    /// The number of ticks without progress or without giving way, which leads to the next phase.
    pub(super) patience: Vec<u16>,
    /// The smallest distance to its position that each unit has reached while settling, or at which its plan has settled it, m.
    pub(super) nearest: Vec<f32>,
    pub(super) exchanges: Vec<Exchanges>,
}

impl Units {
    pub(super) fn new(layout: &Layout) -> Units {
        let positions: Vec<Point> = layout.starts.iter().map(|start| start.position).collect();
        Units::starting(&layout.starts, layout, &positions)
    }

    /// Units at their start. `positions` holds those of all units that they may have as a goal.
    fn starting(starts: &[Start], layout: &Layout, positions: &[Point]) -> Units {
        let facing = |s: &Start| match s.goal {
            _ if s.velocity != Vec2::zeros() => math::angle(s.velocity),
            Goal::Point { at, .. } | Goal::Line { toward: at, .. } => math::angle(at - s.position),
            Goal::Region(rect) => math::angle(rect.center() - s.position),
            Goal::Unit { index, .. } => {
                positions.get(index as usize).map_or(0.0, |at| math::angle(at - s.position))
            }
            Goal::Stand | Goal::Roam => 0.0,
        };
        // Units would avoid a moving obstacle where it never goes.
        let moves = |s: &Start| if s.goal == Goal::Stand { Vec2::zeros() } else { s.velocity };
        let phase = |s: &Start| if s.goal == Goal::Stand { Phase::Standing } else { Phase::Walking };
        let plan = |group: u16| layout.plans.get(usize::from(group)).and_then(Option::as_ref);
        let turns = |s: &Start| s.goal != Goal::Stand && plan(s.group).is_some_and(Plan::turns);
        Units {
            position: starts.iter().map(|s| s.position).collect(),
            previous: starts.iter().map(|s| s.position).collect(),
            velocity: starts.iter().map(moves).collect(),
            heading: starts.iter().map(facing).collect(),
            rotation: vec![0.0; starts.len()],
            radius: starts.iter().map(|s| s.radius).collect(),
            mass: starts.iter().map(|s| s.mass).collect(),
            max_speed: starts.iter().map(|s| s.max_speed).collect(),
            max_force: starts.iter().map(|s| s.max_force).collect(),
            group: starts.iter().map(|s| s.group).collect(),
            mode: vec![None; starts.len()],
            team: starts.iter().map(|s| s.team).collect(),
            stance: starts.iter().map(|s| s.stance).collect(),
            goal: starts.iter().map(|s| s.goal).collect(),
            ordered: vec![false; starts.len()],
            passes: vec![false; starts.len()],
            arrived: vec![false; starts.len()],
            turns: starts.iter().map(turns).collect(),
            phase: starts.iter().map(phase).collect(),
            patience: vec![0; starts.len()],
            nearest: vec![f32::INFINITY; starts.len()],
            exchanges: vec![Exchanges::default(); starts.len()],
        }
    }

    /// Removes and adds units. A unit whose goal was another one that is gone stands.
    pub(super) fn renumber(&mut self, renumbering: &Renumbering, starts: &[Start], layout: &Layout) {
        let new = Units::starting(starts, layout, &self.position);
        macro_rules! renumber {
            ($($field:ident),+) => {
                $(
                    let mut fresh = new.$field.into_iter();
                    renumbering.keep(&mut self.$field);
                    self.$field.extend(&mut fresh);
                )+
            };
        }
        renumber!(
            position, previous, velocity, heading, rotation, radius, mass, max_speed, max_force, group, mode,
            team, stance, goal, ordered, passes, arrived, turns, phase, patience, nearest, exchanges
        );
        for slot in 0..renumbering.count() {
            if let Goal::Unit { index, gap } = self.goal[slot] {
                match renumbering.slot_of(index) {
                    Some(index) => self.goal[slot] = Goal::Unit { index, gap },
                    None => self.stand(slot),
                }
            }
        }
    }

    /// Lets a unit stand where it is.
    fn stand(&mut self, slot: usize) {
        let (at, radius) = (self.position[slot], self.radius[slot]);
        self.goal[slot] = Goal::Point { at, radius, own: false };
        (self.phase[slot], self.arrived[slot]) = (Phase::Standing, true);
    }

    /// The plan that moves unit `id`: its group's, unless the unit was ordered to a goal that the plan does not use.
    pub(super) fn plan<'a>(&self, id: usize, layout: &'a Layout) -> Option<&'a Plan> {
        let plan = layout.plans.get(usize::from(self.group[id]))?.as_ref()?;
        (!self.ordered[id] || plan.uses_goal()).then_some(plan)
    }

    /// Whether unit `id` is an obstacle that never moves.
    pub fn is_fixed(&self, id: usize) -> bool {
        self.goal[id] == Goal::Stand
    }

    /// The number of units that have a goal to reach.
    pub fn walkers(&self) -> usize {
        self.goal.iter().filter(|goal| !matches!(goal, Goal::Stand | Goal::Roam)).count()
    }

    /// The number of units.
    pub fn len(&self) -> usize {
        self.position.len()
    }

    /// Whether there are no units.
    pub fn is_empty(&self) -> bool {
        self.position.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steering::behaviours::Behaviour;
    use crate::types::Rect;
    use std::f32::consts::{FRAC_PI_2, PI};

    fn at(x: f32, y: f32) -> Point {
        Point::new(x, y)
    }

    fn units(starts: Vec<Start>) -> Units {
        Units::new(&Layout::new(starts))
    }

    #[test]
    fn a_unit_faces_its_velocity_or_else_its_goal_at_the_start() {
        let region = Rect { min: at(-9.0, -1.0), max: at(-7.0, 1.0) };
        let line = Goal::Line { from: at(1.0, 5.0), to: at(-1.0, 5.0), toward: at(0.0, 9.0) };
        let goals = [
            Goal::Point { at: at(0.0, 3.0), radius: 0.5, own: true },
            Goal::Region(region),
            line,
            Goal::Unit { index: 5, gap: 1.0 },
            Goal::Roam,
            Goal::Stand,
        ];
        let moving = Start { velocity: Vec2::new(0.0, -1.0), goal: goals[1], ..Start::default() };
        let mut starts = goals.map(|goal| Start { goal, ..Start::default() }).to_vec();
        starts[5].position = at(-3.0, 0.0);
        starts.push(moving);
        let units = units(starts);
        for (heading, expected) in
            units.heading.iter().zip([FRAC_PI_2, PI, FRAC_PI_2, PI, 0.0, 0.0, -FRAC_PI_2])
        {
            assert!((heading - expected).abs() < 1e-5, "{:?}", units.heading);
        }
        assert_eq!(units.phase[..6], [[Phase::Walking; 5].as_slice(), &[Phase::Standing]].concat());
        assert_eq!((units.walkers(), units.is_fixed(5), units.is_fixed(4)), (5, true, false));
    }

    #[test]
    fn an_order_takes_a_unit_from_a_plan_that_does_not_use_its_goal() {
        let plan = |name: &str| Some(Plan::single(Behaviour::named(name).unwrap()));
        let starts = [0, 1].map(|group| Start { group, ..Start::default() }).to_vec();
        let layout = Layout { plans: vec![plan("wander"), plan("seek")], ..Layout::new(starts) };
        let mut units = Units::new(&layout);
        for (ordered, wanders) in [(false, true), (true, false)] {
            units.ordered.fill(ordered);
            let plans = [0, 1].map(|id| units.plan(id, &layout).is_some());
            assert_eq!(plans, [wanders, true], "ordered: {ordered}");
        }
    }

    #[test]
    fn an_obstacle_has_no_velocity() {
        let start = |goal| Start { velocity: Vec2::new(1.0, 2.0), goal, ..Start::default() };
        let units = units(vec![start(Goal::Stand), start(Goal::Roam)]);
        assert_eq!(units.velocity, [Vec2::zeros(), Vec2::new(1.0, 2.0)]);
        assert!(!units.is_empty() && Units::default().is_empty());
    }

    #[test]
    fn a_unit_keeps_the_unit_that_it_follows_and_stands_if_that_is_gone() {
        let follow = |index: u32, x: f32| Start {
            position: at(x, 0.0),
            goal: Goal::Unit { index, gap: 1.0 },
            ..Start::default()
        };
        let starts = vec![follow(1, 0.0), follow(2, 3.0), follow(1, 6.0)];
        let layout = Layout::new(starts.clone());
        let mut units = Units::new(&layout);
        units.renumber(&Renumbering { kept: vec![1, 2], before: 3, added: 1 }, &[follow(0, 9.0)], &layout);
        assert_eq!(units.goal[..2], [Goal::Unit { index: 1, gap: 1.0 }, Goal::Unit { index: 0, gap: 1.0 }]);
        let place = Goal::Point { at: at(9.0, 0.0), radius: 0.5, own: false };
        assert_eq!((units.goal[2], units.phase[2], units.arrived[2]), (place, Phase::Standing, true));
        assert_eq!(units.position, [at(3.0, 0.0), at(6.0, 0.0), at(9.0, 0.0)]);
    }
}
