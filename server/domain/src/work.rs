//! Deferred or retried work, as stored in the job queue.

mod pool;

pub use pool::Pool;

use serde::{Deserialize, Serialize};

use crate::clock::{HOUR, Millis, SECOND};
use crate::dispute::{News, Reader};
use crate::master_document::DocumentNews;
use crate::message_kind::{MessageKind, Way};
use crate::money_alert::MoneyAlert;
use crate::prices::FeeChange;
use crate::suspension;
use crate::tax::Quarter;

/// What a job does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Work {
    /// Delivers an event of the sandbox provider to our own webhook.
    SandboxWebhook {
        /// The event, as its raw bytes are signed.
        body: String,
    },
    /// Decides what the matching of a booking does next, and does it.
    Match {
        /// The booking.
        booking_id: String,
    },
    /// Ends the wait for the client's answer to a proposal.
    EndProposal {
        /// The proposal.
        proposal_id: String,
    },
    /// Ends the wait for a pro's answer to a suggested time.
    EndChange {
        /// The change.
        change_id: String,
    },
    /// Ends the wait for the client's answer to extra work.
    EndChangeOrder {
        /// The change order.
        order_id: String,
    },
    /// Charges what is held for extra work.
    CaptureExtra {
        /// The payment.
        payment_id: String,
    },
    /// Tells pros of a booking whose price or time has changed while a pro is looked for, and asks again.
    Reoffer {
        /// The booking.
        booking_id: String,
        /// The pros whose offers have ended with the change.
        withdrawn: Vec<String>,
    },
    /// Tells a pro that a job of theirs has changed.
    TellProOfChange {
        /// The pro.
        master_id: String,
        /// The booking.
        booking_id: String,
    },
    /// Gives back what was charged for a booking beyond its price.
    GiveBackSurplus {
        /// The booking.
        booking_id: String,
        /// What makes it happen once.
        reference: String,
    },
    /// Tells the pros who have an offer for a booking that it is no longer to be had.
    EndOffers {
        /// The booking.
        booking_id: String,
    },
    /// Tells a pro that a job of theirs was cancelled.
    TellPro {
        /// The pro.
        master_id: String,
        /// The booking.
        booking_id: String,
    },
    /// Captures the payment of a booking that a pro has taken.
    CapturePayment {
        /// The booking.
        booking_id: String,
    },
    /// Lets go of the money of a booking that found no pro.
    LetGoUnmatched {
        /// The booking.
        booking_id: String,
        /// When the search for its pro ended, Unix milliseconds.
        #[serde(default)]
        since: Option<i64>,
    },
    /// Cancels a booking that found no pro.
    CancelUnmatched {
        /// The booking.
        booking_id: String,
        /// When the search for its pro ended, Unix milliseconds.
        #[serde(default)]
        since: Option<i64>,
    },
    /// Settles or abandons a booking whose time to pay is over.
    AbandonBooking {
        /// The booking.
        booking_id: String,
    },
    /// Releases a payment whose booking was cancelled, less the fee.
    ReleasePayment {
        /// The payment.
        payment_id: String,
        /// What is kept, pence.
        fee_pence: i64,
    },
    /// Sends the email that confirms a booking.
    ConfirmationEmail {
        /// The booking.
        booking_id: String,
    },
    /// Sends the text that confirms a booking without an email.
    ConfirmationText {
        /// The booking.
        booking_id: String,
    },
    /// Tells the client of a booking without an email, by text, that it is cancelled.
    CancelledText {
        /// The booking.
        booking_id: String,
        /// What the client pays for it, pence.
        fee_pence: i64,
    },
    /// Sends the links of somebody's open bookings to an email or phone, if there are any.
    BookingLinks {
        /// Normalised email or phone.
        to: String,
        /// Names this request.
        request: String,
        /// Unix milliseconds.
        asked_at: i64,
    },
    /// Passes a message from the support page on.
    SupportMessage {
        /// The message.
        id: String,
    },
    /// Sends an operator's answer to a message from the support page.
    SupportAnswer {
        /// The message.
        id: String,
    },
    /// Tells a pro of a message that they have not read.
    ChatUnread {
        /// The booking.
        booking_id: String,
        /// The pro.
        master_id: String,
        /// The number of the message in its chat.
        seq: i64,
    },
    /// Makes a pending refund at the provider.
    Refund {
        /// The refund.
        reference: String,
    },
    /// Tells whoever looks after the money that the provider refused a refund.
    RefundRefusedEmail {
        /// The refund.
        reference: String,
    },
    /// Tells somebody outside how the audit log ends.
    AuditHead,
    /// Tells whoever looks after the money that something needs a person.
    MoneyAlert {
        /// What.
        alert: MoneyAlert,
    },
    /// Tells whoever looks after the jobs that one has begun without the client's code.
    BegunWithoutCodeAlert {
        /// The booking.
        booking_id: String,
    },
    /// Tells whoever looks after the jobs that one is work on gas, but its pro has no Gas Safe registration.
    GasWorkAlert {
        /// The booking.
        booking_id: String,
    },
    /// Ends a request to put something right that nobody has answered.
    EndPutRight {
        /// The request.
        put_right_id: String,
    },
    /// Ends the time in which a client chooses what to do about a job that is not what was booked.
    EndMismatch {
        /// The report.
        mismatch_id: String,
    },
    /// Tells whoever looks after the jobs of such a report.
    MismatchAlert {
        /// The report.
        mismatch_id: String,
        /// True where its pro makes many; false where its client has not chosen.
        is_often: bool,
    },
    /// Tells whoever looks after the jobs that a client asks to stop one.
    StopAlert {
        /// The booking.
        booking_id: String,
    },
    /// Tells all super admins that an operator was added.
    OperatorAddedEmail {
        /// The new operator.
        operator_id: String,
        /// Who added them; none from a shell.
        by: Option<String>,
    },
    /// Tells a pro that a passkey was added to their account.
    PasskeyAddedEmail {
        /// The pro.
        master_id: String,
        /// The passkey, which may be gone by then.
        passkey_id: String,
    },
    /// Tells whoever looks after Callout that the texts of an hour or a day are used up, or nearly.
    TextsAlert {
        /// How many percent are used up.
        percent: i64,
        /// True for those of a day, false for those of an hour.
        of_day: bool,
    },
    /// Sends a payout to a pro's bank.
    SendPayout {
        /// The payout.
        payout_id: String,
    },
    /// Asks a transfer to a pro back, as a whole or in part.
    ReverseTransfer {
        /// The reversal.
        reference: String,
    },
    /// Tells a pro what was taken back of a payout.
    ReversalEmail {
        /// The reversal.
        reference: String,
    },
    /// Tells a pro what a refund of a job that has ended takes from them.
    TakenBackEmail {
        /// The refund.
        reference: String,
        /// The job.
        booking_id: String,
        /// The pro.
        master_id: String,
        /// The pro's part of it, pence.
        amount_pence: i64,
    },
    /// Tells a pro that their bank did not take a payout.
    BankRefusedEmail {
        /// The provider's id of the payout.
        id: String,
        /// The pro.
        master_id: String,
        /// How much, pence.
        amount_pence: i64,
    },
    /// Tells a pro how a payout has ended.
    PayoutEmail {
        /// The payout.
        payout_id: String,
    },
    /// Tells whoever looks after the money that a payout waits for them, or was refused.
    PayoutAlert {
        /// The payout.
        payout_id: String,
    },
    /// Ends the time to pay a debt by card.
    EndDebtPayment {
        /// The payment.
        payment_id: String,
    },
    /// Tells a pro that a debt was paid by card.
    DebtPaidEmail {
        /// The payment.
        payment_id: String,
    },
    /// Tells a pro that there is an invoice for our fees.
    FeeInvoiceEmail {
        /// Its number.
        number: String,
    },
    /// Tells whoever looks after the money that a client did not pay in cash.
    NotPaidAlert {
        /// The booking.
        booking_id: String,
    },
    /// Tells whoever decides that a pro says something of a visit that came to nothing.
    MissedVisitAlert {
        /// What they say.
        visit_id: String,
    },
    /// Tells a pro what was decided about such a visit.
    MissedVisitVerdict {
        /// What they say.
        visit_id: String,
    },
    /// Tells a pro, or an operator, of a suspension.
    SuspensionMessage {
        /// The suspension.
        suspension_id: String,
        /// What.
        news: suspension::News,
    },
    /// Tells a pro what was decided about the fee of a job.
    FeeVerdictEmail {
        /// The booking.
        booking_id: String,
    },
    /// Sends a pro a copy of what the tax office is told.
    TaxCopy {
        /// The pro.
        master_id: String,
        /// Of which quarter.
        quarter: Quarter,
    },
    /// Tells a pro something about a document.
    DocumentEmail {
        /// The document.
        document_id: String,
        /// What.
        news: DocumentNews,
    },
    /// Has every pro told of a change of the platform's fee.
    AnnounceFee {
        /// The change.
        change: FeeChange,
    },
    /// Tells a pro of a change of the platform's fee.
    FeeChangeEmail {
        /// The change.
        change: FeeChange,
        /// The pro.
        master_id: String,
    },
    /// Gives the jobs to others for which a pro has no valid paper any more.
    CheckPapers {
        /// The pro.
        master_id: String,
    },
    /// Follows what the provider says of a payment that the client's bank has taken back.
    FollowChargeback {
        /// The provider's id of it.
        chargeback_id: String,
    },
    /// Takes into our books what a restored backup has left out.
    TakeInRestored,
    /// Follows what the provider says of a refund.
    FollowRefund {
        /// The provider's id of it.
        refund_id: String,
    },
    /// Follows what the provider says of all refunds of an intent.
    FollowRefunds {
        /// The provider's id of the intent.
        intent_id: String,
    },
    /// Tells somebody about a dispute.
    DisputeMessage {
        /// The dispute.
        dispute_id: String,
        /// What.
        news: News,
        /// Who.
        reader: Reader,
    },
    /// Tells the client what was charged.
    ChargedMessage {
        /// The payment.
        payment_id: String,
        /// The whole cancellation fee that it was charged for, pence; 0 where it was charged for the job.
        #[serde(default)]
        fee_pence: i64,
    },
    /// Tells the client what was given back.
    RefundedMessage {
        /// The refund.
        reference: String,
        /// The whole cancellation fee that is kept, pence; 0 where it is not given back because of a cancellation.
        #[serde(default)]
        fee_pence: i64,
    },
    /// Asks the client to pay: the hold on the card ended by itself, or the bank refused.
    PaymentDueMessage {
        /// The booking.
        booking_id: String,
        /// By which way.
        #[serde(default = "by_text")]
        way: Way,
    },
    /// Ends the time to pay: the booking is cancelled, or the client is asked again.
    EndPaymentDue {
        /// The booking.
        booking_id: String,
    },
    /// Tells the client that a booking was cancelled because it was not paid again.
    UnpaidCancelledMessage {
        /// The booking.
        booking_id: String,
        /// By which way.
        #[serde(default = "by_text")]
        way: Way,
    },
    /// Tells a client or a pro something about a booking.
    Tell {
        /// What.
        message: MessageKind,
        /// By which way; by the first there is, if none is named.
        way: Option<Way>,
        /// The booking.
        booking_id: String,
        /// The pro that it is about, or is for.
        master_id: Option<String>,
        /// Names this message among all.
        occasion: String,
        /// Unix milliseconds.
        asked_at: Millis,
    },
    /// Writes down what became of what was read for a booking.
    WriteReading {
        /// The booking.
        booking_id: String,
    },
    /// Has the nearest pros texted of an emergency that nobody could be asked for.
    TextNearby {
        /// The booking.
        booking_id: String,
        /// The round of its matching.
        round: i64,
    },
    /// Pushes the offers of a wave to the browsers of their pros.
    PushOffers {
        /// The booking.
        booking_id: String,
        /// The round of its matching.
        round: i64,
        /// The wave of the round.
        wave: i64,
    },
}

