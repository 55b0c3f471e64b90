//! POST /api/bookings/{id}/review, GET /api/masters/{id}/reviews, and where the stars are shown.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, SECOND};
use http::Method;
use serde_json::{Value, json};

use crate::matching::{ready, seen, step};
use crate::matching_jobs::{job, taken};
use crate::people::{Person, master_by_code};
use crate::scene::Scene;

/// A job of this pro that is done.
pub(crate) async fn done(app: &TestApp, pro: &Person) -> Scene {
    let scene = taken(app, pro).await;
    for to in ["in_progress", "completed"] {
        let _ = step(app, pro, &scene.booking.id, to).await.expect_status(200);
    }
    scene
}

pub(crate) async fn review(app: &TestApp, token: &str, id: &str, body: &Value) -> Answer {
    let call = app.post(&format!("/api/bookings/{id}/review"));
    call.bearer(token).json(body).send().await
}

async fn shown(app: &TestApp, pro: &Person) -> Vec<Value> {
    let list = app.get(&format!("/api/masters/{}/reviews", pro.id)).send().await;
    let mut items = list.expect_status(200).json()["items"]
        .as_array()
        .unwrap()
        .clone();
    for item in &mut items {
        let id = item.as_object_mut().unwrap().remove("id");
        assert!(id.is_some_and(|id| id.is_string()));
    }
    items
}

async fn profile(app: &TestApp, pro: &Person) -> Value {
    let profile = app.get(&format!("/api/masters/{}/profile", pro.id)).send().await;
    profile.expect_status(200).json()
}

/// Reviews of this pro that are shown, as many as there are ratings, each of a job of its own.
async fn rated(app: &TestApp, pro: &Person, ratings: &[i64]) {
    for rating in ratings {
        let scene = done(app, pro).await;
        let _ = review(
            app,
            &scene.guest.token,
            &scene.booking.id,
            &json!({ "rating": rating }),
        )
        .await
        .expect_status(201);
        let _ = review(app, &pro.token, &scene.booking.id, &json!({ "rating": 5 }))
            .await
            .expect_status(201);
        app.clock.advance(SECOND);
    }
}

