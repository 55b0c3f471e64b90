//! Adds up what the lexicon says about a text.

use crate::lexicon::{CLASSES, Class, Element, Lexicon, Rule, WINDOW, Weight};
use crate::text::{Text, Word};

/// Points of a home's words count at most this much against words of elsewhere.
const MOST_HOME: i32 = 8;

/// The group of words that people wrap any request in.
const POLITE: &str = "POLITE";

/// The group of words that mean much else too.
const VAGUE: &str = "VAGUE";

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
        let words: Vec<Word> = text
            .entries()
            .iter()
            .filter(|word| !word.joined && !is_small(word, lexicon))
            .copied()
            .collect();
        let groups = words.iter().fold(0, |all, word| all | groups_of(word, lexicon));
        let polite = lexicon.group(POLITE);
        let mut counter = Counter {
            scores: Self {
                points: [0; CLASSES],
                evidence: 0,
                other_words: words
                    .iter()
                    .filter(|word| says_nothing(word, polite, lexicon))
                    .count(),
                vague: groups & lexicon.group(VAGUE) != 0,
            },
            seen: vec![false; lexicon.rules()],
        };
        for (index, word) in words.iter().enumerate() {
            let Some(id) = word.id else { continue };
            let facts = lexicon.facts(id);
            counter.count(Lexicon::word_rule(id), &facts.weights);
            let tail = words.get(index + 1..).unwrap_or_default();
            let near = near(&words, index);
            for element in elements(word, lexicon) {
                for (number, rule) in lexicon.phrases(element) {
                    if follows(&rule.rest, word.place, tail, lexicon) {
                        counter.count(number, &rule.weights);
                    }
                }
                for (number, rule) in lexicon.pairs(element) {
                    if may_hold(rule, groups) && stands_near(rule, word, near, lexicon) {
                        counter.count(number, &rule.weights);
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
    fn count(&mut self, rule: usize, weights: &[Weight]) {
        match self.seen.get_mut(rule) {
            Some(seen) if !*seen => *seen = true,
            _ => return,
        }
        for Weight { class, points } in weights {
            if let Some(sum) = self.scores.points.get_mut(*class as usize) {
                *sum += i32::from(*points);
            }
        }
        let speaks = weights
            .iter()
            .any(|weight| weight.points > 0 && !matches!(weight.class, Class::Elsewhere | Class::Home));
        self.scores.evidence += u32::from(speaks);
    }
}

fn is_small(word: &Word, lexicon: &Lexicon) -> bool {
    word.id.is_some_and(|id| lexicon.facts(id).small)
}

/// Neither a polite word nor one that counts for any class.
fn says_nothing(word: &Word, polite: u64, lexicon: &Lexicon) -> bool {
    word.id
        .is_none_or(|id| lexicon.facts(id).weights.is_empty() && lexicon.facts(id).groups & polite == 0)
}

fn groups_of(word: &Word, lexicon: &Lexicon) -> u64 {
    word.id.map_or(0, |id| lexicon.facts(id).groups)
}

/// The word itself and its groups.
fn elements(word: &Word, lexicon: &Lexicon) -> impl Iterator<Item = Element> {
    let mut groups = groups_of(word, lexicon);
    let groups = core::iter::from_fn(move || {
        let lowest = u8::try_from(groups.trailing_zeros())
            .ok()
            .filter(|bit| *bit < 64)?;
        groups &= groups - 1;
        Some(Element::Group(lowest))
    });
    word.id.map(Element::Word).into_iter().chain(groups)
}

fn is(word: &Word, element: Element, lexicon: &Lexicon) -> bool {
    match element {
        Element::Word(id) => word.id == Some(id),
        Element::Group(bit) => groups_of(word, lexicon) >> bit & 1 == 1,
    }
}

/// Whether the rest of a phrase comes next, within the sentence.
fn follows(rest: &[Element], place: u32, tail: &[Word], lexicon: &Lexicon) -> bool {
    rest.len() <= tail.len()
        && rest
            .iter()
            .zip(tail)
            .all(|(element, word)| is(word, *element, lexicon))
        && tail
            .get(rest.len().wrapping_sub(1))
            .is_none_or(|last| last.place - place <= WINDOW)
}

/// The words within the window around one, itself included.
fn near(words: &[Word], index: usize) -> &[Word] {
    let Some(here) = words.get(index) else { return &[] };
    let reach = usize::try_from(WINDOW).unwrap_or_default();
    let from = index.saturating_sub(reach);
    let around = words
        .get(from..words.len().min(index + reach + 1))
        .unwrap_or_default();
    let start = around.partition_point(|word| word.place + WINDOW < here.place);
    let end = around.partition_point(|word| word.place <= here.place + WINDOW);
    around.get(start..end).unwrap_or_default()
}

/// A quick look before the neighbours are searched: all groups of the rule occur somewhere.
fn may_hold(rule: &Rule, groups: u64) -> bool {
    rule.rest.iter().all(|element| match element {
        Element::Group(bit) => groups >> bit & 1 == 1,
        Element::Word(_) => true,
    })
}

fn stands_near(rule: &Rule, here: &Word, near: &[Word], lexicon: &Lexicon) -> bool {
    rule.rest.iter().all(|element| {
        near.iter()
            .any(|word| word.place != here.place && is(word, *element, lexicon))
    })
}
