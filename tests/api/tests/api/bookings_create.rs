//! POST /api/bookings: cash and budget.

use api_tests::{Guest, TestApp, both_databases};
use callout_domain::clock::DAY;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::journey::{
    self, address_of, book, booked, budget, card, cash, places, quote, text, wish, wish_on, with,
};
use crate::people::{Person, enter, register};

async fn refused(app: &TestApp, guest: &Guest, body: Value) -> api_tests::Answer {
    book(app, guest, &body).await
}

both_databases! {
    async fn cash_is_booked_at_once(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        for (field, value) in [
            ("status", json!("pending")), ("quote_mode", json!("PAID")), ("payment_method", json!("cash")),
            ("amount_pence", json!(9_750)), ("estimated_cost", json!(97.5)), ("payment_currency", json!("GBP")),
            ("problem_type", json!("leak")), ("readable_name", json!("Leak / tap issue")), ("seq", json!(2)),
            ("customer_name", json!("Ada Lovelace")), ("customer_phone", json!("+447700900123")), ("customer_email", json!("ada@example.com")),
            ("address_line1", json!("1 Test Street")), ("address_line2", json!("Flat 2")), ("city", json!("London")), ("postcode", json!("SW1A 1AA")),
            ("entry_info", json!("Ring twice")), ("tier", json!("STANDARD")), ("urgency", json!("SCHEDULED")),
            ("preferred_time", json!("2026-11-24T11:00:00+00:00")), ("created_at", json!("2026-11-23T10:05:00+00:00")),
            ("timeslot", json!({ "id": journey::SLOT, "start": "2026-11-24T11:00:00+00:00", "end": "2026-11-24T13:00:00+00:00" })),
        ] {
            assert_eq!(booking[field], value, "{field}");
        }
        assert!(booking.get("proposed_price").is_none() && booking.get("assigned_master_id").is_none());
        assert!((51.4..51.6).contains(&booking["location"]["lat"].as_f64().unwrap()));
        assert!(text(&booking, "guest_token").starts_with(text(&booking, "id")));
        assert!(text(&booking, "share_token").starts_with(text(&booking, "id")));
        assert_eq!(app.count("select count(*) from booking_events").await, 2);
        assert_eq!(app.text("select type from booking_events where seq = 2").await.as_deref(), Some("pending"));
        assert_eq!(app.count("select count(*) from payments").await, 0);
        assert_eq!(places(&app).await, 1);
    }

    async fn a_repeated_request_gets_the_same_answer(app: TestApp) {
        let guest = app.guest().await;
        let wish = wish();
        let body = cash(&quote(&app, &guest, &wish).await);
        let answers = join_all((0..5).map(|_| book(&app, &guest, &body))).await;
        let mut answers: Vec<Value> = answers.into_iter().map(|answer| answer.expect_status(201).json()).collect();
        answers.dedup();
        assert_eq!(answers.len(), 1);
        assert_eq!((app.count("select count(*) from bookings").await, places(&app).await), (1, 1));
        // Another quote for the same draft comes too late.
        let problem = book(&app, &guest, &cash(&quote(&app, &guest, &wish).await)).await.problem(409, "already_booked");
        assert_eq!(problem["bookingId"], answers[0]["id"]);
    }

    async fn no_link_is_stored_under_an_idempotency_key(app: TestApp) {
        let guest = app.guest().await;
        let body = cash(&quote(&app, &guest, &wish()).await);
        let keyed = || app.post("/api/bookings").bearer(&guest.token).ip(guest.ip).header("idempotency-key", "k").json(&body).send();
        let first = keyed().await.expect_status(201).json();
        let _ = app.call(http::Method::PATCH, &format!("/api/bookings/{}/cancel", text(&first, "id"))).bearer(&guest.token).send().await.expect_status(200);
        assert_eq!(keyed().await.expect_status(201).json(), first);
        let stored = app.text("select body from idempotency_keys").await.unwrap();
        assert!(!stored.contains(text(&first, "guest_token")) && !stored.contains(text(&first, "share_token")));
        for key in ["", &"k".repeat(256)] {
            let call = app.post("/api/bookings").bearer(&guest.token).header("idempotency-key", key);
            call.json(&body).send().await.invalid_field("Idempotency-Key");
        }
    }

    async fn a_budget_is_the_whole_price(app: TestApp) {
        let guest = app.guest().await;
        let near = book(&app, &guest, &budget(&quote(&app, &guest, &wish()).await, 95)).await.expect_status(201).json();
        assert_eq!((&near["quote_mode"], &near["status"], &near["payment_method"]), (&json!("REQUEST"), &json!("pending"), &json!("card")));
        assert_eq!((&near["proposed_price"], &near["amount_pence"], &near["manual_quote"]), (&json!(95), &json!(9_500), &json!(false)));
        assert_eq!(near["lines"][0]["amountPence"], 9_750);
        let low = with(budget(&quote(&app, &guest, &wish_on(25)).await, 60), json!({ "payment_method": "cash" }));
        let low = book(&app, &guest, &low).await.expect_status(201).json();
        assert_eq!((&low["payment_method"], &low["manual_quote"]), (&json!("cash"), &json!(true)));
    }

    async fn a_job_without_a_price_takes_a_budget_only(app: TestApp) {
        let guest = app.guest().await;
        let unpriced = with(wish(), json!({ "description": "Something is broken here", "problemTypeToUse": "heating", "amountPence": 0 }));
        let quote = quote(&app, &guest, &unpriced).await;
        book(&app, &guest, &cash(&quote)).await.problem(422, "budget_only");
        let booking = book(&app, &guest, &budget(&quote, 40)).await.expect_status(201).json();
        assert_eq!((&booking["amount_pence"], &booking["manual_quote"], &booking["lines"]), (&json!(4_000), &json!(true), &json!([])));
        assert!(booking.get("estimated_cost").is_none());
    }

    async fn budgets_are_whole_pounds(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        for wrong in [json!(null), json!(0), json!(-5), json!(99.5), json!(100_001), json!("95"), json!(1e30), json!([95])] {
            let body = with(budget(&quote, 1), json!({ "proposed_price": wrong }));
            assert_eq!(refused(&app, &guest, body).await.invalid_field("proposed_price"), "Please enter your budget.");
        }
        refused(&app, &guest, with(budget(&quote, 90), json!({ "payment_method": "cheque" }))).await.invalid_field("payment_method");
        refused(&app, &guest, with(cash(&quote), json!({ "mode": "FREE" }))).await.invalid_field("mode");
        refused(&app, &guest, with(cash(&quote), json!({ "mode": null }))).await.invalid_field("mode");
        refused(&app, &guest, with(budget(&quote, 501), json!({ "payment_method": "cash" }))).await.problem(409, "cash_limit");
        let _ = refused(&app, &guest, with(budget(&quote, 1), json!({ "proposed_price": 100_000.0 }))).await.expect_status(201);
    }

    async fn no_coupon_with_a_budget(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &with(wish(), json!({ "couponCode": "SAVE15", "amountPence": 8_287 }))).await;
        refused(&app, &guest, budget(&quote, 80)).await.problem(422, "coupon_with_budget");
        let booking = refused(&app, &guest, cash(&quote)).await.expect_status(201).json();
        assert_eq!((&booking["amount_pence"], &booking["coupon_code"]), (&json!(8_287), &json!("SAVE15")));
    }

    async fn amounts_and_status_sent_by_the_client_are_ignored(app: TestApp) {
        let guest = app.guest().await;
        let body = cash(&quote(&app, &guest, &wish()).await);
        let bold = json!({ "amountPence": 1, "amount_pence": 1, "estimated_cost": 1, "status": "completed", "user_id": "guest-other", "assigned_master_id": "me", "proposed_price": 1 });
        let booking = refused(&app, &guest, with(body, bold)).await.expect_status(201).json();
        assert_eq!((&booking["amount_pence"], &booking["status"]), (&json!(9_750), &json!("pending")));
        assert_eq!(app.text("select client_id from bookings").await, Some(guest.id));
    }

    async fn a_replacement_keeps_the_photo(app: TestApp) {
        app.execute("insert into uploads (id, media_type, bytes, width, height, address_key, created_at) values ('photo1', 'image/jpeg', 1, 1, 1, 'a', 0)").await;
        let guest = app.guest().await;
        let wish = wish();
        let photo = json!({ "photo_url": "/api/files/photo1" });
        let first = journey::pay(&app, &guest, &with(card(&quote(&app, &guest, &wish).await), photo.clone())).await.expect_status(201).json();
        assert_eq!(app.text("select attached_to from uploads").await.as_deref(), first["bookingId"].as_str());
        let second = book(&app, &guest, &with(cash(&quote(&app, &guest, &wish).await), photo.clone())).await.expect_status(201).json();
        assert_eq!(second["photo_url"], "/api/files/photo1");
        assert_eq!(app.text("select attached_to from uploads").await.as_deref(), second["id"].as_str());
        let stranger = app.guest().await;
        let body = with(cash(&quote(&app, &stranger, &self::wish()).await), json!({ "address": address_of(7), "photo_url": "/api/files/photo1" }));
        refused(&app, &stranger, body).await.invalid_field("photo_url");
        assert_eq!(places(&app).await, 1);
    }

    async fn an_operator_sets_the_limits(app: TestApp) {
        let app = app
            .restarted(|config| {
                config.limits.open_phone = 1;
                config.limits.quotes = 3;
            })
            .await;
        let guest = app.guest().await;
        let first = quote(&app, &guest, &wish()).await;
        let second = quote(&app, &guest, &with(wish(), json!({ "timeslotId": "2026-11-25-2" }))).await;
        let _ = book(&app, &guest, &cash(&first)).await.expect_status(201);
        refused(&app, &guest, cash(&second)).await.problem(429, "too_many_requests");
        let _ = quote(&app, &guest, &wish()).await;
        journey::ask(&app, &guest, &wish()).await.problem(429, "too_many_requests");
    }

    async fn guests_without_a_card_are_limited(app: TestApp) {
        let mut people = Vec::new();
        for number in 0..4 {
            let guest = app.guest().await;
            let quote = quote(&app, &guest, &with(wish(), json!({ "timeslotId": format!("2026-11-2{}-2", 4 + number) }))).await;
            people.push((guest, cash(&quote)));
        }
        // Two open bookings per phone, from any address, at once or not.
        let answers = join_all(people.iter().map(|(guest, body)| book(&app, guest, body))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 2);
        for answer in answers.into_iter().filter(|answer| answer.status != 201) {
            answer.problem(429, "too_many_requests");
        }
        assert_eq!(app.count("select cast(sum(taken) as bigint) from slot_places").await, 2);
        // Five a day per network address, whatever the phone.
        let ip = app.fresh_ip();
        let mut made = 0;
        for number in 0..7 {
            let guest = app.guest().await;
            let quote = quote(&app, &guest, &with(wish(), json!({ "timeslotId": format!("2026-12-0{}-2", 1 + number) }))).await;
            let body = with(cash(&quote), json!({ "address": address_of(300 + number) }));
            made += i32::from(book(&app, &Guest { ip, ..guest }, &body).await.status == 201);
        }
        assert_eq!(made, 5);
        app.clock.advance(DAY);
        let guest = app.guest().await;
        let tomorrow = with(wish(), json!({ "timeslotId": "2026-12-10-2" }));
        let body = with(cash(&quote(&app, &guest, &tomorrow).await), json!({ "address": address_of(400) }));
        let _ = book(&app, &Guest { ip, ..guest }, &body).await.expect_status(201);
    }

    async fn an_unproved_registration_is_limited_like_a_guest(app: TestApp) {
        let app = app.restarted(|config| config.limits.open_phone = 1).await;
        let ada = Person::of(&register(&app, "ada@example.com", "").await.expect_status(201).json());
        let ada = ada.as_guest(app.fresh_ip());
        let second = with(wish(), json!({ "timeslotId": "2026-11-25-2" }));
        let (first, second) = (quote(&app, &ada, &wish()).await, quote(&app, &ada, &second).await);
        let _ = book(&app, &ada, &cash(&first)).await.expect_status(201);
        book(&app, &ada, &cash(&second)).await.problem(429, "too_many_requests");
        book(&app, &ada, &budget(&second, 90)).await.problem(429, "too_many_requests");
        // Proving an email lifts the limit.
        let proved = enter(&app, &json!({ "email": "ada@example.com", "attach": true }), &ada.token).await;
        let _ = book(&app, &proved.as_guest(ada.ip), &cash(&second)).await.expect_status(201);
    }

    async fn an_ended_account_cannot_book(app: TestApp) {
        // Guest and client take different paths: the client's open bookings are counted first.
        let guest = app.guest().await;
        let quoted = quote(&app, &guest, &wish()).await;
        let client = enter(&app, &json!({ "email": "ada@example.com" }), "").await;
        let known = Guest { id: client.id, token: client.token, ..app.guest().await };
        let theirs = quote(&app, &known, &with(wish(), json!({ "draftId": "draft-2" }))).await;
        // As if ended by another server whose notice has not arrived yet: the sessions are still valid here.
        app.execute("update clients set ended_at = 1").await;
        for (who, quoted) in [(&guest, &quoted), (&known, &theirs)] {
            refused(&app, who, cash(quoted)).await.problem(401, "unauthorised");
        }
        assert_eq!(app.count("select count(*) from bookings").await, 0);
        assert_eq!(places(&app).await, 0);
    }

    async fn a_quote_is_redeemed_only_by_its_owner(app: TestApp) {
        let guest = app.guest().await;
        let body = cash(&quote(&app, &guest, &wish()).await);
        app.post("/api/bookings").json(&body).send().await.problem(401, "unauthorised");
        let stranger = app.guest().await;
        book(&app, &stranger, &body).await.problem(422, "bad_signature");
        assert_eq!(app.count("select count(*) from bookings").await, 0);
    }
}
