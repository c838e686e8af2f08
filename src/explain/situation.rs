//! A unit's situation in a world, as a file of cases.

use super::{avoidance, plan};
use crate::steering::combine::Plan;
use crate::world::World;

/// What unit `id` perceives now, as a JSON array of cases that `explain::read` reads. Of one that follows a plan: a case
/// for each of the plan's behaviours. Of one that does not, or whose plan has the behaviour `avoid`, or has nothing to be
/// about: a case for each model that the mode has a part of, or for every model where the mode has none.
pub fn situation(world: &World, id: usize) -> String {
    let name = format!("{}-{}-{id}", world.layout().name, world.ticks());
    let plan = world.plan(id);
    let cases = world.with_perception(id, |seen| {
        let mut cases = plan.map_or_else(Vec::new, |plan| plan::cases(plan, &name, seen));
        if cases.is_empty() || plan.is_some_and(Plan::avoids) {
            let goal = world.target(id).unwrap_or(seen.unit.position);
            cases.extend(avoidance::cases(&name, seen.unit, goal, seen.around, world.steering()));
        }
        cases
    });
    // Values and the names of their fields are JSON already: this cannot fail.
    serde_json::to_string_pretty(&cases).unwrap_or_default()
}
