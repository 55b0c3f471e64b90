//! What words say about a job: a weighted lexicon of British words, phrases and word pairs.
//!
//! The words are data (`lexicon/*.txt`) in a compact notation, a rule a line:
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
//! The class letters are those of [`Class`]. The build compiles the notation (`build/`) into the packed
//! tables that are read here.

mod rules;
mod table;

use crate::order::list;
use crate::packing::Unpacker;
use crate::text::Base;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use once_cell::race::OnceRef;

use rules::Rules;
pub(crate) use rules::{Element, Rule};

include!(concat!(env!("OUT_DIR"), "/lexicon.rs"));

/// How far apart the words of a pair may be.
pub(crate) const WINDOW: u32 = 8;

/// What a score counts for: the problem types of the price book, and two that are no type. The notation's letters for
/// them are `blscgtdihruxe`, in this order.
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

/// Points for each class.
pub(crate) type Points = [i8; CLASSES];

/// A word of the lexicon: the number of its own spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordId(u16);

/// The tables, unpacked at first use.
#[derive(Debug)]
pub(crate) struct Lexicon {
    /// All spellings in a row: words', plain English's, and further ones of words.
    letters: Vec<u8>,
    /// Where each spelling ends in `letters`.
    ends: Vec<usize>,
    /// Open addressing over spellings; 0 is free, otherwise the number of a spelling plus one.
    slots: Vec<u16>,
    /// The words of further spellings.
    aliases: Vec<u16>,
    /// For each word a bit for each group it belongs to.
    groups: Vec<u64>,
    /// The lists of weights; the list 0 is none, the first here is the list 1.
    lists: Vec<Points>,
    /// The list of each word.
    word_lists: Vec<u16>,
    /// Spellings whose typos are folded, by first letter and length.
    foldable: Vec<u16>,
    /// First words, second words, and the words that they are together.
    joined: [Vec<u16>; 3],
    rules: Rules,
}

static LEXICON: OnceRef<'static, Lexicon> = OnceRef::new();

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lexicon.packed"));

/// Room for twice the spellings and more, as open addressing needs it.
const SLOTS: usize = (2 * SPELLINGS).next_power_of_two();

