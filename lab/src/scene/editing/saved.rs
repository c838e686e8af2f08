//! What becomes of a map's file.

/// What [`MapDraft::save`](super::MapDraft::save) does about a file of the same name, also the map's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherFile {
    /// Returns [`SaveError::Exists`](super::SaveError::Exists).
    Keep,
    /// Replaces the file.
    Replace,
}

/// What has become of a draft's file since it was read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    /// It is as it was.
    Same,
    /// Another program has changed it.
    Changed,
    /// It is gone or cannot be read.
    Missing,
}
