//! What looks like part of a phone number and is none: amounts, times, dates, postcodes.

use std::collections::BTreeSet;
use std::ops::Range;

use pricing_core::postcode::Postcode;

use super::tokens::Tokens;

const JOINTS: &str = ".:/-–";

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The tokens of amounts, times and dates.
pub(super) fn amounts_and_times(tokens: &Tokens) -> BTreeSet<usize> {
    let mut kept = BTreeSet::new();
    let mut place = 0;
    while place < tokens.len() {
        let found = amount(tokens, place)
            .or_else(|| date(tokens, place))
            .or_else(|| day_and_month(tokens, place))
            .or_else(|| times(tokens, place));
        if let Some(end) = found {
            kept.extend(place..end);
        }
        place = found.unwrap_or(place + 1);
    }
    kept
}

/// Full postcodes, as ranges of tokens.
pub(super) fn postcodes(text: &str, tokens: &Tokens) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for start in 0..tokens.len() {
        let is_inside = start > 0 && tokens.is_text(start - 1);
        if tokens.word(start).is_empty() || is_inside {
            continue;
        }
        let ends = (start + 3..=start + 6).filter(|end| {
            let is_whole = !tokens.is_text(*end);
            is_whole && has_space_before_inward(tokens, start..*end)
        });
        let is_postcode = |span: &Range<usize>| {
            let bytes = tokens.bytes(span).and_then(|bytes| text.get(bytes));
            bytes.is_some_and(|text| Postcode::parse(text).is_ok())
        };
        found.extend(ends.map(|end| start..end).find(is_postcode));
    }
    found
}

/// True when the only space, if there is one, stands before a number and a word that end the range.
fn has_space_before_inward(tokens: &Tokens, span: Range<usize>) -> bool {
    let end = span.end;
    span.into_iter()
        .all(|place| tokens.is_text(place) || (tokens.is_space(place) && place + 3 == end))
}

/// The end of an amount that begins here: '£1,250.50', '80 pounds'.
fn amount(tokens: &Tokens, place: usize) -> Option<usize> {
    const CURRENCIES: [&str; 7] = ["pounds", "pound", "quid", "pence", "p", "gbp", "k"];
    if tokens.is_mark(place, "£€$") {
        return sum(tokens, tokens.after_space(place + 1));
    }
    let end = sum(tokens, place).filter(|_| is_alone(tokens, place))?;
    let currency = tokens.after_space(end);
    CURRENCIES
        .contains(&tokens.word(currency))
        .then_some(currency + 1)
}

/// The end of a sum of money: at most six digits or thousands with commas, and pence.
fn sum(tokens: &Tokens, place: usize) -> Option<usize> {
    let first = tokens.get(place)?;
    let has_leading_zero = first.plain.len() > 1 && first.plain.starts_with('0');
    first.number(6).filter(|_| !has_leading_zero)?;
    let mut end = place + 1;
    while tokens.is_mark(end, ",")
        && tokens
            .get(end + 1)
            .is_some_and(|next| next.is_number() && next.plain.len() == 3)
    {
        end += 2;
    }
    if tokens.is_mark(end, ".") && tokens.get(end + 1).is_some_and(|next| next.number(2).is_some()) {
        end += 2;
    }
    ends(tokens, end).then_some(end)
}

/// The end of a time or a range of times: '10:30', '9.30-11.00', '9-11', '5 pm'.
fn times(tokens: &Tokens, place: usize) -> Option<usize> {
    if !begins(tokens, place) {
        return None;
    }
    let first = time(tokens, place).or_else(|| hour(tokens, place))?;
    let second = first + 1;
    let range = time(tokens, second)
        .or_else(|| hour(tokens, second))
        .filter(|_| tokens.is_mark(first, "-–"));
    let end = range.unwrap_or(first);
    let half = tokens.after_space(end);
    if matches!(tokens.word(half), "am" | "pm") {
        return Some(half + 1);
    }
    // An hour alone may be anything.
    let is_time = range.is_some() || first > place + 1;
    (is_time && ends(tokens, end)).then_some(end)
}

