//! Bookings without an instant price: pros name prices side by side, and the client chooses one.

use api_tests::{Answer, Guest, TestApp, both_databases};
use callout_domain::booking::CancelReason;
use callout_domain::clock::{DAY, HOUR, MINUTE};
use http::Method;
use serde_json::{Value, json};

use crate::journey::{SLOT, ask, book, budget, card, wish, with};
use crate::matching::{after, jobs, look, offers, ready, respond};
use crate::people::{Person, outbox};

const NEW_BATHROOM: &str = "fit a new bathroom suite";

/// A client whose booking waits for prices.
pub(crate) struct Open {
    guest: Guest,
    pub(crate) id: String,
}

impl Open {
    async fn seen(&self, app: &TestApp) -> Value {
        let call = app.get(&format!("/api/bookings/{}", self.id));
        call.bearer(&self.guest.token)
            .send()
            .await
            .expect_status(200)
            .json()
    }

    /// The prices that the client can choose from, with who names them.
    async fn prices(&self, app: &TestApp) -> Vec<(i64, String)> {
        let seen = self.seen(app).await;
        let prices = seen["proposals"].as_array().cloned().unwrap_or_default();
        let of = |price: &Value| {
            (
                price["price"].as_i64().unwrap(),
                price["master"]["id"].as_str().unwrap().to_owned(),
            )
        };
        prices.iter().map(of).collect()
    }

    /// The answer to the price of a pro.
    pub(crate) async fn answer(&self, app: &TestApp, pro: &Person, action: &str) -> Answer {
        let seen = self.seen(app).await;
        let prices = seen["proposals"].as_array().cloned().unwrap_or_default();
        let price = prices
            .iter()
            .find(|price| price["master"]["id"] == json!(pro.id))
            .expect("a price of the pro");
        self.answer_id(app, &price["id"], action).await
    }

    async fn answer_id(&self, app: &TestApp, price: &Value, action: &str) -> Answer {
        let call = app.post(&format!("/api/bookings/{}/proposal", self.id));
        let body = json!({ "action": action, "proposalId": price });
        call.bearer(&self.guest.token).json(&body).send().await
    }

    pub(crate) async fn status(&self, app: &TestApp) -> String {
        app.text(&format!("select status from bookings where id = '{}'", self.id))
            .await
            .unwrap()
    }

    /// Opens what is due and pays it with a good card.
    async fn pay(&self, app: &TestApp) -> i64 {
        let due = app
            .post("/api/create-payment")
            .bearer(&self.guest.token)
            .json(&json!({ "booking_id": self.id }));
        let due = due.send().await.expect_status(200).json();
        let path = format!(
            "/api/sandbox/payments/{}/confirm",
            due["paymentIntentId"].as_str().unwrap()
        );
        let body = json!({ "clientSecret": due["clientSecret"], "cardNumber": "4242 4242 4242 4242" });
        let _ = app.post(&path).json(&body).send().await.expect_status(200);
        after(app, 0).await;
        due["amountPence"].as_i64().unwrap()
    }
}

/// The request that opens a quote to pros' prices.
fn open_price(quote: &Value, method: &str) -> Value {
    with(
        card(quote),
        json!({ "mode": "REQUEST", "open_price": true, "payment_method": method }),
    )
}

async fn quoted(app: &TestApp, guest: &Guest, changes: Value) -> Value {
    let wanted = with(wish(), json!({ "description": NEW_BATHROOM, "amountPence": 0 }));
    ask(app, guest, &with(wanted, changes))
        .await
        .expect_status(201)
        .json()
}

pub(crate) async fn opened(app: &TestApp, method: &str) -> Open {
    opened_on(app, method, SLOT).await
}

async fn opened_on(app: &TestApp, method: &str, slot: &str) -> Open {
    let guest = app.guest().await;
    let quote = quoted(app, &guest, json!({ "timeslotId": slot })).await;
    let booking = book(app, &guest, &open_price(&quote, method))
        .await
        .expect_status(201)
        .json();
    after(app, 0).await;
    let id = booking["id"].as_str().unwrap().to_owned();
    Open { guest, id }
}

