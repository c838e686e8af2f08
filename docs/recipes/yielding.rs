//! The settings of yielding.

use super::Mechanism;
use crate::settings::Setting;

/// Whether units yield.
pub const ON: Setting = Setting::switch("yielding.on", "units yield at crossings");
/// The distance within which units yield, R.
pub const REACH: Setting =
    Setting::number("yielding.reach", 8.0, (0.0, 50.0), "R", "distance within which units yield");

/// Units yield at crossings.
pub static YIELDING: Mechanism = Mechanism {
    name: "yielding",
    option: "yielding",
    summary: "units yield at crossings",
    settings: &[ON, REACH],
};
