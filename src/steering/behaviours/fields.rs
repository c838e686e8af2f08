//! The fields of cases: the inputs of a behaviour by name.

use super::body::{Body, Other};
use super::round_obstacle::RoundObstacle;
use crate::steering::facts::Fact;
use crate::types::{Point, Segment, Vec2};

/// Reads or writes the fields of cases.
pub trait CaseFields {
    /// Reads the value of a field, if it has one, or writes it.
    fn field(&mut self, name: &'static str, value: CaseField<'_>);

    /// Called before a behaviour of a plan decides.
    fn ask(&mut self, _behaviour: &'static str) {}

    /// Called before the fields of a decision of this name and body.
    fn begin(&mut self, _form: &'static str, _body: &Body) {}

    /// Called if the value of a field is wrong, with the problem in words.
    fn reject(&mut self, _field: &str, _problem: String) {}

    /// Called if the unit and its neighbours need a radius.
    fn need_radii(&mut self) {}

    /// Called with what the behaviour found.
    fn found(&mut self, _name: &'static str, _fact: Fact) {}
}

/// The numbers that a field accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepts {
    /// All.
    Any,
    /// 0 and above.
    NotNegative,
    /// Above 0.
    Positive,
}

/// The value of a field. A case may lack what is optional here, and wall avoidance's walls or obstacles.
pub enum CaseField<'a> {
    /// A number.
    Number(&'a mut Option<f32>, Accepts),
    /// True or false.
    Flag(&'a mut Option<bool>),
    /// One of several names, as its index. Optional.
    Name(&'a mut usize, &'static [&'static str]),
    /// An angle, rad.
    Angle(&'a mut f32),
    /// Two numbers.
    Pair(&'a mut [f32; 2]),
    /// A chain of points.
    Points(&'a mut Vec<Point>),
    /// The goal of the unit.
    Goal(&'a mut Point),
    /// Another body, which needs a position.
    Other(&'a mut Other),
    /// The velocity of another body, m/s.
    Velocity(&'a mut Vec2),
    /// Several bodies, which need a position.
    Others(&'a mut Vec<Other>),
    /// Walls.
    Walls(&'a mut Option<Vec<Segment>>),
    /// Round obstacles.
    Obstacles(&'a mut Option<Vec<RoundObstacle>>),
}

impl dyn CaseFields + '_ {
    /// Passes a number that a case may lack.
    pub(super) fn number(&mut self, name: &'static str, value: &mut f32, accepts: Accepts) {
        let mut given = Some(*value);
        self.field(name, CaseField::Number(&mut given, accepts));
        *value = given.unwrap_or(*value);
    }

    /// Passes a number of 0 or above that a case may lack.
    pub(super) fn not_negative(&mut self, name: &'static str, value: &mut f32) {
        self.number(name, value, Accepts::NotNegative);
    }

    /// Passes a number above 0 that a case may lack.
    pub(super) fn positive(&mut self, name: &'static str, value: &mut f32) {
        self.number(name, value, Accepts::Positive);
    }

    /// Passes a flag that a case may lack.
    pub(super) fn flag(&mut self, name: &'static str, value: &mut bool) {
        let mut given = Some(*value);
        self.field(name, CaseField::Flag(&mut given));
        *value = given.unwrap_or(*value);
    }
}
