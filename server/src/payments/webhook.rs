//! Events from the payment provider: first the signature over the raw bytes is checked; then we ask what the provider says now
//! rather than trust what the event said then, so that events out of order do no harm.

use super::Payments;
use super::settle;
use crate::domain::failure::{Failure, FailureKind, Fallible};
use crate::providers::provider::ProviderEvent;
use crate::providers::{sandbox, signature};

impl Payments {
    /// Receives one event of the configured provider. A replay changes nothing.
    ///
    /// # Errors
    /// 400 `bad_signature`; 502 `payment_unavailable` when the provider cannot be asked, so that it sends the
    /// event again.
    pub async fn receive_webhook(&self, body: &[u8], signature: Option<&str>) -> Fallible<()> {
        let event = self
            .provider
            .parse_webhook(body, signature.unwrap_or_default(), self.clock.now())
            .map_err(|_| bad_signature())?;
        let ProviderEvent { id, intent_id, .. } = event;
        match intent_id {
            Some(intent) => {
                self.settle_by(
                    &intent,
                    Some(settle::Event {
                        provider: self.provider.name(),
                        id,
                    }),
                )
                .await
            }
            // Not about a payment of ours: nothing follows from it.
            None => Ok(()),
        }
    }

    /// Delivers an event of the sandbox the way a real provider would: signed, through the same code.
    ///
    /// # Errors
    /// As [`receive`].
    pub async fn deliver_sandbox_webhook(&self, body: &str) -> Fallible<()> {
        if self.provider.name() != sandbox::NAME {
            // The settings have changed since; the sandbox's payments no longer mean anything.
            return Ok(());
        }
        let header = signature::sign(
            self.keys.sandbox_webhook.expose(),
            body.as_bytes(),
            self.clock.now(),
        );
        self.receive_webhook(body.as_bytes(), Some(&header)).await
    }
}

fn bad_signature() -> Failure {
    Failure::new(
        FailureKind::BadRequest,
        "bad_signature",
        "The signature of this event is not right.",
    )
}
