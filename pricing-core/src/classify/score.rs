//! Adds up what the lexicon says about the words of a text.

use crate::lexicon::{Class, Element, Groups, Lexicon, Rule, WINDOW, WordNumber, group};
use crate::text::Word;

/// Words about a home count at most this many points against words about something else.
const MOST_HOME: i32 = 8;

/// Among this many other words, a single word about a job may be there by chance.
const MANY_OTHERS: usize = 2;

/// A job with at most so many points is weak.
const WEAK: i32 = 5;

/// Points for each class.
#[derive(Clone, Debug)]
pub(super) struct Scores<'w> {
    words: &'w [Word],
    /// What spoke for anything: the place of its first word, and the rule if it is one.
    spoke: Vec<(usize, Option<&'static Rule>)>,
    points: [i32; Class::ALL.len()],
    /// How many rules spoke for a problem type.
    pub(super) evidence: u32,
    /// Words that say nothing about a job, a home or what is wanted.
    pub(super) other_words: usize,
    /// Whether a word of many meanings is among them all.
    vague: bool,
    /// Whether they say what is wrong or wanted.
    asks: bool,
}

impl<'w> Scores<'w> {
    /// Scores words: every word, phrase and pair counts once, however often it is said.
    pub(super) fn of(words: &'w [Word]) -> Self {
        let lexicon = Lexicon::get();
        let (mut groups, mut other_words) = (0, 0);
        for word in words {
            groups |= groups_of(word, lexicon);
            other_words += usize::from(says_nothing(word, lexicon));
        }
        let mut counter = Counter {
            scores: Self {
                words,
                spoke: Vec::new(),
                points: [0; Class::ALL.len()],
                evidence: 0,
                other_words,
                vague: groups & group::VAGUE != 0,
                asks: groups & (group::FAULT | group::WORKING) != 0,
            },
            words_seen: vec![false; lexicon.word_count()],
            rules_seen: vec![false; lexicon.rules().len()],
        };
        for (index, word) in words.iter().enumerate() {
            let Some(number) = word.number else { continue };
            counter.count_word(index, usize::from(number), lexicon.word_points(number));
            let tail = words.get(index + 1..).unwrap_or_default();
            let near = near(words, index);
            for element in elements(number, lexicon) {
                let (start, rules) = lexicon.rules_of(element);
                for (place, rule) in rules.iter().enumerate() {
                    let holds = if rule.near {
                        may_hold(rule, groups) && stands_near(rule, word, near, lexicon)
                    } else {
                        follows(rule, word.place, tail, lexicon)
                    };
                    if holds {
                        counter.count_rule(index, start + place, rule);
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

    /// Whether a single ambiguous word is all that speaks for a job, among words that say nothing about a home: "full service
    /// history". Beside a weak one that says neither what is wrong nor what is wanted, a single such word is enough: "shed
    /// antiques".
    pub(super) fn by_chance(&self) -> bool {
        let weak = self.best() <= WEAK && !self.asks;
        let many = if weak { 1 } else { MANY_OTHERS };
        self.evidence == 1 && self.vague && self.points(Class::Home) == 0 && self.other_words >= many
    }

    fn best(&self) -> i32 {
        let points = super::Problem::scored().map(|(_, class)| self.points(class));
        points.max().unwrap_or_default()
    }

    /// Whether the evidence for something other than a home outweighs any job and the home together.
    pub(super) fn elsewhere(&self) -> bool {
        self.points(Class::Elsewhere) > self.best().max(0) + self.points(Class::Home).clamp(0, MOST_HOME)
    }

    /// The words that spoke for a class, in the order of the text.
    pub(super) fn words_for(&self, class: Class) -> Vec<WordNumber> {
        let lexicon = Lexicon::get();
        let mut speaks = vec![false; self.words.len()];
        for (index, rule) in &self.spoke {
            let Some(first) = self.words.get(*index) else {
                continue;
            };
            let points = match rule {
                Some(rule) => &rule.points[..],
                None => first.number.map_or(&[][..], |number| lexicon.word_points(number)),
            };
            if !speaks_for(points, class) {
                continue;
            }
            let others = rule.map(rest).unwrap_or_default();
            for (place, (word, speaks)) in self.words.iter().zip(&mut speaks).enumerate() {
                let near = word.place.abs_diff(first.place) <= WINDOW;
                *speaks |= place == *index || near && others.iter().any(|other| is(word, *other, lexicon));
            }
        }
        let mut words: Vec<WordNumber> = Vec::new();
        let mut after_denial = false;
        for (word, speaks) in self.words.iter().zip(speaks) {
            // "not" says what only with its next word.
            let told = word.number.filter(|_| speaks || after_denial);
            words.extend(told.filter(|number| !words.contains(number)));
            after_denial = speaks && groups_of(word, lexicon) & group::DENYING != 0;
        }
        words
    }

    fn add(&mut self, points: &[(Class, i8)]) {
        for (class, points) in points {
            if let Some(sum) = self.points.get_mut(*class as usize) {
                *sum += i32::from(*points);
            }
        }
        let for_type = |(class, points): &(Class, i8)| class.is_type() && *points > 0;
        self.evidence += u32::from(points.iter().any(for_type));
    }
}

/// Scores being added up, and what has been counted so far.
struct Counter<'w> {
    scores: Scores<'w>,
    words_seen: Vec<bool>,
    rules_seen: Vec<bool>,
}

impl Counter<'_> {
    fn count_word(&mut self, index: usize, number: usize, points: &[(Class, i8)]) {
        if is_first(&mut self.words_seen, number) {
            self.scores.add(points);
            self.scores.spoke.push((index, None));
        }
    }

    fn count_rule(&mut self, index: usize, number: usize, rule: &'static Rule) {
        if is_first(&mut self.rules_seen, number) {
            self.scores.add(&rule.points);
            self.scores.spoke.push((index, Some(rule)));
        }
    }
}

fn speaks_for(points: &[(Class, i8)], class: Class) -> bool {
    points
        .iter()
        .any(|(other, points)| *other == class && *points > 0)
}

/// Whether this is seen for the first time; marks it as seen.
fn is_first(seen: &mut [bool], number: usize) -> bool {
    seen.get_mut(number)
        .is_some_and(|seen| !std::mem::replace(seen, true))
}

/// Neither a polite word nor one that counts for any class.
fn says_nothing(word: &Word, lexicon: &Lexicon) -> bool {
    word.number.is_none_or(|number| {
        lexicon.word_points(number).is_empty()
            && lexicon.groups(number) & (group::POLITE | group::ORDINARY) == 0
    })
}

fn groups_of(word: &Word, lexicon: &Lexicon) -> Groups {
    word.number.map_or(0, |number| lexicon.groups(number))
}

/// The word itself and its groups.
fn elements(number: u16, lexicon: &Lexicon) -> impl Iterator<Item = Element> {
    let groups = lexicon.groups(number);
    let bits = (0..Groups::BITS).filter(move |bit| groups >> bit & 1 == 1);
    let groups = bits.filter_map(|bit| u8::try_from(bit).ok());
    std::iter::once(Element::Word(number)).chain(groups.map(Element::Group))
}

fn is(word: &Word, element: Element, lexicon: &Lexicon) -> bool {
    match element {
        Element::Word(number) => word.number == Some(number),
        Element::Group(bit) => groups_of(word, lexicon) >> bit & 1 == 1,
    }
}

/// What comes after the first element, which has been found.
fn rest(rule: &Rule) -> &[Element] {
    rule.elements.get(1..).unwrap_or_default()
}

/// Whether the rest of a phrase comes next, within the sentence.
fn follows(rule: &Rule, place: u32, tail: &[Word], lexicon: &Lexicon) -> bool {
    let mut tail = tail.iter();
    rest(rule).iter().all(|element| {
        tail.next()
            .is_some_and(|word| word.place - place <= WINDOW && is(word, *element, lexicon))
    })
}

/// The words within the window around one, itself included.
fn near(words: &[Word], index: usize) -> &[Word] {
    let Some(here) = words.get(index) else { return &[] };
    let from = words.partition_point(|word| word.place + WINDOW < here.place);
    let to = words.partition_point(|word| word.place <= here.place + WINDOW);
    words.get(from..to).unwrap_or_default()
}

/// A quick look before the neighbours are searched: all groups of the rule occur somewhere.
fn may_hold(rule: &Rule, groups: Groups) -> bool {
    rest(rule).iter().all(|element| match element {
        Element::Word(_) => true,
        Element::Group(bit) => groups >> bit & 1 == 1,
    })
}

fn stands_near(rule: &Rule, here: &Word, near: &[Word], lexicon: &Lexicon) -> bool {
    rest(rule).iter().all(|element| {
        near.iter()
            .any(|word| word.place != here.place && is(word, *element, lexicon))
    })
}
