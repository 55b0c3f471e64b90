//! How a booking finds its pro: offers in waves, the pool, accept and decline, and what ends it.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR, MINUTE, SECOND};
use callout_domain::start_code;
use futures_util::future::join_all;
use http::Method;
use serde_json::{Value, json};

use crate::people::Person;
use crate::pros::{activated, put};
use crate::scene::{Scene, created, pay_well, read, settled, status};

/// A verified pro who is online and reachable, `km` kilometres north of the middle of SW1A.
pub(crate) async fn ready(app: &TestApp, name: &str, km: i32) -> Person {
    let pro = activated(app, &format!("{name}@example.com")).await;
    let degrees = f64::from(km) / 111.2;
    let area = json!({ "radiusKm": 60, "basePostcode": "SW1A 1AA", "base_lat": 51.504 + degrees, "base_lng": -0.128 });
    let _ = put(app, &pro, "profile/area", &area).await.expect_status(200);
    app.execute(&format!(
        "update master_documents set verified_at = uploaded_at where master_id = '{}'",
        pro.id
    ))
    .await;
    app.execute(&format!(
        "update masters set changed_at = {} where id = '{}'",
        app.clock.now(),
        pro.id
    ))
    .await;
    look(app).await;
    pro
}

/// What the server does every two seconds.
pub(crate) async fn look(app: &TestApp) {
    app.state
        .matching
        .look()
        .await
        .unwrap_or_else(|error| panic!("{error}"));
}

/// Runs what is due, after `wait` milliseconds.
pub(crate) async fn after(app: &TestApp, wait: i64) {
    app.clock.advance(wait);
    let run = Box::pin(callout_front::jobs::run_due(&app.state.jobs)).await;
    run.unwrap_or_else(|error| panic!("{error}"));
}

pub(crate) async fn offers(app: &TestApp, pro: &Person) -> Vec<Value> {
    let answer = app.get("/api/masters/offers").bearer(&pro.token).send().await;
    let body = answer.expect_status(200).json();
    body["items"].as_array().unwrap().clone()
}

pub(crate) async fn respond(app: &TestApp, pro: &Person, id: &str, action: &str) -> Answer {
    app.post(&format!("/api/matching/respond/{id}"))
        .bearer(&pro.token)
        .json(&json!({ "action": action }))
        .send()
        .await
}

pub(crate) async fn jobs(app: &TestApp, pro: &Person, filter: &str) -> Vec<Value> {
    let answer = app
        .get(&format!("/api/bookings?filter={filter}"))
        .bearer(&pro.token)
        .send()
        .await;
    answer.expect_status(200).json()["items"]
        .as_array()
        .unwrap()
        .clone()
}

/// A call with the booking's path by its pro.
pub(crate) async fn put_step(app: &TestApp, pro: &Person, id: &str, body: &Value) -> Answer {
    let call = app.call(Method::PUT, &format!("/api/bookings/{id}"));
    call.bearer(&pro.token).json(body).send().await
}

/// A step with what it needs: the code that the client shows, and why there is no photo.
pub(crate) async fn step(app: &TestApp, pro: &Person, id: &str, to: &str) -> Answer {
    let booking = Box::pin(read(app, id)).await;
    let code = start_code::of(&app.state.keys.start, &booking);
    let body = json!({ "status": to, "startCode": code, "cannotPhotograph": "It is behind the wall." });
    Box::pin(put_step(app, pro, id, &body)).await
}

/// The booking as its owner sees it.
pub(crate) async fn seen(app: &TestApp, scene: &Scene) -> Value {
    let path = format!("/api/bookings/{}", scene.booking.id);
    app.get(&path)
        .bearer(&scene.guest.token)
        .send()
        .await
        .expect_status(200)
        .json()
}

