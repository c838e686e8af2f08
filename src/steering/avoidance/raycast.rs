//! Raycast avoidance: three rays along the velocity; at a hit, turn the way the one in front already turns
//! (HowToRTS, "Avoidance Behaviours").

use super::model::{Around, Avoidance, CaseNeeds, Choice, Model, beyond_goal};
use crate::math;
use crate::steering::reasons::{Mark, Reasons, Tint};
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{Point, Side, Vec2};
use serde::Serialize;

pub(super) static MODEL: Model = Model {
    case_needs: CaseNeeds::MaxForce,
    ..Model::new(
        "raycast",
        "casts three rays along the velocity and turns aside from the first unit they hit",
        &[],
        |_| Box::new(Raycast),
    )
};

/// How far ahead the rays look, s.
const LOOK_AHEAD: f32 = 1.0;
/// A hit at the body's edge counts as this far along the ray, so that the force stays finite.
const NEAREST_FRACTION: f32 = 1e-3;

/// Two that pass closer than this share of the sum of their radii are dead on: above what rounding does.
const DEAD_ON: f32 = 1e-3;

/// One of the three rays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RayOrigin {
    /// From the middle.
    Centre,
    /// From the right edge.
    Right,
    /// From the left edge.
    Left,
}

/// What a ray met first.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RayHit {
    /// Index into the neighbours that the unit perceived.
    pub neighbour: usize,
    /// Which ray.
    pub ray: RayOrigin,
    /// How far along it, 0 to 1.
    pub fraction: f32,
}

/// What the rays found, and what the unit does about it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct RayResponse {
    /// The nearest hit.
    pub hit: Option<RayHit>,
    /// The side that the unit turns to.
    pub turn: Option<Side>,
    /// The avoidance force before the clamp to the maximum, N.
    pub force: Vec2,
}

/// The model; it has no settings.
#[derive(Debug, Clone, Copy, Default)]
pub struct Raycast;

impl Avoidance for Raycast {
    fn reach(&self, radius: f32, max_speed: f32) -> f32 {
        // To the end of the edge rays, plus the radius of one that is no larger than we are.
        max_speed * LOOK_AHEAD + 2.0 * radius
    }

    fn choose(&self, unit: &Unit, around: &Around<'_>, why: Option<&mut Reasons>) -> Choice {
        let neighbours = around.neighbours;
        let avoided = avoid(unit, neighbours);
        if let Some(why) = why {
            explain(&avoided, unit, neighbours, why);
        }
        Choice {
            velocity: unit.preferred,
            force: avoided.force,
            turning: avoided.turn.and(avoided.hit).map(|hit| passing_side(unit, &neighbours[hit.neighbour])),
        }
    }
}

/// Fills the reasons: the facts, lines for the panel, and the rays with the nearest hit.
fn explain(avoided: &RayResponse, unit: &Unit, neighbours: &[Neighbour], why: &mut Reasons) {
    why.tell(avoided);
    let rays = rays(unit);
    let aspect = why.begin_aspect("rays", "rays");
    aspect.lines = lines(avoided, neighbours, rays.is_some());
    let rays: Vec<CastRay> = rays.into_iter().flatten().collect();
    aspect.marks.extend(rays.iter().map(|(_, from, to)| (Mark::Line(*from, *to), Tint::Plain)));
    if let Some(hit) = avoided.hit
        && let Some((_, from, to)) = rays.iter().find(|(ray, ..)| *ray == hit.ray)
    {
        let at = from + (to - from) * hit.fraction;
        let marks = [Mark::Line(*from, at), Mark::Dot(at), Mark::Unit(neighbours[hit.neighbour].id)];
        aspect.marks.extend(marks.map(|mark| (mark, Tint::Against)));
    }
    aspect.marks.push((Mark::Vector(avoided.force), Tint::For));
}

fn lines(avoided: &RayResponse, neighbours: &[Neighbour], looks_ahead: bool) -> Vec<(String, Tint)> {
    let Some(hit) = avoided.hit else {
        let text = if looks_ahead { "nothing ahead" } else { "too slow to look ahead" };
        return vec![(text.into(), Tint::Plain)];
    };
    let ray = match hit.ray {
        RayOrigin::Centre => "centre",
        RayOrigin::Right => "right",
        RayOrigin::Left => "left",
    };
    let turn = match avoided.turn {
        Some(Side::Left) => "turns left",
        Some(Side::Right) => "turns right",
        None => "does not turn",
    };
    let (id, share) = (neighbours[hit.neighbour].id, hit.fraction * 100.0);
    vec![
        (format!("{ray} ray hits unit {id} at {share:.0} %"), Tint::Against),
        (format!("{turn}, {:.1} N", avoided.force.norm()), Tint::Plain),
    ]
}

/// A ray with its origin and its end.
type CastRay = (RayOrigin, Point, Point);

/// The centre, right and left ray; none when the unit hardly moves (|u|² ≤ R·1 m/s²).
fn rays(unit: &Unit) -> Option<[CastRay; 3]> {
    let u = unit.velocity;
    let speed_squared = u.norm_squared();
    if speed_squared <= unit.radius || !speed_squared.is_finite() {
        return None;
    }
    let edge = math::right(u) * (unit.radius / speed_squared.sqrt());
    let ray = |which, offset: Vec2| {
        let origin = unit.position + offset;
        (which, origin, origin + u * LOOK_AHEAD)
    };
    Some([ray(RayOrigin::Centre, Vec2::zeros()), ray(RayOrigin::Right, edge), ray(RayOrigin::Left, -edge)])
}

