//! New work: the pro of a job that was done suggests something further to its client, who let them. An invitation leads to a draft, and the
//! booking made from it is that pro's or nobody's.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use pricing_core::estimate::{self, EstimateInput, Mode};
use pricing_core::{PriceBook, Urgency};
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;

use super::booking::{Booking, CancelReason};
use super::failure::{Failure, Fallible};
use super::keys::Key;
use super::letters;
use super::mask;
use super::matching::eligible::Reason;
use super::matching::rules::MatchingRules;
use super::status;
use crate::clock::{DAY, Millis};

/// How long after its end the pro of a job may suggest something, milliseconds: as long as they may have to put it right.
pub const WITHIN: Millis = 90 * DAY;

/// How long an invitation may be booked, and how long its client gets no other, milliseconds.
pub const STANDS: Millis = 30 * DAY;

/// How long nobody but the pro is asked, from the booking on, milliseconds.
pub const PROMISED: Millis = DAY;

/// Shortest and longest words, characters.
pub const TEXT: std::ops::RangeInclusive<usize> = 10..=500;

/// Where an invitation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = InvitationState)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It may be booked.
    Open,
    /// It was booked, whatever became of that.
    Booked,
    /// The client does not want it.
    Declined,
    /// Its time is over.
    Expired,
}

/// By which invitation a booking is made, and for whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invited {
    /// `work-…`.
    pub invitation_id: String,
    /// The only pro who is asked.
    pub master_id: String,
}

/// What a pro suggests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// What is to be done, in words that both read, without phones and emails.
    pub text: String,
    /// Code of the problem type.
    pub problem_type: String,
}

/// What suggested work is read as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// The trade that does it.
    pub trade: String,
    /// Only for Gas Safe registered pros.
    pub is_gas_work: bool,
}

impl Work {
    /// What a pro typed.
    ///
    /// # Errors
    /// 422 on `text`.
    pub fn parse(text: &str, problem_type: String) -> Fallible<Self> {
        let text = letters::plain_text(text);
        let text = text.trim();
        if !TEXT.contains(&text.chars().count()) {
            let detail = "Say in 10 to 500 characters what should be done.";
            return Err(Failure::field("text", detail));
        }
        Ok(Self {
            text: mask::contacts(text).into_owned(),
            problem_type,
        })
    }

    /// Reads it as it is read once the client books it, at this postcode.
    ///
    /// # Errors
    /// 422 on `text` for what nobody could book, such as an emergency; on `problemType`.
    pub fn read(&self, book: &PriceBook, postcode: &str) -> Fallible<Kind> {
        let input = EstimateInput {
            text: self.text.as_str().into(),
            postcode: postcode.into(),
            quick_fix: None,
            problem_type: Some(self.problem_type.as_str().into()),
            danger_answers: None,
        };
        let read = estimate::estimate(book, &input).map_err(|mut error| {
            if error.field.as_deref() != Some("text") {
                error.field = Some("problemType".into());
            }
            Failure::from(error)
        })?;
        if read.mode == Mode::Danger || read.danger_question.is_some() {
            let detail = "This reads like an emergency, which can't wait for a booking. Call your client, or describe the work only.";
            return Err(Failure::field("text", detail));
        }
        read.check_in_scope()?;
        Ok(Kind {
            trade: read.trade.to_owned(),
            is_gas_work: read.gas_work,
        })
    }
}

/// Whether the client of a booking may let its pro suggest further work. A visit that puts something right belongs to its job.
#[must_use]
pub fn may_be_allowed(booking: &Booking) -> bool {
    booking.parent_id.is_none() && !booking.facts().is_called_off
}

/// Until when the pro of a job may suggest something, Unix milliseconds; none where its work was not done, or its client did not let them.
#[must_use]
pub fn suggest_until(job: &Booking) -> Option<Millis> {
    let is_it = job.facts().is_done && may_be_allowed(job) && job.may_suggest;
    job.ended_at.filter(|_| is_it).map(|ended| ended + WITHIN)
}

/// Whether the pro of a job may suggest something now.
///
/// # Errors
/// 409 `illegal_transition` for a job that is not done; `not_allowed` where its client did not let them; `too_late`.
pub fn may_suggest(job: &Booking, now: Millis) -> Fallible<()> {
    if !job.facts().is_done || !may_be_allowed(job) {
        return Err(status::illegal(job.status));
    }
    let Some(until) = suggest_until(job) else {
        let detail = "Your client has not said that you may suggest further work.";
        return Err(Failure::conflict("not_allowed", detail));
    };
    if now < until {
        return Ok(());
    }
    let detail = "This job was done more than 90 days ago.";
    Err(Failure::conflict("too_late", detail))
}

/// 409 `suggested_already`: a client gets one invitation in 30 days, whoever suggests it.
#[must_use]
pub fn suggested_already() -> Failure {
    let detail = "Your client was sent a suggestion less than 30 days ago. They get one in 30 days.";
    Failure::conflict("suggested_already", detail)
}

