//! The folder of the user's session, which graphics drivers look for.

/// If there is a display, but neither Wayland nor a folder of a session, starts this program anew with the name of a folder.
///
/// On X11, too, drivers and wgpu look for a Wayland session. Without XDG_RUNTIME_DIR, libwayland prints an error each time; with a
/// folder that does not exist, it finds none and says nothing. A process cannot safely change its own environment.
#[cfg(all(target_os = "linux", feature = "window"))]
pub(super) fn name_if_missing() {
    use std::os::unix::process::CommandExt;
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if !is_set("DISPLAY") || ["XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(is_set)
    {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    let mut typed = std::env::args_os();
    let mut again = std::process::Command::new(program);
    if let Some(name) = typed.next() {
        again.arg0(name);
    }
    // This returns only if it fails, and then the errors are printed.
    let _ = again.args(typed).env("XDG_RUNTIME_DIR", "/nonexistent").exec();
}

/// Elsewhere there is no libwayland.
#[cfg(not(all(target_os = "linux", feature = "window")))]
pub(super) fn name_if_missing() {}
