//! Drawing, checked pixel by pixel.

use crate::common::walker;
use sidestep::geometry::Wall;
use sidestep::navigation::Goal;
use sidestep::steering::Steering;
use sidestep::types::{MapPoint, Point, Rect};
use sidestep::world::World;
use sidestep::world::{Layout, Start};
use sidestep_lab::draw::{
    Area, Camera, Canvas, Color, OVERLAYS, Overlays, Trails, View, render, text, theme,
};
use sidestep_lab::draw::{cue, legend, side_by_side, units as draw_units};
use sidestep_lab::export::Picture;

const BLACK: Color = Color::hex(0x000000);
const WHITE: Color = Color::hex(0xffffff);

fn blank(width: u32, height: u32) -> Vec<u8> {
    let mut pixels = vec![0; (width * height * 4) as usize];
    Canvas::new(width, height, &mut pixels).clear(BLACK);
    pixels
}

/// The area of white on black, pixels.
fn area(pixels: &[u8]) -> f64 {
    pixels.chunks_exact(4).map(|p| f64::from(p[0]) / 255.0).sum()
}

fn start(x: f32, y: f32, group: u16, goal: Goal) -> Start {
    Start { mass: 80.0, max_speed: 2.0, max_force: 400.0, group, goal, ..walker((x, y), (x, y)) }
}

pub(crate) fn world() -> World {
    let away = Goal::Point { at: Point::new(9.0, 4.0), radius: 0.3, own: false };
    World::new(
        Layout {
            name: "test, map".into(),
            bounds: Rect { min: Point::new(-10.0, -5.0), max: Point::new(10.0, 5.0) },
            walls: vec![
                Wall::Box(Rect { min: Point::new(-9.0, -4.5), max: Point::new(-8.0, -3.0) }),
                Wall::Circle { center: Point::new(8.0, -4.0), radius: 0.6 },
                Wall::Chain(vec![Point::new(-9.0, 4.0), Point::new(-7.0, 4.5)]),
            ],
            groups: vec!["west".into(), "the \"east\", mostly".into()],
            colors: Vec::new(),
            starts: vec![
                start(-4.0, 0.0, 0, away),
                start(4.0, 1.0, 1, away),
                start(0.0, -3.0, 0, Goal::Stand),
            ],
            steering: Steering::default(),
            push_stated: false,
            origin: MapPoint::origin(),
            plans: Vec::new(),
            later_radii: Vec::new(),
            time_limit: 60.0,
            seed: 1,
            script: sidestep::crowd::Script::default(),
        },
        1,
    )
}

#[test]
fn a_disc_covers_its_area() {
    for (radius, x, y) in [(1.5, 50.0, 50.0), (3.0, 50.3, 49.8), (6.7, 50.5, 50.5), (30.0, 49.9, 50.1)] {
        let mut pixels = blank(100, 100);
        Canvas::new(100, 100, &mut pixels).disc((x, y), radius, WHITE);
        let (is, wanted) = (area(&pixels), std::f64::consts::PI * f64::from(radius * radius));
        assert!((is / wanted - 1.0).abs() < 0.01, "radius {radius}: {is} instead of {wanted} pixels");
    }
}

#[test]
fn shapes_cover_their_areas() {
    type Draw = fn(&mut Canvas);
    let cases: [(&str, f64, Draw); 6] = [
        ("line", 60.0 * 3.0 + 7.1, |c| c.line((20.0, 30.3), (80.0, 30.3), 3.0, WHITE)),
        ("slanted line", 2.0 * 50.0 + 3.1, |c| c.line((20.0, 20.0), (50.0, 60.0), 2.0, WHITE)),
        ("ring", 2.0 * std::f64::consts::PI * 30.0 * 2.0, |c| c.ring((50.2, 50.0), 30.0, 2.0, WHITE)),
        ("rectangle", 10.5 * 20.25, |c| c.rect((10.25, 5.5), (20.75, 25.75), WHITE)),
        ("polygon", 0.5 * 40.0 * 30.0, |c| c.polygon(&[(10.0, 10.0), (50.0, 10.0), (10.0, 40.0)], WHITE)),
        ("small rectangle", 0.25 * 0.5, |c| c.rect((10.25, 10.25), (10.5, 10.75), WHITE)),
    ];
    for (name, wanted, draw) in cases {
        let mut pixels = blank(100, 100);
        draw(&mut Canvas::new(100, 100, &mut pixels));
        let is = area(&pixels);
        assert!((is / wanted - 1.0).abs() < 0.03, "{name}: {is} instead of {wanted} pixels");
    }
}

