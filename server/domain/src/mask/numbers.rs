//! Runs of digits that may be a phone.

use std::collections::BTreeSet;
use std::ops::Range;

use super::tokens::{Kind, Tokens};

/// So many digits with nothing but spaces, marks and words for digits between them are hidden.
const HIDDEN_FROM: usize = 7;

/// So many are hidden though single other words stand between them, when they begin as British phones do.
const PHONE_FROM: usize = 10;

/// A phone with its country's number has no more; behind it, another word ends it.
const PHONE_WHOLE: usize = 11;

/// Marks between two numbers that make them two things, unless they begin as British phones do.
const SEPARATING: &str = ";:!?£€$%&×°";

/// What a token is to a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// So many digits.
    Digits(usize),
    /// Space, dash, dot, or a word that is read out between digits.
    Joint,
    /// A mark that separates numbers.
    Separator,
    /// Another word.
    Word,
    /// Something of its own: an amount, a time, a postcode, what is hidden already.
    Apart,
}

/// The runs that are hidden, as ranges of tokens.
pub(super) fn phones(tokens: &Tokens, kept: &BTreeSet<usize>) -> Vec<Range<usize>> {
    let parts: Vec<Part> = (0..tokens.len())
        .map(|place| {
            if kept.contains(&place) {
                Part::Apart
            } else {
                part(tokens, place)
            }
        })
        .collect();
    let mut found = Vec::new();
    let mut place = 0;
    while place < parts.len() {
        let plain = run(&parts, place, false).filter(|(_, digits)| *digits >= HIDDEN_FROM);
        let phone = || {
            run(&parts, place, true)
                .filter(|(_, digits)| *digits >= PHONE_FROM && begins_as_phone(tokens, place))
        };
        let end = plain.or_else(phone).map(|(end, _)| end);
        if let Some(end) = end {
            found.push(with_sign(tokens, place)..end);
        }
        // What is not hidden from its start may be from a later digit on.
        place = end.unwrap_or(place + 1);
    }
    found
}

/// The end of the run that begins with this digit, and its digits. In a loose one a word or any mark may stand between two digits.
fn run(parts: &[Part], start: usize, is_loose: bool) -> Option<(usize, usize)> {
    let Some(Part::Digits(_)) = parts.get(start) else {
        return None;
    };
    let (mut end, mut digits, mut after_word) = (start, 0, false);
    for (place, part) in parts.iter().enumerate().skip(start) {
        match part {
            Part::Digits(more) => (end, digits, after_word) = (place + 1, digits + more, false),
            Part::Joint => {}
            Part::Separator if is_loose => {}
            Part::Word if is_loose && !after_word && digits < PHONE_WHOLE => after_word = true,
            Part::Separator | Part::Word | Part::Apart => break,
        }
    }
    Some((end, digits))
}

/// True for a bullet of what was hidden before, which are several: a single one stands between digits like any other mark.
fn is_masked(tokens: &Tokens, place: usize) -> bool {
    let is_bullet = |place: usize| {
        tokens
            .get(place)
            .is_some_and(|token| token.kind == Kind::Mark('•'))
    };
    is_bullet(place + 1) || place.checked_sub(1).is_some_and(is_bullet)
}

fn part(tokens: &Tokens, place: usize) -> Part {
    let Some(token) = tokens.get(place) else {
        return Part::Apart;
    };
    match token.kind {
        Kind::Number => Part::Digits(token.plain.chars().count()),
        Kind::Space => Part::Joint,
        Kind::Mark('•') if is_masked(tokens, place) => Part::Apart,
        Kind::Mark(',') if tokens.is_space(place + 1) => Part::Separator,
        Kind::Mark(mark) if SEPARATING.contains(mark) => Part::Separator,
        Kind::Mark(_) => Part::Joint,
        Kind::Word if is_look_alike(tokens, place, &token.plain) => Part::Digits(token.plain.len()),
        Kind::Word => of_word(&token.plain),
    }
}

/// Letters written for digits inside a number: 'O77OO'.
fn is_look_alike(tokens: &Tokens, place: usize, word: &str) -> bool {
    let touches = tokens.is_number(place + 1) || (place > 0 && tokens.is_number(place - 1));
    touches && word.chars().all(|letter| matches!(letter, 'o' | 'l' | 'i'))
}

fn of_word(word: &str) -> Part {
    match word {
        "zero" | "oh" | "o" | "nought" | "naught" | "one" | "two" | "three" | "four" | "five" | "six"
        | "seven" | "eight" | "nine" | "double" | "twenty" | "thirty" | "forty" | "fifty" | "sixty"
        | "seventy" | "eighty" | "ninety" => Part::Digits(1),
        "triple" | "treble" | "ten" | "eleven" | "twelve" | "thirteen" | "fourteen" | "fifteen"
        | "sixteen" | "seventeen" | "eighteen" | "nineteen" => Part::Digits(2),
        "and" | "then" | "dash" | "hyphen" | "dot" | "point" | "comma" | "space" | "stroke" | "slash"
        | "hundred" | "thousand" => Part::Joint,
        _ => Part::Word,
    }
}

/// True for '07…', '01…', '+44', '0044' and 'oh seven'.
fn begins_as_phone(tokens: &Tokens, place: usize) -> bool {
    let plain = tokens.get(place).map_or("", |token| &token.plain);
    let has_plus = place > 0 && tokens.is_mark(place - 1, "+");
    let spelled = matches!(plain, "zero" | "oh" | "o" | "nought" | "naught");
    let starts = ["01", "02", "03", "07", "08", "0044", "447", "o7"];
    spelled || starts.iter().any(|start| plain.starts_with(start)) || (has_plus && plain.starts_with("44"))
}

/// The run with the plus or bracket right before it.
fn with_sign(tokens: &Tokens, mut start: usize) -> usize {
    while start > 0 && tokens.is_mark(start - 1, "+(") {
        start -= 1;
    }
    start
}
