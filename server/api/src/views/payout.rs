//! A payout.

use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::payout::PayoutStatus;
use callout_domain::time;
use callout_store::payouts;

/// A payout.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payout {
    /// Its id.
    id: String,
    /// When it was asked for, ISO 8601.
    date: String,
    /// How much, pence.
    amount_pence: i64,
    /// What of it was sent, pence.
    sent_pence: i64,
    /// Where it stands.
    status: PayoutStatus,
}

impl From<payouts::Payout> for Payout {
    fn from(row: payouts::Payout) -> Self {
        Self {
            id: row.id,
            date: time::iso(row.asked_at),
            amount_pence: row.amount_pence,
            sent_pence: row.sent_pence,
            status: row.status,
        }
    }
}
