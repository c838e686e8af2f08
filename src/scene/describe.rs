//! From a map's text to its description: what is written, with every default filled in and every value
//! checked by itself. What only shows when all units stand in place is checked by `layout` and `check`.

use super::error::{SceneError, Source, Span};
use super::group::{self, BODY_KEYS, BodyKeys, Group};
use super::plan::{self, PlanSpec};
use super::problem::Problem;
use super::read::{Numbers, Table, Value};
use super::{MAX_CORNERS, MAX_GROUPS, MAX_UNITS, origin};
use crate::geometry::{Wall, WallError};
use crate::settings::{Push, Setting, Weights};
use crate::steering::Steering;
use crate::steering::avoidance::{MODELS, Mode};
use crate::text;
use crate::types::{MapPoint, Rect};
use toml::de::DeTable;

/// A map as it is written.
#[derive(Debug, Clone)]
pub(super) struct Description {
    pub name: String,
    pub about: String,
    pub origin: String,
    /// Where all coordinates begin, in those of the map.
    pub map_origin: MapPoint,
    pub bounds: Rect,
    /// Where the map says that its bounds are walls, if it does.
    pub closed: Option<Span>,
    pub walls: Vec<(Wall, Span)>,
    pub groups: Vec<Group>,
    /// Where each unit, group by group, comes in the layout; empty where that is group by group.
    pub order: Vec<usize>,
    pub steering: Steering,
    /// Whether the map itself says if the sideways push is on.
    pub push_stated: bool,
    pub plans: Vec<PlanSpec>,
    pub time_limit: f32,
    pub seed: u64,
    pub jitter: f32,
}

/// Reads a map's text.
pub(super) fn describe(source: &Source, stem: &str) -> Result<Description, SceneError> {
    let tree = DeTable::parse(&source.text).map_err(|e| {
        let error = source.error(Problem::Syntax(e.message().to_string()));
        match e.span() {
            Some(span) => error.at(&span, "here"),
            None => error,
        }
    })?;
    const KEYS: [&str; 15] = [
        "sidestep",
        "name",
        "about",
        "source",
        "bounds",
        "closed",
        "time_limit",
        "seed",
        "jitter",
        "avoidance",
        "weights",
        "push",
        "steering",
        "unit",
        "wall",
    ];
    let known: Vec<&'static str> = KEYS.into_iter().chain(["group"]).collect();
    // The version first: a map of another version may have other keys.
    let all: Vec<&str> = tree.get_ref().keys().map(|k| k.get_ref().as_ref()).collect();
    if !all.contains(&"sidestep") {
        let what = "the map".to_string();
        let example = "sidestep = 1".to_string();
        let problem = Problem::MissingKey { key: "sidestep".into(), what, example };
        return Err(source.error_at(problem, &(0..0), "before all else"));
    }
    let top = Table::new(source, "the map", 0..0, tree.get_ref(), &known);
    let version = tree.get_ref().iter().find(|(k, _)| k.get_ref() == "sidestep").map(|(_, v)| v);
    if let Some(version) = version {
        let written = source.text.get(version.span()).unwrap_or("?");
        if written != "1" {
            let problem = Problem::Version(written.chars().take(20).collect());
            return Err(source.error_at(problem, &version.span(), "not a known version"));
        }
    }
    let bounds = top?.get("bounds");
    let map_origin = bounds.and_then(|bounds| bounds.middle()).map_or(MapPoint::origin(), origin::near);
    let source = &Source { origin: map_origin, ..source.clone() };
    let top = Table::new(source, "the map", 0..0, tree.get_ref(), &known)?;

    let text = |key: &str| top.get(key).map(|v| v.string()).transpose();
    let defaults = match top.get("unit") {
        Some(unit) => BodyKeys::read(&unit.table("[unit]", &BODY_KEYS)?)?,
        None => BodyKeys::default(),
    };
    Ok(Description {
        name: text("name")?.unwrap_or(stem).to_string(),
        about: text("about")?.unwrap_or_default().to_string(),
        origin: text("source")?.unwrap_or_default().to_string(),
        bounds: top.need("bounds", "bounds = [[-60, -30], [60, 30]]")?.rect(false)?,
        closed: closed(&top)?,
        time_limit: top.need("time_limit", "time_limit = 120")?.number(Numbers::SECONDS)?,
        seed: seed(&top)?,
        jitter: top.number("jitter", Numbers::JITTER)?.unwrap_or(0.0),
        steering: steering(&top)?,
        push_stated: push_on(&top)?.is_some(),
        plans: plan::read(&top)?,
        walls: walls(&top)?,
        groups: groups(&top, defaults)?,
        order: Vec::new(),
        map_origin,
    })
}

