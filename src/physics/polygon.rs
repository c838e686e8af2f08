//! Contacts between units and polygon walls, exact for every simple outline.
//!
//! Rapier handles a concave polygon as a set of convex pieces. Approximate pieces fill notches, thin pieces are
//! numerically fragile, and units catch on the edges between pieces. But a unit is a disc, and a disc touches an
//! outline only where the distance from its centre to the outline has a local minimum: on a side that faces it, or
//! at a convex corner. The polygon therefore stays one piece, a closed counter-clockwise [`Polyline`], and this
//! module finds those minima in f64. A disc whose centre is inside is pushed out through the nearest point of the
//! outline.

use rapier2d::geometry::{ContactData, ContactManifoldData};
use rapier2d::parry::partitioning::BvhNode;
use rapier2d::parry::query::details::{NormalConstraints, ShapeCastOptions};
use rapier2d::parry::query::{
    ClosestPoints, Contact, ContactManifold, ContactManifoldsWorkspace, DefaultQueryDispatcher,
    NonlinearRigidMotion, PersistentQueryDispatcher, PointQuery, QueryDispatcher, ShapeCastHit,
    ShapeDistance, ShapeIntersection, TrackedContact, Unsupported,
};
use rapier2d::parry::shape::{PackedFeatureId, Polyline, Shape};
use rapier2d::prelude::*;

type Manifold = ContactManifold<ContactManifoldData, ContactData>;
type Vec2d = nalgebra::Vector2<f64>;

/// Below this distance (m) the direction from the outline to the centre is no longer reliable.
const ON_THE_OUTLINE: f64 = 1e-9;

/// A feature of a closed outline.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Feature {
    /// The side from this corner to the next one.
    Side(usize),
    Corner(usize),
}

impl Feature {
    fn packed(self) -> PackedFeatureId {
        match self {
            Feature::Side(index) => PackedFeatureId::face(index as u32),
            Feature::Corner(index) => PackedFeatureId::vertex(index as u32),
        }
    }
}

/// The point of a side nearest to a disc's centre.
struct Nearest {
    side: usize,
    feature: Feature,
    point: Vec2d,
    distance: f64,
}

/// A contact in the polygon's frame.
struct Touch {
    feature: Feature,
    point: Vec2d,
    /// Unit vector that points out of the polygon.
    normal: Vec2d,
    /// The distance from the outline to the disc's centre, m. Negative inside.
    distance: f64,
}

/// A polygon and the centre of a disc.
struct Query<'a> {
    outline: &'a Polyline,
    center: Vec2d,
}

