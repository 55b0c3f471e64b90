//! A description as the signs of danger see it: each word with its groups, phrases recognised, denials known.

use super::tables::{Element, MeaningNumber, Tables, WORDS_FROM};
use crate::lexicon::Lexicon;
use crate::packed::Reader;
use crate::text::{Base, Text, bases, one_edit};
use std::cmp::Ordering;
use std::sync::LazyLock;

include!(concat!(env!("OUT_DIR"), "/danger_groups.rs"));

static STORED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/danger.tables"));

static KNOWN: LazyLock<Known> = LazyLock::new(|| Known::of(Tables::read(Reader(STORED))));

/// How many words back a denial may stand: "no strong smell of gas".
const DENIAL_REACH: usize = 7;
/// How many words a phrase may pass over between two of its own.
const MOST_SKIPPED: usize = 3;

/// The tables, read at first use, and what follows from them.
pub(super) struct Known {
    pub(super) tables: Tables,
    /// The groups of each meaning.
    groups: Vec<Groups>,
    /// The groups that phrases begin with.
    beginnings: Groups,
}

impl Known {
    fn of(tables: Tables) -> Self {
        let groups = tables.meanings.iter().map(|meaning| set(&meaning.groups));
        let groups = groups.collect();
        let first = |(elements, _): &(Vec<Element>, _)| elements.first().copied().unwrap_or(WORDS_FROM);
        let firsts = tables
            .phrases
            .iter()
            .map(first)
            .take_while(|first| *first < WORDS_FROM);
        let beginnings = firsts.fold(0, |all, bit| all | 1 << bit);
        Self {
            tables,
            groups,
            beginnings,
        }
    }

    fn groups(&self, meaning: MeaningNumber) -> Groups {
        self.groups.get(usize::from(meaning)).copied().unwrap_or_default()
    }

    fn is_whole(&self, meaning: MeaningNumber) -> bool {
        let meaning = self.tables.meanings.get(usize::from(meaning));
        meaning.is_some_and(|meaning| meaning.whole)
    }

    /// The phrases that begin with this element, the longest first.
    fn beginning_with(&self, first: Element) -> &[(Vec<Element>, MeaningNumber)] {
        let phrases = &self.tables.phrases;
        let start = phrases.partition_point(|(elements, _)| elements.first() < Some(&first));
        let rest = phrases.get(start..).unwrap_or_default();
        let count = rest.partition_point(|(elements, _)| elements.first() == Some(&first));
        rest.get(..count).unwrap_or_default()
    }
}

/// The signs and the words they are made of.
pub(super) fn known() -> &'static Known {
    &KNOWN
}

/// So many words that nobody knows, and half of the text, make it a foreign one.
const LEAST_FOREIGN: usize = 3;
/// Gas in other scripts than ours, within a word or alone.
const FOREIGN_GAS: &str = "газ Газ ГАЗ гас غاز گیس گاز ਗੈਸ গ্যাস गैस ગેસ ग्यास எரிவாயு வாயு 煤气 煤氣 瓦斯 燃气 燃氣 天然气 ガス 가스 αέριο γκάζι גז gás gāz";
/// Shorter words are not taken for misspelt ones.
const LEAST_MISSPELT: usize = 6;

/// A set of groups, a bit each.
pub(super) type Groups = u128;

/// A word of a text.
#[derive(Clone, Copy, Debug)]
struct Word {
    /// Its place in the table of words.
    known: Option<u16>,
    groups: Groups,
    place: u32,
}

/// The words of a text with their groups.
#[derive(Debug)]
pub(super) struct Reading {
    words: Vec<Word>,
    all: Groups,
}

impl Reading {
    pub(super) fn of(text: &Text) -> Self {
        let mut reading = Self {
            words: Vec::with_capacity(text.entries().len()),
            all: 0,
        };
        let mut unknown = 0;
        for entry in text.entries() {
            let letters = text.word(entry);
            let (mut known, mut groups) = look_up(letters);
            let is_strange = known.is_none()
                && entry.number.is_none()
                && !Lexicon::get().is_plain_english(letters.as_bytes());
            if is_strange {
                (known, groups) = misspelt(letters).unwrap_or((None, foreign(letters)));
                unknown += usize::from(known.is_none());
            }
            reading.words.push(Word {
                known,
                groups,
                place: entry.place,
            });
        }
        reading.find_names();
        reading.find_phrases();
        if unknown >= LEAST_FOREIGN && unknown * 2 >= reading.words.len() {
            let strange = reading.words.iter_mut().find(|word| word.known.is_none());
            if let Some(word) = strange {
                word.groups |= group::FOREIGN;
            }
        }
        reading.all = reading.words.iter().fold(0, |all, word| all | word.groups);
        reading
    }

    /// Finds the phrases whose words mean nothing else. Their first word stands for all of them; a denial reaches it, and the
    /// others over it.
    fn find_names(&mut self) {
        let mut first = 0;
        while first < self.words.len() {
            let Some((groups, end)) = self.phrase_at(first, true) else {
                first += 1;
                continue;
            };
            for (at, word) in self.words.iter_mut().enumerate().take(end).skip(first) {
                word.known = None;
                word.groups = if at == first {
                    groups | word.groups & (group::DENY | group::FILLER)
                } else {
                    group::FILLER
                };
            }
            first = end;
        }
    }

    /// Gives the first words of all other phrases the phrases' groups beside their own.
    fn find_phrases(&mut self) {
        for first in 0..self.words.len() {
            let found = self.phrase_at(first, false);
            if let Some((word, (groups, _))) = self.words.get_mut(first).zip(found) {
                word.groups |= groups;
            }
        }
    }

