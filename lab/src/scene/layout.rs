//! Positions the units of a map for one seed and one number of units.

use super::description::{BodySpec, Description, GoalKind, GoalSpec, Group, Shape, UnitSpec};
use super::formation::{self, Block, Random};
use super::goals::{GoalContext, rotated, rotated_goal, rotated_point};
use super::group_color::color_of_name;
use super::jitter::jitter_of;
use super::layout_options::LayoutOptions;
use super::layout_problem::LayoutProblem;
use super::map_problem::MapProblem;
use super::moved::MovedUnits;
use super::{bounds, check, counts, gathering, plans, streams};
use crate::document::{DocumentError, NumberRange, SourceText, Span};
use crate::text::counted;
use sidestep::crowd::Script;
use sidestep::geometry::rect::grown_to;
use sidestep::navigation::Goal;
use sidestep::steering::Steering;
use sidestep::types::{MAX_COORDINATE, Point, Rect, Vec2};
use sidestep::world::{Layout, Start};

/// How far the bounds of a grown map extend beyond its starts and goals, m.
const MARGIN: f32 = 4.0;
/// Groups that grew into each other are moved apart by this factor, up to this many times.
const SPREAD: (f32, usize) = (1.1, 40);

/// Returns the checked layout of a map.
pub(super) fn lay_out(
    d: &Description,
    source: &SourceText,
    options: &LayoutOptions,
) -> Result<Layout, DocumentError> {
    if let Some(jitter) = options.jitter {
        let take = NumberRange::JITTER.accept("jitter", &jitter.to_string(), jitter.into());
        take.map_err(|(problem, _)| source.error(problem))?;
    }
    let counts = counts::counts(d, source, options.units)?;
    spread_out(d, source, options, &counts).map(|(layout, _)| layout)
}

/// Returns the layout, and how far groups that grew into each other were moved apart.
fn spread_out(
    d: &Description,
    source: &SourceText,
    options: &LayoutOptions,
    counts: &[usize],
) -> Result<(Layout, f32), DocumentError> {
    let grown = d.groups.iter().zip(counts).any(|(group, &n)| group.shape.count() != n);
    let mut spread = 1.0;
    for _ in 0..SPREAD.1 {
        match attempt(d, source, options, counts, grown, spread) {
            // Groups from different sides can grow into each other; they then start further away.
            Err(e) if grown && e.problem_as().is_some_and(is_overlap) => spread *= SPREAD.0,
            result => return result.map(|layout| (layout, spread)),
        }
    }
    attempt(d, source, options, counts, grown, spread).map(|layout| (layout, spread))
}

/// Returns the shapes of all groups with the requested number of units.
pub(super) fn grown_shapes(
    d: &Description,
    source: &SourceText,
    options: &LayoutOptions,
) -> Result<Vec<Shape>, DocumentError> {
    let counts = counts::counts(d, source, options.units)?;
    let (_, spread) = spread_out(d, source, options, &counts)?;
    Ok(d.groups
        .iter()
        .zip(&counts)
        .map(|(group, count)| grown_shape(d, &group.shape, *count, spread))
        .collect())
}

/// Returns a shape with another number of units.
fn grown_shape(d: &Description, shape: &Shape, count: usize, spread: f32) -> Shape {
    match shape {
        Shape::Block(block) if count != block.count => {
            let middle = d.bounds.center();
            let pivot = block.area.nearest(middle);
            let block = block.scaled(count, pivot, middle);
            let away = (pivot - middle) * (spread - 1.0);
            Shape::Block(Block {
                area: Rect { min: block.area.min + away, max: block.area.max + away },
                ..block
            })
        }
        Shape::Ring(ring) => Shape::Ring(ring.scaled(count)),
        same => same.clone(),
    }
}

/// Whether units overlap.
fn is_overlap(problem: &LayoutProblem) -> bool {
    matches!(problem, LayoutProblem::UnitOverlap { .. } | LayoutProblem::JitteredOverlap { .. })
}

/// The step by which seeds shift groups, in mean radii of the group.
const STEP: f32 = 2.5;

/// A positioned unit, before rotation, jitter and the resolution of its goal.
struct Placed<'a> {
    slot: Point,
    velocity: Vec2,
    body: BodySpec,
    goal: &'a GoalSpec,
}

/// A try to place the units of a map.
struct Attempt<'a> {
    d: &'a Description,
    source: &'a SourceText,
    options: &'a LayoutOptions,
    counts: &'a [usize],
    /// The index of each group's first unit.
    firsts: Vec<usize>,
    /// How far the groups are spread out from the middle.
    spread: f32,
    seed: u64,
}

