//! The anticipatory power law (Karamouzas, Skinner and Guy, "Universal power law governing pedestrian
//! interactions", Physical Review Letters 113, 2014).
//!
//! The interaction of two units depends only on τ, the time until they touch if both keep their velocities.
//! The interaction energy that the authors measured in crowds is
//!
//! ```text
//! E(τ) = (k/τ²) e^(−τ/τ₀)
//! ```
//!
//! with a strength k and a horizon τ₀. The force is its negative gradient with respect to the relative
//! position r. Two units that will not touch do not interact.
//!
//! The paper writes the gradient in terms of r and the relative velocity v. A shorter form follows from |r +
//! v τ| = Rα + Rβ, the condition for contact: ∇τ = n/c, where n is the unit vector between the two at the
//! time of contact, and c = −n·v is the speed at which they then approach each other. Therefore
//!
//! ```text
//! −∇E = (k/τ²) e^(−τ/τ₀) (2/τ + 1/τ₀) n/c
//! ```
//!
//! The same formula applies to walls, with n the wall's normal, or the direction away from its end. Only the
//! wall that would be hit first counts, because those behind it are never reached.
//!
//! Two units that overlap have no such τ. As in the authors' code, their radii are then reduced until they do
//! not overlap.
//!
//! The paper's values are for people with a radius of 0.3 m and a speed of 1.34 m/s. The settings express the
//! same values in terms of a unit's own radius and speed (see `forces.rs`). Only the relaxation time of the
//! drive is a quarter of the paper's: with the paper's, half of a crowd stands still for seconds where two
//! groups meet. docs/research/README.md has the figures.
//!
//! The model prefers no side: two units that meet exactly head-on brake each other to a stop, as in the
//! paper.

use super::columns::{Columns, SLOTS};
use super::forces::{self, SinglePush, Source, hardest, matters, pace};
use super::model::{Avoidance, Choice, Model, Surroundings};
use crate::math;
use crate::settings::{Settings, settings};
use crate::steering::reasons::Reasons;
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{DT, Point, Segment, Vec2};

pub(super) static MODEL: Model = Model::new(
    "power-law",
    "repulsion that depends only on the time to collision (Karamouzas, Skinner and Guy 2014)",
    &[STRENGTH, HORIZON, RELAXATION],
    |settings| Box::new(PowerLaw::new(settings)),
);

settings! { "power-law":
    /// 1.5 m² (J·s² per kg) for people, as in the paper.
    pub STRENGTH "strength" number(16.7, (0.0, 1000.0), "R²"):
        "strength k of the repulsion" as "push of units";
    /// 3 s for people, as in the paper.
    pub HORIZON "horizon" number(13.4, (0.1, 100.0), "R/s_max"):
        "time τ₀ beyond which a predicted collision has little effect" as "looks ahead";
    /// ξ; 0.13 s for people, where the paper has 0.54 s.
    pub RELAXATION "relaxation" number(0.6, (0.1, 100.0), "R/s_max"):
        "relaxation time of the drive to the preferred velocity" as "response time";
}

/// The sum of the radii of two overlapping units, as a share of their distance.
const SHRINK: f32 = 0.995;
/// Shares of a squared sum of radii and of a squared distance that cover rounding where neighbours are tested together.
const WIDER: f32 = 1.001;
const ROUNDING: f32 = 1e-8;

/// The model, with values in the units of its settings.
#[derive(Debug, Clone, Copy)]
pub struct PowerLaw {
    strength: f32,
    horizon: f32,
    relaxation: f32,
}

/// A predicted contact with another unit or a wall.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Contact {
    /// The time until contact τ, s.
    time: f32,
    /// The direction from the other to the unit at contact, a unit vector.
    normal: Vec2,
    /// The speed at which the two approach each other at contact, m/s; above 0.
    closing: f32,
}

impl PowerLaw {
    /// The model with these settings.
    pub fn new(settings: &Settings) -> PowerLaw {
        PowerLaw {
            strength: settings.number(&STRENGTH),
            horizon: settings.number(&HORIZON),
            relaxation: settings.number(&RELAXATION),
        }
    }

    /// The repulsion −∇E, m/s². A contact less than a tick away counts as one tick away.
    fn push(&self, unit: &Unit, contact: &Contact) -> Vec2 {
        let horizon = (self.horizon * pace(unit)).max(f32::MIN_POSITIVE);
        let time = contact.time.max(DT);
        let energy = self.strength * unit.radius * unit.radius / (time * time) * math::exp(-time / horizon);
        let steepness = energy * (2.0 / time + 1.0 / horizon) / contact.closing.max(f32::MIN_POSITIVE);
        contact.normal * steepness.min(hardest(unit))
    }
}

