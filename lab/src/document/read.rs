//! Reads a TOML tree whose values know their positions in the text, so that errors can point at a wrong type, a number
//! out of range or an unknown key.
//!
//! The tree is read by hand instead of through derived structs, because serde's own messages cannot name the nearest
//! key, the range or a valid line.

use super::error::{DocumentError, SourceText};
use super::excerpt::Span;
use super::numbers::NumberRange;
use super::origin::{local, on_map};
use super::problem::Problem;
use super::read_problem::ReadProblem;
use crate::text;
use sidestep::types::{MapPoint, Point, Rect, Vec2};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value with its position in the text.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    pub source: &'a SourceText,
    key: &'a str,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Value<'a> {
    /// Returns the position of the value in the text.
    pub fn span(&self) -> Span {
        self.value.span()
    }

    /// Returns the problem as an error that points at this value.
    pub fn error(&self, problem: impl Problem, label: impl Into<String>) -> DocumentError {
        self.source.error_at(problem, &self.span(), label)
    }

    fn wrong_type(&self, expected: &'static str, example: &'static str) -> DocumentError {
        let found = match self.value.get_ref() {
            DeValue::String(_) => "a string".to_string(),
            DeValue::Integer(_) => "a whole number".to_string(),
            DeValue::Float(_) => "a number".to_string(),
            DeValue::Boolean(_) => "true or false".to_string(),
            DeValue::Datetime(_) => "a date".to_string(),
            DeValue::Array(items) => format!("a list of {}", text::counted(items.len() as u64, "item")),
            DeValue::Table(_) => "a table".to_string(),
        };
        let label = format!("this is {found}");
        let problem = ReadProblem::WrongType { key: self.key.to_string(), expected, found, example };
        self.error(problem, label)
    }

    /// Returns the value's text, shortened for messages.
    fn written(&self) -> String {
        let text = self.source.text.get(self.span()).unwrap_or("?");
        if text.chars().count() > 40 {
            text.chars().take(37).chain("...".chars()).collect()
        } else {
            text.to_string()
        }
    }

    /// Reads a number within `range`.
    pub fn number(&self, range: NumberRange) -> Result<f32, DocumentError> {
        self.exact(range).map(|number| number as f32)
    }

    /// Reads a number within `range`, in full precision.
    fn exact(&self, range: NumberRange) -> Result<f64, DocumentError> {
        let number = match self.value.get_ref() {
            DeValue::Integer(i) => {
                // i128 holds every integer that could be in range.
                i128::from_str_radix(i.as_str(), i.radix()).map_or(f64::MAX, |i| i as f64)
            }
            DeValue::Float(f) => f.as_str().parse().unwrap_or(f64::NAN),
            _ => return Err(self.wrong_type("a number", "a number such as 1.5")),
        };
        let refused = |(problem, label)| self.error(problem, label);
        range.accept(self.key, &self.written(), number).map_err(refused)?;
        Ok(number)
    }

    /// Reads a whole number between 0 and `max`. `too_large` makes the problem for a larger number.
    pub fn whole<P: Problem>(&self, max: u64, too_large: impl Fn(String) -> P) -> Result<u64, DocumentError> {
        let DeValue::Integer(i) = self.value.get_ref() else {
            return Err(self.wrong_type("a whole number", "a whole number such as 200"));
        };
        match i128::from_str_radix(i.as_str(), i.radix()) {
            Ok(n) if n >= 0 && n <= max as i128 => Ok(n as u64),
            Ok(n) if n < 0 => {
                let range = format!("between 0 and {max}");
                let problem =
                    ReadProblem::OutOfRange { key: self.key.to_string(), value: self.written(), range };
                Err(self.error(problem, "below 0"))
            }
            _ => Err(self.error(too_large(self.written()), "too large")),
        }
    }

    /// Reads true or false.
    pub fn boolean(&self) -> Result<bool, DocumentError> {
        match self.value.get_ref() {
            DeValue::Boolean(b) => Ok(*b),
            _ => Err(self.wrong_type("true or false", "true or false, without quotes")),
        }
    }

    /// Reads a string.
    pub fn string(&self) -> Result<&'a str, DocumentError> {
        match self.value.get_ref() {
            DeValue::String(s) => Ok(s),
            _ => Err(self.wrong_type("a string", "text in quotes, such as \"west\"")),
        }
    }

    /// Reads the items of a list. `expected` and `example` describe the list in errors.
    pub fn items(
        &self,
        expected: &'static str,
        example: &'static str,
    ) -> Result<Vec<Value<'a>>, DocumentError> {
        match self.value.get_ref() {
            DeValue::Array(items) => {
                Ok(items.iter().map(|value| Value { source: self.source, key: self.key, value }).collect())
            }
            _ => Err(self.wrong_type(expected, example)),
        }
    }

    /// Reads a table. Keys that are not `known` are errors.
    pub fn table(&self, what: &'static str, known: &[&'static str]) -> Result<Table<'a>, DocumentError> {
        match self.value.get_ref() {
            DeValue::Table(map) => Table::new(self.source, what, self.span(), map, known),
            _ => Err(self.wrong_type("a table", "a table, { ... }")),
        }
    }

    /// Reads one of several words, which stand for values of a `what`.
    pub fn word<T: Copy>(&self, what: &'static str, words: &[(&'static str, T)]) -> Result<T, DocumentError> {
        let word = self.string()?;
        let known: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
        let unknown = || {
            let hint = text::did_you_mean(word, &known);
            self.error(
                ReadProblem::UnknownWord { what, word: word.to_string(), hint },
                format!("no such {what}"),
            )
        };
        known.iter().position(|known| *known == word).map(|at| words[at].1).ok_or_else(unknown)
    }

    /// Reads two numbers, x and y.
    pub fn pair(&self, range: NumberRange) -> Result<Vec2, DocumentError> {
        self.exact_pair(range).map(|pair| pair.coords.cast())
    }

    fn exact_pair(&self, range: NumberRange) -> Result<MapPoint, DocumentError> {
        let (expected, example) = ("two numbers, x and y", "two numbers, such as [3, -1.5]");
        match self.items(expected, example)?.as_slice() {
            [x, y] => Ok(MapPoint::new(x.exact(range)?, y.exact(range)?)),
            _ => Err(self.wrong_type(expected, example)),
        }
    }

    /// Reads a point in map coordinates and returns it relative to the source's origin.
    pub fn point(&self) -> Result<Point, DocumentError> {
        // The origin is subtracted in f64, because an f32 is too coarse far from the origin.
        self.exact_pair(NumberRange::COORDINATE).map(|point| local(point, self.source.origin))
    }

    /// Reads a displacement, m.
    pub fn displacement(&self) -> Result<Vec2, DocumentError> {
        self.pair(NumberRange::COORDINATE)
    }

    /// Returns the middle of a box in map coordinates, or none if the value is not a box.
    pub fn middle(&self) -> Option<MapPoint> {
        let corners = self.items("", "").ok()?;
        let corner = |index: usize| corners.get(index)?.exact_pair(NumberRange::COORDINATE).ok();
        Some(nalgebra::center(&corner(0)?, &corner(1)?))
    }

    /// Reads a list of points.
    pub fn points(&self) -> Result<Vec<Point>, DocumentError> {
        self.items("a list of points", "points such as [[0, 0], [4, 0], [4, 3]]")?
            .iter()
            .map(Value::point)
            .collect()
    }

    /// Reads exactly two points.
    pub fn two_points(&self) -> Result<[Point; 2], DocumentError> {
        let points = self.points()?;
        <[Point; 2]>::try_from(points)
            .map_err(|_| self.wrong_type("two points", "two points, such as [[0, 0], [4, 3]]"))
    }

    /// Reads a box from its lower left and upper right corner. A `flat` box may have no area.
    pub fn rect(&self, flat: bool) -> Result<Rect, DocumentError> {
        let [min, max] = self.two_points()?;
        let (w, h) = (max.x - min.x, max.y - min.y);
        if w < 0.0 || h < 0.0 || (!flat && (w == 0.0 || h == 0.0)) {
            let corner = |p: Point| on_map(p, self.source.origin).to_string();
            let problem =
                ReadProblem::EmptyBox { key: self.key.to_string(), min: corner(min), max: corner(max) };
            let label = if w < 0.0 || h < 0.0 { "corners in the wrong order" } else { "no area" };
            return Err(self.error(problem, label));
        }
        Ok(Rect { min, max })
    }

    /// Returns the string at `key` of a table without checking the table, to find out which other keys are allowed.
    pub fn peek(&self, key: &str) -> Option<&'a str> {
        let DeValue::Table(map) = self.value.get_ref() else { return None };
        let (_, value) = map.iter().find(|(k, _)| k.get_ref() == key)?;
        match value.get_ref() {
            DeValue::String(text) => Some(text.as_ref()),
            _ => None,
        }
    }

    /// Whether this is a table.
    pub fn is_table(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Table(_))
    }

    /// Whether this is a string.
    pub fn is_string(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::String(_))
    }

    /// Whether this is a list.
    pub fn is_list(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Array(_))
    }

    /// Whether this is a list whose first item is a list.
    pub fn is_nested_list(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Array(items)
            if items.iter().next().is_some_and(|first| matches!(first.get_ref(), DeValue::Array(_))))
    }
}

