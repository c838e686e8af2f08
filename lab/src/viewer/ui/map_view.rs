//! The mouse over the worlds: selecting, orders, moving the view, zooming and placing.

use super::captions;
use super::grab::{Grab, Grabbed};
use super::ui::Ui;
use crate::draw::theme;
use crate::scene::MapEdit;
use crate::viewer::command::Command;
use crate::viewer::play::Play;
use crate::viewer::session::{PlayTool, Session, Tool};
use egui::{
    CentralPanel, Context, Event, Frame, Modifiers, MouseWheelUnit, PointerButton, Pos2, Response, Sense,
    Stroke, vec2,
};
use sidestep::crowd::{IfOccupied, NewWall};
use sidestep::geometry::Wall;
use sidestep::types::{Point, Rect};

/// The factor of a notch of the wheel.
const NOTCH: f32 = 1.12;
/// A wall that is smaller than this in every direction, in metres, is not added: the drag was a click.
const SMALLEST: f32 = 0.05;

pub(super) fn show(ui: &mut Ui, context: &Context, session: &Session) {
    // The screen draws the worlds.
    CentralPanel::default().frame(Frame::NONE).show(context, |body| {
        let scale = body.ctx().pixels_per_point();
        let response = body.allocate_rect(body.max_rect(), Sense::click_and_drag());
        captions::show(body, session, scale);
        mouse(ui, session, &response, scale);
        if response.hovered() {
            wheel(ui, body.ctx(), scale);
        }
        if let Some(grab) = ui.grab {
            sketch(body, session, &grab, scale);
        }
    });
}

/// The point of the map at a pixel of the window.
fn point_at(session: &Session, at: (f32, f32)) -> Option<Point> {
    let (_, local) = session.locate(at)?;
    Some(session.camera().to_world(local))
}

/// What the buttons of the mouse do.
fn mouse(ui: &mut Ui, session: &Session, response: &Response, scale: f32) {
    let at = |pos: Pos2| (pos.x * scale, pos.y * scale);
    let held = response.ctx.input(|input| input.modifiers);
    if let Some(pos) = response.interact_pointer_pos() {
        if response.double_clicked() {
            double_click(ui, session, at(pos), held);
        } else if response.clicked() {
            click(ui, session, at(pos), held);
        } else if response.secondary_clicked() && takes_orders(session) {
            ui.send(Command::Play(Play::Go { to: at(pos), queued: held.shift }));
        }
    }
    if response.drag_started()
        && let Some(pos) = response.ctx.input(|input| input.pointer.press_origin())
    {
        let button = [PointerButton::Middle, PointerButton::Secondary]
            .into_iter()
            .find(|button| response.drag_started_by(*button))
            .unwrap_or(PointerButton::Primary);
        // What is dragged in a world is of that world.
        if let Some((number, _)) = session.locate(at(pos)).filter(|(number, _)| *number != session.active()) {
            ui.send(Command::Activate(number));
        }
        ui.grab = Some(grab(ui, session, at(pos), (button, held)));
    }
    if response.dragged()
        && let Some(pos) = response.interact_pointer_pos()
        && let Some(grab) = &mut ui.grab
    {
        if let Some(point) = point_at(session, at(pos)) {
            grab.to = point;
        }
        if grab.what == Grabbed::View {
            let by = response.drag_delta() * scale;
            ui.send(Command::Pan(by.x, by.y));
        }
    }
    if response.drag_stopped()
        && let Some(grab) = ui.grab.take()
    {
        drop(ui, session, &grab, held.shift);
    }
}

/// Whether units of the running worlds take orders.
fn takes_orders(session: &Session) -> bool {
    !session.placing() && !session.selection().is_empty()
}

/// The tool for running worlds.
fn play_tool(ui: &Ui, session: &Session) -> PlayTool {
    if session.open().tools { ui.play_tool } else { PlayTool::Select }
}

