//! The picture of the worlds.

use super::Session;
use crate::draw::canvas::Area;
use crate::draw::side_by_side::{self, Cell};
use crate::draw::{Canvas, Color, Overlays, View, Viewpoint, legend, render};
use crate::measure::{ARRIVED, TIME_RATIO};
use crate::viewer::RunEnd;
use crate::viewer::pane::Pane;

impl Session {
    /// Draws the worlds into a picture of the size of the viewport.
    pub fn draw(&self, canvas: &mut Canvas) {
        let viewport = self.viewport;
        let cells: Vec<Area> = self
            .cells
            .iter()
            .map(|cell| Area { x: cell.x - viewport.x, y: cell.y - viewport.y, ..*cell })
            .collect();
        self.draw_worlds(&cells, canvas, false);
    }

    /// Draws the worlds into `cells`. A picture for a file has all text in it; in the window, the panel has some of it.
    pub(super) fn draw_worlds(&self, cells: &[Area], canvas: &mut Canvas, for_file: bool) {
        if let [pane] = &self.panes[..] {
            let view = self.view(0);
            render(pane.world(), &view, canvas);
            return self.legend(&view, pane, for_file || !self.open.panel, canvas);
        }
        let captions: Vec<Vec<(String, Color)>> =
            (0..self.panes.len()).map(|number| self.caption(number)).collect();
        let cell = |(number, area): (usize, &Area)| Cell {
            area: *area,
            world: self.panes[number].world(),
            view: self.view(number),
            caption: &captions[number],
        };
        let cells: Vec<Cell> = cells.iter().enumerate().map(cell).collect();
        side_by_side::draw(&cells, self.text_scale, self.theme, canvas);
    }

    /// The groups, and without the panel, which has them, the legends of the overlays.
    fn legend(&self, view: &View, pane: &Pane, with_overlays: bool, canvas: &mut Canvas) {
        let mut entries = legend::groups(pane.world(), self.theme);
        if with_overlays {
            entries.extend(legend::overlays(&view.viewpoint(pane.world()), &view.overlays));
        }
        let below = canvas.height() as i32;
        legend::draw(&entries, (8, below), self.text_scale, self.theme, canvas);
    }

    /// The viewpoint on the active world.
    pub fn viewpoint(&self) -> Viewpoint<'_> {
        self.view(self.active).viewpoint(self.world())
    }

    fn view(&self, number: usize) -> View<'_> {
        let map = self.map_of(number);
        let mut camera = self.camera;
        camera.resize(map.width, map.height);
        let moment = self.moment(number);
        View {
            camera,
            // Overlays show the present decisions, which do not belong to the past.
            overlays: if moment.is_some() { Overlays::NONE } else { self.overlays.clone() },
            selected: self.selected,
            alpha: self.alpha(),
            trails: self.panes[number].trails(),
            theme: self.theme,
            moment,
            hud: false,
        }
    }

    /// The caption of a world among several: its mode and its figures.
    fn caption(&self, number: usize) -> Vec<(String, Color)> {
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
        match pane.end(self.past_limit) {
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
