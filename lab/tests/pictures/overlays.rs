//! Overlays of the lanes model: grids, predicted positions, words and marks; and its saved situations.

use crate::common::{NO_PUSH, layout, mode, run, steering, walker};
use serde_json::{Value, json};
use sidestep::navigation::Goal;
use sidestep::steering::Fact;
use sidestep::steering::reasons::{GridView, Mark};
use sidestep::types::{Point, Rect, Vec2};
use sidestep::world::Start;
use sidestep::world::World;
use sidestep_lab::draw::legend::{self, LegendEntry, Swatch};
use sidestep_lab::draw::overlays::{
    CARDIOID, DENSITY, FIELD, FORCE, LANE_FIELD, MODEL, NEIGHBOURS, PASSAGES, PATH, POTENTIAL, PREDICTED,
    PRESSURE, RAYS,
};
use sidestep_lab::draw::{Camera, Canvas, Color, OVERLAYS, Overlay, Overlays, Trails, View, render, theme};
use sidestep_lab::explain;
use sidestep_lab::export::Picture;
use sidestep_lab::scene::{LayoutOptions, Scene};

const SIZE: (u32, u32) = (900, 450);
/// A unit of the western group, and a unit of the eastern group. The last unit stands.
const WEST: usize = 0;
const EAST: usize = 30;

/// Two blocks of thirty units that meet within a second, and a standing unit, after `ticks` ticks.
fn world(model: &str, ticks: usize) -> World {
    let block = |group: u16, side: f32| {
        (0..30).map(move |k| {
            let (x, y) = (2.0 + 1.5 * (k % 5) as f32, 1.5 * (k / 5) as f32 - 4.0);
            Start { group, ..walker((-side * x, y), (side * 30.0, y)) }
        })
    };
    let stands = Start { goal: Goal::Stand, ..walker((0.0, 9.0), (0.0, 9.0)) };
    let starts = block(0, 1.0).chain(block(1, -1.0)).chain([stands]).collect();
    let mut layout = layout(starts, steering(mode(model), 4, NO_PUSH));
    layout.bounds = Rect { min: Point::new(-32.0, -12.0), max: Point::new(32.0, 12.0) };
    layout.groups = vec!["west".into(), "east".into()];
    let mut world = World::new(layout, 1);
    (0..ticks).for_each(|_| world.tick());
    world
}

fn camera(world: &World) -> Camera {
    Camera::fit(world.layout().bounds, SIZE, (0.0, 0.0))
}

fn view<'a>(world: &World, overlays: Overlays, selected: Option<usize>, trails: &'a Trails) -> View<'a> {
    let theme = &theme::DARK;
    View { moment: None, camera: camera(world), overlays, selected, alpha: 1.0, theme, trails, hud: false }
}

fn picture(world: &World, overlays: Overlays, selected: Option<usize>) -> Vec<u8> {
    let mut pixels = vec![0; (SIZE.0 * SIZE.1 * 4) as usize];
    let trails = Trails::default();
    let view = view(world, overlays, selected, &trails);
    render(world, &view, &mut Canvas::new(SIZE.0, SIZE.1, &mut pixels));
    pixels
}

/// The colour at a position; `None` outside the picture.
fn color_at(pixels: &mut [u8], world: &World, p: Point) -> Option<Color> {
    let (x, y) = camera(world).to_screen(p);
    Canvas::new(SIZE.0, SIZE.1, pixels).pixel(x as usize, y as usize)
}

/// The centre and the value of each cell in unit `id`'s grids with this name.
fn cells(world: &World, id: usize, name: &str) -> Vec<(Point, f32)> {
    let parts = world.grids(id).into_iter().filter(|part| part.name == name);
    let of = |part: GridView| {
        let cell = |(k, value): (usize, &f32)| {
            let (column, row) = ((k % part.columns) as f32, (k / part.columns) as f32);
            (part.origin + Vec2::new(column + 0.5, row + 0.5) * part.cell, *value)
        };
        part.values.iter().enumerate().map(cell).collect::<Vec<_>>()
    };
    parts.flat_map(of).collect()
}

fn reddest(color: Color) -> i32 {
    i32::from(color.r) - i32::from(color.g.max(color.b))
}

fn most_violet(color: Color) -> i32 {
    i32::from(color.r.min(color.b)) - i32::from(color.g)
}

