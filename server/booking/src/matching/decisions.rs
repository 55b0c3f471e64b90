//! Decisions to wait, which is what most are: those of the same moment are written in one transaction.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::rounds;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_store::matchings::{self, Wait};
use callout_store::{Db, StoreError, Wake, jobs};

/// Writes them down; cloning it is cheap.
#[derive(Clone, Default)]
pub(super) struct Decisions(Arc<Parts>);

#[derive(Default)]
struct Parts {
    /// Who waits to be written down, and who is told once it is.
    waiting: Mutex<Vec<(Wait, oneshot::Sender<bool>)>>,
    /// Whoever holds it writes for all who wait.
    turn: tokio::sync::Mutex<()>,
}

impl Decisions {
    /// Writes a decision down, together with those that came while others were written, and has the worker decide again then.
    pub(super) async fn write(&self, db: &Db, wait: Wait, now: Millis) -> Fallible<()> {
        let (answer, mut answered) = oneshot::channel();
        self.waiting().push((wait, answer));
        let written = tokio::select! {
            biased;
            written = &mut answered => written,
            _turn = self.0.turn.lock() => {
                self.write_all(db, now).await;
                answered.await
            }
        };
        match written {
            Ok(true) => Ok(()),
            // Each is decided again by its own job.
            Ok(false) | Err(_) => Err(Failure::internal("a decision could not be written down")),
        }
    }

    async fn write_all(&self, db: &Db, now: Millis) {
        let (mut waits, answers): (Vec<Wait>, Vec<_>) =
            std::mem::take(&mut *self.waiting()).into_iter().unzip();
        // Another server may decide about some of the same bookings: everybody locks them in this order.
        waits.sort_unstable_by(|one, other| one.matching.booking_id.cmp(&other.matching.booking_id));
        let written = db.write(move |connection| {
            Box::pin(async move {
                matchings::wait(connection, &waits).await?;
                let mut again = Vec::with_capacity(waits.len());
                for wait in &waits {
                    connection.tell_after_commit(Wake::Booking(wait.matching.booking_id.clone()));
                    again.push(rounds::again(&wait.matching, wait.next_at, now)?);
                }
                jobs::add(connection, &again).await
            })
        });
        let written = written
            .await
            .inspect_err(|error: &StoreError| tracing::error!(%error, "decisions to wait"));
        for answer in answers {
            // Whoever has gone away wants no answer.
            let _ = answer.send(written.is_ok());
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<(Wait, oneshot::Sender<bool>)>> {
        // Safe after a panic elsewhere: each entry is whole.
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
