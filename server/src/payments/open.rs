//! Opening a booking's intent, and cancelling it before it is paid.

use super::Payments;
use crate::domain::failure::{Failure, Fallible};
use crate::domain::intent_status::IntentStatus;
use crate::providers::provider::NewIntent;
use crate::store::bookings;
use crate::store::payments::{self as rows, Payment};

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

impl From<Payment> for Intent {
    fn from(payment: Payment) -> Self {
        Self {
            payment_intent_id: payment.id,
            client_secret: payment.client_secret,
            amount_pence: payment.amount_pence,
        }
    }
}

/// What became of an intent that was to be cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cancelled {
    /// Nothing can be paid on it any more (or there never was one).
    Yes,
    /// It was paid already; the booking has been settled (`paid`, then `pending`) meanwhile.
    AlreadyPaid,
}

impl Payments {
    /// Opens the booking's intent at the provider (outside any transaction) and records it. Idempotent: called
    /// again for the same quote it answers with the same intent; only one that was cancelled gives way to a new
    /// one.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached (the call may be repeated);
    /// 409 `quote_used` when the booking was cancelled meanwhile (its intent is cancelled with it).
    pub async fn open_intent(&self, wanted: &IntentFor) -> Fallible<Intent> {
        let earlier = rows::of_booking(&mut self.db.read().await?, &wanted.booking_id).await?;
        let ended = IntentStatus::Canceled.as_str();
        let attempts = earlier.len();
        if let Some(open) = earlier.into_iter().find(|payment| payment.status != ended) {
            return Ok(open.into());
        }
        let first = wanted.quote_id.clone();
        let key = if attempts == 0 {
            first
        } else {
            format!("{first}-{attempts}")
        };
        let opened = self
            .provider
            .create(&NewIntent {
                idempotency_key: key,
                amount_pence: wanted.amount_pence,
                currency: wanted.currency.clone(),
                booking_id: wanted.booking_id.clone(),
                quote_id: wanted.quote_id.clone(),
                receipt_email: wanted.receipt_email.clone(),
            })
            .await?;
        let payment = Payment {
            id: opened.id,
            booking_id: wanted.booking_id.clone(),
            quote_id: wanted.quote_id.clone(),
            provider: self.provider.name().to_owned(),
            client_secret: opened.client_secret,
            status: opened.status.as_str().to_owned(),
            amount_pence: wanted.amount_pence,
            captured_pence: 0,
            refunded_pence: 0,
            currency: wanted.currency.clone(),
            authorised_at: None,
            created_at: self.clock.now(),
        };
        self.record_opened(payment).await
    }

    /// Writes the payment down and names it in the booking; one whose booking was cancelled meanwhile is let go.
    async fn record_opened(&self, payment: Payment) -> Fallible<Intent> {
        let now = self.clock.now();
        let intent = Intent::from(payment.clone());
        let is_wanted = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    rows::add(connection, &payment).await?;
                    bookings::set_payment(connection, &payment.booking_id, &payment.id).await?;
                    let booking = bookings::find(connection, &payment.booking_id).await?;
                    let is_wanted = booking.is_some_and(|booking| booking.facts().awaits_payment);
                    if !is_wanted {
                        crate::bookings::release_payment(connection, &payment.id, 0, now).await?;
                    }
                    Ok::<_, Failure>(is_wanted)
                })
            })
            .await?;
        if is_wanted {
            Ok(intent)
        } else {
            Err(Failure::conflict(
                "quote_used",
                "This price has been used already. Please ask for a new one.",
            ))
        }
    }

    /// Cancels the intents of a booking that is still `created`, at the provider; to be called before the
    /// transaction that replaces or cancels the booking.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached.
    pub async fn cancel_intent(&self, booking_id: &str) -> Fallible<Cancelled> {
        let payments = rows::of_booking(&mut self.db.read().await?, booking_id).await?;
        for payment in payments {
            let mut intent = self.provider.retrieve(&payment.id).await?;
            if !intent.status.is_authorised() && intent.status != IntentStatus::Canceled {
                intent = self.provider.void(&payment.id).await?;
            }
            let is_paid = intent.status.is_authorised();
            self.take_over(&intent, None).await?;
            if is_paid {
                return Ok(Cancelled::AlreadyPaid);
            }
        }
        Ok(Cancelled::Yes)
    }
}
