//! The avoidance models of a world, one for each mode in use by a group.

use super::layout::Layout;
use super::units::Units;
use crate::navigation::Goal;
use crate::saved::{self, Packed, SnapshotError};
use crate::settings::Settings;
use crate::steering::Steering;
use crate::steering::avoidance::{Avoidance, Crowd, Mode};
use crate::steering::combine::Plan;
use crate::types::Renumbering;
use crate::workers::Workers;

/// A model for each mode, and which group uses which.
#[derive(Clone)]
pub(super) struct Models {
    /// The model of the common mode comes first, so there is always one.
    all: Vec<ModelSlot>,
    /// The index in `all` of each group's model. Groups beyond the end use the first.
    of_group: Vec<usize>,
    /// The mode of each model. Empty for a model of the caller's own.
    modes: Vec<Mode>,
}

#[derive(Clone)]
struct ModelSlot {
    model: Box<dyn Avoidance>,
    /// Whether any unit uses it. Unused models are not prepared.
    used: bool,
}

impl Models {
    /// Creates the models that the layout's steering names for the units' groups.
    pub fn new(units: &Units, layout: &Layout) -> Models {
        let mut models = Models { all: Vec::new(), of_group: Vec::new(), modes: vec![layout.steering.mode] };
        models.complete(units, layout);
        models
    }

    /// One model for all units.
    pub fn single(model: Box<dyn Avoidance>) -> Models {
        Models { all: vec![ModelSlot { model, used: true }], of_group: Vec::new(), modes: Vec::new() }
    }

    /// Follows the units to their new slots, and adds the models of groups that had no units.
    pub fn renumber(&mut self, renumbering: &Renumbering, units: &Units, layout: &Layout) {
        self.all.iter_mut().for_each(|slot| slot.model.renumber(renumbering));
        if !self.modes.is_empty() {
            self.complete(units, layout);
        }
    }

    /// Adds the models that units need and that are missing, and notes which are in use.
    pub fn complete(&mut self, units: &Units, layout: &Layout) {
        let steering = &layout.steering;
        let last = units.group.iter().copied().max().unwrap_or(0);
        for group in self.of_group.len() as u16..=last {
            self.of_group.push(index_of(&mut self.modes, steering.mode_of(group)));
        }
        for mode in &self.modes[self.all.len()..] {
            self.all.push(ModelSlot { model: mode.make(&steering.settings), used: false });
        }
        let used = used(units, layout, steering);
        for (slot, mode) in self.all.iter_mut().zip(&self.modes) {
            slot.used = used.contains(mode);
        }
    }

    /// The names of the models, which group uses which, and their states, as bytes. None for a model of the caller's own.
    pub fn store(&self) -> Option<Vec<u8>> {
        let names: Vec<&str> = self.modes.iter().map(|mode| mode.name()).collect();
        let state = |slot: &ModelSlot| (slot.used, Packed(slot.model.store()));
        let states: Vec<(bool, Packed)> = self.all.iter().map(state).collect();
        (!names.is_empty()).then(|| saved::bytes_of(&(names, &self.of_group, states)))
    }

    /// The models that were stored, with these settings. What those of the same mode know, which have the settings `own`, is not
    /// prepared again.
    pub fn restored(
        &self,
        bytes: &[u8],
        steering: &Steering,
        own: &Settings,
    ) -> Result<Models, SnapshotError> {
        type Saved = (Vec<String>, Vec<usize>, Vec<(bool, Packed)>);
        let (names, of_group, states): Saved = saved::value_of(bytes)?;
        let mut models = Models { all: Vec::new(), of_group, modes: Vec::new() };
        for (name, (used, state)) in names.iter().zip(&states) {
            let mode: Mode = name.parse().map_err(|error| SnapshotError::Unfit(format!("{error}")))?;
            let known = self.modes.iter().position(|known| *known == mode);
            let mut model = match known.filter(|_| steering.settings == *own) {
                Some(index) => self.all[index].model.clone(),
                None => mode.make(&steering.settings),
            };
            model.restore(&state.0)?;
            models.all.push(ModelSlot { model, used: *used });
            models.modes.push(mode);
        }
        Ok(models)
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
pub(super) fn used(units: &Units, layout: &Layout, steering: &Steering) -> Vec<Mode> {
    let mut modes = Vec::new();
    for (goal, group) in units.goal.iter().zip(&units.group) {
        let plan = layout.plans.get(usize::from(*group)).and_then(Option::as_ref);
        if *goal != Goal::Stand && plan.is_none_or(Plan::avoids) {
            index_of(&mut modes, steering.mode_of(*group));
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
