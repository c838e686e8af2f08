//! What the program prints if the display goes away.
//!
//! When an X server ends, Xlib ends the process with `exit`, and winit gets no event. `exit` still runs the destructors of the main
//! thread's local values (in the GNU C library), so one of them prints what would be lost.

use std::cell::RefCell;
use std::io::Write;

/// The text that is printed when it is dropped.
#[derive(Default)]
struct LastWords(RefCell<Option<String>>);

impl Drop for LastWords {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        if let Some(text) = self.0.take() {
            // Nothing can be done about an error here.
            let _ =
                writeln!(std::io::stderr(), "the display went away: the window is lost. The run until then:");
            let _ = writeln!(std::io::stdout(), "{}", text.trim_end());
            let _ = std::io::stdout().flush();
        }
    }
}

thread_local! {
    static TEXT: LastWords = LastWords::default();
}

/// Sets the summary of the run so far. Call it on the main thread.
pub(super) fn set(summary: String) {
    TEXT.with(|text| text.0.replace(Some(summary)));
}

/// The window has closed in the usual way.
pub(super) fn forget() {
    TEXT.with(|text| text.0.take());
}
