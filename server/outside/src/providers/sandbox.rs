//! The sandbox: a payment provider of our own in which no money moves. Same states as a real one, its own
//! tables, its own signed webhook through the jobs table.

pub mod accounts;
pub mod browser;
mod cards;
pub mod chargebacks;
mod records;
mod refunds;

use callout_domain::failure::Failure;
use std::sync::Arc;

use super::provider::{
    Answer, BadWebhook, BrowserConfig, Chargeback, MadeRefund, NewIntent, NewRefund, Provider, ProviderError,
    ProviderEvent, ProviderIntent,
};
use super::signature;
use callout_domain::clock::{Clock, Millis};
use callout_domain::ids;
use callout_domain::intent_status::IntentStatus;
use callout_domain::keys::Keys;
use callout_domain::payment::ProviderName;
use callout_domain::renewal::SavedCard;
use callout_domain::work::Work;
use callout_store::jobs;
use callout_store::sandbox::{self, SandboxIntent};
use callout_store::{Connection, Db, StoreError};

/// The header that carries the signature of its webhooks.
pub const SIGNATURE_HEADER: &str = "callout-sandbox-signature";

/// The sandbox provider; cloning it is cheap.
#[derive(Clone)]
pub struct Sandbox {
    db: Db,
    clock: Clock,
    keys: Arc<Keys>,
}

impl Sandbox {
    /// The sandbox over the product's own database.
    #[must_use]
    pub fn new(db: Db, clock: Clock, keys: Arc<Keys>) -> Self {
        Self { db, clock, keys }
    }

    async fn open(
        &self,
        new: &NewIntent,
        saved_card: Option<String>,
    ) -> Result<ProviderIntent, ProviderError> {
        let id = random_id("pi_")?;
        let intent = SandboxIntent {
            client_secret: random_id(&format!("{id}_secret_"))?,
            id,
            status: IntentStatus::RequiresPaymentMethod,
            amount_pence: new.amount_pence,
            captured_pence: 0,
            currency: new.currency.clone(),
            booking_id: new.booking_id.clone().unwrap_or_default(),
            quote_id: new.reference.clone(),
            refuses_capture: false,
            returns_refunds: false,
            asks_first: false,
            saved_card,
            capture_before: None,
            card_fingerprint: None,
        };
        let key = new.idempotency_key.clone();
        let now = self.clock.now();
        let opened = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    if sandbox::add(connection, &intent, &key, now).await? {
                        return Ok::<_, StoreError>(Some(intent));
                    }
                    sandbox::by_key(connection, &key).await
                })
            })
            .await?
            .ok_or_else(|| ProviderError::Unavailable("the intent is not there yet".into()))?;
        if opened.amount_pence == new.amount_pence && opened.currency == new.currency {
            Ok(opened.into())
        } else {
            Err(ProviderError::Refused("idempotency_error".into()))
        }
    }

    async fn find(&self, id: &str) -> Result<ProviderIntent, ProviderError> {
        let intent = sandbox::find(&mut self.db.read().await?, id).await?;
        let intent = intent.ok_or_else(missing)?;
        if cards::has_run_out(&intent, self.clock.now()) {
            return self.void(id).await;
        }
        Ok(intent.into())
    }

    /// Runs `change` on the intent and announces it by a webhook of `kind`.
    async fn change<F>(
        &self,
        id: &str,
        kind: &'static str,
        change: F,
    ) -> Result<ProviderIntent, ProviderError>
    where
        F: for<'c> FnOnce(
                &'c mut Connection,
                &'c SandboxIntent,
            ) -> futures_util::future::BoxFuture<'c, Result<bool, ProviderError>>
            + Send
            + 'static,
    {
        let id = id.to_owned();
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let before = sandbox::lock(connection, &id).await?.ok_or_else(missing)?;
                    if !change(connection, &before).await? {
                        return Ok(before.into());
                    }
                    let after = sandbox::find(connection, &id).await?.ok_or_else(missing)?;
                    announce(connection, kind, &after, now)
                        .await
                        .map_err(unavailable)?;
                    Ok(after.into())
                })
            })
            .await
    }
}

impl Provider for Sandbox {
    fn name(&self) -> ProviderName {
        ProviderName::Sandbox
    }

    fn browser_config(&self) -> BrowserConfig {
        BrowserConfig {
            provider: ProviderName::Sandbox,
            publishable_key: "pk_sandbox".to_owned(),
        }
    }

