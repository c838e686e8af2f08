//! The effect of each command.

use super::session::Session;
use super::stale::Stale;
use crate::draw::{Overlays, theme};
use crate::scene::MapDraft;
use crate::viewer::command::Command;

impl Session {
    /// Executes a command.
    pub fn apply(&mut self, command: Command) {
        self.stale = Stale::ALL;
        let legends = self.legends();
        self.execute(command);
        if self.legends() != legends {
            self.arrange();
        }
    }

    fn execute(&mut self, command: Command) {
        // Any other command takes back the wish to quit.
        self.asked_to_quit &= command == Command::Quit;
        match command {
            Command::TogglePause => self.toggle_pause(),
            Command::Step => self.step(),
            Command::StepBack => self.step_back(),
            Command::LookAt(tick) => self.look_at(tick),
            Command::LookAtPresent => self.clock.looking = None,
            Command::Faster => self.clock.set_speed(self.clock.speed + 1),
            Command::Slower => self.clock.set_speed(self.clock.speed.saturating_sub(1)),
            Command::Restart
            | Command::RestartWithNextSeed
            | Command::NextMap
            | Command::PreviousMap
            | Command::ChooseMap(_)
            | Command::Units(_)
            | Command::Seed(_) => self.choose(&command),
            Command::NextMode => self.turn_mode(true),
            Command::PreviousMode => self.turn_mode(false),
            Command::ChooseMode(mode) => self.choose_mode(mode),
            Command::Set(setting, value) => self.set(setting, value),
            Command::Reset(settings) => self.reset(&settings),
            Command::TogglePush => {
                self.steer(|s| s.push.on = !s.push.on);
            }
            Command::SaveSettings => self.save_settings(),
            Command::LoadSettings => self.load_settings(),
            Command::Toggle(overlay) => self.overlays.toggle(overlay),
            Command::ClearOverlays => self.overlays = Overlays::NONE,
            Command::AddWorld => self.add_world(),
            Command::RemoveWorld(number) => self.remove_world(number),
            Command::RemoveActive => self.remove_world(self.active),
            Command::Activate(number) => self.activate(number),
            Command::ActivateNext => self.activate((self.active + 1) % self.panes.len()),
            Command::Pan(dx, dy) => {
                self.view.fitted = false;
                self.view.camera.pan(dx, dy);
            }
            Command::Zoom(factor) => {
                self.zoom((self.view.camera.width / 2.0, self.view.camera.height / 2.0), factor)
            }
            Command::ZoomAt(x, y, factor) => self.zoom_at((x, y), factor),
            Command::Fit => self.fit(),
            Command::SelectAt(x, y) => self.select_at((x, y)),
            Command::Select(id) => self.select_slot(id),
            Command::Play(play) => self.play(play),
            Command::Escape => self.escape(),
            Command::Quit => self.ask_to_quit(),
            Command::SaveMoment => self.save_moment(),
            Command::SaveRun => self.save_run(),
            Command::SavePicture => self.save_picture(),
            Command::ToggleRecording => self.toggle_recording(),
            Command::RecordAs(format) => self.files.recording_format = format,
            Command::ToggleHelp => self.open.help = !self.open.help,
            Command::TogglePanel => self.open.panel = !self.open.panel,
            Command::TogglePlots => self.open.plots = !self.open.plots,
            Command::ToggleResults => self.open.results = !self.open.results,
            Command::TogglePlayTools => self.toggle_play_tools(),
            Command::ToggleTheme => {
                self.theme = if *self.theme == theme::DARK { &theme::LIGHT } else { &theme::DARK };
            }
            Command::CloseHint => self.open.hint = false,
            Command::TogglePlacing => self.toggle_placing(),
            Command::Place(placing) => self.place(placing),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::SaveMap => self.ask_to_save(),
            Command::SaveMapAs { name, replace } => self.save_map(&name, replace),
            Command::AskToOpen => self.ask_to_open(),
            Command::OpenMap(path) => self.open_map(&path),
            Command::CloseQuestion => self.question = None,
            Command::CloseNotice => self.notice = None,
            Command::Resize(width, height) => self.resize(width, height),
        }
    }

    /// Quits. If that would lose changes of the map, says so first, and quits when asked again.
    fn ask_to_quit(&mut self) {
        let changed = self.draft().is_some_and(MapDraft::is_changed);
        if changed && !self.asked_to_quit {
            self.asked_to_quit = true;
            self.say("the changed map is not saved: Ctrl+S saves it, q again quits without it".into());
        } else {
            self.quit = true;
        }
    }

    /// Closes what is open, the last opened first.
    fn escape(&mut self) {
        if self.open.hint || self.open.help {
            (self.open.hint, self.open.help) = (false, false);
        } else if self.notice.is_some() {
            self.notice = None;
        } else if !self.result.is_empty() {
            self.result.clear();
        } else if self.clock.looking.is_some() {
            self.clock.looking = None;
        } else if self.selection.asks_patrol {
            self.selection.asks_patrol = false;
        } else if !self.selection().is_empty() {
            self.selection.select(Vec::new(), false);
        } else if self.open.tools {
            self.open.tools = false;
        } else if self.open.results {
            self.open.results = false;
        } else if self.placing() {
            self.toggle_placing();
        } else {
            self.say("press q to quit".into());
        }
    }
}
