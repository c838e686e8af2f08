//! Crowds that change rooms on random floor plans: all units arrive, and no unit waits longer at a gate than the rules of
//! turns allow.

use crate::floor_plan::{FloorPlan, RADIUS, SPEED, floor_plan};
use sidestep::types::DT;
use sidestep::world::World;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// A plan's limit, s. Its longest path takes a minute.
const LIMIT: f32 = 180.0;
/// The longest turn while units of the other side wait, s: 150 R/s_max.
const LONGEST: f32 = 150.0 * RADIUS / SPEED;
/// A region counts as empty after this time in which no unit entered or left it, s: 60 R/s_max.
const IDLE: f32 = 60.0 * RADIUS / SPEED;
/// Units this close to a region still pass when their turn ends, m.
const NEAR: f32 = 11.0 * RADIUS;

/// The longest time that a unit may wait without a break, s.
///
/// When its side's turn ends, its last units clear the gate. The other side has the longest turn, and its last units
/// clear it, too. Clearing takes the way from `NEAR` through the region, a second per unit that still passes, and the
/// time after which a gate with a jam counts as empty.
fn longest_wait(length: f32, group: usize) -> f32 {
    let clear = (NEAR + length) / SPEED + group as f32 + IDLE;
    LONGEST + 2.0 * clear
}

/// Runs a plan. Returns what went wrong.
fn problem(plan: FloorPlan) -> Option<String> {
    let FloorPlan { name, layout, largest_group } = plan;
    if let Some(first) = layout.unreachable().first() {
        return Some(format!("{name}: units {:?} have no path", first.units));
    }
    let mut world = World::new(layout, 1);
    let mut waited = vec![0.0_f32; world.units().len()];
    let mut found = None;
    while world.time() < LIMIT && !world.finished() {
        world.tick();
        for (id, waited) in waited.iter_mut().enumerate() {
            let own = world.approach(id).filter(|own| own.waits);
            *waited = own.map_or(0.0, |_| *waited + DT);
            if let Some(own) = own
                && *waited > longest_wait(own.length, largest_group)
                && found.is_none()
            {
                let turns = world.turns()[usize::from(own.gate)];
                found = Some(format!(
                    "unit {id} has waited {waited:.1} s at {:.1} s: {own:?} {turns:?}",
                    world.time()
                ));
            }
        }
    }
    if !world.finished() {
        found = Some(format!(
            "{} of {} arrived. {}",
            world.arrived(),
            world.walkers(),
            found.unwrap_or_default()
        ));
    }
    found.map(|found| format!("{name}: {found}\n{}", where_all_are(&world)))
}

/// The units that have not arrived, and the gates.
fn where_all_are(world: &World) -> String {
    let mut text = String::new();
    let units = world.units();
    for id in (0..units.len()).filter(|id| !units.arrived[*id]) {
        let (p, v) = (units.position[id], units.velocity[id]);
        let approach = world.approach(id).map(|own| (own.gate, own.side, own.distance, own.exit, own.waits));
        let left = world.path_left(id);
        let _ = writeln!(
            text,
            "  unit {id} of group {} at ({:.2}, {:.2}), speed {:.2}, {left:.1} m to go, gate {approach:?}",
            units.group[id],
            p.x,
            p.y,
            v.norm()
        );
    }
    for (index, gate) in world.passages().iter().flat_map(|passages| passages.gates()).enumerate() {
        let turns = world.turns()[index];
        if turns.inside != [0; 2] || turns.coming != [0; 2] {
            let _ = writeln!(
                text,
                "  gate {index} at ({:.1}, {:.1}) width {:.1} door {} through ({:.2}, {:.2}): holder {:?} inside {:?} coming {:?}",
                gate.middle.x,
                gate.middle.y,
                gate.width,
                gate.is_door,
                gate.through.x,
                gate.through.y,
                turns.holder,
                turns.inside,
                turns.coming
            );
        }
    }
    text
}

/// Runs the plans on all processors. Returns their problems.
fn problems(numbers: std::ops::Range<u64>, most: usize) -> Vec<String> {
    let next = AtomicU64::new(numbers.start);
    let work = || {
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return found;
            }
            let one = problem(floor_plan(number, most));
            one.iter().for_each(|text| eprintln!("{text}"));
            found.extend(one);
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn all_units_arrive_on_200_random_floor_plans() {
    let found = problems(0..200, 12);
    assert!(found.is_empty(), "{} of 200 plans:\n{}", found.len(), found.join("\n"));
}

/// The same with more plans and larger groups, from plan `FIRST`. Takes minutes.
#[test]
#[ignore = "takes minutes"]
fn all_units_arrive_on_many_random_floor_plans() {
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |text| text.parse().unwrap());
    let (first, count) = (number("FIRST", 1000), number("COUNT", 1000));
    let found = problems(first..first + count, number("MOST", 40) as usize);
    assert!(found.is_empty(), "{} of {count} plans:\n{}", found.len(), found.join("\n"));
}

/// The same state on one thread and on four.
#[test]
fn floor_plans_do_not_depend_on_threads() {
    for number in [3, 14, 15, 92] {
        let hash = |threads: usize| {
            let mut world = World::new(floor_plan(number, 40).layout, threads);
            (0..600).for_each(|_| world.tick());
            world.state_hash()
        };
        assert_eq!(hash(1), hash(4), "plan {number}");
    }
}
