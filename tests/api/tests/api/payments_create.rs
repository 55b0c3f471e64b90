//! POST /api/payments/create: one transaction and one booking, whatever runs concurrently.

use api_tests::{Guest, TestApp, both_databases};
use callout_domain::clock::{HOUR, MINUTE};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::journey::{
    SLOT_HOURS, TOMORROW, address, address_of, book, card, cash, fill, pay, places, quote, text, wish, with,
};

async fn bookings(app: &TestApp) -> i64 {
    app.count("select count(*) from bookings").await
}

/// Confirms the intent with a good card and delivers the webhook.
async fn confirm(app: &TestApp, payment: &Value) {
    let path = format!(
        "/api/sandbox/payments/{}/confirm",
        text(payment, "paymentIntentId")
    );
    let body = json!({ "clientSecret": payment["clientSecret"], "cardNumber": "4242 4242 4242 4242" });
    let _ = app.post(&path).json(&body).send().await.expect_status(200);
    callout_front::jobs::run_due(&app.state.jobs).await.unwrap();
}

/// A guest with a quote for the scene's slot, and the body that redeems it under another person's address.
async fn somebody(app: &TestApp, number: u32) -> (Guest, Value) {
    let guest = app.guest().await;
    let quote = quote(app, &guest, &wish()).await;
    (
        guest,
        with(card(&quote), json!({ "address": address_of(number) })),
    )
}