/// A table whose keys are all known.
pub(crate) struct Table<'a> {
    pub source: &'a SourceText,
    what: &'static str,
    pub span: Span,
    map: &'a DeTable<'a>,
}

impl<'a> Table<'a> {
    /// Makes a table, called `what` in errors. The first key that is not `known` is an error.
    pub fn new(
        source: &'a SourceText,
        what: &'static str,
        span: Span,
        map: &'a DeTable<'a>,
        known: &[&'static str],
    ) -> Result<Self, DocumentError> {
        // Ordered by position, so that the first mistake is reported first.
        let unknown = map.iter().map(|(k, _)| k).filter(|k| !known.contains(&k.get_ref().as_ref()));
        if let Some(key) = unknown.min_by_key(|k| k.span().start) {
            let typed: String = key.get_ref().chars().take(60).collect();
            let hint = text::did_you_mean(&typed, known);
            let problem = ReadProblem::UnknownKey { key: typed, what: what.to_string(), hint };
            return Err(source.error_at(problem, &key.span(), "unknown key"));
        }
        Ok(Table { source, what, span, map })
    }

    /// Returns all keys in the order of the text.
    pub fn keys(&self) -> Vec<&'a str> {
        let mut keys: Vec<_> = self.map.iter().map(|(key, _)| key).collect();
        keys.sort_by_key(|key| key.span().start);
        keys.into_iter().map(|key| key.get_ref().as_ref()).collect()
    }

