//! Obstacle and wall avoidance: look ahead with one ray, or with a long ray and two whiskers, and seek a point away
//! from the nearest hit (Reynolds 1999; Millington).

use super::behaviour::{Behaviour, Needs, Part, Seen};
use super::body::{Body, Steer, later, offset};
use super::case::{CaseForm, Inputs};
use super::fields::{Accepts, CaseField, CaseFields};
use super::mind::Mind;
use super::round_obstacle::RoundObstacle;
use super::seek::seek;
use super::settings::{given_or, length};
use crate::math;
use crate::settings::Setting;
use crate::steering::reasons::{Mark, Tint};
use crate::types::{Point, Segment, Vec2};
use std::borrow::Cow;
use std::f32::consts::FRAC_PI_6;

const LOOKAHEAD: Setting =
    length("wall-avoidance.lookahead", "length of the ray; 0: the distance covered in 1 s");
const AVOID_DISTANCE: Setting = length(
    "wall-avoidance.avoid_distance",
    "distance of the point it seeks from the wall; 0: 2 R, or 0.3 × lookahead if greater",
);
const WHISKERS: Setting =
    Setting::whole("wall-avoidance.whiskers", 1.0, (0.0, 1.0), "1: a ray and two whiskers; 0: one ray");

/// The table entry of `wall-avoidance`.
pub static WALL_AVOIDANCE: Behaviour = Behaviour {
    name: "wall-avoidance",
    summary: "seeks a point away from the wall or standing unit that its rays hit",
    settings: &[LOOKAHEAD, AVOID_DISTANCE, WHISKERS],
    needs: Needs::Nothing,
    turns: false,
    steer: wall_avoidance,
    case: Some(CaseForm::new::<AvoidWalls<'static>>()),
};

fn wall_avoidance(part: &Part, body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Steer {
    let inputs = AvoidWalls {
        settings: wall_settings(part, body),
        walls: Some(Cow::Borrowed(seen.around.walls)),
        obstacles: Some(standing_obstacles(body, seen)),
    };
    mind.decide(body, inputs)
}

/// The inputs of wall avoidance. A case has walls or obstacles.
struct AvoidWalls<'a> {
    settings: WallAvoidance,
    walls: Option<Cow<'a, [Segment]>>,
    obstacles: Option<Vec<RoundObstacle>>,
}

impl Inputs for AvoidWalls<'_> {
    const NAME: &'static str = "wall-avoidance";

    fn for_body(body: &Body) -> Self {
        AvoidWalls { settings: WallAvoidance::for_body(body), walls: None, obstacles: None }
    }

    fn fields(&mut self, _: &Body, case: &mut dyn CaseFields) {
        // A case must not have walls without a length, and no ray meets them.
        let has_no_length = |wall: &Segment| wall.from == wall.to;
        let mut walls = self.walls.take().map(Cow::into_owned);
        walls.iter_mut().for_each(|walls| walls.retain(|wall| !has_no_length(wall)));
        case.field("walls", CaseField::Walls(&mut walls));
        case.field("obstacles", CaseField::Obstacles(&mut self.obstacles));
        self.settings.fields(case);
        if walls.is_none() && self.obstacles.is_none() {
            case.reject("walls", "missing; wall-avoidance needs 'walls' or 'obstacles'".into());
        }
        if let Some(index) = walls.iter().flatten().position(has_no_length) {
            case.reject(&format!("walls[{index}]"), "has no length: both ends are the same point".into());
        }
        self.walls = walls.map(Cow::Owned);
    }

    fn steer(&self, body: &Body, mind: &mut Mind<'_>) -> Steer {
        let walls = self.walls.as_deref().unwrap_or_default();
        let avoided = self.settings.steer(body, walls, self.obstacles.as_deref().unwrap_or_default());
        if let Some(hit) = avoided.hit {
            mind.mark(|| Mark::Line(body.position, hit.point), Tint::Against);
            mind.mark(|| Mark::Dot(hit.point), Tint::Against);
            let target = hit.point + hit.normal * self.settings.avoid_distance;
            mind.mark(|| Mark::Ring(target, 0.3 * body.radius), Tint::Chosen);
        }
        mind.tell("hit", avoided.hit.map(|hit| hit.point));
        avoided.steer
    }
}

