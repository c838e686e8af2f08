//! Plans as they are written: `[[steering]]` of a map, and which group follows which.

use super::describe::Description;
use super::error::{SceneError, Source, Span};
use super::group::{GoalKind, Group, Shape};
use super::problem::Problem;
use super::read::{Numbers, Table, Value};
use crate::settings::Setting;
use crate::steering::behaviours::Path;
use crate::steering::combine::catalogue::{KINDS, Kind, Needs};
use crate::steering::combine::pipeline::{
    ACTUATORS, CONSTRAINTS, DECOMPOSERS, Pipeline, Stage, StageKind, TARGETERS,
};
use crate::steering::combine::{COMBINES, Combine, Part, Plan};
use crate::text;

/// ε where a map gives none, as a share of the maximum acceleration.
const EPSILON: f32 = 0.05;
/// Rounds of a pipeline where a map gives none.
const ROUNDS: u32 = 8;

/// A plan, before its targets are units.
#[derive(Debug, Clone)]
pub(super) struct PlanSpec {
    pub plan: Plan,
    /// Where its name stands.
    pub span: Span,
    /// What is written at each of its parts, in the order of [`Plan::parts`].
    marks: Vec<PartMark>,
}

#[derive(Debug, Clone)]
struct PartMark {
    name: &'static str,
    span: Span,
    needs: Needs,
    /// As it is written, and where.
    target: Option<(String, Span)>,
}

/// A problem of a plan.
fn bad(problem: impl Into<String>, help: impl Into<String>) -> Problem {
    Problem::BadPlan { problem: problem.into(), help: help.into() }
}

/// Reads all plans of a map.
pub(super) fn read(top: &Table) -> Result<Vec<PlanSpec>, SceneError> {
    let Some(list) = top.get("steering") else { return Ok(Vec::new()) };
    let mut plans: Vec<PlanSpec> = Vec::new();
    for item in list.items("a list of tables", "each plan under its own [[steering]]")? {
        let plan = read_plan(&item)?;
        if let Some(before) = plans.iter().find(|p| p.plan.name == plan.plan.name) {
            let problem = bad(format!("two plans are called '{}'", plan.plan.name), "give each its own name");
            return Err(top.source.error(problem).at(&before.span, "the first").at(&plan.span, "the second"));
        }
        plans.push(plan);
    }
    Ok(plans)
}

fn read_plan(item: &Value) -> Result<PlanSpec, SceneError> {
    const KEYS: [&str; 12] = [
        "name",
        "combine",
        "behaviours",
        "epsilon",
        "groups",
        "targeters",
        "decomposers",
        "constraints",
        "actuator",
        "rounds",
        "deadlock",
        "turning",
    ];
    let table = item.table("a plan ([[steering]])", &KEYS)?;
    let name = table.need("name", "name = \"careful\"")?;
    let written = table.get("combine");
    let combine = written.map(|c| c.string()).transpose()?.unwrap_or("blending");
    let keys: &[&str] = match combine {
        "blending" | "arbitration" => &["behaviours"],
        "priority" => &["epsilon", "groups"],
        "pipeline" => {
            &["targeters", "decomposers", "constraints", "actuator", "rounds", "deadlock", "turning"]
        }
        _ => {
            let problem = bad(
                format!("there is no way to combine behaviours called '{combine}'"),
                text::did_you_mean(combine, &COMBINES),
            );
            let value = written.unwrap_or(name);
            return Err(value.error(problem, "not this"));
        }
    };
    let foreign = KEYS[2..].iter().filter(|key| !keys.contains(key)).find_map(|key| table.get(key));
    if let Some(value) = foreign {
        let problem = bad(
            format!("'{}' has no meaning where behaviours are combined by {combine}", value.key()),
            format!("{combine} takes '{}'", keys.join("', '")),
        );
        return Err(value.error(problem, "not here"));
    }
    let mut marks = Vec::new();
    let combine = match combine {
        "blending" => Combine::Blending(blend(&table.need("behaviours", BLEND)?, &mut marks)?),
        "arbitration" => Combine::Arbitration(blend(&table.need("behaviours", BLEND)?, &mut marks)?),
        "priority" => {
            let list =
                table.need("groups", "groups = [[{ do = \"wall-avoidance\" }], [{ do = \"seek\" }]]")?;
            let groups = list.items("a list of groups", "groups = [[…], […]], the most urgent first")?;
            if groups.is_empty() {
                return Err(list.error(nothing_to_do("groups"), "nothing in here"));
            }
            let groups = groups.iter().map(|group| blend(group, &mut marks)).collect::<Result<_, _>>()?;
            Combine::Priority { epsilon: table.number("epsilon", Numbers::SHARE)?.unwrap_or(EPSILON), groups }
        }
        _ => Combine::Pipeline(Box::new(pipeline(&table, &mut marks)?)),
    };
    let plan = Plan { name: name.string()?.to_string(), combine };
    Ok(PlanSpec { plan, span: name.span(), marks })
}

