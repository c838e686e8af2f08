//! Switches that show why the units do what they do.
//!
//! Overlays are about the selected unit when one is selected; else about every unit when there are at most
//! 60; else about a fixed sample, every k-th unit, about 24 of them. Two are cheap enough to be about
//! more: contacts are marked everywhere, and trails are drawn for all of up to 400 units.

use super::canvas::{Canvas, Xy};
use super::theme::{self, Color};
use super::{View, marks, scene, units};
use crate::math;
use crate::steering::combine::Plan;
use crate::steering::reasons::{GridView, RaycastReasons, Reasons};
use crate::types::{Point, Vec2};
use crate::world::World;
use std::fmt;
use std::str::FromStr;

/// So many units are all explained at once.
const ALL_UP_TO: usize = 60;
/// Of more, about so many.
const SAMPLE: usize = 24;
/// So many units' trails are all drawn.
const TRAILS_UP_TO: usize = 400;

/// The rays' part of a force.
pub(super) const RAYS_PART: Color = theme::GREEN.mix(theme::TEXT, 150);

/// One switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overlay {
    /// The whole steering force, and apart from it the rays' part.
    Force,
    /// The three rays, where the nearest hit is, and the unit that it hit.
    Rays,
    /// The cardioid field's vectors.
    Field,
    /// The cardioid: how much a neighbour in each direction weighs.
    Cardioid,
    /// The way to the goal, and the path that a plan follows.
    Path,
    /// Where the unit came from.
    Trail,
    /// Who is perceived, and how far the perception reaches.
    Neighbours,
    /// Which units touch.
    Contacts,
    /// What the avoidance model found: half-planes, forces, predicted places, …
    Model,
    /// The model's density.
    Density,
    /// The cost of the way from everywhere: the model's potential, else the flow field's distances.
    Potential,
    /// The pressure where more will be than there is room for.
    Pressure,
    /// How much those who will be at a place go against the unit's way.
    LaneField,
    /// Where every walking unit will be.
    Predicted,
}

impl Overlay {
    /// Every switch.
    pub const ALL: [Overlay; 14] = [
        Overlay::Force,
        Overlay::Rays,
        Overlay::Field,
        Overlay::Cardioid,
        Overlay::Path,
        Overlay::Trail,
        Overlay::Neighbours,
        Overlay::Contacts,
        Overlay::Model,
        Overlay::Density,
        Overlay::Potential,
        Overlay::Pressure,
        Overlay::LaneField,
        Overlay::Predicted,
    ];

    /// The name that `--overlay` uses.
    pub fn name(self) -> &'static str {
        match self {
            Overlay::Force => "force",
            Overlay::Rays => "rays",
            Overlay::Field => "field",
            Overlay::Cardioid => "cardioid",
            Overlay::Path => "path",
            Overlay::Trail => "trail",
            Overlay::Neighbours => "neighbours",
            Overlay::Contacts => "contacts",
            Overlay::Model => "model",
            Overlay::Density => "density",
            Overlay::Potential => "potential",
            Overlay::Pressure => "pressure",
            Overlay::LaneField => "lane-field",
            Overlay::Predicted => "predicted",
        }
    }

    /// What it shows, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Overlay::Force => "steering force (green), the rays' part pale",
            Overlay::Rays => "the three rays and what they hit",
            Overlay::Field => "repulsion (red), turned sideways (blue), sum (yellow), resolved (green)",
            Overlay::Cardioid => "the cardioid: how much each direction weighs",
            Overlay::Path => "the way to the goal",
            Overlay::Trail => "where units came from",
            Overlay::Neighbours => "who is perceived, and how far",
            Overlay::Contacts => "units that touch",
            Overlay::Model => "what the avoidance model found",
            Overlay::Density => "the model's density",
            Overlay::Potential => "the cost of the way from everywhere",
            Overlay::Pressure => "where more will be than there is room for",
            Overlay::LaneField => "where those will be who go against the unit's way (red)",
            Overlay::Predicted => "where units will be",
        }
    }

    fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl FromStr for Overlay {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Overlay::ALL.into_iter().find(|o| o.name() == text).ok_or_else(|| {
            let names = Overlay::ALL.map(Overlay::name);
            format!("unknown overlay '{text}'; {}", crate::text::did_you_mean(text, &names))
        })
    }
}

/// A set of switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Overlays(u16);

impl Overlays {
    /// Nothing over the units.
    pub const NONE: Overlays = Overlays(0);

    /// Whether a switch is on.
    pub fn has(self, overlay: Overlay) -> bool {
        self.0 & overlay.bit() != 0
    }

    /// The set with a switch on.
    #[must_use]
    pub fn with(self, overlay: Overlay) -> Overlays {
        Overlays(self.0 | overlay.bit())
    }

