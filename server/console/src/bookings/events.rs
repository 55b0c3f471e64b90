//! What happened to a booking, in plain words.

use crate::words;
use callout_domain::status::BookingStatus;

/// An event's kind as people read it.
#[must_use]
pub fn words(kind: &str) -> String {
    if let Ok(status) = BookingStatus::try_from(kind.to_owned()) {
        return words::status(status).to_owned();
    }
    let known = match kind {
        "start_code_renewed" => "A new start code was made",
        "start_opened" => "The pro may begin without the start code",
        "refunded" => "Money was given back",
        "stop_asked" => "The client asked to stop the job",
        "no_show_contested" => "The pro says they did come",
        "no_show_decided" => "The contested visit was decided",
        "at_the_door" => "The pro is at the door",
        "not_home" => "Nobody is answering the door",
        "visit_goes_on" => "The visit is still going ahead",
        "extra_approved" => "The client agreed to extra work",
        "disputed" => "The client disputes the job",
        "dispute_answered" => "The pro answered the dispute",
        "dispute_decided" => "The dispute was decided",
        "dispute_appealed" => "Somebody appealed against the decision",
        "appeal_decided" => "The appeal was decided",
        "suggested" => "Another time was suggested",
        "no_suggestion" => "A suggested time was answered or withdrawn",
        "pro_promised" => "A pro agreed by phone: the client is asked to pay first",
        "promise_unpaid" => "The client did not pay, so the promise to the pro has ended",
        "promise_gone" => "The client paid, but the pro who had agreed can no longer take it",
        "payment_due" => "The client was asked to pay again",
        "price_named" => "A pro named a price",
        "price_gone" => "A named price ended",
        "updated" => "Details were changed",
        _ => return plain(kind),
    };
    known.to_owned()
}

/// A stored name as words: `extra_paid` is “Extra paid”.
#[must_use]
pub fn plain(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