fn click(ui: &mut Ui, session: &Session, at: (f32, f32), held: Modifiers) {
    let point = point_at(session, at);
    if session.placing() {
        let wall = point.filter(|_| ui.tool == Tool::Remove).and_then(|point| session.wall_at(point));
        return ui.send(match wall {
            Some(wall) => Command::Place(MapEdit::RemoveWall(wall)),
            None => Command::SelectAt(at.0, at.1),
        });
    }
    match (play_tool(ui, session), point, session.locate(at)) {
        (PlayTool::Spawn, Some(point), _) => ui.send(Command::Play(Play::Spawn(point, ui.brush))),
        (PlayTool::RemoveWall, Some(point), Some((number, _))) => {
            if let Some(wall) = session.placed_wall_at(number, point) {
                ui.send(Command::Play(Play::RemoveWall(wall)));
            }
        }
        _ if held.shift && !session.asks_patrol() => ui.send(Command::Play(Play::AddAt(at.0, at.1))),
        _ => ui.send(Command::SelectAt(at.0, at.1)),
    }
}

fn double_click(ui: &mut Ui, session: &Session, at: (f32, f32), held: Modifiers) {
    let on_unit = session.locate(at).and_then(|(number, local)| session.unit_at(number, local)).is_some();
    if on_unit && !session.placing() && play_tool(ui, session) == PlayTool::Select {
        ui.send(Command::Play(Play::SelectAlike { at, add: held.shift }));
    } else {
        click(ui, session, at, held);
    }
}

fn grab(ui: &Ui, session: &Session, at: (f32, f32), (button, held): (PointerButton, Modifiers)) -> Grab {
    let point = point_at(session, at).unwrap_or(session.camera().center);
    let unit = || session.locate(at).and_then(|(number, local)| session.unit_at(number, local));
    let what = match (button, session.placing(), ui.tool) {
        (PointerButton::Middle, ..) => Grabbed::View,
        _ if held.command => Grabbed::View,
        (PointerButton::Secondary, false, _) if takes_orders(session) => Grabbed::Row,
        (PointerButton::Secondary, ..) => Grabbed::View,
        (_, true, Tool::AddBox | Tool::AddCircle) => Grabbed::NewWall,
        (_, true, Tool::Move) => match (unit(), session.wall_at(point)) {
            (Some(unit), _) => Grabbed::Unit(unit),
            (None, Some(wall)) => Grabbed::Wall(wall),
            (None, None) => Grabbed::View,
        },
        (_, true, Tool::Remove) => Grabbed::View,
        (_, false, _) => match play_tool(ui, session) {
            PlayTool::AddBox | PlayTool::AddCircle | PlayTool::AddDoor => Grabbed::NewWall,
            PlayTool::Select | PlayTool::Spawn | PlayTool::RemoveWall => Grabbed::Box,
        },
    };
    Grab { what, from: point, to: point }
}

/// Ends a drag.
fn drop(ui: &mut Ui, session: &Session, grab: &Grab, shift: bool) {
    let pixel = |point: Point| on_window(session, point);
    let (from, to) = (pixel(grab.from), pixel(grab.to));
    match grab.what {
        Grabbed::Box => return ui.send(Command::Play(Play::SelectBox { from, to, add: shift })),
        Grabbed::Row => return ui.send(Command::Play(Play::Form { from, to, queued: shift })),
        Grabbed::NewWall if !session.placing() => {
            let is_round = ui.play_tool == PlayTool::AddCircle;
            let Some(shape) = new_wall(is_round, grab) else { return };
            let wall = match ui.play_tool {
                PlayTool::AddDoor => NewWall::door(shape),
                _ => NewWall { if_occupied: IfOccupied::Clear, ..NewWall::new(shape) },
            };
            return ui.send(Command::Play(Play::AddWall(wall)));
        }
        Grabbed::Unit(_) | Grabbed::Wall(_) | Grabbed::NewWall | Grabbed::View => {}
    }
    let Some(draft) = session.draft() else { return };
    let edit = match grab.what {
        Grabbed::View | Grabbed::Box | Grabbed::Row => None,
        Grabbed::Unit(unit) => {
            let to =
                session.world().layout().starts.get(unit).map(|start| start.position + (grab.to - grab.from));
            draft.unit_at(unit).zip(to).map(|moved| MapEdit::MoveUnits(vec![moved]))
        }
        Grabbed::Wall(wall) => Some(MapEdit::MoveWall { wall, by: grab.to - grab.from }),
        Grabbed::NewWall => new_wall(ui.tool == Tool::AddCircle, grab).map(MapEdit::AddWall),
    };
    if let Some(edit) = edit {
        ui.send(Command::Place(edit));
    }
}

