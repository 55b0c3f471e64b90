//! POST /api/coupons/validate

use api_tests::{Guest, TestApp, both_databases};
use callout_domain::clock::DAY;
use callout_front::jobs::housekeeping;
use http::Method;
use serde_json::{Value, json};

use crate::journey::{self, address_of, book, booked, cash, quote, text, wish, with};
use crate::people::{client, enter};

async fn validate(app: &TestApp, guest: Option<&Guest>, body: Value) -> api_tests::Answer {
    let call = app.post("/api/coupons/validate").json(&body);
    match guest {
        Some(guest) => call.bearer(&guest.token).send().await,
        None => call.send().await,
    }
}

fn on(code: &str, pence: i64) -> Value {
    json!({ "code": code, "amountPence": pence, "currency": "GBP" })
}

async fn erase(app: &TestApp, token: &str) {
    let left = app.call(Method::DELETE, "/api/clients/me").bearer(token);
    let _ = left.send().await.expect_status(204);
}

/// Whether the coupon for a first booking is good for whoever signs in with this email now, and what is said of it.
async fn first(app: &TestApp, email: &str) -> (bool, String) {
    let person = client(app, email).await.as_guest(app.fresh_ip());
    let answer = validate(app, Some(&person), on("WELCOME10", 9_750)).await;
    let answer = answer.expect_status(200).json();
    (answer["valid"] == true, text(&answer, "description").to_owned())
}

