//! What words say about a job: a weighted lexicon of British words, phrases and word pairs.
//!
//! The words are data (`lexicon/*.txt`, compiled in) in a compact notation, a rule a line:
//!
//! | line | meaning |
//! |---|---|
//! | `l5 g1: drip, water stain` | each word or phrase adds 5 to leak and 1 to general plumbing, once a text |
//! | `i4: LIGHT + BROKEN` | two words within [`WINDOW`] places of each other, in either order |
//! | `@LIGHT: lamp, bulb` | a group: its name stands for any of its words in phrases and pairs |
//! | `>toilet: loo, bog` | other spellings and names of one word |
//! | `&fusebox: fuse box, consumer unit` | two words that together are one |
//! | `~: the, a, my` | small words that are skipped, so that "tap in the kitchen" holds "tap kitchen" |
//! | `!: boiler, toilet` | words whose typos are folded |
//! | `=: broker` | plain English that is one letter away from such a word, or looks like its plural, and is none |
//!
//! The class letters are those of [`Class`]. The notation is read once, at first use.

mod parse;

use std::sync::OnceLock;

/// How far apart the words of a pair may be.
pub(crate) const WINDOW: u32 = 8;

/// What a score counts for: the problem types of the price book, and two that are no type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Class {
    BoilerService,
    Leak,
    Socket,
    LoftConversion,
    GeneralPlumbing,
    Toilet,
    Drains,
    Lights,
    Handyman,
    Heating,
    Building,
    /// Not a home's: cars, phones, pets, chat.
    Elsewhere,
    /// In or about a home, whatever the job.
    Home,
}

/// Number of [`Class`]es.
pub(crate) const CLASSES: usize = 13;

impl Class {
    /// The class of a letter of the notation.
    fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'b' => Self::BoilerService,
            b'l' => Self::Leak,
            b's' => Self::Socket,
            b'c' => Self::LoftConversion,
            b'g' => Self::GeneralPlumbing,
            b't' => Self::Toilet,
            b'd' => Self::Drains,
            b'i' => Self::Lights,
            b'h' => Self::Handyman,
            b'r' => Self::Heating,
            b'u' => Self::Building,
            b'x' => Self::Elsewhere,
            b'e' => Self::Home,
            _ => return None,
        })
    }
}

/// Points for a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weight {
    pub(crate) class: Class,
    pub(crate) points: i8,
}

/// A word of the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WordId(u16);

/// What a phrase or pair is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Element {
    Word(WordId),
    Group(u8),
}

impl Element {
    /// Words by their number, then groups: the order of the derived `Ord`.
    fn number(self) -> u64 {
        match self {
            Self::Word(word) => u64::from(word.0),
            Self::Group(group) => 1 << 16 | u64::from(group),
        }
    }
}

/// What is known of one word.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordFacts {
    pub(crate) weights: Vec<Weight>,
    /// A bit for each group it belongs to.
    pub(crate) groups: u64,
    /// Skipped in phrases.
    pub(crate) small: bool,
    /// Begins a word that is written as two.
    joins: bool,
    /// Left alone: no typo of anything.
    plain: bool,
}

/// A rule over several words.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) first: Element,
    pub(crate) rest: Vec<Element>,
    pub(crate) weights: Vec<Weight>,
}

/// The whole lexicon, read from its notation.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    facts: Vec<WordFacts>,
    /// Open addressing over spellings; 0 is free, otherwise the index of a spelling plus one.
    slots: Vec<u16>,
    spellings: Vec<(&'static str, WordId)>,
    /// Words whose typos are folded, by first letter and length.
    foldable: Vec<(u8, usize, u16)>,
    groups: Vec<&'static str>,
    /// First word, second word, and the word they are together.
    joined: Vec<(WordId, WordId, WordId)>,
    phrases: Vec<Rule>,
    pairs: Vec<Rule>,
    /// Lines and items the reader could not understand: none, as a test makes sure.
    pub(crate) malformed: Vec<&'static str>,
}

static LEXICON: OnceLock<Lexicon> = OnceLock::new();

const SOURCES: [&str; 8] = [
    include_str!("lexicon/words.txt"),
    include_str!("lexicon/plumbing.txt"),
    include_str!("lexicon/electrics.txt"),
    include_str!("lexicon/building.txt"),
    include_str!("lexicon/elsewhere.txt"),
    include_str!("lexicon/joined.txt"),
    include_str!("lexicon/danger.txt"),
    include_str!("lexicon/typos.txt"),
];

