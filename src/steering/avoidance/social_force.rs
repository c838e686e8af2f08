//! The social force model (Helbing and Molnár, "Social force model for pedestrian dynamics", Physical Review E 51, 1995).
//!
//! A unit α accelerates by the sum of a drive to its goal and of repulsions:
//!
//! ```text
//! drive      (v⁰ e − v)/τ
//! units      −w ∇V(b),  V(b) = V⁰ σ⁰ e^((Rα + Rβ − b)/σ),   2b = √((|r| + |r − vβ Δt|)² − |vβ Δt|²)
//! walls      −∇U(d),    U(d) = U⁰ e^((Rα − d)/R)
//! sight      w = 1 for what pushes from within φ of the way e, else c
//! ```
//!
//! with r from β to α. Where V is the same lies an ellipse around β and the place that it will have reached by one step
//! Δt: who walks wants room ahead of it. b is its half minor axis.
//!
//! The paper's numbers are for people of 0.3 m and 1.34 m/s; the settings' are the same in a unit's own radii and speeds
//! (`forces.rs` says how). Two things differ. Its people are points, and the exponents here count from surface to surface,
//! as in Helbing, Farkas and Vicsek (Nature 407, 2000): else a small unit would feel a large one too late. V⁰ and U⁰ are
//! those that give what the paper gives between two people. And the step is shorter than its 2 s, for with that a unit in
//! a crowd swerves for ellipses of people whom it will never meet: docs/models.md has the figures.
//!
//! The model knows no side: two that meet exactly head-on brake each other to a stop, as in the paper without its noise.

use super::forces::{self, SinglePush, Source, hardest, matters, pace};
use super::model::{Around, Avoidance, Choice, Model};
use crate::math;
use crate::settings::{Setting, Settings};
use crate::steering::reasons::Reasons;
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{Segment, Vec2};

pub(super) static MODEL: Model = Model::new(
    "social-force",
    "a drive to the goal plus exponential repulsion from units and walls (Helbing and Molnár 1995)",
    &[RELAXATION, STRENGTH, RANGE, STEP, WALL_STRENGTH, WALL_RANGE, SIGHT, BEHIND],
    |settings| Box::new(SocialForce::new(settings)),
);

/// τ; 0.5 s for people, as in the paper.
pub const RELAXATION: Setting = Setting::number(
    "social-force.relaxation",
    2.23,
    (0.1, 100.0),
    "R/s_max",
    "relaxation time of the drive to the preferred velocity",
);
/// V⁰ from surface to surface; the paper's 2.1 m²/s² times e^(−0.6 m/σ).
pub const STRENGTH: Setting = Setting::number(
    "social-force.strength",
    0.158,
    (0.0, 100.0),
    "s_max²",
    "strength of the repulsion from a unit",
);
/// σ; 0.3 m for people, as in the paper.
pub const RANGE: Setting = Setting::number(
    "social-force.range",
    1.0,
    (0.05, 20.0),
    "R",
    "distance over which the repulsion from a unit falls to 1/e",
);
/// Δt; 0.9 s for people, where the paper has 2 s.
pub const STEP: Setting = Setting::number(
    "social-force.step",
    4.0,
    (0.0, 100.0),
    "R/s_max",
    "how far ahead in time a moving unit keeps space clear",
);
/// U⁰ from the surface; the paper's 10 m²/s² times e^(−0.3 m/R).
pub const WALL_STRENGTH: Setting = Setting::number(
    "social-force.wall_strength",
    1.24,
    (0.0, 100.0),
    "s_max²",
    "strength of the repulsion from a wall",
);
/// R of the paper; 0.2 m for people, as there.
pub const WALL_RANGE: Setting = Setting::number(
    "social-force.wall_range",
    0.667,
    (0.05, 20.0),
    "R",
    "distance over which the repulsion from a wall falls to 1/e",
);
/// φ, half of the angle of sight.
pub const SIGHT: Setting = Setting::number(
    "social-force.sight",
    100.0,
    (0.0, 180.0),
    "°",
    "angle from the desired direction within which repulsion counts in full",
);
/// c.
pub const BEHIND: Setting = Setting::number(
    "social-force.behind",
    0.5,
    (0.0, 1.0),
    "",
    "weight of repulsion from outside that angle",
);

/// So many ranges away a push is below 1 % of what it is at the surface, and left out.
const RANGES: f32 = 5.0;
/// The gradient of b goes to infinity at both foci of the ellipse: it is taken no nearer to one, in radii.
const LEAST_DISTANCE: f32 = 1e-2;
/// The least share of τ that is left of it at the goal.
const LEAST_RELAXATION: f32 = 0.25;

