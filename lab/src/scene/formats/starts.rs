//! Reads start files: starts and goals of other simulators, so that exactly the same starts run here. Plain text with one
//! unit per line: `x y goal_x goal_y` in metres, optionally followed by the radius (m) and the maximum speed (m/s). Empty
//! lines and everything after a `#` are ignored.
//!
//! A start file is a map (`docs/maps.md`) or the units of one group of a map (`starts = "…"`).

use crate::document::{DocumentError, NumberRange, ReadProblem, SourceText, Span, Value, origin, read_file};
use crate::scene::description::{
    BodyKeys, Description, GoalKind, GoalSpec, Group, ScriptSpec, Shape, Team, UnitSpec,
};
use crate::scene::limits::MAX_UNITS;
use crate::scene::map_problem::MapProblem;
use crate::text::counted;
use sidestep::crowd::Stance;
use sidestep::geometry::Wall;
use sidestep::geometry::rect::grown_to;
use sidestep::math;
use sidestep::settings::{Push, Weights};
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep::types::{MapPoint, Point, Rect, Vec2};
use std::f32::consts::{FRAC_PI_4, PI, TAU};
use std::path::Path;

/// How far the bounds extend beyond all starts and goals, m: room to step aside.
const MARGIN: f32 = 10.0;
/// The time limit, s: the same as that of the map `crossing`.
const TIME_LIMIT: f32 = 120.0;
/// Neighbouring directions that differ by more than this belong to two groups: 30°, with a margin for rounding.
const GAP: f32 = 30.01 / 180.0 * PI;

/// The columns of a line, with their ranges.
const COLUMNS: [(&str, NumberRange); 6] = [
    ("x", NumberRange::COORDINATE),
    ("y", NumberRange::COORDINATE),
    ("goal_x", NumberRange::COORDINATE),
    ("goal_y", NumberRange::COORDINATE),
    ("radius", NumberRange::RADIUS),
    ("max_speed", NumberRange::SPEED),
];
/// The number of required columns.
const REQUIRED: usize = 4;

/// Whether a file is a start file: its name ends in `.txt` or `.starts`.
pub fn is_start_file(file: &str) -> bool {
    let ending = Path::new(file).extension().map(|e| e.to_ascii_lowercase());
    ending.is_some_and(|e| e == "txt" || e == "starts")
}

/// Reads a start file as a map: units are grouped by direction, everything else is as on the map `crossing`.
pub(in crate::scene) fn describe(source: &SourceText, stem: &str) -> Result<Description, DocumentError> {
    let map_origin = middle(&source.text).map_or(MapPoint::origin(), origin::nearest_origin);
    let source = &SourceText { origin: map_origin, ..source.clone() };
    let units = read_units(source, BodyKeys::default())?;
    let ways: Vec<Vec2> = units.iter().map(displacement).collect();
    let parts = by_direction(&ways);
    let group = |(name, members): &(String, Vec<usize>)| {
        let units: Vec<UnitSpec> = members.iter().map(|&i| units[i].clone()).collect();
        Group {
            name: name.clone(),
            span: units[0].span.clone(),
            body: units[0].body,
            shape: Shape::Units(units),
            moved: Vec::new(),
            color: None,
            team: Team::Number(0),
            stance: Stance::GiveWay,
            jittered: true,
            rotate: None,
            goal: None,
            steering: None,
            avoidance: None,
        }
    };
    let mode = Mode::named("lanes").unwrap_or_default();
    Ok(Description {
        name: stem.to_string(),
        about: format!("{} from a start file", counted(units.len() as u64, "unit")),
        origin: source.file.to_string(),
        map_origin,
        bounds: bounds(&units),
        closed: None,
        walls: Vec::<(Wall, Span)>::new(),
        groups: parts.iter().map(group).collect(),
        script: ScriptSpec::default(),
        order: parts.into_iter().flat_map(|(_, members)| members).collect(),
        steering: Steering {
            mode,
            push: Push { on: mode.push(), ..Push::default() },
            weights: Weights { separation: 0.0, alignment: 0.0, cohesion: 0.0, ..Weights::default() },
            ..Steering::default()
        },
        push_stated: false,
        plans: Vec::new(),
        time_limit: TIME_LIMIT,
        seed: 1,
        jitter: 0.0,
    })
}