/// Returns the settings of a part.
fn wall_settings(part: &Part, body: &Body) -> WallAvoidance {
    let own = WallAvoidance::for_body(body);
    let lookahead = given_or(part.settings.number(&LOOKAHEAD), own.lookahead);
    // A whisker reaches lookahead/4 to the side. A target closer to the wall than that would hold the body at the
    // wall.
    let aside = own.avoid_distance.max(0.3 * lookahead);
    WallAvoidance {
        lookahead,
        avoid_distance: given_or(part.settings.number(&AVOID_DISTANCE), aside),
        rays: if part.settings.number(&WHISKERS) == 1.0 { Rays::WHISKERS } else { Rays::One },
    }
}

/// Returns the standing neighbours as round obstacles, enlarged by the body's radius so that its centre stays
/// clear.
fn standing_obstacles(body: &Body, seen: &Seen<'_>) -> Vec<RoundObstacle> {
    let standing = seen.around.neighbours.iter().filter(|n| n.standing && Some(n.id) != seen.unit.target);
    standing.map(|n| RoundObstacle { center: n.position, radius: n.radius + body.radius }).collect()
}

/// The rays that look ahead.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rays {
    /// One along the velocity. It can miss a corner or a nearly parallel wall.
    One,
    /// One along the velocity and two shorter whiskers, one to either side.
    Whiskers {
        /// The angle between a whisker and the velocity, rad.
        angle: f32,
        /// The length of a whisker, as a share of the lookahead.
        share: f32,
    },
}

impl Rays {
    /// Whiskers at 30°, half as long as the central ray.
    pub const WHISKERS: Rays = Rays::Whiskers { angle: FRAC_PI_6, share: 0.5 };
}

/// One of the rays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whisker {
    /// Along the velocity.
    Centre,
    /// Left of the velocity.
    Left,
    /// Right of the velocity.
    Right,
}

/// The point where a ray hits an obstacle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The ray.
    pub ray: Whisker,
    /// The point of the hit.
    pub point: Point,
    /// The unit normal of the wall or obstacle. On a wall it points to the body's side.
    pub normal: Vec2,
    /// The distance along the ray, m.
    pub distance: f32,
}

/// What wall avoidance requests, and why.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct WallAvoided {
    /// The request.
    pub steer: Steer,
    /// The nearest hit. None if the path is clear.
    pub hit: Option<Hit>,
}

/// Settings of obstacle and wall avoidance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WallAvoidance {
    /// The length of the ray along the velocity, m.
    pub lookahead: f32,
    /// The distance of the sought point from the hit along the normal, m. More than the body's radius.
    pub avoid_distance: f32,
    /// The rays that look ahead.
    pub rays: Rays,
}

/// A ray with a unit vector as its direction.
struct Ray {
    name: Whisker,
    from: Point,
    direction: Vec2,
    length: f32,
}

impl WallAvoidance {
    /// One ray as long as the distance covered in a second (at least 4 R), and a target 2 R from the hit.
    pub fn for_body(body: &Body) -> WallAvoidance {
        WallAvoidance {
            lookahead: body.max_speed.max(4.0 * body.radius),
            avoid_distance: 2.0 * body.radius,
            rays: Rays::One,
        }
    }

    fn fields(&mut self, case: &mut dyn CaseFields) {
        let (mut whiskers, mut angle, mut share) = match self.rays {
            Rays::One => (None, None, None),
            Rays::Whiskers { angle, share } => (Some(true), Some(angle), Some(share)),
        };
        case.positive("lookahead", &mut self.lookahead);
        case.not_negative("avoid_distance", &mut self.avoid_distance);
        case.field("whiskers", CaseField::Flag(&mut whiskers));
        case.field("whisker_angle", CaseField::Number(&mut angle, Accepts::Positive));
        case.field("whisker_share", CaseField::Number(&mut share, Accepts::Positive));
        self.rays = match Rays::WHISKERS {
            Rays::Whiskers { angle: own_angle, share: own_share } if whiskers == Some(true) => {
                Rays::Whiskers { angle: angle.unwrap_or(own_angle), share: share.unwrap_or(own_share) }
            }
            _ => Rays::One,
        };
    }

