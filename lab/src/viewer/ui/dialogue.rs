//! Questions in a dialogue over everything else, and the notice about a map.

use super::style;
use super::ui::Ui;
use crate::scene::FileState;
use crate::viewer::command::Command;
use crate::viewer::session::{MapQuestion, SaveQuestion, Session};
use egui::text::{CCursor, CCursorRange};
use egui::{Align2, Area, Context, Frame, Grid, Id, Key, Modal, Response, RichText, TextEdit};
use std::path::{Path, PathBuf};

/// The width of a dialogue, in points.
const WIDTH: f32 = 520.0;
/// The height of a list of files, in points.
const LIST: f32 = 220.0;

pub(super) fn show(ui: &mut Ui, context: &Context, session: &Session) {
    notice(ui, context, session);
    let Some(question) = session.question() else {
        ui.typed = None;
        return;
    };
    let before = ui.typed.take();
    let is_new = before.is_none();
    let mut typed = before.unwrap_or_else(|| match question {
        MapQuestion::Save(question) => question.free.clone(),
        MapQuestion::Open(_) => String::new(),
    });
    let modal = Modal::new(Id::new("question")).show(context, |body| {
        body.set_width(WIDTH.min(context.content_rect().width() - 32.0));
        match question {
            MapQuestion::Save(question) => save(ui, body, session, question, (&mut typed, is_new)),
            MapQuestion::Open(problem) => open(ui, body, session, problem.as_deref(), (&mut typed, is_new)),
        }
    });
    if modal.should_close() {
        ui.send(Command::CloseQuestion);
    }
    ui.typed = Some(typed);
}

/// A field that has the keyboard when the dialogue opens, with the file's name selected.
fn field(body: &mut egui::Ui, (typed, is_new): (&mut String, bool)) -> Response {
    let edit = TextEdit::singleline(typed).id_salt("name").desired_width(f32::INFINITY).lock_focus(true);
    let mut output = edit.show(body);
    if is_new {
        let begin = typed.rfind(std::path::is_separator).map_or(0, |at| at + 1);
        let end = typed.rfind('.').filter(|dot| *dot > begin).unwrap_or(typed.len());
        select(body, &mut output, (typed[..begin].chars().count(), typed[..end].chars().count()));
        output.response.request_focus();
    }
    output.response
}

fn select(body: &egui::Ui, output: &mut egui::text_edit::TextEditOutput, (from, to): (usize, usize)) {
    let range = CCursorRange::two(CCursor::new(from), CCursor::new(to));
    output.state.cursor.set_char_range(Some(range));
    output.state.clone().store(body.ctx(), output.response.id);
}

fn warn(body: &mut egui::Ui, session: &Session, text: &str) {
    body.label(RichText::new(text).color(style::color(session.theme().accent)));
}

fn is_entered(body: &egui::Ui, field: &Response) -> bool {
    field.lost_focus() && body.input(|input| input.key_pressed(Key::Enter))
}

fn save(
    ui: &mut Ui,
    body: &mut egui::Ui,
    session: &Session,
    question: &SaveQuestion,
    (typed, is_new): (&mut String, bool),
) {
    body.heading("Save the map");
    let present = question.present.as_ref();
    if let Some((name, state)) = present {
        body.label(format!("This map was read from {name}."));
        match state {
            FileState::Same => {}
            FileState::Changed => warn(body, session, "Another program has changed that file since then."),
            FileState::Missing => warn(body, session, "That file is gone or cannot be read now."),
        }
    }
    body.label("Name of the new file:");
    let field = field(body, (typed, is_new));
    let (file, exists) = session.map_file(typed);
    let name = file.display().to_string();
    if is_entered(body, &field) {
        field.request_focus();
        ui.send(Command::SaveMapAs { name: typed.clone(), replace: false });
    }
    if let Some(problem) = &question.problem {
        warn(body, session, problem);
    }
    body.add_space(6.0);
    Grid::new("answers").num_columns(2).show(body, |grid| {
        if !exists {
            let key = Some("enter".to_string());
            if grid.add(style::button(grid, &format!("save as {name}"), key)).clicked() {
                ui.send(Command::SaveMapAs { name: typed.clone(), replace: false });
            }
            grid.label("writes a new file; no other file changes");
            grid.end_row();
        }
        if exists {
            let what = match present {
                Some((own, FileState::Changed)) if Path::new(own) == file => CHANGED,
                _ => "its contents are lost",
            };
            replace(ui, grid, &name, what);
        }
        if let Some((own, state)) = present.filter(|(own, _)| Path::new(own) != file) {
            let what = match state {
                FileState::Same => "its contents are lost; this is the file that was opened",
                FileState::Changed => CHANGED,
                FileState::Missing => "writes the file that was opened again",
            };
            replace(ui, grid, own, what);
        }
        if grid.add(style::button(grid, "cancel", Some("esc".to_string()))).clicked() {
            ui.send(Command::CloseQuestion);
        }
        grid.label("writes nothing; the changes stay in the window");
        grid.end_row();
    });
}

