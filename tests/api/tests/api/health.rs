//! GET /healthz, GET /readyz

use api_tests::both_databases;
use callout::clock::SECOND;
use callout::jobs::Worker;

both_databases! {
    async fn a_running_server_is_healthy_and_ready(app: TestApp) {
        for path in ["/healthz", "/readyz"] {
            let answer = app.get(path).send().await.expect_status(200);
            assert_eq!(answer.json()["status"], "ok", "{path}");
        }
    }

    async fn without_its_worker_it_is_not_ready(app: TestApp) {
        let worker = Worker::start(&app.state.jobs);
        let _ = app.get("/readyz").send().await.expect_status(200);
        worker.stop().await;
        app.clock.advance(31 * SECOND);
        assert_eq!(app.get("/healthz").send().await.status.as_u16(), 200);
        app.get("/readyz").send().await.problem(503, "not_ready");
    }

    async fn a_worker_that_looks_for_jobs_keeps_it_ready(app: TestApp) {
        let worker = Worker::start(&app.state.jobs);
        app.clock.advance(31 * SECOND);
        let looked = async {
            while app.get("/readyz").send().await.status.as_u16() != 200 {
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(20), looked).await.expect("the worker looks again");
        worker.stop().await;
    }

    async fn without_its_database_it_is_healthy_but_not_ready(app: TestApp) {
        app.state.db.close().await;
        assert_eq!(app.get("/healthz").send().await.status.as_u16(), 200);
        app.get("/readyz").send().await.problem(503, "not_ready");
    }
}
