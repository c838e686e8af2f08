//! Several worlds side by side.

use super::*;
use crate::measure::{ARRIVED, TIME_RATIO};
use crate::viewer::session::MOST_WORLDS;
use std::sync::{Arc, Mutex};

/// Two units that walk towards each other.
fn encounter(name: &str) -> Layout {
    let mut layout = layout(name);
    layout.steering.mode = Mode::no_avoidance();
    layout.steering.push.on = false;
    let goal = |x: f32| Goal::Point { at: Point::new(x, 0.0), radius: 0.5, own: false };
    layout.starts = vec![start(-4.0, 0.0), start(4.0, 0.2)];
    layout.starts[0].goal = goal(4.0);
    layout.starts[1].goal = goal(-4.0);
    layout
}

#[test]
fn added_worlds_run_in_step_with_their_own_modes() {
    let mut session = session_on(encounter);
    pass(&mut session, 0.5, 0.01);
    session.apply(Command::AddWorld);
    session.apply(Command::AddWorld);
    let modes: Vec<String> = session.panes().iter().map(|pane| pane.modes()).collect();
    // Those that follow in the list.
    let second = next_mode(Mode::no_avoidance());
    let third = next_mode(second);
    assert_eq!(modes, ["none", second.name(), third.name()]);
    assert_eq!(session.title(), format!("Sidestep - here - {}", modes.join(" | ")));
    assert_eq!((session.active(), session.ticks()), (2, 0), "all start again together");
    pass(&mut session, 1.0, 0.01);
    for pane in session.panes() {
        assert_eq!(pane.world().ticks(), session.ticks());
        // Each runs as it would alone.
        let mut alone = World::new(encounter("here"), 1);
        alone.set_steering(pane.world().steering().clone());
        (0..session.ticks()).for_each(|_| alone.tick());
        assert_eq!(pane.world().state_hash(), alone.state_hash(), "{}", pane.modes());
    }
    session.apply(Command::AddWorld);
    session.apply(Command::AddWorld);
    assert_eq!(session.panes().len(), MOST_WORLDS);
    assert!(session.message().is_some_and(|text| text.contains("the most")), "{:?}", session.message());
}

#[test]
fn all_groups_of_an_added_world_have_its_mode() {
    let mut session = session_on(|name| {
        let mut layout = layout(name);
        layout.steering.set_mode_of(0, Mode::named("orca").unwrap());
        layout
    });
    session.apply(Command::AddWorld);
    let steering = [0, 1].map(|number| session.panes()[number].world().steering());
    assert_eq!(steering[0].mode_of(0).name(), "orca");
    assert_eq!(steering[1].mode_of(0), next_mode(steering[0].mode));
}

/// Notes for which variant it is asked.
struct Variants(Arc<Mutex<Vec<usize>>>);

impl MapLoader for Variants {
    fn world(&mut self, request: &MapRequest) -> Result<World, MapError> {
        self.0.lock().unwrap().push(request.variant);
        Ok(World::new(layout("here"), 1))
    }

    fn draft(&mut self, _request: &MapRequest) -> Result<MapDraft, MapError> {
        Err("this map cannot be changed".into())
    }
}

#[test]
fn each_world_side_by_side_is_a_variant_of_its_own() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let options = ViewerOptions::new(Box::new(Variants(asked.clone())), entries());
    opened(ViewerOptions { variants: 3, ..options });
    assert_eq!(*asked.lock().unwrap(), [0, 1, 2]);
}

#[test]
fn commands_change_the_active_world_only() {
    let mut session = session_of(3, encounter);
    session.apply(Command::Activate(1));
    session.apply(Command::ChooseMode(Mode::named("orca").unwrap_or_default()));
    session.apply(Command::ActivateNext);
    session.apply(Command::TogglePush);
    let modes: Vec<String> = session.panes().iter().map(|pane| pane.label()).collect();
    assert_eq!(modes, ["none", "orca", "none, push on"]);
    session.apply(Command::RemoveWorld(0));
    assert_eq!(session.panes().len(), 2);
    assert_eq!(session.pane().label(), "none, push on", "the active world is the same");
    session.apply(Command::NextMap);
    let modes: Vec<String> = session.panes().iter().map(|pane| pane.modes()).collect();
    assert_eq!(modes, ["orca", "none"], "another map is compared with the same modes");
}

#[test]
fn a_world_that_ends_waits_for_the_others_and_all_are_in_the_table() {
    let mut session = session_of(2, |name| {
        let mut layout = encounter(name);
        layout.time_limit = 6.0;
        layout
    });
    session.apply(Command::Activate(1));
    session.apply(Command::ChooseMode(Mode::named("lanes").unwrap_or_default()));
    pass(&mut session, 10.0, 0.01);
    assert!(session.end().is_some());
    let ticks: Vec<u64> = session.panes().iter().map(|pane| pane.world().ticks()).collect();
    assert!(ticks[0] == 360 && ticks[1] < 360, "head-on without avoidance takes longer: {ticks:?}");
    let rows: Vec<&str> = session.finished().iter().map(|run| run.labels[1].as_str()).collect();
    assert_eq!(rows, ["none", "lanes"]);
    let [title, first, second, keys] = session.result() else { panic!("{:?}", session.result()) };
    assert!(title == "All runs have ended" && keys.starts_with("r: restart"), "{title}, {keys}");
    assert!(first.starts_with("none ") && second.starts_with("lanes "), "{first}, {second}");
    let run = session.finished()[1].clone();
    let (arrived, ratio) = (run.value(&ARRIVED), run.value(&TIME_RATIO));
    assert!(second.ends_with(&format!("arrived {arrived:>8}, time ratio {ratio}")), "{second}");
    session.apply(Command::Restart);
    assert_eq!(session.finished().len(), 2);
    pass(&mut session, 10.0, 0.01);
    assert_eq!(session.finished().len(), 4);
}