/// The predicted contact of two discs; none if they will not touch. `r` (m) and `v` (m/s) are the position
/// and velocity of the unit relative to the other, `touch` is the sum of their radii.
fn discs(r: Vec2, v: Vec2, touch: f32) -> Option<Contact> {
    let touch = touch.min(SHRINK * r.norm());
    let approach = -r.dot(&v);
    // The solution of |v|²τ² − 2·approach·τ + |r|² − touch² = 0. This form of the discriminant avoids the
    // cancellation in approach² − |v|²|r|².
    let discriminant = v.norm_squared() * touch * touch - math::cross(r, v) * math::cross(r, v);
    if approach <= 0.0 || discriminant <= 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    let time = (r.norm_squared() - touch * touch) / (approach + root);
    Some(Contact { time, normal: math::normalize(r + v * time), closing: root / touch })
}

/// The neighbours that the unit may touch: the same tests as in [`discs`], on all of them at once. Rounding lets a few
/// more pass, as do the radii of overlapping units.
fn meeting<'a>(unit: &Unit, some: &'a [Neighbour]) -> impl Iterator<Item = &'a Neighbour> + Clone {
    let (p, u, radius) = (unit.position, unit.velocity, unit.radius);
    let slots = Columns::new(some).which(|others, k| {
        let (x, y) = (p.x - others.x[k], p.y - others.y[k]);
        let (vx, vy) = (u.x - others.vx[k], u.y - others.vy[k]);
        let (approach, cross) = (-(x * vx + y * vy), x * vy - y * vx);
        let touch = radius + others.radius[k];
        let most = touch * touch * WIDER + (x * x + y * y) * ROUNDING;
        // Written so that NaN passes.
        !((approach <= 0.0) | (cross * cross > (vx * vx + vy * vy) * most))
    });
    slots.map(|k| &some[k])
}

/// The predicted contact of a disc at `p` (m) with velocity `u` (m/s) and a wall; none if it will not hit the
/// wall.
fn wall(p: Point, u: Vec2, radius: f32, wall: &Segment) -> Option<Contact> {
    let radius = radius.min(SHRINK * (p - wall.nearest(p)).norm());
    let ends = [wall.from, wall.to].into_iter().filter_map(|end| discs(p - end, u, radius));
    ends.chain(side(p, u, radius, wall)).min_by(|a, b| a.time.total_cmp(&b.time))
}

/// The same for the side of the wall, without its ends.
fn side(p: Point, u: Vec2, radius: f32, wall: &Segment) -> Option<Contact> {
    let along = wall.to - wall.from;
    let off = math::cross(along, p - wall.from);
    let normal = math::normalize(math::left(along)) * off.signum();
    let closing = -normal.dot(&u);
    // A unit exactly on the line is on neither side.
    if closing <= 0.0 || off == 0.0 {
        return None;
    }
    let time = (normal.dot(&(p - wall.from)) - radius) / closing;
    let at = along.dot(&(p + u * time - wall.from));
    let hits = time >= 0.0 && (0.0..=along.norm_squared()).contains(&at);
    hits.then_some(Contact { time, normal, closing })
}

impl Avoidance for PowerLaw {
    fn reach(&self, radius: f32, _max_speed: f32) -> f32 {
        // The push of two units that approach at full speed from τ₀ away is 1 % of the drive.
        (2.0 + 2.0 * self.horizon) * radius
    }

    fn wall_reach(&self, radius: f32, _max_speed: f32) -> f32 {
        (1.0 + self.horizon) * radius
    }

    fn with_flocking(&self) -> bool {
        false
    }

    fn choose(&self, unit: &Unit, around: &Surroundings<'_>, why: Option<&mut Reasons>) -> Choice {
        let push = |from, contact: Contact| SinglePush {
            from,
            acceleration: self.push(unit, &contact),
            time: Some(contact.time),
        };
        let near = around.neighbours.chunks(SLOTS).flat_map(|some| meeting(unit, some));
        let units = near.filter(|n| matters(unit, n)).filter_map(|n| {
            let touch = unit.radius + n.radius;
            let contact = discs(unit.position - n.position, unit.velocity - n.velocity, touch)?;
            Some(push(Source::Unit(n.id), contact))
        });
        let meets = |w: &Segment| wall(unit.position, unit.velocity, unit.radius, w);
        let first = around.walls.iter().filter_map(meets).min_by(|a, b| a.time.total_cmp(&b.time));
        let wall = first.map(|contact| {
            let point = unit.position + unit.velocity * contact.time - contact.normal * unit.radius;
            push(Source::Wall(point), contact)
        });
        forces::choose(unit, self.relaxation * pace(unit), units.chain(wall), why)
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::samples;
    use super::super::forces::{PERSON_RADIUS, PERSON_SPEED};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn neighbours_that_are_left_out_together_have_no_contact(
            unit in samples::units(), neighbours in samples::neighbours(),
        ) {
            let contact = |n: &&Neighbour| {
                let (r, v) = (unit.position - n.position, unit.velocity - n.velocity);
                discs(r, v, unit.radius + n.radius).is_some()
            };
            let plain: Vec<&Neighbour> = neighbours.iter().filter(contact).collect();
            let together = neighbours.chunks(SLOTS).flat_map(|some| meeting(&unit, some));
            prop_assert_eq!(together.filter(contact).collect::<Vec<_>>(), plain);
        }
    }

