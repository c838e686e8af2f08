//! Study files: studies as TOML, which can be kept under version control together with their maps.

use super::error::StudyProblem;
use super::spec::{MAX_LIST, MAX_SEEDS, MapChoice, StudySpec, seed_range, seeds};
use crate::document::{DocumentError, MAX_BYTES, NumberRange, ReadProblem, SourceText, Table, Value};
use crate::scene::{MAX_UNITS, MapProblem, Patch, Scene, built_in_maps, read_mode, read_setting};
use sidestep::lookup::all_settings;
use sidestep::settings::{Push, Setting, SettingValue};
use std::io::Read;
use std::path::Path;
use toml::de::DeTable;

const HELP: &str = "docs/studies.md shows a complete study file";
const KEYS: [&str; 10] =
    ["maps", "modes", "push", "units", "seeds", "shifts", "settings", "variants", "jitter", "limit"];

impl StudySpec {
    /// Reads a study from its text. Errors refer to `file_name`, and map files are relative to its folder.
    pub fn from_toml(file_name: &str, text: &str) -> Result<StudySpec, DocumentError> {
        if text.len() as u64 > MAX_BYTES {
            return Err(StudyProblem::bad(
                format!("the study {file_name} has more than {MAX_BYTES} bytes"),
                HELP,
            )
            .into());
        }
        let source = SourceText::new(file_name, text);
        read(&source).map(StudySpec::tidied)
    }

    /// Reads a study from a file's bytes.
    pub fn from_bytes(file_name: &str, bytes: &[u8]) -> Result<StudySpec, DocumentError> {
        let not_text = |_| {
            StudyProblem::bad(format!("the study {file_name} is not UTF-8 text"), "save the file as UTF-8")
        };
        StudySpec::from_toml(file_name, std::str::from_utf8(bytes).map_err(not_text)?)
    }

    /// Reads a study file.
    pub fn from_file(path: &Path) -> Result<StudySpec, DocumentError> {
        let file = path.display().to_string();
        let mut bytes = Vec::new();
        let read = std::fs::File::open(path).and_then(|f| f.take(MAX_BYTES + 1).read_to_end(&mut bytes));
        let unreadable = |e| {
            StudyProblem::bad(format!("cannot read the study {file}: {e}"), "give the path of a study file")
        };
        read.map_err(unreadable)?;
        StudySpec::from_bytes(&file, &bytes)
    }
}

fn read(source: &SourceText) -> Result<StudySpec, DocumentError> {
    let tree = DeTable::parse(&source.text).map_err(|e| {
        let error =
            source.error(StudyProblem::bad(format!("the study is not valid TOML: {}", e.message()), HELP));
        match e.span() {
            Some(span) => error.at(&span, "here"),
            None => error,
        }
    })?;
    let top = Table::new(source, "the study file", 0..0, tree.get_ref(), &["sidestep", "study"])?;
    let version = top.need("sidestep", "sidestep = 1")?;
    let unknown =
        |written| StudyProblem::bad(format!("unknown version {written} of the study format"), VERSION_HELP);
    match version.whole(i64::MAX as u64, unknown)? {
        1 => {}
        other => return Err(version.error(unknown(other.to_string()), "unknown version")),
    }
    let table = top.need("study", "[study]")?.table("[study]", &KEYS)?;
    let study = study(&table)?;
    study.check().map_err(|problem| source.error_at(problem, &table.span, "this study"))?;
    Ok(study)
}

const VERSION_HELP: &str = "this program reads `sidestep = 1`";

/// Returns the entries of a list. Their number is limited, since the runs are the product of all lists.
fn members<'a>(
    list: &Value<'a>,
    expected: &'static str,
    example: &'static str,
) -> Result<Vec<Value<'a>>, DocumentError> {
    let items = list.items(expected, example)?;
    if items.len() > MAX_LIST {
        let problem = StudyProblem::bad(
            format!("'{}' has more than {MAX_LIST} entries", list.key()),
            "split it into several studies",
        );
        return Err(list.error(problem, "this list"));
    }
    Ok(items)
}

fn study(table: &Table) -> Result<StudySpec, DocumentError> {
    let units = table.get("units").map(|list| units(&list)).transpose()?;
    let mut study = StudySpec::default();
    match table.get("maps") {
        Some(list) => study = study.on(maps(&list, units.as_deref())?),
        None => {
            if let Some(units) = units {
                study.maps.iter_mut().for_each(|choice| choice.units.clone_from(&units));
            }
        }
    }
    if let Some(list) = table.get("modes") {
        let names = members(&list, "a list of modes", "modes = [\"orca\", \"lanes\"]")?;
        study.modes = names.iter().map(read_mode).collect::<Result<_, _>>()?;
    }
    if let Some(list) = table.get("push") {
        let items = members(&list, "a list of pushes", "push = [\"off\", \"on\", 0.5]")?;
        study.push = items.iter().map(push).collect::<Result<_, _>>()?;
    }
    if let Some(value) = table.get("seeds") {
        study.seeds = seeds_of(&value)?;
    }
    if let Some(value) = table.get("shifts") {
        if table.get("seeds").is_some() {
            let problem = StudyProblem::bad(
                "'shifts' is a number of starts in place of seeds",
                "delete 'seeds' or 'shifts'",
            );
            return Err(value.error(problem, "both are given"));
        }
        (study.seeds, study.shift) = (seeds_of(&value)?, true);
    }
    if let Some(value) = table.get("settings") {
        study.settings = settings(&value)?;
    }
    if let Some(list) = table.get("variants") {
        study.variants = variants(&list)?;
    }
    study.jitter = table.number("jitter", NumberRange::JITTER)?.or(study.jitter);
    study.limit = table.number("limit", NumberRange::SECONDS)?.or(study.limit);
    Ok(study)
}

