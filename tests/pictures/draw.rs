//! What is drawn and written, checked pixel by pixel and line by line.

use sidestep::draw::{Camera, Canvas, Color, Hud, OVERLAYS, Overlays, Trails, View, render, text, theme};
use sidestep::draw::{legend, units as draw_units};
use sidestep::export::{
    CsvRecorder, GifOptions, GifRecorder, Picture, PngRecorder, Recorder, csv, png as still,
};
use sidestep::geometry::Wall;
use sidestep::measure::Measure;
use sidestep::run::CompletedRun;
use sidestep::scene::{Goal, Layout, Start};
use sidestep::steering::Steering;
use sidestep::types::{MapPoint, Point, Rect, Vec2};
use sidestep::world::World;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::time::{Duration, Instant};

const BLACK: Color = Color::hex(0x000000);
const WHITE: Color = Color::hex(0xffffff);

fn blank(width: u32, height: u32) -> Vec<u8> {
    let mut pixels = vec![0; (width * height * 4) as usize];
    Canvas::new(width, height, &mut pixels).clear(BLACK);
    pixels
}

/// How much white there is on black, pixels.
fn area(pixels: &[u8]) -> f64 {
    pixels.chunks_exact(4).map(|p| f64::from(p[0]) / 255.0).sum()
}

fn start(x: f32, y: f32, group: u16, goal: Goal) -> Start {
    Start {
        position: Point::new(x, y),
        velocity: Vec2::zeros(),
        radius: 0.5,
        mass: 80.0,
        max_speed: 2.0,
        max_force: 400.0,
        group,
        goal,
    }
}

fn world() -> World {
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
            starts: vec![
                start(-4.0, 0.0, 0, away),
                start(4.0, 1.0, 1, away),
                start(0.0, -3.0, 0, Goal::Stand),
            ],
            steering: Steering::default(),
            push_stated: false,
            origin: MapPoint::origin(),
            plans: Vec::new(),
            time_limit: 60.0,
            seed: 1,
        },
        1,
    )
}

/// A run of `ticks` ticks, watched.
fn watch(mut recorder: Box<dyn Recorder>, ticks: u64) -> World {
    let mut world = world();
    recorder.record(&world).unwrap();
    for _ in 0..ticks {
        world.tick();
        recorder.record(&world).unwrap();
    }
    let run = completed(world);
    recorder.finish(&run).unwrap();
    run.world
}

