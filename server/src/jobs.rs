//! Durable jobs: timers and work that must happen, kept in the database. A job is enqueued in the transaction
//! of what it follows from and repeated until it succeeds or is given up, so every kind of work must bear being done twice.

pub mod housekeeping;
mod worker;

use crate::clock::{HOUR, MINUTE, Millis, SECOND};
use crate::domain::failure::{Failure, Fallible};
use crate::domain::work::Work;
use crate::state::AppState;
use crate::store::{self, jobs as rows};
use crate::telemetry;

pub use worker::{Waker, Worker};

/// How long a worker may take over a job before another may begin it again.
const LEASE: Millis = 2 * MINUTE;

/// How often a job is begun before it is given up: about four days, longer than a provider is ever away or a mistake
/// of ours takes to be put right.
pub const MOST_ATTEMPTS: i64 = 100;

/// How many jobs a worker takes at once.
const BATCH: i64 = 8;

/// Does every job that is due by the state's clock, and those that these enqueue for now, until none is left.
/// Gives the number of jobs begun. A failed one is put off and so not begun again here.
///
/// # Errors
/// When the database fails.
pub async fn run_due(state: &AppState) -> Fallible<usize> {
    let mut begun = 0;
    loop {
        let jobs = lease(state).await?;
        if jobs.is_empty() {
            return Ok(begun);
        }
        begun += jobs.len();
        let done = futures_util::future::join_all(jobs.iter().map(|job| run(state, job))).await;
        done.into_iter().collect::<Fallible<()>>()?;
    }
}

async fn lease(state: &AppState) -> Fallible<Vec<rows::Leased>> {
    let now = state.clock.now();
    if !rows::any_due(&mut state.db.read().await?, now).await? {
        return Ok(Vec::new());
    }
    let leased = state
        .db
        .write(move |connection| Box::pin(rows::lease(connection, BATCH, now, now + LEASE)))
        .await;
    leased.map_err(Failure::from)
}

/// Does one job and writes down how it went.
async fn run(state: &AppState, job: &rows::Leased) -> Fallible<()> {
    let work = store::from_json::<Work>(&job.work);
    let kind = work.as_ref().map_or("unknown", Work::kind);
    let result = match work {
        Ok(work) => Box::pin(perform(state, &work)).await,
        Err(error) => Err(Failure::internal(error)),
    };
    let outcome = Outcome::of(&result, job.attempts);
    metrics::counter!(telemetry::JOBS_RUN, "kind" => kind, "outcome" => outcome.as_str()).increment(1);
    let code = result.err().map_or("", |error| error.code);
    let (id, attempts) = (&job.id, job.attempts);
    match outcome {
        Outcome::Done => {}
        Outcome::PutOff => tracing::warn!(id, kind, attempts, code, "a job failed and is put off"),
        Outcome::Dead => tracing::error!(id, kind, attempts, code, "a job failed too often and is given up"),
    }
    let now = state.clock.now();
    let job = job.clone();
    let ended = state.db.write(move |connection| {
        Box::pin(async move {
            match outcome {
                Outcome::Done => rows::finish(connection, &job, now).await,
                Outcome::PutOff => rows::put_off(connection, &job, now + backoff(job.attempts), code).await,
                Outcome::Dead => rows::give_up(connection, &job, now, code).await,
            }
        })
    });
    ended.await?;
    Ok(())
}

/// How it went.
#[derive(Clone, Copy)]
enum Outcome {
    Done,
    PutOff,
    Dead,
}

impl Outcome {
    fn of(result: &Fallible<()>, attempts: i64) -> Self {
        match result {
            Ok(()) => Self::Done,
            Err(_) if attempts < MOST_ATTEMPTS => Self::PutOff,
            Err(_) => Self::Dead,
        }
    }

    /// As the metric calls it.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::PutOff => "put_off",
            Self::Dead => "dead",
        }
    }
}

async fn perform(state: &AppState, work: &Work) -> Fallible<()> {
    match work {
        Work::SandboxWebhook { body } => state.payments.deliver_sandbox_webhook(body).await,
        Work::AbandonBooking { booking_id } => state.payments.settle_or_abandon(booking_id).await,
        Work::ReleasePayment {
            payment_id,
            fee_pence,
        } => state.payments.release(payment_id, *fee_pence).await,
        Work::ConfirmationEmail { booking_id } => state.confirmations.send(booking_id).await,
        Work::Refund { reference } => state.payments.make_refund(reference).await,
        Work::RefundRefusedEmail { reference } => state.payment_notices.refund_refused(reference).await,
        Work::PaymentDueMessage { booking_id } => state.payment_notices.payment_due(booking_id).await,
        Work::EndPaymentDue { booking_id } => state.payments.end_due(booking_id).await,
        Work::UnpaidCancelledMessage { booking_id } => state.payment_notices.cancelled(booking_id).await,
    }
}

/// How long to wait after the `attempts`-th failure: 2 s, 4 s, 8 s … at most an hour.
fn backoff(attempts: i64) -> Millis {
    let doubled = u32::try_from(attempts)
        .ok()
        .and_then(|attempts| 2i64.checked_pow(attempts));
    doubled
        .and_then(|seconds| seconds.checked_mul(SECOND))
        .map_or(HOUR, |wait| wait.min(HOUR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_longer_each_time_and_never_more_than_an_hour() {
        assert_eq!([1, 2, 3].map(backoff), [2_000, 4_000, 8_000]);
        assert_eq!([12, 64, i64::MAX].map(backoff), [HOUR; 3]);
    }

    #[test]
    fn work_is_stored_by_its_kind() {
        let work = Work::ReleasePayment {
            payment_id: "pi_1".into(),
            fee_pence: 300,
        };
        let stored = store::to_json(&work).unwrap();
        assert_eq!(
            stored,
            r#"{"kind":"release_payment","payment_id":"pi_1","fee_pence":300}"#
        );
        assert_eq!(store::from_json::<Work>(&stored).unwrap(), work);
    }
}