const BLEND: &str = "behaviours = [{ do = \"seek\" }, { do = \"separation\", weight = 2 }]";

fn nothing_to_do(key: &str) -> Problem {
    bad(format!("'{key}' holds no behaviour"), "name at least one: { do = \"seek\" }")
}

/// A list of weighted behaviours.
fn blend(list: &Value, marks: &mut Vec<PartMark>) -> Result<Vec<Part>, SceneError> {
    let items = list.items("a list of behaviours", BLEND)?;
    if items.is_empty() {
        return Err(list.error(nothing_to_do(list.key()), "nothing in here"));
    }
    let parts: Vec<Part> = items.iter().map(|item| behaviour(item, marks)).collect::<Result<_, _>>()?;
    if parts.iter().all(|part| part.weight == 0.0) {
        let problem = bad("every weight in this blend is 0", "give at least one behaviour a weight above 0");
        return Err(list.error(problem, "adds up to nothing"));
    }
    Ok(parts)
}

fn behaviour(item: &Value, marks: &mut Vec<PartMark>) -> Result<Part, SceneError> {
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    let named = item.peek("do").and_then(Kind::named);
    let settings: Vec<Setting> =
        named.map_or(KINDS, std::slice::from_ref).iter().flat_map(|kind| kind.settings).copied().collect();
    let what = named.map_or("a behaviour", |kind| kind.name);
    let (name, table) = what_it_does(item, what, &names, &settings, true)?;
    let Some(kind) = Kind::named(name) else { return Err(unknown(&table, name, &names)) };
    let mut part = Part::new(kind);
    part.weight = table.number("weight", Numbers::WEIGHT)?.unwrap_or(1.0);
    fill(&mut part, item, &table, kind.name, kind.settings, kind.needs, marks)?;
    Ok(part)
}

/// What an item does, and its table: `settings` are its own, or those of all that it could be.
fn what_it_does<'a>(
    item: &Value<'a>,
    what: &'static str,
    names: &[&str],
    settings: &[Setting],
    weighted: bool,
) -> Result<(&'a str, Table<'a>), SceneError> {
    let mut known: Vec<&'static str> = vec!["do", "target", "path", "closed"];
    known.extend(weighted.then_some("weight"));
    known.extend(settings.iter().map(Setting::name));
    let table = item.table(what, &known)?;
    let example = format!("do = \"{}\"", names.first().unwrap_or(&"seek"));
    let name = table.need("do", &example)?.string()?;
    Ok((name, table))
}

fn unknown(table: &Table, name: &str, names: &[&str]) -> SceneError {
    let problem = bad(format!("nothing is called '{name}' here"), text::did_you_mean(name, names));
    match table.get("do") {
        Some(value) => value.error(problem, "not known here"),
        None => table.source.error(problem),
    }
}

