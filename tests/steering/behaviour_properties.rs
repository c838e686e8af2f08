//! Properties of all steering behaviours: the result is finite for any finite input, unaffected by moving or
//! turning the world, mirrored in a mirrored world, and within the body's maximum.

use proptest::prelude::*;
use sidestep::math;
use sidestep::steering::behaviours::*;
use sidestep::types::{Point, Segment, Vec2};
use std::f32::consts::{FRAC_PI_2, PI};

#[derive(Debug, Clone)]
struct Scene {
    body: Body,
    goal: Point,
    others: Vec<Other>,
    points: Vec<Point>,
    walls: Vec<Segment>,
    discs: Vec<RoundObstacle>,
    /// A target orientation, or the angle of wander.
    angle: f32,
    random: (f32, f32),
    /// A length, a time or a rate, for settings of any kind.
    setting: f32,
}

/// Runs every behaviour and variant, by name. If `extreme`, settings without a limited range have the value
/// `setting`; else all have their defaults.
fn decide(scene: &Scene, extreme: bool) -> Vec<(&'static str, Steer)> {
    let Scene { body, goal, others, setting, .. } = scene;
    let set = |default: f32| if extreme { *setting } else { default };
    let flag = extreme && *setting > 1.0;
    let base = Arrive::for_body(body);
    let arrive = Arrive {
        target_radius: set(base.target_radius),
        slow_radius: set(base.slow_radius),
        time_to_target: set(base.time_to_target),
        brake: flag,
    };
    let base = Align::default();
    let align = Align {
        target_radius: set(base.target_radius),
        slow_radius: set(base.slow_radius),
        max_rotation: set(base.max_rotation),
        max_angular_acceleration: set(base.max_angular_acceleration),
        time_to_target: set(base.time_to_target),
        brake: flag,
    };
    let evade = Evade { max_prediction: set(2.0) };
    let target = others[0];
    let cone = |form| Cone { half_angle: set(0.6), form, evade };
    let wander = Wander { distance: set(5.0), radius: set(2.5), rate: set(0.3) };
    let separation = |law| Separation { threshold: set(4.0), law };
    let walls = |rays| {
        let avoidance = WallAvoidance { lookahead: set(5.0), avoid_distance: set(1.0), rays };
        let avoided = avoidance.steer(body, &scene.walls, &scene.discs);
        assert!(
            avoided.hit.is_none_or(|h| finite(h.point.coords) && finite(h.normal) && h.distance.is_finite())
        );
        avoided.steer
    };
    let whiskers = Rays::Whiskers { angle: set(0.5), share: set(0.5) };
    let mut all = vec![
        ("seek", seek(body, *goal)),
        ("flee", flee(body, *goal)),
        ("arrive", arrive.steer(body, *goal)),
        ("align", align.steer(body, scene.angle)),
        ("velocity match", VelocityMatch { time_to_target: set(0.1) }.steer(body, target.velocity)),
        ("pursue", Pursue { max_prediction: set(2.0), arrive: None }.steer(body, &target).steer),
        (
            "pursue, arrive",
            Pursue { max_prediction: set(2.0), arrive: Some(arrive) }.steer(body, &target).steer,
        ),
        ("evade", evade.steer(body, &target).steer),
        ("face", face(body, &align, *goal)),
        ("look where going", look_where_going(body, &align)),
        ("wander", wander.steer(body, scene.angle, scene.random.0, scene.random.1).steer),
        ("cone, mean", cone(ConeForm::Mean).steer(body, others).steer),
        ("cone, nearest", cone(ConeForm::Nearest).steer(body, others).steer),
        ("closest approach", ClosestApproach::default().steer(body, others).steer),
        ("wall, one ray", walls(Rays::One)),
        ("wall, whiskers", walls(whiskers)),
    ];
    for closed in [false, true] {
        // Where a path returns along itself, one position has two arc lengths, and rounding chooses between
        // them.
        let returns = scene.points.iter().enumerate().any(|(k, point)| scene.points[..k].contains(point));
        if (returns || closed && scene.points.len() < 3) && !extreme {
            continue;
        }
        if let Ok(path) = Path::new(scene.points.clone(), closed) {
            let follow =
                FollowPath { path_offset: set(1.5), predict_time: set(0.1), coherence: Some(set(3.0)) };
            let whole = follow.steer(body, &path, None);
            let near = follow.steer(body, &path, Some(whole.parameter));
            for followed in [whole, near] {
                assert!((0.0..=path.length()).contains(&followed.parameter), "{followed:?}");
                assert!((0.0..=path.length()).contains(&followed.nearest), "{followed:?}");
                assert!(finite(followed.target.coords), "{followed:?}");
                all.push(("follow path", followed.steer));
            }
        }
    }
    // This one is last because its plain sum is not limited.
    all.push(("separation, linear", separation(Law::Linear).steer(body, others)));
    let inverse = Law::InverseSquare { decay: set(3.0) };
    all.push(("separation, inverse square", separation(inverse).steer(body, others)));
    all
}

