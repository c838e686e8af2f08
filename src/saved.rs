//! State as bytes: snapshots that say what they are, and are checked before anything of them is used.
//!
//! A snapshot begins with the magic number `SIDESTEP`, then has a byte for its kind, the format's number (4 bytes), the length of
//! the engine's version (1 byte) and the version, the fingerprint of the layout (8 bytes), the length of the rest but the checksum
//! (8 bytes), the state (postcard, packed as an LZ4 block after its own length of 4 bytes), and the checksum of all bytes before it (8 bytes, XXH3). Numbers are little-endian.

use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use xxhash_rust::xxh3::xxh3_64;

/// The first bytes of every snapshot.
const MAGIC: &[u8; 8] = b"SIDESTEP";
/// The number of the format. Any change of what is saved raises it.
const FORMAT: u32 = 17;
/// The version of the engine that writes.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a snapshot is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A crowd without bodies.
    Crowd,
    /// A world.
    World,
}

impl Kind {
    fn letter(self) -> u8 {
        match self {
            Kind::Crowd => b'C',
            Kind::World => b'W',
        }
    }
}

/// Why a snapshot cannot be made or restored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// The bytes do not begin as a snapshot does.
    #[error("these bytes are not a snapshot of Sidestep")]
    NotASnapshot,
    /// A crowd's snapshot instead of a world's, or the other way round.
    #[error("this is the snapshot of a {}", if *.0 == Kind::Crowd { "crowd without bodies: restore it with Crowd::restore" } else { "world: restore it with World::restore" })]
    OtherKind(Kind),
    /// Bytes are missing at the end.
    #[error("the snapshot is incomplete: it has {found} of {expected} bytes")]
    Incomplete {
        /// The number of bytes.
        found: usize,
        /// The number that the header names.
        expected: usize,
    },
    /// Bytes have changed.
    #[error("the snapshot is damaged: its checksum does not fit")]
    Damaged,
    /// Another version of the engine has written it.
    #[error(
        "the snapshot was written by Sidestep {found}, and this is {VERSION}: restore it with the version that wrote it"
    )]
    OtherVersion {
        /// The version, and the format if that differs.
        found: String,
    },
    /// It belongs to another layout.
    #[error(
        "the snapshot belongs to another layout: restore it with the layout that its world was made from"
    )]
    OtherLayout,
    /// A model or setting that is not known here, or state that does not fit together.
    #[error("the snapshot does not fit this program: {0}")]
    Unfit(String),
    /// The units use a model that was given with `set_model`, which cannot be named.
    #[error(
        "a model that was given with set_model cannot be saved: register it, and name it in the steering"
    )]
    OwnModel,
}

/// State within state: a string of bytes, which is copied at once. A list of numbers would be written one by one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Packed(pub Vec<u8>);

impl Serialize for Packed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Packed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Packed, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Packed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string of bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Packed, E> {
                Ok(Packed(bytes.to_vec()))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

/// Writes a value. It can hold everything that is saved.
pub(crate) fn bytes_of(value: &impl Serialize) -> Vec<u8> {
    // Fails only for types that cannot be saved at all, which a test would meet.
    postcard::to_allocvec(value).unwrap_or_default()
}

/// Reads a value that takes all bytes.
pub(crate) fn value_of<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, SnapshotError> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Ok(value),
        Ok(_) => Err(SnapshotError::Unfit("bytes are left over".into())),
        Err(error) => Err(SnapshotError::Unfit(error.to_string())),
    }
}

