//! Cases: single decisions with their inputs by name. `explain` writes the decisions of a plan as cases and reads
//! cases. A behaviour lists the fields of its inputs once, for both, and decides by the same function as in a
//! world.

use super::behaviour::Mind;
use super::body::{Body, Other, Steer};
use super::wall_avoidance::RoundObstacle;
use crate::steering::facts::Fact;
use crate::types::{Point, Segment, Vec2};

/// What a behaviour decides from: the settings in effect and what it perceives.
pub(crate) trait Inputs: Sized {
    /// The behaviour's name in cases. Variants of one behaviour share it.
    const NAME: &'static str;

    /// Returns the inputs before the fields of a case are read, with the default settings.
    fn for_body(body: &Body) -> Self;

    /// Passes each field to `case`, which reads or writes it.
    fn fields(&mut self, body: &Body, case: &mut dyn CaseFields);

    /// Decides.
    fn steer(&self, body: &Body, mind: &mut Mind<'_>) -> Steer;
}

/// How a behaviour's decisions appear as cases of `explain`.
#[derive(Clone, Copy)]
pub struct CaseForm {
    /// The behaviour's name in cases. Variants of one behaviour share it.
    pub name: &'static str,
    /// Decides from the fields of the mind's case, which replace the defaults.
    pub decide: fn(&Body, &mut Mind<'_>) -> Steer,
}

impl CaseForm {
    pub(super) const fn new<T: Inputs>() -> CaseForm {
        CaseForm { name: T::NAME, decide: |body, mind| mind.decide(body, T::for_body(body)) }
    }
}

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