#[test]
fn dashes_and_dots_leave_gaps() {
    let mut pixels = blank(200, 20);
    let mut canvas = Canvas::new(200, 20, &mut pixels);
    canvas.dashed((0.0, 5.5), (200.0, 5.5), 10.0, 10.0, 1.0, WHITE);
    let lit = (0..200).filter(|x| canvas.pixel(*x, 5).unwrap().r > 128).count();
    assert!((95..=115).contains(&lit), "{lit} of 200 pixels");
    canvas.dotted((0.0, 15.5), (200.0, 15.5), 10.0, 1.5, WHITE);
    let lit = (0..200).filter(|x| canvas.pixel(*x, 15).unwrap().r > 128).count();
    assert!((30..=80).contains(&lit), "{lit} of 200 pixels");
}

#[test]
fn absurd_coordinates_neither_panic_nor_take_for_ever() {
    let (inf, nan) = (f32::INFINITY, f32::NAN);
    let values = [nan, inf, -inf, f32::MAX, f32::MIN, 1e9, -1e9, f32::MIN_POSITIVE, 0.0, 31.5];
    let mut pixels = blank(64, 48);
    let mut canvas = Canvas::new(64, 48, &mut pixels);
    for &x in &values {
        for &y in &values {
            for &r in &values {
                let tint = WHITE.alpha(90);
                canvas.disc((x, y), r, tint);
                canvas.ring((x, y), r, 2.0, tint);
                canvas.ring((x, 5.0), 9.0, r, tint);
                canvas.line((x, y), (r, 20.0), 2.0, tint);
                canvas.line((x, 3.0), (9.0, y), r, tint);
                canvas.dashed((x, y), (r, 20.0), 5.0, 3.0, 1.0, tint);
                canvas.dashed((0.0, 0.0), (30.0, 20.0), x, y, r, tint);
                canvas.dotted((x, y), (10.0, r), 0.0, 1.0, tint);
                canvas.arrow((x, y), (r, 3.0), 1.5, tint);
                canvas.rect((x, y), (r, 7.0), tint);
                canvas.polygon(&[(x, y), (r, 3.0), (5.0, r)], tint);
            }
        }
    }
    let scaled = text::Size::body(1);
    text::draw(&mut canvas, i32::MIN, i32::MAX, "far away", scaled, WHITE);
    text::draw(&mut canvas, -20, -5, "half outside", scaled, WHITE);
    assert!(pixels.chunks_exact(4).all(|p| p[3] == 255), "the picture stays opaque");
}

#[test]
fn a_short_buffer_is_drawn_up_to_its_end() {
    let mut pixels = vec![0; 10 * 4 * 4];
    let mut canvas = Canvas::new(10, 10, &mut pixels);
    assert_eq!((canvas.width(), canvas.height()), (10, 4));
    canvas.disc((5.0, 5.0), 5.0, WHITE);
    Canvas::new(0, 0, &mut []).disc((5.0, 5.0), 5.0, WHITE);
}

#[test]
fn text_has_the_width_that_it_reports() {
    let size = text::Size::body(1);
    let mut pixels = blank(200, 30);
    let mut canvas = Canvas::new(200, 30, &mut pixels);
    let end = text::draw(&mut canvas, 5, 4, "Wµ½× ?", size, WHITE);
    assert_eq!(end - 5, size.width("Wµ½× ?"));
    let lit = area(&pixels);
    assert!((60.0..600.0).contains(&lit), "{lit} pixels of text");
    let mut twice = blank(400, 60);
    text::draw(&mut Canvas::new(400, 60, &mut twice), 5, 4, "Wµ½× ?", text::Size::body(2), WHITE);
    assert!((area(&twice) / lit - 4.0).abs() < 1e-6, "twice as large is four times the area");
}

