//! `sidestep run` in a build without the window.

use super::run_plan::RunPlan;

/// Returns why there is no window.
pub(super) fn open(_plan: &RunPlan) -> miette::Result<Option<String>> {
    Ok(Some("built without the window".into()))
}
