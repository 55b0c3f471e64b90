//! What Stripe has of this installation: lists of everything since a time, and the newest of each kind.

use std::collections::HashMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::Url;

use super::lists::Identified;
use super::{Stripe, StripeList, send};
use crate::providers::provider::{Answer, ProviderError};
use crate::providers::records::Records;
use callout_domain::clock::{Millis, SECOND};
use callout_domain::payment::ChargebackStatus;
use callout_domain::restore::{Record, RecordKind};
use pricing_core::Pence;

/// The kinds that this installation makes by itself, with their lists.
const MADE: [(RecordKind, &str); 3] = [
    (RecordKind::Intent, "payment_intents"),
    (RecordKind::Refund, "refunds"),
    (RecordKind::Transfer, "transfers"),
];

/// What all these objects of Stripe's have in common, as far as we read it.
#[derive(Deserialize)]
struct Object {
    id: String,
    /// Unix seconds.
    #[serde(default)]
    created: i64,
    #[serde(default)]
    amount: i64,
    #[serde(default)]
    amount_received: i64,
    #[serde(default)]
    amount_reversed: i64,
    status: Option<String>,
    payment_intent: Option<String>,
    #[serde(default)]
    metadata: HashMap<String, String>,
}

impl Object {
    /// A bank only asks about a payment: no money has moved.
    fn is_inquiry(&self) -> bool {
        let status = self.status.as_deref().unwrap_or_default();
        status.starts_with("warning") || status == "prevented"
    }
}

impl Identified for Object {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Stripe {
    fn record(&self, kind: RecordKind, mut object: Object) -> Record {
        let state = match (kind, object.status) {
            // Stripe has no status of a transfer.
            (RecordKind::Transfer, _) | (_, None) => "sent".to_owned(),
            // Of a dispute that is open it says what there is to do.
            (RecordKind::Chargeback, Some(status)) if !matches!(status.as_str(), "won" | "lost") => {
                ChargebackStatus::Open.as_str().to_owned()
            }
            (_, Some(status)) => status,
        };
        Record {
            kind,
            is_ours: object.metadata.get("installation") == Some(&self.installation),
            reference: object.metadata.remove("reference"),
            intent_id: object.payment_intent,
            amount: Pence(object.amount),
            moved: Pence(object.amount_received + object.amount_reversed),
            state,
            made_at: object.created * SECOND,
            id: object.id,
        }
    }

    async fn list<T: DeserializeOwned>(&self, address: Url) -> Result<StripeList<T>, ProviderError> {
        send(self.authorised(self.http.get(address))).await
    }

    async fn newest_made(&self) -> Result<Vec<Record>, ProviderError> {
        let mut newest = Vec::new();
        for (kind, list) in MADE {
            let mut address = self.address(&[list])?;
            address.query_pairs_mut().append_pair("limit", "100");
            let page: StripeList<Object> = self.list(address).await?;
            let mut records = page.data.into_iter().map(|object| self.record(kind, object));
            newest.extend(records.find(|record| record.is_ours));
        }
        Ok(newest)
    }

    async fn made_since(&self, since: Millis) -> Result<Vec<Record>, ProviderError> {
        let mut made = Vec::new();
        for (kind, list) in MADE.into_iter().chain([(RecordKind::Chargeback, "disputes")]) {
            let mut address = self.address(&[list])?;
            let since = since.div_euclid(SECOND).to_string();
            address.query_pairs_mut().append_pair("created[gte]", &since);
            let all: Vec<Object> = self.all(&address).await?;
            let moved = all.into_iter().filter(|object| !object.is_inquiry());
            made.extend(moved.map(|object| self.record(kind, object)));
        }
        Ok(made)
    }
}

impl Records for Stripe {
    fn newest(&self) -> Answer<'_, Vec<Record>> {
        Box::pin(self.newest_made())
    }

    fn since(&self, since: Millis) -> Answer<'_, Vec<Record>> {
        Box::pin(self.made_since(since))
    }
}
