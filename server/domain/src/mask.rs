//! Phones and emails hidden in what one side writes to the other, and postcodes too where the other may not know
//! the address yet. Hidden before it is stored.
//!
//! Hidden are emails, also as 'name at gmail dot com', and runs of seven or more digits, whatever stands between them: spaces,
//! dashes, dots, words such as 'then', or the digits themselves as words. Amounts, times, dates and postcodes are no part of a run.
//! Somebody who means to get a number past this will; it is for the many who would only do the obvious.

mod emails;
mod kept;
mod numbers;
mod tokens;

use std::borrow::Cow;
use std::ops::Range;

use tokens::Tokens;

/// What stands in place of whatever was hidden.
pub const HIDDEN: &str = "•••";

/// Said beside a chat in which something was hidden.
pub const NOTICE: &str = "Numbers and emails are hidden in chat. Use Call.";

/// A chat message, proposal or review without phones and emails. Borrowed when there is nothing to hide.
#[must_use]
pub fn contacts(text: &str) -> Cow<'_, str> {
    hide(text, false)
}

/// A description, as pros see it before assignment: without phones, emails and full postcodes. Borrowed when there is nothing
/// to hide.
#[must_use]
pub fn contacts_and_postcodes(text: &str) -> Cow<'_, str> {
    hide(text, true)
}

fn hide(text: &str, postcodes_too: bool) -> Cow<'_, str> {
    let tokens = Tokens::of(text);
    let postcodes = kept::postcodes(text, &tokens);
    let mut kept = kept::amounts_and_times(&tokens);
    kept.extend(postcodes.iter().cloned().flatten());
    let mut spans = emails::emails(&tokens);
    spans.extend(numbers::phones(&tokens, &kept));
    if postcodes_too {
        spans.extend(postcodes);
    }
    replaced(text, spans.iter().filter_map(|span| tokens.bytes(span)).collect())
}

/// The text with each of these ranges of bytes replaced; those that touch count as one.
fn replaced(text: &str, mut ranges: Vec<Range<usize>>) -> Cow<'_, str> {
    if ranges.is_empty() {
        return Cow::Borrowed(text);
    }
    ranges.sort_by_key(|range| range.start);
    let (mut shown, mut done) = (String::with_capacity(text.len()), 0);
    for range in ranges {
        if range.start > done || shown.is_empty() {
            shown.push_str(text.get(done..range.start).unwrap_or_default());
            shown.push_str(HIDDEN);
        }
        done = done.max(range.end);
    }
    shown.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests;