/// A grid is visible exactly where it is not 0, and most visible where it is furthest from 0.
#[test]
fn pressure_and_lane_field_are_drawn_at_their_cells() {
    let world = world("lanes", 2);
    for (overlay, tint) in [(&PRESSURE, most_violet as fn(Color) -> i32), (&LANE_FIELD, reddest)] {
        let cells = cells(&world, WEST, overlay.name);
        let mut bare = picture(&world, Overlays::NONE, Some(WEST));
        let mut drawn = picture(&world, Overlays::NONE.with(overlay), Some(WEST));
        let mut seen: Vec<(f32, i32)> = Vec::new();
        let mut nothing = 0;
        for (middle, value) in &cells {
            let before = color_at(&mut bare, &world, *middle);
            let Some(after) = color_at(&mut drawn, &world, *middle) else { continue };
            if before != Some(theme::DARK.floor) {
                continue;
            }
            if *value == 0.0 {
                assert_eq!(after, theme::DARK.floor, "{} at {middle:?}", overlay.name);
                nothing += 1;
            } else {
                seen.push((value.abs(), tint(after)));
            }
        }
        seen.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(seen.len() > 3 && nothing > 20, "{}: {} and {nothing}", overlay.name, seen.len());
        assert!(seen.windows(2).all(|pair| pair[0].1 <= pair[1].1 + 2), "the more, the more: {seen:?}");
        assert!(seen.last().is_some_and(|(_, tint)| *tint > 40), "{seen:?}");
    }
}

/// Each group sees the other group in red, and not its own.
#[test]
fn the_lane_field_shows_oncoming_units() {
    let world = world("lanes", 2);
    // The last unit of each group, 0.6 s ahead at 5 m/s, is not among the other group yet.
    let place = |id: usize, ahead: f32| world.units().position[id] + Vec2::new(ahead, 0.0);
    let (western, eastern) = (place(WEST + 4, 3.0), place(EAST + 4, -3.0));
    let worst_near = |id: usize, at: Point| {
        let near = |(middle, value): (Point, f32)| ((middle - at).norm() < 1.5).then_some(value);
        cells(&world, id, "lane-field").into_iter().filter_map(near).fold(0.0, f32::min)
    };
    assert!(worst_near(WEST, eastern) < -0.3 && worst_near(EAST, western) < -0.3);
    assert!(worst_near(WEST, western) > -0.01 && worst_near(EAST, eastern) > -0.01);
    // Without a selection, it belongs to the first unit, which is marked.
    let overlay = Overlays::NONE.with(&LANE_FIELD);
    let mut drawn = picture(&world, overlay, None);
    let rim = world.units().position[WEST] + Vec2::new(0.0, 0.5 + 2.5 / camera(&world).scale);
    assert!(color_at(&mut drawn, &world, rim).is_some_and(|color| reddest(color) > 100));
    // A standing unit has no direction that others could oppose.
    assert!(cells(&world, 60, "lane-field").is_empty());
}

/// Units cover the same area in the grid as on the ground, and no cell occurs twice.
#[test]
fn the_density_includes_all_units() {
    let world = world("lanes", 2);
    let parts: Vec<GridView> = world.grids(WEST).into_iter().filter(|part| part.name == "density").collect();
    let (cell, origins): (f32, Vec<Point>) = (parts[0].cell, parts.iter().map(|part| part.origin).collect());
    for (k, origin) in origins.iter().enumerate() {
        assert!(!origins[..k].contains(origin), "{origin:?} is there twice");
    }
    let covered: f32 = cells(&world, WEST, "density").iter().map(|(_, share)| share * cell * cell).sum();
    let bodies = 61.0 * std::f32::consts::PI * 0.25;
    assert!((covered / bodies - 1.0).abs() < 1e-3, "{covered} m² of {bodies}");
}

