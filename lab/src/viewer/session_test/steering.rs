//! Keys that change the run: restarts, modes, maps and plans.

use super::*;
use crate::viewer::session::{SettingsInUse, SettingsParts};
use sidestep::settings::{ON, Push, Setting, WEIGHTS};

#[test]
fn a_change_of_the_steering_is_reported() {
    let change = |tick, what: &str| SteeringChange { tick, what: what.into() };
    let mut session = session_on(|_| short_walk(60.0));
    let choose = |name: &str| Command::ChooseMode(Mode::named(name).unwrap_or_default());
    session.apply(choose("orca"));
    pass(&mut session, 0.5, 0.01);
    let tick = session.world().ticks();
    // Two changes at once; a setting toggled twice has not changed.
    session.apply(choose("raycast+cardioid"));
    session.apply(Command::Set(&cardioid::STAGE, 2.0.into()));
    session.apply(Command::TogglePush);
    session.apply(Command::TogglePush);
    session.apply(Command::Step);
    session.apply(Command::TogglePush);
    let [outcome] = &session.into_runs()[..] else { panic!("not one run") };
    let what = "avoidance from orca to raycast+cardioid, cardioid.stage from 4 to 2";
    assert_eq!(outcome.changes, [change(tick, what)], "the last change has moved no unit yet");
}

#[test]
fn restart_keeps_the_steering() {
    let mut session = session();
    session.apply(Command::NextMode);
    session.apply(Command::Set(&cardioid::STAGE, 2.0.into()));
    session.apply(Command::TogglePush);
    let chosen = session.world().steering().clone();
    assert_ne!(chosen, Steering::default());
    pass(&mut session, 0.5, 0.01);
    session.apply(Command::Restart);
    assert_eq!(session.world().ticks(), 0);
    assert_eq!(*session.world().steering(), chosen);
    session.apply(Command::NextMap);
    assert_eq!(*session.world().steering(), Steering::default(), "another map brings its own");
}

#[test]
fn modes_cycle_and_settings_are_checked() {
    let mut session = session();
    let first = session.world().steering().mode;
    for _ in 0..Mode::all().len() {
        session.apply(Command::NextMode);
    }
    assert_eq!(session.world().steering().mode, first);
    session.apply(Command::NextMode);
    session.apply(Command::PreviousMode);
    assert_eq!(session.world().steering().mode, first);
    session.apply(Command::ChooseMode(Mode::default()));
    for stage in 1..=4 {
        session.apply(Command::Set(&cardioid::STAGE, (stage as f32).into()));
        assert_eq!(session.world().steering().settings.number(&cardioid::STAGE), stage as f32);
    }
    session.apply(Command::Set(&cardioid::STAGE, 9.0.into()));
    let stage = session.world().steering().settings.number(&cardioid::STAGE);
    assert_eq!(stage, 4.0, "a stage that does not exist changes nothing");
}

#[test]
fn next_and_previous_follow_the_list_from_its_first_mode_to_its_last() {
    let mut session = session_on(|_| short_walk(60.0));
    let listed: Vec<Mode> = Mode::all().collect();
    session.apply(Command::ChooseMode(listed[0]));
    for mode in listed[1..].iter().chain(&listed[..1]) {
        session.apply(Command::NextMode);
        assert_eq!(session.world().modes(), [*mode]);
    }
    for mode in listed.iter().rev() {
        session.apply(Command::PreviousMode);
        assert_eq!(session.world().modes(), [*mode]);
    }
}

#[test]
fn a_mode_has_its_newest_result_with_the_maps_settings() {
    let mut session = session_on(|_| short_walk(60.0));
    let mode = Mode::named("orca").unwrap_or_default();
    let mut run = |command| {
        session.apply(command);
        session.apply(Command::Restart);
        pass(&mut session, 10.0, 0.01);
        assert!(session.end().is_some());
        session.result_of(mode).map(|result| (result.in_short(), session.finished().len()))
    };
    assert_eq!(run(Command::ChooseMode(Mode::default())), None);
    let (ratio, _) = run(Command::ChooseMode(mode)).unwrap();
    assert!(ratio.parse::<f64>().is_ok_and(|ratio| (1.0..2.0).contains(&ratio)), "{ratio}");
    let setting = sidestep::lookup::setting("orca.time_horizon").unwrap();
    assert_eq!(
        run(Command::Set(setting, 0.5.into())),
        Some((ratio, 3)),
        "another setting is not the mode's result"
    );
}

