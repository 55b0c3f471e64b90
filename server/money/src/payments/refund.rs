//! Refunds: reserved in our books first, so that they never exceed the capture, then made at the provider by
//! a job.

use super::{Payments, superseded};
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::payment::RefundStatus;
use pricing_core::money::Pence;

use super::postings::Posting;
use callout_base::audit;
use callout_base::telemetry;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::booking::Booking;
use callout_domain::clock::{Millis, SECOND};
use callout_domain::operator::By;
use callout_domain::work::Work;
use callout_outside::providers::provider::{MadeRefund, NewRefund, ProviderError, known};
use callout_store::jobs;
use callout_store::payments::Payment;
use callout_store::refunds::{self, Refund, Reserved};
use callout_store::{Connection, bookings, events, ledger, payments};

/// Prefix of the reference of a refund for a cancelled booking.
pub(super) const FOR_CANCELLATION: &str = "cancellation:";

/// What of these payments can still be promised to their client.
#[must_use]
pub fn free_of(payments: &[Payment]) -> Pence {
    Pence(payments.iter().map(Payment::kept_pence).sum())
}

/// What of a booking's payments nobody has earned, and what is not promised to its client yet.
pub async fn unearned(connection: &mut Connection, booking_id: &str) -> Fallible<Pence> {
    let refused = refunds::refused_of_booking(connection, booking_id).await?;
    Ok((ledger::of_client(connection, booking_id).await? - refused).max(Pence::ZERO))
}

/// Reserves a refund in the caller's transaction; the worker makes it. Repeating the same `reference` has no effect.
///
/// # Errors
/// 409 `refund_too_large` when more was asked for than was captured and is not refunded yet.
pub async fn promise(
    connection: &mut Connection,
    payment_id: &str,
    reference: &str,
    amount_pence: i64,
    now: Millis,
) -> Fallible<()> {
    match reserve(connection, payment_id, reference, amount_pence, now).await? {
        Reserved::Yes | Reserved::Before => Ok(()),
        Reserved::TooMuch => Err(Failure::new(
            FailureKind::Conflict,
            "refund_too_large",
            "That is more than was taken and not given back yet.",
        )),
    }
}

/// The same for callers who go on when less than that is left; nothing is written then.
pub async fn reserve(
    connection: &mut Connection,
    payment_id: &str,
    reference: &str,
    amount_pence: i64,
    now: Millis,
) -> Fallible<Reserved> {
    let reserved = refunds::reserve(connection, payment_id, reference, amount_pence, now).await?;
    if reserved == Reserved::Yes {
        let work = Work::Refund {
            reference: reference.to_owned(),
        };
        jobs::enqueue(connection, &work, Some(&format!("refund:{reference}")), now, now).await?;
    }
    Ok(reserved)
}

/// Begins the refused refunds of a payment again, once the client's bank has left the payment to us.
pub async fn go_on(connection: &mut Connection, payment_id: &str, now: Millis) -> Fallible<()> {
    for refund in refunds::refused_of(connection, payment_id).await? {
        let _ = begin_again(connection, refund, now).await?;
    }
    Ok(())
}

/// 503 `refund_pending`, to be tried again.
#[must_use]
pub fn is_being_made() -> Failure {
    Failure::new(
        FailureKind::Unavailable,
        "refund_pending",
        "A refund is being made.",
    )
}

/// Result of retrying the refused refunds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Retried {
    /// Started again, in whole or with what is left of the payment.
    pub begun: u64,
    /// Still refused: less than their amount is left of the capture, or the client's bank decides about it.
    pub left: u64,
}

