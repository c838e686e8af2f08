//! Tests of files of settings: what is written is read back, and mistakes are reported with their positions.

use proptest::prelude::*;
use sidestep::settings::{BY_MODE, OFF, ON, Push, Setting, SettingKind, SettingValue, Weights};
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep::traffic::MECHANISMS;
use sidestep::world::Layout;
use sidestep_lab::scene::{LayoutOptions, Patch, Scene};

/// Every setting but the weights and the push.
fn all_settings() -> Vec<&'static Setting> {
    let of_fields = ["weights", "push"];
    let mut all: Vec<&'static Setting> = Vec::new();
    for setting in sidestep::lookup::all_settings().filter(|setting| !of_fields.contains(&setting.model())) {
        if all.iter().all(|other| other.key != setting.key) {
            all.push(setting);
        }
    }
    all
}

fn value(setting: &Setting, share: f32) -> SettingValue {
    let (min, max) = setting.range;
    match setting.kind {
        SettingKind::Number => (min + (max - min) * share).clamp(min, max).into(),
        SettingKind::Whole => (min + (max - min) * share).round().into(),
        SettingKind::Switch => [ON, OFF, setting.default][(share * 3.0) as usize],
        SettingKind::OneOf(numbers) => numbers[(share * numbers.len() as f32) as usize].into(),
    }
}

const GROUPS: [&str; 3] = ["west", "\"east\"", "a=b"];

fn names() -> Vec<String> {
    GROUPS.map(str::to_string).into()
}

fn steerings() -> impl Strategy<Value = Steering> {
    let count = Mode::all().count();
    let mode = move || 0..count;
    let shares = prop::collection::vec(prop::option::weighted(0.3, 0.0f32..1.0), all_settings().len());
    let weights = prop::option::of(prop::array::uniform4(0.0f32..1000.0));
    let push = (any::<bool>(), 0.01f32..2.0);
    (mode(), prop::array::uniform3(prop::option::of(mode())), shares, weights, push).prop_map(
        |(first, groups, shares, weights, (on, strength))| {
            let mode = |index: usize| Mode::all().nth(index).unwrap();
            let mut steering =
                Steering { mode: mode(first), push: Push { on, strength }, ..Steering::default() };
            for (group, own) in (0..).zip(groups) {
                if let Some(own) = own {
                    steering.set_mode_of(group, mode(own));
                }
            }
            for (setting, share) in all_settings().into_iter().zip(shares) {
                if let Some(share) = share {
                    steering.settings.set(setting, value(setting, share)).unwrap();
                }
            }
            if let Some([seek, separation, alignment, cohesion]) = weights {
                steering.weights = Weights { seek, separation, alignment, cohesion };
            }
            steering
        },
    )
}

/// The same up to how groups without a mode of their own are kept, and up to switches that follow the mode.
fn check_equal(got: &Steering, wanted: &Steering) -> Result<(), TestCaseError> {
    prop_assert_eq!(got.mode, wanted.mode);
    for group in 0..GROUPS.len() as u16 {
        prop_assert_eq!(got.mode_of(group), wanted.mode_of(group));
    }
    for setting in all_settings() {
        let (got, wanted) = (got.settings.get(setting), wanted.settings.get(setting));
        prop_assert!(got == wanted || wanted == BY_MODE, "{}: {got} {wanted}", setting.key);
    }
    for mechanism in MECHANISMS {
        prop_assert_eq!(got.is_on(mechanism), wanted.is_on(mechanism));
    }
    prop_assert_eq!((got.weights, got.push), (wanted.weights, wanted.push));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_file_turns_the_maps_steering_into_the_written_one(steering in steerings(), base in steerings(), stated: bool) {
        let written = Patch::between(&base, &steering, &names());
        let text = written.to_toml();
        let file = Patch::from_toml("a.toml", &text).map_err(|e| TestCaseError::fail(format!("{e:#}\n{text}")))?;
        prop_assert_eq!(&file, &written);
        let mut got = base.clone();
        file.steer(&mut got, &names(), stated).unwrap();
        check_equal(&got, &steering)?;
    }

    #[test]
    fn a_map_takes_the_same_tables(mut steering in steerings()) {
        steering.modes.clear();
        let text = Patch::between(&Steering::default(), &steering, &[]).to_toml();
        let map = "sidestep = 1\nbounds = [[-9, -9], [9, 9]]\ntime_limit = 9\n";
        let group = "\n[[group]]\nname = \"a\"\nunits = [{ position = [0, 0] }]\ngoal = { point = [5, 0] }\n";
        let layout = |text: &str| -> Layout {
            let scene = Scene::from_toml("a.toml", &format!("{map}{text}{group}"));
            scene.unwrap_or_else(|e| panic!("{e:#}\n{text}")).layout(&LayoutOptions::default()).unwrap()
        };
        check_equal(&layout(&text).steering, &steering)?;
        // A file written over this very map states no setting twice and changes nothing.
        let own = layout(&text).steering;
        let file = Patch::from_toml("b.toml", &Patch::between(&own, &own, &[]).to_toml()).unwrap();
        let mut got = own.clone();
        file.steer(&mut got, &[], true).unwrap();
        check_equal(&got, &own)?;
    }
}

