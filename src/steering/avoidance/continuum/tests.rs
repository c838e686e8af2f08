//! Checks the fields against values computed by hand from the paper's formulas.

use super::*;
use crate::navigation::eikonal::{EAST, NORTH, SOUTH, WEST};
use crate::settings::Setting;
use crate::steering::Fact;
use crate::steering::avoidance::model::Paths;
use crate::types::{Point, Rect, Segment};

/// A crowd with explicit positions.
#[derive(Default)]
struct TestCrowd {
    position: Vec<Point>,
    velocity: Vec<Vec2>,
    goal: Vec<Point>,
    group: Vec<u16>,
    standing: Vec<bool>,
    walls: Vec<Segment>,
}

impl TestCrowd {
    fn add(&mut self, at: (f32, f32), velocity: (f32, f32), goal: (f32, f32), group: u16) -> &mut Self {
        self.position.push(Point::new(at.0, at.1));
        self.velocity.push(Vec2::new(velocity.0, velocity.1));
        self.goal.push(Point::new(goal.0, goal.1));
        self.group.push(group);
        self.standing.push(false);
        self
    }

    /// Prepares the model for this crowd and returns the number of allocations.
    fn prepare(&self, model: &mut Continuum) -> u64 {
        let count = self.position.len();
        let to_goal = |id: usize| math::normalize(self.goal[id] - self.position[id]);
        let desired: Vec<Vec2> = (0..count).map(to_goal).collect();
        let distance: Vec<f32> = (0..count).map(|id| (self.goal[id] - self.position[id]).norm()).collect();
        let crowd = Crowd {
            position: &self.position,
            velocity: &self.velocity,
            radius: &vec![0.5; count],
            max_speed: &vec![5.0; count],
            group: &self.group,
            desired: &desired,
            goal: &self.goal,
            distance: &distance,
            aim: &self.goal,
            paths: Paths::new(&|_, _| None),
            standing: &self.standing,
            preferred: &vec![Vec2::zeros(); count],
            walls: &self.walls,
            stop: &[],
            every: 1,
        };
        allocation_counter::measure(|| model.prepare(&crowd, Workers::default())).count_total
    }

    fn unit(&self, id: usize) -> Unit {
        let to_goal = self.goal[id] - self.position[id];
        let unit = Unit {
            id: id as u32,
            group: self.group[id],
            position: self.position[id],
            velocity: self.velocity[id],
            desired: math::normalize(to_goal),
            distance: to_goal.norm(),
            ..Unit::default()
        };
        Unit { preferred: unit.desired * unit.max_speed, ..unit }
    }

    fn chosen_velocity(&self, model: &Continuum, id: usize) -> Vec2 {
        chosen_by(model, &self.unit(id), None)
    }
}

fn chosen_by(model: &Continuum, unit: &Unit, why: Option<&mut Reasons>) -> Vec2 {
    model.choose(unit, &Surroundings::default(), why).motion.velocity(unit)
}

fn model(set: &[(&Setting, f32)]) -> Continuum {
    let mut settings = Settings::default();
    for (setting, value) in set {
        settings.set(setting, *value).unwrap();
    }
    Continuum::new(&settings)
}

/// A grid of 10 × 10 cells of 2 m.
fn grid() -> Grid {
    Grid::covering(Rect { min: Point::origin(), max: Point::new(19.9, 19.9) }, 2.0, 1000)
}

fn parts(lambda: f32, at: (f32, f32)) -> [f32; 4] {
    let grid = grid();
    let mut found = [0.0; 4];
    for (cell, part) in (Splat { lambda }).cells(&grid, Point::new(at.0, at.1), 0.5) {
        if part > 0.0 {
            let (column, row) = grid.place(cell);
            found[(column - 4) + 2 * (row - 4)] += part;
        }
    }
    found
}

