//! Putting right what cannot be any more: the pro is suspended, away or gone, the client is erased, nobody answers; and what its links show.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, SECOND};
use callout_domain::links::{self, Kind};
use http::Method;
use serde_json::{Value, json};

use crate::console_people::suspend;
use crate::hours::away;
use crate::journey::text;
use crate::master_leaving::{leave, paid_out};
use crate::matching::{after, ready, seen};
use crate::operator::admin;
use crate::people::{Person, outbox};
use crate::personal_data::erase;
use crate::put_right::{OTHER, SLOT, WHY, agreed, answer, ask, says};
use crate::reviews::done;
use crate::scene::{Scene, read};

async fn outcome(app: &TestApp) -> Option<String> {
    app.text("select outcome from put_rights").await
}

/// A job that was done, whose client asked to have it put right.
async fn asked(app: &TestApp, pro: &Person) -> Scene {
    let scene = done(app, pro).await;
    let _ = ask(app, &scene.guest.token, &scene.booking.id)
        .await
        .expect_status(201);
    scene
}

async fn names(app: &TestApp, token: &str, id: &str, slot: &str) -> Answer {
    let body = json!({ "action": "name", "timeslotId": slot });
    answer(app, token, id, &body).await
}

fn is_told_it_is_off(app: &TestApp) -> bool {
    let told = outbox(app, "ada@example.com");
    told.iter()
        .any(|email| email["subject"] == "No visit to put it right")
}

async fn open(app: &TestApp, token: &str) -> Value {
    let answer = app.get(&format!("/api/b/{token}")).send().await;
    answer.expect_status(200).json()
}

