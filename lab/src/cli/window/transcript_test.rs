//! What each command of the window changes, as a transcript: whoever changes the window reads there what a user gets to see.

use super::tests::{move_one, on, session};
use crate::cli::run_args::RunArgs;
use crate::draw::overlays;
use crate::export::FORMATS;
use crate::viewer::{Brush, Command, MapQuestion, Play, Session};
use sidestep::crowd::{NewWall, UnitChange};
use sidestep::geometry::Wall;
use sidestep::settings::Push;
use sidestep::steering::avoidance::Mode;
use sidestep::types::{Point, Rect};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

const MAP: &str = r#"sidestep = 1
bounds = [[100, 40], [140, 60]]
time_limit = 60

[avoidance]
mode = "none"

[[group]]
name = "west"
count = 6
formation = "grid"
area = [[104, 45], [110, 55]]
goal = { shift = [20, 0] }

[[group]]
name = "east"
count = 4
formation = "grid"
area = [[130, 45], [136, 55]]
goal = { shift = [-20, 0] }
"#;

/// What a user sees of a session, by name. What is not shown here is drawn from it.
fn seen(session: &Session, folder: &Path) -> BTreeMap<&'static str, String> {
    let own = |text: &str| text.replace(&*folder.to_string_lossy(), "FOLDER");
    let question = match session.question() {
        Some(MapQuestion::Save(question)) => own(&format!("{question:?}")),
        Some(MapQuestion::Open(problem)) => own(&format!("open: {problem:?}")),
        None => String::new(),
    };
    let pane = |number: usize| {
        let pane = &session.panes()[number];
        let (world, marked) = (pane.world(), session.selected_in(number));
        let at = session.shown_position(number, 0);
        format!(
            "{}: tick {}, {} units, {} of {} arrived, {} walls, {} commands, slot {marked:?} marked, the first unit at {:.2} {:.2}",
            pane.label(),
            world.ticks(),
            world.units().len(),
            world.arrived(),
            world.walkers(),
            world.walls().len(),
            pane.commands().len(),
            at.x,
            at.y,
        )
    };
    let draft = session.draft().map(|draft| (draft.is_changed(), draft.can_undo(), draft.can_redo()));
    let camera = session.camera();
    let steering = session.world().steering();
    BTreeMap::from([
        ("active", session.active().to_string()),
        (
            "camera",
            format!("{:.2} {:.2}, {:.2} pixels per metre", camera.center.x, camera.center.y, camera.scale),
        ),
        ("clock", format!("paused {}, speed {}", session.paused(), session.speed())),
        ("draft", format!("placing {}; changed, undo, redo: {draft:?}", session.placing())),
        ("looking", format!("{:?}, computing {:?}", session.looking(), session.computing())),
        ("map", format!("{} {:?}", session.map(), session.chosen())),
        ("message", own(session.message().unwrap_or_default())),
        ("notice", own(session.notice().map_or("", |notice| &notice.title))),
        ("open", format!("{:?}", session.open())),
        ("overlays", session.overlays().iter().map(|overlay| overlay.name).collect::<Vec<_>>().join(" ")),
        ("patrol", session.asks_patrol().to_string()),
        ("push", format!("{:?}", steering.push)),
        ("question", question),
        ("quits", session.wants_to_quit().to_string()),
        ("records", format!("{} as {}", session.records(), session.recording_format().ending)),
        ("result", session.result().first().cloned().unwrap_or_default()),
        (
            "selection",
            format!("{:?}", session.selection().iter().map(ToString::to_string).collect::<Vec<_>>()),
        ),
        ("theme", session.theme().name.to_string()),
        ("title", session.title()),
        ("world 0", pane(0)),
        ("world 1", if session.panes().len() > 1 { pane(1) } else { String::new() }),
    ])
}

struct Transcript {
    session: Session,
    folder: tempfile::TempDir,
    text: String,
}

impl Transcript {
    /// Does something, and notes what has changed.
    fn note(&mut self, what: &str, act: impl FnOnce(&mut Session)) {
        let before = seen(&self.session, self.folder.path());
        self.session.take_stale();
        act(&mut self.session);
        let stale = self.session.take_stale();
        let drawn = match (stale.worlds, stale.panel) {
            (true, true) => "",
            (false, true) => " (only the panel is drawn again)",
            (true, false) => " (only the worlds are drawn again)",
            (false, false) => " (nothing is drawn again)",
        };
        let _ = writeln!(self.text, "{what}{drawn}");
        for (name, now) in seen(&self.session, self.folder.path()) {
            if now != before[name] {
                let _ = writeln!(self.text, "    {name}: {now}");
            }
        }
    }