#[test]
fn the_maps_combination_of_modes_is_a_stop() {
    fn named(name: &str) -> Mode {
        Mode::named(name).unwrap_or_default()
    }
    let mixed = || {
        let mut layout = layout("here");
        layout.groups.push("two".into());
        layout.starts[0].goal = Goal::Roam;
        layout.starts[1] = Start { group: 1, goal: Goal::Roam, ..layout.starts[1].clone() };
        layout.steering.mode = named("raycast");
        let set = layout.set_mode("two", named("orca"));
        assert!(set.is_ok());
        layout
    };
    let mut session = session_on(move |_| mixed());
    let modes = |session: &Session| session.world().modes();
    let own = [named("raycast"), named("orca")];
    assert_eq!(modes(&session), own);
    assert_eq!(session.title(), "Sidestep - here - raycast, orca");
    session.apply(Command::TogglePush);
    assert_eq!(modes(&session), own, "another choice leaves groups their modes");
    session.apply(Command::Restart);
    assert_eq!(modes(&session), own, "and so does a restart");
    session.apply(Command::NextMode);
    let next = next_mode(named("raycast"));
    assert_eq!(modes(&session), [next], "a mode applies to all units");
    session.apply(Command::Restart);
    assert_eq!(modes(&session), [next], "a restart keeps what was chosen");
    session.apply(Command::PreviousMode);
    assert_eq!(modes(&session), own);
    assert_eq!(session.message(), Some("one mode per group, as in the map: raycast, orca"));
    session.apply(Command::PreviousMode);
    assert_eq!(modes(&session), [named("raycast")]);
    (0..=Mode::all().len()).for_each(|_| session.apply(Command::NextMode));
    assert_eq!(modes(&session), [named("raycast")], "all of them, and the mixture, are gone through");
}

#[test]
fn settings_are_saved_and_loaded_for_the_active_world() {
    let Ok(folder) = tempfile::tempdir() else { panic!("no folder") };
    let mut session = session_of(2, layout);
    session.set_folder(folder.path().to_path_buf());
    let map = session.world().steering().clone();
    session.apply(Command::Activate(1));
    session.apply(Command::Set(&cardioid::STAGE, 2.0.into()));
    session.apply(Command::Set(&Push::STRENGTH, 0.5.into()));
    session.apply(Command::SaveSettings);
    let used = "saved settings-here.toml; to use it: sidestep run here --set settings-here.toml";
    assert_eq!(session.message(), Some(used));
    let saved = session.world().steering().clone();
    assert_eq!(saved.settings.number(&cardioid::STAGE), 2.0);
    assert_eq!(saved.push, Push { on: true, strength: 0.5 });
    // What is out of range changes nothing.
    for command in [Command::Set(&Push::STRENGTH, 2.1.into()), Command::Set(&cardioid::STAGE, 9.0.into())] {
        session.apply(command.clone());
        assert_eq!(*session.world().steering(), saved, "{command:?}");
    }
    assert!(session.message().is_some_and(|text| text.contains("between")), "{:?}", session.message());
    session.apply(Command::Reset(vec![&cardioid::STAGE]));
    assert_eq!(session.world().steering().settings, map.settings);
    session.apply(Command::TogglePush);
    session.apply(Command::LoadSettings);
    assert_eq!(*session.world().steering(), saved);
    assert_eq!(*session.panes()[0].world().steering(), map, "the other world");
}

#[test]
fn a_settings_file_that_someone_else_wrote_or_changed_stays() {
    let Ok(folder) = tempfile::tempdir() else { panic!("no folder") };
    let (first, second) =
        (folder.path().join("settings-here.toml"), folder.path().join("settings-here-2.toml"));
    let written = |path| std::fs::write(path, "# mine\n").is_ok();
    let mine = |path| std::fs::read_to_string(path).is_ok_and(|text| text == "# mine\n");
    let mut session = session_of(1, layout);
    session.set_folder(folder.path().to_path_buf());
    assert!(written(&first));
    for strength in [0.5, 0.6] {
        session.apply(Command::Set(&Push::STRENGTH, strength.into()));
        session.apply(Command::SaveSettings);
        let used = "saved settings-here-2.toml; to use it: sidestep run here --set settings-here-2.toml";
        assert_eq!(session.message(), Some(used), "its own file is written again");
    }
    assert!(mine(&first));
    session.apply(Command::Set(&Push::STRENGTH, 0.7.into()));
    session.apply(Command::LoadSettings);
    assert_eq!(session.message(), Some("loaded settings-here-2.toml"));
    assert_eq!(session.world().steering().push.strength, 0.6);
    assert!(written(&second));
    session.apply(Command::LoadSettings);
    session.apply(Command::SaveSettings);
    assert!(mine(&second) && folder.path().join("settings-here-3.toml").exists());
}

#[test]
fn a_second_picture_of_a_tick_does_not_replace_the_first() {
    let Ok(folder) = tempfile::tempdir() else { panic!("no folder") };
    let mut session = session_of(1, layout);
    session.set_folder(folder.path().to_path_buf());
    for message in ["saved sidestep-here-0.png", "saved sidestep-here-0-2.png"] {
        session.apply(Command::SavePicture);
        assert_eq!(session.message(), Some(message));
    }
}

