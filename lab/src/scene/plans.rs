//! Assigns plans to groups and resolves the units that plans name.

use super::description::{Description, GoalKind, Group, PartMark, PlanSpec, Shape};
use super::map_problem::MapProblem;
use crate::document::{DocumentError, SourceText, Span};
use crate::text;
use sidestep::steering::behaviours::{BEHAVIOURS, Behaviour, Needs};
use sidestep::steering::combine::Plan;

/// Makes every group that follows a plan follow the plan of this name, or else the single behaviour of this name.
/// "group=name" changes only that group.
pub(super) fn replace_plans(d: &mut Description, name: &str) -> Result<(), MapProblem> {
    let (only, name) = name.split_once('=').map_or((None, name), |(group, name)| (Some(group), name));
    let meant = |group: &Group| only.is_none_or(|only| group.name == only);
    let Some(first) = d.groups.iter().filter(|g| meant(g)).find_map(|group| group.steering.as_ref()) else {
        let followers: Vec<&str> =
            d.groups.iter().filter(|g| g.steering.is_some()).map(|g| g.name.as_str()).collect();
        return Err(match only.filter(|_| !followers.is_empty()) {
            Some(only) => MapProblem::bad_plan(
                format!("the map '{}' has no group '{only}' that follows a plan", d.name),
                text::did_you_mean(only, &followers),
            ),
            None => MapProblem::bad_plan(
                format!("no group of the map '{}' follows a plan", d.name),
                "use a map whose groups have `steering`; `sidestep check MAP` shows the plans of a map",
            ),
        });
    };
    let span = first.1.clone();
    if !d.plans.iter().any(|spec| spec.plan.name == name) {
        let Some(kind) = Behaviour::named(name) else {
            let plans: Vec<&str> = d.plans.iter().map(|spec| spec.plan.name.as_str()).collect();
            let behaviours: Vec<&str> = BEHAVIOURS.iter().map(|kind| kind.name).collect();
            let all = [plans.as_slice(), &behaviours].concat();
            let hint = text::nearest(name, &all).map(|n| format!("did you mean '{n}'? ")).unwrap_or_default();
            let plans = plans.join(", ");
            let help =
                format!("{hint}the map's plans are: {plans}; `sidestep behaviours` lists the behaviours");
            return Err(MapProblem::bad_plan(
                format!("'{name}' is neither a plan of the map '{}' nor a behaviour", d.name),
                help,
            ));
        };
        if kind.needs == Needs::Path {
            return Err(MapProblem::bad_plan(
                format!("{name} needs a path"),
                "use a plan with a path; a [[steering]] table in the map defines one",
            ));
        }
        let mark = PartMark { name: kind.name, span: span.clone(), needs: kind.needs, target: None };
        d.plans.push(PlanSpec { plan: Plan::single(kind), span, marks: vec![mark] });
    }
    for (steering, _) in d.groups.iter_mut().filter(|g| meant(g)).filter_map(|g| g.steering.as_mut()) {
        *steering = name.to_string();
    }
    Ok(())
}

/// Returns each group's plan, with its targets resolved to units.
pub(super) fn resolve_plans(
    d: &Description,
    source: &SourceText,
    firsts: &[usize],
    counts: &[usize],
) -> Result<Vec<Option<Plan>>, DocumentError> {
    d.groups.iter().map(|group| resolve_plan(d, source, group, firsts, counts)).collect()
}

fn resolve_plan(
    d: &Description,
    source: &SourceText,
    group: &Group,
    firsts: &[usize],
    counts: &[usize],
) -> Result<Option<Plan>, DocumentError> {
    let Some((name, span)) = &group.steering else { return Ok(None) };
    let Some(spec) = d.plans.iter().find(|spec| spec.plan.name == *name) else {
        let names: Vec<&str> = d.plans.iter().map(|spec| spec.plan.name.as_str()).collect();
        let help = if names.is_empty() {
            "the map has no plans; add a [[steering]] table with this name".to_string()
        } else {
            text::did_you_mean(name, &names)
        };
        return Err(source.error_at(
            MapProblem::bad_plan(format!("there is no plan named '{name}'"), help),
            span,
            "no such plan",
        ));
    };
    if has_goal(group, |goal| matches!(goal, GoalKind::Stand)) {
        let problem = MapProblem::bad_plan(
            format!("the plan '{name}' cannot steer group '{}', whose goal is `stand`", group.name),
            "use goal = { roam = true } for a group that only its plan moves",
        );
        let error = source.error(problem);
        return Err(error.at(span, "this plan").at(&group.span, "this group"));
    }
    let mut plan = spec.plan.clone();
    for (part, mark) in plan.parts_mut().into_iter().zip(&spec.marks) {
        match &mark.target {
            Some((written, at)) => part.target = Some(unit_index(d, source, written, at, firsts, counts)?),
            None if mark.needs == Needs::Target && lacks_destination(group) => {
                let problem = MapProblem::bad_plan(
                    format!("{} needs a target, because group '{}' has no goal", mark.name, group.name),
                    "add target = \"GROUP:NUMBER\", counting units from 0, or give the group a goal",
                );
                let error = source.error(problem);
                return Err(error.at(&mark.span, "no target").at(&group.span, "this group"));
            }
            None => {}
        }
    }
    Ok(Some(plan))
}

/// Whether a unit of the group has no destination.
fn lacks_destination(group: &Group) -> bool {
    has_goal(group, |goal| matches!(goal, GoalKind::Stand | GoalKind::Roam))
}

/// Whether the goal of a unit of the group is one that `is_meant` accepts.
fn has_goal(group: &Group, is_meant: impl Fn(&GoalKind) -> bool) -> bool {
    let own = group.goal.as_ref();
    match &group.shape {
        Shape::Units(units) => {
            units.iter().filter_map(|unit| unit.goal.as_ref().or(own)).any(|goal| is_meant(&goal.kind))
        }
        _ => own.is_some_and(|goal| is_meant(&goal.kind)),
    }
}

/// Returns the index of the unit "group:number".
fn unit_index(
    d: &Description,
    source: &SourceText,
    written: &str,
    at: &Span,
    firsts: &[usize],
    counts: &[usize],
) -> Result<u32, DocumentError> {
    let unknown = |help: String| {
        source.error_at(
            MapProblem::bad_plan(format!("there is no unit '{written}'"), help),
            at,
            "no such unit",
        )
    };
    let parts = written.rsplit_once(':').and_then(|(g, n)| Some((g, n.parse::<usize>().ok()?)));
    let Some((name, number)) = parts else {
        return Err(unknown("write \"GROUP:NUMBER\", counting from 0, such as \"west:0\"".into()));
    };
    let Some(index) = d.groups.iter().position(|g| g.name == name) else {
        let names: Vec<&str> = d.groups.iter().map(|g| g.name.as_str()).collect();
        return Err(unknown(format!("no group has this name: {}", text::did_you_mean(name, &names))));
    };
    if number >= counts[index] {
        let last = counts[index].saturating_sub(1);
        return Err(unknown(format!("the last unit of '{name}' is \"{name}:{last}\"")));
    }
    Ok((firsts[index] + number) as u32)
}
