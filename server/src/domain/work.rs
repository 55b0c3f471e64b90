//! Deferred or retried work, as stored in the job queue.

use serde::{Deserialize, Serialize};

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
    /// Asks the client to pay again, since the hold on the card ended by itself.
    PaymentDueMessage {
        /// The booking.
        booking_id: String,
    },
    /// Cancels a booking whose time to pay again is over.
    EndPaymentDue {
        /// The booking.
        booking_id: String,
    },
    /// Tells the client that a booking was cancelled because it was not paid again.
    UnpaidCancelledMessage {
        /// The booking.
        booking_id: String,
    },
}

/// Jobs that run side by side, a few at once. If one pool hangs, the jobs of the others carry on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pool {
    /// Needs nothing but the database, and has people waiting.
    Matching,
    /// Needs the payment provider.
    Money,
    /// Needs the mail server or the SMS gateway.
    Messages,
}

impl Pool {
    /// Every pool.
    pub const ALL: [Self; 3] = [Self::Matching, Self::Money, Self::Messages];

    /// Its name, as it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Matching => "matching",
            Self::Money => "money",
            Self::Messages => "messages",
        }
    }
}

impl Work {
    /// The pool that runs it.
    #[must_use]
    pub const fn pool(&self) -> Pool {
        match self {
            Self::Match { .. }
            | Self::EndProposal { .. }
            | Self::EndOffers { .. }
            | Self::TellPro { .. }
            | Self::LetGoUnmatched { .. }
            | Self::CancelUnmatched { .. } => Pool::Matching,
            Self::SandboxWebhook { .. }
            | Self::CapturePayment { .. }
            | Self::AbandonBooking { .. }
            | Self::ReleasePayment { .. }
            | Self::EndPaymentDue { .. }
            | Self::Refund { .. } => Pool::Money,
            Self::ConfirmationEmail { .. }
            | Self::ConfirmationText { .. }
            | Self::CancelledText { .. }
            | Self::BookingLinks { .. }
            | Self::SupportMessage { .. }
            | Self::RefundRefusedEmail { .. }
            | Self::PaymentDueMessage { .. }
            | Self::UnpaidCancelledMessage { .. } => Pool::Messages,
        }
    }

    /// Its name in metrics and logs.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::SandboxWebhook { .. } => "sandbox_webhook",
            Self::Match { .. } => "match",
            Self::EndProposal { .. } => "end_proposal",
            Self::EndOffers { .. } => "end_offers",
            Self::TellPro { .. } => "tell_pro",
            Self::CapturePayment { .. } => "capture_payment",
            Self::LetGoUnmatched { .. } => "let_go_unmatched",
            Self::CancelUnmatched { .. } => "cancel_unmatched",
            Self::AbandonBooking { .. } => "abandon_booking",
            Self::ReleasePayment { .. } => "release_payment",
            Self::ConfirmationEmail { .. } => "confirmation_email",
            Self::ConfirmationText { .. } => "confirmation_text",
            Self::CancelledText { .. } => "cancelled_text",
            Self::BookingLinks { .. } => "booking_links",
            Self::SupportMessage { .. } => "support_message",
            Self::Refund { .. } => "refund",
            Self::RefundRefusedEmail { .. } => "refund_refused_email",
            Self::PaymentDueMessage { .. } => "payment_due_message",
            Self::EndPaymentDue { .. } => "end_payment_due",
            Self::UnpaidCancelledMessage { .. } => "unpaid_cancelled_message",
        }
    }
}
