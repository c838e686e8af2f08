//! Pictures for papers: themes, vector graphics, a part of the map; and what tells groups apart.

use crate::draw::world;
use sidestep::types::{MapPoint, Point};
use sidestep::world::World;
use sidestep_lab::draw::legend::{self, Swatch};
use sidestep_lab::draw::{Camera, Canvas, Color, Cue, Overlays, Theme, Trails, View, render, theme};
use sidestep_lab::export::palette::Palette;
use sidestep_lab::export::{Picture, Recorder, SvgRecorder, VisibleArea};
use sidestep_lab::measure::Measure;
use sidestep_lab::run::CompletedRun;
use sidestep_lab::scene::{LayoutOptions, Scene, frame};
use std::fs;

fn pixel(pixels: &[u8], width: u32, at: (f32, f32)) -> Color {
    let p = &pixels[(at.1 as usize * width as usize + at.0 as usize) * 4..][..4];
    Color { r: p[0], g: p[1], b: p[2], a: p[3] }
}

fn drawn(picture: &Picture, world: &World) -> Vec<u8> {
    let mut pixels = Vec::new();
    picture.draw(world, &Trails::default(), &mut pixels);
    pixels
}

#[test]
fn a_theme_gives_a_picture_its_colours() {
    let world = world();
    let picture = Picture { size: (640, 360), theme: &theme::LIGHT, ..Picture::default() };
    let pixels = drawn(&picture, &world);
    let count =
        |color: Color| pixels.chunks_exact(4).filter(|p| p[..3] == [color.r, color.g, color.b]).count();
    let light = &theme::LIGHT;
    for wanted in [light.floor, light.wall, light.text, light.group(0), light.group(1), light.standing] {
        assert!(count(wanted) > 20, "{wanted:?} is in {} pixels", count(wanted));
    }
    for other in [theme::DARK.floor, theme::DARK.background, theme::DARK.group(0)] {
        assert_eq!(count(other), 0, "{other:?} is dark");
    }
    let palette = Palette::of_theme(light, 2);
    for color in [light.floor, light.wall, light.text, light.group(0), light.group(1)] {
        let index = usize::from(palette.index_of(&[color.r, color.g, color.b, 255]));
        assert_eq!(palette.bytes()[index * 3..][..3], [color.r, color.g, color.b]);
    }
}

/// Draws four-way, at 40 pixels per metre, around a unit of each group. Returns the pixel in its middle, and one on its ring.
fn marks(theme: &'static Theme) -> Vec<(Color, Color, Color)> {
    let layout = Scene::built_in("four-way").unwrap().layout(&LayoutOptions::default()).unwrap();
    let world = World::new(layout, 1);
    let (size, trails) = ((200, 200), Trails::default());
    let mark = |group: u16| {
        let id = world.units().group.iter().position(|other| *other == group).unwrap();
        let at = world.units().position[id];
        let camera = Camera { center: at, scale: 40.0, width: 200.0, height: 200.0 };
        let overlays = Overlays::NONE;
        let view = View {
            moment: None,
            camera,
            overlays,
            selected: None,
            alpha: 1.0,
            theme,
            trails: &trails,
            hud: false,
        };
        let mut pixels = vec![255; 200 * 200 * 4];
        render(&world, &view, &mut Canvas::new(size.0, size.1, &mut pixels));
        let ring = 0.36 * 40.0 * world.units().radius[id];
        let look = world.units().heading[id];
        // Across the heading, where the heading's line is not.
        let at = (100.0 - ring * libm::sinf(look), 100.0 - ring * libm::cosf(look));
        (pixel(&pixels, 200, (100.0, 100.0)), pixel(&pixels, 200, at), theme.group(group))
    };
    (0..4).map(mark).collect()
}

