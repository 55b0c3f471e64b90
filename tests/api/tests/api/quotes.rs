//! POST /api/quotes

use api_tests::{Guest, TestApp, both_databases};
use callout_domain::clock::MINUTE;
use callout_domain::quote::Content;
use serde_json::{Value, json};

use crate::journey::{SLOT, SLOT_HOURS, address, ask, fill, quote, text, wish, with};

async fn refused(app: &TestApp, guest: &Guest, changes: Value) -> api_tests::Answer {
    ask(app, guest, &with(wish(), changes)).await
}

fn open(app: &TestApp, quote: &Value) -> Content {
    Content::open(&app.state.keys.quote, text(quote, "signature")).unwrap()
}

both_databases! {
    async fn a_quote_is_signed_and_nothing_is_stored(app: TestApp) {
        let guest = app.guest().await;
        let wish = wish();
        let signed = quote(&app, &guest, &wish).await;
        assert_eq!(signed["amountPence"], 9_750);
        assert_eq!(signed["currency"], "GBP");
        assert_eq!(signed["expiresAtEpochSec"], (app.clock.now() + 15 * MINUTE) / 1_000);
        assert_eq!(signed["lines"], json!([
            { "kind": "base", "label": "Base estimate", "amountPence": 9_750 },
            { "kind": "tier", "label": "Service level adjustment", "amountPence": 0 },
            { "kind": "schedule", "label": "Slot adjustment", "amountPence": 0 },
        ]));
        let content = open(&app, &signed);
        assert_eq!((content.id.as_str(), content.person.as_str()), (text(&signed, "quoteId"), guest.id.as_str()));
        assert_eq!((content.draft.as_str(), content.area.as_str()), (text(&wish, "draftId"), "SW"));
        assert_eq!(content.wanted.slot.as_ref().unwrap().start, 1_795_518_000_000);
        assert_eq!(content.skills, ["plumber"]);
        for table in ["bookings", "slot_places", "coupon_uses", "idempotency_keys", "jobs", "booking_gates"] {
            assert_eq!(app.count(&format!("select count(*) from {table}")).await, 0, "{table}");
        }
        // Each quote has its own id.
        assert_ne!(quote(&app, &guest, &wish).await["quoteId"], signed["quoteId"]);
    }

    async fn an_example_to_the_penny(app: TestApp) {
        let guest = app.guest().await;
        let changes = json!({ "tier": "PRIORITY", "timeslotId": "2026-11-24-3", "couponCode": " welcome10 ", "amountPence": 11_700 });
        let signed = quote(&app, &guest, &with(wish(), changes)).await;
        let amounts: Vec<i64> = signed["lines"].as_array().unwrap().iter().map(|line| line["amountPence"].as_i64().unwrap()).collect();
        assert_eq!(amounts, [9_750, 1_950, 1_000, -1_000]);
        assert_eq!(open(&app, &signed).wanted.coupon.as_deref(), Some("WELCOME10"));
    }

    async fn another_amount_is_price_changed_with_the_right_quote(app: TestApp) {
        let guest = app.guest().await;
        for amount in [0, 9_749, 9_751, 12_000] {
            let problem = refused(&app, &guest, json!({ "amountPence": amount })).await.problem(409, "price_changed");
            let right = &problem["quote"];
            assert_eq!(right["amountPence"], 9_750);
            assert_eq!(open(&app, right).amount, 9_750);
            for field in ["quoteId", "currency", "expiresAtEpochSec", "signature", "lines", "bookVersion"] {
                assert!(right.get(field).is_some(), "{field}");
            }
        }
    }

    async fn a_coupon_that_is_not_valid(app: TestApp) {
        let guest = app.guest().await;
        let problem = refused(&app, &guest, json!({ "couponCode": "NOPE", "amountPence": 8_750 })).await.problem(409, "price_changed");
        assert_eq!(problem["detail"], "Coupon is invalid or not applicable. Coupon not recognized.");
        assert_eq!(problem["quote"]["amountPence"], 9_750);
        let signed = quote(&app, &guest, &with(wish(), json!({ "couponCode": "NOPE" }))).await;
        assert_eq!(open(&app, &signed).wanted.coupon, None);
    }

    async fn bad_fields_are_named(app: TestApp) {
        let guest = app.guest().await;
        for field in ["description", "problemType", "postcode", "amountPence", "currency", "tier", "urgency"] {
            let message = refused(&app, &guest, json!({ field: null })).await.invalid_field(field);
            assert_eq!(message, "This field is required.");
        }
        for (field, values) in [
            ("description", vec![json!("ab"), json!("a".repeat(501)), json!("tap\u{0}leak"), json!(7)]),
            ("postcode", vec![json!(""), json!("ZZ1"), json!("SW1A 1CA")]),
            ("amountPence", vec![json!("9750"), json!(97.5)]),
            ("currency", vec![json!("EUR"), json!("gbp")]),
            ("tier", vec![json!("GOLD"), json!("standard")]),
            ("urgency", vec![json!("LATER")]),
            ("couponCode", vec![json!("X".repeat(33))]),
            ("timeslotId", vec![json!("tomorrow"), json!("2026-11-24"), json!("2026-13-01-1"), json!("2026-11-24-x")]),
            ("draftId", vec![json!("a".repeat(65)), json!("a b")]),
            ("quickFix", vec![json!("nope")]),
            ("problemTypeToUse", vec![json!("nope")]),
        ] {
            for value in values {
                refused(&app, &guest, json!({ field: value })).await.invalid_field(field);
            }
        }
        let long = format!("leaking tap {}", "é".repeat(488));
        let _ = quote(&app, &guest, &with(wish(), json!({ "description": long, "couponCode": "X".repeat(32), "draftId": "d".repeat(64) }))).await;
    }

    async fn illegal_combinations_are_refused(app: TestApp) {
        let guest = app.guest().await;
        for changes in [
            json!({ "urgency": "EMERGENCY" }),
            json!({ "urgency": "EMERGENCY", "timeslotId": null, "tier": "ECONOMY" }),
            json!({ "urgency": "SCHEDULED", "timeslotId": null }),
            json!({ "urgency": "SCHEDULED", "timeslotId": "EMERGENCY_NOW" }),
            json!({ "urgency": "ASAP", "timeslotId": null }),
            json!({ "urgency": "ASAP", "timeslotId": SLOT }),
        ] {
            refused(&app, &guest, changes).await.problem(422, "invalid_combination");
        }
        for slot in [Value::Null, json!("EMERGENCY_NOW"), json!("")] {
            let _ = quote(&app, &guest, &with(wish(), json!({ "urgency": "EMERGENCY", "timeslotId": slot, "amountPence": 13_750 }))).await;
        }
        let _ = quote(&app, &guest, &with(wish(), json!({ "urgency": "ASAP", "timeslotId": "2026-11-23-3" }))).await;
        let _ = quote(&app, &guest, &with(wish(), json!({ "timeslotId": "2026-11-23-2", "amountPence": 11_750 }))).await;
    }

    async fn slots_that_are_gone_are_refused(app: TestApp) {
        let guest = app.guest().await;
        for slot in ["2026-11-23-1", "2026-11-22-1", "2026-12-24-1", "2026-11-24-9", "2026-11-24-02"] {
            refused(&app, &guest, json!({ "timeslotId": slot })).await.problem(409, "slot_gone");
        }
        // The id is another window's by now.
        for seen in [json!({ "slotStart": "2026-11-24T12:00" }), json!({ "slotEnd": "2026-11-24T12:00:00+00:00" }), json!({ "slotStart": "soon" })] {
            refused(&app, &guest, seen).await.problem(409, "slot_gone");
        }
        let _ = quote(&app, &guest, &with(wish(), json!({ "slotStart": "2026-11-24T11:00", "slotEnd": "2026-11-24T13:00:00+00:00" }))).await;
        fill(&app, "SW", SLOT_HOURS, 5).await;
        refused(&app, &guest, json!({})).await.problem(409, "slot_gone");
        let _ = quote(&app, &guest, &with(wish(), json!({ "postcode": "E1" }))).await;
    }

    async fn danger_comes_before_any_price(app: TestApp) {
        let guest = app.guest().await;
        refused(&app, &guest, json!({ "description": "I can smell gas in the kitchen" })).await.problem(422, "emergency_advice");
        let sparks = quote(&app, &guest, &with(wish(), json!({ "description": "the socket is sparking", "amountPence": 0 }))).await;
        assert_eq!((&sparks["amountPence"], &sparks["lines"]), (&json!(0), &json!([])));
    }

    async fn without_an_instant_price_the_amount_is_zero(app: TestApp) {
        let guest = app.guest().await;
        let unpriced = json!({ "description": "Something is broken here", "problemTypeToUse": "heating", "amountPence": 0 });
        let signed = quote(&app, &guest, &with(wish(), unpriced.clone())).await;
        assert_eq!((&signed["amountPence"], &signed["lines"]), (&json!(0), &json!([])));
        assert!(open(&app, &signed).is_budget_only());
        let problem = ask(&app, &guest, &with(wish(), with(unpriced, json!({ "amountPence": 9_900 })))).await.problem(409, "price_changed");
        assert_eq!(problem["quote"]["amountPence"], 0);
    }

    async fn the_postcode_of_the_address_sets_the_price(app: TestApp) {
        let guest = app.guest().await;
        let birmingham = with(address(), json!({ "postcode": "B1 1AA" }));
        let problem = refused(&app, &guest, json!({ "address": birmingham })).await.problem(409, "price_changed");
        assert_eq!(problem["quote"]["amountPence"], 9_250);
        assert_eq!(open(&app, &problem["quote"]).area, "B");
        // The rest of an unfinished address is not validated yet.
        let _ = quote(&app, &guest, &with(wish(), json!({ "address": { "phone": "1", "email": "x", "postcode": "SW1" } }))).await;
    }

    async fn a_quote_needs_a_session(app: TestApp) {
        app.post("/api/quotes").json(&wish()).send().await.problem(401, "unauthorised");
        app.post("/api/quotes").bearer("rubbish").json(&wish()).send().await.problem(401, "unauthorised");
    }

    async fn sixty_quotes_a_minute(app: TestApp) {
        let guest = app.guest().await;
        for _ in 0..60 {
            let _ = ask(&app, &guest, &wish()).await.expect_status(201);
        }
        let refused = ask(&app, &guest, &wish()).await;
        assert_eq!(refused.header("retry-after"), Some("61"));
        refused.problem(429, "too_many_requests");
        app.clock.advance(MINUTE);
        let _ = ask(&app, &guest, &wish()).await.expect_status(201);
    }
}
