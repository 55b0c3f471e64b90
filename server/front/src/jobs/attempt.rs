//! One attempt at a job: run under a lease that is renewed, and recorded however it ends.

use std::convert::Infallible;
use std::future::Future;
use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use serde::Deserialize;
use tracing::Instrument as _;

use super::{Jobs, Lease};
use callout_base::telemetry;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::money_alert::MoneyAlert;
use callout_domain::work::{self, Pool, Work};
use callout_store::{Connection, StoreError, jobs};

/// How often a job is started before it is given up: over about four days, longer than a provider is ever down or we need
/// to fix a mistake of ours.
pub const MOST_ATTEMPTS: i64 = 100;

/// A job that was run, and how that went, to be written down.
#[derive(Clone)]
pub(super) struct Ended {
    job: jobs::Leased,
    /// What it was to do.
    kind: &'static str,
    moves_money: bool,
    outcome: Outcome,
    code: &'static str,
}

/// Writes down how jobs ended; nothing of those whose lease has passed to another worker.
pub(super) async fn record(
    connection: &mut Connection,
    ended: &[Ended],
    now: Millis,
) -> Result<(), StoreError> {
    let mut done = Vec::with_capacity(ended.len());
    for job in ended {
        match job.outcome {
            Outcome::Done => done.push(job.job.clone()),
            Outcome::PutOff => {
                let then = now + work::backoff(job.job.attempts);
                jobs::put_off(connection, &job.job, then, job.code).await?;
            }
            Outcome::Dead => job.give_up(connection, now).await?,
        }
    }
    jobs::finish(connection, &done, now).await?;
    Ok(())
}

impl Ended {
    /// Gives the job up. Alerts a person when a job that moves money is given up.
    async fn give_up(&self, connection: &mut Connection, now: Millis) -> Result<(), StoreError> {
        let given_up = jobs::give_up(connection, &self.job, now, self.code).await?;
        if given_up == 1 && self.moves_money {
            let alert = MoneyAlert::DeadJob {
                job_id: self.job.id.clone(),
                kind: self.kind.to_owned(),
                code: self.code.to_owned(),
                at: now,
            };
            jobs::alert(connection, alert, now).await?;
        }
        Ok(())
    }
}

/// What a job's span says it is about: the ids that its work names.
#[derive(Default, Deserialize)]
struct About {
    booking_id: Option<String>,
    master_id: Option<String>,
    payment_id: Option<String>,
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

    /// Its name in the metric.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::PutOff => "put_off",
            Self::Dead => "dead",
        }
    }
}

impl Jobs {
    /// Runs a leased job.
    pub(super) async fn attempt(&self, job: jobs::Leased) -> Ended {
        let about: About = callout_store::from_json(&job.work).unwrap_or_default();
        let span = tracing::info_span!(
            "job",
            id = job.id,
            booking = about.booking_id,
            pro = about.master_id,
            payment = about.payment_id
        );
        self.run(job).instrument(span).await
    }

    async fn run(&self, job: jobs::Leased) -> Ended {
        let work = callout_store::from_json::<Work>(&job.work);
        let kind = work.as_ref().map_or("unknown", Work::kind);
        let result = match &work {
            // Each earlier attempt ended the whole process, so nobody was left to record it as failed.
            _ if job.attempts > MOST_ATTEMPTS => Err(failed("killed", "the job never came to an end")),
            Ok(work) => self.perform(&job, work).await,
            Err(error) => Err(Failure::internal(error)),
        };
        let outcome = Outcome::of(&result, job.attempts);
        metrics::counter!(telemetry::JOBS_RUN, "kind" => kind, "outcome" => outcome.as_str()).increment(1);
        let (failure, attempts) = (result.err(), job.attempts);
        let code = failure.as_ref().map_or("", |failure| failure.code);
        let failure = failure.map(|failure| failure.to_string());
        match outcome {
            Outcome::Done => {}
            Outcome::PutOff => tracing::warn!(kind, attempts, failure, "a job failed and is put off"),
            Outcome::Dead => {
                tracing::error!(kind, attempts, failure, "a job failed too often and is given up");
            }
        }
        Ended {
            job,
            kind,
            // We can't tell what unreadable work would have done, so assume that it moves money.
            moves_money: work.as_ref().map_or(true, |work| work.pool() == Pool::Money),
            outcome,
            code,
        }
    }

    async fn perform(&self, job: &jobs::Leased, work: &Work) -> Fallible<()> {
        tokio::select! {
            result = caught(Box::pin(self.services.perform(work))) => result,
            never = self.keep_leased(job, (self.lease)(work.pool())) => match never {},
        }
    }

    /// Renews the lease for as long as this future is polled.
    async fn keep_leased(&self, job: &jobs::Leased, lease: Lease) -> Infallible {
        loop {
            tokio::time::sleep(lease.renewed_every).await;
            let until = self.clock.now() + lease.life;
            let leased = job.clone();
            let renewed = self.db.write(move |connection| {
                Box::pin(async move { jobs::renew(connection, &leased, until).await })
            });
            // The work is safe to repeat, so it goes on; whoever holds the lease records how it ended.
            match renewed.await {
                Ok(0) => tracing::warn!(id = job.id, "a running job's lease has passed to another worker"),
                Ok(_) => {}
                Err(error) => tracing::warn!(id = job.id, %error, "a running job's lease cannot be renewed"),
            }
        }
    }
}

/// The result of `work`; a panic counts as a failure and ends nothing else. The panic hook has logged where it happened.
pub(super) async fn caught(work: impl Future<Output = Fallible<()>>) -> Fallible<()> {
    let outcome = AssertUnwindSafe(work).catch_unwind().await;
    outcome.unwrap_or_else(|_| Err(failed("panicked", "the work panicked")))
}

fn failed(code: &'static str, detail: &str) -> Failure {
    Failure::new(FailureKind::Internal, code, detail)
}
