//! What can happen to a booking. Each event is stored with its change, and open pages look again at every one.

use callout_db::names;

use crate::status::BookingStatus;

names! {
    /// What happened to a booking: it came to a status, or something that leaves its status alone.
    #[schema(as = BookingEventKind)]
    pub enum EventKind {
        /// It was made.
        Created = "created",
        /// It was paid for, or nothing was to be paid.
        Paid = "paid",
        /// Pros are asked.
        Pending = "pending",
        /// It waits for the client.
        Accepted = "accepted",
        /// The client has agreed and, by card, paid.
        Confirmed = "confirmed",
        /// A pro has it.
        Assigned = "assigned",
        /// The pro has set off.
        EnRoute = "en_route",
        /// The work has begun.
        InProgress = "in_progress",
        /// The work is done.
        Completed = "completed",
        /// It was called off.
        Cancelled = "cancelled",
        /// Nobody took it.
        NoResponse = "no_response",
        /// Details were changed.
        Updated = "updated",
        /// The client offers more.
        PriceRaised = "price_raised",
        /// It has another time.
        Rescheduled = "rescheduled",
        /// The client was asked to pay again.
        PaymentDue = "payment_due",
        /// Money was given back.
        Refunded = "refunded",
        /// A pro named a price.
        PriceNamed = "price_named",
        /// A named price ended.
        PriceGone = "price_gone",
        /// The client suggested another time.
        TimeSuggested = "time_suggested",
        /// The pro can come then.
        SuggestionAccepted = "suggestion_accepted",
        /// The pro cannot.
        SuggestionDeclined = "suggestion_declined",
        /// A suggested time can no longer be had.
        SuggestionGone = "suggestion_gone",
        /// A suggested time was not answered or paid in time.
        SuggestionLapsed = "suggestion_lapsed",
        /// A pro agreed by phone, and the client is asked to pay first.
        ProPromised = "pro_promised",
        /// The client did not pay, so the promise to the pro has ended.
        PromiseUnpaid = "promise_unpaid",
        /// The client paid, but the pro who had agreed can no longer take it.
        PromiseGone = "promise_gone",
        /// After too many wrong start codes none is taken for a while.
        StartCodeLocked = "start_code_locked",
        /// A new start code was made.
        StartCodeRenewed = "start_code_renewed",
        /// The pro may begin without the start code.
        StartOpened = "start_opened",
        /// The pro suggested extra work.
        ExtraProposed = "extra_proposed",
        /// The client agreed to extra work that is to be paid.
        ExtraPayment = "extra_payment",
        /// Extra work belongs to the price.
        ExtraApproved = "extra_approved",
        /// The client does not want the extra work.
        ExtraDeclined = "extra_declined",
        /// The pro took extra work back, or the job ended.
        ExtraWithdrawn = "extra_withdrawn",
        /// Extra work was not answered or paid in time.
        ExtraExpired = "extra_expired",
        /// The bank refused the payment of extra work.
        ExtraRefused = "extra_refused",
        /// The pro says that they are late.
        RunningLate = "running_late",
        /// The pro says that they are there, though their place does not show it.
        Here = "here",
        /// The pro says that it is not what was booked.
        NotAsBooked = "not_as_booked",
        /// What is to be done about that was chosen, or it was taken back.
        NotAsBookedOver = "not_as_booked_over",
        /// The pro is at the door.
        AtTheDoor = "at_the_door",
        /// Nobody answers the door.
        NotHome = "not_home",
        /// A report that nobody was at home is closed, and the visit goes on.
        VisitGoesOn = "visit_goes_on",
        /// The pro says that they did come.
        NoShowContested = "no_show_contested",
        /// A contested visit was decided.
        NoShowDecided = "no_show_decided",
        /// The client asked to stop the job.
        StopAsked = "stop_asked",
        /// A visit is asked for to put it right, or another window for that.
        PutRightAsked = "put_right_asked",
        /// Both agree on that visit.
        PutRightAgreed = "put_right_agreed",
        /// That visit is not wanted, was called off, or is done.
        PutRightOver = "put_right_over",
        /// The client lets the pro suggest further work, or not any more.
        MaySuggest = "may_suggest",
        /// The pro suggests further work.
        NewWorkSuggested = "new_work_suggested",
        /// The client does not want that work.
        NewWorkDeclined = "new_work_declined",
        /// The client disputes the job, or their bank does.
        Disputed = "disputed",
        /// The pro answered the dispute.
        DisputeAnswered = "dispute_answered",
        /// The dispute was decided.
        DisputeDecided = "dispute_decided",
        /// One side appealed against the decision.
        DisputeAppealed = "dispute_appealed",
        /// The appeal was decided.
        AppealDecided = "appeal_decided",
        /// The pro says that the client did not pay in cash.
        NotPaid = "not_paid",
        /// What the platform's fee is of a job that was not paid was decided.
        FeeDecided = "fee_decided",
    }
}

impl EventKind {
    /// The status that the booking came to; none for anything else.
    #[must_use]
    pub fn status(self) -> Option<BookingStatus> {
        BookingStatus::named(self.as_str())
    }
}

impl From<BookingStatus> for EventKind {
    fn from(status: BookingStatus) -> Self {
        match status {
            BookingStatus::Created => Self::Created,
            BookingStatus::Paid => Self::Paid,
            BookingStatus::Pending => Self::Pending,
            BookingStatus::Accepted => Self::Accepted,
            BookingStatus::Confirmed => Self::Confirmed,
            BookingStatus::Assigned => Self::Assigned,
            BookingStatus::EnRoute => Self::EnRoute,
            BookingStatus::InProgress => Self::InProgress,
            BookingStatus::Completed => Self::Completed,
            BookingStatus::Cancelled => Self::Cancelled,
            BookingStatus::NoResponse => Self::NoResponse,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_the_event_of_its_word() {
        for status in BookingStatus::ALL {
            let kind = EventKind::from(status);
            assert_eq!((kind.as_str(), kind.status()), (status.as_str(), Some(status)));
        }
        assert_eq!(EventKind::Updated.status(), None);
    }
}
