//! What words say about a job: a weighted lexicon of British words, phrases and word pairs.
//!
//! The lexicon is text (`lexicon/*.txt`), one rule a line; `#` begins a comment.
//!
//! | line | meaning |
//! |---|---|
//! | `drip: leak 5, general_plumbing 1` | the word adds 5 points to leaks and 1 to general plumbing, once a text |
//! | `water stain: leak 5` | a phrase: its words follow each other |
//! | `shower + STOPPED: general_plumbing 4` | words within [`WINDOW`] places of each other, in any order |
//! | `LIGHT = lamp, bulb` | a group: its name, in capitals, stands for any of its words in phrases and pairs |
//! | `CAR: elsewhere 20` | each word of the group adds the points |
//! | `toilet = loo, bog` | other spellings and names of one word |
//! | `fusebox = fuse box, consumer unit` | two words that together are one |
//!
//! Points go to problem types by their codes, to `elsewhere` and to `home` (see [`Class`]). A word stands for its simple
//! forms too: `leak` for "leaks", "leaked" and "leaking". Some groups have a meaning of their own:
//!
//! | group | meaning |
//! |---|---|
//! | `SMALL` | words that are skipped, so that "tap in the kitchen" holds the phrase `tap kitchen` |
//! | `POLITE` | words that say nothing about the job, though people write them around it |
//! | `VAGUE` | words that mean a job only beside others: a "full service history" is not a job |
//! | `CORRECTED` | words whose misspellings are corrected |
//! | `PLAIN` | other English words that look like a misspelling or a plural of such a word |
//!
//! The build (`build/`) checks the files and stores them as tables, which are read here at first use.

mod tables;

use crate::text::Base;
use std::cmp::Ordering;
use std::sync::LazyLock;
pub(crate) use tables::{Class, Element, Rule, WordNumber};
use tables::{Spelling, Tables};

include!(concat!(env!("OUT_DIR"), "/groups.rs"));

/// How far apart the words of a pair may be.
pub(crate) const WINDOW: u32 = 8;

static STORED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lexicon.postcard"));

static LEXICON: LazyLock<Lexicon> =
    LazyLock::new(|| Lexicon::of(postcard::from_bytes(STORED).unwrap_or_default()));

/// A set of groups, a bit each.
pub(crate) type Groups = u128;

/// The tables, read at first use.
#[derive(Debug)]
pub(crate) struct Lexicon {
    tables: Tables<'static>,
    /// Every known spelling, in alphabetical order, with its word; plain English has none.
    spellings: Vec<(&'static str, Option<WordNumber>)>,
    /// Each word's groups.
    groups: Vec<Groups>,
}

impl Lexicon {
    /// The one lexicon.
    pub(crate) fn get() -> &'static Self {
        &LEXICON
    }

    fn of(tables: Tables<'static>) -> Self {
        let mut next = 0;
        let mut number = |spelling| match spelling {
            Spelling::Next => {
                next += 1;
                Some(next - 1)
            }
            Spelling::Of(word) => Some(word),
            Spelling::Plain => None,
        };
        let spellings = tables.spellings.iter();
        let spellings = spellings
            .map(|(letters, spelling)| (*letters, number(*spelling)))
            .collect();
        let set = |word: &tables::Word| word.groups.iter().fold(0, |set, bit| set | 1 << bit);
        let groups = tables.words.iter().map(set).collect();
        Self {
            tables,
            spellings,
            groups,
        }
    }

    /// What is known of a spelling (lower case): `Some(None)` for plain English.
    fn find(&self, base: Base<'_>) -> Option<Option<WordNumber>> {
        let spellings = &self.spellings;
        let compare = |(spelling, _): &(&str, _)| compare(spelling.as_bytes(), base);
        let place = spellings.binary_search_by(compare).ok()?;
        spellings.get(place).map(|(_, word)| *word)
    }

    /// The word of exactly this spelling (lower case).
    pub(crate) fn word(&self, spelling: &[u8]) -> Option<WordNumber> {
        self.word_of_base(Base::whole(spelling))
    }

