//! The avoidance models of a world: one for each mode that a group of it has.

use crate::navigation::Goal;
use crate::scene::Layout;
use crate::steering::Steering;
use crate::steering::avoidance::{Avoidance, Crowd, Mode};
use crate::steering::combine::Plan;
use crate::workers::Workers;

/// A model for each mode, and whose is which.
pub(super) struct Models {
    /// The map's mode's first, so that there is one.
    all: Vec<ModelSlot>,
    /// The place in `all` of each group's; the first for groups beyond its end.
    of_group: Vec<usize>,
}

struct ModelSlot {
    model: Box<dyn Avoidance>,
    /// Whether somebody walks by it: nothing is prepared for nobody.
    used: bool,
}

impl Models {
    /// The models that the layout's steering names for its groups.
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

    /// One model for everybody.
    pub fn single(model: Box<dyn Avoidance>) -> Models {
        Models { all: vec![ModelSlot { model, used: true }], of_group: Vec::new() }
    }

    /// The model of a group.
    pub fn model_of(&self, group: u16) -> &dyn Avoidance {
        let place = self.of_group.get(usize::from(group)).copied().unwrap_or(0);
        self.all[place].model.as_ref()
    }

    /// Prepares for a tick those models that somebody uses.
    pub fn prepare(&mut self, crowd: &Crowd<'_>, workers: Workers<'_>) {
        self.all.iter_mut().filter(|one| one.used).for_each(|one| one.model.prepare(crowd, workers));
    }
}

/// The modes by which somebody walks, each once, in the order of the units: those of units that neither stand for good nor
/// follow a plan that does without.
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

/// Where `mode` is among `modes`; it is put there if it is not.
fn index_of(modes: &mut Vec<Mode>, mode: Mode) -> usize {
    modes.iter().position(|other| *other == mode).unwrap_or_else(|| {
        modes.push(mode);
        modes.len() - 1
    })
}