    /// The groups of the phrases that begin there, and where the longest ends; of whole ones only the longest.
    fn phrase_at(&self, first: usize, whole: bool) -> Option<(Groups, usize)> {
        let (word, known) = (self.words.get(first)?, known());
        let mut found: Option<(Groups, usize)> = None;
        for element in elements(word) {
            for (elements, meaning) in known.beginning_with(element) {
                if known.is_whole(*meaning) != whole {
                    continue;
                }
                if let Some(end) = self.end_of(elements, whole, first) {
                    let (groups, longest) = found.unwrap_or((0, end));
                    found = Some((groups | known.groups(*meaning), longest.max(end)));
                    if whole {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// Where a phrase that begins there ends, if its other words follow.
    fn end_of(&self, elements: &[Element], whole: bool, first: usize) -> Option<usize> {
        let mut at = first + 1;
        for element in elements.iter().skip(1) {
            let mut skipped = 0;
            while !self.is_element(at, *element) {
                let pass = if whole { 0 } else { group::SKIP | group::ROOMY };
                if skipped == MOST_SKIPPED || !self.follows(at) || !self.is(at, pass) {
                    return None;
                }
                skipped += 1;
                at += 1;
            }
            if !self.follows(at) {
                return None;
            }
            at += 1;
        }
        Some(at)
    }

    fn is_element(&self, at: usize, element: Element) -> bool {
        match element.checked_sub(WORDS_FROM) {
            Some(word) => self.words.get(at).is_some_and(|here| here.known == Some(word)),
            None => self.is(at, 1 << element),
        }
    }

    /// Whether nothing stands between this word and the one before.
    fn follows(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map_or(0, |before| self.place(before));
        self.place(at) == before + 1
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn place(&self, at: usize) -> u32 {
        self.words.get(at).map_or(0, |word| word.place)
    }

    /// Whether a word belongs to one of the groups.
    pub(super) fn is(&self, at: usize, groups: Groups) -> bool {
        self.words.get(at).is_some_and(|word| word.groups & groups != 0)
    }

    /// Whether any word belongs to one of the groups.
    pub(super) fn any(&self, groups: Groups) -> bool {
        self.all & groups != 0
    }

    /// No comma, sentence or "and" between two words.
    pub(super) fn joined(&self, from: usize, to: usize) -> bool {
        (from + 1..=to).all(|at| self.follows(at) && (at == to || !self.is(at, group::BREAK)))
    }

    /// Whether only small words stand between this one and a "no" or "not" before it. A comma ends that: "no, it smells".
    pub(super) fn denied(&self, sign: usize) -> bool {
        for at in (sign.saturating_sub(DENIAL_REACH)..sign).rev() {
            if !self.follows(at + 1) {
                return false;
            }
            if self.is(at, group::DENY) {
                return true;
            }
            if !self.is(at, group::FILLER) {
                return false;
            }
        }
        false
    }
}

/// The place of a word in the table and its groups.
fn look_up(word: &str) -> (Option<u16>, Groups) {
    let words = &known().tables.words;
    let found = bases(word.as_bytes()).find_map(|base| {
        words
            .binary_search_by(|(known, _)| compare(known.as_bytes(), base))
            .ok()
    });
    let groups = found
        .and_then(|at| words.get(at))
        .map_or(0, |(_, meaning)| known().groups(*meaning));
    (found.and_then(|at| u16::try_from(at).ok()), groups)
}

/// The word that an unknown one is one letter away from.
fn misspelt(word: &str) -> Option<(Option<u16>, Groups)> {
    let words = &known().tables.words;
    let first = word
        .get(..1)
        .filter(|_| word.is_ascii() && word.len() >= LEAST_MISSPELT)?;
    let start = words.partition_point(|(known, _)| known.as_str() < first);
    let alike = words.get(start..).unwrap_or_default();
    let alike = alike.iter().take_while(|(known, _)| known.starts_with(first));
    let right = |known: &str| known.len() >= LEAST_MISSPELT && one_edit(word.as_bytes(), known.as_bytes());
    let (at, (_, meaning)) = alike.enumerate().find(|(_, (known, _))| right(known))?;
    Some((u16::try_from(start + at).ok(), known().groups(*meaning)))
}

/// Gas in another script.
fn foreign(word: &str) -> Groups {
    let gas = !word.is_ascii() && FOREIGN_GAS.split(' ').any(|gas| word.contains(gas));
    if gas { group::FOREIGNGAS } else { 0 }
}

/// Alphabetical order of a word and a base.
fn compare(word: &[u8], base: Base<'_>) -> Ordering {
    let (start, rest) = word.split_at(word.len().min(base.stem.len()));
    start.cmp(base.stem).then_with(|| rest.cmp(base.ending))
}

pub(super) fn set(bits: &[u8]) -> Groups {
    bits.iter().fold(0, |set, bit| set | 1 << bit)
}

/// What a phrase may begin with, for this word to be its first.
fn elements(word: &Word) -> impl Iterator<Item = Element> + use<> {
    let mut left = word.groups & known().beginnings;
    let groups = std::iter::from_fn(move || {
        let bit = Element::try_from(left.trailing_zeros())
            .ok()
            .filter(|_| left != 0)?;
        left &= left - 1;
        Some(bit)
    });
    let word = word.known.map(|word| WORDS_FROM + word);
    word.into_iter().chain(groups)
}