impl Query<'_> {
    fn corner(&self, index: usize) -> Vec2d {
        let vertices = self.outline.vertices();
        let v = vertices[index % vertices.len()];
        Vec2d::new(v.x.into(), v.y.into())
    }

    /// The vector from a side's first corner to its second.
    fn along(&self, side: usize) -> Vec2d {
        self.corner(side + 1) - self.corner(side)
    }

    /// The side that ends where this one begins.
    fn previous(&self, side: usize) -> usize {
        let count = self.outline.vertices().len();
        (side + count - 1) % count
    }

    /// Whether the centre is on the inner side of the line through `side`.
    fn behind(&self, side: usize) -> bool {
        self.along(side).perp(&(self.center - self.corner(side))) > 0.0
    }

    fn nearest(&self, side: usize) -> Nearest {
        let (from, along) = (self.corner(side), self.along(side));
        let share = (self.center - from).dot(&along) / along.norm_squared();
        let next = (side + 1) % self.outline.vertices().len();
        let (feature, point) = if share <= 0.0 {
            (Feature::Corner(side), from)
        } else if share >= 1.0 {
            (Feature::Corner(next), self.corner(next))
        } else {
            (Feature::Side(side), from + along * share)
        };
        Nearest { side, feature, point, distance: (self.center - point).norm() }
    }

    /// Whether the centre is inside the polygon, given the nearest feature of the whole outline.
    fn inside(&self, nearest: Feature) -> bool {
        match nearest {
            Feature::Side(side) => self.behind(side),
            Feature::Corner(corner) => {
                let before = self.previous(corner);
                let (a, b) = (self.behind(before), self.behind(corner));
                let convex = self.along(before).perp(&self.along(corner)) > 0.0;
                if convex { a && b } else { a || b }
            }
        }
    }

    fn outward(&self, feature: Feature) -> Vec2d {
        let (Feature::Side(side) | Feature::Corner(side)) = feature;
        let along = self.along(side);
        Vec2d::new(along.y, -along.x).normalize()
    }

    fn center32(&self) -> Vector {
        Vector::new(self.center.x as f32, self.center.y as f32)
    }

    fn sides_within(&self, reach: f64) -> impl Iterator<Item = Nearest> {
        let center = self.center32();
        // Slightly wider, because the box is rounded to f32.
        let half = reach as f32 * 1.01 + center.abs().max_element() * 4.0 * f32::EPSILON;
        let region = BvhNode::leaf(Aabb::from_half_extents(center, Vector::splat(half)), 0);
        let sides = self.outline.bvh().leaves(move |node: &BvhNode| node.intersects(&region));
        sides.map(|side| self.nearest(side as usize)).filter(move |near| near.distance <= reach)
    }

    fn nearest_of_all(&self, reach: f64) -> Nearest {
        let near = self.sides_within(reach).min_by(|a, b| a.distance.total_cmp(&b.distance));
        let far = || self.outline.project_local_point(self.center32(), false).subshape;
        near.unwrap_or_else(|| self.nearest(far() as usize))
    }

    /// Whether the distance to the outline has a local minimum here.
    fn is_minimum(&self, near: &Nearest) -> bool {
        match near.feature {
            Feature::Side(side) => !self.behind(side),
            // Two sides share the corner. Count it for the side that begins there.
            Feature::Corner(corner) => {
                corner == near.side && self.nearest(self.previous(corner)).feature == near.feature
            }
        }
    }

    /// Finds every contact of a disc within `reach` metres.
    fn touches(&self, reach: f64, mut found: impl FnMut(Touch)) {
        let nearest = self.nearest_of_all(reach);
        if self.inside(nearest.feature) {
            return found(self.touch(nearest, -1.0));
        }
        let minima = self.sides_within(reach).filter(|near| self.is_minimum(near));
        minima.for_each(|near| found(self.touch(near, 1.0)));
    }

    fn touch(&self, near: Nearest, sign: f64) -> Touch {
        let Nearest { feature, point, distance, .. } = near;
        let normal = if distance > ON_THE_OUTLINE {
            (self.center - point) * (sign / distance)
        } else {
            self.outward(feature)
        };
        Touch { feature, point, normal, distance: sign * distance }
    }
}

/// Writes the contacts between `outline` and a disc of `radius` metres with the pose `disc` in the polygon's frame.
/// Contacts with the same feature as before keep their impulses, from which the solver starts.
fn update(
    outline: &Polyline,
    (disc, radius): (Pose, f32),
    prediction: f32,
    disc_first: bool,
    manifolds: &mut Vec<Manifold>,
) {
    let mut old = std::mem::take(manifolds);
    let center = Vec2d::new(disc.translation.x.into(), disc.translation.y.into());
    Query { outline, center }.touches(f64::from(radius + prediction), |touch| {
        let id = touch.feature.packed();
        let normal = Vector::new(touch.normal.x as f32, touch.normal.y as f32);
        let inward = disc.rotation.inverse() * -normal;
        let contact = TrackedContact::flipped(
            Vector::new(touch.point.x as f32, touch.point.y as f32),
            inward * radius,
            id,
            PackedFeatureId::face(0),
            (touch.distance - f64::from(radius)) as f32,
            disc_first,
        );
        let same =
            |m: &Manifold| m.points.first().is_some_and(|p| (if disc_first { p.fid2 } else { p.fid1 }) == id);
        let mut manifold = old.iter().position(same).map(|index| old.swap_remove(index)).unwrap_or_default();
        match manifold.points.first_mut() {
            Some(point) => point.copy_geometry_from(contact),
            None => manifold.points.push(contact),
        }
        (manifold.local_n1, manifold.local_n2) = if disc_first { (inward, normal) } else { (normal, inward) };
        manifolds.push(manifold);
    });
}

/// Rapier's query dispatcher, except for contacts between polygons and discs.
pub(super) struct ExactPolygons;

impl PersistentQueryDispatcher<ContactManifoldData, ContactData> for ExactPolygons {
    fn contact_manifolds(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: f32,
        manifolds: &mut Vec<Manifold>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        if let (Some(outline), Some(ball)) = (g1.as_polyline(), g2.as_ball()) {
            update(outline, (*pos12, ball.radius), prediction, false, manifolds);
        } else if let (Some(ball), Some(outline)) = (g1.as_ball(), g2.as_polyline()) {
            update(outline, (pos12.inverse(), ball.radius), prediction, true, manifolds);
        } else {
            return DefaultQueryDispatcher.contact_manifolds(pos12, g1, g2, prediction, manifolds, workspace);
        }
        Ok(())
    }

