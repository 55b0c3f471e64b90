//! How a job reaches a pro whose page is closed: by push, which has time to wake a phone, and in an emergency by a text that they asked for.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{HOUR, MINUTE, SECOND};
use http::Method;
use serde_json::{Value, json};

use crate::matching::{after, look, offers, ready, respond};
use crate::people::{Person, outbox};
use crate::pro_offers::emergency;
use crate::push_service::{Browser, PushService};
use crate::scene::settled;

/// The number of every pro here.
const PHONE: &str = "+447700900123";

fn texts(app: &TestApp) -> Vec<Value> {
    outbox(app, PHONE)
        .into_iter()
        .filter(|line| {
            line["text"]
                .as_str()
                .is_some_and(|text| text.contains("near you, now"))
        })
        .collect()
}

async fn wants_texts(app: &TestApp, pro: &Person, on: bool) -> Value {
    let body = json!({ "items": [{ "kind": "emergency_texts", "on": on }] });
    let call = app
        .call(Method::PUT, "/api/masters/me/messages")
        .bearer(&pro.token)
        .json(&body);
    call.send().await.expect_status(200).json()
}

both_databases! {
    async fn who_is_reached_by_push_has_two_minutes_and_the_next_wave_does_not_wait(app: TestApp) {
        let (service, app) = PushService::start(&app).await;
        let (closed, further) = (ready(&app, "closed", 1).await, ready(&app, "further", 12).await);
        let _browser = Browser::of(&app, &service, &closed).await;
        let _other = Browser::of(&app, &service, &further).await;
        app.clock.advance(HOUR);
        look(&app).await;
        let scene = settled(&app).await;
        let standing = "select count(*) from offers where answer is null and expires_at > ";
        let count = async || app.count(&format!("{standing}{}", app.clock.now())).await;
        assert_eq!((count().await, service.posted().len()), (1, 1));
        after(&app, 31 * SECOND).await;
        assert_eq!((count().await, service.posted().len()), (2, 1), "the second wave is out, the first still stands");
        let offer = offers(&app, &closed).await.remove(0);
        assert_eq!((&offer["ttl"], &offer["lasts"]), (&json!(89), &json!(120)));
        after(&app, 60 * SECOND).await;
        let _ = respond(&app, &closed, &scene.booking.id, "accept").await.expect_status(200);
    }

    async fn an_open_page_has_half_a_minute_as_before(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _scene = settled(&app).await;
        assert_eq!(offers(&app, &pro).await[0]["lasts"], 30);
    }

    async fn an_emergency_that_reaches_nobody_is_texted_to_the_nearest_three_who_asked(app: TestApp) {
        let mut pros = Vec::new();
        for (name, km) in [("a", 1), ("b", 2), ("c", 3), ("d", 4), ("never-asked", 1)] {
            pros.push(ready(&app, name, km).await);
        }
        for pro in &pros[..4] {
            let _ = wants_texts(&app, pro, true).await;
        }
        // Online, but the pages are closed, and there is no push.
        app.clock.advance(5 * MINUTE);
        look(&app).await;
        let first = emergency(&app, &app.guest().await).await;
        after(&app, 0).await;
        after(&app, SECOND).await;
        let sent = texts(&app);
        assert_eq!(sent.len(), 3, "{sent:?}");
        let link = format!("/master/stream?offer={}", first["id"].as_str().unwrap());
        let said = sent[0]["text"].as_str().unwrap();
        assert!(said.contains(&link) && !said.contains("SW1A") && !said.contains("Lovelace"), "{said}");
        let told = "select count(*) from masters where emergency_text_at is not null";
        assert_eq!(app.count(told).await, 3);
        // A job may run twice, and means the same three then.
        let round = app.count("select round from matchings").await;
        for _ in 0..2 {
            app.state.matching.text_nearby(first["id"].as_str().unwrap(), round).await.unwrap();
            after(&app, SECOND).await;
        }
        assert_eq!((app.count(told).await, texts(&app).len()), (3, 3));
        // Within half an hour the three are left alone, and the fourth is asked.
        after(&app, MINUTE).await;
        let _second = emergency(&app, &app.guest().await).await;
        after(&app, 0).await;
        after(&app, SECOND).await;
        assert_eq!(texts(&app).len(), 4);
        // Whoever is told may have it.
        let _ = respond(&app, &pros[0], first["id"].as_str().unwrap(), "accept").await.expect_status(200);
    }

    async fn nobody_is_texted_who_did_not_ask_or_for_a_job_that_is_no_emergency(app: TestApp) {
        let (asked, not) = (ready(&app, "asked", 1).await, ready(&app, "not", 1).await);
        let _ = wants_texts(&app, &asked, true).await;
        let said = wants_texts(&app, &asked, false).await;
        assert_eq!(said["items"][1], json!({ "kind": "emergency_texts", "ways": ["text"], "firstOnly": false, "on": false }));
        let usual = app.get("/api/masters/me/messages").bearer(&not.token).send().await.expect_status(200).json();
        assert_eq!((&usual["items"][1]["on"], &usual["browsers"]), (&json!(false), &json!(0)));
        app.clock.advance(5 * MINUTE);
        look(&app).await;
        let _emergency = emergency(&app, &app.guest().await).await;
        after(&app, 0).await;
        after(&app, SECOND).await;
        let _ = wants_texts(&app, &asked, true).await;
        app.clock.advance(5 * MINUTE);
        let _usual = settled(&app).await;
        after(&app, SECOND).await;
        assert!(texts(&app).is_empty());
    }

    async fn a_browser_whose_subscription_was_renewed_is_notified_on(app: TestApp) {
        let (service, app) = PushService::start(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let was = Browser::of(&app, &service, &pro).await;
        let now = Browser::new(&service, "renewed");
        let renew = async |auth: &Value, to: &Browser| {
            let body = json!({ "was": { "endpoint": was.endpoint, "auth": auth }, "now": to.subscription() });
            app.call(Method::PUT, "/api/push/subscribe").ip(app.fresh_ip()).json(&body).send().await.expect_status(204)
        };
        let secret = was.subscription()["keys"]["auth"].clone();
        // Whoever does not know the secret changes nothing, and learns nothing.
        let _ = renew(&now.subscription()["keys"]["auth"], &now).await;
        assert_eq!(app.text("select endpoint from push_subscriptions").await.as_deref(), Some(was.endpoint.as_str()));
        for _ in 0..2 {
            let _ = renew(&secret, &now).await;
            assert_eq!(app.text("select endpoint from push_subscriptions").await.as_deref(), Some(now.endpoint.as_str()));
        }
        let _scene = settled(&app).await;
        let posted = service.posted();
        assert_eq!(posted.iter().map(|message| message.path.as_str()).collect::<Vec<_>>(), ["/send/renewed"]);
        let note = now.open(&posted[0]);
        assert_eq!(note["title"], "New job near you");
    }
}
