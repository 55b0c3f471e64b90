//! The signs of danger as the build stores them and the crate reads them (`signs.txt`).
//!
//! | line | meaning |
//! |---|---|
//! | `HOT = hot, red hot, OTHER` | a group of words, of phrases and of other groups |
//! | `MARKED = BECOME DARK` | a phrase of any word of one group and any of another |
//! | `electrics warns 6: POINT + HOT unless HEATING` | a sign: words of both groups at most 6 places apart, and no `HEATING` near |
//!
//! A word stands for its simple forms too, unless a form has a line of its own. Phrases pass over the words of `SKIP`. A
//! sign `warns` or `asks`; `joined` is within a clause, `then` in this order, `anywhere` as far apart as they like.

use crate::packed::{Reader, Writer};

every! {
    /// What a sign is a sign of.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Kind {
        Gas,
        CarbonMonoxide,
        Electrics,
        WaterOnElectrics,
        /// Electrics that were felt: people who deny it know what they speak of.
        Shock,
    }
}

/// What a word or phrase belongs to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Meaning {
    /// The bits of its groups.
    pub(crate) groups: Vec<u8>,
    /// Whether the words of such a phrase then mean nothing else.
    pub(crate) whole: bool,
}

/// The place of a meaning in [`Tables::meanings`].
pub(crate) type MeaningNumber = u16;

/// A part of a phrase: below [`WORDS_FROM`] any word of the group with that bit, from there on the word at that place of
/// [`Tables::words`].
pub(crate) type Element = u16;

/// As many groups as there may be.
pub(crate) const WORDS_FROM: Element = 128;

/// Words near each other that tell of danger.
#[derive(Clone, Debug)]
pub(crate) struct Sign {
    pub(crate) kind: Kind,
    /// Whether it warns; otherwise it asks.
    pub(crate) certain: bool,
    /// How far from the first word the others may stand.
    pub(crate) reach: u8,
    /// Within a clause.
    pub(crate) joined: bool,
    /// In the order of the groups.
    pub(crate) ordered: bool,
    /// A word of each of these groups.
    pub(crate) groups: Vec<u8>,
    /// No word of these near the first.
    pub(crate) unless: Vec<u8>,
}

/// Everything that `signs.txt` says.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// Every known word in alphabetical order.
    pub(crate) words: Vec<(String, MeaningNumber)>,
    /// Ordered by their first elements, then the longest first.
    pub(crate) phrases: Vec<(Vec<Element>, MeaningNumber)>,
    /// Each only once: many words share one.
    pub(crate) meanings: Vec<Meaning>,
    pub(crate) signs: Vec<Sign>,
}

/// Written and read column by column, in the same order.
impl Tables {
    pub(crate) fn write(&self, out: &mut Writer) {
        let bytes = |out: &mut Writer, bytes: &[u8]| out.list(bytes, |out, byte| out.byte(*byte));
        out.words(self.words.iter().map(|(word, _)| word.as_str()));
        self.words.iter().for_each(|(_, meaning)| out.number(*meaning));
        out.list(&self.phrases, |out, (elements, _)| out.number(elements.len()));
        let firsts = self.phrases.iter().map(|(elements, _)| elements.first().copied());
        out.rising(firsts.map(|first| first.unwrap_or_default().into()));
        for (elements, _) in &self.phrases {
            elements.iter().skip(1).for_each(|element| out.number(*element));
        }
        self.phrases.iter().for_each(|(_, meaning)| out.number(*meaning));
        out.list(&self.meanings, |out, meaning| {
            bytes(out, &meaning.groups);
            out.number(meaning.whole);
        });
        out.list(&self.signs, |out, sign| {
            for byte in [
                sign.kind as u8,
                sign.certain.into(),
                sign.reach,
                sign.joined.into(),
                sign.ordered.into(),
            ] {
                out.byte(byte);
            }
            bytes(out, &sign.groups);
            bytes(out, &sign.unless);
        });
    }

    pub(crate) fn read(mut stored: Reader<'_>) -> Self {
        let stored = &mut stored;
        let words = stored.words().into_iter();
        let words = words.map(|word| (word, stored.small())).collect();
        let lengths: Vec<usize> = stored.list(Reader::small);
        let mut last = 0;
        let firsts = lengths
            .iter()
            .map(|_| stored.rise(&mut last).try_into().unwrap_or_default());
        let mut phrases: Vec<(Vec<Element>, MeaningNumber)> = firsts.map(|first| (vec![first], 0)).collect();
        for ((elements, _), length) in phrases.iter_mut().zip(&lengths) {
            elements.extend((1..*length).map(|_| stored.small::<Element>()));
        }
        for (_, meaning) in &mut phrases {
            *meaning = stored.small();
        }
        let meanings = stored.list(|stored| Meaning {
            groups: stored.list(Reader::byte),
            whole: stored.byte() == 1,
        });
        let signs = stored.list(|stored| Sign {
            kind: Kind::ALL
                .get(usize::from(stored.byte()))
                .copied()
                .unwrap_or(Kind::Gas),
            certain: stored.byte() == 1,
            reach: stored.byte(),
            joined: stored.byte() == 1,
            ordered: stored.byte() == 1,
            groups: stored.list(Reader::byte),
            unless: stored.list(Reader::byte),
        });
        Self {
            words,
            phrases,
            meanings,
            signs,
        }
    }
}
