//! Helpers for the settings of behaviours. A length of 0 stands for a default that suits the body.

use crate::settings::Setting;

/// A time, s.
pub(super) const fn time(key: &'static str, default: f32, what: &'static str) -> Setting {
    Setting::number(key, default, (0.0, 60.0), "s", what)
}

/// A length, m; 0 by default.
pub(super) const fn length(key: &'static str, what: &'static str) -> Setting {
    Setting::number(key, 0.0, (0.0, 1000.0), "m", what)
}

/// A maximum rotation, rad/s.
pub(super) const fn max_rotation(key: &'static str) -> Setting {
    Setting::number(key, 6.0, (0.01, 100.0), "rad/s", "maximum speed of turning")
}

/// Returns the setting if it is above 0, else the body's own value.
pub(super) fn given_or(given: f32, own: f32) -> f32 {
    if given > 0.0 { given } else { own }
}
