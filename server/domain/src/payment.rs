//! Clients' payments: through whom, for what, and what becomes of what is given back or taken back.

use callout_db::names;

use pricing_core::Pence;

use crate::change::ChangeKind;

/// The least that can be paid by card: the least that Stripe charges in pounds.
pub const LEAST_BY_CARD: Pence = Pence(30);

names! {
    /// A payment provider.
    #[schema(as = PaymentProvider)]
    pub enum ProviderName {
        /// Stripe.
        Stripe = "stripe",
        /// Our own, in which no money moves.
        Sandbox = "sandbox",
    }
}

names! {
    /// What a payment is for.
    #[schema(as = PaymentPurpose)]
    pub enum Purpose {
        /// A booking is made or kept by it.
        Booking = "booking",
        /// The whole new price of a proposal.
        Proposal = "proposal",
        /// The rest of a price of which a part was charged, where the bank refused that rest before.
        Rest = "rest",
        /// A hold in place of one that ends soon.
        Renewal = "renewal",
        /// Extra work or parts.
        ChangeOrder = "change_order",
        /// A change: a higher price.
        Raise = "raise",
        /// A change: another time before a pro is assigned.
        Time = "time",
        /// A change: paying again after nobody was found in time.
        Again = "again",
        /// A change: another time that the assigned pro must accept.
        Suggested = "suggested",
        /// A change: a pro who agreed by phone and has the booking once its client has paid.
        Promised = "promised",
    }
}

/// Where the money of a booking's card is. Never stored: it follows from the payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardMoney {
    /// Held on the card, not charged.
    Held,
    /// Charged.
    Charged,
    /// It was held, and was or is being let go.
    Released,
    /// It was charged, and was or is being given back.
    Refunded,
}

impl From<ChangeKind> for Purpose {
    fn from(change: ChangeKind) -> Self {
        match change {
            ChangeKind::Raise => Self::Raise,
            ChangeKind::Time => Self::Time,
            ChangeKind::Again => Self::Again,
            ChangeKind::Suggested => Self::Suggested,
            ChangeKind::Promised => Self::Promised,
        }
    }
}

names! {
    /// Where a refund stands.
    pub enum RefundStatus {
        /// The provider is asked for it.
        Pending = "pending",
        /// It was made.
        Done = "done",
        /// The provider refused it, or it came back.
        Refused = "refused",
        /// The client's bank has given its money instead.
        Superseded = "superseded",
    }
}

names! {
    /// Where a payment stands that a client's bank has taken back.
    pub enum ChargebackStatus {
        /// The bank decides.
        Open = "open",
        /// The payment stands.
        Won = "won",
        /// The bank keeps the money.
        Lost = "lost",
    }
}
