//! Statistics over many runs: means over seeds, their confidence intervals, and which modes differ significantly.
//! `docs/studies.md` explains the figures to readers of a report.
//!
//! A run is one sample of a chaotic system, a seed is its random draw, and a slice of values is one metric over
//! seeds. Callers leave out missing values; a value that is not finite makes the result `None` and never panics. All
//! arithmetic is in f64, on one thread and in the given order, so the same values always give the same result.

mod bootstrap;
mod compare;
mod growth;
mod interval;
mod method;
mod proportion;
mod summary;

pub use bootstrap::bootstrap_interval;
pub use compare::{ALPHA, LARGEST_EFFECT, Paired, holm, paired, ranks};
pub use growth::{Fit, slope};
pub use interval::{Interval, skewness, t_interval};
pub use method::{Method, interval};
pub use proportion::wilson_interval;
pub use summary::{mean, median, quantile};
