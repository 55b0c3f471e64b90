//! GET /healthz, GET /readyz

use api_tests::both_databases;

both_databases! {
    async fn a_running_server_is_healthy_and_ready(app: TestApp) {
        for path in ["/healthz", "/readyz"] {
            let answer = app.get(path).send().await.expect_status(200);
            assert_eq!(answer.json()["status"], "ok", "{path}");
        }
    }

    async fn without_its_database_it_is_healthy_but_not_ready(app: TestApp) {
        app.state.db.close().await;
        assert_eq!(app.get("/healthz").send().await.status.as_u16(), 200);
        app.get("/readyz").send().await.problem(503, "not_ready");
    }
}