both_databases! {
    async fn a_suspended_pro_comes_no_more(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = asked(&app, &pro).await;
        let (id, client) = (scene.booking.id.as_str(), scene.guest.token.as_str());
        let operator = admin(&app).await;
        suspend(&operator, &pro).await.says("The pro is suspended");
        assert_eq!(outcome(&app).await.as_deref(), Some("refused"));
        after(&app, SECOND).await;
        assert!(is_told_it_is_off(&app));
        says(&app, &pro.token, id, "agree").await.problem(409, "no_put_right");
        for token in [client, &pro.token] {
            ask(&app, token, id).await.problem(409, "pro_unavailable");
        }
        assert_eq!(app.count("select count(*) from bookings").await, 1);
    }

    async fn nobody_comes_without_their_papers_or_on_a_day_off(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done(&app, &pro).await;
        let (id, client) = (scene.booking.id.as_str(), scene.guest.token.as_str());
        let _ = ask(&app, &pro.token, id).await.expect_status(201);
        let _ = away(&app, &pro, "time-away-1", "day_off", "2026-11-26T00:00", "2026-11-27T00:00").await.expect_status(200);
        says(&app, client, id, "agree").await.problem(409, "pro_unavailable");
        let _ = names(&app, client, id, OTHER).await.expect_status(200);
        app.execute("update master_documents set verified_at = null").await;
        says(&app, &pro.token, id, "agree").await.problem(409, "pro_unavailable");
        app.execute("update master_documents set verified_at = uploaded_at").await;
        // A day off that the pro agrees to work on is theirs to give.
        let _ = names(&app, client, id, SLOT).await.expect_status(200);
        let _ = says(&app, &pro.token, id, "agree").await.expect_status(200);
        assert_eq!(app.count("select count(*) from bookings").await, 2);
    }

    async fn it_ends_with_the_pros_account(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = asked(&app, &pro).await;
        paid_out(&app).await;
        let _ = leave(&app, &pro).await.expect_status(204);
        assert_eq!(outcome(&app).await.as_deref(), Some("refused"));
        after(&app, SECOND).await;
        assert!(is_told_it_is_off(&app));
        ask(&app, &scene.guest.token, &scene.booking.id).await.problem(409, "pro_unavailable");
    }

    async fn it_ends_with_the_clients_account(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = asked(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = erase(&app, &scene.guest.token).await.expect_status(204);
        assert_eq!(outcome(&app).await.as_deref(), Some("refused"));
        // As if it had been left open: whoever is erased gets no visit.
        app.execute("update put_rights set outcome = null, ended_at = null").await;
        says(&app, &pro.token, id, "agree").await.problem(409, "no_put_right");
        app.execute("delete from put_rights").await;
        ask(&app, &pro.token, id).await.problem(409, "no_put_right");
        assert_eq!(app.count("select count(*) from bookings").await, 1);
    }

    async fn unanswered_it_ends_a_day_after_the_last_window(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = asked(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let first = app.count("select slot_end from put_rights").await;
        let _ = names(&app, &pro.token, id, OTHER).await.expect_status(200);
        let last = app.count("select slot_end from put_rights").await;
        after(&app, first + DAY - app.clock.now()).await;
        assert_eq!(outcome(&app).await, None, "another window was named since");
        after(&app, last + DAY - app.clock.now() - 1).await;
        assert_eq!(outcome(&app).await, None);
        after(&app, 1).await;
        assert_eq!(outcome(&app).await.as_deref(), Some("refused"));
        after(&app, SECOND).await;
        assert!(is_told_it_is_off(&app));
        let texts = outbox(&app, "+447700900123");
        assert!(texts.iter().any(|sent| text(sent, "text").contains("There will be no visit")), "{texts:?}");
    }

    async fn nobody_goes_to_and_fro_without_end(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = asked(&app, &pro).await;
        let (id, client) = (scene.booking.id.as_str(), scene.guest.token.as_str());
        for turn in 0..5 {
            let _ = names(&app, client, id, [OTHER, SLOT][turn % 2]).await.expect_status(200);
        }
        names(&app, client, id, SLOT).await.problem(409, "put_right_limit");
        let _ = says(&app, client, id, "refuse").await.expect_status(200);
        for _ in 0..4 {
            app.clock.advance(SECOND);
            let _ = ask(&app, client, id).await.expect_status(201);
            let _ = says(&app, client, id, "refuse").await.expect_status(200);
        }
        ask(&app, client, id).await.problem(409, "put_right_limit");
    }

    async fn a_text_leads_to_no_more_than_it_shows(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done(&app, &pro).await;
        let id = scene.booking.id.as_str();
        app.execute("update bookings set email = null, entry_info = 'Code 4711'").await;
        let _ = ask(&app, &pro.token, id).await.expect_status(201);
        let _ = says(&app, &scene.guest.token, id, "agree").await.expect_status(200);
        let sent = links::token(&app.state.keys.link, Kind::Text, &read(&app, id).await).unwrap_or_default();
        let visit = text(&open(&app, &sent).await["put_right"], "visitToken").to_owned();
        let shown = open(&app, &visit).await;
        assert_eq!((&shown["puts_right"], &shown["entry_info_hidden"]), (&json!(id), &json!(true)));
        for hidden in ["4711", "Lovelace", "Test Street"] {
            assert!(!shown.to_string().contains(hidden), "{hidden}: {shown}");
        }
        // Whoever opened the job by all of its link opens all of the visit.
        let whole = text(&seen(&app, &scene).await["put_right"], "visitToken").to_owned();
        assert_eq!(open(&app, &whole).await["entry_info"], "Code 4711");
    }

    async fn a_guest_asks_by_the_link_until_it_is_too_late(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let shown = seen(&app, &scene).await;
        let (link, share) = (text(&shown, "guest_token"), text(&shown, "share_token"));
        app.clock.advance(60 * DAY);
        app.get(&format!("/api/bookings/{id}?share={share}")).send().await.problem(401, "unauthorised");
        let times = app.get(&format!("/api/bookings/{id}/put-right/times?token={link}")).send().await.expect_status(200).json();
        let body = json!({ "text": WHY, "timeslotId": times["items"][0]["id"] });
        let _ = app.post(&format!("/api/bookings/{id}/put-right?token={link}")).json(&body).send().await.expect_status(201);
        app.execute("update bookings set updated_at = ended_at").await;
        app.clock.advance(30 * DAY);
        app.get(&format!("/api/b/{link}")).send().await.problem(401, "unauthorised");
    }

    async fn a_ticket_of_the_visit_ends_with_the_link_of_its_job(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, visit) = agreed(&app, &pro).await;
        let share = text(&seen(&app, &scene).await, "share_token").to_owned();
        let ticket = async || {
            let body = json!({ "bookingId": visit, "share": share });
            let made = app.post("/api/events/ticket").json(&body).send().await.expect_status(201).json();
            format!("/api/events/stream/client/{visit}?t={}", text(&made, "ticket"))
        };
        let (first, second) = (ticket().await, ticket().await);
        drop(app.get(&first).open().await);
        let end = app.call(Method::DELETE, &format!("/api/bookings/{}/share", scene.booking.id)).bearer(&scene.guest.token);
        let _ = end.send().await.expect_status(204);
        app.get(&second).send().await.problem(401, "unauthorised");
    }
}
