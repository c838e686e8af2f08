//! Reads `[[steering]]`: plans.

use crate::document::{DocumentError, NumberRange, ReadProblem, Table, Value};
use crate::scene::description::{PartMark, PlanSpec};
use crate::scene::map_problem::MapProblem;
use crate::text;
use sidestep::settings::Setting;
use sidestep::steering::behaviours::{BEHAVIOURS, Behaviour, Needs, Part, Path};
use sidestep::steering::combine::stage::{
    ACTUATORS, CONSTRAINTS, DECOMPOSERS, PipelineStage, StageKind, TARGETERS,
};
use sidestep::steering::combine::{COMBINES, Combine, Pipeline, Plan};

/// The default of ε, as a share of the maximum acceleration.
const EPSILON: f32 = 0.05;
/// The default number of rounds of a pipeline.
const ROUNDS: u32 = 8;

pub(super) const PLAN_KEYS: [&str; 12] = [
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

/// Reads all plans of a map.
pub(super) fn read_plans(top: &Table) -> Result<Vec<PlanSpec>, DocumentError> {
    let Some(list) = top.get("steering") else { return Ok(Vec::new()) };
    let mut plans: Vec<PlanSpec> = Vec::new();
    for item in list.items("a list of tables", "each plan under its own [[steering]]")? {
        let plan = read_plan(&item)?;
        if let Some(before) = plans.iter().find(|p| p.plan.name == plan.plan.name) {
            let problem = MapProblem::bad_plan(
                format!("two plans are named '{}'", plan.plan.name),
                "give each plan its own name",
            );
            return Err(top
                .source
                .error(problem)
                .at(&before.span, "first plan")
                .at(&plan.span, "second plan"));
        }
        plans.push(plan);
    }
    Ok(plans)
}

fn read_plan(item: &Value) -> Result<PlanSpec, DocumentError> {
    let table = item.table("a plan ([[steering]])", &PLAN_KEYS)?;
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
            let problem = MapProblem::bad_plan(
                format!("'combine' must be one of {}, not '{combine}'", COMBINES.join(", ")),
                text::did_you_mean(combine, &COMBINES),
            );
            let value = written.unwrap_or(name);
            return Err(value.error(problem, "not accepted"));
        }
    };
    let foreign = PLAN_KEYS[2..].iter().filter(|key| !keys.contains(key)).find_map(|key| table.get(key));
    if let Some(value) = foreign {
        let problem = MapProblem::bad_plan(
            format!("'{}' is not a key of a plan with combine = \"{combine}\"", value.key()),
            format!("remove it; such a plan accepts: {}", keys.join(", ")),
        );
        return Err(value.error(problem, "not accepted"));
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
                return Err(list.error(nothing_to_do("groups"), "an empty list"));
            }
            let groups = groups.iter().map(|group| blend(group, &mut marks)).collect::<Result<_, _>>()?;
            Combine::Priority {
                epsilon: table.number("epsilon", NumberRange::SHARE)?.unwrap_or(EPSILON),
                groups,
            }
        }
        _ => Combine::Pipeline(Box::new(pipeline(&table, &mut marks)?)),
    };
    let plan = Plan { name: name.string()?.to_string(), combine };
    Ok(PlanSpec { plan, span: name.span(), marks })
}

const BLEND: &str = "behaviours = [{ do = \"seek\" }, { do = \"separation\", weight = 2 }]";

fn nothing_to_do(key: &str) -> MapProblem {
    MapProblem::bad_plan(
        format!("'{key}' needs at least one behaviour"),
        "add a behaviour, such as { do = \"seek\" }",
    )
}

