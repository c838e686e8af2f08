//! Decisions as JSON cases: what one unit perceives, and what a model or a behaviour decides. `sidestep explain` reads cases, the
//! window saves them, and the golden tests consist of them.

mod avoidance;
mod behaviour;
mod error;
mod fields;
mod plan;
mod read;
mod situation;
mod values;

pub use behaviour::{decide_case, names};
pub use error::{CaseError, CaseProblem};
pub use read::{Case, read};
pub use situation::situation;