/// Where an invitation stands. One whose words are gone is over: its client or its pro was erased.
#[must_use]
pub fn state(words: &str, declined: bool, booked: bool, until: Millis, now: Millis) -> State {
    if booked {
        State::Booked
    } else if declined {
        State::Declined
    } else if now >= until || words.is_empty() {
        State::Expired
    } else {
        State::Open
    }
}

/// Whether a booking uses up its invitation. One that was never certain, since it was not paid for or gave way to another, does not.
#[must_use]
pub fn uses_up(booking: &Booking) -> bool {
    !matches!(
        booking.cancel_reason,
        Some(CancelReason::Replaced | CancelReason::PaymentAbandoned)
    )
}

/// An invitation that stands so may be booked, or declined.
///
/// # Errors
/// 409 `invitation_used`, `invitation_over`.
pub fn check(state: State) -> Fallible<()> {
    match state {
        State::Open => Ok(()),
        State::Booked => Err(Failure::conflict("invitation_used", "This was booked already.")),
        State::Declined | State::Expired => Err(over()),
    }
}

/// 409 `invitation_over`.
fn over() -> Failure {
    Failure::conflict(
        "invitation_over",
        "This suggestion is no longer open. You can book the job with any pro near you.",
    )
}

/// Whether the pro who suggests it can have the booking, before anybody waits for them. What they have against the hours and the price is
/// theirs to say.
///
/// # Errors
/// 422 on `urgency` for an emergency; 409 `pro_unavailable` when they have something else then, `card_needed`, `pro_cannot` when it is not for
/// them.
pub fn check_booking(urgency: Urgency, against: Option<Reason>) -> Fallible<()> {
    if urgency == Urgency::Emergency {
        let detail = "An emergency is for whoever is nearest. Choose a time, or book it without this pro.";
        return Err(Failure::field("urgency", detail));
    }
    match against {
        None | Some(Reason::Offline | Reason::Minimum | Reason::Declined | Reason::ProposalOver) => Ok(()),
        Some(
            Reason::Hours
            | Reason::DayOff
            | Reason::Blocked
            | Reason::Busy
            | Reason::GasSafeEnds
            | Reason::ElectricalEnds,
        ) => Err(Failure::conflict(
            "pro_unavailable",
            "The pro can't come then. Please choose another time.",
        )),
        Some(Reason::Debt) => Err(Failure::conflict(
            "card_needed",
            "This pro takes no cash now. Please pay by card.",
        )),
        Some(_) => Err(Failure::conflict(
            "pro_cannot",
            "This pro can't take this job now. You can book it with any pro near you.",
        )),
    }
}

/// What one pro alone is asked to do is done at the usual price: nobody is to be won over by more.
///
/// # Errors
/// 409 `reserved`.
pub fn check_raise(booking: &Booking) -> Fallible<()> {
    if booking.reserved_for.is_none() {
        return Ok(());
    }
    let detail = "Only the pro who suggested this is asked, at the usual price.";
    Err(Failure::conflict("reserved", detail))
}

/// Until when nobody but its pro is asked for a booking, Unix milliseconds; none for one that is open to all. Never so late that nobody
/// could come.
#[must_use]
pub fn promised_until(booking: &Booking, rules: &MatchingRules) -> Option<Millis> {
    booking.reserved_for.as_ref()?;
    let until = booking.created_at.saturating_add(PROMISED);
    let latest = booking
        .slot_end
        .map(|end| end.saturating_sub(rules.before_slot_end));
    Some(latest.map_or(until, |latest| until.min(latest)))
}

/// The token of an invitation's link: nothing of it is stored, so that neither a copy of the database nor a job that sends it tells anybody.
#[must_use]
pub fn token(key: &Key, id: &str) -> String {
    format!("{id}.{}", URL_SAFE_NO_PAD.encode(key.mac(&signed(id))))
}

/// The invitation that a token opens.
///
/// # Errors
/// 404 for one that opens nothing.
pub fn opened<'a>(key: &Key, token: &'a str) -> Fallible<&'a str> {
    let found = token.trim().split_once('.').and_then(|(id, tag)| {
        let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
        key.verify(&signed(id), &tag).then_some(id)
    });
    found.ok_or_else(broken_link)
}

/// 404 for a link that opens nothing.
#[must_use]
pub fn broken_link() -> Failure {
    Failure::not_found("This link is not valid or has ended.")
}

/// Where an invitation's link leads.
#[must_use]
pub fn address(base: &Url, token: &str) -> String {
    format!(
        "{}/booking/suggested/{token}",
        base.as_str().trim_end_matches('/')
    )
}

fn signed(id: &str) -> Vec<u8> {
    format!("invitation\n{id}").into_bytes()
}

#[cfg(test)]
mod tests;
