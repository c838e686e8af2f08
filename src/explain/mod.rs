//! Decisions as files: what one unit perceives, as JSON, and what a model or a behaviour decides from it. `sidestep explain` reads
//! them, the window saves them, the golden tests are made of them.

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
