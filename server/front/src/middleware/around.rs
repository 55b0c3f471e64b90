//! The outermost layer around every request: request id, time limit, panics, log line, metrics, security headers.

use callout_domain::failure::Failure;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use http::{Method, StatusCode};
use tracing::Instrument as _;
use tracing::field::Empty;

use super::headers::SecurityHeaders;
use super::request_id;
use crate::extract::took_too_long;
use callout_domain::config::Config;

/// How long a request may take, its body included.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// Routes that take files and so get longer.
const UPLOADS: [&str; 5] = [
    "/api/uploads",
    "/api/ai/estimate",
    "/api/masters/documents",
    "/api/masters/profile/avatar",
    "/api/masters/profile/logo",
];

/// What the layer needs, computed once.
#[derive(Clone)]
pub struct Front {
    headers: Arc<SecurityHeaders>,
    time_limit: Duration,
    upload_time_limit: Duration,
}

impl Front {
    /// The layer as configured by these settings.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let headers = Arc::new(SecurityHeaders::new(config));
        Self {
            headers,
            time_limit: TIME_LIMIT,
            // The body has its own time limit there.
            upload_time_limit: TIME_LIMIT.saturating_add(Duration::from_secs(config.upload_seconds)),
        }
    }

    /// The same with a different time limit for every request.
    #[must_use]
    pub fn with_time_limit(self, limit: Duration) -> Self {
        Self {
            time_limit: limit,
            upload_time_limit: limit,
            ..self
        }
    }

    fn time_limit(&self, route: &Route) -> Duration {
        if UPLOADS.contains(&route.name()) {
            self.upload_time_limit
        } else {
            self.time_limit
        }
    }
}

/// Handles one request.
pub async fn around(State(front): State<Front>, request: Request, next: Next) -> Response {
    let id = request_id::of(request.headers());
    let method = request.method().clone();
    // Only the route template: paths and queries can contain tokens and phone numbers.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = Route(route);
    let started = now();
    let (trace, path) = (id.to_str().unwrap_or_default(), request.uri().path());
    let (booking, pro) = (named(&route, path, "C-", 10), named(&route, path, "master-", 39));
    let span = tracing::info_span!("request", id = trace, booking, pro, payment = Empty);

    let mut response = answer(request, next, front.time_limit(&route))
        .instrument(span.clone())
        .await;

    let headers = response.headers_mut();
    front.headers.add_to(headers);
    headers.insert(request_id::NAME, id);
    span.in_scope(|| record(&method, &route, response.status(), started.elapsed()));
    response
}

async fn answer(request: Request, next: Next, limit: Duration) -> Response {
    let work = AssertUnwindSafe(next.run(request)).catch_unwind();
    match tokio::time::timeout(limit, work).await {
        Ok(Ok(response)) => response,
        // The panic hook has logged the location; the message is dropped because it may contain personal data.
        Ok(Err(_)) => Failure::internal("a handler panicked").into_response(),
        Err(_) => took_too_long().into_response(),
    }
}

/// The id with this prefix and length in a path, for its span. Anything else in its place may be what a person typed, or the token of a
/// link, which begins with the id of its booking.
fn named<'a>(route: &Route, path: &'a str, prefix: &str, length: usize) -> Option<&'a str> {
    let mut places = route.name().split('/').zip(path.split('/'));
    let is_id = |(template, id): &(&str, &str)| {
        template.starts_with('{') && id.starts_with(prefix) && id.len() == length
    };
    places.find(is_id).map(|(_, id)| id)
}

/// The route's template, or a fixed name where there is none.
struct Route(Option<MatchedPath>);

impl Route {
    fn name(&self) -> &str {
        // All pages and files of the web app share one name, so that made-up paths cannot flood the metrics.
        self.0.as_ref().map_or("web", MatchedPath::as_str)
    }

    fn is_probe(&self) -> bool {
        matches!(self.name(), "/healthz" | "/readyz")
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "how long a request took is measured, not decided on"
)]
fn now() -> Instant {
    Instant::now()
}

fn record(method: &Method, route: &Route, status: StatusCode, took: Duration) {
    let name = route.name();
    let method = known(method);
    let labels = [
        ("method", method.into()),
        ("route", metrics::SharedString::from(name.to_owned())),
        ("status", metrics::SharedString::from(status.as_str().to_owned())),
    ];
    metrics::counter!("http_requests_total", &labels).increment(1);
    let [method_label, route_label, _] = labels;
    metrics::histogram!("http_request_seconds", &[method_label, route_label]).record(took.as_secs_f64());
    let status = status.as_u16();
    let took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    if status >= 500 {
        tracing::error!(method, route = name, status, took_us, "answered");
    } else if route.is_probe() {
        tracing::debug!(method, route = name, status, took_us, "answered");
    } else {
        tracing::info!(method, route = name, status, took_us, "answered");
    }
}

/// The method's name; unknown methods share one.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}
