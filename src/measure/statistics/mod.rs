//! Statistics over many runs: what a mode comes to over seeds, how sure that is, and which modes can be told apart. What
//! the figures mean to a reader of a report stands in `docs/statistics.md`.
//!
//! A run is one sample of a chaotic system, a seed its random draw, and a slice of values here is one metric over seeds.
//! Whoever calls leaves out what is missing; a value that is not finite makes the answer `None`, never a panic. All
//! arithmetic is in f64, in one thread and in the order given, so that the same values give the same answer.

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