impl Payments {
    /// Retries every refused refund; the worker makes them. Returns how many were restarted, and those that cannot be because
    /// less than their amount is left of the capture, or the client's bank decides about it.
    ///
    /// # Errors
    /// Those of [`audit::note`].
    pub async fn retry_refused_refunds(&self, by: By) -> Fallible<Retried> {
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let entry = Entry::new(Act::RefundsRetried, Subject::Report("refunds".to_owned()));
                    audit::check(connection, &by, &entry).await?;
                    let mut retried = Retried::default();
                    for refund in refunds::all_refused(connection).await? {
                        if begin_again(connection, refund, now).await? {
                            retried.begun += 1;
                        } else {
                            retried.left += 1;
                        }
                    }
                    let entry = entry.is("begun", retried.begun).is("left", retried.left);
                    audit::note(connection, &by, &entry, now).await?;
                    Ok::<_, Failure>(retried)
                })
            })
            .await
    }

    /// Makes a reserved refund at the provider and posts it, unless it was made before, by us or by hand.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn make_refund(&self, reference: &str) -> Fallible<()> {
        let refund = refunds::find(&mut self.db.read().await?, reference).await?;
        let Some(refund) = refund.filter(|refund| refund.status == RefundStatus::Pending) else {
            return Ok(());
        };
        let new = NewRefund {
            intent_id: &refund.payment_id,
            amount_pence: refund.amount_pence,
            reference: &refund.reference,
            attempt: refund.retries,
        };
        let before = known(self.provider.refunds_of(&refund.payment_id).await)?.unwrap_or_default();
        let own = |one: &MadeRefund| one.reference.as_deref() == Some(reference) && !one.has_failed;
        let made = if before.iter().any(own) {
            // Its answer was lost.
            Ok(())
        } else if self.was_made_by_hand(&refund, before).await? {
            return Ok(());
        } else {
            self.provider.refund(new).await
        };
        let now = self.clock.now();
        match made {
            Ok(()) => {
                self.db
                    .write(move |connection| Box::pin(async move { note(connection, &refund, now).await }))
                    .await
            }
            Err(ProviderError::Refused(code) | ProviderError::Missing(code)) => {
                tracing::error!(payment = %refund.payment_id, reference, code, "the provider refuses a refund");
                self.db
                    .write(move |connection| Box::pin(async move { refused(connection, &refund, now).await }))
                    .await
            }
            Err(error) => Err(error.into()),
        }
    }

    /// True when somebody has made the same refund on the provider's page since it was promised: that one is taken into our books, and
    /// stands for ours.
    async fn was_made_by_hand(&self, refund: &Refund, made: Vec<MadeRefund>) -> Fallible<bool> {
        let is_same = |one: &MadeRefund| {
            let is_since = one.made_at.div_euclid(SECOND) >= refund.created_at.div_euclid(SECOND);
            one.reference.is_none() && !one.has_failed && one.amount_pence == refund.amount_pence && is_since
        };
        for by_hand in made.into_iter().filter(is_same) {
            let id = by_hand.id.clone();
            self.follow_made(by_hand).await?;
            let (refund, now) = (refund.clone(), self.clock.now());
            let stands = self.db.write(move |connection| {
                Box::pin(async move {
                    payments::lock(connection, &refund.payment_id, now).await?;
                    superseded::stand_for(connection, &id, &refund, now).await
                })
            });
            if stands.await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Brings our books in line with what the provider says of a refund now: one that failed after it was made can be retried like one
    /// that was refused at once, and one that was made at the provider, not by us, or before a backup was restored, is taken into our
    /// books. May be repeated.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached, 503 `refund_pending` while the refund is being made; to be tried
    /// again.
    pub async fn follow_refund(&self, refund_id: &str) -> Fallible<()> {
        match known(self.provider.made_refund(refund_id).await)? {
            Some(made) => self.follow_made(made).await,
            None => Ok(()),
        }
    }

    /// The same for all refunds of an intent; does nothing for one that is not ours.
    ///
    /// # Errors
    /// As [`Payments::follow_refund`].
    pub async fn follow_refunds(&self, intent_id: &str) -> Fallible<()> {
        let is_ours = payments::find(&mut self.db.read().await?, intent_id)
            .await?
            .is_some();
        if !is_ours && self.debt_of(intent_id).await?.is_none() {
            return Ok(());
        }
        for made in known(self.provider.refunds_of(intent_id).await)?.unwrap_or_default() {
            self.follow_made(made).await?;
        }
        Ok(())
    }

    async fn follow_made(&self, mut made: MadeRefund) -> Fallible<()> {
        self.note_cost(made.cost.take(), &made.intent_id).await?;
        let reference = made.reference.as_deref().unwrap_or(&made.id);
        let known = refunds::find(&mut self.db.read().await?, reference).await?;
        match known {
            Some(refund) if made.has_failed && refund.retries == made.attempt => {
                self.refund_failed(refund).await
            }
            // By hand, or by us before a backup was restored.
            None => self.follow_elsewhere(made).await,
            _ => Ok(()),
        }
    }

    /// A refund was made and has failed.
    async fn refund_failed(&self, refund: Refund) -> Fallible<()> {
        match refund.status {
            RefundStatus::Pending => Err(is_being_made()),
            RefundStatus::Done => {
                tracing::error!(payment = %refund.payment_id, refund.reference, "a refund has come back");
                let now = self.clock.now();
                self.db
                    .write(move |connection| {
                        Box::pin(async move { returned(connection, &refund, now).await })
                    })
                    .await
            }
            RefundStatus::Refused | RefundStatus::Superseded => Ok(()),
        }
    }
}

/// Begins a refused refund again, or, where part of the payment was given back on the provider's page, with what is left of it. False when
/// less than its amount is left for another reason, or the client's bank decides about it.
async fn begin_again(connection: &mut Connection, refund: Refund, now: Millis) -> Fallible<bool> {
    payments::lock(connection, &refund.payment_id, now).await?;
    if !refunds::retry(connection, &refund, now).await? {
        return superseded::lessen(connection, &refund, now).await;
    }
    let reference = refund.reference;
    let key = format!("refund:{reference}:{}", refund.retries + 1);
    let work = Work::Refund { reference };
    jobs::enqueue(connection, &work, Some(&key), now, now).await?;
    Ok(true)
}

/// Releases the reserved amount, and notifies whoever looks after the money. Where part of the payment was given back on the provider's page
/// meanwhile, what is left is promised instead.
async fn refused(connection: &mut Connection, refund: &Refund, now: Millis) -> Fallible<()> {
    payments::lock(connection, &refund.payment_id, now).await?;
    if refunds::refused(connection, refund, now).await?
        && !superseded::lessen(connection, refund, now).await?
    {
        alert(connection, refund, now).await?;
    }
    Ok(())
}

async fn alert(connection: &mut Connection, refund: &Refund, now: Millis) -> Fallible<()> {
    metrics::counter!(telemetry::REFUNDS_REFUSED).increment(1);
    let work = Work::RefundRefusedEmail {
        reference: refund.reference.clone(),
    };
    let key = format!("refund-refused:{}:{}", refund.reference, refund.retries);
    Ok(jobs::enqueue(connection, &work, Some(&key), now, now).await?)
}

async fn note(connection: &mut Connection, refund: &Refund, now: Millis) -> Fallible<()> {
    if !refunds::done(connection, refund, now).await? {
        return Ok(());
    }
    let (payment, booking) = parties(connection, refund).await?;
    let posting = Posting {
        payment: &payment,
        client_id: &booking.made_by,
        now,
    };
    posting
        .refund(connection, &refund.attempt(), Pence(refund.amount_pence))
        .await?;
    let fee_pence = if refund.reference.starts_with(FOR_CANCELLATION) {
        events::cancellation_fee(connection, &booking).await?
    } else {
        0
    };
    let told = Work::RefundedMessage {
        reference: refund.reference.clone(),
        fee_pence,
    };
    Ok(jobs::enqueue(connection, &told, None, now, now).await?)
}

/// What a bank returned is in our books as it was before the refund.
async fn returned(connection: &mut Connection, refund: &Refund, now: Millis) -> Fallible<()> {
    payments::lock(connection, &refund.payment_id, now).await?;
    if !refunds::refused(connection, refund, now).await? {
        return Ok(());
    }
    let (payment, booking) = parties(connection, refund).await?;
    let posting = Posting {
        payment: &payment,
        client_id: &booking.made_by,
        now,
    };
    posting
        .refund_returned(connection, &refund.attempt(), Pence(refund.amount_pence))
        .await?;
    alert(connection, refund, now).await
}

/// The payment of a refund, and its booking.
pub(super) async fn parties(connection: &mut Connection, refund: &Refund) -> Fallible<(Payment, Booking)> {
    let payment = payments::find(connection, &refund.payment_id).await?;
    let payment = payment.ok_or_else(|| Failure::internal("a refund without its payment"))?;
    let booking = bookings::find(connection, &payment.booking_id).await?;
    let booking = booking.ok_or_else(|| Failure::internal("a payment without its booking"))?;
    Ok((payment, booking))
}
