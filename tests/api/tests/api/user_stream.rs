//! GET /api/events/notify/user/{id}: nothing is lost, repeated or sent to somebody else, and the stream ends with the session.

use std::net::SocketAddr;
use std::time::Duration;

use api_tests::{Block, Events, Guest, TestApp, both_databases};
use callout_domain::clock::DAY;
use callout_domain::config::StreamCaps;
use callout_domain::status::Actor::{Client, Pro, System};
use callout_domain::status::BookingStatus::{
    Assigned, Cancelled, Completed, EnRoute, InProgress, NoResponse,
};
use callout_front::middleware::ConnectionLimits;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::journey::{booked, text};
use crate::scene::{client, created, log_out, step, step_quietly};

fn path(person: &Guest, query: &str) -> String {
    format!("/api/events/notify/user/{}{query}", person.id)
}

/// The person's stream, past its first block.
async fn open(app: &TestApp, person: &Guest, query: &str) -> Events {
    let mut stream = app
        .get(&path(person, query))
        .bearer(&person.token)
        .ip(person.ip)
        .open()
        .await;
    assert_eq!(stream.block().await.unwrap().retry, Some(2_000));
    stream
}

fn told(block: &Block) -> (i64, String, String) {
    let data: Value = serde_json::from_str(block.data.as_deref().unwrap()).unwrap();
    assert_eq!(
        (data["seq"].as_i64(), data["type"].as_str()),
        (block.id, block.event.as_deref())
    );
    (
        block.id.unwrap(),
        text(&data, "type").to_owned(),
        text(&data, "bookingId").to_owned(),
    )
}

/// Books several drafts, so that one person has several bookings.
async fn several(app: &TestApp, person: &Guest, count: usize) -> Vec<String> {
    let mut ids = Vec::new();
    for _ in 0..count {
        let booking = crate::scene::add_booking(app, person, 9_750).await;
        app.execute(&format!(
            "update bookings set status = 'pending', draft_id = id where id = '{}'",
            booking.id
        ))
        .await;
        ids.push(booking.id);
    }
    ids
}

