//! The one layer in front of `/admin`: who is asking, whether they may, and whether a form comes from our own page.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequestParts as _, MatchedPath, RawPathParams, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Redirect, Response};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};

use super::cookie;
use super::document;
use super::kept::{self, Kept};
use super::routes;
use super::visitor::{Door, Fields, Visitor};
use super::words::Refusal;
use callout_base::limits;
use callout_domain::failure::{Failure, Fallible};
use callout_front::state::AppState;
use callout_people::operators::Signed;

/// Largest form, bytes: a price book as JSON has some 60,000.
const FORM_LIMIT: usize = 512 * 1024;

/// Lets a request pass, or answers it.
pub(super) async fn gate(State(state): State<AppState>, request: Request, next: Next) -> Response {
    match pass(&state, request).await {
        Ok(request) => tidy(next.run(request).await),
        Err(answer) => *answer,
    }
}

async fn pass(state: &AppState, request: Request) -> Result<Request, Box<Response>> {
    let (mut parts, body) = request.into_parts();
    let signed = signed(state, &parts.headers)
        .await
        .map_err(|failure| failed(&failure))?;
    let matched = parts
        .extensions
        .get::<MatchedPath>()
        .map(|matched| matched.as_str().to_owned());
    let door = matched
        .as_deref()
        .filter(|_| is_plain(parts.uri.path()))
        .and_then(|matched| routes::door(&parts.method, matched));
    let (Some(matched), Some(door)) = (matched, door) else {
        return Err(nothing_here(signed.as_ref(), &parts));
    };
    let is_post = parts.method == Method::POST;
    if is_post && !is_from_here(&parts.headers, &public_origin(state)) {
        return Err(refused(Refusal::FromElsewhere));
    }
    let fields = if is_post {
        fields(&parts.headers, body).await?
    } else {
        Fields::default()
    };
    admit(state, &parts, door, signed.as_ref(), &fields).await?;
    if let Some(signed) = signed
        .as_ref()
        .filter(|signed| !signed.is_over && is_somebody(&parts))
    {
        state
            .operators
            .see(signed)
            .await
            .map_err(|failure| failed(&failure))?;
    }
    let parameters = parameters(&mut parts).await;
    let body = Body::from(encoded(&fields));
    parts.extensions.insert(Visitor {
        // Only what was typed is kept beyond a session's end; nobody is in it any more.
        signed: signed.filter(|signed| !signed.is_over),
        matched,
        parameters: Arc::new(parameters),
        fields,
    });
    Ok(Request::from_parts(parts, body))
}

/// True for a request that an operator makes, and not a page by itself: its stream, what its script fetches when that speaks, styles.
fn is_somebody(parts: &Parts) -> bool {
    let path = parts.uri.path();
    let is_part = path == "/admin/events" || path.ends_with(".js") || path.ends_with(".css");
    let query = parts.uri.query().unwrap_or_default();
    let is_by_itself = parts.headers.contains_key("x-by-itself")
        || query.split('&').any(|pair| pair.starts_with(kept::BY_ITSELF));
    !is_part && !is_by_itself
}

/// Answers whoever may not pass this door.
async fn admit(
    state: &AppState,
    parts: &Parts,
    door: Door,
    signed: Option<&Signed>,
    fields: &Fields,
) -> Result<(), Box<Response>> {
    if door == Door::Anyone {
        return Ok(());
    }
    let Some(signed) = signed else {
        if came_from_elsewhere(parts) {
            return Err(Box::new(document::again()));
        }
        return Err(to_sign_in(&here(parts, fields)));
    };
    if signed.is_over {
        return Err(to_sign_in(&kept_at(state, parts, signed, fields).await?));
    }
    if door == Door::Password {
        return Ok(());
    }
    if !signed.is_proved {
        let to = kept_at(state, parts, signed, fields).await?;
        return Err(go(&format!("/admin/second-factor?to={}", kept::encode(&to))));
    }
    if !door.admits(signed.operator.role) {
        return Err(refused(Refusal::SuperAdminOnly));
    }
    Ok(())
}

/// The page that a request is about. What a form carries is kept there for the same operator, who finds it after signing in.
async fn kept_at(
    state: &AppState,
    parts: &Parts,
    signed: &Signed,
    fields: &Fields,
) -> Result<String, Box<Response>> {
    let to = here(parts, fields);
    if parts.method != Method::POST || has_sent_enough(state, signed) {
        return Ok(to);
    }
    let kept = Kept::of(parts.uri.path(), fields)
        .saying("Your session had ended. What you typed is here; send it again.");
    let id = kept.keep(state, &signed.operator.id).await;
    let id = id.map_err(|failure| failed(&failure))?;
    Ok(kept::with_draft(&to, &id))
}

