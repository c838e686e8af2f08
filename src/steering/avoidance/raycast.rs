//! Raycast avoidance (HowToRTS, "Avoidance Behaviours"): three rays along the velocity. At a hit, the unit
//! turns to the side that the neighbour already turns to, else away from it.

use super::columns::{Columns, SLOTS};
use super::model::{Avoidance, CaseNeeds, Choice, Model, Surroundings, beyond_goal};
use crate::math;
use crate::steering::Fact;
use crate::steering::reasons::{Mark, Reasons, Tint};
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{Point, Side, Vec2};

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
/// The smallest fraction of the ray at which a hit counts, so that the force stays finite.
const NEAREST_FRACTION: f32 = 1e-3;

/// The rounding error of a coordinate, as a share of it, several times over.
const ROUNDING: f32 = 1e-6;

/// Units that pass each other closer than this share of the sum of their radii meet dead on. It exceeds
/// rounding errors.
const DEAD_ON: f32 = 1e-3;

/// The origin of a ray.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RayOrigin {
    /// The unit's centre.
    Centre,
    /// Its right edge.
    Right,
    /// Its left edge.
    Left,
}

/// A ray's hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayHit {
    /// Index into the perceived neighbours.
    pub neighbour: usize,
    /// The ray that hit.
    pub ray: RayOrigin,
    /// The fraction of the ray up to the hit, 0 to 1.
    pub fraction: f32,
}

/// The result of casting the rays.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RayResponse {
    /// The nearest hit of all rays.
    pub hit: Option<RayHit>,
    /// The side to which the unit turns.
    pub turn: Option<Side>,
    /// The avoidance force before it is limited to the maximum, N.
    pub force: Vec2,
}

/// The raycast model. It has no settings.
#[derive(Debug, Clone, Copy, Default)]
pub struct Raycast;

impl Avoidance for Raycast {
    fn reach(&self, radius: f32, max_speed: f32) -> f32 {
        // To the end of the edge rays, plus the radius of a neighbour of the same size.
        max_speed * LOOK_AHEAD + 2.0 * radius
    }

    fn choose(&self, unit: &Unit, around: &Surroundings<'_>, why: Option<&mut Reasons>) -> Choice {
        let neighbours = around.neighbours;
        let avoided = avoid(unit, neighbours);
        if let Some(why) = why {
            explain(&avoided, unit, neighbours, why);
        }
        Choice {
            force: avoided.force,
            turning: avoided.turn.and(avoided.hit).map(|hit| passing_side(unit, &neighbours[hit.neighbour])),
            ..Choice::from_velocity(unit.preferred)
        }
    }
}

/// Fills in the facts, lines for the panel, and the rays with the nearest hit.
fn explain(avoided: &RayResponse, unit: &Unit, neighbours: &[Neighbour], why: &mut Reasons) {
    let hit_fact = |hit: RayHit| {
        Fact::record([
            ("neighbour", hit.neighbour.into()),
            ("ray", ray_name(hit.ray).into()),
            ("fraction", hit.fraction.into()),
        ])
    };
    why.tell("hit", avoided.hit.map(hit_fact));
    why.tell("turn", avoided.turn.map(|side| if side == Side::Left { "left" } else { "right" }));
    why.tell("force", avoided.force);
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
    let ray = ray_name(hit.ray);
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

fn ray_name(ray: RayOrigin) -> &'static str {
    match ray {
        RayOrigin::Centre => "centre",
        RayOrigin::Right => "right",
        RayOrigin::Left => "left",
    }
}

/// A ray with its origin and its end.
type CastRay = (RayOrigin, Point, Point);

/// The centre, right and left ray; none if the unit is too slow (|u|² ≤ R·1 m/s², with velocity u and radius
/// R).
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

