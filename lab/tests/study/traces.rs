//! Traces of runs, checked against the world.

use super::folder;
use sidestep::world::World;
use sidestep_lab::scene::{LayoutOptions, Scene};
use sidestep_lab::study::{Record, StudyPlan, StudySpec, WallOutline, do_run};
use std::fs;

/// Returns the first run of a study of one map in the mode `none`, without push.
fn first_run(map: &str, lines: &str) -> Record {
    let toml =
        format!("sidestep = 1\n[study]\nmaps = [{map:?}]\nmodes = [\"none\"]\npush = [\"off\"]\n{lines}\n");
    let plan = StudyPlan::new(StudySpec::from_toml("trace.toml", &toml).unwrap()).unwrap();
    let run = plan.runs().next().unwrap();
    do_run(run, &Scene::open(map).unwrap(), true)
}

/// Returns the ticks until arrival, or until the end, summed over all units.
fn unit_ticks(record: &Record) -> u64 {
    let scene = Scene::open(&record.run.map).unwrap();
    let options = LayoutOptions {
        units: record.run.units,
        seed: Some(record.run.seed),
        jitter: record.run.jitter,
        ..LayoutOptions::default()
    };
    let mut layout = scene.layout(&options).unwrap();
    layout.steering.set_mode(record.run.mode.parse().unwrap());
    layout.steering.push.on = false;
    let mut world = World::new(layout, 1);
    let mut sum = 0;
    while world.ticks() < record.number("ticks").unwrap() as u64 {
        sum += world.units().arrived.iter().filter(|arrived| !**arrived).count() as u64;
        world.tick();
    }
    sum
}

/// A unit that touches three others counts once, and it no longer counts after its arrival.
#[test]
fn the_contact_map_agrees_with_the_contact_share() {
    for (map, lines) in [("t-junction", "limit = 15"), ("crossing", "units = [60]\nlimit = 12")] {
        let record = first_run(map, lines);
        let heat = record.trace.as_ref().unwrap().contacts.clone();
        let touching =
            heat.counts.iter().map(|count| u64::from(*count)).sum::<u64>() + u64::from(heat.outside);
        let unit_ticks = unit_ticks(&record);
        let share = record.number("contact_share").unwrap();
        assert!(touching > 0 && touching <= unit_ticks, "{map}: {touching} of {unit_ticks}");
        assert_eq!(touching, (share * unit_ticks as f64).round() as u64, "{map}: {share} of {unit_ticks}");
    }
}

const WALLS: &str = r#"
sidestep = 1
bounds = [[-10, -10], [10, 10]]
time_limit = 10
[unit]
radius = 0.5
[[group]]
name = "a"
units = [{ position = [0, 0] }, { position = [2, 0] }]
goal = { point = [5, 0] }
[[wall]]
box = [[-8, -8], [-6, -6]]
[[wall]]
polygon = [[6, 6], [8, 6], [7, 8]]
[[wall]]
chain = [[-9, 5], [-5, 5], [-5, 9]]
[[wall]]
chain = [[3, -3], [9, -3], [9, 3], [3, 3], [3, -3]]
"#;

/// A chain is a line even if it is closed: units may walk inside.
#[test]
fn a_replay_tells_lines_from_solid_walls() {
    let folder = folder();
    let map = folder.path().join("walls.toml");
    fs::write(&map, WALLS).unwrap();
    let record = first_run(&map.display().to_string(), "limit = 1");
    let walls = record.trace.unwrap().replay.unwrap().walls;
    let shape = |wall: &WallOutline| (wall.solid, wall.points.len());
    assert_eq!(walls.iter().map(shape).collect::<Vec<_>>(), [(true, 4), (true, 3), (false, 3), (false, 5)]);
    assert_eq!(walls[3].points.first(), walls[3].points.last());
}

/// Two units that meet in a corridor for one.
const JAM: &str = r#"
sidestep = 1
bounds = [[-10, -10], [10, 10]]
time_limit = 130
[unit]
radius = 0.5
[[group]]
name = "a"
units = [{ position = [-6, 0] }]
goal = { point = [6, 0] }
[[group]]
name = "b"
units = [{ position = [6, 0] }]
goal = { point = [-6, 0] }
[[wall]]
box = [[-8, 0.6], [8, 2]]
[[wall]]
box = [[-8, -2], [8, -0.6]]
"#;

/// Long runs are recorded in coarser steps; the stuck units are counted in the same steps.
#[test]
fn a_replay_counts_the_stuck_units_of_each_frame() {
    let folder = folder();
    let map = folder.path().join("jam.toml");
    fs::write(&map, JAM).unwrap();
    let replay = |limit: &str| first_run(&map.display().to_string(), limit).trace.unwrap().replay.unwrap();
    let (short, long) = (replay("limit = 20"), replay("limit = 130"));
    for (replay, step) in [(&short, 0.2), (&long, 0.4)] {
        assert!((replay.step - step).abs() < 1e-6, "{}", replay.step);
        assert_eq!(replay.stuck.len(), replay.frames.len());
        // The units meet after 1 s or so, and are stuck 2 s later.
        let first = replay.stuck.iter().position(|stuck| *stuck == 2).unwrap();
        let time = first as f32 * replay.step;
        assert!((2.0..6.0).contains(&time), "{time}");
        // They press against each other, and one can shift a little.
        assert!(replay.stuck[first..].iter().all(|stuck| *stuck > 0), "{:?}", replay.stuck);
    }
    assert_eq!(long.frames[..10], short.frames.iter().step_by(2).cloned().collect::<Vec<_>>()[..10]);
}
