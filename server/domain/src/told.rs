//! Whether a message is still true when its job runs: somebody who pays, or a pro who withdraws, may be faster than the mail server.

use crate::booking::CancelReason;
use crate::message_kind::MessageKind;
use crate::status::{BookingStatus, facts};

/// What a message is judged by: its booking as it stands now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Its status.
    pub status: BookingStatus,
    /// It is assigned to the pro that the message is about, or is for.
    pub is_assigned: bool,
    /// An open proposal, or a price that was named, waits for the client's approval.
    pub waits_for_approval: bool,
    /// Extra work waits for the client's answer.
    pub waits_for_extra: bool,
    /// An invitation to further work may be booked.
    pub waits_for_booking: bool,
    /// The client has not chosen what to do about a job that is not what was booked.
    pub waits_for_choice: bool,
    /// A request to put the job right waits for the reader's answer.
    pub waits_for_put_right: bool,
    /// Something is to be paid, and there is time left.
    pub is_payment_due: bool,
}

/// True when a message of this kind still says what is so. A message that has grown too old is not judged here.
#[must_use]
pub fn is_true(kind: MessageKind, now: Standing) -> bool {
    let facts = facts(now.status);
    match kind {
        MessageKind::Assigned
        | MessageKind::JobAssigned
        | MessageKind::TimeSuggested
        | MessageKind::ExtraAgreed
        | MessageKind::ExtraDeclined
        | MessageKind::ExtraExpired => facts.has_pro && facts.is_open && now.is_assigned,
        MessageKind::PutRightForClient | MessageKind::PutRightForPro => {
            facts.is_done && now.is_assigned && now.waits_for_put_right
        }
        MessageKind::PutRightOffClient | MessageKind::PutRightOffPro => facts.is_done && now.is_assigned,
        MessageKind::NewWorkSuggested => facts.is_done && now.waits_for_booking,
        MessageKind::NewWorkBooked => facts.is_matching,
        MessageKind::NewWorkOver => facts.is_called_off,
        MessageKind::NotAsBooked => facts.is_at_work && now.is_assigned && now.waits_for_choice,
        MessageKind::WantsToTalk => facts.has_pro && facts.is_open && now.is_assigned,
        MessageKind::ExtraProposed => facts.is_at_work && now.waits_for_extra,
        MessageKind::ExtraApproved => facts.has_pro,
        // The chat stays open for a day after the job.
        MessageKind::UnreadChat => facts.has_pro && now.is_assigned,
        // The work may be done by then.
        MessageKind::BegunWithoutCode => facts.has_pro,
        MessageKind::Proposal => facts.waits_for_client && now.waits_for_approval,
        MessageKind::PriceNamed | MessageKind::AnotherPriceNamed => {
            facts.is_matching && now.waits_for_approval
        }
        MessageKind::PaymentAsked => now.is_payment_due,
        MessageKind::ProWithdrew | MessageKind::Offer | MessageKind::EmergencyNearby => facts.is_matching,
        MessageKind::AtTheDoor
        | MessageKind::VisitGoesOn
        | MessageKind::RunningLate
        | MessageKind::StillLate
        | MessageKind::Here => facts.has_pro && facts.is_open && !facts.is_at_work && now.is_assigned,
        MessageKind::OnTheWay => facts.is_on_the_way && now.is_assigned,
        MessageKind::NotOnTheWay => {
            facts.has_pro && facts.is_open && !facts.is_on_the_way && !facts.is_at_work && now.is_assigned
        }
        MessageKind::NoResponse => facts.is_unmatched,
        MessageKind::CancelledByOthers => facts.is_called_off,
        MessageKind::Completed => facts.is_done,
        MessageKind::TimeAccepted
        | MessageKind::TimeDeclined
        | MessageKind::TimeLapsed
        | MessageKind::SuggestionLapsed => facts.is_open,
        // This pro's job ended, whoever has the booking now.
        MessageKind::JobCancelled => facts.is_called_off || !now.is_assigned,
        // They may have got it back.
        MessageKind::JobTakenAway | MessageKind::PromiseOver => !now.is_assigned,
    }
}

