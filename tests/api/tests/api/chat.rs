//! GET /api/chat/history/{bookingId}, POST /api/chat/read/{bookingId}, and what else knows of chats: bookings, jobs, streams, the
//! email to a pro, export, erasure and the end of their time.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR, MINUTE};
use callout_front::jobs::housekeeping;
use http::Method;
use serde_json::{Value, json};

use crate::journey::text;
use crate::matching::{after, jobs, ready, respond, seen, step};
use crate::people::outbox;
use crate::scene::settled;
use crate::sockets::{Pair, Socket};

async fn history(app: &TestApp, token: &str, id: &str, query: &str) -> Answer {
    let path = format!("/api/chat/history/{id}{query}");
    app.get(&path).bearer(token).send().await
}

async fn read(app: &TestApp, token: &str, id: &str, body: Option<Value>) -> Answer {
    let call = app.post(&format!("/api/chat/read/{id}")).bearer(token);
    match body {
        Some(body) => call.json(&body).send().await,
        None => call.send().await,
    }
}

/// Writes a message and waits until it is acknowledged; its id.
async fn write(socket: &mut Socket, client_id: &str, words: &str) -> String {
    socket.write(client_id, words).await;
    loop {
        let next = socket.next().await;
        if next["clientId"] == client_id {
            return text(&next, "id").to_owned();
        }
    }
}

pub(crate) fn texts(messages: &Value) -> Vec<&str> {
    let messages = messages.as_array().unwrap();
    messages.iter().map(|message| text(message, "text")).collect()
}

