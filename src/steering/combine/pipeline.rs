//! The steering pipeline (Millington, "AI for Games"): targeters name a goal, decomposers turn it into the next sub-goal,
//! constraints say where the path to that would break a rule and suggest another one, the actuator turns the path into an
//! acceleration. A bounded number of rounds; when no path is found in them, the deadlock behaviour acts.

use super::case::{self, Named};
use super::catalogue::{self, Needs, effect};
use super::{Body, Kind, Mind, Part, Seen};
use crate::math;
use crate::settings::Setting;
use crate::steering::behaviours::{Arrive, Steer, VelocityMatch};
use crate::steering::reasons::{Mark, Tint};
use crate::types::{Point, Segment, Vec2};
use serde_json::Value;

/// The stages of a pipeline.
#[derive(Debug, Clone, PartialEq)]
pub struct Pipeline {
    /// What names the goal; the first that has one.
    pub targeters: Vec<Stage>,
    /// What turns a goal into the next sub-goal, in order.
    pub decomposers: Vec<Stage>,
    /// What a path must not do.
    pub constraints: Vec<Stage>,
    /// What moves the body.
    pub actuator: Stage,
    /// How often a path may be changed, until it is called a deadlock.
    pub rounds: u32,
    /// What the unit does then.
    pub deadlock: Part,
    /// What turns the body meanwhile.
    pub turning: Option<Part>,
}

/// One of the pipeline's stages, with its settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// What it does.
    pub does: Does,
    /// Its settings, target and path; the kind is that of the behaviour which it hands over to.
    pub part: Part,
}

/// What a stage can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    /// Targeter: the unit's goal, or a target's place.
    Goal,
    /// Targeter: where a moving target will be.
    Pursue,
    /// Targeter: the next place on a path.
    FollowPath,
    /// Decomposer: the next place on the way round the walls, by the flow field.
    Way,
    /// Constraint: keeps off walls.
    AvoidWalls,
    /// Constraint: keeps off units, where they will be.
    AvoidUnits,
    /// Actuator: seeks the end of the path.
    Seek,
    /// Actuator: arrives there.
    Arrive,
}

/// A kind of stage: its name in maps, and what it hands over to.
pub struct StageKind {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub does: Does,
    /// Its settings.
    pub settings: &'static [Setting],
    /// What it needs.
    pub needs: Needs,
    /// The behaviour whose settings it shares.
    pub shares: &'static str,
}

const WALL_CLEARANCE: Setting =
    Setting::number("avoid-walls.clearance", 1.4, (1.0, 20.0), "R", "how far the path stays off walls");
const UNIT_CLEARANCE: Setting = Setting::number(
    "avoid-units.clearance",
    0.2,
    (0.0, 20.0),
    "R",
    "how far the path stays off other bodies",
);
const UNIT_HORIZON: Setting =
    Setting::number("avoid-units.horizon", 1.5, (0.1, 20.0), "s", "meetings that are later do not count");

const fn kind(
    name: &'static str,
    does: Does,
    settings: &'static [Setting],
    needs: Needs,
    shares: &'static str,
) -> StageKind {
    StageKind { name, does, settings, needs, shares }
}

/// What names a goal.
pub static TARGETERS: &[StageKind] = &[
    kind("goal", Does::Goal, &[], Needs::Target, "seek"),
    kind("pursue", Does::Pursue, &[], Needs::Target, "pursue"),
    kind("follow-path", Does::FollowPath, &[], Needs::Path, "follow-path"),
];
/// What names a sub-goal.
pub static DECOMPOSERS: &[StageKind] = &[kind("way", Does::Way, &[], Needs::Nothing, "way")];
/// What a path must keep.
pub static CONSTRAINTS: &[StageKind] = &[
    kind("avoid-walls", Does::AvoidWalls, &[WALL_CLEARANCE], Needs::Nothing, "seek"),
    kind("avoid-units", Does::AvoidUnits, &[UNIT_CLEARANCE, UNIT_HORIZON], Needs::Nothing, "seek"),
];
/// What moves the body.
pub static ACTUATORS: &[StageKind] = &[
    kind("seek", Does::Seek, &[], Needs::Nothing, "seek"),
    kind("arrive", Does::Arrive, &[], Needs::Nothing, "arrive"),
];

