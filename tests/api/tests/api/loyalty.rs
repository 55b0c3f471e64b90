//! GET /api/clients/me/loyalty, and the coupons it grants.

use api_tests::{Guest, TestApp, both_databases};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::journey::{address_of, ask, book, cash, quote, text, wish, with};
use crate::scene::{add_booking, client};

async fn card(app: &TestApp, person: &Guest) -> Value {
    app.get("/api/clients/me/loyalty")
        .bearer(&person.token)
        .send()
        .await
        .expect_status(200)
        .json()
}

/// `count` more completed jobs.
async fn complete(app: &TestApp, person: &Guest, count: usize) {
    for _ in 0..count {
        let id = add_booking(app, person, 9_750).await.id;
        // Moved to another week, so that the slot of the tests stays free.
        app.execute(&format!(
            "update bookings set status = 'completed' where id = '{id}'"
        ))
        .await;
        app.execute("update slot_places set taken = 0").await;
    }
}

/// A client with one reward, and the reward's code.
async fn rewarded(app: &TestApp) -> (Guest, String) {
    let person = client(app).await;
    complete(app, &person, 5).await;
    let code = text(&card(app, &person).await["rewards"][0], "code").to_owned();
    (person, code)
}

async fn validate(app: &TestApp, person: Option<&Guest>, code: &str) -> Value {
    let call = app
        .post("/api/coupons/validate")
        .json(&json!({ "code": code, "amountPence": 9_750, "currency": "GBP" }));
    let call = match person {
        Some(person) => call.bearer(&person.token),
        None => call,
    };
    call.send().await.expect_status(200).json()
}

fn with_code(code: &str) -> Value {
    with(wish(), json!({ "couponCode": code, "amountPence": 8_750 }))
}

both_databases! {
    async fn every_fifth_job_earns_a_coupon(app: TestApp) {
        let person = client(&app).await;
        assert_eq!(card(&app, &person).await, json!({ "stamps": 0, "stampsForReward": 5, "rewards": [] }));
        complete(&app, &person, 4).await;
        // Cancelled and unfinished bookings earn no stamp.
        let other = add_booking(&app, &person, 9_750).await;
        app.execute(&format!("update bookings set status = 'cancelled' where id = '{}'", other.id)).await;
        let _ = add_booking(&app, &person, 9_750).await;
        assert_eq!(card(&app, &person).await, json!({ "stamps": 4, "stampsForReward": 5, "rewards": [] }));
        complete(&app, &person, 1).await;
        let full = card(&app, &person).await;
        assert_eq!((&full["stamps"], &full["rewards"][0]["amountPence"]), (&json!(0), &json!(1_000)));
        assert!(full["rewards"][0].get("usedAt").is_none());
        complete(&app, &person, 7).await;
        let later = card(&app, &person).await;
        assert_eq!((&later["stamps"], later["rewards"].as_array().unwrap().len()), (&json!(2), 2));
        assert_eq!(later["rewards"][0], full["rewards"][0]);
        assert_ne!(later["rewards"][1]["code"], later["rewards"][0]["code"]);
        app.get("/api/clients/me/loyalty").send().await.problem(401, "unauthorised");
    }

    async fn reading_at_once_grants_each_coupon_once(app: TestApp) {
        let person = client(&app).await;
        complete(&app, &person, 10).await;
        let cards = join_all((0..6).map(|_| card(&app, &person))).await;
        assert!(cards.iter().all(|seen| *seen == cards[0]), "{cards:?}");
        assert_eq!(app.count("select count(*) from personal_coupons").await, 2);
    }

    async fn a_guest_collects_stamps_but_gets_no_coupon(app: TestApp) {
        let guest = app.guest().await;
        complete(&app, &guest, 6).await;
        assert_eq!(card(&app, &guest).await, json!({ "stamps": 1, "stampsForReward": 5, "rewards": [] }));
        assert_eq!(app.count("select count(*) from personal_coupons").await, 0);
    }

    async fn a_code_works_for_its_owner_only(app: TestApp) {
        let (person, code) = rewarded(&app).await;
        let own = validate(&app, Some(&person), &format!(" {} ", code.to_lowercase())).await;
        assert_eq!((&own["valid"], &own["discountPence"], &own["code"]), (&json!(true), &json!(1_000), &json!(code)));
        let stranger = client(&app).await;
        for whoever in [None, Some(&stranger)] {
            let refused = validate(&app, whoever, &code).await;
            assert_eq!((&refused["valid"], &refused["discountPence"], &refused["description"]), (&json!(false), &json!(0), &json!("Coupon not recognized")));
        }
        let refused = ask(&app, &stranger, &with_code(&code)).await.problem(409, "price_changed");
        assert_eq!(refused["quote"]["amountPence"], 9_750);
    }

    async fn a_coupon_is_used_once_and_returns_when_the_booking_is_cancelled(app: TestApp) {
        let (person, code) = rewarded(&app).await;
        let first = quote(&app, &person, &with_code(&code)).await;
        let second = quote(&app, &person, &with(with_code(&code), json!({ "timeslotId": "2026-11-25-2" }))).await;
        let booking = book(&app, &person, &cash(&first)).await.expect_status(201).json();
        assert_eq!(booking["coupon_code"], code.as_str());
        assert_eq!(booking["amount_pence"], 8_750);
        assert_eq!(card(&app, &person).await["rewards"][0]["usedAt"], "2026-11-23T10:05:00+00:00");
        assert_eq!(validate(&app, Some(&person), &code).await["description"], "You have used this coupon already");
        // The second quote was signed while the coupon was free; another phone and email do not help.
        let body = with(cash(&second), json!({ "address": address_of(77) }));
        let lost = book(&app, &person, &body).await.problem(409, "coupon_unavailable");
        assert_eq!(lost["quote"]["amountPence"], 9_750);
        let _ = app.call(http::Method::PATCH, &format!("/api/bookings/{}/cancel", text(&booking, "id"))).bearer(&person.token).send().await.expect_status(200);
        assert!(card(&app, &person).await["rewards"][0].get("usedAt").is_none());
        let _ = book(&app, &person, &body).await.expect_status(201);
        assert_eq!(app.count("select used from coupon_totals").await, 1);
    }

    async fn two_tabs_use_a_coupon_once(app: TestApp) {
        let (person, code) = rewarded(&app).await;
        let mut quotes = Vec::new();
        for _ in 0..4 { quotes.push(quote(&app, &person, &with_code(&code)).await); }
        let bodies: Vec<_> = quotes.iter().zip(80..).map(|(quote, number)| with(cash(quote), json!({ "address": address_of(number) }))).collect();
        let answers = join_all(bodies.iter().map(|body| book(&app, &person, body))).await;
        let made = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!((made, answers.iter().filter(|answer| answer.status == 409).count()), (1, 3));
        assert_eq!(app.count("select count(*) from bookings where coupon_code is not null").await, 1);
    }

    async fn a_price_change_by_region_keeps_the_coupon(app: TestApp) {
        let (person, code) = rewarded(&app).await;
        let quoted = quote(&app, &person, &with_code(&code)).await;
        let elsewhere = with(address_of(5), json!({ "postcode": "M1 1AE" }));
        let changed = book(&app, &person, &with(cash(&quoted), json!({ "address": elsewhere }))).await.problem(409, "price_changed");
        let lines = changed["quote"]["lines"].as_array().unwrap();
        assert!(lines.iter().any(|line| line["amountPence"] == -1_000), "{lines:?}");
    }
}
