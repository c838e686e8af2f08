//! Statistics over many runs: means over seeds, their confidence intervals, and which modes differ significantly.
//! `docs/statistics.md` explains the figures to readers of a report.
//!
//! A run is one sample of a chaotic system, a seed is its random draw, and a slice of values is one metric over
//! seeds. Callers leave out missing values; a value that is not finite makes the result `None` and never panics. All
//! arithmetic is in f64, on one thread and in the given order, so the same values always give the same result.

#[cfg(feature = "study")]
mod bootstrap;
#[cfg(feature = "study")]
mod compare;
#[cfg(feature = "study")]
mod growth;
#[cfg(feature = "study")]
mod interval;
#[cfg(feature = "study")]
mod method;
mod summary;

#[cfg(feature = "study")]
pub use bootstrap::bootstrap_interval;
#[cfg(feature = "study")]
pub use compare::{ALPHA, LARGEST_EFFECT, Paired, holm, paired, ranks};
#[cfg(feature = "study")]
pub use growth::{Fit, slope};
#[cfg(feature = "study")]
pub use interval::{Interval, skewness, t_interval};
#[cfg(feature = "study")]
pub use method::{Method, interval};
pub use summary::{mean, median, quantile};
