//! Phrases and pairs.

use super::{FIRST_ALIAS, GROUPS, Lexicon, Points, WordId};
use crate::order::list;
use alloc::vec;
use alloc::vec::Vec;

/// The rule is a pair.
const PAIR: u16 = 1 << 14;
/// The rule goes on with the next entry.
const MORE: u16 = 1 << 15;

/// What a phrase or pair is made of: a group or a word, by its number. Groups come first, then words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Element(u16);

impl Element {
    /// A word.
    pub(crate) fn of_word(word: WordId) -> Self {
        Self(word.0 + GROUPS)
    }

    /// The group of a bit.
    pub(crate) fn of_group(bit: u32) -> Self {
        Self(u16::try_from(bit).unwrap_or_default())
    }

    /// The group's bit; none: it is a word.
    pub(crate) fn group(self) -> Option<u64> {
        (self.0 < GROUPS).then(|| 1 << self.0)
    }
}

/// All phrases and pairs.
#[derive(Debug)]
pub(super) struct Rules {
    /// Where the entries of each element begin, and where the last end.
    starts: Vec<u16>,
    /// The further elements of rules by their first one, each with the two bits above.
    entries: Vec<u16>,
    /// The list of weights of the rule that begins at an entry.
    lists: Vec<u16>,
}

impl Rules {
    /// Rules with so many entries for each element, and with the list of weights of each rule.
    pub(super) fn new(counts: &[u16], entries: Vec<u16>, lists: &[u16]) -> Self {
        let (mut starts, mut end) = (vec![0], 0);
        for count in counts {
            end += count;
            starts.push(end);
        }
        let mut lists_of_rules = lists.iter().copied();
        let mut begins = true;
        let lists = list(entries.iter().map(|entry| {
            let list = if begins { lists_of_rules.next() } else { None };
            begins = entry & MORE == 0;
            list.unwrap_or_default()
        }));
        Self {
            starts,
            entries,
            lists,
        }
    }
}

/// A rule over several words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule<'l> {
    number: u16,
    list: u16,
    entries: &'l [u16],
}

impl<'l> Rule<'l> {
    /// Whether its words may stand in any order; otherwise they are a phrase.
    pub(crate) fn is_pair(self) -> bool {
        self.entries.first().is_some_and(|entry| entry & PAIR != 0)
    }

    /// What must come after or near its first element.
    pub(crate) fn rest(self) -> impl Iterator<Item = Element> + 'l {
        self.entries.iter().map(|entry| Element(entry & !(PAIR | MORE)))
    }
}

impl Lexicon {
    /// Rules that begin with this element.
    pub(crate) fn rules(&self, first: Element) -> impl Iterator<Item = Rule<'_>> {
        let rules = &self.rules;
        let bound = |number: u16| rules.starts.get(usize::from(number)).copied().unwrap_or_default();
        let (mut number, end) = (bound(first.0), bound(first.0 + 1));
        core::iter::from_fn(move || {
            let here = rules.entries.get(usize::from(number)..usize::from(end))?;
            let length = 1 + here.iter().position(|entry| entry & MORE == 0)?;
            let rule = Rule {
                number,
                list: rules.lists.get(usize::from(number)).copied()?,
                entries: here.get(..length)?,
            };
            number += u16::try_from(length).ok()?;
            Some(rule)
        })
    }

    /// The points that a rule brings.
    pub(crate) fn points(&self, rule: Rule<'_>) -> Option<&Points> {
        self.weights(rule.list)
    }

    /// The number of a single word among all that counts once a text.
    pub(crate) fn word_number(word: WordId) -> usize {
        usize::from(word.0)
    }

    /// The number of a rule among all that counts once a text.
    pub(crate) fn rule_number(rule: Rule<'_>) -> usize {
        FIRST_ALIAS + usize::from(rule.number)
    }

    /// How many such numbers there are.
    pub(crate) fn numbers(&self) -> usize {
        FIRST_ALIAS + self.rules.lists.len()
    }
}
