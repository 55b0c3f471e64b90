//! Accepts connections and serves HTTP/1 on them, with time limits for slow and silent peers.

use std::convert::Infallible;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, FromRequestParts};
use http::request::Parts;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::Service as _;

use super::limits::ConnectionLimits;
use super::patience::Patience;
use super::wire::{Received, Wire};
use callout_base::permits::Permit;
use callout_base::telemetry;

/// How long a peer may take to send a request's head, and how long a kept-alive connection may be idle.
const HEAD_TIME_LIMIT: Duration = Duration::from_secs(30);
/// The read buffer of a connection, and so the largest head (hyper requires at least 8 KiB).
const BUFFER: usize = 16 * 1024;
/// How long requests under way may take once the server has been told to stop.
const STOP_TIME_LIMIT: Duration = Duration::from_secs(10);
/// Pause after `accept` fails, usually because file descriptors have run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Tells endless answers (event streams) that the server is stopping.
#[derive(Clone, Debug, Default)]
pub struct Stopping(Option<watch::Receiver<()>>);

impl Stopping {
    /// Resolves when the server stops; never for a request that did not come over one of our connections.
    pub async fn wait(&mut self) {
        match &mut self.0 {
            // An error means that the server has already gone.
            Some(stop) => drop(stop.changed().await),
            None => std::future::pending().await,
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Stopping {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}

/// Serves until `shutdown` resolves, then gives the requests under way up to ten seconds to finish.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    limits: ConnectionLimits,
    shutdown: impl Future<Output = ()>,
) {
    let permits = limits.permits();
    // The first change means stop. Every connection holds a receiver for as long as it is open.
    let (stop, stopping) = watch::channel(());
    tokio::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut shutdown => break,
        };
        match accepted {
            Ok((stream, peer)) => match limits.admit(&permits, peer.ip()) {
                Some(permit) => {
                    let stream = patient(stream, limits.write_time_limit);
                    attend(stream, peer, permit, app.clone(), stopping.clone());
                }
                // Close without an answer: a peer with this many connections is not waiting for one.
                None => metrics::counter!(telemetry::REFUSED_CONNECTIONS).increment(1),
            },
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    drop(stopping);
    tracing::info!(open = stop.receiver_count(), "stopping");
    stop.send_replace(());
    if tokio::time::timeout(STOP_TIME_LIMIT, stop.closed())
        .await
        .is_err()
    {
        tracing::warn!("stopped with requests still under way");
    }
}

fn patient(stream: TcpStream, write_time_limit: Duration) -> Wire<Patience<TcpStream>> {
    // Answers are small and written whole, so waiting to fill a packet would only delay them.
    let _ = stream.set_nodelay(true);
    Wire::new(Patience::new(stream, write_time_limit))
}

fn attend(
    stream: Wire<Patience<TcpStream>>,
    peer: SocketAddr,
    permit: Permit<IpAddr>,
    app: Router,
    mut stopping: watch::Receiver<()>,
) {
    let stop = stopping.clone();
    let received: Received = stream.received();
    let service = service_fn(move |request: http::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(received.clone());
        request.extensions_mut().insert(Stopping(Some(stop.clone())));
        app.clone().call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME_LIMIT)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::spawn(async move {
        let _permit = permit;
        tokio::pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            _ = stopping.changed() => {
                // Ends at once when idle, otherwise after the answer under way.
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            // Peers that hang up or send garbage are nothing unusual.
            tracing::debug!(%error, "connection ended");
        }
    });
}