/// The model's numbers, in the units of its settings.
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
            relaxation: settings.get(&RELAXATION),
            strength: settings.get(&STRENGTH),
            range: settings.get(&RANGE),
            step: settings.get(&STEP),
            wall_strength: settings.get(&WALL_STRENGTH),
            wall_range: settings.get(&WALL_RANGE),
            sight: math::cos(settings.get(&SIGHT).to_radians()),
            behind: settings.get(&BEHIND),
        }
    }

    /// −w ∇V, m/s²; none from one who is too far away to matter.
    fn unit_push(&self, unit: &Unit, other: &Neighbour) -> Option<Vec2> {
        let step = other.velocity * (self.step * pace(unit));
        let (b, gradient) =
            half_minor_axis(unit.position - other.position, step, LEAST_DISTANCE * unit.radius);
        let gap = b - (unit.radius + other.radius);
        if gap > RANGES * self.range * unit.radius {
            return None;
        }
        // The direction apart from the length: an overflow leaves it alone.
        let away = math::normalize(gradient);
        let seen = unit.desired.dot(&-away) >= self.sight;
        let weight = if seen { 1.0 } else { self.behind };
        let push = self.exponential(unit, self.strength, self.range, gap) * gradient.norm();
        Some(away * (weight * push).min(hardest(unit)))
    }

    /// −∇U from the wall's nearest place, m/s². What lies beside or behind the line along a nearer wall counts less: at
    /// a corner both pieces' nearest places are the same one, and it pushes once.
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

    /// The gradient's length of `strength`·e^(−gap/`range`), its numbers in s² and R, m/s².
    fn exponential(&self, unit: &Unit, strength: f32, range: f32, gap: f32) -> f32 {
        let range = (range * unit.radius).max(f32::MIN_POSITIVE);
        strength * unit.max_speed * (unit.max_speed / range) * math::exp(-gap / range)
    }
}

/// b, the half minor axis of the ellipse through `r` with foci at 0 and `step`, m, and its gradient by `r`.
///
/// The paper's (|r| + |q|)² − |step|², q = r − step, is 2(|r||q| + r·q), which loses nothing to cancellation; and its gradient,
/// (|r| + |q|)/(4b)·(r̂ + q̂), has the length (|r| + |q|)/(2√(|r||q|)). Between the foci, where b is 0, it has no direction.
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
        // To the far end of the ellipse of one that comes at full speed: a step in its pace is so many radii.
        (2.0 + self.step + RANGES * self.range) * radius
    }

    fn wall_reach(&self, radius: f32, _max_speed: f32) -> f32 {
        (1.0 + RANGES * self.wall_range) * radius
    }

    fn with_flocking(&self) -> bool {
        false
    }

    fn choose(&self, unit: &Unit, around: &Around<'_>, why: Option<&mut Reasons>) -> Choice {
        let units = around.neighbours.iter().filter(|n| matters(unit, n)).filter_map(|n| {
            Some(SinglePush { from: Source::Unit(n.id), acceleration: self.unit_push(unit, n)?, time: None })
        });
        let walls = around.walls.iter().enumerate().map(|(k, wall)| SinglePush {
            from: Source::Wall(wall.nearest(unit.position)),
            acceleration: self.wall_push(unit, &around.walls[..k], wall),
            time: None,
        });
        // Where it slows down for its goal it does so the quicker: else τ would carry it past.
        let share = (unit.preferred.norm() / unit.max_speed).clamp(LEAST_RELAXATION, 1.0);
        forces::choose(unit, self.relaxation * share * pace(unit), units.chain(walls), why)
    }
}

#[cfg(test)]
mod tests {
    use super::super::forces::{PERSON_RADIUS, PERSON_SPEED};
    use super::*;
    use crate::types::Point;

    /// A person with a force to spare, so that no push is limited.
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

    /// The paper's V, spelled out as it stands there, for people: J/kg.
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
            // In full, whatever it sees.
            let push = SocialForce { behind: 1.0, ..m }.unit_push(&person(), &other).unwrap();
            let off = (f64::from(push.x) + gradient[0]).hypot(f64::from(push.y) + gradient[1]);
            assert!(
                off < 1e-3 * gradient[0].hypot(gradient[1]),
                "{at:?} {velocity:?}: {push:?}, {gradient:?}"
            );
        }
    }

    /// The point-like people of the paper: V⁰ e^(−r/σ)/σ = 2.1/0.3·e^(−0.9/0.3) m/s² at 0.9 m, and walls alike.
    #[test]
    fn for_people_it_is_what_the_paper_has() {
        let push = model().unit_push(&person(), &neighbour((0.9, 0.0), (0.0, 0.0))).unwrap();
        assert!((push.x + 0.3485).abs() < 3e-3 && push.y == 0.0, "{push:?}");
        let wall = Segment { from: Point::new(-5.0, 0.5), to: Point::new(5.0, 0.5) };
        let push = model().wall_push(&person(), &[], &wall);
        // U⁰ e^(−d/R)/R = 10/0.2·e^(−0.5/0.2)
        assert!((push.y + 4.104).abs() < 3e-2 && push.x.abs() < 1e-6, "{push:?}");
    }

    #[test]
    fn what_pushes_from_behind_counts_half_and_further_away_less() {
        let m = model();
        let push = |x: f32| m.unit_push(&person(), &neighbour((x, 0.0), (0.0, 0.0))).unwrap().x;
        assert!((push(-1.0) / -push(1.0) - m.behind).abs() < 1e-5);
        let ratio = push(1.3) / push(1.0);
        assert!((ratio - 0.3679).abs() < 1e-3, "one range further: {ratio}");
        assert_eq!(m.unit_push(&person(), &neighbour((2.2, 0.0), (0.0, 0.0))), None, "below 1 %");
    }

    #[test]
    fn one_that_comes_is_felt_from_further_away_than_one_that_goes() {
        let push = |vx: f32| model().unit_push(&person(), &neighbour((1.5, 0.2), (vx, 0.0))).unwrap().norm();
        assert!(push(-1.3) > 2.0 * push(0.0) && push(0.0) > 1.1 * push(1.3), "{} {}", push(-1.3), push(1.3));
    }

    #[test]
    fn a_corner_of_two_pieces_pushes_once_and_a_corridor_from_both_sides() {
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
