//! A job that is not what was booked.

use serde::Serialize;
use utoipa::ToSchema;

use super::photo::photo_url;
use callout_booking::matching::MismatchSeen;
use callout_domain::mismatch::{Choice, Outcome};
use callout_domain::time;
use callout_store::mismatches::Mismatch;

/// What the pro says of a job that is not what was booked, and what the client chose.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Mismatch)]
#[serde(rename_all = "camelCase")]
pub struct MismatchView {
    /// Counts those of its booking, from 1.
    number: i64,
    /// What is different.
    text: String,
    /// The pro's photo of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    photo_url: Option<String>,
    /// What the job would cost in all, before a coupon, pence; absent where the pro names no other price.
    #[serde(skip_serializing_if = "Option::is_none")]
    price_pence: Option<i64>,
    /// What the client would pay of it, pence.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_pay_pence: Option<i64>,
    /// What ending the job would cost the client now, pence; absent once that cannot be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    end_pence: Option<i64>,
    /// When it was said, ISO 8601.
    said_at: String,
    /// Until when the client may choose, ISO 8601; then we look into it.
    until: String,
    /// What the client chose; `price` without an outcome waits for its payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<Choice>,
    /// How it ended; absent while it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
}

impl From<Mismatch> for MismatchView {
    fn from(mismatch: Mismatch) -> Self {
        Self {
            number: mismatch.number,
            photo_url: mismatch.photo_id.as_deref().map(photo_url),
            price_pence: mismatch.price_pence,
            to_pay_pence: None,
            end_pence: None,
            said_at: time::iso(mismatch.made_at),
            until: time::iso(mismatch.until),
            choice: mismatch.choice,
            outcome: mismatch.outcome,
            text: mismatch.text,
        }
    }
}

impl From<MismatchSeen> for MismatchView {
    fn from(seen: MismatchSeen) -> Self {
        Self {
            to_pay_pence: seen.to_pay.map(|pence| pence.0),
            end_pence: seen.is_open.then_some(seen.end.0),
            ..seen.mismatch.into()
        }
    }
}