async fn name(app: &TestApp, pro: &Person, id: &str, price: &Value, minutes: i64) -> Answer {
    let body = json!({ "action": "accept", "price": price, "lengthMinutes": minutes, "message": "With new taps. Call 07700 900123" });
    let call = app.post(&format!("/api/matching/respond/{id}"));
    call.bearer(&pro.token).json(&body).send().await
}

pub(crate) async fn named(app: &TestApp, pro: &Person, open: &Open, price: i64) {
    let answer = name(app, pro, &open.id, &json!(price), 2 * 24 * 60).await;
    assert_eq!(answer.expect_status(200).json()["status"], "pending");
}

both_databases! {
    async fn prices_stand_side_by_side_and_the_chosen_one_is_paid_by_card(app: TestApp) {
        let (ada, ben) = (ready(&app, "first", 1).await, ready(&app, "second", 20).await);
        let open = opened(&app, "card").await;
        let seen = open.seen(&app).await;
        assert_eq!((&seen["open_price"], &seen["amount_pence"], &seen["lines"], &seen["tier"]), (&json!(true), &json!(0), &json!([]), &json!("STANDARD")));
        // Until twelve hours before the visit; both are asked at once, for two minutes.
        assert_eq!(seen["matching"]["until"], "2026-11-23T23:00:00+00:00");
        for pro in [&ada, &ben] {
            let offer = offers(&app, pro).await.remove(0);
            assert_eq!((&offer["openPrice"], &offer["price"], &offer["ttl"]), (&json!(true), &json!(0), &json!(120)));
        }
        respond(&app, &ada, &open.id, "accept").await.problem(422, "price_required");
        named(&app, &ada, &open, 2_400).await;
        named(&app, &ada, &open, 2_400).await;
        name(&app, &ada, &open.id, &json!(2_300), 2_880).await.problem(409, "already_named");
        named(&app, &ben, &open, 1_900).await;
        assert_eq!(open.prices(&app).await, [(1_900, ben.id.clone()), (2_400, ada.id.clone())]);
        let seen = open.seen(&app).await;
        assert_eq!((&seen["status"], seen.get("proposal"), &seen["matching"]["until"]), (&json!("pending"), None, &json!("2026-11-24T12:30:00+00:00")));
        let price = &seen["proposals"][1];
        assert_eq!((&price["lengthMinutes"], &price["until"], &price["master"]["name"]), (&json!(2_880), &json!("2026-11-24T12:30:00+00:00"), &json!("Ada L.")));
        assert_eq!((&price["master"]["verified"], &price["message"]), (&json!(true), &json!("With new taps. Call •••")));
        // A price that was named is no offer any more, keeps no time free, and is not the public's to see.
        assert!(offers(&app, &ada).await.is_empty());
        let waiting = app.get("/api/masters/offers").bearer(&ada.token).send().await.expect_status(200).json();
        let own = &waiting["waiting"][0]["proposal"];
        assert_eq!((&own["pricePence"], &own["standing"], &own["lengthMinutes"]), (&json!(240_000), &json!(true), &json!(2_880)));
        let events = app.get(&format!("/api/bookings/{}/events", open.id)).bearer(&open.guest.token).send().await.expect_status(200).text();
        assert!(!events.contains("240000") && !events.contains("2,400") && !events.contains(&ada.id), "{events}");

        let chosen = open.answer(&app, &ada, "approve").await.expect_status(200).json();
        assert_eq!((&chosen["status"], &chosen["proposal"]["approved"], &chosen["proposal"]["amountPence"]), (&json!("accepted"), &json!(true), &json!(240_000)));
        assert!(chosen.get("proposals").is_none());
        after(&app, 0).await;
        assert_eq!(open.pay(&app).await, 240_000);
        let seen = open.seen(&app).await;
        assert_eq!((&seen["status"], &seen["assigned_master_id"], &seen["amount_pence"]), (&json!("assigned"), &json!(ada.id), &json!(240_000)));
        assert_eq!(seen["lines"], json!([{ "kind": "agreed", "label": "Agreed with your pro", "amountPence": 240_000 }]));
        after(&app, 0).await;
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("succeeded"));
        let over = format!("select outcome from proposals where master_id = '{}'", ben.id);
        assert_eq!(app.text(&over).await.as_deref(), Some("not_chosen"));
        assert_eq!(jobs(&app, &ada, "active").await.len(), 1);
        // Two days of the pro are taken, not two hours.
        assert_eq!(app.count("select visit_minutes from bookings").await, 2_880);
    }

    async fn a_price_in_cash_is_the_pros_job_at_once_but_not_above_500_pounds(app: TestApp) {
        let (ada, ben) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let open = opened(&app, "cash").await;
        named(&app, &ada, &open, 501).await;
        named(&app, &ben, &open, 500).await;
        let dear = open.answer(&app, &ada, "approve").await.expect_status(200).json();
        assert_eq!((&dear["status"], &dear["payment_due"]["amountPence"]), (&json!("accepted"), &json!(50_100)));
        // Not paid in time: both prices stand again, and the client chooses anew.
        after(&app, 15 * MINUTE).await;
        assert_eq!(open.status(&app).await, "pending");
        assert_eq!(open.prices(&app).await, [(500, ben.id.clone()), (501, ada.id.clone())]);
        let cheap = open.answer(&app, &ben, "approve").await.expect_status(200).json();
        assert_eq!((&cheap["status"], &cheap["payment_method"], &cheap["amount_pence"]), (&json!("assigned"), &json!("cash"), &json!(50_000)));
        after(&app, 0).await;
        assert_eq!(app.count("select count(*) from proposals where outcome = 'not_chosen'").await, 1);
        assert_eq!(app.count("select count(*) from payments where authorised_at is not null").await, 0);
    }

    async fn above_500_pounds_is_by_card_whatever_was_wanted(app: TestApp) {
        let ada = ready(&app, "first", 1).await;
        let open = opened(&app, "cash").await;
        named(&app, &ada, &open, 900).await;
        let _ = open.answer(&app, &ada, "approve").await.expect_status(200);
        assert_eq!(open.pay(&app).await, 90_000);
        let seen = open.seen(&app).await;
        assert_eq!((&seen["status"], &seen["payment_method"]), (&json!("assigned"), &json!("card")));
    }

    async fn who_chooses_by_the_guest_link_pays_by_card(app: TestApp) {
        let ada = ready(&app, "first", 1).await;
        let open = opened(&app, "cash").await;
        named(&app, &ada, &open, 300).await;
        let seen = open.seen(&app).await;
        let (token, price) = (seen["guest_token"].as_str().unwrap(), &seen["proposals"][0]["id"]);
        let call = app.post(&format!("/api/bookings/{}/proposal?token={token}", open.id));
        let chosen = call.json(&json!({ "action": "approve", "proposalId": price })).send().await.expect_status(200).json();
        assert_eq!((&chosen["status"], &chosen["payment_due"]["amountPence"]), (&json!("accepted"), &json!(30_000)));
        assert_eq!(open.pay(&app).await, 30_000);
        let seen = open.seen(&app).await;
        assert_eq!((&seen["status"], &seen["payment_method"]), (&json!("assigned"), &json!("card")));
    }

    async fn a_pro_who_is_busy_by_then_cannot_be_chosen(app: TestApp) {
        let (ada, ben) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let (open, other) = (opened(&app, "cash").await, opened(&app, "cash").await);
        for one in [&open, &other] {
            named(&app, &ada, one, 300).await;
        }
        named(&app, &ben, &open, 350).await;
        let _ = other.answer(&app, &ada, "approve").await.expect_status(200);
        open.answer(&app, &ada, "approve").await.problem(409, "pro_unavailable");
        assert_eq!(open.prices(&app).await, [(350, ben.id.clone())]);
        let _ = open.answer(&app, &ben, "approve").await.expect_status(200);
        assert_eq!(open.status(&app).await, "assigned");
    }

    async fn a_price_is_turned_down_or_taken_back(app: TestApp) {
        let (ada, ben) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let open = opened(&app, "card").await;
        named(&app, &ada, &open, 300).await;
        named(&app, &ben, &open, 350).await;
        let stranger = app.guest().await;
        let price = open.seen(&app).await["proposals"][0]["id"].clone();
        let call = app.post(&format!("/api/bookings/{}/proposal", open.id)).bearer(&stranger.token);
        call.json(&json!({ "action": "approve", "proposalId": price })).send().await.problem(404, "not_found");
        let _ = open.answer(&app, &ada, "decline").await.expect_status(200);
        open.answer_id(&app, &price, "approve").await.problem(409, "no_proposal");
        name(&app, &ada, &open.id, &json!(200), 120).await.problem(403, "not_eligible");
        // Who takes it back may name another.
        assert_eq!(respond(&app, &ben, &open.id, "decline").await.expect_status(200).json()["status"], "pending");
        assert!(open.prices(&app).await.is_empty());
        named(&app, &ben, &open, 320).await;
        assert_eq!(open.prices(&app).await, [(320, ben.id.clone())]);
    }

    async fn five_prices_stand_at_most(app: TestApp) {
        let mut pros = Vec::new();
        for number in 1..=6 {
            pros.push(ready(&app, &format!("pro{number}"), number).await);
        }
        let open = opened(&app, "card").await;
        for pro in &pros[..5] {
            named(&app, pro, &open, 300).await;
        }
        name(&app, &pros[5], &open.id, &json!(300), 120).await.problem(409, "proposals_full");
        let _ = open.answer(&app, &pros[0], "decline").await.expect_status(200);
        named(&app, &pros[5], &open, 300).await;
    }

    async fn prices_end_with_the_time_to_choose(app: TestApp) {
        let ada = ready(&app, "first", 1).await;
        let (open, other) = (opened(&app, "card").await, opened(&app, "card").await);
        named(&app, &ada, &open, 300).await;
        // At 23:00 nobody has named a price for the other; here the client may still choose.
        after(&app, 12 * HOUR + 56 * MINUTE).await;
        assert_eq!((open.status(&app).await.as_str(), other.status(&app).await.as_str()), ("pending", "no_response"));
        after(&app, 13 * HOUR + 30 * MINUTE).await;
        assert_eq!(open.status(&app).await, "no_response");
        after(&app, 0).await;
        assert_eq!(app.text("select outcome from proposals").await.as_deref(), Some("over"));
        // Its visit has begun by now, so it is not opened anew.
        let retry = app.post(&format!("/api/bookings/{}/retry", open.id)).bearer(&open.guest.token).json(&json!({ "radiusKm": 60 }));
        retry.send().await.problem(409, "slot_gone");
    }

    async fn trying_again_opens_it_anew(app: TestApp) {
        let open = {
            let guest = app.guest().await;
            let quote = quoted(&app, &guest, json!({ "timeslotId": "2026-11-27-2" })).await;
            let booking = book(&app, &guest, &open_price(&quote, "card")).await.expect_status(201).json();
            Open { guest, id: booking["id"].as_str().unwrap().to_owned() }
        };
        after(&app, 2 * DAY).await;
        assert_eq!(open.status(&app).await, "no_response");
        let ada = ready(&app, "first", 1).await;
        let retry = app.post(&format!("/api/bookings/{}/retry", open.id)).bearer(&open.guest.token).json(&json!({ "radiusKm": 60 }));
        let again = retry.send().await.expect_status(200).json();
        assert_eq!((&again["status"], &again["open_price"]), (&json!("pending"), &json!(true)));
        after(&app, 0).await;
        look(&app).await;
        assert_eq!(offers(&app, &ada).await.remove(0)["openPrice"], true);
        let raise = app.post(&format!("/api/bookings/{}/raise-price", open.id)).bearer(&open.guest.token).header("idempotency-key", "r");
        raise.json(&json!({ "amountGBP": 500 })).send().await.problem(409, "open_price");
    }

    async fn what_is_wrong_is_refused(app: TestApp) {
        let ada = ready(&app, "first", 1).await;
        let guest = app.guest().await;
        let quote = quoted(&app, &guest, json!({})).await;
        let both = with(open_price(&quote, "card"), json!({ "proposed_price": 300 }));
        book(&app, &guest, &both).await.problem(422, "invalid_combination");
        let cash = with(open_price(&quote, "cash"), json!({ "mode": "CASH" }));
        book(&app, &guest, &cash).await.problem(422, "invalid_combination");
        let open = {
            let booking = book(&app, &guest, &open_price(&quote, "card")).await.expect_status(201).json();
            after(&app, 0).await;
            Open { guest, id: booking["id"].as_str().unwrap().to_owned() }
        };
        for (price, minutes, field) in [
            (json!(0), 120, "price"), (json!(100_001), 120, "price"), (json!(10.5), 120, "price"),
            (json!(300), 119, "lengthMinutes"), (json!(300), 14_401, "lengthMinutes"),
        ] {
            name(&app, &ada, &open.id, &price, minutes).await.invalid_field(field);
        }
        open.answer_id(&app, &json!("proposal-none"), "approve").await.problem(409, "no_proposal");
        // A job that has its price takes no other.
        let priced = app.guest().await;
        let asked = ask(&app, &priced, &wish()).await.expect_status(201).json();
        let booking = book(&app, &priced, &budget(&asked, 95)).await.expect_status(201).json();
        after(&app, 0).await;
        name(&app, &ada, booking["id"].as_str().unwrap(), &json!(300), 120).await.invalid_field("price");
    }

    async fn there_must_be_time_to_name_a_price(app: TestApp) {
        let guest = app.guest().await;
        // From 21:01 on less than two hours are left until twelve hours before the visit of the next day at 11:00.
        app.clock.advance(10 * HOUR + 56 * MINUTE);
        let quote = quoted(&app, &guest, json!({})).await;
        book(&app, &guest, &open_price(&quote, "card")).await.problem(422, "budget_only");
        let _ = book(&app, &guest, &budget(&quote, 300)).await.expect_status(201);
    }

    async fn the_first_price_is_told_by_email_and_text_and_others_by_email(app: TestApp) {
        let (ada, ben) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let open = opened(&app, "card").await;
        named(&app, &ada, &open, 300).await;
        named(&app, &ben, &open, 350).await;
        after(&app, 0).await;
        let names = |to: &str, field: &str| {
            let sent = outbox(&app, to);
            let said = sent.iter().filter(|line| line[field].as_str().is_some_and(|said| said.contains("names a price") || said.contains("would do")));
            said.count()
        };
        assert_eq!((names("ada@example.com", "subject"), names("+447700900123", "text")), (2, 1));
    }

    async fn the_days_of_a_chosen_price_are_kept_free_while_it_waits_for_its_payment(app: TestApp) {
        let ada = ready(&app, "first", 1).await;
        let open = opened_on(&app, "card", "2026-11-27-2").await;
        let next_day = opened_on(&app, "cash", "2026-11-28-2").await;
        named(&app, &ada, &open, 2_000).await;
        named(&app, &ada, &next_day, 300).await;
        let _ = open.answer(&app, &ada, "approve").await.expect_status(200);
        next_day.answer(&app, &ada, "approve").await.problem(409, "pro_unavailable");
        assert_eq!(open.pay(&app).await, 200_000);
        let seen = open.seen(&app).await;
        assert_eq!((&seen["status"], &seen["visit_minutes"]), (&json!("assigned"), &json!(2_880)));
    }

    async fn prices_were_named_for_a_time_and_end_with_it(app: TestApp) {
        let ada = ready(&app, "first", 1).await;
        let open = opened_on(&app, "card", "2026-11-27-2").await;
        named(&app, &ada, &open, 300).await;
        let move_to = |slot: &str| {
            let call = app.call(Method::PATCH, &format!("/api/bookings/{}/reschedule", open.id));
            call.bearer(&open.guest.token).json(&json!({ "timeslotId": slot })).send()
        };
        // Today is too soon for pros to name prices, and no time of today is offered.
        move_to("2026-11-23-3").await.problem(422, "budget_only");
        let times = app.get(&format!("/api/bookings/{}/times", open.id)).bearer(&open.guest.token).send().await.expect_status(200).text();
        assert!(!times.contains("2026-11-23") && times.contains("2026-11-26"), "{times}");
        let moved = move_to("2026-11-26-2").await.expect_status(200).json();
        assert_eq!((&moved["status"], moved.get("proposals")), (&json!("pending"), None));
        after(&app, 0).await;
        assert_eq!(app.text("select outcome from proposals").await.as_deref(), Some("moved"));
        assert_eq!(offers(&app, &ada).await.len(), 1);
        named(&app, &ada, &open, 320).await;
    }

    async fn when_the_last_price_goes_after_its_time_the_search_is_over(app: TestApp) {
        let ada = ready(&app, "first", 1).await;
        let open = opened(&app, "card").await;
        named(&app, &ada, &open, 300).await;
        after(&app, 13 * HOUR).await;
        assert_eq!(open.status(&app).await, "pending");
        let _ = respond(&app, &ada, &open.id, "decline").await.expect_status(200);
        name(&app, &ada, &open.id, &json!(320), 120).await.problem(409, "offer_expired");
        after(&app, 0).await;
        assert_eq!(open.status(&app).await, "no_response");
    }

    async fn taking_back_twice_is_no_refusal_and_three_prices_are_enough(app: TestApp) {
        let ada = ready(&app, "first", 1).await;
        let open = opened(&app, "card").await;
        for price in [300, 310, 320] {
            named(&app, &ada, &open, price).await;
            for _ in 0..2 {
                let _ = respond(&app, &ada, &open.id, "decline").await.expect_status(200);
            }
        }
        name(&app, &ada, &open.id, &json!(330), 120).await.problem(409, "proposals_full");
        after(&app, 0).await;
        let texts = outbox(&app, "+447700900123");
        let named = texts.iter().filter(|line| line["text"].as_str().is_some_and(|text| text.contains("would do")));
        assert!(named.count() <= 1);
    }

    async fn while_one_price_waits_for_its_payment_another_is_taken_back(app: TestApp) {
        let (ada, ben) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let open = opened(&app, "cash").await;
        named(&app, &ada, &open, 900).await;
        named(&app, &ben, &open, 800).await;
        let chosen = open.answer(&app, &ada, "approve").await.expect_status(200).json();
        assert_eq!((&chosen["status"], &chosen["payment_method"]), (&json!("accepted"), &json!("card")));
        let job = app.get(&format!("/api/bookings/{}", open.id)).bearer(&ben.token).send().await.expect_status(200).json();
        assert_eq!(job["proposal"]["standing"], true);
        let _ = respond(&app, &ben, &open.id, "decline").await.expect_status(200);
        after(&app, 15 * MINUTE).await;
        assert_eq!(open.prices(&app).await, [(900, ada.id.clone())]);
    }

    async fn what_has_an_instant_price_is_not_opened(app: TestApp) {
        let guest = app.guest().await;
        let quote = ask(&app, &guest, &wish()).await.expect_status(201).json();
        book(&app, &guest, &open_price(&quote, "card")).await.problem(422, "invalid_combination");
    }

    async fn nothing_says_that_it_costs_nothing(app: TestApp) {
        let ada = ready(&app, "first", 1).await;
        let open = opened(&app, "card").await;
        named(&app, &ada, &open, 300).await;
        let _ = open.answer(&app, &ada, "approve").await.expect_status(200);
        after(&app, 0).await;
        let _ = open.pay(&app).await;
        after(&app, 0).await;
        let sent = [outbox(&app, "ada@example.com"), outbox(&app, "+447700900123")].concat();
        let said: Vec<String> = sent.iter().map(|line| format!("{} {}", line["subject"], line["text"])).collect();
        assert!(said.len() > 4, "{said:#?}");
        for text in &said {
            let is_wrong = text.contains("£0") || text.contains("budget") || text.contains("nothing to pay");
            assert!(!is_wrong, "{text}");
        }
        assert!(said.iter().any(|text| text.contains("takes 2 days")), "{said:#?}");
    }

    async fn a_client_who_cancels_pays_nothing_and_a_leaving_pro_takes_the_price_along(app: TestApp) {
        let ada = ready(&app, "first", 1).await;
        let (open, other) = (opened(&app, "card").await, opened(&app, "card").await);
        named(&app, &ada, &open, 300).await;
        named(&app, &ada, &other, 300).await;
        let cancellation = app.get(&format!("/api/bookings/{}/cancellation", open.id)).bearer(&open.guest.token);
        assert_eq!(cancellation.send().await.expect_status(200).json()["feePence"], 0);
        let cancel = app.call(Method::PATCH, &format!("/api/bookings/{}/cancel", open.id)).bearer(&open.guest.token);
        let _ = cancel.send().await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(app.count("select count(*) from proposals where outcome = 'over'").await, 1);
        app.state.matching.take_off(&ada.id, CancelReason::Suspended).await.unwrap();
        assert!(other.prices(&app).await.is_empty());
    }
}
