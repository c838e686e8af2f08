//! Reads what a map, or a file of settings, says about steering.

use super::{avoidance, mechanism, parse};
use crate::document::{DocumentError, NumberRange, SourceText, Table};
use crate::scene::map_problem::MapProblem;
use crate::scene::mode_override::ModeOverride;
use sidestep::settings::{Push, Setting, Weights};
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;

/// What a text says about steering. Everything else keeps its value.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::scene) struct Stated {
    pub mode: Option<Mode>,
    /// Modes of single groups, in files of settings only: in a map, they belong to the groups.
    pub groups: Vec<ModeOverride>,
    pub settings: Vec<(&'static Setting, f32)>,
    /// In the order of [`Weights::NAMES`].
    pub weights: [Option<f32>; 4],
    pub push_on: Option<bool>,
    pub push_strength: Option<f32>,
}

impl Stated {
    /// Reads the tables about steering.
    pub(super) fn read(top: &Table) -> Result<Stated, DocumentError> {
        let mut stated = Stated::default();
        if let Some(table) = top.get("avoidance") {
            avoidance::avoidance(&table, &mut stated)?;
        }
        if let Some(table) = top.get("weights") {
            let table = table.table("[weights]", &Weights::NAMES)?;
            for (weight, key) in stated.weights.iter_mut().zip(Weights::NAMES) {
                *weight = table.number(key, NumberRange::WEIGHT)?;
            }
        }
        mechanism::read_tables(top, &mut stated)?;
        if let Some(push) = top.get("push") {
            let push = push.table("[push]", &["on", "strength"])?;
            stated.push_on = push.get("on").map(|value| value.boolean()).transpose()?;
            if let Some(strength) = push.get("strength") {
                let s = strength.number(NumberRange::STRENGTH)?;
                if !(s > 0.0 && s <= Push::MAX_STRENGTH) {
                    let problem = MapProblem::PushOutOfRange { strength: s.to_string() };
                    return Err(strength.error(problem, "out of range"));
                }
                stated.push_strength = Some(s);
                // A strength switches the push on.
                stated.push_on = stated.push_on.or(Some(true));
            }
        }
        Ok(stated)
    }

    /// Changes the weights that are stated.
    pub fn weigh(&self, weights: &mut Weights) {
        for (weight, stated) in weights.values_mut().into_iter().zip(self.weights) {
            *weight = stated.unwrap_or(*weight);
        }
    }

    /// Returns the steering of a map, without its groups' modes.
    pub(super) fn steering(&self) -> Steering {
        let mut steering = Steering { mode: self.mode.unwrap_or_default(), ..Steering::default() };
        self.weigh(&mut steering.weights);
        for (setting, value) in &self.settings {
            // The values have been checked already.
            let _ = steering.settings.set(setting, *value);
        }
        steering.push.on = self.push_on.unwrap_or(steering.mode.push());
        steering.push.strength = self.push_strength.unwrap_or(steering.push.strength);
        steering
    }
}

/// Reads a file of settings: a map's tables about steering, and groups with nothing but a mode.
pub(in crate::scene) fn describe_settings(source: &SourceText) -> Result<Stated, DocumentError> {
    let tree = parse(source)?;
    let tables = mechanism::tables().map(|(name, _)| name);
    let known: Vec<&'static str> =
        ["avoidance", "weights", "push", "group"].into_iter().chain(tables).collect();
    let top = Table::new(source, "the file of settings", 0..0, tree.get_ref(), &known)?;
    let mut stated = Stated::read(&top)?;
    let groups =
        top.get("group").map(|list| list.items("a list of tables", "each group under its own [[group]]"));
    for item in groups.transpose()?.unwrap_or_default() {
        let table = item.table("a group in a file of settings", &["name", "avoidance"])?;
        let group = table.need("name", "name = \"west\"")?.string()?.to_string();
        let mode = avoidance::read_mode(&table.need("avoidance", "avoidance = \"orca\"")?)?;
        stated.groups.push(ModeOverride { group: Some(group), mode });
    }
    Ok(stated)
}
