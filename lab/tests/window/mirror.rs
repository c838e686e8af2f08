//! The window's interface without a window. It is laid out like the real one, so that tests know where each text is, and it can be
//! operated by simulated events.

use egui::{Event, Modifiers, PointerButton, Pos2, RawInput, Rect, Shape, vec2};
use sidestep::world::World;
use sidestep_lab::draw::Canvas;
use sidestep_lab::scene::{LayoutOptions, MapDraft, Scene, built_in_maps};
use sidestep_lab::viewer::{
    Command, MapEntry, MapError, MapLoader, MapRequest, Session, Ui, ViewerOptions, WindowMemory,
};

/// The built-in maps.
struct BuiltInMaps(LayoutOptions);

fn scene(request: &MapRequest) -> Result<Scene, String> {
    Scene::open(built_in_maps()[request.map].name).map_err(|problem| problem.to_string())
}

impl BuiltInMaps {
    fn options(&self, request: &MapRequest) -> LayoutOptions {
        LayoutOptions {
            units: request.units.or(self.0.units),
            seed: request.seed.or(self.0.seed),
            ..LayoutOptions::default()
        }
    }
}

impl MapLoader for BuiltInMaps {
    fn world(&mut self, request: &MapRequest) -> Result<World, MapError> {
        let layout = match request.scene {
            Some(scene) => scene.layout(&LayoutOptions::default()),
            None => scene(request)?.layout(&self.options(request)),
        };
        Ok(World::new(layout.map_err(|problem| problem.to_string())?, 1))
    }

    fn draft(&mut self, request: &MapRequest) -> Result<MapDraft, MapError> {
        Ok(MapDraft::new(&scene(request)?, &self.options(request)).map_err(|problem| problem.to_string())?)
    }
}

pub struct Mirror {
    pub session: Session,
    pub ui: Ui,
    size: (u32, u32),
    /// Pixels per point.
    scale: f32,
    /// Each text with its rectangle, in points.
    texts: Vec<(String, Rect)>,
    /// The text that was copied last.
    pub copied: Option<String>,
    time: f64,
}

impl Mirror {
    pub fn new(
        map: &str,
        units: Option<usize>,
        memory: &WindowMemory,
        size: (u32, u32),
        scale: f32,
    ) -> Mirror {
        let about = |name: &str| Scene::open(name).unwrap().about().to_string();
        let entry =
            |map: &sidestep_lab::scene::BuiltIn| MapEntry { name: map.name.into(), about: about(map.name) };
        let maps: Vec<MapEntry> = built_in_maps().iter().map(entry).collect();
        let number = maps.iter().position(|entry| entry.name == map).unwrap();
        let options = LayoutOptions { units, ..LayoutOptions::default() };
        let mut options = ViewerOptions::new(Box::new(BuiltInMaps(options)), maps);
        (options.map, options.paused, options.memory) = (number, true, memory.clone());
        let session = Session::new(options).unwrap();
        let ui = Ui::new(memory.sections.clone());
        let mut mirror = Mirror { session, ui, size, scale, texts: Vec::new(), copied: None, time: 0.0 };
        mirror.session.apply(Command::Resize(size.0, size.1));
        mirror.settle();
        mirror
    }

    /// Lays out one frame and executes the commands of `events`.
    pub fn frame(&mut self, events: Vec<Event>) {
        self.time += 0.02;
        let points = vec2(self.size.0 as f32, self.size.1 as f32) / self.scale;
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, points)),
            time: Some(self.time),
            events,
            focused: true,
            ..RawInput::default()
        };
        input.viewports.entry(egui::ViewportId::ROOT).or_default().native_pixels_per_point = Some(self.scale);
        let (output, commands) = self.ui.show(&self.session, input);
        self.session.set_viewport(self.ui.viewport());
        commands.into_iter().for_each(|command| self.session.apply(command));
        for command in output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                self.copied = Some(text);
            }
        }
        self.texts.clear();
        for clipped in &output.shapes {
            texts(&clipped.shape, clipped.clip_rect, &mut self.texts);
        }
    }

    /// Lays out frames until nothing moves any more.
    pub fn settle(&mut self) {
        (0..4).for_each(|_| self.frame(Vec::new()));
    }

    /// The texts that are visible, with their rectangles in points.
    pub fn texts(&self) -> &[(String, Rect)] {
        &self.texts
    }

    /// The middle of the text that begins like this, in points.
    pub fn find(&self, text: &str) -> Pos2 {
        let found = self.texts.iter().find(|(shown, _)| shown.starts_with(text));
        let all = || self.texts.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(" | ");
        found.unwrap_or_else(|| panic!("'{text}' is not shown, but {}", all())).1.center()
    }

    /// The rectangle of an area or window of egui, in points.
    pub fn area(&self, name: &str) -> Rect {
        let found = self.ui.context().memory(|memory| memory.area_rect(egui::Id::new(name)));
        found.unwrap_or_else(|| panic!("there is no {name}"))
    }

    /// Whether a text that begins like this is visible.
    pub fn shows(&self, text: &str) -> bool {
        self.texts.iter().any(|(shown, _)| shown.starts_with(text))
    }

    fn button(at: Pos2, pressed: bool) -> Event {
        Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
    }

    pub fn click_at(&mut self, at: Pos2) {
        self.frame(vec![Event::PointerMoved(at)]);
        self.frame(vec![Mirror::button(at, true)]);
        self.frame(vec![Mirror::button(at, false)]);
        self.settle();
    }

    pub fn click(&mut self, text: &str) {
        self.click_at(self.find(text));
    }

    pub fn drag(&mut self, from: Pos2, to: Pos2) {
        self.frame(vec![Event::PointerMoved(from)]);
        self.frame(vec![Mirror::button(from, true)]);
        for k in 1..=5 {
            self.frame(vec![Event::PointerMoved(from + (to - from) * (k as f32 / 5.0))]);
        }
        self.frame(vec![Mirror::button(to, false)]);
        self.settle();
    }

    /// The position of a point of the map in the active world, in points.
    pub fn on_map(&self, at: sidestep::types::Point) -> Pos2 {
        let map = self.session.map_of(self.session.active());
        let (x, y) = self.session.camera().to_screen(at);
        Pos2::new(x + map.x as f32, y + map.y as f32) / self.scale
    }

    /// The worlds' picture.
    pub fn picture(&self) -> Vec<u8> {
        let (width, height) = self.session.viewport().size();
        let mut pixels = vec![0; width as usize * height as usize * 4];
        self.session.draw(&mut Canvas::new(width, height, &mut pixels));
        pixels
    }
}

/// Adds the visible texts of a shape.
fn texts(shape: &Shape, clip: Rect, found: &mut Vec<(String, Rect)>) {
    match shape {
        Shape::Text(text) => {
            let rect = text.galley.rect.translate(text.pos.to_vec2());
            if clip.contains(rect.center()) {
                found.push((text.galley.text().to_string(), rect.intersect(clip)));
            }
        }
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, clip, found)),
        _ => {}
    }
}
