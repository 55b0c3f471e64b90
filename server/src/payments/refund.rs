//! Refunds: set aside in our books first, so that they never exceed the capture, then made at the provider by
//! a job.

use super::Payments;
use crate::domain::failure::{Failure, FailureKind, Fallible};
use pricing_core::money::Pence;

use super::postings::Posting;
use crate::clock::Millis;
use crate::domain::work::Work;
use crate::providers::provider::ProviderError;
use crate::store::jobs;
use crate::store::payments::{self as rows, Refund, Reserved};
use crate::store::{Connection, bookings};

/// Promises a refund in the caller's transaction; the worker makes it. The same `reference` promises it once.
///
/// # Errors
/// 409 `refund_too_large` when more than was captured, and is not refunded yet, was asked for.
pub async fn promise(
    connection: &mut Connection,
    payment_id: &str,
    reference: &str,
    amount_pence: i64,
    now: Millis,
) -> Fallible<()> {
    match rows::reserve_refund(connection, payment_id, reference, amount_pence, now).await? {
        Reserved::Before => Ok(()),
        Reserved::TooMuch => Err(Failure::new(
            FailureKind::Conflict,
            "refund_too_large",
            "That is more than was taken and not given back yet.",
        )),
        Reserved::Yes => {
            let work = Work::Refund {
                reference: reference.to_owned(),
            };
            jobs::enqueue(connection, &work, Some(&format!("refund:{reference}")), now, now).await?;
            Ok(())
        }
    }
}

impl Payments {
    /// Makes a promised refund at the provider and posts it.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn make_refund(&self, reference: &str) -> Fallible<()> {
        let refund = rows::refund(&mut self.db.read().await?, reference).await?;
        let Some(refund) = refund.filter(|refund| refund.status == "pending") else {
            return Ok(());
        };
        let made = self
            .provider
            .refund(&refund.payment_id, refund.amount_pence, &refund.reference)
            .await;
        let now = self.clock.now();
        match made {
            Ok(()) => {
                self.db
                    .write(move |connection| Box::pin(async move { note(connection, &refund, now).await }))
                    .await
            }
            Err(ProviderError::Refused(code)) => {
                tracing::error!(payment = %refund.payment_id, code, "the provider refuses a refund");
                let freed = self.db.write(move |connection| {
                    Box::pin(async move { rows::refund_refused(connection, &refund, now).await })
                });
                freed.await.map_err(Failure::from)
            }
            Err(error) => Err(error.into()),
        }
    }
}

async fn note(connection: &mut Connection, refund: &Refund, now: Millis) -> Fallible<()> {
    if !rows::refund_done(connection, &refund.reference, now).await? {
        return Ok(());
    }
    let payment = rows::find(connection, &refund.payment_id).await?;
    let payment = payment.ok_or_else(|| Failure::internal("a refund without its payment"))?;
    let booking = bookings::find(connection, &payment.booking_id).await?;
    let booking = booking.ok_or_else(|| Failure::internal("a payment without its booking"))?;
    let posting = Posting {
        payment: &payment,
        client_id: &booking.made_by,
        now,
    };
    posting
        .refund(connection, &refund.reference, Pence(refund.amount_pence))
        .await
}
