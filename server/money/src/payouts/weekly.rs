//! The weekly payout: each Friday at 06:00, London time, everything that is available.

use super::ask::{Wish, ask, is_held};
use super::{Payouts, outside_the_calendar};
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::payment::ProviderName;
use callout_domain::payout::{self, Origin};
use callout_store::{Connection, payout_accounts, payouts, pro_balances};

/// How many pros one round pays.
const AT_ONCE: i64 = 200;

impl Payouts {
    /// Pays every pro who is due this week and was not paid yet, unless payouts wait after a restore. To be called once a minute.
    ///
    /// # Errors
    /// When the database fails, or the provider cannot be reached before it has answered once; the next call makes up for it. One pro's own failure does not hold up the others.
    pub async fn pay_weekly(&self) -> Fallible<()> {
        if !self.restore.lets_pay().await? {
            return Ok(());
        }
        let (now, provider) = (self.clock.now(), self.provider.name());
        let at = payout::week(now).ok_or_else(outside_the_calendar)?.start;
        let due = payout_accounts::weekly_due(&mut self.db.read().await?, provider, at, now, AT_ONCE).await?;
        for master_id in due {
            let paid = self.db.write(move |connection| {
                Box::pin(async move { pay(connection, &master_id, provider, at, now).await })
            });
            if let Err(failure) = paid.await {
                tracing::error!(%failure, "a weekly payout cannot be asked for");
            }
        }
        Ok(())
    }
}

/// Decides the weekly payout of `at` for one pro, once. With another payout open, or next to nothing available, there is none this week.
async fn pay(
    connection: &mut Connection,
    master_id: &str,
    provider: ProviderName,
    at: Millis,
    now: Millis,
) -> Fallible<()> {
    // Not decided: it is made up for when the hold ends before the next one.
    if is_held(connection, master_id, now).await? {
        return Ok(());
    }
    if !payout_accounts::decide_weekly(connection, master_id, provider, at).await? {
        return Ok(());
    }
    let account = payout_accounts::find(connection, master_id, provider).await?;
    let origin = Origin::Weekly;
    let is_open = payouts::has_open(connection, master_id).await?;
    let available = pro_balances::lock(connection, master_id).await?.available_pence;
    if let Some(account) = account.filter(|_| !is_open && available >= origin.least().0) {
        let wish = Wish {
            amount: None,
            origin,
            now,
        };
        ask(connection, &account, wish).await?;
    }
    Ok(())
}
