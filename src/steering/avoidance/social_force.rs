//! The social force model (Helbing and Molnár, "Social force model for pedestrian dynamics", Physical Review
//! E 51, 1995).
//!
//! A unit α accelerates by the sum of a drive to its goal and of repulsions from units β and from walls:
//!
//! ```text
//! drive      (v⁰ e − v)/τ
//! units      −w ∇V(b),  V(b) = V⁰ e^((Rα + Rβ − b)/σ),   2b = √((|r| + |r − vβ Δt|)² − |vβ Δt|²)
//! walls      −∇U(d),    U(d) = U⁰ e^((Rα − d)/R)
//! sight      w = 1 for a repulsion from within the angle φ of the direction e, else c
//! ```
//!
//! - v is the velocity of α, v⁰ e its preferred velocity with direction e, and τ the relaxation time.
//! - r is the position of α relative to β, vβ the velocity of β, and Rα and Rβ are the radii.
//! - V⁰ and σ are the strength and the range of the repulsion from units, U⁰ and R those of the repulsion
//!   from walls. d is the distance to the wall.
//! - V is constant on ellipses with foci at β's position now and one step Δt later, so a moving unit
//!   keeps space clear ahead of it. b is the semi-minor axis of the ellipse.
//!
//! The paper's values are for people with a radius of 0.3 m and a speed of 1.34 m/s. The settings express the
//! same values in terms of a unit's own radius and speed (see `forces.rs`). The implementation differs from
//! the paper in two ways:
//!
//! - The paper's people are points. Here the exponents use distances between surfaces, as in Helbing, Farkas
//!   and Vicsek (Nature 407, 2000); otherwise a small unit would react to a large one too late. V⁰ and U⁰ are
//!   chosen to give the paper's forces between two people.
//! - The step Δt is shorter than the paper's 2 s. With 2 s, a unit in a crowd swerves around the ellipses of
//!   people that it would never meet. docs/research/README.md has the figures.
//!
//! The model prefers no side: two units that meet exactly head-on brake each other to a stop, as in the paper
//! without its noise.

use super::forces::{self, SinglePush, Source, hardest, matters, pace};
use super::model::{Avoidance, Choice, Model, Surroundings};
use crate::math;
use crate::settings::{Settings, settings};
use crate::steering::reasons::Reasons;
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{Segment, Vec2};

pub(super) static MODEL: Model = Model::new(
    "social-force",
    "a drive to the goal plus exponential repulsion from units and walls (Helbing and Molnár 1995)",
    &[RELAXATION, STRENGTH, RANGE, STEP, WALL_STRENGTH, WALL_RANGE, SIGHT, BEHIND],
    |settings| Box::new(SocialForce::new(settings)),
);

settings! { "social-force":
    /// τ; 0.5 s for people, as in the paper.
    pub RELAXATION "relaxation" number(2.23, (0.1, 100.0), "R/s_max"):
        "relaxation time of the drive to the preferred velocity" as "response time";
    /// V⁰ between surfaces: the paper's 2.1 m²/s² times e^(−0.6 m/σ).
    pub STRENGTH "strength" number(0.158, (0.0, 100.0), "s_max²"):
        "strength of the repulsion from a unit" as "push of units";
    /// σ; 0.3 m for people, as in the paper.
    pub RANGE "range" number(1.0, (0.05, 20.0), "R"):
        "distance over which the repulsion from a unit falls to 1/e" as "reach of the push";
    /// Δt; 0.9 s for people, where the paper has 2 s.
    pub STEP "step" number(4.0, (0.0, 100.0), "R/s_max"):
        "how far ahead in time a moving unit keeps space clear" as "looks ahead";
    /// U⁰ from the surface: the paper's 10 m²/s² times e^(−0.3 m/R).
    pub WALL_STRENGTH "wall_strength" number(1.24, (0.0, 100.0), "s_max²"):
        "strength of the repulsion from a wall" as "push of walls";
    /// The paper's R; 0.2 m for people, as in the paper.
    pub WALL_RANGE "wall_range" number(0.667, (0.05, 20.0), "R"):
        "distance over which the repulsion from a wall falls to 1/e";
    /// φ.
    pub SIGHT "sight" number(100.0, (0.0, 180.0), "°"):
        "half the angle of sight, within which repulsion counts in full";
    /// c.
    pub BEHIND "behind" number(0.5, (0.0, 1.0), ""): "weight of repulsion from outside the angle of sight";
}