#[test]
fn predicted_positions_end_in_a_dot_of_the_groups_colour() {
    let world = world("lanes", 40);
    let mut drawn = picture(&world, Overlays::NONE.with(&PREDICTED), None);
    let mut bare = picture(&world, Overlays::NONE, None);
    let mut free = [0; 2];
    for id in 0..60 {
        let places = world.predicted_positions(id);
        let ways: Vec<f32> = places.iter().map(|p| (p - world.units().position[id]).norm()).collect();
        assert!(ways.windows(2).all(|pair| pair[0] < pair[1]) && ways[0] > 0.5, "{ways:?}");
        let last = *places.last().unwrap();
        let floor = color_at(&mut bare, &world, last).unwrap();
        if floor.r.abs_diff(floor.b) < 30 {
            // No unit is there yet.
            let color = color_at(&mut drawn, &world, last).unwrap();
            let (most, least) = if id < EAST { (color.b, color.r) } else { (color.r, color.b) };
            assert!(most > least.saturating_add(30), "unit {id}: {color:?}");
            free[id / EAST] += 1;
        }
    }
    assert!(free.iter().all(|count| *count > 5), "{free:?}");
    assert!(
        world.predicted_positions(60).is_empty() && world.predicted_positions(1000).is_empty(),
        "one stands, one is not"
    );
}

/// A model without predictions, or before its first tick, has nothing to show.
#[test]
fn without_predictions_nothing_is_drawn() {
    let overlays = [&PRESSURE, &LANE_FIELD, &PREDICTED, &DENSITY];
    for (model, ticks) in [("orca", 2), ("lanes", 0)] {
        let world = world(model, ticks);
        let drawn = picture(&world, overlays.into_iter().collect(), Some(WEST));
        assert!(drawn == picture(&world, Overlays::NONE, Some(WEST)), "{model} after {ticks} ticks");
    }
}

/// The first line of the words names the largest term among the facts.
#[test]
fn the_words_name_the_term_that_turns_a_unit_most() {
    let mut world = world("lanes", 0);
    let mut named = [0; 3];
    run(&mut world, 2.0, |world| {
        if !world.ticks().is_multiple_of(10) {
            return;
        }
        for id in 0..60 {
            let reasons = world.reasons(id);
            let Some(first) = reasons.words.first().filter(|_| !reasons.facts.is_empty()) else { continue };
            let fact = |name: &str| f64::from(reasons.fact(name).and_then(Fact::number).unwrap());
            let terms = [("pressure", "pressure"), ("the lane field", "lane"), ("near units", "near")];
            let largest = (0..3).max_by(|a, b| fact(terms[*a].1).abs().total_cmp(&fact(terms[*b].1).abs()));
            let largest = largest.unwrap();
            if fact(terms[largest].1).abs() < 0.11 {
                continue;
            }
            assert!(first.ends_with(terms[largest].0), "{first}: {:?}", reasons.facts);
            let sum: f64 = terms.iter().map(|(_, name)| fact(name)).sum();
            let side = if sum > 0.0 { "right" } else { "left" };
            assert!(first.contains(side) || sum.abs() < 0.11, "{first}: {:?}", reasons.facts);
            named[largest] += 1;
        }
    });
    assert!(named.iter().all(|count| *count > 5), "each of them has its turn: {named:?}");
}

/// The marks are one ring per horizon of the pressure, one dot per horizon of the lane field, and sideways arrows in the direction
/// that the unit turns to.
#[test]
fn marks_are_at_the_predicted_positions() {
    let world = world("lanes", 30);
    let reasons = world.reasons(WEST);
    let count = |wanted: fn(&Mark) -> bool| reasons.marks.iter().filter(|(mark, _)| wanted(mark)).count();
    assert_eq!(count(|mark| matches!(mark, Mark::Ring(..))), 3);
    assert_eq!(count(|mark| matches!(mark, Mark::Dot(_))), 3);
    assert!(count(|mark| matches!(mark, Mark::Arrow(..))) >= 2, "{:?}", reasons.marks);
    let places = world.predicted_positions(WEST);
    for (mark, _) in &reasons.marks {
        if let Mark::Ring(at, _) | Mark::Dot(at) = mark {
            assert!(places.contains(at), "{at:?} is not among {places:?}");
        }
    }
}

