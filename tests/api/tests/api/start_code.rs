//! The code by which a pro begins a job, and beginning without it: PUT /api/bookings/{id} and POST /api/bookings/{id}/start-code.

use api_tests::{Answer, TestApp, both_databases};
use callout_booking::bookings::NewStart;
use callout_domain::clock::{HOUR, SECOND};
use callout_domain::operator::By;
use serde_json::{Value, json};

use crate::matching::{after, put_step, ready, respond, seen, step};
use crate::matching_jobs::{job, taken};
use crate::people::{Person, outbox};
use crate::scene::{Scene, event_kinds};
use crate::uploads::stored;

/// The code as the client's page shows it.
async fn shown(app: &TestApp, scene: &Scene) -> String {
    let booking = seen(app, scene).await;
    booking["start_code"]
        .as_str()
        .unwrap_or_else(|| panic!("no code: {booking}"))
        .to_owned()
}

/// Four digits that are not this code.
fn another(code: &str) -> String {
    format!("{:04}", (code.parse::<u32>().unwrap() + 1) % 10_000)
}

async fn begin(app: &TestApp, pro: &Person, id: &str, code: &str) -> Answer {
    put_step(
        app,
        pro,
        id,
        &json!({ "status": "in_progress", "startCode": code }),
    )
    .await
}

async fn lock(app: &TestApp, pro: &Person, scene: &Scene) {
    let wrong = another(&shown(app, scene).await);
    for left in [4, 3, 2, 1, 0] {
        let problem = begin(app, pro, &scene.booking.id, &wrong)
            .await
            .problem(422, "wrong_start_code");
        assert_eq!(problem["triesLeft"], left);
        assert!(problem["errors"]["startCode"].is_string(), "{problem}");
    }
}

async fn renew(app: &TestApp, scene: &Scene) -> Answer {
    let path = format!("/api/bookings/{}/start-code", scene.booking.id);
    app.post(&path).bearer(&scene.guest.token).send().await
}

/// A start without the code from a place so many degrees north of the job.
pub(crate) async fn out_of_reach(app: &TestApp, scene: &Scene, photo_url: &str, north: f64) -> Value {
    let booking = seen(app, scene).await;
    let (lat, lng) = (
        booking["location"]["lat"].as_f64(),
        booking["location"]["lng"].as_f64(),
    );
    json!({ "status": "in_progress", "withoutCode": {
        "reason": "Nobody opens, the leak runs.", "photoUrl": photo_url, "lat": lat.unwrap() + north, "lng": lng } })
}