    /// Turns a switch over.
    pub fn toggle(&mut self, overlay: Overlay) {
        self.0 ^= overlay.bit();
    }

    /// The switches that are on.
    pub fn iter(self) -> impl Iterator<Item = Overlay> {
        Overlay::ALL.into_iter().filter(move |o| self.has(*o))
    }

    /// Whether all are off.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Overlay> for Overlays {
    fn from_iter<I: IntoIterator<Item = Overlay>>(overlays: I) -> Self {
        overlays.into_iter().fold(Overlays::NONE, Overlays::with)
    }
}

impl FromStr for Overlays {
    type Err = String;

    /// Names with commas between.
    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',').map(str::trim).filter(|t| !t.is_empty()).map(str::parse::<Overlay>).collect()
    }
}

impl fmt::Display for Overlays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(Overlay::name).collect();
        f.write_str(if names.is_empty() { "none" } else { "" })?;
        f.write_str(&names.join(","))
    }
}

/// The ids of the units that the overlays are about.
pub fn subjects(units: usize, selected: Option<usize>) -> Vec<usize> {
    match selected.filter(|id| *id < units) {
        Some(id) => vec![id],
        None if units <= ALL_UP_TO => (0..units).collect(),
        None => (0..units).step_by(units.div_ceil(SAMPLE)).collect(),
    }
}

/// What belongs under the units: trails, ways, perception, cardioids.
pub fn draw_below(world: &World, view: &View, canvas: &mut Canvas) {
    let count = world.units().position.len();
    if view.overlays.has(Overlay::Trail) {
        let selected = view.selected.filter(|id| *id < count);
        match selected {
            Some(id) => trail(world, view, id, canvas),
            None if count <= TRAILS_UP_TO => (0..count).for_each(|id| trail(world, view, id, canvas)),
            None => subjects(count, None).into_iter().for_each(|id| trail(world, view, id, canvas)),
        }
    }
    grids(world, view, canvas);
    if view.overlays.has(Overlay::Predicted) {
        (0..count).for_each(|id| predicted(world, view, id, canvas));
    }
    let wanted = [Overlay::Path, Overlay::Cardioid, Overlay::Neighbours];
    if !wanted.iter().any(|o| view.overlays.has(*o)) {
        return;
    }
    for id in subjects(count, view.selected) {
        let subject = Subject::new(world, view, id);
        if view.overlays.has(Overlay::Neighbours) {
            neighbours(&subject, canvas);
        }
        if view.overlays.has(Overlay::Cardioid) {
            cardioid(&subject, canvas);
        }
        if view.overlays.has(Overlay::Path) {
            plan_path(&subject, canvas);
        }
        if view.overlays.has(Overlay::Path)
            && let Some(target) = world.target(id)
        {
            let color = theme::group(world.units().group[id]).alpha(190);
            canvas.dashed(subject.at, view.camera.to_screen(target), 7.0, 5.0, 1.3, color);
        }
    }
}

/// What belongs over the units: forces, fields, rays, contacts.
pub fn draw_above(world: &World, view: &View, canvas: &mut Canvas) {
    if view.overlays.has(Overlay::Contacts) {
        contacts(world, view, canvas);
    }
    if view.overlays.has(Overlay::LaneField) {
        whose_lanes(world, view, canvas);
    }
    let wanted = [Overlay::Rays, Overlay::Field, Overlay::Force, Overlay::Model];
    if !wanted.iter().any(|o| view.overlays.has(*o)) {
        return;
    }
    for id in subjects(world.units().position.len(), view.selected) {
        let subject = Subject::new(world, view, id);
        if view.overlays.has(Overlay::Rays)
            && let Some(raycast) = &subject.reasons.raycast
        {
            rays(&subject, raycast, canvas);
        }
        if view.overlays.has(Overlay::Model) {
            marks::draw(&subject.reasons.marks, view, canvas);
        }
        if view.overlays.has(Overlay::Field) {
            field(&subject, canvas);
        }
        if view.overlays.has(Overlay::Force) {
            force(&subject, canvas);
        }
    }
}

/// The units that grids are shown as they are seen by: the selected one, else the first of each group that walks, whose models may
/// differ in what grids they have.
pub(super) fn viewers(world: &World, selected: Option<usize>) -> Vec<usize> {
    let group = &world.units().group;
    if let Some(id) = selected.filter(|id| *id < group.len()) {
        return vec![id];
    }
    let mut first: Vec<usize> = Vec::new();
    for id in (0..group.len()).filter(|id| world.way(*id) != Vec2::zeros()) {
        if first.iter().all(|other| group[*other] != group[id]) {
            first.push(id);
        }
    }
    // Where nobody walks, somebody.
    if first.is_empty() { vec![0] } else { first }
}

