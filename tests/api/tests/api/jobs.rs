//! Durable jobs: enqueued in the transaction that causes them, leased by one worker at a time, retried until they succeed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api_tests::{MailServer, Manners, TestApp, both_databases};
use callout_base::telemetry;
use callout_domain::clock::{DAY, HOUR, MINUTE, SECOND};
use callout_domain::failure::Failure;
use callout_domain::payment::ProviderName;
use callout_domain::renewal::SavedCard;
use callout_domain::work::{Pool, Work};
use callout_front::jobs::{self, Jobs, Lease, Worker, housekeeping};
use callout_money::payments::Payments;
use callout_outside::providers::provider::{
    Answer, BadWebhook, BrowserConfig, Chargeback, MadeRefund, NewIntent, NewRefund, Provider, ProviderError,
    ProviderEvent, ProviderIntent,
};
use callout_store as store;
use callout_store::StoreError;
use futures_util::future::join_all;

use crate::journey::{booked, text};
use crate::scene::{created, pay_well, status};
use crate::sockets::PATIENCE;

/// Work that needs the provider to know a payment.
fn failing(number: usize) -> Work {
    Work::ReleasePayment {
        payment_id: format!("pi_none_{number}"),
        fee_pence: 0,
    }
}

async fn enqueue(
    app: &TestApp,
    work: Work,
    key: Option<&'static str>,
    and_then: Result<(), Failure>,
) -> Result<(), Failure> {
    let now = app.clock.now();
    let enqueued = app.state.db.write(move |connection| {
        Box::pin(async move {
            callout_store::jobs::enqueue(connection, &work, key, now, now).await?;
            and_then
        })
    });
    enqueued.await
}

/// A provider that can only retrieve intents, and answers as the test decides.
struct Asked<F>(F);

impl<F> Provider for Asked<F>
where
    F: Fn(&str) -> Answer<'static, ProviderIntent> + Send + Sync,
{
    fn name(&self) -> ProviderName {
        ProviderName::Sandbox
    }

    fn retrieve<'a>(&'a self, id: &'a str) -> Answer<'a, ProviderIntent> {
        (self.0)(id)
    }

    fn browser_config(&self) -> BrowserConfig {
        unreachable!()
    }

    fn signature_header(&self) -> &'static str {
        unreachable!()
    }

    fn create<'a>(&'a self, _: &'a NewIntent) -> Answer<'a, ProviderIntent> {
        unreachable!()
    }

    fn capture<'a>(&'a self, _: &'a str, _: i64) -> Answer<'a, ProviderIntent> {
        unreachable!()
    }

    fn void<'a>(&'a self, _: &'a str) -> Answer<'a, ProviderIntent> {
        unreachable!()
    }

    fn refund<'a>(&'a self, _: NewRefund<'a>) -> Answer<'a, ()> {
        unreachable!()
    }

    fn renew<'a>(&'a self, _: &'a NewIntent, _: &'a SavedCard) -> Answer<'a, ProviderIntent> {
        unreachable!()
    }

    fn forget_card<'a>(&'a self, _: &'a SavedCard) -> Answer<'a, ()> {
        unreachable!()
    }

    fn made_refund<'a>(&'a self, _: &'a str) -> Answer<'a, MadeRefund> {
        unreachable!()
    }

    fn refunds_of<'a>(&'a self, _: &'a str) -> Answer<'a, Vec<MadeRefund>> {
        unreachable!()
    }

    fn chargeback<'a>(&'a self, _: &'a str) -> Answer<'a, Chargeback> {
        unreachable!()
    }

    fn parse_webhook(&self, _: &[u8], _: &str, _: i64) -> Result<ProviderEvent, BadWebhook> {
        unreachable!()
    }
}

/// The application's jobs, with a provider that gives this answer about every intent.
fn with_provider<F>(app: &TestApp, answer: F) -> Jobs
where
    F: Fn(&str) -> Answer<'static, ProviderIntent> + Send + Sync + 'static,
{
    let state = &app.state;
    let mut jobs = state.jobs.clone();
    jobs.services.payments = Payments::new(
        state.db.clone(),
        app.clock.clone(),
        Arc::clone(&state.keys),
        state.books.clone(),
        state.bookings.clone(),
        app.state.matching.clone(),
        Arc::new(Asked(answer)),
    );
    jobs
}

