//! Studies: many runs that answer a question. Plan → runs → merge → report.

mod record;

pub use record::{Heat, Outcome, Record, Replay, Run, Trace};