#[test]
fn a_loaded_mode_brings_its_push_unless_the_map_states_one() {
    let Ok(folder) = tempfile::tempdir() else { panic!("no folder") };
    let file = folder.path().join("settings-here.toml");
    assert!(std::fs::write(file, "[avoidance]\nmode = \"lanes\"\n").is_ok());
    for push_stated in [false, true] {
        let mut session = session_on(move |name| Layout { push_stated, ..layout(name) });
        session.set_folder(folder.path().to_path_buf());
        session.apply(Command::LoadSettings);
        assert_eq!(session.pane().modes(), "lanes", "{:?}", session.message());
        assert_eq!(session.world().steering().push.on, push_stated);
    }
}

#[test]
fn a_setting_is_listed_once_under_the_first_mode_that_has_it() {
    let mut session = session_on(|name| {
        let mut layout = layout(name);
        layout.groups.push("two".into());
        layout.starts[1].group = 1;
        layout.steering.mode = Mode::named("raycast+cardioid").unwrap_or_default();
        let set = layout.set_mode("two", Mode::named("cardioid").unwrap_or_default());
        assert!(set.is_ok());
        layout
    });
    let listed = |parts: SettingsParts| -> Vec<_> {
        let keys = |settings: Vec<&Setting>| settings.iter().map(|setting| setting.key).collect::<Vec<_>>();
        parts.into_iter().map(|(name, settings)| (name, keys(settings))).collect()
    };
    let shared = vec!["cardioid.stage", "cardioid.personal_space"];
    assert_eq!(listed(session.settings().main), [("raycast+cardioid", shared)]);
    let advanced = listed(session.settings().advanced);
    let parts: Vec<_> = advanced.iter().map(|(name, keys)| (*name, keys[0])).collect();
    let others = [
        ("gates", "gates.on"),
        ("keep_right", "keep_right.on"),
        ("queueing", "queueing.on"),
        ("routes", "routes.on"),
        ("narrow_push", "narrow_push.on"),
        ("decisions", "decisions.rate"),
        ("weights", "weights.seek"),
    ];
    assert_eq!(parts, others, "those of every mode, without headings of modes that have no more");
    // A mode's other settings come before them.
    session.apply(Command::ChooseMode(Mode::named("lanes").unwrap_or_default()));
    let names = |parts: SettingsParts| parts.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(session.settings().main), ["lanes"]);
    assert_eq!(names(session.settings().advanced)[0], "lanes");
}

#[test]
fn no_two_modes_list_a_setting_twice() {
    let modes: Vec<Mode> = Mode::all().collect();
    for (first, second) in modes.iter().flat_map(|first| modes.iter().map(move |second| (*first, *second))) {
        let session = session_on(move |name| {
            let mut layout = layout(name);
            layout.groups.push("two".into());
            layout.starts[1].group = 1;
            layout.steering.mode = first;
            assert!(layout.set_mode("two", second).is_ok());
            layout
        });
        let SettingsInUse { main, advanced } = session.settings();
        let mut keys: Vec<&str> =
            main.iter().chain(&advanced).flat_map(|(_, settings)| settings.iter().map(|s| s.key)).collect();
        let listed = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), listed, "{} and {}", first.name(), second.name());
        for setting in second.settings() {
            assert!(keys.contains(&setting.key), "{} of {}", setting.key, second.name());
        }
    }
}

/// A goal within walls, and ground of 9 km² around them.
#[test]
fn a_map_with_units_that_have_no_path_says_so() {
    let walled = |name: &str| {
        let mut layout = short_walk(1.0);
        layout.name = name.into();
        let ring = [(-2.0, -2.0), (2.0, -2.0), (2.0, 2.0), (-2.0, 2.0), (-2.0, -2.0)];
        layout.walls.push(sidestep::geometry::Wall::Chain(ring.map(|(x, y)| Point::new(x, y)).to_vec()));
        if name == "next/map" {
            layout.bounds = Rect { min: Point::new(-1500.0, -1500.0), max: Point::new(1500.0, 1500.0) };
        }
        layout
    };
    assert_eq!(session().notice(), None);
    let mut session = session_on(walled);
    let notice =
        |session: &Session| session.notice().map(|notice| (notice.title.clone(), notice.text.clone()));
    let (title, text) = notice(&session).unwrap_or_default();
    assert_eq!(title, "here has units without a path");
    assert!(text.starts_with("1 unit of group 'one' has no path to its goal:"), "{text}");
    session.apply(Command::Escape);
    session.apply(Command::Restart);
    assert_eq!(session.notice(), None);
    session.apply(Command::NextMap);
    let (title, text) = notice(&session).unwrap_or_default();
    assert_eq!(title, "next/map has units without a path");
    assert!(text.starts_with("the map is too large for paths around its walls"), "{text}");
    assert!(text.lines().count() > 1 && text.lines().all(|line| line.len() <= 72), "{text}");
}

