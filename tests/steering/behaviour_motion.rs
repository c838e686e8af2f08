//! Steering behaviours in motion, with a body integrated by Euler's method at 60 steps per second.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sidestep::math;
use sidestep::steering::behaviours::*;
use sidestep::types::{DT, Point, Vec2};

struct Dice(ChaCha8Rng);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Uniform in [0, 1).
    fn share(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / (1 << 24) as f32
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.share()
    }

    fn vector(&mut self, low: f32, high: f32) -> Vec2 {
        let angle = self.between(-3.1, 3.1);
        math::unit(angle) * self.between(low, high)
    }
}

fn body(position: Point, velocity: Vec2) -> Body {
    let (radius, max_speed, max_acceleration) = (0.5, 5.0, 40.0);
    Body { position, velocity, orientation: 0.0, rotation: 0.0, radius, max_speed, max_acceleration }
}

fn as_other(body: &Body) -> Other {
    let Body { position, velocity, orientation, radius, .. } = *body;
    Other { position, velocity, orientation, radius }
}

fn step(body: &mut Body, steer: Steer) {
    body.velocity = math::clamp_length(body.velocity + steer.linear * DT, body.max_speed);
    body.position += body.velocity * DT;
    body.rotation += steer.angular * DT;
    body.orientation += body.rotation * DT;
}

#[test]
fn arrive_stops_at_the_goal_and_does_not_overshoot() {
    let mut dice = Dice::new(1);
    for case in 0..200 {
        let standing = case % 2 == 0;
        let velocity = if standing { Vec2::zeros() } else { dice.vector(0.0, 5.0) };
        let mut body = body(Point::from(dice.vector(3.0, 30.0)), velocity);
        body.max_acceleration = dice.between(5.0, 60.0);
        let way = -math::normalize(body.position.coords);
        let arrive = Arrive { brake: true, ..Arrive::for_body(&body) };
        let mut beyond = 0.0_f32;
        for _ in 0..20 * 60 {
            let steer = arrive.steer(&body, Point::origin());
            step(&mut body, steer);
            beyond = beyond.max(body.position.coords.dot(&way));
        }
        let distance = body.position.coords.norm();
        assert!(distance <= arrive.target_radius, "{case}: stands {distance} off");
        assert!(body.velocity.norm() < 1e-3, "{case}: still moves with {}", body.velocity.norm());
        assert!(!standing || beyond <= 0.0, "{case}: {beyond} m beyond the goal");
    }
}

#[test]
fn arrive_slows_down_where_seek_swings_around_the_goal() {
    let passes = |steer: &dyn Fn(&Body) -> Steer| {
        let mut body = body(Point::new(-10.0, 0.0), Vec2::zeros());
        let mut beyond = 0.0_f32;
        for _ in 0..10 * 60 {
            let steer = steer(&body);
            step(&mut body, steer);
            beyond = beyond.max(body.position.x);
        }
        beyond
    };
    let seeks = passes(&|body| seek(body, Point::origin()));
    let brakes =
        passes(&|body| Arrive { brake: true, ..Arrive::for_body(body) }.steer(body, Point::origin()));
    assert!(seeks > 0.25 && brakes <= 0.0, "seek overshoots by {seeks} m, arrive by {brakes} m");
}

#[test]
fn align_ends_aligned_without_swinging() {
    let mut dice = Dice::new(2);
    for case in 0..200 {
        let mut body = body(Point::origin(), Vec2::zeros());
        body.orientation = dice.between(-9.0, 9.0);
        let target = dice.between(-9.0, 9.0);
        let align = Align { brake: true, ..Align::default() };
        let off = |body: &Body| math::wrap(target - body.orientation);
        let start = off(&body);
        for _ in 0..10 * 60 {
            let steer = align.steer(&body, target);
            step(&mut body, steer);
            // It overshoots by no more than the tolerance of the alignment.
            let swung = -off(&body) * start.signum();
            assert!(swung.max(0.0) <= align.target_radius || swung > 3.0, "{case}: {swung} rad too far");
        }
        assert!(off(&body).abs() <= align.target_radius, "{case}: {} rad off", off(&body));
        assert!(body.rotation.abs() < 1e-3, "{case}: still turns with {}", body.rotation);
    }
}

/// Returns the time until `chaser` touches `prey`, s; at most 30.
fn time_to_catch(
    mut chaser: Body,
    mut prey: Body,
    chase: impl Fn(&Body, &Other) -> Steer,
    run: impl Fn(&Body, &Other) -> Steer,
) -> f32 {
    for tick in 0..30 * 60 {
        if (chaser.position - prey.position).norm() < chaser.radius + prey.radius {
            return tick as f32 * DT;
        }
        let steers = (chase(&chaser, &as_other(&prey)), run(&prey, &as_other(&chaser)));
        step(&mut chaser, steers.0);
        step(&mut prey, steers.1);
    }
    30.0
}

