//! The state of a measurement as bytes.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// State that can be kept as bytes. Whatever serde can write and read is.
pub trait Stored {
    /// The state as bytes.
    fn store(&self) -> Vec<u8>;

    /// Takes the state from bytes. Returns false, and changes nothing, if they are not of such a state.
    fn restore(&mut self, bytes: &[u8]) -> bool;
}

impl<T: Serialize + DeserializeOwned> Stored for T {
    fn store(&self) -> Vec<u8> {
        // Fails only for types that cannot be written at all.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    fn restore(&mut self, bytes: &[u8]) -> bool {
        let read = postcard::from_bytes(bytes);
        read.is_ok_and(|state| {
            *self = state;
            true
        })
    }
}
