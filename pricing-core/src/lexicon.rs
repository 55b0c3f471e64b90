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
//! | `fusebox ~ fuse box` | how the word is shown to people |
//!
//! Points go to problem types by their codes, to `elsewhere`, `home`, `scale` and `gas_work` (see [`Class`]). A word stands for its simple
//! forms too: `leak` for "leaks", "leaked" and "leaking". Some groups have a meaning of their own:
//!
//! | group | meaning |
//! |---|---|
//! | `SMALL` | words that are skipped, so that "tap in the kitchen" holds the phrase `tap kitchen` |
//! | `POLITE` | words that say nothing about the job, though people write them around it |
//! | `VAGUE` | words that mean a job only beside others: a "full service history" is not a job |
//! | `CORRECTED` | words whose misspellings are corrected |
//! | `PLAIN` | other English words that look like a misspelling or a plural of such a word |
//! | `ORDINARY` | words that change nothing beside a keyword: "the *leaking* tap in the *blue bathroom*" |
//! | `FAULT` | what is wrong with a thing |
//! | `THING` | what has a problem of its own, where several are listed |
//! | `SURFACE` | such a thing only beside another trade's: paint, a pipe |
//! | `WORKING` | what is wanted done, where several are listed |
//! | `NUMBER` | more than one: no quick fix |
//! | `REPLACING`, `UNBLOCKING` | what the two quick fixes by text do |
//! | `DENYING` | "not" and "no", which say something only with the next word |
//! | `WHOLE` | kept though small: they say how big a job is |
//!
//! The build (`build/`) checks the files and stores them as tables, which are read here at first use.

#[expect(dead_code, reason = "the build writes what is read here")]
mod tables;

use crate::packed::Reader;
use crate::text::Base;
use std::cmp::Ordering;
use std::mem;
use std::sync::LazyLock;
pub(crate) use tables::{Class, Element, Rule, WordNumber};
use tables::{Spelling, Tables};

include!(concat!(env!("OUT_DIR"), "/groups.rs"));

/// How far apart the words of a pair may be.
pub(crate) const WINDOW: u32 = 8;

static STORED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lexicon.tables"));

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::of(Tables::read(Reader(STORED))));

/// A set of groups, a bit each.
pub(crate) type Groups = u128;

/// The tables, read at first use.
#[derive(Debug)]
pub(crate) struct Lexicon {
    tables: Tables,
    /// Every known spelling, in alphabetical order, with its word; plain English has none.
    spellings: Vec<(String, Option<WordNumber>)>,
    /// Each word's groups.
    groups: Vec<Groups>,
    /// Where each word's first spelling stands.
    first: Vec<usize>,
}

impl Lexicon {
    /// The one lexicon.
    pub(crate) fn get() -> &'static Self {
        &LEXICON
    }

    fn of(mut tables: Tables) -> Self {
        let mut first = Vec::with_capacity(tables.words.len());
        let mut next = 0;
        let mut spellings = Vec::with_capacity(tables.spellings.len());
        for (place, (letters, spelling)) in mem::take(&mut tables.spellings).into_iter().enumerate() {
            let word = match spelling {
                Spelling::Next => {
                    first.push(place);
                    next += 1;
                    Some(next - 1)
                }
                Spelling::Of(word) => Some(word),
                Spelling::Plain => None,
            };
            spellings.push((letters, word));
        }
        let set = |word: &tables::Word| word.groups.iter().fold(0, |set, bit| set | 1 << bit);
        let groups = tables.words.iter().map(set).collect();
        Self {
            tables,
            spellings,
            groups,
            first,
        }
    }

    /// The word as it is shown to people.
    pub(crate) fn name(&self, word: WordNumber) -> &str {
        let names = &self.tables.names;
        if let Ok(place) = names.binary_search_by_key(&word, |(named, _)| *named) {
            return names.get(place).map_or("", |(_, name)| name);
        }
        let first = self
            .first
            .get(usize::from(word))
            .and_then(|place| self.spellings.get(*place));
        first.map_or("", |(spelling, _)| spelling)
    }

    /// What is known of a spelling (lower case): `Some(None)` for plain English.
    fn find(&self, base: Base<'_>) -> Option<Option<WordNumber>> {
        let spellings = &self.spellings;
        let compare = |(spelling, _): &(String, _)| compare(spelling.as_bytes(), base);
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
    ) -> Option<(WordNumber, &str)> {
        let corrections = || {
            let places = self.tables.corrections.iter();
            places.filter_map(|place| self.spellings.get(usize::from(*place)))
        };
        written.iter().take(2).find_map(|letter| {
            let (right, word) = corrections().find(|(right, _)| {
                right.as_bytes().first() == Some(letter) && may_be(written, right.as_bytes())
            })?;
            Some(((*word)?, right.as_str()))
        })
    }

    /// The groups that a word belongs to.
    pub(crate) fn groups(&self, word: WordNumber) -> Groups {
        self.groups.get(usize::from(word)).copied().unwrap_or_default()
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
    use super::{Lexicon, Reader, Tables};

    #[test]
    fn what_the_build_stored_can_be_read() {
        let tables = Tables::read(Reader(super::STORED));
        assert!(tables.spellings.len() > 1_000 && tables.names.len() > 50);
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
        assert_eq!(toilet.map(|word| lexicon.name(word)), Some("toilet"));
        let fusebox = lexicon.word(b"fuseboard").map(|word| lexicon.name(word));
        assert_eq!(fusebox, Some("fuse box"));
    }
}
