//! What a client reads.

use super::{News, Words};
use crate::mail::words;
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::message_kind::MessageKind;
use callout_domain::pro::Basics;
use callout_domain::time;

/// For a pro who has not said who they are, or is gone.
const SOMEBODY: &str = "Your pro";

pub(super) fn words(news: &News<'_>) -> Words {
    let booking = news.booking;
    let (job, when) = (&booking.readable_name, words::when(booking));
    let name = news.pro.map_or_else(|| SOMEBODY.to_owned(), Basics::short_name);
    let (title, said, action) = match news.message {
        MessageKind::Assigned => (
            format!("{name} is your pro"),
            [
                format!("{name} is your pro for {job} ({when})."),
                code(news),
                contract(news.pro),
            ]
            .into_iter()
            .filter(|sentence| !sentence.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
            "See your booking",
        ),
        MessageKind::Proposal => (
            format!("{name} asks for another price"),
            format!(
                "{name} would do {job} ({when}) for {} instead of {}. Please answer{}. Otherwise we ask other pros at the old price.",
                asked(news),
                words::amount(booking.amount_pence),
                by(news),
            ),
            "Answer",
        ),
        MessageKind::PriceNamed | MessageKind::AnotherPriceNamed => (
            format!("{name} names a price"),
            format!(
                "{name} would do {job} ({when}) for {}{}. Other pros may name a price, too. You choose{}.",
                asked(news),
                length(news),
                by(news),
            ),
            "See the prices",
        ),
        MessageKind::PaymentAsked => (
            "Please pay to confirm your booking".to_owned(),
            to_pay(news, &name),
            "Pay now",
        ),
        MessageKind::ProWithdrew => (
            format!("{name} can't make it"),
            format!("{name} can't make it. We're asking other pros now. You can cancel free. {job}, {when}."),
            "See your booking",
        ),
        MessageKind::OnTheWay => (
            format!("{name} is on the way"),
            format!("{name} is on the way to you: {job}."),
            "Follow on the map",
        ),
        MessageKind::NotOnTheWay => (
            "Not on the way yet".to_owned(),
            format!("{name} is not on the way yet: {job} ({when}). We tell you when they set off."),
            "See your booking",
        ),
        MessageKind::BegunWithoutCode => (
            format!("{name} has begun without your start code"),
            format!(
                "{name} could not reach you and has begun without your start code: {job}. If that is not right, please tell us."
            ),
            "See your booking",
        ),
        MessageKind::RunningLate | MessageKind::StillLate => (
            format!("{name} is running late"),
            format!(
                "{name} is running late, by about {} minutes: {job} ({when}).",
                news.late_minutes.unwrap_or_default()
            ),
            "See your booking",
        ),
        MessageKind::Here => (
            format!("{name} is here"),
            format!("{name} says they are here: {job}. Please let them in."),
            "See your booking",
        ),
        MessageKind::AtTheDoor => (
            format!("{name} is at your door"),
            format!(
                "{name} is at your door: {job}. Please let them in. If nobody answers, they may tell us after 15 minutes that nobody is at home; we then decide, and the visit may cost you a part of the price."
            ),
            "See your booking",
        ),
        MessageKind::VisitGoesOn => (
            "Your visit is still going ahead".to_owned(),
            format!(
                "{name} had told us that nobody was at home. That is settled and costs you nothing: {job} ({when}) is still going ahead."
            ),
            "See your booking",
        ),
        MessageKind::NoResponse if booking.awaits_price() => (
            "No price was agreed in time".to_owned(),
            format!("No price was agreed in time for {job} ({when}). You can try again, or cancel free."),
            "Try again",
        ),
        MessageKind::NoResponse => (
            "We couldn't reach a pro in time".to_owned(),
            format!("We couldn't reach a pro in time for {job} ({when}). You can try again, or cancel free."),
            "Try again",
        ),
        MessageKind::CancelledByOthers => (
            "Your booking is cancelled".to_owned(),
            format!("{job} ({when}) is cancelled{}. {}", why(booking), money(booking)),
            "See your booking",
        ),
        MessageKind::TimeAccepted => (
            "Your new time is agreed".to_owned(),
            format!("{name} comes at the time you suggested: {job}, {when}."),
            "See your booking",
        ),
        MessageKind::TimeDeclined => (
            format!("{name} can't come at the time you suggested"),
            format!("{name} can't come at the time you suggested. The old time stands: {job}, {when}."),
            "See your booking",
        ),
        MessageKind::TimeLapsed => (
            "Your suggested time was not answered".to_owned(),
            format!("{name} did not answer the time you suggested. The old time stands: {job}, {when}."),
            "See your booking",
        ),
        MessageKind::PutRightForClient => (
            format!("{name} would like to put it right"),
            format!(
                "{name} would like to come again for {job}, free of charge. Please agree to the time, or name another one."
            ),
            "See and answer",
        ),
        MessageKind::PutRightOffClient => (
            "No visit to put it right".to_owned(),
            format!(
                "There will be no visit to put {job} right: it was refused, or nobody answered in time. Please contact us if it is not right yet."
            ),
            "See your booking",
        ),
        MessageKind::NewWorkSuggested => (
            format!("{name} suggests further work"),
            format!(
                "{name}, who did {job} for you, suggests further work. Nothing is booked: see what it is, choose a time and see the price, or say no."
            ),
            "See what it is",
        ),
        MessageKind::Completed if booking.parent_id.is_some() => (
            format!("{job} was put right"),
            format!(
                "{job} was put right: done. If something is still not right, ask again from your booking."
            ),
            "See the visit",
        ),
        MessageKind::NotAsBooked => (
            format!("{name} says the job is not what you booked"),
            format!(
                "{name} says that {job} is not what was booked. Please choose{}: another price, to end the job, or to talk. Nothing is charged unless you choose it.",
                by(news),
            ),
            "See and choose",
        ),
        MessageKind::ExtraProposed => (
            format!("{name} suggests extra work"),
            format!(
                "{name} suggests extra work or parts for {job}: {} more. Nothing is charged unless you approve. Please answer{}.",
                asked(news),
                by(news),
            ),
            "See and answer",
        ),
        MessageKind::ExtraApproved if pence(news) < 0 => (
            "Lower price agreed".to_owned(),
            format!(
                "You have agreed to a lower price for {job}: {} less, {} in all{}.",
                words::amount(-pence(news)),
                words::amount(booking.amount_pence),
                lower(booking),
            ),
            "See your booking",
        ),
        MessageKind::ExtraApproved => (
            "Extra work approved".to_owned(),
            format!(
                "You have approved extra work or parts for {job}: {} more, {} in all{}. Your receipt lists it.",
                asked(news),
                words::amount(booking.amount_pence),
                in_cash(booking),
            ),
            "See your booking",
        ),
        // The last ones are for pros and never come here.
        MessageKind::Completed
        | MessageKind::Offer
        | MessageKind::EmergencyNearby
        | MessageKind::WantsToTalk
        | MessageKind::PutRightForPro
        | MessageKind::PutRightOffPro
        | MessageKind::NewWorkBooked
        | MessageKind::NewWorkOver
        | MessageKind::JobAssigned
        | MessageKind::JobCancelled
        | MessageKind::JobTakenAway
        | MessageKind::PromiseOver
        | MessageKind::TimeSuggested
        | MessageKind::SuggestionLapsed
        | MessageKind::ExtraAgreed
        | MessageKind::ExtraDeclined
        | MessageKind::ExtraExpired
        | MessageKind::UnreadChat => (
            "Your job is done".to_owned(),
            format!("{job}: done. How did it go? Tell us, and see your receipt."),
            "Review your pro",
        ),
    };
    Words { title, said, action }
}

/// What the client needs at the door.
fn code(news: &News<'_>) -> String {
    match &news.start_code {
        Some(code) => format!("Start code: {code}. Show it when they arrive; never give it out by phone."),
        None => String::new(),
    }
}

/// Who does the work, as the law wants to have it said.
fn contract(pro: Option<&Basics>) -> String {
    match pro {
        Some(pro) => format!(
            "The work is done by {}, {}.",
            pro.legal_name,
            one_line(&pro.trading_address)
        ),
        None => String::new(),
    }
}

/// A postal address on one line.
fn one_line(address: &str) -> String {
    let lines = address.lines().map(|line| line.trim().trim_end_matches(','));
    lines
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

fn pence(news: &News<'_>) -> i64 {
    news.asked.map_or(news.booking.amount_pence, |asked| asked.pence)
}

fn asked(news: &News<'_>) -> String {
    words::amount(pence(news))
}

fn by(news: &News<'_>) -> String {
    news.asked.map_or_else(String::new, |asked| {
        format!(
            " by {}, {}",
            time::clock_face(asked.until),
            time::short_day(asked.until)
        )
    })
}

/// What is to be paid, and what follows.
fn to_pay(news: &News<'_>, name: &str) -> String {
    let (booking, asked, by) = (news.booking, asked(news), by(news));
    let (job, when, facts) = (&booking.readable_name, words::when(booking), booking.facts());
    if news.pro.is_some() && !facts.has_pro && !facts.waits_for_client {
        // A pro who has not answered in the app has agreed by phone.
        return format!(
            "{name} has agreed to do {job} ({when}). Please pay {asked}{by}, and they are booked. If you do not pay by then, nothing is charged and the pro will not come."
        );
    }
    format!("{job} ({when}): please pay {asked}{by}. {}", unpaid(booking))
}

/// How long the work takes, where a pro says so: ' (it takes 2 days)'.
fn length(news: &News<'_>) -> String {
    let minutes = news.asked.and_then(|asked| asked.length_minutes);
    minutes.map_or_else(String::new, |minutes| {
        format!(" (it takes {})", words::length(minutes))
    })
}

fn unpaid(booking: &Booking) -> &'static str {
    if booking.facts().waits_for_client && booking.awaits_price() {
        "If it is not paid by then, you can choose again."
    } else if booking.facts().waits_for_client {
        "If it is not paid by then, we ask other pros."
    } else if booking.facts().has_pro {
        "If it is not paid by then, the old time stands."
    } else {
        "Open your booking to see what happens if you don't pay."
    }
}

fn in_cash(booking: &Booking) -> &'static str {
    if booking.is_in_cash() {
        ", to be paid in cash when the job is done"
    } else {
        ""
    }
}

