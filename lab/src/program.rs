//! The program's name in the commands that it prints.

use std::sync::OnceLock;

static NAME: OnceLock<String> = OnceLock::new();

/// The name to start this program by, quoted for a shell: `sidestep` unless [`set_name`] changed it.
pub(crate) fn name() -> &'static str {
    NAME.get().map_or("sidestep", String::as_str)
}

/// Sets the name by which the program was started. Only the first call counts. An empty name is ignored.
pub(crate) fn set_name(started: std::ffi::OsString) {
    if !started.is_empty() {
        let _ = NAME.set(crate::text::shell_word(&started.to_string_lossy()));
    }
}