fn finite(v: Vec2) -> bool {
    v.x.is_finite() && v.y.is_finite()
}

/// Any finite number, with a few values repeated often.
fn any() -> impl Strategy<Value = f32> {
    prop_oneof![
        3 => prop::sample::select(vec![0.0, 1.0, -1.0, f32::MAX, f32::MIN, f32::MIN_POSITIVE, 1e-40, 1e19, -1e30, PI]),
        1 => prop::num::f32::ANY.prop_filter("finite", |x| x.is_finite()),
        1 => -10.0_f32..10.0,
    ]
}

fn any_vector() -> impl Strategy<Value = Vec2> {
    (any(), any()).prop_map(|(x, y)| Vec2::new(x, y))
}

fn scenes<N, V>(numbers: fn() -> N, vectors: fn() -> V) -> impl Strategy<Value = Scene>
where
    N: Strategy<Value = f32> + 'static,
    V: Strategy<Value = Vec2> + 'static,
{
    let point = move || vectors().prop_map(Point::from);
    let size = move || numbers().prop_map(f32::abs);
    let body = (point(), vectors(), numbers(), numbers(), size(), size(), size()).prop_map(
        |(position, velocity, orientation, rotation, radius, max_speed, max_acceleration)| Body {
            position,
            velocity,
            orientation,
            rotation,
            radius,
            max_speed,
            max_acceleration,
        },
    );
    let other = move || {
        (point(), vectors(), size()).prop_map(|(position, velocity, radius)| Other {
            position,
            velocity,
            orientation: 0.0,
            radius,
        })
    };
    let wall = (point(), point()).prop_map(|(from, to)| Segment { from, to });
    let disc = (point(), size()).prop_map(|(center, radius)| RoundObstacle { center, radius });
    let around = (
        prop::collection::vec(other(), 1..6),
        prop::collection::vec(point(), 2..6),
        prop::collection::vec(wall, 0..5),
        prop::collection::vec(disc, 0..3),
    );
    let random = (0.0_f32..1.0, 0.0_f32..1.0);
    (body, point(), around, numbers(), random, size()).prop_map(
        |(body, goal, (others, points, walls, discs), angle, random, setting)| Scene {
            body,
            goal,
            others,
            points,
            walls,
            discs,
            angle,
            random,
            setting,
        },
    )
}

/// Multiples of 1/64 within ±12. Sums and differences are exact, so a moved scene takes the same branches.
fn on_grid() -> impl Strategy<Value = f32> {
    (-768_i32..768).prop_map(|k| k as f32 / 64.0)
}

fn grid_vector() -> impl Strategy<Value = Vec2> {
    (on_grid(), on_grid()).prop_map(|(x, y)| Vec2::new(x, y))
}

/// The scene with all vectors mapped, positions then shifted, and angles mapped.
fn mapped(scene: &Scene, map: impl Fn(Vec2) -> Vec2, shift: Vec2, turn: impl Fn(f32) -> f32) -> Scene {
    let place = |p: Point| Point::from(map(p.coords) + shift);
    let mut new = scene.clone();
    new.body.position = place(scene.body.position);
    new.body.velocity = map(scene.body.velocity);
    new.body.orientation = turn(scene.body.orientation);
    new.goal = place(scene.goal);
    for other in &mut new.others {
        (other.position, other.velocity) = (place(other.position), map(other.velocity));
    }
    new.points = scene.points.iter().map(|&p| place(p)).collect();
    for wall in &mut new.walls {
        (wall.from, wall.to) = (place(wall.from), place(wall.to));
    }
    for disc in &mut new.discs {
        disc.center = place(disc.center);
    }
    new
}

