//! Steps of a pro who had no network: each is taken once under its name, however late it comes again, and says when it was taken.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR, MINUTE, SECOND};
use callout_domain::time;
use http::Method;
use serde_json::{Value, json};

use crate::chat::texts;
use crate::matching::{ready, seen};
use crate::matching_jobs::{job, taken};
use crate::people::{Person, master_by_code};
use crate::scene::{Scene, event_kinds};
use crate::sockets::Pair;

/// A step under its name.
async fn named(app: &TestApp, pro: &Person, id: &str, name: &str, step: &Value) -> Answer {
    let call = app.call(Method::PUT, &format!("/api/bookings/{id}"));
    call.bearer(&pro.token)
        .header("idempotency-key", name)
        .json(step)
        .send()
        .await
}

/// The events of a booking as its client sees them.
async fn events(app: &TestApp, scene: &Scene) -> Value {
    let path = format!("/api/bookings/{}/events", scene.booking.id);
    app.get(&path)
        .bearer(&scene.guest.token)
        .send()
        .await
        .expect_status(200)
        .json()
}

async fn code(app: &TestApp, scene: &Scene) -> String {
    seen(app, scene).await["start_code"].as_str().unwrap().to_owned()
}

both_databases! {
    async fn a_step_is_taken_once_under_its_name_wherever_the_job_stands(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let set_off = json!({ "status": "en_route" });
        let _ = named(&app, &pro, id, "step-1", &set_off).await.expect_status(200);
        let _ = named(&app, &pro, id, "step-2", &json!({ "status": "assigned" })).await.expect_status(200);
        // The first answer was lost: the pro is not sent off again.
        let again = named(&app, &pro, id, "step-1", &set_off).await.expect_status(200).json();
        assert_eq!(again["status"], "assigned");
        let _ = named(&app, &pro, id, "step-3", &set_off).await.expect_status(200);
        let begin = json!({ "status": "in_progress", "startCode": code(&app, &scene).await });
        let _ = named(&app, &pro, id, "step-4", &begin).await.expect_status(200);
        app.clock.advance(40 * DAY);
        let pro = master_by_code(&app, "pro@example.com", "").await;
        let late = named(&app, &pro, id, "step-3", &set_off).await.expect_status(200).json();
        assert_eq!(late["status"], "in_progress");
        let kinds = event_kinds(&app, &scene).await;
        assert_eq!(kinds[kinds.len() - 4..], ["en_route", "assigned", "en_route", "in_progress"]);
        named(&app, &pro, id, "step-3", &json!({ "status": "completed", "cannotPhotograph": "The wall hides it." }))
            .await
            .problem(422, "idempotency_key_reused");
        named(&app, &pro, id, &"x".repeat(256), &set_off).await.invalid_field("Idempotency-Key");
    }

    async fn a_name_of_one_booking_is_free_in_another(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let _ = named(&app, &pro, &scene.booking.id, "step", &json!({ "status": "en_route" })).await.expect_status(200);
        let other = ready(&app, "other", 1).await;
        let next = taken(&app, &other).await;
        let _ = named(&app, &other, &next.booking.id, "step", &json!({ "status": "en_route" })).await.expect_status(200);
        named(&app, &pro, &next.booking.id, "step", &json!({ "status": "en_route" })).await.problem(404, "not_found");
    }

    async fn a_wrong_code_that_comes_twice_counts_once(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = named(&app, &pro, id, "off", &json!({ "status": "en_route" })).await.expect_status(200);
        let right = code(&app, &scene).await;
        let wrong = format!("{:04}", (right.parse::<u32>().unwrap() + 1) % 10_000);
        for _ in 0..3 {
            let refused = named(&app, &pro, id, "begin", &json!({ "status": "in_progress", "startCode": wrong })).await;
            assert_eq!(refused.problem(422, "wrong_start_code")["triesLeft"], 4);
        }
        named(&app, &pro, id, "begin", &json!({ "status": "in_progress", "startCode": right })).await.problem(422, "idempotency_key_reused");
        let begun = named(&app, &pro, id, "begin-2", &json!({ "status": "in_progress", "startCode": right })).await;
        assert_eq!(begun.expect_status(200).json()["status"], "in_progress");
    }

    async fn both_sides_see_when_a_step_was_taken_and_money_goes_by_our_time(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        app.clock.advance(2 * HOUR);
        let said = time::iso(app.clock.now() - HOUR);
        let _ = named(&app, &pro, id, "off", &json!({ "status": "en_route", "happenedAt": said })).await.expect_status(200);
        let of_pro = job(&app, &pro, id).await;
        for events in [&events(&app, &scene).await, &of_pro["events"]] {
            let event = events.as_array().unwrap().last().unwrap();
            assert_eq!((&event["type"], &event["data"]["happenedAt"]), (&json!("en_route"), &json!(said)));
            assert_eq!(event["at"], time::iso(app.clock.now()));
        }
        // An hour on the way by the pro's device, none by ours: it may be taken back.
        let _ = named(&app, &pro, id, "back", &json!({ "status": "assigned" })).await.expect_status(200);
    }

    async fn a_device_whose_clock_is_a_day_off_is_not_believed(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        for (name, status, off) in [("1", "en_route", DAY), ("2", "assigned", -DAY), ("3", "en_route", MINUTE + SECOND)] {
            let said = time::iso(app.clock.now() + off);
            let _ = named(&app, &pro, id, name, &json!({ "status": status, "happenedAt": said })).await.expect_status(200);
            let events = events(&app, &scene).await;
            let event = events.as_array().unwrap().last().unwrap();
            assert_eq!((&event["type"], &event["data"]["happenedAt"]), (&json!(status), &Value::Null));
        }
        named(&app, &pro, id, "4", &json!({ "status": "assigned", "happenedAt": "yesterday" })).await.invalid_field("happenedAt");
    }

    async fn a_message_may_come_without_a_socket_once_under_its_name(app: TestApp) {
        let pair = Pair::new(&app).await;
        let send = |token: &str, body: Value| {
            app.post(&format!("/api/chat/messages/{}", pair.id())).bearer(token).json(&body).send()
        };
        let hello = json!({ "clientId": "k-1", "text": "Call 07700 900123", "toId": pair.pro.id });
        let first = send(&pair.scene.guest.token, hello.clone()).await.expect_status(200).json();
        assert_eq!((&first["text"], &first["clientId"]), (&json!("Call •••"), &json!("k-1")));
        assert_eq!(send(&pair.scene.guest.token, hello).await.expect_status(200).json(), first);
        let _ = send(&pair.pro.token, json!({ "clientId": "k-1", "text": "I will" })).await.expect_status(200);
        let history = app.get(&format!("/api/chat/history/{}", pair.id())).bearer(&pair.pro.token).send().await;
        assert_eq!(texts(&history.expect_status(200).json()), ["Call •••", "I will"]);
        send(&pair.scene.guest.token, json!({ "clientId": "k-2", "text": "Hello", "toId": "M-other" })).await.problem(409, "other_pro");
        send(&pair.scene.guest.token, json!({ "clientId": "a b", "text": "Hello" })).await.invalid_field("clientId");
        send(&pair.scene.guest.token, json!({ "clientId": "k-3", "text": " " })).await.invalid_field("text");
        let stranger = app.guest().await;
        send(&stranger.token, json!({ "clientId": "k-4", "text": "Hello" })).await.problem(404, "not_found");
        assert_eq!(app.count("select count(*) from chat_messages").await, 2);
    }
}
