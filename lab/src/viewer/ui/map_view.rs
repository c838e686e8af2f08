//! The mouse over the worlds: selecting, moving the view, zooming and placing.

use super::captions;
use super::grab::{Grab, Grabbed};
use super::ui::Ui;
use crate::draw::theme;
use crate::scene::MapEdit;
use crate::viewer::command::Command;
use crate::viewer::session::{Session, Tool};
use egui::{CentralPanel, Context, Event, Frame, MouseWheelUnit, PointerButton, Pos2, Sense, Stroke};
use sidestep::geometry::Wall;
use sidestep::navigation::Goal;
use sidestep::types::{Point, Rect};
use sidestep::world::Phase;

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
        selection(body, session, scale);
        let at = |pos: Pos2| (pos.x * scale, pos.y * scale);
        let shift = body.input(|input| input.modifiers.shift);
        if response.double_clicked()
            && let Some(pos) = response.interact_pointer_pos()
        {
            ui.send(Command::SelectGroup { at: at(pos), add: shift });
        } else if response.secondary_clicked()
            && let Some(pos) = response.interact_pointer_pos()
            && let Some(point) = point_at(session, at(pos))
        {
            ui.send(Command::Send { from: point, to: point, queued: shift });
        } else if response.clicked()
            && let Some(pos) = response.interact_pointer_pos()
        {
            click(ui, session, at(pos));
        }
        if response.drag_started()
            && let Some(pos) = body.ctx().input(|input| input.pointer.press_origin())
        {
            let mut grab = grab(ui.tool, session, at(pos));
            if !session.placing() && response.drag_started_by(PointerButton::Secondary) {
                grab.what = Grabbed::Line;
            } else if !session.placing() && shift {
                grab.what = Grabbed::Units;
            }
            ui.grab = Some(grab);
        }
        if response.dragged()
            && let Some(pos) = response.interact_pointer_pos()
            && let Some(grab) = &mut ui.grab
        {
            if let Some(point) = point_at(session, at(pos)) {
                grab.to = point;
            }
            if grab.what == Grabbed::View || response.dragged_by(PointerButton::Middle) {
                let by = response.drag_delta() * scale;
                ui.send(Command::Pan(by.x, by.y));
            }
        }
        if response.drag_stopped()
            && let Some(grab) = ui.grab.take()
        {
            drop(ui, session, &grab, shift);
        }
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

fn click(ui: &mut Ui, session: &Session, at: (f32, f32)) {
    let wall = || point_at(session, at).and_then(|point| session.wall_at(point));
    if session.placing()
        && ui.tool == Tool::Remove
        && let Some(wall) = wall()
    {
        ui.send(Command::Place(MapEdit::RemoveWall(wall)));
    } else {
        ui.send(Command::SelectAt(at.0, at.1));
    }
}

fn grab(tool: Tool, session: &Session, at: (f32, f32)) -> Grab {
    let point = point_at(session, at).unwrap_or(session.camera().center);
    let unit = || session.locate(at).and_then(|(number, local)| session.unit_at(number, local));
    let what = match (session.placing(), tool) {
        (true, Tool::AddBox | Tool::AddCircle) => Grabbed::NewWall,
        (true, Tool::Move) => match (unit(), session.wall_at(point)) {
            (Some(unit), _) => Grabbed::Unit(unit),
            (None, Some(wall)) => Grabbed::Wall(wall),
            (None, None) => Grabbed::View,
        },
        _ => Grabbed::View,
    };
    Grab { what, from: point, to: point }
}

/// Ends a drag.
fn drop(ui: &mut Ui, session: &Session, grab: &Grab, shift: bool) {
    match grab.what {
        Grabbed::Units => {
            let map = session.map_of(session.active());
            let pixel = |point: Point| {
                let (x, y) = session.camera().to_screen(point);
                (x + map.x as f32, y + map.y as f32)
            };
            return ui.send(Command::SelectBox { from: pixel(grab.from), to: pixel(grab.to), add: true });
        }
        Grabbed::Line => {
            return ui.send(Command::Send { from: grab.from, to: grab.to, queued: shift });
        }
        _ => {}
    }
    let Some(draft) = session.draft() else { return };
    let edit = match grab.what {
        Grabbed::View | Grabbed::Units | Grabbed::Line => None,
        Grabbed::Unit(unit) => {
            let to =
                session.world().layout().starts.get(unit).map(|start| start.position + (grab.to - grab.from));
            draft.unit_at(unit).zip(to).map(|moved| MapEdit::MoveUnits(vec![moved]))
        }
        Grabbed::Wall(wall) => Some(MapEdit::MoveWall { wall, by: grab.to - grab.from }),
        Grabbed::NewWall => new_wall(ui.tool, grab).map(MapEdit::AddWall),
    };
    if let Some(edit) = edit {
        ui.send(Command::Place(edit));
    }
}

fn new_wall(tool: Tool, grab: &Grab) -> Option<Wall> {
    let by = grab.to - grab.from;
    if tool == Tool::AddCircle {
        let radius = by.norm();
        return (radius >= SMALLEST).then_some(Wall::Circle { center: grab.from, radius });
    }
    let min = Point::new(grab.from.x.min(grab.to.x), grab.from.y.min(grab.to.y));
    let max = Point::new(grab.from.x.max(grab.to.x), grab.from.y.max(grab.to.y));
    (max.x - min.x >= SMALLEST && max.y - min.y >= SMALLEST).then_some(Wall::Box(Rect { min, max }))
}

/// The outline of what is being placed.
fn sketch(body: &egui::Ui, session: &Session, grab: &Grab, scale: f32) {
    let map = session.map_of(session.active());
    let pos = |point: Point| {
        let (x, y) = session.camera().to_screen(point);
        Pos2::new((x + map.x as f32) / scale, (y + map.y as f32) / scale)
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
        Grabbed::Line => _ = painter.line_segment([pos(grab.from), pos(grab.to)], stroke),
        Grabbed::NewWall | Grabbed::Units => {
            let (a, b) = (pos(grab.from), pos(grab.to));
            painter.rect_stroke(egui::Rect::from_two_pos(a, b), 0.0, stroke, egui::StrokeKind::Middle);
        }
    }
}

/// Rings around the selected units, and where they are told to go.
fn selection(body: &egui::Ui, session: &Session, scale: f32) {
    let map = session.map_of(session.active());
    let pos = |point: Point| {
        let (x, y) = session.camera().to_screen(point);
        Pos2::new((x + map.x as f32) / scale, (y + map.y as f32) / scale)
    };
    let color = super::style::color(session.theme().accent);
    let clip = egui::Rect::from_min_size(
        Pos2::new(map.x as f32 / scale, map.y as f32 / scale),
        egui::vec2(map.width as f32 / scale, map.height as f32 / scale),
    );
    let painter = body.painter().with_clip_rect(clip);
    let world = session.world();
    for slot in session.commanded_slots() {
        let place = pos(session.shown_position(session.active(), slot));
        let radius = world.units().radius[slot] * session.camera().scale / scale + 2.0;
        painter.circle_stroke(place, radius, Stroke::new(1.5, color));
        if session.looking().is_some() || world.units().phase[slot] != Phase::Walking {
            continue;
        }
        let mut from = place;
        for aim in world.goals_ahead(world.ids()[slot]).iter().filter_map(Goal::fixed_aim) {
            let to = pos(aim);
            painter.line_segment([from, to], Stroke::new(1.0, color.gamma_multiply(0.35)));
            painter.circle_filled(to, 2.0, color);
            from = to;
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