    /// A person with so large a maximum force that no push is limited.
    fn person() -> Unit {
        Unit { radius: PERSON_RADIUS, max_speed: PERSON_SPEED, max_force: 1e6, ..Unit::default() }
    }

    fn model() -> PowerLaw {
        PowerLaw::new(&Settings::default())
    }

    fn pushed(r: (f32, f32), v: (f32, f32)) -> Option<Vec2> {
        let contact = discs(Vec2::new(r.0, r.1), Vec2::new(v.0, v.1), 2.0 * PERSON_RADIUS)?;
        Some(model().push(&person(), &contact))
    }

    /// E(τ) for people, with τ from the paper's quadratic equation; 0 without a collision.
    fn energy(r: [f64; 2], v: [f64; 2]) -> f64 {
        let m = model();
        let (radius, speed) = (f64::from(PERSON_RADIUS), f64::from(PERSON_SPEED));
        let a = v[0] * v[0] + v[1] * v[1];
        let b = -(r[0] * v[0] + r[1] * v[1]);
        let c = r[0] * r[0] + r[1] * r[1] - 4.0 * radius * radius;
        let discriminant = b * b - a * c;
        if discriminant <= 0.0 || b <= 0.0 {
            return 0.0;
        }
        let time = (b - discriminant.sqrt()) / a;
        let k = f64::from(m.strength) * radius * radius;
        k / (time * time) * (-time / (f64::from(m.horizon) * radius / speed)).exp()
    }

    #[test]
    fn a_push_is_the_negative_gradient_of_the_energy() {
        for (r, v) in [
            ((-3.0, 0.0), (2.0, 0.0)),
            ((-2.0, 0.3), (1.3, 0.0)),
            ((-4.0, 1.0), (2.0, -0.6)),
            ((1.0, 1.0), (-0.5, -0.8)),
        ] {
            let push = pushed(r, v).unwrap();
            let (r, v) = ([f64::from(r.0), f64::from(r.1)], [f64::from(v.0), f64::from(v.1)]);
            let h = 1e-6;
            let d = |dx: f64, dy: f64| energy([r[0] + dx, r[1] + dy], v);
            let gradient = [(d(h, 0.0) - d(-h, 0.0)) / (2.0 * h), (d(0.0, h) - d(0.0, -h)) / (2.0 * h)];
            let off = (f64::from(push.x) + gradient[0]).hypot(f64::from(push.y) + gradient[1]);
            assert!(off < 1e-3 * gradient[0].hypot(gradient[1]), "{r:?} {v:?}: {push:?}, {gradient:?}");
        }
    }

    /// Head-on at 2.6 m, at a relative speed of 2 m/s and with radii of 0.3 m, contact is after 1 s.
    #[test]
    fn times_to_collision_are_right() {
        let contact = discs(Vec2::new(-2.6, 0.0), Vec2::new(2.0, 0.0), 0.6).unwrap();
        assert!((contact.time - 1.0).abs() < 1e-6 && (contact.closing - 2.0).abs() < 1e-6, "{contact:?}");
        assert!((contact.normal - Vec2::new(-1.0, 0.0)).norm() < 1e-6);
        // With an offset of 0.36 m, contact is 0.48 m along the direction of motion: the normal is (−0.8,
        // 0.6).
        let contact = discs(Vec2::new(-2.48, 0.36), Vec2::new(2.0, 0.0), 0.6).unwrap();
        assert!((contact.time - 1.0).abs() < 1e-6 && (contact.closing - 1.6).abs() < 1e-6, "{contact:?}");
        assert!((contact.normal - Vec2::new(-0.8, 0.6)).norm() < 1e-6);
    }

