//! The avoidance models of a world, one for each mode in use by a group.

use super::layout::Layout;
use crate::navigation::Goal;
use crate::steering::Steering;
use crate::steering::avoidance::{Avoidance, Crowd, Mode};
use crate::steering::combine::Plan;
use crate::workers::Workers;

/// A model for each mode, and which group uses which.
pub(super) struct Models {
    /// The model of the common mode comes first, so there is always one.
    all: Vec<ModelSlot>,
    /// The index in `all` of each group's model. Groups beyond the end use the first.
    of_group: Vec<usize>,
}

struct ModelSlot {
    model: Box<dyn Avoidance>,
    /// Whether any unit uses it. Unused models are not prepared.
    used: bool,
}

impl Models {
    /// Creates the models that the layout's steering names for its groups.
    pub fn new(layout: &Layout) -> Models {
        let steering = &layout.steering;
        let mut modes = vec![steering.mode];
        let last = layout.starts.iter().map(|start| start.group).max().unwrap_or(0);
        let of_group = (0..=last).map(|group| index_of(&mut modes, steering.mode_of(group))).collect();
        let used = used(layout, steering);
        let model =
            |mode: &Mode| ModelSlot { model: mode.make(&steering.settings), used: used.contains(mode) };
        Models { all: modes.iter().map(model).collect(), of_group }
    }

    /// One model for all units.
    pub fn single(model: Box<dyn Avoidance>) -> Models {
        Models { all: vec![ModelSlot { model, used: true }], of_group: Vec::new() }
    }

    /// The model of a group.
    pub fn model_of(&self, group: u16) -> &dyn Avoidance {
        let index = self.of_group.get(usize::from(group)).copied().unwrap_or(0);
        self.all[index].model.as_ref()
    }

    /// Prepares the models in use for a tick.
    pub fn prepare(&mut self, crowd: &Crowd<'_>, workers: Workers<'_>) {
        self.all.iter_mut().filter(|slot| slot.used).for_each(|slot| slot.model.prepare(crowd, workers));
    }
}

/// The modes in use, each once, in the order of the units. Units that stand permanently or follow plans without
/// avoidance do not count.
pub(super) fn used(layout: &Layout, steering: &Steering) -> Vec<Mode> {
    let mut modes = Vec::new();
    for start in &layout.starts {
        let plan = layout.plans.get(usize::from(start.group)).and_then(Option::as_ref);
        if start.goal != Goal::Stand && plan.is_none_or(Plan::avoids) {
            index_of(&mut modes, steering.mode_of(start.group));
        }
    }
    modes
}

/// Returns the index of `mode` in `modes`, adding it if necessary.
fn index_of(modes: &mut Vec<Mode>, mode: Mode) -> usize {
    modes.iter().position(|other| *other == mode).unwrap_or_else(|| {
        modes.push(mode);
        modes.len() - 1
    })
}
