//! ORCA: agreement with its reference RVO2, and the paper's promises of no collisions with units or walls.
//! Gaps that are wide enough are walked through.

use proptest::prelude::*;
use serde_json::Value;
use sidestep::math;
use sidestep::steering::avoidance::orca::{self, HalfPlane, OrcaSettings, Program, Solution};
use sidestep::steering::{Neighbour, Unit};
use sidestep::types::{DT, Point, Segment, Vec2};

fn unit(position: Vec2, velocity: Vec2, radius: f32, max_speed: f32) -> Unit {
    Unit { position: Point::from(position), velocity, radius, max_speed, ..Unit::default() }
}

fn neighbour(id: u32, position: Vec2, velocity: Vec2, radius: f32) -> Neighbour {
    Neighbour {
        id,
        position: Point::from(position),
        velocity,
        radius,
        preferred: velocity,
        ..Neighbour::default()
    }
}

fn seen(id: u32, unit: &Unit) -> Neighbour {
    neighbour(id, unit.position.coords, unit.velocity, unit.radius)
}

fn wall(from: (f32, f32), to: (f32, f32)) -> Segment {
    Segment { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1) }
}

fn distance(unit: &Unit, wall: &Segment) -> f32 {
    (wall.nearest(unit.position) - unit.position).norm()
}

/// The velocity straight to `goal`, reached after one tick at the earliest.
fn towards(unit: &Unit, goal: Point) -> Vec2 {
    math::clamp_length((goal - unit.position) / DT, unit.max_speed)
}

/// Moves a unit by one tick with the velocity that it chose.
fn advance(unit: &mut Unit, solution: &Solution) {
    unit.velocity = solution.velocity;
    unit.position += unit.velocity * DT;
}

/// A case of the reference: its input and the resulting velocity.
struct Golden {
    id: String,
    unit: Unit,
    preferred: Vec2,
    neighbours: Vec<Neighbour>,
    settings: OrcaSettings,
    velocity: Vec2,
}

fn golden() -> Vec<Golden> {
    let number = |v: &Value| v.as_f64().unwrap() as f32;
    let vector = |v: &Value| Vec2::new(number(&v[0]), number(&v[1]));
    let cases: Vec<Value> = serde_json::from_str(include_str!("../golden/orca.json")).unwrap();
    let read = |case: &Value| {
        let u = &case["unit"];
        let radius = number(&u["radius"]);
        let max_speed = number(&u["max_speed"]);
        let others = case["neighbours"].as_array().unwrap().iter().enumerate();
        Golden {
            id: case["id"].as_str().unwrap().into(),
            unit: unit(vector(&u["position"]), vector(&u["velocity"]), radius, max_speed),
            preferred: vector(&u["preferred_velocity"]),
            neighbours: others
                .map(|(id, n)| {
                    neighbour(id as u32, vector(&n["position"]), vector(&n["velocity"]), number(&n["radius"]))
                })
                .collect(),
            settings: OrcaSettings {
                time_step: number(&case["time_step"]),
                time_horizon: number(&case["time_horizon"]),
                neighbour_distance: number(&case["neighbour_distance"]),
                max_neighbours: case["max_neighbours"].as_u64().unwrap() as usize,
                ..OrcaSettings::for_unit(radius, max_speed)
            },
            velocity: vector(&case["expect"]["velocity"]),
        }
    };
    cases.iter().map(read).collect()
}

/// The largest difference from the reference, as a share of the maximum speed, and the cases that differ by
/// more than `tolerance`.
fn against_reference(right_bias: f32, tolerance: f32) -> (f32, Vec<String>) {
    let (mut worst, mut wrong) = (0.0_f32, Vec::new());
    for case in golden() {
        let settings = OrcaSettings { right_bias, ..case.settings };
        let solution = orca::solve(&case.unit, case.preferred, &case.neighbours, &[], &settings);
        let off = (solution.velocity - case.velocity).norm() / case.unit.max_speed;
        worst = worst.max(off);
        if off > tolerance {
            wrong.push(format!("{}: {:?} instead of {:?}", case.id, solution.velocity, case.velocity));
        }
    }
    (worst, wrong)
}

#[test]
fn velocities_agree_with_rvo2() {
    let (worst, wrong) = against_reference(0.0, 1e-4);
    println!("the largest difference is {worst} of the maximum speed");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let crowded = golden()
        .iter()
        .map(|c| orca::solve(&c.unit, c.preferred, &c.neighbours, &[], &c.settings).program)
        .filter(|p| *p != Program::Permitted)
        .count();
    assert!((2..=58).contains(&crowded), "both programs are tried: {crowded} of 60 by least violation");
}

