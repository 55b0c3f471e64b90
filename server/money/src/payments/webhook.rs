//! Events from the payment provider: first the signature over the raw bytes is checked; then we ask what the provider says now
//! rather than trust what the event said then, so that events out of order do no harm.

use super::Payments;
use super::settle;
use callout_base::telemetry;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::money_alert::MoneyAlert;
use callout_domain::payment::ProviderName;
use callout_domain::work::Work;
use callout_outside::providers::provider::{Subject, known};
use callout_outside::providers::signature;
use callout_store::{jobs, provider_events};

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
        let seen = settle::Event {
            provider: self.provider.name(),
            id: event.id,
        };
        match event.subject {
            Subject::Intent(id) => self.settle_by(&id, Some(seen)).await,
            Subject::Chargeback(chargeback_id) => {
                self.follow(Work::FollowChargeback { chargeback_id }, seen).await
            }
            Subject::Refund(refund_id) => self.follow(Work::FollowRefund { refund_id }, seen).await,
            Subject::RefundsOf(intent_id) => self.follow(Work::FollowRefunds { intent_id }, seen).await,
            Subject::FailedPayout(id) => {
                let alert = MoneyAlert::OwnPayoutFailed { id };
                self.follow(Work::MoneyAlert { alert }, seen).await
            }
            Subject::Other => {
                metrics::counter!(telemetry::IGNORED_EVENTS, "kind" => event.kind).increment(1);
                Ok(())
            }
        }
    }

    /// Has what an event is about looked at, once for each event.
    async fn follow(&self, work: Work, event: settle::Event) -> Fallible<()> {
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    if provider_events::is_new(connection, event.provider, &event.id, now).await? {
                        jobs::enqueue(connection, &work, None, now, now).await?;
                    }
                    Ok(())
                })
            })
            .await
    }

    /// Settles the payment that a chargeback is about, so that our books have the charge before the chargeback: the events may come in any
    /// order.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn settle_charged_back(&self, chargeback_id: &str) -> Fallible<()> {
        match known(self.provider.chargeback(chargeback_id).await)? {
            Some(chargeback) => self.settle(&chargeback.intent_id).await,
            None => Ok(()),
        }
    }

    /// Delivers an event of the sandbox the way a real provider would: signed, through the same code.
    ///
    /// # Errors
    /// As [`receive`].
    pub async fn deliver_sandbox_webhook(&self, body: &str) -> Fallible<()> {
        if self.provider.name() != ProviderName::Sandbox {
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