impl Attempt<'_> {
    /// The units at their starts, with those whose goals are points.
    fn starts(&self) -> Result<(Vec<Start>, Vec<gathering::GoalPoint>), DocumentError> {
        let Attempt { d, source, options, counts, ref firsts, spread, seed } = *self;
        let (mut starts, mut points) = (Vec::with_capacity(counts.iter().sum()), Vec::new());
        let moved = MovedUnits::new(d, counts, options);
        let teams = d.teams();
        for (index, group) in d.groups.iter().enumerate() {
            let mut random = Random::new(seed, index as u64);
            let is_blocked = |number: usize, slot: Point| moved.blocks(index, number, slot);
            let count = counts[index];
            let units = place_units(d, source, group, options, (count, spread), &mut random, is_blocked)?;
            let hull = units.iter().fold(None, |h: Option<Rect>, u| {
                Some(grown_to(h.unwrap_or(Rect { min: u.slot, max: u.slot }), u.slot))
            });
            let Some(hull) = hull else { continue };
            let shift = options.shift.then(|| shift_of(&units, index, d.groups.len(), seed));
            for (number, unit) in units.iter().enumerate() {
                let me = firsts[index] + number;
                let goal = GoalContext { d, source, group, counts, firsts, hull, me };
                let goal = goal.resolve(unit.goal, unit.slot, unit.body.radius)?;
                if let GoalKind::Point(_) = unit.goal.kind {
                    points.push(gathering::GoalPoint { unit: me, sized: unit.goal.radius.is_none() });
                }
                let jitter = jitter_of(d, group, unit.goal, options);
                // Drawn for moved units too, so that the others keep their jitter.
                let offset = (jitter > 0.0).then(|| random.jitter(jitter));
                let start = unit.rotated(goal, group, source)?;
                let (place, offset) = match moved.position(index, number) {
                    Some(place) => {
                        (place, offset.filter(|_| options.jitter.is_some() && !unit.goal.stands()))
                    }
                    None => (start.position, offset),
                };
                let offset = offset.into_iter().chain(shift.filter(|_| !unit.goal.stands()));
                let position = place + offset.sum::<Vec2>();
                let far = [Some(position), start.goal.point()].into_iter().flatten();
                if far.into_iter().any(|p| p.x.abs().max(p.y.abs()) > MAX_COORDINATE) {
                    return Err(source.error_at(
                        LayoutProblem::TooFar,
                        &group.span,
                        "this group or its goal",
                    ));
                }
                let group = Start { group: index as u16, team: teams[index], stance: group.stance, ..start };
                starts.push(Start { position, ..group });
            }
        }
        Ok((starts, points))
    }

    /// The map with its units, before anything is checked.
    fn layout(&self) -> Result<Layout, DocumentError> {
        let d = self.d;
        let (mut starts, points) = self.starts()?;
        gathering::share_points(&mut starts, &points);
        Ok(Layout {
            name: d.name.clone(),
            origin: d.map_origin,
            bounds: d.bounds,
            walls: d.walls.iter().map(|(wall, _)| wall.clone()).collect(),
            groups: d.groups.iter().map(|g| g.name.clone()).collect(),
            colors: d.groups.iter().map(|g| g.color.or_else(|| color_of_name(&g.name))).collect(),
            starts,
            steering: steering(d),
            push_stated: d.push_stated,
            later_radii: Vec::new(),
            plans: plans::resolve_plans(d, self.source, &self.firsts, self.counts)?,
            time_limit: d.time_limit,
            seed: self.seed,
            script: Script::default(),
        })
    }
}

impl Placed<'_> {
    /// Where the unit starts and heads once its group is rotated.
    fn rotated(&self, goal: Goal, group: &Group, source: &SourceText) -> Result<Start, DocumentError> {
        let BodySpec { radius, mass, max_speed, max_force } = self.body;
        let start = Start { radius, mass, max_speed, max_force, ..Start::default() };
        let Some((degrees, about)) = group.rotate else {
            return Ok(Start { position: self.slot, velocity: self.velocity, goal, ..start });
        };
        let goal = rotated_goal(goal, degrees, about)
            .map_err(|problem| source.error_at(problem, &self.goal.span, "this region"))?;
        let (position, velocity) =
            (rotated_point(self.slot, degrees, about), rotated(self.velocity, degrees));
        Ok(Start { position, velocity, goal, ..start })
    }
}

