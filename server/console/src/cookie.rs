//! The cookie of an operator's session.

use http::{HeaderMap, header};

use callout_domain::clock::SECOND;
use callout_front::state::AppState;
use callout_people::operators::{DRAFT_LIFE, SESSION_LIFE};

/// Name of the cookie. Over TLS its prefix makes browsers insist on TLS, this host and every path.
fn name(state: &AppState) -> &'static str {
    let is_tls = state.config.base_url().is_ok_and(|base| base.scheme() == "https");
    if is_tls {
        "__Host-callout-operator"
    } else {
        "callout-operator"
    }
}

/// The session's token, as a request carries it.
pub(super) fn token(state: &AppState, headers: &HeaderMap) -> Option<String> {
    let name = name(state);
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value.to_owned())
}

/// The cookie of a session. It outlives the session by as long as drafts are kept, so that a form that is sent then finds its operator.
pub(super) fn of_session(state: &AppState, token: &str) -> String {
    of(state, token, (SESSION_LIFE + DRAFT_LIFE) / SECOND)
}

/// The same for so many seconds.
pub(super) fn of(state: &AppState, token: &str, seconds: i64) -> String {
    let name = name(state);
    let secure = if name.starts_with("__Host-") {
        "; Secure"
    } else {
        ""
    };
    format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}")
}
