//! POST /api/bookings/{id}/running-late and /here: what a pro says in one tap before the work.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR, MINUTE};
use serde_json::{Value, json};

use crate::matching::{ready, seen, step};
use crate::matching_jobs::{job, taken};
use crate::missed_visits::run;
use crate::not_home::due;
use crate::people::{Person, outbox};
use crate::scene::{Scene, event_kinds};

async fn late(app: &TestApp, pro: &Person, id: &str, minutes: Value, key: Option<&str>) -> Answer {
    let call = app
        .post(&format!("/api/bookings/{id}/running-late"))
        .bearer(&pro.token);
    let call = match key {
        Some(key) => call.header("idempotency-key", key),
        None => call,
    };
    call.json(&json!({ "minutes": minutes })).send().await
}

async fn here(app: &TestApp, pro: &Person, id: &str, place: &Value) -> Answer {
    let call = app.post(&format!("/api/bookings/{id}/here")).bearer(&pro.token);
    call.json(place).send().await
}

async fn no_show(app: &TestApp, scene: &Scene) -> Answer {
    let call = app.post(&format!("/api/bookings/{}/no-show", scene.booking.id));
    call.bearer(&scene.guest.token).send().await
}

/// How many messages to somebody say this.
fn told(app: &TestApp, to: &str, words: &str) -> usize {
    let sent = outbox(app, to);
    sent.iter()
        .filter(|message| message["text"].as_str().is_some_and(|text| text.contains(words)))
        .count()
}

async fn kinds(app: &TestApp, scene: &Scene, kind: &str) -> usize {
    event_kinds(app, scene)
        .await
        .iter()
        .filter(|found| *found == kind)
        .count()
}

both_databases! {
    async fn the_client_is_told_first_by_text_and_waits_longer_once(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = due(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let end = app.count("select slot_end from bookings").await;
        for _ in 0..2 {
            let said = late(&app, &pro, id, json!(20), Some("k-1")).await.expect_status(200).json();
            assert_eq!(said["running_late"]["minutes"], 20);
        }
        let _ = late(&app, &pro, id, json!(20), None).await.expect_status(200);
        run(&app).await;
        assert_eq!(kinds(&app, &scene, "running_late").await, 1);
        assert_eq!(told(&app, "+447700900123", "running late, by about 20 minutes"), 1);
        assert_eq!(told(&app, "ada@example.com", "running late"), 0);
        late(&app, &pro, id, json!(30), Some("k-1")).await.problem(422, "idempotency_key_reused");

        app.clock.advance(MINUTE);
        let _ = late(&app, &pro, id, json!(60), None).await.expect_status(200);
        run(&app).await;
        assert_eq!(told(&app, "+447700900123", "running late"), 1);
        assert_eq!(told(&app, "ada@example.com", "running late, by about 60 minutes"), 1);
        let shown = seen(&app, &scene).await;
        assert_eq!(shown["running_late"]["minutes"], 60);

        app.clock.advance(end + 20 * MINUTE - 1 - app.clock.now());
        no_show(&app, &scene).await.problem(409, "too_early");
        app.clock.advance(1);
        let _ = no_show(&app, &scene).await.expect_status(200);
        run(&app).await;
        assert!(seen(&app, &scene).await.get("running_late").is_none());
    }

    async fn only_the_jobs_own_pro_says_so_near_the_visit_and_with_known_numbers(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        for minutes in [json!(15), json!(0), json!(-10), json!("20"), json!(i64::MAX), Value::Null] {
            late(&app, &pro, id, minutes, None).await.invalid_field("minutes");
        }
        late(&app, &other, id, json!(10), None).await.problem(404, "not_found");
        late(&app, &pro, "C-none", json!(10), None).await.problem(404, "not_found");
        late(&app, &pro, id, json!(10), None).await.problem(409, "too_early");
        here(&app, &pro, id, &json!({})).await.problem(409, "too_early");
        let start = app.count("select slot_start from bookings").await;
        app.clock.advance(start - 2 * HOUR - app.clock.now());
        for (nth, minutes) in [10, 20, 30, 60, 10].into_iter().enumerate() {
            let _ = late(&app, &pro, id, json!(minutes), Some(&format!("k-{nth}"))).await.expect_status(200);
        }
        late(&app, &pro, id, json!(20), None).await.problem(409, "said_enough");
        let _ = step(&app, &pro, id, "in_progress").await.expect_status(200);
        late(&app, &pro, id, json!(20), None).await.problem(409, "illegal_transition");
        here(&app, &pro, id, &json!({})).await.problem(409, "illegal_transition");
        assert!(job(&app, &pro, id).await.get("running_late").is_none());
    }

    async fn what_is_said_before_the_job_changes_hands_is_nothing_to_the_next(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = due(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = late(&app, &pro, id, json!(60), None).await.expect_status(200);
        let _ = here(&app, &pro, id, &json!({})).await.expect_status(200);
        // As another assignment leaves it.
        app.clock.advance(MINUTE);
        app.execute(&format!("update bookings set assigned_at = {}", app.clock.now())).await;
        let shown = job(&app, &pro, id).await;
        assert_eq!((shown.get("running_late"), shown.get("here_at")), (None, None));
    }

    async fn whoever_is_seen_to_be_there_is_at_the_door(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = due(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let at = seen(&app, &scene).await["location"].clone();
        let place = json!({ "lat": at["lat"], "lng": at["lng"] });
        for _ in 0..2 {
            let said = here(&app, &pro, id, &place).await.expect_status(200).json();
            assert!(said["not_home"]["arrivedAt"].is_string() && said.get("here_at").is_none(), "{said}");
        }
        run(&app).await;
        assert_eq!((kinds(&app, &scene, "at_the_door").await, kinds(&app, &scene, "here").await), (1, 0));
        assert_eq!(told(&app, "+447700900123", "is at your door"), 1);
    }

    async fn elsewhere_it_is_a_message_alone_once(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = due(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let at = seen(&app, &scene).await["location"].clone();
        let far = json!({ "lat": at["lat"].as_f64().unwrap() + 0.1, "lng": at["lng"] });
        here(&app, &pro, id, &json!({ "lat": 200.0, "lng": 0.0 })).await.invalid_field("position");
        for place in [&far, &json!({}), &json!({ "lat": 51.5 })] {
            let said = here(&app, &pro, id, place).await.expect_status(200).json();
            assert!(said["here_at"].is_string() && said.get("not_home").is_none(), "{said}");
        }
        run(&app).await;
        assert_eq!((kinds(&app, &scene, "at_the_door").await, kinds(&app, &scene, "here").await), (0, 1));
        assert_eq!(told(&app, "+447700900123", "says they are here"), 1);
        // Later their place shows it after all.
        let place = json!({ "lat": at["lat"], "lng": at["lng"] });
        let said = here(&app, &pro, id, &place).await.expect_status(200).json();
        assert!(said["not_home"]["arrivedAt"].is_string(), "{said}");
        app.clock.advance(DAY);
        let _ = no_show(&app, &scene).await.expect_status(200);
    }
}
