//! The accounts of pros at the payment provider, into which they are paid.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, OWN};
use callout_domain::payment::ProviderName;
use callout_domain::payout::DetailsState;

record! {
    /// A row of `payout_accounts`. Times in Unix milliseconds.
    pub struct PayoutAccount in "payout_accounts" {
        /// The pro.
        pub master_id: String => FACT,
        /// Which provider.
        pub provider: ProviderName => FACT,
        /// The provider's id.
        pub account_id: String => OWN,
        /// True once the provider can pay into it.
        pub is_ready: bool => FACT,
        /// The provider's id of the bank account behind it.
        pub bank: Option<String> => OWN,
        /// When that last changed.
        pub bank_changed_at: Option<Millis> => FACT,
        /// The last time for weekly payouts that was decided for it.
        pub weekly_at: Millis => FACT,
        /// When it was opened.
        pub created_at: Millis => FACT,
        /// When the provider said that it is not ours (any more).
        pub gone_at: Option<Millis> => FACT,
    }
}

impl PayoutAccount {
    /// Whether the provider has the pro's bank details; they are to be given anew where the account is gone.
    #[must_use]
    pub fn details(&self) -> DetailsState {
        DetailsState::of(self.gone_at.is_none().then_some(self.is_ready))
    }
}

/// Adds an account; nothing when the pro has one, unless that is gone.
pub async fn add(connection: &mut Connection, account: &PayoutAccount) -> Result<(), StoreError> {
    let replace =
        "on conflict (master_id, provider) do update set account_id = excluded.account_id, gone_at = null
         where payout_accounts.gone_at is not null";
    table::insert(connection, account, replace).await?;
    Ok(())
}

/// Notes that an account is not ours any more, and cannot be paid into; false when another has taken its place.
pub async fn note_gone(
    connection: &mut Connection,
    account: &PayoutAccount,
    now: Millis,
) -> Result<bool, StoreError> {
    let noted = execute!(
        connection,
        "update payout_accounts set is_ready = 0, gone_at = coalesce(gone_at, $4)
         where master_id = $1 and provider = $2 and account_id = $3",
        account.master_id.as_str(),
        account.provider,
        account.account_id.as_str(),
        now,
    )?;
    Ok(noted == 1)
}

/// A pro's account at a provider.
pub async fn find(
    connection: &mut Connection,
    master_id: &str,
    provider: ProviderName,
) -> Result<Option<PayoutAccount>, StoreError> {
    fetch_optional!(
        connection,
        PayoutAccount,
        table::select::<PayoutAccount>("where master_id = $1 and provider = $2"),
        master_id,
        provider,
    )
}

/// A pro's accounts at all providers.
pub async fn of_master(
    connection: &mut Connection,
    master_id: &str,
) -> Result<Vec<PayoutAccount>, StoreError> {
    fetch_all!(
        connection,
        PayoutAccount,
        table::select::<PayoutAccount>("where master_id = $1 order by provider"),
        master_id,
    )
}

/// A pro's account, which stays as it is until the transaction ends: one payout of a pro is asked for after the other.
pub async fn lock(
    connection: &mut Connection,
    master_id: &str,
    provider: ProviderName,
) -> Result<Option<PayoutAccount>, StoreError> {
    execute!(
        connection,
        "update payout_accounts set is_ready = is_ready where master_id = $1 and provider = $2",
        master_id,
        provider,
    )?;
    find(connection, master_id, provider).await
}

/// Whose account at a provider this is.
pub async fn owner(
    connection: &mut Connection,
    provider: ProviderName,
    account_id: &str,
) -> Result<Option<String>, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select master_id from payout_accounts where provider = $1 and account_id = $2",
        provider,
        account_id,
    )?;
    Ok(row.map(|(master_id,)| master_id))
}

/// What the provider says of an account now.
#[derive(Debug, Clone, Copy)]
pub struct NewState<'a> {
    /// True once it can be paid into.
    pub is_ready: bool,
    /// The provider's id of the bank account.
    pub bank: Option<&'a str>,
    /// The last time for weekly payouts, Unix milliseconds: one that was not ready then waits for the next.
    pub last_weekly: Millis,
    /// Unix milliseconds: another bank account than before has changed now.
    pub now: Millis,
}

/// Notes what the provider says of an account now. False when `account` is no longer how it stands here: somebody else has asked the
/// provider meanwhile.
pub async fn set_state(
    connection: &mut Connection,
    account: &PayoutAccount,
    state: NewState<'_>,
) -> Result<bool, StoreError> {
    let is_same_bank = account.bank.as_deref() == state.bank;
    let bank_changed_at = if is_same_bank {
        account.bank_changed_at
    } else {
        Some(state.now)
    };
    let became_ready = state.is_ready && !account.is_ready;
    let weekly_at = if became_ready {
        account.weekly_at.max(state.last_weekly)
    } else {
        account.weekly_at
    };
    let noted = execute!(
        connection,
        "update payout_accounts set is_ready = $3, bank = $4, bank_changed_at = $5, weekly_at = $6
         where master_id = $1 and provider = $2
           and is_ready = $7 and coalesce(bank, '') = coalesce($8, '') and weekly_at = $9",
        account.master_id.as_str(),
        account.provider,
        state.is_ready,
        state.bank,
        bank_changed_at,
        weekly_at,
        account.is_ready,
        account.bank.as_deref(),
        account.weekly_at,
    )?;
    Ok(noted == 1)
}

/// Pros with an account that can be paid into, for whom the weekly payout of `at` (Unix milliseconds) is not decided yet, and whose balance
/// no suspension holds at `now`.
pub async fn weekly_due(
    connection: &mut Connection,
    provider: ProviderName,
    at: Millis,
    now: Millis,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select master_id from payout_accounts where is_ready = 1 and weekly_at < $1 and provider = $2
           and exists (select 1 from tax_details where tax_details.master_id = payout_accounts.master_id)
           and not exists (select 1 from suspensions where suspensions.master_id = payout_accounts.master_id
             and ended_at is null and held_until > $3)
         order by weekly_at, master_id limit $4 -- scans: the open suspensions",
        at,
        provider,
        now,
        limit,
    )?;
    Ok(rows.into_iter().map(|(master_id,)| master_id).collect())
}

/// Notes that the weekly payout of `at` is decided; false when it was before.
pub async fn decide_weekly(
    connection: &mut Connection,
    master_id: &str,
    provider: ProviderName,
    at: Millis,
) -> Result<bool, StoreError> {
    let decided = execute!(
        connection,
        "update payout_accounts set weekly_at = $3 where master_id = $1 and provider = $2 and weekly_at < $3",
        master_id,
        provider,
        at,
    )?;
    Ok(decided == 1)
}