/// Wraps state into a snapshot.
pub(crate) fn seal(kind: Kind, layout: u64, state: &[u8]) -> Vec<u8> {
    let state = lz4_flex::compress_prepend_size(state);
    let mut bytes = Vec::with_capacity(state.len() + 64);
    bytes.extend_from_slice(MAGIC);
    bytes.push(kind.letter());
    bytes.extend_from_slice(&FORMAT.to_le_bytes());
    bytes.push(VERSION.len() as u8);
    bytes.extend_from_slice(VERSION.as_bytes());
    bytes.extend_from_slice(&layout.to_le_bytes());
    bytes.extend_from_slice(&(state.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&state);
    let sum = xxh3_64(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// Checks a snapshot. Returns its state.
pub(crate) fn open(kind: Kind, layout: u64, bytes: &[u8]) -> Result<Vec<u8>, SnapshotError> {
    let mut rest = bytes.strip_prefix(MAGIC).ok_or(SnapshotError::NotASnapshot)?;
    let short = || SnapshotError::Incomplete { found: bytes.len(), expected: bytes.len() + 1 };
    let mut take = |count: usize| {
        let (head, tail) = rest.split_at_checked(count).ok_or_else(short)?;
        rest = tail;
        Ok::<_, SnapshotError>(head)
    };
    let letter = take(1)?[0];
    let format = u32::from_le_bytes(array(take(4)?));
    let length = usize::from(take(1)?[0]);
    let version = String::from_utf8_lossy(take(length)?).into_owned();
    let own_layout = u64::from_le_bytes(array(take(8)?));
    let length = u64::from_le_bytes(array(take(8)?));
    let header = bytes.len() - rest.len();
    let expected = usize::try_from(length).ok().and_then(|length| length.checked_add(header + 8));
    let expected = expected.ok_or(SnapshotError::Damaged)?;
    if bytes.len() < expected {
        return Err(SnapshotError::Incomplete { found: bytes.len(), expected });
    }
    let (whole, sum) = bytes.split_at(expected - 8);
    if bytes.len() > expected || xxh3_64(whole) != u64::from_le_bytes(array(sum)) {
        return Err(SnapshotError::Damaged);
    }
    if format != FORMAT || version != VERSION {
        let format = if format == FORMAT { String::new() } else { format!(" in format {format}") };
        return Err(SnapshotError::OtherVersion { found: version + &format });
    }
    if letter != kind.letter() {
        let other = if kind == Kind::Crowd { Kind::World } else { Kind::Crowd };
        return Err(SnapshotError::OtherKind(other));
    }
    if own_layout != layout {
        return Err(SnapshotError::OtherLayout);
    }
    unpacked(&whole[header..]).ok_or(SnapshotError::Damaged)
}

fn unpacked(state: &[u8]) -> Option<Vec<u8>> {
    let (length, packed) = state.split_first_chunk()?;
    // LZ4 packs at most 255 bytes into one: more would take the memory of a state that is not there.
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    if length > packed.len().checked_mul(255)? {
        return None;
    }
    lz4_flex::decompress(packed, length).ok()
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(bytes);
    array
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_that_is_another_one_or_damaged_is_refused_by_name() {
        let sealed = seal(Kind::World, 7, &[1, 2, 3]);
        assert_eq!(open(Kind::World, 7, &sealed), Ok(vec![1, 2, 3]));
        assert_eq!(open(Kind::World, 8, &sealed), Err(SnapshotError::OtherLayout));
        assert_eq!(open(Kind::Crowd, 7, &sealed), Err(SnapshotError::OtherKind(Kind::World)));
        assert_eq!(open(Kind::World, 7, b"a map"), Err(SnapshotError::NotASnapshot));
        for length in MAGIC.len()..sealed.len() {
            let cut = open(Kind::World, 7, &sealed[..length]);
            assert!(matches!(cut, Err(SnapshotError::Incomplete { .. })), "{length}: {cut:?}");
        }
        for bit in 0..8 * sealed.len() {
            let mut bytes = sealed.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(open(Kind::World, 7, &bytes).is_err(), "bit {bit}");
        }
        let mut longer = sealed.clone();
        longer.push(0);
        assert_eq!(open(Kind::World, 7, &longer), Err(SnapshotError::Damaged));
    }

    #[test]
    fn a_state_is_packed_and_a_wrong_length_takes_no_memory() {
        let state = vec![0; 100_000];
        let sealed = seal(Kind::Crowd, 7, &state);
        assert!(sealed.len() < 1000, "{} bytes", sealed.len());
        assert_eq!(open(Kind::Crowd, 7, &sealed), Ok(state));
        assert_eq!(unpacked(&[255, 255, 255, 255, 0]), None);
        assert_eq!(unpacked(&[1, 0]), None);
    }

    #[test]
    fn a_snapshot_of_another_version_names_it() {
        let mut bytes = seal(Kind::World, 7, &[]);
        bytes[9] = 99;
        let end = bytes.len() - 8;
        let sum = xxh3_64(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
        let error = open(Kind::World, 7, &bytes).unwrap_err().to_string();
        assert!(error.contains("in format 99") && error.contains(VERSION), "{error}");
    }
}
