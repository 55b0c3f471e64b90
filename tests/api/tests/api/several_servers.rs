//! Two servers on one database, joined by a bus, act as one.

use std::time::Duration;

use api_tests::{Events, TestApp, both_databases, several_servers};
use callout_domain::clock::{Clock, MINUTE};
use callout_domain::config::{Config, StreamCaps};
use callout_front::jobs::Worker;
use callout_outside::live::Joining;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::connections::serve;
use crate::matching::{look, ready, respond};
use crate::people::Person;
use crate::scene::{Scene, settled};
use crate::sockets::{Pair, open, path, ticket};

/// What a server lacks.
type Change = fn(&mut Config);

const CAPS: StreamCaps = StreamCaps {
    total: 100,
    person: 10,
    address: 100,
};

/// Nothing listens here.
const NOWHERE: &str = "nats://127.0.0.1:9";

fn bus() -> String {
    std::env::var("TEST_NATS_URL").unwrap_or_else(|_| "nats://127.0.0.1:4222".to_owned())
}

/// Settings of one of several servers. The secret is the test's own: servers of other tests are another installation.
fn joined(config: &mut Config, url: &str, secret: &str) {
    config.bus_url = Some(url.to_owned().into());
    config.jwt_secret = Some(secret.to_owned().into());
    config.files_url = Some("s3://callout/test".to_owned());
    // Longer than any test waits: only the bus wakes a stream or a socket.
    config.stream_heartbeat = 3_600;
    config.chat_ping = 3_600;
}

/// Two servers that hear each other.
async fn two(app: &TestApp) -> (TestApp, TestApp) {
    let secret = uuid::Uuid::new_v4().to_string();
    let one = app.restarted(|config| joined(config, &bus(), &secret)).await;
    let two = app.restarted(|config| joined(config, &bus(), &secret)).await;
    tokio::join!(hears(&one, &two), hears(&two, &one));
    (one, two)
}

/// Waits until what one server has told so far has reached another.
async fn hears(to: &TestApp, from: &TestApp) {
    let probe = uuid::Uuid::new_v4().to_string();
    let joining = Joining {
        names: &[&probe],
        person: &probe,
        address: &probe,
    };
    let reader = to.state.live.join(joining, CAPS).expect("a place");
    loop {
        from.state.live.wake(&probe);
        let woken = tokio::time::timeout(Duration::from_millis(50), reader.woken());
        if woken.await.is_ok() {
            return;
        }
    }
}

async fn of_pro(app: &TestApp, pro: &Person) -> Events {
    let path = format!("/api/events/stream/master/{}", pro.id);
    let mut stream = app.get(&path).bearer(&pro.token).open().await;
    assert_eq!(stream.block().await.unwrap().retry, Some(2_000));
    stream
}

async fn of_booking(app: &TestApp, scene: &Scene) -> Events {
    let path = format!("/api/events/stream/client/{}", scene.booking.id);
    let mut stream = app.get(&path).bearer(&scene.guest.token).open().await;
    assert_eq!(stream.block().await.unwrap().retry, Some(2_000));
    stream
}

/// Reads until an event of this kind comes.
async fn until(stream: &mut Events, kind: &str) -> Value {
    loop {
        let block = stream.event().await.expect("the stream goes on");
        if block.event.as_deref() == Some(kind) {
            return serde_json::from_str(block.data.as_deref().unwrap()).unwrap();
        }
    }
}

