//! Stripe Connect: Express accounts of pros, whose bank details Stripe keeps, and transfers to them.

use std::collections::HashMap;

use secrecy::ExposeSecret as _;
use serde::Deserialize;
use url::Url;

use super::{Stripe, StripeList, send};
use crate::providers::payouts::{
    AccountNews, AccountState, NewAccount, NewReversal, NewTransfer, PayoutProvider, RefusedByBank, WayBack,
};
use crate::providers::provider::{Answer, BadWebhook, ProviderError};
use crate::providers::signature;
use callout_domain::clock::{Millis, SECOND};
use callout_domain::payment::ProviderName;

impl Stripe {
    /// The charge of a captured intent, of which transfers take their money.
    async fn charge_of(&self, intent_id: &str) -> Result<String, ProviderError> {
        let intent: ChargedIntent = send(self.get(&["payment_intents", intent_id])?).await?;
        intent
            .latest_charge
            .ok_or_else(|| ProviderError::Refused("no_charge".to_owned()))
    }

    /// The transfer of this reference, if it was made: Stripe forgets idempotency keys after a day, and groups transfers from a charge
    /// by itself, so that only our metadata is certain.
    async fn transfer_made(&self, new: &NewTransfer) -> Result<Option<String>, ProviderError> {
        let mut address = self.address(&["transfers"])?;
        let since = new.since.div_euclid(SECOND).to_string();
        address
            .query_pairs_mut()
            .append_pair("destination", &new.account_id)
            .append_pair("created[gte]", &since);
        self.listed(&address, &new.reference).await
    }

    /// The reversal of this reference, if it was made.
    async fn reversal_made(&self, new: &NewReversal) -> Result<Option<String>, ProviderError> {
        let address = self.address(&["transfers", &new.transfer_id, "reversals"])?;
        self.listed(&address, &new.reference).await
    }

    /// What has this reference in the list at an address, whose pages are turned.
    async fn listed(&self, list: &Url, reference: &str) -> Result<Option<String>, ProviderError> {
        let mut last: Option<String> = None;
        loop {
            let mut address = list.clone();
            address.query_pairs_mut().append_pair("limit", "100");
            if let Some(last) = &last {
                address.query_pairs_mut().append_pair("starting_after", last);
            }
            let page: ListPage = send(self.authorised(self.http.get(address))).await?;
            let is_it = |made: &&Listed| {
                made.metadata
                    .get("reference")
                    .is_some_and(|known| known == reference)
            };
            if let Some(made) = page.data.iter().find(is_it) {
                return Ok(Some(made.id.clone()));
            }
            last = page.data.into_iter().next_back().map(|made| made.id);
            if !page.has_more || last.is_none() {
                return Ok(None);
            }
        }
    }
}

impl PayoutProvider for Stripe {
    fn name(&self) -> ProviderName {
        ProviderName::Stripe
    }

    fn open_account<'a>(&'a self, new: &'a NewAccount) -> Answer<'a, String> {
        Box::pin(async move {
            let form = [
                ("type", "express"),
                ("country", "GB"),
                ("email", new.email.as_str()),
                ("capabilities[transfers][requested]", "true"),
                ("metadata[master_id]", new.master_id.as_str()),
            ];
            let key = format!("account:{}", new.master_id);
            let made: Made = send(self.post(&["accounts"], &form, Some(&key))?).await?;
            Ok(made.id)
        })
    }

    fn account<'a>(&'a self, id: &'a str) -> Answer<'a, AccountState> {
        Box::pin(async move { Ok(send::<Account>(self.get(&["accounts", id])?).await?.into()) })
    }