#[test]
fn a_unit_contributes_most_to_its_own_cell() {
    // A body covers π/16 of a cell. The mean sum of the weights is 4/3 for λ = 1, and 2/3 for λ = 2.
    let body = std::f32::consts::PI / 16.0;
    assert_eq!(parts(1.0, (9.0, 9.0)), [0.75 * body, 0.0, 0.0, 0.0], "at the centre of its cell");
    for (lambda, mean) in [(1.0, 4.0 / 3.0), (2.0, 2.0 / 3.0)] {
        let close = |a: f32, b: f32| assert!((a - b).abs() < 1e-5, "{a} is not {b}, λ = {lambda}");
        // A quarter of a cell to the east and an eighth to the north: min(¾, ⅞), min(¼, ⅞), min(¾, ⅛), min(¼, ⅛).
        let weight = |share: f32| if lambda == 1.0 { share } else { share * share };
        for (part, share) in parts(lambda, (9.5, 9.25)).into_iter().zip([0.75, 0.25, 0.125, 0.125]) {
            close(part, body * weight(share) / mean);
        }
        // At the corner of four cells each gets ρ̄ = 1/2^λ.
        let beside = (Splat { lambda }).beside(&grid(), 0.5);
        close(beside, body * weight(0.5) / mean);
        parts(lambda, (10.0, 10.0)).iter().for_each(|part| close(*part, beside));
    }
}

/// The density is the share of the ground that a uniform crowd covers, in cells of any size.
#[test]
fn the_density_of_a_uniform_crowd_does_not_depend_on_the_cells() {
    let area = Rect { min: Point::origin(), max: Point::new(19.0, 19.0) };
    for (cell, lambda) in [(1.0, 1.0), (1.5, 1.0), (2.0, 2.0), (1.5, 0.5)] {
        let (grid, splat) = (Grid::covering(area, cell, 1000), Splat { lambda });
        let mut sum = 0.0;
        for (i, k) in (0..100).flat_map(|i| (0..100).map(move |k| (i, k))) {
            let p = Point::new(i as f32, k as f32) * 0.19 + Vec2::new(0.1, 0.1);
            sum += splat.cells(&grid, p, 0.5).iter().map(|(_, part)| part * cell * cell).sum::<f32>();
        }
        let share = sum / 10_000.0 / (std::f32::consts::PI * 0.25);
        // Beyond the centres of the outermost cells there are no further cells.
        assert!(
            (share - 1.0).abs() < 0.1,
            "a body contributes {share} of its area in cells of {cell} m, λ = {lambda}"
        );
    }
}

#[test]
fn the_cost_of_a_cell_matches_the_formula() {
    let speeds = SpeedField { sparse: 0.2, dense: 0.6, least: 0.1 };
    let weights = CostWeights { length: 2.0, time: 3.0, discomfort: 4.0 };
    let east = Vec2::new(2.0, 0.0);
    let speed = |density: f32, side: usize| speeds.speed(density, east, cost::NORMALS[side], 5.0);
    assert_eq!(speed(0.2, WEST), 5.0, "sparse: the speed that the ground allows");
    assert_eq!(
        (speed(0.6, EAST), speed(0.9, WEST)),
        (2.0, 0.5),
        "dense: the speed of the crowd, or the minimum"
    );
    // Halfway between: (5 + 2)/2 with the crowd, (5 + 0.5)/2 across and against it.
    for (side, f) in [(EAST, 3.5), (NORTH, 2.75), (WEST, 2.75), (SOUTH, 2.75)] {
        assert!((speed(0.4, side) - f).abs() < 1e-5);
        // (α f + s (β + γ g))/f
        let by_hand = (2.0 * f + 5.0 * (3.0 + 4.0 * 0.25)) / f;
        assert!((weights.cost(speed(0.4, side), 0.25, 5.0) - by_hand).abs() < 1e-4);
    }
    assert_eq!(weights.cost(5.0, 0.0, 5.0), 5.0, "on empty ground a metre costs α + β");
}

/// Two blocks that head for each other, around `middle`.
fn two_blocks(middle: (f32, f32), mirror: f32) -> TestCrowd {
    let mut crowd = TestCrowd::default();
    for (i, k) in (0..4).flat_map(|i| (0..6).map(move |k| (i, k))) {
        let (x, y) = (4.0 + 1.3 * i as f32, mirror * (1.2 * k as f32 - 2.4));
        let at = |x: f32, y: f32| (middle.0 + x, middle.1 + y);
        crowd.add(at(-x, y), (4.0, 0.3 * mirror), at(30.0, y), 0);
        crowd.add(at(x, 0.8 * y), (-3.0, 0.0), at(-30.0, y), 1);
    }
    crowd
}

