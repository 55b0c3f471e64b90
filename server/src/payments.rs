//! Payments: the provider behind one trait, and the few things the rest of the product may ask of it.
//!
//! A card is authorised when a booking is made (`open_intent`, then `settle` once the card is in order) and captured,
//! released or refunded later. What the provider says is the truth; the `payments` row and the ledger follow it.

use crate::ApiResult;
use crate::clock::Millis;
use crate::error::ApiError;
use crate::state::AppState;
use crate::store::Connection;

/// What an intent is opened for.
#[derive(Debug, Clone)]
pub struct IntentFor {
    /// The booking, in `created`.
    pub booking_id: String,
    /// Its quote; the idempotency key at the provider.
    pub quote_id: String,
    /// The whole amount, pence, above 0.
    pub amount_pence: i64,
    /// ISO code, e.g. `GBP`.
    pub currency: String,
    /// Where the provider sends its receipt.
    pub receipt_email: Option<String>,
}

/// An open intent, as the browser needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent {
    /// The provider's id.
    pub payment_intent_id: String,
    /// What lets the browser pay it.
    pub client_secret: String,
    /// The amount, pence.
    pub amount_pence: i64,
}

/// What became of an intent that was to be cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cancelled {
    /// Nothing can be paid on it any more (or there never was one).
    Yes,
    /// It was paid already; the booking has been settled (`paid`, then `pending`) meanwhile.
    AlreadyPaid,
}

/// Opens the booking's intent at the provider (outside any transaction) and records it. Idempotent: called again for
/// the same quote it answers with the same intent.
///
/// # Errors
/// 502 `payment_unavailable` when the provider cannot be reached (the call may be repeated);
/// 409 `quote_used` when the booking was cancelled meanwhile (its intent is cancelled with it).
pub async fn open_intent(_state: &AppState, _wanted: &IntentFor) -> ApiResult<Intent> {
    Err(ApiError::internal("in the making"))
}

/// Cancels the intent of a booking that is still `created`, at the provider first; to be called before the transaction that
/// replaces the booking.
///
/// # Errors
/// 502 `payment_unavailable` when the provider cannot be reached.
pub async fn cancel_intent(_state: &AppState, _booking_id: &str) -> ApiResult<Cancelled> {
    Err(ApiError::internal("in the making"))
}

/// To be called in the transaction that cancels a booking: lets the worker void the hold (`fee_pence` 0), capture the
/// fee's part of it, or refund what is above the fee after capture. Does nothing for a booking without a payment.
///
/// # Errors
/// When the database fails.
pub async fn release_for_cancellation(
    _connection: &mut Connection,
    _booking_id: &str,
    _fee_pence: i64,
    _now: Millis,
) -> ApiResult<()> {
    Err(ApiError::internal("in the making"))
}

/// To be called in the transaction that makes a card booking of total 0: `created` -> `paid` -> `pending` at once.
///
/// # Errors
/// When the database fails.
pub async fn settle_free(_connection: &mut Connection, _booking_id: &str, _now: Millis) -> ApiResult<()> {
    Err(ApiError::internal("in the making"))
}

/// To be called in the transaction that makes a `created` card booking: at `pay_by` (Unix milliseconds) the worker asks the
/// provider once more and then settles the booking or abandons it.
///
/// # Errors
/// When the database fails.
pub async fn abandon_at(
    _connection: &mut Connection,
    _booking_id: &str,
    _pay_by: Millis,
    _now: Millis,
) -> ApiResult<()> {
    Err(ApiError::internal("in the making"))
}