/// True when the client is told of a cancellation for this reason by [`MessageKind::CancelledByOthers`]: their own needs no such
/// message, and one for want of payment has its own.
#[must_use]
pub fn is_by_others(cancel_reason: Option<CancelReason>) -> bool {
    !matches!(
        cancel_reason,
        Some(CancelReason::Client | CancelReason::NotAsBooked | CancelReason::PaymentEnded)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(status: BookingStatus) -> Standing {
        Standing {
            status,
            is_assigned: true,
            waits_for_approval: false,
            waits_for_extra: false,
            waits_for_booking: false,
            waits_for_choice: false,
            waits_for_put_right: false,
            is_payment_due: false,
        }
    }

    /// The statuses in which a message is true for the booking's own pro, with nothing to approve or to pay.
    fn when(kind: MessageKind) -> Vec<&'static str> {
        let mut statuses = BookingStatus::ALL.to_vec();
        statuses.retain(|status| is_true(kind, at(*status)));
        statuses.into_iter().map(BookingStatus::as_str).collect()
    }

    #[test]
    fn a_message_is_true_as_long_as_the_booking_stands_where_it_says() {
        assert_eq!(
            when(MessageKind::Assigned),
            ["assigned", "en_route", "in_progress"]
        );
        assert_eq!(when(MessageKind::OnTheWay), ["en_route"]);
        assert_eq!(when(MessageKind::NotOnTheWay), ["assigned"]);
        assert_eq!(when(MessageKind::AtTheDoor), ["assigned", "en_route"]);
        assert_eq!(when(MessageKind::RunningLate), ["assigned", "en_route"]);
        assert!(when(MessageKind::UnreadChat).contains(&"completed"));
        assert_eq!(when(MessageKind::ProWithdrew), ["pending"]);
        assert_eq!(when(MessageKind::NoResponse), ["no_response"]);
        assert_eq!(when(MessageKind::Completed), ["completed"]);
        assert_eq!(when(MessageKind::CancelledByOthers), ["cancelled"]);
        assert_eq!(when(MessageKind::JobCancelled), ["cancelled"]);
        assert!(when(MessageKind::Proposal).is_empty() && when(MessageKind::PaymentAsked).is_empty());
    }

    #[test]
    fn another_pros_job_is_none_of_this_pros() {
        for status in BookingStatus::ALL {
            let of_another = Standing {
                is_assigned: false,
                ..at(status)
            };
            for kind in [
                MessageKind::Assigned,
                MessageKind::JobAssigned,
                MessageKind::OnTheWay,
                MessageKind::AtTheDoor,
                MessageKind::RunningLate,
                MessageKind::TimeSuggested,
                MessageKind::UnreadChat,
            ] {
                assert!(!is_true(kind, of_another), "{kind:?} {status}");
            }
            assert!(is_true(MessageKind::JobCancelled, of_another), "{status}");
            assert!(is_true(MessageKind::JobTakenAway, of_another), "{status}");
            assert!(!is_true(MessageKind::JobTakenAway, at(status)), "{status}");
        }
    }

    #[test]
    fn what_is_answered_or_paid_is_not_asked_for() {
        let asked = Standing {
            waits_for_approval: true,
            is_payment_due: true,
            ..at(BookingStatus::Accepted)
        };
        assert!(is_true(MessageKind::Proposal, asked) && is_true(MessageKind::PaymentAsked, asked));
        let approved = Standing {
            waits_for_approval: false,
            ..asked
        };
        assert!(!is_true(MessageKind::Proposal, approved) && is_true(MessageKind::PaymentAsked, approved));
    }

    #[test]
    fn extra_work_is_asked_about_while_it_waits() {
        let waiting = Standing {
            waits_for_extra: true,
            ..at(BookingStatus::InProgress)
        };
        assert!(is_true(MessageKind::ExtraProposed, waiting));
        let done = Standing {
            status: BookingStatus::Completed,
            ..waiting
        };
        assert!(!is_true(MessageKind::ExtraProposed, done) && is_true(MessageKind::ExtraApproved, done));
        assert!(when(MessageKind::ExtraProposed).is_empty());
    }

    #[test]
    fn further_work_is_suggested_while_it_may_be_booked() {
        let invited = Standing {
            waits_for_booking: true,
            ..at(BookingStatus::Completed)
        };
        assert!(is_true(MessageKind::NewWorkSuggested, invited));
        assert!(when(MessageKind::NewWorkSuggested).is_empty());
        assert_eq!(when(MessageKind::NewWorkBooked), ["pending"]);
        assert_eq!(when(MessageKind::NewWorkOver), ["cancelled"]);
    }

    #[test]
    fn what_was_answered_or_taken_back_is_not_asked_about() {
        let reported = Standing {
            waits_for_choice: true,
            ..at(BookingStatus::InProgress)
        };
        assert!(is_true(MessageKind::NotAsBooked, reported));
        let asked = Standing {
            waits_for_put_right: true,
            ..at(BookingStatus::Completed)
        };
        for kind in [MessageKind::PutRightForClient, MessageKind::PutRightForPro] {
            assert!(is_true(kind, asked) && when(kind).is_empty(), "{kind:?}");
        }
        assert!(when(MessageKind::NotAsBooked).is_empty());
        assert_eq!(when(MessageKind::PutRightOffPro), ["completed"]);
    }

    #[test]
    fn nobody_is_told_of_what_they_did_themselves() {
        assert!(!is_by_others(Some(CancelReason::NotAsBooked)));
        assert!(!is_by_others(Some(CancelReason::Client)) && !is_by_others(Some(CancelReason::PaymentEnded)));
        assert!(
            is_by_others(Some(CancelReason::NoPro))
                && is_by_others(Some(CancelReason::NoShow))
                && is_by_others(None)
        );
    }
}
