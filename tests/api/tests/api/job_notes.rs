//! PUT /api/bookings/{id}/notes: what a pro keeps about a job for themselves.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::DAY;
use callout_domain::job_notes::Notes;
use http::Method;
use serde_json::{Value, json};

use crate::matching::{ready, seen, step};
use crate::matching_jobs::taken;
use crate::people::Person;
use crate::work_photos::{forget, some};

const WORDS: &str = "Stopcock under the stairs; ring 07700 900123.";

async fn keep(app: &TestApp, pro: &Person, id: &str, body: &Value) -> Answer {
    let call = app.call(Method::PUT, &format!("/api/bookings/{id}/notes"));
    call.bearer(&pro.token).json(body).send().await
}

async fn photos_left(app: &TestApp) -> i64 {
    app.state.photos.sweep().await.unwrap();
    app.count("select count(*) from uploads").await
}

both_databases! {
    async fn notes_and_photos_are_the_pros_own(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let urls = some(&app, 2).await;
        let body = json!({ "text": format!("  {WORDS} "), "photos": urls });
        for _ in 0..2 {
            let kept = keep(&app, &pro, id, &body).await.expect_status(200).json();
            assert_eq!((&kept["notes"]["text"], &kept["notes"]["photos"]), (&json!(WORDS), &json!(urls)));
        }
        keep(&app, &other, id, &body).await.problem(404, "not_found");
        let booking = seen(&app, &scene).await;
        assert!(booking.get("notes").is_none() && !booking.to_string().contains("Stopcock"));
        let _ = app.get(&urls[0]).bearer(&pro.token).send().await.expect_status(200);
        app.get(&urls[0]).bearer(&scene.guest.token).send().await.problem(404, "not_found");
        let by_link = format!("{}?token={}", urls[0], booking["guest_token"].as_str().unwrap());
        app.get(&by_link).send().await.problem(404, "not_found");
        app.get(&by_link).bearer(&pro.token).send().await.problem(404, "not_found");
        app.get(&urls[0]).bearer(&other.token).send().await.problem(404, "not_found");
        let copy = app.get("/api/masters/me/export").bearer(&pro.token).send().await.expect_status(200).json();
        assert_eq!((&copy["jobNotes"][0]["bookingId"], &copy["jobNotes"][0]["notes"]["text"]), (&json!(id), &json!(WORDS)));
    }

    async fn what_is_kept_no_longer_is_deleted(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let urls = some(&app, 3).await;
        let _ = keep(&app, &pro, id, &json!({ "text": WORDS, "photos": urls[..2] })).await.expect_status(200);
        let kept = keep(&app, &pro, id, &json!({ "text": "", "photos": [urls[2], urls[1]] })).await.expect_status(200).json();
        assert_eq!((&kept["notes"]["text"], &kept["notes"]["photos"]), (&json!(""), &json!([urls[2], urls[1]])));
        assert_eq!(photos_left(&app).await, 2);
        keep(&app, &pro, id, &json!({ "text": "", "photos": [urls[0]] })).await.invalid_field("photos");
        assert_eq!(photos_left(&app).await, 2);
    }

    async fn bad_input_changes_nothing(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let urls = some(&app, 9).await;
        keep(&app, &pro, id, &json!({ "text": "ä".repeat(2_001) })).await.invalid_field("text");
        keep(&app, &pro, id, &json!({ "photos": [] })).await.invalid_field("text");
        for photos in [json!(urls), json!([urls[0], urls[0]]), json!(["/api/files/none"]), json!(["https://elsewhere.example/x"])] {
            keep(&app, &pro, id, &json!({ "text": "", "photos": photos })).await.invalid_field("photos");
        }
        assert_eq!(app.count("select count(*) from job_notes").await, 0);
        assert_eq!(app.count("select count(*) from uploads where attached_to is not null").await, 0);
        keep(&app, &pro, "C-none", &json!({ "text": "" })).await.problem(404, "not_found");
    }

    async fn they_close_after_90_days_and_go_after_two_years(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        for to in ["in_progress", "completed"] {
            let _ = step(&app, &pro, id, to).await.expect_status(200);
        }
        app.execute("update payments set status = 'succeeded', captured_pence = amount_pence").await;
        let urls = some(&app, 1).await;
        app.clock.advance(90 * DAY - 1);
        let notes = Notes::parse(WORDS, urls).unwrap();
        let _ = app.state.matching.keep_notes(&pro.id, id, notes.clone()).await.unwrap();
        app.clock.advance(1);
        assert_eq!(app.state.matching.keep_notes(&pro.id, id, notes).await.unwrap_err().code, "notes_closed");
        assert_eq!(app.text("select text from job_notes").await.as_deref(), Some(WORDS));
        app.clock.advance(640 * DAY);
        forget(&app).await;
        assert_eq!(app.count("select count(*) from job_notes where text = '' and photos = '[]'").await, 1);
    }

    async fn a_closed_account_takes_them_along(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let urls = some(&app, 1).await;
        let _ = keep(&app, &pro, id, &json!({ "text": WORDS, "photos": urls })).await.expect_status(200);
        let master = pro.id.clone();
        app.state.db.write(move |connection| Box::pin(async move {
            callout_store::personal_master::end(connection, &master, 1).await
        })).await.unwrap();
        assert_eq!(app.count("select count(*) from job_notes where text = '' and photos = '[]'").await, 1);
        assert_eq!(photos_left(&app).await, 0);
    }
}