both_databases! {
    async fn both_read_the_same_history(app: TestApp) {
        let pair = Pair::new(&app).await;
        assert_eq!(history(&app, &pair.pro.token, pair.id(), "").await.expect_status(200).json(), json!([]));
        let (mut client, mut pro) = (pair.client(&app).await, pair.pro(&app).await);
        let first = write(&mut client, "a-1", "Hello").await;
        app.clock.advance(MINUTE);
        let second = write(&mut pro, "b-1", "Hello to you").await;
        let of_client = history(&app, &pair.scene.guest.token, pair.id(), "").await.expect_status(200).json();
        let of_pro = history(&app, &pair.pro.token, pair.id(), "").await.expect_status(200).json();
        for (messages, own) in [(&of_client, 0), (&of_pro, 1)] {
            assert_eq!(texts(messages), ["Hello", "Hello to you"]);
            for (place, message) in messages.as_array().unwrap().iter().enumerate() {
                assert_eq!(message.get("clientId").is_some(), place == own, "a name is its maker's");
                assert_eq!((&message["type"], &message["status"], &message["read"]), (&json!("message"), &json!("sent"), &json!(false)));
            }
        }
        let ids: Vec<&str> = of_pro.as_array().unwrap().iter().map(|message| text(message, "id")).collect();
        assert_eq!(ids, [&first, &second]);
        let before = history(&app, &pair.pro.token, pair.id(), &format!("?before={second}")).await.expect_status(200).json();
        assert_eq!(texts(&before), ["Hello"]);
        history(&app, &pair.pro.token, pair.id(), "?before=msg-made-up").await.problem(404, "not_found");
    }

    async fn the_newest_200_come_first(app: TestApp) {
        let pair = Pair::new(&app).await;
        let mut client = pair.client(&app).await;
        let _ = write(&mut client, "a-0", "0").await;
        for number in 1..=250 {
            app.execute(&format!(
                "insert into chat_messages (booking_id, master_id, seq, id, sender, client_key, text, sent_at)
                 values ('{}', '{}', {number} + 1, 'm-{number}', 'client', 'k-{number}', '{number}', 1)",
                pair.id(), pair.pro.id
            )).await;
        }
        app.execute("update chat_threads set last_seq = 251, client_last = 251").await;
        let newest = history(&app, &pair.pro.token, pair.id(), "").await.expect_status(200).json();
        let newest = texts(&newest);
        assert_eq!((newest.len(), newest[0], newest[199]), (200, "51", "250"));
        let older = history(&app, &pair.pro.token, pair.id(), "?before=m-51").await.expect_status(200).json();
        let older = texts(&older);
        assert_eq!((older.len(), older[0], older[50]), (51, "0", "50"));
    }

    async fn before_a_pro_is_assigned_it_is_closed(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let closed = history(&app, &scene.guest.token, id, "").await.problem(409, "chat_closed");
        assert_eq!(closed["detail"], "Chat opens when a pro is assigned.");
        read(&app, &scene.guest.token, id, None).await.problem(409, "chat_closed");
        history(&app, &pro.token, id, "").await.problem(404, "not_found");
        let booking = seen(&app, &scene).await;
        assert!(booking.get("chat").is_none() && booking.get("unread").is_none(), "{booking}");
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        let booking = seen(&app, &scene).await;
        assert_eq!((&booking["chat"], &booking["unread"]), (&json!("open"), &json!(0)));
        let _ = history(&app, &scene.guest.token, id, "").await.expect_status(200);
    }

    async fn a_day_after_the_end_it_can_only_be_read(app: TestApp) {
        let pair = Pair::new(&app).await;
        let _ = write(&mut pair.client(&app).await, "a-1", "Hello").await;
        for to in ["en_route", "in_progress", "completed"] {
            let _ = step(&app, &pair.pro, pair.id(), to).await.expect_status(200);
        }
        app.clock.advance(DAY - 1);
        assert_eq!(seen(&app, &pair.scene).await["chat"], "open");
        app.clock.advance(1);
        assert_eq!(seen(&app, &pair.scene).await["chat"], "read_only");
        assert_eq!(jobs(&app, &pair.pro, "completed").await[0]["chat"], "read_only");
        assert_eq!(texts(&history(&app, &pair.scene.guest.token, pair.id(), "").await.expect_status(200).json()), ["Hello"]);
        let _ = read(&app, &pair.pro.token, pair.id(), None).await.expect_status(204);
        assert_eq!(app.count("select pro_read from chat_threads").await, 1);
    }

    async fn only_the_two_see_it(app: TestApp) {
        let pair = Pair::new(&app).await;
        let (other, stranger) = (ready(&app, "other", 2).await, app.guest().await);
        for token in [&other.token, &stranger.token] {
            history(&app, token, pair.id(), "").await.problem(404, "not_found");
            read(&app, token, pair.id(), None).await.problem(404, "not_found");
        }
        let path = format!("/api/chat/history/{}", pair.id());
        app.get(&path).send().await.problem(401, "unauthorised");
        let link = seen(&app, &pair.scene).await;
        for (name, token) in [("token", &link["guest_token"]), ("share", &link["share_token"])] {
            app.get(&format!("{path}?{name}={}", token.as_str().unwrap())).send().await.problem(401, "unauthorised");
        }
        let shared = app.get(&format!("/api/bookings/{}?share={}", pair.id(), text(&link, "share_token"))).send().await.json();
        assert!(shared.get("unread").is_none() && shared.get("chat").is_none(), "{shared}");
    }

    async fn unread_is_counted_for_each_side(app: TestApp) {
        let pair = Pair::new(&app).await;
        let (mut client, mut pro) = (pair.client(&app).await, pair.pro(&app).await);
        let first = write(&mut client, "a-1", "One").await;
        let _ = write(&mut client, "a-2", "Two").await;
        let _ = write(&mut pro, "b-1", "Three").await;
        assert_eq!(seen(&app, &pair.scene).await["unread"], 1);
        assert_eq!(jobs(&app, &pair.pro, "active").await[0]["unread"], 2);
        let list = app.get("/api/bookings").bearer(&pair.scene.guest.token).send().await.json();
        assert_eq!(list["items"][0]["unread"], 1);
        let _ = read(&app, &pair.pro.token, pair.id(), Some(json!({ "id": first }))).await.expect_status(204);
        assert_eq!(jobs(&app, &pair.pro, "active").await[0]["unread"], 1);
        for _ in 0..2 {
            let _ = read(&app, &pair.pro.token, pair.id(), None).await.expect_status(204);
            assert_eq!(jobs(&app, &pair.pro, "active").await[0]["unread"], 0);
        }
        // It never goes back.
        let _ = read(&app, &pair.pro.token, pair.id(), Some(json!({ "id": first }))).await.expect_status(204);
        assert_eq!(jobs(&app, &pair.pro, "active").await[0]["unread"], 0);
        read(&app, &pair.pro.token, pair.id(), Some(json!({ "id": "msg-made-up" }))).await.problem(404, "not_found");
        assert_eq!(seen(&app, &pair.scene).await["unread"], 1, "the client has not read");
        let messages = history(&app, &pair.scene.guest.token, pair.id(), "").await.expect_status(200).json();
        assert_eq!((&messages[0]["status"], &messages[1]["read"], &messages[2]["read"]), (&json!("read"), &json!(true), &json!(false)));
    }

    async fn the_streams_tell_that_there_is_a_message(app: TestApp) {
        let pair = Pair::new(&app).await;
        let of_client = format!("/api/events/stream/client/{}", pair.id());
        let of_pro = format!("/api/events/stream/master/{}", pair.pro.id);
        let mut client_stream = app.get(&of_client).bearer(&pair.scene.guest.token).open().await;
        let mut pro_stream = app.get(&of_pro).bearer(&pair.pro.token).open().await;
        let _ = (client_stream.block().await, pro_stream.block().await);
        let (mut client, mut pro) = (pair.client(&app).await, pair.pro(&app).await);
        let _ = write(&mut client, "a-1", "One").await;
        let _ = write(&mut pro, "b-1", "Two").await;
        for stream in [&mut client_stream, &mut pro_stream] {
            let event = stream.event().await.unwrap();
            assert_eq!((event.event.as_deref(), event.id), (Some("message"), None));
            let data: Value = serde_json::from_str(&event.data.unwrap()).unwrap();
            assert_eq!(data, json!({ "type": "message", "bookingId": pair.id(), "unread": 1 }));
        }
        let _ = read(&app, &pair.pro.token, pair.id(), None).await.expect_status(204);
        let data: Value = serde_json::from_str(&pro_stream.event().await.unwrap().data.unwrap()).unwrap();
        assert_eq!(data["unread"], 0);
        // Who opens a stream with something unread is told at once.
        let mut again = app.get(&of_client).bearer(&pair.scene.guest.token).open().await;
        let _ = again.block().await;
        assert_eq!(again.event().await.unwrap().event.as_deref(), Some("message"));
    }

    async fn a_pro_who_does_not_read_is_told_once_by_email(app: TestApp) {
        let pair = Pair::new(&app).await;
        let mails = || outbox(&app, "pro@example.com").into_iter().filter(|mail| text(mail, "subject") == "Your client has written to you").collect::<Vec<_>>();
        let mut client = pair.client(&app).await;
        let _ = write(&mut client, "a-1", "Secret words").await;
        after(&app, 2 * MINUTE).await;
        let _ = write(&mut client, "a-2", "Are you there?").await;
        after(&app, 3 * MINUTE - 1).await;
        assert!(mails().is_empty());
        after(&app, 1).await;
        let sent = mails();
        assert_eq!(sent.len(), 1);
        let said = text(&sent[0], "text");
        assert!(said.contains(&format!("/chat/{}", pair.id())), "{said}");
        assert!(!said.contains("Secret"), "{said}");
        after(&app, HOUR).await;
        assert_eq!(mails().len(), 1, "once for all that waits");
        // Read in time: no email. Unread again: another one.
        let _ = read(&app, &pair.pro.token, pair.id(), None).await.expect_status(204);
        let _ = write(&mut client, "a-3", "Hello").await;
        let _ = read(&app, &pair.pro.token, pair.id(), None).await.expect_status(204);
        after(&app, 5 * MINUTE).await;
        assert_eq!(mails().len(), 1);
        let _ = write(&mut client, "a-4", "Hello").await;
        after(&app, 5 * MINUTE).await;
        assert_eq!(mails().len(), 2);
        // What the pro writes waits for nobody's email; and a pro who has left is told nothing.
        let _ = write(&mut pair.pro(&app).await, "b-1", "Hello").await;
        let _ = read(&app, &pair.pro.token, pair.id(), None).await.expect_status(204);
        let _ = write(&mut client, "a-5", "Hello").await;
        let reason = json!({ "reason": "My van broke down" });
        let withdraw = app.post(&format!("/api/bookings/{}/withdraw", pair.id())).bearer(&pair.pro.token).json(&reason);
        let _ = withdraw.send().await.expect_status(200);
        after(&app, 5 * MINUTE).await;
        assert_eq!(mails().len(), 2);
    }

    async fn export_and_erasure_have_it(app: TestApp) {
        let pair = Pair::new(&app).await;
        let _ = write(&mut pair.client(&app).await, "a-1", "Hello").await;
        let _ = write(&mut pair.pro(&app).await, "b-1", "Hello to you").await;
        let data = app.get("/api/clients/me/export").bearer(&pair.scene.guest.token).send().await.expect_status(200).json();
        let messages = &data["bookings"][0]["messages"];
        assert_eq!(texts(messages), ["Hello", "Hello to you"]);
        assert_eq!((&messages[0]["from"], &messages[1]["from"]), (&json!("client"), &json!("pro")));
        for to in ["in_progress", "completed"] {
            let _ = step(&app, &pair.pro, pair.id(), to).await.expect_status(200);
        }
        let erased = app.call(Method::DELETE, "/api/clients/me").bearer(&pair.scene.guest.token).send().await;
        let _ = erased.expect_status(204);
        assert_eq!(app.count("select count(*) from chat_messages").await, 0);
        assert_eq!(app.count("select count(*) from chat_threads").await, 0);
        assert_eq!(history(&app, &pair.pro.token, pair.id(), "").await.expect_status(200).json(), json!([]));
    }

    async fn it_is_kept_for_twelve_months(app: TestApp) {
        let pair = Pair::new(&app).await;
        let _ = write(&mut pair.client(&app).await, "a-1", "Hello").await;
        app.clock.advance(365 * DAY - 1);
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from chat_messages").await, 1);
        app.clock.advance(1);
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from chat_messages").await, 0);
        assert_eq!(app.count("select count(*) from chat_threads").await, 0);
    }
}