fn closed(top: &Table) -> Result<Option<Span>, SceneError> {
    let Some(closed) = top.get("closed") else { return Ok(None) };
    Ok(closed.truth()?.then(|| closed.span()))
}

fn seed(top: &Table) -> Result<u64, SceneError> {
    // TOML's whole numbers end at i64's.
    let out = |value| Problem::OutOfRange { key: "seed".into(), value, range: format!("0 to {}", i64::MAX) };
    Ok(top.get("seed").map(|v| v.whole(i64::MAX as u64, out)).transpose()?.unwrap_or(1))
}

fn steering(top: &Table) -> Result<Steering, SceneError> {
    let mut steering = Steering::default();
    if let Some(table) = top.get("avoidance") {
        avoidance(&table, &mut steering)?;
    }
    if let Some(table) = top.get("weights") {
        let table = table.table("[weights]", &["seek", "separation", "alignment", "cohesion"])?;
        let w = Weights::default();
        let get = |key, default| Ok::<_, SceneError>(table.number(key, Numbers::WEIGHT)?.unwrap_or(default));
        steering.weights = Weights {
            seek: get("seek", w.seek)?,
            separation: get("separation", w.separation)?,
            alignment: get("alignment", w.alignment)?,
            cohesion: get("cohesion", w.cohesion)?,
        };
    }
    steering.push.on = push_on(top)?.unwrap_or(steering.mode.push());
    if let Some(strength) = push_table(top)?.as_ref().and_then(|table| table.get("strength")) {
        let s = strength.number(Numbers::STRENGTH)?;
        if !(s > 0.0 && s <= Push::MAX_STRENGTH) {
            return Err(strength.error(Problem::PushOutOfRange(s.to_string()), "out of range"));
        }
        steering.push.strength = s;
    }
    Ok(steering)
}

fn push_table<'a>(top: &Table<'a>) -> Result<Option<Table<'a>>, SceneError> {
    top.get("push").map(|value| value.table("[push]", &["on", "strength"])).transpose()
}

/// Whether the map switches the sideways push on or off; none where it leaves that to the mode. A strength asks for the push.
fn push_on(top: &Table) -> Result<Option<bool>, SceneError> {
    let Some(table) = push_table(top)? else { return Ok(None) };
    let on = table.get("on").map(|value| value.truth()).transpose()?;
    Ok(on.or(table.get("strength").map(|_| true)))
}

/// The mode and those numbers that it has; those of any model in a table of the model's name.
fn avoidance(value: &Value, steering: &mut Steering) -> Result<(), SceneError> {
    let (names, models) = (all_settings().map(Setting::name), all_settings().map(Setting::model));
    let known: Vec<&'static str> = ["mode"].into_iter().chain(names).chain(models).collect();
    let table = value.table("[avoidance]", &known)?;
    if let Some(written) = table.get("mode") {
        steering.mode = mode(&written)?;
    }
    let settings = steering.mode.settings();
    for model in MODELS {
        let mut foreign = model.settings.iter().filter(|s| settings.iter().all(|own| own.name() != s.name()));
        if let Some(value) = foreign.find_map(|setting| table.get(setting.name())) {
            let (key, mode) = (value.key().to_string(), steering.mode.name());
            let problem = Problem::ForeignSetting { key, of: model.name, mode };
            return Err(value.error(problem, "not this mode's"));
        }
    }
    for setting in settings {
        if let Some(value) = table.get(setting.name()) {
            set(&value, setting, steering)?;
        }
    }
    of_models(&table, steering)
}

/// Every model's settings; those that two models share come twice.
fn all_settings() -> impl Iterator<Item = &'static Setting> {
    MODELS.iter().flat_map(|model| model.settings)
}