/// A row that replaces a file.
fn replace(ui: &mut Ui, grid: &mut egui::Ui, name: &str, what: &str) {
    if grid.add(style::button(grid, &format!("replace {name}"), None)).clicked() {
        ui.send(Command::SaveMapAs { name: name.to_string(), replace: true });
    }
    grid.label(what);
    grid.end_row();
}

const CHANGED: &str = "what the other program wrote is lost";

fn open(
    ui: &mut Ui,
    body: &mut egui::Ui,
    session: &Session,
    problem: Option<&str>,
    (typed, is_new): (&mut String, bool),
) {
    body.heading("Open a map");
    body.label("A map (.toml) or a file of starts (.txt, .starts). Tab completes the path; files can also be dropped on the window.");
    let field = field(body, (typed, is_new));
    let candidates = session.candidates(typed);
    let mut next = None;
    if field.has_focus() && body.input(|input| input.key_pressed(Key::Tab)) {
        next = Some(session.completed(typed));
    }
    if is_entered(body, &field) {
        match &candidates[..] {
            [one] if one.is_folder => next = Some(one.path.clone()),
            [one] => ui.send(Command::OpenMap(PathBuf::from(&one.path))),
            _ => ui.send(Command::OpenMap(PathBuf::from(&*typed))),
        }
        field.request_focus();
    }
    if let Some(problem) = problem {
        warn(body, session, problem);
    }
    style::scrolling(body.ctx(), [false, true]).max_height(LIST).auto_shrink([false, false]).show(
        body,
        |list| {
            if list.selectable_label(false, "../").clicked() {
                next = Some(parent(typed));
            }
            for candidate in &candidates {
                if list.selectable_label(false, &candidate.name).clicked() {
                    if candidate.is_folder {
                        next = Some(candidate.path.clone());
                    } else {
                        ui.send(Command::OpenMap(PathBuf::from(&candidate.path)));
                    }
                }
            }
            if candidates.is_empty() {
                list.weak("no map file begins like this");
            }
        },
    );
    if body.add(style::button(body, "cancel", Some("esc".to_string()))).clicked() {
        ui.send(Command::CloseQuestion);
    }
    if let Some(path) = next {
        *typed = path;
        field.request_focus();
        let end = CCursor::new(typed.chars().count());
        let mut state = TextEdit::load_state(body.ctx(), field.id).unwrap_or_default();
        state.cursor.set_char_range(Some(CCursorRange::one(end)));
        state.store(body.ctx(), field.id);
    }
}

/// The folder above the one that was typed.
fn parent(typed: &str) -> String {
    let folder = typed.rfind(std::path::is_separator).map_or("", |at| &typed[..=at]);
    if folder.is_empty() || folder.ends_with("../") {
        return format!("{folder}../");
    }
    let above = folder[..folder.len() - 1].rfind(std::path::is_separator);
    above.map_or(String::new(), |at| folder[..=at].to_string())
}

/// What is wrong with a map, or what has become of its file.
fn notice(ui: &mut Ui, context: &Context, session: &Session) {
    let Some(notice) = session.notice() else { return };
    let scale = context.pixels_per_point();
    let area = session.viewport();
    let (left, width) = (area.x as f32 / scale, area.width as f32 / scale);
    let at = egui::pos2(left + width / 2.0, area.y as f32 / scale + 8.0);
    // An area remembers its size, so that a longer text would be cut off.
    Area::new(Id::new(("notice", &notice.text))).fixed_pos(at).pivot(Align2::CENTER_TOP).show(
        context,
        |body| {
            Frame::popup(body.style()).show(body, |body| {
                body.set_max_width((width - 32.0).max(160.0));
                warn(body, session, &notice.title);
                let height = (area.height as f32 / scale - 96.0).max(60.0);
                style::scrolling(body.ctx(), [true, true]).max_height(height).show(body, |body| {
                    body.add(egui::Label::new(RichText::new(&notice.text).monospace()).extend());
                });
                if body.add(style::button(body, "close", Some("esc".to_string()))).clicked() {
                    ui.send(Command::CloseNotice);
                }
            });
        },
    );
}
