//! The changes of the steering during a run in the window.

use sidestep::lookup::all_settings;
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep::world::World;

/// A change of the steering during a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SteeringChange {
    /// The tick after which it was made.
    pub tick: u64,
    /// The change, such as "avoidance from raycast to orca".
    pub what: String,
}

/// Each steering of a run, and the first tick with it.
pub(super) struct SteeringHistory(Vec<(u64, Steering)>);

impl SteeringHistory {
    /// Starts with a world before its first tick.
    pub(super) fn new(world: &World) -> SteeringHistory {
        SteeringHistory(vec![(world.ticks(), world.steering().clone())])
    }

    /// Records the world's current steering.
    pub(super) fn steered(&mut self, world: &World) {
        // Of several changes between two ticks, only the last affects units.
        self.0.retain(|(tick, _)| *tick < world.ticks());
        if self.0.last().is_none_or(|(_, steering)| steering != world.steering()) {
            self.0.push((world.ticks(), world.steering().clone()));
        }
    }

    /// The same without what was set after `tick`.
    pub(super) fn until(&self, tick: u64) -> SteeringHistory {
        let begin = self.0.first().map_or(0, |(begin, _)| *begin);
        SteeringHistory(self.0.iter().filter(|(at, _)| *at == begin || *at < tick).cloned().collect())
    }

    /// The changes so far that affected units, in order.
    pub(super) fn changes(&self, world: &World) -> Vec<SteeringChange> {
        let held: Vec<_> = self.0.iter().take_while(|(tick, _)| *tick < world.ticks()).collect();
        let change = |pair: &[&(u64, Steering)]| SteeringChange {
            tick: pair[1].0,
            what: differences(world, &pair[0].1, &pair[1].1).join(", "),
        };
        held.windows(2).map(change).filter(|change| !change.what.is_empty()).collect()
    }
}

/// The differences between two steerings of a world, in words. Empty if they steer alike.
fn differences(world: &World, before: &Steering, after: &Steering) -> Vec<String> {
    let modes = |steering: &Steering| {
        let modes = world.modes_under(steering);
        modes.iter().map(Mode::to_string).collect::<Vec<_>>().join(" and ")
    };
    let mut parts: Vec<(&str, String, String)> = vec![("avoidance", modes(before), modes(after))];
    for setting in all_settings() {
        let name = setting.key.strip_suffix(".on").unwrap_or(setting.key);
        // Several models can share a setting.
        if !parts.iter().any(|(known, ..)| *known == name) {
            let value = |steering: &Steering| steering.get(setting).to_string();
            parts.push((name, value(before), value(after)));
        }
    }
    parts.retain(|(_, before, after)| before != after);
    let named = |(what, before, after): &(&str, String, String)| format!("{what} from {before} to {after}");
    let mut named: Vec<String> = parts.iter().map(named).collect();
    let groups = 0..world.layout().groups.len() as u16;
    if modes(before) == modes(after) && groups.into_iter().any(|g| before.mode_of(g) != after.mode_of(g)) {
        named.insert(0, "the modes of groups".into());
    }
    named
}