/// A run that has ended with this world.
fn completed(world: World) -> CompletedRun {
    CompletedRun { metrics: Measure::new(&world).metrics(&world), world }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
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
fn absurd_coordinates_neither_panic_nor_take_long() {
    let begin = Instant::now();
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
    assert!(begin.elapsed() < Duration::from_secs(20), "took {:?}", begin.elapsed());
    assert!(pixels.chunks_exact(4).all(|p| p[3] == 255), "the picture stays opaque");
}

#[test]
fn a_buffer_that_is_too_short_is_drawn_as_far_as_it_goes() {
    let mut pixels = vec![0; 10 * 4 * 4];
    let mut canvas = Canvas::new(10, 10, &mut pixels);
    assert_eq!((canvas.width(), canvas.height()), (10, 4));
    canvas.disc((5.0, 5.0), 5.0, WHITE);
    Canvas::new(0, 0, &mut []).disc((5.0, 5.0), 5.0, WHITE);
}

#[test]
fn text_is_drawn_and_as_wide_as_it_says() {
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
fn the_camera_goes_there_and_back() {
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
fn units_have_their_groups_colours_where_they_stand() {
    let (world, trails) = (world(), Trails::default());
    let camera = Camera::fit(world.layout().bounds, (800, 400), (0.0, 24.0));
    let mut pixels = vec![0; 800 * 400 * 4];
    let mut canvas = Canvas::new(800, 400, &mut pixels);
    let view =
        View { camera, overlays: Overlays::NONE, selected: None, alpha: 1.0, trails: &trails, hud: None };
    render(&world, &view, &mut canvas);
    for (id, wanted) in [(0, theme::group(0)), (1, theme::group(1)), (2, theme::STANDING)] {
        let (x, y) = camera.to_screen(world.units().position[id]);
        assert_eq!(canvas.pixel(x as usize, y as usize), Some(wanted), "unit {id}");
    }
    let (x, y) = camera.to_screen(Point::new(-8.5, -4.0));
    assert_eq!(canvas.pixel(x as usize, y as usize), Some(theme::WALL));
    let (x, y) = camera.to_screen(Point::new(-0.13, 2.17));
    assert_eq!(canvas.pixel(x as usize, y as usize), Some(theme::FLOOR));
}

/// Twelve groups: ten of one walking unit each, the first with a unit that stands besides, and one group of posts.
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
    let entries = legend::groups(&world);
    let names: Vec<&str> = entries.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(names.len(), 12);
    assert_eq!((names[9], names[10], names[11]), ("group 9", "posts", "standing"));
    let shown = |name: &str| entries.iter().find(|entry| entry.text == name).map(|entry| entry.swatch);
    for id in 0..world.units().len() {
        let group = usize::from(world.units().group[id]);
        let stands = world.layout().starts[id].goal == Goal::Stand;
        let name = if stands && group == 0 { "standing" } else { &world.layout().groups[group] };
        let color = draw_units::color(&world, id);
        assert_eq!(shown(name), Some(legend::Swatch::Disc(color)), "unit {id}, {name}");
    }
    // All of them are different, and so in the picture: the strip has no room, so there is a box.
    for (k, entry) in entries[..10].iter().enumerate() {
        assert!(entries[..k].iter().all(|other| other.swatch != entry.swatch), "{}", entry.text);
    }
    let picture = Picture { size: (640, 480), ..Picture::default() };
    let mut pixels = Vec::new();
    picture.draw(&world, &Trails::default(), &mut pixels);
    let canvas = Canvas::new(640, 480, &mut pixels);
    for entry in &entries {
        let legend::Swatch::Disc(color) = entry.swatch else { panic!("{entry:?}") };
        let places = (30..300).flat_map(|y| (8..60).map(move |x| (x, y)));
        let count = places.filter(|(x, y)| canvas.pixel(*x, *y) == Some(color)).count();
        assert!(count > 40, "{}: {count} pixels", entry.text);
    }
}

#[test]
fn three_rounds_of_group_colours_can_be_told_apart() {
    let colors: Vec<Color> =
        (0..theme::GROUP_COLORS as u16).map(theme::group).chain([theme::STANDING]).collect();
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
    let hud = Hud { below: true, speed: Some(0.25), message: Some("saved"), paused: true, ..Hud::default() };
    for (width, height) in [(1, 1), (40, 20), (640, 360)] {
        let mut pixels = vec![0; (width * height * 4) as usize];
        for scale in [0.01, 20.0, 2000.0] {
            let mut camera = Camera::fit(world.layout().bounds, (width, height), (0.0, 0.0));
            camera.scale = scale;
            let view = View {
                camera,
                overlays: overlays.clone(),
                selected: Some(0),
                alpha: 0.5,
                trails: &trails,
                hud: Some(hud.clone()),
            };
            render(&world, &view, &mut Canvas::new(width, height, &mut pixels));
        }
    }
}

#[test]
fn overlays_have_names_and_typing_errors_get_help() {
    assert_eq!("rays, trail".parse::<Overlays>().unwrap().to_string(), "rays,trail");
    assert_eq!("".parse(), Ok(Overlays::NONE));
    let error = "rays,feild".parse::<Overlays>().unwrap_err();
    assert!(error.contains("did you mean 'field'?"), "{error}");
}

#[test]
fn a_png_is_read_back_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.png");
    let picture = Picture { size: (320, 180), ..Picture::default() };
    let world = watch(Box::new(PngRecorder::create(&path, picture.clone(), Some(0.1)).unwrap()), 12);
    assert_eq!(names(folder.path()), ["picture.png"], "nothing but the picture is left");

    let mut reader = png::Decoder::new(BufReader::new(File::open(&path).unwrap())).read_info().unwrap();
    let mut read = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut read).unwrap();
    assert_eq!((info.width, info.height), (320, 180));

    // A run that ends before the wanted moment leaves its last picture.
    let late = folder.path().join("late.png");
    watch(Box::new(PngRecorder::create(&late, picture.clone(), Some(99.0)).unwrap()), 12);
    let mut reader = png::Decoder::new(BufReader::new(File::open(&late).unwrap())).read_info().unwrap();
    reader.next_frame(&mut read).unwrap();
    let mut drawn = Vec::new();
    picture.draw(&world, &Trails::default(), &mut drawn);
    assert!(read == drawn, "the file holds the last picture, byte for byte");
}

