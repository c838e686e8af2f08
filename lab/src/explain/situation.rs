//! Writes a unit's situation as a file of cases.

use super::{avoidance, plan};
use sidestep::steering::combine::Plan;
use sidestep::world::World;

/// Returns what unit `id` perceives now, as a JSON array of cases that `sidestep explain` reads.
///
/// A unit that follows a plan gives one case for each of the plan's behaviours. A unit without a plan, or whose plan has the
/// behaviour `avoid` or no behaviour with a target, gives one case for each model of its mode, or for every model if the mode
/// has none.
pub fn situation(world: &World, id: usize) -> String {
    let name = format!("{}-{}-{id}", world.layout().name, world.ticks());
    let plan = world.plan(id);
    let cases = world.with_perception(id, |seen| {
        let mut cases = plan.map_or_else(Vec::new, |plan| plan::cases(plan, &name, seen));
        if cases.is_empty() || plan.is_some_and(Plan::avoids) {
            // On its way through a gate, a unit heads for a point of its own rather than for the next one on its path.
            let own = seen.aim.filter(|_| world.approach(id).is_some());
            let goal = own.or_else(|| world.target(id)).unwrap_or(seen.unit.position);
            let (mode, settings) = (world.mode(id), &world.steering().settings);
            cases.extend(avoidance::cases(&name, seen.unit, goal, seen.around, mode, settings));
        }
        cases
    });
    // Cannot fail, because the values are JSON already.
    serde_json::to_string_pretty(&cases).unwrap_or_default()
}