/// The mirror axis has to be one of the grid as well: a row of cell centres.
#[test]
fn a_mirrored_crowd_has_mirrored_fields() {
    let mut fields = Vec::new();
    let middle = {
        let mut probe = model(&[]);
        two_blocks((0.0, 0.0), 1.0).prepare(&mut probe);
        probe.ground.grid.unwrap()
    };
    let row = middle.center(middle.nearest(Point::origin())).y;
    let mut found = Vec::new();
    for mirror in [1.0, -1.0] {
        let mut model = model(&[]);
        let crowd = two_blocks((0.0, row), mirror);
        crowd.prepare(&mut model);
        found.push((0..crowd.position.len()).map(|id| crowd.chosen_velocity(&model, id)).collect::<Vec<_>>());
        fields.push(model);
    }
    let (plain, mirrored) = (&fields[0], &fields[1]);
    let grid = plain.ground.grid.unwrap();
    let other = mirrored.ground.grid.unwrap();
    let mut compared = 0;
    for cell in 0..grid.len() {
        let c = grid.center(cell);
        let Some(image) = other.cell_of(Point::new(c.x, 2.0 * row - c.y)) else { continue };
        let (a, b) = (plain.flow.density[cell], mirrored.flow.density[image]);
        assert!((a - b).abs() < 1e-4, "density {a} at {c}, {b} at its image");
        compared += usize::from(a > 0.0);
    }
    assert!(compared > 20, "{compared} occupied cells");
    for (a, b) in found[0].iter().zip(&found[1]) {
        // The strips of `Outermost` have no mirror image.
        assert!((a - Vec2::new(b.x, -b.y)).norm() < 0.25, "{a} and {b}");
    }
    assert!(found[0].iter().any(|w| w.y.abs() > 0.2), "no unit turns, so the mirror proves nothing");
}

/// A wide stream across the unit's direction; its northern half moves east, its southern half west.
#[test]
fn a_unit_follows_a_dense_flow() {
    let mut crowd = TestCrowd::default();
    crowd.add((-20.0, 0.0), (5.0, 0.0), (20.0, 0.0), 0);
    for (i, k) in (0..20).flat_map(|i| (0..14).map(move |k| (i, k))) {
        let (x, y) = (-12.0 + 1.05 * i as f32, 1.05 * (k as f32 - 6.5));
        let east = if y > 0.0 { 1.0 } else { -1.0 };
        // The northern half is in the unit's own party and causes it no discomfort; discomfort from others is
        // switched off.
        crowd.add((x, y), (4.0 * east, 0.0), (40.0 * east, y), if y > 0.0 { 0 } else { 1 });
    }
    let mut with_flow = model(&[(&FORESIGHT, 0.0), (&OWN_PLACE, 0.0)]);
    crowd.prepare(&mut with_flow);
    let inside = |y: f32| Unit { position: Point::new(-4.0, y), ..crowd.unit(0) };
    let go = |unit: &Unit| chosen_by(&with_flow, unit, None);
    let (north, south) = (go(&inside(3.5)), go(&inside(-2.0)));
    assert!(north.x > 3.0, "with the flow, at its speed: {north}");
    assert!(south.y > 0.5 && south.x < 0.5 * north.x, "slowly, and out of the stream against it: {south}");
    let before = go(&crowd.unit(0));
    assert!(before.y > 0.1 && before.x > 0.0, "early, towards the units heading the same way: {before}");
}

#[test]
fn an_empty_crowd_and_an_unprepared_model_are_harmless() {
    let mut alone = model(&[]);
    let unit = Unit { preferred: Vec2::new(3.0, 1.0), ..Unit::default() };
    assert_eq!(chosen_by(&alone, &unit, None), unit.preferred);
    TestCrowd::default().prepare(&mut alone);
    assert_eq!(chosen_by(&alone, &unit, None), unit.preferred);
    assert!(alone.grids(&unit).is_empty());
}

