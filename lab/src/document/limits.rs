//! Limits of documents.

/// The largest size of a document in bytes: 4 MiB.
pub const MAX_BYTES: u64 = 4 << 20;