    fn commands(&mut self, commands: impl IntoIterator<Item = (&'static str, Command)>) {
        for (what, command) in commands {
            self.note(what, |session| session.apply(command));
        }
    }

    fn plays(&mut self, plays: impl IntoIterator<Item = (&'static str, Play)>) {
        self.commands(plays.into_iter().map(|(what, play)| (what, Command::Play(play))));
    }

    fn pass(&mut self, seconds: f32) {
        self.note(&format!("{seconds} s pass"), |session| {
            (0..(seconds / 0.01).round() as usize).for_each(|_| session.advance(0.01));
        });
    }
}

/// A transcript that begins with a session on the map, paused.
fn transcript() -> Transcript {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gate.toml");
    std::fs::write(&file, MAP).unwrap();
    let mut session = session(RunArgs { seed: Some(5), ..on(&file.to_string_lossy()) });
    session.set_folder(folder.path().to_path_buf());
    session.set_budget(Duration::MAX);
    session.apply(Command::Resize(800, 400));
    session.apply(Command::CloseHint);
    Transcript { session, folder, text: String::new() }
}

#[test]
fn what_commands_change() {
    let mut on = transcript();
    let format = FORMATS.iter().find(|format| format.ending == "gif").unwrap();
    on.commands([("step", Command::Step), ("resume", Command::TogglePause)]);
    on.pass(0.5);
    on.commands([
        ("faster", Command::Faster),
        ("slower", Command::Slower),
        ("slower", Command::Slower),
        ("pause", Command::TogglePause),
        ("select unit 2", Command::Select(Some(2))),
        ("an overlay", Command::Toggle(&overlays::TRAIL)),
        ("a step back", Command::StepBack),
        ("a step back", Command::StepBack),
    ]);
    on.pass(0.05);
    on.commands([
        ("to the present", Command::LookAtPresent),
        ("look at tick 10", Command::LookAt(10)),
        ("no overlays", Command::ClearOverlays),
        ("the next mode while looking back", Command::NextMode),
        ("to the present", Command::LookAtPresent),
        ("orca", Command::ChooseMode(Mode::named("orca").unwrap())),
        ("the mode before", Command::PreviousMode),
        ("push", Command::TogglePush),
        ("a strong push", Command::Set(&Push::STRENGTH, 1.5.into())),
        ("too strong a push", Command::Set(&Push::STRENGTH, 99.0.into())),
        ("save the settings", Command::SaveSettings),
        ("the map's push", Command::Reset(vec![&Push::STRENGTH])),
        ("load the settings", Command::LoadSettings),
        ("save the last 30 s", Command::SaveMoment),
        ("save the run", Command::SaveRun),
        ("save a picture", Command::SavePicture),
        ("record as gif", Command::RecordAs(format)),
        ("record", Command::ToggleRecording),
        ("step", Command::Step),
        ("end the recording", Command::ToggleRecording),
        ("pan", Command::Pan(10.0, 20.0)),
        ("zoom", Command::Zoom(2.0)),
        ("zoom at a corner", Command::ZoomAt(0.0, 0.0, 0.5)),
        ("fit", Command::Fit),
        ("help", Command::ToggleHelp),
        ("panel", Command::TogglePanel),
        ("plots", Command::TogglePlots),
        ("results", Command::ToggleResults),
        ("tools", Command::TogglePlayTools),
        ("tools", Command::TogglePlayTools),
        ("theme", Command::ToggleTheme),
        ("escape", Command::Escape),
        ("escape", Command::Escape),
        ("escape", Command::Escape),
        ("escape", Command::Escape),
        ("click at nothing", Command::SelectAt(5.0, 5.0)),
        ("quit", Command::Quit),
    ]);
    insta::assert_snapshot!("what_commands_change", on.text);
}

#[test]
fn what_orders_and_changes_of_a_running_world_change() {
    let mut on = transcript();
    let wall = |x: f32| Wall::Box(Rect { min: Point::new(x, 44.0), max: Point::new(x + 1.0, 46.0) });
    let all = ((0.0, 0.0), (400.0, 400.0));
    on.plays([
        ("go with nobody selected", Play::Go { to: (400.0, 200.0), queued: false }),
        ("select the left half", Play::SelectBox { from: all.0, to: all.1, add: false }),
        ("keep the selection", Play::Store(1)),
        ("go", Play::Go { to: (400.0, 200.0), queued: false }),
        ("then into a row", Play::Form { from: (300.0, 100.0), to: (300.0, 300.0), queued: true }),
    ]);
    on.commands([("step", Command::Step), ("deselect", Command::Select(None))]);
    on.plays([
        ("recall", Play::Recall(1)),
        ("recall nothing", Play::Recall(2)),
        ("go out of the map", Play::Go { to: (-900.0, 200.0), queued: false }),
        ("hold", Play::Hold),
        ("faster", Play::Change(UnitChange { max_speed: Some(3.0), ..UnitChange::default() })),
        ("ask for a patrol", Play::AskPatrol),
        ("and send them", Play::Go { to: (400.0, 200.0), queued: false }),
        ("four more", Play::Spawn(Point::new(120.0, 55.0), Brush { count: 4, group: 1, team: 0 })),
        ("a door", Play::AddWall(NewWall::door(wall(120.0)))),
        ("a wall", Play::AddWall(NewWall::new(wall(125.0)))),
    ]);
    on.commands([("step", Command::Step)]);
    let doors = on.session.world().walls().iter().map(|wall| wall.id).collect::<Vec<_>>();
    on.plays([
        ("open the door", Play::SwitchDoor(doors[0])),
        ("switch the wall", Play::SwitchDoor(doors[1])),
    ]);
    on.commands([("step", Command::Step)]);
    on.plays([
        ("stop", Play::Stop),
        ("remove the wall", Play::RemoveWall(doors[1])),
        ("remove it again", Play::RemoveWall(doors[1])),
        ("remove the selected units", Play::Remove),
    ]);
    on.commands([("step", Command::Step), ("resume", Command::TogglePause)]);
    on.pass(1.0);
    on.commands([("look at tick 40", Command::LookAt(40))]);
    on.plays([("an order in the past", Play::Stop), ("what if", Play::WhatIf)]);
    on.commands([("resume", Command::TogglePause)]);
    on.pass(0.2);
    on.plays([
        (
            "select all of the other future",
            Play::SelectBox { from: (430.0, 60.0), to: (790.0, 390.0), add: false },
        ),
        ("stop", Play::Stop),
    ]);
    on.commands([
        ("the world that shows what was", Command::Activate(0)),
        ("the next mode", Command::NextMode),
        ("the next world", Command::ActivateNext),
        ("the next mode", Command::NextMode),
    ]);
    on.pass(0.5);
    on.commands([("look at tick 50", Command::LookAt(50))]);
    on.plays([("go on from there", Play::ContinueFromHere)]);
    on.pass(0.2);
    on.commands([
        ("remove the active world", Command::RemoveActive),
        ("remove the last world", Command::RemoveActive),
        ("restart", Command::Restart),
        ("add a world", Command::AddWorld),
        ("remove the first world", Command::RemoveWorld(0)),
        ("resume", Command::TogglePause),
    ]);
    on.pass(12.0);
    insta::assert_snapshot!("what_orders_and_changes_of_a_running_world_change", on.text);
}

#[test]
fn what_maps_and_their_changes_change() {
    let mut on = transcript();
    let [broken, missing] = ["broken.toml", "missing.toml"].map(|name| on.folder.path().join(name));
    std::fs::write(&broken, "sidestep = 1\n").unwrap();
    on.commands([
        ("the next seed", Command::RestartWithNextSeed),
        ("seed 9", Command::Seed(Some(9))),
        ("ten units", Command::Units(Some(10))),
        ("the map's number", Command::Units(None)),
        ("place", Command::TogglePlacing),
    ]);
    on.note("move a unit", |session| {
        move_one(session);
    });
    on.commands([
        ("undo", Command::Undo),
        ("undo again", Command::Undo),
        ("redo", Command::Redo),
        ("the next map", Command::NextMap),
        ("open a map", Command::AskToOpen),
        ("end placing", Command::TogglePlacing),
        ("quit", Command::Quit),
        ("save", Command::SaveMap),
        ("close the question", Command::CloseQuestion),
        ("save", Command::SaveMap),
        ("under the same name", Command::SaveMapAs { name: "gate.toml".into(), replace: false }),
        ("under another name", Command::SaveMapAs { name: "other.toml".into(), replace: false }),
        ("open a map", Command::AskToOpen),
        ("one that is missing", Command::OpenMap(missing)),
        ("close the question", Command::CloseQuestion),
        ("one with a mistake", Command::OpenMap(broken)),
        ("close the notice", Command::CloseNotice),
        ("the map before", Command::PreviousMap),
        ("the first map", Command::ChooseMap(0)),
    ]);
    insta::assert_snapshot!("what_maps_and_their_changes_change", on.text);
}
