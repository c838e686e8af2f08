use super::lanes::Lanes;
use super::pressure::REST_DENSITY;
use super::settings::{CHEAP, FULL, Numbers};
use super::tile_shape;
use crate::math;
use crate::settings::Settings;
use crate::steering::avoidance::model::{Avoidance, Crowd, Paths};
use crate::steering::unit::Unit;
use crate::types::{Point, Segment, Vec2};
use crate::workers::Workers;

/// Units with a radius of 0.5 m and a maximum speed of 5 m/s that walk to their goals.
#[derive(Default, Clone)]
struct TestCrowd {
    at: Vec<Point>,
    to: Vec<Point>,
    standing: Vec<bool>,
    radius: Vec<f32>,
    walls: Vec<Segment>,
    /// The factor by which everything is larger and faster.
    scale: f32,
}

impl TestCrowd {
    fn new() -> TestCrowd {
        TestCrowd { scale: 1.0, ..TestCrowd::default() }
    }

    fn with(mut self, at: (f32, f32), to: (f32, f32)) -> TestCrowd {
        self.at.push(Point::new(at.0, at.1));
        self.to.push(Point::new(to.0, to.1));
        self.standing.push(at == to);
        self.radius.push(0.5);
        self
    }

    /// Adds `columns` × `rows` units at a spacing of 1.2 m, with goals at an offset of `by`.
    fn block(mut self, corner: (f32, f32), columns: usize, rows: usize, by: (f32, f32)) -> TestCrowd {
        for k in 0..columns * rows {
            let at = (corner.0 + 1.2 * (k % columns) as f32, corner.1 + 1.2 * (k / columns) as f32);
            self = self.with(at, (at.0 + by.0, at.1 + by.1));
        }
        self
    }

    fn wall(mut self, from: (f32, f32), to: (f32, f32)) -> TestCrowd {
        let point = |p: (f32, f32)| Point::new(p.0, p.1);
        self.walls.push(Segment { from: point(from), to: point(to) });
        self
    }