impl StageKind {
    /// A stage of this kind, with its defaults.
    pub fn stage(&self) -> Stage {
        // Every shared name is in the catalogue, which a test makes sure of.
        let kind = Kind::named(self.shares).unwrap_or(&catalogue::KINDS[0]);
        Stage { does: self.does, part: Part::new(kind) }
    }
}

/// A path is straight: from the body to here.
#[derive(Debug, Clone, Copy)]
struct Path {
    to: Point,
    /// Whether the unit means to stop there: it is no place on the way.
    last: bool,
}

impl Pipeline {
    pub(super) fn parts(&self) -> Vec<&Part> {
        let stages = self.targeters.iter().chain(&self.decomposers).chain(&self.constraints);
        let parts = stages.chain([&self.actuator]).map(|stage| &stage.part);
        parts.chain([&self.deadlock]).chain(&self.turning).collect()
    }

    pub(super) fn parts_mut(&mut self) -> Vec<&mut Part> {
        let stages = self.targeters.iter_mut().chain(&mut self.decomposers).chain(&mut self.constraints);
        let parts = stages.chain([&mut self.actuator]).map(|stage| &mut stage.part);
        parts.chain([&mut self.deadlock]).chain(&mut self.turning).collect()
    }

    pub(super) fn decide(&self, body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Steer {
        let moved = match self.path(body, seen, mind) {
            Planned::Free(path) => {
                mind.mark(|| Mark::Arrow(body.position, path.to), Tint::Chosen);
                self.actuate(path, body).steer(body)
            }
            Planned::Nowhere => Steer::NOTHING,
            Planned::Deadlock => {
                mind.say(|| format!("no path in {} rounds: {}", self.rounds, self.deadlock.kind.name));
                self.deadlock.kind.steer(&self.deadlock, body, seen, mind)
            }
        };
        mind.part(&self.actuator.part, 1.0, moved, seen.unit);
        let turned = self.turning.as_ref().map(|part| {
            let asked = part.kind.steer(part, body, seen, mind);
            mind.part(part, part.weight, asked, seen.unit);
            asked.angular * part.weight
        });
        Steer { linear: moved.linear, angular: moved.angular + turned.unwrap_or(0.0) }
    }

    fn path(&self, body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Planned {
        let goal = self.targeters.iter().find_map(|stage| stage.target(body, seen, mind));
        let Some(goal) = goal else { return Planned::Nowhere };
        let mut path = Path { to: goal, last: true };
        for decomposer in &self.decomposers {
            path = decomposer.decompose(path, seen);
        }
        for round in 0..=self.rounds {
            let broken =
                self.constraints.iter().find_map(|stage| Some((stage, stage.breaks(path, body, seen)?)));
            let Some((stage, suggested)) = broken else {
                if round > 0 {
                    mind.say(|| format!("a free path after {round} of {} rounds", self.rounds));
                }
                return Planned::Free(path);
            };
            mind.mark(|| Mark::Line(body.position, path.to), Tint::Against);
            if round < 3 {
                mind.say(|| format!("{} breaks the path in round {}", stage.name(), round + 1));
            }
            path = Path { to: suggested, last: false };
        }
        Planned::Deadlock
    }

    /// Those of its stages that move and turn the body now, as cases; see [`super::Plan::cases`].
    pub(super) fn cases(&self, body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Vec<Named> {
        let mut cases = match self.path(body, seen, mind) {
            Planned::Free(path) => vec![(self.actuator.part.kind.name, self.actuate(path, body).case(body))],
            Planned::Nowhere => Vec::new(),
            Planned::Deadlock => case::of(&self.deadlock, body, seen, &mind.memory).into_iter().collect(),
        };
        cases.extend(self.turning.as_ref().and_then(|part| case::of(part, body, seen, &mind.memory)));
        cases
    }

    fn actuate(&self, path: Path, body: &Body) -> Move {
        if self.actuator.does == Does::Arrive && path.last {
            Move::Arrive(effect::arrive(&self.actuator.part, body), path.to)
        } else {
            // The velocity towards the place rather than the push towards it: the body stays on its path.
            Move::Match(math::normalize(path.to - body.position) * body.max_speed)
        }
    }
}

/// What the actuator hands over to.
enum Move {
    /// Arrive, at the path's end.
    Arrive(Arrive, Point),
    /// Velocity match, with the velocity along the path, m/s.
    Match(Vec2),
}

impl Move {
    fn steer(&self, body: &Body) -> Steer {
        match self {
            Move::Arrive(arrive, to) => arrive.steer(body, *to),
            Move::Match(velocity) => VelocityMatch::default().steer(body, *velocity),
        }
    }

    fn case(&self, body: &Body) -> Value {
        match self {
            Move::Arrive(arrive, to) => case::arrive_at(body, arrive, *to),
            Move::Match(velocity) => case::match_velocity(body, &VelocityMatch::default(), *velocity),
        }
    }
}

/// How planning ended.
enum Planned {
    Free(Path),
    Nowhere,
    Deadlock,
}

impl Stage {
    fn name(&self) -> &'static str {
        match self.does {
            Does::AvoidWalls => "avoid-walls",
            Does::AvoidUnits => "avoid-units",
            _ => self.part.kind.name,
        }
    }

    fn target(&self, body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Option<Point> {
        match self.does {
            Does::Pursue => {
                let target = seen.target(&self.part)?;
                Some(effect::pursue(&self.part, body).steer(body, &target).place)
            }
            Does::FollowPath => {
                self.part.path.as_ref().map(|path| catalogue::follow(&self.part, path, body, mind).1)
            }
            _ => seen.target(&self.part).map(|target| target.position),
        }
    }

    fn decompose(&self, path: Path, seen: &Seen<'_>) -> Path {
        // The flow field leads to the unit's own goal only.
        let own = seen.goal.is_some_and(|goal| goal.position == path.to);
        match seen.aim.filter(|aim| own && *aim != path.to) {
            Some(aim) => Path { to: aim, last: false },
            None => path,
        }
    }

    /// Where to go instead, when the path breaks this rule.
    fn breaks(&self, path: Path, body: &Body, seen: &Seen<'_>) -> Option<Point> {
        match self.does {
            Does::AvoidWalls => {
                let clear = self.part.settings.get(&WALL_CLEARANCE) * body.radius;
                around_wall(path, body, seen.around.walls, clear)
            }
            Does::AvoidUnits => {
                let clear = self.part.settings.get(&UNIT_CLEARANCE) * body.radius;
                around_unit(path, body, seen, clear, self.part.settings.get(&UNIT_HORIZON))
            }
            _ => None,
        }
    }
}

/// Round the first wall that the path comes nearer to than `clear` metres, and off it by a little more than that: past the end
/// by which the way is shorter where the path crosses it, and aside from the end that it only grazes.
fn around_wall(path: Path, body: &Body, walls: &[Segment], clear: f32) -> Option<Point> {
    let from = body.position;
    let way = Segment { from, to: path.to };
    let gap = |wall: &Segment, p: Point| (wall.nearest(p) - p).norm();
    // What begins or ends too near may do so: only a path that comes nearer on its way breaks the rule.
    let breaks = |wall: &&Segment| {
        let ends = gap(wall, from).min(gap(wall, path.to));
        apart(&way, wall) < clear.min(ends * 0.98)
    };
    let wall = walls.iter().filter(breaks).min_by(|a, b| gap(a, from).total_cmp(&gap(b, from)))?;
    let off = 1.15 * clear;
    if !crosses(&way, wall) {
        let grazed = if gap(&way, wall.from) <= gap(&way, wall.to) { wall.from } else { wall.to };
        return Some(grazed + math::normalize(way.nearest(grazed) - grazed) * off);
    }
    let along = math::normalize(wall.to - wall.from);
    // Past the end and to the body's side of it: the corner is cut neither short nor wide.
    let near_side = math::normalize(from - wall.nearest(from));
    let past = |end: Point, outwards: Vec2| end + outwards * off + near_side * (0.3 * off);
    let (a, b) = (past(wall.from, -along), past(wall.to, along));
    let total = |p: Point| (p - from).norm() + (path.to - p).norm();
    Some(if total(a) <= total(b) { a } else { b })
}

/// The least distance between two segments, m.
fn apart(a: &Segment, b: &Segment) -> f32 {
    if crosses(a, b) {
        return 0.0;
    }
    let gap = |s: &Segment, p: Point| (s.nearest(p) - p).norm();
    gap(a, b.from).min(gap(a, b.to)).min(gap(b, a.from)).min(gap(b, a.to))
}

fn crosses(a: &Segment, b: &Segment) -> bool {
    let side = |s: &Segment, p: Point| math::cross(s.to - s.from, p - s.from);
    side(a, b.from) * side(a, b.to) < 0.0 && side(b, a.from) * side(b, a.to) < 0.0
}

/// Beside the first unit that the body would meet on its path within the horizon, where that unit will be then; on the side
/// on which it passes anyway, to the right when dead on.
fn around_unit(path: Path, body: &Body, seen: &Seen<'_>, clear: f32, horizon: f32) -> Option<Point> {
    let way = math::normalize(path.to - body.position);
    let length = (path.to - body.position).norm();
    let velocity = way * body.max_speed;
    let mut first: Option<(f32, Point)> = None;
    for other in seen.around.neighbours.iter().filter(|n| Some(n.id) != seen.unit.target) {
        let (between, relative) = (other.position - body.position, velocity - other.velocity);
        let speed_squared = relative.norm_squared();
        let time = between.dot(&relative) / speed_squared;
        // What lies beyond the end of the path is not on it.
        let reached = time * body.max_speed <= length + other.radius;
        if !(time > 0.0 && time < horizon && reached) || first.is_some_and(|(t, _)| t <= time) {
            continue;
        }
        let miss = between - relative * time;
        let touch = body.radius + other.radius + clear;
        if miss.norm() >= touch || between.norm() < body.radius + other.radius {
            continue;
        }
        let then = other.position + other.velocity * time;
        // The other passes on this side of us: we go by on the other side of it.
        let side = if math::cross(way, miss) < -1e-3 { math::left(way) } else { math::right(way) };
        first = Some((time, then + side * (1.1 * touch)));
    }
    first.map(|(_, beside)| beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stage_shares_the_settings_of_a_behaviour_that_is_there() {
        for kind in TARGETERS.iter().chain(DECOMPOSERS).chain(CONSTRAINTS).chain(ACTUATORS) {
            assert!(Kind::named(kind.shares).is_some(), "{}", kind.name);
        }
    }

    #[test]
    fn a_wall_across_the_path_is_gone_round_by_its_nearer_end() {
        let body = Body {
            position: Point::origin(),
            velocity: Vec2::zeros(),
            orientation: 0.0,
            rotation: 0.0,
            radius: 0.5,
            max_speed: 5.0,
            max_acceleration: 40.0,
        };
        let wall = Segment { from: Point::new(4.0, -1.0), to: Point::new(4.0, 6.0) };
        let path = Path { to: Point::new(10.0, 0.0), last: true };
        let place = around_wall(path, &body, &[wall], 0.7).expect("it is across");
        assert!(place.y < -1.0 && place.y > -2.0, "{place:?}");
        // At its end, the way to the other side goes on round it.
        let at_end = Body { position: Point::new(4.0, -1.9), ..body };
        let behind = Path { to: Point::new(5.0, 2.0), last: true };
        let place = around_wall(behind, &at_end, &[wall], 0.7).expect("it grazes the end");
        assert!(place.x > 4.5 && place.y > -1.9, "{place:?}");
        let beside = Segment { from: Point::new(4.0, 1.0), to: Point::new(4.0, 6.0) };
        assert_eq!(around_wall(path, &body, &[beside], 0.7), None);
    }
}
