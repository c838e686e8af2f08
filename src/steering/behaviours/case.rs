//! Cases: single decisions with their inputs by name. `explain` writes the decisions of a plan as cases and reads
//! cases. A behaviour lists the fields of its inputs once, for both, and decides by the same function as in a
//! world.

use super::body::{Body, Steer};
use super::fields::CaseFields;
use super::mind::Mind;

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

impl Mind<'_> {
    /// Decides from these inputs. If there is a case, reads or writes its fields first.
    pub(crate) fn decide<T: Inputs>(&mut self, body: &Body, mut inputs: T) -> Steer {
        if let Some(case) = self.case.as_deref_mut() {
            case.begin(T::NAME, body);
            inputs.fields(body, case);
        }
        inputs.steer(body, self)
    }
}