fn attempt(
    d: &Description,
    source: &SourceText,
    options: &LayoutOptions,
    counts: &[usize],
    grown: bool,
    spread: f32,
) -> Result<Layout, DocumentError> {
    let seed = options.seed.unwrap_or(d.seed);
    let firsts: Vec<usize> = counts.iter().scan(0, |at, n| Some(std::mem::replace(at, *at + n))).collect();
    let attempt = Attempt { d, source, options, counts, firsts, spread, seed };
    let mut layout = attempt.layout()?;
    let moved_out = || layout.starts.iter().any(|start| !layout.bounds.contains(start.position));
    if grown || (options.jitter.is_some() || options.shift) && moved_out() {
        layout.bounds = wide_enough(&layout);
    }
    if d.closed.is_some() {
        layout.walls.extend(bounds::walls_round(layout.bounds, largest(&layout.starts)));
    }
    let mut layout = checked(d, source, layout, &attempt.firsts, options)?;
    layout.script = streams::script(d, source, &layout, (counts, &attempt.firsts))?;
    if !d.order.is_empty() {
        let mut starts: Vec<(usize, Start)> = d.order.iter().copied().zip(layout.starts).collect();
        starts.sort_by_key(|(place, _)| *place);
        layout.starts = starts.into_iter().map(|(_, start)| start).collect();
    }
    Ok(layout)
}

/// How far a seed shifts a group of `units`, in m.
fn shift_of(units: &[Placed], group: usize, groups: usize, seed: u64) -> Vec2 {
    // More groups than this have more ways than anybody runs; the others are moved like the first ones.
    let groups = groups.min(9) as u32;
    let ways = 9_u64.pow(groups);
    // About the golden ratio of them, and no multiple of 3: seeds in turn differ in all groups, and every way comes once.
    let stride = (ways as f64 * 0.618) as u64 / 3 * 3 + 1;
    let digit = seed % ways * stride % ways / 9_u64.pow(group as u32 % groups) % 9;
    let radius = units.iter().map(|unit| unit.body.radius).sum::<f32>() / units.len() as f32;
    let steps = Vec2::new((digit % 3) as f32 - 1.0, (digit / 3) as f32 - 1.0);
    STEP * radius * steps
}

/// Returns how the map's groups steer, including groups with their own mode.
fn steering(d: &Description) -> Steering {
    let mut steering = d.steering.clone();
    for (group, index) in d.groups.iter().zip(0..) {
        if let Some(mode) = group.avoidance {
            steering.set_mode_of(index, mode);
        }
    }
    steering
}

/// Returns the layout if the positions of its units and goals are valid.
fn checked(
    d: &Description,
    source: &SourceText,
    layout: Layout,
    firsts: &[usize],
    options: &LayoutOptions,
) -> Result<Layout, DocumentError> {
    let group = |unit: usize| layout.starts[unit].group as usize;
    let number = |unit: usize| unit - firsts[group(unit)];
    let name = |unit: usize| format!("{}:{}", layout.groups[group(unit)], number(unit));
    let moved = |unit: usize| d.groups[group(unit)].moved.iter().find(|moved| moved.number == number(unit));
    let span = |unit: usize| -> &Span {
        match (moved(unit), &d.groups[group(unit)].shape) {
            (Some(moved), _) => &moved.span,
            (None, Shape::Units(units)) => &units[number(unit)].span,
            (None, _) => &d.groups[group(unit)].span,
        }
    };
    let goal = |unit: usize| {
        let group_goal = d.groups[group(unit)].goal.as_ref();
        match &d.groups[group(unit)].shape {
            Shape::Units(units) => units[number(unit)].goal.as_ref().or(group_goal),
            _ => group_goal,
        }
    };
    let goal_span = |unit: usize| goal(unit).map_or(span(unit), |g| &g.span);
    let jitter =
        |unit: usize| goal(unit).map_or(0.0, |goal| jitter_of(d, &d.groups[group(unit)], goal, options));
    let finding = check::bounds(&layout, name)
        .or_else(|| check::walls(&layout, &streams::with_shut_doors(d, &layout.walls), name))
        .or_else(|| check::overlap(&layout.starts, name))
        .or_else(|| check::speeds(&layout.starts, name));
    let Some(found) = finding else {
        let coarse = |(unit, problem)| source.error_at(problem, span(unit), "this group");
        return check::precision(&layout).map_err(coarse).map(|()| layout);
    };
    let about_goal =
        matches!(found.problem, LayoutProblem::GoalOutside { .. } | LayoutProblem::GoalInWall { .. });
    let (place, label) =
        if about_goal { (goal_span(found.unit), "this goal") } else { (span(found.unit), "this unit") };
    let moved = jitter(found.unit).max(found.other.map_or(0.0, jitter));
    let problem = match found.problem.on_map(layout.origin) {
        LayoutProblem::UnitOverlap { first, second, depth, least } if moved > 0.0 => {
            LayoutProblem::JitteredOverlap { first, second, depth, least, jitter: moved }
        }
        problem => problem,
    };
    let mut error = source.error_at(problem, place, label);
    if let Some(other) = found.other {
        error = error.at(span(other), "and this unit");
    }
    Err(match found.wall {
        Some(wall) => at_wall(error, d, wall, layout.walls.len()),
        None => error,
    })
}

