//! Refunds in the sandbox: made at once, and returned by the banks of some test cards.

use super::{Sandbox, announce_event, missing, random_id, unavailable};
use crate::providers::provider::{MadeRefund, NewRefund, ProviderError};
use callout_domain::clock::Millis;
use callout_store::Connection;
use callout_store::sandbox::lock;
use callout_store::sandbox::refunds::{self, SandboxRefund};

impl Sandbox {
    /// Refunds a part of a captured intent; a repeat of the same attempt changes nothing. A card that returns refunds does so at
    /// once, which an event tells.
    pub(super) async fn make_refund(&self, new: NewRefund<'_>) -> Result<(), ProviderError> {
        let now = self.clock.now();
        let refund = SandboxRefund {
            id: random_id("re_")?,
            intent_id: new.intent_id.to_owned(),
            amount_pence: new.amount_pence,
            reference: new.reference.to_owned(),
            attempt: new.attempt,
            is_returned: false,
            created_at: now,
        };
        self.db
            .write(move |connection| Box::pin(async move { make(connection, &refund, now).await }))
            .await
    }

    /// Somebody gives back a part of a captured intent on the provider's own page, pence, which an event tells.
    ///
    /// # Errors
    /// Refused when there is no such intent, or less than that is left of it.
    pub async fn refund_by_hand(&self, intent_id: &str, amount_pence: i64) -> Result<(), ProviderError> {
        let now = self.clock.now();
        let id = random_id("re_")?;
        let refund = SandboxRefund {
            reference: id.clone(),
            id,
            intent_id: intent_id.to_owned(),
            amount_pence,
            attempt: 0,
            is_returned: false,
            created_at: now,
        };
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    make(connection, &refund, now).await?;
                    announce(connection, &refund, "created", now).await
                })
            })
            .await
    }

    pub(super) async fn find_refund(&self, id: &str) -> Result<MadeRefund, ProviderError> {
        let refund = refunds::find(&mut self.db.read().await?, id).await?;
        Ok(refund.ok_or_else(missing)?.into())
    }

    pub(super) async fn find_refunds(&self, intent_id: &str) -> Result<Vec<MadeRefund>, ProviderError> {
        let refunds = refunds::of_intent(&mut self.db.read().await?, intent_id).await?;
        Ok(refunds.into_iter().map(MadeRefund::from).collect())
    }
}

impl From<SandboxRefund> for MadeRefund {
    fn from(refund: SandboxRefund) -> Self {
        // One that was made by hand has no reference of ours; it bears its own id.
        let reference = Some(refund.reference).filter(|reference| *reference != refund.id);
        Self {
            id: refund.id,
            intent_id: refund.intent_id,
            amount_pence: refund.amount_pence,
            is_ours: reference.is_some(),
            reference,
            attempt: refund.attempt,
            has_failed: refund.is_returned,
            made_at: refund.created_at,
            cost: None,
        }
    }
}

async fn make(connection: &mut Connection, refund: &SandboxRefund, now: Millis) -> Result<(), ProviderError> {
    let intent = lock(connection, &refund.intent_id).await?.ok_or_else(missing)?;
    if refunds::is_made(connection, refund).await? {
        return Ok(());
    }
    if !refunds::add(connection, refund).await? {
        return Err(ProviderError::Refused("charge_already_refunded".into()));
    }
    if intent.returns_refunds {
        refunds::take_back(connection, refund).await?;
        announce(connection, refund, "failed", now).await?;
    }
    Ok(())
}

async fn announce(
    connection: &mut Connection,
    refund: &SandboxRefund,
    what: &str,
    now: Millis,
) -> Result<(), ProviderError> {
    let object = serde_json::json!({ "id": refund.id, "object": "refund" });
    announce_event(connection, &format!("refund.{what}"), object, now)
        .await
        .map_err(unavailable)
}