/// Reads a list of weighted behaviours.
fn blend(list: &Value, marks: &mut Vec<PartMark>) -> Result<Vec<Part>, DocumentError> {
    let items = list.items("a list of behaviours", BLEND)?;
    if items.is_empty() {
        return Err(list.error(nothing_to_do(list.key()), "an empty list"));
    }
    let parts: Vec<Part> = items.iter().map(|item| behaviour(item, marks)).collect::<Result<_, _>>()?;
    if parts.iter().all(|part| part.weight == 0.0) {
        let problem = MapProblem::bad_plan(
            "all weights of this blend are 0; at least one must be above 0",
            "raise the weight of a behaviour",
        );
        return Err(list.error(problem, "all weights are 0"));
    }
    Ok(parts)
}

fn behaviour(item: &Value, marks: &mut Vec<PartMark>) -> Result<Part, DocumentError> {
    let names: Vec<&str> = BEHAVIOURS.iter().map(|kind| kind.name).collect();
    let named = item.peek("do").and_then(Behaviour::named);
    let settings: Vec<Setting> = named
        .as_ref()
        .map_or(BEHAVIOURS, std::slice::from_ref)
        .iter()
        .flat_map(|kind| kind.settings)
        .copied()
        .collect();
    let what = named.map_or("a behaviour", |kind| kind.name);
    let (name, table) = what_it_does(item, what, &names, &settings, true)?;
    let Some(kind) = Behaviour::named(name) else { return Err(unknown("behaviour", &table, name, &names)) };
    let mut part = Part::new(kind);
    part.weight = table.number("weight", NumberRange::WEIGHT)?.unwrap_or(1.0);
    fill(&mut part, item, &table, kind.name, kind.settings, kind.needs, marks)?;
    Ok(part)
}

/// Reads an item's `do` key and its table. `settings` are the settings of that behaviour, or of all of them if it is unknown.
fn what_it_does<'a>(
    item: &Value<'a>,
    what: &'static str,
    names: &[&str],
    settings: &[Setting],
    weighted: bool,
) -> Result<(&'a str, Table<'a>), DocumentError> {
    let mut known: Vec<&'static str> = vec!["do", "target", "path", "closed"];
    known.extend(weighted.then_some("weight"));
    known.extend(settings.iter().map(Setting::name));
    let table = item.table(what, &known)?;
    let example = format!("do = \"{}\"", names.first().unwrap_or(&"seek"));
    let name = table.need("do", &example)?.string()?;
    Ok((name, table))
}

fn unknown(what: &str, table: &Table, name: &str, names: &[&str]) -> DocumentError {
    let problem = MapProblem::bad_plan(format!("unknown {what} '{name}'"), text::did_you_mean(name, names));
    match table.get("do") {
        Some(value) => value.error(problem, format!("no such {what}")),
        None => table.source.error(problem),
    }
}

/// Reads the settings, target and path of a part.
fn fill(
    part: &mut Part,
    item: &Value,
    table: &Table,
    name: &'static str,
    settings: &[Setting],
    needs: Needs,
    marks: &mut Vec<PartMark>,
) -> Result<(), DocumentError> {
    for key in table.keys() {
        let value = table.get(key);
        let (Some(value), false) = (value, ["do", "weight", "target", "path", "closed"].contains(&key))
        else {
            continue;
        };
        let Some(setting) = settings.iter().find(|setting| setting.name() == key) else { continue };
        let number = value.number(NumberRange::SETTING)?;
        let set = part.settings.set(setting, number);
        let help = "run `sidestep behaviours NAME` to list a behaviour's settings; docs/behaviours.md lists those of stages";
        set.map_err(|why| value.error(MapProblem::bad_plan(why, help), "not accepted"))?;
    }
    let target = match table.get("target") {
        Some(target) if needs != Needs::Target => {
            let problem = MapProblem::bad_plan(format!("{name} does not accept a target"), "remove 'target'");
            return Err(target.error(problem, "not accepted"));
        }
        Some(target) => Some((target.string()?.to_string(), target.span())),
        None => None,
    };
    part.path = path(table, item, name, needs)?;
    marks.push(PartMark { name, span: item.span(), needs, target });
    Ok(())
}

