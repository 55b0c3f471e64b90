//! POST /api/matching/start

use std::time::Duration;

use api_tests::{Call, TestApp, both_databases};
use callout_domain::clock::MINUTE;
use callout_store::{StoreError, matchings};
use futures_util::future::join3;
use serde_json::json;
use tokio::sync::oneshot;

use crate::matching::{look, offers, ready};
use crate::pros::put;
use crate::scene::{Scene, created, event_kinds, pay_well, settled, status};

fn start(app: &TestApp, scene: &Scene, token: &str) -> Call {
    app.post("/api/matching/start")
        .bearer(token)
        .header("idempotency-key", &format!("match-{}", scene.booking.id))
        .json(&json!({ "booking_id": scene.booking.id }))
}

/// Returns once the app has run no statement for a while: whatever it does waits for something.
async fn quiet(app: &TestApp) {
    let mut before = None;
    while before != Some(app.state.db.counts().statements) {
        before = Some(app.state.db.counts().statements);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

both_databases! {
    async fn who_goes_offline_is_no_longer_near_at_once(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        look(&app).await;
        assert_eq!(app.state.matching.index().len(), 1);
        let _ = put(&app, &pro, "profile/activate", &json!({ "isActive": false })).await.expect_status(200);
        assert!(app.state.matching.index().is_empty(), "nothing was read in between");
    }

    async fn starting_again_changes_nothing(app: TestApp) {
        let scene = settled(&app).await;
        for _ in 0..2 {
            let answer = start(&app, &scene, &scene.guest.token).send().await.expect_status(202).json();
            assert_eq!(answer, json!({ "ok": true }));
        }
        assert_eq!(event_kinds(&app, &scene).await, ["created", "paid", "pending"]);
    }

    async fn a_paid_booking_moves_on(app: TestApp) {
        let scene = settled(&app).await;
        app.execute("update bookings set status = 'paid', seq = 2").await;
        app.execute("delete from booking_events where seq = 3").await;
        let _ = start(&app, &scene, &scene.guest.token).send().await.expect_status(202);
        assert_eq!(event_kinds(&app, &scene).await, ["created", "paid", "pending"]);
    }

    async fn an_unpaid_card_booking_waits(app: TestApp) {
        let scene = created(&app).await;
        start(&app, &scene, &scene.guest.token).send().await.problem(409, "payment_required");
        assert_eq!(status(&app, &scene).await, "created");
        pay_well(&app, &scene).await;
        app.clock.advance(1_000);
        let _ = start(&app, &scene, &scene.guest.token).send().await.expect_status(202);
        assert_eq!(status(&app, &scene).await, "pending");
    }

    async fn only_the_owner_may_and_not_after_the_end(app: TestApp) {
        let scene = settled(&app).await;
        let stranger = app.guest().await;
        start(&app, &scene, &stranger.token).send().await.problem(404, "not_found");
        start(&app, &scene, "nonsense").send().await.problem(401, "unauthorised");
        app.post("/api/matching/start").json(&json!({})).send().await.problem(401, "unauthorised");
        app.post("/api/matching/start").bearer(&scene.guest.token).json(&json!({})).send().await.invalid_field("booking_id");
        app.execute("update bookings set status = 'cancelled'").await;
        start(&app, &scene, &scene.guest.token).send().await.problem(409, "illegal_transition");
    }

    async fn a_pro_who_arrives_while_a_job_enters_the_pool_is_asked(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        app.clock.advance(3 * MINUTE);
        let id = settled(&app).await.booking.id;
        app.execute("update matchings set in_pool = 0").await;
        let (go_on, held) = oneshot::channel();
        let locked = id.clone();
        let hold = app.state.db.write(move |connection| {
            Box::pin(async move {
                matchings::widen_later(connection, &locked, 10).await?;
                let _ = held.await;
                Ok::<_, StoreError>(())
            })
        });
        let come = async {
            quiet(&app).await;
            let stream = app.state.matching.index().streams_to(&pro.id);
            look(&app).await;
            let _ = go_on.send(());
            stream
        };
        let (held, decided, _stream) = join3(hold, app.state.matching.go_on(&id), come).await;
        held.unwrap();
        decided.unwrap();
        assert_eq!(offers(&app, &pro).await.len(), 1);
    }
}