    /// Returns the value of a key, if the key is present.
    pub fn get(&self, key: &str) -> Option<Value<'a>> {
        let (key, value) = self.map.iter().find(|(k, _)| k.get_ref() == key)?;
        Some(Value { source: self.source, key: key.get_ref(), value })
    }

    /// Returns the value of a required key. `example` is a valid line for the error's help.
    pub fn need(&self, key: &str, example: &str) -> Result<Value<'a>, DocumentError> {
        self.get(key).ok_or_else(|| self.missing(key, example))
    }

    /// Returns the error for a missing key.
    pub fn missing(&self, key: &str, example: &str) -> DocumentError {
        let problem = ReadProblem::MissingKey {
            key: key.to_string(),
            what: self.what.to_string(),
            example: example.to_string(),
        };
        self.source.error_at(problem, &self.span, format!("'{key}' is missing here"))
    }

    /// Reads a number within `range`, if the key is present.
    pub fn number(&self, key: &str, range: NumberRange) -> Result<Option<f32>, DocumentError> {
        self.get(key).map(|v| v.number(range)).transpose()
    }

    /// Returns the one of `keys` that is present. None or two are errors.
    pub fn one_of(&self, keys: &[&str]) -> Result<Value<'a>, DocumentError> {
        let mut there = keys.iter().filter_map(|k| self.get(k));
        let choices = keys.join(", ");
        match (there.next(), there.next()) {
            (Some(one), None) => Ok(one),
            (Some(one), Some(two)) => Err(self.conflict(&one, &two, choices)),
            (None, _) => {
                let problem = ReadProblem::MissingChoice { what: self.what.to_string(), choices };
                Err(self.source.error_at(problem, &self.span, "none of these keys here"))
            }
        }
    }

    /// Returns the error for two keys that exclude each other.
    pub fn conflict(&self, one: &Value, two: &Value, choices: String) -> DocumentError {
        let (first, second) = (one.key.to_string(), two.key.to_string());
        let what = self.what.to_string();
        self.source
            .error(ReadProblem::Conflict { what, first, second, choices })
            .at(&one.span(), "either this")
            .at(&two.span(), "or this")
    }
}

impl Value<'_> {
    /// Returns the key of this value.
    pub fn key(&self) -> &str {
        self.key
    }
}
