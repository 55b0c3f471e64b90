//! What a payment provider does for pros, in the sandbox: accounts whose bank takes payouts, refuses them, or wants to know more.

use futures_util::FutureExt as _;
use url::Url;

use super::{Sandbox, missing, random_id};
use crate::providers::payouts::{
    AccountNews, AccountState, NewAccount, NewReversal, NewTransfer, PayoutProvider, WayBack,
};
use crate::providers::provider::{Answer, BadWebhook, ProviderError};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::payment::ProviderName;
use callout_domain::payout::Made;
use callout_domain::sandbox::TestAccountKind;
use callout_store::sandbox::payouts::{self, SandboxReversal, SandboxTransfer};
use pricing_core::Pence;

impl Sandbox {
    /// Chooses what the account of a pro does, as the provider's own page would ask for bank details.
    ///
    /// # Errors
    /// 404 when the pro has no account.
    pub async fn choose_account(&self, master_id: &str, kind: TestAccountKind) -> Fallible<()> {
        let id = master_id.to_owned();
        let chosen = self
            .db
            .write(move |connection| Box::pin(async move { payouts::choose(connection, &id, kind).await }));
        if chosen.await? {
            Ok(())
        } else {
            Err(Failure::not_found("Please begin on the Payouts page."))
        }
    }

    async fn open_for(&self, master_id: &str) -> Result<String, ProviderError> {
        let (id, owner) = (random_id("acct_")?, master_id.to_owned());
        let opened = self
            .db
            .write(move |connection| Box::pin(async move { payouts::open(connection, &id, &owner).await }));
        Ok(opened.await?)
    }

    async fn state_of(&self, id: &str) -> Result<AccountState, ProviderError> {
        let account = payouts::find(&mut self.db.read().await?, id)
            .await?
            .ok_or_else(missing)?;
        let has_bank = account.changes > 0;
        Ok(AccountState {
            is_ready: matches!(
                account.kind,
                Some(TestAccountKind::Pays | TestAccountKind::Refuses)
            ),
            bank: has_bank.then(|| format!("ba_{}_{}", account.id, account.changes)),
        })
    }

    async fn send(&self, new: NewTransfer) -> Result<String, ProviderError> {
        let now = self.clock.now();
        let sent = self.db.write(move |connection| {
            Box::pin(async move {
                if payouts::is_sent(connection, &new.name).await? {
                    return Ok(transfer_id(&new.name));
                }
                let account = payouts::find(connection, &new.account_id)
                    .await?
                    .ok_or_else(missing)?;
                if account.kind != Some(TestAccountKind::Pays) {
                    return Err(ProviderError::Refused("account_closed".to_owned()));
                }
                let transfer = SandboxTransfer {
                    reference: &new.name,
                    account_id: &new.account_id,
                    amount_pence: new.amount_pence,
                    intent_id: new.intent_id.as_deref(),
                    group: new.group.as_deref(),
                };
                if payouts::transfer(connection, transfer, now).await? {
                    Ok(transfer_id(&new.name))
                } else {
                    Err(insufficient())
                }
            })
        });
        sent.await
    }

    async fn sent_in(&self, new: NewTransfer) -> Result<Vec<Made>, ProviderError> {
        let kept = payouts::in_group(&mut self.db.read().await?, new.group.as_deref(), &new.name).await?;
        let made = kept.into_iter().map(|(reference, pence)| Made {
            id: transfer_id(&reference),
            reference: Some(reference),
            amount: Pence(pence),
        });
        Ok(made.collect())
    }

    async fn take_back(&self, new: NewReversal) -> Result<String, ProviderError> {
        let taken = self.db.write(move |connection| {
            Box::pin(async move {
                let id = format!("trr_{}", new.reference);
                if payouts::is_reversed(connection, &new.reference).await? {
                    return Ok(id);
                }
                let account = payouts::find(connection, &new.account_id)
                    .await?
                    .ok_or_else(missing)?;
                if account.kind != Some(TestAccountKind::Pays) {
                    return Err(insufficient());
                }
                let transfer = new.transfer_id.strip_prefix(TRANSFER).ok_or_else(missing)?;
                let reversal = SandboxReversal {
                    reference: &new.reference,
                    transfer,
                    amount_pence: new.amount_pence,
                };
                if payouts::reverse(connection, reversal).await? {
                    Ok(id)
                } else {
                    Err(ProviderError::Refused("transfer_reversal_too_large".to_owned()))
                }
            })
        });
        taken.await
    }
}

/// How the ids of transfers begin.
const TRANSFER: &str = "tr_";

fn transfer_id(reference: &str) -> String {
    format!("{TRANSFER}{reference}")
}

fn insufficient() -> ProviderError {
    ProviderError::Refused("balance_insufficient".to_owned())
}

impl PayoutProvider for Sandbox {
    fn name(&self) -> ProviderName {
        ProviderName::Sandbox
    }

    fn open_account<'a>(&'a self, new: &'a NewAccount) -> Answer<'a, String> {
        self.open_for(&new.master_id).boxed()
    }

    fn account<'a>(&'a self, id: &'a str) -> Answer<'a, AccountState> {
        self.state_of(id).boxed()
    }

    /// A page of the web app stands where the provider's own would.
    fn details_page<'a>(&'a self, _id: &'a str, back: &'a WayBack) -> Answer<'a, Url> {
        let page = back.done.join("payouts/test-details");
        Box::pin(async move { page.map_err(super::unavailable) })
    }

    fn account_page<'a>(&'a self, id: &'a str, back: &'a WayBack) -> Answer<'a, Url> {
        self.details_page(id, back)
    }

    fn sent<'a>(&'a self, new: &'a NewTransfer) -> Answer<'a, Vec<Made>> {
        self.sent_in(new.clone()).boxed()
    }

    fn transfer<'a>(&'a self, new: &'a NewTransfer) -> Answer<'a, String> {
        self.send(new.clone()).boxed()
    }

    fn reverse<'a>(&'a self, new: &'a NewReversal) -> Answer<'a, String> {
        self.take_back(new.clone()).boxed()
    }

    /// The sandbox sends none: what is chosen is seen when the pro comes back.
    fn parse_account_event(
        &self,
        _body: &[u8],
        _signature: &str,
        _now: Millis,
    ) -> Result<AccountNews, BadWebhook> {
        Err(BadWebhook)
    }
}
