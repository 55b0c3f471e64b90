//! Photos of the finished work: who sends them, who sees them, and until when.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR};
use callout_front::jobs::housekeeping;
use http::Method;
use serde_json::{Value, json};

use crate::matching::{put_step, ready, seen, step};
use crate::matching_jobs::{job, taken};
use crate::people::Person;
use crate::scene::Scene;
use crate::uploads::{file_of, stored};

/// A job that has begun.
pub(crate) async fn begun(app: &TestApp, pro: &Person) -> Scene {
    let scene = taken(app, pro).await;
    let _ = step(app, pro, &scene.booking.id, "in_progress")
        .await
        .expect_status(200);
    scene
}

pub(crate) fn with_photos(urls: &[String]) -> Value {
    json!({ "status": "completed", "photos": urls })
}

pub(crate) async fn some(app: &TestApp, count: usize) -> Vec<String> {
    let mut urls = Vec::new();
    for _ in 0..count {
        urls.push(stored(app).await);
    }
    urls
}

/// What forgets people's data, as if an operator had switched it on: a round for each of its steps, then the photos that the last let go of.
pub(crate) async fn forget(app: &TestApp) {
    let mut jobs = app.state.jobs.clone();
    jobs.services.keeping.is_on = true;
    for _ in 0..3 {
        housekeeping::run(&jobs).await;
    }
    jobs.photos.sweep().await.unwrap();
}

