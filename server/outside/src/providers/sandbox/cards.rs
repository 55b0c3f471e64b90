//! Cards that are kept in the sandbox: what is held on them ends after a few days, and can be held anew.

use super::{Sandbox, announce, announce_at, missing, unavailable};
use crate::providers::provider::{NewIntent, ProviderError, ProviderIntent};
use callout_domain::clock::Millis;
use callout_domain::failure::Failure;
use callout_domain::intent_status::IntentStatus;
use callout_domain::renewal::{HOLD_LASTS, SavedCard};
use callout_store::Connection;
use callout_store::sandbox::{self, Habits, SandboxIntent};

/// The only customer that the sandbox has.
const CUSTOMER: &str = "cus_sandbox";

impl Sandbox {
    /// Opens an intent that is authorised with a card that was kept, unless its bank asks the holder first.
    pub(super) async fn renew_hold(
        &self,
        new: &NewIntent,
        card: &SavedCard,
    ) -> Result<ProviderIntent, ProviderError> {
        let kept = sandbox::by_card(&mut self.db.read().await?, &card.card_id).await?;
        let kept = kept.ok_or_else(missing)?;
        if kept.asks_first {
            return Err(ProviderError::Refused("authentication_required".into()));
        }
        let opened = self.open(new, Some(card.card_id.clone())).await?;
        let now = self.clock.now();
        let habits = Habits {
            refuses_capture: kept.refuses_capture,
            returns_refunds: kept.returns_refunds,
            asks_first: false,
        };
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let mut intent = sandbox::lock(connection, &opened.id).await?.ok_or_else(missing)?;
                    if intent.status != IntentStatus::RequiresPaymentMethod {
                        return Ok(intent.into());
                    }
                    let fingerprint = kept.card_fingerprint.as_deref();
                    sandbox::set_card(connection, &intent.id, fingerprint, habits).await?;
                    hold(connection, &intent, now).await.map_err(unavailable)?;
                    let (from, to) = (intent.status, IntentStatus::RequiresCapture);
                    sandbox::change_status(connection, &intent.id, from, to).await?;
                    intent.status = to;
                    let kind = "payment_intent.amount_capturable_updated";
                    announce(connection, kind, &intent, now)
                        .await
                        .map_err(unavailable)?;
                    let held = sandbox::find(connection, &intent.id).await?;
                    Ok(held.ok_or_else(missing)?.into())
                })
            })
            .await
    }

    pub(super) async fn forget(&self, card: &SavedCard) -> Result<(), ProviderError> {
        let id = card.card_id.clone();
        self.db
            .write(move |connection| {
                Box::pin(async move { Ok(sandbox::forget_card(connection, &id).await?) })
            })
            .await
    }
}

/// An intent is authorised: notes when its hold ends. Of one that may get so far, which is one whose card is kept, an event
/// tells then.
pub(super) async fn hold(
    connection: &mut Connection,
    intent: &SandboxIntent,
    now: Millis,
) -> Result<(), Failure> {
    let ends = now + HOLD_LASTS;
    sandbox::set_end(connection, &intent.id, ends).await?;
    if intent.saved_card.is_some() {
        let ended = SandboxIntent {
            status: IntentStatus::Canceled,
            ..intent.clone()
        };
        announce_at(connection, "payment_intent.canceled", &ended, ends, now).await?;
    }
    Ok(())
}

/// The card of an intent, if that is kept.
pub(super) fn saved(intent: &SandboxIntent) -> Option<SavedCard> {
    Some(SavedCard {
        customer_id: CUSTOMER.to_owned(),
        card_id: intent.saved_card.clone()?,
    })
}

/// True once the bank has ended the hold of an intent.
pub(super) fn has_run_out(intent: &SandboxIntent, now: Millis) -> bool {
    intent.status == IntentStatus::RequiresCapture && intent.capture_before.is_some_and(|ends| ends <= now)
}