/// Returns the avoidance force and the hit that causes it.
pub fn avoid(unit: &Unit, neighbours: &[Neighbour]) -> RayResponse {
    let some = neighbours.chunks(SLOTS).enumerate();
    avoid_among(
        unit,
        neighbours,
        some.flat_map(|(chunk, some)| can_hit(unit, some).map(move |k| chunk * SLOTS + k)),
    )
}

/// The indices of those of `some` neighbours that lie in the box that the three rays sweep. Most do not, and this
/// test is cheaper than the rays.
fn can_hit(unit: &Unit, some: &[Neighbour]) -> impl Iterator<Item = usize> + use<> {
    let (p, u, radius) = (unit.position, unit.velocity, unit.radius);
    let speed_squared = u.norm_squared();
    // Both sides of the comparisons are multiplied by |u|, with a tolerance of 0.1 % for rounding. The ends of the
    // rays are rounded as coordinates, too.
    let speed = speed_squared.sqrt();
    let end = speed_squared * LOOK_AHEAD + speed * ROUNDING * p.coords.amax();
    Columns::new(some).which(|others, k| {
        let (x, y) = (others.x[k] - p.x, others.y[k] - p.y);
        let (ahead, off) = (x * u.x + y * u.y, u.x * y - u.y * x);
        let touch = radius + others.radius[k];
        // Written so that NaN passes.
        !((ahead < 0.0)
            | (ahead > (end + speed * others.radius[k]) * 1.001)
            | (off * off > speed_squared * touch * touch * 1.001))
    })
}

/// The same, with rays that are cast only at the neighbours with these indices, ascending.
fn avoid_among(unit: &Unit, neighbours: &[Neighbour], indices: impl Iterator<Item = usize>) -> RayResponse {
    let mut avoided = RayResponse::default();
    let Some(rays) = rays(unit) else { return avoided };
    for index in indices {
        let neighbour = &neighbours[index];
        if Some(neighbour.id) == unit.target || beyond_goal(unit, neighbour) {
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

/// The side that a turning unit shows to others: the side on which the two pass each other by their relative
/// motion, or right if they meet dead on.
///
/// Both units see the same side, so both turn the same way from the next tick on. Showing the turn itself
/// would not work: each unit would copy the other's turn of the last tick, and two units with different turns
/// would keep swapping sides.
fn passing_side(unit: &Unit, other: &Neighbour) -> Side {
    let offset = math::cross(math::normalize(unit.velocity - other.velocity), other.position - unit.position);
    if offset < -DEAD_ON * (unit.radius + other.radius) { Side::Left } else { Side::Right }
}

/// The smallest fraction in [0, 1] at which a ray along `d` enters a disc of radius `r` with its centre at
/// `c` from the ray's origin. A ray that starts inside the disc misses it.
fn enters(d: Vec2, c: Vec2, r: f32) -> Option<f32> {
    let outside = c.norm_squared() - r * r;
    let along = d.dot(&c);
    if outside < 0.0 || along <= 0.0 {
        return None;
    }
    let a = d.norm_squared();
    // The distance of the centre from the ray's line. The cross product is stable where b² − ac cancels.
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
    use super::super::columns::samples;
    use super::*;
    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn the_box_contains_all_that_the_rays_hit(unit in samples::units(), neighbours in samples::neighbours()) {
            let plain = avoid_among(&unit, &neighbours, 0..neighbours.len());
            prop_assert_eq!(avoid(&unit, &neighbours), plain);
        }
    }

    #[test]
    fn mirrored_units_show_the_same_side() {
        // Both drift to +y. By its own velocity one would turn left and the other right, into each other.
        for (from, to) in [(0.0, 0.0), (0.0, 0.3), (0.0, -0.3)] {
            let (a, b) = (neighbour((0.0, from), (4.0, 0.5)), neighbour((3.0, to), (-4.0, 0.5)));
            let shows = |n: &Neighbour, other: &Neighbour| {
                Raycast.choose(&unit(n), &Surroundings { neighbours: &[*other], walls: &[] }, None).turning
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