/// The way of jobs that were stored before they named one: every booking has a phone.
const fn by_text() -> Way {
    Way::Text
}

/// How long a job waits after its `attempts`-th failure: 2 s, 4 s, 8 s … at most an hour.
#[must_use]
pub fn backoff(attempts: i64) -> Millis {
    let doubled = u32::try_from(attempts)
        .ok()
        .and_then(|attempts| 2i64.checked_pow(attempts));
    doubled
        .and_then(|seconds| seconds.checked_mul(SECOND))
        .map_or(HOUR, |wait| wait.min(HOUR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_grows_each_time_to_at_most_an_hour() {
        assert_eq!([1, 2, 3].map(backoff), [2_000, 4_000, 8_000]);
        assert_eq!([12, 64, i64::MAX].map(backoff), [HOUR; 3]);
    }

    #[test]
    fn work_is_stored_by_its_kind() {
        let work = Work::ReleasePayment {
            payment_id: "pi_1".into(),
            fee_pence: 300,
        };
        let stored = serde_json::to_string(&work).unwrap();
        assert_eq!(
            stored,
            r#"{"kind":"release_payment","payment_id":"pi_1","fee_pence":300}"#
        );
        assert_eq!(serde_json::from_str::<Work>(&stored).unwrap(), work);
    }
}
