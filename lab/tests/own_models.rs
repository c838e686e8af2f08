//! Custom models, registered at the start of a program. The list of models is set once per process, so this is a
//! single test.

use sidestep::saved::SnapshotError;
use sidestep::settings::Setting;
use sidestep::steering::Unit;
use sidestep::steering::avoidance::{
    self, Avoidance, Choice, Mode, Model, RegisterError, Surroundings, Workers,
};
use sidestep::steering::reasons::Reasons;
use sidestep::world::World;
use sidestep_lab::explain;
use sidestep_lab::scene::{LayoutOptions, Scene};

/// Walks straight to the goal at a share of its speed.
#[derive(Clone)]
struct Patient(f32);

const SHARE: Setting = Setting::number("patient.share", 0.5, (0.1, 1.0), "", "share of the preferred speed");

static PATIENT: Model = Model {
    label: Some("patience"),
    ..Model::new("patient", "goes slowly", &[SHARE], |settings| Box::new(Patient(settings.number(&SHARE))))
};

impl Avoidance for Patient {
    fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
        0.0
    }

    fn choose(&self, unit: &Unit, _around: &Surroundings<'_>, _why: Option<&mut Reasons>) -> Choice {
        Choice::from_velocity(unit.preferred * self.0)
    }
}

/// Walks faster from tick to tick, which it stores.
#[derive(Clone)]
struct Warming(u32);

static WARMING: Model = Model::new("warming", "walks faster and faster", &[], |_| Box::new(Warming(0)));

impl Avoidance for Warming {
    fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
        0.0
    }

    fn prepare(&mut self, _crowd: &avoidance::Crowd<'_>, _workers: Workers<'_>) {
        self.0 += 1;
    }

    fn store(&self) -> Vec<u8> {
        self.0.to_le_bytes().to_vec()
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let bytes = bytes.try_into().map_err(|_| SnapshotError::Unfit("not a warming model".into()))?;
        self.0 = u32::from_le_bytes(bytes);
        Ok(())
    }

    fn choose(&self, unit: &Unit, _around: &Surroundings<'_>, _why: Option<&mut Reasons>) -> Choice {
        Choice::from_velocity(unit.preferred * (self.0 as f32 / 300.0).min(1.0))
    }
}

const MAP: &str = r#"
sidestep = 1
about = "a unit that goes slowly"
bounds = [[-5, -5], [45, 5]]
time_limit = 30
[avoidance]
mode = "patient"
share = 0.25
[unit]
radius = 0.5
max_speed = 4
[[group]]
name = "one"
units = [{ position = [0, 0], goal = { point = [40, 0] } }]
"#;

#[test]
fn a_registered_model_is_available_everywhere() {
    assert_eq!(avoidance::register(&[&PATIENT, &PATIENT]), Err(RegisterError::DuplicateName("patient")));
    assert_eq!(avoidance::register(&[&WARMING, &PATIENT]), Ok(()), "a refused call registers nothing");
    assert_eq!(avoidance::register(&[]), Err(RegisterError::TooLate));

    let names = Mode::names();
    assert_eq!((names[0], names[names.len() - 1]), ("none", "patient"), "built-in models come first");
    let mode: Mode = "patient".parse().unwrap();
    assert_eq!(mode.label(), "patience");
    assert_eq!(sidestep::lookup::setting("patient.share"), Ok(&SHARE));

    let case = r#"{"model":"patient","share":0.2,
        "unit":{"position":[0,0],"velocity":[1,0],"radius":0.5,"max_speed":2,"goal":[50,0]}}"#;
    let answer = explain::read(case).unwrap()[0].explain();
    assert!((answer["wanted"][0].as_f64().unwrap() - 0.4).abs() < 1e-6, "{answer}");

    let scene = Scene::from_toml("patient.toml", MAP).unwrap();
    let mut world = World::new(scene.layout(&LayoutOptions::default()).unwrap(), 1);
    assert_eq!(world.modes(), [mode]);
    (0..120).for_each(|_| world.tick());
    let speed = world.units().velocity[0].norm() / world.units().max_speed[0];
    assert!((speed - 0.25).abs() < 0.01, "{speed}");
    its_state_is_part_of_snapshots(&scene);
}

/// So that the window continues from states, and recordings play from any tick.
fn its_state_is_part_of_snapshots(scene: &Scene) {
    let mut layout = scene.layout(&LayoutOptions::default()).unwrap();
    layout.steering.mode = "warming".parse().unwrap();
    let mut world = World::new(layout.clone(), 1);
    (0..100).for_each(|_| world.tick());
    let bytes = world.snapshot().unwrap();
    let mut restored = World::restore(layout, &bytes, 1).unwrap();
    let ends = [&mut world, &mut restored].map(|world| {
        (0..60).for_each(|_| world.tick());
        world.state_hash()
    });
    world.rewind(&bytes).unwrap();
    (0..60).for_each(|_| world.tick());
    assert_eq!([ends[1], world.state_hash()], [ends[0]; 2]);
}
