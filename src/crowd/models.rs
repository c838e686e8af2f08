//! The avoidance models of a world, one for each mode in use.

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

/// A model for each mode, and which unit uses which.
#[derive(Clone)]
pub(super) struct Models {
    /// The model of the common mode comes first, so there is always one.
    all: Vec<ModelSlot>,
    /// The index in `all` of each unit's model. Without any, all use the first.
    of_unit: Vec<usize>,
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
    /// Creates the models that the units use.
    pub fn new(units: &Units, layout: &Layout) -> Models {
        let mut models = Models { all: Vec::new(), of_unit: Vec::new(), modes: vec![layout.steering.mode] };
        models.complete(units, layout);
        models
    }

    /// One model for all units.
    pub fn single(model: Box<dyn Avoidance>) -> Models {
        Models { all: vec![ModelSlot { model, used: true }], of_unit: Vec::new(), modes: Vec::new() }
    }

    /// Follows the units to their new slots, and adds the models of new ones.
    pub fn renumber(&mut self, renumbering: &Renumbering, units: &Units, layout: &Layout) {
        self.all.iter_mut().for_each(|slot| slot.model.renumber(renumbering));
        self.complete(units, layout);
    }

    /// Adds the models that units need and that are missing, and notes which are in use. A model of the caller's own stays the only one.
    pub fn complete(&mut self, units: &Units, layout: &Layout) {
        if self.modes.is_empty() {
            return;
        }
        let steering = &layout.steering;
        self.assign(units, steering);
        for mode in &self.modes[self.all.len()..] {
            self.all.push(ModelSlot { model: mode.make(&steering.settings), used: false });
        }
        let used = used(units, layout, steering);
        for (slot, mode) in self.all.iter_mut().zip(&self.modes) {
            slot.used = used.contains(mode);
        }
    }

    /// Gives each unit the index of its mode, and adds modes that are missing.
    fn assign(&mut self, units: &Units, steering: &Steering) {
        let modes = &mut self.modes;
        let index = |id| index_of(modes, mode_of(units, steering, id));
        self.of_unit.clear();
        self.of_unit.extend((0..units.len()).map(index));
    }

    /// The names of the models and their states, as bytes. None for a model of the caller's own.
    pub fn store(&self) -> Option<Vec<u8>> {
        let names: Vec<&str> = self.modes.iter().map(|mode| mode.name()).collect();
        let state = |slot: &ModelSlot| (slot.used, Packed(slot.model.store()));
        let states: Vec<(bool, Packed)> = self.all.iter().map(state).collect();
        (!names.is_empty()).then(|| saved::bytes_of(&(names, states)))
    }

    /// The models of these units that were stored, with these settings. What those of the same mode know, which have the settings
    /// `own`, is not prepared again.
    pub fn restored(
        &self,
        bytes: &[u8],
        units: &Units,
        steering: &Steering,
        own: &Settings,
    ) -> Result<Models, SnapshotError> {
        type Saved = (Vec<String>, Vec<(bool, Packed)>);
        let (names, states): Saved = saved::value_of(bytes)?;
        let mut models = Models { all: Vec::new(), of_unit: Vec::new(), modes: Vec::new() };
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
        models.assign(units, steering);
        let is_complete = models.modes.len() == models.all.len();
        if is_complete { Ok(models) } else { Err(SnapshotError::Unfit("a model is missing".into())) }
    }

    /// The model of a unit.
    pub fn model_of(&self, id: usize) -> &dyn Avoidance {
        let index = self.of_unit.get(id).copied().unwrap_or(0);
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
    for (id, goal) in units.goal.iter().enumerate() {
        if *goal != Goal::Stand && units.plan(id, layout).is_none_or(Plan::avoids) {
            index_of(&mut modes, mode_of(units, steering, id));
        }
    }
    modes
}

/// The mode of a unit: its own, or its group's.
pub(super) fn mode_of(units: &Units, steering: &Steering, id: usize) -> Mode {
    units.mode[id].unwrap_or_else(|| steering.mode_of(units.group[id]))
}

/// Returns the index of `mode` in `modes`, adding it if necessary.
fn index_of(modes: &mut Vec<Mode>, mode: Mode) -> usize {
    modes.iter().position(|other| *other == mode).unwrap_or_else(|| {
        modes.push(mode);
        modes.len() - 1
    })
}