    fn crowd<T>(&self, use_it: impl FnOnce(&Crowd<'_>) -> T) -> T {
        let n = self.at.len();
        let scaled = |points: &[Point]| points.iter().map(|p| *p * self.scale).collect::<Vec<_>>();
        let (position, goal) = (scaled(&self.at), scaled(&self.to));
        let radius: Vec<f32> = self.radius.iter().map(|r| r * self.scale).collect();
        let to_goal = |id: usize| goal[id] - position[id];
        let desired: Vec<Vec2> = (0..n).map(|id| math::normalize(to_goal(id))).collect();
        let max_speed = vec![5.0 * self.scale; n];
        use_it(&Crowd {
            position: &position,
            velocity: &(0..n).map(|id| desired[id] * max_speed[id]).collect::<Vec<_>>(),
            radius: &radius,
            max_speed: &max_speed,
            group: &vec![0; n],
            desired: &desired,
            goal: &goal,
            distance: &(0..n).map(|id| to_goal(id).norm()).collect::<Vec<_>>(),
            standing: &self.standing,
            preferred: &vec![Vec2::zeros(); n],
            aim: &goal,
            paths: Paths::new(&|_, _| None),
            walls: &self.walls,
            stop: &[],
            every: 1,
        })
    }

    /// Prepares the model for these units.
    fn prepared(&self, mut model: Lanes) -> Lanes {
        self.crowd(|crowd| model.prepare(crowd, Workers::default()));
        model
    }

    fn unit(&self, id: usize) -> Unit {
        self.crowd(|crowd| {
            let unit = Unit {
                id: id as u32,
                position: crowd.position[id],
                velocity: crowd.velocity[id],
                radius: crowd.radius[id],
                max_speed: crowd.max_speed[id],
                max_force: 40.0 * self.scale,
                desired: crowd.desired[id],
                distance: crowd.distance[id],
                ..Unit::default()
            };
            Unit { preferred: unit.desired * unit.max_speed, ..unit }
        })
    }
}

fn full() -> Lanes {
    Lanes::new(Numbers::full(&Settings::default()))
}

#[test]
fn a_single_unit_is_not_moved_by_the_fields() {
    for goal in [(50.0, 0.0), (-3.0, 41.0), (7.7, -0.3)] {
        let alone = TestCrowd::new().with((0.3, 0.2), goal);
        let model = alone.prepared(full());
        let demand = model.demand[0];
        assert_eq!((demand.pressure, demand.slope), (0.0, Vec2::zeros()));
        assert!(demand.lane.abs() < 1e-4, "its own predicted position does not turn it: {demand:?}");
    }
}

#[test]
fn pressure_solves_its_equation_and_is_never_negative() {
    let crowd =
        TestCrowd::new().block((0.0, 0.0), 20, 20, (60.0, 0.0)).block((24.0, 0.0), 20, 20, (-60.0, 0.0));
    let model = crowd.prepared(Lanes::new(Numbers { sweeps: 400, ..full().numbers }));
    let (tiles, numbers) = (&model.pressure.tiles, &model.numbers);
    let layer = model.pressure.layers.last().unwrap();
    let tau = 0.1 * numbers.pressure_horizons.last().unwrap();
    let h = tiles.cell();
    assert!((h - 3.0).abs() < 1e-6, "six radii");
    let (mut pressed, mut empty) = (0, 0);
    for &tile in tiles.active() {
        for k in 0..tile_shape::CELLS {
            let middle = tiles.corner(tile) + Vec2::new(k as f32 % 8.0 + 0.5, (k / 8) as f32 + 0.5) * h;
            let p = |dx: f32, dy: f32| {
                let cell = tiles.spot(middle + Vec2::new(dx, dy) * h).cells().next();
                cell.map_or(0.0, |(cell, _)| layer.pressure[cell])
            };
            let here = p(0.0, 0.0);
            assert!(here >= 0.0);
            let bent = (4.0 * here - p(1.0, 0.0) - p(-1.0, 0.0) - p(0.0, 1.0) - p(0.0, -1.0)) / (h * h);
            let density = layer.density[tile as usize * tile_shape::CELLS + k];
            let source = (density - REST_DENSITY) / (REST_DENSITY * tau);
            if here > 0.0 {
                pressed += 1;
                assert!((bent - source).abs() < 0.02, "−∇²p = {bent}, (ρ − ρ₀)/(ρ₀ τ) = {source}");
            } else {
                empty += 1;
                assert!(bent >= source - 0.02, "no pressure where none is needed");
            }
        }
    }
    assert!(pressed > 20 && empty > 20, "{pressed} cells with pressure, {empty} without");
}

#[test]
fn units_make_room_outwards() {
    let crowd =
        TestCrowd::new().block((0.0, 0.0), 20, 20, (60.0, 0.0)).block((26.0, 0.0), 20, 20, (-60.0, 0.0));
    let model = crowd.prepared(full());
    // The front units of the first group below and above the middle, then those of the second group.
    let c = |id: usize| model.demand[id].pressure;
    let (below, above) = (c(19), c(399));
    assert!(below > 0.5 && above < -0.5, "heading east, right is down: {below} {above}");
    let (below, above) = (c(400), c(780));
    assert!(below < -0.5 && above > 0.5, "heading west, right is up: {below} {above}");
    // Sparse groups have enough room.
    let sparse = TestCrowd::new().with((0.0, 0.0), (60.0, 0.0)).with((10.0, 0.0), (-60.0, 0.0));
    assert_eq!(sparse.prepared(full()).demand[0].pressure, 0.0);
}

#[test]
fn units_turn_to_the_side_with_fewer_oncoming_units() {
    let against = TestCrowd::new().with((0.0, 0.0), (60.0, 0.0)).with((6.0, 1.0), (-60.0, 1.0));
    assert!(against.prepared(full()).demand[0].lane > 0.5, "oncoming on the left: turns right");
    let with = TestCrowd::new().with((0.0, 0.0), (60.0, 0.0)).with((0.0, 1.0), (60.0, 1.0));
    assert!(with.prepared(full()).demand[0].lane.abs() < 1e-3, "a unit heading the same way has no effect");
    let stands = TestCrowd::new().with((0.0, 0.0), (60.0, 0.0)).with((3.0, -1.0), (3.0, -1.0));
    assert!(stands.prepared(full()).demand[0].lane < -0.2, "standing on the right: turns left");
}

/// A dense crowd has all tiles of its bounds. With a unit far away, only those at predicted positions.
#[test]
fn empty_tiles_change_nothing() {
    let dense = TestCrowd::new()
        .block((0.0, 0.0), 16, 16, (60.0, 9.0))
        .block((14.0, 0.3), 16, 16, (-60.0, 4.0))
        .block((50.0, 50.0), 4, 4, (9.0, 0.0));
    let spread = dense.clone().with((5_000.0, 0.0), (5_060.0, 0.0));
    let (a, b) = (dense.prepared(full()), spread.prepared(full()));
    let count = |model: &Lanes| model.lanes.tiles.active().len();
    assert!(count(&a) > count(&b), "{} tiles, {}", count(&a), count(&b));
    assert_eq!(a.demand[..], b.demand[..dense.at.len()]);
    assert!(a.demand.iter().filter(|demand| demand.lane != 0.0).count() > 400);
}

#[test]
fn walls_separate_the_fields() {
    let alone = TestCrowd::new().with((0.0, 0.0), (60.0, 0.0)).wall((-99.0, 0.6), (99.0, 0.6));
    let free = alone.clone().block((4.0, 1.2), 9, 4, (-60.0, 0.0));
    let model = free.prepared(full());
    let (demand, other) = (model.demand[0], alone.prepared(full()).demand[0]);
    assert!((demand.lane - other.lane).abs() < 1e-3 && (demand.pressure - other.pressure).abs() < 1e-3);
    let mut open = free.clone();
    open.walls.clear();
    let demand = open.prepared(full()).demand[0];
    assert!(demand.lane > 0.5, "without the wall they have an effect: {demand:?}");
}

#[test]
fn pressure_does_not_push_units_into_walls() {
    // A crowd in a corridor with walls below and above: all pressure acts along the corridor.
    let corridor = TestCrowd::new()
        .block((0.0, 0.4), 12, 5, (60.0, 0.0))
        .block((18.0, 0.4), 12, 5, (-60.0, 0.0))
        .wall((-99.0, -0.3), (99.0, -0.3))
        .wall((-99.0, 5.9), (99.0, 5.9));
    let model = corridor.prepared(full());
    let layer = model.pressure.layers.last().unwrap();
    assert!(layer.pressure.iter().any(|p| *p > 0.5), "there is pressure");
    let into_wall = |id: usize| {
        let demand = model.demand[id];
        let right = if corridor.unit(id).desired.x > 0.0 { demand.right } else { -demand.right };
        let y = corridor.at[id].y;
        if y < 1.0 {
            right
        } else if y > 4.6 {
            -right
        } else {
            0.0
        }
    };
    let mut open = corridor.clone();
    open.walls.clear();
    let model_open = open.prepared(full());
    let outward = (0..60).filter(|id| open.at[*id].y < 1.0).map(|id| model_open.demand[id].right);
    assert!(outward.fold(0.0, f32::max) > 0.5, "without walls they are pressed outwards");
    for id in 0..corridor.at.len() {
        assert!(into_wall(id) < 0.3, "unit {id} is pressed into the wall at {} m/s", into_wall(id));
    }
}

/// Units look at the fields in every second tick, and the pressure is solved in every fourth.
#[test]
fn what_the_fields_ask_is_kept_between_two_looks() {
    let mut crowd =
        TestCrowd::new().block((0.0, 0.0), 9, 9, (60.0, 0.0)).block((14.0, 0.3), 9, 9, (-60.0, 0.0));
    let mut model = full();
    let (mut demand, mut pressure) = (Vec::new(), Vec::new());
    for tick in 0..12 {
        model = crowd.prepared(model);
        let (now, layer) = (model.demand.clone(), model.pressure.layers[0].pressure.clone());
        if tick > 0 {
            assert_eq!(now == demand, tick % 2 == 1, "tick {tick}");
            assert_eq!(layer == pressure, tick % 4 != 0, "tick {tick}");
        }
        (demand, pressure) = (now, layer);
        for (at, to) in crowd.at.iter_mut().zip(&crowd.to) {
            *at += math::normalize(to - *at) * 0.08;
        }
    }
}

#[test]
fn a_larger_and_faster_world_behaves_the_same() {
    let small = TestCrowd::new().block((0.0, 0.0), 8, 8, (60.0, 0.0)).block((12.0, 0.3), 8, 8, (-60.0, 0.0));
    let large = TestCrowd { scale: 4.0, ..small.clone() };
    let (a, b) = (small.prepared(full()), large.prepared(full()));
    let mut demand = 0;
    for id in 0..small.at.len() {
        let (a, b) = (a.demand[id], b.demand[id]);
        assert!((4.0 * a.pressure - b.pressure).abs() < 1e-2 && (4.0 * a.lane - b.lane).abs() < 1e-2);
        demand += usize::from(a.pressure != 0.0);
    }
    assert!(demand > 10);
}

#[test]
fn memory_does_not_depend_on_distances() {
    let pair = |far: f32| {
        let crowd =
            TestCrowd::new().block((0.0, 0.0), 10, 5, (30.0, 0.0)).block((far, far), 10, 5, (-30.0, 0.0));
        let model = crowd.prepared(full());
        let demand: Vec<f32> = (0..50).map(|id| model.demand[id].lane).collect();
        (model.lanes.tiles.len() + model.pressure.tiles.len(), demand)
    };
    let (near, with_array) = pair(1_000.0);
    // Tiles beyond the window are looked up by hash, with the same result.
    let (far, with_hash) = pair(900_000.0);
    assert!(far <= near + 20 * tile_shape::CELLS, "{far} cells against {near}");
    assert_eq!(with_array, with_hash);
    // A hundred units that are kilometres apart need a few tiles each.
    let mut spread = TestCrowd::new();
    for k in 0..100 {
        let x = -990_000.0 + 20_000.0 * k as f32;
        spread = spread.with((x, -0.3 * x), (x + 40.0, -0.3 * x));
    }
    let model = spread.prepared(full());
    assert!(model.lanes.tiles.len() + model.pressure.tiles.len() < 100 * 30 * tile_shape::CELLS);
}

#[test]
fn unused_tiles_are_reused() {
    let mut model = full();
    let mut most = 0;
    for k in 0..300 {
        let x = 10.0 * k as f32;
        let walking = TestCrowd::new().block((x, 0.0), 5, 5, (5_000.0, 0.0));
        model = walking.prepared(model);
        if k == 10 {
            most = model.lanes.tiles.len();
        }
    }
    assert!(model.lanes.tiles.len() <= 2 * most, "{} cells, {most} at first", model.lanes.tiles.len());
}

#[test]
fn a_large_body_covers_its_area() {
    let mut pillar = TestCrowd::new().with((3.3, 1.1), (3.3, 1.1));
    for _ in 0..99 {
        pillar = pillar.with((500.0, 500.0), (500.0, 500.0));
    }
    pillar.radius[0] = 6.0;
    let model = pillar.prepared(full());
    let cell = model.lanes.tiles.cell();
    let mut covered = 0.0;
    model.lanes.tiles.cover(pillar.at[0], 6.0, |_, share| covered += share * cell * cell);
    let area = std::f32::consts::PI * 36.0;
    assert!((covered - area).abs() < 0.1 * area, "{covered} m² of {area}");
}

#[test]
fn two_horizons_at_once_prefer_the_side_that_each_prefers() {
    let crowd = TestCrowd::new()
        .block((0.0, 0.0), 9, 9, (60.0, 0.0))
        .block((9.0, 0.3), 9, 9, (-60.0, 7.0))
        .wall((-9.0, 2.6), (9.0, 3.6));
    let model = crowd.prepared(full());
    let (field, mut better) = (&model.lanes, 0);
    for id in 0..crowd.at.len() {
        let unit = crowd.unit(id);
        for layers in field.layers.chunks(2) {
            let predicted =
                [&layers[0], &layers[layers.len() - 1]].map(|layer| model.prediction(&unit, layer.horizon));
            let both = field.both_better_right(layers, predicted, unit.max_speed);
            for ((layer, predicted), both) in layers.iter().zip(predicted).zip(both) {
                assert_eq!(both, field.better_right(layer, predicted, unit.max_speed));
                better += usize::from(both != 0.0);
            }
        }
    }
    assert!(better > 100);
}

#[test]
fn positions_that_are_not_finite_are_ignored() {
    let mut odd = TestCrowd::new().block((0.0, 0.0), 3, 3, (20.0, 0.0));
    odd.at[4] = Point::new(f32::NAN, f32::INFINITY);
    odd.at[5] = Point::new(-3e38, 3e38);
    let model = odd.prepared(full());
    let demand = model.demand[0];
    assert!(demand.lane.is_finite() && demand.pressure.is_finite());
    // An empty crowd.
    let none = TestCrowd::new();
    none.prepared(full());
}

#[test]
fn the_cheap_variant_shares_the_full_models_settings_except_its_own() {
    for setting in CHEAP {
        let own = setting.key.starts_with("lanes-cheap.");
        assert!(own || FULL.iter().any(|full| full.key == setting.key), "{}", setting.key);
    }
}
