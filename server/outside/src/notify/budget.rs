//! The ceiling of texts: each is counted before it is sent, by all servers together.

use callout_domain::clock::Clock;
use callout_domain::config::Config;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::texts::{Reached, Texts, Urgency, hour_of};
use callout_domain::work::Work;
use callout_store::{Db, jobs, texts};

/// Counter: texts by `outcome`: sent, or refused because too few are left.
pub const TEXTS: &str = "texts_total";
/// Gauge: the percentage of the texts that is used up, by `span` (hour, day).
pub const TEXTS_USED: &str = "texts_used_percent";

/// How many texts may be sent; without a number any.
pub(super) struct Budget {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) most: Option<Texts>,
}

impl Budget {
    pub(super) fn new(config: &Config, clock: &Clock, db: &Db) -> Self {
        Self {
            db: db.clone(),
            clock: clock.clone(),
            most: config.texts(),
        }
    }

    /// True when a text of this kind may be sent now.
    ///
    /// # Errors
    /// 500 when the database fails.
    pub(super) async fn allows(&self, urgency: Urgency) -> Fallible<bool> {
        let Some(most) = self.most else {
            return Ok(true);
        };
        let sent = texts::sent(&mut self.db.read().await?, hour_of(self.clock.now())).await?;
        Ok(most.allow(urgency, sent))
    }

    /// Counts a text that is about to be sent, and has somebody told when the texts run short.
    ///
    /// # Errors
    /// 503 `texts_used_up` when none of this kind may be sent now.
    pub(super) async fn take(&self, urgency: Urgency) -> Fallible<()> {
        let Some(most) = self.most else {
            return Ok(());
        };
        let now = self.clock.now();
        let taken = self.db.write(move |connection| {
            Box::pin(async move {
                let hour = hour_of(now);
                // Counted first: whoever counts at the same moment waits, and then sees this one.
                texts::count(connection, hour).await?;
                let sent = texts::sent(connection, hour).await?;
                let before = Texts {
                    hour: sent.hour - 1,
                    day: sent.day - 1,
                };
                if !most.allow(urgency, before) {
                    return Err(used_up());
                }
                for Reached { percent, of_day } in most.reached(sent) {
                    let work = Work::TextsAlert { percent, of_day };
                    let key = format!("texts-{percent}-{of_day}-{hour}");
                    jobs::enqueue(connection, &work, Some(&key), now, now).await?;
                }
                Ok(sent)
            })
        });
        let taken = taken.await;
        let outcome = if taken.is_ok() { "sent" } else { "refused" };
        metrics::counter!(TEXTS, "outcome" => outcome).increment(1);
        let sent = taken?;
        for (span, sent, most) in [("hour", sent.hour, most.hour), ("day", sent.day, most.day)] {
            let percent = i32::try_from(sent * 100 / most.max(1)).unwrap_or(i32::MAX);
            metrics::gauge!(TEXTS_USED, "span" => span).set(percent);
        }
        Ok(())
    }
}

/// 503 `texts_used_up`.
pub(super) fn used_up() -> Failure {
    Failure::new(
        FailureKind::Unavailable,
        "texts_used_up",
        "We can't text right now. Use your email.",
    )
}
