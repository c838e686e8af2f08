//! Ctrl-C and SIGTERM. The program removes unfinished files, prints what is kept, and exits with 130 or 143.

use std::path::PathBuf;
#[cfg(feature = "window")]
use std::sync::Arc;
#[cfg(feature = "window")]
use std::sync::atomic::AtomicI32;
#[cfg(all(unix, feature = "window"))]
use std::sync::atomic::Ordering;

/// Prints a message and exits when the program is interrupted. `message` receives the absolute paths of unfinished files.
/// Call it once.
#[cfg(unix)]
pub(super) fn on_interrupt(message: impl Fn(&[PathBuf]) -> String + Send + 'static) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::{flag::register_conditional_shutdown, iterator::Signals};
    use std::sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    };
    let again = Arc::new(AtomicBool::new(false));
    // Registered first, because handlers run in this order: after the one below, it could take the first signal for the second.
    for signal in [SIGINT, SIGTERM] {
        let _ = register_conditional_shutdown(signal, 128 + signal, again.clone());
    }
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
        // The first signal ends the program.
        return again.store(true, Ordering::SeqCst);
    };
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            // A second signal ends the program at once, in case something below blocks.
            again.store(true, Ordering::SeqCst);
            let abandoned = crate::files::abandon_all();
            super::output::note(&format!("interrupted: {}", message(&abandoned)));
            std::process::exit(128 + signal);
        }
    };
    let _ = std::thread::Builder::new().name("interrupt".into()).spawn(wait);
}

/// Calls `stop` at the first interrupt. A second signal ends the program at once. Returns a cell for the number of the first
/// signal, 0 until then.
#[cfg(all(unix, feature = "window"))]
pub(super) fn stop_on_interrupt(stop: impl Fn() + Send + 'static) -> Arc<AtomicI32> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let first = Arc::new(AtomicI32::new(0));
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return first };
    let seen = first.clone();
    let wait = move || {
        for signal in signals.forever() {
            if seen.swap(signal, Ordering::Relaxed) != 0 {
                std::process::exit(128 + signal);
            }
            stop();
        }
    };
    let _ = std::thread::Builder::new().name("interrupt".into()).spawn(wait);
    first
}

/// Other systems end the program without a handler.
#[cfg(all(not(unix), feature = "window"))]
pub(super) fn stop_on_interrupt(_stop: impl Fn() + Send + 'static) -> Arc<AtomicI32> {
    Arc::default()
}

/// Other systems end the program without a handler.
#[cfg(not(unix))]
pub(super) fn on_interrupt(_message: impl Fn(&[PathBuf]) -> String + Send + 'static) {}