fn same(name: &str, got: Steer, linear: Vec2, angular: f32) -> Result<(), TestCaseError> {
    let scale = linear.norm().max(1.0);
    prop_assert!((got.linear - linear).norm() <= 1e-3 * scale, "{name}: {:?} not {linear:?}", got.linear);
    prop_assert!(
        (got.angular - angular).abs() <= 1e-3 * angular.abs().max(1.0),
        "{name}: {got:?} not {angular}"
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn everything_is_finite_and_within_the_maximum(scene in scenes(any, any_vector)) {
        for extreme in [true, false] {
            for (name, steer) in decide(&scene, extreme) {
                prop_assert!(finite(steer.linear) && steer.angular.is_finite(), "{name}: {steer:?}");
                let most = scene.body.max_acceleration;
                // Scaled first, because the square of a huge vector is infinite.
                let share = if most > 1e-30 { (steer.linear / most).norm() } else { 0.0 };
                prop_assert!(name.starts_with("separation") || share <= 1.0 + 1e-5, "{name}: {steer:?} above {most}");
            }
        }
    }

    #[test]
    fn a_moved_scene_moves_nothing(scene in scenes(on_grid, grid_vector), dx in -64_i32..64, dy in -64_i32..64) {
        let moved = mapped(&scene, |v| v, Vec2::new(dx as f32, dy as f32), |a| a);
        for ((name, was), (_, is)) in decide(&scene, false).into_iter().zip(decide(&moved, false)) {
            same(name, is, was.linear, was.angular)?;
        }
    }

    #[test]
    fn a_turned_scene_turns_the_answer(scene in scenes(on_grid, grid_vector)) {
        let turned = mapped(&scene, math::left, Vec2::zeros(), |a| a + FRAC_PI_2);
        let mut align = turned.clone();
        align.angle += FRAC_PI_2;
        let is = decide(&turned, false);
        for (index, (name, was)) in decide(&scene, false).into_iter().enumerate() {
            // For align, the target turns as well; for wander, the angle is relative to the heading.
            let is = if name == "align" { decide(&align, false)[index].1 } else { is[index].1 };
            same(name, is, math::left(was.linear), was.angular)?;
        }
    }

    #[test]
    fn a_mirrored_scene_mirrors_the_answer(scene in scenes(on_grid, grid_vector)) {
        let mirror = |v: Vec2| Vec2::new(v.x, -v.y);
        let mut mirrored = mapped(&scene, mirror, Vec2::zeros(), |a| -a);
        mirrored.body.rotation = -scene.body.rotation;
        mirrored.angle = -scene.angle;
        mirrored.random = (scene.random.1, scene.random.0);
        for ((name, was), (_, is)) in decide(&scene, false).into_iter().zip(decide(&mirrored, false)) {
            same(name, is, mirror(was.linear), -was.angular)?;
        }
    }

    #[test]
    fn flee_is_the_opposite_of_seek(scene in scenes(on_grid, grid_vector)) {
        prop_assert_eq!(flee(&scene.body, scene.goal).linear, -seek(&scene.body, scene.goal).linear);
    }

    #[test]
    fn a_place_on_a_path_is_the_nearest_of_itself(scene in scenes(on_grid, grid_vector), share in 0.0_f32..1.0, closed: bool) {
        if let Ok(path) = Path::new(scene.points, closed) {
            let place = path.at(share * path.length());
            let found = path.at(path.nearest(place));
            prop_assert!((found - place).norm() < 1e-3, "{found} for {place}");
            // No sampled point of the path is nearer than the one found.
            let nearest = (path.at(path.nearest(scene.goal)) - scene.goal).norm();
            prop_assert!(nearest <= (place - scene.goal).norm() + 1e-3);
            // A search over half of a closed path in either direction covers the whole path.
            let around = path.at(path.nearest_around(scene.goal, share * path.length(), path.length()));
            prop_assert!(((around - scene.goal).norm() - nearest).abs() < 1e-3);
        }
    }
}

#[test]
fn without_a_direction_no_force_is_asked_for() {
    let at = Point::new(2.0, 3.0);
    let body = Body {
        position: at,
        velocity: Vec2::zeros(),
        orientation: 1.0,
        rotation: 0.0,
        radius: 0.5,
        max_speed: 5.0,
        max_acceleration: 40.0,
    };
    let other = Other { position: at, velocity: Vec2::zeros(), orientation: 0.0, radius: 0.5 };
    let align = Align::default();
    let wall = Segment { from: at, to: at };
    let all = [
        seek(&body, at),
        flee(&body, at),
        Arrive::for_body(&body).steer(&body, at),
        Pursue::default().steer(&body, &other).steer,
        Evade::default().steer(&body, &other).steer,
        face(&body, &align, at),
        look_where_going(&body, &align),
        Separation::for_body(&body).steer(&body, &[other]),
        Cone::new(ConeForm::Mean).steer(&body, &[other]).steer,
        Cone::new(ConeForm::Nearest).steer(&body, &[]).steer,
        ClosestApproach::default().steer(&body, &[other]).steer,
        WallAvoidance::for_body(&body).steer(&body, &[wall], &[]).steer,
    ];
    assert_eq!(all, [Steer::NOTHING; 12]);
    assert_eq!(Path::new(vec![at], false), Err(PathError::TooFew(1)));
    assert_eq!(Path::new(vec![at, at], true), Err(PathError::NoLength));
    assert_eq!(Path::new(vec![at, Point::new(f32::NAN, 0.0)], false), Err(PathError::NotFinite));
}