/// Returns the middle of all starts and goals, or none if no line is valid.
fn middle(text: &str) -> Option<MapPoint> {
    let line = |line: &str| {
        let numbers = word_spans(line, 0)
            .into_iter()
            .map(|word| line[word].parse::<f64>().ok())
            .collect::<Option<Vec<f64>>>()?;
        let [x, y, to_x, to_y, ..] = numbers[..] else { return None };
        Some([MapPoint::new(x, y), MapPoint::new(to_x, to_y)])
    };
    let places = || text.lines().filter_map(line).flatten();
    let first = places().next()?;
    let (low, high) = places().fold((first, first), |(low, high), p| (low.inf(&p), high.sup(&p)));
    Some(nalgebra::center(&low, &high)).filter(|p| p.coords.iter().all(|c| c.is_finite()))
}

/// Reads the units of a start file in its order. Missing keys of a body come from `keys`.
pub(super) fn read_units(source: &SourceText, keys: BodyKeys) -> Result<Vec<UnitSpec>, DocumentError> {
    let mut units = Vec::new();
    let mut at = 0;
    for line in source.text.split_inclusive('\n') {
        let words = word_spans(line, at);
        at += line.len();
        let (Some(first), Some(last)) = (words.first(), words.last()) else { continue };
        let span = first.start..last.end;
        if units.len() == MAX_UNITS {
            let problem = MapProblem::TooManyUnits { count: format!("{} or more", MAX_UNITS + 1) };
            return Err(source.error_at(problem, &span, "one unit too many"));
        }
        units.push(read_unit(source, &words, span, keys)?);
    }
    if units.is_empty() {
        return Err(source.error(MapProblem::NoUnits { what: format!("the start file {}", source.file) }));
    }
    Ok(units)
}

/// Reads the units of the start file named by a group of a map. The path is relative to the map's folder.
pub(super) fn read_named(path: &Value, keys: BodyKeys) -> Result<Vec<UnitSpec>, DocumentError> {
    let name = path.string()?;
    let file = path.source.folder.as_ref().map(|folder| folder.join(name));
    let read = match (path.source.files.get(name), file) {
        (Some(text), file) => {
            SourceText::new(&file.map_or(name.into(), |file| file.display().to_string()), text)
        }
        (None, Some(file)) => read_file(&file).map_err(|problem| match problem {
            ReadProblem::Unreadable { file, reason } => {
                path.error(MapProblem::UnreadableStarts { file, reason }, "this file")
            }
            other => other.into(),
        })?,
        (None, None) => {
            let problem = MapProblem::NoFolder { file: name.to_string() };
            return Err(path.error(problem, "relative to the map's folder"));
        }
    };
    let source = SourceText { origin: path.source.origin, ..read };
    let mut units = read_units(&source, keys)?;
    // Problems found later point at the name of the file in the map.
    for unit in &mut units {
        unit.span = path.span();
        if let Some(goal) = &mut unit.goal {
            goal.span = path.span();
        }
    }
    Ok(units)
}

/// The comments of a start file.
#[derive(Debug, Default)]
pub(in crate::scene) struct Comments {
    /// Before the first unit.
    pub top: Vec<String>,
    /// For each unit in the order of the file, those on lines of their own before it, and the one on its line.
    pub units: Vec<(Vec<String>, Option<String>)>,
    /// After the last unit.
    pub end: Vec<String>,
}

/// Returns the comments of a start file, each with its `#`.
pub(in crate::scene) fn comments(text: &str) -> Comments {
    let mut comments = Comments::default();
    let mut above = Vec::new();
    for line in text.lines() {
        // Other control characters are not valid in TOML.
        let clean = |comment: &str| {
            format!("#{}", comment.trim_end().replace(|c: char| c.is_control() && c != '\t', " "))
        };
        let comment = line.split_once('#').map(|(_, comment)| clean(comment));
        if word_spans(line, 0).is_empty() {
            above.extend(comment);
        } else if comments.units.is_empty() {
            comments.top = std::mem::take(&mut above);
            comments.units.push((Vec::new(), comment));
        } else {
            comments.units.push((std::mem::take(&mut above), comment));
        }
    }
    comments.end = above;
    comments
}

