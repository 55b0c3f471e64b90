//! Paying for extra work: what is held on the card is charged at once, and only what was charged becomes part of the price.

use super::Payments;
use super::capture::Captured;
use callout_booking::matching::Matching;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::intent_status::IntentStatus;
use callout_domain::work::Work;
use callout_store::payments::{self, Payment};
use callout_store::{Connection, jobs};

/// Follows what the provider says of a payment for extra work, which the caller has locked; `payment` is how it was known before. True
/// when it has paid for it. What is not asked for any more is let go.
pub(super) async fn follow(
    connection: &mut Connection,
    matching: &Matching,
    payment: &Payment,
    now_is: IntentStatus,
    now: Millis,
) -> Fallible<bool> {
    let is_new = payment.authorised_at.is_none();
    if payment.closing_at.is_some() {
        if is_new && now_is.is_authorised() {
            super::release::let_go(connection, &payment.id, now).await?;
        }
        return Ok(false);
    }
    match now_is {
        IntentStatus::RequiresCapture if is_new => {
            if Box::pin(matching.extra_held(connection, payment, now)).await? {
                charge(connection, payment, now).await?;
            } else {
                super::release::let_go(connection, &payment.id, now).await?;
            }
            Ok(false)
        }
        IntentStatus::Succeeded if payment.status != IntentStatus::Succeeded => {
            let is_wanted = !is_new || Box::pin(matching.extra_held(connection, payment, now)).await?;
            if is_wanted && Box::pin(matching.extra_charged(connection, payment, now)).await? {
                return Ok(true);
            }
            super::release::let_go(connection, &payment.id, now).await?;
            Ok(false)
        }
        IntentStatus::Canceled if !is_new => {
            Box::pin(matching.extra_refused(connection, payment, now)).await?;
            Ok(false)
        }
        _ => Ok(false),
    }
}

async fn charge(connection: &mut Connection, payment: &Payment, now: Millis) -> Fallible<()> {
    let work = Work::CaptureExtra {
        payment_id: payment.id.clone(),
    };
    let key = format!("capture-extra:{}", payment.id);
    jobs::enqueue(connection, &work, Some(&key), now, now).await?;
    Ok(())
}

impl Payments {
    /// Charges what is held for extra work. If the bank refuses, the hold is let go, and the client may try another card.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn capture_extra(&self, payment_id: &str) -> Fallible<()> {
        let payment = payments::find(&mut self.db.read().await?, payment_id).await?;
        let held = payment.filter(|payment| {
            payment.closing_at.is_none() && payment.status == IntentStatus::RequiresCapture
        });
        let Some(held) = held else {
            return Ok(());
        };
        match self.try_capture(&held.id, held.amount_pence).await? {
            Captured::Yes => Ok(()),
            Captured::Refused => self.give_up(held.id).await,
        }
    }

    async fn give_up(&self, payment_id: String) -> Fallible<()> {
        let (matching, now) = (self.matching.clone(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let Some(payment) = payments::lock(connection, &payment_id, now).await? else {
                        return Ok(());
                    };
                    super::release::let_go(connection, &payment.id, now).await?;
                    Box::pin(matching.extra_refused(connection, &payment, now)).await
                })
            })
            .await
    }
}