/// Settings, target and path.
fn fill(
    part: &mut Part,
    item: &Value,
    table: &Table,
    name: &'static str,
    settings: &[Setting],
    needs: Needs,
    marks: &mut Vec<PartMark>,
) -> Result<(), SceneError> {
    for key in table.keys() {
        let value = table.get(key);
        let (Some(value), false) = (value, ["do", "weight", "target", "path", "closed"].contains(&key))
        else {
            continue;
        };
        let Some(setting) = settings.iter().find(|setting| setting.name() == key) else { continue };
        let number = value.number(Numbers::SETTING)?;
        let set = part.settings.set(setting, number);
        let help = "`sidestep behaviours NAME` lists a behaviour's settings, docs/combining.md a stage's";
        set.map_err(|why| value.error(bad(why, help), "not this"))?;
    }
    let target = match table.get("target") {
        Some(target) if needs != Needs::Target => {
            let problem = bad(format!("{name} has no target"), "take 'target' out");
            return Err(target.error(problem, "of no use"));
        }
        Some(target) => Some((target.string()?.to_string(), target.span())),
        None => None,
    };
    part.path = path(table, item, name, needs)?;
    marks.push(PartMark { name, span: item.span(), needs, target });
    Ok(())
}

fn path(table: &Table, item: &Value, name: &str, needs: Needs) -> Result<Option<Path>, SceneError> {
    const EXAMPLE: &str = "path = [[0, 0], [10, 0], [10, 8]], closed = true for a round";
    let Some(value) = table.get("path") else {
        return if needs == Needs::Path {
            Err(item
                .error(bad(format!("{name} needs a path"), format!("add {EXAMPLE}")), "no path to follow"))
        } else {
            Ok(None)
        };
    };
    if needs != Needs::Path {
        return Err(value.error(bad(format!("{name} follows no path"), "take 'path' out"), "of no use"));
    }
    let closed = table.get("closed").map(|v| v.truth()).transpose()?.unwrap_or(false);
    let path = Path::new(value.points()?, closed);
    let path =
        path.map_err(|why| value.error(bad(format!("no path: {why}"), EXAMPLE), "too short a path"))?;
    Ok(Some(path))
}

fn pipeline(table: &Table, marks: &mut Vec<PartMark>) -> Result<Pipeline, SceneError> {
    let example = "targeters = [{ do = \"goal\" }]";
    let targeters = stages(&table.need("targeters", example)?, TARGETERS, marks)?;
    if targeters.is_empty() {
        return Err(table.missing("targeters", example));
    }
    let mut optional = |key: &str, kinds| match table.get(key) {
        Some(list) => stages(&list, kinds, marks),
        None => Ok(Vec::new()),
    };
    let (decomposers, constraints) =
        (optional("decomposers", DECOMPOSERS)?, optional("constraints", CONSTRAINTS)?);
    let actuator = stage(&table.need("actuator", "actuator = { do = \"arrive\" }")?, ACTUATORS, marks)?;
    let rounds = match table.get("rounds") {
        Some(rounds) => {
            let out = |value| Problem::OutOfRange { key: "rounds".into(), value, range: "1 to 100".into() };
            match rounds.whole(100, out)? {
                0 => return Err(rounds.error(out("0".into()), "not a single one")),
                n => n as u32,
            }
        }
        None => ROUNDS,
    };
    let deadlock = match table.get("deadlock") {
        Some(item) => behaviour(&item, marks)?,
        None => {
            let wander = Kind::named("wander").unwrap_or(&KINDS[0]);
            let span = table.span.clone();
            marks.push(PartMark { name: wander.name, span, needs: Needs::Nothing, target: None });
            Part::new(wander)
        }
    };
    let turning = table.get("turning").map(|item| behaviour(&item, marks)).transpose()?;
    if let (Some(part), Some(value)) = (&turning, table.get("turning"))
        && !part.kind.turns
    {
        let turns: Vec<&str> = KINDS.iter().filter(|k| k.turns).map(|k| k.name).collect();
        let problem = bad(format!("{} does not turn a body", part.kind.name), turns.join(", ") + " do");
        return Err(value.error(problem, "not this"));
    }
    Ok(Pipeline { targeters, decomposers, constraints, actuator, rounds, deadlock, turning })
}

