//! POST /api/logout; sessions and their end

use std::time::Duration;

use api_tests::both_databases;
use callout_domain::clock::{DAY, SECOND};
use serde_json::{Value, json};

use crate::people::{PASSWORD, Person, client, enter, login, master, me_status, register};

/// A token's claims, unverified.
fn claims(token: &str) -> Value {
    use base64::Engine as _;
    let part = token.split('.').nth(1).unwrap();
    serde_json::from_slice(
        &base64::engine::general_purpose::URL_SAFE_NO_PAD
            .decode(part)
            .unwrap(),
    )
    .unwrap()
}

both_databases! {
    async fn logout_ends_one_session_at_once(app: TestApp) {
        let first = Person::of(&register(&app, "ada@example.com", "").await.expect_status(201).json());
        let second = Person::of(&login(&app, "ada@example.com", PASSWORD, "").await.expect_status(200).json());
        assert_eq!((me_status(&app, &first.token).await, me_status(&app, &second.token).await), (200, 200));
        let out = app.post("/api/logout").bearer(&first.token).send().await.expect_status(204);
        assert!(out.body.is_empty());
        assert_eq!((me_status(&app, &first.token).await, me_status(&app, &second.token).await), (401, 200));
        app.post("/api/logout").bearer(&first.token).send().await.problem(401, "unauthorised");
        assert_eq!(app.count("select count(*) from sessions where ended_at is not null").await, 1);
    }

    async fn hanging_up_does_not_prevent_the_logout(app: TestApp) {
        for patience in 0..40 {
            let guest = app.guest().await;
            assert_eq!(me_status(&app, &guest.token).await, 200);
            let call = app.post("/api/logout").bearer(&guest.token).send();
            let _ = tokio::time::timeout(Duration::from_micros(50 * patience), call).await;
            // A write that was queued by then finishes before the next one.
            app.execute("update sessions set role = role").await;
            let ended = app.count(&format!("select count(*) from sessions where subject = '{}' and ended_at is not null", guest.id)).await;
            // A server that has not been told goes on accepting the session for 5 seconds.
            let told = async {
                while ended == 1 && me_status(&app, &guest.token).await == 200 {
                    tokio::task::yield_now().await;
                }
            };
            tokio::time::timeout(Duration::from_secs(2), told).await.unwrap();
        }
    }

    async fn everybody_can_log_out(app: TestApp) {
        let guest = app.guest().await;
        let pro = master(&app, "pro@example.com").await;
        for token in [&guest.token, &pro.token] {
            let _ = app.post("/api/logout").bearer(token).send().await.expect_status(204);
        }
        assert_eq!(me_status(&app, &guest.token).await, 401);
        assert_eq!(app.get("/api/masters/me").bearer(&pro.token).send().await.status.as_u16(), 401);
        app.post("/api/logout").send().await.problem(401, "unauthorised");
    }

    async fn another_server_sees_the_logout(app: TestApp) {
        let person = client(&app, "ada@example.com").await;
        let other = app.restarted(|_| ()).await;
        let _ = other.post("/api/logout").bearer(&person.token).send().await.expect_status(204);
        // This server does not know the session yet, so it asks the database.
        let again = app.restarted(|_| ()).await;
        assert_eq!(me_status(&again, &person.token).await, 401);
        again.state.db.close().await;
        other.state.db.close().await;
    }

    async fn a_server_that_knows_the_session_sees_the_logout_within_five_seconds(app: TestApp) {
        let person = client(&app, "ada@example.com").await;
        let other = app.restarted(|_| ()).await;
        assert_eq!(me_status(&other, &person.token).await, 200);
        let _ = app.post("/api/logout").bearer(&person.token).send().await.expect_status(204);
        let told = async {
            while me_status(&other, &person.token).await == 200 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_millis(4_800), told).await.unwrap();
        other.state.db.close().await;
    }

    async fn the_token_says_who_and_until_when(app: TestApp) {
        let person = client(&app, "ada@example.com").await;
        let said = claims(&person.token);
        assert_eq!((&said["sub"], &said["role"], &said["email"]), (&json!(person.id), &json!("client"), &json!("ada@example.com")));
        assert!(said.get("guest").is_none());
        assert_eq!(said["exp"].as_i64().unwrap() - said["iat"].as_i64().unwrap(), 7 * 86_400);
        let phone = enter(&app, &json!({ "phone": "07700 900123" }), "").await;
        assert!(claims(&phone.token)["email"].is_null());
        let pro = master(&app, "pro@example.com").await;
        assert_eq!(claims(&pro.token)["role"], "master");
        assert_eq!(claims(&app.guest().await.token)["guest"], true);
    }

    async fn a_token_lasts_seven_days(app: TestApp) {
        let person = client(&app, "ada@example.com").await;
        app.clock.advance(7 * DAY - SECOND);
        assert_eq!(me_status(&app, &person.token).await, 200);
        app.clock.advance(SECOND);
        assert_eq!(me_status(&app, &person.token).await, 401);
    }

    async fn a_setting_shortens_the_life_of_tokens(app: TestApp) {
        let app = app.restarted(|config| config.token_ttl = Some(3)).await;
        let person = client(&app, "ada@example.com").await;
        let guest = app.guest().await;
        app.clock.advance(2 * SECOND);
        assert_eq!((me_status(&app, &person.token).await, me_status(&app, &guest.token).await), (200, 200));
        app.clock.advance(SECOND);
        assert_eq!((me_status(&app, &person.token).await, me_status(&app, &guest.token).await), (401, 401));
        app.state.db.close().await;
    }

    async fn a_tampered_token_is_refused(app: TestApp) {
        let person = client(&app, "ada@example.com").await;
        let parts: Vec<&str> = person.token.split('.').collect();
        use base64::Engine as _;
        let encode = |value: &Value| base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(value.to_string());
        let admin = { let mut said = claims(&person.token); said["role"] = json!("admin"); said };
        let forged = [
            format!("{}.{}.{}", parts[0], encode(&admin), parts[2]),
            format!("{}.{}.", encode(&json!({ "alg": "none", "typ": "JWT" })), parts[1]),
            format!("{}.{}.{}", parts[0], parts[1], parts[2].chars().rev().collect::<String>()),
            format!("{}.{}", parts[0], parts[1]),
            "rubbish".to_owned(),
        ];
        for token in forged {
            app.get("/api/clients/me").bearer(&token).send().await.problem(401, "unauthorised");
        }
    }
}