    fn details_page<'a>(&'a self, id: &'a str, back: &'a WayBack) -> Answer<'a, Url> {
        Box::pin(async move {
            let form = [
                ("account", id),
                ("type", "account_onboarding"),
                ("return_url", back.done.as_str()),
                ("refresh_url", back.again.as_str()),
            ];
            // Without an idempotency key: each address works once.
            let page: Page = send(self.post(&["account_links"], &form, None)?).await?;
            Url::parse(&page.url).map_err(|_| ProviderError::Unavailable("no usable address".to_owned()))
        })
    }

    fn transfer<'a>(&'a self, new: &'a NewTransfer) -> Answer<'a, String> {
        Box::pin(async move {
            if let Some(made) = self.transfer_made(new).await? {
                return Ok(made);
            }
            let charge = match &new.intent_id {
                Some(intent) => Some(self.charge_of(intent).await?),
                None => None,
            };
            let amount = new.amount_pence.to_string();
            let mut form = vec![
                ("amount", amount.as_str()),
                ("currency", "gbp"),
                ("destination", &new.account_id),
                ("metadata[reference]", &new.reference),
            ];
            if let Some(charge) = &charge {
                form.push(("source_transaction", charge));
            }
            let key = format!("transfer:{}", new.reference);
            let made: Made = send(self.post(&["transfers"], &form, Some(&key))?).await?;
            Ok(made.id)
        })
    }

    fn reverse<'a>(&'a self, new: &'a NewReversal) -> Answer<'a, String> {
        Box::pin(async move {
            // Stripe forgets a key after a day; then only its metadata can show a reversal whose answer was lost.
            if let Some(made) = self.reversal_made(new).await? {
                return Ok(made);
            }
            let amount = new.amount_pence.to_string();
            let form = [
                ("amount", amount.as_str()),
                ("metadata[reference]", &new.reference),
            ];
            let path = ["transfers", &new.transfer_id, "reversals"];
            let made: Made = send(self.post(&path, &form, Some(&new.reference))?).await?;
            Ok(made.id)
        })
    }

    fn parse_account_event(&self, body: &[u8], header: &str, now: Millis) -> Result<AccountNews, BadWebhook> {
        let secret = self.connect_webhook.as_ref().ok_or(BadWebhook)?;
        signature::verify(secret.expose_secret().as_bytes(), body, header, now)?;
        let event: AccountEvent = serde_json::from_slice(body).map_err(|_| BadWebhook)?;
        event.news()
    }
}

/// The part of an intent that names its charge.
#[derive(Deserialize)]
struct ChargedIntent {
    latest_charge: Option<String>,
}

/// What was made, by its id.
#[derive(Deserialize)]
struct Made {
    id: String,
}

/// A page of a list of transfers, or of their reversals.
#[derive(Deserialize)]
struct ListPage {
    data: Vec<Listed>,
    #[serde(default)]
    has_more: bool,
}

/// The parts of a transfer or reversal that we read.
#[derive(Deserialize)]
struct Listed {
    id: String,
    #[serde(default)]
    metadata: HashMap<String, String>,
}

/// A page of Stripe's.
#[derive(Deserialize)]
struct Page {
    url: String,
}

/// An event about a connected account.
#[derive(Deserialize)]
struct AccountEvent {
    account: String,
    #[serde(rename = "type")]
    kind: String,
    data: EventData,
}

#[derive(Deserialize)]
struct EventData {
    object: serde_json::Value,
}

/// The parts of a payout to a pro's bank that we read.
#[derive(Deserialize)]
struct BankPayout {
    id: String,
    amount: i64,
}

impl AccountEvent {
    fn news(self) -> Result<AccountNews, BadWebhook> {
        let refused = if self.kind == "payout.failed" {
            let payout: BankPayout = serde_json::from_value(self.data.object).map_err(|_| BadWebhook)?;
            Some(RefusedByBank {
                id: payout.id,
                amount_pence: payout.amount,
            })
        } else {
            None
        };
        Ok(AccountNews {
            account_id: self.account,
            refused,
        })
    }
}

/// The parts of an account that we read.
#[derive(Deserialize)]
struct Account {
    #[serde(default)]
    payouts_enabled: bool,
    #[serde(default)]
    capabilities: Capabilities,
    external_accounts: Option<StripeList<Bank>>,
}

/// A bank account.
#[derive(Deserialize)]
struct Bank {
    id: String,
    #[serde(default)]
    default_for_currency: bool,
}

#[derive(Deserialize, Default)]
struct Capabilities {
    transfers: Option<String>,
}

impl From<Account> for AccountState {
    fn from(account: Account) -> Self {
        let takes_transfers = account.capabilities.transfers.as_deref() == Some("active");
        let mut banks = account
            .external_accounts
            .map(|list| list.data)
            .unwrap_or_default();
        // The one that is paid into first.
        banks.sort_by_key(|bank| !bank.default_for_currency);
        Self {
            is_ready: takes_transfers && account.payouts_enabled,
            bank: banks.into_iter().next().map(|bank| bank.id),
        }
    }
}
