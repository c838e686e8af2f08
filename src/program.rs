//! What the running program is called in the commands that it prints.

use std::sync::OnceLock;

static NAME: OnceLock<String> = OnceLock::new();

/// How to start this program again, quoted for a shell: `sidestep` unless [`set_name`] said otherwise.
pub(crate) fn name() -> &'static str {
    NAME.get().map_or("sidestep", String::as_str)
}

/// Names the program as it was started. The first call counts; an empty name is ignored.
#[cfg(feature = "cli")]
pub(crate) fn set_name(started: std::ffi::OsString) {
    if !started.is_empty() {
        let _ = NAME.set(crate::text::shell_word(&started.to_string_lossy()));
    }
}
