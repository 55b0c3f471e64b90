//! POST /api/uploads and POST /api/ai/estimate while bodies are arriving: how many at once, for how long, what is read first.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use api_tests::{TestApp, both_databases};
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use callout_base::limits::Address;
use callout_domain::clock::MINUTE;
use callout_front::extract::caller::{counted, network};
use futures_util::stream::{self, StreamExt as _};
use http::{Method, Request};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tower::ServiceExt as _;

const PATHS: [&str; 2] = ["/api/uploads", "/api/ai/estimate"];

/// The status that a form with this body gets.
async fn send(app: &TestApp, path: &str, ip: IpAddr, body: Body) -> u16 {
    let mut request = Request::new(body);
    *request.method_mut() = Method::POST;
    *request.uri_mut() = path.parse().unwrap();
    let form = "multipart/form-data; boundary=x".parse().unwrap();
    request.headers_mut().insert("content-type", form);
    request
        .extensions_mut()
        .insert(ConnectInfo(SocketAddr::new(ip, 40_000)));
    app.router().oneshot(request).await.unwrap().status().as_u16()
}

/// A form that begins with a photo and never ends.
fn unfinished() -> Body {
    let head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\nbeginning";
    let begun = stream::iter([Ok::<_, std::io::Error>(Bytes::from(head))]);
    Body::from_stream(begun.chain(stream::pending()))
}

/// Sends a form that is never finished.
fn dawdle(app: &TestApp, path: &'static str, ip: IpAddr) -> JoinHandle<u16> {
    let app = app.clone();
    tokio::spawn(async move { send(&app, path, ip, unfinished()).await })
}

/// Waits until this address may begin an upload, or may not.
async fn until(app: &TestApp, ip: IpAddr, may: bool) {
    let text = |bytes: &[u8]| app.state.keys.address.text(bytes);
    let (key, network) = (text(&counted(ip)), network(ip).map(|network| text(&network)));
    let address = Address {
        key: &key,
        network: network.as_deref(),
    };
    let changed = async {
        while app.state.photos.permit(address).is_ok() != may {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), changed)
        .await
        .unwrap_or_else(|_| panic!("never: {may}"));
}

/// A form with a file that is no photo, which is a 415 when it was read.
fn no_photo() -> Body {
    Body::from("--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nno photo\r\n--x--\r\n")
}

/// What an estimate without a photo is asked by.
fn words() -> Body {
    Body::from(
        "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nleaking tap\r\n\
         --x\r\nContent-Disposition: form-data; name=\"postcode\"\r\n\r\nSW1\r\n\
         --x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\"\r\n\r\n\r\n--x--\r\n",
    )
}