both_databases! {
    async fn a_job_ends_with_one_to_eight_photos_or_a_reason(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = begun(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let urls = some(&app, 9).await;
        put_step(&app, &pro, id, &json!({ "status": "completed" })).await.invalid_field("photos");
        for wrong in [with_photos(&[]), with_photos(&urls), with_photos(&[urls[0].clone(), urls[0].clone()]), with_photos(&["/api/files/none".to_owned()])] {
            put_step(&app, &pro, id, &wrong).await.invalid_field("photos");
        }
        let too_short = json!({ "status": "completed", "cannotPhotograph": "no" });
        put_step(&app, &pro, id, &too_short).await.invalid_field("cannotPhotograph");
        assert_eq!(app.count("select count(*) from uploads where attached_to is not null").await, 0, "a refusal takes no photo");
        assert_eq!(seen(&app, &scene).await["status"], "in_progress");
        let done = put_step(&app, &pro, id, &with_photos(&urls[..8])).await.expect_status(200).json();
        assert_eq!(done["work"]["completion_photos"], json!(urls[..8]));
        let _ = put_step(&app, &pro, id, &with_photos(&urls[..8])).await.expect_status(200);
        assert_eq!(seen(&app, &scene).await["work"]["completion_photos"], json!(urls[..8]));
        let events = app.get(&format!("/api/bookings/{id}/events")).bearer(&scene.guest.token).send().await.json();
        assert_eq!(events.as_array().unwrap().last().unwrap()["data"], json!({ "photos": 8 }));
        assert_eq!(app.count("select count(*) from booking_events where type = 'completed'").await, 1);
        // The pro's timeline: the steps since the job is theirs.
        let steps = job(&app, &pro, id).await["events"].clone();
        let kinds: Vec<_> = steps.as_array().unwrap().iter().map(|step| step["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["assigned", "in_progress", "completed"]);
        assert_eq!((&steps[0]["data"], &steps[2]["data"]), (&json!({}), &json!({ "photos": 8 })));
        assert_eq!(steps[2]["at"], "2026-11-23T10:05:00+00:00");
    }

    async fn both_sides_read_why_there_is_no_photo(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = begun(&app, &pro).await;
        let body = json!({ "status": "completed", "cannotPhotograph": "  The pipe is behind the wall.  " });
        let _ = put_step(&app, &pro, &scene.booking.id, &body).await.expect_status(200);
        let expected = json!({ "completion_photos": [], "not_photographed": "The pipe is behind the wall." });
        assert_eq!(seen(&app, &scene).await["work"], expected);
        assert_eq!(job(&app, &pro, &scene.booking.id).await["work"], expected);
    }

    async fn a_photo_belongs_to_one_job_and_is_seen_by_its_people_alone(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = begun(&app, &pro).await;
        let urls = some(&app, 1).await;
        let _ = put_step(&app, &pro, &scene.booking.id, &with_photos(&urls)).await.expect_status(200);
        let second = begun(&app, &other).await;
        put_step(&app, &other, &second.booking.id, &with_photos(&urls)).await.invalid_field("photos");
        let booking = seen(&app, &scene).await;
        let with = |name: &str, token: &str| format!("{}?{name}={}", urls[0], booking[token].as_str().unwrap());
        let _ = app.get(&with("token", "guest_token")).send().await.expect_status(200);
        app.get(&with("share", "share_token")).send().await.problem(403, "forbidden");
        app.get(&urls[0]).bearer(&other.token).send().await.problem(404, "not_found");
        app.get(&urls[0]).bearer(&second.guest.token).send().await.problem(404, "not_found");
        app.clock.advance(2 * DAY);
        for who in [&pro.token, &scene.guest.token] {
            let _ = app.get(&urls[0]).bearer(who).send().await.expect_status(200);
        }
    }

    async fn photos_are_gone_two_years_after_the_end(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let request = stored(&app).await;
        let request_id = request.trim_start_matches("/api/files/");
        app.execute(&format!("update uploads set attached_to = '{id}' where id = '{request_id}'")).await;
        app.execute(&format!("update bookings set photo_id = '{request_id}' where id = '{id}'")).await;
        let place = seen(&app, &scene).await["location"].clone();
        let urls = some(&app, 2).await;
        let start = json!({ "status": "in_progress", "withoutCode": {
            "reason": "Nobody opens the door.", "photoUrl": urls[0], "lat": place["lat"], "lng": place["lng"] } });
        let _ = put_step(&app, &pro, id, &start).await.expect_status(200);
        let _ = put_step(&app, &pro, id, &with_photos(&urls[1..])).await.expect_status(200);
        app.execute("update payments set status = 'succeeded', captured_pence = amount_pence").await;
        app.clock.advance(730 * DAY - HOUR);
        forget(&app).await;
        assert!(urls.iter().all(|url| file_of(&app, url).exists()));
        app.clock.advance(2 * HOUR);
        forget(&app).await;
        assert!(urls.iter().all(|url| !file_of(&app, url).exists()));
        assert!(!file_of(&app, &request).exists(), "the client's photo goes with them");
        assert_eq!(app.text("select completion_photos from bookings").await.as_deref(), Some("[]"));
        assert_eq!(app.count("select count(*) from uploads").await, 0);
    }

    async fn what_was_said_and_shown_goes_with_the_people(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = begun(&app, &pro).await;
        let urls = some(&app, 1).await;
        let id = scene.booking.id.as_str();
        let _ = put_step(&app, &pro, id, &with_photos(&urls)).await.expect_status(200);
        app.execute("update bookings set started_without = 'Ada was at work', not_photographed = 'Ada asked me not to'").await;
        let exported = app.get("/api/masters/me/export").bearer(&pro.token).send().await.expect_status(200).json();
        assert_eq!(exported["jobs"][0]["work"]["completion_photos"], json!(urls));
        // Nothing is owed to anybody.
        app.execute("update clients set is_guest = 0").await;
        app.clock.advance(DAY);
        let exported = app.get("/api/clients/me/export").bearer(&scene.guest.token).send().await.expect_status(200).json();
        assert_eq!(exported["bookings"][0]["booking"]["work"]["completion_photos"], json!(urls));
        assert!(exported["bookings"][0]["booking"].get("start_code").is_none());
        let _ = app.call(Method::DELETE, "/api/clients/me").bearer(&scene.guest.token).send().await.expect_status(204);
        assert!(!file_of(&app, &urls[0]).exists());
        for column in ["started_without", "not_photographed", "completion_photos"] {
            let left = app.text(&format!("select {column} from bookings")).await.unwrap();
            assert!(left.is_empty() || left == "[]", "{column}: {left}");
        }
    }
}
