//! GET /api/push/key, POST and DELETE /api/push/subscribe, and what the browsers get.

use api_tests::{TestApp, both_databases};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use callout_domain::clock::{HOUR, MINUTE, SECOND};
use callout_front::jobs::housekeeping;
use http::Method;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use serde_json::{Value, json};

use crate::journey::with;
use crate::matching::{after, ready, respond, step};
use crate::people::{Person, client, master, outbox};
use crate::push_service::{Browser, PushService};
use crate::scene::settled;

const ROWS: &str = "select count(*) from push_subscriptions";

async fn key(app: &TestApp, person: &Person) -> String {
    let answer = app.get("/api/push/key").bearer(&person.token).send().await;
    answer.expect_status(200).json()["key"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn end(app: &TestApp, token: &str, endpoint: &str) -> u16 {
    let call = app.call(Method::DELETE, "/api/push/subscribe").bearer(token);
    let answer = call.json(&json!({ "endpoint": endpoint })).send().await;
    answer.status.as_u16()
}

both_databases! {
    async fn the_key_is_a_point_and_stays_the_same(app: TestApp) {
        let pro = master(&app, "pro@example.com").await;
        let told = key(&app, &pro).await;
        VerifyingKey::from_sec1_bytes(&URL_SAFE_NO_PAD.decode(&told).unwrap()).unwrap();
        assert_eq!(key(&app, &client(&app, "ada@example.com").await).await, told);
        assert_eq!(key(&app.restarted(|_| ()).await, &pro).await, told);
        app.get("/api/push/key").send().await.problem(401, "unauthorised");
    }

    async fn a_made_up_browser_costs_no_write_and_no_ticket(app: TestApp) {
        let app = app.restarted(|config| config.limits.tickets = 1).await;
        let ada = client(&app, "ada@example.com").await;
        let before = app.state.db.counts();
        let browser = Browser::at("https://fcm.googleapis.com/fcm/send/abc", "ada");
        let body = json!({ "was": { "endpoint": "https://fcm.googleapis.com/fcm/send/made-up", "auth": "made-up" }, "now": browser.subscription() });
        let renew = || app.call(Method::PUT, "/api/push/subscribe").json(&body).send();
        let _ = renew().await.expect_status(204);
        assert_eq!(app.state.db.counts().commits, before.commits);
        renew().await.problem(429, "too_many_requests");
        let _ = app.post("/api/events/ticket").bearer(&ada.token).send().await.expect_status(201);
        app.state.db.close().await;
    }

    async fn a_browser_is_notified_until_it_says_otherwise(app: TestApp) {
        let (ada, bob) = (client(&app, "ada@example.com").await, client(&app, "bob@example.com").await);
        let browser = Browser::at("https://fcm.googleapis.com/fcm/send/abc", "ada");
        for _ in 0..2 {
            assert!(browser.subscribe(&app, &ada.token).await.expect_status(204).body.is_empty());
        }
        assert_eq!(app.count(ROWS).await, 1);
        assert_eq!(end(&app, &bob.token, &browser.endpoint).await, 204);
        assert_eq!(app.count(ROWS).await, 1, "not Bob's");
        // Two people, one browser: the last who signed in.
        let _ = browser.subscribe(&app, &bob.token).await.expect_status(204);
        assert_eq!(app.text("select person_id from push_subscriptions").await.as_deref(), Some(bob.id.as_str()));
        for _ in 0..2 {
            assert_eq!(end(&app, &bob.token, &browser.endpoint).await, 204);
            assert_eq!(app.count(ROWS).await, 0);
        }
        app.post("/api/push/subscribe").json(&browser.subscription()).send().await.problem(401, "unauthorised");
        assert_eq!(end(&app, "rubbish", &browser.endpoint).await, 401);
    }

    async fn only_known_services_and_whole_keys_are_taken(app: TestApp) {
        let ada = client(&app, "ada@example.com").await;
        let refused = async |body: &Value, field: &str| {
            let call = app.post("/api/push/subscribe").bearer(&ada.token).json(body);
            call.send().await.invalid_field(field)
        };
        let good = Browser::at("https://web.push.apple.com/abc", "ada").subscription();
        for endpoint in [
            "https://push.example/abc", "http://fcm.googleapis.com/abc", "https://127.0.0.1/abc", "https://fcm.googleapis.com:8443/abc",
            "https://localhost/abc", "https://user@fcm.googleapis.com/abc", "nonsense",
        ] {
            refused(&with(good.clone(), json!({ "endpoint": endpoint })), "endpoint").await;
        }
        let longest = format!("https://web.push.apple.com/{}", "a".repeat(1_000 - 27));
        refused(&with(good.clone(), json!({ "endpoint": format!("{longest}a") })), "endpoint").await;
        let keys = |p256dh: &str, auth: &str| with(good.clone(), json!({ "keys": { "p256dh": p256dh, "auth": auth } }));
        let (point, secret) = (good["keys"]["p256dh"].as_str().unwrap(), good["keys"]["auth"].as_str().unwrap());
        refused(&keys("AAAA", secret), "keys.p256dh").await;
        // Long enough, but no point of the curve.
        let off = URL_SAFE_NO_PAD.encode([[4].as_slice(), &[1; 64]].concat());
        refused(&keys(&off, secret), "keys.p256dh").await;
        refused(&keys(point, "AAAA"), "keys.auth").await;
        refused(&json!({ "endpoint": longest }), "keys").await;
        assert_eq!(app.count(ROWS).await, 0);
        let call = app.post("/api/push/subscribe").bearer(&ada.token);
        let _ = call.json(&with(good.clone(), json!({ "endpoint": longest }))).send().await.expect_status(204);
    }

    async fn the_newest_ten_browsers_of_a_person_stay(app: TestApp) {
        let ada = client(&app, "ada@example.com").await;
        let browser = |number: usize| Browser::at(&format!("https://web.push.apple.com/{number}"), "ada");
        for number in 0..12 {
            app.clock.advance(SECOND);
            let _ = browser(number).subscribe(&app, &ada.token).await.expect_status(204);
        }
        assert_eq!(app.count(ROWS).await, 10);
        let oldest = app.text("select endpoint from push_subscriptions order by created_at limit 1").await;
        assert_eq!(oldest, Some(browser(2).endpoint));
    }

    async fn an_offer_is_pushed_sealed_signed_and_for_five_minutes(app: TestApp) {
        let (service, app) = PushService::start(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let browser = Browser::of(&app, &service, &pro).await;
        let scene = settled(&app).await;
        let posted = service.posted();
        let [message] = posted.as_slice() else { panic!("{posted:?}") };
        assert_eq!(message.path, format!("/send/{}", pro.id));
        for (name, value) in [("ttl", "300"), ("urgency", "high"), ("content-encoding", "aes128gcm")] {
            assert_eq!(message.headers[name], value, "{name}");
        }
        assert_eq!(message.headers["topic"].len(), 32);
        let note = browser.open(message);
        let path = format!("/master/stream?offer={}", scene.booking.id);
        assert_eq!((&note["title"], &note["path"]), (&json!("New job near you"), &json!(path)));
        let body = note["body"].as_str().unwrap();
        assert!(body.contains("Leak / tap issue") && body.contains("£117"), "{body}");
        for private in ["SW1A", "Lovelace", "Test Street", "leaking", "900123"] {
            assert!(!note.to_string().contains(private), "{private}: {note}");
        }
        let signed = message.headers["authorization"].to_str().unwrap();
        let (token, public) = signed.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key(&app, &pro).await);
        let (said, signature) = token.rsplit_once('.').unwrap();
        let ours = VerifyingKey::from_sec1_bytes(&URL_SAFE_NO_PAD.decode(public).unwrap()).unwrap();
        let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
        ours.verify(said.as_bytes(), &signature).unwrap();
        let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(said.split_once('.').unwrap().1).unwrap()).unwrap();
        assert_eq!((&claims["aud"], &claims["exp"]), (&json!(service.origin()), &json!((app.clock.now() + 12 * HOUR) / SECOND)));
        // Once is enough.
        after(&app, SECOND).await;
        assert!(service.posted().is_empty());
    }

    async fn a_pro_with_push_is_asked_while_the_page_is_closed(app: TestApp) {
        let (service, app) = PushService::start(&app).await;
        let (with_push, without) = (ready(&app, "with", 1).await, ready(&app, "without", 1).await);
        let _browser = Browser::of(&app, &service, &with_push).await;
        app.clock.advance(HOUR);
        crate::matching::look(&app).await;
        let _scene = settled(&app).await;
        let asked = async |pro: &Person| app.count(&format!("select count(*) from offers where master_id = '{}'", pro.id)).await;
        assert_eq!((asked(&with_push).await, asked(&without).await), (1, 0));
        assert_eq!(service.posted().len(), 1);
    }

    async fn nobody_is_pushed_who_is_gone_logged_out_or_has_switched_it_off(app: TestApp) {
        let (service, app) = PushService::start(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let browser = Browser::of(&app, &service, &pro).await;
        let choose = async |on: bool| {
            let body = json!({ "items": [{ "kind": "offers", "on": on }] });
            let call = app.call(Method::PUT, "/api/masters/me/messages").bearer(&pro.token);
            let _ = call.json(&body).send().await.expect_status(200);
        };
        choose(false).await;
        let _quiet = settled(&app).await;
        assert!(service.posted().is_empty());
        choose(true).await;
        for (status, left) in [(503, 1), (400, 1), (302, 1), (410, 0)] {
            service.answers(status);
            let _scene = settled(&app).await;
            assert_eq!(service.posted().len(), 1, "{status}: once, and nowhere else");
            assert_eq!(app.count(ROWS).await, left, "{status}");
            app.execute("update slot_places set taken = 0").await;
        }
        service.answers(201);
        let _ = browser.subscribe(&app, &pro.token).await.expect_status(204);
        let _ = app.post("/api/logout").bearer(&pro.token).send().await.expect_status(204);
        let _scene = settled(&app).await;
        assert!(service.posted().is_empty());
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(app.count(ROWS).await, 0);
    }

    async fn a_client_is_pushed_what_would_be_an_email_and_else_gets_that(app: TestApp) {
        let (service, app) = PushService::start(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let emails = || outbox(&app, "ada@example.com").iter().filter(|line| line["subject"] == "Your job is done").count();
        for (status, sent) in [(201, 0), (500, 1), (404, 2)] {
            let scene = settled(&app).await;
            let id = scene.booking.id.as_str();
            let browser = Browser::new(&service, id);
            let _ = browser.subscribe(&app, &scene.guest.token).await.expect_status(204);
            let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
            after(&app, 0).await;
            assert!(service.posted().is_empty(), "an assignment comes by email and text");
            let _ = step(&app, &pro, id, "in_progress").await.expect_status(200);
            let _ = step(&app, &pro, id, "completed").await.expect_status(200);
            service.answers(status);
            after(&app, 0).await;
            let posted = service.posted();
            assert_eq!(posted.len(), 1, "{status}");
            let note = browser.open(&posted[0]);
            assert_eq!(note, json!({ "title": "Your job is done", "body": note["body"], "path": format!("/booking/{id}"), "tag": id }));
            assert_eq!(posted[0].headers["urgency"], "normal");
            assert_eq!(emails(), sent, "{status}");
            after(&app, MINUTE).await;
            assert_eq!((emails(), service.posted().len()), (sent, 0), "{status}: told once");
            app.execute("update slot_places set taken = 0").await;
        }
    }

    async fn a_pros_own_job_is_pushed_too(app: TestApp) {
        let (service, app) = PushService::start(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let browser = Browser::of(&app, &service, &pro).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = service.posted();
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        after(&app, 0).await;
        let titles = || -> Vec<Value> { service.posted().iter().map(|message| browser.open(message)["title"].clone()).collect() };
        assert_eq!(titles(), [json!("The job is yours")]);
        let path = format!("/api/bookings/{id}/cancel");
        let _ = app.call(Method::PATCH, &path).bearer(&scene.guest.token).send().await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(titles(), [json!("A job was cancelled")]);
    }
}
