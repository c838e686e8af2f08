//! Direct: what each unit does about the narrow places on its course.

use super::narrow::Directed;
use super::state::State;
use crate::workers::Workers;

/// Lets units take turns at gates, queue, and keep right.
pub(super) fn direct(state: &mut State, workers: Workers<'_>) {
    let State { layout, units, courses, navigator, narrow, ticks, .. } = state;
    narrow.direct(&Directed { layout, units, navigator, ticks: *ticks }, courses, workers);
}
