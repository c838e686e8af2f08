//! The field and its effect on a unit.

use super::repulsion::{CardioidField, Crossing, Repulsion, share_ahead};
use super::why;
use crate::math;
use crate::settings::{Settings, settings};
use crate::steering::avoidance::model::{Avoidance, Choice, Model, Surroundings, beyond_goal};
use crate::steering::flocking;
use crate::steering::reasons::Reasons;
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{Point, Vec2};
use std::f32::consts::{FRAC_PI_2, PI};

pub static MODEL: Model = Model::new(
    "cardioid",
    "repulsion from every neighbour, strongest straight ahead: the cardioid field, stages 1 to 4",
    &[STAGE, PERSONAL_SPACE],
    |settings| Box::new(Cardioid::new(settings)),
);

settings! { "cardioid":
    pub STAGE "stage" whole(4.0, (1.0, 4.0)):
        "stage of the article series; each adds one idea to the previous stage" as "stage";
    pub PERSONAL_SPACE "personal_space" number(0.0, (0.0, 100.0), ""):
        "strength κ of every repulsion; 0: 2 in stages 1 and 2, 3 in stages 3 and 4" as "personal space";
}

/// How far ahead in time stage 4 looks for neighbours, s.
const NEAR_TIME: f32 = 40.0 / 60.0;
/// How far ahead in time stage 4 looks for crossings of paths, s.
const PATH_TIME: f32 = 2.0;
/// A crossing reached sooner than this, one tick, is too close to yield, s.
const NOW: f32 = 1.0 / 60.0;
/// Arrival times at a crossing that differ by less than this count as equal, s.
const TIE: f32 = 1e-3;
/// A repulsion within this angle of dead ahead counts as dead ahead, rad. It exceeds the rounding error of an
/// exact one.
pub(super) const DEAD_AHEAD: f32 = 1e-4;
/// The smallest distance used in the inverse square, as a share of the sum of radii.
pub(super) const LEAST_DISTANCE: f32 = 1e-3;

/// The range of the field, in radii. At this distance a neighbour dead ahead still repels with κ/36.
const FIELD_RADII: f32 = 12.0;

/// Up to this number of neighbours the field is followed in full.
const COMPANY: f32 = 8.0;
/// From this number of neighbours on the unit is in a crowd, where backing off makes no room.
const CROWD: f32 = 20.0;

/// The cardioid model: a stage and its strength.
#[derive(Debug, Clone, Copy)]
pub struct Cardioid {
    pub(super) stage: u8,
    pub(super) personal_space: f32,
}

impl Cardioid {
    /// The field with these settings.
    pub fn new(settings: &Settings) -> Cardioid {
        let stage = settings.number(&STAGE) as u8;
        let own = if stage <= 2 { 2.0 } else { 3.0 };
        let given = settings.number(&PERSONAL_SPACE);
        Cardioid { stage, personal_space: if given > 0.0 { given } else { own } }
    }