#[test]
fn coinciding_and_distant_units_stay_finite() {
    let mut crowd = TestCrowd::default();
    crowd.add((1.0, 2.0), (0.0, 0.0), (9.0, 2.0), 0).add((1.0, 2.0), (0.0, 0.0), (1.0, 2.0), 0);
    crowd.add((f32::MAX, f32::MIN), (f32::MAX, 1.0), (0.0, 0.0), 3);
    crowd.add((-1e5, 1e5), (1e30, -1e30), (1e5, -1e5), 4);
    crowd.walls.push(Segment { from: Point::new(f32::MIN, 0.0), to: Point::new(f32::MAX, 3.0) });
    let mut model = model(&[(&EVERY, 1.0)]);
    for _ in 0..3 {
        crowd.prepare(&mut model);
        let cells = model.ground.grid.unwrap().len();
        assert!(cells <= 1 << 16, "{cells} cells");
        for id in 0..crowd.position.len() {
            let velocity = crowd.chosen_velocity(&model, id);
            assert!(velocity.iter().all(|x| x.is_finite()), "{id}: {velocity}");
        }
    }
}

#[test]
fn solving_again_does_not_allocate() {
    let mut model = model(&[(&EVERY, 1.0)]);
    let crowd = two_blocks((0.0, 0.0), 1.0);
    assert!(crowd.prepare(&mut model) > 0);
    assert_eq!(crowd.prepare(&mut model), 0);
}

#[test]
fn units_walk_around_walls() {
    let mut crowd = TestCrowd::default();
    crowd.add((0.0, 0.0), (0.0, 0.0), (20.0, 0.0), 0);
    // The wall is thinner than a cell, and longer to the north.
    crowd.walls.push(Segment { from: Point::new(8.0, -3.0), to: Point::new(8.0, 6.0) });
    let mut model = model(&[]);
    crowd.prepare(&mut model);
    let unit = Unit { position: Point::new(6.0, 0.0), ..crowd.unit(0) };
    let velocity = chosen_by(&model, &unit, None);
    assert!(velocity.y < -1.0, "around the southern end: {velocity}");
}

#[test]
fn arrived_units_do_not_wall_off_the_goal() {
    let mut crowd = TestCrowd::default();
    crowd.add((0.0, 0.0), (0.0, 0.0), (20.0, 0.0), 0);
    for (i, k) in (0..7).flat_map(|i| (0..4).map(move |k| (i, k))) {
        crowd.add((14.0 + 1.05 * i as f32, 1.05 * k as f32), (0.0, 0.0), (20.0, 0.0), 0);
    }
    crowd.standing[1..].fill(true);
    let mut model = model(&[(&OWN_PLACE, 0.0)]);
    crowd.prepare(&mut model);
    let unit = Unit { position: Point::new(12.0, 1.5), ..crowd.unit(0) };
    let why = |model: &Continuum| {
        let mut why = Reasons::default();
        let velocity = chosen_by(model, &unit, Some(&mut why));
        (velocity, why)
    };
    let (velocity, why) = why(&model);
    assert!(velocity.x > 2.0 * velocity.y.abs(), "straight through them: {velocity}");
    let fact = |name: &str| why.fact(name).and_then(Fact::number).unwrap();
    // 8 m at α + β per metre.
    assert!((fact("potential") - 16.0).abs() < 3.0, "{:?}", why.facts);
    assert!(why.words[0].starts_with("density 0.") && why.marks.len() == 6, "{why:?}");
}

#[test]
fn a_group_without_a_common_direction_is_divided() {
    let mut ring = TestCrowd::default();
    for k in 0..64 {
        let out = math::unit(k as f32 * std::f32::consts::TAU / 64.0) * 30.0;
        ring.add((out.x, out.y), (0.0, 0.0), (-out.x, -out.y), 0);
    }
    let mut model = model(&[]);
    ring.prepare(&mut model);
    assert_eq!(model.potentials.len(), 8);
    for id in 0..64 {
        let velocity = ring.chosen_velocity(&model, id);
        assert!(velocity.dot(&ring.unit(id).desired) > 3.0, "{id}: {velocity}");
    }
    // Units side by side, each with its own goal, stay in one party.
    let mut block = TestCrowd::default();
    (0..20).for_each(|k| _ = block.add((0.0, k as f32), (0.0, 0.0), (40.0, k as f32), 2));
    let mut model = super::tests::model(&[]);
    block.prepare(&mut model);
    assert_eq!((model.potentials.len(), model.potentials[0].party.sector), (1, 0));
    assert_eq!(model.grids(&block.unit(0)).len(), 2, "density and potential");
}