    /// Seeks hit point + normal·avoid distance of the nearest hit. Requests nothing without a hit or for a body
    /// that stands still.
    pub fn steer(&self, body: &Body, walls: &[Segment], discs: &[RoundObstacle]) -> WallAvoided {
        let hits = self.rays(body).into_iter().flatten().flat_map(|ray| {
            let on_walls = walls.iter().filter_map(|wall| ray.hit_wall(wall)).min_by(Hit::order);
            let on_discs = discs.iter().filter_map(|disc| ray.hit_disc(disc)).min_by(Hit::order);
            [on_walls, on_discs].into_iter().flatten()
        });
        let hit = hits.min_by(Hit::order);
        let target = |hit: Hit| later(hit.point, hit.normal, self.avoid_distance);
        WallAvoided { steer: hit.map_or(Steer::NOTHING, |hit| seek(body, target(hit))), hit }
    }

    /// Returns the rays. A body that stands still has none.
    fn rays(&self, body: &Body) -> [Option<Ray>; 3] {
        let ahead = math::normalize(body.velocity);
        let ray = |name, direction, length| {
            (ahead != Vec2::zeros()).then_some(Ray { name, from: body.position, direction, length })
        };
        let centre = ray(Whisker::Centre, ahead, self.lookahead);
        match self.rays {
            Rays::One => [centre, None, None],
            Rays::Whiskers { angle, share } => {
                let side = |name, angle| ray(name, math::rotate(ahead, angle), self.lookahead * share);
                [centre, side(Whisker::Left, angle), side(Whisker::Right, -angle)]
            }
        }
    }
}

impl Hit {
    /// Orders by distance. In a tie the first hit found wins, so the order of walls decides.
    fn order(a: &Hit, b: &Hit) -> std::cmp::Ordering {
        a.distance.total_cmp(&b.distance)
    }
}

impl Ray {
    /// Returns the intersection with a wall: from + direction·t = wall.from + along·s, with t within the ray's
    /// length and s in [0, 1]. A wall that is parallel or has no length is not hit.
    fn hit_wall(&self, wall: &Segment) -> Option<Hit> {
        let along = offset(wall.from, wall.to);
        let to_wall = offset(self.from, wall.from);
        let across = math::cross(self.direction, along);
        let t = math::cross(to_wall, along) / across;
        let s = math::cross(to_wall, self.direction) / across;
        let normal = math::left(math::normalize(along));
        // Away from the wall, on the side of the ray's start.
        let facing = if normal.dot(&self.direction) > 0.0 { -normal } else { normal };
        // Division by zero gives infinity or NaN, which no range contains.
        (across != 0.0 && (0.0..=1.0).contains(&s)).then(|| self.hit(t, facing)).flatten()
    }

    /// Returns the point where the ray enters a disc: the smaller root of |from + direction·t − center| = radius. A
    /// ray that starts inside hits at its start.
    fn hit_disc(&self, disc: &RoundObstacle) -> Option<Hit> {
        let to_center = offset(self.from, disc.center);
        if to_center.norm() < disc.radius {
            let out = -math::normalize(to_center);
            // At the exact centre no direction is better than another: go back.
            return self.hit(0.0, if out == Vec2::zeros() { -self.direction } else { out });
        }
        let nearest = to_center.dot(&self.direction);
        let miss = math::cross(self.direction, to_center).abs();
        if miss > disc.radius || disc.radius <= 0.0 {
            return None;
        }
        let share = miss / disc.radius;
        let t = nearest - disc.radius * (1.0 - share * share).max(0.0).sqrt();
        self.hit(t, math::normalize(self.direction * t - to_center))
    }

    /// Returns the hit at `t` metres, if the ray reaches it.
    fn hit(&self, t: f32, normal: Vec2) -> Option<Hit> {
        let point = later(self.from, self.direction, t);
        (0.0..=self.length).contains(&t).then_some(Hit { ray: self.name, point, normal, distance: t })
    }
}