    /// Computes the field's effect on `unit`. Every neighbour except the unit's target is an obstacle.
    pub fn decide<'a>(
        &self,
        unit: &Unit,
        neighbours: impl Iterator<Item = &'a Neighbour>,
        mut why: Option<&mut Vec<Repulsion>>,
    ) -> CardioidField {
        let own = OwnMotion::new(unit);
        let mut field = CardioidField::default();
        for neighbour in neighbours {
            let repulsion = if Some(neighbour.id) == unit.target {
                Repulsion::default()
            } else {
                self.repulsion(&own, neighbour)
            };
            field.force_sum += repulsion.force;
            field.adjusted_sum += repulsion.adjusted;
            if let Some(why) = why.as_deref_mut() {
                why.push(repulsion);
            }
        }
        self.follow(&mut field, &own);
        field
    }

    /// The same without reasons. Neighbours beyond the unit's goal have no effect.
    pub(super) fn decide_quickly(&self, unit: &Unit, neighbours: &[Neighbour]) -> CardioidField {
        let own = OwnMotion::new(unit);
        let (force_sum, adjusted_sum) = self.sums(&own, neighbours);
        let mut field = CardioidField { force_sum, adjusted_sum, ..CardioidField::default() };
        self.follow(&mut field, &own);
        field
    }

    /// Derives the direction from the sums.
    fn follow(&self, field: &mut CardioidField, own: &OwnMotion) {
        let heading = match self.stage {
            1 => own.desired + field.force_sum,
            2 => own.desired + field.adjusted_sum,
            _ => {
                let resolved = resolve(field.force_sum, field.adjusted_sum, own.angle);
                let deferral = deferral(resolved + field.adjusted_sum, own.angle);
                (field.resolved, field.deferral) = (Some(resolved), Some(deferral));
                own.desired + resolved + field.adjusted_sum * deferral
            }
        };
        field.repulsion = heading - own.desired;
        field.direction = math::normalize(heading);
    }

    pub(super) fn repulsion(&self, own: &OwnMotion, neighbour: &Neighbour) -> Repulsion {
        let unit = own.unit;
        let away = unit.position - neighbour.position;
        let distance = away.norm();
        let touch = unit.radius + neighbour.radius;
        let magnitude = self.personal_space * square(touch / distance.max(LEAST_DISTANCE * touch));
        // At the same position every direction leads away, so none is preferred.
        let outwards = if distance > 0.0 { away / distance } else { Vec2::zeros() };
        // The cosine of the bearing. The angle itself is only computed for neighbours in front.
        let ahead = -outwards.dot(&own.desired);
        let cardioid = cube(share_ahead(ahead));
        let mut force = outwards * magnitude;
        let mut adjusted = turned_aside(outwards, own.desired, ahead, cardioid) * magnitude;
        let (mut crossing, mut crossing_factor) = (Crossing::None, None);
        let moving = neighbour.velocity != Vec2::zeros();
        if self.stage >= 4 && moving && ahead > 0.0 && distance < own.near {
            let (met, factor) = resolve_crossing(own, neighbour, distance);
            crossing = met;
            match met {
                Crossing::NoCross => {
                    force *= factor;
                    adjusted *= factor;
                }
                Crossing::Yield => {
                    force = mirror(force, own.desired) * factor;
                    adjusted = mirror(adjusted, own.desired) * factor;
                }
                Crossing::None | Crossing::RightOfWay => {}
            }
            crossing_factor = (met != Crossing::RightOfWay).then_some(factor);
        }
        Repulsion {
            cardioid,
            force: force * cardioid,
            adjusted: adjusted * cardioid,
            crossing,
            crossing_factor,
        }
    }
}

impl Avoidance for Cardioid {
    fn reach(&self, radius: f32, max_speed: f32) -> f32 {
        (max_speed * NEAR_TIME + radius).max(FIELD_RADII * radius)
    }

    fn choose(&self, unit: &Unit, around: &Surroundings<'_>, why: Option<&mut Reasons>) -> Choice {
        let neighbours = around.neighbours;
        if unit.desired == Vec2::zeros() {
            return Choice::default();
        }
        let in_the_way = |n: &&Neighbour| !beyond_goal(unit, n);
        let Some(why) = why else {
            return self.decide_quickly(unit, neighbours).choice(unit, neighbours.len());
        };
        let mut felt = Vec::new();
        let field = self.decide(unit, neighbours.iter().filter(in_the_way), Some(&mut felt));
        let mut felt = felt.into_iter();
        // One repulsion per neighbour, in order. Neighbours that do not count get an empty one.
        let each = |n: &Neighbour| if in_the_way(&n) { felt.next() } else { None }.unwrap_or_default();
        let repulsions: Vec<Repulsion> = neighbours.iter().map(each).collect();
        why::explain(&field, unit, neighbours, &repulsions, why);
        field.choice(unit, neighbours.len())
    }
}