both_databases! {
    async fn the_nearest_pros_are_asked_and_the_first_to_accept_has_the_job(app: TestApp) {
        let (near, far) = (ready(&app, "near", 1).await, ready(&app, "far", 4).await);
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let offer = offers(&app, &near).await.remove(0);
        assert_eq!(offer["bookingId"], id);
        assert_eq!(offer["title"], "Leak / tap issue");
        assert_eq!(offer["subtitle"], "SW1A · Tue 24 Nov, 10:05–12:05");
        assert_eq!((&offer["price"], &offer["feePence"], &offer["netPence"]), (&json!(117), &json!(1_755), &json!(9_945)));
        assert_eq!((&offer["ttl"], &offer["distance_km"]), (&json!(30), &json!(1.0)));
        let search = seen(&app, &scene).await["matching"].clone();
        assert_eq!(search, json!({ "wave": 1, "asked": 2, "radiusKm": 10, "until": "2026-11-23T22:05:00+00:00" }));
        assert_eq!(respond(&app, &far, id, "accept").await.expect_status(200).json(), json!({ "status": "assigned" }));
        respond(&app, &near, id, "accept").await.problem(409, "already_taken");
        let _ = respond(&app, &far, id, "accept").await.expect_status(200);
        let stranger = activated(&app, "stranger@example.com").await;
        respond(&app, &stranger, id, "accept").await.problem(404, "not_found");
        after(&app, 0).await;
        assert!(offers(&app, &near).await.is_empty());
        let booking = seen(&app, &scene).await;
        assert_eq!((&booking["status"], &booking["assigned_master_id"]), (&json!("assigned"), &json!(far.id)));
        assert_eq!(booking["assigned_master_name"], "Ada L.");
        assert_eq!(booking["assigned_master_phone"], "+447700900123");
        assert_eq!((&booking["assigned_master_verified"], &booking["assigned_master_insured"]), (&json!(true), &json!(false)));
        assert!(booking.get("matching").is_none());
        assert_eq!(app.count("select captured_pence from payments").await, 11_700, "the card is charged with the accept");
    }

    async fn one_of_many_who_accept_at_once_wins(app: TestApp) {
        let mut pros = Vec::new();
        for number in 0..10 {
            pros.push(ready(&app, &format!("pro{number}"), 1).await);
        }
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let answers = join_all(pros.iter().map(|pro| respond(&app, pro, id, "accept"))).await;
        let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 200);
        assert_eq!((won.len(), lost.len()), (1, 9));
        for answer in lost {
            answer.problem(409, "already_taken");
        }
        assert_eq!(app.count("select count(*) from offers where answer = 'accepted'").await, 1);
        assert_eq!(app.count("select count(*) from booking_events where type = 'assigned'").await, 1);
    }

    async fn waves_go_on_until_nobody_is_left_and_the_window_is_over(app: TestApp) {
        let mut pros = Vec::new();
        for number in 0..12 {
            pros.push(ready(&app, &format!("pro{number}"), number + 1).await);
        }
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        // Priority: ten at once, the nearest.
        assert_eq!(app.count("select count(*) from offers").await, 10);
        assert!(offers(&app, &pros[10]).await.is_empty() && offers(&app, &pros[11]).await.is_empty());
        assert!(jobs(&app, &pros[11], "pending").await.is_empty(), "the pool has it after the first wave");
        after(&app, 30 * SECOND).await;
        assert!(offers(&app, &pros[0]).await.is_empty());
        assert_eq!((offers(&app, &pros[10]).await.len(), offers(&app, &pros[11]).await.len()), (1, 1));
        assert_eq!(seen(&app, &scene).await["matching"]["wave"], 2);
        assert_eq!(jobs(&app, &pros[0], "pending").await[0]["id"], id);
        after(&app, 30 * SECOND).await;
        assert_eq!(app.count("select count(*) from offers").await, 12, "one offer a pro and round");
        // Until 12 hours before the slot.
        after(&app, 12 * HOUR - 2 * MINUTE).await;
        assert_eq!(status(&app, &scene).await, "pending");
        assert_eq!(app.count("select taken from slot_places").await, 1);
        after(&app, MINUTE).await;
        assert_eq!(status(&app, &scene).await, "no_response");
        assert_eq!(app.count("select taken from slot_places").await, 0, "the place is given back at once");
        respond(&app, &pros[0], id, "accept").await.problem(409, "offer_expired");
        assert!(jobs(&app, &pros[0], "pending").await.is_empty());
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("requires_capture"));
        after(&app, 15 * MINUTE).await;
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("canceled"), "the money a little later");
        after(&app, 7 * DAY).await;
        assert_eq!(status(&app, &scene).await, "cancelled");
        assert_eq!(app.text("select cancel_reason from bookings").await.as_deref(), Some("no_pro"));
    }

    async fn who_declines_is_not_asked_again_and_the_next_do_not_wait(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 12).await);
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        assert!(offers(&app, &second).await.is_empty(), "further than the first wave goes");
        assert_eq!(respond(&app, &first, id, "decline").await.expect_status(200).json(), json!({ "status": "pending" }));
        after(&app, SECOND).await;
        assert_eq!((offers(&app, &first).await.len(), offers(&app, &second).await.len()), (0, 1));
        let refusal = respond(&app, &first, id, "accept").await.problem(403, "not_eligible");
        assert_eq!(refusal["reason"], "declined");
        let _ = respond(&app, &first, id, "decline").await.problem(404, "not_found");
    }

    async fn a_pro_who_comes_later_is_asked_for_a_job_of_the_pool(app: TestApp) {
        let scene = settled(&app).await;
        assert_eq!(app.count("select in_pool from matchings").await, 1, "nobody to ask: it is in the pool at once");
        let late = ready(&app, "late", 3).await;
        assert_eq!(offers(&app, &late).await[0]["bookingId"], scene.booking.id.as_str());
        let _ = put(&app, &late, "profile/activate", &json!({ "isActive": false })).await.expect_status(200);
        let refusal = respond(&app, &late, &scene.booking.id, "accept").await.problem(403, "not_eligible");
        assert_eq!(refusal["reason"], "offline");
    }

    async fn a_lost_job_is_made_up_for(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = created(&app).await;
        pay_well(&app, &scene).await;
        app.state.payments.settle(scene.id()).await.unwrap_or_else(|error| panic!("{error}"));
        app.execute("delete from jobs where work like '%\"match\"%'").await;
        after(&app, 31 * SECOND).await;
        assert!(offers(&app, &pro).await.is_empty());
        callout_front::jobs::housekeeping::sweep(&app.state.jobs).await.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(offers(&app, &pro).await.len(), 1);
    }

    async fn a_pro_with_another_job_at_that_time_is_not_asked(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (one, two) = (settled(&app).await, settled(&app).await);
        assert_eq!(offers(&app, &pro).await.len(), 2);
        let _ = respond(&app, &pro, &one.booking.id, "accept").await.expect_status(200);
        let refusal = respond(&app, &pro, &two.booking.id, "accept").await.problem(403, "not_eligible");
        assert_eq!(refusal["reason"], "busy");
        let three = settled(&app).await;
        assert!(!offers(&app, &pro).await.iter().any(|offer| offer["bookingId"] == three.booking.id.as_str()));
    }

    async fn a_cancelled_booking_takes_its_offers_along(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let path = format!("/api/bookings/{}/cancel", scene.booking.id);
        let _ = app.call(Method::PATCH, &path).bearer(&scene.guest.token).send().await.expect_status(200);
        after(&app, 0).await;
        assert!(offers(&app, &pro).await.is_empty());
        respond(&app, &pro, &scene.booking.id, "accept").await.problem(409, "offer_expired");
        let kinds = app.text("select group_concat(kind) from (select kind from master_events order by seq) told");
        if !app.state.db.is_postgres() {
            assert_eq!(kinds.await.as_deref(), Some("booking,withdrawn"));
        }
    }

    async fn a_client_tries_again_further_away(app: TestApp) {
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let retry = |km: i64| app.post(&format!("/api/bookings/{id}/retry")).bearer(&scene.guest.token).json(&json!({ "radiusKm": km }));
        let far = ready(&app, "far", 28).await;
        assert!(offers(&app, &far).await.is_empty(), "beyond 25 km");
        for (km, pros) in [(10, 0), (60, 1)] {
            let reach = app.get(&format!("/api/bookings/{id}/reach?radiusKm={km}")).bearer(&scene.guest.token).send().await;
            assert_eq!(reach.expect_status(200).json(), json!({ "pros": pros }));
        }
        for wrong in [5, 12, 65] {
            retry(wrong).send().await.invalid_field("radiusKm");
        }
        let _ = retry(60).send().await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(offers(&app, &far).await.len(), 1);
        after(&app, 12 * HOUR).await;
        assert_eq!(status(&app, &scene).await, "no_response");
        let again = retry(60).send().await.expect_status(200).json();
        assert_eq!((&again["status"], app.count("select taken from slot_places").await), (&json!("pending"), 1));
        after(&app, 0).await;
        after(&app, 15 * MINUTE).await;
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("requires_capture"), "it is looked for again");
        after(&app, 12 * HOUR).await;
        assert_eq!(status(&app, &scene).await, "no_response");
        retry(60).send().await.problem(409, "slot_gone");
        app.execute("update bookings set slot_start = slot_start + 864000000, slot_end = slot_end + 864000000").await;
        after(&app, 15 * MINUTE).await;
        retry(60).send().await.problem(409, "payment_required");
    }

    async fn a_pro_who_does_not_turn_up_costs_the_client_nothing(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let report = || app.post(&format!("/api/bookings/{id}/no-show")).bearer(&scene.guest.token).send();
        report().await.problem(409, "illegal_transition");
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        after(&app, 0).await;
        report().await.problem(409, "too_early");
        app.clock.advance(DAY + 2 * HOUR);
        let cancelled = report().await.expect_status(200).json();
        assert_eq!((&cancelled["status"], &cancelled["cancel_reason"]), (&json!("cancelled"), &json!("pro_no_show")));
        after(&app, 0).await;
        assert_eq!(app.count("select refunded_pence from payments").await, 11_700);
    }
}
