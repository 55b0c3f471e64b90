//! Releasing a payment whose booking was cancelled: the hold is voided, or the fee captured from it, or
//! anything above the fee refunded after capture.

use super::Payments;
use callout_domain::failure::{Failure, Fallible};
use pricing_core::money::Pence;

use super::postings::Posting;
use super::refund;
use callout_base::bank_disputes;
use callout_base::goodwill;
use callout_domain::booking::Booking;
use callout_domain::clearing::{FIRST_JOBS, Waits};
use callout_domain::clock::Millis;
use callout_domain::intent_status::IntentStatus;
use callout_store::bookings::of_pros;
use callout_store::clearing::NewClearing;
use callout_store::{Connection, bookings, masters, payments};

/// Releases a payment that settles nothing: decided here, carried out at the provider by the worker.
pub(super) async fn let_go(connection: &mut Connection, payment_id: &str, now: Millis) -> Fallible<()> {
    payments::close(connection, payment_id, now).await?;
    callout_booking::bookings::release_payment(connection, payment_id, 0, now).await
}

impl Payments {
    /// Releases a payment, less the fee. May be repeated.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn release(&self, payment_id: &str, fee_pence: i64) -> Fallible<()> {
        let Some(intent) = self.look_up(payment_id).await? else {
            return Ok(());
        };
        match intent.status {
            IntentStatus::Canceled => self.take_over(&intent, None).await,
            IntentStatus::RequiresCapture if fee_pence > 0 => {
                self.capture(payment_id, fee_pence.min(intent.amount_pence))
                    .await?;
                self.earn_cancellation_fee(payment_id, fee_pence).await
            }
            IntentStatus::Succeeded => {
                self.take_over(&intent, None).await?;
                let reference = format!("{}{payment_id}", refund::FOR_CANCELLATION);
                self.give_back_above(payment_id, fee_pence, reference).await?;
                self.earn_cancellation_fee(payment_id, fee_pence).await
            }
            _ => {
                // Recorded here first, so that whoever hears that the intent has ended knows it was our doing.
                let (id, now) = (payment_id.to_owned(), self.clock.now());
                self.db
                    .write(move |connection| {
                        Box::pin(async move { payments::close(connection, &id, now).await })
                    })
                    .await?;
                let intent = self.provider.void(payment_id).await?;
                self.take_over(&intent, None).await
            }
        }
    }

    /// Refunds what was captured above what is to be kept, once for each reference.
    pub(super) async fn give_back_above(
        &self,
        payment_id: &str,
        kept_pence: i64,
        reference: String,
    ) -> Fallible<()> {
        let now = self.clock.now();
        let id = payment_id.to_owned();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let Some(payment) = payments::lock(connection, &id, now).await? else {
                        return Ok(());
                    };
                    let above = payment.kept_pence() - kept_pence;
                    if above <= 0 {
                        return Ok(());
                    }
                    refund::promise(connection, &id, &reference, above, now).await
                })
            })
            .await?;
        Ok(())
    }

    /// Posts the cancellation fee that a payment bears, once. Where two payments bear one fee, each part is split by itself: the parts
    /// add up to the fee to the penny, and only what the platform gets of it may differ by one from its share of the whole.
    async fn earn_cancellation_fee(&self, payment_id: &str, fee_pence: i64) -> Fallible<()> {
        let now = self.clock.now();
        let id = payment_id.to_owned();
        let (current, waits) = (self.books.current().await?, self.matching.waits());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let Some(payment) = payments::lock(connection, &id, now).await? else {
                        return Ok(());
                    };
                    let fee = Pence(fee_pence.min(payment.captured_pence));
                    if fee <= Pence::ZERO {
                        return Ok(());
                    }
                    let booking = bookings::find(connection, &payment.booking_id).await?;
                    let booking =
                        booking.ok_or_else(|| Failure::internal("a payment without its booking"))?;
                    let platform_fee =
                        pricing_core::fee::fee(current.of_version(&booking.book_version), fee)?.fee_pence;
                    let pro = booking.assigned_master_id.as_deref();
                    if let Some(pro) = pro {
                        // Lock the pro: a concurrent chargeback either waits, or is seen when the share is noted.
                        masters::touch(connection, pro, now).await?;
                    }
                    let posting = Posting {
                        payment: &payment,
                        client_id: &booking.made_by,
                        now,
                    };
                    let posted = posting
                        .cancellation_fee(connection, fee, pro, platform_fee)
                        .await?;
                    match posted {
                        Some(reference) => {
                            let share = fee - platform_fee;
                            goodwill::bear(connection, &booking, &reference, now).await?;
                            note_share(connection, &booking, &reference, share, waits, now).await
                        }
                        None => Ok(()),
                    }
                })
            })
            .await
    }
}

/// Notes the share of a cancellation fee that is now in its pro's clearing, if it has a pro.
async fn note_share(
    connection: &mut Connection,
    booking: &Booking,
    reference: &str,
    share: Pence,
    waits: Waits,
    now: Millis,
) -> Fallible<()> {
    let Some(pro) = booking
        .assigned_master_id
        .as_deref()
        .filter(|_| share > Pence::ZERO)
    else {
        return Ok(());
    };
    let number = of_pros::done(connection, pro, FIRST_JOBS).await? + 1;
    let price = Pence(booking.amount_pence + booking.discount_pence);
    let earned = NewClearing {
        reference,
        booking_id: &booking.id,
        master_id: pro,
        amount_pence: share.0,
        clears_at: now + waits.after(price, number, booking.started_without.is_some()),
    };
    bank_disputes::earn(connection, earned, now).await
}