/// The number of ranges beyond which a repulsion is below 1 % of its value at the surface, and is ignored.
const RANGES: f32 = 5.0;
/// The smallest distance to a focus at which the gradient of b is evaluated, in radii: at both foci of the
/// ellipse it is infinite.
const LEAST_DISTANCE: f32 = 1e-2;
/// The smallest share to which τ is reduced near the goal.
const LEAST_RELAXATION: f32 = 0.25;

/// The model, with values in the units of its settings.
#[derive(Debug, Clone, Copy)]
pub struct SocialForce {
    relaxation: f32,
    strength: f32,
    range: f32,
    step: f32,
    wall_strength: f32,
    wall_range: f32,
    /// cos φ.
    sight: f32,
    behind: f32,
}

impl SocialForce {
    /// The model with these settings.
    pub fn new(settings: &Settings) -> SocialForce {
        SocialForce {
            relaxation: settings.number(&RELAXATION),
            strength: settings.number(&STRENGTH),
            range: settings.number(&RANGE),
            step: settings.number(&STEP),
            wall_strength: settings.number(&WALL_STRENGTH),
            wall_range: settings.number(&WALL_RANGE),
            sight: math::cos(settings.number(&SIGHT).to_radians()),
            behind: settings.number(&BEHIND),
        }
    }

    /// The repulsion −w ∇V, m/s²; none from a unit that is too far away to matter.
    fn unit_push(&self, unit: &Unit, other: &Neighbour) -> Option<Vec2> {
        let step = other.velocity * (self.step * pace(unit));
        let (b, gradient) =
            half_minor_axis(unit.position - other.position, step, LEAST_DISTANCE * unit.radius);
        let gap = b - (unit.radius + other.radius);
        if gap > RANGES * self.range * unit.radius {
            return None;
        }
        // The direction is separate from the length, so that an overflow does not affect it.
        let away = math::normalize(gradient);
        let seen = unit.desired.dot(&-away) >= self.sight;
        let weight = if seen { 1.0 } else { self.behind };
        let push = self.exponential(unit, self.strength, self.range, gap) * gradient.norm();
        Some(away * (weight * push).min(hardest(unit)))
    }

    /// The repulsion −∇U from the nearest point of a wall, m/s². A wall counts less if its nearest point lies
    /// beside or behind a nearer wall. At a corner both walls have the same nearest point, and it repels only
    /// once.
    fn wall_push(&self, unit: &Unit, nearer: &[Segment], wall: &Segment) -> Vec2 {
        let to_wall = wall.nearest(unit.position) - unit.position;
        let apart = |other: &Segment| {
            let to_other = other.nearest(unit.position) - unit.position;
            1.0 - to_wall.dot(&to_other) / to_other.norm_squared().max(f32::MIN_POSITIVE)
        };
        let weight = nearer.iter().map(apart).fold(1.0, f32::min).max(0.0);
        let push = self.exponential(unit, self.wall_strength, self.wall_range, to_wall.norm() - unit.radius);
        math::normalize(-to_wall) * (weight * push).min(hardest(unit))
    }

    /// The length of the gradient of `strength`·e^(−gap/`range`), m/s². `strength` is in s_max² and `range`
    /// in radii.
    fn exponential(&self, unit: &Unit, strength: f32, range: f32, gap: f32) -> f32 {
        let range = (range * unit.radius).max(f32::MIN_POSITIVE);
        strength * unit.max_speed * (unit.max_speed / range) * math::exp(-gap / range)
    }
}

