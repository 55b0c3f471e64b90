//! Intents that the provider does not know: after another account, other keys, or a restored database.

use super::Payments;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::intent_status::IntentStatus;
use callout_domain::money_alert::MoneyAlert;
use callout_outside::providers::provider::{ProviderError, ProviderIntent};
use callout_store::payments::{self, State};
use callout_store::{Connection, jobs};

impl Payments {
    /// The intent as the provider has it now; none for one that it does not know and that was never authorised, which has ended here by
    /// then. Its booking ends by its own deadline.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached, `payment_refused` when it does not know an intent by which a card was
    /// held: nothing of it changes here.
    pub(super) async fn look_up(&self, id: &str) -> Fallible<Option<ProviderIntent>> {
        let answer = self.provider.retrieve(id).await;
        self.or_unknown(id, answer).await
    }

    /// The same for any answer of the provider about an intent.
    ///
    /// # Errors
    /// As [`Payments::look_up`].
    pub(super) async fn or_unknown(
        &self,
        id: &str,
        answer: Result<ProviderIntent, ProviderError>,
    ) -> Fallible<Option<ProviderIntent>> {
        let Err(ProviderError::Missing(code)) = answer else {
            return Ok(answer.map(Some)?);
        };
        let (id, now) = (id.to_owned(), self.clock.now());
        let was_held = self
            .db
            .write(move |connection| Box::pin(async move { end_unknown(connection, &id, now).await }))
            .await?;
        if was_held {
            return Err(ProviderError::Missing(code).into());
        }
        Ok(None)
    }
}

/// Ends a payment that was never authorised, and has a person told either way. True for one by which a card was held.
async fn end_unknown(connection: &mut Connection, id: &str, now: Millis) -> Fallible<bool> {
    let payment = payments::lock(connection, id, now).await?;
    let Some(payment) = payment.filter(|payment| !payment.has_ended()) else {
        return Ok(false);
    };
    let was_held = payment.authorised_at.is_some();
    tracing::error!(
        payment = id,
        was_held,
        "the provider does not know an intent of ours"
    );
    if !was_held {
        payments::close(connection, id, now).await?;
        let ended = State {
            status: IntentStatus::Canceled,
            captured_pence: 0,
            authorised_at: None,
            held_until: None,
            card: None,
            card_fingerprint: None,
        };
        payments::set_state(connection, id, ended).await?;
    }
    let alert = MoneyAlert::UnknownIntent {
        intent_id: payment.id,
        paid_for: payment.booking_id,
        amount_pence: payment.amount_pence,
        was_held,
    };
    jobs::alert(connection, alert, now).await?;
    Ok(was_held)
}