fn path(table: &Table, item: &Value, name: &str, needs: Needs) -> Result<Option<Path>, DocumentError> {
    const EXAMPLE: &str = "path = [[0, 0], [10, 0], [10, 8]], and closed = true to return to the first point";
    let Some(value) = table.get("path") else {
        return if needs == Needs::Path {
            Err(item.error(
                MapProblem::bad_plan(format!("{name} needs a path"), format!("add {EXAMPLE}")),
                "no path",
            ))
        } else {
            Ok(None)
        };
    };
    if needs != Needs::Path {
        return Err(value.error(
            MapProblem::bad_plan(format!("{name} does not accept a path"), "remove 'path'"),
            "not accepted",
        ));
    }
    let closed = table.get("closed").map(|v| v.boolean()).transpose()?.unwrap_or(false);
    let path = Path::new(value.points()?, closed);
    let path = path.map_err(|why| {
        value.error(MapProblem::bad_plan(format!("the path {why}"), format!("write {EXAMPLE}")), "this path")
    })?;
    Ok(Some(path))
}

fn pipeline(table: &Table, marks: &mut Vec<PartMark>) -> Result<Pipeline, DocumentError> {
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
            let out = |value| ReadProblem::OutOfRange {
                key: "rounds".into(),
                value,
                range: "between 1 and 100".into(),
            };
            match rounds.whole(100, out)? {
                0 => return Err(rounds.error(out("0".into()), "out of range")),
                n => n as u32,
            }
        }
        None => ROUNDS,
    };
    let deadlock = match table.get("deadlock") {
        Some(item) => behaviour(&item, marks)?,
        None => {
            let wander = Behaviour::named("wander").unwrap_or(BEHAVIOURS[0]);
            let span = table.span.clone();
            marks.push(PartMark { name: wander.name, span, needs: Needs::Nothing, target: None });
            Part::new(wander)
        }
    };
    let turning = table.get("turning").map(|item| behaviour(&item, marks)).transpose()?;
    if let (Some(part), Some(value)) = (&turning, table.get("turning"))
        && !part.behaviour.turns
    {
        let turns: Vec<&str> = BEHAVIOURS.iter().filter(|k| k.turns).map(|k| k.name).collect();
        let problem = MapProblem::bad_plan(
            format!("'turning' needs a behaviour that turns the unit; {} does not", part.behaviour.name),
            format!("use one of: {}", turns.join(", ")),
        );
        return Err(value.error(problem, "does not turn the unit"));
    }
    Ok(Pipeline { targeters, decomposers, constraints, actuator, rounds, deadlock, turning })
}

fn stages(
    list: &Value,
    kinds: &'static [StageKind],
    marks: &mut Vec<PartMark>,
) -> Result<Vec<PipelineStage>, DocumentError> {
    let items = list.items("a list of stages", "[{ do = \"goal\" }]")?;
    items.iter().map(|item| stage(item, kinds, marks)).collect()
}

fn stage(
    item: &Value,
    kinds: &'static [StageKind],
    marks: &mut Vec<PartMark>,
) -> Result<PipelineStage, DocumentError> {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
    let named = item.peek("do").and_then(|name| kinds.iter().find(|kind| kind.name == name));
    let settings: Vec<Setting> = named
        .map_or(kinds, std::slice::from_ref)
        .iter()
        .flat_map(|kind| kind.settings.iter().chain(kind.shares.settings))
        .copied()
        .collect();
    let what = named.map_or("a stage", |kind| kind.name);
    let (name, table) = what_it_does(item, what, &names, &settings, false)?;
    let Some(kind) = kinds.iter().find(|kind| kind.name == name) else {
        return Err(unknown("stage", &table, name, &names));
    };
    let mut stage = kind.stage();
    fill(&mut stage.part, item, &table, kind.name, &settings, kind.needs, marks)?;
    Ok(stage)
}
