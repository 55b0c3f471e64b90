//! What strangers, and a thief with a session, leave to the browsers that an account knows.

use api_tests::both_databases;
use futures_util::future::{Either, select};
use serde_json::json;

use crate::people::{PASSWORD, code, login, me_status, register, verify};
use crate::ways_in::{ADA, ada, ask, client, device, own_code, set_password, try_password};

both_databases! {
    async fn an_address_where_strangers_tried_too_often_does_not_concern_a_known_browser(app: TestApp) {
        let app = app.restarted(|config| config.limits.logins_address = 2).await;
        let _ = register(&app, ADA, "").await.expect_status(201);
        let known = device(&login(&app, ADA, PASSWORD, "").await.expect_status(200));
        let home = app.fresh_ip();
        for _ in 0..2 {
            let _ = try_password(&app, home, "wrong-one").send().await.expect_status(401);
        }
        try_password(&app, home, PASSWORD).send().await.problem(429, "too_many_requests");
        let own = || try_password(&app, home, PASSWORD).header("cookie", &known).send();
        for _ in 0..2 {
            let _ = own().await.expect_status(200);
        }
        own().await.problem(429, "too_many_requests");
        app.state.db.close().await;
    }

    async fn whoever_goes_away_while_waiting_has_tried_nothing_wrong(app: TestApp) {
        let app = app.restarted(|config| (config.limits.logins_identifier, config.limits.logins_pair) = (0, 1)).await;
        let _ = register(&app, ADA, "").await.expect_status(201);
        let known = device(&login(&app, ADA, PASSWORD, "").await.expect_status(200));
        let home = app.fresh_ip();
        let gone = Box::pin(try_password(&app, home, PASSWORD).send());
        let own = Box::pin(try_password(&app, app.fresh_ip(), PASSWORD).header("cookie", &known).send());
        let Either::Right((_, gone)) = select(gone, own).await else {
            panic!("the one who waits was first");
        };
        drop(gone);
        let _ = try_password(&app, home, PASSWORD).send().await.expect_status(200);
        app.state.db.close().await;
    }

    async fn a_thief_with_a_session_does_not_use_up_the_owners_codes(app: TestApp) {
        let (ada, thief) = (client(&app, ADA).await, client(&app, ADA).await);
        for _ in 0..5 {
            own_code(&app, &thief).await;
        }
        let own = own_code(&app, &ada).await;
        let _ = set_password(&app, "clients", &ada.token, &own).await.expect_status(204);
        assert_eq!(me_status(&app, &thief.token).await, 401);
    }

    async fn a_strangers_later_code_does_not_make_the_owners_wrong(app: TestApp) {
        let ada = client(&app, ADA).await;
        let phone = json!({ "phone": "07700 900123", "attach": true });
        let sent = code(&app, &phone).await;
        let _ = verify(&app, &phone, &sent, &ada.token).await.expect_status(200);
        let own = own_code(&app, &ada).await;
        app.clock.advance(1_000);
        code(&app, &json!({ "phone": "07700 900123" })).await;
        let _ = set_password(&app, "clients", &ada.token, &own).await.expect_status(204);
    }

    async fn a_48_of_ipv6_is_one_address_for_the_codes_of_an_identifier(app: TestApp) {
        let from = |path: &str, network: u32| {
            let ip = format!("2001:db8:7:{network:x}::1").parse().unwrap();
            app.post(path).ip(ip)
        };
        let code = code(&app, &ada()).await;
        let wrong = json!({ "email": ADA, "code": if code == "123456" { "654321" } else { "123456" } });
        for network in 0..10 {
            from("/api/clients/login/otp-verify", network).json(&wrong).send().await.problem(401, "invalid_code");
        }
        assert_eq!(app.count("select tries from login_codes").await, 5);
        for network in 0..5 {
            let _ = from("/api/clients/login/otp-request", network).json(&ada()).send().await.expect_status(202);
        }
        from("/api/clients/login/otp-request", 5).json(&ada()).send().await.problem(429, "too_many_requests");
        let _ = ask(&app, "").await.expect_status(202);
    }
}
