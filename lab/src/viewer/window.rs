//! The desktop part of the window: winit's events, and when to draw.

use super::command::Command;
use super::error::ViewerError;
use super::keys::{self, Held};
use super::last_words;
use super::memory::WindowMemory;
use super::options::{LastSummary, ViewerOptions};
use super::outcome::ViewerOutcome;
use super::screen::{Screen, guarded};
use super::session::{Session, Stale};
use super::ui::{THUMBNAIL, Ui};
use crate::draw::{Camera, Canvas, Trails, View, render};
use crate::scene::frame;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::error::EventLoopError;
use winit::event::{ElementState, StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::keyboard::{Key, ModifiersState, NamedKey};
use winit::window::{Window, WindowId};

/// The shortest time between frames. Some drivers ignore vsync.
const FRAME: Duration = Duration::from_micros(8_333);
/// While the worlds run and the user does nothing, the panel is laid out this often, together with a picture of the worlds.
const PANEL_INTERVAL: Duration = Duration::from_millis(60);
/// The interval of counting frames per second.
const COUNTING: Duration = Duration::from_millis(500);
/// The number of consecutive frames that may fail before the window counts as lost.
const PATIENCE: u32 = 30;

/// Returns whether opening a window may succeed. This is cheap: it does not connect to the display.
pub fn available() -> bool {
    if cfg!(any(windows, target_os = "macos")) {
        return true;
    }
    ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Opens the window and returns once it closes. Call it on the main thread.
pub fn run(mut options: ViewerOptions) -> Result<ViewerOutcome, ViewerError> {
    let memory = options.memory.clone();
    let size = options.size.unwrap_or((memory.width, memory.height));
    // A size that was asked for is not that of the whole screen.
    let maximised = memory.maximised && options.size.is_none();
    let closer = options.closer.take();
    let summary = options.summary.take();
    let session = Session::new(options)?;
    let events = EventLoop::new().map_err(|error| ViewerError::NoDisplay(plain(&error)))?;
    let proxy = events.create_proxy();
    if let Some(closer) = closer {
        // The loop may have ended already.
        closer(Box::new(move || proxy.send_event(()).unwrap_or_default()));
    }
    let mut app = App::new(session, Ui::new(memory.sections), size, maximised, summary);
    // winit panics if the display goes away. The runs are not lost with it.
    let ended = guarded(|| events.run_app(&mut app));
    last_words::forget();
    if app.lost.is_some() || ended.is_err() {
        // Closing a window whose display is gone can panic.
        std::mem::forget(app.screen.take());
    }
    if let Some(error) = app.error {
        return Err(error);
    }
    let lost = app.lost.or(match ended {
        Ok(Err(EventLoopError::ExitFailure(_))) => Some("the display went away".into()),
        Ok(ended) => ended.err().map(|error| error.to_string()),
        Err(panic) => Some(panic),
    });
    let (width, height) = app.inner;
    let memory = WindowMemory {
        width,
        height,
        maximised: app.is_maximised,
        sections: app.ui.sections().clone(),
        ..WindowMemory::default()
    };
    let memory = app.session.remember(memory);
    Ok(ViewerOutcome { runs: app.session.into_runs(), memory, lost })
}

struct App {
    session: Session,
    ui: Ui,
    size: (u32, u32),
    maximised: bool,
    /// The window's size in points and whether it is maximised, as seen last.
    inner: (u32, u32),
    is_maximised: bool,
    summary: Option<LastSummary>,
    screen: Option<Screen>,
    error: Option<ViewerError>,
    lost: Option<String>,
    modifiers: ModifiersState,
    last: Instant,
    next: Instant,
    /// When the panel is laid out next.
    panel: Option<Instant>,
    /// When the panel is laid out with the next picture of the running worlds.
    follow: Option<Instant>,
    stale: Stale,
    frames: u32,
    counted: Instant,
    failures: u32,
    title: String,
}

impl App {
    fn new(session: Session, ui: Ui, size: (u32, u32), maximised: bool, summary: Option<LastSummary>) -> App {
        let now = Instant::now();
        App {
            session,
            ui,
            size,
            maximised,
            inner: size,
            is_maximised: maximised,
            summary,
            screen: None,
            error: None,
            lost: None,
            modifiers: ModifiersState::empty(),
            last: now,
            next: now,
            panel: Some(now),
            follow: None,
            stale: Stale { worlds: true, panel: true },
            frames: 0,
            counted: now,
            failures: 0,
            title: String::new(),
        }
    }

    fn fail(&mut self, events: &ActiveEventLoop, error: ViewerError) {
        self.error.get_or_insert(error);
        events.exit();
    }

    fn open(&self, events: &ActiveEventLoop) -> Result<Screen, ViewerError> {
        let attributes = Window::default_attributes()
            .with_title(self.session.title())
            .with_inner_size(LogicalSize::new(self.size.0, self.size.1))
            .with_min_inner_size(LogicalSize::new(320, 200))
            .with_maximized(self.maximised);
        let window =
            events.create_window(attributes).map_err(|error| ViewerError::NoDisplay(plain(&error)))?;
        Screen::new(window, self.ui.context())
    }

    /// Advances time, requests a redraw if the picture changed (at most one per [`FRAME`]), and sleeps until it may change again.
    fn frame(&mut self, events: &ActiveEventLoop) {
        let now = Instant::now();
        if now >= self.next {
            self.pass_time(now);
            self.next = now + FRAME;
            self.count(now);
            let stale = self.session.take_stale();
            self.stale.worlds |= stale.worlds;
            self.stale.panel |= stale.panel;
            if stale.panel && self.session.runs() {
                // The panel follows a running world more slowly: its figures change faster than one can read.
                self.follow.get_or_insert(now + PANEL_INTERVAL);
            } else if stale.panel {
                self.panel = Some(now);
            }
            if (self.stale.worlds || self.panel.is_some_and(|at| at <= now))
                && let Some(screen) = &self.screen
            {
                // Request it even if the window is hidden: the desktop then sends no redraw event.
                screen.window.request_redraw();
            }
            self.retitle();
        }
        let mut wake = self.session.wakes_in().map(|after| self.next.max(self.last + after));
        if let Some(at) = self.panel {
            wake = Some(wake.map_or(self.next.max(at), |wake| wake.min(self.next.max(at))));
        }
        if self.stale.worlds {
            wake = Some(self.next);
        }
        events.set_control_flow(wake.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }

    fn pass_time(&mut self, now: Instant) {
        self.session.advance((now - self.last).as_secs_f32());
        self.last = now;
    }

    /// Executes a command. A paused session has been asleep, so its clock is updated first; otherwise a new message would expire
    /// too early.
    fn apply(&mut self, command: Command) {
        if !self.session.runs() {
            self.pass_time(Instant::now());
        }
        self.session.apply(command);
        self.panel = Some(Instant::now());
    }

    /// Counts the frames per second while the worlds run, and keeps the summary for a display that goes away.
    fn count(&mut self, now: Instant) {
        let passed = now - self.counted;
        let runs = self.session.runs();
        if passed >= COUNTING || !runs && self.frames > 0 {
            let rate = runs.then(|| self.frames as f32 / passed.as_secs_f32());
            self.session.set_display(self.text_scale(), rate);
            (self.frames, self.counted) = (0, now);
            if let Some(summary) = &self.summary {
                last_words::set(summary(self.session.panes()));
            }
        }
    }

    /// The text scale of the screen.
    fn text_scale(&self) -> u32 {
        let scale = self.screen.as_ref().map_or(1.0, |screen| screen.window.scale_factor());
        (scale.round() as u32).max(1)
    }

    fn retitle(&mut self) {
        let title = self.session.title();
        if let Some(screen) = &self.screen
            && title != self.title
        {
            screen.window.set_title(&title);
            self.title = title;
        }
    }

    /// Lays out the panel and executes the commands of the mouse.
    fn lay_out(&mut self) {
        let Some(screen) = &mut self.screen else { return };
        let input = screen.input.take_egui_input(&screen.window);
        let (output, commands) = self.ui.show(&self.session, input);
        let again = screen.take_output(output);
        self.session.set_viewport(self.ui.viewport());
        let missing = self.ui.missing_thumbnail();
        let wants_more = !commands.is_empty() || missing.is_some();
        for command in commands {
            self.apply(command);
        }
        if let Some(map) = missing {
            self.draw_thumbnail(map);
        }
        let now = Instant::now();
        self.follow = None;
        self.panel = if wants_more { Some(now) } else { again.map(|delay| now + delay) };
    }

    fn draw_thumbnail(&mut self, map: usize) {
        let scale = self.ui.context().pixels_per_point().max(1.0);
        let size = ((THUMBNAIL.0 * scale) as u32, (THUMBNAIL.1 * scale) as u32);
        let mut pixels = vec![40; size.0 as usize * size.1 as usize * 4];
        if let Some(world) = self.session.preview(map) {
            let camera = Camera::fit(frame(world.layout()), size, (1.0, 1.0));
            let trails = Trails::default();
            let view = View::plain(camera, &trails, self.session.theme());
            render(&world, &view, &mut Canvas::new(size.0, size.1, &mut pixels));
        }
        self.ui.add_thumbnail(map, [size.0 as usize, size.1 as usize], &pixels);
    }

    fn draw(&mut self, events: &ActiveEventLoop) {
        let Some(screen) = &mut self.screen else { return };
        let inner = screen.window.inner_size();
        if inner.width == 0 || inner.height == 0 {
            return;
        }
        let now = Instant::now();
        if screen.follow_size() {
            self.panel = Some(now);
            self.stale.worlds = true;
        }
        let logical = inner.to_logical::<u32>(screen.window.scale_factor());
        self.is_maximised = screen.window.is_maximized();
        if !self.is_maximised {
            self.inner = (logical.width, logical.height);
        }
        if [self.panel, self.follow].into_iter().flatten().any(|at| at <= now) {
            self.stale.panel = false;
            self.lay_out();
            self.stale.worlds |= self.session.take_stale().worlds;
        }
        let Some(screen) = &mut self.screen else { return };
        screen.resize_picture(self.session.viewport().size());
        if self.stale.worlds {
            let (width, height, pixels) = screen.frame();
            self.session.draw(&mut Canvas::new(width, height, pixels));
            self.stale.worlds = false;
        }
        match screen.present(self.session.viewport(), self.session.theme().panel) {
            Ok(()) => {
                self.frames += 1;
                self.failures = 0;
            }
            Err(error) => {
                // A lost surface can often be restored.
                self.failures += 1;
                if self.failures > PATIENCE || !screen.restore() {
                    // On Wayland, drawing may notice before the loop does that the display is gone.
                    let why = || format!("the display went away, or its driver failed: {error}");
                    self.lost.get_or_insert_with(why);
                    events.exit();
                } else {
                    screen.window.request_redraw();
                }
            }
        }
    }

    /// Executes the command of a key, unless a field of the panel has the keyboard.
    fn key(&mut self, event: &winit::event::KeyEvent) {
        // A question is answered first.
        if self.session.question().is_some() {
            return;
        }
        // With the system key held, letters belong to the desktop.
        if event.state != ElementState::Pressed || self.modifiers.super_key() || self.modifiers.alt_key() {
            return;
        }
        let held = Held { shift: self.modifiers.shift_key(), control: self.modifiers.control_key() };
        if let Some(command) =
            keys::command_for(&event.logical_key, held, event.repeat, self.session.takes_orders())
        {
            self.apply(command);
        }
    }
}

/// Whether a widget that has the keyboard uses this key.
fn is_for_widget(key: &Key) -> bool {
    !matches!(key, Key::Named(name) if format!("{name:?}").starts_with('F') && *name != NamedKey::Find)
}

/// winit's message without its leading source location.
fn plain(error: &impl ToString) -> String {
    let text = error.to_string();
    let after_line = text.rsplit_once(".rs:").and_then(|(_, rest)| rest.split_once(": "));
    after_line.map_or(text.clone(), |(_, message)| message.trim_end_matches('.').to_string())
}

impl ApplicationHandler for App {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.screen.is_some() {
            return;
        }
        match self.open(events) {
            Err(error) => self.fail(events, error),
            Ok(screen) => {
                self.session.apply(Command::Resize(screen.size.width, screen.size.height));
                self.screen = Some(screen);
                self.session.set_display(self.text_scale(), None);
                // The worlds do not catch up with the time that opening took.
                self.last = Instant::now();
                self.counted = self.last;
            }
        }
    }

    /// Closes the window on a signal.
    fn user_event(&mut self, events: &ActiveEventLoop, (): ()) {
        events.exit();
    }

    fn new_events(&mut self, events: &ActiveEventLoop, _cause: StartCause) {
        if self.session.wants_to_quit() {
            events.exit();
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _id: WindowId, event: WindowEvent) {
        let mut taken = false;
        if let Some(screen) = &mut self.screen
            && !matches!(event, WindowEvent::RedrawRequested)
        {
            let focused = self.ui.context().wants_keyboard_input();
            let response = screen.input.on_window_event(&screen.window, &event);
            taken = response.consumed && focused;
            if response.repaint {
                self.panel = Some(Instant::now());
            }
        }
        match event {
            WindowEvent::CloseRequested => self.apply(Command::Quit),
            WindowEvent::RedrawRequested => self.draw(events),
            WindowEvent::Resized(_) | WindowEvent::ScaleFactorChanged { .. } => {
                self.session.set_display(self.text_scale(), None);
                if let Some(screen) = &self.screen {
                    screen.window.request_redraw();
                }
            }
            WindowEvent::DroppedFile(path) => self.apply(Command::OpenMap(path)),
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } => {
                let tab = event.logical_key == Key::Named(NamedKey::Tab);
                let is_for_egui = tab || (taken && is_for_widget(&event.logical_key));
                if !is_for_egui {
                    self.key(&event);
                }
            }
            _ => {}
        }
        if self.session.wants_to_quit() {
            events.exit();
        }
    }

    /// Closes the window while its display still exists: on Wayland, the loop closes the connection when it ends.
    fn exiting(&mut self, _events: &ActiveEventLoop) {
        if self.lost.is_none() {
            let screen = self.screen.take();
            // If the display has just gone, the runs are not lost with it.
            let _ = guarded(|| drop(screen));
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        if self.screen.is_some() {
            self.frame(events);
        }
    }
}