both_databases! {
    async fn thirty_a_minute_and_address(app: TestApp) {
        let ip = app.fresh_ip();
        let body = json!({ "code": "MADE-UP", "amountPence": 10_000, "currency": "GBP" });
        for _ in 0..30 {
            let _ = app.post("/api/coupons/validate").ip(ip).json(&body).send().await.expect_status(200);
        }
        app.post("/api/coupons/validate").ip(ip).json(&body).send().await.problem(429, "too_many_requests");
    }

    async fn erasing_one_person_keeps_first_booking_coupons_for_others(app: TestApp) {
        let erased = app.guest().await;
        let _ = booked(&app, &erased).await;
        app.execute("update bookings set status = 'completed'").await;
        let left = app.call(Method::DELETE, "/api/clients/me").bearer(&erased.token).send().await;
        assert!(left.expect_status(204).body.is_empty());
        assert_eq!(app.text("select phone from bookings").await.as_deref(), Some(""));
        // Neither validation nor redemption mistakes a newcomer for the person who was erased.
        let newcomer = app.guest().await;
        let answer = validate(&app, Some(&newcomer), on("WELCOME10", 9_750)).await.expect_status(200).json();
        assert_eq!(answer["valid"], true, "{answer}");
        let quoted = quote(&app, &newcomer, &with(wish(), json!({ "couponCode": "WELCOME10", "amountPence": 8_750 }))).await;
        let body = with(cash(&quoted), json!({ "address": address_of(5) }));
        let made = book(&app, &newcomer, &body).await.expect_status(201).json();
        assert_eq!(app.count(&format!("select amount_pence from bookings where id = '{}'", text(&made, "id"))).await, 8_750);
    }

    async fn who_comes_back_after_an_erasure_gets_no_first_booking_coupon(app: TestApp) {
        let ada = client(&app, "ada@example.com").await;
        let _ = enter(&app, &json!({ "phone": "07700 900123", "attach": true }), &ada.token).await;
        let _ = booked(&app, &ada.as_guest(app.fresh_ip())).await;
        app.execute("update bookings set status = 'completed'").await;
        erase(&app, &ada.token).await;
        assert_eq!(app.count("select count(*) from erased_identifiers").await, 2);
        let kept = app.text("select min(hash) || max(hash) from erased_identifiers").await.unwrap();
        assert!(!kept.contains('@') && !kept.contains("900123"), "{kept}");
        // Who has proved the email again is told at once, and only of coupons for first bookings.
        assert_eq!(first(&app, "ada@example.com").await, (false, "First booking only".to_owned()));
        let anew = client(&app, "ada@example.com").await.as_guest(app.fresh_ip());
        assert_eq!(validate(&app, Some(&anew), on("SAVE15", 9_750)).await.expect_status(200).json()["valid"], true);
        // A guest who types the email or the phone, when they book.
        for same in [json!({ "email": "Ada@Example.com" }), json!({ "phone": "07700 900123" })] {
            let guest = app.guest().await;
            let quoted = quote(&app, &guest, &with(wish(), json!({ "couponCode": "WELCOME10", "amountPence": 8_750 }))).await;
            let body = with(cash(&quoted), json!({ "address": with(address_of(5), same) }));
            let lost = book(&app, &guest, &body).await.problem(409, "coupon_unavailable");
            assert_eq!(lost["quote"]["amountPence"], 9_750);
        }
        app.clock.advance(365 * DAY - 1);
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert!(!first(&app, "ada@example.com").await.0);
        app.clock.advance(1);
        assert!(first(&app, "ada@example.com").await.0, "twelve months are over");
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from erased_identifiers").await, 0);
    }

    async fn nothing_is_kept_of_who_never_booked(app: TestApp) {
        let ada = client(&app, "ada@example.com").await;
        erase(&app, &ada.token).await;
        assert_eq!(app.count("select count(*) from erased_identifiers").await, 0);
        assert!(first(&app, "ada@example.com").await.0);
    }

    async fn one_that_cannot_be_read_does_not_end_the_price_book(app: TestApp) {
        let codes = |book: serde_json::Value| -> Vec<String> {
            book["coupons"].as_array().unwrap().iter().map(|coupon| coupon["code"].as_str().unwrap().to_owned()).collect()
        };
        let before = codes(app.get("/api/pricing/book").send().await.expect_status(200).json());
        app.execute("update coupons set discount_pence = null, discount_bps = null where code = 'WELCOME10'").await;
        app.clock.advance(60_000);
        let left = codes(app.get("/api/pricing/book").send().await.expect_status(200).json());
        let others: Vec<String> = before.into_iter().filter(|code| code != "WELCOME10").collect();
        assert_eq!(left, others);
        assert!(!left.is_empty(), "the others are still there");
    }

    async fn the_coupons_of_the_price_book(app: TestApp) {
        for (code, pence, discount) in
            [(" welcome10 ", 4_000, 1_000), ("SAVE15", 30_000, 3_000), ("PRIORITY5", 9_750, 500), ("DRAIN20", 12_000, 2_000), ("FREECALL", 6_000, 2_100)]
        {
            let answer = validate(&app, None, on(code, pence)).await.expect_status(200).json();
            assert_eq!((&answer["valid"], &answer["discountPence"]), (&json!(true), &json!(discount)), "{answer}");
            assert_eq!(answer["code"], code.trim().to_uppercase());
        }
        for (body, reason) in [
            (on("WELCOME10", 3_999), "Minimum order £40 required"),
            (on("DRAIN20", 11_999), "Minimum order £120 required"),
            (on("NOPE", 9_000), "Coupon not recognized"),
            (on("", 9_000), "Invalid request"),
            (on("SAVE15", 0), "Invalid request"),
            (with(on("SAVE15", 9_000), json!({ "currency": "EUR" })), "Invalid request"),
        ] {
            let answer = validate(&app, None, body).await.expect_status(200).json();
            assert_eq!((&answer["valid"], &answer["discountPence"], &answer["description"]), (&json!(false), &json!(0), &json!(reason)));
        }
    }

    async fn bad_fields_are_refused(app: TestApp) {
        validate(&app, None, json!({ "code": "SAVE15", "currency": "GBP" })).await.invalid_field("amountPence");
        validate(&app, None, json!({ "amountPence": 1, "currency": "GBP" })).await.invalid_field("code");
        validate(&app, None, json!({ "code": "SAVE15", "amountPence": 1 })).await.invalid_field("currency");
        validate(&app, None, on(&"X".repeat(33), 9_000)).await.invalid_field("code");
        let _ = validate(&app, None, on(&"X".repeat(32), 9_000)).await.expect_status(200);
    }

    async fn a_person_uses_a_coupon_once_and_one_welcome_coupon(app: TestApp) {
        let guest = app.guest().await;
        let quote = quote(&app, &guest, &with(wish(), json!({ "couponCode": "SAVE15", "amountPence": 8_287 }))).await;
        let _ = book(&app, &guest, &cash(&quote)).await.expect_status(201);
        let used = validate(&app, Some(&guest), on("SAVE15", 9_750)).await.expect_status(200).json();
        assert_eq!(used["valid"], false);
        let first = validate(&app, Some(&guest), on("WELCOME10", 9_750)).await.expect_status(200).json();
        assert_eq!((&first["valid"], &first["description"]), (&json!(false), &json!("First booking only")));
        // Whether this phone has booked before is told only to whoever has proved it.
        let again = app.guest_with(&json!({ "phone": "+44 7700 900123" }), app.fresh_ip()).await;
        assert_eq!(validate(&app, Some(&again), on("WELCOME10", 9_750)).await.expect_status(200).json()["valid"], true);
        let stranger = app.guest().await;
        assert_eq!(validate(&app, Some(&stranger), on("WELCOME10", 9_750)).await.expect_status(200).json()["valid"], true);
    }

    async fn another_phone_does_not_make_another_person(app: TestApp) {
        let ada = client(&app, "ada@example.com").await.as_guest(app.fresh_ip());
        let wanted = |day: u32| with(wish(), json!({ "couponCode": "SAVE15", "amountPence": 8_287, "timeslotId": format!("2026-11-2{day}-2") }));
        let (first, second) = (quote(&app, &ada, &wanted(4)).await, quote(&app, &ada, &wanted(5)).await);
        let of = |number| json!({ "address": address_of(number) });
        let _ = book(&app, &ada, &with(cash(&first), of(61))).await.expect_status(201);
        // The second quote was signed while the coupon was free.
        let lost = book(&app, &ada, &with(cash(&second), of(62))).await.problem(409, "coupon_unavailable");
        assert_eq!(lost["quote"]["amountPence"], 9_750);
        // Nor does another account with the same email in its address.
        let stranger = app.guest().await;
        let third = quote(&app, &stranger, &wanted(6)).await;
        let taken = with(of(63), json!({ "address": with(address_of(63), json!({ "email": "ada@example.com" })) }));
        book(&app, &stranger, &with(cash(&third), taken)).await.problem(409, "coupon_unavailable");
    }

    async fn a_price_does_not_reveal_who_has_booked(app: TestApp) {
        let ada = app.guest().await;
        let _ = booked(&app, &ada).await;
        let stranger = app.guest().await;
        // The address repeats the first booking's phone and email; the price does not reveal that they have booked.
        let wanted = with(
            wish(),
            json!({ "couponCode": "WELCOME10", "amountPence": 8_750, "address": journey::address(), "timeslotId": "2026-11-25-2" }),
        );
        let quote = quote(&app, &stranger, &wanted).await;
        assert_eq!(quote["amountPence"], 8_750);
        let lost = book(&app, &stranger, &cash(&quote)).await.problem(409, "coupon_unavailable");
        assert_eq!(lost["quote"]["amountPence"], 9_750);
        // Whoever has proved the email learns it at once.
        let proved = client(&app, "ada@example.com").await.as_guest(app.fresh_ip());
        let known = validate(&app, Some(&proved), on("WELCOME10", 9_750)).await.expect_status(200).json();
        assert_eq!(known["description"], "First booking only");
    }
}
