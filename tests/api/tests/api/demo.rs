//! Demonstration mode: demo pros answer bookings, drive along and finish, and go when the mode is off.

use api_tests::{Guest, TestApp, both_databases};
use callout_domain::clock::{DAY, MINUTE, SECOND};
use callout_domain::config::PaymentsMode;
use serde_json::{Value, json};

use crate::journey::{book, booked, booked_on, budget, quote, text, wish, wish_on, with};
use crate::matching::{after, offers, ready, respond};
use crate::pros::put;
use crate::scene::settled;

/// How often demo pros do something.
const LOOK: i64 = 2 * SECOND;

/// The same application as a demonstration server.
async fn demo(app: &TestApp) -> TestApp {
    app.restarted(|config| config.demo.is_on = true).await
}

/// Looks every two seconds, as the worker does, until the booking has this status; gives the seconds that took.
async fn until(app: &TestApp, id: &str, status: &str) -> i64 {
    for looks in 0..60 {
        if status_of(app, id).await == status {
            return looks * LOOK / SECOND;
        }
        after(app, LOOK).await;
    }
    panic!("{id} never was {status} but is {}", status_of(app, id).await);
}

async fn status_of(app: &TestApp, id: &str) -> String {
    let status = app
        .text(&format!("select status from bookings where id = '{id}'"))
        .await;
    status.expect("the booking")
}

async fn seen(app: &TestApp, guest: &Guest, id: &str) -> Value {
    let call = app.get(&format!("/api/bookings/{id}")).bearer(&guest.token);
    call.send().await.expect_status(200).json()
}

async fn kinds(app: &TestApp, guest: &Guest, id: &str) -> Vec<String> {
    let call = app
        .get(&format!("/api/bookings/{id}/events"))
        .bearer(&guest.token);
    let events = call.send().await.expect_status(200).json();
    let kinds = events
        .as_array()
        .unwrap()
        .iter()
        .map(|event| text(event, "type").to_owned());
    kinds.collect()
}

/// A budget in cash for the leak of £97.50, on a day in November 2026.
async fn in_cash_for(app: &TestApp, guest: &Guest, pounds: i64, day: u32) -> String {
    let body = with(
        budget(&quote(app, guest, &wish_on(day)).await, pounds),
        json!({ "payment_method": "cash" }),
    );
    let booking = book(app, guest, &body).await.expect_status(201).json();
    text(&booking, "id").to_owned()
}

async fn answer(app: &TestApp, guest: &Guest, id: &str, action: &str) -> Value {
    let call = app
        .post(&format!("/api/bookings/{id}/proposal"))
        .bearer(&guest.token);
    call.json(&json!({ "action": action }))
        .send()
        .await
        .expect_status(200)
        .json()
}

const CREWS: &str = "select count(distinct crew) from demo_pros";

