//! What pros have earned: what is available to them, what is in clearing, and their statements.

use crate::frozen;
use callout_domain::clock::{Clock, Millis};
use callout_domain::dispute;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_domain::statement::{Month, Period, TaxYear};
use callout_store as store;
use callout_store::clearing::{self, Clearing};
use callout_store::pro_balances::{self, ProBalance};
use callout_store::statements::{self, ReceiptLine, StatementLine};
use callout_store::{Connection, Db, ledger, masters};
use pricing_core::Pence;

/// How many postings one sweep clears.
const AT_ONCE: i64 = 100;

/// Looks after what pros have earned. Cheap to clone.
#[derive(Clone)]
pub struct Earnings {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}

/// A pro's money.
#[derive(Debug, Clone)]
pub struct Earned {
    /// What there is.
    pub balance: ProBalance,
    /// What is in clearing, the first to become available first.
    pub clearing: Vec<Clearing>,
    /// Months with a statement, the newest first.
    pub months: Vec<Month>,
    /// Tax years with a statement, the newest first.
    pub tax_years: Vec<TaxYear>,
}

/// A pro's statement of a month or a tax year.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What the pro had when it began: available, in clearing and frozen.
    pub opening: Pence,
    /// What changed it, the oldest first.
    pub lines: Vec<StatementLine>,
    /// The receipts that were issued in the pro's name, the oldest first.
    pub receipts: Vec<ReceiptLine>,
}

impl Statement {
    /// What clients paid the pro by hand.
    #[must_use]
    pub fn cash(&self) -> Pence {
        Pence(self.receipts.iter().map(ReceiptLine::cash_pence).sum())
    }

    /// What the pro had when it ended.
    #[must_use]
    pub fn closing(&self) -> Pence {
        Pence(self.opening.0 + self.lines.iter().map(|line| line.amount_pence).sum::<i64>())
    }
}

impl Earnings {
    /// A pro's money.
    pub async fn of(&self, master_id: &str) -> Fallible<Earned> {
        let mut connection = self.db.read().await?;
        let span = statements::span(&mut connection, master_id).await?;
        let months = span.and_then(|(first, last)| Some(Month::of(first)?.through(Month::of(last)?)));
        let tax_years = span.and_then(|(first, last)| Some(TaxYear::of(first)?.through(TaxYear::of(last)?)));
        Ok(Earned {
            balance: pro_balances::of(&mut connection, master_id).await?,
            clearing: clearing::of_master(&mut connection, master_id).await?,
            months: months.unwrap_or_default(),
            tax_years: tax_years.unwrap_or_default(),
        })
    }

    /// What one booking has earned its pro and the platform, less what was given back.
    pub async fn of_booking(&self, booking_id: &str) -> Fallible<dispute::Earned> {
        Ok(store::frozen::earned(&mut self.db.read().await?, booking_id).await?)
    }

    /// What the platform has made good to the pro of a booking after an appeal.
    pub async fn made_good(&self, booking_id: &str) -> Fallible<Pence> {
        Ok(store::frozen::made_good(&mut self.db.read().await?, booking_id).await?)
    }

    /// A pro's statement of one month or tax year, the oldest line first.
    pub async fn statement(&self, master_id: &str, period: Period) -> Fallible<Statement> {
        let span = period.span();
        let (from, until) = span.ok_or_else(|| Failure::internal("a month outside the calendar"))?;
        let mut connection = self.db.read().await?;
        Ok(Statement {
            opening: Pence(statements::sum_before(&mut connection, master_id, from).await?),
            lines: statements::lines(&mut connection, master_id, from, until).await?,
            receipts: statements::receipts(&mut connection, master_id, from, until).await?,
        })
    }

    /// Gives pros what has become available. To be called once a minute.
    ///
    /// # Errors
    /// When the database fails; the next call makes up for it. One posting's own failure does not hold up the others.
    pub async fn clear_due(&self) -> Fallible<()> {
        let now = self.clock.now();
        let due = clearing::due(&mut self.db.read().await?, now, AT_ONCE).await?;
        for (reference, master_id) in due {
            let cleared = self.db.write(move |connection| {
                Box::pin(async move { clear(connection, &reference, &master_id, now).await })
            });
            if let Err(failure) = cleared.await {
                tracing::error!(%failure, "earnings cannot be cleared");
            }
        }
        Ok(())
    }
}

/// Posts what was in clearing to what the pro has, once. Marks the pro as changed, because matching depends on what they
/// owe.
async fn clear(connection: &mut Connection, reference: &str, master_id: &str, now: Millis) -> Fallible<()> {
    masters::touch(connection, master_id, now).await?;
    let Some(cleared) = clearing::clear(connection, reference, now).await? else {
        return Ok(());
    };
    let posting = Transaction::new(Kind::Cleared, reference, "GBP")
        .about_booking(&cleared.booking_id)
        .transfer(
            Pence(cleared.amount_pence),
            Debit(Account::ProClearing(cleared.master_id.clone())),
            Credit(Account::Pro(cleared.master_id)),
        )
        .map_err(|NegativeTransfer| Failure::internal("less than nothing in clearing"))?;
    ledger::post(connection, &posting, now).await?;
    frozen::freeze_later(connection, master_id, reference, now).await
}
