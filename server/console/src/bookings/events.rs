//! What happened to a booking, in plain words.

use crate::words;
use callout_domain::booking_event::EventKind;

/// An event's kind as people read it.
#[must_use]
pub fn words(kind: EventKind) -> String {
    if let Some(status) = kind.status() {
        return words::status(status).to_owned();
    }
    let known = match kind {
        EventKind::StartCodeRenewed => "A new start code was made",
        EventKind::StartOpened => "The pro may begin without the start code",
        EventKind::Refunded => "Money was given back",
        EventKind::StopAsked => "The client asked to stop the job",
        EventKind::NoShowContested => "The pro says they did come",
        EventKind::NoShowDecided => "The contested visit was decided",
        EventKind::RunningLate => "The pro is running late",
        EventKind::Here => "The pro says they are there",
        EventKind::PutRightAsked => "A visit is asked for to put it right",
        EventKind::PutRightAgreed => "A visit to put it right is agreed",
        EventKind::PutRightOver => "The visit to put it right is over, or not wanted",
        EventKind::MaySuggest => "The client changed whether the pro may suggest further work",
        EventKind::NewWorkSuggested => "The pro suggested further work",
        EventKind::NewWorkDeclined => "The client does not want the suggested work",
        EventKind::NotAsBooked => "The pro says it is not what was booked",
        EventKind::NotAsBookedOver => "The report that it is not what was booked is over",
        EventKind::AtTheDoor => "The pro is at the door",
        EventKind::NotHome => "Nobody is answering the door",
        EventKind::VisitGoesOn => "The visit is still going ahead",
        EventKind::ExtraApproved => "The client agreed to extra work",
        EventKind::Disputed => "The client disputes the job",
        EventKind::DisputeAnswered => "The pro answered the dispute",
        EventKind::DisputeDecided => "The dispute was decided",
        EventKind::DisputeAppealed => "Somebody appealed against the decision",
        EventKind::AppealDecided => "The appeal was decided",
        EventKind::TimeSuggested => "Another time was suggested",
        EventKind::SuggestionAccepted => "The pro agreed to the suggested time",
        EventKind::SuggestionDeclined => "The pro cannot come at the suggested time",
        EventKind::SuggestionGone => "The suggested time is no longer possible",
        EventKind::SuggestionLapsed => "Nobody answered the suggested time",
        EventKind::ProPromised => "A pro agreed by phone: the client is asked to pay first",
        EventKind::PromiseUnpaid => "The client did not pay, so the promise to the pro has ended",
        EventKind::PromiseGone => "The client paid, but the pro who had agreed can no longer take it",
        EventKind::PaymentDue => "The client was asked to pay again",
        EventKind::PriceNamed => "A pro named a price",
        EventKind::PriceGone => "A named price ended",
        EventKind::Updated => "Details were changed",
        _ => return plain(kind.as_str()),
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
