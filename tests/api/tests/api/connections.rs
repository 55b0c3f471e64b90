//! Real sockets: kept connections, nonsense, too many, peers that read nothing, and an orderly stop.

use std::net::SocketAddr;
use std::time::Duration;

use api_tests::{TestApp, both_databases};
use axum::Router;
use axum::routing::get;
use callout_front::middleware::ConnectionLimits;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Serves the application on a free port until told to stop.
pub(crate) async fn serve(app: &TestApp) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    serve_with(app.router(), ConnectionLimits::new(&app.state.config)).await
}

async fn serve_with(
    router: Router,
    limits: ConnectionLimits,
) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let server = tokio::spawn(async move {
        callout::run(listener, router, limits, async {
            let _ = stopped.await;
        })
        .await;
    });
    (address, stop, server)
}

/// Reads up to and including `end`; returns what was read.
async fn read_until(stream: &mut TcpStream, end: &str) -> String {
    let mut bytes = Vec::new();
    while !String::from_utf8_lossy(&bytes).contains(end) {
        assert!(
            stream.read_buf(&mut bytes).await.unwrap() > 0,
            "closed after {}",
            String::from_utf8_lossy(&bytes)
        );
    }
    String::from_utf8(bytes).unwrap()
}

/// The status line of a request on a new connection from this local address; empty when the connection is closed.
async fn status_from(from: &str, server: SocketAddr) -> String {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    let mut stream = socket.connect(server).await.unwrap();
    let mut answer = String::new();
    let request = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n";
    // Either may fail when the server has already closed.
    let _ = stream.write_all(request).await;
    let _ = stream.read_to_string(&mut answer).await;
    answer.lines().next().unwrap_or_default().to_owned()
}

/// Waits until a new connection is served.
async fn until_served(from: &str, server: SocketAddr) {
    let served = async {
        while status_from(from, server).await != "HTTP/1.1 200 OK" {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), served)
        .await
        .expect("a place is free again");
}

both_databases! {
    async fn what_is_no_request_is_refused_in_words(app: TestApp) {
        let (address, stop, server) = serve(&app).await;
        let head = |line: String| format!("GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n{line}\r\n");
        for (request, status, code) in [
            (head(format!("x-long: {}\r\n", "a".repeat(20 * 1024))), 431, "too_large"),
            (head(format!("x-long: {}\r\n", "a".repeat(200 * 1024))), 431, "too_large"),
            (head("x-short: a\r\n".repeat(101)), 431, "too_large"),
            ("this is no request\r\n\r\n".to_owned(), 400, "no_request"),
        ] {
            let mut stream = TcpStream::connect(address).await.unwrap();
            // The server may close before it has read everything.
            let _ = stream.write_all(request.as_bytes()).await;
            let mut answer = Vec::new();
            while stream.read_buf(&mut answer).await.is_ok_and(|bytes| bytes > 0) {}
            let answer = String::from_utf8(answer).unwrap();
            let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{status}: {answer:?}"));
            assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
            assert!(head.contains("content-type: application/problem+json"), "{head}");
            assert!(head.contains(&format!("content-length: {}", body.len())), "{head}");
            let problem: serde_json::Value = serde_json::from_str(body).unwrap();
            assert_eq!((&problem["status"], &problem["code"]), (&status.into(), &code.into()), "{problem}");
        }
        stop.send(()).unwrap();
        server.await.unwrap();
    }

    async fn one_address_cannot_take_every_connection(app: TestApp) {
        let app = app.restarted(|config| config.connections_address = 3).await;
        let (address, stop, server) = serve(&app).await;
        let mut idle = Vec::new();
        for _ in 0..3 {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n").await.unwrap();
            read_until(&mut stream, "{\"status\":\"ok\"}").await;
            idle.push(stream);
        }
        assert_eq!(status_from("127.0.0.1", address).await, "");
        assert_eq!(status_from("127.0.0.2", address).await, "HTTP/1.1 200 OK");
        idle.pop();
        until_served("127.0.0.1", address).await;
        stop.send(()).unwrap();
        server.await.unwrap();
    }

    async fn a_trusted_proxy_may_open_more(app: TestApp) {
        let app = app
            .restarted(|config| {
                config.connections_address = 1;
                config.payments = Some(callout_domain::config::PaymentsMode::Sandbox);
                config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
            })
            .await;
        let (address, stop, server) = serve(&app).await;
        let _idle = [TcpStream::connect(address).await.unwrap(), TcpStream::connect(address).await.unwrap()];
        assert_eq!(status_from("127.0.0.1", address).await, "HTTP/1.1 200 OK");
        stop.send(()).unwrap();
        server.await.unwrap();
    }

    async fn a_peer_that_reads_nothing_loses_its_connection(app: TestApp) {
        let more_than_fits_between_them = || async { vec![b'x'; 64 * 1024 * 1024] };
        let router = app.router().route("/large", get(more_than_fits_between_them));
        let mut limits = ConnectionLimits::new(&app.state.config);
        limits.at_once.each = 1;
        limits.write_time_limit = Duration::from_millis(200);
        let (address, stop, server) = serve_with(router, limits).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /large HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n").await.unwrap();
        let mut first = [0];
        stream.read_exact(&mut first).await.unwrap();
        assert_eq!(status_from("127.0.0.1", address).await, "", "it has its connection still");
        until_served("127.0.0.1", address).await;
        stop.send(()).unwrap();
        server.await.unwrap();
    }

    async fn a_connection_carries_several_requests(app: TestApp) {
        let (address, stop, server) = serve(&app).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        for _ in 0..3 {
            stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n").await.unwrap();
            let answer = read_until(&mut stream, "{\"status\":\"ok\"}").await;
            assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        }
        stop.send(()).unwrap();
        // The idle connection is closed, and the server ends.
        assert_eq!(stream.read(&mut [0; 1]).await.unwrap(), 0);
        server.await.unwrap();
        assert!(TcpStream::connect(address).await.is_err());
    }

    async fn stopping_lets_requests_in_progress_finish(app: TestApp) {
        let (address, stop, server) = serve(&app).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        let body = "{\"email\": \"ada@example.com\"}";
        let head = format!(
            "POST /api/clients/ensure-guest HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n\
             expect: 100-continue\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // The server asks for the body, so the handler is running.
        read_until(&mut stream, "100 Continue\r\n\r\n").await;
        stop.send(()).unwrap();
        stream.write_all(body.as_bytes()).await.unwrap();
        let answer = read_until(&mut stream, "\"token\"").await;
        assert!(answer.contains("HTTP/1.1 200 OK"), "{answer}");
        server.await.unwrap();
        assert_eq!(app.count("select count(*) from clients").await, 1);
    }

    async fn malformed_requests_are_refused(app: TestApp) {
        let (address, stop, server) = serve(&app).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"\x16\x03\x01 this is no HTTP\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
        stop.send(()).unwrap();
        server.await.unwrap();
    }
}