#[test]
fn camera_conversions_are_inverse() {
    let bounds = Rect { min: Point::new(-30.0, 5.0), max: Point::new(70.0, 25.0) };
    let mut camera = Camera::fit(bounds, (1280, 720), (20.0, 40.0));
    let (low, high) = (camera.to_screen(bounds.min), camera.to_screen(bounds.max));
    assert!((low.0 - 20.0).abs() < 0.01 && (high.0 - 1260.0).abs() < 0.01, "{low:?} to {high:?}");
    assert!(low.1 > high.1, "up is up");
    let at = (321.0, 123.0);
    let held = camera.to_world(at);
    camera.zoom(at, 3.7);
    assert!((camera.to_world(at) - held).norm() < 1e-3, "what is under the pointer stays there");
    camera.pan(10.0, -7.0);
    let moved = camera.to_screen(held);
    assert!((moved.0 - 331.0).abs() < 0.05 && (moved.1 - 116.0).abs() < 0.05, "{moved:?}");
    camera.zoom(at, f32::NAN);
    camera.zoom(at, 1e30);
    assert!(camera.scale.is_finite() && camera.center.x.is_finite());
}

#[test]
fn units_have_their_groups_colours_at_their_positions() {
    let (world, trails) = (world(), Trails::default());
    let camera = Camera::fit(world.layout().bounds, (800, 400), (0.0, 24.0));
    let mut pixels = vec![0; 800 * 400 * 4];
    let mut canvas = Canvas::new(800, 400, &mut pixels);
    let view = View {
        moment: None,
        camera,
        overlays: Overlays::NONE,
        selected: None,
        alpha: 1.0,
        theme: &theme::DARK,
        trails: &trails,
        hud: false,
    };
    render(&world, &view, &mut canvas);
    for (id, wanted) in [(0, theme::DARK.group(0)), (1, theme::DARK.group(1)), (2, theme::DARK.standing)] {
        let (x, y) = camera.to_screen(world.units().position[id]);
        assert_eq!(canvas.pixel(x as usize, y as usize), Some(wanted), "unit {id}");
    }
    let (x, y) = camera.to_screen(Point::new(-8.5, -4.0));
    assert_eq!(canvas.pixel(x as usize, y as usize), Some(theme::DARK.wall));
    let (x, y) = camera.to_screen(Point::new(-0.13, 2.17));
    assert_eq!(canvas.pixel(x as usize, y as usize), Some(theme::DARK.floor));
}

/// Twelve groups. Ten have one walking unit each, the first also a standing unit; one group is posts.
fn many_groups() -> World {
    let away = |x: f32| Goal::Point { at: Point::new(x, 4.0), radius: 0.3, own: false };
    let mut layout = world().layout().clone();
    let walkers = (0..10).map(|k| start(k as f32 * 1.8 - 9.0, -2.0, k, away(k as f32)));
    layout.starts = walkers.collect();
    layout.starts.push(start(-5.0, 2.0, 0, Goal::Stand));
    layout.starts.push(start(5.0, 2.0, 10, Goal::Stand));
    layout.groups = (0..10).map(|k| format!("group {k}")).chain(["posts".into()]).collect();
    World::new(layout, 1)
}

#[test]
fn the_legend_names_each_group_in_the_colour_of_its_units() {
    let world = many_groups();
    let entries = legend::groups(&world, &theme::DARK);
    let names: Vec<&str> = entries.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(names.len(), 12);
    assert_eq!((names[9], names[10], names[11]), ("group 9", "posts", "standing"));
    let shown = |name: &str| entries.iter().find(|entry| entry.text == name).map(|entry| entry.swatch);
    for id in 0..world.units().len() {
        let group = usize::from(world.units().group[id]);
        let stands = world.layout().starts[id].goal == Goal::Stand;
        let name = if stands && group == 0 { "standing" } else { &world.layout().groups[group] };
        let color = draw_units::color(&world, id, &theme::DARK);
        let mark = if stands { cue::Cue::Plain } else { cue::of_group(&world, world.units().group[id]) };
        assert_eq!(shown(name), Some(legend::Swatch::Unit(color, mark)), "unit {id}, {name}");
    }
    // All colours differ, in the picture too. The strip has no room, so there is a box.
    for (k, entry) in entries[..10].iter().enumerate() {
        assert!(entries[..k].iter().all(|other| other.swatch != entry.swatch), "{}", entry.text);
    }
    let picture = Picture { size: (640, 480), ..Picture::default() };
    let mut pixels = Vec::new();
    picture.draw(&world, &Trails::default(), &mut pixels);
    let canvas = Canvas::new(640, 480, &mut pixels);
    for entry in &entries {
        let legend::Swatch::Unit(color, _) = entry.swatch else { panic!("{entry:?}") };
        let places = (30..300).flat_map(|y| (8..60).map(move |x| (x, y)));
        let count = places.filter(|(x, y)| canvas.pixel(*x, *y) == Some(color)).count();
        assert!(count > 40, "{}: {count} pixels", entry.text);
    }
}

