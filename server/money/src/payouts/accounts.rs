//! Bank details: the provider asks for them on a page of its own and keeps them; we know whether it has them.

use url::Url;

use super::{Payouts, outside_the_calendar};
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::money_alert::MoneyAlert;
use callout_domain::payout::{self, DetailsState};
use callout_domain::work::Work;
use callout_outside::providers::payouts::{NewAccount, RefusedByBank, WayBack};
use callout_outside::providers::provider::known;
use callout_store::payout_accounts::{self, NewState, PayoutAccount};
use callout_store::{StoreError, jobs, masters};

/// How often the provider is asked when others ask at the same moment.
const ATTEMPTS: usize = 5;

impl Payouts {
    /// The address of the provider's page for a pro's bank details: to give them, or to change those that are ready. Opens the pro's account with the first call, and another one in the
    /// place of one that is gone.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached.
    pub async fn details_page(&self, master_id: &str) -> Fallible<Url> {
        let way_back = self.way_back()?;
        let mut gone = None;
        if let Some(account) = self.account_of(master_id).await? {
            if account.gone_at.is_none() {
                let id = &account.account_id;
                let page = if account.is_ready {
                    self.provider.login_page(id, &way_back)
                } else {
                    self.provider.details_page(id, &way_back)
                };
                match known(page.await)? {
                    Some(page) => return Ok(page),
                    None => self.note_gone(&account).await?,
                };
            }
            gone = Some(account.account_id);
        }
        let account = self.open_account(master_id, gone).await?;
        Ok(self.provider.details_page(&account, &way_back).await?)
    }

    /// Asks the provider how a pro's account stands.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached.
    pub async fn refresh_details(&self, master_id: &str) -> Fallible<DetailsState> {
        for _ in 0..ATTEMPTS {
            let account = self.account_of(master_id).await?;
            let Some(account) = account.filter(|account| account.gone_at.is_none()) else {
                return Ok(DetailsState::Missing);
            };
            let Some(state) = known(self.provider.account(&account.account_id).await)? else {
                if self.note_gone(&account).await? {
                    return Ok(DetailsState::Missing);
                }
                continue;
            };
            let now = self.clock.now();
            let last_weekly = payout::week(now).ok_or_else(outside_the_calendar)?.start;
            let is_ready = state.is_ready;
            let noted = self.db.write(move |connection| {
                Box::pin(async move {
                    let state = NewState {
                        is_ready,
                        bank: state.bank.as_deref(),
                        last_weekly,
                        now,
                    };
                    payout_accounts::set_state(connection, &account, state).await
                })
            });
            if noted.await? {
                return Ok(DetailsState::of(Some(is_ready)));
            }
        }
        Err(Failure::internal("a payout account changes all the time"))
    }

    /// Receives an event of the provider about a pro's account: the account is looked at, and the pro and an operator are told, once, of
    /// what the pro's bank did not take.
    ///
    /// # Errors
    /// 400 `bad_signature`; 502 `payment_unavailable` when the provider cannot be asked, so that it sends the event again.
    pub async fn receive_webhook(&self, body: &[u8], signature: Option<&str>) -> Fallible<()> {
        let event = self
            .provider
            .parse_account_event(body, signature.unwrap_or_default(), self.clock.now());
        let news = event.map_err(|_| bad_signature())?;
        let provider = self.provider.name();
        let owner = payout_accounts::owner(&mut self.db.read().await?, provider, &news.account_id).await?;
        let Some(master_id) = owner else {
            return Ok(());
        };
        if let Some(refused) = news.refused {
            self.tell_of_refusal(master_id.clone(), refused).await?;
        }
        self.refresh_details(&master_id).await?;
        Ok(())
    }

    async fn tell_of_refusal(&self, master_id: String, refused: RefusedByBank) -> Fallible<()> {
        let now = self.clock.now();
        let RefusedByBank { id, amount_pence } = refused;
        let told = self.db.write(move |connection| {
            Box::pin(async move {
                let key = format!("bank-refused-{id}");
                let email = Work::BankRefusedEmail {
                    id: id.clone(),
                    master_id: master_id.clone(),
                    amount_pence,
                };
                jobs::enqueue(connection, &email, Some(&key), now, now).await?;
                let alert = MoneyAlert::BankRefused {
                    id,
                    master_id,
                    amount_pence,
                };
                jobs::alert(connection, alert, now).await?;
                Ok::<_, Failure>(())
            })
        });
        told.await
    }

    /// Notes that an account is not ours any more; false when another has taken its place meanwhile.
    async fn note_gone(&self, account: &PayoutAccount) -> Result<bool, StoreError> {
        tracing::warn!(pro = %account.master_id, "the provider does not know a pro's account");
        let (account, now) = (account.clone(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move { payout_accounts::note_gone(connection, &account, now).await })
            })
            .await
    }

    async fn account_of(&self, master_id: &str) -> Result<Option<PayoutAccount>, StoreError> {
        payout_accounts::find(&mut self.db.read().await?, master_id, self.provider.name()).await
    }

    /// Opens an account in the place of the one that is `gone`.
    async fn open_account(&self, master_id: &str, gone: Option<String>) -> Fallible<String> {
        let master = masters::find(&mut self.db.read().await?, master_id).await?;
        let master = master.ok_or_else(Failure::unauthorised)?;
        let new = NewAccount {
            master_id: master.id,
            email: master.email,
            gone,
        };
        let account_id = self.provider.open_account(&new).await?;
        let now = self.clock.now();
        let account = PayoutAccount {
            master_id: new.master_id,
            provider: self.provider.name(),
            account_id: account_id.clone(),
            is_ready: false,
            bank: None,
            bank_changed_at: None,
            weekly_at: payout::week(now).ok_or_else(outside_the_calendar)?.start,
            created_at: now,
            gone_at: None,
        };
        let added = self.db.write(move |connection| {
            Box::pin(async move {
                // Nothing is kept of a pro who has left meanwhile.
                if !masters::touch(connection, &account.master_id, now).await? {
                    return Err(Failure::unauthorised());
                }
                Ok(payout_accounts::add(connection, &account).await?)
            })
        });
        added.await?;
        Ok(account_id)
    }

    fn way_back(&self) -> Fallible<WayBack> {
        let base = self.base.as_str().trim_end_matches('/');
        let page = |details: &str| Url::parse(&format!("{base}/master/payouts?details={details}"));
        Ok(WayBack {
            done: page("returned").map_err(Failure::internal)?,
            again: page("again").map_err(Failure::internal)?,
        })
    }
}

fn bad_signature() -> Failure {
    Failure::new(
        FailureKind::BadRequest,
        "bad_signature",
        "The signature of this event is not right.",
    )
}