both_databases! {
    async fn a_booking_waits_for_its_card(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        let payment = pay(&app, &guest, &card(&quote)).await.expect_status(201).json();
        assert_eq!(payment["amountPence"], 9_750);
        assert_eq!(payment["payByEpochSec"], (app.clock.now() + 20 * MINUTE) / 1_000);
        for field in ["bookingId", "clientSecret", "paymentIntentId", "guestToken", "shareToken"] {
            assert!(!text(&payment, field).is_empty());
        }
        assert_eq!(app.text("select status from bookings").await.as_deref(), Some("created"));
        assert_eq!(app.text("select postcode from bookings").await.as_deref(), Some("SW1A 1AA"));
        assert_eq!(app.text("select phone from bookings").await.as_deref(), Some("+447700900123"));
        assert_eq!(app.text("select email from bookings").await.as_deref(), Some("ada@example.com"));
        assert_eq!(app.text("select type from booking_events").await.as_deref(), Some("created"));
        assert_eq!(places(&app).await, 1);
        confirm(&app, &payment).await;
        assert_eq!(app.text("select status from bookings").await.as_deref(), Some("pending"));
    }

    async fn a_repeated_request_gets_the_same_answer(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        let first = pay(&app, &guest, &card(&quote)).await.expect_status(201).json();
        // Once redeemed, the quote's own expiry no longer counts.
        app.clock.advance(16 * MINUTE);
        let second = pay(&app, &guest, &card(&quote)).await.expect_status(201).json();
        assert_eq!(first, second);
        assert_eq!((bookings(&app).await, places(&app).await), (1, 1));
        assert_eq!(app.count("select count(*) from payments").await, 1);
        // A different description makes it a different request.
        let other = with(card(&quote), json!({ "address": with(address(), json!({ "line1": "2 Test Street" })) }));
        pay(&app, &guest, &other).await.problem(409, "quote_used");
        book(&app, &guest, &cash(&quote)).await.problem(409, "quote_used");
        confirm(&app, &first).await;
        let paid = pay(&app, &guest, &card(&quote)).await.problem(409, "already_paid");
        assert_eq!(paid["bookingId"], first["bookingId"]);
    }

    async fn two_clicks_at_once_make_one_booking(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        let body = card(&quote);
        let answers = join_all((0..6).map(|_| pay(&app, &guest, &body))).await;
        let mut answers: Vec<Value> = answers.into_iter().map(|answer| answer.expect_status(201).json()).collect();
        answers.dedup();
        assert_eq!(answers.len(), 1, "{answers:?}");
        assert_eq!((bookings(&app).await, places(&app).await), (1, 1));
        assert_eq!(app.count("select count(*) from payments").await, 1);
    }

    async fn only_one_of_many_gets_the_last_place(app: TestApp) {
        fill(&app, "SW", SLOT_HOURS, 4).await;
        let mut people = Vec::new();
        for number in 100..110 {
            people.push(somebody(&app, number).await);
        }
        let answers = join_all(people.iter().map(|(guest, body)| pay(&app, guest, body))).await;
        let won = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(won, 1);
        for answer in answers.into_iter().filter(|answer| answer.status != 201) {
            answer.problem(409, "slot_gone");
        }
        assert_eq!((bookings(&app).await, places(&app).await), (1, 5));
        assert_eq!(app.count("select count(*) from booking_events").await, 1);
    }

    async fn one_person_booking_at_once_uses_a_coupon_once(app: TestApp) {
        let mut tabs = Vec::new();
        for number in 0..6 {
            let guest = app.guest().await;
            let wanted = with(wish(), json!({ "couponCode": "WELCOME10", "amountPence": 8_750, "timeslotId": format!("2026-11-25-{}", 1 + number % 2) }));
            let wanted = if number % 2 == 0 { with(wanted, json!({ "amountPence": 8_250 })) } else { wanted };
            let quote = quote(&app, &guest, &wanted).await;
            tabs.push((guest, card(&quote)));
        }
        let answers = join_all(tabs.iter().map(|(guest, body)| pay(&app, guest, body))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        for answer in answers.into_iter().filter(|answer| answer.status != 201) {
            let problem = answer.problem(409, "coupon_unavailable");
            let amount = problem["quote"]["amountPence"].as_i64().unwrap();
            assert!([9_750, 9_250].contains(&amount), "{problem}");
        }
        assert_eq!(bookings(&app).await, 1);
        assert_eq!(app.count("select cast(sum(taken) as bigint) from slot_places where taken > 0").await, 1);
        // One row for the account, and one for each phone and email: the account's and the address's.
        assert_eq!(app.count("select count(*) from coupon_uses").await, 5);
    }

    async fn the_fresh_quote_of_a_lost_coupon_can_be_redeemed(app: TestApp) {
        let (first, second) = (app.guest().await, app.guest().await);
        let wanted = with(wish(), json!({ "couponCode": "SAVE15", "amountPence": 8_287 }));
        let (one, two) = (quote(&app, &first, &wanted).await, quote(&app, &second, &wanted).await);
        let _ = pay(&app, &first, &card(&one)).await.expect_status(201);
        let problem = pay(&app, &second, &card(&two)).await.problem(409, "coupon_unavailable");
        let fresh = &problem["quote"];
        assert_eq!(fresh["amountPence"], 9_750);
        let payment = pay(&app, &second, &card(fresh)).await.expect_status(201).json();
        assert_eq!(payment["amountPence"], 9_750);
    }

    async fn a_changed_quote_is_refused(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        let signature = text(&quote, "signature").to_owned();
        let middle = signature.len() / 2;
        let other = if signature.as_bytes()[middle] == b'A' { "B" } else { "A" };
        let mut changed = signature.clone();
        changed.replace_range(middle..=middle, other);
        for body in [
            with(card(&quote), json!({ "signature": changed })),
            with(card(&quote), json!({ "signature": "" })),
            with(card(&quote), json!({ "signature": &signature[..signature.len() - 1] })),
            with(card(&quote), json!({ "quoteId": "q-another" })),
        ] {
            pay(&app, &guest, &body).await.problem(422, "bad_signature");
        }
        // Nor can anybody else redeem it.
        let stranger = app.guest().await;
        pay(&app, &stranger, &card(&quote)).await.problem(422, "bad_signature");
        app.post("/api/payments/create").json(&card(&quote)).send().await.problem(401, "unauthorised");
        assert_eq!(bookings(&app).await, 0);
    }

    async fn a_quote_expires_after_fifteen_minutes(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        app.clock.advance(15 * MINUTE);
        pay(&app, &guest, &card(&quote)).await.problem(410, "quote_expired");
        assert_eq!((bookings(&app).await, places(&app).await), (0, 0));
        app.clock.advance(-1_000);
        let _ = pay(&app, &guest, &card(&quote)).await.expect_status(201);
    }

    async fn another_region_changes_the_price(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        let elsewhere = with(card(&quote), json!({ "address": with(address(), json!({ "postcode": "B1 1AA" })) }));
        let problem = pay(&app, &guest, &elsewhere).await.problem(409, "price_changed");
        assert_eq!(problem["quote"]["amountPence"], 9_250);
        assert_eq!(bookings(&app).await, 0);
        let accepted = with(card(&problem["quote"]), json!({ "address": with(address(), json!({ "postcode": "B1 1AA" })) }));
        let _ = pay(&app, &guest, &accepted).await.expect_status(201);
        assert_eq!(app.text("select area from slot_places").await.as_deref(), Some("B"));
    }

    async fn another_area_of_the_region_takes_its_own_place(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        let east = with(card(&quote), json!({ "address": with(address(), json!({ "postcode": "E1 6AN" })) }));
        let _ = pay(&app, &guest, &east).await.expect_status(201);
        assert_eq!(app.text("select area from slot_places").await.as_deref(), Some("E"));
    }

    async fn a_new_redemption_of_the_draft_replaces_it(app: TestApp) {
        let guest = app.guest().await;
        let wish = wish();
        let wanted = with(wish.clone(), json!({ "couponCode": "WELCOME10", "amountPence": 8_750 }));
        let first = pay(&app, &guest, &card(&quote(&app, &guest, &wanted).await)).await.expect_status(201).json();
        // The draft's own coupon counts as free and moves to the new booking; the slot changes.
        let later = with(wanted, json!({ "timeslotId": "2026-11-24-3", "amountPence": 9_750 }));
        let second = pay(&app, &guest, &card(&quote(&app, &guest, &later).await)).await.expect_status(201).json();
        assert_ne!(first["bookingId"], second["bookingId"]);
        assert_eq!(app.count("select count(*) from bookings where status = 'cancelled' and cancel_reason = 'replaced'").await, 1);
        assert_eq!(app.count("select slot_start from slot_places where taken = 1").await, TOMORROW + 14 * HOUR);
        assert_eq!(app.count("select cast(sum(taken) as bigint) from slot_places where taken > 0").await, 1);
        assert_eq!(app.count("select count(*) from coupon_uses").await, 5);
        assert_eq!(app.text("select distinct booking_id from coupon_uses").await.as_deref(), second["bookingId"].as_str());
        assert_eq!(app.text(&format!("select status from sandbox_intents where id = '{}'", text(&first, "paymentIntentId"))).await.as_deref(), Some("canceled"));
        // The first quote is spent; changing from card to cash replaces as well.
        let third = book(&app, &guest, &cash(&quote(&app, &guest, &wish).await)).await.expect_status(201).json();
        assert_eq!(third["status"], "pending");
        assert_eq!(app.count("select count(*) from coupon_uses").await, 0);
        let problem = pay(&app, &guest, &card(&quote(&app, &guest, &wish).await)).await.problem(409, "already_booked");
        assert_eq!(problem["bookingId"], third["id"]);
        assert_eq!(places(&app).await, 1);
    }

    async fn two_tabs_of_one_draft_leave_one_booking(app: TestApp) {
        let guest = app.guest().await;
        let wish = wish();
        let mut bodies = Vec::new();
        for number in 1..4 {
            let amount = [9_250, 9_750, 10_750][number - 1];
            let wanted = with(wish.clone(), json!({ "timeslotId": format!("2026-11-24-{number}"), "amountPence": amount }));
            bodies.push(card(&quote(&app, &guest, &wanted).await));
        }
        let answers = join_all(bodies.iter().map(|body| pay(&app, &guest, body))).await;
        for answer in answers {
            assert!([201, 409].contains(&answer.status.as_u16()), "{}", answer.text());
        }
        assert_eq!(app.count("select count(*) from bookings where status = 'created'").await, 1);
        assert_eq!(app.count("select cast(sum(taken) as bigint) from slot_places").await, 1);
        callout_front::jobs::run_due(&app.state.jobs).await.unwrap();
        // Only the live booking's intent can still be paid.
        let open = "select count(*) from sandbox_intents where status <> 'canceled'";
        assert_eq!(app.count(open).await, 1);
        let live = app.text("select payment_id from bookings where status = 'created'").await;
        assert_eq!(app.text("select id from sandbox_intents where status <> 'canceled'").await, live);
    }

    async fn a_paid_draft_stays_paid(app: TestApp) {
        let guest = app.guest().await;
        let wish = wish();
        let payment = pay(&app, &guest, &card(&quote(&app, &guest, &wish).await)).await.expect_status(201).json();
        // Paid at the provider, but the server has not been told yet.
        let path = format!("/api/sandbox/payments/{}/confirm", text(&payment, "paymentIntentId"));
        let confirmed = json!({ "clientSecret": payment["clientSecret"], "cardNumber": "4242 4242 4242 4242" });
        let _ = app.post(&path).json(&confirmed).send().await.expect_status(200);
        let fresh = quote(&app, &guest, &wish).await;
        let problem = book(&app, &guest, &cash(&fresh)).await.problem(409, "already_paid");
        assert_eq!(problem["bookingId"], payment["bookingId"]);
        assert_eq!(app.text("select status from bookings").await.as_deref(), Some("pending"));
        assert_eq!((bookings(&app).await, places(&app).await), (1, 1));
    }

    async fn nothing_to_pay_is_settled_at_once(app: TestApp) {
        // A coupon that covers the whole price.
        app.execute("update coupons set discount_pence = 1000000 where code = 'PRIORITY5'").await;
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &with(wish(), json!({ "couponCode": "PRIORITY5", "amountPence": 0 }))).await;
        let body = card(&quote);
        let payment = pay(&app, &guest, &body).await.expect_status(201).json();
        assert_eq!(payment["amountPence"], 0);
        assert!(payment.get("clientSecret").is_none() && payment.get("paymentIntentId").is_none());
        assert_eq!(app.text("select status from bookings").await.as_deref(), Some("pending"));
        assert_eq!(app.count("select count(*) from payments").await, 0);
        assert_eq!(app.count("select count(*) from booking_events").await, 3);
        assert_eq!(pay(&app, &guest, &body).await.expect_status(201).json(), payment);
    }

    async fn no_card_without_a_price(app: TestApp) {
        let guest = app.guest().await;
        let unpriced = with(wish(), json!({ "description": "Something is broken here", "problemTypeToUse": "heating", "amountPence": 0 }));
        let quote = quote(&app, &guest, &unpriced).await;
        pay(&app, &guest, &card(&quote)).await.problem(422, "budget_only");
    }

    async fn a_bad_address_names_the_field(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &wish()).await;
        let refused = |changes: Value| pay_owned(&app, &guest, with(card(&quote), json!({ "address": with(address(), changes) })));
        for (changes, field, message) in [
            (json!({ "fullName": " " }), "address.fullName", "Full name is required."),
            (json!({ "phone": "020 7946 0000" }), "address.phone", "Please enter a valid UK mobile number."),
            (json!({ "phone": null }), "address.phone", "Please enter a valid UK mobile number."),
            (json!({ "email": "ada@" }), "address.email", "Please enter a valid email."),
            (json!({ "line1": "" }), "address.line1", "Address line is required."),
            (json!({ "postcode": " " }), "address.postcode", "Postcode is required."),
            (json!({ "fullName": "x".repeat(101) }), "address.fullName", "Use at most 100 characters."),
            (json!({ "line1": "x".repeat(121) }), "address.line1", "Use at most 120 characters."),
            (json!({ "line2": "x".repeat(121) }), "address.line2", "Use at most 120 characters."),
            (json!({ "city": "x".repeat(81) }), "address.city", "Use at most 80 characters."),
            (json!({ "entryInfo": "x".repeat(501) }), "address.entryInfo", "Use at most 500 characters."),
        ] {
            assert_eq!(refused(changes).await.invalid_field(field), message);
        }
        refused(json!({ "postcode": "SW1" })).await.invalid_field("address.postcode");
        pay(&app, &guest, &with(card(&quote), json!({ "address": null }))).await.invalid_field("address");
        pay(&app, &guest, &with(card(&quote), json!({ "receiptEmail": "x" }))).await.invalid_field("receiptEmail");
        pay(&app, &guest, &with(card(&quote), json!({ "quoteId": null }))).await.invalid_field("quoteId");
        for photo in ["/api/files/nope", "https://elsewhere/x.jpg", "/api/files/../x"] {
            pay(&app, &guest, &with(card(&quote), json!({ "photo_url": photo }))).await.invalid_field("photo_url");
        }
        assert_eq!((bookings(&app).await, places(&app).await), (0, 0));
        let longest = json!({
            "fullName": "x".repeat(100), "line1": "x".repeat(120), "line2": "x".repeat(120), "city": "x".repeat(80), "entryInfo": "x".repeat(500),
        });
        let _ = refused(longest).await.expect_status(201);
    }

    async fn idempotency_keys(app: TestApp) {
        let guest = app.guest().await;
        let body = card(&quote(&app, &guest, &wish()).await);
        let keyed = |body: Value| {
            let call = app.post("/api/payments/create").bearer(&guest.token).header("idempotency-key", "k-1");
            call.json(&body).send()
        };
        let first = keyed(body.clone()).await.expect_status(201).json();
        confirm(&app, &first).await;
        // Even after the payment the same key and body give the same answer.
        assert_eq!(keyed(body.clone()).await.expect_status(201).json(), first);
        keyed(with(body.clone(), json!({ "receiptEmail": "other@example.com" }))).await.problem(422, "idempotency_key_reused");
        assert_eq!(bookings(&app).await, 1);
        // A key belongs to one principal.
        let stranger = app.guest().await;
        let theirs = with(card(&quote(&app, &stranger, &wish()).await), json!({ "address": address_of(111) }));
        let call = app.post("/api/payments/create").bearer(&stranger.token).header("idempotency-key", "k-1");
        let _ = call.json(&theirs).send().await.expect_status(201);
        let stored = app.text("select body from idempotency_keys").await.unwrap();
        assert!(!stored.contains("secret") && !stored.contains(text(&first, "clientSecret")));
        app.clock.advance(24 * 60 * MINUTE);
        keyed(body).await.problem(409, "already_paid");
    }

    async fn five_unpaid_bookings_at_once_from_one_address(app: TestApp) {
        let mut answers = Vec::new();
        let ip = app.fresh_ip();
        let mut bodies = Vec::new();
        for number in 200..208 {
            let (guest, body) = somebody(&app, number).await;
            let quote = quote(&app, &guest, &with(wish(), json!({ "timeslotId": format!("2026-11-2{}-2", 4 + number % 4) }))).await;
            bodies.push((Guest { ip, ..guest }, with(body, json!({ "quoteId": quote["quoteId"], "signature": quote["signature"] }))));
        }
        for answer in join_all(bodies.iter().map(|(guest, body)| pay(&app, guest, body))).await {
            answers.push(answer);
        }
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 5);
        for answer in answers.into_iter().filter(|answer| answer.status != 201) {
            assert!(answer.header("retry-after").is_some());
            answer.problem(429, "too_many_requests");
        }
        assert_eq!(bookings(&app).await, 5);
    }
}

async fn pay_owned(app: &TestApp, guest: &Guest, body: Value) -> api_tests::Answer {
    pay(app, guest, &body).await
}
