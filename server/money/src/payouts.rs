//! Payouts: what is available to a pro is sent to their bank, each Friday or when they ask.
//!
//! A payout is asked for in our books first: the money leaves the balance in the transaction that writes the payout, its transfers and
//! the job that sends them. What the provider refuses goes back to the balance.

mod accounts;
mod ask;
mod decide;
mod notices;
mod reverse;
mod send;
mod shared;
mod transfer;
mod weekly;

use std::sync::Arc;

use url::Url;

use crate::restore::Restore;
use callout_domain::clock::{Clock, Millis};
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::payout::{self, DetailsState};
use callout_outside::notify::Notifier;
use callout_outside::providers::payouts::PayoutProvider;
use callout_store::payouts::Payout;
use callout_store::{Db, payout_accounts, payouts, tax};

/// How many payouts the history shows.
const HISTORY: i64 = 50;

/// Pays pros; cloning it is cheap.
#[derive(Clone)]
pub struct Payouts {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Whether it may be sent.
    pub restore: Restore,
    /// Who sends the money.
    pub provider: Arc<dyn PayoutProvider>,
    /// How messages are sent.
    pub notifier: Notifier,
    /// Where people reach the server.
    pub base: Url,
    /// Who is told about payouts to look at.
    pub support_email: Option<String>,
}

/// What a pro sees of payouts.
#[derive(Debug, Clone)]
pub struct Overview {
    /// Whether the provider has the bank details.
    pub details: DetailsState,
    /// Whether the pro has given tax details.
    pub has_tax_details: bool,
    /// When the next weekly payout is, Unix milliseconds.
    pub next_at: Millis,
    /// The latest ones, the newest first.
    pub history: Vec<Payout>,
}

impl Payouts {
    /// What a pro sees of payouts.
    pub async fn of(&self, master_id: &str) -> Fallible<Overview> {
        let week = payout::week(self.clock.now()).ok_or_else(outside_the_calendar)?;
        let mut connection = self.db.read().await?;
        let account = payout_accounts::find(&mut connection, master_id, self.provider.name()).await?;
        Ok(Overview {
            details: account.map_or(DetailsState::Missing, |account| account.details()),
            has_tax_details: tax::find(&mut connection, master_id).await?.is_some(),
            next_at: week.end,
            history: payouts::of_master(&mut connection, master_id, HISTORY).await?,
        })
    }
}

fn outside_the_calendar() -> Failure {
    Failure::internal("the clock is outside the calendar")
}

fn not_found() -> Failure {
    Failure::new(FailureKind::NotFound, "not_found", "There is no such payout.")
}