/// Returns b, the semi-minor axis of the ellipse through `r` with foci at 0 and `step`, in metres, and its
/// gradient with respect to `r`.
///
/// With q = r − step, the paper's (|r| + |q|)² − |step|² equals 2(|r||q| + r·q), which does not suffer from
/// cancellation. The gradient of b, (|r| + |q|)/(4b)·(r̂ + q̂), has the length (|r| + |q|)/(2√(|r||q|)).
/// Between the foci, where b is 0, it has no direction.
fn half_minor_axis(r: Vec2, step: Vec2, least: f32) -> (f32, Vec2) {
    let q = r - step;
    let (to_now, to_then) = (r.norm(), q.norm());
    let b = (0.5 * (to_now * to_then + r.dot(&q))).max(0.0).sqrt();
    let (near, far) = (to_now.max(least), to_then.max(least));
    let steepness = (near + far) / (2.0 * (near * far).sqrt()).max(f32::MIN_POSITIVE);
    (b, math::normalize(math::normalize(r) + math::normalize(q)) * steepness)
}

impl Avoidance for SocialForce {
    fn reach(&self, radius: f32, _max_speed: f32) -> f32 {
        // To the far end of the ellipse of a unit that approaches at full speed: `step` in R/s_max is also
        // that distance in radii.
        (2.0 + self.step + RANGES * self.range) * radius
    }

    fn wall_reach(&self, radius: f32, _max_speed: f32) -> f32 {
        (1.0 + RANGES * self.wall_range) * radius
    }

    fn with_flocking(&self) -> bool {
        false
    }

    fn choose(&self, unit: &Unit, around: &Surroundings<'_>, why: Option<&mut Reasons>) -> Choice {
        let units = around.neighbours.iter().filter(|n| matters(unit, n)).filter_map(|n| {
            Some(SinglePush { from: Source::Unit(n.id), acceleration: self.unit_push(unit, n)?, time: None })
        });
        let walls = around.walls.iter().enumerate().map(|(k, wall)| SinglePush {
            from: Source::Wall(wall.nearest(unit.position)),
            acceleration: self.wall_push(unit, &around.walls[..k], wall),
            time: None,
        });
        // A unit that slows down for its goal brakes with a shorter τ; otherwise it would overshoot.
        let share = (unit.preferred.norm() / unit.max_speed).clamp(LEAST_RELAXATION, 1.0);
        forces::choose(unit, self.relaxation * share * pace(unit), units.chain(walls), why)
    }
}

#[cfg(test)]
mod tests {
    use super::super::forces::{PERSON_RADIUS, PERSON_SPEED};
    use super::*;
    use crate::types::Point;

    /// A person with so large a maximum force that no push is limited.
    fn person() -> Unit {
        Unit {
            radius: PERSON_RADIUS,
            max_speed: PERSON_SPEED,
            max_force: 1e6,
            desired: Vec2::new(1.0, 0.0),
            ..Unit::default()
        }
    }

    fn model() -> SocialForce {
        SocialForce::new(&Settings::default())
    }

    fn neighbour(at: (f32, f32), velocity: (f32, f32)) -> Neighbour {
        let (position, velocity) = (Point::new(at.0, at.1), Vec2::new(velocity.0, velocity.1));
        Neighbour { position, velocity, radius: PERSON_RADIUS, ..Neighbour::default() }
    }

    /// The paper's V for people, written exactly as in the paper, J/kg.
    fn potential(m: &SocialForce, r: [f64; 2], step: [f64; 2]) -> f64 {
        let length = |x: f64, y: f64| (x * x + y * y).sqrt();
        let sum = length(r[0], r[1]) + length(r[0] - step[0], r[1] - step[1]);
        let b = (sum * sum - length(step[0], step[1]).powi(2)).sqrt() / 2.0;
        let (radius, speed) = (f64::from(PERSON_RADIUS), f64::from(PERSON_SPEED));
        let range = f64::from(m.range) * radius;
        f64::from(m.strength) * speed * speed * ((2.0 * radius - b) / range).exp()
    }

