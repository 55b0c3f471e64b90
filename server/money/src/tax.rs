//! What the tax office is told of pros: they give their details before their first payout, and each quarter is reported.

mod file;

pub use file::csv;

use std::collections::HashMap;
use std::sync::Arc;

use callout_base::audit;
use callout_base::words::words;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::{Clock, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::keys::Keys;
use callout_domain::operator::By;
use callout_domain::sealed;
use callout_domain::tax::{Quarter, TaxDetails, TaxInput};
use callout_domain::work::Work;
use callout_outside::mail::tax as mail;
use callout_outside::notify::Notifier;
use callout_store::tax::{self, Earnings};
use callout_store::{Connection, Db, jobs, masters};

/// Keeps pros' tax details; cloning it is cheap.
#[derive(Clone)]
pub struct Tax {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The key that seals them.
    pub keys: Arc<Keys>,
    /// How messages are sent.
    pub notifier: Notifier,
}

/// What the tax office is told of a pro for a quarter.
#[derive(Debug, Clone)]
pub struct Reported {
    /// What was earned.
    pub earned: Earnings,
    /// Who the pro is; none for one who never asked for a payout.
    pub details: Option<TaxDetails>,
}

impl Tax {
    /// The details that a pro has given.
    ///
    /// # Errors
    /// When the database fails, or they do not open.
    pub async fn of(&self, master_id: &str) -> Fallible<Option<TaxDetails>> {
        let stored = tax::find(&mut self.db.read().await?, master_id).await?;
        stored
            .map(|stored| self.open(&stored.master_id, &stored.sealed))
            .transpose()
    }

    /// The same for an operator, on record.
    ///
    /// # Errors
    /// 403 for anybody but super admins; 404 where there are none; 422 on `reason`; those of [`audit::note`].
    pub async fn open_for(&self, master_id: &str, reason: &str, by: By) -> Fallible<TaxDetails> {
        by.require_super_admin("open sealed data")?;
        let (reason, now) = (words("reason", reason)?, self.clock.now());
        let details = self.of(master_id).await?;
        let details = details.ok_or_else(|| Failure::not_found("There are no tax details of this pro."))?;
        let entry = Entry::new(Act::SealOpened, Subject::Pro(master_id.to_owned())).because(&reason);
        self.db
            .write(move |connection| Box::pin(async move { audit::note(connection, &by, &entry, now).await }))
            .await?;
        Ok(details)
    }

    /// Stores a pro's details, in place of earlier ones.
    ///
    /// # Errors
    /// 422 with a message for each wrong field.
    pub async fn give(&self, master_id: &str, input: &TaxInput) -> Fallible<TaxDetails> {
        let now = self.clock.now();
        let details = TaxDetails::parse(input, now)?;
        let text = serde_json::to_string(&details).map_err(Failure::internal)?;
        let sealed = sealed::seal(&self.keys.tax, master_id, &text)?;
        let id = master_id.to_owned();
        self.db
            .write(move |connection| Box::pin(async move { tax::put(connection, &id, &sealed, now).await }))
            .await?;
        Ok(details)
    }

    /// What every pro earned in a quarter, with their details. Whoever asks for it is on record. With `copies` every pro is sent a copy of
    /// what was reported of them, once.
    ///
    /// # Errors
    /// 403 `super_admin_only`; when details do not open; those of [`audit::note`].
    pub async fn report(&self, quarter: Quarter, copies: bool, by: By) -> Fallible<Vec<Reported>> {
        by.require_super_admin("export the tax report")?;
        let (from, until) = span(quarter)?;
        let now = self.clock.now();
        let noted = self.db.write(move |connection| {
            Box::pin(async move {
                if copies {
                    send_copies(connection, quarter, now).await?;
                }
                let entry = Entry::new(Act::TaxReported, Subject::Report(format!("tax-{quarter}")));
                let entry = entry.is("copies", copies);
                audit::note(connection, &by, &entry, now).await
            })
        });
        noted.await?;
        let mut connection = self.db.read().await?;
        let earned = tax::earnings(&mut connection, from, until).await?;
        let sealed = tax::all(&mut connection).await?;
        drop(connection);
        let mut sealed: HashMap<String, String> = sealed
            .into_iter()
            .map(|row| (row.master_id, row.sealed))
            .collect();
        earned
            .into_iter()
            .map(|earned| {
                let details = sealed.remove(&earned.master_id);
                let details = details.map(|sealed| self.open(&earned.master_id, &sealed));
                Ok(Reported {
                    details: details.transpose()?,
                    earned,
                })
            })
            .collect()
    }

    /// Sends a pro the copy of a quarter; nothing to one who has closed the account.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn send_copy(&self, master_id: &str, quarter: Quarter) -> Fallible<()> {
        let (from, until) = span(quarter)?;
        let mut connection = self.db.read().await?;
        let master = masters::find(&mut connection, master_id).await?;
        let earned = tax::earnings(&mut connection, from, until).await?;
        drop(connection);
        let email = master
            .map(|master| master.email)
            .filter(|email| !email.is_empty());
        let earned = earned.into_iter().find(|earned| earned.master_id == master_id);
        match email.zip(earned) {
            Some((email, earned)) => {
                self.notifier
                    .send_for_job(&mail::copy(&email, quarter, &earned))
                    .await
            }
            None => Ok(()),
        }
    }

    /// Seals every pro's details anew, which were sealed with the keys of an earlier secret; how many. Those that the present secret
    /// opens already are left as they are, so it may be repeated.
    ///
    /// # Errors
    /// When neither secret opens one; nothing is changed then.
    pub async fn reseal(&self, old: Arc<Keys>) -> Fallible<usize> {
        let (keys, now) = (Arc::clone(&self.keys), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let mut resealed = 0;
                    for row in tax::all(connection).await? {
                        if sealed::open(&keys.tax, &row.master_id, &row.sealed).is_ok() {
                            continue;
                        }
                        let text = sealed::open(&old.tax, &row.master_id, &row.sealed)?;
                        let anew = sealed::seal(&keys.tax, &row.master_id, &text)?;
                        tax::put(connection, &row.master_id, &anew, now).await?;
                        resealed += 1;
                    }
                    Ok(resealed)
                })
            })
            .await
    }

    fn open(&self, master_id: &str, sealed: &str) -> Fallible<TaxDetails> {
        let text = sealed::open(&self.keys.tax, master_id, sealed)?;
        serde_json::from_str(&text).map_err(Failure::internal)
    }
}

fn span(quarter: Quarter) -> Fallible<(i64, i64)> {
    quarter
        .span()
        .ok_or_else(|| Failure::internal("a quarter outside the calendar"))
}

/// Has every pro of a quarter sent a copy of what was reported of them, once.
async fn send_copies(connection: &mut Connection, quarter: Quarter, now: Millis) -> Fallible<()> {
    let (from, until) = span(quarter)?;
    for earned in tax::earnings(connection, from, until).await? {
        let key = format!("tax-copy:{quarter}:{}", earned.master_id);
        let copy = Work::TaxCopy {
            master_id: earned.master_id,
            quarter,
        };
        jobs::enqueue(connection, &copy, Some(&key), now, now).await?;
    }
    Ok(())
}