impl Lexicon {
    /// The one lexicon.
    pub(crate) fn get() -> &'static Self {
        LEXICON.get_or_init(|| Box::leak(Box::new(Self::unpack())))
    }

    /// Takes the tables in the order in which `build/tables.rs` packs them.
    fn unpack() -> Self {
        let mut unpacker = Unpacker::new(PACKED);
        let (letters, ends) = table::spellings(&mut unpacker);
        let mut sizes = SIZES.iter();
        let mut table = || {
            let (size, wide) = sizes.next().copied().unwrap_or_default();
            unpacker.table(size, wide)
        };
        let (lists, word_lists) = (table::points(&table()), table());
        let groups = table::groups(FIRST_PLAIN, &table(), &table());
        let rules = Rules::new(&table(), table(), &table());
        let (aliases, foldable) = (table(), table());
        let mut first = 0;
        let firsts = list(table().into_iter().map(|more| {
            first += more;
            first
        }));
        let mut lexicon = Self {
            letters,
            ends,
            slots: vec![0; SLOTS],
            aliases,
            groups,
            lists,
            word_lists,
            foldable,
            joined: [firsts, table(), table()],
            rules,
        };
        for number in 0..SPELLINGS {
            lexicon.place(number);
        }
        lexicon
    }

    /// Gives a spelling its slot.
    fn place(&mut self, number: usize) {
        let mut slot = hash(whole(self.spelling(number)));
        while let Some(taken) = self.slots.get_mut(slot % SLOTS) {
            if *taken == 0 {
                *taken = u16::try_from(number + 1).unwrap_or_default();
                return;
            }
            slot += 1;
        }
    }

    fn spelling(&self, number: usize) -> &[u8] {
        let end_of = |number: usize| self.ends.get(number).copied().unwrap_or_default();
        let start = number.checked_sub(1).map_or(0, end_of);
        self.letters.get(start..end_of(number)).unwrap_or_default()
    }

    /// The number of exactly this spelling (lower case).
    fn find(&self, base: Base<'_>) -> Option<usize> {
        let mut slot = hash(base);
        loop {
            let number = usize::from(*self.slots.get(slot % SLOTS)?).checked_sub(1)?;
            if base.is(self.spelling(number)) {
                return Some(number);
            }
            slot += 1;
        }
    }

    /// The word of exactly this spelling (lower case).
    pub(crate) fn word(&self, spelling: &[u8]) -> Option<WordId> {
        self.word_of_base(whole(spelling))
    }

    /// The word of exactly this base.
    pub(crate) fn word_of_base(&self, base: Base<'_>) -> Option<WordId> {
        self.word_of(self.find(base)?)
    }

    /// Whether this spelling is known as plain English that must not be taken for a typo.
    pub(crate) fn is_plain_english(&self, spelling: &[u8]) -> bool {
        self.find(whole(spelling))
            .is_some_and(|number| (FIRST_PLAIN..FIRST_ALIAS).contains(&number))
    }

    /// The word, and its spelling, that this typo may have been meant as: with the same first letter, or else with the
    /// second's.
    pub(crate) fn typo_of(
        &self,
        written: &[u8],
        may_be: fn(&[u8], &[u8]) -> bool,
    ) -> Option<(WordId, &[u8])> {
        for letter in written.iter().take(2) {
            for number in &self.foldable {
                let right = self.spelling(usize::from(*number));
                if right.first() == Some(letter) && may_be(written, right) {
                    return Some((self.word_of(usize::from(*number))?, right));
                }
            }
        }
        None
    }

    /// A bit for each group a word belongs to.
    pub(crate) fn groups(&self, word: WordId) -> u64 {
        self.groups.get(usize::from(word.0)).copied().unwrap_or_default()
    }

    /// Whether a word is skipped in phrases.
    pub(crate) fn is_small(&self, word: WordId) -> bool {
        self.groups(word) & group::SMALL != 0
    }

    /// The points that a word brings, if any.
    pub(crate) fn word_points(&self, word: WordId) -> Option<&Points> {
        self.weights(*self.word_lists.get(usize::from(word.0))?)
    }

    /// A list of weights; the list 0 is none.
    fn weights(&self, list: u16) -> Option<&Points> {
        self.lists.get(usize::from(list).checked_sub(1)?)
    }

    /// The word that two words in a row are together: "fuse box".
    pub(crate) fn joined(&self, first: WordId, second: WordId) -> Option<WordId> {
        if self.groups(first) & group::JOINS == 0 {
            return None;
        }
        let [firsts, seconds, together] = &self.joined;
        let mut pairs = firsts.iter().zip(seconds);
        let found = pairs.position(|pair| pair == (&first.0, &second.0))?;
        together.get(found).copied().map(WordId)
    }

    /// The word of a spelling; plain English is none.
    fn word_of(&self, number: usize) -> Option<WordId> {
        match number.checked_sub(FIRST_ALIAS) {
            Some(alias) => self.aliases.get(alias).copied().map(WordId),
            None => u16::try_from(number)
                .ok()
                .filter(|_| number < FIRST_PLAIN)
                .map(WordId),
        }
    }
}

/// A word as its own base.
fn whole(stem: &[u8]) -> Base<'_> {
    Base { stem, ending: b"" }
}

/// FNV-1a: short keys, no state, the same everywhere.
fn hash(base: Base<'_>) -> usize {
    let mut hash = 0x811c_9dc5_u32;
    for letters in [base.stem, base.ending] {
        for letter in letters {
            hash = (hash ^ u32::from(*letter)).wrapping_mul(0x0100_0193);
        }
    }
    usize::try_from(hash ^ (hash >> 15)).unwrap_or_default()
}