#[test]
fn a_gif_keeps_the_groups_colours_and_the_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.gif");
    let picture = Picture { size: (320, 180), ..Picture::default() };
    let options = GifOptions { picture, fps: 15.0, speed: 2.0 };
    watch(Box::new(GifRecorder::create(&path, options).unwrap()), 120);
    assert_eq!(names(folder.path()), ["run.gif"]);

    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut animation = options.read_info(BufReader::new(File::open(&path).unwrap())).unwrap();
    assert_eq!((animation.width(), animation.height()), (320, 180));
    let (mut frames, mut hundredths, mut first) = (0, 0, Vec::new());
    while let Some(frame) = animation.read_next_frame().unwrap() {
        if frames == 0 {
            first = frame.buffer.to_vec();
        }
        frames += 1;
        hundredths += i32::from(frame.delay);
    }
    // Two seconds at twice the speed are one second of animation and the picture that it ends with.
    assert_eq!(frames, 16);
    assert!((hundredths - 100 - 150).abs() <= 1, "{hundredths} hundredths of a second");
    for wanted in [theme::group(0), theme::group(1), theme::FLOOR, theme::WALL] {
        let found = first.chunks_exact(4).filter(|p| p[..3] == [wanted.r, wanted.g, wanted.b]).count();
        assert!(found > 20, "{wanted:?} is in {found} pixels");
    }
}

/// The last picture of an animation, its parts laid over each other as a viewer does, is the only one of an animation of the run's end.
#[test]
fn an_animation_ends_with_the_picture_of_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.gif");
    let options =
        GifOptions { picture: Picture { size: (160, 90), ..Picture::default() }, fps: 15.0, speed: 1.0 };
    let recorder = || Box::new(GifRecorder::create(&path, options.clone()).unwrap());
    let last = || {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut animation = options.read_info(BufReader::new(File::open(&path).unwrap())).unwrap();
        let mut shown = vec![0; 160 * 90 * 4];
        while let Some(frame) = animation.read_next_frame().unwrap() {
            let width = usize::from(frame.width) * 4;
            assert_eq!(frame.buffer.len(), width * usize::from(frame.height));
            for (y, row) in frame.buffer.chunks_exact(width).enumerate() {
                let at = ((usize::from(frame.top) + y) * 160 + usize::from(frame.left)) * 4;
                let pixels = shown[at..at + width].chunks_exact_mut(4).zip(row.chunks_exact(4));
                pixels.filter(|(_, new)| new[3] > 0).for_each(|(old, new)| old.copy_from_slice(new));
            }
        }
        shown
    };
    let world = watch(recorder(), 60);
    let whole = last();
    recorder().finish(&completed(world)).unwrap();
    assert!(whole == last(), "the parts do not add up");
}

/// A rate or a speed of nothing is that of an animation of which nothing is said.
#[test]
fn an_animation_without_a_rate_has_the_usual_one() {
    let folder = tempfile::tempdir().unwrap();
    let animation = |fps: f32, speed: f32| {
        let path = folder.path().join("run.gif");
        let picture = Picture { size: (80, 40), ..Picture::default() };
        watch(Box::new(GifRecorder::create(&path, GifOptions { picture, fps, speed }).unwrap()), 60);
        fs::read(&path).unwrap()
    };
    let usual = animation(15.0, 1.0);
    for nothing in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(animation(nothing, nothing) == usual, "{nothing} pictures a second");
    }
    assert!(animation(200.0, 1.0) == animation(50.0, 1.0), "no more than 50 pictures a second");
    assert!(animation(15.0, 2.0) != usual && animation(30.0, 1.0) != usual);
}