/// Returns the positions of the words of a line without its comment. The line begins at `at` in the text.
fn word_spans(line: &str, mut at: usize) -> Vec<Span> {
    // Some editors begin a file with a byte order mark.
    let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let line = line.split_once('#').map_or(line, |(before, _)| before);
    let mut words = Vec::new();
    for piece in line.split_inclusive(blank) {
        let word = piece.trim_end_matches(blank);
        if !word.is_empty() {
            words.push(at..at + word.len());
        }
        at += piece.len();
    }
    words
}

fn read_unit(
    source: &SourceText,
    words: &[Span],
    span: Span,
    keys: BodyKeys,
) -> Result<UnitSpec, DocumentError> {
    let written = |word: &Span| source.text[word.clone()].chars().take(40).collect::<String>();
    let number = |word: &Span| {
        let not = |_| source.error_at(MapProblem::NotANumber { word: written(word) }, word, "not a number");
        source.text[word.clone()].parse::<f64>().map_err(not)
    };
    // Checked before the number of columns, because it explains better what is wrong with a file of another format.
    let numbers = words.iter().map(number).collect::<Result<Vec<f64>, DocumentError>>()?;
    if !(REQUIRED..=COLUMNS.len()).contains(&numbers.len()) {
        let label = if numbers.len() < REQUIRED { "too few" } else { "too many" };
        return Err(source.error_at(MapProblem::Columns { count: numbers.len() }, &span, label));
    }
    let column = |k: usize| {
        let (key, range) = COLUMNS[k];
        let refused = |(problem, label)| source.error_at(problem, &words[k], label);
        range.accept(key, &written(&words[k]), numbers[k]).map_err(refused)
    };
    let optional = |k: usize| if k < numbers.len() { column(k).map(Some) } else { Ok(None) };
    // The origin is subtracted in f64, because an f32 is too coarse far from the origin.
    let point = |k: usize| {
        column(k)?;
        column(k + 1)?;
        Ok::<Point, DocumentError>(origin::local(MapPoint::new(numbers[k], numbers[k + 1]), source.origin))
    };
    let goal = GoalKind::Point(point(2)?);
    Ok(UnitSpec {
        position: point(0)?,
        velocity: Vec2::zeros(),
        body: BodyKeys::sized(optional(4)?, optional(5)?).over(keys).body(),
        goal: Some(GoalSpec { span: words[2].start..words[3].end, kind: goal, radius: None }),
        span,
    })
}

fn destination(unit: &UnitSpec) -> Point {
    match unit.goal {
        Some(GoalSpec { kind: GoalKind::Point(at), .. }) => at,
        _ => unit.position,
    }
}

/// Returns the vector from a unit's start to its goal, m, or zero if the unit starts at its goal.
fn displacement(unit: &UnitSpec) -> Vec2 {
    let way = destination(unit) - unit.position;
    if way.norm() > unit.body.radius { way } else { Vec2::zeros() }
}

/// Returns the bounding box of all starts and goals plus a margin, rounded to whole metres.
fn bounds(units: &[UnitSpec]) -> Rect {
    let first = units[0].position;
    let places = units.iter().flat_map(|u| [u.position, destination(u)]);
    let hull = places.fold(Rect { min: first, max: first }, grown_to);
    let margin = Vec2::repeat(MARGIN);
    Rect { min: (hull.min - margin).map(f32::floor), max: (hull.max + margin).map(f32::ceil) }
}