/// A grid in its parts, and who sees it so.
pub(super) fn seen<'a>(
    world: &'a World,
    view: &View,
    overlay: Overlay,
) -> Option<(usize, Vec<GridView<'a>>)> {
    let seen_by = |id: usize| {
        let all = world.grids(id).into_iter();
        (id, all.filter(|part| part.name == overlay.name()).collect::<Vec<_>>())
    };
    viewers(world, view.selected).into_iter().map(seen_by).find(|(_, parts)| !parts.is_empty())
}

fn grids(world: &World, view: &View, canvas: &mut Canvas) {
    let overlays = [Overlay::Density, Overlay::Potential, Overlay::Pressure, Overlay::LaneField];
    let mut any = false;
    for overlay in overlays.into_iter().filter(|o| view.overlays.has(*o)) {
        if let Some((_, parts)) = seen(world, view, overlay) {
            marks::grid(&parts, view, canvas);
            any = true;
        }
    }
    if any {
        // Cells reach into walls.
        scene::walls(world, &view.camera, canvas);
    }
}

/// A ring around the unit whose lane field it is that one sees, where nobody is selected.
fn whose_lanes(world: &World, view: &View, canvas: &mut Canvas) {
    if view.selected.is_none()
        && let Some((id, _)) = seen(world, view, Overlay::LaneField)
    {
        let radius = world.units().radius[id] * view.camera.scale;
        let at = view.camera.to_screen(units::place(world, id, view.alpha));
        canvas.ring(at, radius + 2.5, 1.5, theme::RED);
    }
}

/// Where a unit will be: a line through the places, and a dot at the last.
fn predicted(world: &World, view: &View, id: usize, canvas: &mut Canvas) {
    let places = world.foreseen(id);
    let Some(last) = places.last() else { return };
    let color = theme::group(world.units().group[id]);
    let here = std::iter::once(units::place(world, id, view.alpha));
    let line: Vec<Xy> = here.chain(places.iter().copied()).map(|p| view.camera.to_screen(p)).collect();
    canvas.polyline(&line, 1.0, color.alpha(90));
    canvas.disc(view.camera.to_screen(*last), 1.8, color.alpha(170));
}

/// A unit that is explained.
struct Subject<'a> {
    world: &'a World,
    view: &'a View<'a>,
    id: usize,
    reasons: Reasons,
    at: Xy,
    /// Radius, pixels.
    radius: f32,
}

