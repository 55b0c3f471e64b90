//! Words that a description names only to say that they are not meant, or no longer.

use super::{Text, Word};
use crate::lexicon::{Lexicon, group};

/// How many words back of "now fixed" the trouble may stand.
const REACH: usize = 12;

/// Marks "not the toilet" and "an old leak, now fixed".
pub(super) fn mark(text: &mut Text, lexicon: &Lexicon) {
    for index in 0..text.words.len() {
        if reads(text, index, "the my our that")
            && belongs(text, index.wrapping_sub(1), group::DENYING, lexicon)
        {
            deny(text, index - 1);
            deny(text, index + 1);
        }
        if is_over(text, index) {
            deny_trouble(text, index, lexicon);
        }
    }
}

/// "now fixed", "been repaired", unless it came back.
fn is_over(text: &Text, index: usize) -> bool {
    reads(text, index, "fixed repaired mended sorted cleared resolved")
        && reads(text, index.wrapping_sub(1), "now already since been was were")
        && !(index + 1..text.words.len()).any(|later| reads(text, later, "again still but back yet"))
}

/// Denies what was wrong earlier in the same sentence.
fn deny_trouble(text: &mut Text, end: usize, lexicon: &Lexicon) {
    for index in (end.saturating_sub(REACH)..end).rev() {
        if ends_sentence(text, index) {
            return;
        }
        if belongs(text, index, group::FAULT, lexicon) {
            deny(text, index);
        }
    }
}

fn ends_sentence(text: &Text, index: usize) -> bool {
    let place = |index: usize| text.words.get(index).map_or(0, |word| word.place);
    place(index + 1).saturating_sub(place(index)) > 4
}

fn deny(text: &mut Text, index: usize) {
    if let Some(word) = text.words.get_mut(index) {
        word.denied = true;
    }
}

fn reads(text: &Text, index: usize, words: &str) -> bool {
    let word = text.words.get(index).map_or("", |word| text.word(word));
    !word.is_empty() && words.split(' ').any(|one| one == word)
}

fn belongs(text: &Text, index: usize, wanted: u128, lexicon: &Lexicon) -> bool {
    let number = text.words.get(index).and_then(|word: &Word| word.number);
    number.is_some_and(|number| lexicon.groups(number) & wanted != 0)
}
