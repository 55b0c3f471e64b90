//! The tables that `build/tables.rs` writes.

use super::{Points, SPELLINGS};
use crate::packing::{Model, Unpacker};
use alloc::vec;
use alloc::vec::Vec;

/// For each word a bit for each group: of each group its size, and of its members the differences.
pub(super) fn groups(words: usize, sizes: &[u16], members: &[u16]) -> Vec<u64> {
    let mut groups = vec![0; words];
    let mut members = members.iter();
    for (group, size) in sizes.iter().enumerate() {
        let mut word = 0;
        for more in members.by_ref().take(usize::from(*size)) {
            word += usize::from(*more);
            if let Some(groups) = groups.get_mut(word) {
                *groups |= 1 << group;
            }
        }
    }
    groups
}

/// Unpacks the spellings (see `build/tables.rs`): all letters in a row, and where each spelling ends.
pub(super) fn spellings(unpacker: &mut Unpacker<'_>) -> (Vec<u8>, Vec<usize>) {
    let (mut letters, mut ends): (Vec<u8>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut model = Model::new();
    let (mut start, mut after) = (0, 0);
    while ends.len() < SPELLINGS {
        let next = unpacker.byte(&mut model, after);
        if next >= 32 {
            letters.push(u8::try_from(next).unwrap_or_default());
            after = next;
            continue;
        }
        // The number of letters that the next spelling shares with this one.
        let end = letters.len();
        if end > 0 {
            ends.push(end);
        }
        let differs = start + usize::from(next);
        for shared in start..differs {
            letters.push(letters.get(shared).copied().unwrap_or_default());
        }
        after = if differs < end {
            letters.get(differs).map_or(0, |letter| u16::from(letter | 128))
        } else {
            0
        };
        start = end;
    }
    (letters, ends)
}

/// Unpacks lists of weights: the length of each, then classes with their points.
pub(super) fn points(packed: &[u16]) -> Vec<Points> {
    let mut lists = Vec::new();
    let mut numbers = packed.iter();
    while let Some(length) = numbers.next() {
        let mut points = Points::default();
        for _ in 0..*length {
            let (class, value) = (numbers.next(), numbers.next());
            if let Some((class, value)) = class.zip(value)
                && let Some(place) = points.get_mut(usize::from(*class))
            {
                // Signed, in one byte.
                *place = value.to_le_bytes()[0].cast_signed();
            }
        }
        lists.push(points);
    }
    lists
}
