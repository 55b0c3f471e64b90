//! What Stripe answers, as far as we read it.

use std::collections::HashMap;

use serde::Deserialize;

use super::lists::Identified;
use crate::providers::provider::{
    BalanceChange, Chargeback, ChargebackState, Cost, MadeRefund, ProviderIntent,
};
use callout_domain::clock::{Millis, SECOND};
use callout_domain::intent_status::IntentStatus;
use callout_domain::renewal::SavedCard;

/// The parts of a PaymentIntent that we read.
#[derive(Deserialize)]
pub struct StripeIntent {
    id: String,
    client_secret: Option<String>,
    status: IntentStatus,
    amount: i64,
    #[serde(default)]
    amount_received: i64,
    currency: String,
    #[serde(default)]
    metadata: HashMap<String, String>,
    customer: Option<String>,
    payment_method: Option<String>,
    latest_charge: Option<StripeCharge>,
}

impl StripeIntent {
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// True when it was opened with this key and holds its amount.
    pub(super) fn is_held_by(&self, key: &str) -> bool {
        self.status == IntentStatus::RequiresCapture
            && self.metadata.get("key").is_some_and(|known| known == key)
    }
}

/// A charge is answered as a whole when it is asked for, and by its id otherwise.
#[derive(Deserialize)]
#[serde(untagged)]
enum StripeCharge {
    Whole {
        payment_method_details: Option<StripeMethod>,
        balance_transaction: Option<StripeMovement>,
    },
    Id(serde::de::IgnoredAny),
}

/// A movement of our balance is answered like that, too.
#[derive(Deserialize)]
#[serde(untagged)]
enum StripeMovement {
    Whole { id: String, fee: i64 },
    Id(serde::de::IgnoredAny),
}

impl StripeMovement {
    fn cost(self) -> Option<Cost> {
        match self {
            Self::Whole { id, fee } => Some(Cost { id, pence: fee }),
            Self::Id(_) => None,
        }
    }
}

#[derive(Deserialize)]
struct StripeMethod {
    card: Option<StripeCard>,
}

#[derive(Deserialize)]
struct StripeCard {
    /// Unix seconds.
    capture_before: Option<i64>,
    fingerprint: Option<String>,
}

/// What we know from a charge.
#[derive(Default)]
struct Charged {
    /// Until when it may be captured, Unix milliseconds.
    capture_before: Option<Millis>,
    /// Of its card.
    fingerprint: Option<String>,
    /// What Stripe charges for it.
    cost: Option<Cost>,
}

impl StripeCharge {
    fn read(self) -> Charged {
        match self {
            Self::Whole {
                payment_method_details,
                balance_transaction,
            } => {
                let card = payment_method_details.and_then(|method| method.card);
                let (ends, fingerprint) =
                    card.map_or((None, None), |card| (card.capture_before, card.fingerprint));
                Charged {
                    capture_before: ends.map(|seconds| seconds * SECOND),
                    fingerprint,
                    cost: balance_transaction.and_then(StripeMovement::cost),
                }
            }
            Self::Id(_) => Charged::default(),
        }
    }
}

/// The part of a customer that we read.
#[derive(Deserialize)]
pub(super) struct StripeCustomer {
    pub(super) id: String,
}

/// The parts of a dispute that we read; Stripe calls a chargeback that.
#[derive(Deserialize)]
pub struct StripeDispute {
    id: String,
    #[serde(default)]
    payment_intent: Option<String>,
    amount: i64,
    status: String,
    #[serde(default)]
    balance_transactions: Vec<StripeBalanceTransaction>,
}

/// The part of a movement of our balance at Stripe that we read.
#[derive(Deserialize)]
struct StripeBalanceTransaction {
    id: String,
    amount: i64,
    fee: i64,
    /// Unix seconds.
    #[serde(default)]
    created: i64,
}

/// The oldest first.
fn changes(mut moved: Vec<StripeBalanceTransaction>) -> Vec<BalanceChange> {
    moved.sort_by(|one, other| (one.created, &one.id).cmp(&(other.created, &other.id)));
    let changes = moved.into_iter().map(|moved| BalanceChange {
        id: moved.id,
        amount_pence: moved.amount,
        fee_pence: moved.fee,
    });
    changes.collect()
}

impl From<StripeDispute> for Chargeback {
    fn from(dispute: StripeDispute) -> Self {
        Self {
            state: match dispute.status.as_str() {
                "won" => ChargebackState::Won,
                "lost" => ChargebackState::Lost,
                // `warning_needs_response`, `warning_under_review`, `warning_closed`, `prevented`
                status if status.starts_with("warning") || status == "prevented" => ChargebackState::Inquiry,
                _ => ChargebackState::Open,
            },
            id: dispute.id,
            intent_id: dispute.payment_intent.unwrap_or_default(),
            amount_pence: dispute.amount,
            changes: changes(dispute.balance_transactions),
        }
    }
}

/// The parts of a list that we read.
#[derive(Deserialize)]
pub(super) struct StripeList<T> {
    pub(super) data: Vec<T>,
}

/// The parts of a refund that we read.
#[derive(Deserialize)]
pub(super) struct StripeRefund {
    #[serde(default)]
    id: String,
    /// Unix seconds.
    #[serde(default)]
    created: i64,
    #[serde(default)]
    amount: i64,
    payment_intent: Option<String>,
    status: Option<String>,
    #[serde(default)]
    metadata: HashMap<String, String>,
    balance_transaction: Option<StripeMovement>,
}

impl Identified for StripeRefund {
    fn id(&self) -> &str {
        &self.id
    }
}

impl StripeRefund {
    /// What it was made with, when it is one of ours.
    pub(super) fn reference(&self) -> Option<&str> {
        self.metadata.get("reference").map(String::as_str)
    }

    pub(super) fn has_failed(&self) -> bool {
        matches!(self.status.as_deref(), Some("failed" | "canceled"))
    }
}

impl From<StripeIntent> for ProviderIntent {
    fn from(mut intent: StripeIntent) -> Self {
        // A renewed hold is made with a card that is kept already.
        let card = intent.customer.zip(intent.payment_method);
        let charged = intent
            .latest_charge
            .map_or_else(Charged::default, StripeCharge::read);
        Self {
            id: intent.id,
            client_secret: intent.client_secret.unwrap_or_default(),
            status: intent.status,
            amount_pence: intent.amount,
            captured_pence: intent.amount_received,
            currency: intent.currency.to_ascii_uppercase(),
            reference: intent.metadata.remove("reference"),
            capture_before: charged.capture_before,
            card_fingerprint: charged.fingerprint,
            cost: charged.cost,
            card: card.map(|(customer_id, card_id)| SavedCard { customer_id, card_id }),
        }
    }
}

impl StripeRefund {
    /// As we read it, on this `installation`.
    pub(super) fn made(self, installation: &str) -> MadeRefund {
        let refund = self;
        let attempt = refund
            .metadata
            .get("attempt")
            .and_then(|number| number.parse().ok());
        MadeRefund {
            is_ours: refund
                .metadata
                .get("installation")
                .is_some_and(|known| known == installation),
            reference: refund.reference().map(str::to_owned),
            has_failed: refund.has_failed(),
            made_at: refund.created * SECOND,
            id: refund.id,
            intent_id: refund.payment_intent.unwrap_or_default(),
            amount_pence: refund.amount,
            cost: refund.balance_transaction.and_then(StripeMovement::cost),
            // The first ones were made before attempts were noted.
            attempt: attempt.unwrap_or_default(),
        }
    }
}
