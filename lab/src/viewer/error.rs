//! Why the window cannot open.

use miette::Diagnostic;
use thiserror::Error;

/// Why the window cannot open.
#[derive(Debug, Error, Diagnostic)]
#[allow(missing_docs, reason = "the messages say what the variants and fields are")]
pub enum ViewerError {
    #[error("no display: {0}")]
    #[diagnostic(
        code(sidestep_lab::viewer::no_display),
        help("use --headless, or set DISPLAY or WAYLAND_DISPLAY")
    )]
    NoDisplay(String),
    #[error("no graphics: {0}")]
    #[diagnostic(
        code(sidestep_lab::viewer::no_gpu),
        help(
            "use --headless, or install a Vulkan driver; Debian's mesa-vulkan-drivers includes a software driver"
        )
    )]
    NoGpu(String),
    #[error("{0}")]
    #[diagnostic(code(sidestep_lab::viewer::load))]
    Load(String),
}