/// True when somebody with a password alone, or a session that has ended, has sent so many forms that no more are kept.
fn has_sent_enough(state: &AppState, signed: &Signed) -> bool {
    let (id, now) = (&signed.operator.id, state.clock.now());
    (!signed.is_proved || signed.is_over) && state.limits.count(limits::UNPROVED_FORMS, id, now).is_err()
}

/// The page that a request is about: its own address, or the page of the form that it sends.
fn here(parts: &Parts, fields: &Fields) -> String {
    if parts.method == Method::POST {
        return kept::own_path(fields.get("back")).to_owned();
    }
    let path = parts.uri.path_and_query().map_or("/admin", |path| path.as_str());
    kept::own_path(path).to_owned()
}

async fn signed(state: &AppState, headers: &HeaderMap) -> Fallible<Option<Signed>> {
    match cookie::token(state, headers) {
        Some(token) => state.operators.signed(&token).await,
        None => Ok(None),
    }
}

/// Scheme, host and port that people reach us at.
fn public_origin(state: &AppState) -> String {
    state
        .config
        .base_url()
        .map(|base| base.origin().ascii_serialization())
        .unwrap_or_default()
}

/// True when a post comes from one of our own pages: browsers say so themselves, and older ones name the origin.
#[must_use]
pub fn is_from_here(headers: &HeaderMap, origin: &str) -> bool {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match header("sec-fetch-site") {
        Some(site) => site == "same-origin",
        None => header("origin").is_some_and(|from| from == origin),
    }
}

/// True for a link on another site: the cookie is not sent then, though somebody may be signed in.
fn came_from_elsewhere(parts: &Parts) -> bool {
    parts.method == Method::GET
        && parts
            .headers
            .get("sec-fetch-site")
            .is_some_and(|site| site == "cross-site")
}

/// True when a path says what it means: none that a browser or a router could read as another one.
#[must_use]
pub fn is_plain(path: &str) -> bool {
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
    !decoded.contains(['\\', '\0']) && !decoded.split('/').any(|part| part == "." || part == "..")
}

async fn fields(headers: &HeaderMap, body: Body) -> Result<Fields, Box<Response>> {
    let is_form = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"application/x-www-form-urlencoded"));
    if !is_form {
        return Err(refused(Refusal::NotAForm));
    }
    let bytes = axum::body::to_bytes(body, FORM_LIMIT)
        .await
        .map_err(|_| refused(Refusal::TooLarge))?;
    let pairs = url::form_urlencoded::parse(&bytes).into_owned();
    // No text may hold U+0000, which PostgreSQL cannot store.
    let mut seen = std::collections::HashSet::new();
    let fields = pairs
        .map(|(name, value)| (name, value.replace('\0', "")))
        .filter(|(name, _)| seen.insert(name.clone()))
        .collect();
    Ok(Fields(Arc::new(fields)))
}

/// The form as it is handed on: each field once, so that reading it cannot fail.
fn encoded(fields: &Fields) -> String {
    // A bracket would be read as a nested field, which no form of ours has.
    let plain = fields.0.iter().filter(|(name, _)| !name.contains(['[', ']']));
    url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(plain)
        .finish()
}

async fn parameters(parts: &mut Parts) -> Vec<(String, String)> {
    let Ok(raw) = RawPathParams::from_request_parts(parts, &()).await else {
        return Vec::new();
    };
    raw.iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// The last look at an answer: a server function that could not read its form must not put that into the address.
fn tidy(mut response: Response) -> Response {
    let leaks = response
        .headers()
        .get(header::LOCATION)
        .is_some_and(|to| to.as_bytes().windows(5).any(|part| part == b"__err"));
    if leaks {
        return *refused(Refusal::NotAForm);
    }
    let headers = response.headers_mut();
    headers
        .entry(header::REFERRER_POLICY)
        .or_insert(HeaderValue::from_static("same-origin"));
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static(
            "default-src 'none'; frame-ancestors 'none'",
        ));
    response
}

fn nothing_here(signed: Option<&Signed>, parts: &Parts) -> Box<Response> {
    match signed.filter(|signed| signed.is_proved && !signed.is_over) {
        Some(_) => refused(Refusal::NothingHere),
        None if parts.method == Method::GET => to_sign_in("/admin"),
        None => refused(Refusal::NothingHere),
    }
}

fn to_sign_in(to: &str) -> Box<Response> {
    go(&format!("/admin/sign-in?to={}", kept::encode(to)))
}

fn go(to: &str) -> Box<Response> {
    Box::new(tidy(Redirect::to(to).into_response()))
}

fn refused(refusal: Refusal) -> Box<Response> {
    Box::new(document::refusal(refusal))
}

fn failed(failure: &Failure) -> Box<Response> {
    tracing::warn!(%failure, "the console's gate failed");
    let mut response = document::refusal(Refusal::Failed);
    *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    Box::new(response)
}