/// The provider will never do it.
fn refused() -> Answer<'static, ProviderIntent> {
    Box::pin(async { Err(ProviderError::Refused("refused".into())) })
}

/// Waits until the number that `sql` reads is `expected`.
async fn until(app: &TestApp, sql: &str, expected: i64) {
    let reached = async {
        while app.count(sql).await != expected {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, reached)
        .await
        .unwrap_or_else(|_| panic!("not {expected} within {PATIENCE:?}: {sql}"));
}

fn at_once(pool: Pool) -> i64 {
    i64::try_from(jobs::at_once(pool)).unwrap()
}

async fn lease(app: &TestApp) -> Vec<store::jobs::Leased> {
    let now = app.clock.now();
    let leased = app.state.db.write(move |connection| {
        Box::pin(store::jobs::lease(
            connection,
            Pool::Money,
            3,
            now,
            now + 2 * MINUTE,
        ))
    });
    leased.await.unwrap_or_else(|error: StoreError| panic!("{error}"))
}

both_databases! {
    async fn a_job_lives_and_dies_with_its_transaction(app: TestApp) {
        enqueue(&app, failing(0), None, Err(Failure::internal("undone"))).await.unwrap_err();
        assert_eq!(app.count("select count(*) from jobs").await, 0);
        enqueue(&app, failing(0), Some("once"), Ok(())).await.unwrap();
        enqueue(&app, failing(1), Some("once"), Ok(())).await.unwrap();
        assert_eq!(app.count("select count(*) from jobs").await, 1);
    }

    async fn a_failed_job_is_put_off_longer_each_time(app: TestApp) {
        enqueue(&app, failing(0), None, Ok(())).await.unwrap();
        let refusing = with_provider(&app, |_| refused());
        for (attempt, wait) in [(1, 2), (2, 4), (3, 8), (4, 16)] {
            assert_eq!(jobs::run_due(&refusing).await.unwrap(), 1);
            assert_eq!(app.count("select attempts from jobs").await, attempt);
            assert_eq!(app.text("select last_error from jobs").await.as_deref(), Some("payment_refused"));
            app.clock.advance(wait * SECOND - 1);
            assert_eq!(jobs::run_due(&refusing).await.unwrap(), 0, "before its time");
            app.clock.advance(1);
        }
        assert_eq!(app.count("select count(*) from jobs where done_at is null").await, 1);
    }

    async fn a_job_that_never_succeeds_is_given_up_and_kept(app: TestApp) {
        enqueue(&app, failing(0), None, Ok(())).await.unwrap();
        let refusing = with_provider(&app, |_| refused());
        let recorder = telemetry::recorder().unwrap().build_recorder();
        let handle = recorder.handle();
        let _metering = metrics::set_default_local_recorder(&recorder);
        app.execute(&format!("update jobs set attempts = {}", jobs::MOST_ATTEMPTS - 2)).await;
        assert_eq!(jobs::run_due(&refusing).await.unwrap(), 1);
        assert_eq!(app.count("select count(*) from jobs where dead_at is null").await, 1);
        app.clock.advance(HOUR);
        // The message about it comes after it.
        assert_eq!(jobs::run_due(&refusing).await.unwrap(), 2);
        assert_eq!(app.count("select dead_at from jobs where done_at is null").await, app.clock.now());
        assert_eq!(app.text("select last_error from jobs where done_at is null").await.as_deref(), Some("payment_refused"));
        let shown = handle.render();
        assert!(shown.contains("outcome=\"dead\""), "{shown}");
        app.clock.advance(30 * DAY);
        assert_eq!(jobs::run_due(&refusing).await.unwrap(), 0);
        housekeeping::run(&app.state.jobs).await;
        assert_eq!(app.count("select count(*) from jobs").await, 1, "kept for whoever operates the server");
    }

    async fn two_workers_never_take_the_same_job(app: TestApp) {
        for number in 0..20 {
            enqueue(&app, failing(number), None, Ok(())).await.unwrap();
        }
        let mut leased = Vec::new();
        loop {
            let round: Vec<_> = join_all((0..5).map(|_| lease(&app))).await.into_iter().flatten().collect();
            if round.is_empty() {
                break;
            }
            leased.extend(round);
        }
        let mut ids: Vec<_> = leased.iter().map(|job| job.id.clone()).collect();
        ids.sort();
        ids.dedup();
        assert_eq!((leased.len(), ids.len()), (20, 20));
        assert!(leased.iter().all(|job| job.attempts == 1));
    }

    async fn a_lease_that_ran_out_passes_to_another_worker(app: TestApp) {
        enqueue(&app, failing(0), None, Ok(())).await.unwrap();
        let first = lease(&app).await.remove(0);
        assert!(lease(&app).await.is_empty());
        app.clock.advance(2 * MINUTE);
        let second = lease(&app).await.remove(0);
        assert_eq!((first.id.as_str(), second.attempts), (second.id.as_str(), 2));
        let now = app.clock.now();
        let finish = async |job: store::jobs::Leased| {
            let finished = app.state.db.write(move |connection| Box::pin(async move { store::jobs::finish(connection, &[job], now).await }));
            finished.await.unwrap_or_else(|error: StoreError| panic!("{error}"))
        };
        assert_eq!(finish(first).await, 0, "the first worker has lost it");
        assert_eq!(finish(second.clone()).await, 1);
        assert_eq!(finish(second).await, 0);
    }

    async fn jobs_of_a_killed_server_resume_at_once(app: TestApp) {
        enqueue(&app, failing(0), None, Ok(())).await.unwrap();
        assert_eq!(lease(&app).await.len(), 1);
        let restarted = app.restarted(|_| ()).await;
        // On PostgreSQL another server may still be working on it, so its lease must run out first.
        let at_once = usize::from(!app.state.db.is_postgres());
        assert_eq!(jobs::run_due(&restarted.state.jobs).await.unwrap(), at_once);
        assert_eq!(app.count("select attempts from jobs").await, 1 + i64::from(!app.state.db.is_postgres()));
        restarted.state.db.close().await;
    }

    async fn a_running_job_keeps_its_lease(app: TestApp) {
        let mut jobs = with_provider(&app, |_| Box::pin(std::future::pending()));
        let usual = Lease::of(Pool::Money);
        assert_eq!((usual.life, usual.renewed_every), (30 * SECOND, Duration::from_secs(10)));
        jobs.lease = |pool| Lease { renewed_every: Duration::from_millis(20), ..Lease::of(pool) };
        enqueue(&app, failing(0), None, Ok(())).await.unwrap();
        let worker = Worker::start(&jobs);
        until(&app, "select leased_until from jobs", app.clock.now() + 30 * SECOND).await;
        app.clock.advance(29 * SECOND);
        until(&app, "select leased_until from jobs", app.clock.now() + 30 * SECOND).await;
        app.clock.advance(29 * SECOND);
        assert!(lease(&app).await.is_empty(), "the job still runs");
        // A killed worker's lease is not renewed.
        drop(worker);
        until(&app, "select count(*) from jobs", 1).await;
        app.clock.advance(31 * SECOND);
        assert_eq!(lease(&app).await.len(), 1);
    }

    async fn a_job_that_panics_fails_alone(app: TestApp) {
        let jobs = with_provider(&app, |id| if id == "pi_none_0" { panic!("a poisonous intent") } else { refused() });
        for number in 0..3 {
            enqueue(&app, failing(number), None, Ok(())).await.unwrap();
        }
        let worker = Worker::start(&jobs);
        until(&app, "select count(*) from jobs where last_error = 'payment_refused' and attempts = 1", 2).await;
        until(&app, "select count(*) from jobs where last_error = 'panicked' and attempts = 1", 1).await;
        enqueue(&app, failing(3), None, Ok(())).await.unwrap();
        until(&app, "select count(*) from jobs where last_error = 'payment_refused'", 3).await;
        worker.stop().await;
    }

    async fn a_job_that_ends_the_process_is_given_up_too(app: TestApp) {
        enqueue(&app, failing(0), None, Ok(())).await.unwrap();
        // Started this often without an outcome ever being recorded.
        app.execute(&format!("update jobs set attempts = {}", jobs::MOST_ATTEMPTS)).await;
        let jobs = with_provider(&app, |_| panic!("begun once more"));
        // The message about it comes after it.
        assert_eq!(jobs::run_due(&jobs).await.unwrap(), 2);
        assert_eq!(app.text("select last_error from jobs where dead_at is not null").await.as_deref(), Some("killed"));
    }

    async fn other_jobs_do_not_wait_for_the_slowest(app: TestApp) {
        let jobs = with_provider(&app, |id| if id == "pi_none_0" { Box::pin(std::future::pending()) } else { refused() });
        for number in 0..20 {
            enqueue(&app, failing(number), None, Ok(())).await.unwrap();
        }
        let _worker = Worker::start(&jobs);
        until(&app, "select count(*) from jobs where last_error is not null", 19).await;
        assert_eq!(app.count("select count(*) from jobs where leased_until is not null").await, 1);
    }

    async fn a_silent_mail_server_delays_no_payment(app: TestApp) {
        let server = MailServer::start(Manners { is_silent: true, ..Manners::default() }).await;
        let url = format!("smtp://{}", server.address);
        let app = app.restarted(|config| config.smtp_url = Some(url.into())).await;
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        assert_eq!(app.count("select count(*) from jobs where pool = 'messages'").await, 1);
        for _ in 0..39 {
            let work = Work::ConfirmationEmail { booking_id: text(&booking, "id").to_owned() };
            enqueue(&app, work, None, Ok(())).await.unwrap();
        }
        let scene = created(&app).await;
        let _worker = Worker::start(&app.state.jobs);
        until(&app, "select count(*) from jobs where pool = 'messages' and leased_until is not null", at_once(Pool::Messages)).await;
        pay_well(&app, &scene).await;
        until(&app, &format!("select count(*) from bookings where id = '{}' and status = 'pending'", scene.booking.id), 1).await;
        assert_eq!(app.count("select count(*) from jobs where pool = 'messages' and done_at is not null").await, 0);
    }

    async fn the_sweep_does_not_keep_asking_an_unreachable_provider(app: TestApp) {
        for _ in 0..3 {
            created(&app).await;
        }
        app.clock.advance(22 * MINUTE);
        let asked = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&asked);
        let jobs = with_provider(&app, move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            Box::pin(async { Err(ProviderError::Unavailable("away".into())) })
        });
        assert_eq!(housekeeping::sweep(&jobs).await.unwrap_err().code, "payment_unavailable");
        assert_eq!(asked.load(Ordering::SeqCst), 1);
    }

    async fn the_worker_runs_by_itself_and_stops(app: TestApp) {
        let scene = created(&app).await;
        let worker = Worker::start(&app.state.jobs);
        pay_well(&app, &scene).await;
        let settled = async {
            while status(&app, &scene).await != "pending" {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), settled).await.expect("the worker delivers the webhook");
        worker.stop().await;
    }

    async fn old_rows_are_deleted(app: TestApp) {
        let scene = created(&app).await;
        pay_well(&app, &scene).await;
        jobs::run_due(&app.state.jobs).await.unwrap();
        let now = app.clock.now();
        let row = |key: &str, at: i64| format!("insert into idempotency_keys values ('p', '{key}', 'h', 201, '{{}}', {at})");
        app.execute(&row("old", now - 23 * HOUR)).await;
        app.clock.advance(HOUR);
        app.execute(&row("new", now)).await;
        housekeeping::run(&app.state.jobs).await;
        assert_eq!(app.text("select key from idempotency_keys").await.as_deref(), Some("new"));
        assert_eq!(app.count("select count(*) from jobs where work like '%sandbox_webhook%' and done_at is not null").await, 1);
        assert_eq!(app.count("select count(*) from provider_events").await, 1);
        app.clock.advance(7 * DAY);
        jobs::run_due(&app.state.jobs).await.unwrap();
        housekeeping::run(&app.state.jobs).await;
        assert_eq!(app.count("select count(*) from jobs where work like '%sandbox_webhook%'").await, 0);
        assert_eq!(app.count("select count(*) from provider_events").await, 1);
        app.clock.advance(90 * DAY);
        housekeeping::run(&app.state.jobs).await;
        assert_eq!(app.count("select count(*) from provider_events").await, 0);
    }
}