impl CardioidField {
    /// The choice of a unit that the field turns and that has this number of neighbours (`company`).
    ///
    /// Among few neighbours, where giving way makes room, the unit follows the field. In a crowd it does not
    /// turn back and turns by at most 45°: the repulsions of many neighbours add up to far more than the
    /// desired direction, and following them would lead around the crowd or backwards.
    fn choice(&self, unit: &Unit, company: usize) -> Choice {
        let crowd = ((company as f32 - COMPANY) / (CROWD - COMPANY)).clamp(0.0, 1.0);
        let back = self.repulsion.dot(&unit.desired).min(0.0);
        let aside = math::clamp_length(self.repulsion - unit.desired * (back * crowd), 1.0 / crowd);
        Choice::from_velocity(flocking::arrive(unit, math::normalize(unit.desired + aside)))
    }
}

/// The unit's desired direction and speed, computed once for all neighbours.
pub(super) struct OwnMotion<'a> {
    pub(super) unit: &'a Unit,
    pub(super) desired: Vec2,
    pub(super) angle: f32,
    /// L, the distance within which stage 4 considers a moving neighbour, m.
    pub(super) near: f32,
    /// The direction of the velocity.
    pub(super) direction: Vec2,
    /// The ways that the unit goes within [`PATH_TIME`] at its velocity, and at full speed in the desired
    /// direction, m.
    pub(super) path: Vec2,
    pub(super) desired_path: Vec2,
}

impl<'a> OwnMotion<'a> {
    fn new(unit: &'a Unit) -> Self {
        let near = unit.velocity.norm() * NEAR_TIME + unit.radius;
        OwnMotion {
            unit,
            desired: unit.desired,
            angle: math::angle(unit.desired),
            near,
            direction: math::normalize(unit.velocity),
            path: unit.velocity * PATH_TIME,
            desired_path: unit.desired * unit.max_speed * PATH_TIME,
        }
    }
}

/// Stage 2: turns the repulsion `outwards` sideways, by a larger angle if it opposes the `desired` direction
/// more. `ahead` is the cosine of the neighbour's bearing β; the article's δ is π − |β|.
pub(super) fn turned_aside(outwards: Vec2, desired: Vec2, ahead: f32, cardioid: f32) -> Vec2 {
    if ahead <= 0.0 {
        return outwards;
    }
    let side = math::cross(desired, outwards);
    let bearing = math::angle(Vec2::new(ahead, side.abs()));
    // An inverted quarter ellipse: 0 at the side, 1 dead ahead.
    let x = 1.0 - bearing / FRAC_PI_2;
    let ellipse = 1.0 - (1.0 - x * x).max(0.0).sqrt();
    // Dead ahead, rounding must not choose the side.
    let sign = if side > 0.0 || bearing < DEAD_AHEAD { 1.0 } else { -1.0 };
    math::rotate(outwards, -sign * FRAC_PI_2 * cardioid * ellipse)
}

/// Stage 3: the resolved vector A. Where the turned repulsions cancel each other in B, it turns the sum S as
/// if S were the repulsion of one obstacle.
fn resolve(s: Vec2, b: Vec2, desired: f32) -> Vec2 {
    let (length_s, length_b) = (s.norm(), b.norm());
    if length_s < length_b || length_s == 0.0 {
        return Vec2::zeros();
    }
    let sigma = math::wrap(math::angle(s) - desired);
    if sigma.abs() <= FRAC_PI_2 {
        return Vec2::zeros();
    }
    let sign = if sigma > 0.0 || sigma.abs() > PI - DEAD_AHEAD { 1.0 } else { -1.0 };
    let x = sign * square((sigma.abs() - FRAC_PI_2) / FRAC_PI_2);
    let share = (1.0 - length_b / length_s) / (length_b + 1.0);
    math::rotate(s, -share * FRAC_PI_2 * x) * (share * x.abs())
}

/// Stage 3: the share q of B that is followed. It is 1 where `sum` points to the side, and 0 where `sum`
/// points straight ahead or back.
fn deferral(sum: Vec2, desired: f32) -> f32 {
    let gamma = math::wrap(math::angle(sum) - desired).abs();
    (1.0 - square((2.0 * gamma - PI) / PI)).max(0.0).sqrt()
}