#[test]
fn three_rounds_of_group_colours_differ() {
    let colors: Vec<Color> = (0..theme::GROUP_COLORS as u16)
        .map(|group| theme::DARK.group(group))
        .chain([theme::DARK.standing])
        .collect();
    for (k, a) in colors.iter().enumerate() {
        for b in &colors[..k] {
            let apart = [(a.r, b.r), (a.g, b.g), (a.b, b.b)].map(|(x, y)| u32::from(x.abs_diff(y)).pow(2));
            assert!(apart.iter().sum::<u32>() > 24 * 24, "{a:?} and {b:?}");
        }
    }
}

#[test]
fn everything_at_once_draws_at_any_size_and_zoom() {
    let mut world = world();
    let mut trails = Trails::default();
    for _ in 0..40 {
        trails.record(&world);
        world.tick();
    }
    assert_eq!(trails.len(), 7);
    let overlays: Overlays = OVERLAYS.iter().copied().collect();
    for (width, height) in [(1, 1), (40, 20), (640, 360)] {
        let mut pixels = vec![0; (width * height * 4) as usize];
        for scale in [0.01, 20.0, 2000.0] {
            let mut camera = Camera::fit(world.layout().bounds, (width, height), (0.0, 0.0));
            camera.scale = scale;
            let view = View {
                moment: None,
                camera,
                overlays: overlays.clone(),
                selected: Some(0),
                alpha: 0.5,
                theme: &theme::DARK,
                trails: &trails,
                hud: true,
            };
            render(&world, &view, &mut Canvas::new(width, height, &mut pixels));
        }
    }
}

#[test]
fn overlays_have_names_and_misspelt_ones_get_the_nearest() {
    assert_eq!("rays, trail".parse::<Overlays>().unwrap().to_string(), "rays,trail");
    assert_eq!("".parse(), Ok(Overlays::NONE));
    let error = "rays,feild".parse::<Overlays>().unwrap_err();
    assert!(error.contains("did you mean 'field'?"), "{error}");
}

#[test]
fn a_part_of_a_canvas_clips_what_is_drawn_on_it() {
    let (width, height) = (30, 20);
    let mut pixels = blank(width, height);
    let area = Area { x: 5, y: 4, width: 12, height: 9 };
    let mut canvas = Canvas::new(width, height, &mut pixels);
    let mut part = canvas.part(area);
    assert_eq!((part.width(), part.height()), (12, 9));
    part.disc((6.0, 4.5), 40.0, WHITE);
    part.ring((0.0, 0.0), 8.0, 9.0, WHITE);
    part.line((-50.0, 2.0), (50.0, 2.0), 3.0, WHITE);
    part.polygon(&[(-9.0, -9.0), (40.0, -9.0), (40.0, 40.0)], WHITE);
    part.rect((-5.0, -5.0), (100.0, 100.0), WHITE);
    text::draw(&mut part, -3, -3, "Wide text", text::Size::body(1), WHITE);
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let inside = area.contains((x as f32, y as f32));
        let expected = if inside { WHITE } else { BLACK };
        assert_eq!(canvas.pixel(x as usize, y as usize), Some(expected), "{x}, {y}");
    }
    // A part has its own coordinates, and ends where the canvas ends.
    canvas.part(area).clear(BLACK);
    canvas.part(area).part(Area { x: 2, y: 3, width: 1, height: 1 }).clear(WHITE);
    assert_eq!(canvas.pixel(7, 7), Some(WHITE));
    assert_eq!(canvas.pixel(6, 7), Some(BLACK));
    let beyond = canvas.part(Area { x: 25, y: 19, width: 100, height: 100 });
    assert_eq!((beyond.width(), beyond.height()), (5, 1));
    canvas.part(Area { x: 100, y: 100, width: 5, height: 5 }).disc((1.0, 1.0), 9.0, WHITE);
}