/// The second world ends before the first one.
#[test]
fn a_world_that_has_ended_stays_as_it_is_while_the_other_one_is_looked_at_and_repeated() {
    let mut session = session_of(2, |name| Layout { time_limit: 6.0, ..encounter(name) });
    session.apply(Command::Activate(1));
    session.apply(Command::ChooseMode(Mode::named("lanes").unwrap_or_default()));
    pass(&mut session, 10.0, 0.01);
    let ended = session.panes()[1].world().ticks();
    assert!(ended < 350);
    session.apply(Command::LookAt(ended + 5));
    let shown = |session: &Session, number: usize| session.shown_world(number).map(|world| world.ticks());
    assert_eq!((shown(&session, 0), shown(&session, 1)), (None, Some(ended)));
    session.apply(Command::Select(Some(0)));
    assert_eq!(session.computing(), Some(0));
    session.advance(0.01);
    assert_eq!((shown(&session, 0), shown(&session, 1)), (Some(ended + 5), Some(ended)));
    session.set_budget(Duration::from_secs(5));
    session.apply(Command::Play(crate::viewer::Play::ContinueFromHere));
    session.advance(0.01);
    let ticks: Vec<u64> = session.panes().iter().map(|pane| pane.world().ticks()).collect();
    assert_eq!(ticks, [ended + 5, ended]);
    session.apply(Command::TogglePause);
    assert!(session.runs());
}

#[test]
fn there_are_one_to_four_worlds_and_one_of_them_is_active() {
    for (asked, worlds) in [(0, 1), (3, 3), (9, MOST_WORLDS)] {
        let mut session = session_of(asked, encounter);
        assert_eq!(session.panes().len(), worlds);
        session.apply(Command::Activate(9));
        assert_eq!(session.active(), worlds - 1);
        session.apply(Command::ActivateNext);
        assert_eq!(session.active(), 0);
    }
}

#[test]
fn without_the_world_that_still_runs_the_session_ends_and_the_last_world_stays() {
    let mut session = session_of(2, encounter);
    session.apply(Command::Activate(1));
    session.apply(Command::ChooseMode(Mode::named("lanes").unwrap_or_default()));
    pass(&mut session, 6.0, 0.01);
    assert!(session.panes()[1].world().finished() && session.end().is_none());
    session.apply(Command::RemoveWorld(0));
    assert_eq!((session.panes().len(), session.active()), (1, 0));
    assert_eq!((session.end(), session.finished().len()), (Some(RunEnd::Arrived), 1));
    assert!(!session.result().is_empty());
    session.apply(Command::RemoveActive);
    assert_eq!(session.panes().len(), 1);
    assert!(session.message().is_some_and(|text| text.contains("only world")), "{:?}", session.message());
}

#[test]
fn a_click_selects_in_the_world_under_the_pointer() {
    let mut session = session_of(2, encounter);
    assert_eq!(session.cells().len(), 2);
    session.apply(Command::Resize(800, 400));
    let map = session.map_of(1);
    let (x, y) = session.camera().to_screen(session.world().units().position[1]);
    session.apply(Command::SelectAt(x + map.x as f32, y + map.y as f32));
    assert_eq!((session.active(), session.selected()), (1, Some(1)));
    let first = session.map_of(0);
    session.apply(Command::SelectAt(first.x as f32 + 2.0, first.y as f32 + 2.0));
    assert_eq!((session.active(), session.selected()), (0, None));
}

#[test]
fn the_legend_of_a_single_world_names_the_groups_and_without_the_panel_the_overlays() {
    let mut session = session_on(encounter);
    let texts = |session: &Session| session.legend().into_iter().map(|entry| entry.text).collect::<Vec<_>>();
    assert!(session.open().panel);
    let groups = texts(&session);
    assert_eq!(groups, session.world().layout().groups);
    session.apply(Command::Toggle(&overlays::NEIGHBOURS));
    assert_eq!(texts(&session), groups, "the panel has it");
    session.apply(Command::TogglePanel);
    assert!(texts(&session).len() > groups.len() && texts(&session).starts_with(&groups));
}

#[test]
fn without_the_panel_each_world_has_the_legend_of_the_overlays() {
    let mut session = session_of(2, encounter);
    session.apply(Command::Resize(1200, 700));
    let legends = |session: &Session| session.cells().iter().filter(|cell| cell.legend.is_some()).count();
    assert!(session.open().panel);
    session.apply(Command::Toggle(&overlays::FORCE));
    assert_eq!(legends(&session), 0, "the panel has it");
    session.apply(Command::TogglePanel);
    assert_eq!(legends(&session), 2);
    session.apply(Command::ClearOverlays);
    assert_eq!(legends(&session), 0);
    assert!(session.heading().height > 0 && session.cells().iter().all(|cell| cell.whole.y > 0));
    session.apply(Command::RemoveWorld(1));
    assert_eq!((session.heading().height, session.map_of(0)), (0, session.viewport()));
}

#[test]
fn the_next_seed_restarts_and_is_kept() {
    let mut session = session();
    pass(&mut session, 0.5, 0.01);
    session.apply(Command::RestartWithNextSeed);
    assert_eq!((session.world().layout().seed, session.ticks()), (2, 0));
    session.apply(Command::Restart);
    assert_eq!(session.world().layout().seed, 2);
    session.apply(Command::Seed(None));
    assert_eq!(session.world().layout().seed, 1);
}
