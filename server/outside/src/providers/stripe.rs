//! Stripe: PaymentIntents that authorise now and capture later, over its form-encoded API.

pub mod answers;
mod connect;
mod lists;
mod records;

use std::time::Duration;

use reqwest::{RequestBuilder, Response};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tracing::Instrument as _;
use url::Url;

use self::answers::{StripeCustomer, StripeDispute, StripeIntent, StripeList, StripeRefund};
use super::provider::{
    Answer, BadWebhook, BrowserConfig, Chargeback, MadeRefund, NewIntent, NewRefund, Provider, ProviderError,
    ProviderEvent, ProviderIntent,
};
use super::signature;
use callout_domain::clock::Millis;
use callout_domain::config::StripeKeys;
use callout_domain::intent_status::IntentStatus;
use callout_domain::payment::ProviderName;
use callout_domain::renewal::SavedCard;

/// The version of Stripe's API that this file is written for, whatever the account's default.
const API_VERSION: &str = "2024-06-20";

/// Asks for the charge of an intent along with it: it says how long the hold lasts, and what Stripe charges for the payment.
const EXPAND: &str = "expand[]";
const CHARGE: &str = "latest_charge.balance_transaction";

/// Well below the lease of a job, so that no call outlives it.
const TIMEOUT: Duration = Duration::from_secs(8);

/// The Stripe provider.
pub struct Stripe {
    http: reqwest::Client,
    base: Url,
    secret: SecretString,
    publishable: String,
    webhook: SecretString,
    connect_webhook: Option<SecretString>,
    /// Tells what this installation made from what others make with the same account.
    installation: String,
}

impl Stripe {
    /// A client of the API at `base`, which marks what it makes as this `installation`'s.
    ///
    /// # Errors
    /// A sentence for the operator when the HTTP client cannot be made.
    pub fn new(keys: StripeKeys, base: &Url, installation: String) -> Result<Self, String> {
        // Another part of the process may have installed it already; it is the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| format!("HTTP client: {error}"))?;
        Ok(Self {
            http,
            base: base.clone(),
            secret: keys.secret,
            publishable: keys.publishable,
            webhook: keys.webhook,
            connect_webhook: keys.connect_webhook,
            installation,
        })
    }

    /// The address of `/v1/…`; each segment is escaped.
    fn address(&self, segments: &[&str]) -> Result<Url, ProviderError> {
        let mut url = self.base.clone();
        url.path_segments_mut()
            .map_err(|()| ProviderError::Refused("STRIPE_API_BASE is no base address".into()))?
            .pop_if_empty()
            .push("v1")
            .extend(segments);
        Ok(url)
    }

    fn get(&self, segments: &[&str]) -> Result<RequestBuilder, ProviderError> {
        Ok(self.authorised(self.http.get(self.address(segments)?)))
    }

    fn post(
        &self,
        segments: &[&str],
        form: &[(&str, &str)],
        idempotency_key: Option<&str>,
    ) -> Result<RequestBuilder, ProviderError> {
        let mut request = self.http.post(self.address(segments)?).form(form);
        if let Some(key) = idempotency_key {
            request = request.header("Idempotency-Key", key);
        }
        Ok(self.authorised(request))
    }

    /// Opens an intent that holds its amount on a card; `more` says which, if it is known.
    async fn open(&self, new: &NewIntent, more: &[(&str, &str)]) -> Result<ProviderIntent, ProviderError> {
        let amount = new.amount_pence.to_string();
        let currency = new.currency.to_ascii_lowercase();
        // No `receipt_email`: the receipts are our own.
        let mut form = vec![
            ("amount", amount.as_str()),
            ("currency", &currency),
            ("capture_method", "manual"),
            // The Payment Element is mounted before the intent exists; cards only, because only they can be held.
            ("payment_method_types[]", "card"),
            ("metadata[reference]", &new.reference),
            ("metadata[key]", &new.idempotency_key),
            ("metadata[installation]", &self.installation),
            (EXPAND, CHARGE),
        ];
        form.extend(
            new.booking_id
                .as_ref()
                .map(|id| ("metadata[booking_id]", id.as_str())),
        );
        form.extend(more);
        let key = format!("intent:{}", new.idempotency_key);
        let opened: StripeIntent = send(self.post(&["payment_intents"], &form, Some(&key))?).await?;
        Ok(opened.into())
    }