fn stages(
    list: &Value,
    kinds: &'static [StageKind],
    marks: &mut Vec<PartMark>,
) -> Result<Vec<Stage>, SceneError> {
    let items = list.items("a list of stages", "[{ do = \"goal\" }]")?;
    items.iter().map(|item| stage(item, kinds, marks)).collect()
}

fn stage(item: &Value, kinds: &'static [StageKind], marks: &mut Vec<PartMark>) -> Result<Stage, SceneError> {
    let shared = |kind: &StageKind| Kind::named(kind.shares).map_or(&[][..], |shared| shared.settings);
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
    let named = item.peek("do").and_then(|name| kinds.iter().find(|kind| kind.name == name));
    let settings: Vec<Setting> = named
        .map_or(kinds, std::slice::from_ref)
        .iter()
        .flat_map(|kind| kind.settings.iter().chain(shared(kind)))
        .copied()
        .collect();
    let what = named.map_or("a stage", |kind| kind.name);
    let (name, table) = what_it_does(item, what, &names, &settings, false)?;
    let Some(kind) = kinds.iter().find(|kind| kind.name == name) else {
        return Err(unknown(&table, name, &names));
    };
    let mut stage = kind.stage();
    fill(&mut stage.part, item, &table, kind.name, &settings, kind.needs, marks)?;
    Ok(stage)
}

/// Makes every group that follows a plan follow the plan of this name, else the behaviour of this name by itself;
/// "group=name" only that group.
pub(super) fn replace(d: &mut Description, name: &str) -> Result<(), Problem> {
    let (only, name) = name.split_once('=').map_or((None, name), |(group, name)| (Some(group), name));
    let meant = |group: &Group| only.is_none_or(|only| group.name == only);
    let Some(first) = d.groups.iter().filter(|g| meant(g)).find_map(|group| group.steering.as_ref()) else {
        let followers: Vec<&str> =
            d.groups.iter().filter(|g| g.steering.is_some()).map(|g| g.name.as_str()).collect();
        return Err(match only.filter(|_| !followers.is_empty()) {
            Some(only) => bad(
                format!("no group of '{}' that follows a plan is called '{only}'", d.name),
                text::did_you_mean(only, &followers),
            ),
            None => bad(
                format!("no group of '{}' follows a plan", d.name),
                "choose a map whose groups have steering = \"…\"; `sidestep check MAP` tells",
            ),
        });
    };
    let span = first.1.clone();
    if !d.plans.iter().any(|spec| spec.plan.name == name) {
        let Some(kind) = Kind::named(name) else {
            let plans: Vec<&str> = d.plans.iter().map(|spec| spec.plan.name.as_str()).collect();
            let behaviours: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            let all = [plans.as_slice(), &behaviours].concat();
            let hint = text::nearest(name, &all).map(|n| format!("did you mean '{n}'? ")).unwrap_or_default();
            let plans = plans.join(", ");
            let help = format!("{hint}its plans are: {plans}; `sidestep behaviours` lists the behaviours");
            return Err(bad(format!("no plan of '{}' and no behaviour is called '{name}'", d.name), help));
        };
        if kind.needs == Needs::Path {
            return Err(bad(format!("{name} needs a path"), "name a plan that has one, in a [[steering]]"));
        }
        let mark = PartMark { name: kind.name, span: span.clone(), needs: kind.needs, target: None };
        d.plans.push(PlanSpec { plan: Plan::single(kind), span, marks: vec![mark] });
    }
    for (steering, _) in d.groups.iter_mut().filter(|g| meant(g)).filter_map(|g| g.steering.as_mut()) {
        *steering = name.to_string();
    }
    Ok(())
}

