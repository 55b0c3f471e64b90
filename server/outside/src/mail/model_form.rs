//! The client's right to cancel within 14 days, as the Consumer Contracts (Information, Cancellation and Additional Charges)
//! Regulations 2013 require it to be explained: early start (regulation 36), urgent repairs (regulation 28) and the model form
//! (Schedule 3, part B).

use super::words;
use callout_domain::booking::Booking;
use callout_domain::clock::DAY;
use callout_domain::time;
use pricing_core::Urgency;

/// The cancellation period (regulation 30).
const PERIOD_DAYS: i64 = 14;

/// Shown when the visit lies within the period: the same words as under the terms box.
const EARLY_START: &str = "You have 14 days to cancel this agreement. By booking a visit within them, you ask for the work to start \
early: if you cancel after it has begun, you pay for what has been done, and once the job is complete the right to cancel ends.";

/// Shown when the visit comes after the period.
const LATER: &str = "You have 14 days to cancel this agreement without giving a reason.";

/// Shown for an emergency visit.
const URGENT: &str = "You have called us out for urgent repairs, so the 14 days in which other agreements can be cancelled do not \
apply. You can still cancel as our cancellation terms say.";

/// True when the client may cancel within 14 days.
pub(super) fn applies(booking: &Booking) -> bool {
    booking.urgency != Urgency::Emergency
}

/// The sentence that applies to this booking.
pub(super) fn sentence(booking: &Booking) -> &'static str {
    let last = time::day(booking.created_at + PERIOD_DAYS * DAY);
    let is_early = booking.slot_start.is_none_or(|start| time::day(start) <= last);
    match (applies(booking), is_early) {
        (false, _) => URGENT,
        (true, true) => EARLY_START,
        (true, false) => LATER,
    }
}

/// The heading of the form.
pub(super) const HEADING: &str = "Model cancellation form";

/// The instructions for the form.
pub(super) const HOW: &str = "Complete and return this form only if you wish to withdraw from the contract. You need not: telling us in any clear words is enough.";

/// The form's lines, filled in as far as we can; a name that we do not know is left for the consumer to fill in.
pub(super) fn lines(booking: &Booking, trader: &str) -> Vec<String> {
    vec![
        format!("To {trader}:"),
        "I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract for the supply of the following service [*]:".to_owned(),
        format!("{} (booking {})", booking.readable_name, booking.id),
        format!("Ordered on: {}", time::day_in_words(booking.created_at)),
        format!("Name of consumer(s): {}", booking.customer_name).trim_end().to_owned(),
        format!("Address of consumer(s): {}", words::address(booking).join(", ")),
        "Signature of consumer(s) (only if this form is notified on paper):".to_owned(),
        "Date:".to_owned(),
        "[*] Delete as appropriate".to_owned(),
    ]
}
