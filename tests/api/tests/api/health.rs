//! GET /healthz, GET /readyz

use api_tests::{TestApp, both_databases};
use callout_domain::clock::SECOND;
use callout_front::jobs::Worker;
use serde_json::json;

/// From now on the database has no room for more clients.
async fn fill(app: &TestApp) {
    if app.state.db.is_postgres() {
        app.execute(
            "create function no_room() returns trigger language plpgsql as
             $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$",
        )
        .await;
        app.execute(
            "create trigger no_room before insert on clients for each row execute function no_room()",
        )
        .await;
    } else {
        // Pages that the migrations left free must be used up first.
        app.execute("insert into idempotency_keys values ('p', 'k', 'h', 201, hex(zeroblob(100000)), 0)")
            .await;
        let pages = app.count("select page_count from pragma_page_count").await;
        app.execute(&format!("pragma max_page_count = {pages}")).await;
    }
}

async fn make_room(app: &TestApp) {
    if app.state.db.is_postgres() {
        app.execute("drop trigger no_room on clients").await;
    } else {
        app.execute("pragma max_page_count = 1000000").await;
    }
}

/// Creates guests until one is refused: partly filled pages still have room.
async fn refused(app: &TestApp) -> api_tests::Answer {
    for _ in 0..100 {
        let email = format!("{}@example.com", "a".repeat(60));
        let call = app.post("/api/clients/ensure-guest").ip(app.fresh_ip());
        let answer = call.json(&json!({ "email": email })).send().await;
        if answer.status.as_u16() != 200 {
            return answer;
        }
    }
    panic!("there was room for everybody")
}

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

    async fn without_room_for_writes_it_is_not_ready(app: TestApp) {
        let ready = async || app.get("/readyz").send().await;
        let _ = ready().await.expect_status(200);
        fill(&app).await;
        let answer = refused(&app).await;
        assert_eq!(answer.header("retry-after"), Some("60"));
        answer.problem(503, "storage_exhausted");
        ready().await.problem(503, "not_ready");
        // The database is not probed again within half a minute, room or no room.
        make_room(&app).await;
        app.clock.advance(30 * SECOND - 1);
        ready().await.problem(503, "not_ready");
        app.clock.advance(1);
        let _ = ready().await.expect_status(200);
        app.guest().await;
    }
}
