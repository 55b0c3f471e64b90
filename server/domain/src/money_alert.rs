//! What a person must hear of about money, since nothing in the program decides it.

use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::payment::ChargebackStatus;

/// What has happened. Money in pence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum MoneyAlert {
    /// A card was charged, and what the provider says of it is not what was asked for.
    Mismatch {
        /// The provider's id of the intent.
        intent_id: String,
        /// What it was to pay: a booking, or a payment of a debt.
        paid_for: String,
        /// What was to be held.
        asked_pence: i64,
        /// What was charged.
        charged_pence: i64,
    },
    /// The provider does not know an intent of ours: after another account, other keys, or a restored database.
    UnknownIntent {
        /// The provider's id of the intent.
        intent_id: String,
        /// What it was to pay: a booking, or a payment of a debt.
        paid_for: String,
        /// Its amount.
        amount_pence: i64,
        /// True when a card was held or charged by it: nothing of it has changed in our books.
        was_held: bool,
    },
    /// The provider has what we do not know: a backup was restored, and payouts wait.
    PayoutsHeld {
        /// The provider's ids of what was found.
        found: Vec<String>,
    },
    /// A transfer to a pro is not made, since the provider has something else in its place.
    SentBefore {
        /// What it is called at the provider.
        name: String,
        /// The payout.
        payout_id: String,
        /// What was to be sent.
        amount_pence: i64,
        /// What was sent before, and we do not know of.
        sent_pence: i64,
    },
    /// A refund of ours is of a payment that we do not know.
    UnknownRefund {
        /// The provider's id of the refund.
        refund_id: String,
        /// The provider's id of the intent.
        intent_id: String,
        /// How much.
        amount_pence: i64,
    },
    /// A client's payment was given back at the provider, not by us.
    RefundElsewhere {
        /// The provider's id of the refund.
        refund_id: String,
        /// The booking.
        booking_id: String,
        /// How much.
        amount_pence: i64,
        /// What of it was earned already, and is now the platform's gift.
        goodwill_pence: i64,
    },
    /// What a pro paid of a debt went back to the card.
    DebtReturned {
        /// The provider's id of the refund or chargeback.
        id: String,
        /// The pro.
        master_id: String,
        /// How much.
        amount_pence: i64,
    },
    /// It came back to us.
    DebtRestored {
        /// The provider's id of the refund or chargeback.
        id: String,
        /// The pro.
        master_id: String,
        /// How much.
        amount_pence: i64,
    },
    /// A client's bank took back the payment of a booking without a pro, or has decided about it.
    Chargeback {
        /// The provider's id of it.
        id: String,
        /// The booking.
        booking_id: String,
        /// How much.
        amount_pence: i64,
        /// Where it stands.
        stands: ChargebackStatus,
    },
    /// Money of a chargeback came back, or went, after the bank's decision.
    ChargebackMoved {
        /// The provider's id of that change of our balance.
        id: String,
        /// The provider's id of the chargeback.
        chargeback_id: String,
        /// The booking.
        booking_id: String,
        /// How much; negative where it went.
        amount_pence: i64,
    },
    /// A bank has given a client a part of a refund that was refused before, and the rest of it is not left of the payment.
    RefundLeft {
        /// The rest.
        reference: String,
        /// The booking.
        booking_id: String,
        /// How much.
        amount_pence: i64,
    },
    /// The provider could not pay what is ours into our own bank account.
    OwnPayoutFailed {
        /// The provider's id of it.
        id: String,
    },
    /// A pro's bank did not take what the provider paid out to it.
    BankRefused {
        /// The provider's id of the payout.
        id: String,
        /// The pro.
        master_id: String,
        /// How much.
        amount_pence: i64,
    },
    /// What was sent to a pro for a job that is refunded could not be taken back: the pro owes it.
    ReversalRefused {
        /// The reversal.
        reference: String,
        /// The pro.
        master_id: String,
        /// The job that is refunded.
        booking_id: String,
        /// How much.
        amount_pence: i64,
        /// The provider's code.
        code: String,
    },
    /// A job that moves money failed so often that it was given up.
    DeadJob {
        /// The job.
        job_id: String,
        /// What it was to do.
        kind: String,
        /// The code of its last failure.
        code: String,
        /// When it was given up, Unix milliseconds.
        at: Millis,
    },
    /// A payout to a pro has not been sent for a day.
    LatePayout {
        /// The payout.
        payout_id: String,
        /// How much.
        amount_pence: i64,
    },
}

impl MoneyAlert {
    /// Tells it from every other one: each is sent once.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Mismatch { intent_id, .. } => format!("mismatch:{intent_id}"),
            Self::UnknownIntent { intent_id, .. } => format!("unknown-intent:{intent_id}"),
            Self::PayoutsHeld { found } => format!("payouts-held:{}", found.join(":")),
            Self::SentBefore { name, payout_id, .. } => format!("sent-before:{payout_id}:{name}"),
            Self::UnknownRefund { refund_id, .. } => format!("unknown-refund:{refund_id}"),
            Self::ChargebackMoved { id, .. } => format!("chargeback-moved:{id}"),
            Self::RefundElsewhere { refund_id, .. } => format!("refund-elsewhere:{refund_id}"),
            Self::DebtReturned { id, .. } => format!("debt-returned:{id}"),
            Self::DebtRestored { id, .. } => format!("debt-restored:{id}"),
            Self::RefundLeft { reference, .. } => format!("refund-left:{reference}"),
            Self::OwnPayoutFailed { id } => format!("own-payout:{id}"),
            Self::BankRefused { id, .. } => format!("bank-refused:{id}"),
            Self::ReversalRefused { reference, .. } => format!("reversal-refused:{reference}"),
            Self::DeadJob { job_id, at, .. } => format!("dead:{job_id}:{at}"),
            Self::LatePayout { payout_id, .. } => format!("late:{payout_id}"),
            Self::Chargeback { id, stands, .. } => format!("chargeback:{id}:{}", stands.as_str()),
        }
    }
}
