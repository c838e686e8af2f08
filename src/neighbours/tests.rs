use super::*;
use crate::types::{Point, Vec2};
use proptest::prelude::*;

/// All other units within `radius` of unit `id`, by (distance, id).
pub(super) fn brute_force(id: usize, points: &[Point], radius: f32) -> Vec<Near> {
    let center = points[id];
    let mut all: Vec<Near> = (0..points.len())
        .filter(|other| *other != id)
        .map(|other| Near::new((points[other] - center).norm_squared(), other as u32))
        .filter(|near| near.distance_squared() <= radius * radius)
        .collect();
    all.sort_unstable();
    all
}

fn compare(tree: &KdTree, points: &[Point], radius: f32, context: &str) {
    let mut found = Vec::new();
    for (id, center) in points.iter().enumerate() {
        tree.neighbours(id as u32, *center, radius, usize::MAX, &mut found);
        assert_eq!(found, brute_force(id, points, radius), "unit {id}, radius {radius}, {context}");
    }
}

proptest! {
    /// Crowds that walk, stand, jump and come back, far from the origin or not, and trees that are kept for no
    /// distance, a short and a long one.
    #[test]
    fn a_tree_finds_what_brute_force_finds_in_the_same_order(
        points in prop::collection::vec((-20.0_f32..20.0, -20.0_f32..20.0), 1..200),
        radius in prop_oneof![Just(0.0_f32), 0.1_f32..15.0],
        steps in prop::collection::vec(prop::sample::select(vec![0.0_f32, 0.05, 0.3, 3.0, -3.0]), 1..8),
        slack in prop::sample::select(vec![0.0_f32, 0.6, 7.0]),
        corner in prop::sample::select(vec![0.0_f32, 50_000.0, -50_000.0]),
    ) {
        let corner = Vec2::new(corner, -corner);
        let mut points: Vec<Point> = points.into_iter().map(|(x, y)| Point::new(x, y) + corner).collect();
        let mut tree = KdTree::with_slack(slack);
        for step in steps {
            for (id, p) in points.iter_mut().enumerate() {
                *p += crate::math::unit(id as f32) * step;
            }
            tree.rebuild(&points);
            compare(&tree, &points, radius, &format!("slack {slack}, step {step}"));
        }
    }
}

/// The tree is built at one of these crowds and asked about the next ones.
#[test]
fn crowds_of_any_spread_and_size_are_found() {
    let mut tree = KdTree::with_slack(0.6);
    for (round, (spread, count)) in
        [(0.7_f32, 300), (0.0, 300), (40.0, 300), (1e6, 300), (0.7, 40), (0.7, 1), (0.7, 300)]
            .into_iter()
            .enumerate()
    {
        let corner = Point::new(-300.0, 9000.0 * round as f32);
        let points: Vec<Point> =
            (0..count).map(|k| corner + Vec2::new((k % 17) as f32, (k / 17) as f32) * spread).collect();
        tree.rebuild(&points);
        for radius in [0.0, 0.7, 2.1, 45.0] {
            compare(&tree, &points, radius, &format!("spread {spread}"));
        }
    }
}

#[test]
fn many_units_at_one_position_are_all_found() {
    let points = vec![Point::new(1.0, 1.0); 500];
    let mut tree = KdTree::default();
    tree.rebuild(&points);
    let mut found = Vec::new();
    tree.neighbours(7, points[7], 1.0, usize::MAX, &mut found);
    assert_eq!(found.len(), 499);
}

#[test]
fn with_too_many_neighbours_the_nearest_are_kept() {
    let points: Vec<Point> = (0..50).map(|i| Point::new(i as f32, 0.0)).collect();
    let mut tree = KdTree::default();
    tree.rebuild(&points);
    let mut found = Vec::new();
    tree.neighbours(0, points[0], 40.0, 5, &mut found);
    assert_eq!(found.iter().map(|n| n.id()).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
}

/// In turn, so that a tree is also asked before and after such a position.
#[test]
fn positions_that_are_not_numbers_are_nobodys_neighbours() {
    let mut tree = KdTree::with_slack(0.6);
    let sound: Vec<Point> = (0..100).map(|k| Point::new((k % 10) as f32, (k / 10) as f32)).collect();
    for wrong in [f32::NAN, f32::INFINITY, -f32::INFINITY] {
        let mut broken = sound.clone();
        broken[3].x = wrong;
        (broken[50].x, broken[50].y) = (wrong, wrong);
        for points in [&sound, &broken, &sound] {
            tree.rebuild(points);
            compare(&tree, points, 2.5, &format!("with {wrong}"));
        }
    }
}
