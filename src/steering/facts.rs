//! What a model found, as data: programs write it in their own format, the laboratory as JSON.

use crate::types::{Point, Vec2};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// A finding. It serialises to what it holds: a record to a map, a vector to a list of two numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// There is none.
    Nothing,
    /// Whether something is so.
    Truth(bool),
    /// A count, an index or an id.
    Count(u64),
    /// A quantity.
    Number(f32),
    /// A name.
    Text(Cow<'static, str>),
    /// Several findings of one kind.
    List(Vec<Fact>),
    /// Named findings.
    Record(Vec<(&'static str, Fact)>),
}

impl Fact {
    /// Makes a record.
    pub fn record<const N: usize>(facts: [(&'static str, Fact); N]) -> Fact {
        Fact::Record(facts.into())
    }

    /// Makes a list.
    pub fn list<T: Into<Fact>>(facts: impl IntoIterator<Item = T>) -> Fact {
        Fact::List(facts.into_iter().map(T::into).collect())
    }

    /// Returns a number. None for every other kind of fact.
    pub fn number(&self) -> Option<f32> {
        if let Fact::Number(number) = self { Some(*number) } else { None }
    }
}

impl Serialize for Fact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Fact::Nothing => serializer.serialize_none(),
            Fact::Truth(truth) => serializer.serialize_bool(*truth),
            Fact::Count(count) => serializer.serialize_u64(*count),
            Fact::Number(number) => serializer.serialize_f32(*number),
            Fact::Text(text) => serializer.serialize_str(text),
            Fact::List(facts) => serializer.collect_seq(facts),
            Fact::Record(facts) => serializer.collect_map(facts.iter().map(|(name, fact)| (name, fact))),
        }
    }
}

/// Converts plain values to facts.
macro_rules! facts {
    ($($from:ty => |$value:ident| $fact:expr;)*) => {
        $(impl From<$from> for Fact {
            fn from($value: $from) -> Fact {
                $fact
            }
        })*
    };
}

facts! {
    bool => |truth| Fact::Truth(truth);
    u16 => |count| Fact::Count(count.into());
    u32 => |count| Fact::Count(count.into());
    usize => |count| Fact::Count(count as u64);
    f32 => |number| Fact::Number(number);
    &'static str => |text| Fact::Text(text.into());
    String => |text| Fact::Text(text.into());
    Vec2 => |vector| Fact::list([vector.x, vector.y]);
    Point => |point| Fact::list([point.x, point.y]);
}

impl<T: Into<Fact>> From<Option<T>> for Fact {
    fn from(found: Option<T>) -> Fact {
        found.map_or(Fact::Nothing, T::into)
    }
}