#[test]
fn pursue_catches_a_slower_target_sooner_than_seek() {
    let mut dice = Dice::new(3);
    let (mut pursuing, mut seeking) = (0.0, 0.0);
    for _ in 0..200 {
        let chaser = body(Point::origin(), Vec2::zeros());
        let prey = body(Point::from(dice.vector(8.0, 20.0)), dice.vector(2.0, 4.0));
        let straight = |_: &Body, _: &Other| Steer::NOTHING;
        pursuing += time_to_catch(chaser, prey, |b, o| Pursue::default().steer(b, o).steer, straight);
        seeking += time_to_catch(chaser, prey, |b, o| seek(b, o.position), straight);
    }
    assert!(pursuing < 0.95 * seeking, "pursue {pursuing} s, seek {seeking} s");
}

#[test]
fn evade_survives_a_faster_and_clumsier_chaser_longer_than_flee() {
    for max_acceleration in [8.0, 40.0] {
        let mut dice = Dice::new(4);
        let (mut evading, mut fleeing) = (0.0, 0.0);
        for _ in 0..200 {
            let (at, aim) = (dice.vector(10.0, 20.0), dice.vector(0.0, 2.0));
            let mut chaser = body(Point::from(at), math::normalize(aim - at) * 6.0);
            (chaser.max_speed, chaser.max_acceleration) = (6.0, 4.0);
            let mut prey = body(Point::origin(), dice.vector(0.0, 4.0));
            (prey.max_speed, prey.max_acceleration) = (4.0, max_acceleration);
            let chase = |b: &Body, o: &Other| Pursue::default().steer(b, o).steer;
            evading += time_to_catch(chaser, prey, chase, |b, o| Evade::default().steer(b, o).steer);
            fleeing += time_to_catch(chaser, prey, chase, |b, o| flee(b, o.position));
        }
        assert!(
            evading > 1.3 * fleeing,
            "prey of {max_acceleration} m/s²: evade {evading} s, flee {fleeing} s"
        );
    }
}

#[test]
fn wander_turns_gradually_and_covers_ground() {
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let mut body = body(Point::origin(), Vec2::new(5.0, 0.0));
        let (wander, mut angle) = (Wander::for_body(&body), 0.0);
        let mut cells = std::collections::BTreeSet::new();
        let (mut left, mut right) = (0.0_f32, 0.0_f32);
        for tick in 0..60 * 60 {
            let before = (body.heading(), angle);
            let wandered = wander.steer(&body, angle, dice.share(), dice.share());
            angle = wandered.angle;
            assert!(
                math::wrap(angle - before.1).abs() <= wander.rate + 1e-5,
                "{seed}, {tick}: angle {angle}"
            );
            step(&mut body, wandered.steer);
            let turn =
                math::angle(Vec2::new(before.0.dot(&body.heading()), math::cross(before.0, body.heading())));
            // The defaults amount to 1 rad/s at full speed.
            assert!(turn.abs() < 1.2 * DT, "{seed}, {tick}: turned by {turn}");
            left = left.max(turn);
            right = right.min(turn);
            cells.insert(((body.position.x / 5.0) as i32, (body.position.y / 5.0) as i32));
        }
        assert!(left > 0.01 && right < -0.01, "{seed}: turns both ways: {left}, {right}");
        assert!(cells.len() > 25, "{seed}: saw {} cells of 5 m on a path of 300 m", cells.len());
    }
}

fn path(points: &[(f32, f32)], closed: bool) -> Path {
    Path::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect(), closed).unwrap()
}

/// Walks a path for `seconds` and returns, for every tick, the body and the point that it followed.
fn walk(path: &Path, follow: &FollowPath, seconds: usize) -> Vec<(Body, Followed)> {
    let mut body = body(path.at(0.0), Vec2::zeros());
    let mut last = Some(0.0);
    let tick = |_| {
        let followed = follow.steer(&body, path, last);
        last = Some(followed.nearest);
        step(&mut body, followed.steer);
        (body, followed)
    };
    (0..seconds * 60).map(tick).collect()
}

