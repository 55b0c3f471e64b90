//! POST /api/events/ticket

use api_tests::{Answer, Guest, TestApp, both_databases};
use callout_domain::clock::SECOND;
use callout_front::jobs::housekeeping;
use serde_json::{Value, json};

use crate::journey::{booked, text};
use crate::scene::log_out;

pub(crate) async fn ask(app: &TestApp, person: Option<&Guest>, body: Option<Value>) -> Answer {
    let mut call = app.post("/api/events/ticket");
    if let Some(person) = person {
        call = call.bearer(&person.token);
    }
    if let Some(body) = body {
        call = call.json(&body);
    }
    call.send().await
}

pub(crate) async fn ticket(app: &TestApp, person: &Guest) -> String {
    let answer = ask(app, Some(person), None).await.expect_status(201).json();
    text(&answer, "ticket").to_owned()
}

both_databases! {
    async fn a_bearer_gets_a_ticket_with_or_without_a_body(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        for body in [None, Some(json!({})), Some(json!({ "bookingId": booking["id"] }))] {
            let answer = ask(&app, Some(&guest), body).await.expect_status(201);
            assert!(text(&answer.json(), "ticket").len() >= 43);
        }
        assert_eq!(app.count("select count(*) from tickets").await, 3);
    }

    async fn a_made_up_one_costs_no_write(app: TestApp) {
        let before = app.state.db.counts();
        for path in ["/booking/C-12345678/receipt?t=made-up", "/api/events/stream/client/C-12345678?ticket=made-up"] {
            app.get(path).status().await;
        }
        assert_eq!(app.state.db.counts().commits, before.commits);
    }

    async fn neither_ticket_nor_token_is_stored(app: TestApp) {
        let guest = app.guest().await;
        let ticket = ticket(&app, &guest).await;
        assert_eq!(app.count(&format!("select count(*) from tickets where hash = '{ticket}' or grants like '%{ticket}%'")).await, 0);
        let grants = app.text("select grants from tickets").await.unwrap();
        assert!(!grants.contains(&guest.token), "{grants}");
    }

    async fn a_ticket_opens_one_stream(app: TestApp) {
        let guest = app.guest().await;
        let ticket = ticket(&app, &guest).await;
        let path = format!("/api/events/notify/user/{}?t={ticket}", guest.id);
        drop(app.get(&path).open().await);
        app.get(&path).send().await.problem(401, "unauthorised");
        app.get(&format!("/api/events/notify/user/{}?t=made-up", guest.id)).send().await.problem(401, "unauthorised");
    }

    async fn of_many_at_once_one_gets_in(app: TestApp) {
        let guest = app.guest().await;
        let ticket = ticket(&app, &guest).await;
        let taken = futures_util::future::join_all((0..8).map(|_| app.state.tickets.take(&ticket))).await;
        assert_eq!(taken.into_iter().filter(|taken| taken.as_ref().unwrap().is_some()).count(), 1);
    }

    async fn a_ticket_lasts_a_minute(app: TestApp) {
        let guest = app.guest().await;
        let (first, second) = (ticket(&app, &guest).await, ticket(&app, &guest).await);
        let path = |ticket: &str| format!("/api/events/notify/user/{}?t={ticket}", guest.id);
        app.clock.advance(60 * SECOND - 1);
        drop(app.get(&path(&first)).open().await);
        app.clock.advance(1);
        app.get(&path(&second)).send().await.problem(401, "unauthorised");
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from tickets").await, 0);
    }

    async fn it_ends_with_the_session(app: TestApp) {
        let guest = app.guest().await;
        let ticket = ticket(&app, &guest).await;
        log_out(&app, &guest).await;
        app.get(&format!("/api/events/notify/user/{}?t={ticket}", guest.id)).send().await.problem(401, "unauthorised");
        ask(&app, Some(&guest), None).await.problem(401, "unauthorised");
    }

    async fn the_holder_of_a_link_gets_a_ticket(app: TestApp) {
        let guest = app.guest().await;
        let (booking, stranger) = (booked(&app, &guest).await, app.guest().await);
        let (id, token, share) = (text(&booking, "id"), text(&booking, "guest_token"), text(&booking, "share_token"));
        for body in [json!({ "bookingId": id, "token": token }), json!({ "bookingId": id, "share": share })] {
            let _ = ask(&app, None, Some(body.clone())).await.expect_status(201);
            // Somebody else's bearer token does not keep the link from working.
            let _ = ask(&app, Some(&stranger), Some(body)).await.expect_status(201);
        }
        ask(&app, None, Some(json!({ "token": token }))).await.invalid_field("bookingId");
        for body in [json!({ "bookingId": id, "token": "rubbish" }), json!({ "bookingId": id, "share": token }), json!({ "bookingId": "C-00000000", "share": "C-00000000.AAAA" })] {
            ask(&app, None, Some(body)).await.problem(401, "unauthorised");
        }
        ask(&app, None, Some(json!({ "bookingId": id, "token": share }))).await.problem(403, "forbidden");
        ask(&app, None, Some(json!({ "bookingId": "C-00000000", "token": token }))).await.problem(404, "not_found");
        // A link's ticket does not open a person's stream.
        let linked = ask(&app, None, Some(json!({ "bookingId": id, "token": token }))).await.expect_status(201).json();
        app.get(&format!("/api/events/notify/user/{}?t={}", guest.id, text(&linked, "ticket"))).send().await.problem(401, "unauthorised");
    }

    async fn refused(app: TestApp) {
        let (guest, stranger) = (app.guest().await, app.guest().await);
        let booking = booked(&app, &guest).await;
        ask(&app, None, None).await.problem(401, "unauthorised");
        ask(&app, None, Some(json!({ "bookingId": booking["id"] }))).await.problem(401, "unauthorised");
        ask(&app, Some(&stranger), Some(json!({ "bookingId": booking["id"] }))).await.problem(404, "not_found");
        app.post("/api/events/ticket").bearer(&guest.token).body("text/plain", "{}").send().await.problem(415, "unsupported_media_type");
        app.post("/api/events/ticket").bearer(&guest.token).body("application/json", "{").send().await.invalid_field("body");
        for _ in 0..300 {
            let _ = app.post("/api/events/ticket").bearer("rubbish").ip([9, 9, 9, 9].into()).send().await.expect_status(401);
        }
        let refused = app.post("/api/events/ticket").bearer(&guest.token).ip([9, 9, 9, 9].into()).send().await;
        assert!(refused.header("retry-after").is_some());
        refused.problem(429, "too_many_requests");
    }
}