/// Points to a wall: one of the map, of its bounds, or beyond these `walls` one of its shut doors.
fn at_wall(error: DocumentError, d: &Description, wall: usize, walls: usize) -> DocumentError {
    match (d.walls.get(wall), &d.closed) {
        (Some((_, span)), _) => error.at(span, "the wall"),
        (None, _) if wall >= walls => error.at(streams::shut_door_spans(d)[wall - walls], "the door"),
        (None, Some(span)) => error.at(span, "the bounds are walls"),
        (None, None) => error,
    }
}

/// Returns the radius of the largest unit, m.
fn largest(starts: &[Start]) -> f32 {
    starts.iter().map(|start| start.radius).fold(0.0, f32::max)
}

/// Returns the bounds, grown so that all starts and goals are inside.
fn wide_enough(layout: &Layout) -> Rect {
    let mut bounds = layout.bounds;
    // In a closed map the whole disc of a unit at the edge is inside.
    let margin = Vec2::repeat(MARGIN.max(largest(&layout.starts)));
    for start in &layout.starts {
        for p in [Some(start.position), start.goal.point()].into_iter().flatten() {
            if !(bounds.contains(p - margin) && bounds.contains(p + margin)) {
                bounds = grown_to(grown_to(bounds, p - margin), p + margin);
            }
        }
    }
    bounds
}

/// Returns a group's units at their exact positions, before rotation and jitter.
fn place_units<'a>(
    d: &Description,
    source: &SourceText,
    group: &'a Group,
    options: &LayoutOptions,
    (count, spread): (usize, f32),
    random: &mut Random,
    is_blocked: impl Fn(usize, Point) -> bool,
) -> Result<Vec<Placed<'a>>, DocumentError> {
    let no_goal =
        || source.error_at(MapProblem::NoUnits { what: "a goal".into() }, &group.span, "without a goal");
    let jitter = group.goal.as_ref().map_or(0.0, |goal| jitter_of(d, group, goal, options));
    if let Shape::Units(units) = &group.shape {
        let one = |u: &'a UnitSpec| {
            let goal = u.goal.as_ref().or(group.goal.as_ref()).ok_or_else(no_goal)?;
            Ok(Placed { slot: u.position, velocity: u.velocity, body: u.body, goal })
        };
        return units.iter().map(one).collect();
    }
    let slots = match grown_shape(d, &group.shape, count, spread) {
        Shape::Units(_) => Vec::new(),
        Shape::Block(block) => {
            check_spacing(source, group, block.spacing, jitter)?;
            block.places(random, is_blocked).ok_or_else(|| does_not_fit(source, group, &block))?
        }
        Shape::Ring(ring) => {
            if let Some(chord) = ring.chord() {
                check_spacing(source, group, chord, jitter)?;
            }
            ring.places()
        }
    };
    let goal = group.goal.as_ref().ok_or_else(no_goal)?;
    let place = |slot| Placed { slot, velocity: Vec2::zeros(), body: group.body, goal };
    Ok(slots.into_iter().map(place).collect())
}

/// Checks that the jitter cannot make neighbours overlap. It moves each unit by up to √2 times its size.
fn check_spacing(source: &SourceText, group: &Group, spacing: f32, jitter: f32) -> Result<(), DocumentError> {
    let least = 2.0 * group.body.radius + 2.0 * std::f32::consts::SQRT_2 * jitter;
    if group.shape.count() > 1 && spacing < least * (1.0 - 1e-4) {
        let problem = LayoutProblem::TooClose { group: group.name.clone(), spacing, least };
        return Err(source.error_at(problem, &group.span, "this group"));
    }
    Ok(())
}

fn does_not_fit(source: &SourceText, group: &Group, block: &Block) -> DocumentError {
    let size = block.area.size();
    let most = Block { columns: None, ..block.clone() }.filled();
    let random = block.kind == formation::Kind::Random;
    let help = match (random, block.columns) {
        (true, _) => "use a larger area or fewer units".to_string(),
        (false, Some(columns)) if (block.count as f64) <= most => {
            format!("remove `columns = {columns}`, or use a larger area")
        }
        _ => {
            let fit = if most == 1.0 { "fits" } else { "fit" };
            let units = counted(most as u64, "unit");
            format!("{units} {fit}; use a larger area, a smaller spacing or a smaller count")
        }
    };
    let problem = LayoutProblem::DoesNotFit {
        group: group.name.clone(),
        count: block.count,
        spacing: block.spacing,
        area: format!("{} × {}", size.x, size.y),
        help,
    };
    source.error_at(problem, &group.span, "this group")
}
