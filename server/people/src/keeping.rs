//! What is kept of people, and for how long: once an operator has switched it on, what has been kept long enough goes, a few rows at a time
//! (`callout_store::kept` says what and when). And the end of the audit log, which is told to somebody outside once a day.

use std::sync::Arc;

use callout_base::{audit, telemetry};
use callout_domain::clock::Clock;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::keys::Keys;
use callout_domain::time;
use callout_domain::work::Work;
use callout_money::receipts;
use callout_outside::mail::audit_head;
use callout_outside::notify::Notifier;
use callout_store::kept::{self, Due};
use callout_store::{Db, jobs};

/// Bookings, and guests, that one round looks at: 500 a minute, decided for the product.
const AT_ONCE: i64 = 500;

/// Bookings that one transaction empties: so that nobody waits for it.
const IN_ONE: usize = 25;

/// Forgets people's data in time; cloning it is cheap.
#[derive(Clone)]
pub struct Keeping {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The key that seals receipts.
    pub keys: Arc<Keys>,
    /// Emails.
    pub notifier: Notifier,
    /// Whoever answers for the books, who is told how the audit log ends.
    pub support_email: Option<String>,
    /// Whether an operator has switched it on.
    pub is_on: bool,
}

impl Keeping {
    /// One round of forgetting; nothing while it is switched off.
    pub async fn sweep(&self) -> Fallible<()> {
        if !self.is_on {
            return Ok(());
        }
        let now = self.clock.now();
        let due = kept::due(&mut self.db.read().await?, now, AT_ONCE).await?;
        for some in due.chunks(IN_ONE) {
            self.empty(some.to_vec()).await?;
        }
        let (guests, swept) = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    let guests = kept::forget_guests(connection, now, AT_ONCE).await?;
                    Ok::<_, Failure>((guests, kept::swept(connection, now).await?))
                })
            })
            .await?;
        count("guests", guests);
        swept.into_iter().for_each(|(table, rows)| count(table, rows));
        Ok(())
    }

    async fn empty(&self, due: Vec<Due>) -> Fallible<()> {
        let (keys, now) = (Arc::clone(&self.keys), self.clock.now());
        let emptied = self.db.write(move |connection| {
            Box::pin(async move {
                let mut emptied = 0;
                for booking in &due {
                    if !kept::begin(connection, booking).await? {
                        continue;
                    }
                    if booking.is_last() {
                        receipts::seal_of_booking(connection, &keys.receipt, &booking.id, now).await?;
                    }
                    kept::empty(connection, booking).await?;
                    emptied += 1;
                }
                Ok::<_, Failure>(emptied)
            })
        });
        count("bookings", emptied.await?);
        Ok(())
    }

    /// Has the end of the audit log told once a day, by a job.
    pub async fn tell_of_audit_log(&self) -> Fallible<()> {
        let now = self.clock.now();
        let (last, _) = callout_store::audit::head(&mut self.db.read().await?).await?;
        let Some(day) = time::london(now).map(|at| at.date).filter(|_| last > 0) else {
            return Ok(());
        };
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let key = format!("audit-head:{day}");
                    jobs::enqueue(connection, &Work::AuditHead, Some(&key), now, now).await?;
                    Ok::<_, Failure>(())
                })
            })
            .await
    }

    /// Tells how the audit log ends: in our own log, and by email. Whoever writes the database cannot reach either, so that
    /// `callout audit verify --expect` finds a log that was cut off or written anew.
    ///
    /// # Errors
    /// 503 `not_sent` when it could not be handed over and trying again may help.
    pub async fn audit_head(&self) -> Fallible<()> {
        let (seq, hash) = callout_store::audit::head(&mut self.db.read().await?).await?;
        let head = audit::Head { seq, hash };
        tracing::info!(%head, "the audit log ends here");
        match &self.support_email {
            Some(to) => {
                let day = time::iso(self.clock.now());
                let message = audit_head::message(to, &head.to_string(), &day);
                self.notifier.send_for_job(&message).await
            }
            None => Ok(()),
        }
    }
}

fn count(what: &'static str, rows: u64) {
    if rows > 0 {
        metrics::counter!(telemetry::FORGOTTEN, "what" => what).increment(rows);
    }
}