fn lower(booking: &Booking) -> &'static str {
    if booking.is_in_cash() {
        in_cash(booking)
    } else {
        ". What was charged beyond it goes back to your card"
    }
}

fn why(booking: &Booking) -> &'static str {
    match booking.cancel_reason {
        Some(CancelReason::NoPro) => ": we found no pro for it",
        Some(CancelReason::NoShow) => ": your pro did not come",
        Some(CancelReason::Stopped) => ": we have stopped the job",
        Some(CancelReason::NotHome) => ": nobody was at home when your pro came",
        Some(CancelReason::PutRightOff) => ": your pro cannot come to put it right. You can ask again",
        Some(CancelReason::NotTaken) => ": the pro who suggested it can't take it, and nobody else was asked",
        Some(CancelReason::ForClient) => " as you asked us",
        Some(CancelReason::ByCallout) => ": we are sorry that we cannot keep it",
        _ => "",
    }
}

fn money(booking: &Booking) -> &'static str {
    let reason = booking.cancel_reason;
    if matches!(reason, Some(CancelReason::Stopped | CancelReason::NotHome)) {
        "Its page says why, and what it costs you."
    } else if reason == Some(CancelReason::ForClient) {
        "Its page says what it costs you."
    } else if booking.payment_id.is_some() {
        "You pay nothing: what was held on your card or charged to it goes back in full."
    } else {
        "You pay nothing."
    }
}