/// Reads maps by name, or as tables of a map and its unit counts.
fn maps(list: &Value, units_of_all: Option<&[Option<usize>]>) -> Result<Vec<MapChoice>, DocumentError> {
    let items =
        members(list, "a list of maps", "maps = [\"crossing\", { map = \"circle\", units = [100] }]")?;
    let one = |item: &Value| {
        let (map, own) = if item.is_table() {
            let table = item.table("a map of the study", &["map", "units"])?;
            let own = table.get("units").map(|list| units(&list)).transpose()?;
            (table.need("map", "map = \"crossing\"")?, own)
        } else {
            (*item, None)
        };
        let units = own.or_else(|| units_of_all.map(<[_]>::to_vec)).unwrap_or_else(|| vec![None]);
        Ok(MapChoice { map: map_name(&map)?, units })
    };
    items.iter().map(one).collect()
}

/// Reads the name of a built-in map, or the path of a map file relative to the study's folder. The map must exist and
/// be valid.
fn map_name(value: &Value) -> Result<String, DocumentError> {
    let name = value.string()?;
    let built_in = built_in_maps().iter().any(|map| map.name == name);
    let folder = Path::new(&*value.source.file).parent().unwrap_or(Path::new(""));
    let path = if built_in { name.to_string() } else { folder.join(name).display().to_string() };
    match Scene::open(&path) {
        Ok(_) => Ok(path),
        // Errors inside a map are shown in the map.
        Err(error) => Err(match error.problem_as() {
            Some(problem @ (MapProblem::UnknownMap { .. } | MapProblem::NoSuchFile { .. })) => {
                value.error(problem.clone(), "no such map")
            }
            _ => error,
        }),
    }
}

fn units(list: &Value) -> Result<Vec<Option<usize>>, DocumentError> {
    let items = members(list, "a list of unit counts", "units = [200, 1000]")?;
    let count =
        |item: &Value| match item.whole(MAX_UNITS as u64, |count| MapProblem::TooManyUnits { count })? {
            0 => Err(item.error(MapProblem::NoUnits { what: "a run".into() }, "zero units")),
            n => Ok(Some(n as usize)),
        };
    items.iter().map(count).collect()
}

/// Reads "off", "on" or a strength.
fn push(value: &Value) -> Result<Patch, DocumentError> {
    let written = match value.string() {
        Ok(word) => word.to_string(),
        Err(_) => value.number(NumberRange::STRENGTH)?.to_string(),
    };
    Patch::parse_push(&written).map_err(|why| {
        value.error(StudyProblem::bad(why, "write push = [\"off\", \"on\", 0.5]"), "not accepted")
    })
}

/// Reads a number of seeds, or the seeds themselves.
fn seeds_of(value: &Value) -> Result<Vec<u64>, DocumentError> {
    let refused = |why: String| {
        value.error(StudyProblem::bad(why, "write seeds = 8, seeds = \"1-8\" or seeds = [1, 4, 7]"), "here")
    };
    if let Ok(written) = value.string() {
        return seeds(written).map_err(refused);
    }
    if !value.is_list() {
        let too_many = |_| {
            StudyProblem::bad(
                format!("a study has at most {MAX_SEEDS} seeds"),
                "split it into several studies",
            )
        };
        return seed_range(1, value.whole(MAX_SEEDS, too_many)?).map_err(refused);
    }
    let out = |value| ReadProblem::OutOfRange {
        key: "seeds".into(),
        value,
        range: format!("between 0 and {}", i64::MAX),
    };
    let items = value.items("seeds", "seeds = [1, 4, 7]")?;
    items.iter().map(|item| item.whole(i64::MAX as u64, out)).collect()
}

/// Reads the values of settings, in one table per model or mechanism: `lanes.side_bias = [0.1, 0.2]`.
fn settings(value: &Value) -> Result<Vec<(&'static Setting, Vec<SettingValue>)>, DocumentError> {
    by_setting(value, "the settings of a study", |list, setting| {
        let items = members(list, "a list of values", "a list of the values to try, such as [0.1, 0.2]")?;
        items.iter().map(|item| read_setting(item, setting)).collect()
    })
}

/// Reads variants, each a table of settings that change together: `[{ lanes.trust = 0 }, { lanes.trust = 1,
/// lanes.nudge = 0 }]`.
fn variants(list: &Value) -> Result<Vec<Vec<(&'static Setting, SettingValue)>>, DocumentError> {
    let items = members(list, "a list of settings", "variants = [{}, { lanes.trust = 0, lanes.nudge = 0 }]")?;
    items.iter().map(|item| by_setting(item, "a variant of the study", read_setting)).collect()
}

/// Reads a value for each setting, in one table per model or mechanism.
fn by_setting<T>(
    value: &Value,
    name: &'static str,
    read: impl Fn(&Value, &'static Setting) -> Result<T, DocumentError>,
) -> Result<Vec<(&'static Setting, T)>, DocumentError> {
    // The study's pushes are a list of their own.
    let all = || all_settings().filter(|setting| setting.model() != Push::SWITCH.model());
    let mut models: Vec<&str> = all().map(Setting::model).collect();
    models.dedup();
    let table = value.table(name, &models)?;
    let mut found = Vec::new();
    for model in table.keys() {
        let own = || all().filter(|setting| setting.model() == model);
        let names: Vec<&str> = own().map(Setting::name).collect();
        let Some(inner) = table.get(model) else { continue };
        let inner = inner.table("a model's settings", &names)?;
        for name in inner.keys() {
            if let (Some(value), Some(setting)) = (inner.get(name), own().find(|s| s.name() == name)) {
                found.push((setting, read(&value, setting)?));
            }
        }
    }
    Ok(found)
}