both_databases! {
    async fn a_booking_goes_through_to_done_in_about_a_minute(app: TestApp) {
        let app = demo(&app).await;
        let guest = app.guest().await;
        let id = text(&booked(&app, &guest).await, "id").to_owned();
        after(&app, LOOK).await;
        assert_eq!(app.count("select count(*) from masters where is_demo = 1 and online = 1").await, 6);
        assert_eq!(status_of(&app, &id).await, "pending", "real pros come first");
        assert_eq!(seen(&app, &guest, &id).await["matching"]["asked"], 0, "demo pros are not asked, they come");
        let reach = app.get(&format!("/api/bookings/{id}/reach?radiusKm=60")).bearer(&guest.token).send().await.expect_status(200).json();
        assert_eq!(reach["pros"], 0);

        let assigned = until(&app, &id, "assigned").await;
        assert_eq!(LOOK / SECOND + assigned, 10);
        let booking = seen(&app, &guest, &id).await;
        assert_eq!((&booking["assigned_master_demo"], &booking["assigned_master_verified"]), (&json!(true), &json!(false)));
        assert!(text(&booking, "assigned_master_name").starts_with("Demo "), "{booking}");
        let pro = text(&booking, "assigned_master_id").to_owned();
        app.get(&format!("/api/masters/{pro}/profile")).send().await.problem(404, "not_found");

        let set_off = until(&app, &id, "en_route").await;
        let first = seen(&app, &guest, &id).await["master_location"].clone();
        after(&app, LOOK).await;
        let second = seen(&app, &guest, &id).await["master_location"].clone();
        let job = &booking["location"];
        let left = |place: &Value| {
            let apart = |axis: &str| (place[axis].as_f64().unwrap() - job[axis].as_f64().unwrap()).abs();
            apart("lat") + apart("lng")
        };
        assert!(left(&first) > left(&second), "{first} then {second} on the way to {job}");
        let arrived = LOOK / SECOND + until(&app, &id, "in_progress").await;
        let done = until(&app, &id, "completed").await;
        assert!((45..=70).contains(&(10 + set_off + arrived + done)));
        assert_eq!(kinds(&app, &guest, &id).await, ["created", "pending", "assigned", "en_route", "in_progress", "completed"]);

        // Counted nowhere, and nobody can sign in.
        let facts = app.get("/api/public/facts").send().await.expect_status(200).json();
        assert_eq!(facts["bookingsCompleted"], 0);
        assert!(app.state.matching.index().is_empty());
        assert_eq!(app.count("select count(*) from passwords").await, 0);
        assert_eq!(app.count("select count(*) from identifiers where role = 'master'").await, 0);
        let email = app.text(&format!("select email from masters where id = '{pro}'")).await.unwrap();
        let asked = app.post("/api/masters/login/otp-request").json(&json!({ "email": email })).send().await;
        asked.invalid_field("email");
        assert_eq!(app.count("select count(*) from demo_pros where booking_id is not null").await, 6);
        after(&app, LOOK).await;
        assert_eq!(app.count("select count(*) from demo_pros where booking_id is not null").await, 0, "free for the next");
    }

    async fn nobody_is_told_that_there_are_no_pros(app: TestApp) {
        let slots = "/api/slots?postcode=SW1&problemType=leak";
        assert_eq!(app.get(slots).send().await.expect_status(200).json()[0]["pros"], "none");
        let app = demo(&app).await;
        assert!(app.get(slots).send().await.expect_status(200).json()[0].get("pros").is_none());
    }

    async fn a_card_is_captured_and_the_next_booking_gets_the_same_crew(app: TestApp) {
        let app = demo(&app).await;
        let scene = settled(&app).await;
        until(&app, &scene.booking.id, "completed").await;
        assert_eq!(app.count("select captured_pence from payments").await, 11_700);
        after(&app, LOOK).await;
        let guest = app.guest().await;
        let id = text(&booked(&app, &guest).await, "id").to_owned();
        until(&app, &id, "completed").await;
        assert_eq!(app.count(CREWS).await, 1);
        assert_eq!(app.count("select count(*) from masters").await, 6);
    }

    async fn bookings_far_apart_each_have_their_own_pros(app: TestApp) {
        let app = demo(&app).await;
        let guest = app.guest().await;
        let near = text(&booked(&app, &guest).await, "id").to_owned();
        let far = text(&booked_on(&app, &guest, 25).await, "id").to_owned();
        app.execute(&format!("update bookings set lat = 55.9533, lng = -3.1883 where id = '{far}'")).await;
        until(&app, &near, "en_route").await;
        assert_eq!(status_of(&app, &far).await, "en_route");
        assert_eq!(app.count(CREWS).await, 2);
        for (id, lat) in [(&near, 51.5), (&far, 55.95)] {
            let place = seen(&app, &guest, id).await["master_location"].clone();
            assert!((place["lat"].as_f64().unwrap() - lat).abs() < 0.1, "{place}");
        }
        until(&app, &near, "completed").await;
        assert_eq!(status_of(&app, &far).await, "completed");
    }

    async fn a_real_pro_who_is_online_comes_first(app: TestApp) {
        let app = demo(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let guest = app.guest().await;
        let id = text(&booked(&app, &guest).await, "id").to_owned();
        for _ in 0..20 {
            after(&app, LOOK).await;
        }
        assert_eq!(status_of(&app, &id).await, "pending");
        assert!(offers(&app, &pro).await.is_empty(), "it has ended unanswered");
        // Offline, the pro keeps nobody waiting.
        let _ = put(&app, &pro, "profile/activate", &json!({ "isActive": false })).await.expect_status(200);
        assert!(until(&app, &id, "assigned").await <= 2 * LOOK / SECOND);
        assert_eq!(seen(&app, &guest, &id).await["assigned_master_demo"], true);
    }

    async fn a_real_pro_may_take_it_and_the_crew_is_free(app: TestApp) {
        let app = demo(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let guest = app.guest().await;
        let id = text(&booked(&app, &guest).await, "id").to_owned();
        after(&app, LOOK).await;
        let _ = respond(&app, &pro, &id, "accept").await.expect_status(200);
        for _ in 0..20 {
            after(&app, LOOK).await;
        }
        assert_eq!(status_of(&app, &id).await, "assigned", "a real pro drives by themselves");
        assert!(seen(&app, &guest, &id).await.get("assigned_master_demo").is_none());
        assert_eq!(app.count("select count(*) from demo_pros where booking_id is not null").await, 0);
    }

    async fn a_low_budget_gets_one_proposal(app: TestApp) {
        let app = demo(&app).await;
        let guest = app.guest().await;
        let id = in_cash_for(&app, &guest, 60, 24).await;
        until(&app, &id, "accepted").await;
        let proposal = seen(&app, &guest, &id).await["proposal"].clone();
        assert_eq!((&proposal["deltaPence"], &proposal["amountPence"], &proposal["demo"]), (&json!(1_000), &json!(7_000), &json!(true)));
        assert_eq!(answer(&app, &guest, &id, "approve").await["status"], "assigned");
        until(&app, &id, "completed").await;
        assert_eq!(seen(&app, &guest, &id).await["amount_pence"], 7_000);
    }

    async fn a_declined_proposal_is_the_only_one(app: TestApp) {
        let app = demo(&app).await;
        let guest = app.guest().await;
        let id = in_cash_for(&app, &guest, 60, 24).await;
        until(&app, &id, "accepted").await;
        assert_eq!(answer(&app, &guest, &id, "decline").await["status"], "pending");
        for _ in 0..20 {
            after(&app, LOOK).await;
        }
        assert_eq!(status_of(&app, &id).await, "pending");
        assert_eq!(app.count("select count(*) from proposals").await, 1);
    }

    async fn a_budget_near_the_estimate_is_accepted(app: TestApp) {
        let app = demo(&app).await;
        let guest = app.guest().await;
        let id = in_cash_for(&app, &guest, 95, 24).await;
        until(&app, &id, "assigned").await;
        assert_eq!(app.count("select count(*) from proposals").await, 0);
    }

    async fn a_budget_by_card_waits_for_its_payment(app: TestApp) {
        let app = demo(&app).await;
        let guest = app.guest().await;
        let near = book(&app, &guest, &budget(&quote(&app, &guest, &wish()).await, 95)).await.expect_status(201).json();
        let id = text(&near, "id");
        until(&app, id, "accepted").await;
        assert_eq!(seen(&app, &guest, id).await["payment_due"]["amountPence"], 9_500);
        after(&app, MINUTE).await;
        assert_eq!(status_of(&app, id).await, "accepted");
        let due = app.post("/api/create-payment").bearer(&guest.token).json(&json!({ "booking_id": id }));
        let due = due.send().await.expect_status(200).json();
        let confirm = app.post(&format!("/api/sandbox/payments/{}/confirm", text(&due, "paymentIntentId")));
        let card = json!({ "clientSecret": due["clientSecret"], "cardNumber": "4242 4242 4242 4242" });
        let _ = confirm.json(&card).send().await.expect_status(200);
        until(&app, id, "completed").await;
    }

    async fn fees_of_cash_jobs_end_a_crew_and_another_takes_over(app: TestApp) {
        let app = demo(&app).await;
        let guest = app.guest().await;
        let id = text(&booked(&app, &guest).await, "id").to_owned();
        after(&app, LOOK).await;
        // £150 and a penny each.
        app.execute("insert into pro_balances (master_id, available_pence) select master_id, -15001 from demo_pros").await;
        until(&app, &id, "assigned").await;
        assert_eq!(app.count(CREWS).await, 1);
        assert_eq!(app.count("select count(*) from masters where is_demo = 1").await, 12);
        assert_eq!(app.count("select count(*) from masters where is_demo = 1 and online = 1").await, 6);
    }

    async fn a_restart_carries_on_where_the_job_stood(app: TestApp) {
        let app = demo(&app).await;
        let guest = app.guest().await;
        let id = text(&booked(&app, &guest).await, "id").to_owned();
        let mut server = app;
        for status in ["assigned", "en_route", "in_progress", "completed"] {
            until(&server, &id, status).await;
            server = server.restarted(|_| {}).await;
        }
        assert_eq!(server.count(CREWS).await, 1);
        assert_eq!(kinds(&server, &guest, &id).await.len(), 6);
    }

    async fn without_demo_pros_nobody_comes(app: TestApp) {
        let app = app.restarted(|config| {
            config.demo.is_on = true;
            config.demo.pros = 0;
        }).await;
        let guest = app.guest().await;
        let id = text(&booked(&app, &guest).await, "id").to_owned();
        after(&app, MINUTE).await;
        assert_eq!(status_of(&app, &id).await, "pending");
        after(&app, DAY).await;
        assert_eq!(status_of(&app, &id).await, "no_response");
        assert_eq!(app.count("select count(*) from masters").await, 0);
    }

    async fn a_start_without_the_mode_takes_their_jobs_from_them(app: TestApp) {
        let app = app.restarted(|config| {
            config.demo.is_on = true;
            config.limits.open_phone = 9;
        })
        .await;
        let guest = app.guest().await;
        // One each at work, on the way, assigned and waiting for the client; each booked when the one before got there.
        let working = text(&booked(&app, &guest).await, "id").to_owned();
        until(&app, &working, "in_progress").await;
        let driving = text(&booked_on(&app, &guest, 25).await, "id").to_owned();
        // Nothing more happens to it.
        app.execute(&format!("update booking_events set at = at + {DAY} where booking_id = '{working}'")).await;
        until(&app, &driving, "en_route").await;
        app.execute(&format!("update booking_events set at = at + {DAY} where booking_id = '{driving}'")).await;
        let proposed = in_cash_for(&app, &guest, 60, 27).await;
        until(&app, &proposed, "accepted").await;
        let assigned = text(&booked_on(&app, &guest, 26).await, "id").to_owned();
        until(&app, &assigned, "assigned").await;
        assert_eq!(app.count(CREWS).await, 4);

        let app = app.restarted(|config| config.demo.is_on = false).await;
        for (id, status) in [(&working, "cancelled"), (&driving, "pending"), (&proposed, "pending"), (&assigned, "pending")] {
            assert_eq!(status_of(&app, id).await, status);
        }
        assert_eq!(seen(&app, &guest, &working).await["cancel_reason"], "demo_off");
        assert!(seen(&app, &guest, &driving).await.get("assigned_master_id").is_none());
        assert_eq!(app.count("select count(*) from proposals where outcome is null").await, 0);
        assert_eq!(app.count("select count(*) from masters where is_demo = 1 and online = 1").await, 0);
        after(&app, MINUTE).await;
        assert_eq!(status_of(&app, &driving).await, "pending", "nobody plays any more");
        // The clients are told. Nobody is behind a demo pro.
        let told = std::fs::read_to_string(app.folder.join("outbox.jsonl")).unwrap_or_default();
        assert!(told.contains("can't make it") && !told.contains("taken off your list"), "{told}");

        // And with the mode again, they are back.
        let app = demo(&app).await;
        until(&app, &driving, "completed").await;
        assert_eq!(status_of(&app, &working).await, "cancelled");
    }

    async fn a_server_that_is_more_than_a_demonstration_refuses_to_start(app: TestApp) {
        let mut config = app.state.config.clone();
        config.demo.is_on = true;
        config.payments = Some(PaymentsMode::Sandbox);
        let refusal = callout::build_state(config.clone(), app.clock.clone()).await.err();
        assert!(refusal.is_some_and(|sentence| sentence.starts_with("--demo is only for a server that nobody else can reach")));
        config.payments = None;
        config.listen = "0.0.0.0:8080".parse().unwrap();
        assert!(callout::build_state(config, app.clock.clone()).await.is_err());
    }
}