#[test]
fn each_setting_is_written_with_its_meaning() {
    let mut steering = Steering { mode: "orca".parse().unwrap(), ..Steering::default() };
    let horizon = all_settings().into_iter().find(|s| s.key == "orca.time_horizon").unwrap();
    steering.settings.set(horizon, 1.5).unwrap();
    let text = Patch::between(&Steering::default(), &steering, &names()).to_toml();
    insta::assert_snapshot!(text);
}

#[test]
fn mistakes_point_into_the_file() {
    for (text, message) in [
        ("[avoidance]\nmode = \"orka\"\n", "a.toml:2:8: "),
        ("[avoidance]\nmode = \"orca\"\nstage = 2\n", "a.toml:3:9: "),
        ("\n[gates]\nwidht = 2\n", "a.toml:3:1: unknown key 'widht'"),
        ("[gates]\nwidth = -4\n", "a.toml:2:9: gates.width must be between"),
        ("sidestep = 1\n", "a.toml:1:1: unknown key 'sidestep' in the file of settings"),
        ("[[group]]\nname = \"a\"\ngoal = 2\n", "a.toml:3:1: unknown key 'goal'"),
        ("[push]\nstrength = 9\n", "a.toml:2:12: "),
        ("[push\n", "a.toml:1:6: the file is not valid TOML"),
    ] {
        let error = Patch::from_toml("a.toml", text).unwrap_err();
        let shown = format!("{error:#}");
        assert!(shown.starts_with(message) && !error.advice().is_empty(), "{shown}");
    }
}

#[test]
fn later_files_and_options_win() {
    let read = |text: &str| Patch::from_toml("a.toml", text).unwrap();
    let file = read("[avoidance]\nmode = \"orca\"\n[push]\nstrength = 0.5\n[weights]\nseek = 2\n");
    let mut patch = file.with(read("[avoidance]\nmode = \"lanes\"\n[weights]\ncohesion = 3\n[[group]]\nname = \"west\"\navoidance = \"none\"\n"));
    let layout = || Scene::built_in("one-on-one").unwrap().layout(&LayoutOptions::default()).unwrap();
    let mut changed = layout();
    assert_eq!(changed.groups[0], "west");
    patch.apply(&mut changed).unwrap();
    let Steering { mode, weights, push, .. } = changed.steering.clone();
    assert_eq!((mode.name(), weights.seek, weights.cohesion), ("lanes", 2.0, 3.0));
    assert_eq!((push, changed.steering.mode_of(0).name()), (Push { on: true, strength: 0.5 }, "none"));
    // A group that the map lacks.
    let mut other = Scene::built_in("dozen").unwrap().layout(&LayoutOptions::default()).unwrap();
    assert!(patch.apply(&mut other).is_err());
    let options = Patch::parse_mode("cardioid").unwrap().with(Patch::parse_push("off").unwrap());
    patch = patch.with(options);
    let mut changed = layout();
    patch.apply(&mut changed).unwrap();
    assert_eq!((changed.steering.mode_of(0).name(), changed.steering.push.on), ("cardioid", false));
    assert_eq!(changed.steering.weights.seek, 2.0);
}
