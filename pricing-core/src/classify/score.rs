//! Adds up what the lexicon says about a text.

use crate::lexicon::{CLASSES, Class, Element, Lexicon, Points, Rule, WINDOW, WordId, group};
use crate::text::{Text, Word};
use alloc::vec;
use alloc::vec::Vec;

/// Points of a home's words count at most this much against words of elsewhere.
const MOST_HOME: i32 = 8;

/// Other words among which a single one of a job may be there by chance.
const MANY_OTHERS: usize = 2;

/// Points for each class.
#[derive(Clone, Debug)]
pub(super) struct Scores {
    points: [i32; CLASSES],
    /// How many rules spoke for a problem type.
    pub(super) evidence: u32,
    /// Words that say nothing of a job, a home or what is wanted.
    other_words: usize,
    /// Whether a word of many meanings is among them all.
    vague: bool,
}

impl Scores {
    /// Scores a text: every word, phrase and pair counts once, however often it is said.
    pub(super) fn of(text: &Text) -> Self {
        let lexicon = Lexicon::get();
        let (mut words, mut groups, mut other_words) = (Vec::new(), 0, 0);
        for word in text.entries() {
            if !word.joined && !is_small(word, lexicon) {
                words.push(*word);
                groups |= groups_of(word, lexicon);
                other_words += usize::from(says_nothing(word, lexicon));
            }
        }
        let mut counter = Counter {
            scores: Self {
                points: [0; CLASSES],
                evidence: 0,
                other_words,
                vague: groups & group::VAGUE != 0,
            },
            seen: vec![false; lexicon.numbers()],
        };
        for (index, word) in words.iter().enumerate() {
            let Some(id) = word.id else { continue };
            counter.count(Lexicon::word_number(id), lexicon.word_points(id));
            let tail = words.get(index + 1..).unwrap_or_default();
            let near = near(&words, index);
            for element in elements(id, lexicon) {
                for rule in lexicon.rules(element) {
                    let holds = if rule.is_pair() {
                        may_hold(rule, groups) && stands_near(rule, word, near, lexicon)
                    } else {
                        follows(rule, word.place, tail, lexicon)
                    };
                    if holds {
                        counter.count(Lexicon::rule_number(rule), lexicon.points(rule));
                    }
                }
            }
        }
        counter.scores
    }

    /// Points of a class.
    pub(super) fn points(&self, class: Class) -> i32 {
        self.points.get(class as usize).copied().unwrap_or_default()
    }

    /// Whether one word of many meanings alone speaks for a job, among words that say nothing of a home: "full service
    /// history".
    pub(super) fn by_chance(&self) -> bool {
        self.evidence == 1 && self.vague && self.points(Class::Home) == 0 && self.other_words >= MANY_OTHERS
    }

    /// Whether more speaks for something that is not a home's than for any job and the home together.
    pub(super) fn elsewhere(&self) -> bool {
        let best = super::Problem::SCORED
            .iter()
            .map(|(_, class)| self.points(*class))
            .max()
            .unwrap_or_default();
        self.points(Class::Elsewhere) > best.max(0) + self.points(Class::Home).clamp(0, MOST_HOME)
    }
}

struct Counter {
    scores: Scores,
    seen: Vec<bool>,
}

impl Counter {
    fn count(&mut self, number: usize, points: Option<&Points>) {
        let Some(points) = points else { return };
        match self.seen.get_mut(number) {
            Some(seen) if !*seen => *seen = true,
            _ => return,
        }
        for (sum, points) in self.scores.points.iter_mut().zip(points) {
            *sum += i32::from(*points);
        }
        let types = points.iter().take(Class::Elsewhere as usize);
        self.scores.evidence += u32::from(types.into_iter().any(|points| *points > 0));
    }
}

fn is_small(word: &Word, lexicon: &Lexicon) -> bool {
    word.id.is_some_and(|id| lexicon.is_small(id))
}

/// Neither a polite word nor one that counts for any class.
fn says_nothing(word: &Word, lexicon: &Lexicon) -> bool {
    word.id
        .is_none_or(|id| lexicon.word_points(id).is_none() && lexicon.groups(id) & group::POLITE == 0)
}

fn groups_of(word: &Word, lexicon: &Lexicon) -> u64 {
    word.id.map_or(0, |id| lexicon.groups(id))
}

/// The word itself and its groups.
fn elements(id: WordId, lexicon: &Lexicon) -> impl Iterator<Item = Element> {
    let mut groups = lexicon.groups(id);
    let mut next = Some(Element::of_word(id));
    core::iter::from_fn(move || {
        let here = next?;
        next = (groups != 0).then(|| Element::of_group(groups.trailing_zeros()));
        groups &= groups.wrapping_sub(1);
        Some(here)
    })
}

fn is(word: &Word, element: Element, lexicon: &Lexicon) -> bool {
    match element.group() {
        Some(group) => groups_of(word, lexicon) & group != 0,
        None => word.id.map(Element::of_word) == Some(element),
    }
}

/// Whether the rest of a phrase comes next, within the sentence.
fn follows(rule: Rule<'_>, place: u32, tail: &[Word], lexicon: &Lexicon) -> bool {
    let mut tail = tail.iter();
    rule.rest().all(|element| {
        tail.next()
            .is_some_and(|word| word.place - place <= WINDOW && is(word, element, lexicon))
    })
}

/// The words within the window around one, itself included.
fn near(words: &[Word], index: usize) -> &[Word] {
    let Some(here) = words.get(index) else { return &[] };
    let reach = usize::try_from(WINDOW).unwrap_or_default();
    let from = index.saturating_sub(reach);
    let around = words
        .get(from..words.len().min(index + reach + 1))
        .unwrap_or_default();
    let count = |far: fn(&Word, &Word) -> bool| around.iter().filter(|word| far(word, here)).count();
    let before = count(|word, here| word.place + WINDOW < here.place);
    let after = count(|word, here| word.place > here.place + WINDOW);
    around.get(before..around.len() - after).unwrap_or_default()
}

/// A quick look before the neighbours are searched: all groups of the rule occur somewhere.
fn may_hold(rule: Rule<'_>, groups: u64) -> bool {
    rule.rest()
        .all(|element| element.group().is_none_or(|group| groups & group != 0))
}

fn stands_near(rule: Rule<'_>, here: &Word, near: &[Word], lexicon: &Lexicon) -> bool {
    rule.rest().all(|element| {
        near.iter()
            .any(|word| word.place != here.place && is(word, element, lexicon))
    })
}
