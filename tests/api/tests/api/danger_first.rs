//! Danger before any price, work on gas for Gas Safe engineers alone, and what is not ours.

use api_tests::{Answer, Guest, TestApp, both_databases};
use callout_booking::gas_work;
use serde_json::{Value, json};

use crate::journey::{ask, book, cash, quote, wish, with};
use crate::matching::{offers, ready};
use crate::pros::upload;

/// What may be a danger, or not.
const DOUBTFUL: &str = "strange smell and the lights keep flickering";

async fn estimate(app: &TestApp, texts: &[(&str, &str)]) -> Answer {
    app.post("/api/ai/estimate").multipart(texts, &[]).send().await
}

/// The request for a quote without an instant price.
fn unpriced(description: &str, answers: &Value) -> Value {
    with(
        wish(),
        json!({ "description": description, "amountPence": 0, "dangerAnswers": answers }),
    )
}

/// The signed quote for a request, whatever it costs: the right one is in the refusal of a wrong amount.
async fn signed(app: &TestApp, guest: &Guest, request: &Value) -> Value {
    let refused = ask(app, guest, request).await.problem(409, "price_changed");
    refused["quote"].clone()
}

both_databases! {
    async fn what_may_be_danger_is_asked_about(app: TestApp) {
        let asked = estimate(&app, &[("text", DOUBTFUL), ("postcode", "SW1")]).await.expect_status(200).json();
        assert_eq!((&asked["danger_question"]["kind"], &asked["suggested_flow"]), (&json!("electrics"), &json!("ask_for_details")));
        assert_eq!((&asked["estimated_cost"], &asked["mode"], &asked["alternatives"]), (&json!(null), &json!("none"), &json!([])));
        let answered = |yes: bool| json!([{ "kind": "electrics", "yes": yes }]);
        let safe = answered(false).to_string();
        let priced = estimate(&app, &[("text", DOUBTFUL), ("postcode", "SW1"), ("dangerAnswers", &safe)]).await.expect_status(200).json();
        assert!(priced.get("danger_question").is_none() && priced["mode"] != "danger", "{priced}");
        let yes = answered(true).to_string();
        let danger = estimate(&app, &[("text", DOUBTFUL), ("postcode", "SW1"), ("dangerAnswers", &yes)]).await.expect_status(200).json();
        assert_eq!((&danger["mode"], &danger["suggested_flow"]), (&json!("danger"), &json!("emergency_advice")));
        estimate(&app, &[("text", DOUBTFUL), ("postcode", "SW1"), ("dangerAnswers", "yes")]).await.invalid_field("dangerAnswers");

        let guest = app.guest().await;
        let open = ask(&app, &guest, &unpriced(DOUBTFUL, &json!([]))).await;
        open.problem(422, "danger_question");
        // An answer to what is not asked answers nothing.
        let other = json!([{ "kind": "gas", "yes": false }]);
        ask(&app, &guest, &unpriced(DOUBTFUL, &other)).await.problem(422, "danger_question");
        // Only the last answer to what is asked counts, and is kept.
        let answers = json!([{ "kind": "gas", "yes": true }, { "kind": "electrics", "yes": true }, { "kind": "electrics", "yes": false }]);
        let request = unpriced(DOUBTFUL, &answers);
        let right = signed(&app, &guest, &request).await;
        let booking = book(&app, &guest, &cash(&right)).await.expect_status(201).json();
        let kept = format!("select danger_answers from bookings where id = '{}'", booking["id"].as_str().unwrap());
        assert_eq!(app.text(&kept).await.unwrap(), r#"[{"kind":"electrics","yes":false}]"#);
    }

    async fn a_yes_to_gas_cannot_be_quoted(app: TestApp) {
        let guest = app.guest().await;
        let text = "funny smell near the boiler";
        let asked = estimate(&app, &[("text", text), ("postcode", "SW1")]).await.expect_status(200).json();
        assert_eq!(asked["danger_question"]["kind"], "gas", "{asked}");
        let yes = json!([{ "kind": "gas", "yes": true }]);
        ask(&app, &guest, &unpriced(text, &yes)).await.problem(422, "emergency_advice");
    }

    async fn whom_to_call_depends_on_where_it_is(app: TestApp) {
        for (postcode, numbers) in [("SW1", vec!["0800 111 999", "999"]), ("BT1", vec!["0800 002 001", "999"]), ("JE2", vec!["999"])] {
            let gas = estimate(&app, &[("text", "I smell gas in the kitchen"), ("postcode", postcode)]).await.expect_status(200).json();
            let told: Vec<&str> = gas["emergency_numbers"].as_array().unwrap().iter().map(|one| one["number"].as_str().unwrap()).collect();
            assert_eq!(told, numbers, "{postcode}");
        }
        let refused = estimate(&app, &[("text", "Leaking tap"), ("postcode", "JE2")]).await;
        assert_eq!(refused.invalid_field("postcode"), "We don't work there yet.");
        let guest = app.guest().await;
        ask(&app, &guest, &with(wish(), json!({ "postcode": "GY1" }))).await.problem(422, "area_not_served");
    }

    async fn what_is_not_ours_is_not_quoted_for(app: TestApp) {
        let text = "mow the lawn every fortnight";
        let told = estimate(&app, &[("text", text), ("postcode", "SW1")]).await.expect_status(200).json();
        assert_eq!((&told["out_of_scope"], &told["estimated_cost"]), (&json!(true), &json!(null)));
        let guest = app.guest().await;
        ask(&app, &guest, &unpriced(text, &json!([]))).await.problem(422, "out_of_scope");
        // The way back for a wrong refusal.
        let chosen = with(unpriced(text, &json!([])), json!({ "problemTypeToUse": "handyman" }));
        ask(&app, &guest, &chosen).await.problem(409, "price_changed");
    }

    async fn only_gas_safe_engineers_get_work_on_gas(app: TestApp) {
        let (plain, engineer) = (ready(&app, "plain", 1).await, ready(&app, "engineer", 2).await);
        upload(&app, &engineer, "gas_safe", Some("2027-12-31")).await;
        app.execute(&format!("update master_documents set verified_at = uploaded_at where master_id = '{}'", engineer.id)).await;
        app.execute(&format!("update masters set changed_at = {} where id = '{}'", app.clock.now() + 1, engineer.id)).await;
        app.clock.advance(5_000);
        crate::matching::look(&app).await;
        let guest = app.guest().await;
        // The type that the client chose instead does not lift it.
        let request = with(unpriced("fit a gas hob in the kitchen", &json!([])), json!({ "problemTypeToUse": "general_plumbing" }));
        let right = signed(&app, &guest, &request).await;
        let booking = book(&app, &guest, &cash(&right)).await.expect_status(201).json();
        assert_eq!(booking["gas_work"], true, "{booking}");
        crate::matching::after(&app, 0).await;
        let asked_for = |list: Vec<Value>| list.iter().any(|offer| offer["bookingId"] == booking["id"]);
        assert!(asked_for(offers(&app, &engineer).await), "{:?}", offers(&app, &engineer).await);
        assert!(!asked_for(offers(&app, &plain).await));
        // The client may look the number up; nobody else is told.
        app.execute("update master_documents set number = '543210' where kind = 'gas_safe'").await;
        let id = booking["id"].as_str().unwrap();
        let _ = crate::matching::respond(&app, &engineer, id, "accept").await.expect_status(200);
        let read = async |path: String, token: &str| app.get(&path).bearer(token).send().await.expect_status(200).json();
        let seen = read(format!("/api/bookings/{id}"), &guest.token).await;
        assert_eq!(seen["assigned_master_gas_safe"], json!({ "number": "543210", "checkedOn": "2026-11-23" }));
        let share = booking["share_token"].as_str().unwrap();
        let shared = app.get(&format!("/api/bookings/{id}?share={share}")).send().await.expect_status(200).json();
        assert!(!shared.to_string().contains("543210"));
        app.execute("update bookings set gas_work = 0").await;
        assert!(read(format!("/api/bookings/{id}"), &guest.token).await.get("assigned_master_gas_safe").is_none());
        app.execute("update bookings set gas_work = 1").await;
        app.execute("update master_documents set expires_on = '2026-11-22' where kind = 'gas_safe'").await;
        assert!(read(format!("/api/bookings/{id}"), &guest.token).await.get("assigned_master_gas_safe").is_none());
    }

    async fn older_open_bookings_are_read_once(app: TestApp) {
        let guest = app.guest().await;
        let right = quote(&app, &guest, &wish()).await;
        let booking = book(&app, &guest, &cash(&right)).await.expect_status(201).json();
        let pro = ready(&app, "plain", 1).await;
        app.execute(&format!(
            "update bookings set gas_work = null, description = 'move the gas pipe for my hob', assigned_master_id = '{}'", pro.id
        ))
        .await;
        for found in [1, 0] {
            assert_eq!(gas_work::read_open(&app.state.db, &app.clock).await.unwrap(), found);
        }
        let id = booking["id"].as_str().unwrap();
        assert_eq!(app.count(&format!("select gas_work from bookings where id = '{id}'")).await, 1);
        assert_eq!(app.count("select count(*) from jobs where dedupe_key like 'gas-work-%'").await, 1);
    }

    async fn what_was_read_is_told_with_the_booking(app: TestApp) {
        let guest = app.guest().await;
        let right = quote(&app, &guest, &wish()).await;
        let booking = book(&app, &guest, &cash(&right)).await.expect_status(201).json();
        assert_eq!(booking["explanation"][0], json!({ "kind": "keyword", "entry": "leak" }));
        assert!(booking.get("gas_work").is_none());
    }
}
