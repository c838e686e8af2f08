//! The fields of a JSON object, read strictly: each problem names the field and says what would be right.

use super::super::{Body, Disc, Other};
use crate::text::did_you_mean;
use crate::types::{Point, Segment, Vec2};
use serde_json::{Map, Value};

/// What is wrong: the field, as a path such as `unit.position`, and the problem with it.
pub type Problem = (String, String);

/// The radius of a unit that does not say, m.
const RADIUS: f32 = 0.5;

/// An object of a case, and the path of it.
pub struct Fields<'a> {
    map: &'a Map<String, Value>,
    path: String,
}

fn problem<T>(field: impl Into<String>, problem: impl Into<String>) -> Result<T, Problem> {
    Err((field.into(), problem.into()))
}

/// What a value is, in JSON's words.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

impl<'a> Fields<'a> {
    /// The object at `path`; the case itself has an empty one.
    pub fn of(value: &'a Value, path: &str) -> Result<Fields<'a>, Problem> {
        match value {
            Value::Object(map) => Ok(Fields { map, path: path.into() }),
            other => problem(path, format!("expected an object, not {}", kind(other))),
        }
    }

    /// The path of a field.
    pub fn path(&self, name: &str) -> String {
        if self.path.is_empty() { name.into() } else { format!("{}.{name}", self.path) }
    }

    /// Refuses what is none of `names`; `whose` they are.
    pub fn only(&self, names: &[&str], whose: &str) -> Result<(), Problem> {
        match self.map.keys().find(|key| !names.contains(&key.as_str())) {
            Some(key) => problem(
                self.path(key),
                format!("unknown field '{key}' of {whose}; {}", did_you_mean(key, names)),
            ),
            None => Ok(()),
        }
    }

    /// A field's value; one that is null counts as missing.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    /// What `read` makes of a field that must be there; `why` says who needs it.
    pub fn required<T>(
        &self,
        name: &str,
        why: &str,
        read: impl FnOnce(&Self, &str) -> Result<Option<T>, Problem>,
    ) -> Result<T, Problem> {
        read(self, name)?.map_or_else(|| problem(self.path(name), format!("is missing; {why} needs it")), Ok)
    }

    /// A number that 32 bits hold.
    pub fn number(&self, name: &str) -> Result<Option<f32>, Problem> {
        self.get(name).map(|value| number(value, &self.path(name))).transpose()
    }

    /// A number above 0.
    pub fn positive(&self, name: &str) -> Result<Option<f32>, Problem> {
        match self.number(name)? {
            Some(n) if n <= 0.0 => problem(self.path(name), format!("must be above 0, not {n}")),
            n => Ok(n),
        }
    }

    /// A number that is 0 or above.
    pub fn not_negative(&self, name: &str) -> Result<Option<f32>, Problem> {
        match self.number(name)? {
            Some(n) if n < 0.0 => problem(self.path(name), format!("must be 0 or above, not {n}")),
            n => Ok(n),
        }
    }

    /// True or false; false where it is missing.
    pub fn flag(&self, name: &str) -> Result<bool, Problem> {
        match self.get(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(other) => problem(self.path(name), format!("expected true or false, not {}", kind(other))),
        }
    }

    /// One of a few names; the first where it is missing. The index of it.
    pub fn one_of(&self, name: &str, names: &[&str]) -> Result<usize, Problem> {
        match self.get(name) {
            None => Ok(0),
            Some(Value::String(typed)) => names.iter().position(|n| n == typed).map_or_else(
                || {
                    problem(
                        self.path(name),
                        format!("unknown {name} '{typed}'; {}", did_you_mean(typed, names)),
                    )
                },
                Ok,
            ),
            Some(other) => problem(
                self.path(name),
                format!("expected one of the names {}, not {}", names.join(", "), kind(other)),
            ),
        }
    }

    /// Two numbers.
    pub fn pair(&self, name: &str) -> Result<Option<[f32; 2]>, Problem> {
        self.get(name).map(|value| pair(value, &self.path(name))).transpose()
    }

    /// A place.
    pub fn point(&self, name: &str) -> Result<Option<Point>, Problem> {
        Ok(self.pair(name)?.map(Point::from))
    }

    /// A velocity; none where it is missing.
    fn velocity(&self) -> Result<Vec2, Problem> {
        Ok(self.pair("velocity")?.unwrap_or_default().into())
    }

    /// An object within.
    pub fn object(&self, name: &str) -> Result<Option<Fields<'a>>, Problem> {
        self.get(name).map(|value| Fields::of(value, &self.path(name))).transpose()
    }