impl<'a> Subject<'a> {
    fn new(world: &'a World, view: &'a View<'a>, id: usize) -> Subject<'a> {
        let at = view.camera.to_screen(units::place(world, id, view.alpha));
        let radius = world.units().radius[id] * view.camera.scale;
        Subject { world, view, id, reasons: world.reasons(id), at, radius }
    }

    /// Where another unit is in the picture.
    fn other(&self, id: u32) -> Option<(Xy, f32)> {
        let units = self.world.units();
        let radius = units.radius.get(id as usize)? * self.view.camera.scale;
        Some((self.view.camera.to_screen(units::place(self.world, id as usize, self.view.alpha)), radius))
    }

    /// The place `v` away from the unit, in pixels.
    fn tip(&self, v: Vec2) -> Xy {
        (self.at.0 + v.x, self.at.1 - v.y)
    }

    /// An arrow from the unit, in pixels, dark around so that it shows on any colour.
    fn arrow(&self, v: Vec2, width: f32, color: Color, canvas: &mut Canvas) {
        if v.norm() >= 1.5 {
            canvas.line(self.at, self.tip(v * 0.93), width + 2.0, theme::PANEL.alpha(120));
            canvas.arrow(self.at, self.tip(v), width, color);
        }
    }
}

fn trail(world: &World, view: &View, id: usize, canvas: &mut Canvas) {
    let color = units::color(world, id);
    let count = view.trails.len().max(1);
    for (k, place) in view.trails.of(id).enumerate() {
        let fresh = 50 + (170 * k / count) as u8;
        canvas.disc(view.camera.to_screen(place), 1.2, color.alpha(fresh));
    }
}

/// The path that the unit's plan follows.
fn plan_path(subject: &Subject, canvas: &mut Canvas) {
    let parts = subject.world.plan(subject.id).map(Plan::parts).unwrap_or_default();
    for path in parts.into_iter().filter_map(|part| part.path.as_ref()) {
        let back = path.points().first().filter(|_| path.closed());
        let points = path.points().iter().chain(back);
        let points: Vec<Xy> = points.map(|p| subject.view.camera.to_screen(*p)).collect();
        canvas.polyline(&points, 1.0, theme::group(subject.world.units().group[subject.id]).alpha(110));
    }
}

fn neighbours(subject: &Subject, canvas: &mut Canvas) {
    let reach = subject.world.perception_radius(subject.id) * subject.view.camera.scale;
    canvas.ring(subject.at, reach, 1.0, theme::TEXT_DIM.alpha(90));
    for &id in &subject.reasons.neighbours {
        if let Some((at, _)) = subject.other(id) {
            canvas.line(subject.at, at, 1.0, theme::TEXT_DIM.alpha(150));
        }
    }
}

/// `r = ((1 + cos b) / 2)³` around the unit, 1 being as far as it perceives, looking where it wants to go.
fn cardioid(subject: &Subject, canvas: &mut Canvas) {
    const STEPS: usize = 120;
    let desired = subject.reasons.desired;
    let reach = subject.world.perception_radius(subject.id) * subject.view.camera.scale;
    if subject.reasons.cardioid.is_none() || desired == Vec2::zeros() || !reach.is_finite() || reach <= 0.0 {
        return;
    }
    let ahead = math::angle(desired);
    let curve: Vec<Xy> = (0..=STEPS)
        .map(|k| {
            let bearing = k as f32 / STEPS as f32 * std::f32::consts::TAU;
            let base = (1.0 + math::cos(bearing)) / 2.0;
            subject.tip(math::unit(ahead + bearing) * base * base * base * reach)
        })
        .collect();
    canvas.polygon(&curve, theme::YELLOW.alpha(16));
    // Opaque: where two pieces meet, a translucent line would show a knot.
    canvas.polyline(&curve, 1.2, theme::YELLOW.mix(theme::FLOOR, 110));
}

fn rays(subject: &Subject, raycast: &RaycastReasons, canvas: &mut Canvas) {
    let place = |p: Point| subject.view.camera.to_screen(p);
    for (_, from, to) in &raycast.rays {
        canvas.line(place(*from), place(*to), 1.2, theme::TEXT.alpha(170));
    }
    let Some(hit) = raycast.hit else { return };
    if let Some((_, from, to)) = raycast.rays.iter().find(|(ray, ..)| *ray == hit.ray) {
        canvas.line(place(*from), place(*from + (to - from) * hit.fraction), 2.0, theme::RED);
        canvas.disc(place(*from + (to - from) * hit.fraction), 3.5, theme::RED);
    }
    let unit = subject.reasons.neighbours.get(hit.neighbour).and_then(|id| subject.other(*id));
    if let Some((at, radius)) = unit {
        canvas.ring(at, radius + 2.0, 2.0, theme::RED);
    }
}

/// Each neighbour's repulsion (red) and what it is turned to (blue), thin; their sums; the resolved vector.
/// A vector of 1 is two radii long; but where the unit's longest one would then be shorter than two and a
/// half radii, or longer than five, all of this unit's grow or shrink alike. The panel has the numbers.
fn field(subject: &Subject, canvas: &mut Canvas) {
    let Some(field) = &subject.reasons.cardioid else { return };
    let sums = [field.force_sum, field.adjusted_sum, field.resolved.unwrap_or_default()];
    let each = field.neighbours.iter().flat_map(|n| [n.force, n.adjusted]);
    let longest = each.chain(sums).map(|v| v.norm()).fold(0.0, f32::max);
    if longest < 1e-4 {
        return;
    }
    let scale = (2.0 * longest).clamp(2.5, 5.0) * subject.radius / longest;
    for neighbour in &field.neighbours {
        subject.arrow(neighbour.force * scale, 1.0, theme::RED.alpha(200), canvas);
        subject.arrow(neighbour.adjusted * scale, 1.0, theme::BLUE.alpha(200), canvas);
    }
    subject.arrow(field.adjusted_sum * scale, 2.0, theme::BLUE, canvas);
    subject.arrow(field.force_sum * scale, 2.0, theme::YELLOW, canvas);
    if let Some(resolved) = field.resolved {
        subject.arrow(resolved * scale, 2.0, theme::GREEN, canvas);
    }
}

/// The maximum force is three radii long.
fn force(subject: &Subject, canvas: &mut Canvas) {
    let most = subject.world.layout().starts.get(subject.id).map_or(1.0, |s| s.max_force);
    let scale = 3.0 * subject.radius / most.max(1e-6);
    if let Some(raycast) = &subject.reasons.raycast {
        let part = math::clamp_length(raycast.force, most) * scale;
        subject.arrow(part, 1.2, RAYS_PART, canvas);
    }
    subject.arrow(subject.reasons.force * scale, 2.2, theme::GREEN, canvas);
}

fn contacts(world: &World, view: &View, canvas: &mut Canvas) {
    let radius = &world.units().radius;
    for contact in world.contacts() {
        let (a, b) = (contact.a as usize, contact.b as usize);
        let (from, to) = (units::place(world, a, view.alpha), units::place(world, b, view.alpha));
        let share = radius[a] / (radius[a] + radius[b]).max(1e-6);
        let at = view.camera.to_screen(from + (to - from) * share);
        canvas.disc(at, 3.4, theme::PANEL);
        canvas.disc(at, 2.4, theme::ACCENT);
    }
}
