//! What units say about their decisions: snapshots of their words, facts and marks.

use sidestep::steering::avoidance::Mode;
use sidestep::world::World;
use sidestep_lab::scene::{BuiltIn, LayoutOptions, Scene, built_in_maps};
use std::fmt::Write;

/// Numbers are rounded, so that a line changes only with what it says.
fn add_reasons(text: &mut String, name: &str, world: &World, slot: usize) {
    let why = world.reasons(slot);
    writeln!(text, "{name}, unit {slot}").unwrap();
    why.words.iter().for_each(|words| writeln!(text, "  {words}").unwrap());
    why.facts.iter().for_each(|(name, fact)| writeln!(text, "    {name}: {fact:.2?}").unwrap());
    why.parts.iter().for_each(|(name, force)| writeln!(text, "    part {name}: {force:.0?}").unwrap());
    why.marks.iter().for_each(|(mark, tint)| writeln!(text, "    mark {mark:.1?} {tint:?}").unwrap());
    for aspect in &why.aspects {
        writeln!(text, "    {}, {}: {} marks", aspect.name, aspect.heading, aspect.marks.len()).unwrap();
        aspect.lines.iter().for_each(|(words, tint)| writeln!(text, "      {words} {tint:?}").unwrap());
    }
}

fn world_after(map: &str, mode: Option<Mode>, ticks: usize) -> World {
    let mut layout = Scene::built_in(map).unwrap().layout(&LayoutOptions::default()).unwrap();
    if let Some(mode) = mode {
        layout.steering.mode = mode;
    }
    let mut world = World::new(layout, 0);
    (0..ticks).for_each(|_| world.tick());
    world
}

/// Of the unit that is nearest to the door, while both groups come to it.
#[test]
fn what_modes_say() {
    let mut text = String::new();
    for mode in Mode::all() {
        let world = world_after("door", Some(mode), 240);
        let units = world.units();
        let nearest = (0..units.len())
            .min_by(|a, b| units.position[*a].coords.norm().total_cmp(&units.position[*b].coords.norm()));
        add_reasons(&mut text, mode.name(), &world, nearest.unwrap());
    }
    insta::assert_snapshot!(text);
}

/// Of the first unit of each map that follows a plan.
#[test]
fn what_plans_say() {
    let mut text = String::new();
    for BuiltIn { name: map, .. } in built_in_maps() {
        let mut world = world_after(map, None, 0);
        let Some(slot) = (0..world.units().len()).find(|slot| world.plan(*slot).is_some()) else { continue };
        (0..90).for_each(|_| world.tick());
        add_reasons(&mut text, map, &world, slot);
    }
    insta::assert_snapshot!(text);
}