several_servers! {
    async fn a_stream_on_one_shows_what_happened_on_the_other(app: TestApp) {
        let (one, two) = two(&app).await;
        let pro = ready(&one, "pro", 1).await;
        look(&two).await;
        let mut pros_stream = of_pro(&two, &pro).await;
        let scene = settled(&one).await;
        let offer = until(&mut pros_stream, "booking").await;
        assert_eq!(offer["bookingId"], json!(scene.booking.id));
        let mut clients_stream = of_booking(&one, &scene).await;
        let _ = respond(&two, &pro, &scene.booking.id, "accept").await.expect_status(200);
        until(&mut clients_stream, "assigned").await;
    }

    async fn a_race_split_over_both_has_one_winner(app: TestApp) {
        let (one, two) = two(&app).await;
        let mut pros = Vec::new();
        for number in 0..10 {
            pros.push(ready(&one, &format!("pro{number}"), 1).await);
        }
        look(&two).await;
        let scene = settled(&one).await;
        let racing = pros.iter().enumerate().map(|(number, pro)| {
            let server = if number % 2 == 0 { &one } else { &two };
            respond(server, pro, &scene.booking.id, "accept")
        });
        let mut codes: Vec<u16> = join_all(racing).await.iter().map(|answer| answer.status.as_u16()).collect();
        codes.sort_unstable();
        assert_eq!(codes, [&[200][..], &[409; 9]].concat());
        let sql = format!("select count(*) from booking_events where booking_id = '{}' and type = 'assigned'", scene.booking.id);
        assert_eq!(one.count(&sql).await, 1);
    }

    async fn a_client_on_one_chats_with_a_pro_on_the_other(app: TestApp) {
        let (one, two) = two(&app).await;
        let pair = Pair::new(&one).await;
        let (address, _stop, _) = serve(&two).await;
        let mut client = pair.client(&one).await;
        let ticket = ticket(&two, &pair.pro.token).await;
        let opened = open(address, &path(pair.id(), &ticket), None).await;
        let mut pro = opened.unwrap_or_else(|status| panic!("refused with {status}"));
        client.write("a-1", "Hello").await;
        assert_eq!(pro.next_of("message").await["text"], "Hello");
        let _ = client.next_of("message").await;
        pro.send(&json!({ "type": "typing" })).await;
        assert_eq!(client.next_of("typing").await["fromId"], json!(pair.pro.id));
        pro.send(&json!({ "type": "status" })).await;
        assert_eq!(client.next_of("status").await["read"], json!(true));
    }

    async fn a_timer_runs_once(app: TestApp) {
        let (one, two) = two(&app).await;
        let pro = ready(&one, "pro", 1).await;
        let far = ready(&one, "far", 12).await;
        look(&two).await;
        let scene = settled(&one).await;
        // The second wave is due: both servers look at once, and the pro in it is asked by one of them.
        app.clock.advance(31_000);
        let (first, second) = tokio::join!(
            Box::pin(callout_front::jobs::run_due(&one.state.jobs)),
            Box::pin(callout_front::jobs::run_due(&two.state.jobs)),
        );
        assert!(first.is_ok() && second.is_ok());
        for server in [&one, &two] {
            Box::pin(callout_front::jobs::run_due(&server.state.jobs)).await.unwrap();
        }
        let asked = |id: &str| {
            format!("select count(*) from offers where booking_id = '{}' and master_id = '{id}'", scene.booking.id)
        };
        assert_eq!(one.count(&asked(&pro.id)).await, 1);
        assert_eq!(one.count(&asked(&far.id)).await, 1);
    }

    async fn a_pro_with_a_page_open_on_one_counts_as_reachable_on_the_other(app: TestApp) {
        let (one, two) = two(&app).await;
        let pro = ready(&one, "pro", 1).await;
        look(&two).await;
        let mut stream = of_pro(&two, &pro).await;
        // Every minute the server that holds the stream says so. Unheard of for longer than two, the pro would not be reachable.
        app.clock.advance(3 * MINUTE);
        two.state.matching.sweep().await.unwrap();
        hears(&one, &two).await;
        let scene = settled(&one).await;
        assert_eq!(until(&mut stream, "booking").await["bookingId"], json!(scene.booking.id));
    }

    async fn a_session_that_ends_on_one_ends_its_stream_on_the_other(app: TestApp) {
        let (one, two) = two(&app).await;
        let scene = settled(&one).await;
        let mut stream = of_booking(&two, &scene).await;
        let _ = one.post("/api/logout").bearer(&scene.guest.token).send().await.expect_status(204);
        while stream.event().await.is_some() {}
        let refused = two.get("/api/bookings").bearer(&scene.guest.token).send().await;
        assert_eq!(refused.status.as_u16(), 401);
    }

    async fn a_bus_that_is_away_delays_readers_and_loses_nothing(app: TestApp) {
        let secret = uuid::Uuid::new_v4().to_string();
        let apart = |config: &mut Config| {
            joined(config, NOWHERE, &secret);
            config.stream_heartbeat = 1;
        };
        let (one, two) = (app.restarted(apart).await, app.restarted(apart).await);
        let pro = ready(&one, "pro", 1).await;
        look(&two).await;
        let scene = settled(&one).await;
        let mut stream = of_booking(&one, &scene).await;
        let _ = respond(&two, &pro, &scene.booking.id, "accept").await.expect_status(200);
        until(&mut stream, "assigned").await;
    }

    async fn a_session_that_ends_while_the_bus_is_away_ends_its_stream_soon(app: TestApp) {
        let secret = uuid::Uuid::new_v4().to_string();
        let one = app.restarted(|config| joined(config, NOWHERE, &secret)).await;
        let two = app.restarted(|config| joined(config, NOWHERE, &secret)).await;
        let _worker = Worker::start(&two.state.jobs);
        let scene = settled(&one).await;
        let (mut ending, other) = (of_booking(&two, &scene).await, settled(&one).await);
        let mut staying = of_booking(&two, &other).await;
        let _ = one.post("/api/logout").bearer(&scene.guest.token).send().await.expect_status(204);
        while ending.event().await.is_some() {}
        let refused = two.get("/api/bookings").bearer(&scene.guest.token).send().await;
        assert_eq!(refused.status.as_u16(), 401);
        // Nobody else's ends.
        let pro = ready(&two, "pro", 1).await;
        let _ = respond(&two, &pro, &other.booking.id, "accept").await.expect_status(200);
        until(&mut staying, "assigned").await;
    }

    async fn a_server_whose_clock_is_wrong_is_not_ready(app: TestApp) {
        let (one, _two) = two(&app).await;
        // The clock of the tests stands at a fixed day.
        one.get("/readyz").send().await.problem(503, "not_ready");
        app.clock.advance(Clock::System.now() - app.clock.now());
        let _ = one.get("/readyz").send().await.expect_status(200);
        app.clock.advance(3_000);
        one.get("/readyz").send().await.problem(503, "not_ready");
    }
}

both_databases! {
    async fn servers_that_do_not_share_everything_are_refused(app: TestApp) {
        let secret = "a secret that both servers have: x";
        let changes: [(Change, &str); 3] = [
            (|config| config.jwt_secret = None, "CALLOUT_JWT_SECRET"),
            (|config| config.files_url = Some("/tmp/files".to_owned()), "CALLOUT_FILES_URL"),
            (|_| (), "DATABASE_URL"),
        ];
        for (change, named) in changes {
            let mut config = app.state.config.clone();
            joined(&mut config, NOWHERE, secret);
            change(&mut config);
            let built = Box::pin(callout::build_state(config, app.clock.clone())).await;
            let is_complete = named == "DATABASE_URL";
            if is_complete && app.state.db.is_postgres() {
                assert!(built.is_ok());
            } else {
                let refused = built.err().expect("a refusal");
                assert!(refused.contains(named), "{refused}");
            }
        }
    }
}
