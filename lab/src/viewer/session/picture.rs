//! The picture of the worlds.

use super::session::Session;
use crate::draw::legend::LegendEntry;
use crate::draw::side_by_side::{self, Cell, CellParts};
use crate::draw::{Canvas, Color, Overlays, View, Viewpoint, legend, orders, render};
use crate::measure::{ARRIVED, TIME_RATIO};
use crate::run::RunEnd;
use sidestep::world::World;

impl Session {
    /// Draws the worlds into a picture of the size of the viewport, without texts, which egui draws.
    pub fn draw(&self, canvas: &mut Canvas) {
        if self.panes.len() == 1 {
            render(self.drawn(0), &self.view_of(0, self.map_of(0).size()), canvas);
            return self.draw_commands(0, canvas);
        }
        let cell = |(number, parts): (usize, &CellParts)| Cell {
            parts: *parts,
            world: self.drawn(number),
            view: self.view_of(number, parts.map.size()),
            caption: Vec::new(),
            legend: Vec::new(),
        };
        let cells: Vec<Cell> = self.view.cells.iter().enumerate().map(cell).collect();
        canvas.clear(self.theme.panel);
        let below = side_by_side::below_heading(self.view.viewport.size(), self.view.text_scale);
        let mut canvas = canvas.part(below);
        side_by_side::draw(&cells, self.view.text_scale, self.theme, &mut canvas);
        for (number, parts) in self.view.cells.iter().enumerate() {
            self.draw_commands(number, &mut canvas.part(parts.map));
        }
    }

    /// Draws the worlds into a picture for a file, which has all text in it.
    pub(super) fn draw_for_file(&self, canvas: &mut Canvas) {
        if self.panes.len() == 1 {
            let view = self.view_of(0, self.map_of(0).size());
            render(self.drawn(0), &view, canvas);
            self.draw_commands(0, canvas);
            let below = canvas.height() as i32;
            return legend::draw(
                &self.legend_with(true),
                (8, below),
                self.view.text_scale,
                self.theme,
                canvas,
            );
        }
        let size = (canvas.width() as u32, canvas.height() as u32);
        let in_strip = side_by_side::heading(self.world(), self.view.text_scale, self.theme, canvas);
        let mut groups = if in_strip { Vec::new() } else { legend::groups(self.world(), self.theme) };
        let legends = self.overlays.iter().count() + usize::from(!in_strip);
        let mut cells = Vec::new();
        for (number, parts) in self.divide(size, legends).into_iter().enumerate() {
            // Only the first legend has the groups.
            let mut legend = std::mem::take(&mut groups);
            legend.extend(self.legend_of(number));
            let (world, view) = (self.drawn(number), self.view_of(number, parts.map.size()));
            cells.push(Cell { parts, world, view, caption: self.caption(number), legend });
        }
        let below = side_by_side::below_heading(size, self.view.text_scale);
        let mut canvas = canvas.part(below);
        side_by_side::draw(&cells, self.view.text_scale, self.theme, &mut canvas);
        for (number, cell) in cells.iter().enumerate() {
            self.draw_commands(number, &mut canvas.part(cell.parts.map));
        }
    }

    /// The entries of the legend of a single world: the groups, and without the panel, which has them, the active overlays.
    pub(in crate::viewer) fn legend(&self) -> Vec<LegendEntry> {
        self.legend_with(!self.open.panel)
    }

    fn legend_with(&self, overlays: bool) -> Vec<LegendEntry> {
        let mut entries = legend::groups(self.world(), self.theme);
        if overlays {
            let view = self.view_of(0, self.map_of(0).size());
            entries.extend(legend::overlays(&view.viewpoint(self.drawn(0)), &view.overlays));
        }
        entries
    }

    /// The entries of the legend of a world among several.
    pub(in crate::viewer) fn legend_of(&self, number: usize) -> Vec<LegendEntry> {
        let view = self.view_of(number, self.map_of(number).size());
        legend::overlays_of_cell(&view.viewpoint(self.drawn(number)), &view.overlays)
    }