/// The pixel of the window that shows a point of the map in the active world.
fn on_window(session: &Session, point: Point) -> (f32, f32) {
    let map = session.map_of(session.active());
    let (x, y) = session.camera().to_screen(point);
    (x + map.x as f32, y + map.y as f32)
}

fn new_wall(is_round: bool, grab: &Grab) -> Option<Wall> {
    let by = grab.to - grab.from;
    if is_round {
        let radius = by.norm();
        return (radius >= SMALLEST).then_some(Wall::Circle { center: grab.from, radius });
    }
    let min = Point::new(grab.from.x.min(grab.to.x), grab.from.y.min(grab.to.y));
    let max = Point::new(grab.from.x.max(grab.to.x), grab.from.y.max(grab.to.y));
    (max.x - min.x >= SMALLEST && max.y - min.y >= SMALLEST).then_some(Wall::Box(Rect { min, max }))
}

/// The outline of what is being placed.
fn sketch(body: &egui::Ui, session: &Session, grab: &Grab, scale: f32) {
    let pos = |point: Point| {
        let (x, y) = on_window(session, point);
        Pos2::new(x / scale, y / scale)
    };
    let theme: &theme::Theme = session.theme();
    let stroke = Stroke::new(2.0, super::style::color(theme.accent));
    let painter = body.painter();
    match grab.what {
        Grabbed::View => {}
        Grabbed::Unit(unit) => {
            let radius = session.world().units().radius[unit] * session.camera().scale / scale;
            painter.circle_stroke(
                pos(session.world().units().position[unit] + (grab.to - grab.from)),
                radius,
                stroke,
            );
        }
        Grabbed::Wall(wall) => {
            for edge in session.draft().iter().flat_map(|draft| draft.layout().walls[wall].outline()) {
                let by = grab.to - grab.from;
                painter.line_segment([pos(edge.from + by), pos(edge.to + by)], stroke);
            }
        }
        Grabbed::Row => {
            let stroke = Stroke::new(2.0, super::style::color(theme.green));
            let (left, right) = (pos(grab.from), pos(grab.to));
            painter.line_segment([left, right], stroke);
            // Upwards is to the left of a line to the right.
            let ahead = vec2(right.y - left.y, left.x - right.x).normalized();
            painter.arrow(left + 0.5 * (right - left), 26.0 * ahead, stroke);
        }
        Grabbed::NewWall | Grabbed::Box => {
            let (a, b) = (pos(grab.from), pos(grab.to));
            painter.rect_stroke(egui::Rect::from_two_pos(a, b), 0.0, stroke, egui::StrokeKind::Middle);
        }
    }
}

/// The wheel zooms, two fingers on a touchpad move the view, and pinching zooms.
fn wheel(ui: &mut Ui, context: &Context, scale: f32) {
    let Some(pos) = context.pointer_latest_pos() else { return };
    let at = (pos.x * scale, pos.y * scale);
    let (events, pinch) = context.input(|input| (input.events.clone(), input.zoom_delta()));
    let mut factor = 1.0;
    for event in events {
        let Event::MouseWheel { unit, delta, modifiers } = event else { continue };
        match unit {
            MouseWheelUnit::Line | MouseWheelUnit::Page => {
                factor *= libm::powf(NOTCH, delta.y.clamp(-10.0, 10.0));
            }
            MouseWheelUnit::Point if !modifiers.command => {
                ui.send(Command::Pan(delta.x * scale, delta.y * scale));
            }
            MouseWheelUnit::Point => {}
        }
    }
    if factor == 1.0 {
        factor = pinch;
    }
    if factor != 1.0 {
        ui.send(Command::ZoomAt(at.0, at.1, factor));
    }
}