/// Groups units by direction: all directions are sorted around the compass, and a group ends where the next direction is
/// more than 30° away. Blocks that meet are groups, whatever the order of the lines; units that come from all sides of a
/// circle are one group. The groups are in the order of their first lines and named after their directions.
fn by_direction(ways: &[Vec2]) -> Vec<(String, Vec<usize>)> {
    let (walking, staying): (Vec<usize>, Vec<usize>) =
        (0..ways.len()).partition(|&i| ways[i] != Vec2::zeros());
    let mut round: Vec<(f32, usize)> = walking.into_iter().map(|i| (math::angle(ways[i]), i)).collect();
    round.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    // The counter-clockwise angle from one direction to the next, rad.
    let gap = |from: f32, to: f32| (to - from).rem_euclid(TAU);
    let before = |k: usize| (k + round.len() - 1) % round.len();
    let begin = (0..round.len()).find(|&k| gap(round[before(k)].0, round[k].0) > GAP);
    round.rotate_left(begin.unwrap_or(0));

    let mut arcs: Vec<(f32, f32, Vec<usize>)> = Vec::new();
    let mut last = 0.0;
    for (angle, i) in round {
        match arcs.last_mut() {
            Some((_, width, members)) if gap(last, angle) <= GAP => {
                *width += gap(last, angle);
                members.push(i);
            }
            _ => arcs.push((angle, 0.0, vec![i])),
        }
        last = angle;
    }
    let mut parts: Vec<(String, Vec<usize>)> =
        arcs.into_iter().map(|(from, width, members)| (compass(from, width), members)).collect();
    if !staying.is_empty() {
        parts.push(("staying".to_string(), staying));
    }
    for (_, members) in &mut parts {
        members.sort_unstable();
    }
    parts.sort_by_key(|(_, members)| members[0]);
    for k in 1..parts.len() {
        let (before, rest) = parts.split_at_mut(k);
        let name = &mut rest[0].0;
        let same = before.iter().filter(|(other, _)| other.split('-').next() == Some(name)).count();
        if same > 0 {
            *name = format!("{name}-{}", same + 1);
        }
    }
    parts
}

/// Returns the name of a group whose directions span `width` counter-clockwise from a direction, rad.
fn compass(from: f32, width: f32) -> String {
    const NAMES: [&str; 8] =
        ["east", "northeast", "north", "northwest", "west", "southwest", "south", "southeast"];
    if width > PI {
        return "all".to_string();
    }
    let sector = ((from + width / 2.0) / FRAC_PI_4).round().rem_euclid(8.0);
    format!("{}bound", NAMES[sector as usize % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(degrees: &[f32]) -> Vec<(String, usize)> {
        let ways: Vec<Vec2> = degrees.iter().map(|d| math::unit(d.to_radians()) * 50.0).collect();
        by_direction(&ways).into_iter().map(|(name, members)| (name, members.len())).collect()
    }

    #[test]
    fn units_with_the_same_direction_are_a_group_in_any_order() {
        let part = |name: &str, n| (name.to_string(), n);
        // Across the seam at 180°.
        assert_eq!(names(&[179.0, 1.0, -179.0, -2.0, 0.0]), [part("westbound", 2), part("eastbound", 3)]);
        assert_eq!(names(&[90.0, 0.0, 180.0, -90.0]).len(), 4);
        assert_eq!(names(&[45.0]), [part("northeastbound", 1)]);
        assert_eq!(names(&[-90.0; 5]), [part("southbound", 5)]);
        // A fan is one group although its ends are far apart; so is a circle of any number of units.
        assert_eq!(names(&[-50.0, 50.0, 25.0, -25.0, 0.0]), [part("eastbound", 5)]);
        for n in [12, 13, 200] {
            let circle: Vec<f32> = (0..n).map(|k| k as f32 * 360.0 / n as f32 - 98.0).collect();
            assert_eq!(names(&circle), [part("all", n)]);
        }
        assert_eq!(names(&[-20.0, 20.0]), [part("eastbound", 1), part("eastbound-2", 1)]);
    }

    #[test]
    fn units_that_start_at_their_goals_are_staying() {
        let parts = by_direction(&[Vec2::zeros(), Vec2::new(0.0, 9.0), Vec2::zeros()]);
        assert_eq!(parts, [("staying".to_string(), vec![0, 2]), ("northbound".to_string(), vec![1])]);
    }

    #[test]
    fn words_have_their_positions_in_the_text() {
        let line = "\u{feff} 1.5\t\u{a0}-2 # 3\r\n";
        let found: Vec<&str> = word_spans(line, 0).into_iter().map(|w| &line[w]).collect();
        assert_eq!(found, ["1.5", "-2"]);
        assert_eq!(word_spans("12 3", 100), [100..102, 103..104]);
        assert!(word_spans(" \t # nothing", 7).is_empty());
    }
}