impl Lexicon {
    /// The one lexicon.
    pub(crate) fn get() -> &'static Self {
        LEXICON.get_or_init(|| parse::read(&SOURCES))
    }

    /// The word of exactly this spelling (lower case).
    pub(crate) fn word(&self, spelling: &str) -> Option<WordId> {
        self.find(spelling).filter(|id| !self.facts(*id).plain)
    }

    fn find(&self, spelling: &str) -> Option<WordId> {
        self.spellings.get(self.index(spelling)?).map(|(_, id)| *id)
    }

    /// The index of a spelling.
    fn index(&self, spelling: &str) -> Option<usize> {
        let mut slot = hash(spelling) & self.slots.len().wrapping_sub(1);
        loop {
            let index = usize::from(*self.slots.get(slot)?).checked_sub(1)?;
            if self.spellings.get(index)?.0 == spelling {
                return Some(index);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// Whether this spelling is known as plain English that must not be taken for a typo.
    pub(crate) fn is_plain_english(&self, spelling: &str) -> bool {
        self.find(spelling).is_some_and(|id| self.facts(id).plain)
    }

    /// Spellings that a typo might have been meant as: about as long, with the same first letter (or the second's).
    pub(crate) fn typo_candidates(&self, written: &str) -> impl Iterator<Item = (WordId, &'static str)> {
        let letters = written.as_bytes();
        let first = letters.first().copied().unwrap_or_default();
        let second = letters.get(1).copied().filter(|second| *second != first);
        let length = letters.len();
        [Some(first), second]
            .into_iter()
            .flatten()
            .flat_map(move |letter| {
                let from = self
                    .foldable
                    .partition_point(|(key, size, _)| (*key, *size) < (letter, length - 1));
                let here = self.foldable.get(from..).unwrap_or_default().iter();
                here.take_while(move |(key, size, _)| *key == letter && *size <= length + 1)
                    .filter_map(|(_, _, index)| self.spellings.get(usize::from(*index)))
                    .map(|(spelling, id)| (*id, *spelling))
            })
    }

    /// What is known of a word.
    pub(crate) fn facts(&self, id: WordId) -> &WordFacts {
        static NOTHING: WordFacts = WordFacts {
            weights: Vec::new(),
            groups: 0,
            small: false,
            joins: false,
            plain: false,
        };
        self.facts.get(usize::from(id.0)).unwrap_or(&NOTHING)
    }

    /// The word that two words in a row are together: "fuse box".
    pub(crate) fn joined(&self, first: WordId, second: WordId) -> Option<WordId> {
        if !self.facts(first).joins {
            return None;
        }
        let index = self
            .joined
            .binary_search_by_key(&(first, second), |(first, second, _)| (*first, *second))
            .ok()?;
        self.joined.get(index).map(|(_, _, together)| *together)
    }

    /// The bit of a group; no bit at all if there is no such group.
    pub(crate) fn group(&self, name: &str) -> u64 {
        let index = self.groups.iter().position(|known| *known == name);
        index
            .and_then(|index| 1_u64.checked_shl(u32::try_from(index).ok()?))
            .unwrap_or_default()
    }

    /// Phrases that begin with this element, each with its number among all rules.
    pub(crate) fn phrases(&self, first: Element) -> impl Iterator<Item = (usize, &Rule)> {
        let offset = self.facts.len();
        starting_with(&self.phrases, first).map(move |(index, rule)| (offset + index, rule))
    }

    /// Pairs whose first element is this one, each with its number among all rules.
    pub(crate) fn pairs(&self, first: Element) -> impl Iterator<Item = (usize, &Rule)> {
        let offset = self.facts.len() + self.phrases.len();
        starting_with(&self.pairs, first).map(move |(index, rule)| (offset + index, rule))
    }

    /// The number of a single word among all rules.
    pub(crate) fn word_rule(id: WordId) -> usize {
        usize::from(id.0)
    }

    /// Words, phrases and pairs together.
    pub(crate) fn rules(&self) -> usize {
        self.facts.len() + self.phrases.len() + self.pairs.len()
    }
}

fn starting_with(rules: &[Rule], first: Element) -> impl Iterator<Item = (usize, &Rule)> {
    let from = rules.partition_point(|rule| rule.first < first);
    let here = rules.get(from..).unwrap_or_default().iter().enumerate();
    here.take_while(move |(_, rule)| rule.first == first)
        .map(move |(index, rule)| (from + index, rule))
}

/// FNV-1a: short keys, no state, the same everywhere.
fn hash(spelling: &str) -> usize {
    let hash = spelling.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    usize::try_from(hash ^ (hash >> 15)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Lexicon;

    #[test]
    fn every_line_of_the_notation_is_understood() {
        assert_eq!(Lexicon::get().malformed, Vec::<&str>::new());
    }

    #[test]
    fn the_lexicon_fits_its_numbering() {
        let lexicon = Lexicon::get();
        assert!(lexicon.spellings.len() < usize::from(u16::MAX));
        assert!(
            lexicon.spellings.len() > 500,
            "{} spellings",
            lexicon.spellings.len()
        );
    }
}
