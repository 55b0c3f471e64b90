//! A connection as hyper reads and writes it: what the peer sends is counted, and an answer that hyper makes by itself, to what is no
//! request, gets a body as every other refusal has.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};

use axum::extract::FromRequestParts;
use callout_domain::problem::Problem;
use http::StatusCode;
use http::request::Parts;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::request_id;

/// How many bytes the peer has sent over its connection. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Received(Arc<AtomicU64>);

impl Received {
    /// So many until now; none for a request that did not come over one of our connections.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl<S: Sync> FromRequestParts<S> for Received {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}

/// A stream that counts what it reads.
pub(super) struct Wire<S> {
    stream: S,
    received: Received,
    /// What is written in place of an answer of hyper's.
    instead: Option<Instead>,
}

struct Instead {
    answer: Vec<u8>,
    written: usize,
    /// Of the answer that it replaces.
    length: usize,
}

impl<S> Wire<S> {
    pub(super) fn new(stream: S) -> Self {
        Self {
            stream,
            received: Received::default(),
            instead: None,
        }
    }

    pub(super) fn received(&self) -> Received {
        self.received.clone()
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Wire<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let bytes = buffer.filled().len().saturating_sub(before);
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.received.0.fetch_add(bytes, Ordering::Relaxed);
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Wire<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wire = &mut *self;
        if wire.instead.is_none() {
            wire.instead = instead_of(bytes).map(|answer| Instead {
                answer,
                written: 0,
                length: bytes.len(),
            });
        }
        if let Some(instead) = &mut wire.instead {
            while let Some(rest) = instead
                .answer
                .get(instead.written..)
                .filter(|rest| !rest.is_empty())
            {
                let written = ready!(Pin::new(&mut wire.stream).poll_write(context, rest))?;
                if written == 0 {
                    return Poll::Ready(Ok(0));
                }
                instead.written += written;
            }
            let length = instead.length;
            wire.instead = None;
            return Poll::Ready(Ok(length));
        }
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match parts.first() {
            Some(first) if self.instead.is_some() || instead_of(first).is_some() => {
                self.poll_write(context, first)
            }
            _ => Pin::new(&mut self.stream).poll_write_vectored(context, parts),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// What hyper answers by itself, and what we say then.
const REFUSALS: [(&[u8], StatusCode, &str, &str); 3] = [
    (
        b"HTTP/1.1 400 ",
        StatusCode::BAD_REQUEST,
        "no_request",
        "This is no HTTP request that we can read.",
    ),
    (
        b"HTTP/1.1 414 ",
        StatusCode::URI_TOO_LONG,
        "too_large",
        "This address is too long.",
    ),
    (
        b"HTTP/1.1 431 ",
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        "too_large",
        "The head of this request is too large.",
    ),
];

/// What we say in place of an answer that hyper made. Ours have a request id, and those have no body.
fn instead_of(answer: &[u8]) -> Option<Vec<u8>> {
    let (_, status, code, detail) = REFUSALS
        .into_iter()
        .find(|(begins, ..)| answer.starts_with(begins))?;
    let id = request_id::NAME;
    let id = id.as_str().as_bytes();
    if answer.windows(id.len()).any(|part| part.eq_ignore_ascii_case(id)) {
        return None;
    }
    let problem = Problem {
        kind: "about:blank",
        title: status.canonical_reason().unwrap_or("Error").to_owned(),
        status: status.as_u16(),
        detail: detail.to_owned(),
        code: code.to_owned(),
        errors: BTreeMap::new(),
        extra: serde_json::Map::new(),
    };
    let body = serde_json::to_string(&problem).ok()?;
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/problem+json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
    Some(answer.into_bytes())
}