    /// The hold that was made with this key on a card that is kept, if its answer was lost.
    async fn held_before(
        &self,
        new: &NewIntent,
        card: &SavedCard,
    ) -> Result<Option<ProviderIntent>, ProviderError> {
        let mut address = self.address(&["payment_intents"])?;
        address
            .query_pairs_mut()
            .append_pair("customer", &card.customer_id)
            .append_pair("limit", "100");
        let list: StripeList<StripeIntent> = send(self.authorised(self.http.get(address))).await?;
        let made = list
            .data
            .into_iter()
            .find(|made| made.is_held_by(&new.idempotency_key));
        match made {
            // Read once more, with its charge.
            Some(made) => self.retrieve(made.id()).await.map(Some),
            None => Ok(None),
        }
    }

    /// Stripe keeps a card for a customer. Ours has no name: what the card is kept for is enough.
    async fn open_customer(&self, new: &NewIntent) -> Result<String, ProviderError> {
        let form = [("metadata[reference]", new.reference.as_str())];
        let key = format!("customer:{}", new.idempotency_key);
        let customer: StripeCustomer = send(self.post(&["customers"], &form, Some(&key))?).await?;
        Ok(customer.id)
    }

    fn authorised(&self, request: RequestBuilder) -> RequestBuilder {
        request
            .bearer_auth(self.secret.expose_secret())
            .header("Stripe-Version", API_VERSION)
    }
}

impl Provider for Stripe {
    fn name(&self) -> ProviderName {
        ProviderName::Stripe
    }

    fn browser_config(&self) -> BrowserConfig {
        BrowserConfig {
            provider: ProviderName::Stripe,
            publishable_key: self.publishable.clone(),
        }
    }

    fn signature_header(&self) -> &'static str {
        "stripe-signature"
    }

    fn create<'a>(&'a self, new: &'a NewIntent) -> Answer<'a, ProviderIntent> {
        Box::pin(async move {
            if !new.keeps_card {
                return self.open(new, &[]).await;
            }
            let customer = self.open_customer(new).await?;
            let kept = [
                ("customer", customer.as_str()),
                ("setup_future_usage", "off_session"),
            ];
            self.open(new, &kept).await
        })
    }

    fn renew<'a>(&'a self, new: &'a NewIntent, card: &'a SavedCard) -> Answer<'a, ProviderIntent> {
        Box::pin(async move {
            // Stripe forgets a key after a day; then only its metadata can show a hold whose answer was lost.
            if let Some(held) = self.held_before(new, card).await? {
                return Ok(held);
            }
            let with_card = [
                ("customer", card.customer_id.as_str()),
                ("payment_method", &card.card_id),
                ("off_session", "true"),
                ("confirm", "true"),
            ];
            self.open(new, &with_card).await
        })
    }

    fn forget_card<'a>(&'a self, card: &'a SavedCard) -> Answer<'a, ()> {
        Box::pin(async move {
            let detach = self.post(&["payment_methods", &card.card_id, "detach"], &[], None)?;
            match send::<serde::de::IgnoredAny>(detach).await {
                // Stripe refuses to do it twice.
                Ok(_) | Err(ProviderError::Refused(_) | ProviderError::Missing(_)) => Ok(()),
                Err(error) => Err(error),
            }
        })
    }

    fn retrieve<'a>(&'a self, id: &'a str) -> Answer<'a, ProviderIntent> {
        Box::pin(async move {
            let mut address = self.address(&["payment_intents", id])?;
            address.query_pairs_mut().append_pair(EXPAND, CHARGE);
            Ok(send::<StripeIntent>(self.authorised(self.http.get(address)))
                .await?
                .into())
        })
    }

    fn capture<'a>(&'a self, id: &'a str, amount_pence: i64) -> Answer<'a, ProviderIntent> {
        Box::pin(async move {
            let amount = amount_pence.to_string();
            let form = [("amount_to_capture", amount.as_str()), (EXPAND, CHARGE)];
            let key = format!("capture:{id}:{amount}");
            Ok(
                send::<StripeIntent>(self.post(&["payment_intents", id, "capture"], &form, Some(&key))?)
                    .await?
                    .into(),
            )
        })
    }

    fn void<'a>(&'a self, id: &'a str) -> Answer<'a, ProviderIntent> {
        Box::pin(async move {
            // Without an idempotency key: Stripe would repeat a refusal for a day, and cancelling twice does no harm.
            match send::<StripeIntent>(self.post(&["payment_intents", id, "cancel"], &[], None)?).await {
                Ok(intent) => Ok(intent.into()),
                // Stripe refuses to cancel twice, but an ended intent is what was asked for.
                Err(ProviderError::Refused(code)) => {
                    let intent = self.retrieve(id).await?;
                    if intent.status == IntentStatus::Canceled {
                        Ok(intent)
                    } else {
                        Err(ProviderError::Refused(code))
                    }
                }
                Err(error) => Err(error),
            }
        })
    }

    fn refund<'a>(&'a self, new: NewRefund<'a>) -> Answer<'a, ()> {
        Box::pin(async move {
            // Stripe forgets a key after a day: whoever calls has looked whether its metadata shows one whose answer was lost.
            let (amount, attempt) = (new.amount_pence.to_string(), new.attempt.to_string());
            let form = [
                ("payment_intent", new.intent_id),
                ("amount", amount.as_str()),
                ("metadata[reference]", new.reference),
                ("metadata[attempt]", &attempt),
                ("metadata[installation]", &self.installation),
            ];
            let key = format!("refund:{}:{attempt}", new.reference);
            let refund: StripeRefund = send(self.post(&["refunds"], &form, Some(&key))?).await?;
            if refund.has_failed() {
                return Err(ProviderError::Refused("the refund failed at once".to_owned()));
            }
            Ok(())
        })
    }

    fn made_refund<'a>(&'a self, id: &'a str) -> Answer<'a, MadeRefund> {
        Box::pin(async move {
            let mut address = self.address(&["refunds", id])?;
            address
                .query_pairs_mut()
                .append_pair(EXPAND, "balance_transaction");
            let refund: StripeRefund = send(self.authorised(self.http.get(address))).await?;
            Ok(refund.made(&self.installation))
        })
    }

    fn refunds_of<'a>(&'a self, intent_id: &'a str) -> Answer<'a, Vec<MadeRefund>> {
        Box::pin(async move {
            let mut address = self.address(&["refunds"])?;
            address
                .query_pairs_mut()
                .append_pair("payment_intent", intent_id)
                .append_pair(EXPAND, "data.balance_transaction");
            let made: Vec<StripeRefund> = self.all(&address).await?;
            Ok(made
                .into_iter()
                .map(|refund| refund.made(&self.installation))
                .collect())
        })
    }

    fn chargeback<'a>(&'a self, id: &'a str) -> Answer<'a, Chargeback> {
        Box::pin(async move { Ok(send::<StripeDispute>(self.get(&["disputes", id])?).await?.into()) })
    }

    fn parse_webhook(&self, body: &[u8], header: &str, now: Millis) -> Result<ProviderEvent, BadWebhook> {
        signature::verify(self.webhook.expose_secret().as_bytes(), body, header, now)?;
        signature::read_event(body)
    }
}