/// The plan of each group, its targets being units.
pub(super) fn of_groups(
    d: &Description,
    source: &Source,
    firsts: &[usize],
    counts: &[usize],
) -> Result<Vec<Option<Plan>>, SceneError> {
    d.groups.iter().map(|group| of_group(d, source, group, firsts, counts)).collect()
}

fn of_group(
    d: &Description,
    source: &Source,
    group: &Group,
    firsts: &[usize],
    counts: &[usize],
) -> Result<Option<Plan>, SceneError> {
    let Some((name, span)) = &group.steering else { return Ok(None) };
    let Some(spec) = d.plans.iter().find(|spec| spec.plan.name == *name) else {
        let names: Vec<&str> = d.plans.iter().map(|spec| spec.plan.name.as_str()).collect();
        let help = if names.is_empty() {
            "the map has no [[steering]]; add one of this name".to_string()
        } else {
            text::did_you_mean(name, &names)
        };
        return Err(source.error_at(bad(format!("no plan is called '{name}'"), help), span, "no such plan"));
    };
    if anybody(group, |goal| matches!(goal, GoalKind::Stand)) {
        let problem = bad(
            format!("'{name}' cannot move group '{}', which stands", group.name),
            "write goal = { roam = true } for a group that its steering alone moves",
        );
        let error = source.error(problem);
        return Err(error.at(span, "this plan").at(&group.span, "this group"));
    }
    let mut plan = spec.plan.clone();
    for (part, mark) in plan.parts_mut().into_iter().zip(&spec.marks) {
        match &mark.target {
            Some((written, at)) => part.target = Some(unit(d, source, written, at, firsts, counts)?),
            None if mark.needs == Needs::Target && goalless(group) => {
                let problem = bad(
                    format!("{} needs a target, and group '{}' has no goal", mark.name, group.name),
                    "add target = \"group:0\" (a group's name and a unit's number), or give the group a goal",
                );
                let error = source.error(problem);
                return Err(error.at(&mark.span, "whom, or where to?").at(&group.span, "this group"));
            }
            None => {}
        }
    }
    Ok(Some(plan))
}

/// Whether somebody in the group has nowhere to go.
fn goalless(group: &Group) -> bool {
    anybody(group, |goal| matches!(goal, GoalKind::Stand | GoalKind::Roam))
}

/// Whether somebody's goal in the group is such.
fn anybody(group: &Group, such: impl Fn(&GoalKind) -> bool) -> bool {
    let own = group.goal.as_ref();
    match &group.shape {
        Shape::Units(units) => {
            units.iter().filter_map(|unit| unit.goal.as_ref().or(own)).any(|goal| such(&goal.kind))
        }
        _ => own.is_some_and(|goal| such(&goal.kind)),
    }
}

/// The index of the unit "group:number".
fn unit(
    d: &Description,
    source: &Source,
    written: &str,
    at: &Span,
    firsts: &[usize],
    counts: &[usize],
) -> Result<u32, SceneError> {
    let unknown = |help: String| {
        source.error_at(bad(format!("there is no unit '{written}'"), help), at, "no such unit")
    };
    let parts = written.rsplit_once(':').and_then(|(g, n)| Some((g, n.parse::<usize>().ok()?)));
    let Some((name, number)) = parts else {
        return Err(unknown("write group:number, the first unit of a group being 0: \"west:0\"".into()));
    };
    let Some(index) = d.groups.iter().position(|g| g.name == name) else {
        let names: Vec<&str> = d.groups.iter().map(|g| g.name.as_str()).collect();
        return Err(unknown(format!("no group has this name; {}", text::did_you_mean(name, &names))));
    };
    if number >= counts[index] {
        let last = counts[index].saturating_sub(1);
        return Err(unknown(format!("the last unit of '{name}' is \"{name}:{last}\"")));
    }
    Ok((firsts[index] + number) as u32)
}
