//! Whose price it is where a keyword stands in the text: the keyword's or the classifier's. And whether the text says no more
//! than a quick fix does.

use crate::book::{KeywordRule, PriceBook, QuickFix};
use crate::classify::{Classification, Problem};
use crate::lexicon::{Groups, Lexicon, WordNumber, group};
use crate::money::BasisPoints;
use crate::text::{Text, Word};

/// A keyword that the classifier only half believes is stated as at most this.
const DOUBTED: BasisPoints = BasisPoints(5_900);

/// Whose type and confidence an estimate takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// The keyword's type, as sure as its rule.
    Keyword,
    /// The keyword's type, as sure as the classifier, which agrees.
    Agreed,
    /// The keyword's type, at most so sure.
    Doubted(BasisPoints),
    /// The classifier's.
    Classifier,
    /// Nobody's: the keyword stands there by chance.
    Nobody,
}

/// The rule 'Keyword or classifier', step by step.
pub(super) fn whose(book: &PriceBook, text: &Text, rule: &KeywordRule, found: &Classification) -> Whose {
    let agrees = found.problem.code() == rule.problem_type;
    let sure = u32::from(found.confidence) * 100 >= book.confidence.request_quotes_below.0;
    if is_only(text, rule) {
        Whose::Keyword
    } else if found.problem == Problem::Other || found.evidence <= 1 {
        Whose::Nobody
    } else if agrees {
        Whose::Agreed
    } else if sure || has(text, group::FAULT) {
        Whose::Classifier
    } else {
        Whose::Doubted(DOUBTED)
    }
}

/// Whether all words but the rule's own are plain. A service is for a boiler that works: there, faults are not plain.
fn is_only(text: &Text, rule: &KeywordRule) -> bool {
    let serviced = rule.problem_type == Problem::BoilerService.code();
    let own: Vec<WordNumber> = rule
        .words
        .iter()
        .filter_map(|word| Lexicon::get().word(word.as_bytes()))
        .collect();
    words(text).all(|(index, word)| {
        let faulty = is(word, group::FAULT);
        let of_rule =
            word.number.is_some_and(|number| own.contains(&number)) || is_keyword(text, index, rule);
        (of_rule || is_plain(word)) && !(serviced && faulty)
    })
}

/// Whether a word is one of a rule's, or belongs to one of its phrases.
fn is_keyword(text: &Text, index: usize, rule: &KeywordRule) -> bool {
    let is_pair = text.entries().get(index + 1).is_some_and(|next| next.joined);
    let word = text.entries().get(index).map_or("", |word| text.word(word));
    let parts = rule.words.iter().flat_map(|keyword| keyword.split(' '));
    !is_pair && parts.into_iter().any(|part| crate::text::is_form_of(word, part))
}

/// Whether a text says nothing but plain words: the default rule's case.
pub(super) fn is_plain_text(text: &Text) -> bool {
    words(text).all(|(_, word)| is_plain(word))
}

/// The quick fix that a text says and nothing more: "new tap in the bathroom", "clear a blocked trap".
pub(super) fn quick_fix_said<'b>(book: &'b PriceBook, text: &Text) -> Option<&'b QuickFix> {
    let said = |thing: &str, done: Groups| {
        let is_thing = |word: &Word| thing.split(' ').any(|name| name == text.word(word));
        let only = words(text).all(|(_, word)| {
            !word.denied && (is_thing(word) || (is(word, done) || is_plain(word)) && !is(word, group::NUMBER))
        });
        only && words(text).any(|(_, word)| is_thing(word))
    };
    let code = if said("tap mixer", group::REPLACING) && replaces(text) {
        "replace_tap"
    } else if said("trap", group::UNBLOCKING) && has(text, group::UNBLOCKING) {
        "clear_trap"
    } else {
        return None;
    };
    book.quick_fix(code)
}

/// Whether a replacement is wanted: "a new tap", but not "the new tap leaks".
fn replaces(text: &Text) -> bool {
    let is_new = |word: &Word| text.word(word) == "new";
    let wanted = |word: &Word| is(word, group::REPLACING) && !(is_new(word) && has(text, group::FAULT));
    words(text).any(|(_, word)| wanted(word))
}

/// The words that count, pairs that are one word counted once, each with its place.
fn words(text: &Text) -> impl Iterator<Item = (usize, &Word)> {
    text.entries()
        .iter()
        .enumerate()
        .filter(|(_, word)| !word.joined && !word.denied)
}

fn has(text: &Text, groups: Groups) -> bool {
    words(text).any(|(_, word)| is(word, groups))
}

fn is_plain(word: &Word) -> bool {
    is(word, group::SMALL | group::ORDINARY)
}

fn is(word: &Word, groups: Groups) -> bool {
    word.number
        .is_some_and(|number| Lexicon::get().groups(number) & groups != 0)
}