/// Sends a request; the kind of failure decides whether it may be repeated. Stripe's messages stay out
/// of our logs (they may quote personal data); its codes do not.
async fn send<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, ProviderError> {
    let (client, request) = request.build_split();
    let request = request.map_err(|error| unavailable(&error))?;
    let span = tracing::info_span!("provider", call = %request.method(), path = request.url().path());
    read(client.execute(request)).instrument(span).await
}

async fn read<T: DeserializeOwned>(
    answer: impl Future<Output = Result<Response, reqwest::Error>>,
) -> Result<T, ProviderError> {
    let response = answer.await.map_err(|error| unavailable(&error))?;
    let status = response.status();
    if status.is_success() {
        return response.json().await.map_err(|error| unavailable(&error));
    }
    let code = response
        .json::<Failure>()
        .await
        .map(Failure::code)
        .unwrap_or_default();
    let told = format!("{} {code}", status.as_u16());
    Err(match status.as_u16() {
        // The key is wrong, which an operator can fix; busy; unwell.
        401 | 409 | 429 | 500.. => ProviderError::Unavailable(told),
        // By its path, by a parameter, or as an account that is not connected to ours (any more).
        404 => ProviderError::Missing(told),
        _ if matches!(code.as_str(), "resource_missing" | "account_invalid") => ProviderError::Missing(told),
        _ => ProviderError::Refused(told),
    })
}

fn unavailable(error: &reqwest::Error) -> ProviderError {
    let kind = if error.is_timeout() {
        "timed out"
    } else if error.is_connect() {
        "cannot connect"
    } else {
        "no usable answer"
    };
    ProviderError::Unavailable(kind.to_owned())
}

#[derive(Deserialize)]
struct Failure {
    error: FailureDetail,
}

#[derive(Deserialize)]
struct FailureDetail {
    #[serde(rename = "type")]
    kind: Option<String>,
    code: Option<String>,
}

impl Failure {
    fn code(self) -> String {
        self.error.code.or(self.error.kind).unwrap_or_default()
    }
}
