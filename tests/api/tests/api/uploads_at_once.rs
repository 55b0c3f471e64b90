//! POST /api/uploads and POST /api/ai/estimate while bodies are arriving: how many at once, for how long, what is read first.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use api_tests::{TestApp, both_databases};
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use futures_util::stream::{self, StreamExt as _};
use http::{Method, Request};
use tokio::task::JoinHandle;
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

/// Waits until an empty form is answered with `status`: 429 when there is no permit, 422 when there is one.
async fn until(app: &TestApp, path: &str, ip: IpAddr, status: u16) {
    let answered = async {
        while send(app, path, ip, Body::from("--x--\r\n")).await != status {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), answered)
        .await
        .unwrap_or_else(|_| panic!("{path} never answered {status}"));
}

both_databases! {
    async fn two_uploads_at_once_from_one_address(app: TestApp) {
        for path in PATHS {
            let (ip, other) = (app.fresh_ip(), app.fresh_ip());
            let senders = [dawdle(&app, PATHS[0], ip), dawdle(&app, PATHS[1], ip)];
            until(&app, path, ip, 429).await;
            until(&app, path, other, 422).await;
            let [one, another] = senders;
            one.abort();
            until(&app, path, ip, 422).await;
            another.abort();
        }
    }

    async fn sixteen_uploads_at_once_in_all(app: TestApp) {
        let senders: Vec<_> = (0..16).map(|_| dawdle(&app, PATHS[0], app.fresh_ip())).collect();
        for path in PATHS {
            until(&app, path, app.fresh_ip(), 429).await;
        }
        for sender in senders {
            sender.abort();
        }
        until(&app, PATHS[0], app.fresh_ip(), 422).await;
    }

    async fn a_photo_that_will_be_refused_is_not_read(app: TestApp) {
        let ip = app.fresh_ip();
        let senders = [dawdle(&app, PATHS[0], ip), dawdle(&app, PATHS[0], ip)];
        until(&app, PATHS[0], ip, 429).await;
        let read = Arc::new(AtomicBool::new(false));
        for path in PATHS {
            assert_eq!(send(&app, path, ip, watched(&read)).await, 429);
        }
        for sender in senders {
            sender.abort();
        }
        // Likewise for an address that has used up its photos for the hour.
        let ip = app.fresh_ip();
        for _ in 0..10 {
            let photo = "--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nno photo\r\n--x--\r\n";
            assert_eq!(send(&app, PATHS[0], ip, Body::from(photo)).await, 415);
        }
        assert_eq!(send(&app, PATHS[0], ip, watched(&read)).await, 429);
        assert!(!read.load(Ordering::SeqCst));
        assert_eq!(send(&app, PATHS[1], ip, unfinished()).await, 429, "refused where the photo begins");
        let texts = "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nleaking tap\r\n\
                     --x\r\nContent-Disposition: form-data; name=\"postcode\"\r\n\r\nSW1\r\n\
                     --x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\"\r\n\r\n\r\n--x--\r\n";
        assert_eq!(send(&app, PATHS[1], ip, Body::from(texts)).await, 200, "an estimate without a photo is not counted");
    }

    async fn a_form_that_takes_too_long_is_a_408(app: TestApp) {
        let app = app.restarted(|config| config.upload_seconds = 1).await;
        for path in PATHS {
            assert_eq!(send(&app, path, app.fresh_ip(), unfinished()).await, 408);
        }
        until(&app, PATHS[0], app.fresh_ip(), 422).await;
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
