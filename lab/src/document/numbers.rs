//! The ranges of numbers that keys accept.

use super::read_problem::ReadProblem;
use sidestep::types::MAX_COORDINATE;

/// The numbers that a key accepts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NumberRange {
    min: f64,
    max: f64,
    /// Whether numbers of 0 or less are reported as "not positive"; `min` is then only the lower end of the range.
    positive: bool,
    unit: &'static str,
}

impl NumberRange {
    const fn positive(min: f64, max: f64, unit: &'static str) -> Self {
        NumberRange { min, max, positive: true, unit }
    }

    const fn any(min: f64, max: f64, unit: &'static str) -> Self {
        NumberRange { min, max, positive: false, unit }
    }

    pub const COORDINATE: Self = Self::any(-(MAX_COORDINATE as f64), MAX_COORDINATE as f64, " m");
    pub const RADIUS: Self = Self::positive(0.01, 100.0, " m");
    pub const LENGTH: Self = Self::positive(0.01, MAX_COORDINATE as f64, " m");
    pub const JITTER: Self = Self::any(0.0, 100.0, " m");
    pub const GAP: Self = Self::any(0.0, 1000.0, " m");
    pub const MASS: Self = Self::positive(0.001, 1e6, " kg");
    pub const DENSITY: Self = Self::positive(0.01, 1e5, " kg/m²");
    pub const SPEED: Self = Self::positive(0.01, 100.0, " m/s");
    pub const VELOCITY: Self = Self::any(-100.0, 100.0, " m/s");
    pub const FORCE: Self = Self::positive(0.001, 1e9, " N");
    pub const WEIGHT: Self = Self::any(0.0, 1000.0, "");
    pub const SHARE: Self = Self::any(0.0, 1.0, "");
    pub const SETTING: Self = Self::any(f32::MIN as f64, f32::MAX as f64, "");
    pub const STRENGTH: Self = Self::any(f64::MIN, f64::MAX, "");
    pub const SECONDS: Self = Self::positive(0.1, 86400.0, " s");
    pub const TIME: Self = Self::any(0.0, 86400.0, " s");
    pub const DEGREES: Self = Self::any(-360.0, 360.0, "°");

    /// Returns the number if it is in range. The error is the problem and the label for its position.
    pub fn accept(&self, key: &str, written: &str, number: f64) -> Result<f32, (ReadProblem, &'static str)> {
        let (key, value) = (key.to_string(), written.to_string());
        if !number.is_finite() || !(number as f32).is_finite() && self.max == f64::MAX {
            return Err((ReadProblem::NotFinite { key, value }, "not finite"));
        }
        if self.positive && number <= 0.0 {
            return Err((ReadProblem::NotPositive { key, value, range: self.range() }, "not above 0"));
        }
        if number < self.min || number > self.max {
            return Err((ReadProblem::OutOfRange { key, value, range: self.range() }, "out of range"));
        }
        Ok(number as f32)
    }

    fn range(&self) -> String {
        format!("between {} and {}{}", self.min, self.max, self.unit)
    }
}
