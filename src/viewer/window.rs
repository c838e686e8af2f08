//! The desktop part of the window: winit's events and pixels' surface.

use super::command::Command;
use super::session::Session;
use super::{ViewerError, ViewerOptions, ViewerOutcome, keys};
use crate::draw::Canvas;
use pixels::{Pixels, PixelsBuilder, ScalingMode, SurfaceTexture};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalSize};
use winit::event::{ElementState, MouseButton, MouseScrollDelta, StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::keyboard::ModifiersState;
use winit::window::{Window, WindowId};

/// The shortest time between frames. Some drivers ignore vsync.
const FRAME: Duration = Duration::from_micros(8_333);
/// The interval of counting frames per second.
const COUNTING: Duration = Duration::from_millis(500);
/// A mouse press that moves further than this many pixels is a drag, not a click.
const DRAG: f64 = 4.0;
/// The number of consecutive frames that may fail before the window counts as lost.
const PATIENCE: u32 = 30;

/// Opens the window and returns once it closes.
pub fn run(mut options: ViewerOptions) -> Result<ViewerOutcome, ViewerError> {
    let (size, closer) = (options.size, options.closer.take());
    let session = Session::new(options)?;
    let events = EventLoop::new().map_err(|error| ViewerError::NoDisplay(plain(&error)))?;
    let proxy = events.create_proxy();
    if let Some(closer) = closer {
        // The loop may have ended already.
        closer(Box::new(move || proxy.send_event(()).unwrap_or_default()));
    }
    let mut app = App::new(session, size);
    let ended = events.run_app(&mut app);
    if let Some(error) = app.error {
        return Err(error);
    }
    ended.map_err(|error| ViewerError::Lost(error.to_string()))?;
    Ok(app.session.into_outcome())
}

/// The open window.
struct Screen {
    window: Arc<Window>,
    pixels: Pixels<'static>,
    /// Width and height of the surface and the buffer, pixels.
    size: PhysicalSize<u32>,
}

/// A held mouse button.
struct Grab {
    from: (f64, f64),
    last: (f64, f64),
    dragged: bool,
}

struct App {
    session: Session,
    size: (u32, u32),
    screen: Option<Screen>,
    error: Option<ViewerError>,
    modifiers: ModifiersState,
    cursor: (f64, f64),
    grab: Option<Grab>,
    last: Instant,
    next: Instant,
    frames: u32,
    counted: Instant,
    failures: u32,
    title: String,
}

impl App {
    fn new(session: Session, size: (u32, u32)) -> App {
        let now = Instant::now();
        App {
            session,
            size,
            screen: None,
            error: None,
            modifiers: ModifiersState::empty(),
            cursor: (0.0, 0.0),
            grab: None,
            last: now,
            next: now,
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
            .with_min_inner_size(LogicalSize::new(320, 200));
        let window =
            events.create_window(attributes).map_err(|error| ViewerError::NoDisplay(plain(&error)))?;
        let window = Arc::new(window);
        let size = at_least_one(window.inner_size());
        let pixels = graphics(&window, size)?;
        Ok(Screen { window, pixels, size })
    }

    /// Advances time, requests a redraw if the picture changed (at most one per [`FRAME`]), and sleeps until it may change again.
    fn frame(&mut self, events: &ActiveEventLoop) {
        let now = Instant::now();
        if now >= self.next {
            self.pass_time(now);
            self.next = now + FRAME;
            self.count(now);
            if let Some(screen) = self.screen.as_ref().filter(|_| self.session.take_redraw()) {
                // Request it even if the window is hidden: the desktop then sends no redraw event.
                screen.window.request_redraw();
            }
            self.retitle();
        }
        let wake =
            self.session.wakes_in().map(|after| ControlFlow::WaitUntil(self.next.max(self.last + after)));
        events.set_control_flow(wake.unwrap_or(ControlFlow::Wait));
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
    }

    /// Counts the frames per second while the world runs.
    fn count(&mut self, now: Instant) {
        let passed = now - self.counted;
        let runs = self.session.runs();
        if passed >= COUNTING || !runs {
            let rate = runs.then(|| self.frames as f32 / passed.as_secs_f32());
            self.session.set_display(self.text_scale(), rate);
            (self.frames, self.counted) = (0, now);
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

    fn draw(&mut self, events: &ActiveEventLoop) {
        let Some(screen) = &mut self.screen else { return };
        let size = screen.window.inner_size();
        if size.width == 0 || size.height == 0 {
            return;
        }
        if size != screen.size {
            // Larger than the graphics card's largest texture: keep the old size, stretched.
            let pixels = &mut screen.pixels;
            let surface = pixels.resize_surface(size.width, size.height);
            if surface.is_ok() && pixels.resize_buffer(size.width, size.height).is_ok() {
                self.session.apply(Command::Resize(size.width, size.height));
            }
            screen.size = size;
            // The next frame has this size, unless the window changes again.
            screen.window.request_redraw();
            return;
        }
        let extent = screen.pixels.texture().size();
        let mut canvas = Canvas::new(extent.width, extent.height, screen.pixels.frame_mut());
        self.session.draw(&mut canvas);
        screen.window.pre_present_notify();
        match screen.pixels.render() {
            Ok(()) => {
                self.frames += 1;
                self.failures = 0;
            }
            Err(error) => {
                // A lost surface can often be restored.
                self.failures += 1;
                let again = screen.pixels.resize_surface(size.width, size.height);
                if self.failures > PATIENCE || again.is_err() {
                    self.fail(events, ViewerError::Lost(error.to_string()));
                } else {
                    screen.window.request_redraw();
                }
            }
        }
    }

    fn press(&mut self, state: ElementState) {
        if state == ElementState::Pressed {
            self.grab = Some(Grab { from: self.cursor, last: self.cursor, dragged: false });
        } else if let Some(grab) = self.grab.take()
            && !grab.dragged
        {
            self.apply(Command::SelectAt(self.cursor.0 as f32, self.cursor.1 as f32));
        }
    }

    fn moved(&mut self, to: (f64, f64)) {
        self.cursor = to;
        let Some(grab) = &mut self.grab else { return };
        grab.dragged |= (to.0 - grab.from.0).abs().max((to.1 - grab.from.1).abs()) > DRAG;
        if grab.dragged {
            let (dx, dy) = (to.0 - grab.last.0, to.1 - grab.last.1);
            grab.last = to;
            self.apply(Command::Pan(dx as f32, dy as f32));
        }
    }

    fn wheel(&mut self, delta: MouseScrollDelta) {
        let notches = match delta {
            MouseScrollDelta::LineDelta(_, lines) => lines,
            MouseScrollDelta::PixelDelta(by) => by.y as f32 / 60.0,
        };
        let factor = libm::powf(1.12, notches.clamp(-10.0, 10.0));
        self.apply(Command::ZoomAt(self.cursor.0 as f32, self.cursor.1 as f32, factor));
    }
}

/// winit's message without its leading source location.
fn plain(error: &impl ToString) -> String {
    let text = error.to_string();
    let after_line = text.rsplit_once(".rs:").and_then(|(_, rest)| rest.split_once(": "));
    after_line.map_or(text.clone(), |(_, message)| message.trim_end_matches('.').to_string())
}

fn at_least_one(size: PhysicalSize<u32>) -> PhysicalSize<u32> {
    PhysicalSize::new(size.width.max(1), size.height.max(1))
}

/// Creates the surface. A broken driver can make wgpu panic, which counts as no graphics.
fn graphics(window: &Arc<Window>, size: PhysicalSize<u32>) -> Result<Pixels<'static>, ViewerError> {
    let build = || {
        let surface = SurfaceTexture::new(size.width, size.height, window.clone());
        // Frames are limited by FRAME, so that the world does not wait for the screen.
        PixelsBuilder::new(size.width, size.height, surface).enable_vsync(false).build()
    };
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let built = panic::catch_unwind(AssertUnwindSafe(build));
    panic::set_hook(hook);
    let mut pixels = match built {
        Ok(Ok(pixels)) => pixels,
        Ok(Err(error)) => return Err(ViewerError::NoGpu(error.to_string().trim_end_matches('.').into())),
        Err(_) => return Err(ViewerError::NoGpu("the graphics driver does not work".into())),
    };
    pixels.set_scaling_mode(ScalingMode::Fill);
    Ok(pixels)
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
                // The world does not catch up with the time that opening took.
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
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::RedrawRequested => self.draw(events),
            WindowEvent::Resized(_) | WindowEvent::ScaleFactorChanged { .. } => {
                self.session.set_display(self.text_scale(), None);
                if let Some(screen) = &self.screen {
                    screen.window.request_redraw();
                }
            }
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } => {
                // With control or the system key held, letters belong to the desktop.
                let ours = !self.modifiers.control_key() && !self.modifiers.super_key();
                if event.state == ElementState::Pressed
                    && ours
                    && let Some(command) =
                        keys::command_for(&event.logical_key, self.modifiers.shift_key(), event.repeat)
                {
                    self.apply(command);
                }
            }
            WindowEvent::CursorMoved { position, .. } => self.moved((position.x, position.y)),
            WindowEvent::MouseInput { state, button: MouseButton::Left, .. } => self.press(state),
            WindowEvent::MouseWheel { delta, .. } => self.wheel(delta),
            _ => {}
        }
        if self.session.wants_to_quit() {
            events.exit();
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        if self.screen.is_some() {
            self.frame(events);
        }
    }
}
