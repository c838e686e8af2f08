//! Ctrl-C and SIGTERM: unfinished files are removed, the program says what is kept, and exits with 130 or 143.

use std::path::PathBuf;

/// Prints a message and exits as soon as the program is interrupted. The message is made from the files that were not
/// completed, as absolute paths. To be called once.
#[cfg(unix)]
pub(super) fn on_interrupt(message: impl Fn(&[PathBuf]) -> String + Send + 'static) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag::register_conditional_shutdown;
    use signal_hook::iterator::Signals;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    // Where the system gives no handler, the program ends as the system ends it.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    let again = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        let _ = register_conditional_shutdown(signal, 128 + signal, again.clone());
    }
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            // A second signal ends the program at once, should anything below wait.
            again.store(true, Ordering::SeqCst);
            let abandoned = crate::export::partial::abandon_all();
            super::note(&format!("interrupted: {}", message(&abandoned)));
            std::process::exit(128 + signal);
        }
    };
    let _ = std::thread::Builder::new().name("interrupt".into()).spawn(wait);
}

/// Other systems end the program themselves.
#[cfg(not(unix))]
pub(super) fn on_interrupt(_message: impl Fn(&[PathBuf]) -> String + Send + 'static) {}