both_databases! {
    async fn two_uploads_at_once_from_one_address(app: TestApp) {
        let (ip, other) = (app.fresh_ip(), app.fresh_ip());
        let [one, another] = PATHS.map(|path| dawdle(&app, path, ip));
        until(&app, ip, false).await;
        for path in PATHS {
            assert_eq!(send(&app, path, ip, no_photo()).await, 429);
            let refused = send(&app, path, other, no_photo()).await;
            assert!(matches!(refused, 415 | 422), "{refused}");
        }
        assert_eq!(send(&app, PATHS[1], ip, words()).await, 200, "a form without a file waits for nobody");
        one.abort();
        until(&app, ip, true).await;
        another.abort();
    }

    async fn a_48_has_two_uploads_at_once_as_well(app: TestApp) {
        let ip = |network: u16| IpAddr::from([0x2001, 0xdb8, 7, network, 0, 0, 0, 1]);
        let senders = [1, 2].map(|network| dawdle(&app, PATHS[0], ip(network)));
        until(&app, ip(3), false).await;
        assert_eq!(send(&app, PATHS[0], ip(3), no_photo()).await, 429);
        senders.iter().for_each(JoinHandle::abort);
    }

    async fn sixty_four_uploads_at_once_in_all(app: TestApp) {
        let senders: Vec<_> = (0..64).map(|_| dawdle(&app, PATHS[0], app.fresh_ip())).collect();
        until(&app, app.fresh_ip(), false).await;
        for path in PATHS {
            assert_eq!(send(&app, path, app.fresh_ip(), no_photo()).await, 429);
        }
        for sender in senders {
            sender.abort();
        }
        until(&app, app.fresh_ip(), true).await;
    }

    async fn slow_connections_delay_nobodys_estimate(app: TestApp) {
        let quickest = async || {
            let mut quickest = Duration::MAX;
            for body in [words, no_photo].repeat(10) {
                let began = Instant::now();
                assert!(matches!(send(&app, PATHS[1], app.fresh_ip(), body()).await, 200 | 422));
                quickest = quickest.min(began.elapsed());
            }
            quickest
        };
        let before = quickest().await;
        let addresses: Vec<IpAddr> = (0..8).map(|_| app.fresh_ip()).collect();
        let senders: Vec<_> = addresses.iter().flat_map(|ip| PATHS.map(|path| dawdle(&app, path, *ip))).collect();
        for ip in addresses {
            until(&app, ip, false).await;
        }
        let meanwhile = quickest().await;
        assert!(meanwhile <= before + Duration::from_millis(100), "{before:?}, then {meanwhile:?}");
        assert!(senders.iter().all(|sender| !sender.is_finished()));
        for sender in senders {
            sender.abort();
        }
    }

    async fn a_photo_that_will_be_refused_is_not_read(app: TestApp) {
        let read = Arc::new(AtomicBool::new(false));
        // An address that has used up its photos for the hour.
        let ip = app.fresh_ip();
        for _ in 0..10 {
            assert_eq!(send(&app, PATHS[0], ip, no_photo()).await, 415);
        }
        assert_eq!(send(&app, PATHS[0], ip, watched(&read)).await, 429);
        assert!(!read.load(Ordering::SeqCst));
        assert_eq!(send(&app, PATHS[1], ip, unfinished()).await, 429, "refused where the photo begins");
        assert_eq!(send(&app, PATHS[1], ip, words()).await, 200, "an estimate without a photo is not counted");
    }

    async fn a_hundred_and_twenty_forms_a_minute(app: TestApp) {
        let ip = app.fresh_ip();
        for _ in 0..120 {
            assert_eq!(send(&app, PATHS[1], ip, Body::from("--x--\r\n")).await, 422);
        }
        assert_eq!(send(&app, PATHS[1], ip, words()).await, 429);
        app.clock.advance(MINUTE);
        assert_eq!(send(&app, PATHS[1], ip, words()).await, 200);
    }

    async fn a_form_that_takes_too_long_is_a_408(app: TestApp) {
        let app = app.restarted(|config| config.upload_seconds = 1).await;
        for path in PATHS {
            assert_eq!(send(&app, path, app.fresh_ip(), unfinished()).await, 408);
        }
        until(&app, app.fresh_ip(), true).await;
    }

    async fn texts_are_limited_together(app: TestApp) {
        let part = |name: &str| format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{}\r\n", "a".repeat(33 * 1024));
        let body = part("text") + &part("postcode") + "--x--\r\n";
        assert_eq!(send(&app, PATHS[1], app.fresh_ip(), Body::from(body)).await, 422);
    }

    async fn a_long_text_is_refused_before_it_has_arrived(app: TestApp) {
        let head = "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n".to_owned();
        let text = stream::iter([Ok::<_, std::io::Error>(Bytes::from(head + &"a".repeat(65 * 1024)))]);
        let body = Body::from_stream(text.chain(stream::pending()));
        let answer = tokio::time::timeout(Duration::from_secs(10), send(&app, PATHS[1], app.fresh_ip(), body)).await;
        assert_eq!(answer.expect("an answer before the end"), 422);
    }
}

/// A body that records whether it is read.
fn watched(read: &Arc<AtomicBool>) -> Body {
    let read = Arc::clone(read);
    let body = stream::poll_fn(move |_| {
        read.store(true, Ordering::SeqCst);
        std::task::Poll::Ready(None::<Result<Bytes, std::io::Error>>)
    });
    Body::from_stream(body)
}