    /// The viewpoint on the active world.
    pub fn viewpoint(&self) -> Viewpoint<'_> {
        let number = self.active;
        self.view_of(number, self.map_of(number).size()).viewpoint(self.drawn(number))
    }

    /// Draws the selection, its orders, and what the next tick brings.
    fn draw_commands(&self, number: usize, canvas: &mut Canvas) {
        let view = self.view_of(number, (canvas.width() as u32, canvas.height() as u32));
        let viewpoint = view.viewpoint(self.drawn(number));
        let is_present = self.past_tick(number).is_none();
        if is_present || view.moment.is_none() {
            orders::draw_routes(&viewpoint, self.selection(), canvas);
        }
        orders::draw_rings(&viewpoint, self.selection(), canvas);
        if is_present {
            self.panes[number]
                .waiting_commands()
                .for_each(|waiting| orders::draw_waiting(&viewpoint, waiting, canvas));
            self.marks.iter().for_each(|mark| orders::draw_mark(&viewpoint, mark.at, mark.to, canvas));
        }
    }

    /// The world to draw: while a past moment is being computed, the present one, with the positions of that moment.
    pub(super) fn drawn(&self, number: usize) -> &World {
        self.shown_world(number).unwrap_or(self.panes[number].world())
    }

    fn view_of(&self, number: usize, size: (u32, u32)) -> View<'_> {
        let mut camera = self.view.camera;
        // A file's legends leave the map less room than it has in the window.
        let share = (size.0 as f32 / camera.width).min(size.1 as f32 / camera.height);
        camera.scale *= share.min(1.0);
        camera.resize(size.0, size.1);
        let shown = self.shown(number);
        let moment = if shown.is_none() { self.moment(number) } else { None };
        View {
            camera,
            // Overlays show decisions. Those of the present do not belong to the past.
            overlays: if moment.is_some() { Overlays::NONE } else { self.overlays.clone() },
            selected: self.selected_in(number),
            alpha: self.clock.alpha(),
            trails: shown.map_or(self.panes[number].trails(), |(_, trails)| trails),
            theme: self.theme,
            moment,
            hud: false,
        }
    }

    /// The caption of a world among several: its mode and its figures.
    pub(in crate::viewer) fn caption(&self, number: usize) -> Vec<(String, Color)> {
        let (pane, theme) = (&self.panes[number], self.theme);
        let (world, metrics) = (pane.world(), pane.metrics());
        let name = if number == self.active { theme.accent } else { theme.text };
        let mut pieces = vec![(pane.label(), name)];
        if world.walkers() > 0 {
            pieces.push((format!("arrived {}/{}", world.arrived(), world.walkers()), theme.text));
        }
        if let Some(ratio) = metrics.value(&TIME_RATIO) {
            pieces.push((format!("{} {}", TIME_RATIO.heading(), TIME_RATIO.text(Some(ratio))), theme.text));
        }
        match pane.end() {
            Some(RunEnd::Limit) => {
                let arrived = ARRIVED.text(metrics.value(&ARRIVED));
                pieces.push((format!("timed out with {arrived} arrived"), theme.accent));
            }
            Some(RunEnd::Arrived) => pieces.push((format!("{:.1} s", world.time()), theme.accent)),
            None => {
                if let Some(times) = pane.times() {
                    pieces.push((format!("tick {:.0} µs", times.total()), theme.text_dim));
                }
            }
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::canvas::Area;
    use crate::draw::overlays;
    use crate::viewer::session_test::{layout, session_of, short_walk};
    use crate::viewer::{Command, Play};
    use sidestep::steering::avoidance::Mode;

    /// In a file, legends take a part of the room.
    #[test]
    fn a_picture_of_another_size_shows_the_same_middle_and_a_smaller_one_as_much() {
        let mut session = session_of(1, layout);
        session.apply(Command::Resize(800, 400));
        session.apply(Command::ZoomAt(100.0, 100.0, 2.0));
        let window = *session.camera();
        for (size, scale) in [((400, 300), 0.5), ((800, 100), 0.25), ((1600, 800), 1.0)] {
            let camera = session.view_of(0, size).camera;
            assert_eq!((camera.center, camera.scale), (window.center, scale * window.scale), "{size:?}");
            assert_eq!((camera.width as u32, camera.height as u32), size);
        }
    }

    #[test]
    fn a_picture_for_a_file_shows_orders_as_the_window_does() {
        let mut session = session_of(1, layout);
        session.apply(Command::TogglePause);
        session.apply(Command::Resize(400, 300));
        session.apply(Command::Select(Some(0)));
        let plain = session.pixels((400, 300));
        session.apply(Command::Play(Play::Go { to: (300.0, 150.0), queued: false }));
        session.apply(Command::Select(None));
        session.apply(Command::Select(Some(0)));
        assert!(session.pixels((400, 300)) != plain);
    }

    /// The number of pixels of a colour in a part of a picture.
    fn pixels_of(color: Color, area: Area, width: u32, pixels: &[u8]) -> usize {
        let rows = (area.y..area.y + area.height).map(|y| 4 * (width * y + area.x) as usize);
        let row = |from: usize| pixels[from..from + 4 * area.width as usize].chunks(4);
        rows.flat_map(row).filter(|pixel| pixel[..3] == [color.r, color.g, color.b]).count()
    }

    /// In the first world's legend if the strip above the worlds has no room for them.
    #[test]
    fn a_picture_of_several_worlds_names_the_groups_once() {
        let (width, height) = (800, 600);
        for (name, in_strip) in [("one", true), ("longer than the strip ", false)] {
            let name = if in_strip { name.into() } else { name.repeat(6) };
            let mut session = session_of(2, move |map| sidestep::world::Layout {
                groups: vec![name.clone()],
                starts: Vec::new(),
                ..layout(map)
            });
            session.apply(Command::Resize(width, height));
            let pixels = session.pixels((width, height));
            let color = session.theme().group_of(session.world().layout(), 0);
            let below = side_by_side::below_heading((width, height), 1);
            let heading = Area { x: 0, y: 0, width, height: below.y };
            assert_eq!(pixels_of(color, heading, width, &pixels) > 20, in_strip);
            let cells = session.divide((width, height), usize::from(!in_strip));
            let legends: Vec<usize> = cells
                .iter()
                .filter_map(|cell| cell.moved((0, below.y)).legend)
                .map(|area| pixels_of(color, area, width, &pixels))
                .collect();
            match in_strip {
                true => assert_eq!(pixels_of(color, below, width, &pixels), 0),
                false => assert!(legends[0] > 20 && legends[1] == 0, "{legends:?}"),
            }
        }
    }

    #[test]
    fn each_world_has_the_legend_of_its_own_mode() {
        let mut session = session_of(2, |_| short_walk(60.0));
        session.apply(Command::Toggle(&overlays::FIELD));
        for (number, name) in [(0, "orca"), (1, "none")] {
            session.apply(Command::Activate(number));
            session.apply(Command::ChooseMode(Mode::named(name).unwrap_or_default()));
        }
        (0..2).for_each(|_| session.apply(Command::Step));
        for (number, name) in [(0, "orca"), (1, "none")] {
            let texts: Vec<String> = session.legend_of(number).into_iter().map(|entry| entry.text).collect();
            assert_eq!(texts, [format!("field: not available in mode {name}")]);
        }
    }

    #[test]
    fn a_caption_has_the_mode_the_arrivals_and_how_the_run_ended() {
        let mut session = session_of(2, |_| short_walk(1.0));
        let caption = |session: &Session| {
            let pieces = session.caption(1).into_iter().map(|(text, _)| text);
            pieces.collect::<Vec<_>>().join("; ")
        };
        let name = session.panes()[1].label();
        assert_eq!(caption(&session), format!("{name}; arrived 0/1"));
        assert_eq!(session.caption(0)[0].1, session.theme().accent, "the active world");
        assert_eq!(session.caption(1)[0].1, session.theme().text);
        (0..60).for_each(|_| session.apply(Command::Step));
        assert!(caption(&session).ends_with("; timed out with 0.0 % arrived"), "{}", caption(&session));
        session.apply(Command::Step);
        assert!(caption(&session).contains("; tick "), "{}", caption(&session));
        (0..600).for_each(|_| session.apply(Command::Step));
        let time = session.panes()[1].world().time();
        assert!(caption(&session).contains("; arrived 1/1; time ratio "), "{}", caption(&session));
        assert!(caption(&session).ends_with(&format!("; {time:.1} s")), "{}", caption(&session));
    }
}
