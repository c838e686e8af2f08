//! What a reader takes at most.

/// The most bytes of a document that are read: 4 MiB.
pub const MAX_BYTES: u64 = 4 << 20;