/// The avoidance force and what led to it.
pub fn avoid(unit: &Unit, neighbours: &[Neighbour]) -> RayResponse {
    let mut avoided = RayResponse::default();
    let Some(rays) = rays(unit) else { return avoided };
    for (index, neighbour) in neighbours.iter().enumerate() {
        if Some(neighbour.id) == unit.target || beyond_goal(unit, neighbour) || cannot_hit(unit, neighbour) {
            continue;
        }
        for (ray, origin, end) in rays {
            let Some(fraction) = enters(end - origin, neighbour.position - origin, neighbour.radius) else {
                continue;
            };
            if avoided.hit.is_none_or(|hit| fraction < hit.fraction) {
                avoided.hit = Some(RayHit { neighbour: index, ray, fraction });
            }
        }
    }
    let Some(hit) = avoided.hit else { return avoided };
    let other = &neighbours[hit.neighbour];
    let goes_our_way = (unit.velocity + other.velocity).norm_squared() > unit.velocity.norm_squared();
    if goes_our_way && other.turning.is_none() {
        return avoided;
    }
    let to_other = other.position - unit.position;
    let outer = if math::cross(unit.velocity, to_other) < 0.0 { Side::Left } else { Side::Right };
    let turn = other.turning.unwrap_or(outer);
    let aside = match turn {
        Side::Left => math::left(to_other),
        Side::Right => math::right(to_other),
    };
    let w = math::normalize(aside) * (unit.radius + other.radius);
    avoided.turn = Some(turn);
    avoided.force = unit.force_to(w * unit.max_speed) / hit.fraction.max(NEAREST_FRACTION);
    avoided
}

/// The side that a turning unit shows: the one on which the two pass by their relative motion, right when dead on. It is
/// the same seen from either, so that both turn the same way from the next tick on. The turn itself would not do: each
/// would take over the other's of the last tick, and two that once differ swap sides for ever.
fn passing_side(unit: &Unit, other: &Neighbour) -> Side {
    let offset = math::cross(math::normalize(unit.velocity - other.velocity), other.position - unit.position);
    if offset < -DEAD_ON * (unit.radius + other.radius) { Side::Left } else { Side::Right }
}

/// Whether a neighbour lies wholly outside the box that the three rays sweep: most do, and this is cheaper.
fn cannot_hit(unit: &Unit, neighbour: &Neighbour) -> bool {
    let to_other = neighbour.position - unit.position;
    let u = unit.velocity;
    let ahead = to_other.dot(&u);
    let touch = unit.radius + neighbour.radius;
    // Scaled by |u|, so that no root is taken; one part in a thousand is left for rounding.
    let (speed_squared, off) = (u.norm_squared(), math::cross(u, to_other));
    ahead < 0.0 || off * off > speed_squared * touch * touch * 1.001
}

/// The smallest fraction in [0, 1] at which a ray along `d` enters a disc of radius `r` whose middle is `c` away from
/// its origin. One that starts inside misses.
fn enters(d: Vec2, c: Vec2, r: f32) -> Option<f32> {
    let outside = c.norm_squared() - r * r;
    let along = d.dot(&c);
    if outside < 0.0 || along <= 0.0 {
        return None;
    }
    let a = d.norm_squared();
    // Distance of the middle from the ray's line, from the cross product: stable where b² − ac cancels.
    let off = math::cross(d, c);
    let half_chord_squared = a * r * r - off * off;
    if half_chord_squared < 0.0 {
        return None;
    }
    let fraction = (along - half_chord_squared.sqrt()) / a;
    (fraction <= 1.0).then_some(fraction.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn neighbour(position: (f32, f32), velocity: (f32, f32)) -> Neighbour {
        let velocity = Vec2::new(velocity.0, velocity.1);
        let position = Point::new(position.0, position.1);
        Neighbour { position, velocity, preferred: velocity, ..Neighbour::default() }
    }

    fn unit(of: &Neighbour) -> Unit {
        Unit {
            position: of.position,
            velocity: of.velocity,
            desired: math::normalize(of.velocity),
            distance: 10.0,
            ..Unit::default()
        }
    }

    #[test]
    fn two_that_mirror_each_other_show_the_same_side() {
        // Both drift to +y: by its own velocity one would turn left and the other right, into each other.
        for (from, to) in [(0.0, 0.0), (0.0, 0.3), (0.0, -0.3)] {
            let (a, b) = (neighbour((0.0, from), (4.0, 0.5)), neighbour((3.0, to), (-4.0, 0.5)));
            let shows = |n: &Neighbour, other: &Neighbour| {
                Raycast.choose(&unit(n), &Around { neighbours: &[*other], walls: &[] }, None).turning
            };
            assert!(shows(&a, &b).is_some());
            assert_eq!(shows(&a, &b), shows(&b, &a), "from {from} to {to}");
        }
    }

    #[test]
    fn a_ray_enters_a_disc_at_its_near_edge() {
        let f = enters(Vec2::new(4.0, 0.0), Vec2::new(3.0, 0.0), 1.0).unwrap();
        assert!((f - 0.5).abs() < 1e-6, "{f}");
        assert_eq!(enters(Vec2::new(4.0, 0.0), Vec2::new(0.5, 0.0), 1.0), None, "starts inside");
        assert_eq!(enters(Vec2::new(4.0, 0.0), Vec2::new(-3.0, 0.0), 1.0), None, "behind");
        assert_eq!(enters(Vec2::new(1.0, 0.0), Vec2::new(3.0, 0.0), 1.0), None, "too far");
        assert_eq!(enters(Vec2::new(4.0, 0.0), Vec2::new(3.0, 1.1), 1.0), None, "passes beside");
    }
}
