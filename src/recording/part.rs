//! The parts of a recording's file.

use crate::saved::VERSION;
use xxhash_rust::xxh3::xxh3_64;

/// The first bytes of every recording.
pub(super) const MAGIC: &[u8; 9] = b"SIDESTEPR";
/// The number of the format.
pub(super) const FORMAT: u32 = 2;

pub(super) const SCENE: u8 = b'M';
pub(super) const STATE: u8 = b'S';
pub(super) const INPUTS: u8 = b'C';
pub(super) const HASHES: u8 = b'H';
pub(super) const TRACKS: u8 = b'P';
pub(super) const NOTE: u8 = b'N';
pub(super) const END: u8 = b'E';

/// The bytes before the first part.
pub(super) fn header() -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    bytes.push(VERSION.len() as u8);
    bytes.extend(VERSION.as_bytes());
    bytes
}

/// A part as bytes.
pub(super) fn part(letter: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![letter];
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes.extend(content);
    bytes.extend(xxh3_64(&bytes).to_le_bytes());
    bytes
}

/// Takes a number from the beginning of `bytes`.
pub(super) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = bytes.split_first_chunk::<N>()?;
    *bytes = tail;
    Some(*head)
}

/// What follows in a file.
pub(super) enum Next<'a> {
    Part(u8, &'a [u8]),
    /// The file ends within a part.
    Cut,
    Damaged,
}

/// Takes the next part. None at the end of the file.
pub(super) fn next<'a>(bytes: &mut &'a [u8]) -> Option<Next<'a>> {
    let whole = *bytes;
    if whole.is_empty() {
        return None;
    }
    let mut rest = whole;
    let length = take::<1>(&mut rest).and_then(|_| take::<4>(&mut rest)).map(u32::from_le_bytes);
    let Some(length) = length.map(|length| length as usize) else { return Some(Next::Cut) };
    if ![SCENE, STATE, INPUTS, HASHES, TRACKS, NOTE, END].contains(&whole[0]) {
        return Some(Next::Damaged);
    }
    let Some((content, mut after)) = rest.split_at_checked(length) else { return Some(Next::Cut) };
    let Some(sum) = take::<8>(&mut after) else { return Some(Next::Cut) };
    if xxh3_64(&whole[..5 + length]) != u64::from_le_bytes(sum) {
        return Some(Next::Damaged);
    }
    *bytes = after;
    Some(Next::Part(whole[0], content))
}
