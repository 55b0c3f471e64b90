//! GET /api/payments/bookings/by-intent/{intent}

use api_tests::{Call, TestApp, both_databases};
use callout_domain::clock::SECOND;

use crate::scene::{Scene, created, event_kinds, pay_well, settled};

fn path(scene: &Scene) -> String {
    format!("/api/payments/bookings/by-intent/{}", scene.id())
}

fn by_owner(app: &TestApp, scene: &Scene) -> Call {
    app.get(&path(scene)).bearer(&scene.guest.token)
}

fn by_secret(app: &TestApp, scene: &Scene, secret: &str) -> Call {
    app.get(&format!("{}?client_secret={secret}", path(scene)))
}

both_databases! {
    async fn asking_settles_a_paid_booking(app: TestApp) {
        let scene = created(&app).await;
        let booking = by_owner(&app, &scene).send().await.expect_status(200).json();
        assert_eq!(booking["status"], "created");
        assert_eq!(booking["id"], scene.booking.id);
        pay_well(&app, &scene).await;
        // The webhook is still on its way. The provider is asked once a second at most.
        let booking = by_owner(&app, &scene).send().await.expect_status(200).json();
        assert_eq!(booking["status"], "created");
        app.clock.advance(SECOND);
        let booking = by_owner(&app, &scene).send().await.expect_status(200).json();
        assert_eq!(booking["status"], "pending");
        assert_eq!(booking["amount_pence"], 11_700);
        assert_eq!(event_kinds(&app, &scene).await, ["created", "paid", "pending"]);
        callout_front::jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(event_kinds(&app, &scene).await, ["created", "paid", "pending"]);
    }

    async fn the_secret_shows_the_booking_without_its_links(app: TestApp) {
        let scene = settled(&app).await;
        let mine = by_owner(&app, &scene).send().await.expect_status(200).json();
        assert!(mine["guest_token"].is_string() && mine["share_token"].is_string(), "{mine}");
        let secret = &scene.intent.client_secret;
        let booking = by_secret(&app, &scene, secret).send().await.expect_status(200).json();
        assert_eq!(booking["id"], scene.booking.id);
        assert!(booking.get("guest_token").is_none() && booking.get("share_token").is_none(), "{booking}");
        let _ = by_secret(&app, &scene, secret).bearer("expired").send().await.expect_status(200);
    }

    async fn nobody_else_sees_it(app: TestApp) {
        let scene = settled(&app).await;
        let stranger = app.guest().await;
        app.get(&path(&scene)).send().await.problem(401, "unauthorised");
        app.get(&path(&scene)).bearer("nonsense").send().await.problem(401, "unauthorised");
        app.get(&path(&scene)).bearer(&stranger.token).send().await.problem(404, "not_found");
        by_secret(&app, &scene, "").send().await.problem(404, "not_found");
        by_secret(&app, &scene, "pi_1_secret_2").send().await.problem(404, "not_found");
        let unknown = app.get("/api/payments/bookings/by-intent/pi_none").bearer(&scene.guest.token);
        unknown.send().await.problem(404, "not_found");
    }
}
