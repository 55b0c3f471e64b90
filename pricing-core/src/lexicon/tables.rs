//! The lexicon as the build stores it and the crate reads it: plain tables, serialised with postcard.

use serde::{Deserialize, Serialize};

/// What a score counts for: the price book's problem types, and two classes that are not types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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
    /// Not about a home: cars, phones, pets, chat.
    Elsewhere,
    /// In or about a home, whatever the job.
    Home,
}

impl Class {
    /// Every class, in the order of their numbers.
    pub(crate) const ALL: [Self; 13] = [
        Self::BoilerService,
        Self::Leak,
        Self::Socket,
        Self::LoftConversion,
        Self::GeneralPlumbing,
        Self::Toilet,
        Self::Drains,
        Self::Lights,
        Self::Handyman,
        Self::Heating,
        Self::Building,
        Self::Elsewhere,
        Self::Home,
    ];
}

/// Points for some classes.
pub(crate) type Points = Vec<(Class, i8)>;

/// The number of a word in [`Tables::words`].
pub(crate) type WordNumber = u16;

/// What is known of one word, however it is spelled.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Word {
    /// The groups it belongs to, by their bits.
    pub(crate) groups: Vec<u8>,
    /// The points it brings by itself.
    pub(crate) points: Points,
}

/// A part of a rule over several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Element {
    /// This word.
    Word(WordNumber),
    /// Any word of the group with this bit.
    Group(u8),
}

/// A rule over several words.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Rule {
    /// Whether the words may stand in any order near each other; otherwise they are a phrase.
    pub(crate) near: bool,
    /// At least two.
    pub(crate) elements: Vec<Element>,
    /// The points the rule brings.
    pub(crate) points: Points,
}

/// What a spelling stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Spelling {
    /// The next word: words are numbered in the order of their first spellings, which packs well.
    Next,
    /// This word.
    Of(WordNumber),
    /// Plain English.
    Plain,
}

/// The whole lexicon.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tables<'t> {
    /// Every known spelling, in alphabetical order.
    #[serde(borrow)]
    pub(crate) spellings: Vec<(&'t str, Spelling)>,
    /// All words.
    pub(crate) words: Vec<Word>,
    /// Two words in a row and the word that they are together, ordered.
    pub(crate) joined: Vec<[WordNumber; 3]>,
    /// Rules in the order of their first elements.
    pub(crate) rules: Vec<Rule>,
    /// Spellings, by their places in `spellings`, that a misspelt word may have been meant as.
    pub(crate) corrections: Vec<u16>,
}