    fn contact_manifold_convex_convex(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        constraints1: Option<&dyn NormalConstraints>,
        constraints2: Option<&dyn NormalConstraints>,
        prediction: f32,
        manifold: &mut Manifold,
    ) -> Result<(), Unsupported> {
        DefaultQueryDispatcher.contact_manifold_convex_convex(
            pos12,
            g1,
            g2,
            constraints1,
            constraints2,
            prediction,
            manifold,
        )
    }
}

/// Forwards a query to Rapier's own dispatcher.
macro_rules! as_rapier {
    ($name:ident($($argument:ident: $type:ty),*) -> $result:ty) => {
        fn $name(&self, $($argument: $type),*) -> Result<$result, Unsupported> {
            DefaultQueryDispatcher.$name($($argument),*)
        }
    };
}

impl QueryDispatcher for ExactPolygons {
    as_rapier!(intersection_test(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> ShapeIntersection);
    as_rapier!(distance(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> ShapeDistance);
    as_rapier!(contact(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, prediction: f32) -> Option<Contact>);
    as_rapier!(closest_points(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, most: f32) -> ClosestPoints);
    as_rapier!(cast_shapes(
        pos12: &Pose,
        velocity: Vector,
        g1: &dyn Shape,
        g2: &dyn Shape,
        options: ShapeCastOptions
    ) -> Option<ShapeCastHit>);
    as_rapier!(cast_shapes_nonlinear(
        motion1: &NonlinearRigidMotion,
        g1: &dyn Shape,
        motion2: &NonlinearRigidMotion,
        g2: &dyn Shape,
        from: f32,
        to: f32,
        stop_at_penetration: bool
    ) -> Option<ShapeCastHit>);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn closed(corners: &[(f64, f64)]) -> Polyline {
        let corners: Vec<Vector> = corners.iter().map(|&(x, y)| Vector::new(x as f32, y as f32)).collect();
        let count = corners.len() as u32;
        Polyline::new(corners, Some((0..count).map(|i| [i, (i + 1) % count]).collect()))
    }

    fn touches(outline: &Polyline, (x, y): (f64, f64), reach: f64) -> Vec<(Feature, f64)> {
        let mut found = Vec::new();
        let query = Query { outline, center: Vec2d::new(x, y) };
        query.touches(reach, |touch| {
            let foot = query.center - touch.normal * touch.distance;
            assert!((foot - touch.point).norm() < 1e-6, "the normal does not lead to the outline");
            found.push((touch.feature, touch.distance));
        });
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        found
    }

    #[test]
    fn a_disc_touches_the_features_that_face_it() {
        // A notch 2 wide and 3 deep in a block.
        let notched = closed(&[
            (0.0, 0.0),
            (6.0, 0.0),
            (6.0, 4.0),
            (4.0, 4.0),
            (4.0, 1.0),
            (2.0, 1.0),
            (2.0, 4.0),
            (0.0, 4.0),
        ]);
        let at =
            |x, y| touches(&notched, (x, y), 1.5).into_iter().map(|(feature, _)| feature).collect::<Vec<_>>();
        assert_eq!(at(3.25, 3.0), [Feature::Side(3), Feature::Side(5)], "both sides of the notch");
        assert_eq!(at(3.0, 1.5)[0], Feature::Side(4), "its floor");
        assert_eq!(at(6.5, 4.5), [Feature::Corner(2)], "a corner");
        assert_eq!(at(5.0, 4.5), [Feature::Side(2)], "the top, and nothing that lies behind it");
        assert_eq!(at(3.1, 5.0), [Feature::Corner(3), Feature::Corner(6)], "the mouth");
        assert_eq!(touches(&notched, (1.25, 2.5), 0.1), [(Feature::Side(5), -0.75)], "deep inside");
        assert_eq!(touches(&notched, (3.0, 40.0), 0.1), [], "far off");
        assert_eq!(touches(&notched, (5.0, 4.0), 0.5)[0], (Feature::Side(2), -0.0), "on the outline");
    }

    #[test]
    fn each_corner_is_touched_once() {
        let square = closed(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]);
        for (corner, (x, y)) in [(-0.3, -0.4), (4.3, -0.4), (4.3, 4.4), (-0.3, 4.4)].into_iter().enumerate() {
            let found = touches(&square, (x, y), 1.0);
            assert!(matches!(found[..], [(Feature::Corner(own), _)] if own == corner), "{corner}: {found:?}");
        }
    }

    #[test]
    fn a_disc_whose_centre_is_on_the_outline_is_pushed_straight_out() {
        // Its sides lead east, north-west and south.
        let outline = closed(&[(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)]);
        let diagonal = std::f64::consts::FRAC_1_SQRT_2;
        for ((x, y), normal) in
            [((1.0, 0.0), (0.0, -1.0)), ((2.0, 2.0), (diagonal, diagonal)), ((0.0, 1.0), (-1.0, 0.0))]
        {
            let mut found = Vec::new();
            Query { outline: &outline, center: Vec2d::new(x, y) }
                .touches(0.5, |touch| found.push(touch.normal));
            assert_eq!(found.len(), 1, "{x}, {y}");
            assert!((found[0] - Vec2d::new(normal.0, normal.1)).norm() < 1e-12, "{x}, {y}: {}", found[0]);
        }
    }

    /// At the largest coordinates of a map, numbers are 4 mm apart. The search for sides rounds the centre to them.
    #[test]
    fn a_touch_far_from_the_origin_is_found_up_to_the_reach() {
        for (x, y) in [(50_000.0, -50_000.0), (-50_000.0, -50_000.0)] {
            let square = closed(&[(x - 4.0, y - 2.0), (x, y - 2.0), (x, y + 2.0), (x - 4.0, y + 2.0)]);
            for step in 0..1000 {
                let distance = 0.05 + 5e-5 * f64::from(step);
                let found = touches(&square, (x + distance, y + 0.5), distance + 1e-6);
                let is_right = found.len() == 1 && found[0].0 == Feature::Side(1);
                assert!(is_right && (found[0].1 - distance).abs() < 1e-9, "{distance} m: {found:?}");
            }
        }
    }

    /// From the side to the corner, it is another contact.
    #[test]
    fn a_contact_with_the_same_feature_keeps_its_impulse() {
        let square = closed(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]);
        for disc_first in [true, false] {
            let mut manifolds = Vec::new();
            for (x, kept) in [(3.0, 0.0), (3.5, 7.0), (4.1, 0.0)] {
                let disc = Pose::from_translation(Vector::new(x, -0.3));
                update(&square, (disc, 0.5), 0.1, disc_first, &mut manifolds);
                let [own] = &mut manifolds[..] else { panic!("{} contacts", manifolds.len()) };
                let point = &mut own.points[0];
                assert_eq!(point.data.impulse, kept, "at {x} m, disc first: {disc_first}");
                point.data.impulse = 7.0;
            }
        }
    }