#[test]
fn worlds_side_by_side_stay_in_their_cells() {
    let (world, trails) = (world(), Trails::default());
    let (size, bounds) = ((640, 400), world.layout().bounds);
    let areas = side_by_side::arrange(size, 4, 2.0, 0, 1);
    let caption =
        vec![("mode".to_string(), theme::DARK.accent), ("arrived 0/2".to_string(), theme::DARK.text)];
    let draw = |areas: &[side_by_side::CellParts]| {
        let cells: Vec<_> = areas
            .iter()
            .map(|parts| side_by_side::Cell {
                parts: *parts,
                world: &world,
                view: View {
                    moment: None,
                    camera: Camera::fit(bounds, parts.map.size(), (4.0, 4.0)),
                    overlays: Overlays::NONE,
                    selected: None,
                    alpha: 1.0,
                    theme: &theme::DARK,
                    trails: &trails,
                    hud: false,
                },
                caption: caption.clone(),
                legend: Vec::new(),
            })
            .collect();
        let mut pixels = blank(size.0, size.1);
        side_by_side::draw(&cells, 1, &theme::DARK, &mut Canvas::new(size.0, size.1, &mut pixels));
        pixels
    };
    let (all, one) = (draw(&areas), draw(&areas[..1]));
    let row = |pixels: &[u8], area: Area, y: u32| {
        let from = ((area.y + y) * size.0 + area.x) as usize * 4;
        pixels[from..from + area.width as usize * 4].to_vec()
    };
    let (first, last) = (areas[0].whole, areas[3].whole);
    for y in 0..first.height {
        assert_eq!(row(&all, first, y), row(&one, first, y), "row {y}: another cell drew here");
        assert_eq!(row(&all, first, y), row(&all, last, y), "row {y}: equal worlds look equal");
    }
    let captions: Vec<u8> = (0..areas[0].map.height).flat_map(|y| row(&all, first, y)).collect();
    let accent = |pixels: &[u8]| pixels.chunks_exact(4).any(|p| p[..3] == [0xff, 0xd1, 0x66]);
    assert!(!accent(&captions) && accent(&all), "the caption is beneath the map");
}

#[test]
fn the_legend_of_a_cell_covers_no_map() {
    let (world, trails) = (world(), Trails::default());
    let entry = |text: &str| legend::LegendEntry::new(legend::Swatch::Disc(theme::DARK.violet), text);
    let entries = vec![entry("a short entry"), entry("an entry that is somewhat longer"), entry("the last")];
    // Under the map, and beside it.
    for (size, aspect) in [((900, 400), 2.0), ((1200, 400), 1.0), ((1280, 700), 1.0)] {
        let draw = |legend: Vec<legend::LegendEntry>| {
            let parts = side_by_side::arrange(size, 2, aspect, 2, 1)[0];
            let camera = Camera::fit(world.layout().bounds, parts.map.size(), (4.0, 4.0));
            let view = View::plain(camera, &trails, &theme::DARK);
            let cell = side_by_side::Cell { parts, world: &world, view, caption: Vec::new(), legend };
            let mut pixels = blank(size.0, size.1);
            side_by_side::draw(&[cell], 1, &theme::DARK, &mut Canvas::new(size.0, size.1, &mut pixels));
            (parts, pixels)
        };
        let ((parts, mut with), (_, mut without)) = (draw(entries.clone()), draw(Vec::new()));
        let area = parts.legend.expect("there is room");
        let (with, without) =
            (Canvas::new(size.0, size.1, &mut with), Canvas::new(size.0, size.1, &mut without));
        let mut discs = 0;
        for (x, y) in (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y))) {
            let pixel = with.pixel(x as usize, y as usize);
            let same = pixel == without.pixel(x as usize, y as usize);
            assert!(same || area.contains((x as f32, y as f32)), "{x}, {y} in {size:?}");
            discs += usize::from(pixel == Some(theme::DARK.violet));
        }
        assert!(discs > 3 * 50, "{discs} pixels of the samples in {size:?}");
    }
}