#[test]
fn follow_path_passes_the_points_in_order() {
    let points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (20.0, 10.0), (25.0, -10.0)];
    for closed in [false, true] {
        let path = path(&points, closed);
        let follow = FollowPath::for_body(&body(Point::origin(), Vec2::zeros()));
        let way = walk(&path, &follow, 30);
        let mut ticks = way.iter();
        let rounds = if closed { 1 } else { 0 };
        for point in points.iter().chain(points.iter().take(3 * rounds)) {
            let at = Point::new(point.0, point.1);
            assert!(
                ticks.any(|(b, _)| (b.position - at).norm() < 1.0),
                "does not pass {at} in order (closed: {closed})"
            );
        }
        if !closed {
            assert!(
                (way[way.len() - 1].0.position - Point::new(25.0, -10.0)).norm() < 1.5,
                "stays at the end"
            );
        }
    }
}

/// The largest jump of the nearest point between two ticks, m.
fn largest_jump(way: &[(Body, Followed)]) -> f32 {
    way.windows(2).map(|pair| (pair[1].1.nearest - pair[0].1.nearest).abs()).fold(0.0, f32::max)
}

#[test]
fn a_coherent_search_does_not_jump_where_a_path_crosses_itself() {
    // A loop that crosses itself near its start, at (5, 0).
    let path = path(&[(0.0, 0.0), (12.0, 0.0), (12.0, 8.0), (5.0, 8.0), (5.0, -8.0)], false);
    let start = body(Point::origin(), Vec2::zeros());
    let whole = FollowPath::for_body(&start);
    let coherent = FollowPath { coherence: Some(whole.coherence_of(&start)), ..whole };
    // A body that a crowd holds 0.7 m off its path, on the inside or the outside.
    for aside in [0.5, -0.5] {
        let pushed = |follow: &FollowPath| {
            let mut last = Some(0.0);
            let tick = |tick| {
                let place = path.at(tick as f32 * 5.0 * DT) + Vec2::new(aside, aside);
                let body = body(place, Vec2::zeros());
                let followed = follow.steer(&body, &path, last);
                last = Some(followed.nearest);
                (body, followed)
            };
            (0..(path.length() / 5.0 / DT) as usize).map(tick).collect::<Vec<_>>()
        };
        let (jumps, stays) = (largest_jump(&pushed(&whole)), largest_jump(&pushed(&coherent)));
        assert!(stays < 2.0, "coherent: a jump of {stays} m");
        assert!(jumps > 10.0, "whole path: a jump of {jumps} m");
    }
    let walked = walk(&path, &coherent, 15);
    assert!(largest_jump(&walked) < 2.0, "a jump of {} m", largest_jump(&walked));
    let end = Point::new(5.0, -8.0);
    assert!((walked[walked.len() - 1].0.position - end).norm() < 1.5, "gets to the end");
}

#[test]
fn a_coherent_search_goes_around_a_closed_path() {
    let path = path(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)], true);
    let coherent =
        FollowPath { coherence: Some(4.0), ..FollowPath::for_body(&body(Point::origin(), Vec2::zeros())) };
    let way = walk(&path, &coherent, 30);
    let rounds = way.windows(2).filter(|pair| pair[0].1.nearest - pair[1].1.nearest > 20.0).count();
    assert!(rounds >= 2, "passes the start {rounds} times in 30 s");
}

/// The smallest distance between two bodies that walk straight ahead, or that avoid each other by closest
/// approach.
fn least_distance(mut a: Body, mut b: Body, avoid: bool) -> f32 {
    let mut least = f32::INFINITY;
    for _ in 0..6 * 60 {
        let steer = |me: &Body, other: &Body| match avoid {
            true => ClosestApproach::default().steer(me, &[as_other(other)]).steer,
            false => Steer::NOTHING,
        };
        let steers = (steer(&a, &b), steer(&b, &a));
        step(&mut a, steers.0);
        step(&mut b, steers.1);
        least = least.min((a.position - b.position).norm());
    }
    least
}

#[test]
fn two_bodies_on_a_collision_course_miss_each_other() {
    let mut dice = Dice::new(5);
    for case in 0..200 {
        // They would meet after 2 s, at a distance of `miss` metres.
        let velocities = (dice.vector(2.0, 5.0), dice.vector(2.0, 5.0));
        if (velocities.0 - velocities.1).norm() < 1.0 {
            continue;
        }
        let miss = math::normalize(math::left(velocities.1 - velocities.0)) * dice.between(-0.9, 0.9);
        let a = body(Point::from(velocities.0 * -2.0), velocities.0);
        let b = body(Point::from(velocities.1 * -2.0 + miss), velocities.1);
        let touch = a.radius + b.radius;
        assert!(least_distance(a, b, false) < touch, "{case}: not on a collision course");
        let least = least_distance(a, b, true);
        assert!(least > 0.99 * touch, "{case}: {least} m between the centres of two of 0.5 m");
    }
}