/// The settings that stand in their models' tables, whatever the mode: groups may have others.
fn of_models(avoidance: &Table, steering: &mut Steering) -> Result<(), SceneError> {
    for setting in all_settings() {
        let Some(model) = avoidance.get(setting.model()) else { continue };
        let own = all_settings().filter(|other| other.model() == setting.model());
        let table = model.table("a model's settings", &own.map(Setting::name).collect::<Vec<_>>())?;
        let Some(value) = table.get(setting.name()) else { continue };
        let beside_mode = avoidance.get(setting.name());
        if let Some(first) = beside_mode.filter(|_| steering.mode.settings().contains(setting)) {
            let error = value.source.error(Problem::SettingTwice(setting.key.to_string()));
            return Err(error.at(&first.span(), "here").at(&value.span(), "and here"));
        }
        set(&value, setting, steering)?;
    }
    Ok(())
}

/// A mode by its name.
pub(super) fn mode(value: &Value) -> Result<Mode, SceneError> {
    let written = value.string()?;
    written.parse().map_err(|_| {
        let hint = text::did_you_mean(written, &Mode::names());
        value.error(Problem::UnknownMode { mode: written.to_string(), hint }, "no such mode")
    })
}

/// One of a model's numbers.
fn set(value: &Value, setting: &Setting, steering: &mut Steering) -> Result<(), SceneError> {
    let number = value.number(Numbers::SETTING)?;
    let set = steering.settings.set(setting, number);
    set.map_err(|why| value.error(Problem::BadSetting(why), "not this"))
}

fn walls(top: &Table) -> Result<Vec<(Wall, Span)>, SceneError> {
    let Some(list) = top.get("wall") else { return Ok(Vec::new()) };
    let mut walls = Vec::new();
    let mut corners = 0;
    for item in list.items("a list of tables", "each wall under its own [[wall]]")? {
        const KINDS: [&str; 4] = ["box", "circle", "polygon", "chain"];
        let one = item.table("a wall", &KINDS)?.one_of(&KINDS)?;
        let wall = match one.key() {
            "box" => Wall::Box(one.rect(false)?),
            "circle" => {
                let table = one.table("a circle", &["center", "radius"])?;
                let center = table.need("center", "center = [0, 0]")?.point()?;
                Wall::Circle { center, radius: table.need("radius", "radius = 2")?.number(Numbers::LENGTH)? }
            }
            "polygon" => Wall::Polygon(one.points()?),
            _ => Wall::Chain(one.points()?),
        };
        if let Wall::Polygon(points) | Wall::Chain(points) = &wall {
            corners += points.len();
            if corners > MAX_CORNERS {
                return Err(one.error(Problem::TooManyCorners, "up to here"));
            }
        } else {
            corners += 4;
        }
        wall.check_corners().map_err(|error| one.error(wall_problem(error), "this one"))?;
        walls.push((wall, one.span()));
    }
    Ok(walls)
}

/// What a map's reader says of a wall that is no shape.
fn wall_problem(error: WallError) -> Problem {
    match error {
        WallError::Empty { shape, reason, help } => Problem::EmptyShape { what: shape, why: reason, help },
        WallError::CrossesItself { first, second } => Problem::PolygonCrossesItself { first, second },
    }
}

fn groups(top: &Table, defaults: BodyKeys) -> Result<Vec<Group>, SceneError> {
    let list = top.need("group", "[[group]]")?;
    let items = list.items("a list of tables", "each group under its own [[group]]")?;
    if items.is_empty() {
        return Err(list.error(Problem::NoUnits("the map".into()), "no group"));
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut names = std::collections::HashMap::new();
    let mut units = 0;
    for item in items {
        if groups.len() == MAX_GROUPS {
            return Err(item.error(Problem::TooManyGroups, "one too many"));
        }
        let group = group::read(&item, defaults)?;
        if let Some(before) = names.insert(group.name.clone(), group.span.clone()) {
            let error = top.source.error(Problem::DuplicateGroup(group.name));
            return Err(error.at(&before, "the first").at(&group.span, "the second"));
        }
        units += group.shape.count();
        if units > MAX_UNITS {
            let problem = Problem::TooManyUnits(units.to_string());
            return Err(top.source.error_at(problem, &group.span, "up to this group"));
        }
        groups.push(group);
    }
    Ok(groups)
}