#[test]
fn a_map_that_fails_to_load_keeps_the_current_one() {
    let mut session = session();
    session.apply(Command::NextMap);
    assert_eq!(session.world().layout().name, "next/map");
    assert!(session.title().starts_with("Sidestep - next/map - "), "{}", session.title());
    session.apply(Command::NextMap);
    assert_eq!(session.world().layout().name, "next/map");
    let mistake = Notice { title: "broken cannot be used".into(), text: "this map has a mistake".into() };
    assert_eq!((session.notice(), session.map()), (Some(&mistake), 1));
    pass(&mut session, 5.0, 0.1);
    assert_eq!(session.notice(), Some(&mistake), "a mistake stays until it is mended");
    session.apply(Command::Escape);
    assert_eq!(session.notice(), None);
    session.apply(Command::ChooseMap(2));
    session.apply(Command::PreviousMap);
    assert_eq!((session.notice(), session.map()), (None, 0), "another map is fine");
}

#[test]
fn every_change_of_the_steering_is_named_and_one_without_effect_is_not_listed() {
    type Change = fn(&mut Session);
    let lists = |change: Change| {
        let mut session = session_on(|_| short_walk(60.0));
        session.apply(Command::Step);
        change(&mut session);
        session.apply(Command::Step);
        let changes = session.panes()[0].changes();
        changes.into_iter().map(|change| change.what).collect::<Vec<_>>()
    };
    let horizon = |session: &mut Session| {
        let setting = sidestep::lookup::setting("orca.time_horizon").unwrap_or_else(|e| panic!("{e}"));
        session.apply(Command::Set(setting, 1.5.into()));
    };
    let gates = |session: &mut Session| session.apply(Command::Set(&sidestep::traffic::gates::ON, ON));
    let rate =
        |session: &mut Session| session.apply(Command::Set(&sidestep::steering::schedule::RATE, 30.0.into()));
    let named: [(Change, &str); 5] = [
        (horizon, "orca.time_horizon from 2 to 1.5"),
        (gates, "gates from by mode to on"),
        (rate, "decisions.rate from 60 to 30"),
        (|session| session.apply(Command::TogglePush), "push from on to off"),
        (|session| session.apply(Command::Set(&WEIGHTS[3], 0.5.into())), "weights.cohesion from 0.05 to 0.5"),
    ];
    for (change, what) in named {
        assert_eq!(lists(change), [what]);
    }
    // The default, stated.
    let stated =
        |session: &mut Session| session.apply(Command::Set(&sidestep::steering::schedule::RATE, 60.0.into()));
    assert_eq!(lists(stated), Vec::<String>::new());
}

fn wandering(walker: bool) -> Layout {
    let mut layout = layout("plans");
    layout.groups.push("walkers".into());
    let plan = Behaviour::named("wander").map(Plan::single);
    assert!(plan.is_some(), "there is no behaviour wander");
    layout.plans = vec![plan, None];
    if walker {
        layout.starts.push(Start { group: 1, ..start(0.0, 3.0) });
    }
    layout
}

#[test]
fn mode_keys_report_that_plans_move_the_units() {
    let mut session = session_on(|_| wandering(false));
    assert_eq!(session.title(), "Sidestep - plans - plans");
    let before = session.world().steering().clone();
    for command in [Command::NextMode, Command::PreviousMode] {
        session.apply(command.clone());
        assert_eq!(
            session.message(),
            Some("plans move all units of this map: avoidance modes have no effect")
        );
        assert_eq!(*session.world().steering(), before, "{command:?}");
        session.advance(10.0);
    }
    let mut session = session_on(|_| wandering(true));
    assert_eq!(session.title(), "Sidestep - plans - raycast+cardioid, plans");
    let next = next_mode(Mode::default());
    session.apply(Command::NextMode);
    assert_eq!(session.title(), format!("Sidestep - plans - {next}, plans"));
    let message = session.message().unwrap_or_default();
    assert!(message.ends_with("(except one: moved by plans)"), "{message}");
}

#[test]
fn a_chosen_mode_says_what_it_does() {
    let mut session = session();
    for mode in [Mode::no_avoidance(), next_mode(Mode::no_avoidance())] {
        session.apply(Command::ChooseMode(mode));
        let expected = format!("{mode}: {}", mode.summary());
        assert!(session.message().is_some_and(|text| text.starts_with(&expected)), "{:?}", session.message());
        assert_eq!(session.pane().modes(), mode.name());
    }
}
