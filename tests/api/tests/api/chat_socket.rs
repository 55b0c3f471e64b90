//! GET /api/chat/ws: who may open it, what it takes, and how it ends.

use std::time::Duration;

use api_tests::both_databases;
use callout_domain::clock::{DAY, SECOND};
use callout_domain::config::StreamCaps;
use futures_util::{SinkExt as _, StreamExt as _};
use http::StatusCode;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Bytes, Message};

use crate::connections::serve;
use crate::journey::text;
use crate::matching::{after, ready, respond};
use crate::scene::{log_out, settled};
use crate::sockets::{PATIENCE, Pair, open, path, ticket};

both_databases! {
    async fn what_one_writes_the_other_reads(app: TestApp) {
        let pair = Pair::new(&app).await;
        let (mut client, mut pro) = (pair.client(&app).await, pair.pro(&app).await);
        client.write("a-1", " Is 10 fine? ").await;
        let sent = client.next_of("message").await;
        let id = text(&sent, "id");
        assert_eq!(sent, json!({
            "type": "message", "bookingId": pair.id(), "id": id, "fromId": pair.scene.guest.id, "toId": pair.pro.id,
            "text": "Is 10 fine?", "timestamp": app.clock.now().to_string(), "status": "sent", "read": false, "clientId": "a-1",
        }));
        let mut heard = sent.clone();
        heard.as_object_mut().unwrap().remove("clientId");
        assert_eq!(pro.next().await, heard);
        pro.send(&json!({ "type": "typing" })).await;
        assert_eq!(client.next().await, json!({ "type": "typing", "bookingId": pair.id(), "fromId": pair.pro.id, "toId": pair.scene.guest.id }));
        pro.send(&json!({ "type": "status", "status": "read", "id": id })).await;
        for socket in [&mut client, &mut pro] {
            let mark = socket.next_of("status").await;
            assert_eq!(mark, json!({
                "type": "status", "bookingId": pair.id(), "id": id, "fromId": pair.pro.id, "toId": pair.scene.guest.id,
                "status": "read", "read": true,
            }));
        }
        pro.write("b-1", "Yes").await;
        assert_eq!(client.next_of("message").await["text"], "Yes");
        assert_eq!(pro.next_of("message").await["clientId"], "b-1");
        assert_eq!(app.count("select count(*) from chat_messages").await, 2);
        assert_eq!(app.count("select pro_read from chat_threads").await, 1);
    }

    async fn a_message_sent_again_is_stored_once(app: TestApp) {
        let pair = Pair::new(&app).await;
        let (mut client, mut pro) = (pair.client(&app).await, pair.pro(&app).await);
        client.write("a-1", "Hello").await;
        let first = client.next_of("message").await;
        client.write("a-1", "Hello, changed meanwhile").await;
        assert_eq!(client.next_of("message").await, first);
        drop(client);
        // After the connection broke before the acknowledgement came.
        let mut again = pair.client(&app).await;
        again.write("a-1", "Hello").await;
        assert_eq!(again.next_of("message").await, first);
        assert_eq!(pro.next().await["id"], first["id"]);
        // The pro may use the same name.
        pro.write("a-1", "Hello to you").await;
        assert_eq!(pro.next_of("message").await["text"], "Hello to you");
        assert_eq!(again.next_of("message").await["text"], "Hello to you");
        assert_eq!(app.count("select count(*) from chat_messages").await, 2);
    }

    async fn the_same_message_at_once_on_two_sockets_is_one(app: TestApp) {
        let pair = Pair::new(&app).await;
        let (mut one, mut two) = (pair.client(&app).await, pair.client(&app).await);
        futures_util::join!(one.write("a-1", "Hello"), two.write("a-1", "Hello"));
        assert_eq!(one.next_of("message").await["id"], two.next_of("message").await["id"]);
        assert_eq!(app.count("select count(*) from chat_messages").await, 1);
        assert_eq!(app.count("select last_seq from chat_threads").await, 1);
    }

    async fn contacts_are_hidden_before_a_message_is_stored(app: TestApp) {
        let pair = Pair::new(&app).await;
        let mut client = pair.client(&app).await;
        for (number, (text, kept)) in [
            ("Call 07700 900123", "Call •••"),
            ("oh seven seven double oh nine oh oh one two three", "•••"),
            ("ada at gmail dot com", "•••"),
            ("£120 at 10:30, SW1A 1AA", "£120 at 10:30, SW1A 1AA"),
        ].into_iter().enumerate() {
            client.write(&format!("a-{number}"), text).await;
            assert_eq!(client.next_of("message").await["text"], kept, "{text}");
        }
        assert_eq!(app.count("select count(*) from chat_messages where text like '%900%' or text like '%gmail%' or text like '%seven%'").await, 0);
    }

    async fn what_is_refused_is_said_and_the_socket_goes_on(app: TestApp) {
        let pair = Pair::new(&app).await;
        let mut client = pair.client(&app).await;
        for (frame, code, client_id) in [
            (json!({ "type": "message", "clientId": "a-1", "text": "é".repeat(2_001) }), "invalid", Some("a-1")),
            (json!({ "type": "message", "clientId": "a-2", "text": "  " }), "invalid", Some("a-2")),
            (json!({ "type": "message", "clientId": "a 3", "text": "Hello" }), "invalid", Some("a 3")),
            (json!({ "type": "message", "text": "Hello" }), "malformed", None),
            (json!({ "type": "shout", "text": "Hello" }), "malformed", None),
            (json!([1, 2]), "malformed", None),
            (json!({ "type": "status", "id": "msg-made-up" }), "not_found", None),
        ] {
            client.send(&frame).await;
            let refused = client.next_of("status").await;
            assert_eq!((&refused["status"], &refused["code"]), (&json!("refused"), &json!(code)), "{frame}");
            assert_eq!(refused.get("clientId").and_then(Value::as_str), client_id);
            assert!(refused.get("retryAfter").is_none() && !text(&refused, "text").is_empty(), "{refused}");
        }
        for rubbish in ["", "{", "null", "{\"type\":\"message\",\"clientId\":\"a\",\"text\":\"\\ud800\"}"] {
            client.send_text(rubbish).await;
            assert_eq!(client.next_of("status").await["code"], "malformed", "{rubbish}");
        }
        client.0.send(Message::binary(vec![0, 159, 146])).await.unwrap();
        assert_eq!(client.next_of("status").await["code"], "malformed");
        client.write("a-4", &"é".repeat(2_000)).await;
        assert_eq!(client.next_of("message").await["clientId"], "a-4");
        assert_eq!(app.count("select count(*) from chat_messages").await, 1);
    }

    async fn what_is_far_too_large_ends_the_socket_and_no_other(app: TestApp) {
        let pair = Pair::new(&app).await;
        let (mut client, mut pro) = (pair.client(&app).await, pair.pro(&app).await);
        let _ = client.0.send(Message::text("x".repeat(100_000))).await;
        let _ = client.end().await;
        let mut client = pair.client(&app).await;
        client.write("a-1", "Hello").await;
        assert_eq!(pro.next_of("message").await["text"], "Hello");
    }

    async fn twenty_messages_a_minute(app: TestApp) {
        let pair = Pair::new(&app).await;
        let mut client = pair.client(&app).await;
        for number in 0..20 {
            client.write(&format!("a-{number}"), "Hello").await;
            let _ = client.next_of("message").await;
        }
        client.write("a-20", "Hello").await;
        let refused = client.next_of("status").await;
        assert_eq!((&refused["code"], &refused["clientId"]), (&json!("too_many_requests"), &json!("a-20")));
        let wait = refused["retryAfter"].as_i64().unwrap();
        assert!((1..=61).contains(&wait), "{wait}");
        // One that is stored already is acknowledged all the same.
        client.write("a-0", "Hello").await;
        assert_eq!(client.next_of("message").await["clientId"], "a-0");
        // The pro has a limit of their own.
        let mut pro = pair.pro(&app).await;
        pro.write("b-0", "Hello").await;
        assert_eq!(pro.next_of("message").await["clientId"], "b-0");
        app.clock.advance(wait * SECOND);
        client.write("a-20", "Hello").await;
        loop {
            if client.next_of("message").await["clientId"] == "a-20" {
                break;
            }
        }
        assert_eq!(app.count("select count(*) from chat_messages").await, 22);
    }

    async fn a_socket_that_sends_without_end_is_closed(app: TestApp) {
        let pair = Pair::new(&app).await;
        let (mut client, mut pro) = (pair.client(&app).await, pair.pro(&app).await);
        let typing = || Message::text(r#"{"type":"typing"}"#);
        for _ in 0..299 {
            client.0.send(typing()).await.unwrap();
        }
        client.write("a-300", "Hello").await;
        loop {
            if client.next().await["clientId"] == "a-300" {
                break;
            }
        }
        let _ = client.0.send(typing()).await;
        assert_eq!(client.end().await, Some((1008, "too_many_requests".to_owned())));
        pro.write("b-1", "Hello").await;
        loop {
            if pro.next().await["clientId"] == "b-1" {
                break;
            }
        }
    }

    async fn who_may_open_it(app: TestApp) {
        let pair = Pair::new(&app).await;
        let other = ready(&app, "other", 2).await;
        let stranger = app.guest().await;
        let (id, address) = (pair.id(), pair.address);
        let status = async |path: String, origin: Option<&str>| open(address, &path, origin).await.err().map(|status| status.as_u16());
        for token in [&other.token, &stranger.token] {
            let ticket = ticket(&app, token).await;
            assert_eq!(status(path(id, &ticket), None).await, Some(404));
        }
        let own = async || ticket(&app, &pair.scene.guest.token).await;
        assert_eq!(status(path("C-00000000", &own().await), None).await, Some(404));
        assert_eq!(status(format!("/api/chat/ws?ticket={}", own().await), None).await, Some(422));
        assert_eq!(status(format!("/api/chat/ws?bookingId={id}"), None).await, Some(401));
        assert_eq!(status(path(id, "made-up"), None).await, Some(401));
        // A ticket works once.
        let once = own().await;
        assert_eq!(status(path(id, &once), None).await, None);
        assert_eq!(status(path(id, &once), None).await, Some(401));
        // Another site's page may hold a ticket and yet not open it, nor use it up.
        let kept = own().await;
        for origin in ["https://evil.example", "http://127.0.0.1:1", "null"] {
            assert_eq!(status(path(id, &kept), Some(origin)).await, Some(403), "{origin}");
        }
        assert_eq!(status(path(id, &kept), Some(&format!("http://{address}"))).await, None);
        let base = app.state.config.base_url().unwrap();
        let ours = base.as_str().trim_end_matches('/');
        assert_eq!(status(path(id, &own().await), Some(ours)).await, None);
        // A guest's link is no person.
        let link = app.get(&format!("/api/bookings/{id}")).bearer(&pair.scene.guest.token).send().await.json();
        let body = json!({ "bookingId": id, "token": link["guest_token"] });
        let linked = app.post("/api/events/ticket").json(&body).send().await.expect_status(201).json();
        assert_eq!(status(path(id, text(&linked, "ticket")), None).await, Some(401));
        let call = app.get(&path(id, &own().await));
        call.send().await.problem(400, "not_a_socket");
    }

    async fn it_opens_with_the_pro_and_ends_a_day_after_the_job(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let (address, _stop, _) = serve(&app).await;
        let open_it = async |token: &str| {
            let ticket = ticket(&app, token).await;
            open(address, &path(id, &ticket), None).await
        };
        assert_eq!(open_it(&scene.guest.token).await.err(), Some(StatusCode::CONFLICT));
        assert_eq!(open_it(&pro.token).await.err(), Some(StatusCode::NOT_FOUND));
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        for to in ["en_route", "in_progress", "completed"] {
            let _ = crate::matching::step(&app, &pro, id, to).await.expect_status(200);
        }
        app.clock.advance(DAY - 1);
        let mut late = open_it(&scene.guest.token).await.unwrap_or_else(|status| panic!("{status}"));
        late.write("a-1", "Thank you").await;
        assert_eq!(late.next_of("message").await["text"], "Thank you");
        app.clock.advance(1);
        late.write("a-2", "One more thing").await;
        let refused = late.next_of("status").await;
        assert_eq!((&refused["code"], &refused["text"]), (&json!("chat_closed"), &json!("This chat has ended.")));
        assert_eq!(open_it(&scene.guest.token).await.err(), Some(StatusCode::CONFLICT));
        assert_eq!(app.count("select count(*) from chat_messages").await, 1);
    }

    async fn it_ends_with_the_session(app: TestApp) {
        let pair = Pair::new(&app).await;
        let (mut client, mut pro) = (pair.client(&app).await, pair.pro(&app).await);
        log_out(&app, &pair.scene.guest).await;
        assert_eq!(client.end().await, Some((1008, "over".to_owned())));
        pro.write("b-1", "Hello?").await;
        assert_eq!(pro.next_of("message").await["text"], "Hello?");
    }

    async fn it_ends_when_the_token_expires(app: TestApp) {
        let pair = Pair::new(&app).await;
        let mut client = pair.client(&app).await;
        app.clock.advance(31 * DAY);
        client.write("a-1", "Hello").await;
        assert_eq!(client.end().await, Some((1008, "over".to_owned())));
        assert_eq!(app.count("select count(*) from chat_messages").await, 0);
    }

    async fn a_new_pro_reads_nothing_of_the_old_one(app: TestApp) {
        let pair = Pair::new(&app).await;
        let other = ready(&app, "other", 2).await;
        let (mut client, mut pro) = (pair.client(&app).await, pair.pro(&app).await);
        client.write("a-1", "The key is under the mat").await;
        let _ = pro.next_of("message").await;
        let reason = json!({ "reason": "My van broke down" });
        let withdraw = app.post(&format!("/api/bookings/{}/withdraw", pair.id())).bearer(&pair.pro.token).json(&reason);
        let _ = withdraw.send().await.expect_status(200);
        assert!(pro.end().await.is_some());
        assert!(client.end().await.is_some());
        after(&app, 0).await;
        let _ = respond(&app, &other, pair.id(), "accept").await.expect_status(200);
        let history = async |token: &str| app.get(&format!("/api/chat/history/{}", pair.id())).bearer(token).send().await;
        assert_eq!(history(&other.token).await.expect_status(200).json(), json!([]));
        assert_eq!(history(&pair.scene.guest.token).await.expect_status(200).json(), json!([]));
        history(&pair.pro.token).await.problem(404, "not_found");
        let mut new = pair.open(&app, &other.token).await;
        let mut client = pair.client(&app).await;
        // The name of a message of the old thread is free in this one.
        client.write("a-1", "Hello").await;
        assert_eq!(client.next_of("message").await["text"], "Hello");
        assert_eq!(new.next_of("message").await["text"], "Hello");
        assert_eq!(app.count("select count(*) from chat_threads").await, 2);
    }

    async fn a_peer_that_answers_no_ping_is_closed_and_keeps_nobody_waiting(app: TestApp) {
        let app = app.restarted(|config| config.chat_ping = 1).await;
        let pair = Pair::new(&app).await;
        // It neither reads nor answers, as when a laptop is shut.
        let silent = pair.client(&app).await;
        let mut pro = pair.pro(&app).await;
        pro.write("b-1", "Are you there?").await;
        assert_eq!(pro.next_of("message").await["clientId"], "b-1");
        let gone = async {
            while app.state.live.total() > 1 {
                // Answers the pings of the other one.
                let _ = tokio::time::timeout(Duration::from_millis(50), pro.0.next()).await;
            }
        };
        tokio::time::timeout(PATIENCE, gone).await.expect("the silent one loses its place");
        drop(silent);
        pro.write("b-2", "Hello?").await;
        assert_eq!(pro.next_of("message").await["clientId"], "b-2");
    }

    async fn pings_are_counted_like_texts(app: TestApp) {
        let pair = Pair::new(&app).await;
        let mut client = pair.client(&app).await;
        for _ in 0..301 {
            if client.0.send(Message::Ping(Bytes::new())).await.is_err() {
                break;
            }
        }
        assert_eq!(client.end().await, Some((1008, "too_many_requests".to_owned())));
    }

    async fn empty_parts_of_a_message_that_never_ends_are_counted(app: TestApp) {
        let app = app.restarted(|config| config.chat_ping = 1).await;
        let pair = Pair::new(&app).await;
        let mut client = pair.client(&app).await;
        let part = |kind| Message::Frame(Frame::message(Vec::new(), OpCode::Data(kind), false));
        client.0.feed(part(Data::Text)).await.unwrap();
        // Each is six bytes.
        for _ in 0..12_000 {
            if client.0.feed(part(Data::Continue)).await.is_err() {
                break;
            }
        }
        let _ = client.0.flush().await;
        assert_eq!(client.end().await, Some((1008, "too_many_requests".to_owned())));
    }

    async fn one_person_opens_so_many(app: TestApp) {
        let app = app.restarted(|config| config.streams = StreamCaps { person: 2, ..config.streams }).await;
        let pair = Pair::new(&app).await;
        let _open = [pair.client(&app).await, pair.client(&app).await];
        let ticket = ticket(&app, &pair.scene.guest.token).await;
        assert_eq!(open(pair.address, &path(pair.id(), &ticket), None).await.err(), Some(StatusCode::TOO_MANY_REQUESTS));
        let mut pro = pair.pro(&app).await;
        pro.write("b-1", "Hello").await;
        assert_eq!(pro.next_of("message").await["clientId"], "b-1");
    }

    async fn it_ends_when_the_server_stops(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        let (address, stop, server) = serve(&app).await;
        let ticket = ticket(&app, &pro.token).await;
        let mut socket = open(address, &path(&scene.booking.id, &ticket), None).await.unwrap_or_else(|status| panic!("{status}"));
        stop.send(()).unwrap();
        assert_eq!(socket.end().await, Some((1001, "restart".to_owned())));
        drop(socket);
        server.await.unwrap();
    }
}