/// A saved situation has no crowd. The terms of near neighbours are the same in it, and it reports that no other units exist.
#[test]
fn a_saved_situation_has_the_near_neighbours() {
    let mut world = world("lanes", 0);
    let mut compared = 0;
    for _ in 0..8 {
        (0..15).for_each(|_| world.tick());
        for id in [3, 17, 33, 48] {
            let saved = explain::read(&explain::situation(&world, id)).unwrap();
            assert_eq!(saved.len(), 1);
            let why = world.reasons(id);
            let explained = saved[0].explain();
            let found = explained.get("near").and_then(Value::as_f64);
            let near = why.fact("near").and_then(Fact::number).map(f64::from);
            let (Some(case), Some(run)) = (found, near) else {
                continue;
            };
            // A blocked unit asks the fields for a side; the situation has no fields.
            let held = explained["words"].to_string() + &why.words.join("\n");
            if held.contains("blocked head-on") {
                continue;
            }
            // In a run, the path is from an earlier tick; in the situation, it is new.
            assert!((case - run).abs() < 0.1, "unit {id}: {case} of the case, {run} in the crowd");
            compared += usize::from(run != 0.0);
            let words = explained["words"].to_string();
            assert!(words.contains("no crowd fields here: only near units count"), "{words}");
            assert!(explained.get("pressure").is_none() && explained.get("lane").is_none(), "{explained}");
        }
    }
    assert!(compared > 3, "{compared} cases in which near ones count");
}

#[test]
fn any_situation_without_a_crowd_is_explained() {
    let answer_of = |case: Value| explain::read(&case.to_string()).unwrap()[0].explain();
    let unit =
        json!({"position": [0, 0], "velocity": [5, 0], "radius": 0.5, "max_speed": 5, "goal": [20, 0]});
    let other = json!({"position": [5, 0.2], "velocity": [-5, 0], "radius": 0.5});
    let met = answer_of(json!({"model": "lanes", "unit": unit, "neighbours": [other]}));
    assert!(met["near"].as_f64().unwrap() > 0.3, "it is to the left: {met}");
    assert!(
        met["force"][1].as_f64().unwrap() < -1.0 && met.get("wanted").is_none(),
        "a force to its right: {met}"
    );
    assert!(met["words"].to_string().contains("mostly due to near units"), "{met}");
    assert!(met["words"].to_string().contains("would meet unit 0 in 0.5 s"), "{met}");
    let cheap = answer_of(json!({"model": "lanes-cheap", "unit": unit, "neighbours": [other]}));
    assert!(cheap["words"].to_string().contains("nothing counts") && cheap.get("near").is_none(), "{cheap}");
    let there =
        json!({"position": [1, 1], "velocity": [0, 0], "radius": 0.5, "max_speed": 5, "goal": [1, 1]});
    let there = answer_of(json!({"model": "lanes", "unit": there}));
    assert_eq!(there["words"], json!(["it has nowhere to go"]));
    let huge = json!({"position": [3e38, 0], "velocity": [3e38, -3e38], "radius": 3e38, "max_speed": 1e-30,
        "goal": [-3e38, 0]});
    let odd = answer_of(json!({"model": "lanes", "unit": huge, "neighbours": [other, huge_neighbour()]}));
    assert!(odd["wanted"].as_array().unwrap().iter().all(Value::is_number), "{odd}");
}

fn huge_neighbour() -> Value {
    json!({"position": [-3e38, 1e-38], "velocity": [-3e38, 3e38], "radius": 1e-30})
}

/// The legend of these overlays.
fn legend(world: &World, overlays: Overlays, selected: Option<usize>) -> Vec<LegendEntry> {
    let trails = Trails::default();
    let view = view(world, overlays, selected, &trails);
    legend::overlays(&view.viewpoint(world), &view.overlays)
}

/// The overlays that have nothing to show, with their reasons, except for gates, which depend on the map.
fn absent(world: &World, selected: Option<usize>) -> Vec<(&'static Overlay, String)> {
    let of = |overlay: &'static Overlay| {
        let entries = legend(world, Overlays::NONE.with(overlay), selected);
        assert!(!entries.is_empty(), "{} has no legend", overlay.name);
        let nothing = entries.iter().find(|entry| entry.swatch == Swatch::Nothing)?;
        Some((overlay, nothing.text.clone()))
    };
    OVERLAYS.iter().copied().filter(|overlay| *overlay != &PASSAGES).filter_map(of).collect()
}