    fn signature_header(&self) -> &'static str {
        SIGNATURE_HEADER
    }

    fn create<'a>(&'a self, new: &'a NewIntent) -> Answer<'a, ProviderIntent> {
        Box::pin(async move {
            let card = new.keeps_card.then(|| random_id("pm_")).transpose()?;
            self.open(new, card).await
        })
    }

    fn renew<'a>(&'a self, new: &'a NewIntent, card: &'a SavedCard) -> Answer<'a, ProviderIntent> {
        Box::pin(self.renew_hold(new, card))
    }

    fn forget_card<'a>(&'a self, card: &'a SavedCard) -> Answer<'a, ()> {
        Box::pin(self.forget(card))
    }

    fn retrieve<'a>(&'a self, id: &'a str) -> Answer<'a, ProviderIntent> {
        Box::pin(self.find(id))
    }

    fn capture<'a>(&'a self, id: &'a str, amount_pence: i64) -> Answer<'a, ProviderIntent> {
        Box::pin(
            self.change(id, "payment_intent.succeeded", move |connection, before| {
                Box::pin(async move {
                    if before.refuses_capture && before.status == IntentStatus::RequiresCapture {
                        return Err(ProviderError::Refused("card_declined".into()));
                    }
                    if sandbox::capture(connection, &before.id, amount_pence).await? {
                        return Ok(true);
                    }
                    let same =
                        before.status == IntentStatus::Succeeded && before.captured_pence == amount_pence;
                    if same {
                        Ok(false)
                    } else {
                        Err(unexpected(before.status))
                    }
                })
            }),
        )
    }

    fn void<'a>(&'a self, id: &'a str) -> Answer<'a, ProviderIntent> {
        Box::pin(self.change(id, "payment_intent.canceled", |connection, before| {
            Box::pin(async move {
                match before.status {
                    IntentStatus::Canceled => Ok(false),
                    IntentStatus::Succeeded => Err(unexpected(before.status)),
                    from => {
                        match sandbox::change_status(connection, &before.id, from, IntentStatus::Canceled)
                            .await?
                        {
                            true => Ok(true),
                            // Something else moved it at the same moment: read it again.
                            false => Err(ProviderError::Unavailable("the intent is being changed".into())),
                        }
                    }
                }
            })
        }))
    }

    fn refund<'a>(&'a self, new: NewRefund<'a>) -> Answer<'a, ()> {
        Box::pin(self.make_refund(new))
    }

    fn made_refund<'a>(&'a self, id: &'a str) -> Answer<'a, MadeRefund> {
        Box::pin(self.find_refund(id))
    }

    fn refunds_of<'a>(&'a self, intent_id: &'a str) -> Answer<'a, Vec<MadeRefund>> {
        Box::pin(self.find_refunds(intent_id))
    }

    fn chargeback<'a>(&'a self, id: &'a str) -> Answer<'a, Chargeback> {
        Box::pin(self.find_chargeback(id))
    }

    fn parse_webhook(&self, body: &[u8], header: &str, now: Millis) -> Result<ProviderEvent, BadWebhook> {
        signature::verify(self.keys.sandbox_webhook.expose(), body, header, now)?;
        signature::read_event(body)
    }
}

impl From<SandboxIntent> for ProviderIntent {
    fn from(intent: SandboxIntent) -> Self {
        Self {
            card: cards::saved(&intent).filter(|_| intent.status.is_authorised()),
            // The sandbox is free.
            cost: None,
            capture_before: intent.capture_before,
            card_fingerprint: intent.card_fingerprint,
            id: intent.id,
            client_secret: intent.client_secret,
            status: intent.status,
            amount_pence: intent.amount_pence,
            captured_pence: intent.captured_pence,
            currency: intent.currency,
            reference: Some(intent.quote_id),
        }
    }
}

/// Enqueues the webhook that announces a change, in the transaction of the change.
async fn announce(
    connection: &mut Connection,
    kind: &str,
    intent: &SandboxIntent,
    now: Millis,
) -> Result<(), Failure> {
    announce_at(connection, kind, intent, now, now).await
}

/// The same, but the webhook is sent at `at` (Unix milliseconds).
async fn announce_at(
    connection: &mut Connection,
    kind: &str,
    intent: &SandboxIntent,
    at: Millis,
    now: Millis,
) -> Result<(), Failure> {
    let object = serde_json::json!({
        "id": intent.id,
        "object": "payment_intent",
        "amount": intent.amount_pence,
        "amount_received": intent.captured_pence,
        "currency": intent.currency.to_ascii_lowercase(),
        "status": intent.status.as_str(),
        "metadata": { "booking_id": intent.booking_id, "reference": intent.quote_id },
    });
    enqueue(connection, kind, object, at, now).await
}

/// Enqueues a webhook about `object`, in the transaction of what it tells of.
async fn announce_event(
    connection: &mut Connection,
    kind: &str,
    object: serde_json::Value,
    now: Millis,
) -> Result<(), Failure> {
    enqueue(connection, kind, object, now, now).await
}

async fn enqueue(
    connection: &mut Connection,
    kind: &str,
    object: serde_json::Value,
    at: Millis,
    now: Millis,
) -> Result<(), Failure> {
    let event = serde_json::json!({
        "id": ids::prefixed("evt_")?,
        "object": "event",
        "type": kind,
        "created": at.div_euclid(1_000),
        "data": { "object": object },
    });
    jobs::enqueue(
        connection,
        &Work::SandboxWebhook {
            body: event.to_string(),
        },
        None,
        at,
        now,
    )
    .await
    .map_err(Failure::from)
}

fn random_id(prefix: &str) -> Result<String, ProviderError> {
    ids::prefixed(prefix).map_err(unavailable)
}

fn unavailable(error: impl std::fmt::Display) -> ProviderError {
    ProviderError::Unavailable(error.to_string())
}

fn missing() -> ProviderError {
    ProviderError::Missing("resource_missing".into())
}

fn unexpected(status: IntentStatus) -> ProviderError {
    ProviderError::Refused(format!("payment_intent_unexpected_state ({})", status.as_str()))
}
