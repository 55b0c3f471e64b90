//! Stripe Connect: Express accounts of pros, whose bank details Stripe keeps, and transfers to them.

use std::collections::HashMap;

use secrecy::ExposeSecret as _;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use url::Url;

use super::lists::Identified;
use super::{EXPAND, Stripe, StripeList, send};
use crate::providers::payouts::{
    AccountNews, AccountState, NewAccount, NewReversal, NewTransfer, PayoutProvider, RefusedByBank, WayBack,
};
use crate::providers::provider::{Answer, BadWebhook, ProviderError, known};
use crate::providers::signature;
use callout_domain::clock::Millis;
use callout_domain::payment::ProviderName;
use callout_domain::payout::Made;
use pricing_core::Pence;

impl Stripe {
    /// The charge of a captured intent, of which transfers take their money.
    async fn charge_of(&self, intent_id: &str) -> Result<ChargeOfIntent, ProviderError> {
        let mut address = self.address(&["payment_intents", intent_id])?;
        address.query_pairs_mut().append_pair(EXPAND, "latest_charge");
        let intent: ChargedIntent = send(self.authorised(self.http.get(address))).await?;
        intent
            .latest_charge
            .ok_or_else(|| ProviderError::Refused("no_charge".to_owned()))
    }

    /// The transfers of a group. Those that were begun before there were groups are among all of their account.
    async fn sent_in(&self, new: &NewTransfer) -> Result<Vec<Made>, ProviderError> {
        let list = |by: &str, value: &str| {
            let mut address = self.address(&["transfers"])?;
            address.query_pairs_mut().append_pair(by, value);
            Ok::<_, ProviderError>(address)
        };
        let Some(group) = &new.group else {
            let of_account: Vec<Listed> = self.all(&list("destination", &new.account_id)?).await?;
            let own = of_account.into_iter().map(Made::from);
            return Ok(own
                .filter(|made| made.reference.as_ref() == Some(&new.name))
                .collect());
        };
        let mut made: Vec<Listed> = self.all(&list("transfer_group", group)?).await?;
        // Stripe may put what comes from a charge into a group of its own.
        let charge = match &new.intent_id {
            Some(intent) => known(self.charge_of(intent).await)?,
            None => None,
        };
        if let Some(other) = charge
            .and_then(ChargeOfIntent::group)
            .filter(|other| other != group)
        {
            let of_charge: Vec<Listed> = self.all(&list("transfer_group", &other)?).await?;
            let is_new = |one: &Listed| made.iter().all(|known| known.id != one.id);
            let more: Vec<Listed> = of_charge
                .into_iter()
                .filter(|one| one.metadata.get("group") == Some(group) && is_new(one))
                .collect();
            made.extend(more);
        }
        Ok(made.into_iter().map(Made::from).collect())
    }

    /// The reversal of this reference, if it was made.
    async fn reversal_made(&self, new: &NewReversal) -> Result<Option<String>, ProviderError> {
        let address = self.address(&["transfers", &new.transfer_id, "reversals"])?;
        let made: Vec<Listed> = self.all(&address).await?;
        let own = made.into_iter().map(Made::from);
        let own = own
            .filter(|made| made.reference.as_ref() == Some(&new.reference))
            .map(|made| made.id);
        Ok(own.into_iter().next())
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
            // Stripe refuses another email under a key that it knows, and gives an account that is gone once more.
            let parameters = format!("{} {}", new.email, new.gone.as_deref().unwrap_or_default());
            let key = format!("account:{}:{}", new.master_id, digest(&parameters));
            let made: Created = send(self.post(&["accounts"], &form, Some(&key))?).await?;
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

    fn account_page<'a>(&'a self, id: &'a str, _back: &'a WayBack) -> Answer<'a, Url> {
        Box::pin(async move {
            // It leads back nowhere; a webhook says what was changed there.
            let page: Page = send(self.post(&["accounts", id, "login_links"], &[], None)?).await?;
            Url::parse(&page.url).map_err(|_| ProviderError::Unavailable("no usable address".to_owned()))
        })
    }

    fn sent<'a>(&'a self, new: &'a NewTransfer) -> Answer<'a, Vec<Made>> {
        Box::pin(self.sent_in(new))
    }

    fn transfer<'a>(&'a self, new: &'a NewTransfer) -> Answer<'a, String> {
        Box::pin(async move {
            let charge = match &new.intent_id {
                Some(intent) => Some(self.charge_of(intent).await?.id()),
                None => None,
            };
            let amount = new.amount_pence.to_string();
            let mut form = vec![
                ("amount", amount.as_str()),
                ("currency", "gbp"),
                ("destination", &new.account_id),
                ("description", &new.description),
                ("metadata[reference]", &new.name),
                ("metadata[installation]", &self.installation),
            ];
            if let Some(group) = &new.group {
                form.extend([("transfer_group", group.as_str()), ("metadata[group]", group)]);
            }
            if let Some(charge) = &charge {
                form.push(("source_transaction", charge));
            }
            let key = format!("transfer:{}", new.key);
            let made: Created = send(self.post(&["transfers"], &form, Some(&key))?).await?;
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
            let made: Created = send(self.post(&path, &form, Some(&new.reference))?).await?;
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

/// A few letters that stand for parameters in a key, of which Stripe takes 255.
fn digest(parameters: &str) -> String {
    let hash = Sha256::digest(parameters);
    hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The part of an intent that names its charge.
#[derive(Deserialize)]
struct ChargedIntent {
    latest_charge: Option<ChargeOfIntent>,
}

/// A charge, which Stripe answers as a whole when it is asked to.
#[derive(Deserialize)]
#[serde(untagged)]
enum ChargeOfIntent {
    Whole {
        id: String,
        transfer_group: Option<String>,
    },
    Id(String),
}

impl ChargeOfIntent {
    fn id(self) -> String {
        match self {
            Self::Whole { id, .. } | Self::Id(id) => id,
        }
    }

    fn group(self) -> Option<String> {
        match self {
            Self::Whole { transfer_group, .. } => transfer_group,
            Self::Id(_) => None,
        }
    }
}

/// What was made, by its id.
#[derive(Deserialize)]
struct Created {
    id: String,
}

/// The parts of a transfer or reversal that we read.
#[derive(Deserialize)]
struct Listed {
    id: String,
    #[serde(default)]
    amount: i64,
    #[serde(default)]
    metadata: HashMap<String, String>,
}

impl Identified for Listed {
    fn id(&self) -> &str {
        &self.id
    }
}

impl From<Listed> for Made {
    fn from(mut listed: Listed) -> Self {
        Self {
            reference: listed.metadata.remove("reference"),
            id: listed.id,
            amount: Pence(listed.amount),
        }
    }
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
