//! What a map says about the run, for one seed and one number of units: checks orders, and makes streams.

use super::check;
use super::description::{BodySpec, Description, GoalKind, StreamSpec};
use super::goals::GoalContext;
use super::layout_problem::LayoutProblem;
use crate::document::{DocumentError, SourceText, Span};
use nalgebra::Matrix2;
use sidestep::crowd::{Destination, GroupTask, Script, Slots, Stream, StreamGoal, TimedOrder};
use sidestep::geometry::Wall;
use sidestep::math;
use sidestep::navigation::Goal;
use sidestep::types::{Point, Rect, Vec2};
use sidestep::world::{Layout, Start};

/// Returns the script of a layout, whose other parts are complete.
pub(super) fn script(
    d: &Description,
    source: &SourceText,
    layout: &Layout,
    (counts, firsts): (&[usize], &[usize]),
) -> Result<Script, DocumentError> {
    for (order, span) in d.script.script.orders.iter().zip(&d.script.order_spans) {
        let places = aims(order);
        check_points(source, layout, (&places, span), "the goal of this order is")?;
    }
    let teams = d.teams();
    let mut script = d.script.script.clone();
    for spec in &d.script.streams {
        let goal = stream_goal(d, source, spec, (counts, firsts))?;
        check_stream(source, layout, spec, &goal)?;
        let group = &d.groups[usize::from(spec.group)];
        let BodySpec { radius, mass, max_speed, max_force } = group.body;
        let team = teams[usize::from(spec.group)];
        let unit = Start { radius, mass, max_speed, max_force, team, ..Start::default() };
        let unit = Start { group: spec.group, stance: group.stance, ..unit };
        let StreamSpec { every, from, until, area, .. } = *spec;
        script.streams.push(Stream { every, from, until, area, unit, goal });
    }
    Ok(script)
}

/// Returns the walls of a layout, with the doors that are shut at the start behind them.
pub(super) fn with_shut_doors(d: &Description, walls: &[Wall]) -> Vec<Wall> {
    let shut = d.script.script.doors.iter().filter(|door| !door.wall.is_open);
    walls.iter().cloned().chain(shut.map(|door| door.wall.shape.clone())).collect()
}

/// Returns the positions in the text of the doors that are shut at the start.
pub(super) fn shut_door_spans(d: &Description) -> Vec<&Span> {
    let doors = d.script.script.doors.iter().zip(&d.script.door_spans);
    doors.filter(|(door, _)| !door.wall.is_open).map(|(_, span)| span).collect()
}

/// Returns all points that an order names.
fn aims(order: &TimedOrder) -> Vec<Point> {
    match &order.task {
        GroupTask::Stop | GroupTask::Hold | GroupTask::Follow { .. } => Vec::new(),
        GroupTask::Patrol(points) => points.clone(),
        GroupTask::Go(destination) => match destination {
            Destination::Point(at) | Destination::Disc { at, .. } => vec![*at],
            Destination::Region(rect) => vec![rect.min, rect.max],
            Destination::Line { toward, .. } => vec![*toward],
            Destination::Slots(Slots::Box { center, .. }) => vec![*center],
            Destination::Slots(Slots::Line { from, to, .. }) => vec![*from, *to],
            Destination::Slots(Slots::Points { points, .. }) => points.clone(),
        },
    }
}

/// Checks that points are inside the bounds, and outside the walls.
fn check_points(
    source: &SourceText,
    layout: &Layout,
    (points, span): (&[Point], &Span),
    goals: &str,
) -> Result<(), DocumentError> {
    let (goals, at) = (|| goals.to_string(), "at");
    let is_in_wall = |p: Point| layout.walls.iter().any(|wall| check::meets(wall, p, 0.0));
    for Point { coords } in points {
        let (x, y) = (coords.x, coords.y);
        let problem = if !layout.bounds.contains(Point::new(x, y)) {
            LayoutProblem::GoalOutside { goals: goals(), at, x, y }
        } else if is_in_wall(Point::new(x, y)) {
            LayoutProblem::GoalInWall { goals: goals(), at, x, y }
        } else {
            continue;
        };
        return Err(source.error_at(problem.on_map(layout.origin), span, "here"));
    }
    Ok(())
}

/// Checks that the area and the goals of a stream are inside the bounds.
fn check_stream(
    source: &SourceText,
    layout: &Layout,
    spec: &StreamSpec,
    goal: &StreamGoal,
) -> Result<(), DocumentError> {
    let Rect { min, max } = spec.area;
    let corners = [min, max, Point::new(min.x, max.y), Point::new(max.x, min.y)];
    if let Some(p) = corners.iter().find(|p| !layout.bounds.contains(**p)) {
        let unit = format!("of the stream of group '{}'", layout.groups[usize::from(spec.group)]);
        let problem = LayoutProblem::StartOutside { unit, x: p.x, y: p.y };
        return Err(source.error_at(problem.on_map(layout.origin), &spec.span, "this area"));
    }
    let aims: Vec<Point> = corners.iter().filter_map(|corner| goal.at(*corner).fixed_aim()).collect();
    // A slot in a wall is left to the run: only parts of the area may lead there.
    let open = Layout { walls: Vec::new(), ..layout.clone() };
    let of = if matches!(goal, StreamGoal::Same(_)) { layout } else { &open };
    check_points(source, of, (&aims, &spec.goal.span), "the goal of this stream is")
}

/// Returns the goal of a stream's units. Formulas for slots are those of [`GoalContext::resolve`].
fn stream_goal(
    d: &Description,
    source: &SourceText,
    spec: &StreamSpec,
    (counts, firsts): (&[usize], &[usize]),
) -> Result<StreamGoal, DocumentError> {
    let group = &d.groups[usize::from(spec.group)];
    let unit_radius = group.body.radius;
    let center = spec.area.center();
    let radius = spec.goal.radius.unwrap_or(unit_radius);
    let image = |turn: Matrix2<f32>, shift: Vec2| Ok(StreamGoal::Image { turn, shift, radius });
    match spec.goal.kind {
        GoalKind::Shift(by) => image(Matrix2::identity(), by),
        GoalKind::MirrorPoint(c) => image(-Matrix2::identity(), c.coords * 2.0),
        GoalKind::MirrorLine(a, b) => {
            let n = math::left(math::normalize(b - a));
            image(Matrix2::identity() - n * n.transpose() * 2.0, n * (2.0 * a.coords.dot(&n)))
        }
        GoalKind::Across(c) => image(Matrix2::identity(), (c - center) * 2.0),
        _ => {
            // No unit of the layout is this one.
            let me = usize::MAX;
            let context = GoalContext { d, source, group, counts, firsts, hull: spec.area, me };
            Ok(StreamGoal::Same(match context.resolve(&spec.goal, center, unit_radius)? {
                // All units of the stream share the point.
                Goal::Point { at, radius, .. } => Goal::Point { at, radius, own: false },
                goal => goal,
            }))
        }
    }
}
