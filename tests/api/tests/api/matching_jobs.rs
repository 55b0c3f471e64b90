//! What a pro sees of jobs, and the steps from `assigned` to `completed`, or back.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::DAY;
use http::Method;
use serde_json::{Value, json};

use crate::matching::{after, jobs, offers, ready, respond, seen, step};
use crate::people::Person;
use crate::scene::{Scene, event_kinds, settled, status};

/// A job that this pro has accepted.
pub(crate) async fn taken(app: &TestApp, pro: &Person) -> Scene {
    let scene = Box::pin(settled(app)).await;
    let _ = Box::pin(respond(app, pro, &scene.booking.id, "accept"))
        .await
        .expect_status(200);
    after(app, 0).await;
    scene
}

pub(crate) async fn job(app: &TestApp, pro: &Person, id: &str) -> Value {
    let answer = app
        .get(&format!("/api/bookings/{id}"))
        .bearer(&pro.token)
        .send()
        .await;
    answer.expect_status(200).json()
}

const PERSONAL: [&str; 6] = [
    "customer_name",
    "customer_phone",
    "address_line1",
    "postcode",
    "entry_info",
    "customer_email",
];

both_databases! {
    async fn a_pro_learns_who_and_where_when_the_job_is_theirs(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        app.execute("update bookings set description = 'Leak. Call 07700 900123, SW1A 1AA', entry_info = 'Code 7'").await;
        let offered = job(&app, &pro, id).await;
        assert!(PERSONAL.iter().all(|field| offered.get(field).is_none()), "{offered}");
        assert!(offered.get("customer_first_name").is_none() && offered["offer_until"].is_string());
        let description = offered["description"].as_str().unwrap();
        assert!(description.starts_with("Leak.") && !description.contains("900123") && !description.contains("1AA"));
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        let own = job(&app, &pro, id).await;
        assert_eq!((&own["customer_name"], &own["customer_phone"]), (&json!("Ada Lovelace"), &json!("+447700900123")));
        assert_eq!((&own["address_line1"], &own["postcode"], &own["entry_info"]), (&json!("1 Test Street"), &json!("SW1A 1AA"), &json!("Code 7")));
        assert!(own["description"].as_str().unwrap().contains("07700 900123"));
        for to in ["in_progress", "completed"] {
            let _ = step(&app, &pro, id, to).await.expect_status(200);
        }
        assert_eq!(job(&app, &pro, id).await["customer_name"], "Ada Lovelace");
        app.clock.advance(DAY);
        let over = job(&app, &pro, id).await;
        assert!(PERSONAL.iter().all(|field| over.get(field).is_none()), "{over}");
        assert_eq!((&over["customer_first_name"], &over["district"]), (&json!("Ada"), &json!("SW1A")));
        assert!(seen(&app, &scene).await.get("assigned_master_phone").is_none());
        assert_eq!(seen(&app, &scene).await["assigned_master_name"], "Ada L.");
    }

    async fn the_job_goes_through_to_done(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        step(&app, &other, id, "en_route").await.problem(404, "not_found");
        step(&app, &pro, id, "completed").await.problem(409, "illegal_transition");
        step(&app, &pro, id, "confirmed").await.problem(409, "illegal_transition");
        step(&app, &pro, id, "nonsense").await.invalid_field("status");
        for to in ["en_route", "in_progress", "completed"] {
            for _ in 0..2 {
                assert_eq!(step(&app, &pro, id, to).await.expect_status(200).json()["status"], to);
            }
        }
        assert_eq!(
            event_kinds(&app, &scene).await,
            ["created", "paid", "pending", "assigned", "en_route", "in_progress", "completed"]
        );
        assert_eq!(app.count("select count(*) from booking_events where data like '%early%'").await, 1, "it is tomorrow's job");
        assert!(jobs(&app, &pro, "active").await.is_empty());
        assert_eq!(jobs(&app, &pro, "completed").await[0]["id"], id);
        step(&app, &pro, id, "cancelled").await.problem(409, "illegal_transition");
    }

    async fn a_pro_may_withdraw_and_others_are_asked(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let withdraw = |reason: &str| app.post(&format!("/api/bookings/{id}/withdraw")).bearer(&pro.token).json(&json!({ "reason": reason }));
        withdraw(" ").send().await.invalid_field("reason");
        let left = withdraw("My van broke down").send().await.expect_status(200).json();
        assert_eq!(left["status"], "pending");
        assert!(PERSONAL.iter().all(|field| left.get(field).is_none()), "{left}");
        after(&app, 0).await;
        assert_eq!(app.get(&format!("/api/bookings/{id}")).bearer(&pro.token).send().await.status, 404);
        respond(&app, &pro, id, "accept").await.problem(403, "not_eligible");
        assert!(seen(&app, &scene).await.get("assigned_master_id").is_none());
        assert_eq!(seen(&app, &scene).await["matching"]["asked"], 1);
        assert_eq!(offers(&app, &other).await[0]["bookingId"], id);
        let _ = respond(&app, &other, id, "accept").await.expect_status(200);
        after(&app, 0).await;
        let steps = job(&app, &other, id).await["events"].clone();
        assert_eq!((steps.as_array().unwrap().len(), &steps[0]["type"]), (1, &json!("assigned")), "nothing of the other pro's");
        assert_eq!(app.count("select captured_pence from payments").await, 11_700);
        assert_eq!(app.count("select count(*) from payments").await, 1, "what was captured is kept for the next pro");
        assert_eq!(app.count("select taken from slot_places").await, 1);
    }

    async fn what_a_job_earns_is_posted_once(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let card = taken(&app, &pro).await;
        app.execute("update bookings set amount_pence = 10700, discount_pence = 1000").await;
        for to in ["in_progress", "completed", "completed"] {
            let _ = step(&app, &pro, &card.booking.id, to).await.expect_status(200);
        }
        let balance = async |account: String| {
            let sql = format!("select cast(sum(amount_pence) as bigint) from ledger_entries where account = '{account}'");
            app.count(&sql).await
        };
        let (pro_id, client) = (pro.id.clone(), card.guest.id.clone());
        // 15% of £117.00 is £17.55; the platform pays the coupon of £10.
        assert_eq!(balance(format!("pro:{pro_id}:clearing")).await, -9_945);
        assert_eq!(balance("platform:fees".to_owned()).await, -1_755);
        assert_eq!(balance("platform:promotions".to_owned()).await, 1_000);
        assert_eq!(balance(format!("client:{client}")).await, -1_000, "what the test took off after the capture");
        let cash = taken(&app, &pro).await;
        let id = cash.booking.id.as_str();
        app.execute(&format!("update bookings set payment_method = 'cash', amount_pence = 10700, discount_pence = 1000 where id = '{id}'")).await;
        for to in ["in_progress", "completed"] {
            let _ = step(&app, &pro, id, to).await.expect_status(200);
        }
        assert_eq!(balance(format!("pro:{pro_id}")).await, 1_755 - 1_000, "the fee of a cash job is owed");
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from ledger_entries").await, 0);
    }

    async fn a_client_may_only_cancel_by_status(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let by_client = |to: &str| app.call(Method::PUT, &format!("/api/bookings/{}", scene.booking.id)).bearer(&scene.guest.token).json(&json!({ "status": to }));
        by_client("completed").send().await.problem(409, "illegal_transition");
        let cancelled = by_client("cancelled").send().await.expect_status(200).json();
        assert_eq!((&cancelled["status"], status(&app, &scene).await.as_str()), (&json!("cancelled"), "cancelled"));
        after(&app, 0).await;
        assert_eq!(jobs(&app, &pro, "cancelled").await[0]["id"], scene.booking.id.as_str());
        assert!(jobs(&app, &pro, "cancelled").await[0].get("customer_phone").is_none(), "gone at once");
        let other = settled(&app).await;
        assert_eq!(offers(&app, &pro).await[0]["bookingId"], other.booking.id.as_str(), "the time is free again");
    }
}
