//! Real sockets: kept connections, nonsense, and an orderly stop.

use std::net::SocketAddr;

use api_tests::{TestApp, both_databases};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Serves the application on a port of its own, until told to stop.
async fn serve(app: &TestApp) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let router = app.router();
    let server = tokio::spawn(async move {
        callout::run(listener, router, async {
            let _ = stopped.await;
        })
        .await;
    });
    (address, stop, server)
}

/// Reads until `end` has come; gives what came.
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

both_databases! {
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

    async fn a_stop_lets_the_request_under_way_finish(app: TestApp) {
        let (address, stop, server) = serve(&app).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        let body = "{\"email\": \"ada@example.com\"}";
        let head = format!(
            "POST /api/clients/ensure-guest HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n\
             expect: 100-continue\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // Asked for the body: the handler is at work.
        read_until(&mut stream, "100 Continue\r\n\r\n").await;
        stop.send(()).unwrap();
        stream.write_all(body.as_bytes()).await.unwrap();
        let answer = read_until(&mut stream, "\"token\"").await;
        assert!(answer.contains("HTTP/1.1 200 OK"), "{answer}");
        server.await.unwrap();
        assert_eq!(app.count("select count(*) from clients").await, 1);
    }

    async fn nonsense_is_refused(app: TestApp) {
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