    #[test]
    fn units_that_will_not_touch_feel_no_force() {
        assert_eq!(pushed((-3.0, 0.0), (-1.0, 0.0)), None, "they move apart");
        assert_eq!(pushed((-3.0, 0.0), (0.0, 0.0)), None, "both go the same way");
        assert_eq!(pushed((-3.0, 0.61), (2.0, 0.0)), None, "they pass each other");
        assert_eq!(pushed((0.0, 0.0), (1.0, 0.0)), None, "at the same position there is no direction");
    }

    #[test]
    fn the_force_grows_as_the_time_to_collision_falls() {
        let at = |x: f32| pushed((x, 0.0), (1.0, 0.0)).unwrap().x.abs();
        let mut last = f32::INFINITY;
        for k in 1..40 {
            let now = at(-0.6 - 0.1 * k as f32);
            assert!(now < last, "{k}");
            last = now;
        }
        // For τ far below τ₀ the energy is k/τ², and its slope falls with the cube of τ.
        let ratio = at(-0.65) / at(-0.7);
        assert!((ratio - 8.0).abs() < 0.3, "{ratio}");
    }

    #[test]
    fn overlapping_units_that_approach_are_pushed_apart() {
        let push = pushed((-0.4, 0.0), (0.5, 0.0)).unwrap();
        assert!(push.x < -1.0 && push.y == 0.0 && push.x.is_finite(), "{push:?}");
        assert_eq!(pushed((-0.4, 0.0), (-0.5, 0.0)), None, "they are moving apart");
    }

    #[test]
    fn a_wall_is_hit_at_its_side_or_its_end() {
        let piece = Segment { from: Point::new(2.0, -1.0), to: Point::new(2.0, 1.0) };
        let meet =
            |at: (f32, f32), u: (f32, f32)| wall(Point::new(at.0, at.1), Vec2::new(u.0, u.1), 0.5, &piece);
        let side = meet((0.0, 0.0), (1.0, 0.0)).unwrap();
        assert!((side.time - 1.5).abs() < 1e-6 && (side.normal - Vec2::new(-1.0, 0.0)).norm() < 1e-6);
        let behind = meet((4.0, 0.0), (-1.0, 0.0)).unwrap();
        assert!((behind.time - 1.5).abs() < 1e-6 && (behind.normal - Vec2::new(1.0, 0.0)).norm() < 1e-6);
        // 0.3 m past the end, contact is 0.4 m before it.
        let end = meet((0.0, 1.3), (1.0, 0.0)).unwrap();
        assert!(
            (end.time - 1.6).abs() < 1e-5 && (end.normal - Vec2::new(-0.8, 0.6)).norm() < 1e-5,
            "{end:?}"
        );
        assert_eq!(meet((0.0, 1.6), (1.0, 0.0)), None, "past it");
        assert_eq!(meet((0.0, 0.0), (0.0, 1.0)), None, "along it");
        let inside = meet((1.8, 0.0), (1.0, 0.0)).unwrap();
        assert!(inside.time < 0.01 && inside.normal.x < -0.99, "already too close: {inside:?}");
    }

    #[test]
    fn only_the_first_of_two_walls_counts() {
        let across = |x: f32| Segment { from: Point::new(x, -5.0), to: Point::new(x, 5.0) };
        let going = Vec2::new(3.0, 0.0);
        let unit = Unit { velocity: going, preferred: going, ..Unit::default() };
        let (near, far) = (across(2.0), across(2.5));
        let chosen = |walls: &[Segment]| {
            model().choose(&unit, &Surroundings { neighbours: &[], walls }, None).motion.velocity(&unit)
        };
        assert_eq!(chosen(&[near, far]), chosen(&[near]));
        assert!(chosen(&[far]).x > chosen(&[near]).x && chosen(&[far]).x < 3.0);
    }

    #[test]
    fn the_target_and_units_beyond_the_goal_do_not_push() {
        let unit = Unit {
            velocity: Vec2::new(3.0, 0.0),
            desired: Vec2::new(1.0, 0.0),
            preferred: Vec2::new(3.0, 0.0),
            distance: 2.0,
            ..Unit::default()
        };
        let at = |x: f32| Neighbour {
            id: 7,
            position: Point::new(x, 0.0),
            standing: true,
            ..Neighbour::default()
        };
        let chosen = |unit: &Unit, n: Neighbour| {
            model().choose(unit, &Surroundings { neighbours: &[n], walls: &[] }, None).motion.velocity(unit).x
        };
        assert!(chosen(&unit, at(1.8)) < 2.9);
        assert_eq!(chosen(&unit, at(2.2)), 3.0);
        assert_eq!(chosen(&Unit { target: Some(7), ..unit }, at(1.8)), 3.0);
    }
}
