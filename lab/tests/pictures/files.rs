//! Files of pictures, animations and tables, read back and checked by pixel and by line.

use crate::draw::world;
use sidestep::world::World;
use sidestep_lab::draw::{Trails, theme};
use sidestep_lab::export::{
    CsvRecorder, GifOptions, GifRecorder, Picture, PngRecorder, Recorder, csv, png as still,
};
use sidestep_lab::measure::Measure;
use sidestep_lab::run::CompletedRun;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

/// Records a run of `ticks` ticks.
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

/// A completed run with this world.
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

    // A run that ends before the requested moment leaves its last picture.
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
    let options = GifOptions { picture, fps: 15.0, speed: 2.0, ..GifOptions::default() };
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
    // Two seconds at double speed are one second of animation, plus its last picture.
    assert_eq!(frames, 16);
    assert!((hundredths - 100 - 150).abs() <= 1, "{hundredths} hundredths of a second");
    for wanted in [theme::DARK.group(0), theme::DARK.group(1), theme::DARK.floor, theme::DARK.wall] {
        let found = first.chunks_exact(4).filter(|p| p[..3] == [wanted.r, wanted.g, wanted.b]).count();
        assert!(found > 20, "{wanted:?} is in {found} pixels");
    }
}

/// The last picture of an animation, composed from its partial frames, equals an animation of only the run's end.
#[test]
fn an_animation_ends_with_the_picture_of_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.gif");
    let options = GifOptions {
        picture: Picture { size: (160, 90), ..Picture::default() },
        fps: 15.0,
        speed: 1.0,
        ..GifOptions::default()
    };
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

/// A rate or speed of 0 means the default.
#[test]
fn an_animation_without_a_rate_has_the_default_rate() {
    let folder = tempfile::tempdir().unwrap();
    let animation = |fps: f32, speed: f32| {
        let path = folder.path().join("run.gif");
        let picture = Picture { size: (80, 40), ..Picture::default() };
        watch(
            Box::new(
                GifRecorder::create(&path, GifOptions { picture, fps, speed, ..GifOptions::default() })
                    .unwrap(),
            ),
            60,
        );
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
fn a_table_has_one_row_per_unit_and_tick() {
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

/// An independent CSV reader finds each unit's state at each tick, in the named columns.
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
fn an_interrupted_run_keeps_the_old_file() {
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
fn errors_name_the_file_and_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("no-such-folder").join("run.gif");
    let problem = |result: Result<(), sidestep_lab::export::ExportError>| {
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