    #[test]
    fn a_push_is_the_negative_gradient_of_the_potential() {
        let m = model();
        for (at, velocity) in [
            ((1.0, 0.3), (0.0, 0.0)),
            ((1.5, -0.4), (-1.0, 0.5)),
            ((0.2, 0.9), (1.2, 0.3)),
            ((0.4, 0.1), (-1.3, 0.2)),
        ] {
            let other = neighbour(at, velocity);
            let time = m.step * PERSON_RADIUS / PERSON_SPEED;
            let step = [f64::from(velocity.0 * time), f64::from(velocity.1 * time)];
            let r = [-f64::from(at.0), -f64::from(at.1)];
            let h = 1e-5;
            let d = |dx: f64, dy: f64| potential(&m, [r[0] + dx, r[1] + dy], step);
            let gradient = [(d(h, 0.0) - d(-h, 0.0)) / (2.0 * h), (d(0.0, h) - d(0.0, -h)) / (2.0 * h)];
            // In full, regardless of the angle of sight.
            let push = SocialForce { behind: 1.0, ..m }.unit_push(&person(), &other).unwrap();
            let off = (f64::from(push.x) + gradient[0]).hypot(f64::from(push.y) + gradient[1]);
            assert!(
                off < 1e-3 * gradient[0].hypot(gradient[1]),
                "{at:?} {velocity:?}: {push:?}, {gradient:?}"
            );
        }
    }

    /// The paper's point-like people: V⁰ e^(−r/σ)/σ = 2.1/0.3·e^(−0.9/0.3) m/s² at 0.9 m, and likewise for
    /// walls.
    #[test]
    fn forces_on_people_match_the_paper() {
        let push = model().unit_push(&person(), &neighbour((0.9, 0.0), (0.0, 0.0))).unwrap();
        assert!((push.x + 0.3485).abs() < 3e-3 && push.y == 0.0, "{push:?}");
        let wall = Segment { from: Point::new(-5.0, 0.5), to: Point::new(5.0, 0.5) };
        let push = model().wall_push(&person(), &[], &wall);
        // U⁰ e^(−d/R)/R = 10/0.2·e^(−0.5/0.2)
        assert!((push.y + 4.104).abs() < 3e-2 && push.x.abs() < 1e-6, "{push:?}");
    }

    #[test]
    fn a_push_from_behind_counts_half_and_falls_with_distance() {
        let m = model();
        let push = |x: f32| m.unit_push(&person(), &neighbour((x, 0.0), (0.0, 0.0))).unwrap().x;
        assert!((push(-1.0) / -push(1.0) - m.behind).abs() < 1e-5);
        let ratio = push(1.3) / push(1.0);
        assert!((ratio - 0.3679).abs() < 1e-3, "one range further: {ratio}");
        assert_eq!(m.unit_push(&person(), &neighbour((2.2, 0.0), (0.0, 0.0))), None, "below 1 %");
    }

    #[test]
    fn an_approaching_unit_pushes_harder_than_a_receding_one() {
        let push = |vx: f32| model().unit_push(&person(), &neighbour((1.5, 0.2), (vx, 0.0))).unwrap().norm();
        assert!(push(-1.3) > 2.0 * push(0.0) && push(0.0) > 1.1 * push(1.3), "{} {}", push(-1.3), push(1.3));
    }

    #[test]
    fn a_corner_pushes_once_and_a_corridor_from_both_sides() {
        let m = model();
        let piece =
            |a: (f32, f32), b: (f32, f32)| Segment { from: Point::new(a.0, a.1), to: Point::new(b.0, b.1) };
        let push = |walls: &[Segment]| {
            let of = |k: usize| m.wall_push(&person(), &walls[..k], &walls[k]);
            (0..walls.len()).map(of).sum::<Vec2>()
        };
        let (top, side) = (piece((0.4, 0.3), (5.0, 0.3)), piece((0.4, 0.3), (0.4, 9.0)));
        assert!((push(&[top, side]) - push(&[top])).norm() < 1e-5, "convex");
        let straight = [piece((-5.0, 0.4), (0.1, 0.4)), piece((0.1, 0.4), (5.0, 0.4))];
        assert!((push(&straight) - push(&straight[..1])).norm() < 1e-4, "one wall in two pieces");
        let corridor = [piece((-5.0, 0.5), (5.0, 0.5)), piece((-5.0, -0.5), (5.0, -0.5))];
        assert!(push(&corridor).norm() < 1e-5 && push(&corridor[..1]).y < -1.0, "they balance");
    }
}
