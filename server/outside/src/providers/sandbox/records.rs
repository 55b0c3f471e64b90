//! What the sandbox has: its own books are in our database, but a restore may leave them as they were.

use futures_util::FutureExt as _;

use super::Sandbox;
use crate::providers::provider::{Answer, ProviderError};
use crate::providers::records::Records;
use callout_domain::clock::Millis;
use callout_domain::restore::{Record, RecordKind};
use callout_store::sandbox::records::{self, Kept};
use pricing_core::Pence;

impl Sandbox {
    async fn kept(&self, since: Millis) -> Result<Vec<Record>, ProviderError> {
        let mut connection = self.db.read().await?;
        let mut all = Vec::new();
        for &kind in RecordKind::ALL {
            let kept = records::since(&mut connection, kind, since).await?;
            all.extend(kept.into_iter().map(|kept| record(kind, kept)));
        }
        Ok(all)
    }

    async fn newest_kept(&self) -> Result<Vec<Record>, ProviderError> {
        let mut connection = self.db.read().await?;
        let mut newest = Vec::new();
        for kind in [RecordKind::Intent, RecordKind::Refund, RecordKind::Transfer] {
            let kept = records::newest(&mut connection, kind).await?;
            newest.extend(kept.map(|kept| record(kind, kept)));
        }
        Ok(newest)
    }
}

fn record(kind: RecordKind, kept: Kept) -> Record {
    // What was made by hand bears its own id.
    let reference = Some(kept.reference).filter(|reference| *reference != kept.id);
    Record {
        kind,
        is_ours: reference.is_some(),
        reference,
        intent_id: kept.intent_id,
        amount: Pence(kept.amount_pence),
        moved: Pence(kept.moved_pence),
        state: kept.state,
        made_at: kept.created_at,
        id: kept.id,
    }
}

impl Records for Sandbox {
    fn newest(&self) -> Answer<'_, Vec<Record>> {
        self.newest_kept().boxed()
    }

    fn since(&self, since: Millis) -> Answer<'_, Vec<Record>> {
        self.kept(since).boxed()
    }
}