    /// The word of exactly this base.
    pub(crate) fn word_of_base(&self, base: Base<'_>) -> Option<WordNumber> {
        self.find(base).flatten()
    }

    /// Whether this spelling is known as plain English that must not be taken for a typo.
    pub(crate) fn is_plain_english(&self, spelling: &[u8]) -> bool {
        self.find(Base::whole(spelling)) == Some(None)
    }

    /// The word, and its spelling, that this misspelling may have been meant as: with the same first letter, or else with
    /// the second's.
    pub(crate) fn correction(
        &self,
        written: &[u8],
        may_be: fn(&[u8], &[u8]) -> bool,
    ) -> Option<(WordNumber, &'static str)> {
        let corrections = || {
            let places = self.tables.corrections.iter();
            places.filter_map(|place| self.spellings.get(usize::from(*place)))
        };
        written.iter().take(2).find_map(|letter| {
            let (right, word) = corrections().find(|(right, _)| {
                right.as_bytes().first() == Some(letter) && may_be(written, right.as_bytes())
            })?;
            Some(((*word)?, *right))
        })
    }

    /// The groups that a word belongs to.
    pub(crate) fn groups(&self, word: WordNumber) -> Groups {
        self.groups.get(usize::from(word)).copied().unwrap_or_default()
    }

    /// Whether a word is skipped in phrases.
    pub(crate) fn is_small(&self, word: WordNumber) -> bool {
        self.groups(word) & group::SMALL != 0
    }

    /// The points that a word brings.
    pub(crate) fn word_points(&self, word: WordNumber) -> &[(Class, i8)] {
        let word = self.tables.words.get(usize::from(word));
        word.map_or(&[], |word| &word.points)
    }

    /// The word that two words in a row are together: "fuse box".
    pub(crate) fn joined(&self, first: WordNumber, second: WordNumber) -> Option<WordNumber> {
        let joined = &self.tables.joined;
        let compare = |[left, right, _]: &[WordNumber; 3]| (*left, *right).cmp(&(first, second));
        let place = joined.binary_search_by(compare).ok()?;
        joined.get(place).map(|[_, _, together]| *together)
    }

    /// How many words there are.
    pub(crate) fn word_count(&self) -> usize {
        self.tables.words.len()
    }

    /// All rules over several words, in the order of their first elements.
    pub(crate) fn rules(&self) -> &[Rule] {
        &self.tables.rules
    }

    /// The rules that begin with this element, and the place of the first among all.
    pub(crate) fn rules_of(&self, first: Element) -> (usize, &[Rule]) {
        let rules = &self.tables.rules;
        let begins_before = |rule: &Rule| rule.elements.first() < Some(&first);
        let start = rules.partition_point(begins_before);
        let rest = rules.get(start..).unwrap_or_default();
        let count = rest.partition_point(|rule| rule.elements.first() == Some(&first));
        (start, rest.get(..count).unwrap_or_default())
    }
}

/// Alphabetical order of a spelling and a base.
fn compare(spelling: &[u8], base: Base<'_>) -> Ordering {
    let shared = spelling.len().min(base.stem.len());
    let (start, rest) = spelling.split_at(shared);
    start.cmp(base.stem).then_with(|| rest.cmp(base.ending))
}

#[cfg(test)]
mod tests {
    use super::{Lexicon, Tables};

    #[test]
    fn what_the_build_stored_can_be_read() {
        let tables: Tables<'_> = postcard::from_bytes(super::STORED).unwrap();
        assert!(tables.spellings.is_sorted() && tables.joined.is_sorted());
        assert!(
            tables
                .rules
                .is_sorted_by_key(|rule| rule.elements.first().copied())
        );
    }

    #[test]
    fn words_are_found_by_their_spellings() {
        let lexicon = Lexicon::get();
        let toilet = lexicon.word(b"toilet");
        assert!(toilet.is_some() && lexicon.word(b"loo") == toilet);
        assert!(lexicon.word(b"toile").is_none() && lexicon.word(b"").is_none());
    }
}