#[test]
fn groups_beyond_two_have_marks_in_their_discs_and_in_the_legend() {
    for theme in [&theme::DARK, &theme::LIGHT] {
        let marks = marks(theme);
        let rim = |k: usize| theme.rim(marks[k].2);
        assert_eq!((marks[0].0, marks[0].1), (marks[0].2, marks[0].2), "the first group is plain");
        assert_eq!((marks[1].0, marks[1].1), (marks[1].2, rim(1)), "the second has a circle");
        assert_eq!((marks[2].0, marks[2].1), (rim(2), marks[2].2), "the third has a dot");
        assert_eq!(marks[3].0, rim(3), "the fourth has a bar");
    }
    let entries = |map: &str| {
        let layout = Scene::built_in(map).unwrap().layout(&LayoutOptions::default()).unwrap();
        let entries = legend::groups(&World::new(layout, 1), &theme::DARK);
        entries.into_iter().map(|entry| entry.swatch).collect::<Vec<_>>()
    };
    let swatch = |group: u16, cue: Cue| Swatch::Unit(theme::DARK.group(group), cue);
    let cues = [Cue::Plain, Cue::Circle, Cue::Dot, Cue::Bar];
    let expected: Vec<_> = (0..4).map(|group| swatch(group, cues[usize::from(group)])).collect();
    assert_eq!(entries("four-way"), expected);
    assert_eq!(entries("crossing"), [swatch(0, Cue::Plain), swatch(1, Cue::Plain)]);
}

#[test]
fn a_goal_can_be_seen() {
    let world = world();
    for theme in [&theme::DARK, &theme::LIGHT] {
        let picture = Picture { size: (800, 400), theme, hud: false, ..Picture::default() };
        let camera = Camera::fit(frame(world.layout()), picture.size, (8.0, 8.0));
        let (x, y) = camera.to_screen(Point::new(9.0, 4.0));
        let ring = pixel(&drawn(&picture, &world), 800, (x + 0.3 * camera.scale, y));
        let floor = theme.floor;
        let far = ring.r.abs_diff(floor.r).max(ring.g.abs_diff(floor.g)).max(ring.b.abs_diff(floor.b));
        assert!(far > 120, "{}: {ring:?} on {floor:?}", theme.name);
    }
}

#[test]
fn a_picture_can_show_a_part_of_the_map() {
    let world = world();
    let visible = Some(VisibleArea { middle: MapPoint::new(-4.0, 0.0), width: 4.0 });
    let picture = Picture { size: (200, 100), visible, hud: false, ..Picture::default() };
    let pixels = drawn(&picture, &world);
    // 50 pixels per metre around the unit at -4, 0 with a radius of 0.5 m.
    let (group, floor) = (theme::DARK.group(0), theme::DARK.floor);
    assert_eq!(pixel(&pixels, 200, (100.0, 50.0)), group);
    assert_eq!(pixel(&pixels, 200, (100.0, 71.0)), group);
    assert_eq!(pixel(&pixels, 200, (102.0, 78.0)), floor);
}

#[test]
fn an_svg_has_the_shapes_and_the_words_of_the_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.svg");
    let picture = Picture { size: (800, 400), theme: &theme::LIGHT, ..Picture::default() };
    let mut recorder: Box<dyn Recorder> = Box::new(SvgRecorder::create(&path, picture, Some(0.05)).unwrap());
    let mut world = world();
    for _ in 0..=3 {
        recorder.record(&world).unwrap();
        world.tick();
    }
    let run = CompletedRun { metrics: Measure::new(&world).metrics(&world), world };
    recorder.finish(&run).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("<svg xmlns=") && text.ends_with("</svg>\n"), "{text}");
    assert!(text.contains("<title>test, map at 0.05 s</title>"), "the moment of --at: {text}");
    for words in ["test, map", "0.1 s", "west", "the \"east\", mostly"] {
        assert!(text.contains(&format!(">{words}</text>")), "no '{words}' in {text}");
    }
    // Three units, a round wall, a shared goal of each group, and the legend.
    assert!(text.matches("<circle ").count() >= 3 + 1 + 2 + 2, "{text}");
    let light = [theme::LIGHT.group(0), theme::LIGHT.group(1), theme::LIGHT.standing, theme::LIGHT.wall];
    for color in light {
        assert!(text.contains(&format!("fill:#{:02x}{:02x}{:02x}", color.r, color.g, color.b)), "{color:?}");
    }
    for element in text.lines().filter(|line| line.starts_with('<') && !line.starts_with("</")) {
        let closed = element.ends_with("/>")
            || element.contains("</")
            || element.starts_with("<svg")
            || element == "<style>";
        assert!(closed && !element.contains("NaN") && !element.contains("inf"), "{element}");
    }
    assert!(text.len() < 12_000, "{} bytes", text.len());
}
