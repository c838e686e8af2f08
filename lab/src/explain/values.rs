//! The types of a case's values. Each value is checked when it is read, so that the error names the field.

use crate::text::did_you_mean;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sidestep::types::{Point, Segment, Vec2};
use std::fmt;

/// Names the type of a JSON value.
pub(super) fn kind_of(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(_) => "true or false".into(),
        Value::Number(_) => "a number".into(),
        Value::String(text) => format!("a string, \"{text}\""),
        Value::Array(_) => "an array".into(),
        Value::Object(_) => "an object".into(),
    }
}

/// A number that fits in 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct Number(pub f32);

impl TryFrom<Value> for Number {
    type Error = String;

    fn try_from(value: Value) -> Result<Number, String> {
        match value.as_f64() {
            Some(number) if (number as f32).is_finite() => Ok(Number(number as f32)),
            Some(_) => Err("too large for a 32-bit number".into()),
            None => Err(format!("expected a number, not {}", kind_of(&value))),
        }
    }
}

/// A number above 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct Positive(pub f32);

impl TryFrom<Value> for Positive {
    type Error = String;

    fn try_from(value: Value) -> Result<Positive, String> {
        let Number(number) = value.try_into()?;
        if number > 0.0 { Ok(Positive(number)) } else { Err(format!("must be above 0, not {number}")) }
    }
}

/// Two numbers, `[x, y]`: a position or a velocity.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub(super) struct Pair(pub [f32; 2]);

/// Reads the numbers one by one, so that an error names the index of the wrong one.
impl<'de> Deserialize<'de> for Pair {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pair, D::Error> {
        deserializer.deserialize_any(PairVisitor)
    }
}

struct PairVisitor;

impl<'de> Visitor<'de> for PairVisitor {
    type Value = Pair;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("two numbers, [x, y]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Pair, A::Error> {
        let count = values.size_hint().filter(|count| *count != 2);
        if let Some(count) = count {
            return Err(de::Error::custom(format!("expected two numbers, [x, y], not {count} values")));
        }
        let mut next =
            || values.next_element::<Number>()?.ok_or_else(|| de::Error::invalid_length(1, &"two"));
        let [x, y] = [next()?, next()?];
        Ok(Pair([x.0, y.0]))
    }
}

impl From<Point> for Pair {
    fn from(point: Point) -> Pair {
        Pair(point.into())
    }
}

impl From<Vec2> for Pair {
    fn from(vector: Vec2) -> Pair {
        Pair(vector.into())
    }
}

impl Pair {
    /// Returns the pair as a position.
    pub fn point(self) -> Point {
        self.0.into()
    }

    /// Returns the pair as a vector.
    pub fn vector(self) -> Vec2 {
        self.0.into()
    }
}

/// Looks up the name in `value`. `what` says what is named, for errors.
pub(super) fn named<T: Copy>(value: &Value, what: &str, named: &[(&str, T)]) -> Result<T, String> {
    let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
    let Value::String(typed) = value else {
        return Err(format!("expected one of {}, not {}", names.join(", "), kind_of(value)));
    };
    let found = named.iter().find(|(name, _)| name == typed).map(|(_, meant)| *meant);
    found.ok_or_else(|| format!("unknown {what} '{typed}'; {}", did_you_mean(typed, &names)))
}

/// The two ends of a wall.
pub(super) type WallEnds = [Pair; 2];

/// Converts a wall to a segment.
pub(super) fn segment([from, to]: WallEnds) -> Segment {
    Segment { from: from.point(), to: to.point() }
}

/// Converts a segment to a wall's ends.
pub(super) fn wall_ends(wall: &Segment) -> WallEnds {
    [wall.from.into(), wall.to.into()]
}

/// Serializes an object without its null fields.
pub(super) fn without_nulls(value: impl Serialize) -> Value {
    // Cannot fail, because field names are strings and the values are JSON.
    let mut value = serde_json::to_value(value).unwrap_or_default();
    if let Value::Object(fields) = &mut value {
        fields.retain(|_, field| !field.is_null());
    }
    value
}