/// Stage 4: how the unit's path and that of a moving neighbour cross, and the factor for the neighbour's
/// vectors.
pub(super) fn resolve_crossing(own: &OwnMotion, neighbour: &Neighbour, distance: f32) -> (Crossing, f32) {
    let unit = own.unit;
    let their_path = neighbour.velocity * PATH_TIME;
    let nearness = if distance / own.near > 0.8 { 0.0 } else { square(1.0 - 1.25 * distance / own.near) };
    let Some(on_desired) = meet(unit.position, own.desired_path, neighbour.position, their_path) else {
        let together = own.direction + math::normalize(neighbour.velocity);
        return (Crossing::NoCross, (1.0 - together.norm_squared() / 2.0).max(0.0) + nearness);
    };
    let on_current = meet(unit.position, own.path, neighbour.position, their_path);
    let crossing = on_current.unwrap_or(on_desired);
    let own_time = (crossing - unit.position).norm() / unit.max_speed;
    let their_time = (crossing - neighbour.position).norm() / neighbour.velocity.norm();
    // If both arrive at the same time, both would yield forever. The one that comes from the right goes
    // first.
    let from_right = math::cross(neighbour.velocity, own.desired) > 0.0;
    if own_time < NOW || their_time > own_time + TIE || (their_time > own_time - TIE && from_right) {
        return (Crossing::RightOfWay, 1.0);
    }
    let mut factor = 3.0;
    if own_time > 80.0 / 60.0 {
        factor *= (2.0 - own_time) / NEAR_TIME;
    }
    if their_time < 20.0 / 60.0 && on_current.is_none() {
        factor *= their_time / (20.0 / 60.0) * (their_time / own_time);
    }
    (Crossing::Yield, factor + nearness)
}

/// The point where the segments from p to p + d and from q to q + e cross; none for parallel ones.
fn meet(p: Point, d: Vec2, q: Point, e: Vec2) -> Option<Point> {
    let determinant = math::cross(d, e);
    if determinant == 0.0 || !determinant.is_finite() {
        return None;
    }
    let between = q - p;
    let (t, s) = (math::cross(between, e), math::cross(between, d));
    (is_share(t, determinant) && is_share(s, determinant)).then(|| p + d * (t / determinant))
}

/// Whether a/b is between 0 and 1, without a division. b is finite and not 0.
fn is_share(a: f32, b: f32) -> bool {
    // A tiny negative quotient is rounded to 0.
    a.abs() <= b.abs()
        && (a.is_sign_negative() == b.is_sign_negative() || a.abs() <= 1e-30 * b.abs() && a / b >= 0.0)
}

pub(super) fn mirror(m: Vec2, about: Vec2) -> Vec2 {
    about * (2.0 * m.dot(&about)) - m
}

pub(super) fn square(x: f32) -> f32 {
    x * x
}

pub(super) fn cube(x: f32) -> f32 {
    x * x * x
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn shares_are_found_without_a_division(
            a in -3_i32..4, b in prop_oneof![-3_i32..0, 1_i32..4], power in 67_u32..187, off in 0.0_f32..1e-6,
        ) {
            let (a, b) = (a as f32 * f32::from_bits(power << 23), b as f32 * (1.0 + off));
            for (a, b) in [(a, b), (a * (1.0 - off), b), (b, b * (1.0 + off)), (a * 1e-20, b * 1e20)] {
                prop_assert_eq!(is_share(a, b), (0.0..=1.0).contains(&(a / b)), "{} / {}", a, b);
            }
        }
    }

    #[test]
    fn a_crowd_turns_a_unit_by_at_most_45_degrees_but_a_few_neighbours_turn_it_back() {
        let unit = Unit { desired: Vec2::new(1.0, 0.0), distance: 10.0, ..Unit::default() };
        let field = CardioidField { repulsion: Vec2::new(-3.0, 2.0), ..CardioidField::default() };
        assert!(field.choice(&unit, 2).motion.velocity(&unit).x < 0.0);
        let velocity = field.choice(&unit, 48).motion.velocity(&unit);
        assert!((velocity.x - velocity.y).abs() < 1e-5 && velocity.x > 0.0, "{velocity:?}");
    }
}
