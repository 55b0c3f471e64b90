//! Durable jobs: enqueued with what they follow from, leased by one worker at a time, repeated until they succeed.

use std::time::Duration;

use api_tests::{TestApp, both_databases};
use callout::clock::{DAY, HOUR, MINUTE, SECOND};
use callout::domain::failure::Failure;
use callout::domain::work::Work;
use callout::jobs::{self, Worker, housekeeping};
use callout::store::{StoreError, jobs as rows};
use callout::telemetry;
use futures_util::future::join_all;

use crate::scene::{created, pay_well, status};

/// Work that fails: there is no such payment at the provider.
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
            callout::store::jobs::enqueue(connection, &work, key, now, now).await?;
            and_then
        })
    });
    enqueued.await
}

async fn lease(app: &TestApp) -> Vec<rows::Leased> {
    let now = app.clock.now();
    let leased = app
        .state
        .db
        .write(move |connection| Box::pin(rows::lease(connection, 3, now, now + 2 * MINUTE)));
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
        for (attempt, wait) in [(1, 2), (2, 4), (3, 8), (4, 16)] {
            assert_eq!(jobs::run_due(&app.state).await.unwrap(), 1);
            assert_eq!(app.count("select attempts from jobs").await, attempt);
            assert_eq!(app.text("select last_error from jobs").await.as_deref(), Some("payment_refused"));
            app.clock.advance(wait * SECOND - 1);
            assert_eq!(jobs::run_due(&app.state).await.unwrap(), 0, "before its time");
            app.clock.advance(1);
        }
        assert_eq!(app.count("select count(*) from jobs where done_at is null").await, 1);
    }

    async fn a_job_that_never_succeeds_is_given_up_and_kept(app: TestApp) {
        enqueue(&app, failing(0), None, Ok(())).await.unwrap();
        let recorder = telemetry::recorder().unwrap().build_recorder();
        let handle = recorder.handle();
        let _metering = metrics::set_default_local_recorder(&recorder);
        app.execute(&format!("update jobs set attempts = {}", jobs::MOST_ATTEMPTS - 2)).await;
        assert_eq!(jobs::run_due(&app.state).await.unwrap(), 1);
        assert_eq!(app.count("select count(*) from jobs where dead_at is null").await, 1);
        app.clock.advance(HOUR);
        assert_eq!(jobs::run_due(&app.state).await.unwrap(), 1);
        assert_eq!(app.count("select dead_at from jobs").await, app.clock.now());
        assert_eq!(app.text("select last_error from jobs").await.as_deref(), Some("payment_refused"));
        let shown = handle.render();
        assert!(shown.contains("outcome=\"dead\""), "{shown}");
        app.clock.advance(30 * DAY);
        assert_eq!(jobs::run_due(&app.state).await.unwrap(), 0);
        housekeeping::run(&app.state).await;
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
        let finish = async |job: rows::Leased| {
            let finished = app.state.db.write(move |connection| Box::pin(async move { rows::finish(connection, &job, now).await }));
            finished.await.unwrap_or_else(|error: StoreError| panic!("{error}"))
        };
        assert_eq!(finish(first).await, 0, "the first worker has lost it");
        assert_eq!(finish(second.clone()).await, 1);
        assert_eq!(finish(second).await, 0);
    }

    async fn the_worker_runs_by_itself_and_stops(app: TestApp) {
        let scene = created(&app).await;
        let worker = Worker::start(app.state.clone());
        pay_well(&app, &scene).await;
        let settled = async {
            while status(&app, &scene).await != "pending" {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), settled).await.expect("the worker delivers the webhook");
        worker.stop().await;
    }

    async fn old_rows_go(app: TestApp) {
        let scene = created(&app).await;
        pay_well(&app, &scene).await;
        jobs::run_due(&app.state).await.unwrap();
        let now = app.clock.now();
        let row = |key: &str, at: i64| format!("insert into idempotency_keys values ('p', '{key}', 'h', 201, '{{}}', {at})");
        app.execute(&row("old", now - 23 * HOUR)).await;
        app.clock.advance(HOUR);
        app.execute(&row("new", now)).await;
        housekeeping::run(&app.state).await;
        assert_eq!(app.text("select key from idempotency_keys").await.as_deref(), Some("new"));
        assert_eq!(app.count("select count(*) from jobs where work like '%sandbox_webhook%' and done_at is not null").await, 1);
        assert_eq!(app.count("select count(*) from provider_events").await, 1);
        app.clock.advance(7 * DAY);
        jobs::run_due(&app.state).await.unwrap();
        housekeeping::run(&app.state).await;
        assert_eq!(app.count("select count(*) from jobs where work like '%sandbox_webhook%'").await, 0);
        assert_eq!(app.count("select count(*) from provider_events").await, 1);
        app.clock.advance(90 * DAY);
        housekeeping::run(&app.state).await;
        assert_eq!(app.count("select count(*) from provider_events").await, 0);
    }
}
