//! The overlay of gates, and the reasons of units near them.

use sidestep::settings::OFF;
use sidestep::traffic::MECHANISMS;
use sidestep::world::World;
use sidestep_lab::draw::legend::{self, Swatch};
use sidestep_lab::draw::overlays::PASSAGES;
use sidestep_lab::draw::{Camera, Canvas, Overlays, Trails, View, reasons_in_words, render, theme};
use sidestep_lab::scene::{LayoutOptions, Scene};

const SIZE: (u32, u32) = (600, 300);

/// A map with its own mode, after `seconds`. The mechanisms are on or off.
fn world(map: &str, is_on: bool, seconds: f32) -> World {
    let mut layout = Scene::open(map).unwrap().layout(&LayoutOptions::default()).unwrap();
    for mechanism in MECHANISMS.iter().filter(|_| !is_on) {
        layout.steering.settings.set(mechanism.switch(), OFF).unwrap();
    }
    let mut world = World::new(layout, 1);
    while world.time() < seconds {
        world.tick();
    }
    world
}

/// Whether the overlay draws something, and its legend.
fn drawn(world: &World) -> (bool, Vec<legend::LegendEntry>) {
    let trails = Trails::default();
    let draw = |overlays: Overlays| {
        let mut pixels = vec![0; (SIZE.0 * SIZE.1 * 4) as usize];
        let camera = Camera::fit(world.layout().bounds, SIZE, (0.0, 0.0));
        let view = View {
            moment: None,
            camera,
            overlays,
            selected: None,
            alpha: 1.0,
            theme: &theme::DARK,
            trails: &trails,
            hud: false,
        };
        render(world, &view, &mut Canvas::new(SIZE.0, SIZE.1, &mut pixels));
        (pixels, legend::overlays(&view.viewpoint(world), &view.overlays))
    };
    let (with, legend) = draw(Overlays::NONE.with(&PASSAGES));
    (with != draw(Overlays::NONE).0, legend)
}

#[test]
fn gates_are_drawn_where_there_are_any() {
    let (changes, legend) = drawn(&world("maps/door.toml", true, 3.0));
    let texts: Vec<&str> = legend.iter().map(|entry| entry.text.as_str()).collect();
    assert!(changes && texts[0] == "1 gate" && texts[1].starts_with("turn of "), "{texts:?}");
    assert!(texts[2].starts_with("waits for its turn: ") && !texts[2].contains(" 0 units"), "{texts:?}");
    for (map, is_on, seconds, text) in [
        ("maps/crossing.toml", true, 1.0, "passages: the map has no gate"),
        ("maps/door.toml", false, 1.0, "passages: all mechanisms at narrow places are off"),
        ("maps/door.toml", true, 0.0, "passages: nothing before the first tick"),
    ] {
        let (changes, legend) = drawn(&world(map, is_on, seconds));
        assert!(!changes && legend.len() == 1 && legend[0].swatch == Swatch::Nothing, "{map}: {legend:?}");
        assert_eq!(legend[0].text, text);
    }
}

#[test]
fn units_near_a_gate_say_what_they_do() {
    let world = world("maps/door.toml", true, 3.0);
    let holder = world.turns()[0].holder.expect("one side has the turn");
    let group = world.side_groups()[0][usize::from(holder)].expect("the groups come from different sides");
    let turn = &world.layout().groups[usize::from(group)];
    let (mut waiting, mut heading) = (0, 0);
    for id in 0..world.units().len() {
        let Some(own) = world.approach(id) else { continue };
        let reasons = world.reasons(id);
        let facts = serde_json::to_value(reasons.fact("passage")).unwrap();
        assert_eq!((facts["gate"].as_u64(), facts["waits"].as_bool()), (Some(0), Some(own.waits)));
        assert_eq!(facts["distance"].as_f64(), Some(f64::from(own.distance)));
        assert_eq!(facts["turn"].as_str(), Some(turn.as_str()));
        assert_eq!(facts["own_turn"].as_bool(), Some(own.side == holder));
        let words = reasons.words.join("\n");
        if own.waits && own.side != holder {
            let to_come = facts["to_come"].as_u64().unwrap();
            assert!(words.contains(&format!("it is the turn of {turn}, {to_come} unit")), "{words}");
            let panel: Vec<String> =
                reasons_in_words(&world, id, &theme::DARK).into_iter().map(|(line, _)| line).collect();
            assert!(panel.iter().any(|line| line.contains(" gate 0")), "{panel:?}");
            waiting += 1;
        } else if own.side == holder {
            assert!(words.contains("gate 0: ") || words.contains("gate 0, "), "{words}");
            heading += 1;
        }
        let pressed = reasons.parts.iter().any(|(name, _)| *name == "queue");
        assert!(pressed || facts["stuck_behind"].is_null(), "{facts}");
    }
    assert!(waiting > 10 && heading > 10, "{waiting} wait, {heading} head for the gate");
}

#[test]
fn reading_reasons_at_gates_changes_nothing() {
    let mut asked = world("maps/door.toml", true, 0.0);
    while asked.time() < 3.0 {
        asked.tick();
        (0..asked.units().len()).step_by(7).for_each(|id| drop(asked.reasons(id)));
    }
    assert_eq!(asked.state_hash(), world("maps/door.toml", true, 3.0).state_hash());
}