both_databases! {
    async fn the_clients_code_begins_the_job(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let code = shown(&app, &scene).await;
        assert!(code.len() == 4 && code.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
        let booking = seen(&app, &scene).await;
        let by_link = app.get(&format!("/api/b/{}", booking["guest_token"].as_str().unwrap())).send().await;
        assert_eq!(by_link.expect_status(200).json()["start_code"], json!(code));
        let share = booking["share_token"].as_str().unwrap();
        let shared = app.get(&format!("/api/bookings/{id}?share={share}")).send().await.expect_status(200);
        assert!(!shared.text().contains(&code) && !shared.text().contains("start_code"), "{}", shared.text());
        assert!(!job(&app, &pro, id).await.to_string().contains("start_code"), "the pro is not shown it");
        for (to, part) in [("ada@example.com", "your pro"), ("+447700900123", "your pro for")] {
            let told = outbox(&app, to);
            let said = format!("Start code: {code}.");
            assert!(told.iter().any(|line| line.to_string().contains(part) && line["text"].as_str().unwrap().contains(&said)), "{told:?}");
        }
        put_step(&app, &pro, id, &json!({ "status": "in_progress" })).await.invalid_field("startCode");
        for typed in ["", "12", "abcd", "12345"] {
            begin(&app, &pro, id, typed).await.invalid_field("startCode");
        }
        assert_eq!(job(&app, &pro, id).await["start"], json!({ "triesLeft": 5, "isOpen": false }), "what is no code is no try");
        let wrong = begin(&app, &pro, id, &another(&code)).await.problem(422, "wrong_start_code");
        assert_eq!(wrong["triesLeft"], 4);
        assert_eq!(begin(&app, &pro, id, &format!(" {} {} ", &code[..2], &code[2..])).await.expect_status(200).json()["status"], "in_progress");
        let _ = begin(&app, &pro, id, &code).await.expect_status(200);
        assert_eq!(event_kinds(&app, &scene).await.last().unwrap(), "in_progress", "a repeat changes nothing");
        let begun = seen(&app, &scene).await;
        assert!(begun.get("start_code").is_none() && begun.get("work").is_none(), "{begun}");
    }

    async fn five_wrong_codes_lock_until_the_client_makes_a_new_one(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let code = shown(&app, &scene).await;
        let _ = renew(&app, &scene).await.expect_status(200);
        assert_eq!(shown(&app, &scene).await, code, "one that is not locked stays");
        lock(&app, &pro, &scene).await;
        begin(&app, &pro, id, &code).await.problem(409, "start_code_locked");
        assert_eq!(seen(&app, &scene).await["start_code_locked"], true);
        assert_eq!(job(&app, &pro, id).await["start"]["triesLeft"], 0);
        let renewed = renew(&app, &scene).await.expect_status(200).json();
        let new = renewed["start_code"].as_str().unwrap().to_owned();
        assert!(new != code && renewed.get("start_code_locked").is_none(), "{renewed}");
        assert_eq!(renew(&app, &scene).await.expect_status(200).json()["start_code"], json!(new), "a repeat makes no other");
        begin(&app, &pro, id, &code).await.problem(422, "wrong_start_code");
        let _ = begin(&app, &pro, id, &new).await.expect_status(200);
        renew(&app, &scene).await.problem(409, "illegal_transition");
        let kinds = event_kinds(&app, &scene).await;
        assert_eq!(kinds[kinds.len() - 3..], ["start_code_locked", "start_code_renewed", "in_progress"]);
    }

    async fn a_locked_code_bars_a_start_without_it(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.clone();
        let without = out_of_reach(&app, &scene, &stored(&app).await, 0.0).await;
        lock(&app, &pro, &scene).await;
        put_step(&app, &pro, &id, &without).await.problem(409, "code_locked");
        assert_eq!(seen(&app, &scene).await["status"], "assigned");
        let _ = renew(&app, &scene).await.expect_status(200);
        lock(&app, &pro, &scene).await;
        put_step(&app, &pro, &id, &without).await.problem(409, "code_locked");
        let _ = app.state.bookings.new_start(id.clone(), NewStart::Opened, "They met outside.", By::command_line(&app.state.keys)).await.unwrap();
        let _ = put_step(&app, &pro, &id, &without).await.expect_status(200);
    }

    async fn a_renewed_code_lets_the_job_begin_without_it(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        lock(&app, &pro, &scene).await;
        let _ = renew(&app, &scene).await.expect_status(200);
        let without = out_of_reach(&app, &scene, &stored(&app).await, 0.0).await;
        let _ = put_step(&app, &pro, &scene.booking.id, &without).await.expect_status(200);
    }

    async fn a_guest_link_renews_and_a_share_link_does_not(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        lock(&app, &pro, &scene).await;
        let booking = seen(&app, &scene).await;
        let path = |name: &str, token: &str| format!("/api/bookings/{}/start-code?{name}={}", scene.booking.id, booking[token].as_str().unwrap());
        app.post(&path("share", "share_token")).send().await.problem(403, "forbidden");
        let renewed = app.post(&path("token", "guest_token")).send().await.expect_status(200).json();
        assert_ne!(renewed["start_code"], booking["start_code"]);
    }

    async fn another_pro_gets_another_code(app: TestApp) {
        let (pro, next) = (ready(&app, "pro", 1).await, ready(&app, "next", 2).await);
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        lock(&app, &pro, &scene).await;
        let generation = "select start_generation from bookings";
        let before = app.count(generation).await;
        let left = json!({ "status": "cancelled" });
        let _ = put_step(&app, &pro, id, &left).await.expect_status(200);
        after(&app, SECOND).await;
        assert!(seen(&app, &scene).await.get("start_code").is_none());
        let _ = respond(&app, &next, id, "accept").await.expect_status(200);
        assert_eq!(app.count(generation).await, before + 1);
        assert_eq!(job(&app, &next, id).await["start"]["triesLeft"], 5);
        let _ = step(&app, &next, id, "in_progress").await.expect_status(200);
    }

    async fn without_the_client_a_photo_and_a_reason_begin_the_job_at_its_place(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some("desk@callout.example".to_owned())).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let photo = stored(&app).await;
        let far = out_of_reach(&app, &scene, &photo, 0.2).await;
        put_step(&app, &pro, id, &far).await.problem(422, "not_on_site");
        let near = out_of_reach(&app, &scene, &photo, 0.001).await;
        for (field, value) in [("reason", json!("too short")), ("photoUrl", json!("/api/files/none"))] {
            let mut body = near.clone();
            body["withoutCode"][field] = value;
            put_step(&app, &pro, id, &body).await.invalid_field(field);
        }
        assert_eq!(seen(&app, &scene).await["status"], "assigned", "a refusal leaves nothing");
        let begun = put_step(&app, &pro, id, &near).await.expect_status(200).json();
        let _ = put_step(&app, &pro, id, &near).await.expect_status(200);
        let expected = json!({ "reason": "Nobody opens, the leak runs.", "photo_url": photo });
        assert_eq!(begun["work"]["started_without_code"], expected);
        assert_eq!(seen(&app, &scene).await["work"]["started_without_code"], expected);
        let events = app.get(&format!("/api/bookings/{id}/events")).bearer(&scene.guest.token).send().await.json();
        assert_eq!(events.as_array().unwrap().last().unwrap()["data"], json!({ "withoutCode": true }));
        let _ = app.get(&photo).bearer(&scene.guest.token).send().await.expect_status(200);
        after(&app, 0).await;
        let told = |to: &str, part: &str| outbox(&app, to).iter().filter(|line| line.to_string().contains(part)).count();
        assert_eq!(told("ada@example.com", "begun without your start code"), 1, "once, by email");
        assert_eq!(told("desk@callout.example", "Nobody opens"), 1);
    }

    async fn what_was_begun_without_the_code_clears_after_72_hours(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        // Not one of the first jobs.
        let config = app.state.config.clearing;
        for without_code in [false, true] {
            let scene = taken(&app, &pro).await;
            let id = scene.booking.id.as_str();
            app.execute(&format!("update bookings set assigned_master_id = '{}', status = 'completed' where id <> '{id}'", pro.id)).await;
            for number in 0..5 {
                app.execute(&copy_of(id, number, &pro.id)).await;
            }
            if without_code {
                let photo = stored(&app).await;
                let body = out_of_reach(&app, &scene, &photo, 0.0).await;
                let _ = put_step(&app, &pro, id, &body).await.expect_status(200);
            } else {
                let _ = step(&app, &pro, id, "in_progress").await.expect_status(200);
            }
            let _ = step(&app, &pro, id, "completed").await.expect_status(200);
            let clears_at = app.count(&format!("select clears_at from clearing where booking_id = '{id}'")).await;
            let hours = if without_code { config.clearing_first_hours } else { config.clearing_hours };
            assert_eq!((clears_at - app.clock.now()) / HOUR, i64::from(hours), "{without_code}");
            app.execute(&format!("delete from bookings where id like '{id}-%'")).await;
        }
    }

    async fn an_operator_renews_the_code_or_lets_the_pro_begin_without_it(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.clone();
        let code = shown(&app, &scene).await;
        let decide = |new| app.state.bookings.new_start(id.clone(), new, "They met outside.", By::command_line(&app.state.keys));
        let _ = decide(NewStart::Renewed).await.unwrap();
        assert_ne!(shown(&app, &scene).await, code);
        lock(&app, &pro, &scene).await;
        for _ in 0..2 {
            let _ = decide(NewStart::Opened).await.unwrap();
        }
        assert_eq!(job(&app, &pro, &id).await["start"]["isOpen"], true);
        let begun = put_step(&app, &pro, &id, &json!({ "status": "in_progress" })).await.expect_status(200).json();
        assert_eq!(begun["work"]["started_without_code"], json!({ "reason": "Our team let the work begin without the code." }));
        let kinds = event_kinds(&app, &scene).await;
        assert_eq!(kinds.iter().filter(|kind| *kind == "start_opened").count(), 1);
        assert_eq!(decide(NewStart::Opened).await.unwrap_err().code, "illegal_transition");
    }
}

/// A row like this booking's, done by this pro before.
fn copy_of(id: &str, number: i64, master_id: &str) -> String {
    format!(
        "insert into bookings (id, client_id, made_by, draft_id, quote_id, status, seq, quote_mode, payment_method, manual_quote, description,
           problem_type, readable_name, skills, tier, urgency, customer_name, phone, address_line1, postcode, area, lat, lng, holds_place,
           amount_pence, discount_pence, currency, lines, book_version, calendar_sequence, share_generation, guest_generation,
           assigned_master_id, address_key, created_at, updated_at)
         select id || '-{number}', client_id, made_by, id || '-{number}', id || '-{number}', 'completed', seq, quote_mode, payment_method,
           manual_quote, description, problem_type, readable_name, skills, tier, urgency, customer_name, phone, address_line1, postcode, area,
           lat, lng, 0, amount_pence, discount_pence, currency, lines, book_version, calendar_sequence, share_generation, guest_generation,
           '{master_id}', address_key, created_at, updated_at
         from bookings where id = '{id}'"
    )
}
