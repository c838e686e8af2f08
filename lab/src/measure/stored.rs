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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_state_is_read_back_and_what_is_no_such_state_changes_nothing() {
        let state = (3_u32, vec![0.5_f64, -1.0]);
        let bytes = state.store();
        let mut other = (0_u32, Vec::<f64>::new());
        assert!(!other.restore(&bytes[..bytes.len() - 1]));
        assert_eq!(other, (0, vec![]));
        assert!(other.restore(&bytes));
        assert_eq!(other, state);
    }
}