both_databases! {
    async fn neither_side_is_shown_before_both_have_written(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done(&app, &pro).await;
        let (id, token) = (scene.booking.id.as_str(), scene.guest.token.as_str());
        assert_eq!(seen(&app, &scene).await["review_until"], "2026-11-30T10:05:00+00:00");
        let opinion = json!({ "rating": 4, "text": "  Neat work. Call 07700 900123  " });
        let written = review(&app, token, id, &opinion).await.expect_status(201).json();
        assert_eq!((&written["rating"], &written["created_at"]), (&json!(4), &json!("2026-11-23T10:05:00+00:00")));
        let text = written["text"].as_str().unwrap();
        assert!(text.starts_with("Neat work. Call ") && !text.contains("900123"), "{text}");
        assert!(shown(&app, &pro).await.is_empty());
        let own = seen(&app, &scene).await;
        assert_eq!((&own["review"], own.get("review_until")), (&written, None));
        // The pro's side learns nothing of it, and writes for operators only.
        let before = job(&app, &pro, id).await;
        assert_eq!((before.get("review"), &before["review_until"]), (None, &json!("2026-11-30T10:05:00+00:00")));
        let _ = review(&app, &pro.token, id, &json!({ "rating": 1, "text": "Rude" })).await.expect_status(201);
        assert_eq!(job(&app, &pro, id).await["review"]["text"], "Rude");
        let list = shown(&app, &pro).await;
        assert_eq!(list, [json!({ "text": text, "created_at": "2026-11-23T10:05:00+00:00" })]);
        assert_eq!(app.count("select count(*) from reviews where shown_from = written_at").await, 2);
        assert!(!seen(&app, &scene).await.to_string().contains("Rude"));
    }

    async fn one_side_alone_is_shown_after_seven_days(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done(&app, &pro).await;
        let _ = review(&app, &scene.guest.token, &scene.booking.id, &json!({ "rating": 5, "text": "Fine" })).await.expect_status(201);
        app.clock.advance(7 * DAY - SECOND);
        assert!(shown(&app, &pro).await.is_empty());
        app.clock.advance(SECOND);
        assert_eq!(shown(&app, &pro).await[0]["text"], "Fine");
    }

    async fn a_job_is_reviewed_within_seven_days_of_its_end(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let (id, token) = (scene.booking.id.as_str(), scene.guest.token.as_str());
        let five = json!({ "rating": 5 });
        for side in [token, &pro.token] {
            review(&app, side, id, &five).await.problem(409, "not_completed");
        }
        assert!(seen(&app, &scene).await.get("review_until").is_none());
        for to in ["in_progress", "completed"] {
            let _ = step(&app, &pro, id, to).await.expect_status(200);
        }
        app.clock.advance(7 * DAY - SECOND);
        let _ = review(&app, token, id, &five).await.expect_status(201);
        app.clock.advance(SECOND);
        // The bearer of a pro lives for seven days.
        let pro = master_by_code(&app, "pro@example.com", "").await;
        review(&app, &pro.token, id, &five).await.problem(409, "review_closed");
        assert!(job(&app, &pro, id).await.get("review_until").is_none());
        // What was written in time is still the answer to the same call.
        let _ = review(&app, token, id, &five).await.expect_status(201);
        assert_eq!(app.count("select count(*) from reviews").await, 1);
    }

    async fn each_side_writes_once(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done(&app, &pro).await;
        let (id, token) = (scene.booking.id.as_str(), scene.guest.token.as_str());
        let opinion = json!({ "rating": 3, "text": "All right" });
        let first = review(&app, token, id, &opinion).await.expect_status(201).json();
        app.clock.advance(SECOND);
        assert_eq!(review(&app, token, id, &opinion).await.expect_status(201).json(), first);
        for other in [json!({ "rating": 4, "text": "All right" }), json!({ "rating": 3 }), json!({ "rating": 3, "text": "Bad" })] {
            review(&app, token, id, &other).await.problem(409, "already_reviewed");
        }
        assert_eq!(app.count("select count(*) from reviews where rating = 3").await, 1);
    }

    async fn only_the_two_sides_write(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = done(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let path = format!("/api/bookings/{id}/review");
        let five = json!({ "rating": 5 });
        app.post(&path).json(&five).send().await.problem(401, "unauthorised");
        review(&app, &app.guest().await.token, id, &five).await.problem(404, "not_found");
        review(&app, &other.token, id, &five).await.problem(404, "not_found");
        let own = seen(&app, &scene).await;
        let by_link = async |name: &str, token: &Value| {
            let token = token.as_str().unwrap();
            app.post(&format!("{path}?{name}={token}")).json(&five).send().await
        };
        by_link("share", &own["share_token"]).await.problem(403, "forbidden");
        let _ = by_link("token", &own["guest_token"]).await.expect_status(201);
        assert_eq!(app.text("select author from reviews").await.as_deref(), Some("client"));
    }

    async fn stars_and_texts_have_their_limits(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done(&app, &pro).await;
        let (id, token) = (scene.booking.id.as_str(), scene.guest.token.as_str());
        for wrong in [json!(0), json!(6), json!(-1)] {
            review(&app, token, id, &json!({ "rating": wrong })).await.invalid_field("rating");
        }
        for malformed in [json!({ "rating": "5" }), json!({ "rating": 4.5 }), json!({})] {
            review(&app, token, id, &malformed).await.invalid_field("rating");
        }
        let longest = "é".repeat(1_000);
        review(&app, token, id, &json!({ "rating": 5, "text": format!("{longest}e") })).await.invalid_field("text");
        assert_eq!(app.count("select count(*) from reviews").await, 0);
        let written = review(&app, token, id, &json!({ "rating": 1, "text": longest })).await.expect_status(201).json();
        assert_eq!(written["text"], longest);
    }

    async fn stars_are_shown_from_three_reviews_on(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        rated(&app, &pro, &[5, 4]).await;
        let few = profile(&app, &pro).await;
        assert_eq!((few.get("rating"), &few["reviewCount"]), (None, &json!(2)));
        assert!(shown(&app, &pro).await.iter().all(|review| review.get("rating").is_none()));
        rated(&app, &pro, &[5]).await;
        let enough = profile(&app, &pro).await;
        assert_eq!((&enough["rating"], &enough["reviewCount"]), (&json!(4.7), &json!(3)));
        let ratings: Vec<Value> = shown(&app, &pro).await.iter().map(|review| review["rating"].clone()).collect();
        assert_eq!(ratings, [json!(5), json!(4), json!(5)]);
        let scene = taken(&app, &pro).await;
        let booking = seen(&app, &scene).await;
        assert_eq!(booking["assigned_master_rating"], 4.7);
        let path = format!("/api/bookings/{}?share={}", scene.booking.id, booking["share_token"].as_str().unwrap());
        let shared = app.get(&path).send().await.expect_status(200).json();
        assert_eq!((&shared["assigned_master_name"], &shared["assigned_master_rating"]), (&json!("Ada"), &json!(4.7)));
        assert_eq!(shared["seq"], booking["seq"]);
    }

    async fn the_list_comes_in_pages(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        rated(&app, &pro, &[1, 2, 3, 4, 5]).await;
        let path = format!("/api/masters/{}/reviews", pro.id);
        let (mut ratings, mut query) = (Vec::new(), "?limit=2".to_owned());
        loop {
            let page = app.get(&format!("{path}{query}")).send().await.expect_status(200).json();
            ratings.extend(page["items"].as_array().unwrap().iter().map(|review| review["rating"].as_i64().unwrap()));
            let Some(cursor) = page["next_cursor"].as_str() else { break };
            query = format!("?limit=2&cursor={cursor}");
        }
        assert_eq!(ratings, [5, 4, 3, 2, 1]);
        for limit in [0, 101] {
            app.get(&format!("{path}?limit={limit}")).send().await.invalid_field("limit");
        }
        app.get(&format!("{path}?cursor=x")).send().await.invalid_field("cursor");
        app.get("/api/masters/nobody/reviews").send().await.problem(404, "not_found");
    }

    async fn erasure_empties_the_words_and_keeps_the_stars(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done(&app, &pro).await;
        let (id, token) = (scene.booking.id.as_str(), scene.guest.token.as_str());
        let _ = review(&app, token, id, &json!({ "rating": 4, "text": "Ask for Ada" })).await.expect_status(201);
        let _ = review(&app, &pro.token, id, &json!({ "rating": 2, "text": "Ada was late" })).await.expect_status(201);
        app.execute(&format!("insert into proposals (id, booking_id, master_id, price_pence, delta_pence, message, made_at, until, outcome) \
            values ('p-1', '{id}', '{}', 1, 1, 'Dear Ada', 1, 1, 'declined')", pro.id)).await;
        app.execute(&format!("update booking_events set data = '{{\"who\":\"Ada\"}}' where booking_id = '{id}' and seq = 1")).await;
        let data = app.get("/api/clients/me/export").bearer(token).send().await.expect_status(200).json();
        assert_eq!(data["bookings"][0]["review"]["text"], "Ask for Ada");
        assert!(!data.to_string().contains("Ada was late"));
        let erased = app.call(Method::DELETE, "/api/clients/me").bearer(token).send().await;
        let _ = erased.expect_status(204);
        assert_eq!(app.count("select count(*) from reviews where text <> ''").await, 0);
        assert_eq!(app.count("select cast(sum(rating) as bigint) from reviews").await, 6);
        assert_eq!(app.text("select message from proposals").await, None);
        assert_eq!(app.count("select count(*) from booking_events where data <> '{}'").await, 0);
        assert_eq!(shown(&app, &pro).await, [json!({ "created_at": "2026-11-23T10:05:00+00:00" })]);
    }

    async fn the_best_come_first_once_stars_are_shown(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        rated(&app, &pro, &[3, 5]).await;
        let page = async |query: &str| {
            let answer = app.get(&format!("/api/masters/{}/reviews?{query}", pro.id)).send().await;
            answer.expect_status(200).json()
        };
        let few = page("sort=rating&limit=1").await;
        let more = page(&format!("sort=rating&limit=1&cursor={}", few["next_cursor"].as_str().unwrap())).await;
        assert!(few["items"][0].get("rating").is_none() && more["items"][0].get("rating").is_none());
        assert!(few["items"][0]["created_at"].as_str() > more["items"][0]["created_at"].as_str(), "the newest first");
        rated(&app, &pro, &[4, 5]).await;
        let (mut stars, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = page(&format!("sort=rating&limit=2{cursor}")).await;
            stars.extend(page["items"].as_array().unwrap().iter().map(|review| review["rating"].as_i64().unwrap()));
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(stars, [5, 5, 4, 3]);
        let by_date = page("sort=date").await;
        assert_eq!(by_date["items"][0]["rating"], 5);
        assert_eq!(by_date["items"][1]["rating"], 4);
        app.get(&format!("/api/masters/{}/reviews?sort=worst", pro.id)).send().await.problem(422, "invalid");
    }

    async fn a_pro_replies_once(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = done(&app, &pro).await;
        let _ = review(&app, &scene.guest.token, &scene.booking.id, &json!({ "rating": 2, "text": "Late." })).await.expect_status(201);
        let id = app.text("select id from reviews").await.unwrap();
        let reply = async |person: &Person, text: &str| {
            let call = app.post(&format!("/api/masters/reviews/{id}/reply")).bearer(&person.token);
            call.json(&json!({ "text": text })).send().await
        };
        reply(&pro, "Sorry").await.problem(404, "not_found");
        let _ = review(&app, &pro.token, &scene.booking.id, &json!({ "rating": 5 })).await.expect_status(201);
        reply(&other, "Sorry").await.problem(404, "not_found");
        reply(&pro, "  ").await.invalid_field("text");
        reply(&pro, &"x".repeat(501)).await.invalid_field("text");
        for _ in 0..2 {
            let replied = reply(&pro, "Sorry: traffic. Ring me on 07700 900123.").await.expect_status(200).json();
            assert!(replied["reply"]["text"].as_str().unwrap().starts_with("Sorry: traffic."));
            assert!(!replied["reply"]["text"].as_str().unwrap().contains("900123"));
        }
        reply(&pro, "Another").await.problem(409, "already_replied");
        assert!(shown(&app, &pro).await[0]["reply"]["created_at"].is_string());
    }
}
