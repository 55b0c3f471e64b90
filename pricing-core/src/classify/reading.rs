//! The words of a text that count: without small ones, what is denied, and what the book has switched off.

use crate::book::PriceBook;
use crate::lexicon::{Lexicon, WordNumber, group};
use crate::text::{Text, Word};

/// The words that count.
pub(super) fn words(text: &Text) -> Vec<Word> {
    let lexicon = Lexicon::get();
    // "The whole house" says how big a job is.
    let is_small = |word: &Word| {
        let groups = word.number.map_or(0, |number| lexicon.groups(number));
        groups & group::SMALL != 0 && groups & group::WHOLE == 0
    };
    let counts = |word: &&Word| !word.joined && !word.denied && !is_small(word);
    text.entries().iter().filter(counts).copied().collect()
}

/// The words that count for a book: its signs that are off are left out.
pub(super) fn words_for(book: &PriceBook, words: &[Word]) -> Vec<Word> {
    let mut left = words.to_vec();
    for sign in book.off.iter().filter_map(|id| id.strip_prefix("sign:")) {
        let numbers = numbers(sign);
        if !numbers.is_empty() {
            leave_out(&mut left, &numbers);
        }
    }
    left
}

/// The lexicon's words for a sign: "not working" is two.
fn numbers(sign: &str) -> Vec<WordNumber> {
    words(&Text::read(sign))
        .iter()
        .filter_map(|word| word.number)
        .collect()
}

/// Whether the lexicon knows every word of a sign, so that a book that has it off reads something else.
#[must_use]
pub fn is_sign(sign: &str) -> bool {
    let words = words(&Text::read(sign));
    !words.is_empty() && words.iter().all(|word| word.number.is_some())
}

/// Leaves out these words wherever they follow each other.
fn leave_out(words: &mut Vec<Word>, numbers: &[WordNumber]) {
    let wanted = |here: &[Word]| {
        here.iter()
            .map(|word| word.number)
            .eq(numbers.iter().copied().map(Some))
    };
    let mut index = 0;
    while let Some(here) = words.get(index..index + numbers.len()) {
        if wanted(here) {
            words.drain(index..index + numbers.len());
        } else {
            index += 1;
        }
    }
}
