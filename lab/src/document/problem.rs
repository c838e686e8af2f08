//! What every problem with a document can say.

/// A problem with a document. `Display` is the message: what is wrong, then what is accepted.
pub trait Problem: std::error::Error + Send + Sync + 'static {
    /// A short, stable name of the problem, such as `scene::unknown_key`.
    fn code(&self) -> &'static str;

    /// What to do about it.
    fn help(&self) -> String;
}
