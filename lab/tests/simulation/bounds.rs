//! Bounds: open bounds stop no unit, closed bounds are walls, and a picture extends beyond the bounds if the crowd
//! does.

use sidestep::steering::avoidance::Mode;
use sidestep::types::Rect;
use sidestep::world::World;
use sidestep_lab::scene::{LayoutOptions, Scene, frame};

/// Two rooms separated by a wall that ends on the bounds, with a 3 m door for a crowd of 60.
fn rooms(closed: &str) -> String {
    format!(
        "sidestep = 1\nbounds = [[-12, -6], [12, 6]]\n{closed}time_limit = 60\n\n[[wall]]\nbox = [[-0.5, 1.5], [0.5, 6]]\n\n[[wall]]\nchain = [[0, -6], [0, -1.5]]\n\n[[group]]\nname = \"a\"\nformation = \"hex\"\narea = [[-11, -5], [-2, 5]]\ncount = 60\nspacing = 1.15\ngoal = {{ point = [8, 0] }}\n"
    )
}

fn scene(toml: &str) -> Scene {
    Scene::from_toml("rooms.toml", toml).unwrap_or_else(|e| panic!("{e}"))
}

/// The largest distance of a unit's centre from each of two rectangles during a run of this many seconds.
fn farthest_outside(world: &mut World, rects: [Rect; 2], seconds: f32) -> [f32; 2] {
    let mut farthest = [0.0_f32; 2];
    while world.time() < seconds {
        world.tick();
        for p in &world.units().position {
            for (farthest, rect) in farthest.iter_mut().zip(rects) {
                *farthest = farthest.max((p - rect.nearest(*p)).norm());
            }
        }
    }
    farthest
}

#[test]
fn closed_bounds_are_walls() {
    for mode in ["none", "lanes"] {
        let outside = |closed: &str| {
            let mut layout = scene(&rooms(closed)).layout(&LayoutOptions::default()).unwrap();
            layout.steering.set_mode(Mode::named(mode).unwrap());
            let bounds = layout.bounds;
            farthest_outside(&mut World::new(layout, 1), [bounds; 2], 12.0)[0]
        };
        assert!(outside("") > 0.2, "{mode}: open bounds stop no unit");
        assert_eq!(outside("closed = true\n"), 0.0, "{mode}: closed bounds hold");
        assert_eq!(outside("closed = false\n"), outside(""), "{mode}");
    }
}

#[test]
fn a_wall_ending_on_open_bounds_gives_a_warning() {
    let summary = |toml: &str| scene(toml).summary().unwrap().to_string();
    let open = summary(&rooms(""));
    assert!(open.contains("wall 1 (line 6) ends on the bounds at (0, 6)"), "{open}");
    assert!(open.contains("wall 2 (line 9) ends on the bounds at (0, -6)"), "{open}");
    assert!(open.contains("`closed = true`"), "{open}");
    let closed = summary(&rooms("closed = true\n"));
    assert!(!closed.contains("warning") && closed.contains("24 × 12 m, closed"), "{closed}");
    assert!(closed.contains("walls       1 box, 1 chain\n"), "the bounds are not counted: {closed}");
    // Walls around the map serve the same purpose: a room of four boxes.
    let boxes = "[[wall]]\nbox = [[-13, 6], [13, 7]]\n[[wall]]\nbox = [[-13, -7], [13, -6]]\n[[group]]";
    let room = summary(&rooms("").replace("[[group]]", boxes));
    assert!(!room.contains("warning"), "{room}");
    for map in sidestep_lab::scene::built_in_maps() {
        let summary = Scene::built_in(map.name).unwrap().summary().unwrap();
        assert_eq!(summary.open_ends, [], "{}", map.name);
    }
}

#[test]
fn a_unit_too_close_to_closed_bounds_is_refused_with_its_position() {
    let toml = "sidestep = 1\nbounds = [[-12, -6], [12, 6]]\nclosed = true\ntime_limit = 9\n[[group]]\nname = \"a\"\nunits = [{ position = [-11.8, 0], goal = { point = [8, 0] } }]\n";
    let error = Scene::from_toml("near.toml", toml).expect_err("half of it is in the wall");
    let report = format!("{:?}", miette::Report::new(error));
    assert!(report.contains("starts in a wall") && report.contains("the bounds are walls"), "{report}");
    let yes = Scene::from_toml("near.toml", &toml.replace("true", "\"yes\"")).expect_err("no truth");
    assert!(yes.to_string().contains("must be true or false"), "{yes}");
}

#[test]
fn closed_bounds_grow_with_the_number_of_units() {
    let scene = scene(&rooms("closed = true\n"));
    let layout = scene.layout(&LayoutOptions { units: Some(600), ..LayoutOptions::default() }).unwrap();
    assert_eq!(layout.walls.len(), 2 + 4);
    assert!(layout.starts.iter().all(|s| layout.bounds.contains(s.position)));
    assert_eq!(frame(&layout), layout.bounds, "what walls hold together does not spread");
}

#[test]
fn a_picture_shows_the_whole_crossing() {
    let scene = Scene::built_in("crossing").unwrap();
    let small = scene.layout(&LayoutOptions::default()).unwrap();
    assert_eq!(frame(&small), small.bounds, "400 units stay within the bounds");
    let layout = scene.layout(&LayoutOptions { units: Some(1500), ..LayoutOptions::default() }).unwrap();
    let (bounds, frame) = (layout.bounds, frame(&layout));
    let [beyond, outside] = farthest_outside(&mut World::new(layout, 1), [bounds, frame], 11.0);
    assert!(beyond > 1.0, "the crowd spreads beyond the bounds");
    assert_eq!(outside, 0.0, "the frame {frame:?} holds the crowd");
    // The width is unchanged: groups that walk east and west spread north and south.
    assert_eq!((frame.min.x, frame.max.x), (bounds.min.x, bounds.max.x));
}