#[test]
fn the_right_bias_acts_only_on_a_unit_that_is_held_back() {
    let (worst, wrong) = against_reference(OrcaSettings::for_unit(0.5, 4.0).right_bias, 1e-4);
    println!("the largest difference is {worst} of the maximum speed");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn without_neighbours_the_preferred_velocity_is_chosen() {
    let alone = unit(Vec2::zeros(), Vec2::zeros(), 0.5, 4.0);
    let solution = orca::solve(&alone, Vec2::new(3.0, 1.0), &[], &[], &OrcaSettings::for_unit(0.5, 4.0));
    assert_eq!(solution.velocity, Vec2::new(3.0, 1.0));
    assert_eq!(solution.lines, []);
}

#[test]
fn the_unit_takes_all_of_the_change_for_a_standing_neighbour() {
    let settings = OrcaSettings { right_bias: 0.0, ..OrcaSettings::for_unit(0.5, 4.0) };
    let walker = unit(Vec2::zeros(), Vec2::new(3.0, 0.2), 0.5, 4.0);
    let mut other = neighbour(1, Vec2::new(4.0, 0.0), Vec2::zeros(), 0.5);
    let change = |other: Neighbour| {
        let solution = orca::solve(&walker, walker.velocity, &[other], &[], &settings);
        solution.velocity - walker.velocity
    };
    let half = change(other);
    other.standing = true;
    assert!(
        half.norm() > 0.01 && (change(other) - half * 2.0).norm() < 1e-4,
        "{half:?}, {:?}",
        change(other)
    );
}

/// Lets two units walk to their goals for `seconds` and returns the smallest distance between their bodies,
/// in sums of radii.
fn run_pair(pair: &mut [Unit; 2], goals: [Point; 2], settings: &OrcaSettings, seconds: f32) -> f32 {
    let touch = pair[0].radius + pair[1].radius;
    let mut least = f32::INFINITY;
    for _ in 0..(seconds / DT) as usize {
        let solutions = [0, 1].map(|i| {
            let other = seen(1, &pair[1 - i]);
            orca::solve(&pair[i], towards(&pair[i], goals[i]), &[other], &[], settings)
        });
        for (unit, solution) in pair.iter_mut().zip(&solutions) {
            advance(unit, solution);
        }
        least = least.min((pair[0].position - pair[1].position).norm() / touch - 1.0);
    }
    least
}

#[test]
fn two_units_exactly_head_on_pass_on_the_right() {
    let at = Vec2::new(5.0, 0.0);
    let run = |right_bias| {
        // They start at rest. In motion, the velocities lie between two legs, and both choose the right one.
        let mut pair = [unit(-at, Vec2::zeros(), 0.5, 4.0), unit(at, Vec2::zeros(), 0.5, 4.0)];
        let settings = OrcaSettings { right_bias, ..OrcaSettings::for_unit(0.5, 4.0) };
        let goals = [Point::from(at), Point::from(-at)];
        let least = run_pair(&mut pair, goals, &settings, 10.0);
        assert!(least > -0.01, "they overlap by {least}");
        (pair[0].position - goals[0]).norm()
    };
    assert!(run(OrcaSettings::for_unit(0.5, 4.0).right_bias) < 0.1, "at its goal");
    assert!(run(0.0) > 5.0, "as in the paper, they are stuck in front of each other");
}

#[test]
fn a_unit_walks_up_to_a_long_wall_and_stops() {
    let settings = OrcaSettings::for_unit(0.5, 4.0);
    let wall = wall((6.0, 100.0), (6.0, -100.0));
    let mut walker = unit(Vec2::zeros(), Vec2::new(4.0, 0.0), 0.5, 4.0);
    for _ in 0..(5.0 / DT) as usize {
        let solution = orca::solve(&walker, Vec2::new(4.0, 0.0), &[], &[wall], &settings);
        let room = distance(&walker, &wall) - walker.radius;
        advance(&mut walker, &solution);
        assert!(
            walker.velocity.norm() * settings.obstacle_horizon <= room.max(0.0) + 1e-3,
            "{room} m from the wall at {} m/s",
            walker.velocity.norm()
        );
    }
    let room = distance(&walker, &wall) - walker.radius;
    assert!((-1e-3..0.1).contains(&room) && walker.velocity.norm() < 0.1, "{room} m, {:?}", walker.velocity);
}

/// Lets a unit walk to its goal between walls that it must not touch, and returns where it ends up.
fn run_between(walls: &[Segment], mut walker: Unit, goal: Point, seconds: f32) -> Unit {
    let settings = OrcaSettings::for_unit(walker.radius, walker.max_speed);
    for tick in 0..(seconds / DT) as usize {
        let solution = orca::solve(&walker, towards(&walker, goal), &[], walls, &settings);
        advance(&mut walker, &solution);
        let room = walls.iter().map(|w| distance(&walker, w)).fold(f32::INFINITY, f32::min) - walker.radius;
        assert!(room > -0.01 * walker.radius, "in a wall by {room} m at {:?}, tick {tick}", walker.position);
    }
    walker
}

#[test]
fn a_unit_walks_through_a_gap_of_1_2_diameters_from_anywhere() {
    let (radius, goal) = (0.5, Point::new(8.0, 0.0));
    // Two thin walls end to end, and two blocks of four segments each.
    let half = 1.2 * radius;
    let thin = vec![wall((0.0, half), (0.0, 30.0)), wall((0.0, -half), (0.0, -30.0))];
    let block = |low: f32, high: f32| {
        let corners = [(-1.0, low), (1.0, low), (1.0, high), (-1.0, high)];
        (0..4).map(move |k| wall(corners[k], corners[(k + 1) % 4]))
    };
    let blocks: Vec<Segment> = block(half, 30.0).chain(block(-30.0, -half)).collect();
    for walls in [thin, blocks] {
        for from in [(-8.0, 0.0), (-8.0, 0.4), (-6.0, -3.0), (-3.0, 5.0)] {
            let walker = unit(Vec2::new(from.0, from.1), Vec2::zeros(), radius, 4.0);
            let end = run_between(&walls, walker, goal, 12.0);
            assert!((end.position - goal).norm() < 0.1, "from {from:?} it ends at {:?}", end.position);
        }
    }
}

#[test]
fn a_corridor_of_1_2_diameters_is_walked_at_full_speed() {
    let walls = [wall((-20.0, 0.6), (20.0, 0.6)), wall((-20.0, -0.6), (20.0, -0.6))];
    let walker = unit(Vec2::new(-12.0, 0.05), Vec2::new(4.0, 0.0), 0.5, 4.0);
    let end = run_between(&walls, walker, Point::new(30.0, 0.0), 5.0);
    assert!(end.position.x > 7.5, "20 m in 5 s: {:?}", end.position);
}

fn vector(range: std::ops::Range<f32>) -> impl Strategy<Value = Vec2> {
    (range.clone(), range).prop_map(|(x, y)| Vec2::new(x, y))
}

fn walls(extent: f32) -> impl Strategy<Value = Vec<Segment>> {
    let end = move || vector(-extent..extent).prop_map(Point::from);
    prop::collection::vec((end(), end()).prop_map(|(from, to)| Segment { from, to }), 0..6)
}

prop_compose! {
    /// A unit among up to 12 others, which may overlap it and each other.
    fn crowd()(
        velocity in vector(-4.0..4.0), preferred in vector(-4.0..4.0), radius in 0.2_f32..0.8,
        others in prop::collection::vec((vector(-6.0..6.0), vector(-4.0..4.0), 0.2_f32..0.8, any::<bool>()), 0..12)
    ) -> (Unit, Vec2, Vec<Neighbour>) {
        let others = others.into_iter().enumerate().map(|(id, (at, velocity, radius, standing))| {
            let velocity = if standing { Vec2::zeros() } else { velocity };
            Neighbour { standing, ..neighbour(id as u32 + 1, at, velocity, radius) }
        });
        (unit(Vec2::zeros(), velocity, radius, 5.0), preferred, others.collect())
    }
}

/// A coordinate from a few values that conflict: equal, opposite, zero, tiny, or far away.
fn awkward() -> impl Strategy<Value = f32> {
    prop_oneof![
        Just(0.0),
        Just(-0.0),
        Just(1.0),
        Just(-1.0),
        Just(0.5),
        Just(1e-30),
        Just(1e-6),
        Just(1e4),
        Just(-1e4),
        Just(1.0001e4),
        Just(1e20),
        Just(-3e38)
    ]
}

fn awkward_vector() -> impl Strategy<Value = Vec2> {
    (awkward(), awkward()).prop_map(|(x, y)| Vec2::new(x, y))
}

/// Requires all values of a solution to be finite, and its velocity to be within the maximum speed.
fn sound(solution: &Solution, max_speed: f32) -> Result<(), TestCaseError> {
    let finite = |v: Vec2| v.x.is_finite() && v.y.is_finite();
    prop_assert!(finite(solution.velocity), "{solution:?}");
    prop_assert!(solution.velocity.norm() <= max_speed * (1.0 + 1e-4), "{solution:?}");
    prop_assert!(solution.lines.iter().all(|l| finite(l.point) && finite(l.direction)), "{solution:?}");
    let region = orca::permitted(&solution.lines, max_speed);
    prop_assert!(region.iter().all(|v| finite(*v)), "{region:?}");
    Ok(())
}

fn turned(v: Vec2, angle: f32, shift: Vec2) -> Vec2 {
    math::rotate(v, angle) + shift
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn degenerate_input_gives_finite_velocities(
        at in awkward_vector(), velocity in awkward_vector(), preferred in awkward_vector(),
        radius in prop_oneof![Just(0.0_f32), Just(0.5), Just(1e4)], max_speed in prop_oneof![Just(0.0_f32), Just(4.0)],
        others in prop::collection::vec((awkward_vector(), awkward_vector(), any::<bool>()), 0..6),
        ends in prop::collection::vec((awkward_vector(), awkward_vector()), 0..4),
        horizon in prop_oneof![Just(0.0_f32), Just(1e-9), Just(2.0), Just(f32::INFINITY), Just(f32::NAN)]
    ) {
        let unit = unit(at, velocity, radius, max_speed);
        let others: Vec<Neighbour> = others.into_iter().map(|(at, velocity, standing)| {
            Neighbour { standing, ..neighbour(1, at, velocity, radius) }
        }).collect();
        let walls: Vec<Segment> = ends.into_iter()
            .map(|(from, to)| Segment { from: Point::from(from), to: Point::from(to) }).collect();
        let settings = OrcaSettings {
            time_horizon: horizon, obstacle_horizon: horizon, neighbour_distance: 1e30, ..OrcaSettings::for_unit(radius, max_speed)
        };
        sound(&orca::solve(&unit, preferred, &others, &walls, &settings), max_speed)?;
        sound(&orca::solve(&unit, preferred, &others, &walls, &OrcaSettings::for_unit(radius, max_speed)), max_speed)?;
    }

    #[test]
    fn no_crowd_makes_a_unit_faster_than_it_can(
        (unit, preferred, others) in crowd(), walls in walls(6.0)
    ) {
        let solution = orca::solve(&unit, preferred, &others, &walls, &OrcaSettings::for_unit(unit.radius, unit.max_speed));
        sound(&solution, unit.max_speed)?;
        if solution.program == Program::Permitted {
            let worst = solution.lines.iter().map(|l| l.violation(solution.velocity)).fold(0.0, f32::max);
            prop_assert!(worst < 1e-3, "permitted, but {worst} m/s outside");
        }
    }

    /// Among walls alone, standing still is always permitted, so neighbours never push a unit into a wall.
    #[test]
    fn no_crowd_pushes_a_unit_into_a_wall(
        (unit, preferred, others) in crowd(), mut walls in walls(6.0)
    ) {
        walls.retain(|w| distance(&unit, w) > 1.01 * unit.radius);
        let solution = orca::solve(&unit, preferred, &others, &walls, &OrcaSettings::for_unit(unit.radius, unit.max_speed));
        let mut moved = unit;
        advance(&mut moved, &solution);
        for wall in &walls {
            prop_assert!(distance(&moved, wall) > 0.999 * unit.radius, "{wall:?} {solution:?}");
        }
    }

    #[test]
    fn a_turned_and_moved_situation_turns_the_velocity(
        (unit, preferred, others) in crowd(), walls in walls(6.0), angle in -3.0_f32..3.0, shift in vector(-20.0..20.0)
    ) {
        let settings = OrcaSettings::for_unit(unit.radius, unit.max_speed);
        let solve = |angle: f32, shift: Vec2| {
            let place = |p: Point| Point::from(turned(p.coords, angle, shift));
            let mut unit = unit;
            (unit.position, unit.velocity) = (place(unit.position), math::rotate(unit.velocity, angle));
            let others: Vec<Neighbour> = others.iter().map(|n| Neighbour {
                position: place(n.position), velocity: math::rotate(n.velocity, angle), ..*n
            }).collect();
            let walls: Vec<Segment> =
                walls.iter().map(|w| Segment { from: place(w.from), to: place(w.to) }).collect();
            orca::solve(&unit, math::rotate(preferred, angle), &others, &walls, &settings).velocity
        };
        let here = solve(0.0, Vec2::zeros());
        // Where a tiny change decides, as between two legs, rounding does as well.
        let nearby = solve(0.0, Vec2::new(1e-3, 1e-3));
        prop_assume!((nearby - here).norm() < 5e-3);
        let there = solve(angle, shift);
        prop_assert!((math::rotate(here, angle) - there).norm() < 1e-2, "{here:?} {there:?}");
    }
}

/// A grid of velocities over the disc of the maximum speed, 0.1 m/s apart.
fn grid(max_speed: f32) -> impl Iterator<Item = Vec2> {
    let steps = (max_speed / 0.1) as i32;
    (-steps..=steps)
        .flat_map(move |x| (-steps..=steps).map(move |y| Vec2::new(x as f32, y as f32) * 0.1))
        .filter(move |v| v.norm() <= max_speed)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Perceived neighbours come sorted, and are then not sorted again.
    #[test]
    fn the_order_of_neighbours_does_not_matter((unit, preferred, mut others) in crowd()) {
        let mut settings = OrcaSettings::for_unit(unit.radius, unit.max_speed);
        settings.max_neighbours = 5;
        let distance = |n: &Neighbour| (n.position - unit.position).norm_squared();
        others.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        others.dedup_by_key(|n| distance(n));
        let lines = |neighbours: &[Neighbour]| {
            let solution = orca::solve(&unit, preferred, neighbours, &[], &settings);
            solution.lines.iter().map(|line| (line.point, line.direction)).collect::<Vec<_>>()
        };
        let sorted = lines(&others);
        others.reverse();
        prop_assert_eq!(lines(&others), sorted);
    }

    /// Compares the linear programs with a search over a grid of velocities: none is better.
    #[test]
    fn no_velocity_of_a_grid_is_better(
        (unit, preferred, others) in crowd(), walls in walls(6.0), pressed: bool
    ) {
        // At a smaller spacing, most crowds leave no permitted velocity.
        let others: Vec<Neighbour> = others.iter()
            .map(|n| Neighbour { position: if pressed { n.position * 0.4 } else { n.position }, ..*n }).collect();
        let settings = OrcaSettings { right_bias: 0.0, ..OrcaSettings::for_unit(unit.radius, unit.max_speed) };
        let solution = orca::solve(&unit, preferred, &others, &walls, &settings);
        let outside = |lines: &[HalfPlane], v: Vec2| lines.iter().map(|l| l.violation(v)).fold(0.0, f32::max);
        let chosen = solution.velocity;
        prop_assert!(outside(solution.of_walls(), chosen) < 2e-3, "walls always hold: {solution:?}");
        for v in grid(unit.max_speed).filter(|v| outside(solution.of_walls(), *v) <= 0.0) {
            match solution.program {
                Program::Permitted => if outside(solution.of_neighbours(), v) <= 0.0 {
                    let (ours, theirs) = ((chosen - preferred).norm(), (v - preferred).norm());
                    prop_assert!(ours <= theirs + 2e-3, "{v:?} is nearer than {chosen:?}: {solution:?}");
                },
                Program::LeastViolation { .. } => {
                    let (ours, theirs) =
                        (outside(solution.of_neighbours(), chosen), outside(solution.of_neighbours(), v));
                    prop_assert!(ours <= theirs + 5e-3, "{v:?} violates less than {chosen:?}: {solution:?}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn two_that_both_avoid_never_collide(
        at in [vector(-6.0..6.0), vector(-6.0..6.0)], velocity in [vector(-2.8..2.8), vector(-2.8..2.8)],
        goal in [vector(-8.0..8.0), vector(-8.0..8.0)], radius in [0.2_f32..0.8, 0.2_f32..0.8]
    ) {
        let mut pair = [0, 1].map(|i| unit(at[i], velocity[i], radius[i], 4.0));
        prop_assume!((at[0] - at[1]).norm() > radius[0] + radius[1]);
        let least = run_pair(&mut pair, goal.map(Point::from), &OrcaSettings::for_unit(0.5, 4.0), 10.0);
        prop_assert!(least > -0.01, "they overlap by {least} of the sum of their radii");
    }
}