#[test]
fn an_overlay_without_data_says_why() {
    let cases: [(&str, &[&Overlay]); 4] = [
        ("raycast", &[&FIELD, &CARDIOID, &MODEL, &DENSITY, &POTENTIAL, &PRESSURE, &LANE_FIELD, &PREDICTED]),
        ("cardioid", &[&RAYS, &MODEL, &DENSITY, &POTENTIAL, &PRESSURE, &LANE_FIELD, &PREDICTED]),
        ("lanes", &[&RAYS, &FIELD, &CARDIOID, &POTENTIAL]),
        ("continuum", &[&RAYS, &FIELD, &CARDIOID, &NEIGHBOURS, &PRESSURE, &LANE_FIELD, &PREDICTED]),
    ];
    for (model, wanted) in cases {
        let world = world(model, 30);
        for selected in [None, Some(WEST)] {
            let absent = absent(&world, selected);
            let overlays: Vec<&Overlay> = absent.iter().map(|(overlay, _)| *overlay).collect();
            assert_eq!(overlays, wanted, "{model}, {selected:?}");
            for (overlay, text) in absent {
                assert_eq!(text, format!("{}: not available in mode {model}", overlay.name));
            }
        }
        // The cardioid is drawn only if it has weights.
        let drawn = picture(&world, Overlays::NONE.with(&CARDIOID), Some(WEST));
        let same = drawn == picture(&world, Overlays::NONE, Some(WEST));
        assert_eq!(same, wanted.contains(&&CARDIOID), "{model}");
    }
    let early = absent(&world("lanes", 0), None);
    let pressure = early.iter().find(|(overlay, _)| **overlay == PRESSURE).unwrap();
    assert_eq!(pressure.1, "pressure: nothing before the first tick");
    // The last unit stands still.
    let stands = absent(&world("lanes", 30), Some(60));
    assert!(stands.contains(&(&LANE_FIELD, "lane-field: unit 60 does not walk".into())), "{stands:?}");
}

#[test]
fn a_grids_legend_has_its_range_and_unit() {
    let world = world("lanes", 30);
    for (overlay, unit) in
        [(&DENSITY, "of the ground"), (&PRESSURE, "m²/s"), (&LANE_FIELD, "of the ground, for unit 0")]
    {
        let values: Vec<f32> = cells(&world, WEST, overlay.name).into_iter().map(|(_, v)| v).collect();
        let (low, high) = values.iter().fold((0.0_f32, 0.0_f32), |(l, h), v| (l.min(*v), h.max(*v)));
        let entries = legend(&world, Overlays::NONE.with(overlay), None);
        assert_eq!(entries.len(), 1);
        let Swatch::Shades(_, range) = entries[0].swatch else { panic!("{:?}", entries[0]) };
        assert_eq!(range, (low, high));
        assert!(entries[0].text.ends_with(unit), "{}", entries[0].text);
    }
}

#[test]
fn pictures_have_a_legend_of_their_overlays() {
    let world = world("lanes", 30);
    let drawn = |overlays: Overlays| {
        let mut pixels = Vec::new();
        let picture = Picture { size: SIZE, overlays, ..Picture::default() };
        picture.draw(&world, &Trails::default(), &mut pixels);
        pixels
    };
    // The first line of the legend, below the strip.
    let count = |overlays: Overlays, wanted: fn(Color) -> bool| {
        let mut pixels = drawn(overlays);
        let canvas = Canvas::new(SIZE.0, SIZE.1, &mut pixels);
        let places = (34..56).flat_map(|y| (8..400).map(move |x| (x, y)));
        places.filter(|(x, y)| canvas.pixel(*x, *y).is_some_and(wanted)).count()
    };
    let (text, arrow) = (|c: Color| c.r.min(c.g).min(c.b) > 140, |c: Color| c == theme::DARK.green);
    let force = || Overlays::NONE.with(&FORCE);
    assert_eq!(count(Overlays::NONE, text), 0);
    assert!(count(force(), text) > 200, "{} pixels of text", count(force(), text));
    assert!(count(force(), arrow) > 20, "{} pixels of the arrow", count(force(), arrow));
}

#[test]
fn the_path_overlay_lists_only_existing_paths() {
    let legend_of = |map: &str| {
        let layout = Scene::open(map).unwrap().layout(&LayoutOptions::default()).unwrap();
        let mut world = World::new(layout, 1);
        world.tick();
        let entries = legend(&world, Overlays::NONE.with(&PATH), None);
        entries.into_iter().map(|entry| entry.text).collect::<Vec<_>>()
    };
    assert_eq!(legend_of("patrol"), ["path of the plan"]);
    assert_eq!(legend_of("one-on-one"), ["path to the goal, up to its first bend"]);
    assert_eq!(legend_of("wander"), ["path: no goal, and no plan with a path"]);
}