    proptest! {
        /// The nearest contact is at the distance to the outline, found by checking every side, also far from the
        /// origin.
        #[test]
        fn contacts_are_as_far_as_the_outline(
            radii in prop::collection::vec(0.1_f64..1.0, 3..60), x in -12.0_f64..12.0, y in -12.0_f64..12.0,
            // At the largest coordinates of a map, numbers are 4 mm apart.
            (east, north) in prop::sample::select(vec![(0.0, 0.0), (50_000.0, 50_000.0), (-50_000.0, 49_990.0)]),
            reach in prop::sample::select(vec![0.1_f64, 2.0]),
        ) {
            let (x, y) = (x + east, y + north);
            let step = std::f64::consts::TAU / radii.len() as f64;
            let corners: Vec<(f64, f64)> = radii
                .iter()
                .enumerate()
                .map(|(i, r)| (i as f64 * step, 10.0 * r))
                .map(|(angle, r)| (east + r * libm::cos(angle), north + r * libm::sin(angle)))
                .collect();
            let outline = closed(&corners);
            let query = Query { outline: &outline, center: Vec2d::new(x, y) };
            let sides: Vec<(Vec2d, Vec2d)> =
                (0..radii.len()).map(|i| (query.corner(i), query.corner(i + 1))).collect();
            let far = sides.iter().map(|(a, b)| {
                let along = b - a;
                let t = ((query.center - a).dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
                (a + along * t - query.center).norm()
            });
            let distance = far.fold(f64::INFINITY, f64::min);
            let crossings = sides.iter().filter(|(a, b)| {
                (a.y > y) != (b.y > y) && x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
            });
            let inside = crossings.count() % 2 == 1;
            let found = touches(&outline, (x, y), reach);
            if inside {
                prop_assert_eq!(found.len(), 1);
                // Deeper than the reach, sides are found with numbers as far apart as coordinates.
                let error = if distance < reach || east == 0.0 { 1e-9 } else { 1e-2 };
                prop_assert!((found[0].1 + distance).abs() < error, "{:?}, not {}", found, -distance);
            } else if distance < reach {
                prop_assert!((found[0].1 - distance).abs() < 1e-9, "{:?}, not {}", found, distance);
            } else {
                prop_assert!(found.is_empty());
            }
        }
    }
}
