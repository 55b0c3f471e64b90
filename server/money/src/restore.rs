//! After a backup was restored the payment provider knows more than the database. That is found by what it has last of this installation:
//! payouts then wait until an operator has compared both and lets them go. Refunds and releases are never held, since what they are called
//! bounds them.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::{Clock, DAY, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::money_alert::MoneyAlert;
use callout_domain::operator::By;
use callout_domain::restore::{Difference, Known, Record, RecordKind};
use callout_domain::work::Work;
use callout_outside::providers::records::Records;
use callout_store::restore::{self, Hold};
use callout_store::{Connection, Db, jobs, payouts};

/// What the audit log calls it.
const REPORT: &str = "restore";

/// Compares the database with the payment provider; cloning it is cheap.
#[derive(Clone)]
pub struct Restore {
    db: Db,
    clock: Clock,
    records: Arc<dyn Records>,
    /// The provider has said what it has last, since this process began.
    has_answered: Arc<AtomicBool>,
    /// When something had last moved money before this process did anything, Unix milliseconds.
    moved_before: Arc<OnceLock<Millis>>,
}

impl Restore {
    /// Compares with what the provider has in its `records`.
    #[must_use]
    pub fn new(db: Db, clock: Clock, records: Arc<dyn Records>) -> Self {
        Self {
            db,
            clock,
            records,
            has_answered: Arc::default(),
            moved_before: Arc::default(),
        }
    }

    /// Notes how old the database is, before this process moves any money.
    pub async fn begin(&self) -> Fallible<()> {
        let last = restore::last_moved(&mut self.db.read().await?).await?;
        let _ = self.moved_before.set(last.unwrap_or_default());
        Ok(())
    }

    /// Looks, until the provider has answered once, whether our tables know what it has last of this installation, and holds payouts
    /// where they do not.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn look(&self) -> Fallible<()> {
        if self.has_answered.load(Ordering::Relaxed) {
            return Ok(());
        }
        let (newest, now) = (self.records.newest().await?, self.clock.now());
        let moved_before = self.moved_before.get().copied();
        self.db
            .write(move |connection| {
                Box::pin(async move { hold_unknown(connection, newest, moved_before, now).await })
            })
            .await?;
        self.has_answered.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Whether payouts may be sent: not while an operator has to look at what a restore has left out, nor before the provider was asked.
    ///
    /// # Errors
    /// As [`Restore::look`].
    pub async fn lets_pay(&self) -> Fallible<bool> {
        self.look().await?;
        Ok(self.holds().await?.is_empty())
    }

    /// Why payouts wait, the oldest reason first.
    pub async fn holds(&self) -> Fallible<Vec<Hold>> {
        Ok(restore::holds(&mut self.db.read().await?).await?)
    }