    /// An array of what `read` reads, which gets each value and its path.
    pub fn list<T>(
        &self,
        name: &str,
        read: impl Fn(&'a Value, &str) -> Result<T, Problem>,
    ) -> Result<Option<Vec<T>>, Problem> {
        let path = self.path(name);
        match self.get(name) {
            None => Ok(None),
            Some(Value::Array(values)) => {
                let each = |(index, value): (usize, &'a Value)| read(value, &format!("{path}[{index}]"));
                values.iter().enumerate().map(each).collect::<Result<_, _>>().map(Some)
            }
            Some(other) => problem(path, format!("expected an array, not {}", kind(other))),
        }
    }

    /// The body that steers.
    pub fn body(&self) -> Result<Body, Problem> {
        let names = [
            "position",
            "velocity",
            "orientation",
            "rotation",
            "radius",
            "max_speed",
            "max_acceleration",
            "goal",
        ];
        self.only(&names, "a unit")?;
        // Not of the body, and only some behaviours need it; but where there is one it is a place.
        self.point("goal")?;
        Ok(Body {
            position: self.required("position", "every behaviour", Self::point)?,
            velocity: self.velocity()?,
            orientation: self.number("orientation")?.unwrap_or(0.0),
            rotation: self.number("rotation")?.unwrap_or(0.0),
            radius: self.positive("radius")?.unwrap_or(RADIUS),
            max_speed: self.required("max_speed", "every behaviour", Self::positive)?,
            max_acceleration: self.required("max_acceleration", "every behaviour", Self::positive)?,
        })
    }

    /// Another body, with all of `needed`.
    pub fn other(&self, whose: &str, behaviour: &str, needed: &[&str]) -> Result<Other, Problem> {
        self.only(&["position", "velocity", "orientation", "radius"], whose)?;
        if let Some(name) = needed.iter().find(|name| self.get(name).is_none()) {
            return problem(self.path(name), format!("is missing; {behaviour} needs it"));
        }
        Ok(Other {
            position: self.point("position")?.unwrap_or_default(),
            velocity: self.velocity()?,
            orientation: self.number("orientation")?.unwrap_or(0.0),
            radius: self.positive("radius")?.unwrap_or(RADIUS),
        })
    }
}

fn number(value: &Value, path: &str) -> Result<f32, Problem> {
    match value.as_f64() {
        Some(n) if (n as f32).is_finite() => Ok(n as f32),
        Some(_) => problem(path, "is too large for a 32-bit number"),
        None => problem(path, format!("expected a number, not {}", kind(value))),
    }
}

fn pair(value: &Value, path: &str) -> Result<[f32; 2], Problem> {
    match value.as_array().map(Vec::as_slice) {
        Some([x, y]) => Ok([number(x, &format!("{path}[0]"))?, number(y, &format!("{path}[1]"))?]),
        Some(values) => problem(path, format!("expected two numbers, [x, y], not {} values", values.len())),
        None => problem(path, format!("expected two numbers, [x, y], not {}", kind(value))),
    }
}

/// A place of a list.
pub fn point(value: &Value, path: &str) -> Result<Point, Problem> {
    pair(value, path).map(Point::from)
}

/// A wall of a list: its two ends.
pub fn wall(value: &Value, path: &str) -> Result<Segment, Problem> {
    match value.as_array().map(Vec::as_slice) {
        Some([from, to]) => {
            let (from, to) = (point(from, &format!("{path}[0]"))?, point(to, &format!("{path}[1]"))?);
            if from == to {
                problem(path, "has no length: its two ends are the same")
            } else {
                Ok(Segment { from, to })
            }
        }
        _ => problem(path, "expected the two ends of a wall, [[x, y], [x, y]]"),
    }
}

/// A round obstacle of a list.
pub fn disc(value: &Value, path: &str) -> Result<Disc, Problem> {
    let fields = Fields::of(value, path)?;
    fields.only(&["position", "radius"], "an obstacle")?;
    let center = fields.required("position", "an obstacle", Fields::point)?;
    Ok(Disc { center, radius: fields.required("radius", "an obstacle", Fields::positive)? })
}