fn time(tokens: &Tokens, place: usize) -> Option<usize> {
    hour(tokens, place).filter(|_| tokens.is_mark(place + 1, ":."))?;
    let minutes = tokens.get(place + 2)?;
    let is_time = minutes.plain.len() == 2 && minutes.number(2).is_some_and(|minutes| minutes < 60);
    is_time.then_some(place + 3)
}

fn hour(tokens: &Tokens, place: usize) -> Option<usize> {
    let hour = tokens.get(place)?.number(2)?;
    (hour <= 24).then_some(place + 1)
}

/// The end of a date: '24/11', '24.11.2026', '2026-11-24'.
fn date(tokens: &Tokens, place: usize) -> Option<usize> {
    let part = |place: usize, digits: usize| tokens.get(place).and_then(|token| token.number(digits));
    let joined = |marks: &str| tokens.is_mark(place + 1, marks);
    let is_day = |day: Option<u32>| day.is_some_and(|day| (1..=31).contains(&day));
    let is_month = |month: Option<u32>| month.is_some_and(|month| (1..=12).contains(&month));
    let has_third = tokens.is_mark(place + 3, "/.-") && tokens.is_number(place + 4);
    let end = if has_third && joined("/.-") {
        let is_iso = is_year(tokens, place) && is_month(part(place + 2, 2)) && is_day(part(place + 4, 2));
        let is_short = tokens.get(place + 4).is_some_and(|year| year.plain.len() == 2);
        let has_year = is_short || is_year(tokens, place + 4);
        let is_british = is_day(part(place, 2)) && is_month(part(place + 2, 2)) && has_year;
        (is_iso || is_british).then_some(place + 5)
    } else {
        let is_short = joined("/") && is_day(part(place, 2)) && is_month(part(place + 2, 2));
        is_short.then_some(place + 3)
    }?;
    (begins(tokens, place) && ends(tokens, end)).then_some(end)
}

/// The end of a date with its month in letters: '24th of November 2026', 'Nov 24'.
fn day_and_month(tokens: &Tokens, place: usize) -> Option<usize> {
    let day = |place: usize| {
        let day = tokens.get(place)?.number(2)?;
        let end = place + 1;
        let has_ending = matches!(tokens.word(end), "st" | "nd" | "rd" | "th");
        (1..=31).contains(&day).then_some(end + usize::from(has_ending))
    };
    let end = if is_month(tokens.word(place)) {
        day(tokens.after_space(place + 1))?
    } else {
        let mut month = tokens.after_space(day(place)?);
        if tokens.word(month) == "of" {
            month = tokens.after_space(month + 1);
        }
        is_month(tokens.word(month)).then_some(month + 1)?
    };
    let year = tokens.after_space(end + usize::from(tokens.is_mark(end, ",")));
    Some(if is_year(tokens, year) { year + 1 } else { end })
}

fn is_month(word: &str) -> bool {
    word.len() >= 3 && MONTHS.iter().any(|month| month.starts_with(word))
}

fn is_year(tokens: &Tokens, place: usize) -> bool {
    let year = tokens.get(place).and_then(|token| token.number(4));
    year.is_some_and(|year| (1900..2100).contains(&year))
}

/// True when no number is joined to what begins here.
fn begins(tokens: &Tokens, place: usize) -> bool {
    place < 2 || !(tokens.is_mark(place - 1, JOINTS) && tokens.is_number(place - 2))
}

/// True when no number is joined to what ends before here.
fn ends(tokens: &Tokens, place: usize) -> bool {
    !(tokens.is_mark(place, JOINTS) && tokens.is_number(place + 1))
}

/// True when no number stands just before, so that this cannot be the end of a phone.
fn is_alone(tokens: &Tokens, place: usize) -> bool {
    begins(tokens, place) && (place < 2 || !(tokens.is_space(place - 1) && tokens.is_number(place - 2)))
}
