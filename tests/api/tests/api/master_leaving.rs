//! GET /api/masters/me/export, DELETE /api/masters/me

use api_tests::{Answer, TestApp, both_databases};
use http::Method;
use serde_json::json;

use crate::copies::rejected;
use crate::matching::{look, offers, ready, respond, seen, step};
use crate::people::{PASSWORD, Person, client, master_by_code, master_login};
use crate::pros::{me, put, rates};
use crate::reviews::{done, review};
use crate::scene::settled;

pub(crate) async fn leave(app: &TestApp, pro: &Person) -> Answer {
    app.call(Method::DELETE, "/api/masters/me")
        .bearer(&pro.token)
        .send()
        .await
}

/// As if everything was paid out.
pub(crate) async fn paid_out(app: &TestApp) {
    app.execute("delete from ledger_entries where account like 'pro:%'")
        .await;
    app.execute("delete from pro_balances").await;
}

both_databases! {
    async fn the_export_has_what_is_known_of_the_pro(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = review(&app, &pro.token, id, &json!({ "rating": 5, "text": "Kind" })).await.expect_status(201);
        let _ = review(&app, &scene.guest.token, id, &json!({ "rating": 4, "text": "Neat" })).await.expect_status(201);
        let _ = put(&app, &pro, "location", &json!({ "lat": 51.5, "lng": -0.1 })).await.expect_status(204);
        let answer = app.get("/api/masters/me/export").bearer(&pro.token).send().await.expect_status(200);
        assert_eq!(answer.header("content-disposition"), Some("attachment; filename=\"callout-data.json\""));
        let data = answer.json();
        assert_eq!((&data["profile"]["basics"]["lastName"], &data["hasPassword"]), (&json!("Lovelace"), &json!(true)));
        assert_eq!(data["identifiers"][0]["value"], "pro@example.com");
        assert_eq!(data["documents"][0]["kind"], "identity");
        assert_eq!(data["position"]["lat"], 51.5);
        assert_eq!((&data["jobs"][0]["id"], &data["offers"][0]["answer"]), (&json!(id), &json!("accepted")));
        assert_eq!((&data["reviewsWritten"][0]["review"]["text"], &data["reviewsReceived"][0]["review"]["text"]), (&json!("Kind"), &json!("Neat")));
        let earned: i64 = data["ledger"].as_array().unwrap().iter().map(|line| line["amountPence"].as_i64().unwrap()).sum();
        assert_eq!(earned, -9_945);
        let text = answer.text();
        for credential in ["argon2", pro.token.as_str()] {
            assert!(!text.contains(credential), "{credential}");
        }
        let stranger = ready(&app, "stranger", 2).await;
        let other = app.get("/api/masters/me/export").bearer(&stranger.token).send().await.expect_status(200).json();
        assert_eq!((&other["jobs"], &other["ledger"], &other["reviewsReceived"]), (&json!([]), &json!([]), &json!([])));
        app.get("/api/masters/me/export").send().await.problem(401, "unauthorised");
        let ada = client(&app, "ada@example.com").await;
        app.get("/api/masters/me/export").bearer(&ada.token).send().await.problem(401, "unauthorised");
    }

    async fn a_review_that_is_hidden_is_not_exported(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done(&app, &pro).await;
        let _ = review(&app, &scene.guest.token, &scene.booking.id, &json!({ "rating": 1, "text": "Bad" })).await.expect_status(201);
        let data = app.get("/api/masters/me/export").bearer(&pro.token).send().await.expect_status(200).json();
        assert_eq!(data["reviewsReceived"], json!([]));
    }

    async fn ten_exports_an_hour(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        for _ in 0..10 {
            let _ = app.get("/api/masters/me/export").bearer(&pro.token).send().await.expect_status(200);
        }
        app.get("/api/masters/me/export").bearer(&pro.token).send().await.problem(429, "too_many_requests");
    }

    async fn open_jobs_and_open_prices_keep_a_pro(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let propose = app.post(&format!("/api/matching/respond/{id}")).bearer(&pro.token);
        let _ = propose.json(&json!({ "action": "accept", "price_delta": 5 })).send().await.expect_status(200);
        leave(&app, &pro).await.problem(409, "open_jobs");
        let _ = respond(&app, &pro, id, "decline").await.expect_status(200);
        let other = ready(&app, "other", 2).await;
        let _ = respond(&app, &other, id, "accept").await.expect_status(200);
        for to in ["en_route", "in_progress"] {
            leave(&app, &other).await.problem(409, "open_jobs");
            let _ = step(&app, &other, id, to).await.expect_status(200);
        }
        leave(&app, &other).await.problem(409, "open_jobs");
        assert_eq!(me(&app, &other).await["email"], "other@example.com");
        // Whoever took the price back is free to go.
        let _ = leave(&app, &pro).await.expect_status(204);
    }

    async fn earnings_and_debts_keep_a_pro(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = done(&app, &pro).await;
        leave(&app, &pro).await.problem(409, "balance_not_zero");
        paid_out(&app).await;
        // The fee of a job in cash is a debt.
        app.execute(&format!("insert into ledger_entries (reference, line, account, amount_pence, currency)
            select reference, 9, 'pro:{}', 1755, 'GBP' from ledger_transactions where kind = 'completed'", pro.id)).await;
        app.execute(&format!("insert into pro_balances (master_id, available_pence) values ('{}', -1755)", pro.id)).await;
        leave(&app, &pro).await.problem(409, "balance_not_zero");
        paid_out(&app).await;
        let _ = leave(&app, &pro).await.expect_status(204);
    }

    async fn a_former_pro_stays_without_a_name(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = put(&app, &pro, "profile/rates", &rates()).await.expect_status(200);
        let _ = put(&app, &pro, "location", &json!({ "lat": 51.5, "lng": -0.1 })).await.expect_status(204);
        let scene = done(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = review(&app, &scene.guest.token, id, &json!({ "rating": 4, "text": "Ada Lovelace was here" })).await.expect_status(201);
        paid_out(&app).await;
        // What an operator wrote about a paper goes with the paper.
        rejected(&app, &pro, "Ada Lovelace cannot be read.").await;
        let code = crate::people::master_code(&app, "pro@example.com").await;
        let left = leave(&app, &pro).await.expect_status(204);
        assert!(left.body.is_empty());

        let left = app.all_text().await;
        for trace in ["pro@", "ada l", "lovelace", "900123", "high street", "sw1a 1aa"] {
            // The client of the job has the same name, and their receipt says who sold them the work.
            let is_theirs = |line: &&str| line.starts_with("bookings.") || line.starts_with("receipts.seller");
            let place = left.lines().filter(|line| !is_theirs(line)).find(|line| line.contains(trace));
            assert_eq!(place, None, "{trace}");
        }
        assert_eq!(app.count("select count(*) from master_positions").await, 0);
        assert_eq!(app.count("select count(*) from master_events").await, 0);
        // The one file that its papers named may go.
        assert_eq!(app.count("select count(*) from loose_files").await, 0);
        assert_eq!(app.count("select count(*) from reviews where rating = 4").await, 1);
        // Nothing of the account opens any more.
        app.get("/api/masters/me").bearer(&pro.token).send().await.problem(401, "unauthorised");
        leave(&app, &pro).await.problem(401, "unauthorised");
        master_login(&app, "pro@example.com", PASSWORD).await.problem(401, "invalid_credentials");
        crate::people::master_verify(&app, "pro@example.com", &code, "").await.problem(401, "invalid_code");
        for path in ["profile", "reviews"] {
            app.get(&format!("/api/masters/{}/{path}", pro.id)).send().await.problem(404, "not_found");
        }
        let booking = seen(&app, &scene).await;
        assert_eq!((&booking["assigned_master_name"], booking.get("assigned_master_phone")), (&json!("A former pro"), None));
        let path = format!("/api/bookings/{id}?share={}", booking["share_token"].as_str().unwrap());
        assert_eq!(app.get(&path).send().await.expect_status(200).json()["assigned_master_name"], "A former pro");
        // The same email begins anew.
        let anew = master_by_code(&app, "pro@example.com", "").await;
        assert_ne!(anew.id, pro.id);
        assert_eq!(me(&app, &anew).await["status"], "incomplete");
    }

    async fn who_has_left_is_asked_no_more(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = leave(&app, &pro).await.expect_status(204);
        look(&app).await;
        let other = ready(&app, "other", 2).await;
        let scene = settled(&app).await;
        assert_eq!(offers(&app, &other).await.len(), 1);
        assert_eq!(app.count(&format!("select count(*) from offers where master_id = '{}'", pro.id)).await, 0);
        assert_eq!(seen(&app, &scene).await["matching"]["asked"], 1);
    }

    async fn a_job_may_come_in_while_a_pro_leaves_but_not_both(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let (took, left) = futures_util::future::join(respond(&app, &pro, id, "accept"), leave(&app, &pro)).await;
        let assigned = app.text("select assigned_master_id from bookings").await;
        if took.status == 200 {
            assert_eq!((left.status.as_u16(), assigned.as_deref()), (409, Some(pro.id.as_str())));
        } else {
            assert_eq!((left.status.as_u16(), assigned), (204, None));
        }
    }
}
