//! The lexicon as the build stores it and the crate reads it: plain tables.

use crate::packed::{Reader, Writer};

every! {
    /// What a score counts for: the price book's problem types, and classes that are not types.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
        /// Bigger than one visit.
        Scale,
        /// Work on gas, by law a Gas Safe engineer's.
        GasWork,
    }
}

impl Class {
    /// Whether it is one of the price book's problem types.
    pub(crate) fn is_type(self) -> bool {
        !matches!(self, Self::Elsewhere | Self::Home | Self::Scale | Self::GasWork)
    }
}

/// Points for some classes.
pub(crate) type Points = Vec<(Class, i8)>;

/// The number of a word in [`Tables::words`].
pub(crate) type WordNumber = u16;

/// What is known of one word, however it is spelled.
#[derive(Clone, Debug, Default)]
pub(crate) struct Word {
    /// The groups it belongs to, by their bits.
    pub(crate) groups: Vec<u8>,
    /// The points it brings by itself.
    pub(crate) points: Points,
}

/// As many groups as there may be, where groups and words are numbered together.
const WORDS_FROM: u32 = 128;

/// A part of a rule over several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Element {
    /// This word.
    Word(WordNumber),
    /// Any word of the group with this bit.
    Group(u8),
}

/// A rule over several words.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    /// Whether the words may stand in any order near each other; otherwise they are a phrase.
    pub(crate) near: bool,
    /// At least two.
    pub(crate) elements: Vec<Element>,
    /// The points the rule brings.
    pub(crate) points: Points,
}

/// What a spelling stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Spelling {
    /// The next word: words are numbered in the order of their first spellings, which packs well.
    Next,
    /// This word.
    Of(WordNumber),
    /// Plain English.
    Plain,
}

/// The whole lexicon.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// Every known spelling, in alphabetical order.
    pub(crate) spellings: Vec<(String, Spelling)>,
    /// All words.
    pub(crate) words: Vec<Word>,
    /// Two words in a row and the word that they are together, ordered.
    pub(crate) joined: Vec<[WordNumber; 3]>,
    /// Rules in the order of their first elements.
    pub(crate) rules: Vec<Rule>,
    /// Spellings, by their places in `spellings`, that a misspelt word may have been meant as.
    pub(crate) corrections: Vec<u16>,
    /// How words are shown whose first spelling is not their name, ordered.
    pub(crate) names: Vec<(WordNumber, String)>,
}

impl Element {
    /// Groups below [`WORDS_FROM`], words from there on.
    fn code(self) -> u32 {
        match self {
            Self::Word(word) => WORDS_FROM + u32::from(word),
            Self::Group(bit) => u32::from(bit),
        }
    }

    fn of_code(code: u32) -> Self {
        match code.checked_sub(WORDS_FROM) {
            Some(word) => Self::Word(word.try_into().unwrap_or_default()),
            None => Self::Group(code.try_into().unwrap_or_default()),
        }
    }
}

impl Spelling {
    fn code(self) -> u32 {
        match self {
            Self::Plain => 0,
            Self::Next => 1,
            Self::Of(word) => 2 + u32::from(word),
        }
    }

    fn of_code(code: u32) -> Self {
        match code {
            0 => Self::Plain,
            1 => Self::Next,
            word => Self::Of((word - 2).try_into().unwrap_or_default()),
        }
    }
}

fn write_points(out: &mut Writer, points: &Points) {
    out.list(points, |out, (class, count)| {
        let [count] = count.to_le_bytes();
        out.byte(*class as u8);
        out.byte(count);
    });
}

fn read_points(stored: &mut Reader<'_>) -> Points {
    stored.list(|stored| {
        let class = Class::ALL.get(usize::from(stored.byte()));
        (
            class.copied().unwrap_or(Class::Home),
            i8::from_le_bytes([stored.byte()]),
        )
    })
}

/// Written and read column by column, in the same order.
impl Tables {
    pub(crate) fn write(&self, out: &mut Writer) {
        out.words(self.spellings.iter().map(|(letters, _)| letters.as_str()));
        for (_, spelling) in &self.spellings {
            out.number(spelling.code());
        }
        out.list(&self.words, |out, word| {
            out.list(&word.groups, |out, bit| out.byte(*bit));
            write_points(out, &word.points);
        });
        out.list(&self.joined, |out, joined| {
            joined.iter().for_each(|word| out.number(*word));
        });
        out.list(&self.rules, |out, rule| {
            out.number(rule.elements.len() * 2 + usize::from(rule.near));
        });
        let first = |rule: &Rule| rule.elements.first().map_or(0, |first| first.code());
        out.rising(self.rules.iter().map(first));
        for rule in &self.rules {
            let others = rule.elements.iter().skip(1);
            others.for_each(|element| out.number(element.code()));
        }
        self.rules.iter().for_each(|rule| write_points(out, &rule.points));
        out.list(&self.corrections, |out, place| out.number(*place));
        out.words(self.names.iter().map(|(_, name)| name.as_str()));
        self.names.iter().for_each(|(word, _)| out.number(*word));
    }

    pub(crate) fn read(mut stored: Reader<'_>) -> Self {
        let stored = &mut stored;
        let letters = stored.words().into_iter();
        let spellings = letters
            .map(|letters| (letters, Spelling::of_code(stored.number())))
            .collect();
        let words = stored.list(|stored| Word {
            groups: stored.list(Reader::byte),
            points: read_points(stored),
        });
        let joined = stored.list(|stored| [stored.small(), stored.small(), stored.small()]);
        let shapes: Vec<usize> = stored.list(Reader::small);
        let mut last = 0;
        let mut rules: Vec<Rule> = shapes
            .iter()
            .map(|shape| Rule {
                near: shape % 2 == 1,
                elements: vec![Element::of_code(stored.rise(&mut last))],
                points: Points::new(),
            })
            .collect();
        for (rule, shape) in rules.iter_mut().zip(&shapes) {
            let others = (1..shape / 2).map(|_| Element::of_code(stored.number()));
            rule.elements.extend(others);
        }
        for rule in &mut rules {
            rule.points = read_points(stored);
        }
        let corrections = stored.list(Reader::small);
        let names = stored.words().into_iter();
        let names = names.map(|name| (stored.small(), name)).collect();
        Self {
            spellings,
            words,
            joined,
            rules,
            corrections,
            names,
        }
    }
}
