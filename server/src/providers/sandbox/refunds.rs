//! Refunds in the sandbox: made at once, and returned by the banks of some test cards.

use super::{Sandbox, announce_event, missing, random_id, unavailable};
use crate::providers::provider::{MadeRefund, NewRefund, ProviderError};
use crate::store::sandbox::lock;
use crate::store::sandbox::refunds::{self as rows, SandboxRefund};

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
            is_returned: 0,
        };
        let made = self.db.write(move |connection| {
            Box::pin(async move {
                let intent = lock(connection, &refund.intent_id).await?.ok_or_else(missing)?;
                if rows::is_made(connection, &refund).await? {
                    return Ok(());
                }
                if !rows::add(connection, &refund).await? {
                    return Err(ProviderError::Refused("charge_already_refunded".into()));
                }
                if intent.returns_refunds == 1 {
                    rows::take_back(connection, &refund).await?;
                    let object =
                        serde_json::json!({ "id": refund.id, "object": "refund", "status": "failed" });
                    announce_event(connection, "refund.failed", object, now)
                        .await
                        .map_err(unavailable)?;
                }
                Ok(())
            })
        });
        made.await
    }

    pub(super) async fn find_refund(&self, id: &str) -> Result<MadeRefund, ProviderError> {
        let refund = rows::find(&mut self.db.read().await?, id).await?;
        let refund = refund.ok_or_else(missing)?;
        Ok(MadeRefund {
            id: refund.id,
            intent_id: refund.intent_id,
            amount_pence: refund.amount_pence,
            reference: Some(refund.reference),
            attempt: refund.attempt,
            has_failed: refund.is_returned == 1,
            cost: None,
        })
    }
}
