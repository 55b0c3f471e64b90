//! What a pro reads. The client's name, phone and address are on the page of the job alone.

use super::{News, Words};
use crate::mail::words;
use callout_domain::booking::CancelReason;
use callout_domain::message_kind::MessageKind;

pub(super) fn words(news: &News<'_>) -> Words {
    let (job, when) = (&news.booking.readable_name, words::when(news.booking));
    let (title, said, action) = match news.message {
        MessageKind::Offer if news.booking.awaits_price() => (
            "Name your price for a job near you",
            format!("{job}, {when}. You name the price, the client chooses."),
            "See the job",
        ),
        MessageKind::Offer => (
            "New job near you",
            format!(
                "{job}, {when}, {}. Answer now: others are asked, too.",
                words::amount(price(news))
            ),
            "See the offer",
        ),
        MessageKind::EmergencyNearby => (
            "An emergency near you",
            format!("{job} near you, now, {}. Nobody has it yet.", pay(news)),
            "See the job",
        ),
        MessageKind::PutRightForPro => (
            "Your client wants something put right",
            format!(
                "Your client asks you to come again for {job}, free of charge. Please agree to the time, or name another one."
            ),
            "See and answer",
        ),
        MessageKind::PutRightOffPro => (
            "No visit to put it right",
            format!("There will be no visit to put {job} right: it was refused, or nobody answered in time."),
            "See the job",
        ),
        MessageKind::NewWorkBooked => (
            "Your client has booked what you suggested",
            format!(
                "{job}, {when}, {}. Only you are asked: please take it or say no within 24 hours, or it ends.",
                pay(news)
            ),
            "See and answer",
        ),
        MessageKind::NewWorkOver => (
            "A job you suggested is over",
            format!(
                "{job}, {when}: it was not taken in time, or your client has cancelled it. You don't need to keep the time free."
            ),
            "See your jobs",
        ),
        MessageKind::WantsToTalk => (
            "Your client wants to talk",
            format!(
                "You said that {job} is not what was booked. Your client wants to talk about it; until you agree on something the job goes on as booked."
            ),
            "See the job",
        ),
        MessageKind::JobCancelled if news.booking.cancel_reason == Some(CancelReason::NotAsBooked) => (
            "Your client has ended the job",
            format!(
                "{job} was not what was booked, and your client has ended it. What you get for coming is on its page."
            ),
            "See the job",
        ),
        MessageKind::JobCancelled => (
            "A job was cancelled",
            format!("{job}, {when}, is cancelled or no longer yours. You don't need to go."),
            "See the job",
        ),
        MessageKind::JobTakenAway => (
            "A job was taken off your list",
            format!(
                "{job}, {when}: this job was taken off your list. Please don't set off, and turn back if you have."
            ),
            "See your jobs",
        ),
        MessageKind::PromiseOver => (
            "A job you agreed to is no longer yours",
            format!(
                "{job}, {when}: you agreed to it by phone, but it is no longer yours. It was not paid for in time, was changed or cancelled, or went to another pro. You don't need to keep the time free."
            ),
            "See your jobs",
        ),
        MessageKind::TimeSuggested => (
            "Your client suggests another time",
            format!(
                "Your client suggests another time for {job}, {when}. Please answer soon, or the old time stands."
            ),
            "Answer",
        ),
        MessageKind::SuggestionLapsed => (
            "The old time stands",
            format!(
                "The time your client suggested was not agreed in time. The old time stands: {job}, {when}."
            ),
            "See the job",
        ),
        MessageKind::ExtraAgreed if price(news) < 0 => (
            "Lower price agreed",
            format!(
                "Your client has agreed to the lower price for {job}: {} less. You can go ahead.",
                words::amount(-price(news))
            ),
            "See the job",
        ),
        MessageKind::ExtraAgreed => (
            "Extra work approved",
            format!(
                "Your client has approved the extra work for {job}: {} more. You can go ahead.",
                words::amount(price(news))
            ),
            "See the job",
        ),
        MessageKind::ExtraDeclined => (
            "Extra work declined",
            format!("Your client has declined the extra work for {job}. The job goes on as booked."),
            "See the job",
        ),
        MessageKind::ExtraExpired => (
            "Extra work not approved",
            format!(
                "Your client did not approve the extra work for {job} in time. You may suggest it again; until then the job goes on as booked."
            ),
            "See the job",
        ),
        MessageKind::UnreadChat => (
            "Your client has written to you",
            format!("Your client has written to you about {job}, {when}, and you have not read it yet."),
            "Read and answer",
        ),
        // The last ones are for clients and never come here.
        MessageKind::JobAssigned
        | MessageKind::Assigned
        | MessageKind::Proposal
        | MessageKind::PriceNamed
        | MessageKind::AnotherPriceNamed
        | MessageKind::PaymentAsked
        | MessageKind::ProWithdrew
        | MessageKind::OnTheWay
        | MessageKind::NotOnTheWay
        | MessageKind::BegunWithoutCode
        | MessageKind::RunningLate
        | MessageKind::StillLate
        | MessageKind::Here
        | MessageKind::AtTheDoor
        | MessageKind::VisitGoesOn
        | MessageKind::NoResponse
        | MessageKind::CancelledByOthers
        | MessageKind::Completed
        | MessageKind::TimeAccepted
        | MessageKind::TimeDeclined
        | MessageKind::TimeLapsed
        | MessageKind::NotAsBooked
        | MessageKind::PutRightForClient
        | MessageKind::PutRightOffClient
        | MessageKind::NewWorkSuggested
        | MessageKind::ExtraProposed
        | MessageKind::ExtraApproved => (
            "The job is yours",
            format!("The job is yours: {job}, {when}. Address and phone are on its page."),
            "See the job",
        ),
    };
    Words {
        title: title.to_owned(),
        said,
        action,
    }
}

/// The price that the pro is paid by, which is before a coupon, or that there is none.
fn pay(news: &News<'_>) -> String {
    let booking = news.booking;
    if booking.awaits_price() {
        return "you name the price".to_owned();
    }
    words::amount(booking.amount_pence + booking.discount_pence)
}

fn price(news: &News<'_>) -> i64 {
    news.asked.map_or(news.booking.amount_pence, |asked| asked.pence)
}