#[test]
fn a_table_has_a_row_for_each_unit_and_tick() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ways.csv");
    let world = watch(Box::new(CsvRecorder::create(&path, 1).unwrap()), 3);
    assert_eq!(names(folder.path()), ["ways.csv"]);
    let table = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "tick,time_s,unit,group,x_m,y_m,vx_m_per_s,vy_m_per_s,heading_rad,arrived");
    assert_eq!(lines[0], csv::HEADER);
    assert_eq!(lines.len(), 1 + 4 * 3);
    assert!(lines[1].starts_with("0,0.000000,0,west,-4,0,"), "{}", lines[1]);
    assert!(lines[2].starts_with("0,0.000000,1,\"the \"\"east\"\", mostly\",4,1,"), "{}", lines[2]);
    let last: Vec<&str> = lines[10].split(',').collect();
    assert_eq!((last[0], last[1], last[2]), ("3", "0.050000", "0"));
    assert_eq!(last[4].parse::<f32>().unwrap(), world.units().position[0].x, "nothing is lost in print");

    let thin = folder.path().join("thin.csv");
    watch(Box::new(CsvRecorder::create(&thin, 10).unwrap()), 25);
    assert_eq!(fs::read_to_string(&thin).unwrap().lines().count(), 1 + 3 * 3);
}

/// Another reader finds every unit's state of every tick, each number in the column of its name.
#[test]
fn a_table_reads_back_as_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ways.csv");
    let mut recorder = CsvRecorder::create(&path, 5).unwrap();
    let mut world = world();
    let mut want = Vec::new();
    for tick in 0..=100 {
        recorder.record(&world).unwrap();
        let units = world.units();
        for id in (0..units.len()).filter(|_| tick % 5 == 0) {
            let (at, v) = (units.position[id], units.velocity[id]);
            let arrived = f32::from(u8::from(units.arrived[id]));
            let group = world.layout().groups[usize::from(units.group[id])].clone();
            want.push(((tick, id), group, [at.x, at.y, v.x, v.y, units.heading[id], arrived]));
        }
        world.tick();
    }
    Box::new(recorder).finish(&completed(world)).unwrap();
    let mut reader = ::csv::Reader::from_path(&path).unwrap();
    let head = reader.headers().unwrap().clone();
    let rows: Vec<::csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), want.len());
    let mut seen = [0.0_f32; 6];
    for (row, ((tick, id), group, numbers)) in rows.iter().zip(want) {
        let text = |name: &str| &row[head.iter().position(|column| column == name).unwrap()];
        assert_eq!((text("tick"), text("unit")), (tick.to_string().as_str(), id.to_string().as_str()));
        assert_eq!(
            (text("group"), text("time_s")),
            (group.as_str(), format!("{:.6}", tick as f64 / 60.0).as_str())
        );
        let read = ["x_m", "y_m", "vx_m_per_s", "vy_m_per_s", "heading_rad", "arrived"]
            .map(|name| text(name).parse::<f32>().unwrap());
        assert_eq!(read, numbers, "unit {id} in tick {tick}");
        seen.iter_mut().zip(read).for_each(|(seen, number)| *seen = seen.max(number.abs()));
    }
    assert!(seen[..5].iter().all(|number| *number > 0.1), "no column is empty: {seen:?}");
}

#[test]
fn a_run_that_is_broken_off_leaves_the_old_file_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ways.csv");
    fs::write(&path, "from before").unwrap();
    let mut recorder = CsvRecorder::create(&path, 1).unwrap();
    recorder.record(&world()).unwrap();
    drop(recorder);
    assert_eq!(fs::read_to_string(&path).unwrap(), "from before");
    assert_eq!(names(folder.path()), ["ways.csv"]);
}

#[test]
fn errors_name_the_file_and_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("no-such-folder").join("run.gif");
    let problem = |result: Result<(), sidestep::export::ExportError>| {
        let error = result.unwrap_err();
        let help = miette::Diagnostic::help(&error).unwrap().to_string();
        (error.to_string(), help)
    };
    let (error, help) = problem(GifRecorder::create(&nowhere, GifOptions::default()).map(|_| ()));
    assert!(error.contains("run.gif") && help.contains("folder"), "{error}; {help}");
    let (error, _) = problem(CsvRecorder::create(folder.path(), 1).map(|_| ()));
    assert!(error.contains("cannot create"), "{error}");
    let (error, help) = problem(still::write(&folder.path().join("x.png"), (0, 9), &[]));
    assert!(error.contains("0 × 9") && help.contains("16384"), "{error}; {help}");
    assert!(names(folder.path()).is_empty());
}