both_databases! {
    async fn changes_of_a_job_are_sent(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let id = text(&booking, "id");
        assert_eq!(app.count("select count(*) from notifications").await, 0, "booking costs nothing here");
        let mut stream = open(&app, &guest, "").await;
        for to in [Assigned, EnRoute, InProgress, Completed] {
            step(&app, id, to, Pro).await;
        }
        for (seq, kind) in [(1, "assigned"), (2, "en_route"), (3, "started"), (4, "completed")] {
            let block = stream.event().await.unwrap();
            assert_eq!(told(&block), (seq, kind.to_owned(), id.to_owned()));
            assert_eq!(block.data.unwrap(), json!({ "type": kind, "bookingId": id, "seq": seq, "at": "2026-11-23T10:05:00+00:00" }).to_string());
        }
    }

    async fn cancellation_and_no_response_are_sent(app: TestApp) {
        let guest = app.guest().await;
        let ids = several(&app, &guest, 2).await;
        let mut stream = open(&app, &guest, "").await;
        let _ = app.call(http::Method::PATCH, &format!("/api/bookings/{}/cancel", ids[0])).bearer(&guest.token).send().await.expect_status(200);
        step(&app, &ids[1], NoResponse, System).await;
        assert_eq!(told(&stream.event().await.unwrap()), (1, "cancelled".to_owned(), ids[0].clone()));
        assert_eq!(told(&stream.event().await.unwrap()), (2, "no_response".to_owned(), ids[1].clone()));
    }

    async fn unpaid_bookings_are_not_mentioned(app: TestApp) {
        let scene = created(&app).await;
        step(&app, &scene.booking.id, Cancelled, Client).await;
        assert_eq!(app.count("select count(*) from notifications").await, 0);
    }

    async fn a_stream_resumes_where_it_ended(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let id = text(&booking, "id");
        step(&app, id, Assigned, Pro).await;
        step(&app, id, EnRoute, Pro).await;
        // Without a position the stream starts now, and the browser is told the current number.
        let mut fresh = app.get(&path(&guest, "")).bearer(&guest.token).open().await;
        assert_eq!(fresh.block().await.unwrap(), Block { id: Some(2), retry: Some(2_000), ..Block::default() });
        step(&app, id, InProgress, Pro).await;
        assert_eq!(told(&fresh.event().await.unwrap()).0, 3);
        drop(fresh);
        step(&app, id, Completed, Pro).await;
        let numbers = async |query: &str, header: Option<&str>, count: usize| {
            let mut call = app.get(&path(&guest, query)).bearer(&guest.token);
            if let Some(last) = header { call = call.header("last-event-id", last); }
            let mut stream = call.open().await;
            let first = stream.block().await.unwrap().id.unwrap();
            let mut numbers = vec![first];
            for _ in 0..count { numbers.push(told(&stream.event().await.unwrap()).0); }
            numbers
        };
        assert_eq!(numbers("?after=0", None, 4).await, [0, 1, 2, 3, 4]);
        assert_eq!(numbers("?after=3", None, 1).await, [3, 4]);
        // A reconnecting browser repeats its first URL and adds the header.
        assert_eq!(numbers("?after=0", Some("2"), 2).await, [2, 3, 4]);
        // Numbers that were never given out.
        assert_eq!(numbers("?after=99", None, 0).await, [4]);
        assert_eq!(numbers("?after=-5", None, 4).await, [0, 1, 2, 3, 4]);
        app.get(&path(&guest, "?after=x")).bearer(&guest.token).send().await.invalid_field("query");
        app.get(&path(&guest, "")).bearer(&guest.token).header("last-event-id", "x").send().await.invalid_field("Last-Event-ID");
    }

    async fn many_writers_one_sequence(app: TestApp) {
        let guest = app.guest().await;
        let ids = several(&app, &guest, 3).await;
        let mut stream = open(&app, &guest, "").await;
        let writers = ids.iter().map(|id| async { for to in [Assigned, EnRoute, InProgress, Completed] { step(&app, id, to, Pro).await; } });
        let read = async {
            let mut told_of = Vec::new();
            for seq in 1..=12 {
                let (number, kind, id) = told(&stream.event().await.unwrap());
                assert_eq!(number, seq);
                told_of.push((id, kind));
            }
            told_of
        };
        let (_, told_of) = tokio::join!(join_all(writers), read);
        for id in &ids {
            let kinds: Vec<_> = told_of.iter().filter(|(of, _)| of == id).map(|(_, kind)| kind.as_str()).collect();
            assert_eq!(kinds, ["assigned", "en_route", "started", "completed"]);
        }
    }

    async fn a_lost_wake_up_loses_nothing(app: TestApp) {
        let app = app.restarted(|config| config.stream_heartbeat = 1).await;
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let mut stream = open(&app, &guest, "").await;
        // A comment shows that there was nothing to read and the stream waited.
        assert!(stream.block().await.unwrap().is_comment);
        step_quietly(&app, text(&booking, "id"), Assigned, Pro).await;
        assert_eq!(told(&stream.event().await.unwrap()).1, "assigned");
    }

    async fn strangers_are_refused(app: TestApp) {
        let (guest, stranger) = (app.guest().await, app.guest().await);
        app.get(&path(&guest, "")).send().await.problem(401, "unauthorised");
        app.get(&path(&guest, "")).bearer("rubbish").send().await.problem(401, "unauthorised");
        app.get(&path(&guest, "")).bearer(&stranger.token).send().await.problem(404, "not_found");
        app.get("/api/events/notify/user/guest-none").bearer(&stranger.token).send().await.problem(404, "not_found");
        let booking = booked(&app, &guest).await;
        let mut other = open(&app, &stranger, "").await;
        step(&app, text(&booking, "id"), Assigned, Pro).await;
        let own = several(&app, &stranger, 1).await.remove(0);
        step(&app, &own, Assigned, Pro).await;
        assert_eq!(told(&other.event().await.unwrap()), (1, "assigned".to_owned(), own));
    }

    async fn the_guest_who_made_it_is_told_too(app: TestApp) {
        let (guest, account) = (app.guest().await, client(&app).await);
        let id = several(&app, &guest, 1).await.remove(0);
        // As when somebody signs in elsewhere with the booking's email.
        app.execute(&format!("update bookings set client_id = '{}' where id = '{id}'", account.id)).await;
        let (mut of_guest, mut of_account) = (open(&app, &guest, "").await, open(&app, &account, "").await);
        step(&app, &id, Assigned, Pro).await;
        for stream in [&mut of_guest, &mut of_account] {
            assert_eq!(told(&stream.event().await.unwrap()), (1, "assigned".to_owned(), id.clone()));
        }
    }

    async fn it_ends_with_the_session(app: TestApp) {
        let guest = app.guest().await;
        let mut stream = open(&app, &guest, "").await;
        log_out(&app, &guest).await;
        assert_eq!(stream.event().await, None);
        // It ends too when the token expires.
        let guest = app.guest().await;
        let mut stream = open(&app, &guest, "").await;
        app.clock.advance(30 * DAY);
        app.state.live.wake(&guest.id);
        assert_eq!(stream.event().await, None);
        assert_eq!(app.state.live.total(), 0);
    }

    async fn streams_are_limited_and_freed(app: TestApp) {
        let app = app.restarted(|config| config.streams = StreamCaps { person: 2, address: 3, total: 4 }).await;
        let (ada, bob) = (app.guest().await, app.guest().await);
        let first = open(&app, &ada, "").await;
        let _second = open(&app, &ada, "").await;
        let refused = app.get(&path(&ada, "")).bearer(&ada.token).send().await;
        assert!(refused.header("retry-after").is_some());
        refused.problem(429, "too_many_requests");
        drop(first);
        let _third = open(&app, &ada, "").await;
        // Two people at one address.
        let _fourth = app.get(&path(&bob, "")).bearer(&bob.token).ip(ada.ip).open().await;
        let eve = app.guest().await;
        app.get(&path(&eve, "")).bearer(&eve.token).ip(ada.ip).send().await.problem(429, "too_many_requests");
        let _fifth = open(&app, &eve, "").await;
        app.get(&path(&bob, "")).bearer(&bob.token).ip(bob.ip).send().await.problem(429, "too_many_requests");
        assert_eq!(app.state.live.total(), 4);
    }

    async fn stopping_does_not_wait_for_readers(app: TestApp) {
        let guest = app.guest().await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address: SocketAddr = listener.local_addr().unwrap();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let (router, limits) = (app.router(), ConnectionLimits::new(&app.state.config));
        let server = tokio::spawn(async move { callout::run(listener, router, limits, async { let _ = stopped.await; }).await });
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = format!("GET {} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {}\r\n\r\n", path(&guest, ""), guest.token);
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        while !String::from_utf8_lossy(&bytes).contains("retry: 2000") {
            assert!(stream.read_buf(&mut bytes).await.unwrap() > 0);
        }
        let answer = String::from_utf8_lossy(&bytes).to_lowercase();
        assert!(answer.contains("cache-control: no-store") && answer.contains("x-accel-buffering: no"), "{answer}");
        stop.send(()).unwrap();
        // Well below the ten seconds allowed for requests in progress.
        tokio::time::timeout(Duration::from_secs(5), server).await.expect("it stops").unwrap();
        let mut rest = String::new();
        stream.read_to_string(&mut rest).await.unwrap();
        assert!(rest.ends_with("0\r\n\r\n"), "the answer has an orderly end: {rest}");
    }
}