    /// Everything that the provider has and our tables do not know, or know as something else, the oldest first: of what was made `since`
    /// (Unix milliseconds), or since a day before the backup. Notes that it was looked at.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached.
    pub async fn check(&self, since: Option<Millis>) -> Fallible<Vec<Difference>> {
        self.look().await?;
        let found = self.differences(since).await?;
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    restore::note_checked(connection, now)
                        .await
                        .map_err(Failure::from)
                })
            })
            .await?;
        Ok(found)
    }

    async fn differences(&self, since: Option<Millis>) -> Fallible<Vec<Difference>> {
        let mut connection = self.db.read().await?;
        let since = match since {
            Some(since) => since,
            None => since_backup(&mut connection, self.moved_before.get().copied()).await?,
        };
        drop(connection);
        let mut records = self.records.since(since).await?;
        records.sort_by_key(|record| record.made_at);
        let mut connection = self.db.read().await?;
        let own_intent = |record: &&Record| record.kind == RecordKind::Intent && record.is_ours;
        let own: HashSet<String> = records
            .iter()
            .filter(own_intent)
            .map(|record| record.id.clone())
            .collect();
        let mut found = Vec::new();
        for record in records {
            let is_related = match &record.intent_id {
                Some(intent) => {
                    own.contains(intent) || restore::knows_intent(&mut connection, intent).await?
                }
                None => false,
            };
            let here = match restore::known(&mut connection, &record).await? {
                Known::Same => continue,
                Known::No if !record.is_ours && !is_related => continue,
                Known::No => None,
                Known::Otherwise(here) => Some(here),
            };
            found.push(Difference { record, here });
        }
        Ok(found)
    }

    /// Has the refunds and chargebacks that a restore has left out taken into our books; may be repeated.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn take_in(&self) -> Fallible<()> {
        let now = self.clock.now();
        let unknown: Vec<Record> = self
            .differences(None)
            .await?
            .into_iter()
            .filter(|difference| difference.here.is_none())
            .map(|difference| difference.record)
            .collect();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    for record in unknown {
                        if let Some(work) = follow(&record) {
                            let key = format!("restored:{}", record.id);
                            jobs::enqueue(connection, &work, Some(&key), now, now).await?;
                        }
                    }
                    Ok(())
                })
            })
            .await
    }

    /// Lets payouts go that wait after a restore.
    ///
    /// # Errors
    /// 403 `super_admin_only`; 409 `nothing_held`, or `not_compared` before `callout restore check` was run; 422 on `reason`; those of
    /// [`audit::note`].
    pub async fn let_go(&self, reason: &str, by: By) -> Fallible<()> {
        let (reason, now) = (words("reason", reason)?, self.clock.now());
        by.require_super_admin("let payouts go")?;
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let holds = restore::holds(connection).await?;
                    if holds.iter().any(|hold| hold.checked_at.is_none()) {
                        return Err(not_compared());
                    }
                    if !restore::release(connection, now).await? {
                        return Err(nothing_held());
                    }
                    for payout_id in payouts::pending(connection).await? {
                        let send = Work::SendPayout { payout_id };
                        jobs::enqueue(connection, &send, None, now, now).await?;
                    }
                    let found: Vec<String> = holds.into_iter().map(|hold| hold.found).collect();
                    let entry = Entry::new(Act::PayoutsLetGo, Subject::Report(REPORT.to_owned()))
                        .is("found", found)
                        .because(&reason);
                    audit::note(connection, &by, &entry, now).await
                })
            })
            .await
    }
}

/// Holds payouts for what is not known, once, and has a person told and everything else looked at.
async fn hold_unknown(
    connection: &mut Connection,
    newest: Vec<Record>,
    moved_before: Option<Millis>,
    now: Millis,
) -> Fallible<()> {
    let since = since_backup(connection, moved_before).await?;
    let mut found = Vec::new();
    for record in newest {
        if !restore::knows_reference(connection, &record).await?
            && restore::hold(connection, &record.id, since, now).await?
        {
            found.push(record.id);
        }
    }
    let Some(first) = found.first() else {
        return Ok(());
    };
    tracing::error!(
        ?found,
        "the payment provider has what we do not know: payouts are held"
    );
    let key = format!("restored:{first}");
    jobs::enqueue(connection, &Work::TakeInRestored, Some(&key), now, now).await?;
    Ok(jobs::alert(connection, MoneyAlert::PayoutsHeld { found }, now).await?)
}

/// A day before the backup from which the database comes, Unix milliseconds: before the last thing that moved money when this process
/// began, or when the restore was found.
async fn since_backup(connection: &mut Connection, moved_before: Option<Millis>) -> Fallible<Millis> {
    if let Some(hold) = restore::holds(connection).await?.into_iter().next() {
        return Ok(hold.since);
    }
    let last = match moved_before {
        Some(at) => Some(at),
        None => restore::last_moved(connection).await?,
    };
    Ok(last.map_or(0, |at| (at - DAY).max(0)))
}

/// What brings our books in line with a record, where something does.
fn follow(record: &Record) -> Option<Work> {
    match record.kind {
        RecordKind::Refund => Some(Work::FollowRefund {
            refund_id: record.id.clone(),
        }),
        RecordKind::Chargeback => Some(Work::FollowChargeback {
            chargeback_id: record.id.clone(),
        }),
        RecordKind::Intent | RecordKind::Transfer => None,
    }
}

fn not_compared() -> Failure {
    Failure::conflict(
        "not_compared",
        "Run `callout restore check` on the server first, and read what it says.",
    )
}

fn nothing_held() -> Failure {
    Failure::conflict("nothing_held", "No payouts are held.")
}
