//! The signs of danger among the words of a description.

mod electrics;
mod fumes;

use crate::lexicon::{Lexicon, group};
use crate::text::{Text, Word};
use std::ops::Range;

/// How many words back a denial may stand: "no strong smell of gas".
const DENIAL_REACH: usize = 6;

/// The words of a text and the groups each belongs to.
pub(super) struct Signs<'t> {
    text: &'t Text,
    words: &'t [Word],
    bits: Vec<u128>,
    all: u128,
}

impl<'t> Signs<'t> {
    pub(super) fn of(text: &'t Text) -> Self {
        let lexicon = Lexicon::get();
        let words = text.entries();
        let (mut bits, mut all) = (Vec::with_capacity(words.len()), 0);
        for word in words {
            let groups = word.number.map_or(0, |number| lexicon.groups(number));
            bits.push(groups);
            all |= groups;
        }
        Self {
            text,
            words,
            bits,
            all,
        }
    }

    /// No comma, sentence or "and" between two words.
    fn joined(&self, from: usize, to: usize) -> bool {
        let apart = self.place(to).saturating_sub(self.place(from));
        let together = usize::try_from(apart).is_ok_and(|places| places <= to - from);
        together && !(from + 1..to).any(|between| self.is(between, group::CLAUSE_BREAK))
    }

    /// Whether only small words stand between this one and a "no" or "not" before it.
    fn denied(&self, sign: usize) -> bool {
        for index in (sign.saturating_sub(DENIAL_REACH)..sign).rev() {
            if self.is(index, group::DENIAL) {
                return true;
            }
            if !self.is(index, group::DENIAL_FILLER) && !self.reads(index, "or of any anywhere") {
                return false;
            }
        }
        false
    }

    fn is(&self, index: usize, group: u128) -> bool {
        self.bits.get(index).is_some_and(|bits| bits & group != 0)
    }

    fn is_small(&self, index: usize) -> bool {
        self.words
            .get(index)
            .and_then(|word| word.number)
            .is_some_and(|number| Lexicon::get().is_small(number))
    }

    fn text_at(&self, index: usize) -> &'t str {
        self.words.get(index).map_or("", |word| self.text.word(word))
    }

    /// Whether the word there is written as one of these, which have spaces between them.
    fn reads(&self, index: usize, words: &str) -> bool {
        is_one_of(self.text_at(index), words)
    }

    /// Whether the word before is written as one of these.
    fn follows(&self, index: usize, words: &str) -> bool {
        index
            .checked_sub(1)
            .is_some_and(|before| self.reads(before, words))
    }

    fn has(&self, spelling: &str) -> bool {
        let number = Lexicon::get().word(spelling.as_bytes());
        number.is_some() && self.words.iter().any(|word| word.number == number)
    }

    /// Whether a word of a group stands anywhere.
    fn any(&self, group: u128) -> bool {
        self.all & group != 0
    }

    /// Where words of a group stand.
    fn places(&self, group: u128) -> Places<'_, 't> {
        let end = if self.all & group == 0 {
            0
        } else {
            self.words.len()
        };
        Places {
            signs: self,
            left: 0..end,
            wanted: Wanted::Group(group),
            around: None,
        }
    }

    /// Where words of a group occur within `reach` of one, counted in words and in places.
    fn near(&self, from: usize, group: u128, reach: usize) -> Places<'_, 't> {
        Places {
            left: from.saturating_sub(reach)..self.words.len().min(from + reach + 1),
            around: Some((from, reach)),
            ..self.places(group)
        }
    }

    /// Whether a word of a group stands so near.
    fn any_near(&self, from: usize, group: u128, reach: usize) -> bool {
        self.near(from, group, reach).next().is_some()
    }

    /// Where one of these exact words stands.
    fn spelled<'s>(&'s self, words: &'s str) -> Places<'s, 't> {
        Places {
            signs: self,
            left: 0..self.words.len(),
            wanted: Wanted::Words(words),
            around: None,
        }
    }

    fn place(&self, index: usize) -> u32 {
        self.words.get(index).map_or(0, |word| word.place)
    }
}

/// What kind of word is looked for.
#[derive(Clone, Copy)]
enum Wanted<'s> {
    Group(u128),
    /// Exact words, with spaces between.
    Words(&'s str),
}

/// The places of wanted words: one type for all searches, because each kind of iterator would compile to separate code.
struct Places<'s, 't> {
    signs: &'s Signs<'t>,
    left: Range<usize>,
    wanted: Wanted<'s>,
    /// Only other words than this one, and so many places from it.
    around: Option<(usize, usize)>,
}

impl Iterator for Places<'_, '_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let signs = self.signs;
        self.left.find(|index| {
            let wanted = match self.wanted {
                Wanted::Group(group) => signs.is(*index, group),
                Wanted::Words(words) => signs.reads(*index, words),
            };
            wanted
                && self.around.is_none_or(|(from, reach)| {
                    let apart = signs.place(*index).abs_diff(signs.place(from));
                    *index != from && usize::try_from(apart).is_ok_and(|places| places <= reach + 1)
                })
        })
    }
}

/// Whether a word is one of these, which have spaces between them.
fn is_one_of(word: &str, words: &str) -> bool {
    words.split(' ').any(|one| one == word)
}
